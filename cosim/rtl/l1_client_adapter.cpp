#include "cosim/rtl/l1_client_adapter.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace tensix {
namespace {

[[noreturn]] void wrong(const sc_core::sc_module& who, unsigned port, cycle_t cycle, const std::string& what) {
  throw std::runtime_error(std::string(who.name()) + ": cycle " + std::to_string(cycle) + ", port " + std::to_string(port) +
                           ": " + what);
}

}  // namespace

l1_client_adapter::l1_client_adapter(const sc_core::sc_module_name& name, rtl_clock& clock, std::vector<l1_client_pins> ports)
    : sc_module(name), l1("l1"), clock_(clock), ports_(ports.size()) {
  l1.register_nb_transport_bw(this, &l1_client_adapter::answered);
  for (size_t i = 0; i < ports.size(); ++i) ports_[i].pins = ports[i];
}

// From now on; the present cycle may be over (a lazy clock).
sc_core::sc_time l1_client_adapter::until(cycle_t cycle) {
  return sc_core::sc_time::from_value((std::max(cycle, now_cycle()) - now_cycle()) * cycle_ps());
}

void l1_client_adapter::before_edge(cycle_t cycle) {
  changed_ = false;
  for (port& p : ports_) {
    *p.pins.gnt = 0;
    if (!p.asked) continue;
    tlm::tlm_phase phase = GRANTED;
    sc_core::sc_time t = until(cycle + 1);
    if (p.asked->open && l1->nb_transport_fw(p.asked->payload, phase, t) != tlm::TLM_UPDATED) continue;
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

l1_client_adapter::beat& l1_client_adapter::free_beat(port& p) {
  for (auto& b : p.beats)
    if (!b->open && p.asked != b.get()) return *b;
  p.beats.push_back(std::make_unique<beat>());
  beat& b = *p.beats.back();
  b.payload.set_extension(b.access = new l1_access);
  return b;
}

void l1_client_adapter::ask(unsigned number, cycle_t cycle) {
  port& p = ports_[number];
  const auto op = static_cast<l1_op>(p.shown.op);
  // An atomic answers later than what comes behind it would: that waits, so that a port answers in order.
  for (const auto& b : p.beats)
    if (b->open && !b->forgotten && b->access->operation == l1_operation::atomic) return;
  if (p.shown.client >= static_cast<uint8_t>(l1_client::count)) wrong(*this, number, cycle, "there is no such client");
  beat& b = free_beat(p);
  b.granted = b.forgotten = false;
  b.id = p.shown.id;
  *b.access = {};
  b.access->client = static_cast<l1_client>(p.shown.client);
  b.access->stream = static_cast<uint8_t>(number);
  b.access->operation = op == l1_op::accumulate ? l1_operation::accumulate
                        : op == l1_op::atomic   ? l1_operation::atomic
                                                : l1_operation::plain;
  b.access->data_by_dmi = b.access->operation != l1_operation::plain;
  if (b.access->data_by_dmi && !modify)
    wrong(*this, number, cycle, "nobody moves the data of accumulating and atomic beats (modify)");
  uint32_t first = 0, bytes = l1_beat_bytes;
  if (p.shown.we && op == l1_op::narrow) {
    if (p.shown.wstrb == 0 || p.shown.wstrb == 0xffff) wrong(*this, number, cycle, "a narrow write has 1 to 15 bytes");
    first = static_cast<uint32_t>(__builtin_ctz(p.shown.wstrb));
    bytes = std::min(l1_beat_bytes - 1, 32 - static_cast<uint32_t>(__builtin_clz(p.shown.wstrb)) - first);
  }
  b.payload.set_command(p.shown.we ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
  b.payload.set_address(uint64_t{p.shown.word} * l1_beat_bytes + first);
  b.payload.set_data_length(bytes);
  b.payload.set_data_ptr(b.data.data());
  if (p.shown.we) {
    uint8_t all[l1_beat_bytes];
    std::memcpy(all, p.shown.wdata, l1_beat_bytes);
    for (uint32_t i = 0; i < bytes; ++i) {
      b.data[i] = all[first + i];
      b.enables[i] = p.shown.wstrb >> (first + i) & 1 ? TLM_BYTE_ENABLED : TLM_BYTE_DISABLED;
    }
  }
  b.payload.set_byte_enable_ptr(p.shown.we ? b.enables.data() : nullptr);
  b.payload.set_byte_enable_length(p.shown.we ? bytes : 0);
  b.payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  b.open = true;
  ++open_;
  p.asked = &b;
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  sc_core::sc_time t = until(cycle);
  if (l1->nb_transport_fw(b.payload, phase, t) == tlm::TLM_COMPLETED)
    wrong(*this, number, cycle, "L1 refuses word " + std::to_string(p.shown.word) + ": " + b.payload.get_response_string());
}

tlm::tlm_sync_enum l1_client_adapter::answered(tlm::tlm_generic_payload& payload, tlm::tlm_phase&, sc_core::sc_time&) {
  clock_.up_to(now_cycle());
  for (unsigned i = 0; i < ports_.size(); ++i)
    for (auto& b : ports_[i].beats)
      if (&b->payload == &payload) answer(i, *b);
  clock_.wake();
  every_cycle();
  return tlm::TLM_COMPLETED;
}

void l1_client_adapter::answer(unsigned number, beat& b) {
  port& p = ports_[number];
  b.open = false;
  --open_;
  if (b.forgotten) return;
  quiet_ = 0;
  if (b.access->operation != l1_operation::plain) modify(number, static_cast<uint32_t>(b.payload.get_address()));
  if (b.payload.is_write()) return;
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
