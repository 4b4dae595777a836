// L1 under random traffic, compared with the pseudo-code of docs/l1-protocol.md written down once more: one plain loop over
// cycles, beats as flags, nothing shared with the model. Many memories are simulated side by side (SystemC knows one simulation
// a process); the test cases look at what was recorded.
#ifndef TENSIX_CATCH3
#define CATCH_CONFIG_RUNNER
#endif
#include <tlm_utils/simple_initiator_socket.h>
#include <algorithm>
#include <cstdlib>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <systemc>
#include <tlm>
#include <vector>

#include "catch.h"
#include "models/memory/l1.h"
#include "platform/parameters.h"

using namespace tensix;

namespace {

constexpr uint32_t memory_bytes = 1 << 16;
constexpr int clients_count = static_cast<int>(l1_client::count);
constexpr unsigned blocking_threads = 3;

struct outcome {
  cycle_t done = never, first_beat = 0;
  uint32_t bank_stall = 0, port_stall = 0;
  std::vector<uint8_t> data;
  bool in_slot = true;
  bool operator==(const outcome& o) const {
    return done == o.done && first_beat == o.first_beat && bank_stall == o.bank_stall && port_stall == o.port_stall &&
           data == o.data && in_slot == o.in_slot;
  }
};

struct request {
  // Made in cycle `call`; or, if `after` is a request, in the cycle of its completion, within the call back; or by a thread, as
  // soon as its last b_transport has returned and `call` cycles have gone by.
  cycle_t call = 0, delay = 0;
  int after = -1, thread = -1;
  l1_client client = l1_client::noc;
  bool write = false, poll = false, by_initiator = false;
  l1_operation operation = l1_operation::plain;
  uint8_t ahead = 0;
  uint32_t lanes = 1, address = 0, bytes = 16, row_bytes = 0, row_stride = 0, rows = 1;
  std::vector<uint8_t> data, enables;
  std::vector<std::pair<cycle_t, uint32_t>> rates;  // cycle, lanes
};

struct traffic {
  l1_parameters parameters;
  std::vector<request> requests;
  std::vector<uint8_t> before;  // the bytes of L1
};

struct result {
  std::vector<outcome> of;
  std::vector<uint8_t> bytes;
  std::vector<uint64_t> port_beats, bank_beats, bank_conflicts;
};

// ---- The page, once more ----------------------------------------------------------------------------------------------------

namespace page {

struct transfer {
  size_t number = 0;
  const request* r = nullptr;
  cycle_t start = 0, done = never, first_beat = never;
  uint32_t lanes = 1;
  std::vector<uint32_t> words;  // of its beats
  std::vector<bool> served;
  uint32_t bank_blocked = 0, port_blocked = 0;
  bool waits() const { return std::count(served.begin(), served.end(), true) < static_cast<long>(served.size()); }
};

class l1 {
 public:
  explicit l1(const traffic& t) : t_(t), p_(t.parameters) {
    r_.of.resize(t.requests.size());
    r_.bytes = t.before;
    r_.port_beats.resize(p_.ports);
    r_.bank_beats.resize(p_.banks);
    r_.bank_conflicts.resize(p_.banks);
  }
  result run() {
    std::vector<std::vector<size_t>> of_thread(blocking_threads);
    for (size_t i = 0; i < t_.requests.size(); ++i)
      if (t_.requests[i].thread >= 0) of_thread[static_cast<size_t>(t_.requests[i].thread)].push_back(i);
    std::vector<size_t> next(blocking_threads, 0);
    std::vector<cycle_t> calls(blocking_threads, never);
    for (unsigned k = 0; k < blocking_threads; ++k)
      if (!of_thread[k].empty()) calls[k] = t_.requests[of_thread[k][0]].call + t_.requests[of_thread[k][0]].delay;
    for (cycle_t c = 0; completed_ < t_.requests.size() && c < 1000000; ++c) {
      complete(c);
      for (unsigned k = 0; k < blocking_threads; ++k) {  // threads that b_transport has returned to
        if (calls[k] != never || next[k] >= of_thread[k].size()) continue;
        const size_t now = of_thread[k][next[k]];
        if (r_.of[now].done != c) continue;
        if (++next[k] < of_thread[k].size()) {
          const request& then = t_.requests[of_thread[k][next[k]]];
          calls[k] = c + then.call + then.delay;
        }
      }
      for (size_t i = 0; i < t_.requests.size(); ++i) {
        const request& r = t_.requests[i];
        if (r.after < 0 && r.thread < 0 && r.call == c) add(i, c);
        for (const auto& [when, lanes] : r.rates)
          if (when == c)
            for (transfer& x : list_)
              if (x.number == i) x.lanes = lanes;
      }
      for (unsigned k = 0; k < blocking_threads; ++k)
        if (calls[k] == c) add(of_thread[k][next[k]], c, 0), calls[k] = never;
      arbitrate(c);
    }
    return r_;
  }

