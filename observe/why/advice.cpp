// SPDX-License-Identifier: Apache-2.0
#include "observe/why/advice.h"

#include <algorithm>
#include <optional>

#include "support/text/text_columns.h"

namespace tensix {
namespace {

// Less than so much of the run is no advice: the what-ifs are not that exact. Fewer rounds than that are no loop.
constexpr double worth_saying = 0.02;
constexpr uint64_t fewest_rounds = 4;
// So many rounds of a kernel, of a reader or writer become one.
constexpr unsigned turns_joined = 8, pages_joined = 4;

bool contains(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }
bool begins(const std::string& text, const char* part) { return text.rfind(part, 0) == 0; }

bool is_barrier(const std::string& f) {
  return f == "noc_async_read_barrier" || f == "noc_async_write_barrier" || f == "noc_async_writes_flushed" ||
         f == "noc_async_full_barrier";
}

// Of a page, or of bytes at an address: not a tile, which is as large as it is.
bool reads_part(const std::string& f) {
  return begins(f, "noc_async_read") && !contains(f, "barrier") && !contains(f, "_tile") && !contains(f, "_set_");
}

struct run_of_calls {
  const std::vector<called>& calls;
  const std::array<uint64_t, advice_changes>& saves;
  uint64_t cycles;
  unsigned dst_tiles;

