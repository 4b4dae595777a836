// SPDX-License-Identifier: Apache-2.0
// Programs that do something undefined: exit code 1 and the diagnosis as the last line; with --on-undefined=warn they go on.
#include <regex>

#include "tlm_process.h"

using namespace tensix_cli;

namespace {

struct wrong_program {
  std::string text;
  std::string where;  // regular expression of the last line
};

const std::string both_banks =
    "t0 UNPACR_NOP unpacker_select=0 set_dvalid=1 unpack_pop=1\nt0 UNPACR_NOP unpacker_select=1 set_dvalid=1 unpack_pop=1\n";

const std::vector<wrong_program>& wrong_programs() {
  static const std::vector<wrong_program> all = {
      {"t0 push 0xff000000\n", "cycle [0-9]+, thread T0, [a-z0-9_]+: 0xff000000 \\(.*\\): .*opcode.*"},
      {"t2 push 0x02000000 0x00000000\n", "cycle [0-9]+, thread T2, [a-z0-9_]+: .*opcode.*"},
      // Unpacker: formats that do not go together.
      {"t0 UNPACR set_dat_valid=1 ovrd_thread_id=1 last=1\n",
       "cycle [0-9]+, thread T0, unpacker0: 0x[0-9a-f]{8} \\(UNPACR .*\\): .*FP32.*"},
      {"t1 st 0xffef0100 0x10000ff\nt1 st 0xffef0104 0x10001\nt1 st 0xffef0120 0x21\nt1 ld 0xffef0120\n"
       "t1 UNPACR set_dat_valid=1 ovrd_thread_id=1 last=1\n",
       "cycle [0-9]+, thread T1, unpacker0: 0x[0-9a-f]{8} \\(UNPACR .*\\): .*BFP2.*FP16.*"},
      // Matrix unit.
      {both_banks + "t1 st 0xffef0008 2\nt1 ld 0xffef0008\nt1 MVMUL clear_dvalid=3\n",
       "cycle [0-9]+, thread T1, matrix_unit: 0x26[0-9a-f]{6} \\(MVMUL .*\\): .*undocumented mode.*Zero_Flag_disabled_dst.*"},
      {"t1 ZEROACC clear_mode=2 clear_zero_flags=1\n",
       "cycle [0-9]+, thread T1, matrix_unit: 0x10[0-9a-f]{6} \\(ZEROACC .*\\): .*clear_mode.*"},
      {"b st 0xffb12068 0x10\n", "cycle [0-9]+, [a-z_]+b: DBG_FEATURE_DISABLE 16: .*"},
      {both_banks + "t1 MOVD2A dest_32b_lo=1\n", "cycle [0-9]+, thread T1, matrix_unit: 0x08[0-9a-f]{6} \\(MOVD2A .*\\): .*"},
      // Sync unit.
      {"t0 ATGETM mutex_index=9\n", "cycle [0-9]+, thread T0, sync_unit: 0xa0000009 \\(ATGETM .*\\): .*mutex 9.*"},
      // Stores and loads of the coprocessor, by the unit that makes them.
      {"t0 STOREREG reg_addr=0xfc00\n", "cycle [0-9]+, scalar_unit: store to NoC 1: no register \\(0xffb3f000\\)"},
      {"t0 LOADREG reg_addr=0xfc00\n", "cycle [0-9]+, scalar_unit: load of NoC 1: no register \\(0xffb3f000\\)"},
      {"t0 STOREREG reg_addr=0x4874\n", "cycle [0-9]+, scalar_unit: store to .*ECC_CTRL.*"},
      {"t2 PACR_SETREG push=1 flush=1 stream_id=0x3f\n", "cycle [0-9]+, packer: store to NoC 1: no register \\(0xffb3f000\\)"},
      {"t0 push 0x433f0017\n", "cycle [0-9]+, unpacker0: store to NoC 1: no register \\(0xffb3f000\\)"},
      {"t0 push 0x43bf0017\n", "cycle [0-9]+, unpacker1: store to NoC 1: no register \\(0xffb3f000\\)"},
      // RISC-V cores.
      {"t0 st 0xFFF00000 1\n", "cycle [0-9]+, [a-z_]+t0: .*store to 0xfff00000.*"},
      {"t1 st 0x00180000 1\n", "cycle [0-9]+, [a-z_]+t1: .*store to 0x00180000.*L1.*"},
      {"t2 ld 0xFFD00000\n", "cycle [0-9]+, [a-z_]+t2: .*load from 0xffd00000.*"},
      {"b delay 40\nb ld 0xFFD00000\n", "cycle [0-9]+, [a-z_]+b: .*load from 0xffd00000.*"},
      {"b ld 0xFFD00000\n", "cycle [0-9]+, [a-z_]+b: .*load from 0xffd00000.*"},
      {"b delay 40\nb copy 0x100 0xFFD00000\n", "cycle [0-9]+, [a-z_]+b: .*store to 0xffd00000.*"},
  };
  return all;
}

}  // namespace

