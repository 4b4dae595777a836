// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstring>

#include "models/riscv_core/riscv_core.h"

namespace tensix {

core_fetch::core_fetch(riscv_core_parts& core)
    : core_(core),
      line_count_(core.parameters.instruction_cache_bytes[core.number] / core_line_bytes),
      ways_(core.parameters.instruction_cache_ways),
      mask_(line_count_ / ways_ - 1),
      predictor_(core.parameters.predictor_entries, core.parameters.predictor_history) {}

void core_fetch::reset() {
  predictor_.forget();
  lines_.resize(line_count_);
  invalidate();
}

void core_fetch::invalidate() {
  for (code_line& l : lines_) l.number = core_no_line, l.used = 0;
  ++changes_;
}

bool core_fetch::predicted(uint32_t pc, uint32_t next, bool conditional) {
  if (core_.execute.cfg0(riscv_csrs::disable_predictor)) return next == pc + 4;
  return predictor_.right(pc, next, conditional);
}

bool core_fetch::in_flight(uint32_t number) const {
  for (const line_fetch& f : fetches_)
    if (f.busy && f.line == number) return true;
  return false;
}

// False: as many are in flight as can be.
bool core_fetch::fetch(uint32_t number, cycle_t cycle) {
  for (unsigned i = 0; i < fetches_.size(); ++i) {
    line_fetch& f = fetches_[i];
    if (f.busy) continue;
    f.busy = true;
    ++in_flight_;
    f.line = number;
    f.by = core_.polls.reliving() ? 0 : core_.causes.starts_in(core_.time.t);
    f.issued = core_.time.t;
    core_.send(core_.l1_request(i, tlm::TLM_READ_COMMAND, number * core_line_bytes, f.data, core_line_bytes), cycle);
    return true;
  }
  return false;
}

// Its own, a free one, or that of the line of its set that was used longest ago.
core_fetch::code_line& core_fetch::place_for(uint32_t number) {
  if (code_line* const own = line_of(number)) return *own;
  code_line* const set = &lines_[(number & mask_) * ways_];
  return *std::min_element(set, set + ways_, [](const code_line& a, const code_line& b) { return a.used < b.used; });
}

void core_fetch::arrived(unsigned i) {
  line_fetch& f = fetches_[i];
  f.busy = false;
  --in_flight_;
  code_line& l = place_for(f.line);
  const cycle_t read = now_cycle() - 1, cycles = core_.parameters.fetch_cycles;
  l.number = f.line;
  l.used = ++uses_;
  l.ready = read + cycles;
  l.by = {f.by, core_.causes.use(path_kind::l1_access), read - f.issued, core_.causes.use(path_kind::code_fetch), cycles};
  std::memcpy(l.word.data(), f.data, core_line_bytes);
  for (unsigned k = 0; k < 4; ++k) l.d[k] = decode_riscv(l.word[k]);
  ++changes_;
  fetched_.notify();
}

void core_fetch::prefetch(code_line& behind) {
  behind.looked_ahead = changes_;
  if (core_.execute.cfg0(riscv_csrs::disable_prefetch)) return;
  const uint32_t end = core_.around.l1_bytes / core_line_bytes;
  uint32_t pc = core_.execute.pc;
  for (uint32_t i = 0; i < core_.parameters.prefetch_lines; ++i) {
    pc = behind_line(pc);
    const uint32_t line = pc / core_line_bytes;
    if (line >= end || (!present(line) && !in_flight(line) && !fetch(line, core_.time.t))) return;
  }
}

// Where control flow, which is at `pc`, is guessed to leave the line to. A line that is not there yet is taken to have no branches.
uint32_t core_fetch::behind_line(uint32_t pc) const {
  const uint32_t next = (pc / core_line_bytes + 1) * core_line_bytes;
  const code_line* const l = present(pc / core_line_bytes);
  if (!l || core_.execute.cfg0(riscv_csrs::disable_predictor)) return next;
  for (; pc < next; pc += 4) {
    const riscv_kind kind = l->d[pc / 4 % 4].kind;
    if (kind != riscv_kind::branch && kind != riscv_kind::jump) continue;
    const uint32_t to = predictor_.guess(pc, kind == riscv_kind::branch);
    if (to != pc + 4) return to;
  }
  return next;
}

const core_fetch::code_line* core_fetch::next_line() {
  core_time& time = core_.time;
  const uint32_t pc = core_.execute.pc;
  if (in_flight_ || !time.may_run_on()) time.sync(time.t);  // what is in flight may displace what is there
  if (pc % 4 || pc >= core_.around.l1_bytes) {
    core_.undefined(pc % 4 ? "jump to an address that is not a multiple of 4" : "instructions can be fetched from L1 only",
                    time.t);
    return nullptr;
  }
  const uint32_t number = pc / core_line_bytes;
  code_line* there = &lines_[(number & mask_) * ways_];  // most are in the first place of their set
  if (there->number != number) there = line_of(number);
  if (!there) {
    const cycle_t wanted = time.t;
    while (!(there = line_of(number))) {
      if (!in_flight(number)) fetch(number, std::max(wanted, now_cycle()));
      time.wait_for(stall_reason::instruction_fetch, wanted, fetched_);
    }
  }
  code_line& l = *there;
  l.used = ++uses_;
  if (l.ready > time.t) {
    core_.causes.await(l.by);
    time.stall(stall_reason::instruction_fetch, time.t, l.ready);
    time.t = l.ready;
  }
  if (l.looked_ahead != changes_) prefetch(l);
  return &l;
}

}  // namespace tensix
