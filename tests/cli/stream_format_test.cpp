// SPDX-License-Identifier: Apache-2.0
// Every directive of a stream file, through the binary: small streams whose outputs and cycles are known.
#include <algorithm>
#include <map>

#include "tlm_process.h"

using namespace tensix_cli;

namespace {

// Standard output of a stream that must be fine, line by line.
std::vector<std::string> lines_played(const std::string& text, const arguments& more = {}) {
  const temporary_folder folder;
  const outcome o = play(folder, text, more);
  INFO(text << "\n" << described({}, o));
  CHECK(o.code == 0);
  CHECK(o.err.empty());
  auto all = lines_of(o.out);
  if (all.size() > 100) all.resize(100);
  return all;
}
using lines = std::vector<std::string>;

}  // namespace

TEST_CASE("an empty stream, comments and blanks") {
  CHECK(lines_played("").empty());
  CHECK(lines_played("# nothing\n\n   \t\n#t0 delay 3").empty());
  CHECK(lines_played("  l1w\t0x10   7 # seven\r\n out 16 4 # here\r\n") == lines{"out 0x10 07000000"});
}

TEST_CASE("initial L1: l1, l1w, l1f, fill, in file order; out and outf") {
  const temporary_folder folder;
  folder.write("data.bin", std::string("\x01\x02\xfe\xff", 4));
  const std::string text =
      "fill 0x100 12 0xEE\n"
      "l1 0x101 0aB c dE\n"  // digits may be split anywhere
      "l1w 0x108 0x04030201 5\n"
      "l1f 0x110 data.bin\n"
      "fill 0x109 1 255\n"
      "base 0x150000\n"
      "out 0x100 20\n"
      "out 0x17fffc 4\n"
      "outf 0x110 5 dump.bin\n"
      "out 257 1\n";
  const outcome o = play(folder, text);
  INFO(described({}, o));
  CHECK(o.code == 0);
  CHECK(lines_of(o.out) == lines{"out 0x100 ee0abcdeeeeeeeee01ff03040500000001"
                                 "02feff",
                                 "out 0x17fffc 00000000", "out 0x101 0a"});
  CHECK(folder.read("dump.bin") == std::string("\x01\x02\xfe\xff\x00", 5));
}

TEST_CASE("l1f is relative to the stream file, outf to the working directory") {
  const temporary_folder folder;
  const temporary_folder elsewhere;
  elsewhere.write("data.bin", "abc");
  elsewhere.write("x.scn", "l1f 0 data.bin\nout 0 4\noutf 1 2 result.bin\n");
  const outcome o = run_tlm(folder, {"stream", elsewhere / "x.scn"});
  CHECK(o.code == 0);
  CHECK(o.out == "out 0x0 61626300\n");
  CHECK(folder.read("result.bin") == "bc");
  CHECK_FALSE(elsewhere.has("result.bin"));
}

TEST_CASE("push by number, by store and by name is the same") {
  // SETDMAREG: 16 bits to half 6, that is the low half of GPR 3.
  const lines expected = {"out 0x100 34120000"};
  const std::string rest = "t0 sync\nt0 copy 0xFFE0000C 0x100\nout 0x100 4\n";
  CHECK(lines_played("t0 SETDMAREG payload_sig_sel=0x1234 reg_index_16b=6\n" + rest) == expected);
  CHECK(lines_played("t0 push 0x45123406\n" + rest) == expected);
  CHECK(lines_played("t0 push 1158820870\n" + rest) == expected);
  CHECK(lines_played("t0 pushst 0x45123406\n" + rest) == expected);
  CHECK(lines_played("t0 push 0x45111106 0x02000000 0x45123406\n" + rest) == expected);
  CHECK(lines_played("t0 pushst 0x45111106 0x02000000 0x45123406\n" + rest) == expected);
  CHECK(lines_played("b st 0xFFE40000 0x45123406\nb delay 50\nt0 delay 60\n" + rest) == expected);  // BRISC reaches T0's FIFO
  // Each thread has its own GPRs.
  CHECK(lines_played("t1 SETDMAREG payload_sig_sel=1 reg_index_16b=6\nt2 SETDMAREG payload_sig_sel=2 reg_index_16b=6\n"
                     "t1 sync\nt1 copy 0xFFE0000C 0x100\nt2 sync\nt2 copy 0xFFE0000C 0x104\nout 0x100 8\n") ==
        lines{"out 0x100 0100000002000000"});
}

