#include "observe/why/advice.h"

#include <algorithm>
#include <optional>

#include "support/text/text_columns.h"

namespace tensix {
namespace {

// Less than so much of the run is no advice: the what-ifs are not that exact. Fewer rounds than that are no loop.
constexpr double worth_saying = 0.02;
constexpr uint64_t fewest_rounds = 4;

bool contains(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }
bool begins(const std::string& text, const char* part) { return text.rfind(part, 0) == 0; }

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
    if (!(changes_of(c.function) >> change & 1)) continue;
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

// All of that together: where one thread waits for another, no single one of them saves anything.
std::optional<saving> rounds_by_tile(const run_of_calls& run) {
  const repeated r = repeated_calls(run, without_turns);
  const uint64_t needed = run.blocks_needed(), rounds = repeated_calls(run, without_buffer_turns).most;
  if (needed == 0 || run.blocks() <= needed || rounds <= needed) return {};
  const uint64_t saved = without_some(run.saves[without_turns], rounds, needed);
  return saving{saved, text_of(r, run, "inits, turns at Dst and at buffers together",
                               "once per block of " + std::to_string(run.dst_tiles) + " tiles suffices", saved)};
}

constexpr std::optional<saving> (*rules[])(const run_of_calls&) = {inits_in_the_loop, buffers_by_tile, rounds_by_tile};

}  // namespace

unsigned changes_of(const std::string& f) {
  unsigned changes = 0;
  if (contains(f, "_init") || contains(f, "reconfig") || begins(f, "init_")) changes |= 1u << without_inits;
  if (f == "cb_wait_front" || f == "cb_pop_front" || f == "cb_reserve_back" || f == "cb_push_back")
    changes |= 1u << without_buffer_turns;
  const bool of_dst = begins(f, "tile_regs_") || f == "acquire_dst" || f == "release_dst";
  return changes || of_dst ? changes | 1u << without_turns : 0;
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
