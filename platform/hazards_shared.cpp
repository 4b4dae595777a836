// SPDX-License-Identifier: Apache-2.0
// --hazards: registers that threads share, and what a run leaves behind.
#include <algorithm>

#include "platform/hazards.h"
#include "platform/hazards_text.h"

namespace tensix {

namespace {
// A STALLWAIT right behind the release of a bank may still look at the bank before (tt-metal pull requests 52256, 55123): for one
// or two cycles, and while the instruction that releases it is in the matrix unit.
constexpr cycle_t release_seen_late = 3;
constexpr unsigned side_matrix = 0, side_unpackers = 1;
constexpr unsigned condition_of[2] = {7, 5};  // C7, C8: the matrix unit's bank is valid; C5, C6: the unpackers' is free

// Meant for 32-bit datums half by half, or for 16-bit ones: moves of the matrix unit; loads of HI16, LO16, LO16_ONLY, HI16_ONLY.
bool takes_halves(uint32_t word) {
  switch (opcode_of(word)) {
    case opcode::MOVA2D:
    case opcode::MOVB2D:
    case opcode::MOVD2A:
    case opcode::MOVD2B:
    case opcode::MOVDBGA2D:
    case opcode::MOVDBGB2D: return true;
    case opcode::SFPLOAD: return (1u << 7 | 1u << 9 | 1u << 14 | 1u << 15) >> insn::SFPLOAD::instr_mod0(word) & 1;
    default: return false;
  }
}
unsigned count_of(const dst_block_set& blocks) {
  int count = 0;
  for (const uint64_t w : blocks.word) count += __builtin_popcountll(w);
  return static_cast<unsigned>(count);
}
std::string slot_name(unsigned slot) {
  if (slot < 4) return "instruction template " + std::to_string(slot);
  return slot < 8 ? "sequence " + std::to_string(slot - 4) : "Misc";
}
}  // namespace

// ---- Banks ------------------------------------------------------------------------------------------------------------------

unsigned hazard_watch::banks() const {
  const tensix_state& s = tile_.state;
  return s.srca.matrix_bank | s.srcb.matrix_bank << 2 | s.srca.unpack_bank << 4 | s.srcb.unpack_bank << 6;
}

// Which sides an instruction has taken to their next bank.
void hazard_watch::note_banks() {
  if (now_.unit == unit_id::unpacker) return;  // later: wait_met
  const unsigned moved = now_.banks ^ banks();
  for (unsigned i = 0; i < 4; ++i) {
    if (!(moved >> 2 * i & 3)) continue;
    bank_move& m = moved_[i / 2][i % 2];
    m = {now_.word, now_.thread, now_.cycle, now_.cycle + release_seen_late};
    if (i / 2 == side_matrix) m.seen = std::max(m.seen, tile_.matrix_unit.drained_from(now_.thread, now_.cycle));
  }
}

// A STALLWAIT on a bank that is not there yet, right behind the instruction that goes on to it.
void hazard_watch::bank_tested_early() {
  if (opcode_of(now_.word) != opcode::STALLWAIT) return;
  const uint32_t conditions = insn::STALLWAIT::wait_res(now_.word);
  for (unsigned side = 0; side < 2; ++side)
    for (unsigned which = 0; which < 2; ++which) {
      const bank_move& m = moved_[side][which];
      if (!(conditions >> (condition_of[side] + which) & 1) || m.thread != now_.thread || now_.cycle >= m.seen) continue;
      if (side == side_matrix && ((conditions & c4_matrix_unit) || matrix_done_[now_.thread] > m.cycle)) continue;
      const src_register& r = which ? tile_.state.srcb : tile_.state.srca;
      const bool ready =
          side == side_matrix
              ? tile_.hand_over.usable_from(which, r.matrix_bank, src_client::matrix_unit, now_.cycle) <= now_.cycle
              : tile_.hand_over.usable_from(which, r.unpack_bank, src_client::unpackers, now_.cycle) <= now_.cycle;
      if (ready) continue;  // nothing to wait for, whichever bank is looked at
      find("tests " + source_name(which) + " " + std::to_string(now_.cycle - m.cycle) + " cycles behind " + quoted(m.word) +
               " of the same thread, which goes on to the other bank: hardware may still see the bank before" +
               (side == side_matrix ? "; add C4" : ""),
           hazard_kind::use);
    }
}

void hazard_watch::handed_over(const char* by, unsigned which, unsigned bank, unsigned, uint64_t given, uint64_t) {
  given_[which][bank] = {by, given};
}

// ---- Dst --------------------------------------------------------------------------------------------------------------------

void hazard_watch::set_width(const dst_block_set& blocks, unsigned bits, uint32_t word, unsigned thread) {
  for_each_block(blocks, [&](unsigned block) { datums_[block] = {bits, word, thread}; });
}

// Datums of one width where those of the other were written. A row of Dst is not where it was, then.
void hazard_watch::dst_of_other_width() {
  const uint32_t* config = tile_.state.bank(now_.thread);
  if (tile_.state.dst.narrow_is_high_half || cfg::DEST_ACCESS_CFG_remap_addrs(config) ||
      cfg::DEST_ACCESS_CFG_swizzle_32b(config))
    return;
  if (now_.unit == unit_id::packer) {
    now_.dst_bits = cfg::PCK_DEST_RD_CTRL_Read_32b_data(config) ? 32 : 16;
  } else if (!takes_halves(now_.word)) {  // four or eight aligned rows: in one block, or in two
    const unsigned blocks = count_of(now_.dst_reads.any() ? now_.dst_reads : now_.dst_writes);
    now_.dst_bits = blocks == 1 ? 16 : blocks == 2 ? 32 : 0;
  }
  if (now_.dst_bits == 0) return;
  bool found = false;
  for_each_block(now_.dst_reads, [&](unsigned block) {
    const datums& d = datums_[block];
    if (found || d.bits == 0 || d.bits == now_.dst_bits) return;
    found = true;
    find("reads datums of " + std::to_string(now_.dst_bits) + " bits in " + rows_of(block) + ", where " +
             (d.word ? of_thread(d.word, d.thread) : "a store that SFPLOADMACRO scheduled") + " wrote datums of " +
             std::to_string(d.bits) + " bits",
         hazard_kind::use);
  });
}

void hazard_watch::dst_used(dst_accessor by, const dst_block_set&, const dst_block_set& writes, uint64_t) {
  if (by != dst_accessor::vector_unit || !writes.any()) return;
  const unsigned blocks = count_of(writes);
  set_width(writes, tile_.state.dst.narrow_is_high_half ? 0 : blocks == 1 ? 16 : blocks == 2 ? 32 : 0, 0, 0);
  dst_marked(writes);
}

void hazard_watch::note_dst() {
  set_width(now_.dst_writes, now_.dst_bits, now_.word, now_.thread);
  dst_marked(now_.dst_writes);
  if (now_.unit != unit_id::matrix_unit) return;
  for_each_block(now_.dst_writes, [&](unsigned block) { dst_written_by_[block] = {now_.word, now_.thread, now_.cycle}; });
  if (opcode_of(now_.word) != opcode::ZEROACC) return;
  for (unsigned block = 0; block < dst_blocks; ++block)
    if (!tile_.state.dst.row_valid[block * dst_block_rows]) datums_[block].bits = 0;
  // Silicon loses the marking of an unpack to Dst in the very cycle of a ZEROACC (tt-llk: budabackend 2730).
  for (size_t i = 0; const unpack_job* job = tile_.unpackers[0]->in_flight(i); ++i) {
    if (!job->to_dst || job->thread == now_.thread) continue;
    dst_block_set rows = job->dst_writes;
    if (job->s.wide)  // the upper halves' rows carry the marks
      for (uint64_t& w : rows.word) w &= 0x5555555555555555;
    if (std::none_of(markings_.begin(), markings_.end(), [&](const marking& m) { return both(m.rows, rows).any(); }))
      markings_.push_back({rows, now_.word, job->word, now_.thread, job->thread, now_.cycle});
  }
  dst_marked(tile_.functions.matrix_unit.blocks_marked(now_.word, now_.thread));
}

// These rows are valid, whatever came before.
void hazard_watch::dst_marked(const dst_block_set& blocks) {
  const auto over = std::remove_if(markings_.begin(), markings_.end(), [&](marking& m) {
    for (unsigned w = 0; w < dst_block_set::words; ++w) m.rows.word[w] &= ~blocks.word[w];
    return !m.rows.any();
  });
  markings_.erase(over, markings_.end());
}

void hazard_watch::dst_marked_early() {
  const auto read = std::remove_if(markings_.begin(), markings_.end(), [&](const marking& m) {
    const bool used = both(now_.dst_reads, m.rows).any();
    if (used) say_marking(m);
    return used;
  });
  markings_.erase(read, markings_.end());
}

void hazard_watch::say_marking(const marking& m) const {
  say(static_cast<int>(m.thread), m.word, m.cycle,
      "comes beside " + of_thread(m.unpack, m.unpack_thread) + ", which makes " + rows_of(first_of(m.rows)) +
          " valid: hardware may leave them invalid; mark them once more behind it (ZEROACC clear_zero_flags=1)",
      hazard_kind::use);
}

// ---- SFPLOADMACRO -----------------------------------------------------------------------------------------------------------

void hazard_watch::read_macro(uint32_t (&slots)[macro_slots]) const {
  const auto& config = tile_.functions.vector_unit.load_macro[0];
  std::copy_n(config.instruction_template, 4, slots);
  std::copy_n(config.sequence, 4, slots + 4);
  slots[8] = config.misc;
}

void hazard_watch::note_macro() {
  if (now_.unit != unit_id::vector_unit) return;
  uint32_t after[macro_slots];
  read_macro(after);
  for (unsigned i = 0; i < macro_slots; ++i) {
    if (after[i] == macro_before_[i]) continue;
    macro_slot& slot = macro_[i];
    const auto thread = static_cast<int>(now_.thread);
    if (slot.thread >= 0 && slot.thread != thread) slot.lost |= 1u << slot.thread;
    slot.lost &= ~(1u << thread);
    slot.thread = thread;
    slot.word = now_.word;
  }
}

void hazard_watch::macro_of_other_thread() {
  if (opcode_of(now_.word) != opcode::SFPLOADMACRO) return;
  const unsigned macro = insn::SFPLOADMACRO::lreg_ind(now_.word) >> 2;
  const uint32_t sequence = macro_before_[4 + macro];
  unsigned used = 1u << (4 + macro) | 1u << 8;
  for (unsigned unit = 0; unit < 4; ++unit)
    if (const uint32_t what = sequence >> (8 * unit) & 7; what >= 4) used |= 1u << (what - 4);
  for (unsigned i = 0; i < macro_slots; ++i)
    if ((used >> i & 1) && (macro_[i].lost >> now_.thread & 1))
      find("uses " + slot_name(i) + " of LoadMacroConfig, which " +
               of_thread(macro_[i].word, static_cast<unsigned>(macro_[i].thread)) + " has written over",
           hazard_kind::use);
}

// ---- Semaphores -------------------------------------------------------------------------------------------------------------

void hazard_watch::semaphore_kept(unsigned index, bool post, int by, uint32_t word, uint64_t cycle) {
  const std::string what = std::string(post ? "posts" : "gets") + " semaphore " + std::to_string(index) + ", which is " +
                           (post ? "at its top" : "0") + ": the " + (post ? "post" : "get") + " is lost";
  say(by, word, cycle, what, hazard_kind::use);
}

// ---- The end ----------------------------------------------------------------------------------------------------------------

void hazard_watch::ended(cycle_t cycle) {
  for (const marking& m : markings_) say_marking(m);
  markings_.clear();
  for (unsigned which = 0; which < 2; ++which) {
    bool kept = false;  // on purpose
    for (unsigned t = 0; t < thread_count; ++t) {
      const uint16_t* config = tile_.state.thread_config(t);
      kept |= (which ? tcfg::CLR_DVALID_SrcB_Disable(config) : tcfg::CLR_DVALID_SrcA_Disable(config)) != 0;
    }
    const src_register& r = which ? tile_.state.srcb : tile_.state.srca;
    for (unsigned bank = 0; bank < r.banks && !kept; ++bank) {
      if (r.bank[bank].allowed_client != src_client::matrix_unit) continue;
      const owner& o = given_[which][bank];
      report_("cycle " + std::to_string(cycle) + ", at the end: " + bank_name(which, bank) +
                  " still belongs to the matrix unit" +
                  (o.by ? " (handed over by " + std::string(o.by) + " in cycle " + std::to_string(o.since) + ")" : "") +
                  ": the next kernel's unpack starts out of step",
              hazard_kind::use);
    }
  }
}

}  // namespace tensix
