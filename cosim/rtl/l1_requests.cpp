// SPDX-License-Identifier: Apache-2.0
#include "cosim/rtl/l1_requests.h"

#include <algorithm>
#include <cstring>
#include <iostream>
#include <stdexcept>
#include <string>
#include <utility>

#include "cosim/rtl/rtl_failure.h"
#include "models/memory/l1_observer.h"
#include "support/text/hex_text.h"

namespace tensix {

l1_requests::l1_requests(std::string name, const l1_parameters& parameters, l1_block& block, l1_pin_order order,
                         l1_beats_if& beats)
    : name_(std::move(name)),
      parameters_(parameters),
      wiring_(parameters),
      block_(block),
      beats_(beats),
      order_(order),
      pins_(block.ports()),
      shown_(pins_.size()) {
  if (order == l1_pin_order::by_port && pins_.size() < parameters.ports)
    throw std::invalid_argument(name_ + ": l1.ports is " + std::to_string(parameters.ports) + ", but the RTL has " +
                                std::to_string(pins_.size()) + " ports");
  for (const l1_server_pins& p : pins_) *p.req = 0;
}

l1_rtl_transfer& l1_requests::add(tlm::tlm_generic_payload& payload, cycle_t start) {
  if (spare_.empty()) spare_.push_back(std::make_unique<l1_rtl_transfer>());
  std::unique_ptr<l1_rtl_transfer> made = std::move(spare_.back());
  spare_.pop_back();
  l1_rtl_transfer& t = *made;
  std::vector<bool> served_beats = std::move(t.served), shown_beats = std::move(t.shown);
  t = {};
  l1_access* const access = payload.get_extension<l1_access>();
  l1_begin(t, payload, access ? *access : t.plain, start, parameters_);
  t.number = ++numbers_;
  t.left = t.beats;
  t.op = t.operation == l1_operation::accumulate ? l1_op::accumulate
         : t.operation == l1_operation::atomic   ? l1_op::atomic
         : t.hold                                ? l1_op::narrow
                                                 : l1_op::plain;
  served_beats.assign(t.beats, false);
  shown_beats.assign(t.beats, false);
  t.served = std::move(served_beats);
  t.shown = std::move(shown_beats);
  open_.insert(l1_place(open_, t), std::move(made));
  return t;
}

void l1_requests::lanes_changed(const tlm::tlm_generic_payload& payload) {
  for (auto& t : open_)
    if (t->payload == &payload) t->lanes = std::clamp<uint32_t>(t->access->lanes, 1, most_l1_lanes);
}

const l1_rtl_transfer* l1_requests::find(const tlm::tlm_generic_payload& payload) const {
  for (const auto& t : open_)
    if (t->payload == &payload) return t.get();
  return nullptr;
}

std::unique_ptr<l1_rtl_transfer> l1_requests::take_done(cycle_t cycle) {
  for (auto t = open_.begin(); t != open_.end(); ++t) {
    if ((*t)->done > cycle) continue;
    std::unique_ptr<l1_rtl_transfer> over = std::move(*t);
    open_.erase(t);
    return over;
  }
  return nullptr;
}

cycle_t l1_requests::first_done() const {
  cycle_t first = never;
  for (const auto& t : open_) first = std::min(first, t->done);
  return first;
}

cycle_t l1_requests::may_be_done() const {
  cycle_t first = never;
  for (const auto& t : open_) {
    const cycle_t best = wiring_.done_after(*t, std::max(next_, t->start) + (t->left + t->lanes - 1) / t->lanes - 1);
    // A window that has become smaller passes what was served beyond it without a cycle.
    first = std::min(first, t->done != never ? t->done : best);
  }
  return first;
}

// Of every client, stream and direction the first whose time has come.
void l1_requests::compete(cycle_t cycle) {
  competing_.clear();
  for (const auto& t : open_) {
    if (t->left == 0 || t->start > cycle) continue;
    const bool behind =
        std::any_of(competing_.begin(), competing_.end(), [&](const l1_rtl_transfer* x) { return x->same_queue(*t); });
    if (!behind && competing_.size() < most_l1_askers) competing_.push_back(t.get());
  }
}

void l1_requests::show(unsigned pin, l1_rtl_transfer& t, uint32_t beat, uint8_t id) {
  const l1_server_pins& p = pins_[pin];
  shown_[pin] = {&t, beat, id};
  *p.req = 1;
  *p.we = t.write;
  *p.client = static_cast<uint8_t>(t.client);
  *p.op = static_cast<uint8_t>(t.op);
  *p.id = id;
  *p.addr = t.word_of(beat);
  if (!t.write) return;
  *p.wstrb = 0;
  beats_.write_beat(t, beat, p.wdata, *p.wstrb);
}

void l1_requests::show_by_age(cycle_t cycle) {
  unsigned pin = 0;
  size_t missing = 0;
  for (size_t k = 0; k < competing_.size(); ++k) {
    l1_rtl_transfer& t = *competing_[k];
    for (uint32_t b = t.first; b < t.beats && b < t.first + t.lanes; ++b) {
      if (t.served[b]) continue;
      if (pin < pins_.size()) show(pin++, t, b, static_cast<uint8_t>(k % 16));
      else ++missing;
    }
  }
  for (unsigned i = pin; i < used_pins_; ++i) {
    *pins_[i].req = 0;
    shown_[i].transfer = nullptr;
  }
  used_pins_ = pin;
  if (missing == 0 || warned_of_few_pins_) return;
  warned_of_few_pins_ = true;
  std::cerr << "warning: " << name_ << ": cycle " << cycle << ": " << pin + missing
            << " beats ask at once, the RTL has pins for " << pins_.size()
            << ": the youngest wait, from here on cycles may be more than the model's\n";
}

void l1_requests::show_by_port() {
  for (l1_rtl_transfer* t : competing_) {
    uint64_t left = wiring_.ports_of(t->client);
    for (uint32_t b = t->first; b < t->beats && b < t->first + t->lanes; ++b) {
      if (t->served[b] || t->shown[b]) continue;
      while (left && shown_[static_cast<unsigned>(__builtin_ctzll(left))].transfer) left &= left - 1;
      if (!left) break;
      t->shown[b] = true;
      show(static_cast<unsigned>(__builtin_ctzll(left)), *t, b, static_cast<uint8_t>(b % 16));
    }
  }
}

void l1_requests::settle(cycle_t cycle) {
  if (settled_) return;
  compete(cycle);
  if (order_ == l1_pin_order::by_age) show_by_age(cycle);
  else show_by_port();
  block_.settle();
  settled_ = true;
  for (l1_rtl_transfer* t : competing_) record_grants(*t, cycle);
  for (unsigned i = 0; i < pins_.size(); ++i)
    if (*pins_[i].gnt && !shown_[i].transfer) wrong(i, cycle, "gnt without req");
}

// What a transfer got in this cycle.
void l1_requests::record_grants(l1_rtl_transfer& t, cycle_t cycle) {
  bool bank = false, port = false;
  uint32_t wanted = 0, conflicts = 0, window = 0;
  uint64_t through = 0;
  for (uint32_t b = t.first; b < t.beats && b < t.first + t.lanes; ++b) window += !t.served[b];
  for (unsigned i = 0; i < pins_.size(); ++i) {
    const shown s = shown_[i];
    if (s.transfer != &t) continue;
    if (window > 0) --window;
    if (*pins_[i].gnt) {
      through |= uint64_t{1} << (pins_[i].port ? *pins_[i].port : i);
      ++wanted;
      grant(i, cycle);
      continue;
    }
    const unsigned reason = pins_[i].reason ? *pins_[i].reason : 1;
    bank |= reason == 1;
    port |= reason == 2;
    wanted += reason != 0;
    if (reason != 1) continue;
    ++conflicts;
    counts_.refused(t.word_of(s.beat) & (parameters_.banks - 1));
  }
  if (window > 0 && !port) port = true, ++wanted;  // no pin for it
  t.bank_blocked += bank;
  t.port_blocked += port && !bank;
  while (t.first < t.beats && t.served[t.first]) ++t.first;
  if (t.left == 0) t.done = wiring_.done_after(t, cycle);
  if (!traffic_to || wanted == 0) return;
  const auto refused = wanted - static_cast<uint32_t>(__builtin_popcountll(through));
  traffic_to->l1_served(l1_traffic_of(wiring_, t.client, cycle, cycle + 1, through, refused, conflicts));
}

void l1_requests::grant(unsigned pin, cycle_t cycle) {
  l1_rtl_transfer& t = *shown_[pin].transfer;
  const uint32_t beat = shown_[pin].beat;
  const unsigned port = pins_[pin].port ? *pins_[pin].port : pin;
  if (t.served[beat]) wrong(pin, cycle, "a beat is granted twice");
  t.served[beat] = true;
  --t.left;
  if (t.first_grant == never) t.first_grant = cycle;
  counts_.served(port, t.word_of(beat) & (parameters_.banks - 1));
  held_until_ = std::max<cycle_t>(held_until_, cycle + (t.hold ? t.hold : 1));
  if (!t.write && t.op != l1_op::atomic) readings_.push_back({&t, beat, pin, shown_[pin].id, {}});
  beats_.beat_granted(t, beat, port, cycle);
}

bool l1_requests::edge(cycle_t cycle) {
  settle(cycle);
  granted_.clear();  // the edge takes gnt away
  for (unsigned i = 0; i < pins_.size(); ++i)
    if (shown_[i].transfer && *pins_[i].gnt) granted_.push_back(i);
  keep_right_bytes();
  block_.edge();
  compare_written(cycle);
  for (const reading& r : readings_) {
    if (!*pins_[r.pin].rvalid) wrong(r.pin, cycle + 1, "no rvalid in the cycle behind the gnt of a read");
    if (*pins_[r.pin].rid != r.id) wrong(r.pin, cycle + 1, "rid is not the id of the read granted in the cycle before");
    ++compared_.read;
    const auto* const given = reinterpret_cast<const uint8_t*>(pins_[r.pin].rdata);
    if (std::memcmp(given, r.right, sizeof r.right) != 0) beats_.other_bytes(*r.transfer, r.beat, cycle, given, r.right);
    beats_.read_beat(*r.transfer, r.beat, pins_[r.pin].rdata);
  }
  readings_.clear();
  for (const unsigned i : granted_) {
    *pins_[i].req = 0;
    shown_[i].transfer = nullptr;
  }
  settled_ = false;
  next_ = cycle + 1;
  return !granted_.empty();
}

const uint8_t* l1_requests::right_bytes() {
  if (right_.empty()) {
    right_.resize(parameters_.size_kib * 1024);
    block_.read(0, right_.data(), static_cast<uint32_t>(right_.size()));
  }
  return right_.data();
}

void l1_requests::write(uint32_t address, const uint8_t* data, uint32_t bytes) {
  right_bytes();
  block_.write(address, data, bytes);
  std::memcpy(&right_[address], data, bytes);
}

// In front of the edge: a read gives what was there before it, a write is there behind it.
void l1_requests::keep_right_bytes() {
  if (readings_.empty() && granted_.empty()) return;
  right_bytes();
  for (reading& r : readings_)
    std::memcpy(r.right, &right_[size_t{r.transfer->word_of(r.beat)} * l1_beat_bytes], l1_beat_bytes);
  for (const unsigned i : granted_) {
    if (!*pins_[i].we) continue;
    const auto* const data = reinterpret_cast<const uint8_t*>(pins_[i].wdata);
    uint8_t* const word = &right_[size_t{*pins_[i].addr} * l1_beat_bytes];
    for (unsigned byte = 0; byte < l1_beat_bytes; ++byte)
      if (*pins_[i].wstrb >> byte & 1) word[byte] = data[byte];
  }
}

// What RTL holds counts from here on: a difference is told once.
void l1_requests::compare_written(cycle_t cycle) {
  for (const unsigned i : granted_) {
    if (!*pins_[i].we || *pins_[i].wstrb == 0) continue;
    l1_rtl_transfer& t = *shown_[i].transfer;
    const uint32_t beat = shown_[i].beat;
    uint8_t* const right = &right_[size_t{*pins_[i].addr} * l1_beat_bytes];
    l1_rtl_transfer::word held{beat, {}};
    block_.read(*pins_[i].addr * l1_beat_bytes, held.bytes, l1_beat_bytes);
    ++compared_.written;
    if (std::memcmp(held.bytes, right, l1_beat_bytes) == 0) continue;
    beats_.other_bytes(t, beat, cycle, held.bytes, right);
    std::memcpy(right, held.bytes, l1_beat_bytes);
    t.otherwise.push_back(held);
  }
}

void l1_requests::reset() {
  for (unsigned i = 0; i < pins_.size(); ++i) {
    *pins_[i].req = 0;
    shown_[i].transfer = nullptr;
  }
  for (auto& t : open_) t->shown.assign(t->beats, false);
  readings_.clear();
  settled_ = false;
  held_until_ = 0;
}

std::string l1_requests::who_waits() const {
  std::string text;
  for (const auto& t : open_) {
    if (t->left == 0) continue;
    text += std::string(text.empty() ? "has not granted " : "; ") + tensix::name(t->client) +
            (t->write ? " its write of " : " its read of ") + std::to_string(t->left) + (t->left == 1 ? " beat" : " beats") +
            " at address " + hex_text(t->payload->get_address()) + ", asked for since cycle " + std::to_string(t->start);
  }
  return text;
}

std::vector<pin> l1_requests::pins() const {
  std::vector<pin> all = block_.other_pins();
  for (unsigned i = 0; i < pins_.size(); ++i) {
    add_pins(all, pins_[i], i);
    if (pins_[i].reason) all.push_back({"l1_reason[" + std::to_string(i) + "]", 2, pins_[i].reason});
    if (pins_[i].port) all.push_back({"l1_port[" + std::to_string(i) + "]", 6, pins_[i].port});
  }
  return all;
}

void l1_requests::wrong(unsigned pin, cycle_t cycle, const std::string& what) const {
  throw rtl_failure(name_ + ": cycle " + std::to_string(cycle) + ", port " + std::to_string(pin) + ": " + what);
}

}  // namespace tensix
