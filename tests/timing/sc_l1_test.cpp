// SPDX-License-Identifier: Apache-2.0
// L1 arbitration with hand-made initiators: exact times of BEGIN_RESP. SystemC knows one simulation a process, so every case is
// a small memory of its own, all are simulated side by side first, and the test cases look at what was recorded. Source: ISA
// documentation, L1 (banks, ports, round robin; writes narrower than 16 bytes and atomics take five cycles).
#include <algorithm>
#include <cstdlib>
#include <memory>
#include <systemc>
#include <tlm>
#include <vector>

#include "catch.h"
#include "models/memory/l1.h"
#include "models/memory/l1_initiator.h"
#include "protocol/l1_front.h"

using namespace tensix;

namespace {

constexpr uint32_t beat = 16;

struct request {
  cycle_t at;  // cycle of BEGIN_REQ
  uint32_t address, bytes;
  bool write = false;
  uint32_t lanes = 1;
  l1_operation operation = l1_operation::plain;
  uint32_t row_bytes = 0, row_stride = 0, rows = 1;
  cycle_t rate_change_at = never;
  uint32_t new_lanes = 0;
  // Filled in.
  sc_core::sc_time answered = sc_core::SC_ZERO_TIME;
  tlm::tlm_response_status status = tlm::TLM_INCOMPLETE_RESPONSE;
  uint32_t bank_stall = 0, port_stall = 0;
  cycle_t cycle() const { return answered.value() / cycle_ticks(); }
};

class initiator : public sc_core::sc_module {
 public:
  l1_initiator socket{"socket", completes<&initiator::answer>(this)};
  std::vector<request> requests;

  initiator(sc_core::sc_module_name name, l1_client client) : sc_module(name) {
    socket.usual.client = client;
    SC_HAS_PROCESS(initiator);
    SC_THREAD(play);
  }

 private:
  std::vector<l1_payload*> open_;
  std::vector<uint8_t> data_ = std::vector<uint8_t>(1 << 16);

  // Requests and rate changes in the slot of an unpacker, as the tile's clients make them.
  void play() {
    struct action {
      cycle_t at;
      size_t index;
      bool rate;
    };
    std::vector<action> actions;
    for (size_t i = 0; i < requests.size(); ++i) {
      const request& r = requests[i];
      l1_payload& t = socket.get(r.write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND, r.address, data_.data(), r.bytes);
      t.tag = static_cast<uint32_t>(i);
      t.access.operation = r.operation;
      t.access.lanes = r.lanes;
      t.access.row_bytes = r.row_bytes;
      t.access.row_stride = r.row_stride;
      t.access.rows = r.rows;
      open_.push_back(&t);
      actions.push_back({r.at, i, false});
      if (r.rate_change_at != never) actions.push_back({r.rate_change_at, i, true});
    }
    std::stable_sort(actions.begin(), actions.end(), [](const action& a, const action& b) { return a.at < b.at; });
    for (const action& a : actions) {
      const sc_core::sc_time when = at(a.at, slot::unpacker0);
      if (when > sc_core::sc_time_stamp()) wait(when - sc_core::sc_time_stamp());
      if (a.rate) socket.change_rate(*open_[a.index], requests[a.index].new_lanes);
      else socket.send(*open_[a.index]);
    }
  }
  void answer(l1_payload& t) {
    request& r = requests[t.tag];
    r.answered = sc_core::sc_time_stamp();
    r.status = t.get_response_status();
    r.bank_stall = t.access.bank_stall_cycles;
    r.port_stall = t.access.port_stall_cycles;
  }
};

// A memory of 16 banks and 8 ports. Ports: unpacker0 0..3, unpacker1 4..7, packer0 0 (shared with unpacker 0), packer1 1,
// scalar_unit 2, mover 2.
struct bench {
  l1_storage bytes = l1_storage(1 << 16);
  std::unique_ptr<l1_if> memory;
  std::vector<std::unique_ptr<initiator>> initiators;

