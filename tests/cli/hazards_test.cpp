// SPDX-License-Identifier: Apache-2.0
// --hazards: reading configuration that the same thread is still writing is legal, and hardly ever meant.
#include "tlm_process.h"

using namespace tensix_cli;

namespace {

size_t hazards_of(const std::string& text, const arguments& more = {"--hazards=warn"}) {
  const temporary_folder folder;
  arguments all = {"--on-undefined=warn"};
  all.insert(all.end(), more.begin(), more.end());
  const outcome o = play(folder, text, all);
  INFO(described({}, o));
  CHECK(o.code == 0);
  size_t count = 0;
  for (const auto& line : lines_of(o.err)) count += line.rfind("hazard: ", 0) == 0;
  return count;
}

// THCON_SEC0_REG1 (word 69) is among what PACR reads; WRCFG writes two cycles after it was issued.
const std::string write = "t2 WRCFG cfg_reg=69 gpr_address=0\n", pack = "t2 PACR last=1\n", other = "t2 SFPNOP\n";

}  // namespace

TEST_CASE("a PACR right behind a WRCFG of its own configuration is named, one that leaves a cycle between them is not") {
  CHECK(hazards_of(write + pack) == 1);
  CHECK(hazards_of(write + "t2 NOP\n" + pack) == 0);
  CHECK(hazards_of(write + "t2 STALLWAIT stall_res=0x1ff wait_res=0x400\n" + pack) == 0);
}

TEST_CASE("other words, other threads and other units are no hazards") {
  CHECK(hazards_of("t2 WRCFG cfg_reg=140 gpr_address=0\n" + pack) == 0);
  CHECK(hazards_of(write + other) == 0);
  CHECK(hazards_of("t1 WRCFG cfg_reg=69 gpr_address=0\n" + pack) == 0);
}

TEST_CASE("off unless asked for; other values are refused") {
  CHECK(hazards_of(write + pack, {}) == 0);
  CHECK(hazards_of(write + pack, {"--hazards=off"}) == 0);
  const temporary_folder folder;
  const outcome o = play(folder, write, {"--hazards=wran"});
  CHECK(o.code == 2);
  CHECK(o.err.find("warn") != std::string::npos);
}

TEST_CASE("the report names the cycle, the thread, both instructions and the word") {
  const temporary_folder folder;
  const outcome o = play(folder, write + pack, {"--hazards=warn", "--on-undefined=warn"});
  INFO(o.err);
  CHECK(o.err.find("hazard: cycle ") != std::string::npos);
  CHECK(o.err.find("thread T2: \"PACR ") != std::string::npos);
  CHECK(o.err.find("Config word 69, which \"WRCFG ") != std::string::npos);
}
