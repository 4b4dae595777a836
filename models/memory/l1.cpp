#include "models/memory/l1.h"

#include <algorithm>
#include <cstring>

namespace tensix {

namespace {}  // namespace

const char* name(l1_client client) {
  static constexpr const char* names[] = {"unpacker0",
                                          "unpacker1",
                                          "unpacker0_exponents",
                                          "unpacker1_exponents",
                                          "packer0",
                                          "packer1",
                                          "packer2",
                                          "packer3",
                                          "scalar_unit",
                                          "mover",
                                          "mover_writes",
                                          "riscv_b",
                                          "riscv_t0",
                                          "riscv_t1",
                                          "riscv_t2",
                                          "noc"};
  return names[static_cast<int>(client)];
}

l1_memory::l1_memory(sc_core::sc_module_name name, const l1_parameters& parameters, l1_storage& bytes)
    : l1_if(name),
      clients("clients"),
      parameters_(parameters),
      bank_rule_(rules_of(parameters.bank_policy)),
      port_rule_(rules_of(parameters.port_policy)),
      bytes_(bytes) {
  now_.bank_free.assign(parameters.banks, 0);
  now_.port_free.assign(parameters.ports, 0);
  now_.bank_last.assign(parameters.banks, static_cast<l1_client>(static_cast<uint8_t>(l1_client::count) - 1));
  port_beats_.assign(parameters.ports, 0);
  bank_beats_.assign(parameters.banks, 0);
  bank_steps_.assign(parameters.banks + 1, 0);
  bank_conflicts_.assign(parameters.banks, 0);
  for (size_t c = 0; c < port_mask_.size(); ++c)
    for (uint32_t p : parameters.client_ports[c]) port_mask_[c] |= 1ull << p;
  for (size_t c = 0; c < port_mask_.size(); ++c) port_count_[c] = static_cast<uint32_t>(__builtin_popcountll(port_mask_[c]));
  clients.register_nb_transport_fw(this, &l1_memory::nb_transport_fw);
  clients.register_b_transport(this, &l1_memory::b_transport);
  clients.register_transport_dbg(this, &l1_memory::transport_dbg);
  clients.register_get_direct_mem_ptr(this, &l1_memory::get_direct_mem_ptr);
}

void l1_memory::process() {
  const cycle_t c = run_.begin();
  replay(c);
  for (size_t i = 0; i < now_.active.size();) {
    if (now_.active[i].done > c) {
      ++i;
      continue;
    }
    transfer t = now_.active[i];
    now_.active.erase(now_.active.begin() + static_cast<std::ptrdiff_t>(i));
    complete(t);  // may add transfers at the end
  }
  arm_first();
}

void l1_memory::complete(transfer& t) {
  const uint64_t ideal = (t.beats + t.access->lanes - 1) / t.access->lanes;
  const uint64_t taken = t.done - t.start;
  const uint32_t lost = taken > ideal ? static_cast<uint32_t>(taken - ideal) : 0;
  t.access->port_stall_cycles = std::min(lost, t.port_blocked);
  t.access->bank_stall_cycles = std::min(lost - t.access->port_stall_cycles, t.bank_blocked);
  t.access->first_beat = t.first_grant;
  if (!t.access->poll) last_used_ = t.done;
  move_data(t);
  t.payload->set_response_status(tlm::TLM_OK_RESPONSE);
  l1_completed told{};
  if (beat_tap_) told = describe(t);  // the initiator may use the payload again
  if (t.waiter) {
    t.waiter->notify();
  } else {
    tlm::tlm_phase phase = tlm::BEGIN_RESP;
    sc_core::sc_time zero = sc_core::SC_ZERO_TIME;
    clients[t.socket]->nb_transport_bw(*t.payload, phase, zero);
  }
  if (beat_tap_) beat_tap_->l1_complete(told);  // now its data are there, whoever has moved them
}

l1_completed l1_memory::describe(const transfer& t) const {
  l1_completed c{};
  c.transfer = t.number;
  c.client = static_cast<unsigned>(t.access->client);
  c.operation = static_cast<unsigned>(t.access->operation);
  c.asked = t.start;
  c.done = t.done;
  c.port_stall_cycles = t.access->port_stall_cycles;
  c.bank_stall_cycles = t.access->bank_stall_cycles;
  c.write = t.payload->is_write();
  c.address = static_cast<uint32_t>(t.payload->get_address());
  c.bytes = t.access->row_bytes ? t.access->row_bytes : t.payload->get_data_length();
  c.beats_per_row = t.beats_per_row;
  if (c.write && !t.access->data_by_dmi) {
    c.enables = t.payload->get_byte_enable_ptr();
    c.enables_length = t.payload->get_byte_enable_length();
  }
  c.l1 = bytes_.data();
  return c;
}

// What is told of a transfer comes with its completion: its first beat bounds what may still come.
cycle_t l1_memory::beats_told_before() const {
  cycle_t first = never;
  for (const transfer& t : now_.active)
    first = std::min(first, t.first_grant != never ? t.first_grant : std::max(t.start, now_.cycle));
  return first;
}

std::pair<bool, cycle_t> l1_memory::use(cycle_t cycle) const {
  std::pair<bool, cycle_t> u(last_used_ >= cycle, never);
  for (const transfer& t : now_.active) {
    if (t.access->poll) continue;
    if (t.start <= now_cycle()) u.first = true;
    else u.second = std::min(u.second, t.start);
  }
  return u;
}

void l1_memory::move_data(const transfer& t) {
  const bool write = t.payload->is_write();
  if (t.access->data_by_dmi) {
    if (write && written) written(static_cast<uint32_t>(t.payload->get_address()), t.payload->get_data_length());
    return;
  }
  uint8_t* data = t.payload->get_data_ptr();
  uint32_t address = static_cast<uint32_t>(t.payload->get_address());
  const uint32_t row_bytes = t.access->row_bytes ? t.access->row_bytes : t.payload->get_data_length();
  for (uint32_t row = 0; row < (t.access->row_bytes ? t.access->rows : 1); ++row, address += t.access->row_stride) {
    if (!write) std::memcpy(data, &bytes_[address], row_bytes);
    else if (const uint8_t* enable = t.payload->get_byte_enable_ptr()) {
      for (uint32_t i = 0; i < row_bytes; ++i)
        if (enable[i % t.payload->get_byte_enable_length()]) bytes_[address + i] = data[i];
    } else {
      std::memcpy(&bytes_[address], data, row_bytes);
    }
    if (write && written) written(address, row_bytes);
    data += row_bytes;
  }
}

bool l1_memory::check(tlm::tlm_generic_payload& payload) const {
  const l1_access* x = payload.get_extension<l1_access>();
  uint64_t last = payload.get_address() + payload.get_data_length();
  if (x && x->row_bytes) last = payload.get_address() + uint64_t{x->rows - 1} * x->row_stride + x->row_bytes;
  if (payload.get_data_length() == 0 || payload.get_address() >= bytes_.size() || last > bytes_.size()) {
    payload.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
    return false;
  }
  if (payload.get_command() == tlm::TLM_IGNORE_COMMAND) {
    payload.set_response_status(tlm::TLM_COMMAND_ERROR_RESPONSE);
    return false;
  }
  return true;
}

l1_memory::transfer l1_memory::make_transfer(int id, tlm::tlm_generic_payload& payload, cycle_t start) {
  l1_access* access = payload.get_extension<l1_access>();
  if (!access) {  // a plain base-protocol initiator: one lane, as the NoC side
    access = new l1_access;
    payload.set_extension(access);
  }
  transfer t;
  t.payload = &payload;
  t.access = access;
  t.socket = id;
  t.start = start;
  if (access->stream == 0) t.queue = 1u << (2 * static_cast<unsigned>(access->client) + payload.is_write());
  const uint32_t address = static_cast<uint32_t>(payload.get_address());
  t.word0 = address / l1_beat_bytes;
  if (access->row_bytes && access->rows > 1) {
    t.beats_per_row = l1_beats_of(address, access->row_bytes);
    t.row_stride_words = access->row_stride / l1_beat_bytes;
    t.beats = t.beats_per_row * access->rows;
  } else {
    t.beats = l1_beats_of(address, access->row_bytes ? access->row_bytes : payload.get_data_length());
  }
  access->lanes = std::clamp<uint32_t>(access->lanes, 1, most_lanes);
  t.lanes = access->lanes;
  // An accumulating beat reads and writes its bank; an atomic, or a write of less than a word, keeps it longer.
  if (access->operation == l1_operation::accumulate) t.hold = parameters_.accumulate_bank_cycles;
  else if (access->operation == l1_operation::atomic || (payload.is_write() && payload.get_data_length() < l1_beat_bytes))
    t.hold = parameters_.atomic_cycles;
  return t;
}

void l1_memory::add(transfer& t) {
  const cycle_t c = now_cycle();
  replay(c);
  if (beat_tap_) t.number = ++transfers_;
  auto place = now_.active.end();
  while (place != now_.active.begin()) {
    const transfer& before = *(place - 1);
    const bool later = before.start > t.start || (before.start == t.start && before.access->ahead > t.access->ahead);
    if (!before.access->ahead || !later) break;
    --place;
  }
  now_.active.insert(place, t);
  if (used && !t.access->poll) used(t.start);
  run_.arm(may_be_done(t));  // the others only become later by it
}

tlm::tlm_sync_enum l1_memory::nb_transport_fw(int id, tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                              sc_core::sc_time& t) {
  if (phase == RATE_CHANGE) {
    replay(now_cycle());
    for (auto& x : now_.active)
      if (x.payload == &payload) x.lanes = std::clamp<uint32_t>(x.access->lanes, 1, most_lanes);
    arm_first();
    return tlm::TLM_ACCEPTED;
  }
  if (phase == GRANTED) {
    replay(now_cycle() + t.value() / cycle_ps());
    for (const auto& x : now_.active)
      if (x.payload == &payload) return x.next == x.beats ? tlm::TLM_UPDATED : tlm::TLM_ACCEPTED;
    return payload.is_response_ok() ? tlm::TLM_UPDATED : tlm::TLM_ACCEPTED;  // it is complete
  }
  if (phase != tlm::BEGIN_REQ) return tlm::TLM_ACCEPTED;
  if (!check(payload)) return tlm::TLM_COMPLETED;
  transfer asked = make_transfer(id, payload, now_cycle() + t.value() / cycle_ps());
  add(asked);
  return tlm::TLM_ACCEPTED;
}

void l1_memory::b_transport(int id, tlm::tlm_generic_payload& payload, sc_core::sc_time& t) {
  if (!check(payload)) return;
  const cycle_t c = now_cycle();
  if (t.value() >= cycle_ps()) wait_for_time(t);
  t = sc_core::SC_ZERO_TIME;
  transfer x = make_transfer(id, payload, std::max(c, now_cycle()));
  if (free_waiters_.empty()) {
    waiters_.emplace_back();
    free_waiters_.push_back(&waiters_.back());
  }
  x.waiter = free_waiters_.back();
  free_waiters_.pop_back();
  tile_event* const done = x.waiter;
  add(x);
  wait_for_event(*done);
  free_waiters_.push_back(done);
}

unsigned int l1_memory::transport_dbg(int, tlm::tlm_generic_payload& payload) {
  const uint64_t address = payload.get_address();
  if (address >= bytes_.size()) return 0;
  const auto n = static_cast<unsigned>(std::min<uint64_t>(payload.get_data_length(), bytes_.size() - address));
  if (payload.is_read()) std::memcpy(payload.get_data_ptr(), &bytes_[address], n);
  else if (payload.is_write()) {
    std::memcpy(&bytes_[address], payload.get_data_ptr(), n);
    if (written) written(static_cast<uint32_t>(address), n);
  }
  return n;
}

bool l1_memory::get_direct_mem_ptr(int, tlm::tlm_generic_payload&, tlm::tlm_dmi& dmi) {
  dmi.set_dmi_ptr(bytes_.data());
  dmi.set_start_address(0);
  dmi.set_end_address(bytes_.size() - 1);
  dmi.allow_read_write();
  return true;
}

void l1_memory::count_blocked() {
  constexpr size_t pairs = blocked::clients * blocked::clients;
  blocked_ = std::make_unique<blocked>(
      blocked{std::vector<uint64_t>(pairs), std::vector<uint64_t>(pairs), std::vector<l1_client>(parameters_.banks),
              std::vector<l1_client>(parameters_.banks), std::vector<l1_client>(parameters_.ports)});
}

bool l1_memory::serves_others(l1_client client, unsigned first) const {
  return std::any_of(now_.active.begin(), now_.active.end(),
                     [&](const transfer& t) { return t.access->client != client || t.access->stream < first; });
}

l1_served l1_memory::served() {
  replay(now_cycle());
  l1_served all{port_beats_, bank_beats_, bank_conflicts_, {}, {}};
  if (blocked_) all.blocked_by_bank = blocked_->by_bank, all.blocked_by_port = blocked_->by_port;
  for (size_t client = 0; client < port_cycles_.size(); ++client)
    for (uint32_t n = 1; n <= most_lanes; ++n) {
      uint64_t ports = port_mask_[client];
      for (uint32_t i = 0; i < n && port_cycles_[client][n]; ++i, ports &= ports - 1)
        all.port_beats[static_cast<size_t>(__builtin_ctzll(ports))] += port_cycles_[client][n];
    }
  uint64_t beats = 0;
  for (size_t bank = 0; bank < all.bank_beats.size(); ++bank) all.bank_beats[bank] += beats += bank_steps_[bank];
  return all;
}

}  // namespace tensix