TEST_CASE("undefined behaviour stops the run in its cycle, whoever finds it and whoever watches") {
  // The configuration unit finds it some cycles after the instruction was accepted; T1 would go on for 10,000 cycles.
  const std::string others = "t1 loop 100\nt1 delay 100\nt1 ld 0x200\nt1 endloop\nt1 mark end\nt0 delay 900\nt0 mark late\n";
  for (const std::string word : {"WRCFG cfg_reg=300", "RDCFG cfg_reg=300", "CFGSHIFTMASK cfg_reg=230",
                                 "STREAMWRCFG cfg_reg=300", "RMWCIB0 cfg_reg_addr=240", "SETC16 setc16_reg=100"})
    for (const arguments& more : {arguments{}, arguments{"--report", "r.html"}, arguments{"--trace", "t.json"}}) {
      const temporary_folder folder;
      arguments options = {"--metrics", "m.json"};
      options.insert(options.end(), more.begin(), more.end());
      // Behind it a second undefined thing, which must not be told.
      const outcome o = play(folder, "t2 " + word + "\nt2 sync\nt2 ld 0xFFD00000\n" + others, options);
      INFO(word << "\n" << described({}, o));
      CHECK(o.code == 1);
      CHECK(std::regex_match(o.last_error_line(), std::regex("cycle ([0-9]|10), thread T2, config_unit: .*does not exist.*")));
      CHECK_FALSE(contains(o.err, "warning"));
      CHECK_FALSE(contains(o.out, "mark"));
      CHECK(std::regex_search(folder.read("m.json"), std::regex("\"cycles\": ([0-9]|10),")));
    }
}

TEST_CASE("undefined behaviour stops the run: exit code 1, the diagnosis is the last line") {
  for (const auto& p : wrong_programs()) {
    const temporary_folder folder;
    const outcome o = play(folder, p.text + "out 0 4\n");
    INFO(p.text << "\n" << described({}, o));
    CHECK(o.killed_by.empty());
    CHECK(o.code == 1);
    CHECK(std::regex_match(o.last_error_line(), std::regex(p.where)));
    CHECK_FALSE(contains(o.out, "arning"));
  }
}

TEST_CASE("--on-undefined=warn goes on to the end and tells it") {
  for (const auto& p : wrong_programs()) {
    const temporary_folder folder;
    const outcome o = play(folder, p.text + "t2 delay 300\nt2 st 0x100 5\nout 0x100 4\n", {"--on-undefined=warn"});
    INFO(p.text << "\n" << described({}, o));
    CHECK(o.killed_by.empty());
    CHECK(o.code == 0);
    CHECK(o.out == "out 0x100 05000000\n");
    CHECK(std::regex_match(o.last_error_line(), std::regex("warning: " + p.where)));
  }
}

TEST_CASE("a stop while others poll, wait or work is a clean end") {
  const temporary_folder folder;
  const outcome o =
      play(folder,
           "t0 delay 50\nt0 push 0xff000000\nt1 poll 0x100 1 1\nt2 SEMWAIT sem_sel=2 wait_sem_cond=1 stall_res=511\n"
           "t2 NOP\nb ld 0xFFEC1000\n");
  INFO(described({}, o));
  CHECK(o.killed_by.empty());
  CHECK(o.code == 1);
  CHECK(contains(o.last_error_line(), "0xff000000"));
}

TEST_CASE("the same mistake a thousand times is one message") {
  const temporary_folder folder;
  const outcome o = play(folder, "t0 loop 1000\nt0 ATGETM mutex_index=9\nt0 endloop\n", {"--on-undefined=warn"});
  INFO(described({}, o));
  CHECK(o.code == 0);
  CHECK(lines_of(o.err).size() == 1);
}
