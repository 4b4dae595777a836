// SPDX-License-Identifier: Apache-2.0
// What a kernel is asked to do, and how it is then cut: the options of the command line, and what is derived from them. No
// SystemC.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "models/registers/tensix_state.h"
#include "workload/tensors/tensor.h"
#include "workload/tensors/tile_layout.h"

namespace tensix {

class kernel_description;
namespace kernels {
const kernel_description& datacopy();
}

enum class math_fidelity : uint8_t { lofi = 1, hifi2, hifi3, hifi4 };  // value: number of phases
enum class dst_sync : uint8_t { half, full };
enum class unpack_throttle : uint8_t { none, x1, x2, x4 };  // none: the hardware's default speed
// Which stage works in full; the other two keep only their part of the synchronisation, and there is no result. What the kernel
// library's performance tests call UNPACK_ISOLATE, MATH_ISOLATE, PACK_ISOLATE.
enum class isolated_stage : uint8_t { none, unpack, math, pack };
enum class issue_mode : uint8_t { mop, direct };  // direct: the cores push every instruction, no MOP, no REPLAY
// mul, matmul: all phases of an 8x16 block of Dst, of a face (two blocks) or of a tile (eight) before the next. Usual: what
// real kernels do, face for mul, tile for matmul.
enum class fidelity_loop : uint8_t { usual, position, face, tile };
// matmul: which operand's tile stays in its Src bank while the other's pass.
enum class operand_reuse : uint8_t { chosen, in0, in1 };

math_fidelity parse_fidelity(const std::string& s);
dst_sync parse_dst_sync(const std::string& s);
broadcast parse_broadcast(const std::string& s);
unpack_throttle parse_throttle(const std::string& s);
isolated_stage parse_isolated_stage(const std::string& s);
issue_mode parse_issue_mode(const std::string& s);
fidelity_loop parse_fidelity_loop(const std::string& s);  // not "usual"
operand_reuse parse_reuse(const std::string& s);          // not "chosen"
const char* name(math_fidelity f);
const char* name(dst_sync s);
const char* name(broadcast b);
const char* name(unpack_throttle t);
const char* name(isolated_stage s);
const char* name(issue_mode m);
const char* name(fidelity_loop l);
const char* name(operand_reuse r);

// Where a circular buffer begins: at a byte address, or at the first word of this bank behind what lies before it.
struct buffer_placement {
  bool bank = false;
  uint32_t value = 0;
};

struct kernel_options {
  const kernel_description* kernel = &kernels::datacopy();
  uint32_t m = 32, n = 32;  // rows and columns of the output
  uint32_t k = 32;          // with an inner dimension (matmul): columns of the first operand = rows of the second
  tile_format format = tile_format::bf16;         // of the inputs, but
  std::optional<tile_format> second_format;       // of those behind the first one
  tile_format output_format = tile_format::bf16;  // of the output
  math_fidelity fidelity = math_fidelity::lofi;   // of kernels with fidelity phases
  bool fp32_dest = false;                         // Dst holds 32-bit datums
  dst_sync sync = dst_sync::half;
  broadcast repeat = broadcast::none;  // element-wise: the second operand is 1xN, Mx1 or 1x1
  unpack_throttle throttle = unpack_throttle::none;
  isolated_stage isolate = isolated_stage::none;
  issue_mode issue = issue_mode::mop;
  fidelity_loop loop = fidelity_loop::usual;
  uint32_t operation = 0, axis = 0;  // of kernel_description::op_names() and axis_names()
  bool relu = false;                 // the packer's: negative results become zero
  // With an inner dimension:
  uint32_t subblock_rows = 0, subblock_cols = 0;  // in tiles; 0: chosen
  uint32_t block_k = 0;                           // tiles of K that are summed in Dst before it is packed; 0: all
  bool l1_acc = false;                            // the packer adds those blocks of K in L1, or else
  std::optional<tile_format> partials_format;     // they go to L1 and come back to Dst, in this format (none: chosen)
  bool spill_all = false;                         // those of all sub-blocks before the first of them comes back
  bool bias = false;                              // a third operand, 1xN, is added to each row
  operand_reuse reuse = operand_reuse::chosen;
  packer_topology topology = packer_topology::read_interfaces;
  bool spills() const;                         // blocks of K go to L1 and come back
  uint32_t read_interfaces = 4;                // of the packer: rows of Dst a PACR packs
  uint32_t dst_rows = 1024, dst_sections = 2;  // of 16-bit datums; used in turn with dst_sync::half
  uint32_t phases_at_once = 1;                 // of an instruction: 1, 2 or 4
  uint32_t src_banks = 2;
  uint32_t l1_bytes = default_l1_bytes;
  // A bias comes through the unpacker of the first operand.
  tile_format input_format(unsigned i) const { return i == 1 && second_format ? *second_format : format; }
  unsigned inputs() const;
  std::array<std::optional<buffer_placement>, 3> input_at;  // nothing: one behind the other
  std::optional<buffer_placement> output_at;
  uint32_t l1_banks = 32;
  uint32_t buffer_tiles = 0;  // capacity of each circular buffer; 0: two rounds of the loop. Rounded up to what the loop needs.
};

// Dst -> intermediate -> L1 (hardware format codes).
struct packed_format {
  tile_format format = tile_format::bf16;  // in L1
  uint32_t in_code = 0, out_code = 0;
  bool round_to_10_bits = false;  // FP16 from a 32-bit Dst
};

// How the data runs through the registers (hardware format codes) and how the work is cut; derived from the options.
struct kernel_plan {
  uint32_t in_code[2] = {0, 0}, src_code = 0;  // L1 -> Src; in_code: of each operand
  packed_format pack;                          // of the output
  packed_format partials;                      // of partial sums that come back from L1, as
  uint32_t partials_src_code = 0;              // this in SrcA, or
  bool partials_to_dst = false;                // straight to Dst
  bool unpack_to_dst = false;
  bool transpose = false;  // unpacker 0 turns each face round, or (32-bit datums that it brings to Dst) the matrix unit there
  bool turns_in_dst() const { return transpose && unpack_to_dst; }
  bool tilize = false;      // unpacker 0 takes 32 datums of each of 32 rows, the packer puts them into faces
  bool untilize = false;    // the packer takes rows of all tiles of a block,
  bool whole_rows = false;  // with a PACR for both halves of a tile's row
  uint32_t edge_datums = 0xffff, edge_rows = 0x55555555;  // of a face that are packed, others as zeros: a bit, two bits each
  bool integers = false;
  bool two_operands = false;
  bool unpacks = true, computes = true, packs = true;  // stages that work in full
  bool whole_tiles = false;                            // mul: one UNPACR an operand and tile, instead of one a face
  fidelity_loop loop = fidelity_loop::face;            // never `usual`
  uint32_t phases = 1;                                 // instructions for the fidelity phases of a product
  uint32_t dst_tiles = 8;                              // that one block may use
  // Parts of Dst that blocks use in turn, and their rows of 16-bit datums; the first row of the part of a use.
  uint32_t dst_sections = 2, section_rows = 512;
  uint32_t first_row(uint64_t use) const { return static_cast<uint32_t>(use % dst_sections) * section_rows; }
  uint32_t rt = 1, ct = 1, kt = 1;   // matmul: sub-block in tiles, K in tiles
  uint32_t block_k = 1, passes = 1;  // matmul: tiles of K in a block of Dst; blocks of Dst that are packed over one another
  uint32_t batch_steps = 1;          // steps (tiles; matmul: sub-blocks' K steps) acknowledged together
  uint64_t tiles = 0;                // output tiles
  uint64_t blocks = 0;               // of output tiles; each uses a Dst half (or all of Dst) `passes` times
  mutable uint64_t looked_at = 0;    // blocks that a program has asked for (kernel::end_after)
  bool has_block(uint64_t b) const {
    if (b >= looked_at) looked_at = b + 1;
    return b < blocks;
  }
  uint32_t block_tiles = 8;  // tiles of a block; the last one may have fewer
  uint32_t tiles_of_block(uint64_t b) const {
    const uint64_t left = tiles - b * block_tiles;
    return static_cast<uint32_t>(left < block_tiles ? left : block_tiles);
  }
  bool reuse_in0 = true;  // matmul: which operand stays in its Src bank over the inner loop
};

}  // namespace tensix
