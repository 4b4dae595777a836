// SPDX-License-Identifier: Apache-2.0
#include "models/noc_interface/noc_interface.h"

#include <algorithm>

#include "models/memory/address_map.h"
#include "models/observe/report_ids.h"

namespace tensix {

namespace {
// Counters that software waits for, of those that change with a step.
std::vector<unsigned> noc_polled_counters(noc_step s, const noc_packet& p) {
  const unsigned written = p.marked ? 10 : 11;
  switch (s) {
    case noc_step::channel_given: return p.inline_data ? std::vector<unsigned>{written} : std::vector<unsigned>{};
    case noc_step::leaves: return {p.kind == noc_packet_kind::read ? 5 : p.kind == noc_packet_kind::atomic ? 6 : written};
    case noc_step::source_read: return {noc_counters::outgoing + p.transaction};
    case noc_step::answered:
      return {p.kind == noc_packet_kind::read_answer    ? 2u
              : p.kind == noc_packet_kind::write_answer ? 1u
                                                        : 0u,
              noc_counters::outstanding + p.transaction};
    default: return {};
  }
}
}  // namespace

noc_interface::noc_interface(sc_core::sc_module_name name, const noc_interface_parameters& p, const noc_identity& identity,
                             const noc_translation_if& grid, noc_mmio_if& mmio, const noc_causes& causes, diagnostics& diagnose,
                             uint32_t l1_bytes, uint32_t l1_change_cycles)
    : noc_interface_if(name),
      parameters_(p),
      causes_(causes),
      registers_(identity, grid, diagnose),
      memory_(*this, mmio, causes_, diagnose, l1_bytes, static_cast<uint8_t>(1 + identity.noc), p.first_data_cycles,
              l1_change_cycles, slot_of(slot::noc_input0, identity.noc)),
      link_("to_noc", slot_of(slot::noc_link0, identity.noc), *this, causes_, p.to_router_cycles, p.packet_gap_cycles),
      input_("from_noc", slot_of(slot::noc_input0, identity.noc), *this, p.receive_cycles),
      server_(*this, memory_, link_, causes_, first_request, p.answer_cycles, identity.place),
      run_(slot_of(slot::noc_commands0, identity.noc), method<&noc_interface::process>(this)) {}

// ---- Commands

void noc_interface::store(const char* who, uint32_t offset, uint32_t value, event_id by) {
  if (!registers_.store(who, offset, value)) return;
  if (!link_.output.bound()) {
    SC_REPORT_ERROR(report_id::noc,
                    (std::string(basename()) + ": " + who + " gives a command, but no NoC is bound to the tile").c_str());
    return;
  }
  queue_.push_back({registers_.take(),
                    now_cycle() + parameters_.command_cycles,
                    {by, path_kind::noc_command, parameters_.command_cycles},
                    0});
  run_.arm(queue_.back().ready);
  update();
}

bool noc_interface::peek(uint32_t offset, uint32_t& value) const {
  value = registers_.peek(offset);
  return true;  // where there is no register, a load has said so
}

// The first command of the queue gives its packets, one after the other, each as soon as its channel is free.
void noc_interface::process() {
  const cycle_t c = run_.begin();
  while (!queue_.empty()) {
    queued& q = queue_.front();
    if (q.ready > c) return run_.arm(q.ready);
    const noc_packet& p = q.command.packets[q.next];
    if (!channel_free(p)) break;  // has_left goes on
    give(p, q.command.source[q.next], q.next + 1 == q.command.packets.size());
  }
  update();
}

void noc_interface::give(const noc_packet& p, uint64_t source, bool last) {
  const cycle_t c = now_cycle();
  queued& q = queue_.front();
  const event_id given = causes_.event(path_kind::noc_command, q.by, channel_left_[p.virtual_channel % channels]);
  step(noc_step::channel_given, p, given);
  send(p, source, given);
  q.ready = c + 1;
  q.by = cause(given, path_kind::noc_command, 1);
  if (!last) return registers_.packet_begins(q.command, ++q.next);
  registers_.accepted(q.command.initiator);
  tell(q.command.initiator * noc_registers::initiator_stride + noc_registers::command_control, given);
  queue_.pop_front();
  if (!queue_.empty()) queue_.front().ready = std::max(queue_.front().ready, c + 1);
  if (changed) changed();
}

void noc_interface::send(const noc_packet& packet, uint64_t source, event_id given) {
  tlm::tlm_generic_payload& payload = link_.output.get();
  noc_packet& p = packet_of(payload);
  p = packet;
  if (!p.multicast && (p.kind != noc_packet_kind::write || p.marked)) ++waiting_;
  const bool from_l1 = p.kind == noc_packet_kind::write && !p.inline_data;
  const uint32_t number = new_job(payload, p.virtual_channel % channels);
  if (!from_l1) return link_.send(number, payload, now_cycle(), given);
  ++in_channel_[p.virtual_channel % channels];
  p.data.resize(p.bytes);
  memory_.read(number, source, p.bytes, p.data.data(), given);
}

uint32_t noc_interface::new_job(tlm::tlm_generic_payload& payload, unsigned channel) {
  uint32_t i = 0;
  while (i < jobs_.size() && jobs_[i].used) ++i;
  if (i == jobs_.size()) jobs_.emplace_back();
  jobs_[i] = {true, &payload, channel};
  ++sending_;
  return i;
}

void noc_interface::first_data(uint32_t number, cycle_t in, const cause& by) {
  if (server_.has(number)) return server_.first_data(number, in, by);
  // A write's data are read ahead, while its channel is chosen: only the last cycles of that are still to come.
  link_.begin(number, *jobs_[number].payload, in - parameters_.first_data_cycles + parameters_.source_cycles,
              {by.after, path_kind::noc_ends, parameters_.source_cycles});
}

void noc_interface::read_done(uint32_t number, const cause& by) {
  if (server_.has(number)) return server_.read_done(number, by);
  const noc_packet& p = packet_of(*jobs_[number].payload);
  step(noc_step::source_read, p, by.after);
  link_.complete(number, now_cycle() + parameters_.source_cycles, {by.after, path_kind::noc_ends, parameters_.source_cycles});
}

void noc_interface::leaves(uint32_t number, cycle_t) {
  if (server_.has(number)) return;
  const noc_packet& p = packet_of(*jobs_[number].payload);
  step(noc_step::leaves, p, p.first_left);
}

void noc_interface::has_left(uint32_t number, cycle_t) {
  if (!server_.has(number)) {
    job& j = jobs_[number];
    const noc_packet& p = packet_of(*j.payload);
    if (p.kind == noc_packet_kind::write && !p.inline_data) {
      --in_channel_[j.channel];
      channel_left_[j.channel] = p.last_left;
      run_.arm(now_cycle());
    }
    j.used = false;
    --sending_;
  }
  update();
}

// ---- What comes in

void noc_interface::first_flit(noc_arrival& a) {
  const noc_packet& p = a.packet();
  if (!is_answer(p.kind)) {
    server_.first_flit(a);
  } else if (p.kind != noc_packet_kind::write_answer) {
    ++receiving_;
    uint32_t i = 0;
    while (i < answers_.size() && answers_[i]) ++i;
    if (i == answers_.size()) answers_.push_back(nullptr);
    answers_[i] = &a;
    a.job = first_answer + i;
    memory_.write_begins(a.job, p, causes_.first_arrival(a, p.to));
  }
  update();
}

void noc_interface::last_flit(noc_arrival& a) {
  const noc_packet& p = a.packet();
  if (!is_answer(p.kind)) server_.last_flit(a, input_);
  else if (p.kind == noc_packet_kind::write_answer) answered(a, causes_.last_arrival(a, p.to));
  else memory_.write_ends(a.job, p, causes_.last_arrival(a, p.to));
  update();
}

void noc_interface::write_taken(uint32_t number, const cause& by) {
  if (server_.has(number)) {
    server_.write_taken(number, by);
  } else {
    noc_arrival& a = *answers_[number - first_answer];
    answers_[number - first_answer] = nullptr;
    --receiving_;
    answered(a, by);
  }
  update();
}

void noc_interface::answered(noc_arrival& a, const cause& by) {
  if (!a.packet().multicast) --waiting_;
  step(noc_step::answered, a.packet(), by.after);
  input_.done(a);
}

void noc_interface::received(const noc_packet& request) {
  if (request.kind == noc_packet_kind::write) step(noc_step::received, request, 0);
}

// ---- For those who look

// Counters that software polls are told with their event.
void noc_interface::step(noc_step s, const noc_packet& packet, event_id by) {
  registers_.happened(s, packet);
  if (by && causes_.recorder())
    for (const unsigned index : noc_polled_counters(s, packet)) tell(0x200 + 4 * index, by);
  if (changed) changed();
}

void noc_interface::tell(uint32_t offset, event_id by) {
  if (!by || !causes_.recorder()) return;
  const uint32_t base = address_map::noc_base + registers_.identity().noc * address_map::noc_stride;
  uint32_t value = 0;
  peek(offset, value);
  causes_.recorder()->word_written(base + offset, value, by);
}

bool noc_interface::idle() const {
  return queue_.empty() && sending_ == 0 && waiting_ == 0 && input_.idle() && server_.idle() && link_.idle();
}

void noc_interface::update() {
  account_.enter(busy() ? stall_reason::none : waiting_ ? stall_reason::noc_answer : stall_reason::no_instruction, now_cycle());
}

std::string noc_interface::waits_for() const {
  if (!queue_.empty())
    return "has " + std::to_string(queue_.size()) + " commands that wait for a virtual channel of the first link";
  if (waiting_) return "waits for " + std::to_string(waiting_) + " answers";
  return {};
}

}  // namespace tensix
