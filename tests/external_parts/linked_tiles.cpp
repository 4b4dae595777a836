// SPDX-License-Identifier: Apache-2.0
// Two tiles in one simulation, joined by a link with a latency: the left one packs, the link takes each tile out of its L1 and
// brings it into the right one's, whose T0 polls for it and unpacks. The left tile is made of the library's parts, the right one
// of own parts wherever there are some; they have different configurations. Then what was observed of the two is looked at.
#include <tlm_utils/simple_initiator_socket.h>

#include <cstdio>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "l1.h"
#include "matrix_unit.h"
#include "misc_unit.h"
#include "packers.h"
#include "pages/tile/tile_observation.h"
#include "runs.h"
#include "throttle.h"
#include "unpacker.h"
#include "workload/kernels/kernel_function.h"
#include "workload/players/stream_player.h"

namespace {
using namespace tensix;

int errors = 0;
void expect(bool right, const std::string& what) {
  if (right) return;
  std::fprintf(stderr, "wrong: %s\n", what.c_str());
  ++errors;
}

// Reads tiles over one tile's NoC socket and writes them over the other's.
class link : public sc_core::sc_module {
 public:
  tlm_utils::simple_initiator_socket<link> from, to;
  static constexpr uint32_t lanes = 4;  // of 16 bytes a cycle
  std::vector<cycle_t> picked_up, delivered;
  std::function<void()> on_done;

  link(const sc_core::sc_module_name& name, uint32_t latency, const circular_buffer_plan& source,
       const circular_buffer_plan& target, tensix_tile& left)
      : sc_module(name), latency_(latency), settles_(left.configuration().l1.atomic_cycles), source_(source), target_(target) {
    left.l1_written.push_back([this](uint32_t address, uint32_t bytes) {
      if (address <= source_.produced && source_.produced < address + bytes) more_.notify(sc_core::SC_ZERO_TIME);
    });
    SC_HAS_PROCESS(link);
    SC_THREAD(carry);
  }

 private:
  const uint32_t latency_, settles_;  // the counter's own write keeps a bank so long
  const circular_buffer_plan source_, target_;
  sc_core::sc_event more_;

  void carry() {
    std::vector<uint8_t> tile(source_.tile_bytes);
    for (uint32_t i = 0; i < source_.tiles(); ++i) {
      for (uint32_t produced = 0;;) {
        tlm::tlm_generic_payload look;
        describe(look, tlm::TLM_READ_COMMAND, source_.produced, reinterpret_cast<uint8_t*>(&produced), 4);
        from->transport_dbg(look);
        if (produced > i) break;
        wait(more_);
      }
      picked_up.push_back(now_cycle());
      wait(sc_core::sc_time::from_value(settles_ * cycle_ticks()));
      move(from, tlm::TLM_READ_COMMAND, source_.slot_address(i), tile.data(), source_.tile_bytes);
      wait(sc_core::sc_time::from_value(latency_ * cycle_ticks()));
      move(to, tlm::TLM_WRITE_COMMAND, target_.slot_address(i), tile.data(), source_.tile_bytes);
      uint32_t produced = i + 1;
      move(to, tlm::TLM_WRITE_COMMAND, target_.produced, reinterpret_cast<uint8_t*>(&produced), 4);
      delivered.push_back(now_cycle());
    }
    on_done();
  }
  static void describe(tlm::tlm_generic_payload& p, tlm::tlm_command command, uint32_t address, uint8_t* data, uint32_t bytes) {
    p.set_command(command);
    p.set_address(address);
    p.set_data_ptr(data);
    p.set_data_length(bytes);
    p.set_streaming_width(bytes);
  }
  void move(tlm_utils::simple_initiator_socket<link>& socket, tlm::tlm_command command, uint32_t address, uint8_t* data,
            uint32_t bytes) {
    tlm::tlm_generic_payload p;
    describe(p, command, address, data, bytes);
    auto* access = new l1_access;  // the payload's
    access->lanes = lanes;
    p.set_extension(access);
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    socket->b_transport(p, delay);
    if (!p.is_response_ok()) SC_REPORT_ERROR("link", "L1 refuses an access");
    wait(delay);
  }
};

tile_parts own_parts() {
  tile_parts p;
  p.l1 = [](const tile_context& c) { return std::make_unique<own::l1>("own_l1", c); };
  p.throttle = [](const tile_context& c) { return std::make_unique<own::throttle>("own_throttle", c); };
  p.unpacker0 = [](const tile_context& c) { return std::make_unique<own::unpacker>("own_unpacker0", 0, c); };
  p.unpacker1 = [](const tile_context& c) { return std::make_unique<own::unpacker>("own_unpacker1", 1, c); };
  p.matrix_unit = [](const tile_context& c) { return std::make_unique<own::matrix_unit>("own_matrix_unit", c); };
  p.misc_unit = [](const tile_context& c) { return std::make_unique<own::misc_unit>("own_misc_unit", c); };
  p.packers = [](const tile_context& c) { return std::make_unique<own::packers>("own_packers", c); };
  return p;
}

// All tiles of the kernel fit into its buffers.
kernel copy_of(uint32_t tiles, packer_topology topology) {
  kernel_options o;
  o.m = 32 * tiles;
  o.buffer_tiles = tiles;
  o.topology = topology;
  return kernel(o);
}

struct silent : sc_core::sc_module {
  tlm_utils::simple_initiator_socket<silent> socket;
  explicit silent(const sc_core::sc_module_name& name) : sc_module(name) {}
};

struct board : sc_core::sc_module {
  tensix_tile left, right;
  const kernel packs, unpacks;
  link wire;
  silent left_b{"left_b"}, right_b{"right_b"};
  std::vector<std::unique_ptr<stream_player>> players;
  unsigned running = 7;  // six TRISCs and the link

