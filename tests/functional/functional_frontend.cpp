// SPDX-License-Identifier: Apache-2.0
// The threads of a functional_machine: expanders, wait gate, and dispatch of instructions to the units.
#include <cstdio>

#include "models/contracts/semwait.h"
#include "models/isa/isa.h"
#include "models/memory/overlay_if.h"
#include "tests/functional/functional_machine.h"

namespace tensix {

namespace {
// STALLWAIT conditions C5..C8; all others hold at once where instructions take no time.
enum : uint32_t { c5_srca_unpackers = 1 << 5, c6_srcb_unpackers = 1 << 6, c7_srca_matrix = 1 << 7, c8_srcb_matrix = 1 << 8 };
constexpr uint32_t default_block = 1 << 6;

uint32_t block_mask(uint32_t wait_word) {
  const uint32_t mask = insn::STALLWAIT::stall_res(wait_word);  // the same field in all three
  return mask ? mask : default_block;
}
}  // namespace

bool functional_machine::run_thread(unsigned t) {
  thread_context& th = thread_[t];
  bool progress = false;
  while (instructions_left_ != 0 && !stopped()) {  // ends: the FIFO holds few words, and every expansion is finite
    if (th.latched && wait_condition_met(t, th.latched)) th.latched = 0, progress = true;
    if (!th.has_word) {
      const bool expanding = !th.mop.idle();
      if (!fetch(th)) return progress || expanding;  // the end of an expansion is seen here
      th.has_word = true;
    }
    if (!execute(t, th)) return progress;
    if (const unit_id unit = unit_of(th.word); unit == unit_id::sync_unit) unit_.vector_unit.drain(t);
    else if (unit != unit_id::vector_unit) unit_.vector_unit.elapse(t);
    th.tracking.passed(th.word, th.taken);
    th.has_word = false;
    progress = true;
    ++executed_;
    if (instructions_left_ != no_limit) --instructions_left_;
    if (executed) executed(t, th.word, unit_of(th.word) == unit_id::unpacker ? &unpack_jobs_[t] : nullptr);
  }
  return progress;
}

// The next instruction behind both expanders; false if there is none.
bool functional_machine::fetch(thread_context& th) {
  if (th.replay.replaying()) {
    th.word = th.replay.next();
    return true;
  }
  while (true) {
    uint32_t word = 0;
    if (!th.mop.next(word)) {
      if (th.fifo.empty()) return false;
      const uint64_t entry = th.fifo.pop();
      if (!(entry & behind_mop)) ++th.taken;
      word = static_cast<uint32_t>(entry);
      if (!(entry & behind_mop) && th.mop.accept(word)) {
        if (th.mop.unsupported() && opcode_of(word) == opcode::MOP)
          state.diagnose.undefined("frontend", static_cast<int>(&th - thread_), word, th.mop.unsupported());
        continue;
      }
    }
    if (th.replay.accept(word, th.word)) return true;
  }
}

bool functional_machine::mop_pending(const thread_context& th) const {
  if (!th.mop.idle()) return true;
  for (unsigned i = 0; i < th.fifo.size; ++i)
    if (!(th.fifo.at(i) & behind_mop) && opcode_of(static_cast<uint32_t>(th.fifo.at(i))) == opcode::MOP) return true;
  return false;
}

bool functional_machine::wait_condition_met(unsigned t, uint32_t word) const {
  switch (opcode_of(word)) {
    case opcode::STALLWAIT: {
      const uint32_t c = insn::STALLWAIT::wait_res(word);
      if ((c & c5_srca_unpackers) && state.srca.filling().allowed_client != src_client::unpackers) return false;
      if ((c & c6_srcb_unpackers) && state.srcb.filling().allowed_client != src_client::unpackers) return false;
      if ((c & c7_srca_matrix) && state.srca.in_use().allowed_client != src_client::matrix_unit) return false;
      return !(c & c8_srcb_matrix) || state.srcb.in_use().allowed_client == src_client::matrix_unit;
    }
    case opcode::SEMWAIT: return !keeps_waiting(state, word);
    case opcode::STREAMWAIT: {
      using namespace insn::STREAMWAIT;
      const unsigned stream = tcfg::STREAM_ID_SYNC_SEC0_BankSel.section(wait_stream_sel(word))(state.thread_config(t));
      const unsigned reg = target_sel(word) ? overlay_if::messages_received_register : overlay_if::current_phase_register;
      return overlay_load(stream, reg) >= thread_[t].stream_target;
    }
    default: return true;
  }
}

// True: the instruction has executed. False: it waits, th.why says for what.
bool functional_machine::execute(unsigned t, thread_context& th) {
  const uint32_t word = th.word;
  if (th.latched &&
      (is_wait(word) || (block_bits(word) & block_mask(th.latched)) || block_mask(th.latched) == all_block_bits)) {
    th.why = wait_reason::latched_wait;
    return false;
  }
  switch (unit_of(word)) {
    case unit_id::nop: return true;
    case unit_id::unpacker: return execute_unpacker(t, th);
    case unit_id::matrix_unit: {
      const unsigned needs = matrix_unit_function::needs_src(word);
      if ((needs & 1) && state.srca.in_use().allowed_client != src_client::matrix_unit) {
        th.why = wait_reason::srca;
        return false;
      }
      if ((needs & 2) && state.srcb.in_use().allowed_client != src_client::matrix_unit) {
        th.why = wait_reason::srcb;
        return false;
      }
      if (calculates) calculates(t, word);
      unit_.matrix_unit.execute(word, t);
      return true;
    }
    case unit_id::vector_unit: unit_.vector_unit.execute(word, t); return true;
    case unit_id::packer:
      unit_.packer.execute(word, t, pack_job_);
      for (const pack_beats& beats : pack_job_.beats) packer_function::commit(state, beats);
      unit_.packer.commit(pack_job_.store);
      return true;
    case unit_id::scalar_unit:
      if (unit_.scalar_unit.execute(word, t)) return true;
      th.why = wait_reason::memory;
      return false;
    case unit_id::config_unit: unit_.config_unit.execute(word, t); return true;
    case unit_id::misc_unit: unit_.misc_unit.execute(word, t); return true;
    case unit_id::mover: unit_.mover.execute(unit_.mover.from_xmov(word, t)); return true;
    case unit_id::sync_unit: return execute_sync(t, th);
    case unit_id::frontend:
    case unit_id::none: break;
  }
  unknown(t, word);
  return true;
}

bool functional_machine::execute_unpacker(unsigned t, thread_context& th) {
  const uint32_t word = th.word;
  const unsigned which = insn::UNPACR::unpack_block_selection(word);  // the same bit in UNPACR_NOP
  unpack_job& job = unpack_jobs_[t];
  if (!th.unpack_accepted) {
    job = unpack_job{};
    unit_.unpacker[which].accept(word, t, job);
    th.unpack_accepted = true;
  }
  if (job.waits_for_bank && !unit_.unpacker[which].bank_ready(job)) {
    th.why = wait_reason::unpack_bank;
    return false;
  }
  unit_.unpacker[which].execute(job);
  unit_.unpacker[which].finish(job);
  th.unpack_accepted = false;
  return true;
}

bool functional_machine::execute_sync(unsigned t, thread_context& th) {
  switch (opcode_of(th.word)) {
    case opcode::STREAMWAIT: {
      using namespace insn::STREAMWAIT;
      const uint16_t* config = state.thread_config(t);
      const uint32_t high =
          target_sel(th.word) ? tcfg::STREAMWAIT_NUM_MSGS_HI_Val(config) : tcfg::STREAMWAIT_PHASE_HI_Val(config);
      th.stream_target = (high << 10) | target_value(th.word);
      if (overlay_load) {
        th.latched = wait_condition_met(t, th.word) ? 0 : th.word;
        return true;
      }
      state.diagnose.undefined("sync_unit", static_cast<int>(t), th.word,
                               "STREAMWAIT needs a NoC overlay, which is not modelled");
      return true;
    }
    case opcode::STALLWAIT:
    case opcode::SEMWAIT:
      unit_.sync_unit.check_wait(th.word, t);
      th.latched = wait_condition_met(t, th.word) ? 0 : th.word;
      return true;
    case opcode::ATGETM:
      if (unit_.sync_unit.acquire(th.word, t)) return true;
      th.why = wait_reason::mutex;
      return false;
    case opcode::ATRELM: unit_.sync_unit.release(th.word, t); return true;
    default: unit_.sync_unit.execute(th.word, t); return true;
  }
}

// What no unit executes: words without a meaning, or which an expander should have consumed.
void functional_machine::unknown(unsigned t, uint32_t word) {
  if (opcode_of(word) == opcode::RESOURCEDECL) return;  // taken by Auto TTSync
  char text[96];
  if (!info_of(word).name) std::snprintf(text, sizeof text, "unknown opcode 0x%02x in word 0x%08x", word >> 24, word);
  else if (unit_of(word) == unit_id::frontend)
    std::snprintf(text, sizeof text, "%s in word 0x%08x behind the expander that takes it", info_of(word).name, word);
  else std::snprintf(text, sizeof text, "%s in word 0x%08x is not modelled", info_of(word).name, word);
  state.diagnose.undefined("frontend", static_cast<int>(t), word, text);
}

std::string functional_machine::thread_waits(unsigned t) const {
  const thread_context& th = thread_[t];
  const auto src = [](const char* name, const src_register& s, bool matrix) {
    return std::string(name) + " bank " + std::to_string(matrix ? s.matrix_bank : s.unpack_bank) +
           (matrix ? ", which belongs to the unpackers" : ", which belongs to the matrix unit");
  };
  const auto latched_text = [&] {
    std::string text = disassemble(th.latched);
    if (opcode_of(th.latched) == opcode::SEMWAIT)
      for (unsigned s = 0; s < semaphore_count; ++s)
        if ((insn::SEMWAIT::sem_sel(th.latched) >> s) & 1)
          text += "; semaphore " + std::to_string(s) + " is " + std::to_string(state.sem[s].value) + " of " +
                  std::to_string(state.sem[s].max);
    return text;
  };
  if (th.idle()) return {};
  std::string text = "thread T" + std::to_string(t) + ": ";
  if (!th.has_word) return text + "waits in " + latched_text();
  text += disassemble(th.word) + " waits for ";
  switch (th.why) {
    case wait_reason::unpack_bank:
      return text + (unpack_jobs_[t].which ? src("SrcB", state.srcb, false) : src("SrcA", state.srca, false));
    case wait_reason::srca: return text + src("SrcA", state.srca, true);
    case wait_reason::srcb: return text + src("SrcB", state.srcb, true);
    case wait_reason::latched_wait: return text + latched_text();
    case wait_reason::mutex: {
      const unsigned m = insn::ATGETM::mutex_index(th.word);
      const unsigned owner = m < mutex_count ? state.mutex_owner[m] : 0;
      return text + "mutex " + std::to_string(m) + (owner ? ", held by T" + std::to_string(owner - 1) : std::string());
    }
    case wait_reason::memory: return text + "memory, or a Src bank, to allow it";
    default: return text + "nothing";
  }
}

}  // namespace tensix
