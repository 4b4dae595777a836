// SPDX-License-Identifier: Apache-2.0
#include "cosim/rtl/l1_client_adapter.h"

#include <algorithm>
#include <string>

#include "cosim/rtl/rtl_failure.h"
#include "support/text/hex_text.h"

namespace tensix {
namespace {

[[noreturn]] void wrong(const sc_core::sc_module& who, unsigned port, cycle_t cycle, const std::string& what) {
  throw rtl_failure(std::string(who.name()) + ": cycle " + std::to_string(cycle) + ", port " + std::to_string(port) + ": " +
                    what);
}

}  // namespace

l1_client_adapter::l1_client_adapter(const sc_core::sc_module_name& name, rtl_clock& clock, std::vector<l1_client_pins> ports)
    : sc_module(name), clock_(clock), grants_later_(clock.delays(std::string(basename()) + " l1_gnt")), ports_(ports.size()) {
  for (size_t i = 0; i < ports.size(); ++i) ports_[i].pins = ports[i];
}

// Cycles from now on; the present one may be over (a lazy clock).
cycle_t l1_client_adapter::until(cycle_t cycle) { return std::max(cycle, now_cycle()) - now_cycle(); }

void l1_client_adapter::before_edge(cycle_t cycle) {
  changed_ = false;
  for (port& p : ports_) {
    *p.pins.gnt = 0;
    if (!p.asked) continue;
    if (p.asked->open && !l1.granted(*p.asked->transfer, until(cycle + 1))) continue;
    *p.pins.gnt = 1;
    p.asked->granted = true;
    p.asked = nullptr;
    p.waits = false;
    ++beats_;
    changed_ = true;
  }
}

bool l1_client_adapter::after_edge(cycle_t cycle) {
  for (unsigned i = 0; i < ports_.size(); ++i) {
    port& p = ports_[i];
    *p.pins.gnt = 0;
    if (p.answers) {
      p.answers = false;
      *p.pins.rvalid = 0;
      --answers_;
      changed_ = true;
    }
    const bool req = *p.pins.req;
    if (p.waits && (!req || !(p.pins.request() == p.shown)))
      wrong(*this, i, cycle + 1,
            req ? "a request has changed in front of its gnt" : "a request has been withdrawn in front of its gnt");
    if (!req) continue;
    if (!p.waits) {
      p.waits = changed_ = true;
      p.shown = p.pins.request();
    }
    if (!p.asked) ask(i, cycle + 1);
  }
  quiet_ = changed_ ? 0 : quiet_ + 1;
  if (changed_) every_cycle();  // the clock itself goes on as long as there is work
  return changed_;
}

size_t l1_client_adapter::free_beat(port& p) {
  for (size_t i = 0; i < p.beats.size(); ++i)
    if (!p.beats[i]->open && p.asked != p.beats[i].get()) return i;
  p.beats.push_back(std::make_unique<beat>());
  return p.beats.size() - 1;
}

void l1_client_adapter::ask(unsigned number, cycle_t cycle) {
  port& p = ports_[number];
  const auto op = static_cast<l1_op>(p.shown.op);
  // An atomic answers later than what comes behind it would: that waits, so that a port answers in order.
  for (const auto& b : p.beats)
    if (b->open && !b->forgotten && b->operation == l1_operation::atomic) return;
  if (p.shown.client >= static_cast<uint8_t>(l1_client::count)) wrong(*this, number, cycle, "there is no such client");
  const size_t place = free_beat(p);
  beat& b = *p.beats[place];
  b.granted = b.forgotten = false;
  b.id = p.shown.id;
  b.operation = op == l1_op::accumulate ? l1_operation::accumulate
                : op == l1_op::atomic   ? l1_operation::atomic
                                        : l1_operation::plain;
  const bool modifies = b.operation != l1_operation::plain;
  if (modifies && !modify) wrong(*this, number, cycle, "nobody moves the data of accumulating and atomic beats (modify)");
  uint32_t first = 0, bytes = l1_beat_bytes;
  if (p.shown.we && op == l1_op::narrow) {
    if (p.shown.wstrb == 0 || p.shown.wstrb == 0xffff) wrong(*this, number, cycle, "a narrow write has 1 to 15 bytes");
    first = static_cast<uint32_t>(__builtin_ctz(p.shown.wstrb));
    bytes = std::min(l1_beat_bytes - 1, 32 - static_cast<uint32_t>(__builtin_clz(p.shown.wstrb)) - first);
  }
  l1_payload& t = l1.get(p.shown.we ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND,
                         uint64_t{p.shown.word} * l1_beat_bytes + first, b.data.data(), bytes);
  t.tag = number << 16 | static_cast<uint32_t>(place);
  t.access.client = static_cast<l1_client>(p.shown.client);
  t.access.stream = static_cast<uint8_t>(number);
  t.access.operation = b.operation;
  t.access.data_by_dmi = modifies;
  if (p.shown.we) {
    uint8_t all[l1_beat_bytes];
    std::memcpy(all, p.shown.wdata, l1_beat_bytes);
    for (uint32_t i = 0; i < bytes; ++i) {
      b.data[i] = all[first + i];
      b.enables[i] = p.shown.wstrb >> (first + i) & 1 ? TLM_BYTE_ENABLED : TLM_BYTE_DISABLED;
    }
    t.set_byte_enable_ptr(b.enables.data());
    t.set_byte_enable_length(bytes);
  }
  b.transfer = &t;
  b.open = true;
  ++open_;
  p.asked = &b;
  at_edge_ = true;
  l1.send(t, until(grants_later_.from(cycle)));
  at_edge_ = false;
}

void l1_client_adapter::answered(l1_payload& t) {
  if (!at_edge_) clock_.up_to(now_cycle());
  const uint32_t number = t.tag >> 16;
  answer(number, *ports_[number].beats[t.tag & 0xffff], t);
  clock_.wake();
  every_cycle();
}

void l1_client_adapter::answer(unsigned number, beat& b, const l1_payload& t) {
  port& p = ports_[number];
  if (!t.is_response_ok())
    wrong(*this, number, now_cycle(), "L1 refuses address " + hex_text(t.get_address()) + ": " + t.get_response_string());
  b.open = false;
  --open_;
  if (b.forgotten) return;
  quiet_ = 0;
  if (b.operation != l1_operation::plain) modify(number, static_cast<uint32_t>(t.get_address()));
  if (t.is_write()) return;
  *p.pins.rvalid = 1;
  *p.pins.rid = b.id;
  std::memcpy(p.pins.rdata, b.data.data(), l1_beat_bytes);
  p.answers = true;
  ++answers_;
}

void l1_client_adapter::reset() {
  for (port& p : ports_) {
    for (auto& b : p.beats) b->forgotten = true;
    p.asked = nullptr;
    p.waits = p.answers = false;
    *p.pins.gnt = *p.pins.rvalid = 0;
  }
  answers_ = 0;
}

std::vector<pin> l1_client_adapter::pins() const {
  std::vector<pin> all;
  for (unsigned i = 0; i < ports_.size(); ++i) add_pins(all, ports_[i].pins, i);
  return all;
}

void l1_client_adapter::every_cycle() {
  if (clock_.mode() == rtl_clock_mode::lazy) run_.arm(now_cycle() + 1);
}

void l1_client_adapter::run() {
  clock_.up_to(now_cycle());
  if (at_work() && quiet_ < clock_.quiet_edges()) run_.arm(now_cycle() + 1);
}

}  // namespace tensix
