// SPDX-License-Identifier: Apache-2.0
// Runs that do not end: maxclk and deadlocks. Exit code 3, outputs still printed, and a message that says who waits for what.
#include "tlm_process.h"

using namespace tensix_cli;

namespace {

// Unpacks one face of BF16 from L1 to SrcA at each `unpacr`, and gives the bank to the matrix unit.
const char* configured_unpacker =
    "fill 0x20000 2048 0x3f\n"
    "t0 st 0xffef0100 0x1000015\nt0 st 0xffef0104 0x10001\nt0 st 0xffef0120 0x25\nt0 st 0xffef0124 0xf000f\n"
    "t0 st 0xffef0130 0x1fff\nt0 st 0xffef0134 0x1fff\nt0 ld 0xffef0134\n"
    "t0 push 0x5160000f 0x5460000f 0x5e63fc00 0xb2050004\nt0 sync\n";
const char* unpacr = "t0 push 0x420080c1\n";

void check_stuck(const std::string& text, const std::vector<std::string>& parts) {
  const temporary_folder folder;
  const outcome o =
      play(folder, "l1w 0x40 0x01020304\n" + text + "out 0x40 4\noutf 0x40 4 dump.bin\n", {"--metrics", "m.json"});
  INFO(text << "\n" << described({}, o));
  CHECK(o.killed_by.empty());
  CHECK(o.code == 3);
  CHECK(contains(o.out, "out 0x40 04030201\n"));
  CHECK_FALSE(contains(o.out, "arning"));  // standard output has marks and outputs, nothing else
  CHECK(folder.has("dump.bin"));
  CHECK(folder.has("m.json"));
  CHECK(contains(o.err, "deadlock"));
  CHECK(contains(o.err, "cycle"));
  for (const auto& part : parts) {
    INFO("expected: " << part);
    CHECK(contains(o.err, part));
  }
}

}  // namespace

TEST_CASE("delays beyond the end of simulated time") {
  check_stuck("t0 loop 100\nt0 delay 1000000000000000\nt0 endloop\n", {"simulated time ends at 10^16 cycles"});
}

TEST_CASE("directives that take no time") {
  const temporary_folder folder;
  const outcome o =
      play(folder, "t0 loop 4000000000\nt0 st 0xffb00000 1\nt0 endloop\n", {"--set", "player.store_cycles=0"}, 20);
  INFO(described({}, o));
  CHECK(o.code == 3);
  CHECK(contains(o.err, "t0 is not done (in line 2: a million directives in one cycle)"));
}

TEST_CASE("maxclk ends loops of a core that waits for nobody; marks beyond the end are not shown") {
  for (const std::string body : {"t0 delay 1\n", "t0 NOP\n", "t0 st 0xffb00000 1\n"}) {
    const temporary_folder folder;
    const outcome o = play(folder, "t0 loop 4000000000\n" + body + "t0 endloop\n", {"--maxclk", "50"}, 20);
    INFO(body << described({}, o));
    CHECK(o.code == 3);
  }
  const temporary_folder folder;
  const outcome o = play(folder, "t0 delay 40\nt0 mark early\nt0 delay 60\nt0 mark late\n", {"--maxclk", "50"});
  CHECK(o.code == 3);
  CHECK(contains(o.out, "mark early t0 40\n"));
  CHECK_FALSE(contains(o.out, "late"));
}

TEST_CASE("a semaphore that nobody posts") {
  check_stuck(
      "t0 SEMINIT max_value=1 init_value=0 sem_sel=2\nt0 SEMWAIT sem_sel=2 wait_sem_cond=1 stall_res=511\nt0 NOP\nt0 SEMPOST "
      "sem_sel=2\n"
      "t1 delay 5\n",
      {"T0", "SEMWAIT", "semaphore 1 is 0 of at most 1"});
  // Full, and nobody gets.
  check_stuck("t2 SEMINIT max_value=2 init_value=2 sem_sel=8\nt2 SEMWAIT sem_sel=8 wait_sem_cond=2 stall_res=511\nt2 NOP\n",
              {"T2", "SEMWAIT", "semaphore 3 is 2 of at most 2"});
}

TEST_CASE("mutexes taken crosswise") {
  check_stuck(
      "t0 ATGETM mutex_index=2\nt1 ATGETM mutex_index=3\nt0 sync\nt1 sync\nt0 delay 20\nt1 delay 20\n"
      "t0 ATGETM mutex_index=3\nt1 ATGETM mutex_index=2\n",
      {"T1 wants mutex 2, which T0 holds", "T0 wants mutex 3, which T1 holds"});
  // One thread that never gives it back is enough.
  check_stuck("t0 ATGETM mutex_index=2\nt0 sync\nt0 st 0x100 1\nt1 poll 0x100 1 1\nt1 ATGETM mutex_index=2\n",
              {"T1 wants mutex 2, which T0 holds"});
}

TEST_CASE("an unpacker whose bank is never given back") {
  check_stuck(std::string(configured_unpacker) + unpacr + unpacr + unpacr, {"unpacker0", "UNPACR", "T0", "SrcA", "MatrixUnit"});
  check_stuck("t1 loop 3\nt1 UNPACR_NOP unpacker_select=1 set_dvalid=1 unpack_pop=1\nt1 endloop\n",
              {"unpacker1", "UNPACR_NOP", "T1", "SrcB", "MatrixUnit"});
}

