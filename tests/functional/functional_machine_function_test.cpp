// SPDX-License-Identifier: Apache-2.0
// The machine without time, on small hand-written streams: what RISC-V cores reach, how threads wait for each other, what is
// diagnosed, and what a deadlock says.
#include "tests/functional/functional_machine.h"

#include <algorithm>

#include "catch.h"
#include "models/isa/isa.h"
#include "models/memory/overlay_if.h"
#include "workload/streams/stream_file_function.h"

using namespace tensix;
using outcome = functional_machine::outcome;

namespace functional_machine_test {
namespace {
struct played {
  std::unique_ptr<functional_machine> machine = std::make_unique<functional_machine>();
  functional_machine::result result;
  uint32_t word(uint32_t address) const {
    uint32_t value = 0;
    for (unsigned b = 0; b < 4; ++b) value |= uint32_t{machine->state.l1.at(address + b)} << (8 * b);
    return value;
  }
};

void play(played& p, const std::string& text) {
  const auto file = stream_file::parse(text, "test", ".");
  file.initialise(p.machine->state.l1);
  p.result = p.machine->run({file.core(0), file.core(1), file.core(2), file.core(3)});
}
played play(const std::string& text) {
  played p;
  play(p, text);
  return p;
}
bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }
}  // namespace

TEST_CASE("an empty program is done") { CHECK(play("").result.how == outcome::done); }

TEST_CASE("L1, GPRs and configuration through loads and stores") {
  const auto p = play(
      "t0 st 0x100 0x12345678\n"
      "t0 copy 0x100 0x200\n"
      "t1 st 0xFFE00004 11\nt1 st 0xFFE00008 22\nt1 copy 0xFFE00004 0x300\n"
      "t2 st 0xFFE00004 33\n"
      "b poll 0xFFE00204 0xff 33\nb copy 0xFFE00108 0x304\n"
      "t0 st 0xFFEF0014 7\nt0 copy 0xFFEF0014 0x308\nt0 copy 0xFFEF0394 0x30c\n"         // bank 0 word 5; bank 1 stays
      "t0 st 0xFFEF0398 8\nt0 copy 0xFFEF0398 0x310\n"                                   // bank 1 word 6
      "t0 st 0xFFEF071c 9\nt0 copy 0xFFEF001c 0x314\nt0 copy 0xFFEF039c 0x318\n"         // both banks, word 7
      "t0 SETC16 setc16_reg=3 setc16_value=0x4321\nt0 sync\nt0 copy 0xFFEF0A8C 0x31c\n"  // ThreadConfig[0][3]
      "t2 SETC16 setc16_reg=3 setc16_value=0x1234\nt2 sync\nt2 copy 0xFFEF0CAC 0x320\n");
  CHECK(p.result.how == outcome::done);
  CHECK(p.word(0x200) == 0x12345678);
  CHECK(p.word(0x300) == 11);
  CHECK(p.word(0x304) == 22);
  CHECK(p.word(0x308) == 7);
  CHECK(p.word(0x30c) == 0);
  CHECK(p.word(0x310) == 8);
  CHECK(p.word(0x314) == 9);
  CHECK(p.word(0x318) == 9);
  CHECK(p.word(0x31c) == 0x4321);
  CHECK(p.word(0x320) == 0x1234);
}

TEST_CASE("instructions execute in the order of pushes, and before what follows them") {
  const auto p = play(
      "t0 st 0xFFE00004 5\nt0 st 0xFFE00008 1\n"
      "t0 loop 1000\nt0 ADDDMAREG op_a_reg_index=1 op_b_reg_index=2 result_reg_index=1\nt0 endloop\n"
      "t0 sync\nt0 copy 0xFFE00004 0x100\n"
      "t1 st 0xFFE00004 1\nt1 SETDMAREG reg_index_16b=4 payload_sig_sel=0x77\nt1 pushst 0x45007906\n"
      "t1 ld 0xFFE80004\nt1 copy 0xFFE00008 0x104\nt1 copy 0xFFE0000c 0x108\n");
  CHECK(p.result.how == outcome::done);
  CHECK(p.word(0x100) == 1005);
  CHECK((p.word(0x104) & 0xffff) == 0x77);
  CHECK((p.word(0x108) & 0xffff) == 0x79);
  CHECK(p.machine->instructions_executed() == 1002);
}

