// SPDX-License-Identifier: Apache-2.0
// Stochastic rounding of the matrix unit: the tile with time computes the bits of the machine without, from the same seed.
#include <fstream>
#include <regex>
#include <sstream>

#include "tests/functional/functional_machine.h"
#include "tlm_process.h"
#include "workload/streams/stream_file_function.h"

using namespace tensix_cli;
using namespace tensix;

namespace {

std::string contents(const std::string& name) {
  std::ifstream file(std::string(TENSIX_TEST_DATA) + "/vectors/" + name);
  REQUIRE(file.good());
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::string without_time(const std::string& text) {
  functional_machine m;
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

TEST_CASE("Fpu_srnd_en: with and without time the same bits, others for another seed") {
  const temporary_folder folder;
  for (const std::string name : {"C_elw/mul_bf16_ph1_d16", "C_elw/add_bf16_bc0_d16", "C_elw/mul_bf16_acc_d32"}) {
    const std::string plain = contents(name + ".scn");
    std::smatch word_1;  // ALU_ROUNDING_MODE and others
    REQUIRE(std::regex_search(plain, word_1, std::regex("st 0xffef0004 0x([0-9a-f]*)0\n")));
    const auto seeded = [&](const std::string& seed) {
      return word_1.prefix().str() + "st 0xffef02e8 " + seed + "\nt0 st 0xffef0004 0x" + word_1[1].str() + "1\n" +
             word_1.suffix().str();
    };
    const outcome o = play(folder, seeded("0x1234"));
    INFO(name << "\n" << described({}, o));
    REQUIRE(o.code == 0);
    CHECK(o.out == without_time(seeded("0x1234")));
    CHECK(o.out == play(folder, seeded("0x1234")).out);
    CHECK(o.out != play(folder, seeded("0x1235")).out);
    CHECK(o.out != contents(name + ".expect"));
  }
}
