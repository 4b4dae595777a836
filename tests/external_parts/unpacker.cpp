// SPDX-License-Identifier: Apache-2.0
#include "unpacker.h"

#include <algorithm>

namespace own {
using namespace tensix;

unpacker::unpacker(const sc_core::sc_module_name& name, unsigned which, const tile_context& c)
    : unpacker_if(name),
      which_(which),
      c_(c),
      numbers_(c.configuration.unpacker),
      step_(slot_of(slot::unpacker0, which), method<&unpacker::step>(this)) {
  l1.bind(*c.l1);
  c.throttle->attach(which, *this);
}

issue_response unpacker::offer(const issue_request& r) {
  const auto in_front = std::count_if(items_.begin(), items_.end(), [](const item& i) { return i.where < place::pipeline; });
  if (in_front >= numbers_.queue_depth) return issue_response::refuse(stall_reason::unit_busy, never);
  const bool nop = opcode_of(r.word) == opcode::UNPACR_NOP;
  cycle_t& phase_free = c_.throttle->address_phase_free;
  if (!nop && phase_free > r.cycle) return issue_response::refuse(stall_reason::unpacr_address_phase, phase_free);
  item& i = items_.emplace_back();
  i.accepted = r.cycle;
  c_.functions.unpacker[which_].accept(r.word, r.thread, i.job);
  if (i.job.compressed)
    c_.state.diagnose.undefined("own unpacker", static_cast<int>(r.thread), r.word, "it does not decompress");
  i.until = r.cycle + (nop ? numbers_.nop_cycles : numbers_.address_phase_cycles);
  if (!nop) phase_free = i.until;
  // Silicon takes the fastest unless told otherwise (this unpacker knows no format that is slower by itself).
  if (numbers_.throttle_needs_override && !i.job.throttle_overridden) i.job.speed = fetch_speed::x4;
  account_.enter(stall_reason::none, r.cycle);
  step_.arm(r.cycle + 1);
  return issue_response::accept(i.until);
}

// The bank of `i`: the one being filled, or the other if one before it will hand that over; or the one that the matrix unit is at.
bool unpacker::bank_is_ours(const item& i, unsigned flips_ahead, cycle_t cycle) const {
  if (!i.job.waits_for_bank) return true;
  if (i.job.waits_for_matrix_bank) return flips_ahead == 0 && c_.hand_over.matrix_bank_usable_from(which_, cycle) <= cycle;
  const unsigned bank = target().unpack_bank ^ (flips_ahead & 1);
  return flips_ahead <= 1 && c_.hand_over.usable_from(which_, bank, src_client::unpackers, cycle) <= cycle;
}

uint32_t unpacker::undisturbed_cycles(const item& i) const {
  const uint32_t lanes = std::max(1u, c_.throttle->wanted_bytes(i.job.speed) / 16);
  return (i.beats + lanes - 1) / lanes;
}

// Out of the pipeline into its bank, if it is there and the bank is ours.
bool unpacker::leaves(item& i, cycle_t cycle) {
  if (i.where != place::pipeline || i.until > cycle) return false;
  if (!i.has_bank) {
    if (!bank_is_ours(i, 0, cycle)) return false;
    i.has_bank = true;
    if (i.job.waits_for_bank)
      i.until = std::max(i.until, c_.hand_over.owned_since(which_, target().unpack_bank) + undisturbed_cycles(i));
    if (i.until > cycle) return false;
  }
  unpacker_function& function = c_.functions.unpacker[which_];
  function.execute(i.job);
  if (i.job.to_dst) c_.dst.written(i.job.dst_writes, cycle);
  c_.hand_over.changed(function.finish(i.job), cycle - 1, account_.name());
  done_[i.job.thread] = cycle;
  return true;
}

void unpacker::step() {
  const cycle_t c = step_.begin();
  while (!items_.empty() && leaves(items_.front(), c)) items_.pop_front(), changed_ = true;
  unsigned flips_ahead = 0;
  uint32_t held_bytes = 0;  // fetched for a bank that is not ours
  for (item& i : items_) {
    if (i.where == place::address && i.until <= c) i.where = place::fetch;
    if (i.where == place::fetch && (held_bytes < numbers_.prefetch_bytes || bank_is_ours(i, flips_ahead, c))) fetch(i, c);
    if (i.where != place::pipeline) break;
    if (!i.has_bank && !bank_is_ours(i, flips_ahead, c)) held_bytes += 16 * i.beats;
    flips_ahead += i.job.flips_src;
  }
  if (changed_) notify(c);
  changed_ = false;
  if (items_.empty()) account_.enter(stall_reason::no_instruction, c);
  else step_.arm(c + 1);
}

void unpacker::add_transfer(item& i, const l1_extent& e, bool exponents, uint32_t lanes) {
  if (e.rows == 0 || e.row_bytes == 0) return;
  const uint32_t bytes = e.row_bytes * e.rows;
  // The function reads the bytes when they are there.
  l1_payload& t = l1.get(tlm::TLM_READ_COMMAND, e.address, c_.state.l1.data() + e.address, bytes);
  t.tag = static_cast<uint32_t>(transfers_.size());
  transfers_.push_back({&t, exponents});
  const l1_client client[2][2] = {{l1_client::unpacker0, l1_client::unpacker0_exponents},
                                  {l1_client::unpacker1, l1_client::unpacker1_exponents}};
  t.access.client = client[which_][exponents];
  t.access.data_by_dmi = true;
  t.access.lanes = lanes;
  t.access.row_bytes = e.rows > 1 ? e.row_bytes : 0;
  t.access.row_stride = e.row_stride;
  t.access.rows = e.rows;
  traffic_.bytes += bytes;
  if (exponents) traffic_.exponent_bytes += bytes;
  else i.beats += (e.address % 16 + e.row_bytes + 15) / 16 * e.rows;
}

void unpacker::fetch(item& i, cycle_t cycle) {
  i.fetched_from = cycle;
  transfers_.clear();
  const uint32_t lanes = std::max(1u, c_.throttle->begin(which_, i.job.speed) / 16);
  for (const auto& e : i.job.data_reads) add_transfer(i, e, false, lanes);
  for (const auto& e : i.job.exponent_reads) add_transfer(i, e, true, 1);
  i.where = place::fetching;
  open_ = transfers_.size();
  if (open_ == 0) {  // nothing to read
    c_.throttle->end(which_);
    i.where = place::pipeline;
    i.until = cycle;
    changed_ = true;
  }
  for (size_t t = 0; t < transfers_.size(); ++t) l1.send(*transfers_[t].open);
}

void unpacker::rate_changed(uint32_t bytes_per_cycle) {
  for (const transfer& t : transfers_)
    if (t.open && !t.exponents) l1.change_rate(*t.open, std::max(1u, bytes_per_cycle / 16));
}

void unpacker::transfer_done(l1_payload& t) {
  t.expect_ok();
  transfers_[t.tag].open = nullptr;
  if (--open_ > 0) return;
  const cycle_t c = now_cycle();
  c_.throttle->end(which_);
  for (item& i : items_) {
    if (i.where != place::fetching) continue;
    i.where = place::pipeline;
    i.until = c + numbers_.pipeline_latency_cycles;
    traffic_.cycles += c - i.fetched_from;
    traffic_.fastest = std::max(traffic_.fastest, i.job.speed);
    account_.executed(i.job.thread, i.job.word, i.accepted, i.fetched_from, c);
  }
  changed_ = true;
}

cycle_t unpacker::drained_from(unsigned thread, cycle_t now) const {
  for (const item& i : items_)
    if (i.job.thread == thread) return never;
  return std::max(now, done_[thread]);
}

}  // namespace own