  explicit bench(const std::vector<std::pair<l1_client, std::vector<request>>>& clients,
                 l1_policy banks = l1_policy::round_robin, l1_policy ports = l1_policy::round_robin) {
    l1_parameters p;
    p.bank_policy = banks;
    p.port_policy = ports;
    p.size_kib = 64;
    p.banks = 16;
    p.ports = 8;
    p.accumulate_bank_cycles = 2;
    p.atomic_cycles = 5;
    for (auto& of_client : p.client_ports) of_client = {7};
    const auto ports_of = [&](l1_client c) -> std::vector<uint32_t>& { return p.client_ports[static_cast<size_t>(c)]; };
    ports_of(l1_client::unpacker0) = {0, 1, 2, 3};
    ports_of(l1_client::unpacker1) = {4, 5, 6, 7};
    ports_of(l1_client::packer0) = {0};
    ports_of(l1_client::packer1) = {1};
    ports_of(l1_client::scalar_unit) = {2};
    ports_of(l1_client::mover) = {2};
    memory = std::make_unique<checked_l1>(sc_core::sc_gen_unique_name("l1"),
                                          [&] { return std::make_unique<l1_memory>("memory", p, bytes); });
    for (const auto& [client, requests] : clients) {
      initiators.push_back(std::make_unique<initiator>(sc_core::sc_gen_unique_name("client"), client));
      initiators.back()->requests = requests;
      initiators.back()->socket.bind(memory->client_socket());
    }
  }
  const request& of(size_t client, size_t i = 0) const { return initiators[client]->requests[i]; }
};

request read(cycle_t at, uint32_t address, uint32_t bytes, uint32_t lanes = 1) {
  request r{};
  r.at = at, r.address = address, r.bytes = bytes, r.lanes = lanes;
  r.rate_change_at = never;
  r.rows = 1;
  return r;
}
request write(cycle_t at, uint32_t address, uint32_t bytes, l1_operation operation = l1_operation::plain) {
  request r = read(at, address, bytes);
  r.write = true;
  r.operation = operation;
  return r;
}

using clients = std::vector<std::pair<l1_client, std::vector<request>>>;
constexpr auto u0 = l1_client::unpacker0, u1 = l1_client::unpacker1, p0 = l1_client::packer0, p1 = l1_client::packer1,
               scalar = l1_client::scalar_unit, mover = l1_client::mover;

// All cases, by number; built once, before the simulation.
struct cases_t {
  std::vector<std::unique_ptr<bench>> alone;  // one burst: lanes 1, 2, 4 x sizes
  std::vector<std::pair<uint32_t, uint32_t>> alone_shape;
  bench one_port{{{scalar, {read(10, 0, 8 * beat)}}, {mover, {read(10, 8 * beat, 8 * beat)}}}};
  bench one_bank{{{p0, {read(10, 0, beat)}}, {p1, {read(10, 16 * beat, beat)}}}};
  bench same_walk{{{p0, {read(10, 0, 16 * beat)}}, {p1, {read(10, 16 * beat, 16 * beat)}}}};
  bench no_meeting{{{u0, {read(10, 0, 64 * beat, 4)}}, {u1, {read(10, 8 * beat, 64 * beat, 4)}}}};
  bench queue{{{p0, {read(10, 0, 8 * beat), read(12, 8 * beat, 4 * beat), read(13, 0, beat)}}}};
  bench rate;
  bench rows;
  bench one_bank_rows;
  bench accumulate{{{p0, {write(10, 0, beat, l1_operation::accumulate)}}, {p1, {read(11, 0, beat), read(20, 0, beat)}}}};
  bench accumulate_burst{{{p0, {write(10, 0, 8 * beat, l1_operation::accumulate)}}}};
  bench atomic{{{scalar, {write(10, 0, beat, l1_operation::atomic)}}, {p1, {read(11, 0, beat)}}, {u1, {read(11, beat, beat)}}}};
  bench atomic_port{{{scalar, {write(10, 0, beat, l1_operation::atomic)}}, {mover, {read(11, beat, beat)}}}};
  bench narrow{{{scalar, {write(10, 0, 4)}}, {p1, {read(11, 0, beat)}}}};
  bench unaligned{{{p0, {read(10, 8, 2 * beat), read(30, 8, 8), read(40, 15, 2)}}}};
  bench outside{{{p0, {read(10, (1 << 16) - 8, beat), read(10, 0, beat)}}}};
  bench quiet{{{p0, {read(5, 0, beat), read(1000000, 0, beat)}}}};

  // Eight beats each through one port, the mover first; and eight in one bank, packer 1 first. By policy.
  std::vector<std::unique_ptr<bench>> port_by_policy, bank_by_policy;

