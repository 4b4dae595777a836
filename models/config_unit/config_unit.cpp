// SPDX-License-Identifier: Apache-2.0
#include "models/config_unit/config_unit.h"

#include <algorithm>

#include "models/config_unit/config_consumers.h"
#include "models/observe/observer.h"

namespace tensix {

config_unit::config_unit(sc_core::sc_module_name name, const config_unit_parameters& parameters, tensix_state& state,
                         config_unit_function& function)
    : config_unit_if(name),
      parameters_(parameters),
      state_(state),
      function_(function),
      stages_(stage_0 + parameters.stream_read_cycles + 2) {}

// ---- Entering

// CFGSHIFTMASK keeps stage -1 empty in all its cycles but the last.
bool config_unit::blocks_minus_1(cycle_t now) const {
  const occupant& e = stages_[stage_0];
  return e.present && opcode_of(e.operation.word) == opcode::CFGSHIFTMASK && e.operation.word && now + 1 < e.stays_until;
}

// Instructions that enter in the same cycle at different stages do not hold each other back, unless the later stage belongs to
// one that `blocks_behind` it.
bool config_unit::may_enter(size_t stage, bool blocks_behind, cycle_t now) const {
  if (stages_[stage].present || (stage == stage_minus_1 && blocks_minus_1(now))) return false;
  for (size_t i = stage + 1; i < prepare_stage(); ++i)
    if (stages_[i].present && (blocks_behind || stages_[i].entered != now)) return false;
  return true;
}

void config_unit::enter(size_t stage, occupant e, cycle_t now) {
  e.present = true;
  e.entered = now;
  if (e.stays_until <= now) e.stays_until = now + 1;
  stages_[stage] = e;
  account_.busy(now, now + 1);
  run_.arm(now + 1);
}

void config_unit::read(occupant& e) {
  const auto value = function_.read(e.operation);
  e.writes = value.has_value();
  if (value) e.value = *value;
}

issue_response config_unit::offer(const issue_request& r) {
  const opcode op = opcode_of(r.word);
  if (op == opcode::SETC16) {  // its own path: one a thread a cycle
    setc16_[r.thread] = r.word;
    worked(r, r.cycle, r.cycle + 1);
    run_.arm(r.cycle + 1);
    return issue_response::accept(r.cycle + 1);
  }
  const size_t stage = op == opcode::STREAMWRCFG ? prepare_stage() : op == opcode::WRCFG ? stage_minus_1 : stage_0;
  const bool blocks_behind = op == opcode::CFGSHIFTMASK && parameters_.cfgshiftmask_cycles > 1;
  if (!may_enter(stage, blocks_behind, r.cycle)) return issue_response::refuse(stall_reason::config_pipeline, r.cycle + 1);
  occupant e;
  e.operation = function_.start(r.word, r.thread);
  if (op == opcode::STREAMWRCFG) {
    e.stays_until = overlay_free_from(r.cycle + parameters_.stream_prepare_cycles);
  } else {
    if (op == opcode::CFGSHIFTMASK) e.stays_until = r.cycle + parameters_.cfgshiftmask_cycles;
    if (op == opcode::WRCFG && state_.tap)
      state_.tap->gprs_used({r.word, r.thread, gprs_read_by_wrcfg(r.word), false, r.cycle});
    read(e);
  }
  enter(stage, e, r.cycle);
  cycle_t end = r.cycle + 1;
  for_each_end(r.cycle, [&](const occupant& o, cycle_t cycle) {
    if (&o == &stages_[stage]) end = cycle;
  });
  account_.executed(static_cast<int>(r.thread), r.word, r.cycle, r.cycle, end);
  return issue_response::accept(r.cycle + 1);
}

void config_unit::submit(config_request r) {
  if (state_.tap) state_.tap->config_requested(r);
  requests_.arm(r.arrives);
  waiting_.push_back(std::move(r));
}

// One request a cycle enters, if no instruction is in its way: instructions that enter at earlier stages can starve it.
void config_unit::process_requests() {
  const cycle_t now = requests_.begin();
  if (waiting_.empty()) return;
  if (waiting_.front().arrives <= now && request_enters(now)) {
    const config_request r = std::move(waiting_.front());
    waiting_.pop_front();
    occupant e;
    e.operation.bank = static_cast<uint8_t>(r.bank);
    e.writes = r.write;
    e.both_banks = r.both_banks;
    e.index = r.index;
    e.words = r.words;
    e.core = r.core;
    e.value = r.value;
    enter(stage_0, e, now);
    if (state_.tap) state_.tap->config_served(now);
    if (r.done) r.done(now);
  }
  if (!waiting_.empty()) requests_.arm(std::max(now + 1, waiting_.front().arrives));
}

// ---- Reads of the NoC overlay

// The first cycle from `cycle` on in which it serves none of the cores' loads that are known.
cycle_t config_unit::overlay_free_from(cycle_t cycle) const {
  for (const auto& load : overlay_loads_)
    if (load.begin <= cycle && cycle < load.end) cycle = load.end;
  return cycle;
}

cycle_t config_unit::stream_reads_in() const {
  const occupant& preparing = stages_[prepare_stage()];
  return preparing.present ? preparing.stays_until : never;
}

cycle_t config_unit::overlay_load(cycle_t arrives) {
  while (!overlay_loads_.empty() && overlay_loads_.front().end <= now_cycle()) overlay_loads_.pop_front();
  if (parameters_.overlay_read_cycles == 0) return arrives;
  cycle_t served = overlay_loads_.empty() ? arrives : std::max(arrives, overlay_loads_.back().end);
  if (stream_reads_in() == served) ++served;
  overlay_loads_.push_back({served, served + parameters_.overlay_read_cycles});
  if (state_.tap) state_.tap->overlay_loaded(arrives, served);
  return served;
}

// ---- The pipeline

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

// One cycle. What has had its last cycle in stage +1 or 0 takes effect, so that instructions read the new value from this cycle on,
// as does each thread's SETC16; then, from the front, what may moves up: stage 0 to +1, -1 to 0, ..., -4 to -3.
void config_unit::process() {
  const cycle_t now = run_.begin();
  if (state_.tap) state_.tap->registers_used(static_cast<unsigned>(tile_unit::config_unit), now);
  bool changed = leave_plus_1(now);
  changed |= leave_stage_0(now);
  changed |= write_thread_configs(now);
  bool occupied = stages_[stage_plus_1].present || stages_[stage_0].present;
  for (size_t i = stage_minus_1; i < stages_.size(); ++i) {
    if (!stages_[i].present) continue;
    occupied = true;
    move_up(i, now);
  }
  if (occupied) {
    account_.busy(now, now + 1);
    run_.arm(now + 1);
  }
  if (changed) notify(now);
}

// The SETC16 of each thread, taken in the cycle before.
inline bool config_unit::write_thread_configs(cycle_t now) {
  bool changed = false;
  for (unsigned thread = 0; thread < thread_count; ++thread) {
    if (!setc16_[thread]) continue;
    write_thread_config(thread, setc16_[thread], now);
    setc16_[thread] = 0;
    changed = true;
  }
  return changed;
}

void config_unit::write_thread_config(unsigned thread, uint32_t word, cycle_t now) {
  const uint32_t reg = insn::SETC16::setc16_reg(word);
  if (state_.tap) state_.tap->config_writing({2 + thread, reg, 1, false, static_cast<int>(thread), word, now});
  function_.set_thread_config(word, thread);
  if (state_.tap && reg < thread_config_words)
    state_.tap->config_written(2 + thread, reg, state_.config.thread[thread][reg], now);
}

// RDCFG leaves when it has written its GPR: in a cycle in which no other unit wrote one.
bool config_unit::leave_plus_1(cycle_t now) {
  occupant& e = stages_[stage_plus_1];
  if (!e.present || e.stays_until > now) return false;
  if (gpr_writes && gpr_writes->writes_gpr(now - 1)) {
    e.stays_until = now + 1;
    return false;
  }
  write_gpr(e, now);
  e.present = false;
  return true;
}

void config_unit::write_gpr(const occupant& e, cycle_t now) {
  const auto& o = e.operation;
  const unsigned gpr = insn::RDCFG::gpr_address(o.word);
  if (gpr_writes && gpr_writes->gpr_written_after(o.thread, gpr, e.entered))
    state_.diagnose.undefined("config_unit", o.thread, o.word,
                              "GPR " + std::to_string(gpr) +
                                  " is written by the instruction behind this RDCFG, too, before RDCFG has written it: nothing "
                                  "says which value stays; put a STALLWAIT for the configuration unit between them");
  if (state_.tap) state_.tap->gprs_used({o.word, o.thread, {one_gpr(gpr)}, true, now - 1});
  if (e.writes) function_.write(o, e.value);
  if (e.writes && state_.tap) state_.tap->gprs_written(static_cast<unsigned>(tile_unit::config_unit), o.thread, gpr, 1, now);
}

bool config_unit::leave_stage_0(cycle_t now) {
  occupant& e = stages_[stage_0];
  if (!e.present || e.stays_until > now) return false;
  const auto& o = e.operation;
  if (o.word && opcode_of(o.word) == opcode::RDCFG) {
    if (stages_[stage_plus_1].present) {
      e.stays_until = now + 1;
      return false;
    }
    stages_[stage_plus_1] = e;
    stages_[stage_plus_1].stays_until = now + parameters_.rdcfg_gpr_write_cycles;
    e.present = false;
    return false;
  }
  e.present = false;
  if (e.writes) write_config(e, now);
  return true;
}

void config_unit::write_config(const occupant& e, cycle_t now) {
  const auto& o = e.operation;
  const word_range written = o.word ? written_by(o.word) : word_range{e.index, e.words};
  if (written.first < first_global_word && written.first + written.count > first_thcon_word) thcon_written_in_ = now - 1;
  if (state_.tap)
    state_.tap->config_writing({o.bank, written.first, written.count, e.both_banks && !o.word,
                                o.word ? static_cast<int>(o.thread) : e.core, o.word, now});
  if (o.word) {
    function_.write(o, e.value);
  } else {
    for (unsigned i = 0; i < e.words; ++i) {
      function_.write(o.bank, e.index + i, e.value[i]);
      if (e.both_banks) function_.write(o.bank ^ 1u, e.index + i, e.value[i]);
    }
  }
  if (state_.tap) record_written(o.bank, written.first, written.count, e.both_banks && !o.word, now);
}

void config_unit::record_written(unsigned bank, unsigned first, unsigned count, bool both_banks, cycle_t now) const {
  for (unsigned i = first; i < std::min(first + count, config_words); ++i)
    for (unsigned b = 0; b < 2; ++b)
      if (b == bank || both_banks) state_.tap->config_written(b, i, state_.config.config[b][i], now);
}

void config_unit::move_up(size_t from, cycle_t now) {
  occupant& e = stages_[from];
  if (e.stays_until <= now && from == prepare_stage()) e.stays_until = overlay_free_from(now);
  if (e.stays_until > now) return;
  if (stages_[from - 1].present || (from - 1 == stage_minus_1 && blocks_minus_1(now))) {
    e.stays_until = now + 1;
    return;
  }
  e.stays_until = now + 1;
  if (from == prepare_stage()) read(e);
  stages_[from - 1] = e;
  e.present = false;
}

// ---- What other units read

std::optional<config_unit::hazard> config_unit::consumed_by(uint32_t word, const occupant& e) {
  const word_range target = written_by(e.operation.word);
  for (unsigned i = target.first; i < target.first + target.count; ++i)
    if (consumes(word, i)) return hazard{e.operation.word, i};
  return std::nullopt;
}

std::optional<config_unit::hazard> config_unit::reads_too_early(uint32_t word, unsigned thread) const {
  for (const auto& e : stages_) {
    if (!e.present || !e.operation.word || e.operation.thread != thread) continue;
    if (const auto found = consumed_by(word, e)) return found;
  }
  return std::nullopt;
}

uint32_t config_unit::will_write(unsigned thread, unsigned gpr) const {
  for (size_t i : {stage_plus_1, stage_0}) {
    const auto& o = stages_[i].operation;
    if (stages_[i].present && o.word && opcode_of(o.word) == opcode::RDCFG && o.thread == thread &&
        insn::RDCFG::gpr_address(o.word) == gpr)
      return o.word;
  }
  return 0;
}

// Calls f(occupant, cycle) for each: the first cycle >= now in which it is done, if no GPR write of others comes in between.
template <class F>
void config_unit::for_each_end(cycle_t now, F f) const {
  cycle_t stage_0_free = now, plus_1_free = now;
  for (size_t i = 0; i < stages_.size(); ++i) {
    const occupant& e = stages_[i];
    if (!e.present) continue;
    const bool rdcfg = e.operation.word && opcode_of(e.operation.word) == opcode::RDCFG;
    cycle_t end = std::max(now, e.stays_until);
    if (i >= stage_minus_1) end = std::max(end + (i - stage_minus_1), stage_0_free) + 1;
    if (i == stage_0 && rdcfg) end = std::max(end, plus_1_free);
    if (i >= stage_0) stage_0_free = end;
    if (i == stage_0 && rdcfg) end += parameters_.rdcfg_gpr_write_cycles;
    if (rdcfg) plus_1_free = end;
    f(e, end);
  }
}

cycle_t config_unit::idle_from(cycle_t now) const {
  cycle_t idle = now;
  for_each_end(now, [&](const occupant&, cycle_t end) { idle = std::max(idle, end); });
  for (uint32_t word : setc16_)
    if (word) idle = std::max(idle, now + 1);
  return idle;
}

cycle_t config_unit::drained_from(unsigned thread, cycle_t now) const {
  cycle_t idle = setc16_[thread] ? now + 1 : now;
  for_each_end(now, [&](const occupant& e, cycle_t end) {
    if (e.operation.word && e.operation.thread == thread) idle = std::max(idle, end);
  });
  return idle;
}

}  // namespace tensix
