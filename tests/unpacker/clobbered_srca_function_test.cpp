// SPDX-License-Identifier: Apache-2.0
// An UNPACR to Dst leaves SrcA's bank unpredictable: who reads it is told so, who unpacks it anew is not.
#include "catch.h"
#include "models/isa/isa.h"
#include "models/matrix_unit/matrix_unit_function.h"
#include "models/unpacker/unpacker_function.h"
#include "reference_unpacker.h"

using namespace tensix;

namespace clobbered_srca_test {
namespace {

struct bench {
  tensix_state state{64 * 1024};
  unpacker_function unpacker[2] = {{state, 0}, {state, 1}};
  matrix_unit_function matrix{state};
  unpack_job job;

  bench() { state.diagnose.policy = on_undefined::warn; }

  void issue(uint32_t word) {
    const unsigned which = word >> 23 & 1;
    unpacker[which].accept(word, 0, job);
    REQUIRE(unpacker[which].bank_ready(job));
    unpacker[which].execute(job);
    unpacker[which].finish(job);
  }
  void unpack(bool to_dst, bool flip, unsigned first_row, unsigned datums) {
    reference::settings c;
    c.multi = false;
    c.to_dst = to_dst;
    c.set_ovrd = !to_dst;
    c.flip = flip;
    c.x_dim = 1024;
    c.base[0] = 0x100;
    c.out_base = (4 + first_row) * 32;
    c.write_to(state);
    state.adc[0].set[0].channel[0].x = datums ? 0 : 1;
    state.adc[0].set[0].channel[1].x = datums ? datums - 1 : 0;
    issue(c.word());
  }
  void fill(bool flip, unsigned first_row = 0, unsigned rows = 16) { unpack(false, flip, first_row, 16 * rows); }
  void to_dst(bool flip, unsigned datums = 256) { unpack(true, flip, 0, datums); }
  void nop(uint32_t fields) { issue(word_of(opcode::UNPACR_NOP) | fields); }

  // What the instruction reports, with the counter of SrcA at `row`.
  bool reports(uint32_t word, unsigned row = 0) {
    state.rwc[0].srca = row;
    state.diagnose = diagnostics();
    state.diagnose.policy = on_undefined::warn;
    matrix.execute(word, 0);
    if (!state.diagnose.any()) return false;
    CHECK_THAT(state.diagnose.reports()[0].text, Contains("UNPACR to Dst made SrcA's bank unpredictable"));
    return true;
  }
};

const uint32_t mova2d = word_of(opcode::MOVA2D) | insn::MOVA2D::instr_mod.place(2), mova2d_one_row = word_of(opcode::MOVA2D),
               mvmul = word_of(opcode::MVMUL), gapool = word_of(opcode::GAPOOL), gmpool = word_of(opcode::GMPOOL),
               elwadd = word_of(opcode::ELWADD), elwsub = word_of(opcode::ELWSUB), elwmul = word_of(opcode::ELWMUL),
               dotpv = word_of(opcode::DOTPV);
constexpr uint32_t clear = 1, set_dvalid = 1 << 8, only_set_dvalid = 2 | 3 << 6;

}  // namespace

TEST_CASE("SrcA filled before an UNPACR to Dst is lost", "[unpack]") {
  for (uint32_t word : {mova2d, mova2d_one_row, mvmul, dotpv, gapool, gmpool, elwadd, elwsub, elwmul}) {
    bench b;
    b.fill(false);
    b.to_dst(true);
    CHECK(b.reports(word));
    bench again;
    again.to_dst(false);
    again.fill(true);
    CHECK_FALSE(again.reports(word));
    bench no_datums;
    no_datums.fill(false);
    no_datums.to_dst(true, 0);
    CHECK_FALSE(no_datums.reports(word));
  }
}

TEST_CASE("rows filled after the UNPACR to Dst are good, rows filled before it are not", "[unpack]") {
  bench b;
  b.fill(false, 0);
  b.to_dst(false);
  b.to_dst(false);
  b.fill(true, 16);
  CHECK(b.reports(mova2d, 0));
  CHECK(b.reports(mova2d, 8));
  CHECK(b.reports(mova2d_one_row, 15));
  CHECK_FALSE(b.reports(mova2d_one_row, 16));
  CHECK(b.reports(elwadd, 8));
  CHECK_FALSE(b.reports(elwadd, 16));
  CHECK(b.reports(mvmul, 8));  // rows 8 to 23
  CHECK_FALSE(b.reports(mvmul, 16));
  CHECK(b.reports(mvmul, 56));  // 56 to 63 and 0 to 7
  CHECK(b.reports(gmpool, 8));  // rows 0 to 15
  CHECK_FALSE(b.reports(gmpool, 24));
}

TEST_CASE("a few new rows are enough where nothing was unpacked before", "[unpack]") {
  bench b;
  b.to_dst(false);
  b.fill(true, 0, 1);  // a tile with small faces: the other rows are computed with, but nobody looks at the result
  CHECK_FALSE(b.reports(elwadd));
  CHECK_FALSE(b.reports(mvmul));
}

TEST_CASE("a bank handed over after an UNPACR to Dst, without new data, is unpredictable", "[unpack]") {
  bench b;
  b.fill(true);
  b.state.srca.bank[0].allowed_client = src_client::unpackers;
  b.state.srca.unpack_bank = 0;
  b.to_dst(false);
  b.nop(only_set_dvalid);
  CHECK(b.reports(mova2d, 32));
  // The bank is the place, not the register: the other one is as good as ever.
  b.fill(true);
  b.state.srca.matrix_bank = 1;
  CHECK_FALSE(b.reports(mova2d));
  CHECK_FALSE(b.reports(mvmul));
}

TEST_CASE("whatever else writes SrcA makes it good again", "[unpack]") {
  const auto clobbered = [](bench& b, bool flip) {
    b.fill(false);
    b.to_dst(flip);
  };
  SECTION("UNPACR_NOP") {
    bench b;
    clobbered(b, false);
    b.nop(clear | set_dvalid);
    CHECK_FALSE(b.reports(mvmul));
  }
  SECTION("ZEROSRC") {
    bench b;
    clobbered(b, true);
    b.matrix.execute(word_of(opcode::ZEROSRC) | insn::ZEROSRC::src_mask.place(1) | insn::ZEROSRC::bank_mask.place(1), 0);
    CHECK_FALSE(b.reports(mvmul));
  }
  SECTION("MOVD2A and MOVB2A, their four rows each") {
    for (uint32_t move : {word_of(opcode::MOVD2A) | insn::MOVD2A::instr_mod.place(2),
                          word_of(opcode::MOVB2A) | insn::MOVB2A::instr_mod.place(2)}) {
      bench b;
      clobbered(b, true);
      CHECK_FALSE(b.reports(move));
      CHECK(b.reports(elwadd));
      CHECK_FALSE(b.reports(move, 4));
      CHECK_FALSE(b.reports(elwadd));
      CHECK(b.reports(elwadd, 8));
    }
  }
  SECTION("SrcB has no part in it") {
    bench b;
    clobbered(b, true);
    CHECK_FALSE(b.reports(word_of(opcode::MOVB2D)));
  }
}

}  // namespace clobbered_srca_test
