// SPDX-License-Identifier: Apache-2.0
#include "models/noc/noc_server.h"

#include <cstring>

namespace tensix {

uint32_t noc_server::begin(tlm::tlm_generic_payload& request) {
  if (free_.empty()) {
    free_.push(static_cast<uint32_t>(jobs_.size()));
    jobs_.emplace_back();
  }
  const uint32_t i = free_.top();
  free_.pop();
  jobs_[i] = {&request, nullptr, 0};
  request.acquire();
  ++open_;
  return first_job_ + i;
}

void noc_server::end(uint32_t number) {
  at(number).request->release();
  free_.push(number - first_job_);
  --open_;
}

tlm::tlm_generic_payload& noc_server::answer_to(const noc_packet& request, noc_packet_kind kind) {
  tlm::tlm_generic_payload& payload = link_.output.get();
  noc_packet& p = packet_of(payload);
  p.kind = kind;
  p.noc = request.noc;
  p.from = place_of(request);
  p.to = request.answer_to;
  p.address = request.answer_address;
  p.initiator = request.initiator;
  p.transaction = request.transaction;
  p.marked = request.marked;
  p.multicast = request.multicast;
  p.virtual_channel = 6;  // class 3, the buddy that is free
  return payload;
}

void noc_server::first_flit(noc_arrival& a) {
  const noc_packet& p = a.packet();
  owner_.arrived(p);
  const uint32_t number = begin(*a.payload);
  a.job = number;
  const event_id here = causes_.first_arrival(a, place_of(p));
  work& j = at(number);
  switch (p.kind) {
    case noc_packet_kind::read: {
      j.answer = &answer_to(p, noc_packet_kind::read_answer);
      noc_packet& answer = packet_of(*j.answer);
      answer.bytes = p.bytes;
      answer.data.resize(p.bytes);
      memory_.read(number, p.address, p.bytes, answer.data.data(), here);
      break;
    }
    case noc_packet_kind::write: memory_.write_begins(number, p, here); break;
    case noc_packet_kind::atomic: memory_.atomic(number, p, j.before, here); break;
    default: break;  // answers go to who has asked
  }
}

void noc_server::last_flit(noc_arrival& a, noc_input& input) {
  const noc_packet& p = a.packet();
  owner_.received(p);
  if (p.kind == noc_packet_kind::write) memory_.write_ends(a.job, p, causes_.last_arrival(a, place_of(p)));
  input.done(a);  // the job holds the packet as long as it is needed
}

void noc_server::first_data(uint32_t number, cycle_t in, const cause& by) {
  link_.begin(number, *at(number).answer, in + answer_cycles_, behind(by));
}

void noc_server::read_done(uint32_t number, const cause& by) {
  owner_.served(at(number).packet());
  link_.complete(number, now_cycle() + answer_cycles_, behind(by));
  end(number);
}

void noc_server::write_taken(uint32_t number, const cause& by) {
  const work& j = at(number);
  const noc_packet& p = j.packet();
  owner_.served(p);
  if (p.marked) {
    const bool atomic = p.kind == noc_packet_kind::atomic;
    tlm::tlm_generic_payload& payload = answer_to(p, atomic ? noc_packet_kind::atomic_answer : noc_packet_kind::write_answer);
    if (atomic) {
      noc_packet& answer = packet_of(payload);
      answer.bytes = 4;
      answer.data.resize(4);
      std::memcpy(answer.data.data(), &j.before, 4);
    }
    link_.send(number, payload, now_cycle() + answer_cycles_, behind(by));
  }
  end(number);
}

}  // namespace tensix
