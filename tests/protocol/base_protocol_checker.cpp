// SPDX-License-Identifier: Apache-2.0
#include "protocol/base_protocol_checker.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "models/time/cycles.h"
#include "support/text/hex_text.h"

namespace tensix {

void base_protocol_checker::wrong(const tlm::tlm_generic_payload& payload, const std::string& what) const {
  const std::string text =
      where_ + ": cycle " + std::to_string(now_cycle()) + ", address " + hex_text(payload.get_address()) + ": " + what;
  if (violation) return violation(text);
  std::fprintf(stderr, "base protocol: %s\n", text.c_str());
  std::abort();
}

base_protocol_checker::attributes base_protocol_checker::attributes_of(const tlm::tlm_generic_payload& p) {
  attributes a{p.get_command(),
               p.get_address(),
               p.get_data_ptr(),
               p.get_byte_enable_ptr(),
               p.get_data_length(),
               p.get_streaming_width(),
               p.get_byte_enable_length(),
               {},
               {}};
  const auto* access = p.get_extension<l1_access>();
  const bool by_dmi = access && access->data_by_dmi;
  if (a.command == tlm::TLM_WRITE_COMMAND && a.data && !by_dmi) a.written.assign(a.data, a.data + a.bytes);
  if (a.enables) a.enabled.assign(a.enables, a.enables + a.enable_bytes);
  return a;
}

// Generic payload: what an initiator sets before it passes it on.
void base_protocol_checker::check_request(const tlm::tlm_generic_payload& p) const {
  if (p.get_response_status() != tlm::TLM_INCOMPLETE_RESPONSE) wrong(p, "the response status is not TLM_INCOMPLETE_RESPONSE");
  if (p.get_command() == tlm::TLM_IGNORE_COMMAND || odd_requests) return;
  if (p.get_data_length() == 0) wrong(p, "the data length is 0");
  if (!p.get_data_ptr()) wrong(p, "there is no data pointer");
  if (p.get_streaming_width() == 0) wrong(p, "the streaming width is 0");
  if (p.get_byte_enable_ptr() && p.get_byte_enable_length() == 0) wrong(p, "byte enables of length 0");
  if (p.is_dmi_allowed()) wrong(p, "the DMI hint is set");
}

void base_protocol_checker::check_unchanged(const tlm::tlm_generic_payload& p, const open& o) const {
  const attributes& a = o.as_sent;
  if (p.has_mm() && p.get_ref_count() < 1) wrong(p, "nobody holds a reference");
  if (a.command != p.get_command() || a.address != p.get_address() || a.data != p.get_data_ptr() ||
      a.bytes != p.get_data_length() || a.streaming != p.get_streaming_width() || a.enables != p.get_byte_enable_ptr() ||
      a.enable_bytes != p.get_byte_enable_length())
    wrong(p, "an attribute has changed");
  else if (!a.written.empty() && std::memcmp(a.written.data(), a.data, a.bytes) != 0) wrong(p, "the data have changed");
  else if (!a.enabled.empty() && std::memcmp(a.enabled.data(), a.enables, a.enable_bytes) != 0)
    wrong(p, "the byte enables have changed");
}

void base_protocol_checker::check_time(const tlm::tlm_generic_payload& p, open& o, const sc_core::sc_time& t) const {
  const uint64_t ps = cycle_time::now_ticks() + t.value();
  if (ps < o.last_ps) wrong(p, "a phase lies before the one before");
  o.last_ps = ps;
}

void base_protocol_checker::check_status(const tlm::tlm_generic_payload& p) const {
  if (p.get_response_status() == tlm::TLM_INCOMPLETE_RESPONSE) wrong(p, "the target has not set the response status");
}

void base_protocol_checker::end_request(const tlm::tlm_generic_payload& p, open& o) {
  if (o.where != progress::requesting || request_ != &p) wrong(p, "END_REQ without BEGIN_REQ");
  o.where = progress::accepted;
  request_ = nullptr;
}

void base_protocol_checker::begin_response(const tlm::tlm_generic_payload& p, open& o) {
  if (o.where == progress::responding) wrong(p, "a second BEGIN_RESP");
  if (response_) wrong(p, "BEGIN_RESP before the END_RESP of another transfer");
  if (o.where == progress::requesting) end_request(p, o);
  check_status(p);
  check_unchanged(p, o);
  o.where = progress::responding;
  response_ = &p;
}

void base_protocol_checker::end(const tlm::tlm_generic_payload& p) {
  if (request_ == &p) request_ = nullptr;
  if (response_ == &p) response_ = nullptr;
  open_.erase(&p);
}

tlm::tlm_sync_enum base_protocol_checker::fw(tlm::tlm_generic_payload& p, tlm::tlm_phase& phase, sc_core::sc_time& t,
                                             const forward& target) {
  const auto found = open_.find(&p);
  if (phase == tlm::BEGIN_REQ) {
    ++transfers;
    if (found != open_.end()) wrong(p, "BEGIN_REQ of a payload that is under way");
    if (request_) wrong(p, "BEGIN_REQ before the END_REQ of another transfer");
    if (!p.has_mm() || p.get_ref_count() < 1) wrong(p, "BEGIN_REQ of a payload without a memory manager, or a reference");
    check_request(p);
    open& o = open_[&p];
    o.as_sent = attributes_of(p);
    o.last_ps = 0;
    check_time(p, o, t);
    request_ = &p;
  } else if (found == open_.end()) {
    wrong(p, std::string(phase.get_name()) + " of a payload that is not under way");
  } else if (phase == tlm::END_RESP) {
    if (found->second.where != progress::responding) wrong(p, "END_RESP without BEGIN_RESP");
    check_time(p, found->second, t);
    end(p);
  } else if (phase == tlm::END_REQ || phase == tlm::BEGIN_RESP) {
    wrong(p, std::string(phase.get_name()) + " on the forward path");
  } else {
    check_unchanged(p, found->second);  // a phase that may be ignored
  }
  const tlm::tlm_phase sent = phase;
  const tlm::tlm_sync_enum answer = target(p, phase, t);
  if (sent != tlm::BEGIN_REQ) return answer;
  const auto now_open = open_.find(&p);  // the backward path may have been called meanwhile
  if (answer == tlm::TLM_ACCEPTED) {
    if (phase != tlm::BEGIN_REQ) wrong(p, "TLM_ACCEPTED with another phase");
  } else if (now_open == open_.end()) {
    wrong(p, "a return behind the end of the transfer");
  } else if (answer == tlm::TLM_COMPLETED) {
    check_time(p, now_open->second, t);
    check_status(p);
    check_unchanged(p, now_open->second);
    end(p);
  } else {
    check_time(p, now_open->second, t);
    if (phase == tlm::END_REQ) end_request(p, now_open->second);
    else if (phase == tlm::BEGIN_RESP) begin_response(p, now_open->second);
    else wrong(p, std::string("TLM_UPDATED with ") + phase.get_name());
  }
  return answer;
}

tlm::tlm_sync_enum base_protocol_checker::bw(tlm::tlm_generic_payload& p, tlm::tlm_phase& phase, sc_core::sc_time& t,
                                             const forward& initiator) {
  const auto found = open_.find(&p);
  const bool response = phase == tlm::BEGIN_RESP;
  if (found == open_.end()) wrong(p, std::string(phase.get_name()) + " of a payload that is not under way");
  else if (phase == tlm::END_REQ || response) {
    check_time(p, found->second, t);
    if (response) begin_response(p, found->second);
    else end_request(p, found->second);
  } else if (phase == tlm::BEGIN_REQ || phase == tlm::END_RESP) {
    wrong(p, std::string(phase.get_name()) + " on the backward path");
  }
  if (response) p.acquire();  // looked at once more behind the call
  const tlm::tlm_sync_enum answer = initiator(p, phase, t);
  if (!response) {
    if (answer != tlm::TLM_ACCEPTED) wrong(p, "the initiator's return for END_REQ is not TLM_ACCEPTED");
    return answer;
  }
  if (answer == tlm::TLM_UPDATED && phase != tlm::END_RESP) wrong(p, std::string("TLM_UPDATED with ") + phase.get_name());
  if (answer != tlm::TLM_ACCEPTED) end(p);
  p.release();
  return answer;
}

void base_protocol_checker::b_transport(tlm::tlm_generic_payload& p, sc_core::sc_time& t,
                                        const std::function<void(tlm::tlm_generic_payload&, sc_core::sc_time&)>& target) {
  ++transfers;
  check_request(p);
  open o;
  o.as_sent = attributes_of(p);
  check_time(p, o, t);
  target(p, t);
  check_time(p, o, t);
  check_status(p);
  check_unchanged(p, o);
}

}  // namespace tensix