 private:
  const traffic& t_;
  const l1_parameters& p_;
  result r_;
  std::vector<transfer> list_;
  std::map<uint32_t, cycle_t> free_bank_, free_port_;
  std::map<uint32_t, int> last_;
  uint64_t turn_ = 0;
  size_t completed_ = 0;

  uint32_t bank(uint32_t word) const { return word % p_.banks; }
  bool narrow(const request& r) const { return r.write && r.bytes < 16; }

  void add(size_t number, cycle_t c) { add(number, c, t_.requests[number].delay); }
  void add(size_t number, cycle_t c, cycle_t delay) {
    const request& r = t_.requests[number];
    transfer x;
    x.number = number;
    x.r = &r;
    x.start = c + delay;
    x.lanes = r.lanes;
    const bool by_rows = r.row_bytes != 0;
    for (uint32_t row = 0; row < (by_rows ? r.rows : 1); ++row) {
      const uint32_t from = r.address + row * r.row_stride, to = from + (by_rows ? r.row_bytes : r.bytes);
      for (uint32_t w = from / 16; w * 16 < to; ++w) x.words.push_back(w);
    }
    x.served.resize(x.words.size());
    size_t at = list_.size();
    list_.push_back(x);
    while (at > 0 && list_[at - 1].r->ahead > 0 &&
           std::make_pair(list_[at - 1].start, list_[at - 1].r->ahead) > std::make_pair(x.start, r.ahead)) {
      std::swap(list_[at - 1], list_[at]);
      --at;
    }
  }

  void complete(cycle_t c) {
    for (size_t i = 0; i < list_.size();) {
      if (list_[i].done != c) {
        ++i;
        continue;
      }
      const transfer x = list_[i];
      list_.erase(list_.begin() + static_cast<long>(i));
      ++completed_;
      outcome& o = r_.of[x.number];
      o.done = c;
      o.first_beat = x.first_beat;
      const int64_t lost = static_cast<int64_t>(c - x.start) - static_cast<int64_t>((x.words.size() + x.lanes - 1) / x.lanes);
      const uint32_t most = lost > 0 ? static_cast<uint32_t>(lost) : 0;
      o.port_stall = std::min(most, x.port_blocked);
      o.bank_stall = std::min(most - o.port_stall, x.bank_blocked);
      move(*x.r, o);
      for (size_t k = 0; k < t_.requests.size(); ++k)
        if (t_.requests[k].after == static_cast<int>(x.number)) add(k, c);
    }
  }

  void move(const request& r, outcome& o) {
    o.data = r.data;
    if (r.by_initiator) return;
    const uint32_t in_row = r.row_bytes ? r.row_bytes : r.bytes;
    for (uint32_t i = 0; i < r.bytes; ++i) {
      uint8_t& byte = r_.bytes[r.address + i / in_row * r.row_stride + i % in_row];
      if (!r.write) o.data[i] = byte;
      else if (r.enables.empty() || r.enables[i % in_row % r.enables.size()]) byte = r.data[i];
    }
  }

  size_t choose(l1_policy policy, const std::vector<size_t>& asking, int last) const {
    size_t best = asking[0];
    for (size_t i : asking) {
      const transfer &x = list_[i], &y = list_[best];
      const int client = static_cast<int>(x.r->client), other = static_cast<int>(y.r->client);
      const auto behind = [&](int who) { return who > last ? who - last : who - last + clients_count; };
      if (policy == l1_policy::round_robin && behind(client) < behind(other)) best = i;
      if (policy == l1_policy::fixed && client < other) best = i;
      if (policy == l1_policy::oldest && x.start < y.start) best = i;
    }
    return best;
  }

