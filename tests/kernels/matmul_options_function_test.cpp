// SPDX-License-Identifier: Apache-2.0
// Sub-blocks, reuse, bias, ReLU and L1 accumulation of matmul: against plain loops, and against the same products made one by one.
#include <cstring>

#include "alike.h"
#include "kernel_player.h"
#include "models/formats/pack_formats.h"

using namespace tensix;

namespace {

kernel_options matmul(uint32_t m, uint32_t n, uint32_t k) {
  kernel_options o;
  o.kernel = &kernels::matmul();
  o.m = m, o.n = n, o.k = k;
  o.fidelity = math_fidelity::hifi4;
  return o;
}

std::string refusal_of(const kernel_options& o) {
  try {
    kernel k(o);
  } catch (const std::invalid_argument& e) {
    return e.what();
  }
  return "";
}

tensor columns(const tensor& t, uint32_t from, uint32_t to) {
  tensor part(t.rows, to - from);
  for (uint32_t r = 0; r < t.rows; ++r)
    for (uint32_t c = from; c < to; ++c) part.at(r, c - from) = t.at(r, c);
  return part;
}
tensor rows(const tensor& t, uint32_t from, uint32_t to) {
  tensor part(to - from, t.cols);
  std::copy_n(&t.data[size_t{from} * t.cols], part.data.size(), part.data.begin());
  return part;
}

}  // namespace

TEST_CASE("sub-blocks and reuse change no bit") {
  kernel_options o = matmul(128, 192, 96);
  const outcome usual = play(o);
  unsigned played = 0;
  for (uint32_t r = 1; r <= 4; ++r)
    for (uint32_t c = 1; c <= 6; ++c)
      for (const operand_reuse reuse : {operand_reuse::chosen, operand_reuse::in0, operand_reuse::in1})
        for (const uint32_t capacity : {0u, 8u}) {
          o.subblock_rows = r, o.subblock_cols = c, o.reuse = reuse, o.buffer_tiles = capacity;
          CAPTURE(r, c, name(reuse), capacity);
          const bool fits = 4 % r == 0 && 6 % c == 0 && r * c <= 8;
          CHECK(refusal_of(o).empty() == fits);
          if (!fits) continue;
          ++played;
          const kernel k(o);
          CHECK(k.plan().rt == r);
          CHECK(k.plan().ct == c);
          CHECK(k.plan().reuse_in0 == (reuse == operand_reuse::chosen ? c >= r : reuse == operand_reuse::in0));
          CHECK(play(o).bytes == usual.bytes);
        }
  CHECK(played == 54);
}

TEST_CASE("bias and ReLU: plain loops") {
  for (const bool bias : {false, true})
    for (const bool relu : {false, true})
      for (const bool wide : {false, true})
        for (const uint32_t capacity : {0u, 1u, 3u}) {
          kernel_options o = matmul(96, 160, 70);
          o.bias = bias, o.relu = relu, o.fp32_dest = wide, o.buffer_tiles = capacity;
          o.output_format = wide ? tile_format::fp32 : tile_format::bf16;
          CAPTURE(bias, relu, wide, capacity);
          const kernel k(o);
          REQUIRE(k.inputs().size() == (bias ? 3 : 2));
          const std::vector<tensor> in = make_inputs(k);
          if (bias) CHECK((in[2].rows == 1 && in[2].cols == 160));
          reference plain{o.m, o.n, std::vector<double>(size_t{o.m} * o.n)};
          for (uint32_t r = 0; r < o.m; ++r)
            for (uint32_t c = 0; c < o.n; ++c) {
              double sum = bias ? in[2].at(0, c) : 0;
              for (uint32_t i = 0; i < o.k; ++i) sum += double{in[0].at(r, i)} * in[1].at(i, c);
              plain.data[size_t{r} * o.n + c] = relu && sum < 0 ? 0 : sum;
            }
          const outcome result = play(o, &in);
          const accuracy a = compare(result.result, plain);
          CHECK(a.max_abs_error <= error_bound(o, k.plan()) * a.max_abs_reference);
          CHECK(a.max_abs_error == result.quality.max_abs_error);  // the run's own reference
          CHECK(a.max_abs_reference > 20);
        }
}

