// SPDX-License-Identifier: Apache-2.0
// DBG_FEATURE_DISABLE bit 11 through the whole machine: where every access to Dst is one of 16 bits, nobody can tell.
#include <cstring>
#include <fstream>
#include <sstream>

#include "catch.h"
#include "tests/functional/functional_machine.h"
#include "workload/streams/stream_file_function.h"

using namespace tensix;

namespace dst_high_halves_test {
namespace {

std::string contents(const std::string& path) {
  std::ifstream file(path);
  REQUIRE(file.good());
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

// What the vector leaves in L1, as its .expect file has it.
std::string play(functional_machine& m, const std::string& text) {
  const auto file = stream_file::parse(text, "vector", ".");
  file.initialise(m.state.l1);
  const auto result = m.run({file.core(0), file.core(1), file.core(2), file.core(3)});
  INFO(result.text);
  REQUIRE(result.how == functional_machine::outcome::done);
  std::string out;
  for (const auto& range : file.outputs()) out += stream_file::format_output(range, m.state.l1) + "\n";
  return out;
}

}  // namespace

TEST_CASE("bit 11 moves 16-bit datums of Dst for every unit alike") {
  // SrcA and SrcB to Dst and back; SFPLOAD and SFPSTORE; MVMUL and ELWMUL; each with a packer behind it.
  for (const char* name :
       {"A_datacopy/bf16_bf16_bf16_bf16_spc", "E_moves/movd2a_bf16_bf16_16_0", "E_moves/movd2b_bfp8_bfp8_16_0",
        "E_moves/dest_target_64", "F_sfpu/ldst16_bf16_l0_s0", "F_sfpu/ldst16_bf16_l0_s2", "C_elw/add_bf16_bc0_d16"}) {
    INFO(name);
    const std::string path = std::string(TENSIX_TEST_DATA) + "/vectors/" + name;
    const std::string expect = contents(path + ".expect"), text = contents(path + ".scn");
    functional_machine plain, high;
    CHECK(play(plain, text) == expect);
    CHECK(play(high, "t0 st 0xffb12068 0x800\n" + text) == expect);
    CHECK(high.state.dst.narrow_is_high_half);
    CHECK(std::memcmp(plain.state.dst.bits, high.state.dst.bits, sizeof high.state.dst.bits) != 0);
  }
}

}  // namespace dst_high_halves_test
