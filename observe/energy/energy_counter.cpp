// SPDX-License-Identifier: Apache-2.0
#include "observe/energy/energy_counter.h"

#include <algorithm>

#include "models/matrix_unit/matrix_unit_table_function.h"
#include "models/memory/l1_protocol.h"
#include "models/vector_unit/vector_unit_lanes.h"
#include "models/vector_unit/vector_unit_table_function.h"

namespace tensix {
namespace {

constexpr unsigned vector_lanes = 32;

uint64_t rows_of(const dst_block_set& blocks) {
  int count = 0;
  for (const uint64_t w : blocks.word) count += __builtin_popcountll(w);
  return uint64_t{dst_block_rows} * static_cast<unsigned>(count);
}

// Rows of Dst that an arithmetic instruction works on.
unsigned rows_of(uint32_t word) {
  switch (matrix_operands_of(word).dst_rows) {
    case dst_rows_used::four: return 4;
    case dst_rows_used::eight_or_four: return insn::MVMUL::instr_mod19(word) & 1 ? 4 : 8;
    default: return 8;
  }
}

}  // namespace

energy_counter::energy_counter(tensix_tile& tile) : tile_(tile) { tile.attach(*this); }
energy_counter::~energy_counter() { tile_.detach(*this); }

void energy_counter::offering(const gate_event& e) {
  if (e.unit != static_cast<unsigned>(tile_unit::matrix_unit)) return;
  const matrix_unit_function& f = tile_.functions().matrix_unit;
  srca_rows_ = f.srca_read(e.word, e.thread).count;
  switch (f.data_of(e.word, e.thread)) {
    case matrix_unit_function::data_style::bf16: mac_ = energy_event::mac_bf16; break;
    case matrix_unit_function::data_style::fp16: mac_ = energy_event::mac_fp16; break;
    case matrix_unit_function::data_style::tf32: mac_ = energy_event::mac_tf32; break;
    case matrix_unit_function::data_style::int8: mac_ = energy_event::mac_int8; break;
  }
}

void energy_counter::issued(const gate_event& e, uint64_t) {
  if (e.unit == static_cast<unsigned>(tile_unit::matrix_unit)) matrix_unit_did(e.word);
  if (e.unit == static_cast<unsigned>(tile_unit::vector_unit)) vector_unit_did(e.word);
}

void energy_counter::matrix_unit_did(uint32_t word) {
  const matrix_operands& uses = matrix_operands_of(word);
  const unsigned rows = rows_of(word);
  switch (opcode_of(word)) {
    case opcode::MVMUL:
    case opcode::DOTPV:
    case opcode::GAPOOL: add(mac_, uint64_t{rows} * row_datums * row_datums); break;
    case opcode::GMPOOL: add(energy_event::fpu_compare, uint64_t{rows} * row_datums * row_datums); break;
    case opcode::ELWADD:
    case opcode::ELWSUB: add(energy_event::fpu_add, uint64_t{rows} * row_datums); break;
    case opcode::ELWMUL: add(energy_event::fpu_multiply, uint64_t{rows} * row_datums); break;
    default:
      const bool moves = uses.srca != srca_rows::none || uses.srcb == srcb_read::yes || uses.src_written == src_banks::a ||
                         uses.src_written == src_banks::b;
      add(moves ? energy_event::fpu_move : energy_event::fpu_other, 1);
  }
  add(energy_event::srca_row_read, srca_rows_);
  if (uses.srcb == srcb_read::yes) add(energy_event::srcb_row_read, rows);
}

void energy_counter::vector_unit_did(uint32_t word) {
  const opcode op = opcode_of(word);
  if (op == opcode::SFPNOP) return;
  if (op == opcode::SFPLOADMACRO) macro_schedules(word);
  const energy_event did = op == opcode::SFPSTORE                     ? energy_event::sfpu_store
                           : sfpu::sub_unit_of(op) == sfpu::load_unit ? energy_event::sfpu_load
                           : vector_unit_function::multiplies(word)   ? energy_event::sfpu_multiply_add
                                                                      : energy_event::sfpu_simple;
  add(did, vector_lanes);
  const auto count = [](uint32_t set) { return static_cast<unsigned>(__builtin_popcount(set)); };
  add(energy_event::lreg_read, count(vector_unit_function::lregs_read(word)));
  add(energy_event::lreg_written, count(vector_unit_function::lregs_written(word)));
}

// What it schedules, as if that had been issued: a byte of the sequence for each sub-unit but its own.
void energy_counter::macro_schedules(uint32_t word) {
  const auto& config = tile_.functions().vector_unit.load_macro[0];
  for (unsigned unit = sfpu::simple_unit; unit < sfpu::load_unit; ++unit) {
    const uint32_t what = config.sequence[sfpu::upper_vd(word) >> 2] >> (8 * unit) & 7;
    if (what == 3 && unit == sfpu::store_unit) {
      add(energy_event::sfpu_store, vector_lanes);
      add(energy_event::lreg_read, 1);
    } else if (what >= 4) {
      const uint32_t scheduled = config.instruction_template[what - 4];
      if (sfpu::sub_unit_of(opcode_of(scheduled)) != unit) continue;
      vector_unit_did(scheduled);
      if (!vector_unit_function::lregs_written(scheduled)) add(energy_event::lreg_written, 1);  // the macro says which
    }
  }
}

void energy_counter::l1_beat(uint64_t transfer, uint32_t, uint32_t, unsigned, uint64_t) {
  for (auto& [number, beats] : open_)
    if (number == transfer) {
      ++beats;
      return;
    }
  open_.emplace_back(transfer, 1);
}

void energy_counter::l1_complete(const l1_completed& t) {
  const auto found = std::find_if(open_.begin(), open_.end(), [&t](const auto& o) { return o.first == t.transfer; });
  if (found == open_.end()) return;
  const auto client = static_cast<l1_client>(t.client);
  const bool unpacks = client <= l1_client::unpacker1_exponents,
             packs = client >= l1_client::packer0 && client <= l1_client::packer3;
  add(t.write ? (packs ? energy_event::l1_write_pack : energy_event::l1_write_other)
              : (unpacks ? energy_event::l1_read_unpack : energy_event::l1_read_other),
      found->second);
  *found = open_.back();
  open_.pop_back();
}

void energy_counter::src_written(unsigned which, unsigned, uint64_t rows, uint64_t) {
  add(which ? energy_event::srcb_row_written : energy_event::srca_row_written,
      static_cast<unsigned>(__builtin_popcountll(rows)));
}

// A PACR reads four rows: what is reported is blocks of eight. Its reads are priced by what comes out.
void energy_counter::dst_used(dst_accessor by, const dst_block_set& reads, const dst_block_set& writes, uint64_t) {
  if (by == dst_accessor::packers) return;
  add(energy_event::dst_row_read, rows_of(reads));
  add(energy_event::dst_row_written, rows_of(writes));
}

void energy_counter::packed(unsigned, uint32_t, unsigned, const uint8_t*, uint32_t beats, uint64_t) {
  add(energy_event::pack_beat, beats);
}
void energy_counter::config_written(unsigned, unsigned, uint32_t, uint64_t) { add(energy_event::config_write, 1); }

}  // namespace tensix