  void arbitrate(cycle_t c) {
    std::vector<size_t> competing;
    std::set<std::pair<int, bool>> seen;
    for (size_t i = 0; i < list_.size(); ++i) {
      const transfer& x = list_[i];
      if (x.start > c || !x.waits()) continue;
      if (seen.insert({static_cast<int>(x.r->client), x.r->write}).second) competing.push_back(i);
    }
    const size_t n = competing.size();
    if (n == 0) return;
    std::map<size_t, std::vector<size_t>> windows;  // beats
    std::map<uint32_t, std::vector<size_t>> asking;
    std::map<uint32_t, unsigned> asked;
    for (size_t i : competing) {
      const transfer& x = list_[i];
      const auto first = static_cast<size_t>(std::find(x.served.begin(), x.served.end(), false) - x.served.begin());
      for (size_t b = first; b < std::min<size_t>(first + x.lanes, x.words.size()); ++b) {
        if (x.served[b]) continue;
        windows[i].push_back(b);
        auto& a = asking[bank(x.words[b])];
        if (a.empty() || a.back() != i) a.push_back(i);
        ++asked[bank(x.words[b])];
      }
    }
    std::map<uint32_t, size_t> winner;
    for (const auto& [b, who] : asking) winner[b] = choose(p_.bank_policy, who, last_.count(b) ? last_[b] : clients_count - 1);
    std::vector<size_t> order;
    if (p_.port_policy == l1_policy::round_robin) {
      for (size_t k = 0; k < n; ++k) order.push_back(competing[(turn_ + k) % n]);
    } else {
      for (std::vector<size_t> left = competing; !left.empty();) {
        order.push_back(choose(p_.port_policy, left, 0));
        left.erase(std::find(left.begin(), left.end(), order.back()));
      }
    }
    std::set<uint32_t> banks_taken, ports_taken;
    for (size_t i : order) {
      transfer& x = list_[i];
      bool bank_refused = false, port_refused = false;
      for (size_t beat : windows[i]) {
        auto ports = p_.client_ports[static_cast<size_t>(x.r->client)];
        std::sort(ports.begin(), ports.end());
        const auto port =
            std::find_if(ports.begin(), ports.end(), [&](uint32_t q) { return free_port_[q] <= c && !ports_taken.count(q); });
        if (port == ports.end()) {
          port_refused = true;
          break;
        }
        const uint32_t b = bank(x.words[beat]);
        if (free_bank_[b] > c || banks_taken.count(b) || (n > 1 && winner[b] != i)) {
          bank_refused = true;
          ++r_.bank_conflicts[b];
          continue;
        }
        banks_taken.insert(b);
        ports_taken.insert(*port);
        x.served[beat] = true;
        ++r_.port_beats[*port];
        ++r_.bank_beats[b];
        if (x.first_beat == never) x.first_beat = c;
        if (n > 1 && asked[b] > 1) last_[b] = static_cast<int>(x.r->client);
        const bool accumulates = x.r->operation == l1_operation::accumulate;
        const bool keeps = x.r->operation == l1_operation::atomic || narrow(*x.r);
        const cycle_t hold = accumulates ? p_.accumulate_bank_cycles : keeps ? p_.atomic_cycles : 1;
        free_bank_[b] = c + hold;
        free_port_[*port] = c + (accumulates ? 1 : hold);
      }
      if (!x.waits()) x.done = c + (x.r->operation == l1_operation::atomic ? p_.atomic_cycles : 1);
      if (bank_refused) ++x.bank_blocked;
      else if (port_refused) ++x.port_blocked;
    }
    if (n > 1) ++turn_;
  }
};

}  // namespace page

// ---- The model ----------------------------------------------------------------------------------------------------------------

class bench : public sc_core::sc_module {
 public:
  tlm_utils::simple_initiator_socket<bench, 128> socket;
  const traffic play;
  result got;

