#include "models/memory/l1.h"

#include <algorithm>
#include <cstring>

namespace tensix {

namespace {
constexpr uint32_t beat_bytes = 16;
// The `n` lowest bits of a mask that are set.
uint64_t lowest(uint64_t mask, uint32_t n) {
  uint64_t rest = mask;
  while (n-- > 0) rest &= rest - 1;
  return mask & ~rest;
}
uint32_t beats_of(uint32_t address, uint32_t bytes) { return (address % beat_bytes + bytes + beat_bytes - 1) / beat_bytes; }
}  // namespace

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

l1_memory::l1_memory(sc_core::sc_module_name name, const l1_parameters& parameters, std::vector<uint8_t>& bytes)
    : l1_if(name), clients("clients"), parameters_(parameters), bytes_(bytes) {
  now_.bank_free.assign(parameters.banks, 0);
  now_.port_free.assign(parameters.ports, 0);
  now_.bank_last.assign(parameters.banks, static_cast<uint8_t>(l1_client::count) - 1);
  port_beats_.assign(parameters.ports, 0);
  bank_beats_.assign(parameters.banks, 0);
  bank_conflicts_.assign(parameters.banks, 0);
  for (size_t c = 0; c < port_mask_.size(); ++c)
    for (uint32_t p : parameters.client_ports[c]) port_mask_[c] |= 1ull << p;
  clients.register_nb_transport_fw(this, &l1_memory::nb_transport_fw);
  clients.register_b_transport(this, &l1_memory::b_transport);
  clients.register_transport_dbg(this, &l1_memory::transport_dbg);
  clients.register_get_direct_mem_ptr(this, &l1_memory::get_direct_mem_ptr);
  SC_HAS_PROCESS(l1_memory);
  SC_METHOD(process);
  dont_initialize();
  sensitive << run_.event();
}

// A client's reads, and its writes, are served one after the other: only the oldest competes.
bool l1_memory::competes(size_t i) const {
  const arbitration& a = now_;
  const transfer& t = a.active[i];
  if (t.done != never || t.start > a.cycle) return false;
  for (size_t j = 0; j < i; ++j)
    if (a.active[j].done == never && a.active[j].access->client == t.access->client &&
        a.active[j].payload->is_write() == t.payload->is_write())
      return false;
  return true;
}

// For the trace: what a transfer got in each of `cycles` cycles.
void l1_memory::tell(const transfer& t, cycle_t from, cycle_t cycles, uint64_t granted, uint32_t refused,
                     uint32_t conflicts) const {
  if (cycles == 0 || (granted == 0 && refused == 0)) return;
  const uint64_t own = port_mask_[static_cast<int>(t.access->client)];
  sink_->l1_served({from, from + cycles, static_cast<unsigned>(t.access->client), granted,
                    granted | lowest(own & ~granted, refused), conflicts});
}

// The common case of a cycle: the competing transfers are contiguous, plain, and ask for different banks; then everybody gets
// his window. Returns false if anything stands in the way. (A bank's round-robin pointer moves only where several ask.)
bool l1_memory::undisturbed_cycle(const size_t* competing, size_t n) {
  arbitration& a = now_;
  if (parameters_.banks > 64) return false;
  uint64_t banks = a.held_banks, ports = a.held_ports;
  const uint64_t all_banks = parameters_.banks == 64 ? ~0ull : (1ull << parameters_.banks) - 1;
  for (size_t k = 0; k < n; ++k) {
    const transfer& t = a.active[competing[k]];
    const uint32_t window = std::min(t.lanes, t.beats - t.next);
    const uint64_t own_ports = port_mask_[static_cast<int>(t.access->client)];
    if (t.beats_per_row || t.granted_ahead || t.hold || window > parameters_.banks || (own_ports & ports) ||
        static_cast<uint32_t>(__builtin_popcountll(own_ports)) < window)
      return false;
    ports |= own_ports;
    const uint32_t first = (t.word0 + t.next) & (parameters_.banks - 1);
    const uint64_t run = window == 64 ? ~0ull : (1ull << window) - 1;
    uint64_t mine = run << first;
    if (first + window > parameters_.banks) mine |= run >> (parameters_.banks - first);
    mine &= all_banks;
    if (banks & mine) return false;
    banks |= mine;
  }
  for (size_t k = 0; k < n; ++k) {
    transfer& t = a.active[competing[k]];
    const uint32_t window = std::min(t.lanes, t.beats - t.next);
    if (t.first_grant == never) t.first_grant = a.cycle;
    uint64_t p = port_mask_[static_cast<int>(t.access->client)];
    for (uint32_t b = 0; b < window; ++b, p &= p - 1) {
      ++port_beats_[static_cast<size_t>(__builtin_ctzll(p))];
      ++bank_beats_[(t.word0 + t.next + b) & (parameters_.banks - 1)];
    }
    if (sink_) tell(t, a.cycle, 1, lowest(port_mask_[static_cast<int>(t.access->client)], window), 0, 0);
    t.next += window;
    if (t.next == t.beats) t.done = a.cycle + 1;
  }
  if (n > 1) ++a.turn;
  ++a.cycle;
  return true;
}

// Ports and banks that are held no more. (With more than 64 banks only the ports count here.)
void l1_memory::release_held() {
  arbitration& a = now_;
  for (uint64_t rest = a.held_ports; rest; rest &= rest - 1)
    if (a.port_free[static_cast<size_t>(__builtin_ctzll(rest))] <= a.cycle) a.held_ports &= ~(rest & -rest);
  for (uint64_t rest = a.held_banks; rest; rest &= rest - 1)
    if (a.bank_free[static_cast<size_t>(__builtin_ctzll(rest))] <= a.cycle) a.held_banks &= ~(rest & -rest);
}

// One cycle of arbitration: every competing transfer asks for the beats of its window; each bank picks one client, round
// robin; then clients take ports, beginning with the one whose turn it is.
void l1_memory::one_cycle() {
  arbitration& a = now_;
  const cycle_t c = a.cycle;
  const uint32_t bank_mask = parameters_.banks - 1;
  constexpr unsigned max_transfers = 32, clients_count = static_cast<unsigned>(l1_client::count);
  uint8_t winner[256];
  bool contended[256];
  size_t competing[max_transfers] = {};
  size_t n = 0;
  for (size_t i = 0; i < a.active.size() && n < max_transfers; ++i)
    if (competes(i)) competing[n++] = i;
  if (a.held_ports | a.held_banks) release_held();
  if (undisturbed_cycle(competing, n)) return;
  if (n > 1) {
    std::memset(winner, 0xff, parameters_.banks);
    std::memset(contended, 0, parameters_.banks);
    for (size_t k = 0; k < n; ++k) {
      const transfer& t = a.active[competing[k]];
      const uint32_t window = std::min(t.lanes, t.beats - t.next);
      for (uint32_t b = 0; b < window; ++b) {
        if ((t.granted_ahead >> b) & 1) continue;
        const uint32_t bank = t.word_of(t.next + b) & bank_mask;
        const auto distance = [&](unsigned client) { return (client + clients_count - 1 - a.bank_last[bank]) % clients_count; };
        const unsigned client = static_cast<unsigned>(t.access->client);
        contended[bank] = winner[bank] != 0xff;
        if (winner[bank] == 0xff || distance(client) < distance(static_cast<unsigned>(a.active[winner[bank]].access->client)))
          winner[bank] = static_cast<uint8_t>(competing[k]);
      }
    }
  }
  uint64_t ports_taken = a.held_ports, banks_taken[4] = {0, 0, 0, 0};
  for (size_t k = 0; k < n; ++k) {
    const size_t index = competing[(a.turn + k) % n];
    transfer& t = a.active[index];
    const uint64_t own_ports = port_mask_[static_cast<int>(t.access->client)];
    const uint32_t window = std::min(t.lanes, t.beats - t.next);
    bool bank_refused = false, port_refused = false;
    uint64_t granted = 0;
    uint32_t wanted = 0, conflicts = 0;  // for the trace
    for (uint32_t b = 0; b < window; ++b) {
      if ((t.granted_ahead >> b) & 1) continue;
      const uint32_t bank = t.word_of(t.next + b) & bank_mask;
      const uint64_t free_ports = own_ports & ~ports_taken;
      ++wanted;
      if (!free_ports) {
        port_refused = true;
        break;
      }
      if (a.bank_free[bank] > c || (n > 1 && winner[bank] != index) || ((banks_taken[bank >> 6] >> (bank & 63)) & 1)) {
        bank_refused = true;
        ++conflicts;
        ++bank_conflicts_[bank];
        continue;
      }
      const unsigned port = static_cast<unsigned>(__builtin_ctzll(free_ports));
      ports_taken |= 1ull << port;
      granted |= 1ull << port;
      banks_taken[bank >> 6] |= 1ull << (bank & 63);
      if (n > 1 && contended[bank]) a.bank_last[bank] = static_cast<uint8_t>(t.access->client);
      if (t.hold) {
        a.bank_free[bank] = c + t.hold;
        a.held_banks |= 1ull << (bank & 63);
        if (t.access->operation != l1_operation::accumulate) {
          a.port_free[port] = c + t.hold;
          a.held_ports |= 1ull << port;
        }
        a.all_banks_free = std::max(a.all_banks_free, c + t.hold);
      }
      t.granted_ahead |= 1ull << b;
      if (t.first_grant == never) t.first_grant = c;
      ++port_beats_[port];
      ++bank_beats_[bank];
    }
    if (sink_) tell(t, c, 1, granted, wanted - static_cast<uint32_t>(__builtin_popcountll(granted)), conflicts);
    t.bank_blocked += bank_refused;
    t.port_blocked += port_refused && !bank_refused;
    while (t.granted_ahead & 1) t.granted_ahead >>= 1, ++t.next;
    if (t.next == t.beats) t.done = c + (t.access->operation == l1_operation::atomic ? parameters_.atomic_cycles : 1);
  }
  if (n > 1) ++a.turn;
  ++a.cycle;
}

// One contiguous plain transfer alone, with as many ports as lanes and no more lanes than banks, meets nobody: whole cycles at
// once. Returns false if that does not apply.
bool l1_memory::skip_ahead(cycle_t until) {
  arbitration& a = now_;
  transfer* only = nullptr;
  for (auto& t : a.active) {
    if (t.done != never) continue;
    if (t.start > a.cycle) {
      until = std::min(until, t.start);
      continue;
    }
    if (only) return false;
    only = &t;
  }
  if (!only) {
    a.cycle = until;
    return true;
  }
  transfer& t = *only;
  const uint64_t ports = port_mask_[static_cast<int>(t.access->client)];
  const uint32_t lanes = t.lanes;
  if (t.beats_per_row || t.granted_ahead || t.hold || lanes > parameters_.banks ||
      static_cast<uint32_t>(__builtin_popcountll(ports)) < lanes || a.all_banks_free > a.cycle)
    return false;
  const uint64_t left = t.beats - t.next;
  const cycle_t cycles = std::min<cycle_t>((left + lanes - 1) / lanes, until - a.cycle);
  const uint32_t beats = static_cast<uint32_t>(std::min<uint64_t>(left, cycles * lanes));
  if (t.first_grant == never) t.first_grant = a.cycle;
  uint32_t beat = 0;
  for (uint64_t p = ports; p && beat < lanes && beat < beats; p &= p - 1, ++beat)
    port_beats_[static_cast<size_t>(__builtin_ctzll(p))] += (beats - beat + lanes - 1) / lanes;
  for (uint32_t i = 0; i < beats; ++i) ++bank_beats_[(t.word0 + t.next + i) & (parameters_.banks - 1)];
  if (sink_) {
    const cycle_t full = beats / lanes;
    tell(t, a.cycle, full, lowest(ports, lanes), 0, 0);
    if (beats % lanes) tell(t, a.cycle + full, 1, lowest(ports, beats % lanes), 0, 0);
  }
  t.next += beats;
  a.cycle += cycles;
  if (t.next == t.beats) t.done = a.cycle;
  return true;
}

void l1_memory::replay(cycle_t until) {
  while (now_.cycle < until)
    if (!skip_ahead(until)) one_cycle();
}

// Arms the process for the first cycle in which a transfer may be complete: if it gets all it asks for from now on. Where it
// does not, the process finds nothing and arms again; that costs less than to work out in advance what others may still change.
void l1_memory::arm_first() {
  cycle_t first = never;
  for (const transfer& t : now_.active) {
    cycle_t done = t.done;
    if (done == never) {
      const cycle_t cycles = (t.beats - t.next + t.lanes - 1) / t.lanes;
      done = std::max(now_.cycle, t.start) + cycles - 1 +
             (t.access->operation == l1_operation::atomic ? parameters_.atomic_cycles : 1);
    }
    first = std::min(first, done);
  }
  run_.arm(first);
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
  if (t.waiter) {
    t.waiter->notify();
    return;
  }
  tlm::tlm_phase phase = tlm::BEGIN_RESP;
  sc_core::sc_time zero = sc_core::SC_ZERO_TIME;
  clients[t.socket]->nb_transport_bw(*t.payload, phase, zero);
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
  const uint32_t address = static_cast<uint32_t>(payload.get_address());
  t.word0 = address / beat_bytes;
  if (access->row_bytes && access->rows > 1) {
    t.beats_per_row = beats_of(address, access->row_bytes);
    t.row_stride_words = access->row_stride / beat_bytes;
    t.beats = t.beats_per_row * access->rows;
  } else {
    t.beats = beats_of(address, access->row_bytes ? access->row_bytes : payload.get_data_length());
  }
  access->lanes = std::clamp<uint32_t>(access->lanes, 1, 64);
  t.lanes = access->lanes;
  // An accumulating beat reads and writes its bank; an atomic, or a write of less than a word, keeps it longer.
  if (access->operation == l1_operation::accumulate) t.hold = parameters_.accumulate_bank_cycles;
  else if (access->operation == l1_operation::atomic || (payload.is_write() && payload.get_data_length() < beat_bytes))
    t.hold = parameters_.atomic_cycles;
  return t;
}

void l1_memory::add(transfer t) {
  const cycle_t c = now_cycle();
  replay(c);
  auto place = now_.active.end();
  while (place != now_.active.begin()) {
    const transfer& before = *(place - 1);
    const bool later = before.start > t.start || (before.start == t.start && before.access->ahead > t.access->ahead);
    if (!before.access->ahead || !later) break;
    --place;
  }
  now_.active.insert(place, t);
  if (used && !t.access->poll) used(t.start);
  arm_first();
}

tlm::tlm_sync_enum l1_memory::nb_transport_fw(int id, tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                              sc_core::sc_time& t) {
  if (phase == RATE_CHANGE) {
    replay(now_cycle());
    for (auto& x : now_.active)
      if (x.payload == &payload) x.lanes = std::clamp<uint32_t>(x.access->lanes, 1, 64);
    arm_first();
    return tlm::TLM_ACCEPTED;
  }
  if (phase != tlm::BEGIN_REQ) return tlm::TLM_ACCEPTED;
  if (!check(payload)) return tlm::TLM_COMPLETED;
  add(make_transfer(id, payload, now_cycle() + t.value() / cycle_ps()));
  return tlm::TLM_ACCEPTED;
}

void l1_memory::b_transport(int id, tlm::tlm_generic_payload& payload, sc_core::sc_time& t) {
  if (!check(payload)) return;
  const cycle_t c = now_cycle();
  if (t.value() >= cycle_ps()) {
    wait(t);
    t = sc_core::SC_ZERO_TIME;
  }
  transfer x = make_transfer(id, payload, std::max(c, now_cycle()));
  if (free_waiters_.empty()) {
    waiters_.emplace_back();
    free_waiters_.push_back(&waiters_.back());
  }
  x.waiter = free_waiters_.back();
  free_waiters_.pop_back();
  sc_core::sc_event* const done = x.waiter;
  add(x);
  wait(*done);
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

l1_served l1_memory::served() {
  replay(now_cycle());
  return {port_beats_, bank_beats_, bank_conflicts_};
}

}  // namespace tensix
