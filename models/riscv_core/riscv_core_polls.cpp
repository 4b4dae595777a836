// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstring>

#include "models/riscv_core/riscv_core.h"

namespace tensix {

core_polls::core_polls(riscv_core_parts& core)
    : core_(core), late_in_slot_(core.own_slot, method<&core_polls::read_late>(this)) {}

void core_polls::reset() {
  seen_.resize(max_seen);
  forget_rounds();
  quiet_ = reliving_ = waits_ = false;
  until_ = waited_until_ = 0;
  closing_pc_ = nowhere;
  loop_ = {};
  looked_.fill({});
}

void core_polls::forget_rounds() {
  rounds_ = 0;
  back_from_ = nowhere;
  anchored_ = confirmed_ = reliving_ = false;
  forget_reads();
}

void core_polls::forget_reads() {
  whole_round_ = true;
  seen_count_ = 0;
  ++seen_epoch_;
}

// ---- Rounds that repeat ---------------------------------------------------------------------------------------------------

// Nothing is on its way in. (A store that waits to go out may do so.)
bool core_polls::settled() {
  core_.memory.take_answers();
  if (!core_.fetch.idle() || (now_cycle() > core_.time.t && !reliving_)) return false;
  return core_.memory.settled();
}

void core_polls::take_snapshot() {
  anchor_.t = core_.time.t;
  anchor_.round = rounds_;
  core_.execute.record(anchor_.execute, core_.time.t);
  core_.memory.record(anchor_.memory, core_.time.t);
  anchor_.line_changes = core_.fetch.changes();
  anchor_.predictor.become(core_.fetch.predictor());
  anchor_.stores = core_.stores.count();
  anchor_.stores_gone = core_.stores.gone();
}

// As if it had been taken now. (What has left the store queue meanwhile is a difference.)
void core_polls::move_snapshot() {
  anchor_.t = core_.time.t;
  anchor_.round = rounds_;
  anchor_.execute.instructions = core_.execute.instructions;
  core_.memory.move(anchor_.memory);
}

// The core is in a cycle that the simulation has passed: there nothing had left the store queue.
bool core_polls::in_the_past() const { return reliving_ && core_.time.t <= now_cycle(); }

bool core_polls::same_as_anchor() const {
  const snapshot& p = anchor_;
  if (!core_.execute.same_registers(p.execute) || p.line_changes != core_.fetch.changes()) return false;
  const bool same_stores = p.stores_gone == core_.stores.gone() && p.stores == core_.stores.count();
  return (same_stores || in_the_past()) && core_.execute.same_as(p.execute, core_.time.t) &&
         core_.memory.same_as(p.memory, core_.time.t) && p.predictor.same_as(core_.fetch.predictor());
}

// A snapshot is taken after 1, 2, 4, ... rounds, so that a repetition is found however many rounds it takes; loops that only
// compute are not looked at before they have taken many.
void core_polls::came_back(uint32_t from) {
  enter_loop(from);
  back_from_ = back_from_ == nowhere || back_from_ == from ? from : several;
  constexpr unsigned rounds_without_reads = 64;
  if (!quiet_) {
    quiet_ = true;
    return forget_rounds();
  }
  ++rounds_;
  if (!anchored_ && !seen_count_ && rounds_ < rounds_without_reads) return;
  const auto early = [&] { return anchored_ && rounds_ < next_snapshot_; };
  const auto same_place = [&] { return core_.execute.same_registers(anchor_.execute); };
  if (early() && !same_place()) return;
  const cycle_t t = core_.time.t;
  core_.time.sync(t);  // how far the core is ahead of the simulation does not decide whether it sleeps
  const bool comparable = settled(), same = comparable && anchored_ && same_as_anchor();
  if (!same && early()) {  // not yet the same, or nothing but times is not
    if (confirmed_ && same_place()) until_ = std::max(until_, core_.time.t + period_);
    return;
  }
  if (!comparable) return;
  const bool ready = same && confirmed_ && whole_round_ && !reliving_ && t - anchor_.t == period_;
  if (same) {
    next_snapshot_ = 2 * (rounds_ - anchor_.round);
    rounds_ = 0;
    period_ = t - anchor_.t;
    until_ = t + period_;
    closing_pc_ = back_from_;
    back_from_ = nowhere;
    if (whole_round_ && !reliving_) {
      pc_ = seen_count_ ? seen_[0].pc : core_.execute.pc;
      if (!waits_) note_places(0, ~0u);
    }
  } else {
    next_snapshot_ = 2 * rounds_;
  }
  confirmed_ = same;
  if (ready && may_sleep && can_be_watched() && uses_l1_alone()) return sleep();
  if (in_the_past()) return same ? move_snapshot() : take_snapshot();  // the record is still needed
  take_snapshot();
  anchored_ = true;
  reliving_ = false;
  forget_reads();
}

// ---- Loops that only wait -------------------------------------------------------------------------------------------------

// Nothing in it but loads, and what computes from them; no register keeps what a round has computed for the next one.
core_polls::loop core_polls::look_at(uint32_t first, uint32_t last) const {
  constexpr uint32_t longest = 64;  // instructions: of a poll of several words
  loop l{first, last};
  if (last - first >= 4 * longest) return l;
  std::array<bool, riscv_register_count> written{}, needed{};
  bool loads = false;
  for (uint32_t pc = first; pc <= last; pc += 4) {
    const core_fetch::code_line* const line = core_.fetch.present(pc / core_line_bytes);
    if (!line) return l;
    const riscv_instruction& d = line->d[pc / 4 % 4];
    for (const unsigned r : {d.rs1, d.rs2, d.rs3}) needed[r] = needed[r] || (r != 0 && !written[r]);
    written[d.rd] = d.rd != riscv_sink || written[d.rd];
    switch (d.kind) {
      case riscv_kind::simple:
      case riscv_kind::multiply:
      case riscv_kind::fence: continue;
      case riscv_kind::load:
        if (!loads) l.load = pc;
        loads = true;
        continue;
      case riscv_kind::branch:  // out of it
        if (const uint32_t to = pc + d.immediate; pc != last && to >= first && to <= last) return l;
        continue;
      case riscv_kind::jump:
        if (pc == last && d.op == riscv_op::jal && d.rd == riscv_sink) continue;
        return l;
      default: return l;
    }
  }
  for (unsigned r = 0; r < riscv_register_count; ++r)
    if (written[r] && needed[r]) return l;
  l.only_waits = loads;
  return l;
}

void core_polls::enter_loop(uint32_t last) {
  const uint32_t first = core_.execute.pc;
  if (loop_.first != first || loop_.last != last) {
    if (waits_) leave_loop(core_.time.t);
    loop_ = look_at(first, last);
  } else if (waits_) {
    if (!quiet_) {  // it reads what cannot be looked at
      leave_loop(core_.time.t);
      loop_.only_waits = false;
    }
    return;
  }
  if (!loop_.only_waits) return;
  core_.time.claim_busy(last);  // the first round
  note_places(first, last);
  first_round_polls(loop_, false);
  core_.causes.loop_waits(first, last, core_.time.t);
  waits_ = true;
}

void core_polls::went_past(uint32_t first, uint32_t last, cycle_t t) {
  if (passed_.first != first || passed_.last != last) passed_ = look_at(first, last);
  if (!passed_.only_waits || reliving_) return;
  core_.time.claim_busy(last);
  first_round_polls(passed_, true);
  core_.causes.loop_ended(first, last, t, true);
}

void core_polls::leave_loop(cycle_t t) {
  core_.time.claim_busy(loop_.last);
  waits_ = false;
  waited_until_ = t;
  until_ = std::min(until_, t);
  for (looked_at& l : looked_)
    if (l.last.pc >= loop_.first && l.last.pc <= loop_.last) l.last.enough = true;
  core_.causes.loop_ended(loop_.first, loop_.last, t, false);
}

// The first round of a loop that only waits, which has just ended; `alone`: no other comes, so that it has waited only if the look
// before, elsewhere, has not found what this one has.
void core_polls::first_round_polls(const loop& l, bool alone) {
  const auto inside = [&](const look_at_place& x) { return x.issued && x.pc >= l.first && x.pc <= l.last; };
  cycle_t from = never;
  uint32_t polled = 0;
  for (looked_at& place : looked_) {
    if (!inside(place.last)) continue;
    const bool in_vain =
        place.before.issued && !inside(place.before) && !place.before.enough && place.before.value != place.last.value;
    if (place.last.issued < from && (!alone || in_vain)) from = place.last.issued, polled = place.address;
    if (alone) place.last.enough = true;
  }
  if (from != never && !reliving_) core_.time.was_poll(from, l.load, polled);
}

void core_polls::note_look(const core_load& p) {
  auto place = std::find_if(looked_.begin(), looked_.end(), [&](const looked_at& x) { return x.address == p.address; });
  if (place == looked_.end()) *(place = looked_.begin() + looked_count_++ % looked_.size()) = {p.address, {}, {}};
  place->before = place->last;
  place->last = {p.pc, p.raw, p.issued, false};
}

// What the instructions in between have read; the first of it that lies outside the core is what the poll is named after.
void core_polls::note_places(uint32_t from_pc, uint32_t to_pc) {
  places_.count = 0;
  address_ = seen_count_ ? seen_[0].address : 0;
  bool named = false;
  for (unsigned i = 0; i < std::min(seen_count_, max_seen) && places_.count < places_.address.size(); ++i) {
    const seen_read& r = seen_[i];
    if (r.pc < from_pc || r.pc > to_pc || std::find(places_.begin(), places_.end(), r.address) != places_.end()) continue;
    places_.address[places_.count++] = r.address;
    if (!named && !core_.memory.ram(r.address)) address_ = r.address, named = true;
  }
}

// ---- What a round has read ------------------------------------------------------------------------------------------------

bool core_polls::is_l1(uint32_t address) const { return address < core_.around.l1_bytes; }

// The next load of the round; nullptr: there are too many.
core_polls::seen_read* core_polls::note(uint32_t address, uint8_t bytes, cycle_t issued) {
  const unsigned i = seen_count_++;
  if (i >= max_seen) return nullptr;
  seen_read& r = seen_[i];
  r.pc = core_.execute.pc;
  r.address = address;
  r.bytes = bytes;
  r.issued = issued;
  return &r;
}

void core_polls::note_load(core_load& p) {
  p.seen_epoch = seen_epoch_;
  p.seen = seen_count_;
  note(p.address, p.d.bytes, p.issued);
}

void core_polls::note_answer(const core_load& p) {
  note_look(p);
  if (p.seen_epoch != seen_epoch_ || p.seen >= max_seen) return;
  seen_read& r = seen_[p.seen];
  r.instant = now_time();
  r.ready = p.ready;
  r.line = reads_line(p.d, p.address);
  if (r.line) std::memcpy(r.data.data(), p.data, core_line_bytes);
  else std::memcpy(r.data.data(), &p.raw, 4);
}

// Others can write the data RAM by the slow path: its loads are watched too.
void core_polls::note_ram(uint32_t address, unsigned bytes, uint32_t raw) {
  seen_read* const r = note(address, static_cast<uint8_t>(bytes), 0);  // no request to the outside
  if (!r) return;
  r->line = false;
  std::memcpy(r->data.data(), &raw, 4);
}

// What is there now; false: it cannot be looked at.
bool core_polls::look(const seen_read& r, std::array<uint8_t, core_line_bytes>& data) {
  const uint32_t bytes = r.line ? core_line_bytes : r.bytes;
  data.fill(0);
  looks_.prepare(tlm::TLM_READ_COMMAND, r.line ? r.address / bytes * bytes : r.address, data.data(), bytes);
  return (r.line ? core_.l1->transport_dbg(looks_) : core_.bus->transport_dbg(looks_)) == bytes;
}

bool core_polls::changed(const seen_read& r) {
  std::array<uint8_t, core_line_bytes> data;
  if (!look(r, data)) return true;
  return std::memcmp(data.data(), r.data.data(), r.line ? size_t{core_line_bytes} : size_t{r.bytes}) != 0;
}

// All that the last round has read is known, can be looked at, and still the same.
bool core_polls::can_be_watched() {
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

// A load of L1 that is not made meets no other access there, and delays none: while L1 is used otherwise all are made. It is used
// again in cycle `l1_used_next_`.
bool core_polls::uses_l1_alone() {
  watches_l1_ = std::any_of(watched_.begin(), watched_.end(), [&](const seen_read* r) { return is_l1(r->address); });
  if (!watches_l1_) return true;
  const auto [since, next] = core_.around.owner->l1_use(anchor_.t);
  l1_used_next_ = next;
  return !since && next > core_.time.t;
}

void core_polls::l1_used(cycle_t cycle) {
  if (!asleep_ || !watches_l1_) return;
  if (cycle > now_cycle()) core_.time.process.wake_by(cycle);
  else wake_.notify();
}

void core_polls::l1_written(uint32_t address, uint32_t bytes) {
  if (!asleep_) return;
  for (const seen_read* r : watched_) {
    const uint32_t line = r->address / core_line_bytes * core_line_bytes;
    const bool touched = bytes == 0 || (line < address + bytes && address < line + core_line_bytes);
    if (is_l1(r->address) && touched && changed(*r)) return wake_.notify();
  }
}

void core_polls::register_written() {
  if (!asleep_) return;
  for (const seen_read* r : watched_)
    if (!is_l1(r->address) && changed(*r)) return wake_.notify();
}

void core_polls::store_left() {
  if (asleep_) wake_.notify();
}

// ---- Asleep ---------------------------------------------------------------------------------------------------------------

void core_polls::sleep() {
  core_time& time = core_.time;
  const uint32_t pc = core_.execute.pc;
  const cycle_t from = time.t;
  core_.execute.pc = pc_;  // what accounts and reports say
  asleep_ = true;
  time.wait_for(stall_reason::poll, from, wake_, watches_l1_ ? l1_used_next_ : never);
  asleep_ = false;
  // Whole rounds that are certainly over. The last of them is lived again as well: it may have flushed the data cache.
  const cycle_t now = now_cycle(), over = now > from ? (now - 1 - from) / period_ : 0;
  const cycle_t rounds = over ? over - 1 : 0, slept = rounds * period_;
  time.stall(stall_reason::poll, from, from + slept);
  core_.execute.pc = pc;
  time.t += slept;
  core_.execute.skip(rounds, slept, anchor_.execute);
  core_.memory.skip(rounds, slept, anchor_.memory);
  until_ = time.t + period_;
  move_snapshot();
  begin_to_relive(slept + period_);
}

bool core_polls::would_read_in(cycle_t cycle) const {
  if (!asleep_) return false;
  for (unsigned i = 0; i < seen_count_; ++i)
    if (seen_[i].issued && cycle >= seen_[i].issued && (cycle - seen_[i].issued) % period_ == 0) return true;
  return false;
}

std::vector<uint32_t> core_polls::addresses() const {
  std::vector<uint32_t> all;
  if (asleep_)
    for (const seen_read* r : watched_) all.push_back(r->address);
  return all;
}

std::string core_polls::text() const {
  constexpr size_t most = 4;
  if (watched_.empty()) return "goes round in a loop that reads nothing from outside";
  std::string text = "polls ";
  for (size_t i = 0; i < std::min(watched_.size(), most); ++i) text += (i ? ", " : "") + core_.describe(watched_[i]->address);
  if (watched_.size() > most) text += " and " + std::to_string(watched_.size() - most) + " more";
  return text;
}

}  // namespace tensix
