// SPDX-License-Identifier: Apache-2.0
#include "models/memory/l1_reporting.h"

namespace tensix {

void l1_begin(l1_pending& t, tlm::tlm_generic_payload& payload, l1_access& access, cycle_t start,
              const l1_parameters& parameters) {
  t.payload = &payload;
  t.access = &access;
  t.client = access.client;
  t.operation = access.operation;
  t.write = payload.is_write();
  t.ahead = access.ahead;
  t.stream = access.stream;
  t.start = start;
  if (t.stream == 0) t.queue = uint64_t{1} << (2 * static_cast<unsigned>(t.client) + t.write);
  const auto address = static_cast<uint32_t>(payload.get_address());
  t.word0 = address / l1_beat_bytes;
  t.beats = l1_beats_of(address, access.row_bytes ? access.row_bytes : payload.get_data_length());
  if (access.row_bytes && access.rows > 1) {
    t.beats_per_row = t.beats;
    t.row_stride_words = access.row_stride / l1_beat_bytes;
    t.beats *= access.rows;
  }
  t.lanes = access.lanes = std::clamp<uint32_t>(access.lanes, 1, most_l1_lanes);
  // An accumulating beat reads and writes its bank; an atomic, or a write of less than a word, keeps it longer.
  if (t.operation == l1_operation::accumulate) t.hold = parameters.accumulate_bank_cycles;
  else if (t.operation == l1_operation::atomic || (t.write && payload.get_data_length() < l1_beat_bytes))
    t.hold = parameters.atomic_cycles;
}

void l1_reporting::finish(const l1_pending& t) {
  const uint64_t ideal = (t.beats + t.access->lanes - 1) / t.access->lanes, taken = t.done - t.start;
  const uint32_t lost = taken > ideal ? static_cast<uint32_t>(taken - ideal) : 0;
  t.access->port_stall_cycles = std::min(lost, t.port_blocked);
  t.access->bank_stall_cycles = std::min(lost - t.access->port_stall_cycles, t.bank_blocked);
  t.access->first_beat = t.first_grant;
  if (!t.access->poll) last_used_ = t.done;
}

l1_completed l1_reporting::describe(const l1_pending& t, const uint8_t* bytes) {
  l1_completed c{};
  c.transfer = t.number;
  c.client = static_cast<unsigned>(t.client);
  c.operation = static_cast<unsigned>(t.operation);
  c.asked = t.start;
  c.done = t.done;
  c.port_stall_cycles = t.access->port_stall_cycles;
  c.bank_stall_cycles = t.access->bank_stall_cycles;
  c.write = t.write;
  c.address = static_cast<uint32_t>(t.payload->get_address());
  c.bytes = t.access->row_bytes ? t.access->row_bytes : t.payload->get_data_length();
  c.beats_per_row = t.beats_per_row;
  if (c.write && !t.access->data_by_dmi) {
    c.enables = t.payload->get_byte_enable_ptr();
    c.enables_length = t.payload->get_byte_enable_length();
  }
  c.l1 = bytes;
  return c;
}

}  // namespace tensix