TEST_CASE("MOP and REPLAY expand; BRISC's pushes come behind the MOP expander") {
  // Template 1: 3 outer rounds of 4 inner additions.
  const uint32_t add = encode(opcode::ADDDMAREG, {{"op_a_reg_index", 1}, {"op_b_reg_index", 2}, {"result_reg_index", 1}});
  const uint32_t nop = word_of(opcode::NOP);
  std::string text = "t0 st 0xFFE00008 1\n";
  const uint32_t config[9] = {3, 4, nop, nop, nop, add, nop, add, add};
  for (unsigned i = 0; i < 9; ++i)
    text += "t0 st " + std::to_string(0xFFB80000u + 4 * i) + " " + std::to_string(config[i]) + "\n";
  text += "t0 MOP mop_type=1\nt0 ld 0xFFE80008\n";
  text += "t0 REPLAY load_mode=1 execute_while_loading=1 len=2 start_idx=30\nt0 push " + std::to_string(add) + " " +
          std::to_string(add) + "\n";
  text += "t0 REPLAY len=2 start_idx=30\nt0 sync\nt0 copy 0xFFE00004 0x100\n";
  const auto p = play(text);
  CHECK(p.result.how == outcome::done);
  CHECK(p.word(0x100) == 12 + 2 + 2);

  const auto b = play("b st 0xFFE50000 " + std::to_string(add) +
                      "\nt1 st 0xFFE00008 3\nt1 mark m\nt1 delay 5\n"
                      "b st 0xFFE50000 " +
                      std::to_string(add) + "\n");
  CHECK(b.result.how == outcome::done);
  CHECK(b.machine->instructions_executed() == 2);
  const auto mop = play("b st 0xFFE40000 " + std::to_string(word_of(opcode::MOP)) + "\n");
  CHECK(mop.result.how == outcome::undefined);
  CHECK(contains(mop.result.text, "MOP in word 0x01000000 behind the expander that takes it"));
}

TEST_CASE("threads wait for semaphores, cores for polls") {
  const auto p = play(
      "t0 SEMINIT sem_sel=2 init_value=0 max_value=2\nt0 sync\nt0 st 0x100 1\n"
      "t0 SEMWAIT sem_sel=2 wait_sem_cond=1 stall_res=0x1ff\nt0 SETDMAREG reg_index_16b=0 payload_sig_sel=5\nt0 SEMGET "
      "sem_sel=2\n"
      "t0 sync\nt0 copy 0xFFE00000 0x104\nt0 st 0x108 9\n"
      "t1 poll 0x100 1 1\nt1 poll 0xFFE80024 0xf < 1\nt1 st 0xFFE80024 0\n"
      "t2 poll 0x108 0xffff 9\nt2 st 0xFFE80024 0\nt2 st 0xFFE80024 0\nt2 st 0xFFE80024 1\nt2 copy 0xFFE80024 0x10c\n");
  CHECK(p.result.how == outcome::done);
  CHECK((p.word(0x104) & 0xffff) == 5);
  CHECK(p.word(0x10c) == 1);
}

TEST_CASE("a mutex passes from thread to thread") {
  const auto p = play(
      "t0 ATGETM mutex_index=2\nt0 sync\nt0 st 0x100 1\nt0 poll 0x104 1 1\nt0 st 0x108 7\nt0 ATRELM mutex_index=2\n"
      "t1 poll 0x100 1 1\nt1 ATGETM mutex_index=2\nt1 st 0x104 1\nt1 sync\nt1 copy 0x108 0x10c\nt1 ATRELM mutex_index=2\n");
  CHECK(p.result.how == outcome::done);
  CHECK(p.word(0x10c) == 7);
}

