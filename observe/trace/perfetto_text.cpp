// SPDX-License-Identifier: Apache-2.0
// The file of a perfetto_trace: one event a line.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "models/isa/isa.h"
#include "models/memory/address_map.h"
#include "observe/trace/perfetto_trace.h"
#include "observe/zones/profiler_buffers.h"
#include "support/files/text_file.h"

namespace tensix {

namespace {

using nlohmann::ordered_json;

enum process : int { thread_process = 1, unit_process, bank_process, counter_process, core_process, path_process, processes };
constexpr const char* process_names[] = {"", "threads", "units", "SrcA, SrcB", "counters", "cores", "critical path"};
constexpr int process_order[] = {0, 1, 2, 3, 4, 0, -1};
constexpr const char* bank_names[] = {"SrcA bank 0", "SrcA bank 1", "SrcB bank 0", "SrcB bank 1"};
constexpr const char* owner_names[] = {"unpackers", "matrix_unit"};

std::string quoted(const std::string& text) {
  return ordered_json(text).dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

// "T0" of the account "t0".
std::string heading(const std::string& account, bool thread) { return thread ? "T" + account.substr(1) : account; }

unsigned core_number(const std::string& account) {
  for (unsigned i = 0; i < core_count; ++i)
    if (account == core_names[i].account) return i;
  return core_count;
}

// The texts of an instruction, as JSON; programs repeat a few.
class instruction_texts {
 public:
  struct texts {
    std::string name, full;
  };
  const texts& of(uint32_t word) {
    if (known_.size() > most) known_.clear();
    auto [at, added] = known_.try_emplace(word);
    if (added) {
      const char* mnemonic = info_of(word).name;
      const std::string full = disassemble(word);
      at->second = {quoted(mnemonic ? mnemonic : full), quoted(full)};
    }
    return at->second;
  }

 private:
  static constexpr size_t most = 1 << 16;
  std::unordered_map<uint32_t, texts> known_;
};

// Of a resource of the critical path, as JSON; its owner's place among the accounts.
struct path_text {
  std::string does, name, parameter;
  size_t owner;
};

// The account that shows what goes on there: the first word of its name, or whose it is.
std::string owner_of(const path_resource& r) {
  const std::string first = r.name.substr(0, r.name.find(' '));
  return first == "pack" ? "packer0" : first == "dst" ? "matrix_unit" : first;
}

// The names of the functions of a core, as JSON.
class function_texts {
 public:
  const std::string& of(const core_code& code, size_t core, uint32_t function) {
    auto& names = names_[core];
    if (function >= names.size()) names.resize(function + 1);
    if (names[function].empty()) names[function] = quoted(code.name(function));
    return names[function];
  }

 private:
  by_core<std::vector<std::string>> names_;
};

}  // namespace

void perfetto_trace::write(uint64_t cycles, const critical_path* path) {
  settle(cycles);
  if (path) add_path(*path);
  text_file out(path_, "--trace");
  ordered_json about;
  about["tool"] = origin_.tool;
  about["format"] = "tensix-tlm-trace";
  about["format_version"] = 1;
  about["time"] = "ts and dur are AICLK cycles: 1 us shown is 1 cycle";
  if (!origin_.tile.empty()) about["tile"] = origin_.tile;
  about["clock_mhz"] = origin_.clock_mhz;
  about["configuration"] = origin_.configuration;
  about["cycles"] = cycles;
  const uint64_t end = std::min(cycles, window_.to);
  const bool shows = window_.from < end;
  about["first_cycle"] = shows ? ordered_json(window_.from) : ordered_json(nullptr);
  about["last_cycle"] = shows ? ordered_json(end - 1) : ordered_json(nullptr);
  about["counter_window_cycles"] = counter_window;
  out << "{\"displayTimeUnit\":\"ns\",\n\"otherData\":" << about.dump(-1, ' ', false, ordered_json::error_handler_t::replace)
      << ",\n\"traceEvents\":[\n";

  const char* separator = "";
  const auto line = [&](const std::string& text) {
    out << separator << text;
    separator = ",\n";
  };
  const std::string whose = origin_.tile.empty() ? "" : origin_.tile + ": ";
  const auto of_core = [](const account_track& t) { return t.what == account_of::core || t.what == account_of::player; };
  const bool any_core = std::any_of(tracks_.begin(), tracks_.end(), of_core);
  for (int p = thread_process; p < processes; ++p) {
    if ((p == core_process && !any_core) || (p == path_process && !path)) continue;
    const std::string pid = std::to_string(p);
    line(R"({"ph":"M","pid":)" + pid + R"(,"name":"process_name","args":{"name":)" + quoted(whose + process_names[p]) + "}}");
    line(R"({"ph":"M","pid":)" + pid + R"(,"name":"process_sort_index","args":{"sort_index":)" +
         std::to_string(process_order[p]) + "}}");
  }
  // "pid":.. ,"tid":.. of each slice channel, which is a track.
  std::vector<std::string> track(issue_starts_at);
  int tid = 0;
  const auto add_track = [&](size_t channel, int process, const std::string& name) {
    const std::string number = std::to_string(++tid);
    track[channel] = R"("pid":)" + std::to_string(process) + R"(,"tid":)" + number;
    line(R"({"ph":"M",)" + track[channel] + R"(,"name":"thread_name","args":{"name":)" + quoted(name) + "}}");
    line(R"({"ph":"M",)" + track[channel] + R"(,"name":"thread_sort_index","args":{"sort_index":)" + number + "}}");
  };
  size_t next_core = 0;
  std::array<unsigned, most_accounts> core_of{};
  for (size_t i = 0; i < tracks_.size(); ++i) {
    const account_of what = tracks_[i].what;
    const bool thread = what == account_of::thread, core = what == account_of::core;
    add_track(accounts_at + i,
              thread                ? thread_process
              : of_core(tracks_[i]) ? core_process
                                    : unit_process,
              heading(tracks_[i].who, thread));
    if (what == account_of::player) core_of[i] = core_number(tracks_[i].who);
    if (what == account_of::unit) add_track(work_at + i, unit_process, std::string(tracks_[i].who) + " instructions");
    if (!core) continue;
    const size_t number = next_core++, first = functions_at + number * most_nested;
    core_of[i] = static_cast<unsigned>(number);
    add_track(first, core_process, std::string(tracks_[i].who) + " functions");
    std::fill_n(track.begin() + static_cast<std::ptrdiff_t>(first), most_nested, track[first]);
    if (!cores_[number].has_zones()) continue;
    const size_t zones = zones_at + number * most_nested;
    add_track(zones, core_process, std::string(tracks_[i].who) + " zones");
    std::fill_n(track.begin() + static_cast<std::ptrdiff_t>(zones), most_nested, track[zones]);
  }
  for (size_t b = 0; b < banks; ++b) add_track(banks_at + b, bank_process, bank_names[b]);
  if (path) add_track(path_at, path_process, "critical path");
  std::vector<path_text> on_path;  // by resource
  if (path)
    for (const auto& r : path->resources) {
      on_path.push_back({quoted(r.does), quoted(r.name), quoted(r.parameter), 0});
      const std::string account = owner_of(r);
      while (on_path.back().owner < tracks_.size() && account != tracks_[on_path.back().owner].who) ++on_path.back().owner;
    }
  std::array<uint64_t, most_accounts> shown_until{};  // of each account's track

  instruction_texts instructions;
  function_texts functions;
  const auto event = [&](const char* phase, const std::string& where, uint64_t cycle) {
    out << separator << R"({"ph":")" << phase << "\"," << where << ",\"ts\":" << cycle;
    separator = ",\n";
  };
  // "name":.., "args":{"unit": of each counter of one value.
  std::vector<std::string> value_of(channels);
  const auto add_counter = [&value_of](size_t channel, const std::string& name, const std::string& unit) {
    value_of[channel] = ",\"name\":" + quoted(name) + ",\"args\":{" + quoted(unit) + ":";
  };
  add_counter(conflicts_at, "L1 bank conflicts", "beats");
  for (size_t t = 0; t < threads; ++t) add_counter(fifos_at + t, "T" + std::to_string(t) + " instruction FIFO", "words");
  for (size_t i = 0; i < tracks_.size(); ++i) add_counter(queues_at + i, std::string(tracks_[i].who) + " queue", "writes");
  for (size_t s = 0; s < semaphores; ++s) add_counter(semaphores_at + s, "semaphore " + std::to_string(s), "value");
  const std::string counters = "\"pid\":" + std::to_string(counter_process);
  size_t channel;
  trace_record r;
  while (spool_.next(channel, r)) {
    if (r.cycle >= end && !(r.kind == stopped && channel < work_at)) continue;
    if (channel == path_at) {
      const path_text& text = on_path[r.detail];
      event("X", track[channel], r.cycle);
      out << ",\"dur\":" << std::min(r.value, end) - r.cycle << ",\"cat\":\"path\",\"name\":" << text.name
          << ",\"args\":{\"does\":" << text.does << ",\"parameter\":" << text.parameter;
      if (r.kind)
        out << ",\"instruction\":" << instructions.of(r.word).full << ",\"thread\":\"T" << uint64_t{r.kind} - 1 << '"';
      out << "}}";
    } else if (channel == path_owner_at) {
      const size_t account = on_path[r.detail].owner;
      if (account == tracks_.size() || shown_until[account] <= r.cycle) continue;  // it does nothing then that has a slice
      for (const char* phase : {"s", "f"}) {
        event(phase, track[*phase == 's' ? path_at : accounts_at + account], r.cycle);
        out << (*phase == 's' ? "" : ",\"bp\":\"e\"") << ",\"cat\":\"path\",\"name\":\"does\",\"id\":" << uint64_t{r.word}
            << '}';
      }
    } else if (channel == path_goes_on_at || channel == path_comes_at) {
      if (r.value >= end) continue;
      const bool starts = channel == path_goes_on_at;
      event(starts ? "s" : "f", track[path_at], r.cycle);
      out << (starts ? "" : ",\"bp\":\"e\"") << ",\"cat\":\"path\",\"name\":\"path\",\"id\":" << uint64_t{r.word} << '}';
    } else if (channel < issue_starts_at) {
      if (channel < work_at) shown_until[channel - accounts_at] = r.value;
      event("X", track[channel], r.cycle);
      const auto kind = static_cast<slice_kind>(r.kind);
      out << ",\"dur\":" << (kind == stopped ? 1 : std::min(r.value, end) - r.cycle);
      if (kind == busy) out << ",\"cat\":\"busy\",\"name\":\"busy\"}";
      else if (kind == owner) out << ",\"cat\":\"owner\",\"name\":\"" << owner_names[r.detail & 1] << "\"}";
      else if (kind == stalled) {
        out << ",\"cat\":\"stall\",\"name\":\"" << name(static_cast<stall_reason>(r.detail)) << '"';
        if (static_cast<stall_reason>(r.detail) == stall_reason::poll)
          out << ",\"args\":{\"polls\":" << quoted(address_map::describe(core_of[channel - accounts_at], r.word)) << '}';
        else if (r.word) out << ",\"args\":{\"instruction\":" << instructions.of(r.word).full << '}';
        out << '}';
      } else if (kind == called || kind == inlined) {
        out << (kind == called ? ",\"cat\":\"function\",\"name\":" : ",\"cat\":\"inlined\",\"name\":")
            << functions.of(cores_[r.detail].code, r.detail, r.word) << '}';
      } else if (kind == zone) {
        const elf_image::zone_mark* const mark = cores_[r.detail].program->zone_called(r.word);
        out << ",\"cat\":\"zone\",\"name\":" << quoted(mark ? mark->name : unknown_zone(r.word))
            << ",\"args\":{\"place\":" << quoted(mark ? mark->file + ":" + std::to_string(mark->line) : "") << "}}";
      } else {
        const char* categories[] = {"busy", "stall", "busy", "stopped", "instruction", "owner"};
        out << ",\"cat\":\"" << categories[kind] << "\",\"name\":";
        if (r.detail == no_thread) {
          out << "\"job of TDMA-RISC\"}";
          continue;
        }
        const auto& text = instructions.of(r.word);
        out << text.name << ",\"args\":{\"instruction\":" << text.full << ",\"thread\":\"T" << uint64_t{r.detail}
            << "\",\"cycle\":" << r.cycle << "}}";
      }
    } else if (channel < bytes_at) {
      if (r.value >= end) continue;  // an arrow whose end did not happen
      const bool issues = (channel >= issue_starts_at && channel < hand_over_starts_at) ||
                          (channel >= issue_ends_at && channel < hand_over_ends_at);
      if (channel < issue_ends_at) event("s", track[issues ? accounts_at + r.detail : r.detail], r.cycle);
      else event("f", track[issues ? work_at + (channel - issue_ends_at) : banks_at + (channel - hand_over_ends_at)], r.cycle);
      out << (channel < issue_ends_at ? "" : ",\"bp\":\"e\"")
          << (issues ? ",\"cat\":\"issue\",\"name\":\"issue\"" : ",\"cat\":\"hand_over\",\"name\":\"hand_over\"")
          << ",\"id\":" << uint64_t{r.word} << '}';
    } else if (channel == bytes_at) {
      event("C", counters, r.cycle);
      out << ",\"name\":\"L1 bytes per cycle\",\"args\":{\"unpacker0\":" << (r.value & 0xffff)
          << ",\"unpacker1\":" << ((r.value >> 16) & 0xffff) << ",\"packers\":" << ((r.value >> 32) & 0xffff)
          << ",\"others\":" << (r.value >> 48) << "}}";
    } else {
      event("C", counters, r.cycle);
      out << value_of[channel] << r.value << "}}";
    }
  }
  out << "\n]}\n";
  out.close();
}

}  // namespace tensix
