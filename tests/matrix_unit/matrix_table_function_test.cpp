// SPDX-License-Identifier: Apache-2.0
// The table of the matrix unit's instructions against what the function does: every instruction is executed on registers full of
// random datums, and again with some of them replaced. What changes is written; what, replaced, changes the result is read.
#include <algorithm>
#include <cstring>

#include "catch.h"
#include "matrix_unit/matrix_bench.h"

using namespace tensix;
using namespace matrix_bench;

namespace matrix_table_test {
namespace {

std::vector<opcode> instructions() {
  std::vector<opcode> all;
  for (unsigned code = 0; code < 256; ++code)
    if (unit_by_opcode[code] == unit_id::matrix_unit) all.push_back(static_cast<opcode>(code));
  return all;
}

// All that the table speaks of, as one row of numbers for each row of a register.
struct registers {
  static constexpr unsigned srca = dst_rows, srcb = srca + 2 * src_rows, rows = srcb + 2 * src_rows;
  uint32_t datum[rows][row_datums];
  bool valid[dst_rows];
};
using row_set = std::vector<bool>;  // of registers

constexpr unsigned src_row_of(unsigned which, unsigned bank, unsigned row) {
  return (which ? registers::srcb : registers::srca) + bank * src_rows + row % src_rows;
}

struct table_bench : machine {
  // Always the same numbers: that all is read which the table names needs lucky ones.
  xorshift random{0x9e3779b97f4a7c15};
  std::unique_ptr<registers> before = std::make_unique<registers>(), after = std::make_unique<registers>(),
                             replaced = std::make_unique<registers>(), other = std::make_unique<registers>();
  src_register sides[2];
  rwc_thread counters;
  unsigned dst_kind = 0;
  bool zeros = false;  // many, in SrcA and SrcB
  // Rows of Dst whose validity matters() leaves alone: a row that becomes valid by being written is zero where it is not.
  row_set written = row_set(dst_rows);

  void save(registers& r) const {
    for (unsigned i = 0; i < dst_rows; ++i)
      for (unsigned j = 0; j < row_datums; ++j) r.datum[i][j] = s.dst.bits[i][j];
    std::memcpy(r.valid, s.dst.row_valid, sizeof r.valid);
    for (unsigned which = 0; which < 2; ++which)
      for (unsigned bank = 0; bank < 2; ++bank)
        std::memcpy(r.datum[src_row_of(which, bank, 0)], (which ? s.srcb : s.srca).bank[bank].row, sizeof s.srca.bank[0].row);
  }
  void load(const registers& r) {
    s.srca = sides[0], s.srcb = sides[1];  // owners, formats, banks in use
    s.rwc[0] = counters;
    for (unsigned i = 0; i < dst_rows; ++i)
      for (unsigned j = 0; j < row_datums; ++j) s.dst.bits[i][j] = static_cast<uint16_t>(r.datum[i][j]);
    std::memcpy(s.dst.row_valid, r.valid, sizeof r.valid);
    for (unsigned which = 0; which < 2; ++which)
      for (unsigned bank = 0; bank < 2; ++bank)
        std::memcpy((which ? s.srcb : s.srca).bank[bank].row, r.datum[src_row_of(which, bank, 0)], sizeof s.srca.bank[0].row);
  }
  void execute(const registers& from, uint32_t word, registers& to) {
    load(from);
    unit.execute(word, 0);
    save(to);
  }

