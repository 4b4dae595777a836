// SPDX-License-Identifier: Apache-2.0
// XMOV and TDMA-RISC in the machine without time: through instructions and RISC-V accesses alone.
#include <array>

#include "catch.h"
#include "tests/functional/functional_machine.h"
#include "workload/streams/stream_file_function.h"

using namespace tensix;

namespace mover_in_machine_test {
namespace {
struct played {
  functional_machine machine;
  functional_machine::result result;
  explicit played(const std::string& text) {
    const auto file = stream_file::parse(text, "test", ".");
    file.initialise(machine.state.l1);
    result = machine.run({file.core(0), file.core(1), file.core(2), file.core(3)});
  }
  uint32_t word(uint32_t address) const {
    uint32_t value = 0;
    for (unsigned b = 0; b < 4; ++b) value |= uint32_t{machine.state.l1.at(address + b)} << (8 * b);
    return value;
  }
};
}  // namespace

TEST_CASE("XMOV with parameters from either bank of Config") {
  const played p(
      "l1w 0x1000 1 2 3 4 5 6 7 8\n"
      "t0 st 0xFFEF0160 0x100\nt0 st 0xFFEF0164 0x200\nt0 st 0xFFEF0168 0xC0000002\n"  // bank 0: 0x1000 to 0x2000
      "t0 st 0xFFEF04E0 0x101\nt0 st 0xFFEF04E4 0x300\nt0 st 0xFFEF04E8 0xC0000001\n"  // bank 1: 0x1010 to 0x3000
      "t0 push 0x40000000\nt0 SETC16 setc16_reg=0 setc16_value=1\nt0 push 0x40000000\nt0 sync\n"
      "t0 STALLWAIT stall_res=1 wait_res=0x200\nt0 sync\n");
  REQUIRE(p.result.how == functional_machine::outcome::done);
  CHECK(p.word(0x2000) == 1);
  CHECK(p.word(0x201c) == 8);
  CHECK(p.word(0x2020) == 0);
  CHECK(p.word(0x3000) == 5);
  CHECK(p.word(0x300c) == 8);
  CHECK(p.word(0x3010) == 0);
}

TEST_CASE("TDMA-RISC moves at once; its side effects on Config are those of any write") {
  const played p(
      "l1w 0x1000 0 0 0 0 0xAA 0xBB 0xCC 0xDD\n"
      "b st 0xFFEF0028 7\n"                                  // Config word 10
      "b st 0xFFB1102C 0x100\nb st 0xFFB11010 0x81140140\n"  // compact: one word to Config word 80
      "b poll 0xFFB11014 0xffff 0x428\nb copy 0xFFEF0140 0x2000\nb copy 0xFFB1102C 0x2004\n"
      "b copy 0xFFEF0028 0x2008\n"
      "b st 0xFFB11010 0x81010040\nb copy 0xFFEF0028 0x200c\n");  // STATE_RESET_EN: clears the bank
  REQUIRE(p.result.how == functional_machine::outcome::done);
  CHECK(p.word(0x2000) == 0xAA);
  CHECK(p.word(0x2004) == 0x100);
  CHECK(p.word(0x2008) == 7);
  CHECK(p.word(0x200c) == 0);
}

TEST_CASE("a load of metadata that never comes is a deadlock with a name") {
  const played p("b ld 0xFFB11030\n");
  REQUIRE(p.result.how == functional_machine::outcome::deadlock);
  CHECK(p.result.text.find("metadata") != std::string::npos);
}

}  // namespace mover_in_machine_test