TEST_CASE("math without data") {
  check_stuck("t1 MVMUL\n", {"T1", "MVMUL", "srca"});
  check_stuck("t0 UNPACR_NOP unpacker_select=0 set_dvalid=1 unpack_pop=1\nt1 ELWADD clear_dvalid=3\n",
              {"T1", "ELWADD", "srcb"});
}

TEST_CASE("mailboxes") {
  check_stuck("t0 ld 0xFFEC2000\n", {"T0", "waits for a message", "mailbox", "t1"});
  check_stuck("t0 loop 5\nt0 st 0xFFEC2000 1\nt0 endloop\n", {"T0", "waits for room", "mailbox", "t1"});
  check_stuck("b copy 0xFFEC1000 0x100\n", {"RISC-V B", "waits for a message", "t0"});
}

TEST_CASE("a poll that never comes true") {
  check_stuck("t0 poll 0x100 0xff == 7\n", {"T0 polls", "0x00000100", "line 2"});
  check_stuck("t0 poll 0x100 0xff == 7\nt1 st 0x100 6\nt1 st 0x104 7\n", {"T0 polls", "0x00000100"});
  check_stuck("t1 poll 0xFFE80024 0xf > 0\n", {"T1 polls", "semaphore 1"});
  check_stuck("t0 poll 0x100 1 1\nt1 poll 0x104 1 1\nt2 poll 0x108 1 1\nb poll 0x10c 1 1\n",
              {"T0 polls", "T1 polls", "T2 polls", "B polls", "0x0000010c"});
}

TEST_CASE("an instruction FIFO full behind a closed gate") {
  check_stuck(
      "t0 SEMINIT max_value=1 init_value=0 sem_sel=2\nt0 SEMWAIT sem_sel=2 wait_sem_cond=1 stall_res=511\nt0 loop 1000\nt0 "
      "NOP\n"
      "t0 endloop\nt0 mark never\n",
      {"T0", "FIFO full", "SEMWAIT", "semaphore 1"});
  const temporary_folder folder;
  const outcome o =
      play(folder, "t0 SEMWAIT sem_sel=2 wait_sem_cond=1 stall_res=511\nt0 loop 30\nt0 NOP\nt0 endloop\nt0 mark pushed\n");
  INFO(described({}, o));
  CHECK(o.code == 3);
  CHECK(contains(o.out, "mark pushed t0 3"));  // 31 words have room
}

TEST_CASE("others go on while some wait, and marks are printed") {
  const temporary_folder folder;
  const outcome o = play(folder, "t0 ld 0xFFEC2000\nt1 delay 500\nt1 mark there\nt1 st 0x100 3\nout 0x100 1\n");
  INFO(described({}, o));
  CHECK(o.code == 3);
  CHECK(o.out == "mark there t1 500\nout 0x100 03\n");
  CHECK_FALSE(contains(o.err, "t1 is not done"));
}

TEST_CASE("maxclk of a stream: exit code 3, outputs still printed") {
  struct limited {
    std::string text;
    arguments more;
  };
  const std::string endless = "t1 loop 1000000\nt1 st 0x100 1\nt1 delay 3\nt1 endloop\n";
  const std::vector<limited> all = {
      {"maxclk 100\nt0 delay 1000\n", {}},
      {"maxclk 100\n" + endless, {}},
      {endless, {"--maxclk", "100"}},
      {"maxclk 1000000000\n" + endless, {"--maxclk", "100"}},  // the command line goes first
      {"maxclk 100\nt0 loop 100000\nt0 NOP\nt0 endloop\n", {}},
      {"maxclk 100\nt0 poll 0x200 1 1\n" + endless, {}},
      {"maxclk 100\nt0 delay 100000000000\n", {}},
  };
  for (const auto& l : all) {
    const temporary_folder folder;
    const outcome o = play(folder, "l1w 0x40 5\nt2 mark start\n" + l.text + "out 0x40 4\n", l.more, 5);
    INFO(l.text << "\n" << described(l.more, o));
    CHECK(o.killed_by.empty());
    CHECK(o.code == 3);
    CHECK(o.out == "mark start t2 0\nout 0x40 05000000\n");
    CHECK(contains(o.err, "100 cycles"));
    CHECK(contains(o.err, "maxclk"));
    CHECK(contains(o.err, "is not done"));
  }
  // A limit that is not reached changes nothing.
  const temporary_folder folder;
  const outcome o = play(folder, "maxclk 100\nt0 delay 20\nt0 mark a\n");
  CHECK(o.code == 0);
  CHECK(o.out == "mark a t0 20\n");
}

TEST_CASE("maxclk of a kernel: exit code 3, report, metrics, and what there was of its output") {
  const temporary_folder folder;
  const arguments a = {"run", "add", "--shape", "256x256", "--maxclk", "500", "--out", "out.npy", "--metrics", "m.json"};
  const outcome o = run_tlm(folder, a, 5);
  INFO(described(a, o));
  CHECK(o.killed_by.empty());
  CHECK(o.code == 3);
  CHECK(contains(o.out, "500 cycles"));
  CHECK(contains(o.err, "maxclk"));
  CHECK(folder.has("m.json"));
  CHECK(folder.has("out.npy"));
  CHECK(contains(o.err, "incomplete (gave_up at cycle 500): out.npy (--out), m.json (--metrics)\n"));
}