  static request with_rate(request r, cycle_t when, uint32_t lanes) {
    r.rate_change_at = when;
    r.new_lanes = lanes;
    return r;
  }
  static request with_rows(request r, uint32_t row_bytes, uint32_t stride, uint32_t n) {
    r.row_bytes = row_bytes, r.row_stride = stride, r.rows = n;
    r.bytes = row_bytes * n;
    return r;
  }
  cases_t()
      : rate({{u0, {with_rate(read(10, 0, 64 * beat, 4), 15, 2), with_rate(read(100, 0, 64 * beat, 1), 116, 4)}}}),
        rows({{u0, {with_rows(read(10, 0, 0, 4), 4 * beat, 32 * beat, 8)}}}),
        one_bank_rows({{u0, {with_rows(read(10, 0, 0, 4), beat, 16 * beat, 8)}}}) {
    for (const l1_policy policy : {l1_policy::round_robin, l1_policy::fixed, l1_policy::oldest}) {
      const clients port = {{scalar, {read(10, 0, 8 * beat)}}, {mover, {read(9, 64 * beat, 8 * beat)}}};
      const request in_bank = with_rows(read(10, 0, 0), beat, 16 * beat, 8);
      request earlier = in_bank;
      earlier.at = 9;
      port_by_policy.push_back(std::make_unique<bench>(port, l1_policy::round_robin, policy));
      bank_by_policy.push_back(std::make_unique<bench>(clients{{p0, {in_bank}}, {p1, {earlier}}}, policy));
    }
    for (uint32_t lanes : {1u, 2u, 3u, 4u})
      for (uint32_t n : {1u, 2u, 7u, 16u, 100u}) {
        alone.push_back(std::make_unique<bench>(clients{{u0, {read(10, 0x40, n * beat, lanes)}}}));
        alone_shape.push_back({lanes, n});
      }
  }
};
std::unique_ptr<cases_t> cases;

}  // namespace

TEST_CASE("a burst alone takes one cycle for every `lanes` beats and is answered in slot l1") {
  for (size_t i = 0; i < cases->alone.size(); ++i) {
    const auto [lanes, n] = cases->alone_shape[i];
    CAPTURE(lanes, n);
    const request& r = cases->alone[i]->of(0);
    CHECK(r.status == tlm::TLM_OK_RESPONSE);
    CHECK(r.answered == at(10 + (n + lanes - 1) / lanes, slot::l1));
    CHECK(r.bank_stall == 0);
    CHECK(r.port_stall == 0);
  }
}

TEST_CASE("two clients of one port take turns") {
  // Eight beats each, never in the same bank: 16 cycles in all, the later one ends in the last.
  const request &a = cases->one_port.of(0), &b = cases->one_port.of(1);
  CHECK(std::max(a.cycle(), b.cycle()) == 10 + 16);
  CHECK(std::min(a.cycle(), b.cycle()) == 10 + 15);
  CHECK(a.port_stall + b.port_stall == 8 + 7);
}

TEST_CASE("a bank serves one beat a cycle") {
  const request &a = cases->one_bank.of(0), &b = cases->one_bank.of(1);
  CHECK(std::min(a.cycle(), b.cycle()) == 11);
  CHECK(std::max(a.cycle(), b.cycle()) == 12);
  CHECK(a.bank_stall + b.bank_stall == 1);
}

TEST_CASE("two walks through the same banks meet once, then follow each other") {
  const request &a = cases->same_walk.of(0), &b = cases->same_walk.of(1);
  CHECK(std::min(a.cycle(), b.cycle()) == 10 + 16);
  CHECK(std::max(a.cycle(), b.cycle()) == 10 + 17);
}

TEST_CASE("bursts that never share a bank or a port do not disturb each other") {
  CHECK(cases->no_meeting.of(0).cycle() == 10 + 16);
  CHECK(cases->no_meeting.of(1).cycle() == 10 + 16);
}

TEST_CASE("transfers of one client are served in the order of their requests") {
  CHECK(cases->queue.of(0, 0).cycle() == 10 + 8);
  CHECK(cases->queue.of(0, 1).cycle() == 10 + 8 + 4);
  CHECK(cases->queue.of(0, 2).cycle() == 10 + 8 + 4 + 1);
}

TEST_CASE("a rate change counts from its cycle on") {
  // Five cycles of four beats, then two a cycle: 20 + 22 x 2. And 16 cycles of one, then four: 16 + 12 x 4.
  CHECK(cases->rate.of(0, 0).cycle() == 10 + 5 + 22);
  CHECK(cases->rate.of(0, 1).cycle() == 100 + 16 + 12);
}