TEST_CASE("mailboxes and PCBufs carry words and block while empty or full") {
  const auto p = play(
      "t0 loop 10\nt0 st 0xFFEC2000 3\nt0 st 0xFFEC2000 4\nt0 endloop\n"  // to T1
      "t1 loop 5\nt1 ld 0xFFEC1000\nt1 ld 0xFFEC1000\nt1 ld 0xFFEC1000\nt1 copy 0xFFEC1000 0x100\nt1 endloop\n"
      "t1 copy 0xFFEC1004 0x104\n"                                                 // empty
      "t2 copy 0xFFE80000 0x108\nt2 copy 0xFFE80000 0x10c\nt2 st 0xFFEC0000 77\n"  // PCBuf, then to B
      "b st 0xFFEA0000 55\nb st 0xFFEA0000 56\nb copy 0xFFEC3000 0x110\nb copy 0xFFEC3004 0x114\nb ld 0xFFEA0000\n");
  CHECK(p.result.how == outcome::done);
  CHECK(p.word(0x100) == 4);
  CHECK(p.word(0x104) == 0);
  CHECK(p.word(0x108) == 55);
  CHECK(p.word(0x10c) == 56);
  CHECK(p.word(0x110) == 77);
  CHECK(p.word(0x114) == 0);
}

TEST_CASE("a latched wait holds only the blocks it names") {
  // T0 waits for SrcA to become valid, but blocks only the matrix unit: the addition passes.
  auto p = play(
      "t0 STALLWAIT wait_res=0x80 stall_res=0x40\nt0 SETDMAREG reg_index_16b=0 payload_sig_sel=9\nt0 MOVA2D\n"
      "t1 poll 0x100 1 1\n"
      "b poll 0xFFE00000 0xff 9\n");
  CHECK(p.result.how == outcome::deadlock);
  CHECK(p.machine->state.gpr[0][0] == 9);
  CHECK_FALSE(contains(p.result.text, "b (line"));
  CHECK(contains(p.result.text, "thread T0: MOVA2D waits for STALLWAIT wait_res=128 stall_res=64"));
  CHECK(contains(p.result.text,
                 "t1 (line 4) waits in poll of 0x00000100 (L1) for another value: reads 0x0, (0x0 & 0x1) == 0x1 is false"));
  p = play("t0 STALLWAIT wait_res=0x80 stall_res=0x1ff\nt0 SETDMAREG reg_index_16b=0 payload_sig_sel=9\n");
  CHECK(p.result.how == outcome::deadlock);
  CHECK(p.machine->state.gpr[0][0] == 0);
  // Banks belong to the unpackers at first: C5 and C6 hold, and so do all that concern time.
  CHECK(play("t0 STALLWAIT wait_res=0x1e7f stall_res=0x1ff\nt0 SETDMAREG payload_sig_sel=9\n").result.how == outcome::done);
}

TEST_CASE("a deadlock says who waits for what") {
  const auto p = play(
      "t0 MVMUL\nt0 sync\n"
      "t1 SEMWAIT sem_sel=4 wait_sem_cond=1 stall_res=0x1ff\nt1 ATGETM mutex_index=3\nt1 loop 100\nt1 NOP\nt1 endloop\n"
      "t2 ATGETM mutex_index=0\nt2 ld 0xFFE80004\nt2 ld 0xFFEC0000\n"
      "b ld 0xFFEC1000\n");
  CHECK(p.result.how == outcome::deadlock);
  INFO(p.result.text);
  CHECK(contains(p.result.text, "nothing can make progress any more:\n"));
  CHECK(contains(p.result.text, "t0 (line 2) waits in sync for the instructions of its thread\n"));
  CHECK(contains(p.result.text, "t1 (line 6) waits in push for space in the instruction FIFO\n"));
  CHECK(contains(p.result.text, "t2 (line 10) waits in load from 0xffec0000 (mailbox with b) for a message\n"));
  CHECK(contains(p.result.text, "b (line 11) waits in load from 0xffec1000 (mailbox with t0) for a message\n"));
  CHECK(contains(p.result.text, "thread T0: MVMUL waits for Src"));
  CHECK(contains(p.result.text, ", which belongs to the unpackers\n"));
  CHECK(contains(p.result.text, "thread T1: ATGETM mutex_index=3 waits for SEMWAIT"));
  CHECK(contains(p.result.text, "; semaphore 2 is 0 of 0"));
  const auto m = play("t0 ATGETM mutex_index=4\nt0 sync\nt0 st 0 1\nt1 poll 0 1 1\nt1 ATGETM mutex_index=4\n");
  CHECK(m.result.how == outcome::deadlock);
  CHECK(contains(m.result.text, "thread T1: ATGETM mutex_index=4 waits for mutex 4, held by T0"));
}

