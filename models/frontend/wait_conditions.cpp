// SPDX-License-Identifier: Apache-2.0
// Wait instructions of a thread: what a latched one holds back, and when its conditions are met.
#include <algorithm>

#include "models/contracts/semwait.h"
#include "models/frontend/frontend.h"

namespace tensix {

// By what changes the condition of a latched wait can come true.
frontend::waited_change frontend::ended_by(uint32_t wait) {
  constexpr uint32_t banks = 3 << 7;  // C7 and C8
  const uint32_t select = opcode_of(wait) == opcode::STALLWAIT ? insn::STALLWAIT::wait_res(wait) : 0;
  return select && (select & ~banks) == 0 ? waited_change::of_bank : waited_change::any;
}

// Whether a latched wait instruction holds `word` back.
bool frontend::holds_back(uint32_t wait, uint32_t word) {
  const uint32_t wait_bits = opcode_of(wait) == opcode::SEMWAIT      ? insn::SEMWAIT::stall_res(wait)
                             : opcode_of(wait) == opcode::STREAMWAIT ? insn::STREAMWAIT::stall_res(wait)
                                                                     : insn::STALLWAIT::stall_res(wait);
  const uint32_t mask = wait_bits ? wait_bits : 1u << 6;
  if (unit_of(word) == unit_id::nop) return mask == all_block_bits;
  // A new wait instruction never replaces a latched one, whatever the mask.
  const uint32_t bits = block_bits(word);
  return bits == all_block_bits || (bits & mask) != 0;
}

stall_reason frontend::reason_of(uint32_t wait) {
  const opcode op = opcode_of(wait);
  return op == opcode::STALLWAIT ? stall_reason::stallwait
         : op == opcode::SEMWAIT ? stall_reason::semwait
                                 : stall_reason::streamwait;
}

// A wait instruction has passed the gate. What it asks for is fixed now: its masks, and of STREAMWAIT the target, whose upper
// bits are the thread's configuration. What that is compared with is looked at anew in every cycle: units, banks, semaphores
// with their maxima, a stream's register, and the configured number of that stream.
void frontend::latch(uint32_t word, cycle_t now) {
  latched_ = word;
  latched_from_ = now + 1;
  latched_by_ = {issued_by_, use(path_kind::issue), 1};
  latched_pushed_by_ = offered_from_;
  release_ = never;
  if (opcode_of(word) == opcode::STREAMWAIT) {
    using namespace insn::STREAMWAIT;
    const uint16_t* t = state_.thread_config(thread_);
    const uint32_t high = target_sel(word) ? tcfg::STREAMWAIT_NUM_MSGS_HI_Val(t) : tcfg::STREAMWAIT_PHASE_HI_Val(t);
    latched_target_ = (high << 10) | target_value(word);
  } else if (opcode_of(word) == opcode::SEMWAIT) {
    // Behind the thread's own semaphore instructions.
    latched_from_ = std::max(latched_from_, unit(tile_unit::sync_unit)->drained_from(thread_, now));
  }
  run_.arm(latched_from_);
}

// Whether it asks for a bank of a side. That may be met before it was going to be: the side goes on to its other bank.
static bool asks_for_banks(uint32_t wait) {
  return opcode_of(wait) == opcode::STALLWAIT && insn::STALLWAIT::wait_res(wait) >> 5 & 15;
}

// The latched wait, in a cycle in which its conditions have not been met before.
void frontend::look_at_wait(cycle_t now) {
  const cycle_t met = now < latched_from_ ? latched_from_ : conditions_met(now);
  if (met == now) {
    release_ = now + parameters_.wait_lag_cycles;
    next_wait_ = now > latched_from_ ? release_ + parameters_.forget_cycles : release_;
    if (observed()) record_met(now);
  } else {
    if (met != never) run_.arm(met);
    if (met == never || asks_for_banks(latched_)) listen(ended_by(latched_));
  }
}

// The register that the latched STREAMWAIT looks at, as it is now.
uint32_t frontend::stream_value() const {
  using namespace insn::STREAMWAIT;
  const unsigned stream = tcfg::STREAM_ID_SYNC_SEC0_BankSel.section(wait_stream_sel(latched_))(state_.thread_config(thread_));
  return overlay_.read(stream,
                       target_sel(latched_) ? overlay_if::messages_received_register : overlay_if::current_phase_register);
}

// The first cycle >= now in which all conditions of the latched wait hold, as far as it is known.
cycle_t frontend::conditions_met(cycle_t now) const {
  switch (opcode_of(latched_)) {
    case opcode::SEMWAIT: return keeps_waiting(state_, latched_) ? never : now;
    case opcode::STREAMWAIT: return stream_value() < latched_target_ ? never : now;
    default: return stall_conditions_met(insn::STALLWAIT::wait_res(latched_), now);
  }
}

cycle_t frontend::stall_conditions_met(uint32_t select, cycle_t now) const {
  if (select == 0) select = 0xf;
  cycle_t met = now;
  const auto also = [&](cycle_t c) { met = std::max(met, c); };
  const auto unpackers = [&](unsigned which) {
    const unsigned bank = (which ? state_.srcb : state_.srca).unpack_bank;
    also(hand_over_.usable_from(which, bank, src_client::unpackers, now));
  };
  const auto matrix_unit = [&](unsigned which) {
    const unsigned bank = (which ? state_.srcb : state_.srca).matrix_bank;
    also(hand_over_.usable_from(which, bank, src_client::matrix_unit, now));
  };
  for (uint32_t bits = select; bits; bits &= bits - 1) switch (__builtin_ctz(bits)) {
      case 0: also(unit(tile_unit::scalar_unit)->memory_idle_from(thread_, now)); break;
      case 1: also(unit(tile_unit::unpacker0)->drained_from(thread_, now)); break;
      case 2: also(unit(tile_unit::unpacker1)->drained_from(thread_, now)); break;
      case 3: also(unit(tile_unit::packers)->drained_from(thread_, now)); break;
      case 4: also(unit(tile_unit::matrix_unit)->drained_from(thread_, now)); break;
      case 5: unpackers(0); break;
      case 6: unpackers(1); break;
      case 7: matrix_unit(0); break;
      case 8: matrix_unit(1); break;
      case 9: also(unit(tile_unit::mover)->idle_from(now)); break;
      case 10: also(core_stores ? core_stores->stores_done(now) : now); break;
      case 11: also(unit(tile_unit::vector_unit)->drained_from(thread_, now)); break;
      case 12: also(unit(tile_unit::config_unit)->idle_from(now)); break;
      default: break;
    }
  return met;
}

}  // namespace tensix