  bench(sc_core::sc_module_name name, traffic t)
      : sc_module(name), socket("socket"), play(std::move(t)), memory_("l1", play.parameters, got.bytes) {
    got.bytes = play.before;
    got.of.resize(play.requests.size());
    socket.bind(memory_.clients);
    socket.register_nb_transport_bw(this, &bench::answered);
    SC_HAS_PROCESS(bench);
    SC_THREAD(drive);
    for (unsigned k = 0; k < blocking_threads; ++k) sc_core::sc_spawn([this, k] { block(static_cast<int>(k)); });
    for (const request& r : play.requests) {
      payloads_.push_back(std::make_unique<tlm::tlm_generic_payload>());
      tlm::tlm_generic_payload& p = *payloads_.back();
      auto* x = new l1_access;
      x->client = r.client;
      x->operation = r.operation;
      x->lanes = r.lanes;
      x->row_bytes = r.row_bytes;
      x->row_stride = r.row_stride;
      x->rows = r.rows;
      x->ahead = r.ahead;
      x->poll = r.poll;
      x->data_by_dmi = r.by_initiator;
      p.set_extension(x);
      p.set_command(r.write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
      p.set_address(r.address);
      p.set_data_length(r.bytes);
      data_.push_back(r.data);
      enables_.push_back(r.enables);
    }
    for (size_t i = 0; i < payloads_.size(); ++i) {
      payloads_[i]->set_data_ptr(data_[i].data());
      if (enables_[i].empty()) continue;
      payloads_[i]->set_byte_enable_ptr(enables_[i].data());
      payloads_[i]->set_byte_enable_length(static_cast<unsigned>(enables_[i].size()));
    }
  }
  void finish() {
    const l1_served s = memory_.served();
    got.port_beats = s.port_beats, got.bank_beats = s.bank_beats, got.bank_conflicts = s.bank_conflicts;
  }

 private:
  l1_memory memory_;
  std::vector<std::unique_ptr<tlm::tlm_generic_payload>> payloads_;
  std::vector<std::vector<uint8_t>> data_, enables_;

  void send(size_t i) {
    sc_core::sc_time t = sc_core::sc_time::from_value(play.requests[i].delay * cycle_ps());
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    socket->nb_transport_fw(*payloads_[i], phase, t);
  }
  void drive() {
    struct action {
      cycle_t at;
      size_t index;
      uint32_t lanes;  // 0: a request
    };
    std::vector<action> actions;
    for (size_t i = 0; i < play.requests.size(); ++i) {
      const request& r = play.requests[i];
      if (r.after < 0 && r.thread < 0) actions.push_back({r.call, i, 0});
      for (const auto& [when, lanes] : r.rates) actions.push_back({when, i, lanes});
    }
    std::stable_sort(actions.begin(), actions.end(), [](const action& a, const action& b) { return a.at < b.at; });
    for (const action& a : actions) {
      const sc_core::sc_time when = at(a.at, slot::unpacker0);
      if (when > sc_core::sc_time_stamp()) wait(when - sc_core::sc_time_stamp());
      if (a.lanes == 0) {
        send(a.index);
        continue;
      }
      if (got.of[a.index].done != never) continue;
      payloads_[a.index]->get_extension<l1_access>()->lanes = a.lanes;
      sc_core::sc_time none = sc_core::SC_ZERO_TIME;
      tlm::tlm_phase phase = RATE_CHANGE;
      socket->nb_transport_fw(*payloads_[a.index], phase, none);
    }
  }
  void block(int thread) {
    for (size_t i = 0; i < play.requests.size(); ++i) {
      const request& r = play.requests[i];
      if (r.thread != thread) continue;
      const sc_core::sc_time when = at(now_cycle() + r.call, slot_of(slot::riscv, static_cast<unsigned>(thread)));
      wait(when - sc_core::sc_time_stamp());
      // A fraction of a cycle counts for nothing.
      sc_core::sc_time t = sc_core::sc_time::from_value(r.delay * cycle_ps() + (r.delay ? 0 : i % 7));
      socket->b_transport(*payloads_[i], t);
      note(i, t == sc_core::SC_ZERO_TIME && payloads_[i]->is_response_ok());
    }
  }
  void note(size_t i, bool fine) {
    const l1_access* x = payloads_[i]->get_extension<l1_access>();
    got.of[i] = {now_cycle(),          x->first_beat, x->bank_stall_cycles,
                 x->port_stall_cycles, data_[i],      fine && sc_core::sc_time_stamp() == at(now_cycle(), slot::l1)};
  }
  tlm::tlm_sync_enum answered(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase, sc_core::sc_time&) {
    for (size_t i = 0; i < payloads_.size(); ++i) {
      if (payloads_[i].get() != &payload) continue;
      note(i, phase == tlm::BEGIN_RESP);
      for (size_t k = 0; k < play.requests.size(); ++k)
        if (play.requests[k].after == static_cast<int>(i)) send(k);
    }
    return tlm::TLM_COMPLETED;
  }
};

// ---- Traffic ------------------------------------------------------------------------------------------------------------------

class source {
 public:
  explicit source(unsigned seed) : random_(seed) {}
  uint32_t below(uint32_t n) { return static_cast<uint32_t>(random_() % n); }
  bool once_in(uint32_t n) { return below(n) == 0; }