TEST_CASE("what nobody can execute or access is diagnosed and stops the run") {
  const std::pair<const char*, const char*> all[] = {
      {"t1 push 0xff000001", "thread T1, frontend: 0xff000001 (unknown 0xff000001): unknown opcode 0xff in word 0xff000001"},
      {"t1 push 0", "thread T1, frontend: unknown opcode 0x00 in word 0x00000000"},
      {"t0 ld 0xFFB80000", "load from 0xffb80000 (MOP configuration word 0), which cannot be read"},
      {"t0 st 0xFFEF0A80 1", "store to 0xffef0a80 (ThreadConfig of thread T0 register 0), which cannot be written"},
      {"t0 ld 0x180000", "load from 0x00180000 is not a known address for t0; nearest region: L1"},
      {"t0 copy 0x10 0x190000", "store to 0x00190000 is not a known address for t0; nearest region: L1"},
      {"t0 poll 0xFFB40000 1 1", "load from 0xffb40000 (NoC overlay stream 0 register 0), which is not modelled"},
      {"b st 0xFFB80000 1", "b: store to 0xffb80000 is not accessible to b"},
      {"t0 STREAMWAIT", "STREAMWAIT"},
  };
  for (const auto& [text, message] : all) {
    INFO(text);
    const auto p = play(std::string(text) + "\nt2 poll 0 1 1\n");
    CHECK(p.result.how == outcome::undefined);
    INFO(p.result.text);
    CHECK(contains(p.result.text, message));
  }
}

TEST_CASE("with the policy `warn` the run goes on") {
  played p;
  p.machine->state.diagnose.policy = on_undefined::warn;
  play(p, "t0 push 0xff000001\nt0 sync\nt0 st 0x100 3\n");
  CHECK(p.result.how == outcome::done);
  CHECK(p.word(0x100) == 3);
  CHECK(p.machine->state.diagnose.reports().size() == 1);
}

TEST_CASE("nothing executes after what stopped the run") {
  const auto p = play("t0 push 0xff000001 0xfe000001\nt0 sync\n");  // both are in the FIFO when the first is executed
  CHECK(p.result.how == outcome::undefined);
  CHECK(contains(p.result.text, "0xff000001"));
  CHECK(p.machine->state.diagnose.reports().size() == 1);
}

TEST_CASE("a run is given up after a number of instructions, not before and not later") {
  for (const uint64_t most : {4, 5, 6}) {
    played p;
    p.machine->most_instructions = most;
    play(p, "t0 push 0x02000000 0x02000000 0x02000000\nt0 sync\nt1 push 0x02000000 0x02000000\n");
    CHECK(p.result.how == (most <= 5 ? outcome::gave_up : outcome::done));
    CHECK(p.machine->instructions_executed() == std::min<uint64_t>(most, 5));
  }
}

TEST_CASE("the background feeds the program, the overlay's registers are hooks") {
  played p;
  unsigned calls = 0;
  p.machine->background = [&] {
    if (calls == 3) return false;
    p.machine->state.l1[0x100] = static_cast<uint8_t>(++calls);
    return true;
  };
  uint32_t stored = 0;
  p.machine->overlay_load = [](unsigned stream, unsigned reg) { return stream * 1000 + reg; };
  p.machine->overlay_store = [&](unsigned stream, unsigned reg, uint32_t value) {
    stored = stream * 10000 + reg * 100 + value;
  };
  play(p, "t0 poll 0x100 0xff >= 2\nt0 st 0x104 1\nt1 copy 0xFFB45010 0x108\nt1 st 0xFFB46008 7\n");
  CHECK(p.result.how == outcome::done);
  CHECK(calls >= 2);
  CHECK(p.word(0x104) == 1);
  CHECK(p.word(0x108) == 5004);
  CHECK(stored == 60207);
  played d;
  d.machine->background = [] { return false; };
  play(d, "t0 poll 0x100 0xff 2\n");
  CHECK(d.result.how == outcome::deadlock);
}