TEST_CASE("ReLU of every kernel") {
  for (const kernel_description* kind : all_kernels())
    for (const tile_format f : {tile_format::bf16, tile_format::fp16, tile_format::int8}) {
      kernel_options o;
      o.kernel = kind;
      o.m = o.n = o.k = 64;
      o.format = f;
      o.output_format = f == tile_format::int8 ? tile_format::int32 : f;
      o.fp32_dest = f == tile_format::int8;
      if (!possible(o)) continue;
      std::vector<tensor> in = make_inputs(kernel(o), 3);
      if (f == tile_format::int8)
        for (tensor& t : in)
          for (float& x : t.data) x *= 32;
      const outcome all = play(o, &in);
      o.relu = true;
      const outcome positive = play(o, &in);
      CAPTURE(kind->name(), name(f));
      for (size_t i = 0; i < all.result.data.size(); ++i)
        REQUIRE(positive.result.data[i] == std::max(all.result.data[i], 0.0f));
    }
}

TEST_CASE("L1 accumulation adds what each block of K gives by itself") {
  for (const uint32_t block_k : {1u, 2u, 3u, 4u})
    for (const tile_format out : {tile_format::bf16, tile_format::fp32})
      for (const packer_topology topology : {packer_topology::read_interfaces, packer_topology::independent})
        for (const dst_sync sync : {dst_sync::half, dst_sync::full}) {
          kernel_options o = matmul(64, 128, 160);
          o.output_format = out, o.topology = topology, o.sync = sync;
          const std::vector<tensor> in = make_inputs(kernel(o));
          std::vector<uint8_t> sum;
          for (uint32_t at = 0; at < o.k; at += block_k * tile_dim) {
            kernel_options part = o;
            part.k = std::min(block_k * tile_dim, o.k - at);
            const std::vector<tensor> piece = {columns(in[0], at, at + part.k), rows(in[1], at, at + part.k)};
            const std::vector<uint8_t> bytes = play(part, &piece).bytes;
            if (sum.empty()) {
              sum = bytes;
              continue;
            }
            for (size_t i = 0; i < sum.size(); i += 16)
              (out == tile_format::bf16 ? accumulate_bf16_lanes : accumulate_fp32_lanes)(&sum[i], &bytes[i], 1);
          }
          o.block_k = block_k, o.l1_acc = true;
          for (const uint32_t capacity : {0u, 8u, 3u}) {
            o.buffer_tiles = capacity;
            CAPTURE(block_k, name(out), name(sync), capacity);
            CHECK(kernel(o).plan().passes == (5 + block_k - 1) / block_k);
            CHECK(play(o, &in).bytes == sum);
          }
        }
}

TEST_CASE("integers accumulate without error, with a bias once") {
  kernel_options o = matmul(64, 64, 128);
  o.format = tile_format::int8, o.output_format = tile_format::int32, o.fp32_dest = true;
  o.block_k = 1, o.l1_acc = true, o.bias = true;
  std::vector<tensor> in = make_inputs(kernel(o), 3);
  for (tensor& t : in)
    for (float& x : t.data) x *= 32;
  CHECK(play(o, &in).quality.max_abs_error == 0);
}