  uint64_t times(const char* core, const char* function) const {
    uint64_t n = 0;
    for (const called& c : calls)
      if (c.core == core && c.function == function) n += c.times;
    return n;
  }
  // Pages that a core moves: as often as the line is executed that does.
  uint64_t pages(const std::string& core) const {
    uint64_t most = 0;
    for (const called& c : calls)
      if (c.core == core && !is_barrier(c.function) &&
          (begins(c.function, "noc_async_read") || begins(c.function, "noc_async_write")))
        most = std::max(most, c.times);
    return most;
  }
  uint64_t blocks() const { return times("t1", "tile_regs_acquire") + times("t1", "acquire_dst"); }
  uint64_t tiles() const { return times("t2", "pack_tile"); }
  // How many blocks of as many tiles as Dst has there would be; 0: not known.
  uint64_t blocks_needed() const { return dst_tiles && blocks() ? (tiles() + dst_tiles - 1) / dst_tiles : 0; }
};

// The calls of a change that are made in a loop.
struct repeated {
  std::vector<std::string> lines;                       // "add.cpp:12 add_tiles_init 64 times"
  uint64_t kinds = 0, times = 0, most = 0, cycles = 0;  // kinds: lines and functions
};

// A line is compiled for each thread; its calls count where they are most.
repeated repeated_calls(const run_of_calls& run, advice_change change) {
  repeated r;
  std::vector<const called*> largest;  // of each line and function
  for (const called& c : run.calls) {
    if (!(changes_of(c.function, c.moves).saved >> change & 1)) continue;
    r.cycles += c.cycles;
    if (c.times < fewest_rounds) continue;
    const auto same = std::find_if(largest.begin(), largest.end(),
                                   [&](const called* x) { return x->line == c.line && x->function == c.function; });
    if (same == largest.end()) largest.push_back(&c);
    else if ((*same)->times < c.times) *same = &c;
  }
  std::stable_sort(largest.begin(), largest.end(), [](const called* a, const called* b) { return a->cycles > b->cycles; });
  for (const called* c : largest) {
    if (r.lines.size() < 3) r.lines.push_back(c->function + " (" + c->line + ")");
    ++r.kinds;
    r.times += c->times;
    r.most = std::max(r.most, c->times);
  }
  return r;
}

struct saving {
  uint64_t cycles;
  std::string text;
};

std::string text_of(const repeated& r, const run_of_calls& run, const std::string& what, const std::string& cure,
                    uint64_t saved) {
  std::string lines;
  for (const std::string& l : r.lines) lines += (lines.empty() ? "" : ", ") + l;
  return what + " are " + fixed(100 * static_cast<double>(r.cycles) / static_cast<double>(run.cycles), 0) +
         " % of the critical path: " + grouped(r.times) + " calls, " + lines + "; " + cure + "; would save about " +
         grouped(saved) + " cycles";
}

// Of `saved` cycles, without all but the first call, what is left if `needed` of `times` stay.
uint64_t without_some(uint64_t saved, uint64_t times, uint64_t needed) {
  return times > needed && times > 1 ? saved * (times - needed) / (times - 1) : 0;
}

// Of `saved` cycles, without all but each `joined`-th round, what is left if `needed` of `times` rounds stay.
uint64_t without_some_rounds(uint64_t saved, unsigned joined, uint64_t times, uint64_t needed) {
  return times > needed ? saved * (times - needed) / times * joined / (joined - 1) : 0;
}

// ---- The rules

// An init that nothing else undoes holds until the end; of several kinds, or for several buffers, each once for a block of as many tiles as Dst has.
std::optional<saving> inits_in_the_loop(const run_of_calls& run) {
  const repeated r = repeated_calls(run, without_inits);
  if (r.kinds == 0) return {};
  const bool alone = r.kinds == 1;
  const uint64_t needed = alone ? 1 : run.blocks_needed();
  if (needed == 0 || r.most <= needed) return {};
  const uint64_t saved = without_some(run.saves[without_inits], r.most, needed);
  return saving{saved, text_of(r, run, "inits",
                               alone ? "once, before the loop, suffices"
                                     : "once per block suffices, of " + std::to_string(run.dst_tiles) + " tiles",
                               saved)};
}

// Tiles are waited for, taken, reserved and handed on one by one.
std::optional<saving> buffers_by_tile(const run_of_calls& run) {
  const repeated r = repeated_calls(run, without_buffer_turns);
  const uint64_t needed = run.blocks_needed();
  if (r.kinds == 0 || needed == 0 || r.most <= needed) return {};
  const uint64_t saved = without_some(run.saves[without_buffer_turns], r.most, needed);
  return saving{saved, text_of(r, run, "calls of circular buffers",
                               "once per block of " + std::to_string(run.dst_tiles) + " tiles suffices", saved)};
}

// All of that together: where one thread waits for another, no single one of them saves anything. Nor do all, if the path has none.
std::optional<saving> rounds_by_tile(const run_of_calls& run) {
  const repeated r = repeated_calls(run, without_turns);
  if (static_cast<double>(r.cycles) < worth_saying * static_cast<double>(run.cycles)) return {};
  const uint64_t needed = run.blocks_needed(), rounds = repeated_calls(run, without_buffer_turns).most;
  if (needed == 0 || run.blocks() <= needed || rounds <= needed) return {};
  const uint64_t saved = without_some_rounds(run.saves[without_turns], turns_joined, rounds, needed);
  return saving{saved, text_of(r, run, "inits, turns at Dst and at buffers together",
                               "once per block of " + std::to_string(run.dst_tiles) + " tiles suffices", saved)};
}

// A reader or a writer waits for each page by itself: the way there and back is waited for each time.
std::optional<saving> barriers_by_page(const run_of_calls& run) {
  const called* most = nullptr;
  uint64_t pages = 0;
  for (const called& c : run.calls) {
    if (!c.moves || !is_barrier(c.function) || c.times < fewest_rounds) continue;
    const uint64_t moved = run.pages(c.core);
    if (c.times >= moved && (!most || c.cycles > most->cycles)) most = &c, pages = moved;
  }
  if (!most || pages < fewest_rounds) return {};
  const uint64_t saved = run.saves[without_barriers];
  return saving{saved, most->core + " waits in " + most->function + " (" + most->line + ") " + grouped(most->times) +
                           " times, for a page at a time; once for " + std::to_string(pages_joined) +
                           " pages, of as many reserved and handed on together, would save about " + grouped(saved) +
                           " cycles"};
}

// Each read takes a core some time, however few bytes it moves. (What a write takes is more than the call: it waits for the NoC.)
std::optional<saving> small_pages(const run_of_calls& run) {
  const called* most = nullptr;
  for (const called& c : run.calls)
    if (c.moves && reads_part(c.function) && c.times >= 2 * fewest_rounds && (!most || c.cycles > most->cycles)) most = &c;
  if (!most) return {};
  const uint64_t saved = run.saves[with_larger_pages];
  return saving{saved, most->core + " calls " + most->function + " (" + most->line + ") " + grouped(most->times) +
                           " times; half as many, of pages twice as large, would save about " + grouped(saved) + " cycles"};
}

// The feed is what the run waits for.
std::optional<saving> smaller_tiles(const run_of_calls& run, advice_change change, const std::string& whose) {
  const uint64_t saved = run.saves[change];
  return saving{saved, whose + " take longer than the kernel; a format of half as many bytes a tile would save about " +
                           grouped(saved) + " cycles"};
}
std::optional<saving> smaller_inputs(const run_of_calls& run) { return smaller_tiles(run, with_smaller_inputs, "the inputs"); }
std::optional<saving> smaller_outputs(const run_of_calls& run) {
  return smaller_tiles(run, with_smaller_outputs, "the outputs");
}

// The feed waits for room, and the kernel then for the feed.
std::optional<saving> more_room(const run_of_calls& run) {
  const uint64_t saved = run.saves[with_room];
  return saving{saved, "inputs wait for room in their circular buffers; a larger capacity would save about " + grouped(saved) +
                           " cycles"};
}

constexpr std::optional<saving> (*rules[])(const run_of_calls&) = {inits_in_the_loop, buffers_by_tile, rounds_by_tile,
                                                                   barriers_by_page,  small_pages,     smaller_inputs,
                                                                   smaller_outputs,   more_room};

}  // namespace

call_changes changes_of(const std::string& f, bool moves) {
  const auto bit = [](advice_change c) { return 1u << c; };
  const bool takes = f == "cb_wait_front" || f == "cb_reserve_back", gives = f == "cb_pop_front" || f == "cb_push_back";
  if (moves) {
    const unsigned joined = takes || gives || is_barrier(f) ? bit(without_barriers) : 0;
    return {joined | (reads_part(f) ? bit(with_larger_pages) : 0), takes || is_barrier(f) ? joined : 0};
  }
  unsigned saved = 0;
  if (contains(f, "_init") || contains(f, "reconfig") || begins(f, "init_")) saved |= bit(without_inits);
  if (takes || gives) saved |= bit(without_buffer_turns);
  const bool of_dst = begins(f, "tile_regs_") || f == "acquire_dst" || f == "release_dst";
  if (saved || of_dst) saved |= bit(without_turns);
  return {saved, takes ? bit(without_turns) : 0};
}

unsigned kept_in_round(uint64_t round) {
  return (round % turns_joined == 1 ? 1u << without_turns : 0) | (round % pages_joined == 1 ? 1u << without_barriers : 0) |
         (round % 2 == 1 ? 1u << with_larger_pages : 0);
}

std::vector<std::string> advice_on(const std::vector<called>& calls, const std::array<uint64_t, advice_changes>& saves,
                                   uint64_t cycles, unsigned dst_tiles) {
  const run_of_calls run{calls, saves, cycles, dst_tiles};
  std::vector<saving> all;
  for (const auto rule : rules)
    if (const std::optional<saving> s = rule(run);
        s && static_cast<double>(s->cycles) >= worth_saying * static_cast<double>(cycles))
      all.push_back(*s);
  std::stable_sort(all.begin(), all.end(), [](const saving& a, const saving& b) { return a.cycles > b.cycles; });
  std::vector<std::string> text;
  for (const saving& s : all) text.push_back(s.text);
  return text;
}

}  // namespace tensix