TEST_CASE("Auto TTSync, once on, orders stores to GPRs behind pushed instructions") {
  // T0's addition waits for T1's post; without tracking the store overtakes it.
  for (const bool track : {false, true}) {
    const std::string text = std::string(track ? "t0 SETC16 setc16_reg=56 setc16_value=20\n" : "") +
                             "t0 SEMINIT sem_sel=1 init_value=0 max_value=1\nt0 st 0xFFE00008 1\nt0 st 0xFFE00004 10\nt0 sync\n"
                             "t0 SEMWAIT sem_sel=1 wait_sem_cond=1 stall_res=0x1ff\n"
                             "t0 ADDDMAREG op_a_reg_index=1 op_b_reg_index=2 result_reg_index=3\nt0 st 0x100 1\n"
                             "t0 st 0xFFE00004 20\nt0 st 0x104 1\n"
                             "t1 poll 0x100 1 1\n" +
                             (track ? "" : "t1 poll 0x104 1 1\n") + "t1 st 0xFFE80020 0\n";
    const auto p = play(text);
    CHECK(p.result.how == outcome::done);
    CHECK(p.machine->state.gpr[0][3] == (track ? 11u : 21u));
    CHECK(p.machine->state.gpr[0][1] == 20);
  }
}

TEST_CASE("STREAMWAIT waits for a register of the NoC overlay") {
  for (const bool messages : {false, true}) {
    functional_machine m;
    uint32_t value = 0;
    m.overlay_load = [&](unsigned stream, unsigned reg) {
      REQUIRE(stream == 5);
      REQUIRE(reg == (messages ? overlay_if::messages_received_register : overlay_if::current_phase_register));
      return value;
    };
    unsigned rounds = 0;
    m.background = [&] {
      ++rounds;
      if (value == 12) return false;
      REQUIRE(m.state.gpr[0][1] == 0);  // behind the wait
      ++value;
      return true;
    };
    std::string text = "t0 SETC16 setc16_reg=60 setc16_value=5\n";
    text += "t0 STREAMWAIT wait_stream_sel=1 target_value=12 stall_res=511 target_sel=" + std::to_string(messages) + "\n";
    text += "t0 SETDMAREG reg_index_16b=2 payload_sig_sel=7\n";
    const stream_file f = stream_file::parse(text, "streamwait", ".");
    REQUIRE(m.run({f.core(0), nullptr, nullptr, nullptr}).how == functional_machine::outcome::done);
    REQUIRE(value == 12);
    REQUIRE(m.state.gpr[0][1] == 7);
  }
}

TEST_CASE("a schedule changes who is first, and nothing else") {
  const stream_file f = stream_file::parse(
      "t0 loop 40\nt0 SEMWAIT sem_sel=4 wait_sem_cond=1 stall_res=511\nt0 SEMGET sem_sel=4\nt0 SEMPOST sem_sel=8\nt0 endloop\n"
      "t1 loop 40\nt1 SEMPOST sem_sel=4\nt1 SEMWAIT sem_sel=8 wait_sem_cond=1 stall_res=511\nt1 SEMGET sem_sel=8\nt1 endloop\n"
      "t2 loop 40\nt2 NOP\nt2 endloop\n",
      "schedule", ".");
  std::vector<unsigned> order[3];
  for (unsigned i = 0; i < 3; ++i) {
    functional_machine m;
    uint32_t n = 0;
    if (i > 0) m.schedule = [&] { return n = n * 1664525 + 1013904223 + i; };
    m.executed = [&](unsigned t, uint32_t, const unpack_job* job) {
      REQUIRE(job == nullptr);
      order[i].push_back(t);
    };
    REQUIRE(m.run({f.core(0), f.core(1), f.core(2), nullptr}).how == functional_machine::outcome::done);
    REQUIRE(order[i].size() == 280);
    REQUIRE(m.instructions_executed() == 280);
    for (unsigned semaphore : {2u, 3u}) REQUIRE(m.state.sem[semaphore].value == 0);
  }
  REQUIRE(order[0] != order[1]);
  REQUIRE(order[1] != order[2]);
}

}  // namespace functional_machine_test