// What comes back as it left changes nothing: partial sums are as wide as Dst, and are added to in the same order.
TEST_CASE("partial sums that go to L1 and come back: not a bit changes") {
  struct formats {
    tile_format in, out;
    bool wide;
  };
  tensix_tests::each_alike cases;
  for (const auto& f : {formats{tile_format::bf16, tile_format::bf16, false},
                        {tile_format::bf16, tile_format::bfp8, true},
                        {tile_format::bf16, tile_format::bf16, true},
                        {tile_format::fp32, tile_format::fp32, true},
                        {tile_format::fp32, tile_format::fp32, false},
                        {tile_format::fp16, tile_format::fp16, false},
                        {tile_format::fp16, tile_format::bfp8, false},
                        {tile_format::fp8, tile_format::fp16, true},
                        {tile_format::bfp8, tile_format::bf16, false},
                        {tile_format::int8, tile_format::int32, true},
                        {tile_format::int8, tile_format::int8, true}})
    for (const uint32_t block_k : {1u, 2u, 4u})
      for (const packer_topology topology : {packer_topology::read_interfaces, packer_topology::independent})
        for (const dst_sync sync : {dst_sync::half, dst_sync::full})
          for (const bool bias : {false, true}) {
            if (cases.left_out()) continue;
            kernel_options o = matmul(64, 96, 160);
            o.format = f.in, o.output_format = f.out, o.fp32_dest = f.wide, o.topology = topology, o.sync = sync;
            o.bias = bias, o.relu = bias && f.in != tile_format::int8;
            CAPTURE(name(f.in), name(f.out), f.wide, block_k, name(sync), bias);
            std::vector<tensor> in = make_inputs(kernel(o));
            if (f.in == tile_format::int8)
              for (tensor& t : in)
                for (float& x : t.data) x *= 32;
            const std::vector<uint8_t> at_once = play(o, &in).bytes;
            o.block_k = block_k;
            for (const uint32_t capacity : {0u, 3u}) {
              o.buffer_tiles = capacity, o.issue = capacity ? issue_mode::direct : issue_mode::mop;
              o.reuse = capacity ? operand_reuse::in1 : operand_reuse::chosen;
              const kernel k(o);
              CHECK(k.plan().passes == (5 + block_k - 1) / block_k);
              CHECK(k.plan().partials_to_dst == f.wide);
              CHECK(play(o, &in).bytes == at_once);
            }
          }
}

TEST_CASE("partial sums of all sub-blocks go to L1 before the first comes back: not a bit changes") {
  for (const bool wide : {false, true})
    for (const packer_topology topology : {packer_topology::read_interfaces, packer_topology::independent})
      for (const uint32_t block_k : {1u, 3u}) {
        kernel_options o = matmul(96, 192, 192);
        o.subblock_rows = 1, o.subblock_cols = 2;
        o.fp32_dest = wide, o.bias = wide, o.relu = !wide, o.topology = topology;
        CAPTURE(wide, block_k);
        const std::vector<tensor> in = make_inputs(kernel(o));
        const std::vector<uint8_t> at_once = play(o, &in).bytes;
        o.block_k = block_k, o.spill_all = true;
        for (const uint32_t capacity : {0u, 4u})
          for (const dst_sync sync : {dst_sync::half, dst_sync::full}) {
            o.buffer_tiles = capacity, o.sync = sync, o.issue = capacity ? issue_mode::direct : issue_mode::mop;
            CHECK(kernel(o).partials().capacity == 18);
            CHECK(play(o, &in).bytes == at_once);
          }
        o.sync = dst_sync::half, o.subblock_rows = 3, o.subblock_cols = 1;  // more than Dst had before: one sub-block a column
        CHECK(play(o, &in).bytes == at_once);
      }
  kernel_options one = matmul(32, 64, 128);  // a single sub-block
  const std::vector<uint8_t> at_once = play(one).bytes;
  one.block_k = 2, one.spill_all = true;
  CHECK(play(one).bytes == at_once);
}