  board(const sc_core::sc_module_name& name, uint32_t tiles, uint32_t latency)
      : sc_module(name),
        left("left", builtin_configuration("blackhole")),
        right("right", builtin_configuration("documented"), own_parts()),
        packs(copy_of(tiles, packer_topology::read_interfaces)),
        unpacks(copy_of(tiles, packer_topology::independent)),
        wire("wire", latency, packs.output(), unpacks.inputs()[0], left) {
    wire.from.bind(left.noc);
    wire.to.bind(right.noc);
    wire.on_done = [this] { one_done(); };
    left_b.socket.bind(left.core[3]);
    right_b.socket.bind(right.core[3]);
    static constexpr const char* names[2][3] = {{"left_t0", "left_t1", "left_t2"}, {"right_t0", "right_t1", "right_t2"}};
    for (unsigned side = 0; side < 2; ++side)
      for (unsigned t = 0; t < 3; ++t) {
        tensix_tile& tile = side ? right : left;
        players.push_back(std::make_unique<stream_player>(names[side][t], t, tile.configuration().player,
                                                          (side ? unpacks : packs).program(t)));
        players.back()->socket.bind(tile.core[t]);
        players.back()->on_done = [this] { one_done(); };
      }
    const tensor a = make_test_tensor(32 * tiles, 32, 1);
    circular_buffer_feed feed(packs.inputs(), packs.output(), {&a}, left.state().l1.data());
    while (feed.input_ready(0)) feed.deliver(0);
  }
  void one_done() {
    if (--running == 0) sc_core::sc_stop();
  }
  bool arrived() {
    const circular_buffer_plan &in = packs.inputs()[0], &out = unpacks.output();
    return std::memcmp(&left.state().l1[in.address], &right.state().l1[out.address], in.tiles() * in.tile_bytes) == 0;
  }
};

// Of one tile nobody else is in the way: a hand-over takes the rest of the counter's write, both transfers, the latency, and
// the write of the right tile's counter.
void hand_over_takes(uint32_t latency) {
  const std::string said = own::apart([latency] {
    board both("board", 1, latency);
    sc_core::sc_start();
    const cycle_t transfer = both.packs.output().tile_bytes / 16 / link::lanes, counter = 1;
    const cycle_t settles = both.left.configuration().l1.atomic_cycles;
    std::ostringstream text;
    text << (both.arrived() ? "equal" : "other bytes") << " "
         << both.wire.delivered.at(0) - both.wire.picked_up.at(0) - (settles + 2 * transfer + counter);
    return text.str();
  });
  expect(said == "equal " + std::to_string(latency), "latency " + std::to_string(latency) + ": " + said);
}

std::string text_of(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  expect(!text.str().empty(), path + " is empty or missing");
  return text.str();
}

void check_files(tensix_tile& tile, const std::string& configuration, const run_report& numbers, uint64_t pacrs,
                 const std::vector<std::string>& units, const std::vector<std::string>& not_units) {
  const std::string name = tile.name(), base = "linked/" + name;
  const auto metrics = nlohmann::json::parse(text_of(base + ".json"));
  expect(metrics.at("tile") == name && metrics.at("kernel").at("configuration") == configuration, name + ": metrics' names");
  for (const char* group : {"units", "threads"})
    for (const auto& [who, a] : metrics.at(group).items()) {
      uint64_t all = a.at("busy").get<uint64_t>() + a.at("idle").get<uint64_t>();
      for (const auto& [why, cycles] : a.at("stall").items()) all += cycles.get<uint64_t>();
      expect(all == numbers.cycles, name + ": busy + stalls + idle of " + who);
    }
  for (const auto& u : units) expect(metrics.at("units").contains(u), name + ": no account of " + u);
  for (const auto& u : not_units) expect(!metrics.at("units").contains(u), name + ": an account of " + u);

  const auto trace = nlohmann::json::parse(text_of(base + ".trace.json"));
  expect(trace.at("otherData").at("tile") == name, name + ": trace's name");
  uint64_t issued = 0;
  for (const auto& e : trace.at("traceEvents")) issued += e.at("ph") == "X" && e.at("name") == "PACR" && e.at("pid") == 1;
  expect(issued == pacrs, name + ": " + std::to_string(issued) + " PACRs in the trace");

  std::string scope = name;
  for (char& c : scope)
    if (c == '.') c = '_';
  expect(text_of(base + ".vcd").find("$scope module " + scope + " $end") != std::string::npos, name + ": waveforms' name");
  expect(text_of(base + ".html").find("\"subject\":\"" + name + "\"") != std::string::npos, name + ": page's heading");
}

}  // namespace

