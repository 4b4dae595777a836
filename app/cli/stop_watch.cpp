// SPDX-License-Identifier: Apache-2.0
#include "app/cli/stop_watch.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <set>

#include "app/options/options.h"
#include "models/isa/isa.h"
#include "models/isa/value_names.h"
#include "models/memory/address_map.h"
#include "support/text/hex_text.h"
#include "support/text/nearest.h"

namespace tensix {
namespace {

[[noreturn]] void refuse(const std::string& text, const std::string& why) {
  throw usage_error("--stop-at=" + text + ": " + why);
}

// "gelu" of "void ns::gelu<4>(int)".
std::string short_name(const std::string& function) {
  const std::string brief = brief_function(function);
  return brief.find("operator") == std::string::npos ? brief.substr(0, brief.find('<')) : brief;
}

bool is_file(const std::string& path, const std::string& wanted) {
  if (path == wanted) return true;
  return path.size() > wanted.size() && path.compare(path.size() - wanted.size(), wanted.size(), wanted) == 0 &&
         path[path.size() - wanted.size() - 1] == '/';
}

}  // namespace

stop_watch::stop_watch(const std::vector<stop_place>& places, simulation& sim, watched_cores& cores, const std::string& stream,
                       const std::vector<int>& lines)
    : sim_(sim), cores_(cores), places_(places) {
  if (places_.empty()) return;
  code_.resize(cores.all().size());
  bool observes = false;
  for (size_t i = 0; i < places_.size(); ++i) {
    const stop_place& p = places_[i];
    switch (p.what) {
      case stop_place::kind::cycle: sim.stop_at = std::min<cycle_t>(sim.stop_at, p.number); break;
      case stop_place::kind::word:
        find_word(i);
        observes = true;
        break;
      case stop_place::kind::instruction:
        if (p.core != core_count && p.core >= thread_count)
          refuse(p.text, "instructions pass the gates of T0, T1 and T2; " + std::string(core_names[p.core].text) + " has none");
        observes = true;
        break;
      case stop_place::kind::line:
      case stop_place::kind::function:
        if (!stream.empty() && p.what == stop_place::kind::line) find_stream_line(p, stream, lines);
        else find_code(i);
        break;
    }
  }
  if (observes) {
    sim.tile().attach(*this);
    for (const simulation::whole_tile& t : sim.whole_tiles())
      if (&t.tile != &sim.tile()) t.tile.attach(*this);
  }
  // Where a core or player is in the moment of the stop is known only if it is not ahead.
  cores.look([this](size_t core, uint32_t pc) { return looks(core, pc); });
  for (const auto& player : sim.players())
    player->at_step = [this, core = player->core()](int line) {
      for (const stop_place& p : places_)
        if (p.what == stop_place::kind::line && line != 0 && p.number == static_cast<uint64_t>(line) &&
            (p.core == core_count || p.core == core))
          found(p, std::string(core_names[core].text) + " comes to line " + std::to_string(line));
    };
}

void stop_watch::find_stream_line(const stop_place& p, const std::string& stream, const std::vector<int>& lines) {
  if (!is_file(stream, p.name)) refuse(p.text, "the stream is " + stream + did_you_mean(p.name, {base_name(stream)}));
  const int line = static_cast<int>(std::min<uint64_t>(p.number, 1u << 30));
  const auto next = std::lower_bound(lines.begin(), lines.end(), line);
  if (next != lines.end() && *next == line) return;
  refuse(p.text, "no step begins in line " + std::to_string(p.number) +
                     (next != lines.end() ? "; did you mean " + base_name(stream) + ":" + std::to_string(*next) + "?"
                      : lines.empty()     ? "; the stream has none"
                                          : "; the last one is in line " + std::to_string(lines.back())));
}

void stop_watch::find_code(size_t place) {
  const stop_place& p = places_[place];
  const bool of_line = p.what == stop_place::kind::line;
  if (cores_.all().empty())
    refuse(p.text, std::string(of_line ? "lines" : "functions") +
                       " are those of programs on the cores, and none run here; give a cycle, the address of a word or an "
                       "instruction" +
                       (of_line ? "" : did_you_mean(p.name, instruction_names())));
  bool any = false;
  std::set<std::string> names;
  std::set<uint64_t> lines;
  for (size_t i = 0; i < cores_.all().size(); ++i) {
    const watched_cores::one& c = cores_.all()[i];
    if (p.core != core_count && p.core != c.number) continue;
    for (const elf_image::segment& s : c.image->segments())
      for (uint32_t pc = s.address; pc + 4 <= s.address + s.bytes.size(); pc += 4) {
        const uint32_t word = pc / 4;
        if (pc >= c.tile->state().l1.size()) break;  // data
        bool here = false;
        const std::vector<elf_image::place> frames = c.image->frames(pc);
        for (const elf_image::place& f : frames) {
          const std::string name = short_name(f.function);
          if (!of_line) {
            names.insert(name);
            here = here || name == p.name || brief_function(f.function) == p.name || f.function == p.name;
          } else if (!f.file.empty()) {
            names.insert(base_name(f.file));
            if (!is_file(f.file, p.name)) continue;
            lines.insert(f.line);
            here = here || f.line == p.number;
          }
        }
        if (!here) continue;
        any = true;
        if (code_[i].size() <= word) code_[i].resize(word + 1);
        if (!code_[i][word]) code_[i][word] = static_cast<uint8_t>(place + 1);
      }
  }
  if (any) return;
  names.erase("(no function)");
  const std::vector<std::string> known(names.begin(), names.end());
  if (names.empty())
    refuse(p.text, p.core != core_count && std::none_of(cores_.all().begin(), cores_.all().end(),
                                                        [&](const auto& c) { return c.number == p.core; })
                       ? std::string(core_names[p.core].text) + " runs no program"
                   : of_line ? "the programs have no debug information; compile them with -g"
                             : "the programs have no symbols");
  if (lines.empty()) {
    std::string best = nearest(p.name, known);
    if (best.empty() && !of_line) best = nearest(p.name, instruction_names());
    if (best.empty())  // however far it is
      best = *std::min_element(known.begin(), known.end(), [&](const std::string& a, const std::string& b) {
        const auto letters = [&](const std::string& name) { return letters_between(p.name, name.substr(0, p.name.size())); };
        return letters(a) < letters(b);
      });
    const std::string who =
        p.core == core_count ? "no program has" : std::string(core_names[p.core].text) + "'s program has no";
    refuse(p.text, who + " " +
                       (of_line                ? "code of a file"
                        : p.core == core_count ? "a function"
                                               : "function") +
                       " of that name; did you mean '" + best + "'?");
  }
  const auto next = lines.lower_bound(p.number);
  refuse(p.text, "there is no code of line " + std::to_string(p.number) + "; did you mean " + p.name + ":" +
                     std::to_string(next == lines.end() ? *lines.rbegin() : *next) + "?");
}

// ---- Words

void stop_watch::find_word(size_t place) {
  const stop_place& p = places_[place];
  const uint32_t address = static_cast<uint32_t>(p.number);
  const uint32_t l1_bytes = static_cast<uint32_t>(sim_.tile().state().l1.size());
  if (address + uint64_t{4} <= l1_bytes) {
    if (p.core != core_count) refuse(p.text, "L1 is written by many; leave the core out");
    const auto watch = [this, place, address](tensix_tile& tile) {
      tile.l1_written.push_back([this, place, address, &tile](uint32_t first, uint32_t bytes) {
        if (first >= address + 4 || first + bytes <= address) return;
        uint32_t value = 0;
        tile.state().bring_l1(address, 4);
        std::memcpy(&value, &tile.state().l1[address], 4);
        found(places_[place], sim_.tile_text(tile) + "L1 is written at " + hex_text(address) + ", it holds " + hex_text(value));
      });
    };
    if (sim_.whole_tiles().empty()) watch(sim_.tile());
    for (const simulation::whole_tile& t : sim_.whole_tiles()) watch(t.tile);
    return;
  }
  const decoded_address d = address_map::decode(core_b, address, l1_bytes);
  switch (d.region) {
    case address_region::config:
    case address_region::thread_config:
    case address_region::gpr:
    case address_region::semaphore: return;
    case address_region::local_ram:
      for (size_t i = 0; i < cores_.all().size(); ++i) {
        const watched_cores::one& c = cores_.all()[i];
        uint32_t value = 0;
        if ((p.core == core_count || p.core == c.number) && c.core->look_at(address, &value, 4))
          ram_words_.push_back({i, place, address, value});
      }
      if (ram_words_.empty()) refuse(p.text, "no core that runs a program has this word in its data RAM");
      return;
    default:
      refuse(p.text, hex_text(address) + " is no word that can be watched: those of L1 (below " + hex_text(l1_bytes) +
                         "), data RAMs, Config, ThreadConfig, GPRs and semaphores can");
  }
}

bool stop_watch::wants(const stop_place& p, address_region region, unsigned index, unsigned first, unsigned count) const {
  if (p.what != stop_place::kind::word || p.number < sim_.tile().state().l1.size()) return false;
  const decoded_address d = address_map::decode(core_b, static_cast<uint32_t>(p.number));
  if (d.region != region || d.index != index) return false;
  return region == address_region::semaphore || (d.item >= first && d.item < first + count);
}

void stop_watch::written(address_region region, unsigned index, unsigned first, unsigned count, const std::string& what) {
  for (const stop_place& p : places_)
    if (wants(p, region, index, first, count)) found(p, what);
}

void stop_watch::config_written(unsigned bank, unsigned index, uint32_t value, uint64_t) {
  const bool thread = bank >= 2;
  written(thread ? address_region::thread_config : address_region::config, thread ? bank - 2 : bank, index, 1,
          (thread ? "ThreadConfig of T" + std::to_string(bank - 2) : "Config bank " + std::to_string(bank)) + " word " +
              std::to_string(index) + " becomes " + hex_text(value));
}
void stop_watch::gprs_written(unsigned, unsigned thread, unsigned first, unsigned count, uint64_t) {
  written(address_region::gpr, thread, first, count, "GPRs of T" + std::to_string(thread) + " are written");
}
void stop_watch::semaphore_is(unsigned index, unsigned value, uint64_t) {
  written(address_region::semaphore, index, 0, 1, "semaphore " + std::to_string(index) + " becomes " + std::to_string(value));
}

// ---- While it runs

bool stop_watch::looks(size_t core, uint32_t pc) {
  const watched_cores::one& c = cores_.all()[core];
  if (pc / 4 < code_[core].size()) {
    const uint32_t first = pc / 4,
                   end = std::min<uint32_t>(first + cores_.together(core, pc), static_cast<uint32_t>(code_[core].size()));
    for (uint32_t word = first; word < end; ++word)
      if (code_[core][word])
        found(places_[code_[core][word] - 1u], c.name + " comes to " + sim_.place_of(*c.tile, c.number, 4 * word));
  }
  for (const held_word& w : ram_words_) {
    uint32_t value = w.value;
    if (w.core == core && c.core->look_at(w.address, &value, 4) && value != w.value)
      found(places_[w.place],
            c.name + "'s data RAM holds " + hex_text(value) + " at " + hex_text(w.address) + ", it held " + hex_text(w.value));
  }
  return found_.empty();
}

void stop_watch::offering(const gate_event& e) {
  for (const stop_place& p : places_) {
    if (p.what != stop_place::kind::instruction || (p.core != core_count && p.core != e.thread)) continue;
    if (p.exactly ? e.word != p.number : e.word >> 24 != p.number >> 24) continue;
    found(p, "T" + std::to_string(e.thread) + " offers \"" + disassemble_with_names(e.word) + "\" to its unit");
  }
}

void stop_watch::found(const stop_place& p, const std::string& what) {
  if (!found_.empty()) return;
  found_ = "--stop-at=" + p.text + ": " + what;
  held_ = hold();
  if (stopped) stopped();
  sim_.stop_here();
}

std::string stop_watch::hold() const {
  std::string text;
  for (const watched_cores::one& c : cores_.all())
    if (c.core->state() != riscv_core::condition::in_reset) text += core_registers_text(*c.core, c.name + " registers:");
  // Too much for the stack of a core's process.
  const auto contents = std::make_unique<register_contents>(sim_.tile().state(), sim_.tile().functions().vector_unit);
  return text + dst_text(*contents) + src_text(*contents) + lregs_text(*contents);
}

std::string stop_watch::text(const run_result& r) {
  if (places_.empty()) return {};
  if (r.how == run_outcome::stopped && found_.empty()) {  // in a cycle
    for (const stop_place& p : places_)
      if (p.what == stop_place::kind::cycle && p.number == r.cycles) found_ = "--stop-at=" + p.text + ": this cycle is next";
    held_ = hold();
  }
  if (!found_.empty()) return found_ + "\n" + held_;
  std::string all;
  for (const stop_place& p : places_) all += (all.empty() ? "" : ", ") + p.text;
  return "warning: --stop-at: the run has not come to " + all + "\n";
}

}  // namespace tensix