  // Private ports for each client, as far as they go, or a few that all share.
  l1_parameters ports(bool shared) {
    l1_parameters p;
    p.size_kib = memory_bytes / 1024;
    p.banks = 1u << below(9);
    p.ports = shared ? 1 + below(8) : 16 + below(49);
    p.accumulate_bank_cycles = 1 + below(6);
    p.atomic_cycles = 1 + below(8);
    for (int c = 0; c < clients_count; ++c) {
      auto& own = p.client_ports[static_cast<size_t>(c)];
      if (shared)
        for (uint32_t port = 0; port < p.ports; ++port)
          if (once_in(2)) own.push_back(port);
      if (!shared)
        for (uint32_t port = static_cast<uint32_t>(c); port < p.ports; port += clients_count) own.push_back(port);
      if (own.empty()) own.push_back(below(p.ports));
      std::shuffle(own.begin(), own.end(), random_);
    }
    return p;
  }

  // `pressure`: how many requests a hundred cycles.
  traffic over(l1_parameters p, size_t requests, uint32_t pressure, uint32_t clients) {
    traffic t;
    t.parameters = std::move(p);
    t.before.resize(memory_bytes);
    for (auto& b : t.before) b = static_cast<uint8_t>(random_());
    const cycle_t length = requests * 100 / pressure;
    const uint32_t words = once_in(2) ? 64 : 2048;  // how far apart
    std::vector<l1_client> who;
    for (uint32_t i = 0; i < clients; ++i) who.push_back(static_cast<l1_client>(below(clients_count)));
    for (size_t i = 0; i < requests; ++i) {
      request r;
      r.call = 1 + random_() % length;
      r.client = who[below(clients)];
      r.write = once_in(2);
      r.poll = once_in(8);
      r.by_initiator = once_in(8);
      r.lanes = once_in(3) ? 1 : 1 + below(once_in(8) ? 64 : 8);
      r.address = 16 * below(words);
      r.bytes = 16 * (1 + below(once_in(4) ? 64 : 8));
      const uint32_t shape = below(10);
      if (shape == 0) r.bytes = 1u << below(4);  // narrow
      if (shape == 1) r.address += below(16), r.bytes = 1 + below(60);
      if (shape == 2) {
        r.address += 4 * below(4);
        r.row_bytes = 4 * (1 + below(16));
        r.row_stride = 16 * below(40);
        r.rows = 1 + below(12);
        r.bytes = r.row_bytes * r.rows;
      }
      if (once_in(6)) r.operation = once_in(2) ? l1_operation::atomic : l1_operation::accumulate;
      if (r.operation == l1_operation::atomic) r.bytes = std::min(r.bytes, 64u), r.row_bytes = 0, r.rows = 1;
      if (once_in(5)) r.delay = below(12);
      if (r.client >= l1_client::riscv_b && r.client <= l1_client::riscv_t2 && once_in(2)) {
        r.ahead = static_cast<uint8_t>(1 + static_cast<int>(r.client) - static_cast<int>(l1_client::riscv_b));
        r.delay = below(20);
      }
      if (r.write && once_in(4))
        for (uint32_t k = 1 + below(20); k > 0; --k) r.enables.push_back(once_in(2) ? 0xff : 0);
      const uint32_t before = i > 0 ? below(static_cast<uint32_t>(i)) : 0;
      if (i > 0 && once_in(6) && t.requests[before].thread < 0) r.after = static_cast<int>(before);
      else if (once_in(12)) r.thread = static_cast<int>(below(blocking_threads)), r.call = below(60), r.ahead = 0;
      else if (r.bytes > 64 && once_in(4))
        for (uint32_t k = 1 + below(3); k > 0; --k) r.rates.emplace_back(r.call + below(40), 1 + below(once_in(4) ? 64 : 8));
      std::stable_sort(r.rates.begin(), r.rates.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
      r.data.resize(r.bytes);
      for (auto& b : r.data) b = static_cast<uint8_t>(random_());
      t.requests.push_back(std::move(r));
    }
    return t;
  }

 private:
  std::mt19937 random_;
};

std::vector<std::unique_ptr<bench>> benches;

void build() {
  unsigned seed = 1;
  const auto add = [&](l1_parameters p, size_t requests, uint32_t pressure, uint32_t clients) {
    source from(seed++);
    benches.push_back(
        std::make_unique<bench>(sc_core::sc_gen_unique_name("bench"), from.over(std::move(p), requests, pressure, clients)));
  };
  for (const char* name : {"blackhole", "documented"})
    for (uint32_t pressure : {2u, 10u, 40u, 100u}) {
      l1_parameters p = builtin_configuration(name).l1;
      p.size_kib = memory_bytes / 1024;
      add(p, 1000, pressure, 16);
      add(p, 300, pressure, 3);
    }
  for (unsigned i = 0; i < 60; ++i) {
    source from(1000 + i);
    l1_parameters p = from.ports(i % 2 == 0);
    if (i >= 24) {
      const auto policies = static_cast<unsigned>(l1_policy::count);
      p.bank_policy = static_cast<l1_policy>(i % policies);
      p.port_policy = static_cast<l1_policy>(i / policies % policies);
    }
    add(p, 300, 1 + from.below(60), 1 + from.below(16));
  }
  add(source(7).ports(true), 600, 20000, 16);  // 600 at once
}

}  // namespace

TEST_CASE("L1 does cycle for cycle what docs/l1-protocol.md says") {
  size_t transfers = 0, stalled = 0;
  for (size_t i = 0; i < benches.size(); ++i) {
    bench& b = *benches[i];
    b.finish();
    const result want = page::l1(b.play).run();
    CAPTURE(i, b.play.parameters.banks, b.play.parameters.ports);
    for (size_t k = 0; k < want.of.size(); ++k) {
      const outcome &w = want.of[k], &g = b.got.of[k];
      const request& r = b.play.requests[k];
      ++transfers;
      stalled += g.bank_stall + g.port_stall > 0;
      if (w == g) continue;
      CAPTURE(k, r.call, r.delay, r.after, r.thread, name(r.client), r.write, static_cast<int>(r.operation), r.lanes, r.bytes,
              r.rows, r.rates.size(), static_cast<int>(r.ahead));
      CHECK(g.done == w.done);
      CHECK(g.first_beat == w.first_beat);
      CHECK(g.bank_stall == w.bank_stall);
      CHECK(g.port_stall == w.port_stall);
      CHECK(g.in_slot);
      CHECK(g.data == w.data);
      FAIL();
    }
    CHECK(b.got.bytes == want.bytes);
    CHECK(b.got.port_beats == want.port_beats);
    CHECK(b.got.bank_beats == want.bank_beats);
    CHECK(b.got.bank_conflicts == want.bank_conflicts);
  }
  CHECK(transfers >= 20000);
  CHECK(stalled >= transfers / 4);  // it is no proof if nobody meets anybody
}

int sc_main(int argc, char** argv) {
  build();
  sc_core::sc_start(at(1000000, slot::l1));
  const int failed = Catch::Session().run(argc, argv);
  benches.clear();
  return failed;
}

int main(int argc, char** argv) {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  return sc_core::sc_elab_and_sim(argc, argv);
}
