// SPDX-License-Identifier: Apache-2.0
#include "l1.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <tuple>

namespace own {
using namespace tensix;

l1::l1(const sc_core::sc_module_name& name, const tile_context& c)
    : l1_if(name),
      clients("clients"),
      numbers_(c.configuration.l1),
      bytes_(c.state.l1),
      bank_free_(numbers_.banks),
      port_free_(numbers_.ports),
      bank_last_(numbers_.banks, static_cast<unsigned>(l1_client::count) - 1) {
  clients.register_nb_transport_fw(this, &l1::nb_transport_fw);
  clients.register_b_transport(this, &l1::b_transport);
  clients.register_transport_dbg(this, &l1::transport_dbg);
  clients.register_get_direct_mem_ptr(this, &l1::get_direct_mem_ptr);
}

// Of every client the oldest read and the oldest write.
std::vector<l1::transfer*> l1::competitors(cycle_t cycle) {
  std::vector<transfer*> all;
  std::vector<std::tuple<l1_client, uint8_t, bool>> seen;
  for (transfer& t : open_) {
    if (t.done != never) continue;
    const std::tuple who(t.access->client, t.access->stream, t.payload->is_write());
    if (std::find(seen.begin(), seen.end(), who) != seen.end()) continue;
    seen.push_back(who);
    if (t.start <= cycle) all.push_back(&t);
  }
  return all;
}

// The beats of its window that have not been served.
std::vector<uint32_t> l1::wishes(const transfer& t) const {
  std::vector<uint32_t> beats_wanted;
  for (uint32_t b = t.first; b < t.words.size() && b < t.first + t.lanes; ++b)
    if (!t.served[b]) beats_wanted.push_back(b);
  return beats_wanted;
}

void l1::one_cycle(cycle_t cycle) {
  const std::vector<transfer*> asking = competitors(cycle);
  constexpr unsigned all_clients = static_cast<unsigned>(l1_client::count);
  // Each bank: the next client behind the one that it served last.
  std::map<uint32_t, transfer*> chosen;
  std::map<uint32_t, unsigned> asked;
  for (transfer* t : asking)
    for (const uint32_t b : wishes(*t)) {
      const uint32_t bank = t->words[b] % numbers_.banks;
      const auto behind_last = [&](const transfer& x) {
        return (static_cast<unsigned>(x.access->client) + all_clients - 1 - bank_last_[bank]) % all_clients;
      };
      transfer*& best = chosen[bank];
      ++asked[bank];
      if (!best || behind_last(*t) < behind_last(*best)) best = t;
    }
  // Ports: the clients in turn.
  std::vector<bool> port_taken(numbers_.ports), bank_taken(numbers_.banks);
  for (size_t k = 0; k < asking.size(); ++k) {
    transfer& t = *asking[(turn_ + k) % asking.size()];
    bool no_bank = false, no_port = false;
    for (const uint32_t b : wishes(t)) {
      const uint32_t bank = t.words[b] % numbers_.banks;
      std::vector<uint32_t> ports = numbers_.client_ports[static_cast<size_t>(t.access->client)];
      std::sort(ports.begin(), ports.end());
      const auto port =
          std::find_if(ports.begin(), ports.end(), [&](uint32_t p) { return !port_taken[p] && port_free_[p] <= cycle; });
      if (port == ports.end()) {
        no_port = true;
        break;
      }
      if (bank_free_[bank] > cycle || bank_taken[bank] || chosen[bank] != &t) {
        no_bank = true;
        continue;
      }
      port_taken[*port] = bank_taken[bank] = true;
      if (asked[bank] > 1 && asking.size() > 1) bank_last_[bank] = static_cast<unsigned>(t.access->client);
      if (t.hold) {
        bank_free_[bank] = cycle + t.hold;
        if (t.access->operation != l1_operation::accumulate) port_free_[*port] = cycle + t.hold;
      }
      t.served[b] = true;
      ++beats;
    }
    t.bank_cycles += no_bank;
    t.port_cycles += no_port && !no_bank;
    while (t.first < t.words.size() && t.served[t.first]) ++t.first;
    if (t.first == t.words.size()) t.done = cycle + (t.access->operation == l1_operation::atomic ? numbers_.atomic_cycles : 1);
  }
  if (asking.size() > 1) ++turn_;
}

// In the first slot of a cycle: the cycle before is over.
void l1::step() {
  const cycle_t c = step_.begin();
  if (served_until_ < c) one_cycle(c - 1);
  served_until_ = c;
  for (auto t = open_.begin(); t != open_.end();) {
    if (t->done > c) {
      ++t;
      continue;
    }
    transfer over = std::move(*t);
    t = open_.erase(t);
    finish(over);
  }
  if (!open_.empty()) step_.arm(c + 1);
}

void l1::finish(transfer& t) {
  const uint64_t alone = (t.words.size() + t.access->lanes - 1) / t.access->lanes, taken = t.done - t.start;
  const auto lost = static_cast<uint32_t>(taken > alone ? taken - alone : 0);
  t.access->port_stall_cycles = std::min(lost, t.port_cycles);
  t.access->bank_stall_cycles = std::min(lost - t.access->port_stall_cycles, t.bank_cycles);
  tlm::tlm_generic_payload& p = *t.payload;
  const l1_access& x = *t.access;
  const uint32_t row_bytes = x.row_bytes ? x.row_bytes : p.get_data_length(), rows = x.row_bytes ? x.rows : 1;
  for (uint32_t row = 0; row < rows && !x.data_by_dmi; ++row)
    for (uint32_t i = 0; i < row_bytes; ++i) {
      uint8_t& mine = bytes_[p.get_address() + row * x.row_stride + i];
      uint8_t& theirs = p.get_data_ptr()[row * row_bytes + i];
      const bool on = !p.get_byte_enable_ptr() || p.get_byte_enable_ptr()[i % p.get_byte_enable_length()];
      if (p.is_read()) theirs = mine;
      else if (on) mine = theirs;
    }
  if (p.is_write() && written) written(static_cast<uint32_t>(p.get_address()), (rows - 1) * x.row_stride + row_bytes);
  p.set_response_status(tlm::TLM_OK_RESPONSE);
  if (t.blocked) return t.blocked->notify();
  responses_.begin(t.socket, p);
}

bool l1::accept(int socket, tlm::tlm_generic_payload& p, cycle_t start, tensix::tile_event* blocked) {
  transfer t;
  auto* x = p.get_extension<l1_access>();
  if (!x) x = (t.plain = std::make_shared<l1_access>()).get();  // a plain initiator
  const uint32_t row_bytes = x->row_bytes ? x->row_bytes : p.get_data_length(), rows = x->row_bytes ? x->rows : 1;
  if (row_bytes == 0 || p.get_address() + uint64_t{rows - 1} * x->row_stride + row_bytes > bytes_.size()) {
    p.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
    return false;
  }
  t.payload = &p;
  t.access = x;
  t.socket = socket;
  t.blocked = blocked;
  t.start = start;
  t.lanes = x->lanes = std::clamp<uint32_t>(x->lanes, 1, 64);
  for (uint32_t row = 0; row < rows; ++row) {
    const auto address = static_cast<uint32_t>(p.get_address()) + row * x->row_stride;
    for (uint32_t w = address / 16; w <= (address + row_bytes - 1) / 16; ++w) t.words.push_back(w);
  }
  t.served.resize(t.words.size());
  if (x->operation == l1_operation::accumulate) t.hold = numbers_.accumulate_bank_cycles;
  else if (x->operation == l1_operation::atomic || (p.is_write() && p.get_data_length() < 16)) t.hold = numbers_.atomic_cycles;
  // A core's request, made before its time, stands where it would if made in time.
  auto place = open_.end();
  while (place != open_.begin()) {
    const transfer& before = *std::prev(place);
    const bool later = before.start > start || (before.start == start && before.access->ahead > x->ahead);
    if (!before.access->ahead || !later) break;
    --place;
  }
  open_.insert(place, std::move(t));
  if (used && !x->poll) used(start);
  if (open_.size() == 1) served_until_ = now_cycle();
  step_.arm(now_cycle() + 1);
  return true;
}

tlm::tlm_sync_enum l1::nb_transport_fw(int socket, tlm::tlm_generic_payload& p, tlm::tlm_phase& phase, sc_core::sc_time& t) {
  if (phase == tlm::END_RESP) {
    responses_.end(socket);
  } else if (phase == RATE_CHANGE) {
    for (transfer& x : open_)
      if (x.payload == &p) x.lanes = std::clamp<uint32_t>(x.access->lanes, 1, 64);
  } else if (phase == tlm::BEGIN_REQ) {
    if (!accept(socket, p, now_cycle() + t.value() / cycle_ticks(), nullptr)) return tlm::TLM_COMPLETED;
    responses_.keep(p);
    phase = tlm::END_REQ;  // the next may come
    return tlm::TLM_UPDATED;
  }
  return tlm::TLM_ACCEPTED;
}

void l1::b_transport(int socket, tlm::tlm_generic_payload& p, sc_core::sc_time& t) {
  if (t.value() >= cycle_ticks()) {
    tensix::wait_for_time(t);
    t = sc_core::SC_ZERO_TIME;
  }
  tensix::tile_event done;
  if (accept(socket, p, now_cycle(), &done)) tensix::wait_for_event(done);
}

unsigned int l1::transport_dbg(int, tlm::tlm_generic_payload& p) {
  if (p.get_address() >= bytes_.size()) return 0;
  const auto n = static_cast<unsigned>(std::min<uint64_t>(p.get_data_length(), bytes_.size() - p.get_address()));
  uint8_t* const mine = &bytes_[p.get_address()];
  if (p.is_read()) std::memcpy(p.get_data_ptr(), mine, n);
  if (p.is_write()) std::memcpy(mine, p.get_data_ptr(), n);
  if (p.is_write() && written) written(static_cast<uint32_t>(p.get_address()), n);
  return n;
}

bool l1::get_direct_mem_ptr(int, tlm::tlm_generic_payload&, tlm::tlm_dmi& dmi) {
  dmi.set_dmi_ptr(bytes_.data());
  dmi.set_start_address(0);
  dmi.set_end_address(bytes_.size() - 1);
  dmi.allow_read_write();
  return true;
}

}  // namespace own
