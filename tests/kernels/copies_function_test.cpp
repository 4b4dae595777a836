// SPDX-License-Identifier: Apache-2.0
// Kernels that are made of a copy: transpose against the operand's own values, functions of the vector unit against double
// precision and against the program of the unit by itself.
#include <cmath>
#include <cstring>

#include "kernel_player.h"

using namespace tensix;

namespace {

kernel_options options_of(const kernel_description& k, uint32_t m, uint32_t n) {
  kernel_options o;
  o.kernel = &k;
  o.m = m, o.n = n;
  return o;
}

double function(const std::string& name, double x) {
  if (name == "exp") return std::exp(x);
  if (name == "gelu") return x * (1 + std::erf(x / std::sqrt(2.0))) / 2;
  if (name == "sqrt") return std::sqrt(x);
  if (name == "recip") return 1 / x;
  if (name == "relu") return std::max(x, 0.0);
  if (name == "abs") return std::abs(x);
  if (name == "square") return x * x;
  if (name == "neg") return -x;
  if (name == "rsqrt") return 1 / std::sqrt(x);
  if (name == "log") return std::log(x);
  if (name == "sigmoid") return 1 / (1 + std::exp(-x));
  if (name == "tanh") return std::tanh(x);
  if (name == "sin") return std::sin(x);
  if (name == "cos") return std::cos(x);
  throw std::logic_error(name);
}

}  // namespace

TEST_CASE("transpose: rows become columns, whatever the shape") {
  for (const tile_format f : all_tile_formats)
    for (const bool wide : {false, true})
      for (const auto& [m, n] : {std::pair{96u, 64u}, {33u, 100u}, {32u, 288u}})
        for (const packer_topology topology : {packer_topology::read_interfaces, packer_topology::independent}) {
          kernel_options o = options_of(kernels::transpose(), m, n);
          o.format = o.output_format = f, o.fp32_dest = wide, o.topology = topology;
          if (!possible(o)) {
            CHECK((is_integer(f) && !wide));
            continue;
          }
          CAPTURE(name(f), wide, m, n);
          const kernel k(o);
          REQUIRE(k.inputs()[0].grid.rows == n);
          REQUIRE(k.inputs()[0].grid.cols == m);
          // 32-bit datums in a 32-bit Dst keep all their bits.
          std::vector<tensor> in = make_inputs(k, f == tile_format::fp32 && wide ? 24 : 3);
          if (is_integer(f))
            for (float& x : in[0].data) x *= f == tile_format::int8 ? 32 : 1 << 20;
          const outcome r = play(o, &in);
          if (k.plan().turns_in_dst()) {
            o.issue = issue_mode::direct, o.sync = dst_sync::full;
            CHECK(play(o, &in).bytes == r.bytes);
          }
          const bool exact = !is_block_format(hardware_format(f));
          for (uint32_t row = 0; row < m; ++row)
            for (uint32_t col = 0; col < n; ++col)
              if (exact) REQUIRE(r.result.at(row, col) == in[0].at(col, row));
          CHECK(r.quality.max_abs_error <= (exact ? 0 : f == tile_format::bfp2 ? 2.0 : 0.5));
        }
}

TEST_CASE("tilize: whole rows in L1 become tiles") {
  for (const tile_format f : {tile_format::bf16, tile_format::fp16, tile_format::fp32, tile_format::tf32})
    for (const bool wide : {false, true})
      for (const auto& [m, n] : {std::pair{64u, 32u}, {96u, 160u}, {33u, 300u}})
        for (const uint32_t capacity : {0u, 1u, 12u}) {
          kernel_options o = options_of(kernels::tilize(), m, n);
          o.format = o.output_format = f, o.fp32_dest = wide, o.buffer_tiles = capacity;
          CAPTURE(name(f), wide, m, n, capacity);
          const kernel k(o);
          CHECK(k.inputs()[0].capacity % tiles_along(n) == 0);
          CHECK(k.inputs()[0].row_tiles == tiles_along(n));
          const std::vector<tensor> in = make_inputs(k, 3);
          CHECK(play(o, &in).result.data == in[0].data);
          o.topology = packer_topology::independent;
          CHECK(play(o, &in).result.data == in[0].data);
        }
}

