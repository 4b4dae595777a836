// SPDX-License-Identifier: Apache-2.0
#include "models/memory/l1_initiator.h"
#include "models/observe/report_ids.h"

#include <algorithm>
#include <cstdlib>

#include "support/text/hex_text.h"

namespace tensix {

std::string l1_payload::response_text() const {
  return "L1 answers " + get_response_string() + " for " + std::to_string(get_data_length()) + " bytes at address " +
         hex_text(get_address());
}

void l1_payload::report_error() const {
  SC_REPORT_ERROR(report_id::l1, (std::string(tensix::name(access.client)) + ": " + response_text()).c_str());
}

l1_initiator::l1_initiator(const char* name, completion done) : tlm_initiator_socket(name), done_(done) {
  bind(static_cast<tlm::tlm_bw_transport_if<>&>(*this));
}

void l1_initiator::grow() {
  free_.push_back(&all_.emplace_back(static_cast<tlm::tlm_mm_interface*>(this)));
  answered_.reserve(all_.size());
  free_.reserve(all_.size());
}

// A target that breaks the protocol cannot be gone on with.
void l1_initiator::illegal(const l1_payload& t, const std::string& what) const {
  SC_REPORT_ERROR(report_id::l1_protocol, (std::string(name()) + ": the target " + what + ", of the transfer at address " +
                                           hex_text(t.get_address()) + " in cycle " + std::to_string(now_cycle()))
                                              .c_str());
  std::abort();
}

// ---- Requests

inline void l1_initiator::begin_request(l1_payload& t, cycle_t delay) {
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  sc_core::sc_time when;
  if (delay) when = sc_core::sc_time::from_value(delay * cycle_ticks());
  const uint64_t asked = when.value();
  request_ = &t;
  t.sent_ = true;
  const tlm::tlm_sync_enum answer = (*this)->nb_transport_fw(t, phase, when);
  if (answer == tlm::TLM_UPDATED && phase == tlm::END_REQ && when.value() == asked) request_ = nullptr;  // l1_memory's
  else if (answer != tlm::TLM_ACCEPTED) returned(t, answer, phase, when);  // otherwise the backward path has it, or will
}

void l1_initiator::send(l1_payload& t, cycle_t delay) {
  const cycle_t now = now_cycle();
  t.start_ = now + delay;
  if (request_ || first_ || free_from_ > now) return wait(t);
  begin_request(t, delay);
  if (first_) send_waiting(now);  // made meanwhile, within a completion
}

void l1_initiator::wait(l1_payload& t) {
  t.next_ = nullptr;
  (first_ ? last_->next_ : first_) = &t;
  last_ = &t;
  if (!request_) run_.arm(free_from_);
}

void l1_initiator::returned(l1_payload& t, tlm::tlm_sync_enum answer, const tlm::tlm_phase& phase,
                            const sc_core::sc_time& when) {
  if (answer == tlm::TLM_COMPLETED) return answered(t, when, false);
  if (phase == tlm::BEGIN_RESP) return answered(t, when, true);
  if (phase == tlm::END_REQ) return end_request(t, now_cycle() + cycles(when));
  illegal(t, std::string("returns TLM_UPDATED with phase ") + phase.get_name() + " for BEGIN_REQ");
}

// END_REQ, or what implies it, has come for `cycle`. A request that ends where it begins holds nobody up, also if it has been
// made before its time.
void l1_initiator::end_request(const l1_payload& t, cycle_t cycle) {
  if (request_ != &t) return;
  request_ = nullptr;
  if (cycle > t.start_) free_from_ = cycle;
}

void l1_initiator::send_waiting(cycle_t now) {
  if (sending_) return;
  sending_ = true;
  while (first_ && !request_ && free_from_ <= now) {
    l1_payload& t = *first_;
    first_ = t.next_;
    t.start_ = std::max(t.start_, now);
    begin_request(t, t.start_ - now);
  }
  sending_ = false;
  if (first_ && !request_) run_.arm(free_from_);
}

void l1_initiator::change_rate(l1_payload& t, uint32_t lanes) {
  t.access.lanes = lanes;
  if (!t.sent_) return;
  tlm::tlm_phase phase = RATE_CHANGE;
  sc_core::sc_time none = sc_core::SC_ZERO_TIME;
  (*this)->nb_transport_fw(t, phase, none);  // TLM_ACCEPTED from whom does not know it, too
}

bool l1_initiator::granted(l1_payload& t, cycle_t delay) {
  if (!t.sent_) return t.is_response_ok();  // it is just complete, or waits to be sent
  tlm::tlm_phase phase = GRANTED;
  sc_core::sc_time when = sc_core::sc_time::from_value(delay * cycle_ticks());
  return (*this)->nb_transport_fw(t, phase, when) == tlm::TLM_UPDATED;
}

// ---- Answers

tlm::tlm_sync_enum l1_initiator::nb_transport_bw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                                 sc_core::sc_time& t) {
  auto& x = static_cast<l1_payload&>(payload);
  if (phase == tlm::BEGIN_RESP) {
    if (!x.sent_ || x.end_response_) illegal(x, "sends BEGIN_RESP without a request");
    if (!request_ && t.value() == 0) {  // l1_memory's
      complete(x);
      return tlm::TLM_COMPLETED;
    }
    const bool ahead = cycles(t) > 0;
    answered(x, t, ahead);
    return ahead ? tlm::TLM_ACCEPTED : tlm::TLM_COMPLETED;
  }
  if (phase == tlm::END_REQ) {
    if (request_ != &x) illegal(x, "sends END_REQ, which no request waits for");
    const cycle_t now = now_cycle();
    end_request(x, now + cycles(t));
    if (first_) send_waiting(now);
    return tlm::TLM_ACCEPTED;
  }
  if (phase == tlm::BEGIN_REQ || phase == tlm::END_RESP) illegal(x, std::string("sends ") + phase.get_name());
  return tlm::TLM_ACCEPTED;  // a phase that may be ignored
}

