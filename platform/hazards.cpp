// SPDX-License-Identifier: Apache-2.0
#include "platform/hazards.h"

#include <algorithm>

#include "models/isa/isa.h"
#include "platform/hazards_text.h"

namespace tensix {

namespace {
// An SFPLOAD that is issued so many cycles after an instruction of the matrix unit reads what that wrote (ISA documentation,
// SFPLOAD: three instructions between the two). Nothing holds it back, whichever threads they are of, unless the
// vector unit waits for the matrix unit's accesses (dst.in_order; measured: in one thread it does).
constexpr cycle_t matrix_write_to_vector_read = 4;

// The oldest instruction in flight for which `wanted` holds, null if there is none.
template <class F>
const unpack_job* in_flight(const unpacker_if& u, F&& wanted) {
  size_t i = 0;
  const unpack_job* job = u.in_flight(0);
  while (job && !wanted(*job)) job = u.in_flight(++i);
  return job;
}
bool fills_src(const unpack_job& job) {
  return (job.kind == unpack_job::kind_t::regular && !job.to_dst) || job.kind == unpack_job::kind_t::nop_clear;
}
}  // namespace

hazard_watch::hazard_watch(const units& tile, hazard_report report) : tile_(tile), report_(std::move(report)) {}

void hazard_watch::offering(const gate_event& e) {
  const uint32_t word = e.word;
  const unsigned thread = e.thread;
  now_ = {thread, word, e.cycle, unit_of(word), {}, {}, banks(), 0};
  switch (now_.unit) {
    case unit_id::matrix_unit: tile_.functions.matrix_unit.dst_access(word, thread, now_.dst_reads, now_.dst_writes); break;
    case unit_id::vector_unit: tile_.functions.vector_unit.dst_access(word, thread, now_.dst_reads, now_.dst_writes); break;
    case unit_id::packer: now_.dst_reads = tile_.functions.packer.dst_reads(word, thread); break;
    case unit_id::unpacker:  // on its way for longer: dst_unpacked_later
    case unit_id::scalar_unit:
    case unit_id::config_unit:
    case unit_id::sync_unit:
    case unit_id::mover:
    case unit_id::misc_unit:
    case unit_id::frontend:
    case unit_id::nop:
    case unit_id::none: break;
  }
  if (now_.unit == unit_id::vector_unit) read_macro(macro_before_);
  found_.clear();
  using check = void (hazard_watch::*)();
  static constexpr check checks[] = {
      &hazard_watch::config_written_later, &hazard_watch::dst_unpacked_later, &hazard_watch::dst_computed_later,
      &hazard_watch::bank_not_owned,       &hazard_watch::bank_filled_later,  &hazard_watch::bank_tested_early,
      &hazard_watch::dst_of_other_width,   &hazard_watch::dst_marked_early,   &hazard_watch::macro_of_other_thread};
  for (const check c : checks) (this->*c)();
}

void hazard_watch::issued(const gate_event& e, uint64_t) {
  for (const auto& [what, kind] : found_) say(static_cast<int>(e.thread), e.word, e.cycle, what, kind);
  found_.clear();
  note_banks();
  note_dst();
  note_macro();
  if (opcode_of(e.word) == opcode::PACR) last_pacr_[e.thread] = {e.word, e.cycle};
  note_unpack();
}

void hazard_watch::find(const std::string& what, hazard_kind kind) { found_.emplace_back(what, kind); }

void hazard_watch::say(int by, uint32_t word, cycle_t cycle, const std::string& what, hazard_kind kind) const {
  const std::string who = word ? "thread T" + std::to_string(by) + ": " + quoted(word) + " " : name_of_core(by) + ": ";
  report_("cycle " + std::to_string(cycle) + ", " + who + what, kind);
}

// ---- Reads that come too early ----------------------------------------------------------------------------------------------

void hazard_watch::config_written_later() {
  if (const auto h = tile_.config.reads_too_early(now_.word, now_.thread))
    find("reads Config word " + std::to_string(h->index) + ", which " + quoted(h->writer) +
         " of the same thread has not written yet: it sees the old value");
}

void hazard_watch::gprs_used(const gpr_use& use) {
  for (const gpr_range& range : use.gprs)
    for (unsigned gpr = range.first; gpr < range.first + range.count; ++gpr) {
      uint32_t older = tile_.scalar.will_write(use.thread, gpr);
      if (!older && !use.write) older = tile_.config.will_write(use.thread, gpr);
      if (!older) continue;
      say(static_cast<int>(use.thread), use.word, use.cycle,
          (use.write ? "writes GPR " : "reads GPR ") + std::to_string(gpr) + ", which " + quoted(older) +
              " of the same thread has not written yet: " +
              (use.write ? "the older instruction's value will stay" : "it sees the old value"));
    }
}

// Nothing orders an UNPACR to Dst and who uses these rows, but a wait for the unpacker.
void hazard_watch::dst_unpacked_later() {
  for (size_t i = 0; const unpack_job* in_flight = tile_.unpackers[0]->in_flight(i); ++i) {
    const unpack_job& job = *in_flight;
    if (!job.to_dst) continue;
    const dst_block_set read = both(now_.dst_reads, job.dst_writes), written = both(now_.dst_writes, job.dst_writes);
    if (read.any())
      find("reads " + rows_of(first_of(read)) + ", which " + of_thread(job.word, job.thread) +
           " has not written yet: it sees what was there before");
    else if (written.any())
      find("writes " + rows_of(first_of(written)) + ", which " + of_thread(job.word, job.thread) + " will overwrite");
  }
}

// The matrix unit and the packer wait for blocks of Dst that were written too short a time ago; the vector unit does not.
void hazard_watch::dst_computed_later() {
  if (now_.unit != unit_id::vector_unit) return;
  for (unsigned w = 0; w < dst_block_set::words; ++w)
    for (uint64_t bits = now_.dst_reads.word[w]; bits; bits &= bits - 1) {
      const unsigned block = w * 64 + static_cast<unsigned>(__builtin_ctzll(bits));
      const writer& last = dst_written_by_[block];
      if (last.cycle == never || last.cycle + matrix_write_to_vector_read <= now_.cycle) continue;
      if (matrix_done_[last.thread] > last.cycle) continue;  // waited for, however fast the unit is made
      find("reads " + rows_of(block) + ", which " + of_thread(last.word, last.thread) + " wrote " +
           std::to_string(now_.cycle - last.cycle) + " cycles before: hardware may see what was there before");
      return;
    }
}

// ---- Banks of SrcA and SrcB -------------------------------------------------------------------------------------------------

// Gives up a bank that belongs to the other side: the next that is handed over is lost, or lost too early.
void hazard_watch::bank_not_owned() {
  const tensix_state& s = tile_.state;
  unsigned given = 0;
  src_client owner = src_client::matrix_unit;
  switch (opcode_of(now_.word)) {
    case opcode::SETRWC:
      given = insn::SETRWC::clear_ab_vld(now_.word);
      if (tcfg::CLR_DVALID_SrcA_Disable(s.thread_config(now_.thread))) given &= ~1u;
      if (tcfg::CLR_DVALID_SrcB_Disable(s.thread_config(now_.thread))) given &= ~2u;
      break;
    case opcode::CLEARDVALID:
      if (!(insn::CLEARDVALID::reset(now_.word) & 1)) given = insn::CLEARDVALID::cleardvalid(now_.word);
      break;
    case opcode::SETDVALID:
      given = insn::SETDVALID::setvalid(now_.word);
      owner = src_client::unpackers;
      break;
    default: return;
  }
  const bool clears = owner == src_client::matrix_unit;
  for (unsigned which = 0; which < 2; ++which) {
    if (!((given >> which) & 1)) continue;
    const src_register& r = which ? s.srcb : s.srca;
    const unsigned index = clears ? r.matrix_bank : r.unpack_bank;
    const src_bank& bank = r.bank[index];
    if (bank.allowed_client == owner && tile_.hand_over.owned_since(which, index) <= now_.cycle) continue;
    std::string what = std::string(clears ? "clears " : "hands over ") + bank_name(which, index);
    if (bank.allowed_client == owner) what += ", which is being handed over and belongs to nobody in this cycle";
    else what += clears ? ", which does not belong to the matrix unit" : ", which belongs to the matrix unit already";
    const unpack_job* due = in_flight(*tile_.unpackers[which], [](const unpack_job& job) { return job.flips_src; });
    if (clears && due && r.unpack_bank == index)
      what += ": " + of_thread(due->word, due->thread) + " has not handed it over yet";
    find(what);
  }
}

// Takes or changes a bank of Src that an unpacker is still about to write.
void hazard_watch::bank_filled_later() {
  const tensix_state& s = tile_.state;
  unsigned taken = 0, changed = 0;  // from the unpackers; in the bank that the matrix unit uses
  switch (opcode_of(now_.word)) {
    case opcode::SETDVALID: taken = insn::SETDVALID::setvalid(now_.word); break;
    case opcode::CLEARDVALID: taken = insn::CLEARDVALID::reset(now_.word) & 1 ? 3 : 0; break;
    default: changed = mask_of(matrix_operands_of(now_.word).src_written); break;
  }
  for (unsigned which = 0; which < 2; ++which) {
    const src_register& r = which ? s.srcb : s.srca;
    const bool takes = (taken >> which) & 1, changes = ((changed >> which) & 1) && r.matrix_bank == r.unpack_bank &&
                                                       r.filling().allowed_client == src_client::unpackers;
    if (!takes && !changes) continue;
    const unpack_job* fills = in_flight(*tile_.unpackers[which], fills_src);
    if (!fills) continue;
    find((takes ? "takes " : "writes ") + bank_name(which, r.unpack_bank) + ", which " + of_thread(fills->word, fills->thread) +
         " has not written yet");
  }
}

// A test of a bank that an instruction of the same thread is about to hand over: it holds for the bank before.
void hazard_watch::wait_met(unsigned thread, uint32_t wait, cycle_t cycle) {
  if (opcode_of(wait) != opcode::STALLWAIT) return;
  const tensix_state& s = tile_.state;
  const uint32_t conditions = insn::STALLWAIT::wait_res(wait);
  if (conditions & c4_matrix_unit) matrix_done_[thread] = cycle;
  for (unsigned which = 0; which < 2; ++which) {
    const src_register& r = which ? s.srcb : s.srca;
    const bool cleared = (conditions >> (5 + which)) & 1, valid = (conditions >> (7 + which)) & 1;
    if (!cleared && !valid) continue;
    const unpack_job* flips =
        in_flight(*tile_.unpackers[which], [thread](const unpack_job& job) { return job.flips_src && job.thread == thread; });
    if (flips)
      say(static_cast<int>(thread), wait, cycle,
          "tests " + bank_name(which, cleared ? r.unpack_bank : r.matrix_bank) + " before " + quoted(flips->word) +
              " of the same thread has handed " + bank_name(which, r.unpack_bank) + " over");
  }
}

}  // namespace tensix