TEST_CASE("st, ld and copy reach L1, GPRs, configuration, semaphores and mailboxes") {
  const lines got = lines_played(
      "t0 st 0x100 0x12345678\nt0 ld 0x100\nt0 copy 0x100 0x104\n"
      "t1 st 0xFFE00004 11\nt1 copy 0xFFE00004 0x108\n"
      "t2 st 0xFFEF0014 7\nt2 copy 0xFFEF0014 0x10c\n"
      "t2 SEMINIT sem_sel=4 init_value=3 max_value=9\nt2 sync\nt2 st 0xFFE80028 0\nt2 delay 20\nt2 copy 0xFFE80028 0x110\n"
      "t2 st 0xFFE80028 1\nt2 st 0xFFE80028 1\nt2 delay 20\nt2 copy 0xFFE80028 0x114\n"
      "t0 st 0xFFEC2000 77\nt0 st 0xFFEC2000 78\nt1 copy 0xFFEC1000 0x118\nt1 copy 0xFFEC1000 0x11c\n"
      "out 0x100 32\n");
  CHECK(got == lines{"out 0x100 78563412"
                     "78563412"
                     "0b000000"
                     "07000000"
                     "04000000"
                     "02000000"
                     "4d000000"
                     "4e000000"});
}

TEST_CASE("a load sees the core's own store before it") {
  // Stores of 0 and 1 to a semaphore post and get.
  for (const arguments& more :
       {arguments{}, {"--set", "riscv.store_travel_cycles=20"}, {"--set", "sync_unit.latency_cycles=30"}}) {
    CHECK(lines_played("t2 SEMINIT sem_sel=4 init_value=3 max_value=9\nt2 sync\nt2 delay 50\n"
                       "t2 st 0xFFE80028 0\nt2 copy 0xFFE80028 0x100\nt2 st 0xFFE80028 1\nt2 st 0xFFE80028 1\n"
                       "t2 copy 0xFFE80028 0x104\nout 0x100 8\n",
                       more) == lines{"out 0x100 0400000002000000"});
    CHECK(lines_played("t0 st 0x100 1\nt0 st 0x100 2\nt0 copy 0x100 0x200\nt0 st 0xFFEF0014 3\nt0 copy 0xFFEF0014 0x204\n"
                       "t0 st 0xFFE00004 4\nt0 copy 0xFFE00004 0x208\nout 0x200 12\n",
                       more) == lines{"out 0x200 020000000300000004000000"});
  }
}

TEST_CASE("a SEMWAIT sees the thread's own SEMPOST and SEMGET before it") {
  // One post, two gets that each wait for one: the second must wait for the post at cycle 2000.
  for (const char* latency : {"1", "2", "5", "20", "300"}) {
    CAPTURE(latency);
    const lines got = lines_played(
        "t0 SEMINIT sem_sel=2 init_value=1 max_value=9\nt0 sync\nt0 delay 500\n"
        "t0 SEMWAIT sem_sel=2 wait_sem_cond=1 stall_res=511\nt0 SEMGET sem_sel=2\n"
        "t0 SEMWAIT sem_sel=2 wait_sem_cond=1 stall_res=511\nt0 SEMGET sem_sel=2\nt0 sync\nt0 mark a\n"
        "t1 delay 2000\nt1 SEMPOST sem_sel=2\n",
        {"--set", std::string("sync_unit.latency_cycles=") + latency});
    REQUIRE(got.size() == 1);
    CHECK(std::stoi(got[0].substr(10)) > 2000);
  }
}

