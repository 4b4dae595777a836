// L1 under random traffic, compared with the pseudo-code of docs/l1-protocol.md written down once more (l1_reference.h). Many
// memories are simulated side by side (SystemC knows one simulation a process); the test cases look at what was recorded.
#ifndef TENSIX_CATCH3
#define CATCH_CONFIG_RUNNER
#endif
#include <tlm_utils/simple_initiator_socket.h>
#include <algorithm>
#include <cstdlib>
#include <memory>
#include <random>
#include <systemc>
#include <tlm>
#include <vector>

#include "catch.h"
#include "models/memory/l1.h"
#include "platform/parameters.h"
#include "tests/seed.h"
#include "timing/l1_reference.h"

using namespace tensix;
using namespace tensix::l1_reference;

namespace {

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
      x->stream = r.stream;
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
  explicit source(unsigned seed) : random_(seeded(seed)) {}
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
  traffic over(l1_parameters p, size_t requests, uint32_t pressure, uint32_t clients, bool streams) {
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
      if (streams) r.stream = static_cast<uint8_t>(below(4));
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
  const auto add = [&](l1_parameters p, size_t requests, uint32_t pressure, uint32_t clients, bool streams = false) {
    source from(seed++);
    benches.push_back(std::make_unique<bench>(sc_core::sc_gen_unique_name("bench"),
                                              from.over(std::move(p), requests, pressure, clients, streams)));
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
    add(p, 300, 1 + from.below(60), 1 + from.below(16), i % 4 == 3);
  }
  add(source(7).ports(true), 600, 20000, 16);         // 600 at once
  add(source(8).ports(false), 600, 20000, 16, true);  // more streams than may compete
}

}  // namespace

TEST_CASE("L1 does cycle for cycle what docs/l1-protocol.md says") {
  size_t transfers = 0, stalled = 0;
  for (size_t i = 0; i < benches.size(); ++i) {
    bench& b = *benches[i];
    b.finish();
    const result want = l1(b.play).run();
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
