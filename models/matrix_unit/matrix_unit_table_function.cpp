// SPDX-License-Identifier: Apache-2.0
// Compile-time checks of matrix_unit_instructions.def.
#include "models/matrix_unit/matrix_unit_table_function.h"

#include "models/isa/isa.h"

namespace tensix {
namespace {

constexpr unsigned rows_of(opcode op) {
  unsigned rows = 0;
#define MATRIX_UNIT(name, ...) rows += op == opcode::name;
#include "models/matrix_unit/matrix_unit_instructions.def"
#undef MATRIX_UNIT
  return rows;
}
#define TENSIX_TABLE_UNIT matrix_unit
#include "models/isa/one_row_each.inc"

// An instruction names rows of Dst if, and only if, it reads or writes them.
#define MATRIX_UNIT(name, waits, srca, srcb, src_written, dst_rows, dst_access, ...)                 \
  static_assert((dst_rows_used::dst_rows == dst_rows_used::none) ==                                  \
                    (dst_use::dst_access == dst_use::none || dst_use::dst_access == dst_use::marks), \
                #name ": matrix_unit_instructions.def: dst_rows and dst_access do not agree");
#include "models/matrix_unit/matrix_unit_instructions.def"
#undef MATRIX_UNIT

}  // namespace
}  // namespace tensix
