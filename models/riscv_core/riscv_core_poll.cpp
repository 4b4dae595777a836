// A loop that changes nothing outside the core, and comes back to the same state, does the same again until something that it
// reads changes: the core sleeps for that.
//
// Recognised at taken branches backwards (and jumps): registers, caches, predictor and the times of everything in the pipeline
// are those of an earlier time, the rounds in between took equally long, and nothing was stored, pushed or taken from a FIFO. What
// was read from outside meanwhile is watched. When some of it changes, the core goes on with the round in which it would have
// been: what this round has read before the change, or has on its way, comes from the record (riscv_core_relive.cpp).
// Loads that cannot be looked at without a trace (wall clock, FIFOs, TDMA-RISC, Dst) are no poll: they are made one by one.
#include <algorithm>
#include <cstring>

#include "models/riscv_core/riscv_core.h"

namespace tensix {

namespace {
uint32_t after(cycle_t x, cycle_t t) { return x > t ? static_cast<uint32_t>(x - t) : 0; }
}  // namespace

void riscv_core::forget_rounds() {
  rounds_ = 0;
  back_from_ = nowhere;
  anchored_ = confirmed_ = reliving_ = false;
  forget_reads();
}

void riscv_core::forget_reads() {
  whole_round_ = true;
  seen_count_ = 0;
  ++seen_epoch_;
}

// Nothing is on its way in. (A store that waits to go out may do so.)
bool riscv_core::settled() {
  take_answers();
  if (loads_out_ || port_count_ || fetches_out_ || (now_cycle() > t_ && !reliving_)) return false;
  if (fill_count_) fill_data_cache(t_);
  return !fill_count_;
}

void riscv_core::take_picture(picture& p) const {
  p.pc = pc_;
  p.t = t_;
  p.instructions = instructions_;
  p.rounds = rounds_;
  p.reg = s_.reg;
  p.fcsr = s_.csr.fcsr;
  p.lines_changed = lines_changed_;
  p.data_requests = data_requests_;
  p.queued = queued_;
  p.stores_gone = stores_gone_;
  p.predictor = predictor_;
  p.data_cache = data_cache_;
  p.next_victim = next_victim_;
  for (unsigned r = 0; r < riscv_register_count; ++r) p.ready[r] = after(ready_[r], t_);
  for (unsigned i = 0; i < ring; ++i) p.retire[i] = after(retire_[(seq_ - i) & ring_mask], t_);
}

// As if it had been taken now. (What has left the store queue meanwhile is a difference.)
void riscv_core::move_picture() {
  anchor_.t = t_;
  anchor_.rounds = rounds_;
  anchor_.instructions = instructions_;
  anchor_.data_requests = data_requests_;
  data_cache_hit_ = false;
}

bool riscv_core::same_as(const picture& p) const {
  if (p.pc != pc_ || p.reg != s_.reg || p.fcsr != s_.csr.fcsr || p.lines_changed != lines_changed_) return false;
  const bool in_the_past = reliving_ && t_ <= now_cycle();  // there nothing had left the store queue
  if ((p.stores_gone != stores_gone_ || p.queued != queued_) && !in_the_past) return false;
  // When the data cache is flushed matters only to those who find something in it.
  if (data_cache_hit_ && parameters_.data_cache_flush_requests &&
      (data_requests_ - p.data_requests) % parameters_.data_cache_flush_requests != 0)
    return false;
  for (unsigned r = 0; r < riscv_register_count; ++r)
    if (p.ready[r] != after(ready_[r], t_)) return false;
  for (unsigned i = 1; i < ring; ++i)
    if (p.retire[i] != after(retire_[(seq_ - i) & ring_mask], t_)) return false;
  for (size_t i = 0; i < data_cache_.size(); ++i) {  // from the one that is replaced next
    const data_line &a = p.data_cache[(p.next_victim + i) % data_cache_.size()],
                    &b = data_cache_[(next_victim_ + i) % data_cache_.size()];
    if (a.line != b.line || (a.line != no_line && a.bytes != b.bytes)) return false;
  }
  return p.predictor.same_as(predictor_);
}

// The core has gone backwards (or on to another function). A picture is taken after 1, 2, 4, ... rounds, so that a repetition is
// found however many rounds it takes; loops that only compute are not looked at before they have taken many.
void riscv_core::came_back(uint32_t from) {
  back_from_ = back_from_ == nowhere || back_from_ == from ? from : several;
  constexpr unsigned rounds_without_reads = 64;
  if (!quiet_) {
    quiet_ = true;
    return forget_rounds();
  }
  ++rounds_;
  if (!anchored_ && !seen_count_ && rounds_ < rounds_without_reads) return;
  if (anchored_ && rounds_ < next_picture_ && (pc_ != anchor_.pc || s_.reg != anchor_.reg)) return;
  const bool comparable = settled(), same = comparable && anchored_ && same_as(anchor_);
  if (!same && anchored_ && rounds_ < next_picture_) {  // not yet the same, or nothing but times is not
    if (confirmed_ && pc_ == anchor_.pc && s_.reg == anchor_.reg) poll_until_ = std::max(poll_until_, t_ + period_);
    return;
  }
  if (!comparable) return;
  const bool ready = same && confirmed_ && whole_round_ && !reliving_ && t_ - anchor_.t == period_;
  if (same) {
    next_picture_ = 2 * (rounds_ - anchor_.rounds);
    rounds_ = 0;
    period_ = t_ - anchor_.t;
    poll_until_ = t_ + period_;
    closing_pc_ = back_from_;
    back_from_ = nowhere;
    if (whole_round_ && !reliving_) {
      poll_pc_ = seen_count_ ? seen_[0].pc : pc_;
      poll_address_ = seen_count_ ? seen_[0].address : 0;
    }
  } else {
    next_picture_ = 2 * rounds_;
  }
  confirmed_ = same;
  if (ready && sleeps_in_polls && can_be_watched() && uses_l1_alone()) return sleep();
  data_cache_hit_ = false;
  if (reliving_ && t_ <= now_cycle()) return same ? move_picture() : take_picture(anchor_);  // the record is still needed
  take_picture(anchor_);
  anchored_ = true;
  reliving_ = false;
  forget_reads();
}

// ---- What a round has read ------------------------------------------------------------------------------------------------

void riscv_core::note_seen(load_slot& p) {
  p.seen_epoch = seen_epoch_;
  p.seen = seen_count_++;
  if (p.seen >= max_seen) return;
  seen_read& r = seen_[p.seen];
  r.pc = pc_;
  r.address = p.address;
  r.bytes = p.d.bytes;
  r.issued = p.issued;
}

// A load has come back.
void riscv_core::note_answer(const load_slot& p) {
  if (p.seen_epoch != seen_epoch_ || p.seen >= max_seen) return;
  seen_read& r = seen_[p.seen];
  r.instant = now_time();
  r.ready = p.ready;
  r.line = is_l1(p.address) && p.d.kind != riscv_kind::atomic;
  if (r.line) std::memcpy(r.data.data(), &p.data, line_bytes);
  else std::memcpy(r.data.data(), &p.raw, 4);
}

// Of the data RAM, which others can write by the slow path.
void riscv_core::note_ram_load(uint32_t address, unsigned bytes, uint32_t raw) {
  const unsigned i = seen_count_++;
  if (i >= max_seen) return;
  seen_read& r = seen_[i];
  r.pc = pc_;
  r.address = address;
  r.bytes = static_cast<uint8_t>(bytes);
  r.issued = 0;  // no request to the outside
  r.line = false;
  std::memcpy(r.data.data(), &raw, 4);
}

// What is there now; false: it cannot be looked at.
bool riscv_core::look(const seen_read& r, std::array<uint8_t, line_bytes>& data) {
  tlm::tlm_generic_payload payload;
  payload.set_command(tlm::TLM_READ_COMMAND);
  payload.set_data_ptr(data.data());
  if (r.line) {
    payload.set_address(r.address / line_bytes * line_bytes);
    payload.set_data_length(line_bytes);
    return l1->transport_dbg(payload) == line_bytes;
  }
  data.fill(0);
  payload.set_address(r.address);
  payload.set_data_length(r.bytes);
  return bus->transport_dbg(payload) == r.bytes;
}

bool riscv_core::changed(const seen_read& r) {
  std::array<uint8_t, line_bytes> data;
  if (!look(r, data)) return true;
  return std::memcmp(data.data(), r.data.data(), r.line ? size_t{line_bytes} : size_t{r.bytes}) != 0;
}

// All that the last round has read is known, can be looked at, and still the same.
bool riscv_core::can_be_watched() {
  if (seen_count_ > max_seen) return false;
  watched_.clear();
  for (unsigned i = 0; i < seen_count_; ++i) {
    const seen_read& r = seen_[i];
    if (changed(r)) return false;
    const auto same_place = [&](const seen_read* w) { return w->address == r.address && w->bytes == r.bytes; };
    if (std::none_of(watched_.begin(), watched_.end(), same_place)) watched_.push_back(&r);
  }
  return true;
}

// A load of L1 that is not made meets nobody there, and keeps nobody waiting: while others use L1 all are made. In cycle
// `l1_used_next_` somebody does again.
bool riscv_core::uses_l1_alone() {
  watches_l1_ = std::any_of(watched_.begin(), watched_.end(), [&](const seen_read* r) { return is_l1(r->address); });
  if (!watches_l1_) return true;
  const auto [since, next] = around_.l1_use(anchor_.t);
  l1_used_next_ = next;
  return !since && next > t_;
}

void riscv_core::l1_used(cycle_t cycle) {
  if (!asleep_ || !watches_l1_) return;
  if (cycle > now_cycle()) main_.wake_by(cycle);
  else wake_.notify();
}

// `bytes` 0: anything.
void riscv_core::l1_written(uint32_t address, uint32_t bytes) {
  if (!asleep_) return;
  for (const seen_read* r : watched_) {
    const uint32_t line = r->address / line_bytes * line_bytes;
    const bool touched = bytes == 0 || (line < address + bytes && address < line + line_bytes);
    if (is_l1(r->address) && touched && changed(*r)) return wake_.notify();
  }
}

void riscv_core::register_written() {
  if (!asleep_) return;
  for (const seen_read* r : watched_)
    if (!is_l1(r->address) && changed(*r)) return wake_.notify();
}

// ---- Asleep ---------------------------------------------------------------------------------------------------------------

void riscv_core::sleep() {
  const uint32_t pc = pc_;
  const cycle_t from = t_;
  const uint64_t instructions = instructions_ - anchor_.instructions;  // of a round
  const uint32_t requests = data_requests_ - anchor_.data_requests;
  pc_ = poll_pc_;  // what is told about it
  asleep_ = true;
  wait_for(stall_reason::poll, from, wake_, watches_l1_ ? l1_used_next_ : never);
  asleep_ = false;
  // Whole rounds that are certainly over. The last of them is lived again as well: it may have flushed the data cache.
  const cycle_t now = now_cycle(), over = now > from ? (now - 1 - from) / period_ : 0;
  const cycle_t rounds = over ? over - 1 : 0, slept = rounds * period_;
  stall(stall_reason::poll, from, from + slept);
  pc_ = pc;
  t_ += slept;
  instructions_ += rounds * instructions;
  data_requests_ += static_cast<uint32_t>(rounds * requests);
  for (cycle_t& x : ready_) x += slept;
  for (unsigned i = 0; i < ring; ++i) done_[i] += slept, retire_[i] += slept;
  last_retire_ += slept;
  poll_until_ = t_ + period_;
  move_picture();
  begin_to_relive(slept + period_);
}

// The loads that are not made.
bool riscv_core::would_read_in(cycle_t cycle) const {
  for (unsigned i = 0; i < seen_count_; ++i)
    if (seen_[i].issued && cycle >= seen_[i].issued && (cycle - seen_[i].issued) % period_ == 0) return true;
  return false;
}

std::vector<uint32_t> riscv_core::polls() const {
  std::vector<uint32_t> addresses;
  if (asleep_)
    for (const seen_read* r : watched_) addresses.push_back(r->address);
  return addresses;
}

std::string riscv_core::polled() const {
  constexpr size_t most = 4;
  if (watched_.empty()) return "goes round in a loop that reads nothing from outside";
  std::string text = "polls ";
  for (size_t i = 0; i < std::min(watched_.size(), most); ++i)
    text += (i ? ", " : "") + address_map::describe(core_, watched_[i]->address, around_.l1_bytes);
  if (watched_.size() > most) text += " and " + std::to_string(watched_.size() - most) + " more";
  return text;
}

}  // namespace tensix
