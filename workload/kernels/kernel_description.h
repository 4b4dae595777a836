// SPDX-License-Identifier: Apache-2.0
// All that is known of a kernel, in one place: what the command line says of it and takes, how its work is cut, what the three
// TRISCs do, what must come out, and how much the matrix unit has to do at least. One description a kernel, in NAME.cpp; the
// list of them is kernels.def. No SystemC.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "workload/kernels/circular_buffer_function.h"
#include "workload/kernels/kernel_options.h"
#include "workload/kernels/matrix_work.h"
#include "workload/streams/program.h"
#include "workload/tensors/operand.h"

namespace tensix {

class kernel;

// One instruction of the matrix unit: eight rows of 16 datums.
constexpr double matrix_datums = 8 * 16;

// How the tiles of one tensor pass through its circular buffer.
struct buffer_layout {
  tile_grid grid;
  tile_order order;
  uint32_t side_by_side = 1;  // tiles that lie at consecutive addresses: no wrap-around within so many
  bool row_major = false;     // those lie row by row of datums, not tile by tile
};

class kernel_description {
 public:
  struct traits {
    const char* name;      // on the command line
    const char* output;    // what comes out: "first + second operand"
    unsigned operands;     // 1 or 2
    bool inner_dimension;  // its shape is MxNxK: the first operand is MxK, the second KxN
    bool broadcasts;       // --broadcast: repeats rows or columns of the second operand
    bool straight_to_dst;  // FP32 for a 32-bit Dst is unpacked there, past SrcA
    fidelity_loop loop;    // where the loop over fidelity phases usually stands; usual: it has no phases
  };
  constexpr explicit kernel_description(const traits& t) : traits_(t) {}
  kernel_description(const kernel_description&) = delete;
  kernel_description& operator=(const kernel_description&) = delete;
  virtual ~kernel_description() = default;

  const char* name() const { return traits_.name; }
  const char* output() const { return traits_.output; }
  unsigned operands() const { return traits_.operands; }
  bool inner_dimension() const { return traits_.inner_dimension; }
  bool broadcasts() const { return traits_.broadcasts; }
  bool straight_to_dst() const { return traits_.straight_to_dst; }
  bool has_phases() const { return traits_.loop != fidelity_loop::usual; }
  fidelity_loop usual_loop() const { return has_phases() ? traits_.loop : fidelity_loop::face; }

  // Names that --op and --axis take, the first is the default; none: the kernel has no such option.
  virtual std::vector<std::string> op_names() const { return {}; }
  virtual std::vector<std::string> axis_names() const { return {}; }
  // What the test data of an operand must be.
  virtual value_range test_range(const kernel_options&) const { return value_range::any; }
  // Rows and columns of the output.
  virtual tile_grid output_grid(const kernel_options& o) const { return {o.m, o.n}; }
  // An operand that the kernel makes itself, behind the others; an empty one: there is none.
  virtual tensor constant(const kernel_options&) const { return {}; }
  virtual bool has_constant() const { return false; }
  // Rows and columns of operand 0 or 1.
  virtual tile_grid operand(const kernel_options& o, unsigned i) const = 0;
  // Throws std::invalid_argument for options that the traits allow one by one, but not together.
  virtual void check(const kernel_options& o) const = 0;
  // Cuts the work into blocks and batches (kernel_plan), of at most `limit` tiles of Dst a block. Throws std::invalid_argument
  // if it is too much.
  virtual void cut(const kernel_options& o, uint32_t limit, kernel_plan& plan) const = 0;
  // In which order tiles pass through the buffers, of a plan that is cut. `i`: an operand; or operands(), the output.
  virtual buffer_layout layout(const kernel_options& o, const kernel_plan& plan, unsigned i) const = 0;
  // What T0 and T1 do, of a kernel that outlives it; for T2 there is one program (make_pack_program).
  virtual std::unique_ptr<step_source> unpack_program(const kernel& k) const = 0;
  virtual std::unique_ptr<step_source> math_program(const kernel& k) const = 0;
  // Multiplications and additions, without padding.
  virtual uint64_t operations(const kernel_options& o) const = 0;
  virtual matrix_work work(const kernel& k) const = 0;
  // What must come out, in double precision, from operands as they are in L1: 32 columns of `rows` rows from `row` on. A whole
  // tile (32 rows), or one row.
  virtual void expected(const kernel_options& o, const std::vector<const operand_tiles*>& operands, uint32_t row,
                        uint32_t tile_col, uint32_t rows, double* out) const = 0;

 private:
  const traits traits_;
};

// kernels::add() and so on.
namespace kernels {
#define TENSIX_KERNEL(name) const kernel_description& name();
#include "workload/kernels/kernels.def"
#undef TENSIX_KERNEL
}  // namespace kernels

const std::vector<const kernel_description*>& all_kernels();
// Throws std::invalid_argument naming the known ones.
const kernel_description& kernel_named(const std::string& name);
// "add, sub and mul": names of the kernels for which `has` holds.
std::string kernels_that(bool (kernel_description::*has)() const, const char* last = " and ");

// A kernel's circular buffers have counters of 32 bits.
constexpr uint64_t most_tiles = 0xffffffff;
[[noreturn]] void refuse_too_many_tiles();

}  // namespace tensix