TEST_CASE("tilize: the packer converts as it does from tiles, to block formats too") {
  for (const tile_format in : {tile_format::bf16, tile_format::fp16, tile_format::fp32})
    for (const tile_format out : all_tile_formats)
      for (const bool wide : {false, true})
        for (const packer_topology topology : {packer_topology::read_interfaces, packer_topology::independent}) {
          kernel_options o = options_of(kernels::tilize(), 64, 96), copy = options_of(kernels::datacopy(), 64, 96);
          for (kernel_options* k : {&o, &copy})
            k->format = in, k->output_format = out, k->fp32_dest = wide, k->topology = topology;
          CAPTURE(name(in), name(out), wide);
          CHECK(possible(o) == possible(copy));
          if (!possible(o)) continue;
          const std::vector<tensor> values = make_inputs(kernel(o), 9);
          CHECK(play(o, &values).bytes == play(copy, &values).bytes);
        }
}

TEST_CASE("untilize: tiles become whole rows in L1") {
  for (const tile_format f : {tile_format::bf16, tile_format::fp16, tile_format::fp32, tile_format::tf32, tile_format::int32})
    for (const bool wide : {false, true})
      for (const auto& [m, n] : {std::pair{64u, 32u}, {96u, 160u}, {33u, 352u}, {40u, 512u}})
        for (const uint32_t capacity : {0u, 1u, 12u})
          for (const dst_sync sync : {dst_sync::half, dst_sync::full}) {
            kernel_options o = options_of(kernels::untilize(), m, n);
            o.format = o.output_format = f, o.fp32_dest = wide, o.buffer_tiles = capacity, o.sync = sync;
            o.issue = capacity == 12 ? issue_mode::direct : issue_mode::mop;
            if (f == tile_format::int32 && !wide) continue;
            CAPTURE(name(f), wide, m, n, capacity, name(sync));
            const kernel k(o);
            CHECK(k.output().capacity % tiles_along(n) == 0);
            CHECK(k.output().row_tiles == tiles_along(n));
            CHECK(tiles_along(n) % k.plan().block_tiles == 0);
            std::vector<tensor> in = make_inputs(k, 3);
            if (f == tile_format::int32)
              for (float& x : in[0].data) x *= 32;
            const outcome r = play(o, &in);
            CHECK(r.result.data == in[0].data);
            CHECK(r.quality.max_abs_error == 0);
            o.topology = packer_topology::independent;
            CHECK(play(o, &in).result.data == in[0].data);
          }
}

TEST_CASE("untilize: a packer of any number of read interfaces") {
  for (const bool wide : {false, true})
    for (const uint32_t interfaces : {1u, 2u, 8u}) {
      kernel_options o = options_of(kernels::untilize(), 64, 320);
      o.fp32_dest = wide, o.read_interfaces = interfaces;
      CAPTURE(wide, interfaces);
      const std::vector<tensor> in = make_inputs(kernel(o), 3);
      CHECK(play(o, &in).result.data == in[0].data);
    }
}

TEST_CASE("untilize: the packer converts as it does into tiles") {
  for (const tile_format in : all_tile_formats)
    for (const tile_format out : {tile_format::bf16, tile_format::fp16, tile_format::fp32, tile_format::tf32})
      for (const bool wide : {false, true}) {
        kernel_options o = options_of(kernels::untilize(), 64, 96), copy = options_of(kernels::datacopy(), 64, 96);
        for (kernel_options* k : {&o, &copy}) k->format = in, k->output_format = out, k->fp32_dest = wide, k->relu = wide;
        CAPTURE(name(in), name(out), wide);
        CHECK(possible(o) == possible(copy));
        if (!possible(o)) continue;
        const std::vector<tensor> values = make_inputs(kernel(o), 9);
        CHECK(play(o, &values).result.data == play(copy, &values).result.data);
        for (kernel_options* k : {&o, &copy}) k->topology = packer_topology::independent;
        CHECK(play(o, &values).result.data == play(copy, &values).result.data);
      }
}

TEST_CASE("untilize: what cannot be") {
  kernel_options o = options_of(kernels::untilize(), 32, 32);
  o.output_format = tile_format::bfp8;
  REQUIRE_THROWS_WITH(kernel(o), Contains("use --out-format bf16"));
}