int sc_main(int, char**) {
  sc_core::sc_report_handler::set_actions("/OSCI/SystemC", sc_core::SC_DO_NOTHING);  // "stopped by user" is no news
  for (const uint32_t latency : {0u, 1u, 500u}) hand_over_takes(latency);

  constexpr uint32_t tiles = 6, latency = 200, pacrs_of_a_tile = 16;
  board both("board", tiles, latency);
  const auto numbers = observe({&both.left, &both.right}, "linked", [] { sc_core::sc_start(); });
  expect(both.running == 0, "all are done; who waits: " + both.left.who_waits() + both.right.who_waits());
  expect(both.arrived(), "the bytes that the right tile packs are those that the left one unpacked");
  const std::vector<std::string> library{"unpacker0", "unpacker1", "matrix_unit", "packer0", "misc_unit"};
  const std::vector<std::string> mine{"own_unpacker0", "own_unpacker1", "own_matrix_unit", "own_packers", "own_misc_unit"};
  check_files(both.left, "blackhole", numbers.at(0), tiles * pacrs_of_a_tile, library, mine);
  check_files(both.right, "documented", numbers.at(1), tiles * pacrs_of_a_tile, mine, library);
  // What the left L1 served its NoC side is what the link took.
  uint64_t taken = 0;
  for (const uint32_t port : both.left.configuration().l1.client_ports[static_cast<size_t>(l1_client::noc)])
    taken += numbers.at(0).l1_port_beats.at(port);
  expect(taken == tiles * both.packs.output().tile_bytes / 16, "the link took " + std::to_string(taken) + " beats");
  for (const char* name : {"board.left.packers.packer0", "board.right.own_packers.output0", "board.right.own_l1"})
    expect(sc_core::sc_find_object(name) != nullptr, std::string("SystemC knows no ") + name);
  return errors == 0 ? 0 : 1;
}