  // Modes, counters and banks for the next word.
  void set_up() {
    const unsigned format = random.below(2) ? static_cast<unsigned>(random.below(2) ? 5 : 4) : 1;  // BF16, TF32, FP16
    s.dst.narrow_is_high_half = random.below(4) == 0;
    set(cfg::ALU_ACC_CTRL_Fp32_enabled, random.below(2));
    set(cfg::ALU_ACC_CTRL_INT8_math_enabled, random.below(4) == 0);
    set(cfg::DEST_ACCESS_CFG_remap_addrs, random.below(2));
    set(cfg::DEST_ACCESS_CFG_swizzle_32b, random.below(2));
    formats(format, format);
    own_all();
    s.srca.matrix_bank = random.below(2), s.srcb.matrix_bank = random.below(2);
    s.srca.unpack_bank = random.below(2), s.srcb.unpack_bank = random.below(2);
    sides[0] = s.srca, sides[1] = s.srcb;
    counters = {};
    counters.srca = random.below(64), counters.srcb = random.below(64), counters.dst = random.below(1024);
    s.rwc[0] = counters;
  }
  // Ordinary numbers; Dst holds such, none, or any bits.
  uint32_t new_datum(unsigned row) {
    if (row >= dst_rows) return src_datum(random, zeros ? 3 : 1, sides[0].bank[0].format == 1);
    if (dst_kind == 2) return random() & 0xffff;
    return dst_encode_bf16(static_cast<uint16_t>((120 + random.below(10)) << 7 | (random() & 0x807f)));
  }
  void fill() {
    dst_kind = random.below(3);
    zeros = random.below(2);
    s.dest_mov_blocked = static_cast<uint16_t>(random.below(4) ? 0 : random());
    for (unsigned r = 0; r < registers::rows; ++r)
      for (uint32_t& x : before->datum[r]) x = new_datum(r);
    for (bool& v : before->valid) v = dst_kind != 1;
  }
  // Executes with other datums in `rows`: has the result changed but for these datums themselves, which are either still there
  // or have been written over with the same as before?
  bool matters(uint32_t word, const row_set& rows) {
    std::memcpy(replaced.get(), before.get(), sizeof(registers));
    for (unsigned r = 0; r < registers::rows; ++r)
      if (rows[r]) {
        for (uint32_t& x : replaced->datum[r]) x = new_datum(r);
        if (r < dst_rows && !written[r] && random.below(2)) replaced->valid[r] = !replaced->valid[r];
      }
    execute(*replaced, word, *other);
    for (unsigned r = 0; r < registers::rows; ++r) {
      for (unsigned j = 0; j < row_datums; ++j)
        if (other->datum[r][j] != after->datum[r][j] && (!rows[r] || other->datum[r][j] != replaced->datum[r][j])) return true;
      if (r < dst_rows && !rows[r] && other->valid[r] != after->valid[r]) return true;
    }
    return false;
  }
  row_set dst_rows_of(const dst_block_set& blocks) const {
    row_set rows(registers::rows);
    for (unsigned r = 0; r < dst_rows; ++r) rows[r] = blocks.word[r >> 9] >> ((r >> 3) & 63) & 1;
    return rows;
  }
};

uint32_t any_word(xorshift& random, opcode code) {
  uint32_t word = word_of(code) | (random() & 0xffffff);
  if (code == opcode::MVMUL || code == opcode::DOTPV) word &= ~insn::MVMUL::instr_mod19.place(1) | random.below(2) << 19;
  if (code == opcode::SHIFTXA) word = (word & ~3u) | 2 | (word & 1);  // the directions that exist
  return word;
}

bool any_of(const row_set& rows) { return std::find(rows.begin(), rows.end(), true) != rows.end(); }

}  // namespace

TEST_CASE("nothing is read but what the table says, and all of that is", "[table]") {
  table_bench m;
  for (const opcode code : instructions()) {
    const std::string name = info(code).name;
    for (unsigned trial = 0; trial < 16; ++trial) {
      m.set_up();
      m.fill();
      m.execute(*m.before, word_of(opcode::MVMUL), *m.after);  // whose SrcA row SHIFTXA goes by
      m.set_up();
      const uint32_t word = any_word(m.random, code);
      CAPTURE(name, trial, disassemble(word));
      const matrix_operands& uses = matrix_operands_of(word);
      m.load(*m.before);
      dst_block_set reads, writes;
      m.unit.dst_access(word, 0, reads, writes);
      const row_set dst = m.dst_rows_of(reads);
      m.written = m.dst_rows_of(writes);
      for (unsigned r = 0; r < dst_rows; ++r) m.written[r] = m.written[r] && !dst[r];
      row_set declared = dst, srcb(registers::rows);
      std::vector<unsigned> to_try;
      const auto srca = m.unit.srca_read(word, 0);
      for (unsigned i = 0; i < srca.count; ++i) to_try.push_back(src_row_of(0, m.sides[0].matrix_bank, srca.first + i));
      for (const unsigned r : to_try) declared[r] = true;
      const auto of_srcb = m.unit.srcb_read(word, 0);
      CHECK((of_srcb.count != 0) == (uses.srcb == srcb_read::yes));
      for (unsigned i = 0; i < of_srcb.count; ++i) {
        const unsigned row = src_row_of(1, m.sides[1].matrix_bank, of_srcb.first + i);
        declared[row] = srcb[row] = true;
      }
      row_set rest = declared;
      rest.flip();

      // With max_pool_index_en little of a row is left: whether it has the maximum.
      if (code == opcode::GMPOOL && insn::GMPOOL::max_pool_index_en(word)) to_try.clear();
      bool dst_read = !any_of(dst), srcb_was_read = uses.srcb == srcb_read::no;
      for (unsigned fills = 0; fills < 60; ++fills) {
        m.fill();
        m.execute(*m.before, word, *m.after);
        if (fills < 4 && m.matters(word, rest)) FAIL(name << " reads something that its row does not name");
        if (!dst_read) dst_read = m.matters(word, dst);
        if (!srcb_was_read) srcb_was_read = m.matters(word, srcb);
        for (size_t i = to_try.size(); i-- > 0;) {
          row_set one(registers::rows);
          one[to_try[i]] = true;
          if (m.matters(word, one)) to_try.erase(to_try.begin() + static_cast<std::ptrdiff_t>(i));
        }
        if (fills >= 4 && dst_read && srcb_was_read && to_try.empty()) break;
      }
      CHECK(dst_read);
      CHECK(srcb_was_read);
      CHECK(to_try.empty());
    }
  }
}

TEST_CASE("nothing is written but what the table says, and all of that is", "[table]") {
  table_bench m;
  for (const opcode code : instructions()) {
    const std::string name = info(code).name;
    const matrix_operands& uses = matrix_operands_of(word_of(code));
    bool dst_written = false, marked = false, src_written[2] = {};
    for (unsigned trial = 0; trial < 60; ++trial) {
      m.set_up();
      m.fill();
      const uint32_t word = any_word(m.random, code);
      CAPTURE(name, disassemble(word));
      m.load(*m.before);
      dst_block_set reads, writes;
      m.unit.dst_access(word, 0, reads, writes);
      row_set declared = m.dst_rows_of(writes);
      m.execute(*m.before, word, *m.after);
      for (unsigned r = 0; r < registers::rows; ++r) {
        if (r < dst_rows && m.before->valid[r] != m.after->valid[r]) {
          marked = true;
          if (!declared[r] && uses.dst_access != dst_use::marks) FAIL("changes the validity of row " << r << " of Dst");
        }
        if (std::memcmp(m.before->datum[r], m.after->datum[r], sizeof m.before->datum[r]) == 0) continue;
        if (r < dst_rows) {
          dst_written = true;
          if (!declared[r]) FAIL("writes row " << r << " of Dst");
          continue;
        }
        const unsigned which = r >= registers::srcb, bank = (r / src_rows) & 1;
        src_written[which] = true;
        if (uses.src_written != src_banks::by_field && bank != m.sides[which].matrix_bank) FAIL("writes a bank not in use");
      }
      if (uses.dst_access == dst_use::none || uses.dst_access == dst_use::marks || uses.dst_access == dst_use::reads)
        CHECK_FALSE(writes.any());
    }
    CAPTURE(name);
    const bool writes_dst =
        uses.dst_access == dst_use::writes || uses.dst_access == dst_use::adds || uses.dst_access == dst_use::may_add;
    CHECK(dst_written == writes_dst);
    if (uses.dst_access == dst_use::marks) CHECK(marked);
    if (uses.src_written == src_banks::by_field) continue;
    CHECK(src_written[0] == ((mask_of(uses.src_written) & 1) != 0));
    CHECK(src_written[1] == ((mask_of(uses.src_written) & 2) != 0));
  }
}

// Waiting cannot be seen in what is computed: who waits for a bank and who reads it differ only where documents say so.
TEST_CASE("who reads a bank waits for it, but for debug moves and what earlier chips read", "[table]") {
  for (const opcode code : instructions()) {
    const matrix_operands& uses = matrix_operands_of(word_of(code));
    const unsigned read = (uses.srca != srca_rows::none ? 1u : 0u) | (uses.srcb == srcb_read::yes ? 2u : 0u);
    CAPTURE(info(code).name);
    switch (code) {
      case opcode::MOVDBGA2D:
      case opcode::MOVDBGB2D: CHECK((read != 0 && uses.waits == src_banks::neither)); break;
      case opcode::CONV3S1:
      case opcode::CONV3S2:
      case opcode::MFCONV3S1:
      case opcode::APOOL3S1:
      case opcode::APOOL3S2:
      case opcode::MPOOL3S1:
      case opcode::MPOOL3S2: CHECK((read == 0 && uses.waits == src_banks::a_b)); break;
      default: CHECK(read == mask_of(uses.waits));
    }
  }
}

}  // namespace matrix_table_test
