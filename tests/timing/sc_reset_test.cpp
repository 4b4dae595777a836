// SPDX-License-Identifier: Apache-2.0
// tensix_tile::reset in a platform of SystemC: what refuses it, what it forgets and keeps, and that sockets go on, also with a part
// of one's own and when it is called from a process, again and again. That it forgets everything is the test soak_reset.
#include <tlm_utils/simple_initiator_socket.h>
#include <cstdlib>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "catch.h"
#include "models/isa/isa.h"
#include "models/memory/l1.h"
#include "platform/parameters.h"
#include "platform/tile.h"

using namespace tensix;

namespace {

constexpr uint32_t nop = 0x02000000, mailbox_from_t1 = 0xFFEC1000;

// A part of one's own: no memory but its parent's.
struct own_l1 : l1_memory {
  own_l1(sc_core::sc_module_name name, const tile_context& c) : l1_memory(name, c.configuration.l1, c.state.l1) {}
};
tile_parts own_parts(unsigned& made) {
  tile_parts parts;
  parts.l1 = [&made](const tile_context& c) {
    ++made;
    return std::make_unique<own_l1>("own_l1", c);
  };
  return parts;
}

struct platform : sc_core::sc_module {
  unsigned made = 0;
  tensix_tile tile;
  tlm_utils::simple_initiator_socket<platform> core[4], noc;
  explicit platform(sc_core::sc_module_name name)
      : sc_module(name), tile("tile", builtin_configuration("blackhole"), own_parts(made)) {
    for (int i = 0; i < 4; ++i) core[i].bind(tile.core[i]);
    noc.bind(tile.noc);
  }
  template <class Socket>
  static uint32_t access(Socket& socket, bool store, uint32_t address, uint32_t value = 0) {
    tlm::tlm_generic_payload payload;
    payload.set_command(store ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
    payload.set_address(address);
    payload.set_data_ptr(reinterpret_cast<unsigned char*>(&value));
    payload.set_data_length(4);
    payload.set_streaming_width(4);
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    socket->b_transport(payload, delay);
    REQUIRE(payload.is_response_ok());
    sc_core::wait(delay);
    return value;
  }
  sc_core::sc_process_handle spawn(std::function<void()> body) { return sc_core::sc_spawn(std::move(body)); }
};

std::string refusal(tensix_tile& tile) {
  try {
    tile.reset();
  } catch (const std::logic_error& e) {
    return e.what();
  }
  return {};
}

// From a process, as SystemC's kernel wants it.
void end(platform& p, sc_core::sc_process_handle process) {
  p.spawn([process]() mutable { process.kill(); });
}

void run(uint64_t cycles) { sc_core::sc_start(sc_core::sc_time(static_cast<double>(cycles), sc_core::SC_NS)); }

}  // namespace

TEST_CASE("a tile is reset in the middle of a simulation", "[reset]") {
  platform p("platform");
  tensix_tile& tile = p.tile;
  CHECK(refusal(tile).find("the simulation has not started") != std::string::npos);
  tile.state().l1[0x8000] = 0x5a;
  run(10);

  // A process that waits within the tile.
  bool answered = false;
  auto waits = p.spawn([&] {
    platform::access(p.core[0], false, mailbox_from_t1);
    answered = true;
  });
  run(100);
  CHECK(refusal(tile).find("a process of SystemC is within a call") != std::string::npos);
  CHECK(tile.resets() == 0);
  end(p, waits);
  run(1);
  CHECK(refusal(tile).empty());
  CHECK(!answered);

  const std::string part = tile.memory().name();
  const void* const where = &tile.memory();
  for (unsigned round = 1; round < 40; ++round) {
    // Work for all: words that wait for ever, a register, a semaphore, bytes of L1, on all ways at once.
    auto pushes = p.spawn([&] {
      for (int i = 0; i < 20; ++i) platform::access(p.core[0], true, 0xFFE40000, nop);
    });
    auto stores = p.spawn([&] {
      platform::access(p.core[1], true, 0x9000, round);
      platform::access(p.noc, true, 0xA000, 3 * round);
      tile.state().gpr[0][5] = 77;
      tile.state().sem[2] = {3, 7};
    });
    run(3 + 7 * round);
    while (!stores.terminated()) run(1);  // L1 would answer one that is killed
    end(p, pushes);
    run(1);
    const uint64_t busy = tile.unit_accounts()[0].second->elapsed();
    if (round % 2) {
      REQUIRE(refusal(tile).empty());
    } else {  // from a process
      std::string why = "not called";
      p.spawn([&] { why = refusal(tile); });
      run(1);
      REQUIRE(why.empty());
    }
    CHECK(tile.resets() == round + 1);
    CHECK(p.made == round + 2);
    CHECK(tile.memory().name() == part);
    CHECK(&tile.memory() == where);
    CHECK(tile.state().gpr[0][5] == 0);
    CHECK(tile.state().sem[2].value == 0);
    CHECK(tile.state().l1[0x8000] == 0x5a);
    CHECK(tile.who_waits().empty());
    CHECK(tile.background_idle());
    tile.close_accounts(now_cycle());
    CHECK(tile.unit_accounts()[0].second->elapsed() >= busy);
    run(500);
    CHECK(tile.background_idle());
    // Sockets go on.
    uint32_t read = 0, over_noc = 0;
    bool pushed = false;
    p.spawn([&] {
      platform::access(p.core[2], true, 0xB000, 1000 + round);
      read = platform::access(p.core[2], false, 0xB000);
      over_noc = platform::access(p.noc, false, 0xB000);
      platform::access(p.core[0], true, 0xFFE40000, nop);
      platform::access(p.core[0], false, 0xFFE80004);  // TTSync
      pushed = true;
    });
    run(300);
    CHECK(read == 1000 + round);
    CHECK(over_noc == 1000 + round);
    CHECK(pushed);
  }
}

int sc_main(int argc, char** argv) { return run_test_cases(argc, argv); }

int main(int argc, char** argv) {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  return sc_core::sc_elab_and_sim(argc, argv);
}
