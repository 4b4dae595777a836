#include "models/config_unit/config_unit.h"

#include <algorithm>

#include "models/config_unit/config_consumers.h"

namespace tensix {

config_unit::config_unit(sc_core::sc_module_name name, const config_unit_parameters& parameters, tensix_state& state)
    : sc_module(name), issue("issue"), parameters_(parameters), state_(state), function_(state) {
  issue(*this);
  SC_HAS_PROCESS(config_unit);
  SC_METHOD(process);
  dont_initialize();
  sensitive << run_.event();
  SC_METHOD(process_requests);
  dont_initialize();
  sensitive << requests_.event();
}

int config_unit::stage_of(const entry& e, cycle_t cycle) const {
  if (cycle >= e.leaves0) return 1;
  if (cycle >= e.stage0) return 0;
  if (cycle < e.left_prepare) return -4;
  return -static_cast<int>(e.stage0 - cycle);
}

// First cycle in which its result can be seen: after stage 0, RDCFG after the GPR write behind it.
cycle_t config_unit::effect(const entry& e) const { return std::max(e.leaves0, e.entered + 1) + e.behind; }

// Does it read in an earlier stage than it writes?
bool config_unit::reads_first(const entry& e) {
  return e.behind || e.left_prepare || (e.word && opcode_of(e.word) == opcode::WRCFG);
}

// The cycle of its next step: RDCFG takes its value when it leaves stage 0, and writes the GPR behind it; STREAMWRCFG reads the
// overlay in stage -3, WRCFG the GPR in stage -1, both write in stage 0.
cycle_t config_unit::due(const entry& e) const {
  if (e.read || !reads_first(e)) return effect(e);
  if (e.behind) return std::max(e.leaves0, e.entered + 1);
  return e.left_prepare ? e.left_prepare : e.entered + 1;
}

// The first cycle >= `cycle` in which an instruction can enter at `stage`.
cycle_t config_unit::may_enter(int stage, cycle_t cycle) const {
  for (cycle_t c = cycle;; ++c) {
    bool free = true;
    for (const auto& e : pipeline_) {
      const int s = stage_of(e, c);
      if (s == 1) continue;
      const bool shiftmask_first = opcode_of(e.word) == opcode::CFGSHIFTMASK && e.word && c == e.stage0;
      // Instructions that enter in the same cycle at different stages do not hold each other back.
      const bool ahead = s < stage && s >= -3 && e.entered != c;
      if (s == stage || ahead || (stage == -1 && shiftmask_first)) free = false;
    }
    if (free) return c;
  }
}

issue_response config_unit::offer(const issue_request& r) {
  const opcode op = opcode_of(r.word);
  if (op == opcode::SETC16) {  // its own path: one a thread a cycle
    pipeline_.push_back({r.word, static_cast<uint8_t>(r.thread), false, r.cycle, r.cycle, r.cycle, 0, 0, 0, 0, false});
    account_.busy(r.cycle, r.cycle + 1);
    account_.executed(static_cast<int>(r.thread), r.word, r.cycle, r.cycle, r.cycle + 1);
    run_.arm(r.cycle + 1);
    return issue_response::accept(r.cycle + 1);
  }
  const int stage = op == opcode::STREAMWRCFG ? -4 : op == opcode::WRCFG ? -1 : 0;
  const cycle_t enters = may_enter(stage, r.cycle);
  if (enters > r.cycle) return issue_response::refuse(stall_reason::config_pipeline, enters);
  entry e{r.word, static_cast<uint8_t>(r.thread), false, r.cycle, 0, r.cycle, 0, 0, 0, 0, false};
  if (op == opcode::STREAMWRCFG) {
    e.left_prepare = r.cycle + parameters_.stream_prepare_cycles;
    for (const auto& load : overlay_loads_)  // the overlay serves a core's load instead
      if (load.begin <= e.left_prepare && e.left_prepare < load.end) e.left_prepare = load.end;
    e.stage0 = e.left_prepare + parameters_.stream_read_cycles;
  } else if (op == opcode::WRCFG) {
    e.stage0 = r.cycle + 1;
  }
  e.behind = op == opcode::RDCFG ? parameters_.rdcfg_gpr_write_cycles : 0;
  e.leaves0 = e.stage0 + (op == opcode::CFGSHIFTMASK ? parameters_.cfgshiftmask_cycles : 1);
  pipeline_.push_back(e);
  account_.busy(r.cycle, e.leaves0 + e.behind);
  account_.executed(static_cast<int>(r.thread), r.word, r.cycle, r.cycle, e.leaves0 + e.behind);
  run_.arm(due(e));
  return issue_response::accept(r.cycle + 1);
}

cycle_t config_unit::overlay_load(cycle_t arrives) {
  while (!overlay_loads_.empty() && overlay_loads_.front().end <= now_cycle()) overlay_loads_.pop_front();
  if (parameters_.overlay_read_cycles == 0) return arrives;
  cycle_t served = overlay_loads_.empty() ? arrives : std::max(arrives, overlay_loads_.back().end);
  const auto taken = [&] {
    for (const auto& e : pipeline_)
      if (e.left_prepare == served && e.word && opcode_of(e.word) == opcode::STREAMWRCFG) return true;
    return false;
  };
  while (taken()) ++served;
  overlay_loads_.push_back({served, served + parameters_.overlay_read_cycles});
  return served;
}

void config_unit::submit(request r) {
  requests_.arm(r.arrives);
  waiting_.push_back(std::move(r));
}

// One request a cycle enters, if no instruction is in its way: instructions that enter at earlier stages can starve it.
void config_unit::process_requests() {
  const cycle_t c = requests_.begin();
  if (waiting_.empty()) return;
  if (waiting_.front().arrives <= c && may_enter(0, c) == c) {
    const request r = std::move(waiting_.front());
    waiting_.pop_front();
    pipeline_.push_back({0, 0, false, c, c + 1, c, 0, r.bank, r.index, r.value, r.write});
    if (r.both_banks) pipeline_.push_back({0, 0, false, c, c + 1, c, 0, r.bank ^ 1, r.index, r.value, r.write});
    for (unsigned i = 1; i < r.words; ++i)
      pipeline_.push_back({0, 0, false, c, c + 1, c, 0, r.bank, r.index + i, r.more[i - 1], r.write});
    account_.busy(c, c + 1);
    run_.arm(c + 1);
    if (r.done) r.done(c);
  }
  if (!waiting_.empty()) requests_.arm(std::max(c + 1, waiting_.front().arrives));
}

namespace {
struct word_range {
  unsigned first, count;
};
// The words of Config that an instruction writes.
word_range written_by(uint32_t word) {
  switch (opcode_of(word)) {
    case opcode::WRCFG: {
      const unsigned first = insn::WRCFG::cfg_reg(word);
      return insn::WRCFG::wr128b(word) ? word_range{first & ~3u, 4} : word_range{first, 1};
    }
    case opcode::CFGSHIFTMASK: return {insn::CFGSHIFTMASK::cfg_reg(word), 1};
    case opcode::STREAMWRCFG: return {insn::STREAMWRCFG::cfg_reg(word), 1};
    case opcode::RMWCIB0:
    case opcode::RMWCIB1:
    case opcode::RMWCIB2:
    case opcode::RMWCIB3: return {insn::RMWCIB0::cfg_reg_addr(word), 1};
    default: return {0, 0};
  }
}
}  // namespace

// For REG2FLOP: its last cycle in stage 0 was a write to a THCON word.
void config_unit::note_thcon(const entry& e) {
  const word_range written = e.word ? written_by(e.word) : word_range{e.index, e.write ? 1u : 0u};
  for (unsigned i = written.first; i < written.first + written.count; ++i)
    if (i >= first_thcon_word && i < first_global_word) thcon_written_in_ = e.leaves0 - 1;
}

std::optional<config_unit::hazard> config_unit::reads_too_early(uint32_t word, unsigned thread) const {
  for (const auto& e : pipeline_) {
    if (!e.word || e.thread != thread || e.done) continue;
    if (e.leaves0 == e.entered + 1) continue;  // RMWCIB: written before anything else can start
    const word_range target = written_by(e.word);
    for (unsigned i = target.first; i < target.first + target.count; ++i)
      if (consumes(word, i)) return hazard{e.word, i};
  }
  return std::nullopt;
}

// GPR write contention: an RDCFG whose last cycle in stage +1 was the one before `now` stays there if somebody else wrote a GPR
// in that cycle; whoever would move up behind it keeps its stage, too.
void config_unit::hold_rdcfg(cycle_t now) {
  if (!gpr_port_taken || !gpr_port_taken(now - 1)) return;
  for (auto& e : pipeline_) {
    if (e.done || !e.behind || effect(e) != now) continue;
    ++e.behind;
    account_.busy(now, now + 1);
    // An RDCFG that would leave stage 0 stays, and with it everything in the stages before.
    bool blocked = false;
    for (const auto& f : pipeline_) blocked |= !f.done && f.behind && f.leaves0 == now;
    if (!blocked) return;
    for (auto& f : pipeline_) {
      if (&f == &e || f.done || f.leaves0 < now || (f.word && opcode_of(f.word) == opcode::SETC16)) continue;
      if (f.stage0 >= now) ++f.stage0;
      if (f.left_prepare >= now) ++f.left_prepare;
      ++f.leaves0;
      account_.busy(f.leaves0 - 1 + f.behind, f.leaves0 + f.behind);
    }
    return;
  }
}

// One step: whoever has had its last cycle in stage 0 takes effect now, in the order of leaving the stage; from this cycle on
// instructions see the new value.
void config_unit::process() {
  const cycle_t c = run_.begin();
  cycle_t next = never;
  bool changed = false;
  hold_rdcfg(c);
  for (;;) {
    entry* first = nullptr;
    for (auto& e : pipeline_)
      if (!e.done && due(e) <= c && (!first || due(e) < due(*first))) first = &e;
    if (!first) break;
    if (!first->read && reads_first(*first)) {
      const auto source = function_.read_source(first->word, first->thread);
      first->read = true;
      first->write = source.has_value();
      first->source = source.value_or(config_unit_function::words{});
      continue;
    }
    first->done = changed = true;
    note_thcon(*first);
    if (first->read) {
      if (first->write) function_.write_result(first->word, first->thread, first->source);
    } else if (first->word) function_.execute(first->word, first->thread);
    else if (first->write) function_.write(first->bank, first->index, first->value);
  }
  pipeline_.erase(std::remove_if(pipeline_.begin(), pipeline_.end(), [](const entry& e) { return e.done; }), pipeline_.end());
  for (const auto& e : pipeline_) next = std::min(next, due(e));
  if (changed)
    for (auto* l : listeners_) l->state_changed(c);
  run_.arm(next);
}

cycle_t config_unit::idle_from(cycle_t now) const {
  cycle_t idle = now;
  for (const auto& e : pipeline_) idle = std::max(idle, effect(e));
  return idle;
}

cycle_t config_unit::drained_from(unsigned thread, cycle_t now) const {
  cycle_t idle = now;
  for (const auto& e : pipeline_)
    if (e.word && e.thread == thread) idle = std::max(idle, effect(e));
  return idle;
}

}  // namespace tensix