TEST_CASE("a row-major buffer holds 32 whole rows after the other") {
  kernel_options o = options_of(kernels::tilize(), 64, 96);
  const kernel k(o);
  const tensor t = make_test_tensor(64, 96, 1, 3);
  operand_tiles tiles(operand(t), tile_format::bf16, 1);
  std::vector<uint8_t> bytes, scratch;
  for (uint64_t page = 0; page < 6; ++page) {
    const uint8_t* p = bytes_in_buffer(k.inputs()[0], tiles, page, scratch);
    bytes.insert(bytes.end(), p, p + 2048);
  }
  for (uint32_t r = 0; r < 64; ++r)
    for (uint32_t c = 0; c < 96; ++c) {
      uint32_t word;
      std::memcpy(&word, &t.data[r * 96 + c], 4);
      const size_t at = 2 * (r * 96 + c);
      REQUIRE((bytes[at] | bytes[at + 1] << 8) == static_cast<int>(word >> 16));
    }
}

TEST_CASE("tilize: what cannot be") {
  kernel_options o = options_of(kernels::tilize(), 32, 32);
  o.format = tile_format::bfp8;
  REQUIRE_THROWS_WITH(kernel(o), Contains("use bf16, fp16, fp32 or tf32"));
  o.format = tile_format::bf16;
  o.read_interfaces = 2;
  REQUIRE_THROWS_WITH(kernel(o), Contains("packer.read_interfaces=4"));
}

TEST_CASE("unary: each function in each width of Dst, nearly as exact as Dst is") {
  const std::vector<std::string> names = kernels::unary().op_names();
  REQUIRE(names.size() == 14);
  CHECK(names[0] == "exp");
  for (uint32_t op = 0; op < names.size(); ++op)
    for (const auto& [f, wide] : {std::pair{tile_format::bf16, false},
                                  {tile_format::fp16, false},
                                  {tile_format::fp32, true},
                                  {tile_format::bf16, true},
                                  {tile_format::bfp8, false}})
      for (const dst_sync sync : {dst_sync::half, dst_sync::full}) {
        kernel_options o = options_of(kernels::unary(), 40, 96);
        o.operation = op, o.format = f, o.fp32_dest = wide, o.sync = sync;
        o.output_format = wide ? tile_format::fp32 : f == tile_format::fp16 ? f : tile_format::bf16;
        CAPTURE(names[op], name(f), wide, name(sync));
        std::vector<tensor> in = make_inputs(kernel(o), 7);
        const value_range range = kernels::unary().test_range(o);
        for (float& x : in[0].data) {
          if (range == value_range::not_negative || range == value_range::positive) x = std::abs(x);
          if (x == 0) x = 1;
        }
        const outcome r = play(o, &in);
        const tensor held = quantize(in[0], f);
        // Two units in the last place of what Dst holds; of 32 bits, ten and what cancels in sin and cos.
        const double relative = wide ? 1e-6 : f == tile_format::fp16 ? 1 / 512.0 : 1 / 64.0;
        for (size_t i = 0; i < in[0].data.size(); ++i) {
          const double expected = function(names[op], held.data[i]);
          REQUIRE(std::abs(r.result.data[i] - expected) <= relative * std::abs(expected) + (wide ? 1e-6 : 1e-4));
        }
      }
}

TEST_CASE("unary: FP32 goes straight to Dst, and by both ways of issue come the same bits") {
  kernel_options o = options_of(kernels::unary(), 64, 320);
  o.format = o.output_format = tile_format::fp32, o.fp32_dest = true;
  CHECK(kernel(o).plan().unpack_to_dst);
  o.operation = 7;  // neg
  const std::vector<tensor> in = {make_test_tensor(64, 320, 5, 24)};
  const outcome r = play(o, &in);
  for (size_t i = 0; i < in[0].data.size(); ++i) REQUIRE(r.result.data[i] == -in[0].data[i]);
  o.issue = issue_mode::direct;
  CHECK(play(o, &in).bytes == r.bytes);
  o.format = o.output_format = tile_format::int8;
  REQUIRE_THROWS_WITH(kernel(o), Contains("the functions are of floats"));
}
