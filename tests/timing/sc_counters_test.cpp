// SPDX-License-Identifier: Apache-2.0
// The performance counters of a tile, programmed by an initiator at its core sockets: windows to the cycle, sums by formulas.
#include <tlm_utils/simple_initiator_socket.h>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>

#include "catch.h"
#include "models/isa/isa.h"
#include "platform/parameters.h"
#include "platform/tile.h"

using namespace tensix;

namespace {

constexpr uint32_t registers = address_map::tile_control_base;
constexpr uint32_t instrn = 0x000, fpu = 0x018, all = 0x03c;
constexpr uint32_t out_of(uint32_t bank) { return bank == instrn ? 0x100 : 0x120; }

constexpr unsigned zeroacc_cycles = 16;  // long enough to be cut
parameters configuration() {
  parameters p = builtin_configuration("blackhole");
  p.matrix_unit.zeroacc_cycles = zeroacc_cycles;
  return p;
}

class bench : public sc_core::sc_module {
 public:
  tensix_tile tile;
  tlm_utils::simple_initiator_socket<bench> core[4], noc;
  explicit bench(sc_core::sc_module_name name) : sc_module(name), tile("tile", configuration()) {
    for (int i = 0; i < 4; ++i) core[i].bind(tile.core[i]);
    noc.bind(tile.noc);
  }
  uint32_t access(bool store, uint32_t address, uint32_t value, unsigned on) {
    tlm::tlm_generic_payload payload;
    payload.set_command(store ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
    payload.set_address(address);
    payload.set_data_ptr(reinterpret_cast<unsigned char*>(&value));
    payload.set_data_length(4);
    payload.set_streaming_width(4);
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    core[on]->b_transport(payload, delay);
    REQUIRE(payload.is_response_ok());
    sc_core::wait(delay);
    return value;
  }
  void store(uint32_t offset, uint32_t value) { access(true, registers + offset, value, 3); }
  uint32_t load(uint32_t offset) { return access(false, registers + offset, 0, 3); }
  void push(uint32_t word, unsigned thread = 0) { access(true, address_map::instruction_fifo_base, word, thread); }
  void start(uint32_t bank) { store(bank + 8, 1); }
  void stop(uint32_t bank) { store(bank + 8, 2); }
  uint32_t cycles(uint32_t bank) { return load(out_of(bank)); }
  uint32_t count(uint32_t bank, uint32_t select) {
    store(bank + 4, select << 8);
    return load(out_of(bank) + 4);
  }
  void pass(uint64_t cycles) { sc_core::wait(cycles * at(1, slot::l1)); }
  void until(cycle_t cycle) { sc_core::wait(at(cycle, slot::riscv) - sc_core::sc_time_stamp()); }
  void run(const std::function<void()>& what) {
    bool over = false;
    sc_core::sc_spawn([&] {
      until(now_cycle() + 2);
      what();
      over = true;
      sc_core::sc_pause();
    });
    sc_core::sc_start();
    REQUIRE(over);
  }
};
std::unique_ptr<bench> b;

constexpr uint32_t no_effect = word_of(opcode::SETADCXY);  // the miscellaneous unit: one cycle, no class
uint32_t zeroacc_all() { return insn::ZEROACC::clear_mode.place(3) | word_of(opcode::ZEROACC); }

}  // namespace

TEST_CASE("a window has as many cycles as lie between its stores, and the instructions issued in them") {
  b->run([] {
    for (const unsigned n : {1u, 7u, 24u}) {
      CAPTURE(n);
      b->start(instrn);
      const cycle_t from = now_cycle();
      for (unsigned i = 0; i < n; ++i) b->push(no_effect);
      b->until(from + 100);
      b->stop(instrn);
      CHECK(b->cycles(instrn) == 100);
      CHECK(b->count(instrn, 256) == n);
      for (const uint32_t select : {264u, 272u, 24u, 25u, 26u, 283u}) CHECK(b->count(instrn, select) == 0);
      for (uint32_t select = 0; select < 24; ++select)
        if (select < 9 || select > 11) CHECK(b->count(instrn, select) == 0);  // in no class
    }
  });
}

// One word: not in a window that ends in front of its cycle, in one that has it, not in one that begins behind it.
TEST_CASE("an instruction counts in its cycle, not before and not behind it") {
  b->run([] {
    const auto issued_in = [](unsigned from, unsigned to) {  // cycles from the push
      const cycle_t begin = now_cycle() + 20;
      uint32_t counted = 0;
      bool pushed = false;
      sc_core::sc_spawn([&] {
        sc_core::wait(at(begin, slot::riscv) - sc_core::sc_time_stamp());
        b->push(no_effect, 1);
        pushed = true;
      });
      b->until(begin + from);
      b->start(instrn);
      b->until(begin + to);
      b->stop(instrn);
      counted = b->count(instrn, 264);
      CHECK(b->cycles(instrn) == to - from);
      b->pass(40);
      CHECK(pushed);
      return counted;
    };
    // The store is seen from the next cycle on: a window [a, b) of stores has cycles a + 1 .. b.
    const frontend_parameters& p = b->tile.configuration().frontend;
    const unsigned gate = 3 * p.stage_latency_cycles;
    CHECK(issued_in(gate - 3, gate - 1) == 0);
    CHECK(issued_in(gate - 3, gate) == 1);
    CHECK(issued_in(gate - 1, gate) == 1);
    CHECK(issued_in(gate - 1, gate + 5) == 1);
    CHECK(issued_in(gate, gate + 5) == 0);
  });
}

TEST_CASE("mode 1 ends at its period, while instructions go on") {
  b->run([] {
    b->store(instrn, 10);
    b->store(instrn + 4, 1);
    b->start(instrn);
    for (unsigned i = 0; i < 30; ++i) b->push(no_effect);
    b->pass(50);
    CHECK(b->load(0x100) == 10);
    b->store(instrn + 4, 256u << 8 | 1);
    const uint32_t issued = b->load(0x104);
    CHECK(issued > 0);
    CHECK(issued < 10);  // the first is at the gate some cycles behind its push
    b->stop(instrn);
    CHECK(b->load(0x104) == issued);
    b->store(instrn, 0);
    b->store(instrn + 4, 0);
  });
}

TEST_CASE("busy cycles of the matrix unit: in one window and in its two halves, cut within an instruction") {
  b->run([] {
    constexpr unsigned cycles = zeroacc_cycles;
    const account& unit = b->tile.unit(tile_unit::matrix_unit).activity();
    const auto window = [&](unsigned from, unsigned to) {
      const cycle_t begin = now_cycle() + 10;
      b->until(begin);
      b->push(zeroacc_all(), 1);
      const unsigned gate = 3 * b->tile.configuration().frontend.stage_latency_cycles;
      b->until(begin + gate - 1 + from);
      b->start(fpu);
      b->until(begin + gate - 1 + to);
      b->stop(fpu);
      const uint32_t counted = b->count(fpu, 0);
      CHECK(b->count(fpu, 257) == counted);
      CHECK(b->count(fpu, 1) == 0);
      b->until(begin + gate + cycles + 100);
      return counted;
    };
    const uint64_t before = unit.busy_cycles();
    const uint32_t whole = window(0, cycles + 50);
    CHECK(whole == cycles);
    CHECK(whole == unit.busy_cycles() - before);
    for (const unsigned cut : {1u, 2u, cycles - 1, cycles}) {
      CAPTURE(cut);
      CHECK(window(0, cut) == cut);
      CHECK(window(cut, cycles + 50) == cycles - cut);
    }
  });
}

TEST_CASE("a thread that waits: stalled, and for what; also if it waits before the counters start") {
  b->run([] {
    const uint32_t wait = word_of(opcode::SEMWAIT) | insn::SEMWAIT::stall_res.place(0x1ff) |
                          insn::SEMWAIT::sem_sel.place(1u << 4) | insn::SEMWAIT::wait_sem_cond.place(1);
    const uint32_t init = word_of(opcode::SEMINIT) | insn::SEMINIT::sem_sel.place(1u << 4) | insn::SEMINIT::max_value.place(3);
    b->push(init, 2);
    b->push(wait, 2);
    b->push(no_effect, 2);
    b->pass(50);
    for (unsigned i = 0; i < 2; ++i) {
      b->start(instrn);
      b->pass(200);
      b->stop(instrn);
      const uint32_t cycles = b->cycles(instrn);
      CHECK(cycles >= 200);
      CHECK(b->count(instrn, 26) == cycles);
      CHECK(b->count(instrn, 53) == cycles);  // WAITING_FOR_NONZERO_SEM_2
      CHECK(b->count(instrn, 283) == cycles);
      for (const uint32_t select : {24u, 25u, 31u, 44u, 54u, 57u, 272u}) CHECK(b->count(instrn, select) == 0);
    }
    // It goes on: the wait's own lag is a stall, but a wait for nothing.
    const account& thread = b->tile.thread(2).activity();
    b->start(instrn);
    b->push(word_of(opcode::SEMPOST) | insn::SEMPOST::sem_sel.place(1u << 4), 0);
    b->pass(60);
    b->stop(instrn);
    CHECK(b->count(instrn, 272) == 1);
    CHECK(b->count(instrn, 3) == 1);  // SYNC_INSTRN_AVAILABLE_0: the post
    CHECK(b->count(instrn, 26) == b->count(instrn, 53) + b->tile.configuration().frontend.wait_lag_cycles);
    CHECK(b->count(instrn, 283) == b->count(instrn, 26));
    CHECK(thread.state() == stall_reason::no_instruction);
  });
}

TEST_CASE("packets of the NoC reach the same registers") {
  b->run([] {
    noc_mmio_if& registers_of_noc = b->tile.registers_of_noc();
    registers_of_noc.mmio_store(registers + fpu + 8, 0);
    registers_of_noc.mmio_store(registers + fpu + 8, 1);
    b->pass(33);
    registers_of_noc.mmio_store(registers + fpu + 8, 2);
    CHECK(registers_of_noc.mmio_load(registers + out_of(fpu)) == 33);
    CHECK(b->cycles(fpu) == 33);
  });
}

TEST_CASE("nothing observes the tile but while counters count") {
  b->run([] {
    CHECK(b->tile.state().tap == nullptr);
    b->store(all, 0);
    b->store(all, 1);
    CHECK(b->tile.state().tap != nullptr);
    b->store(all, 2);
    CHECK(b->tile.state().tap == nullptr);
    CHECK_FALSE(b->tile.state().diagnose.any());
  });
}

int sc_main(int argc, char** argv) {
  b = std::make_unique<bench>("bench");
  const int failed = run_test_cases(argc, argv);
  b.reset();
  return failed;
}

int main(int argc, char** argv) {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  return sc_core::sc_elab_and_sim(argc, argv);
}
