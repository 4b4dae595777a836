// SPDX-License-Identifier: Apache-2.0
// --hazards=warn: configuration that changes under a unit at work or under another thread, banks tested right behind their
// release, Dst, LoadMacroConfig, semaphores, what is left at the end. Each is named while it is a hazard, and not where shipping
// kernels do the like. Sources: docs/hazards.md.
#include "tlm_process.h"

using namespace tensix_cli;

namespace hazard_kinds_test {
namespace {

std::vector<std::string> hazards_of(const std::string& text) {
  const temporary_folder folder;
  const outcome o = play(folder, text, {"--on-undefined=warn", "--hazards=warn", "--maxclk=20000"});
  INFO(text);
  INFO(described({}, o));
  CHECK(o.code == 0);
  std::vector<std::string> found;
  for (const auto& line : lines_of(o.err))
    if (line.rfind("hazard: ", 0) == 0) found.push_back(line);
  return found;
}
// One line, in which all of these are.
bool named(const std::string& text, const std::vector<std::string>& parts) {
  const auto found = hazards_of(text);
  CAPTURE(text, found);
  CHECK(found.size() == 1);
  for (const auto& part : parts) {
    CAPTURE(part);
    if (found.empty() || found[0].find(part) == std::string::npos) return false;
  }
  return true;
}
bool silent(const std::string& text) {
  const auto found = hazards_of(text);
  CAPTURE(text, found);
  CHECK(found.empty());
  return found.empty();
}

std::string times(unsigned n, const std::string& line) {
  std::string all;
  for (; n > 0; --n) all += line;
  return all;
}

}  // namespace

TEST_CASE("a STALLWAIT on a bank right behind its release is named, unless it waits for the matrix unit, too") {
  // The next banks come from T0, late or while the first ones are in use.
  const std::string given = "t0 SETDVALID setvalid=3\nt0 NOP\n", valid = times(8, "t1 NOP\n"),
                    late = "t0 delay 200\nt0 SETDVALID setvalid=3\n", early = "t0 SETDVALID setvalid=3\n";
  struct {
    const char *release, *wait, *rest;
  } const cases[] = {{"SETRWC clear_ab_vld=1", "srca_valid", "SETRWC clear_ab_vld=2"},
                     {"SETRWC clear_ab_vld=2", "srcb_valid", "SETRWC clear_ab_vld=1"},
                     {"CLEARDVALID cleardvalid=1", "srca_valid", "SETRWC clear_ab_vld=2"},
                     {"ELWADD clear_dvalid=2", "srcb_valid", "SETRWC clear_ab_vld=1"}};
  for (const auto& c : cases) {
    const std::string release = std::string("t1 ") + c.release + "\n",
                      wait = std::string("t1 STALLWAIT stall_res=511 wait_res=") + c.wait,
                      end = "\nt1 NOP\nt1 " + std::string(c.rest) + "\nt1 STALLWAIT stall_res=511 wait_res=math_done\n" +
                            "t1 STALLWAIT stall_res=511 wait_res=srca_valid|srcb_valid\nt1 SETRWC clear_ab_vld=3\n";
    const auto play_behind = [&](const std::string& next, const std::string& between, const std::string& more) {
      return given + next + valid + release + between + wait + more + end;
    };
    CHECK(named(play_behind(late, "", ""), {"STALLWAIT", "behind \"", "hardware may still see the bank before"}));
    CHECK(named(play_behind(late, "t1 NOP\n", ""), {"STALLWAIT"}));
    CHECK(silent(play_behind(late, "", "|math_done")));
    CHECK(silent(play_behind(late, "t1 STALLWAIT stall_res=511 wait_res=math_done\nt1 NOP\n", "")));
    CHECK(silent(play_behind(late, times(12, "t1 NOP\n"), "")));
    CHECK(silent(play_behind(early, "", "")));  // whichever bank it looks at is there
  }
  // The other register's bank has not moved.
  CHECK(silent(given + late + valid + "t1 SETRWC clear_ab_vld=1\nt1 STALLWAIT stall_res=math wait_res=srcb_valid\nt1 NOP\n" +
               "t1 SETRWC clear_ab_vld=2\nt1 STALLWAIT stall_res=511 wait_res=math_done\n" +
               "t1 STALLWAIT stall_res=511 wait_res=srca_valid|srcb_valid\nt1 SETRWC clear_ab_vld=3\n"));
}

TEST_CASE("packer configuration that changes while a PACR is in flight is named, whoever writes it") {
  const std::string gpr =
                        "t2 SETDMAREG reg_index_16b=8 payload_sig_sel=0x40\nt2 SETDMAREG reg_index_16b=9\n"
                        "t2 STALLWAIT stall_res=config wait_res=scalar_done\nt2 NOP\n",
                    pack = times(6, "t2 PACR\n") + "t2 PACR last=1\n",
                    done = "t2 STALLWAIT stall_res=511 wait_res=packer_done\n";
  for (const char* write :
       {"t2 WRCFG gpr_address=4 cfg_reg=69\n", "t2 WRCFG gpr_address=4 cfg_reg=70\n", "t2 WRCFG gpr_address=4 cfg_reg=2\n",
        "t2 cfg STACC_RELU_ApplyRelu=1\n", "t2 cfg THCON_SEC0_REG1_Pack_L1_Acc=1\n",
        "t2 cfg THCON_SEC0_REG1_Out_data_format=5\n", "t2 REG2FLOP size_sel=1 flop_index=5 reg_index=4\n"}) {
    CAPTURE(write);
    CHECK(named(gpr + pack + write, {"changes Config word", "while the packers are at work on \"PACR"}));
    CHECK(silent(gpr + pack + done + write));
  }
  // A core's store, of any core; what packers do not read; the same value again.
  const std::string ready = gpr + times(60, "t2 PACR\n") + "t2 PACR last=1\nt2 st 0x1ff00 1\n";
  CHECK(named(ready + "t1 poll 0x1ff00 1 1\nt1 st 0xffef0114 0x1234\n", {"RISC-V T1: changes Config word 69"}));
  CHECK(silent(ready + "t1 poll 0x1ff00 1 1\nt1 st 0xffef0120 0x1234\n"));
  CHECK(silent(ready + "t1 poll 0x1ff00 1 1\nt1 st 0xffef0114 0\n"));
  CHECK(silent(gpr + pack + "t2 WRCFG gpr_address=0 cfg_reg=69\n"));
  CHECK(named(ready + "t0 poll 0x1ff00 1 1\nt0 RMWCIB1 cfg_reg_addr=70 mask=255 data=85\n",
              {"thread T0: \"RMWCIB1", "In_data_format"}));
  const std::string many = times(240, "t2 PACR\n"), stream = "t2 st 0xFFB40074 4\nt2 ld 0xFFB40074\n";
  CHECK(named(stream + many + "t2 STREAMWRCFG cfg_reg=70 stream_reg_addr=29\n", {"\"STREAMWRCFG", "changes Config word 70"}));
  // TDMA-RISC's mover: four words, of which one is another.
  CHECK(named("l1w 0x1000 0 0 0 0 0 0 0x551 0\n" + many + "b st 0xFFB1102C 0x100\nb st 0xFFB11010 0x81110140\n",
              {"the mover: changes Config word 70"}));
  // The kernel library's address of the next tile.
  const std::string next =
      "t2 SETDMAREG reg_index_16b=8 payload_sig_sel=0x40\nt2 SETDMAREG reg_index_16b=9 payload_sig_sel_size=2\n"
      "t2 STALLWAIT stall_res=config wait_res=scalar_done\nt2 NOP\n";
  CHECK(silent(next + pack + "t2 WRCFG gpr_address=4 cfg_reg=69\n"));
  CHECK(named(next + times(6, "t2 PACR\n") + "t2 WRCFG gpr_address=4 cfg_reg=69\n", {"L1_Dest_addr"}));
  // The other bank of Config, with other contents.
  const std::string other_bank = "t2 st 0xffef0494 1\nt2 ld 0xffef0494\n", to_it = "t2 SETC16 setc16_reg=0 setc16_value=1\n";
  CHECK(named(other_bank + gpr + pack + to_it,
              {"\"SETC16", "switches to the other bank of Config while the packers are at work"}));
  CHECK(silent(gpr + pack + to_it));
  CHECK(silent(other_bank + gpr + pack + done + to_it));
}

TEST_CASE("a write of a whole word over bits that another thread has set in it is named") {
  const std::string set = "t1 cfg ALU_ACC_CTRL_Zero_Flag_disabled_src=1\nt1 NOP\nt1 NOP\nt1 sync\nt1 st 0x1ff00 1\n",
                    gpr =
                        "SETDMAREG reg_index_16b=8 payload_sig_sel=4\nt2 SETDMAREG reg_index_16b=9\n"
                        "t2 STALLWAIT stall_res=config wait_res=scalar_done\n";
  CHECK(named(set + "t2 " + gpr + "t2 poll 0x1ff00 1 1\nt2 WRCFG gpr_address=4 cfg_reg=2\nt2 NOP\nt2 sync\n",
              {"thread T2: \"WRCFG", "ALU_ACC_CTRL_Zero_Flag_disabled_src", "T1 has set"}));
  CHECK(named(set + "t0 poll 0x1ff00 1 1\nt0 st 0xffef0008 0\n", {"RISC-V T0: writes all of Config word 2"}));
  CHECK(named(
      "l1w 0x1000 0 0 0 0 0 0 0x800 0\n" + set + "b poll 0x1ff00 1 1\nb st 0xFFB1102C 0x100\nb st 0xFFB11010 0x81000140\n",
      {"the mover: writes all of Config word 2"}));
  // Its own bits; a part beside them; the same bits again.
  CHECK(silent(set + "t1 st 0xffef0008 0\n"));
  CHECK(silent(set + "t2 poll 0x1ff00 1 1\nt2 cfg STACC_RELU_ApplyRelu=1\n"));
  CHECK(silent(
      set +
      "t1 cfg ALU_ACC_CTRL_Zero_Flag_disabled_src=0\nt1 sync\nt1 st 0x1ff04 1\nt0 poll 0x1ff04 1 1\nt0 st 0xffef0008 0\n"));
}

TEST_CASE("datums of one width read where the other was written are named") {
  const std::string
      store =
          "t1 SFPENCC imm12_math=3 instr_mod1=10\nt1 SFPSTORE lreg_ind=0 instr_mod0=3 sfpu_addr_mode=7 dest_reg_addr=8\n"
          "t1 NOP\nt1 NOP\nt1 NOP\nt1 NOP\n",
      narrow =
          "t1 SFPENCC imm12_math=3 instr_mod1=10\nt1 SFPSTORE lreg_ind=0 instr_mod0=2 sfpu_addr_mode=7 "
          "dest_reg_addr=16\nt1 NOP\nt1 NOP\nt1 NOP\nt1 NOP\n";
  CHECK(named(store + "t1 SFPLOAD lreg_ind=1 instr_mod0=2 sfpu_addr_mode=7 dest_reg_addr=16\n",
              {"\"SFPLOAD", "reads datums of 16 bits in rows 16 to 23 of Dst", "\"SFPSTORE", "datums of 32 bits"}));
  CHECK(silent(store + "t1 SFPLOAD lreg_ind=1 instr_mod0=3 sfpu_addr_mode=7 dest_reg_addr=8\n"));
  CHECK(silent(store + "t1 SFPLOAD lreg_ind=1 instr_mod0=2 sfpu_addr_mode=7 dest_reg_addr=32\n"));
  CHECK(silent(store + "t1 ZEROACC clear_mode=3\nt1 STALLWAIT stall_res=511 wait_res=math_done\n"
                       "t1 SFPLOAD lreg_ind=1 instr_mod0=2 sfpu_addr_mode=7 dest_reg_addr=16\n"));
  CHECK(named(narrow + "t1 SFPLOAD lreg_ind=1 instr_mod0=3 sfpu_addr_mode=7 dest_reg_addr=8\n",
              {"reads datums of 32 bits in rows 16 to 23 of Dst", "datums of 16 bits"}));
  CHECK(silent(narrow + "t1 SFPLOAD lreg_ind=1 instr_mod0=2 sfpu_addr_mode=7 dest_reg_addr=16\n"));
}

TEST_CASE("the width of Dst is that of whoever wrote it: matrix unit, packer, all formats of the vector unit") {
  const auto config = [](const std::string& c) { return "t1 cfg " + c + "\nt1 NOP\nt1 NOP\n"; };
  const std::string wide = config("ALU_ACC_CTRL_Fp32_enabled=1 ALU_ACC_CTRL_SFPU_Fp32_enabled=1"),
                    given = "t1 SETDVALID setvalid=3\nt1 SFPENCC imm12_math=3 instr_mod1=10\n",
                    done = "t1 STALLWAIT stall_res=511 wait_res=math_done\nt1 NOP\n", over = "t1 SETRWC clear_ab_vld=3\n";
  const auto load = [](unsigned format) {
    return "t1 SFPLOAD lreg_ind=1 sfpu_addr_mode=7 instr_mod0=" + std::to_string(format) + "\n";
  };
  for (unsigned narrow : {1u, 2u, 5u, 6u, 8u})
    CHECK(named(wide + given + "t1 ELWADD\n" + done + load(narrow) + over, {"\"SFPLOAD", "\"ELWADD", "datums of 32 bits"}));
  for (unsigned same : {0u, 3u, 4u, 12u}) CHECK(silent(wide + given + "t1 ELWADD\n" + done + load(same) + over));
  for (unsigned half : {7u, 9u, 14u, 15u}) CHECK(silent(wide + given + "t1 ELWADD\n" + done + load(half) + over));
  CHECK(silent(wide + given + "t1 ELWADD\n" + done + "t1 st 0xFFB12068 0x800\nt1 ld 0xFFB12068\n" + load(2) + over));
  const std::string reads_32 = config("PCK_DEST_RD_CTRL_Read_32b_data=1");
  CHECK(named(wide + given + "t1 MVMUL\n" + done + "t1 PACR last=1\n" + over, {"\"PACR", "datums of 16 bits in", "\"MVMUL"}));
  CHECK(silent(wide + reads_32 + given + "t1 MVMUL\n" + done + "t1 PACR last=1\n" + over));
  CHECK(named(reads_32 + given + "t1 GMPOOL\n" + done + "t1 PACR last=1\n" + over,
              {"\"PACR", "datums of 32 bits in", "\"GMPOOL"}));
  CHECK(named(given + "t1 ELWADD\n" + wide + "t1 ELWADD dest_accum_en=1\n" + over,
              {"\"ELWADD dest_accum_en=1\" reads datums of 32"}));
}

TEST_CASE("LoadMacroConfig that another thread has written over is named when it is used") {
  const auto constants = [](const std::string& t, unsigned value) {
    return t + " SFPLOADI lreg_ind=0 instr_mod0=2 imm16=" + std::to_string(value) + "\n" + t + " SFPCONFIG config_dest=4\n" +
           t + " SFPNOP\n" + t + " sync\n";
  };
  const std::string use = "t1 SFPLOADMACRO lreg_ind=0 sfpu_addr_mode=7\n" + times(8, "t1 SFPNOP\n"),
                    t1 = "t1 SFPENCC imm12_math=3 instr_mod1=10\n" + constants("t1", 0x10),
                    other = "t1 st 0x1ff00 1\nt2 poll 0x1ff00 1 1\n", back = "t2 st 0x1ff04 1\nt1 poll 0x1ff04 1 1\n";
  CHECK(named(t1 + other + constants("t2", 0x12) + back + use, {"\"SFPLOADMACRO", "sequence 0", "\"SFPCONFIG", "of T2"}));
  CHECK(silent(t1 + use));
  CHECK(silent(t1 + other + constants("t2", 0x12) + back + constants("t1", 0x10) + use));
}

TEST_CASE("a bank that is left to the matrix unit is named at the end") {
  CHECK(named("t1 SETDVALID setvalid=1\nt1 NOP\n", {"at the end: SrcA bank 0 still belongs to the matrix unit"}));
  CHECK(named("t1 SETDVALID setvalid=2\nt1 SETDVALID setvalid=2\n" + times(6, "t1 NOP\n") + "t1 SETRWC clear_ab_vld=2\n",
              {"at the end: SrcB bank 1"}));
  CHECK(silent("t1 SETDVALID setvalid=3\n" + times(6, "t1 NOP\n") + "t1 SETRWC clear_ab_vld=3\n"));
}

TEST_CASE("a get of a semaphore that is 0 and a post of one at 15 are named, of threads and cores") {
  const std::string init = "t1 SEMINIT sem_sel=sem1 max_value=15 init_value=";
  CHECK(named(init + "0\nt1 SEMGET sem_sel=sem1\n", {"thread T1: \"SEMGET", "semaphore 1, which is 0: the get is lost"}));
  CHECK(silent(init + "1\nt1 SEMGET sem_sel=sem1\n"));
  CHECK(named(init + "15\nt1 SEMPOST sem_sel=sem1\n", {"thread T1: \"SEMPOST", "the post is lost"}));
  CHECK(silent(init + "14\nt1 SEMPOST sem_sel=sem1\n"));
  CHECK(named(init + "0\nt1 sync\nt1 st 0xFFE80024 1\n", {"RISC-V T1: gets semaphore 1"}));
  CHECK(named(init + "15\nt1 sync\nt1 st 0xFFE80024 0\n", {"RISC-V T1: posts semaphore 1"}));
  CHECK(silent(init + "0\nt1 sync\nt1 st 0xFFE80024 0\n"));
}

}  // namespace hazard_kinds_test
