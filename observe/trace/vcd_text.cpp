// SPDX-License-Identifier: Apache-2.0
// The files of a vcd_trace: the dump, and the view for GTKWave.
#include <algorithm>
#include <cctype>
#include <cstring>
#include <filesystem>

#include "models/isa/isa.h"
#include "observe/trace/vcd_trace.h"
#include "support/files/text_file.h"

namespace tensix {

namespace {

// A signal: its value now, and what the file says.
struct vcd_signal {
  std::string group, name;
  unsigned bits;  // 0: text
  std::string code;
  std::vector<uint64_t> value, written;  // lowest word first
  std::string text = "-", text_written;
  bool touched = false, again = false;  // again: another name of one that is there

  std::string full_name() const { return group + "." + name + (bits > 1 ? "[" + std::to_string(bits - 1) + ":0]" : ""); }
};

// "!", "\"", ..., the shortest codes of printable characters.
std::string code_of(size_t number) {
  constexpr size_t base = '~' - '!' + 1;
  std::string code;
  do {
    code += static_cast<char>('!' + number % base);
    number /= base;
  } while (number-- > 0);
  return code;
}

class vcd_writer {
 public:
  explicit vcd_writer(text_file& out) : out_(out) {}
  size_t add(const std::string& group, const std::string& name, unsigned bits) {
    const std::vector<uint64_t> zero(bits > 64 ? (bits + 63) / 64 : 1);
    signals_.push_back({group, name, bits, code_of(signals_.size()), zero, zero});
    return signals_.size() - 1;
  }
  void add_again(const std::string& group, const std::string& name, size_t signal) {
    signals_.push_back({group, name, signals_[signal].bits, signals_[signal].code, {}, {}});
    signals_.back().again = true;
  }
  const std::vector<vcd_signal>& signals() const { return signals_; }

  // `cycle_ps`: of a cycle; 0: the unit of time is a cycle.
  void header(const std::string& tool, const std::string& scope, uint64_t cycle_ps) {
    out_ << ("$version " + tool + " $end\n$comment " +
             (cycle_ps ? std::to_string(cycle_ps) + " ps are" : std::string("1 ns is")) + " 1 AICLK cycle $end\n$timescale 1 " +
             (cycle_ps ? "ps" : "ns") + " $end\n$scope module " + scope + " $end\n");
    for (size_t i = 0; i < signals_.size(); ++i) {
      const vcd_signal& s = signals_[i];
      if (i == 0 || signals_[i - 1].group != s.group) out_ << ("$scope module " + s.group + " $end\n");
      const std::string range = s.bits > 1 ? " [" + std::to_string(s.bits - 1) + ":0]" : "";
      out_ << ("$var " + (s.bits ? "wire " + std::to_string(s.bits) : std::string("string 1")) + " " + s.code + " " + s.name +
               range + " $end\n");
      if (i + 1 == signals_.size() || signals_[i + 1].group != s.group) out_ << "$upscope $end\n";
    }
    out_ << "$upscope $end\n$enddefinitions $end\n";
  }
  void set(size_t signal, uint64_t value, size_t word = 0) {
    signals_[signal].value[word] = value;
    touch(signal);
  }
  void set(size_t signal, std::string_view text) {
    signals_[signal].text = text;
    touch(signal);
  }
  void all(uint64_t time) {
    out_ << '#' << time << "\n$dumpvars\n";
    for (auto& s : signals_)
      if (!s.again) put(s);
    out_ << "$end\n";
    forget();
  }
  // What has changed since the last call, as of `time`.
  void changes(uint64_t time) {
    bool any = false;
    for (size_t i : touched_) {
      vcd_signal& s = signals_[i];
      if (s.bits ? s.value == s.written : s.text == s.text_written) continue;
      if (!any) out_ << '#' << time << '\n';
      any = true;
      put(s);
    }
    forget();
  }