// [partial sums, second part of A] times [identity, second part of B] begins with the same sum.
TEST_CASE("partial sums are rounded to the format in which they lie in L1") {
  for (const tile_format partials : {tile_format::bf16, tile_format::bfp8, tile_format::bfp4, tile_format::tf32})
    for (const bool wide : {false, true}) {
      kernel_options o = matmul(64, 32, 64);
      o.fp32_dest = wide, o.output_format = wide ? tile_format::fp32 : tile_format::bf16;
      const std::vector<tensor> in = make_inputs(kernel(o));
      CAPTURE(name(partials), wide);
      o.block_k = 1;
      o.partials_format = partials;
      const outcome result = play(o, &in);
      kernel_options part = o;
      part.k = 32, part.block_k = 0, part.partials_format = {};
      part.output_format = partials;
      const std::vector<tensor> first = {columns(in[0], 0, 32), rows(in[1], 0, 32)};
      const tensor sums = play(part, &first).result;
      std::vector<tensor> whole = {tensor(64, 64), tensor(64, 32)};
      for (uint32_t r = 0; r < 64; ++r)
        for (uint32_t c = 0; c < 32; ++c) {
          whole[0].at(r, c) = sums.at(r, c), whole[0].at(r, c + 32) = in[0].at(r, c + 32);
          whole[1].at(r, c) = r < 32 ? float(r == c) : in[1].at(r, c);
        }
      kernel_options again = o;
      again.block_k = 0, again.partials_format = {};
      if (partials == tile_format::tf32) again.format = tile_format::tf32;
      CHECK(play(again, &whole).bytes == result.bytes);
      CHECK(result.quality.max_abs_error > 0);
    }
}

TEST_CASE("matmul's options: what cannot be, why, and what can") {
  kernel_options o = matmul(128, 96, 64);
  o.subblock_rows = 3, o.subblock_cols = 1;
  CHECK_THAT(refusal_of(o), Contains("4 tile rows") && Contains("use 1, 2, 4"));
  o.subblock_rows = 1, o.subblock_cols = 2;
  CHECK_THAT(refusal_of(o), Contains("3 tile columns") && Contains("use 1, 3"));
  o.subblock_rows = 4, o.subblock_cols = 3;
  CHECK_THAT(refusal_of(o), Contains("12 tiles") && Contains("holds 8") && Contains("--dst-sync full"));
  o.sync = dst_sync::full;
  CHECK(refusal_of(o).empty());
  o.buffer_tiles = 6;
  CHECK_THAT(refusal_of(o), Contains("--l1-tiles"));
  o = matmul(64, 64, 64);
  o.block_k = 1;
  CHECK(refusal_of(o).empty());
  o.partials_format = tile_format::fp16;
  CHECK_THAT(refusal_of(o), Contains("partials fp16") && Contains("use bf16, bfp8"));
  o.partials_format = tile_format::bf16, o.l1_acc = true;
  CHECK_THAT(refusal_of(o), Contains("without --l1-acc"));
  o.partials_format = {};
  CHECK(refusal_of(o).empty());
  o.relu = true;
  CHECK_THAT(refusal_of(o), Contains("relu with l1-acc"));
  o.relu = false;
  o.output_format = tile_format::bfp8;
  CHECK_THAT(refusal_of(o), Contains("--out-format bf16"));
  o.output_format = tile_format::bf16;
  o.block_k = 2;
  CHECK_THAT(refusal_of(o), Contains("--block-k below 2"));
  o.l1_acc = false, o.spill_all = true;
  CHECK_THAT(refusal_of(o), Contains("spill-all") && Contains("--block-k below 2"));
  o.k = 256, o.block_k = 3;
  CHECK_THAT(refusal_of(o), Contains("does not divide 8 tiles of K; use 1, 2, 4"));
  o.block_k = 4;
  CHECK(refusal_of(o).empty());
  o.m = o.n = 1024;
  CHECK_THAT(refusal_of(o), Contains("take 2097152 bytes") && Contains("leave --spill-all out"));
  o.kernel = &kernels::add();
  CHECK_THAT(refusal_of(o), Contains("no inner dimension") && Contains("matmul"));
}