// BEGIN_RESP or TLM_COMPLETED has come for `when` from now; with a request that is not over yet, it ends that as well.
void l1_initiator::answered(l1_payload& t, const sc_core::sc_time& when, bool end_response) {
  const cycle_t now = now_cycle(), cycle = now + cycles(when);
  t.end_response_ = end_response;
  t.answer_ticks_ = cycle_time::now_ticks() + when.value();
  end_request(t, cycle);
  if (cycle > now) {
    t.done_ = cycle;
    answered_.push_back(&t);
    run_.arm(cycle);
  } else {
    complete(t);
  }
  if (first_) send_waiting(now);
}

inline void l1_initiator::complete(l1_payload& t) {
  t.sent_ = false;
  if (t.end_response_) end_response(t);
  done_.call(done_.object, t);
  t.release();
}

// The last call of the transfer, whatever it returns. It is taken in slot l1, but does not lie before the answer, which may be
// later in the cycle.
void l1_initiator::end_response(l1_payload& t) {
  const uint64_t now = cycle_time::now_ticks();
  tlm::tlm_phase phase = tlm::END_RESP;
  sc_core::sc_time when = sc_core::sc_time::from_value(t.answer_ticks_ > now ? t.answer_ticks_ - now : 0);
  (*this)->nb_transport_fw(t, phase, when);
  t.end_response_ = false;
}

void l1_initiator::process() {
  const cycle_t now = activation::begin();
  for (size_t i = 0; i < answered_.size();) {
    l1_payload& t = *answered_[i];
    if (t.done_ > now) {
      run_.arm(t.done_);
      ++i;
      continue;
    }
    answered_.erase(answered_.begin() + static_cast<std::ptrdiff_t>(i));
    complete(t);
  }
  if (first_) send_waiting(now);
}

}  // namespace tensix