TEST_CASE("poll: every comparison, unsigned, under the mask") {
  // The low byte of the word is 5, from cycle 1000 on 9, from cycle 2000 on 2; the upper bytes must not matter.
  struct polled {
    std::string condition;
    int change;  // after which it holds: 0 from the beginning
  };
  const std::vector<polled> all = {{"5", 0},    {"9", 1},   {"== 5", 0}, {"== 9", 1}, {"== 2", 2}, {"!= 9", 0},
                                   {"!= 5", 1}, {"< 6", 0}, {"< 5", 2},  {"< 9", 0},  {"<= 5", 0}, {"<= 4", 2},
                                   {"> 4", 0},  {"> 5", 1}, {">= 5", 0}, {">= 6", 1}, {">= 9", 1}, {"!= 0x5", 1}};
  const temporary_folder folder;
  std::vector<arguments> command_lines;
  for (size_t i = 0; i < all.size(); ++i) {
    const std::string name = std::to_string(i) + ".scn";
    folder.write(name,
                 "l1w 0x100 0xffffff05\n"
                 "t0 poll 0x100 0xff " +
                     all[i].condition +
                     "\nt0 mark passed\n"
                     "t1 delay 1000\nt1 st 0x100 0x80000109\nt1 delay 1000\nt1 st 0x100 0x7fffff02\n");
    command_lines.push_back({"stream", name});
  }
  const auto results = tlm_all(folder, command_lines, 10);
  for (size_t i = 0; i < all.size(); ++i) {
    INFO("poll " << all[i].condition << "\n" << described(command_lines[i], results[i]));
    CHECK(results[i].code == 0);
    REQUIRE(results[i].out.rfind("mark passed t0 ", 0) == 0);
    const int cycle = std::stoi(results[i].out.substr(15));
    CHECK(cycle >= all[i].change * 1000);
    CHECK(cycle <= all[i].change * 1000 + 60);  // soon after the change
  }
  // Unsigned: 0xffffffff is large.
  CHECK(lines_played("l1w 0x100 0xffffffff\nt0 poll 0x100 0xffffffff > 1\nt0 st 0x104 1\nout 0x104 1\n") ==
        lines{"out 0x104 01"});
  CHECK(lines_played("l1w 0x100 0x80000000\nt0 poll 0x100 0xffffffff >= 0x7fffffff\nt0 st 0x104 1\nout 0x104 1\n") ==
        lines{"out 0x104 01"});
}

TEST_CASE("sync waits for the thread's own instructions") {
  const lines got = lines_played(
      "t0 mark before\nt0 loop 20\nt0 NOP\nt0 endloop\nt0 mark pushed\nt0 sync\nt0 mark after\n"
      "t1 sync\nt1 mark nothing\n");
  std::map<std::string, int> at;
  for (const auto& line : got) {
    const size_t a = line.find(' '), b = line.find(' ', a + 1), c = line.find(' ', b + 1);
    at[line.substr(a + 1, b - a - 1)] = std::stoi(line.substr(c + 1));
  }
  CHECK(at["before"] == 0);
  CHECK(at["pushed"] == 20);
  CHECK(at["after"] > at["pushed"]);
  CHECK(at["after"] < at["pushed"] + 30);
  CHECK(at["nothing"] < 10);
  // The end of the stream is a sync: the last of many instructions has executed when outputs are printed.
  // STOREIND of GPR 4 to the L1 address 16 * GPR 3.
  CHECK(lines_played("t0 st 0xFFE0000C 0x10\nt0 st 0xFFE00010 0x2a\nt0 ld 0xFFE00010\nt0 loop 30\nt0 NOP\nt0 endloop\n"
                     "t0 STOREIND addr_reg_index=3 data_reg_index=4 mem_hier_sel=1 size_sel=1\nout 0x100 4\n") ==
        lines{"out 0x100 2a000000"});
}

TEST_CASE("delay is exact; mark costs nothing and is printed at each passing") {
  CHECK(lines_played("t0 mark a\nt0 delay 10\nt0 mark b\nt0 mark b2\nt0 loop 3\nt0 mark c\nt0 delay 7\nt0 endloop\nt0 mark d\n"
                     "t1 mark e\nt1 delay 0\nt1 mark f\nt2 delay 1\nt2 mark g\nb mark h\nb delay 100\nb mark i\n") ==
        lines{"mark a t0 0", "mark b t0 10", "mark b2 t0 10", "mark c t0 10", "mark c t0 17", "mark c t0 24", "mark d t0 31",
              "mark e t1 0", "mark f t1 0", "mark g t2 1", "mark h b 0", "mark i b 100"});
}

TEST_CASE("long delays") {
  for (const char* n : {"99999", "100000", "100001", "150000", "200001", "250000", "1000000", "123456789012"}) {
    CAPTURE(n);
    CHECK(lines_played(std::string("t0 delay ") + n + "\nt0 mark a\nt0 st 0x100 1\nout 0x100 1\n") ==
          lines{std::string("mark a t0 ") + n, "out 0x100 01"});
  }
  CHECK(lines_played("t0 loop 5\nt0 delay 70000\nt0 st 0x100 1\nt0 endloop\nt0 mark a\n").size() == 1);
}