TEST_CASE("rows of a strided transfer") {
  CHECK(cases->rows.of(0).cycle() == 10 + 8);           // four beats a row, next to each other: a row a cycle
  CHECK(cases->one_bank_rows.of(0).cycle() == 10 + 8);  // one beat a row, all in bank 0: one a cycle, whatever the lanes
  CHECK(cases->one_bank_rows.of(0).bank_stall == 8 - 2);
}

TEST_CASE("an accumulating write holds its bank for two cycles") {
  CHECK(cases->accumulate.of(0).cycle() == 11);
  CHECK(cases->accumulate.of(1, 0).cycle() == 13);         // asked in 11, bank free from 12 on
  CHECK(cases->accumulate.of(1, 1).cycle() == 21);         // long free
  CHECK(cases->accumulate_burst.of(0).cycle() == 10 + 8);  // the next beat goes to the next bank
}

TEST_CASE("an atomic holds its bank for five cycles") {
  CHECK(cases->atomic.of(0).cycle() == 15);
  CHECK(cases->atomic.of(1).cycle() == 16);  // asked in 11 for the same bank, free from 15 on
}

TEST_CASE("a transfer through another port to another bank is answered on time while an atomic is under way") {
  CHECK(cases->atomic.of(2).cycle() == 12);
}

TEST_CASE("an atomic holds its port for five cycles") {
  CHECK(cases->atomic_port.of(1).cycle() == 16);  // asked in 11 for another bank through the same port, free from 15 on
}

TEST_CASE("a write narrower than 16 bytes is a read and a write: it holds its bank for five cycles") {
  CHECK(cases->narrow.of(1).cycle() == 16);
}

TEST_CASE("beats are aligned 16-byte words") {
  CHECK(cases->unaligned.of(0, 0).cycle() == 10 + 3);  // 32 bytes from 8 on touch three words
  CHECK(cases->unaligned.of(0, 1).cycle() == 30 + 1);
  CHECK(cases->unaligned.of(0, 2).cycle() == 40 + 2);
}

TEST_CASE("a transfer that leaves the memory is refused at once and does not disturb others") {
  CHECK(cases->outside.of(0, 0).status == tlm::TLM_ADDRESS_ERROR_RESPONSE);
  CHECK(cases->outside.of(0, 0).answered == at(10, slot::unpacker0));
  CHECK(cases->outside.of(0, 1).cycle() == 11);
}

TEST_CASE("l1.port_policy: by turns, the lowest client first, or who began first") {
  const auto done = [](size_t policy) {
    return std::make_pair(cases->port_by_policy[policy]->of(0).cycle(), cases->port_by_policy[policy]->of(1).cycle());
  };
  // The mover has cycle 9 for itself; 15 beats are left, 8 of them of the scalar unit.
  CHECK(done(0) == std::make_pair<cycle_t, cycle_t>(25, 23));  // the mover, whose request came first, has 10, 12, .. 22
  CHECK(done(1) == std::make_pair<cycle_t, cycle_t>(18, 25));
  CHECK(done(2) == std::make_pair<cycle_t, cycle_t>(25, 17));
}

TEST_CASE("l1.bank_policy: by turns, the lowest client first, or who began first") {
  const auto done = [](size_t policy) {
    return std::make_pair(cases->bank_by_policy[policy]->of(0).cycle(), cases->bank_by_policy[policy]->of(1).cycle());
  };
  // Packer 1 has cycle 9; afterwards packer 0 is next in turn, and both alternate.
  CHECK(done(0) == std::make_pair<cycle_t, cycle_t>(25, 24));
  CHECK(done(1) == std::make_pair<cycle_t, cycle_t>(18, 25));
  CHECK(done(2) == std::make_pair<cycle_t, cycle_t>(25, 17));
}

TEST_CASE("policies have names, each its own") {
  CHECK(l1_policy_names() == std::vector<std::string>{"round_robin", "fixed", "oldest"});
  for (size_t i = 0; i < l1_policy_names().size(); ++i) CHECK(rules_of(static_cast<l1_policy>(i)).name == l1_policy_names()[i]);
}

TEST_CASE("a long pause changes nothing") {
  CHECK(cases->quiet.of(0, 0).cycle() == 6);
  CHECK(cases->quiet.of(0, 1).answered == at(1000001, slot::l1));
}

int sc_main(int argc, char** argv) {
  cases = std::make_unique<cases_t>();
  sc_core::sc_start(at(2000000, slot::l1));
  const int failed = run_test_cases(argc, argv);
  cases.reset();
  return failed;
}

int main(int argc, char** argv) {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  return sc_core::sc_elab_and_sim(argc, argv);
}