 private:
  text_file& out_;
  std::vector<vcd_signal> signals_;
  std::vector<size_t> touched_;

  void touch(size_t signal) {
    if (signals_[signal].touched) return;
    signals_[signal].touched = true;
    touched_.push_back(signal);
  }
  void forget() {
    for (size_t i : touched_) signals_[i].touched = false;
    touched_.clear();
  }
  void put(vcd_signal& s) {
    if (s.bits == 1) {
      out_ << (s.value[0] ? '1' : '0');
    } else if (s.bits) {
      size_t words = s.value.size();
      while (words > 1 && !s.value[words - 1]) --words;
      const uint64_t highest = s.value[words - 1];
      int top = highest ? 63 - __builtin_clzll(highest) : 0;
      out_ << 'b';
      for (; words > 0; --words, top = 63) {
        char digits[64];
        size_t n = 0;
        for (int bit = top; bit >= 0; --bit) digits[n++] = static_cast<char>('0' + ((s.value[words - 1] >> bit) & 1));
        out_ << std::string_view(digits, n);
      }
      out_ << ' ';
    } else {
      out_ << 's' << s.text << ' ';
    }
    out_ << s.code << '\n';
    s.written = s.value;
    s.text_written = s.text;
  }
};

// A value of a text is one word.
std::string word_of_function(const core_code& code, uint64_t function) {
  std::string text = brief_function(code.name(static_cast<uint32_t>(function)));
  std::replace(text.begin(), text.end(), ' ', '_');
  return text;
}

// Of the tile; a name of SystemC has dots, which mean scopes within scopes.
std::string scope_of(const trace_origin& origin) {
  std::string scope = origin.tile.empty() ? "tensix" : origin.tile;
  std::replace(scope.begin(), scope.end(), '.', '_');
  return scope;
}

void write_view(const std::string& path, const std::string& dump, const std::string& scope,
                const std::vector<vcd_signal>& signals, uint64_t from) {
  text_file out(path, "the view of --vcd");
  out << "[*] signals of tensix-tlm --vcd: gtkwave " << dump << " " << std::filesystem::path(path).filename().string()
      << "\n[dumpfile] \"" << dump << "\"\n[timestart] " << from << "\n[sst_expanded] 1\n";
  // How GTKWave shows what follows: a comment, binary, decimal, hexadecimal, text; right-justified.
  const char* group = "";
  for (const auto& s : signals) {
    if (s.group != group) out << "@200\n-" << s.group << '\n';
    group = s.group.c_str();
    out << (s.bits == 0   ? "@820\n"
            : s.bits == 1 ? "@28\n"
            : s.bits == 4 ? "@24\n"
                          : "@22\n")
        << (scope + "." + s.full_name() + "\n");
  }
  out.close();
}

}  // namespace

std::string vcd_trace::view_of(const std::string& path) {
  std::error_code error;
  if (path.empty() || (std::filesystem::exists(path, error) && !std::filesystem::is_regular_file(path, error))) return {};
  return std::filesystem::path(path).replace_extension(".gtkw").string();
}

std::string vcd_trace::wrong_name(const std::string& path) {
  const std::filesystem::path file(path);
  std::string suffix = file.extension().string(), what;
  std::transform(suffix.begin(), suffix.end(), suffix.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  const std::string vcd = [&] {
    const std::string stem = (file.parent_path() / file.stem()).string();
    return file.stem().extension() == ".vcd" ? stem : stem + ".vcd";
  }();
  // Formats of waveforms and of compression, with the command that makes them of a VCD (GTKWave has the first four).
  static constexpr struct {
    const char *suffix, *command;
  } others[] = {{".fst", "vcd2fst VCD FILE"},
                {".lxt", "vcd2lxt VCD FILE"},
                {".lxt2", "vcd2lxt2 VCD FILE"},
                {".vzt", "vcd2vzt VCD FILE"},
                {".gz", "gzip VCD"},
                {".xz", "xz VCD"},
                {".bz2", "bzip2 VCD"},
                {".zst", "zstd VCD"},
                {".ghw", ""},
                {".fsdb", ""},
                {".wlf", ""}};
  for (const auto& o : others) {
    if (suffix != o.suffix) continue;
    std::string command = o.command;
    const auto replace = [&](const char* word, const std::string& by) {
      if (const size_t at = command.find(word); at != std::string::npos) command.replace(at, std::strlen(word), by);
    };
    replace("VCD", vcd), replace("FILE", path);
    return "'" + path + "' is named as a file of another format: what is written is a value change dump; use " + vcd +
           (command.empty() ? "" : ", then: " + command);
  }
  return {};
}

void vcd_trace::write(uint64_t cycles) {
  uint64_t last_issue = 0;
  for (unsigned t = 0; t < threads; ++t) {
    gate& g = gates_[t];
    if (g.passing) last_issue = std::max(last_issue, g.cycle + 1);
    if (g.passing) change(gates_at + t, g.cycle + 1, 0, 0, empty);
  }
  for (size_t c = 0; c < cores_.size(); ++c) change(cores_at + c, cores_[c].until, 0, 0, empty);
  ports_until(~uint64_t{0});
  // An instruction that stops the run is issued in the cycle in which it ends.
  const uint64_t over = std::max({cycles, last_issue, shown_});
  if (around_ && !event_seen_) event_in(over ? over - 1 : 0);  // there was none: the last ones
  const uint64_t end = std::min(over, window_.to);

  text_file out(path_, "--vcd");
  vcd_writer file(out);
  struct gate_signals {
    size_t valid, ready, word, instruction, waits;
  };
  std::array<gate_signals, threads> gate_of;
  for (unsigned t = 0; t < threads; ++t) {
    const std::string group = "T" + std::to_string(t);
    gate_of[t] = {file.add(group, "issue_valid", 1), file.add(group, "issue_ready", 1), file.add(group, "issue_word", 32),
                  file.add(group, "instruction", 0), file.add(group, "waits_for", 0)};
  }
  struct core_signals {
    size_t busy, pc, function, waits;
    std::vector<std::string> names;  // by number of the function, as far as needed
  };
  std::vector<core_signals> core_of;
  for (const core_row& c : cores_)
    core_of.push_back({file.add(c.who, "busy", 1),
                       file.add(c.who, "pc", 32),
                       file.add(c.who, "function", 0),
                       file.add(c.who, "waits_for", 0),
                       {}});
  const size_t first_bank = file.add("Src", "srca_bank0_owner", 1);
  file.add("Src", "srca_bank1_owner", 1);
  file.add("Src", "srcb_bank0_owner", 1);
  file.add("Src", "srcb_bank1_owner", 1);
  size_t first_semaphore = 0;
  for (unsigned i = 0; i < semaphores; ++i) {
    const size_t s = file.add("sync", "semaphore" + std::to_string(i), 4);
    if (i == 0) first_semaphore = s;
  }
  size_t first_port = 0;  // request of port 0, grant of port 0, request of port 1, ...
  for (unsigned p = 0; p < l1_ports_; ++p) {
    const size_t s = file.add("L1", "port" + std::to_string(p) + "_request", 1);
    file.add("L1", "port" + std::to_string(p) + "_grant", 1);
    if (p == 0) first_port = s;
  }
  struct brought {
    size_t signal, word;  // of its value
    const char* (*text)(uint64_t value);
  };
  std::vector<brought> brought_of;  // by channel
  std::vector<size_t> number_of;    // by signal
  for (const brought_signal& b : brought_) {
    if (b.also) {
      file.add_again(b.group, b.name, number_of[*b.also]);
      number_of.push_back(number_of[*b.also]);
      continue;
    }
    number_of.push_back(file.add(b.group, b.name, b.bits));
    for (size_t word = 0; word < b.words(); ++word) brought_of.push_back({number_of.back(), word, b.text});
  }
  const std::string scope = scope_of(origin_);
  file.header(origin_.tool, scope, clock_ ? clock_->cycle_ps : 0);

  bool begun = false, edge = false, reset = false;  // in this cycle
  const uint64_t scale = clock_ ? clock_->cycle_ps : 1;
  const size_t clk = clock_ ? number_of[clock_->signals.clk] : 0, rst_n = clock_ ? number_of[clock_->signals.rst_n] : 0;
  uint64_t cycle = window_.from, port_masks[2] = {};
  size_t channel;
  trace_record r;
  const auto one_cycle = [&] {
    if (clock_) file.set(clk, 0), file.set(rst_n, !reset);
    begun ? file.changes(cycle * scale) : file.all(cycle * scale);
    begun = true;
    if (reset) file.set(rst_n, 1), file.changes(cycle * scale + clock_->edge_ps / 2);
    if (edge) file.set(clk, 1), file.changes(cycle * scale + clock_->edge_ps);
  };
  const auto go_to = [&](uint64_t next) {
    for (bool first = true; cycle < next; ++cycle, first = false)
      if (first || edge) one_cycle();
      else break;
    cycle = next;
  };
  while (spool_.next(channel, r) && r.cycle < std::max(end, window_.from + 1)) {
    go_to(std::max(r.cycle, cycle));  // what is before the window counts at its beginning
    if (channel < banks_at) {
      const gate_signals& g = gate_of[channel];
      const char* mnemonic = info_of(r.word).name;
      file.set(g.valid, r.kind != empty);
      file.set(g.ready, r.kind == passed);
      file.set(g.word, r.word);
      file.set(g.instruction, std::string_view(r.kind == empty ? "-" : mnemonic ? mnemonic : "unknown"));
      file.set(g.waits, std::string_view(r.kind == held ? name(static_cast<stall_reason>(r.detail)) : "-"));
    } else if (channel < semaphores_at) {
      file.set(first_bank + channel - banks_at, r.value);
    } else if (channel < requests_at) {
      file.set(first_semaphore + channel - semaphores_at, r.value);
    } else if (channel >= channels) {
      const brought& b = brought_of[channel - channels];
      if (clock_ && (b.signal == clk || b.signal == rst_n)) (b.signal == clk ? edge : reset) = r.value != 0;
      else if (b.text) file.set(b.signal, std::string_view(b.text(r.value)));
      else file.set(b.signal, r.value, b.word);
    } else if (channel >= cores_at) {
      core_signals& c = core_of[channel - cores_at];
      const uint64_t function = r.value >> 8;
      if (function >= c.names.size()) c.names.resize(function + 1);
      if (c.names[function].empty()) c.names[function] = word_of_function(cores_[channel - cores_at].code, function);
      file.set(c.busy, r.kind == passed);
      file.set(c.pc, r.word);
      file.set(c.function, std::string_view(r.kind == held || r.kind == passed ? c.names[function] : "-"));
      file.set(c.waits,
               std::string_view(r.kind == held || r.kind == in_reset ? name(static_cast<stall_reason>(r.detail)) : "-"));
    } else {
      const size_t which = channel - requests_at;
      for (uint64_t bits = port_masks[which] ^ r.value; bits; bits &= bits - 1) {
        const auto port = static_cast<size_t>(__builtin_ctzll(bits));
        file.set(first_port + 2 * port + which, (r.value >> port) & 1);
      }
      port_masks[which] = r.value;
    }
  }
  go_to(std::max(end, cycle + 1));
  if (end >= cycle) out << '#' << end * scale << '\n';
  out.close();
  if (const std::string view = view_of(path_); !view.empty())
    write_view(view, std::filesystem::path(path_).filename().string(), scope, file.signals(), window_.from);
}

}  // namespace tensix