TEST_CASE("loops nest; empty and zero loops take no time") {
  CHECK(lines_played("t0 loop 2\nt0 loop 3\nt0 mark i\nt0 delay 2\nt0 endloop\nt0 mark o\nt0 endloop\n") ==
        lines{"mark i t0 0", "mark i t0 2", "mark i t0 4", "mark o t0 6", "mark i t0 6", "mark i t0 8", "mark i t0 10",
              "mark o t0 12"});
  CHECK(lines_played("t0 loop 0\nt0 mark never\nt0 delay 9\nt0 endloop\nt0 mark a\n") == lines{"mark a t0 0"});
  CHECK(lines_played("t0 loop 18446744073709551615\nt0 endloop\nt0 mark a\n") == lines{"mark a t0 0"});
  CHECK(lines_played("t0 loop 4\nt0 loop 0\nt0 delay 9\nt0 endloop\nt0 delay 1\nt0 endloop\nt0 mark a\n") ==
        lines{"mark a t0 4"});
  // Loops of two threads do not meet although their lines are mixed.
  CHECK(lines_played("t0 loop 3\nt1 loop 5\nt0 delay 10\nt0 endloop\nt1 delay 1\nt1 endloop\nt0 mark a\nt1 mark b\n") ==
        lines{"mark a t0 30", "mark b t1 5"});
  // Pushed words in loops, with a GPR counting them: ADDDMAREG adds 1.
  CHECK(lines_played("t0 st 0xFFE0000C 0\nt0 ld 0xFFE0000C\nt0 loop 3\nt0 loop 4\n"
                     "t0 ADDDMAREG op_b_is_const=1 op_b_reg_index=1 op_a_reg_index=3 result_reg_index=3\n"
                     "t0 endloop\nt0 endloop\nt0 sync\nt0 copy 0xFFE0000C 0x100\nout 0x100 4\n") ==
        lines{"out 0x100 0c000000"});
}

TEST_CASE("costs of pushes and stores are the player's parameters") {
  const auto cycles = [](const std::string& step, const arguments& more) {
    const lines got = lines_played("t0 loop 10\nt0 " + step + "\nt0 endloop\nt0 mark a\n", more);
    REQUIRE(got.size() == 1);
    REQUIRE(got[0].rfind("mark a t0 ", 0) == 0);
    return std::stoi(got[0].substr(10));
  };
  CHECK(cycles("NOP", {}) == 10);
  CHECK(cycles("NOP", {"--set", "player.push_cycles=3"}) == 30);
  CHECK(cycles("NOP", {"--set", "player.push_cycles=0"}) == 0);
  // A store to L1 may wait for its bank besides.
  const int stores = cycles("st 0x100 1", {});
  CHECK(stores >= 10);
  const int slow = cycles("st 0x100 1", {"--set", "player.store_cycles=101"});
  CHECK(slow >= 1010);
  CHECK(slow <= stores + 1000);
}

TEST_CASE("BRISC plays its own steps") {
  CHECK(lines_played(
            "b st 0x100 7\nb copy 0x100 0x104\nb ld 0x104\nb poll 0x104 0xff 7\nb loop 2\nb mark l\nb endloop\nb st 0x108 9\n"
            "t0 poll 0x108 0xff 9\nt0 st 0x10c 1\nout 0x100 16\n")
            .back() ==
        "out 0x100 070000000700000009000000"
        "01000000");
}

TEST_CASE("sync of BRISC, which has pushed nothing, is over at once") {
  CHECK(lines_played("b sync\nb st 0x100 7\nout 0x100 1\n") == lines{"out 0x100 07"});
}

TEST_CASE("streams of one run and of the next give the same cycles") {
  const std::string text =
      "t0 loop 50\nt0 SEMPOST sem_sel=2\nt0 endloop\nt0 sync\nt0 mark a\nt1 loop 50\nt1 st 0x100 1\nt1 endloop\nt1 copy 0x100 "
      "0x104\n"
      "t1 mark b\nt2 poll 0x104 1 1\nt2 mark c\nout 0x100 8\n";
  const lines first = lines_played(text);
  CHECK(first.size() == 4);
  for (int i = 0; i < 3; ++i) CHECK(lines_played(text) == first);
}
