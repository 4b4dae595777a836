// SPDX-License-Identifier: Apache-2.0
// reduce: every operation, axis, format and shape against plain loops; what is refused.
#include <algorithm>
#include <cmath>

#include "kernel_player.h"

using namespace tensix;

namespace {

kernel_options reduce(uint32_t m, uint32_t n, uint32_t op, uint32_t axis) {
  kernel_options o;
  o.kernel = &kernels::reduce();
  o.m = m, o.n = n, o.operation = op, o.axis = axis;
  o.fidelity = math_fidelity::hifi4;
  return o;
}

reference plain(const kernel_options& o, const tensor& t) {
  if (o.axis == 2) {
    double sum = 0, largest = -INFINITY;
    for (const float x : t.data) sum += x, largest = std::max(largest, double{x});
    return {1, 1, {o.operation == 0 ? sum : o.operation == 1 ? largest : sum / static_cast<double>(t.data.size())}};
  }
  const bool rows = o.axis == 0;
  const uint32_t results = rows ? t.rows : t.cols, length = rows ? t.cols : t.rows;
  reference out{rows ? results : 1, rows ? 1 : results, std::vector<double>(results)};
  for (uint32_t i = 0; i < results; ++i) {
    double sum = 0, largest = -INFINITY;
    for (uint32_t j = 0; j < length; ++j) {
      const double x = rows ? t.at(i, j) : t.at(j, i);
      sum += x;
      largest = std::max(largest, x);
    }
    out.data[i] = o.operation == 0 ? sum : o.operation == 1 ? largest : sum / length;
  }
  return out;
}

}  // namespace

TEST_CASE("reduce: sums, maxima and means of rows, columns and all") {
  const auto ops = kernels::reduce().op_names(), axes = kernels::reduce().axis_names();
  REQUIRE(ops == std::vector<std::string>{"sum", "max", "avg"});
  REQUIRE(axes == std::vector<std::string>{"w", "h", "hw"});
  for (uint32_t op = 0; op < 3; ++op)
    for (uint32_t axis = 0; axis < 3; ++axis)
      for (const tile_format f :
           {tile_format::bf16, tile_format::fp16, tile_format::fp32, tile_format::bfp8, tile_format::bfp4})
        for (const bool wide : {false, true})
          for (const auto& [m, n] : {std::pair{64u, 96u}, {320u, 32u}, {40u, 33u}})
            for (const packer_topology topology : {packer_topology::read_interfaces, packer_topology::independent}) {
              kernel_options o = reduce(m, n, op, axis);
              o.format = f, o.fp32_dest = wide, o.topology = topology;
              o.output_format = wide ? tile_format::fp32 : f == tile_format::fp16 ? f : tile_format::bf16;
              CAPTURE(ops[op], axes[axis], name(f), wide, m, n);
              const bool ragged = op == 1 && ((axis != 1 && n % 32 != 0) || (axis != 0 && m % 32 != 0)),
                         narrow = f == tile_format::fp16 && wide && axis != 1;
              CHECK(possible(o) == !(ragged || narrow));
              if (!possible(o)) continue;
              const std::vector<tensor> in = make_inputs(kernel(o), 3);
              const reference expected = plain(o, quantize(in[0], f));
              const outcome r = play(o, &in);
              const accuracy a = compare(r.result, expected);
              CHECK(a.max_abs_error == r.quality.max_abs_error);  // the run's own reference
              const double exact = op == 1 ? 0 : f == tile_format::fp16 ? 0.02 : 0.035;
              // Along both axes much cancels that was rounded before, in 16 bits.
              const double before = axis == 2 && op != 1 ? std::sqrt(m * n) / (op == 0 ? 1 : m * n) : 0;
              CHECK(a.max_abs_error <= exact * std::max(a.max_abs_reference, before));
            }
}

TEST_CASE("reduce: negative maxima, and every datum has its chance") {
  for (uint32_t axis = 0; axis < 2; ++axis) {
    const kernel_options o = reduce(64, 64, 1, axis);
    std::vector<tensor> in = make_inputs(kernel(o));
    for (uint32_t k = 0; k < 64; ++k) {
      for (float& x : in[0].data) x = -4;
      for (uint32_t i = 0; i < 64; ++i)
        (axis ? in[0].at((i + k) % 64, i) : in[0].at(i, (i + k) % 64)) = -1.0f - static_cast<float>(i) / 64;
      const outcome r = play(o, &in);
      for (uint32_t i = 0; i < 64; ++i) REQUIRE(r.result.data[i] == -1.0f - static_cast<float>(i) / 64);
    }
  }
}

TEST_CASE("reduce: along both axes every datum has its chance, and is counted once") {
  const kernel_options o = reduce(64, 96, 0, 2);
  std::vector<tensor> in = make_inputs(kernel(o));
  kernel_options largest = reduce(64, 96, 1, 2);
  for (uint32_t k = 0; k < 64 * 96; k += 61) {
    for (float& x : in[0].data) x = 0;
    in[0].data[k] = 3;
    REQUIRE(play(o, &in).result.data == std::vector<float>{3});
    for (float& x : in[0].data) x = -8;
    in[0].data[k] = -3;
    REQUIRE(play(largest, &in).result.data == std::vector<float>{-3});
  }
  for (float& x : in[0].data) x = 1;
  REQUIRE(play(o, &in).result.data == std::vector<float>{64 * 96});
}

TEST_CASE("reduce: buffers of any size, both ways of issue and of Dst give the same bytes") {
  for (uint32_t axis = 0; axis < 3; ++axis)
    for (uint32_t op = 0; op < 3; ++op) {
      kernel_options o = reduce(96, 352, op, axis);
      const outcome usual = play(o);
      for (const uint32_t capacity : {1u, 2u, 5u})
        for (const dst_sync sync : {dst_sync::half, dst_sync::full}) {
          o.buffer_tiles = capacity, o.sync = sync, o.issue = capacity == 2 ? issue_mode::direct : issue_mode::mop;
          CAPTURE(axis, op, capacity);
          CHECK(play(o).bytes == usual.bytes);
        }
    }
}

TEST_CASE("reduce: what cannot be, and what instead") {
  kernel_options o = reduce(64, 64, 0, 0);
  o.loop = fidelity_loop::tile;
  REQUIRE_THROWS_WITH(kernel(o), Contains("use the loop face"));
  o.loop = fidelity_loop::usual;
  o.format = o.output_format = tile_format::int8, o.fp32_dest = true;
  REQUIRE_THROWS_WITH(kernel(o), Contains("use bf16, fp16 or fp32"));
  o.format = o.output_format = tile_format::fp16;
  REQUIRE_THROWS_WITH(kernel(o), Contains("leave --fp32-dest out"));
  o = reduce(40, 64, 1, 1);
  REQUIRE_THROWS_WITH(kernel(o), Contains("multiple of 32"));
}
