// SPDX-License-Identifier: Apache-2.0
// What the built-in kernels compute with time is, bit for bit, what the machine without time computes.
#include "kernel_run.h"

using namespace tensix_cli;

namespace kernel_outputs_test {
namespace {

constexpr tile_format all_formats[] = {tile_format::bf16, tile_format::fp16, tile_format::fp32, tile_format::bfp8};
constexpr math_fidelity all_fidelities[] = {math_fidelity::lofi, math_fidelity::hifi2, math_fidelity::hifi3,
                                            math_fidelity::hifi4};

bool possible(const kernel_options& o) {
  try {
    kernel k(o);
    return true;
  } catch (const std::invalid_argument&) {
    return false;
  }
}

const std::vector<arguments> both_configurations = {{"--config", "blackhole"}, {"--config", "documented"}};
}  // namespace

TEST_CASE("every kernel, format, Dst width and synchronisation, in both configurations") {
  for (const kernel_description* k : all_kernels()) {
    comparison_batch batch;
    unsigned fidelity = 0;
    for (tile_format in : all_formats)
      for (tile_format out : all_formats)
        for (bool wide : {false, true})
          for (dst_sync sync : {dst_sync::half, dst_sync::full}) {
            kernel_options o;
            o.kernel = k;
            o.m = o.n = o.k = 64;
            o.format = in;
            o.output_format = out;
            o.fp32_dest = wide;
            o.sync = sync;
            o.fidelity = all_fidelities[fidelity++ % 4];
            // Both synchronisations where nothing is converted on the way out, otherwise one of them.
            if (in != out && (sync == dst_sync::full) != (fidelity % 3 == 0)) continue;
            if (possible(o)) batch.add(o, both_configurations);
          }
    CAPTURE(k->name());
    CHECK(batch.runs() >= (k == &kernels::tilize() || k == &kernels::untilize() ? 20 : 50));
    batch.check();
  }
}

TEST_CASE("what the kernel refuses, the command line refuses with the reason") {
  const temporary_folder folder;
  for (const kernel_description* k : all_kernels())
    for (tile_format in : {tile_format::bf16, tile_format::bfp8}) {
      if (k == &kernels::tilize() && in == tile_format::bfp8) continue;  // for another reason
      const arguments a = {"run", k->name(), "--format", name(in), "--out-format", "fp16"};
      check_refused(a, run_tlm(folder, a), {"fp16", name(in), "Dst"});
    }
}

TEST_CASE("every fidelity, where the operands use all bits") {
  comparison_batch batch;
  for (const kernel_description* k : {&kernels::mul(), &kernels::matmul()})
    for (math_fidelity f : all_fidelities)
      for (tile_format format : {tile_format::bf16, tile_format::fp32})
        for (bool wide : {false, true}) {
          kernel_options o;
          o.kernel = k;
          o.m = 96;
          o.n = 160;
          o.k = 96;
          o.format = o.output_format = format;
          o.fidelity = f;
          o.fp32_dest = wide;
          batch.add(o, both_configurations);
        }
  batch.check();
}

TEST_CASE("broadcasts") {
  comparison_batch batch;
  for (const kernel_description* k : {&kernels::add(), &kernels::sub(), &kernels::mul()})
    for (broadcast repeat : {broadcast::row, broadcast::column, broadcast::scalar})
      for (tile_format format : all_formats) {
        kernel_options o;
        o.kernel = k;
        o.m = 70;
        o.n = 100;
        o.format = o.output_format = format;
        o.fp32_dest = format == tile_format::fp32;
        o.repeat = repeat;
        o.fidelity = math_fidelity::hifi2;
        batch.add(o, both_configurations);
      }
  batch.check();
}

TEST_CASE("ragged shapes, throttles and buffer sizes") {
  comparison_batch batch;
  for (const kernel_description* k : all_kernels()) {
    kernel_options o;
    o.kernel = k;
    for (const auto& s : {std::array<uint32_t, 3>{1, 1, 1}, {33, 31, 40}, {100, 200, 33}, {1, 300, 7}, {300, 1, 65}}) {
      o.m = s[0];
      o.n = s[1];
      o.k = s[2];
      batch.add(o, both_configurations);
    }
    o.m = o.n = o.k = 160;
    for (uint32_t tiles : {1, 2, 3, 5, 16}) {
      o.buffer_tiles = tiles;
      batch.add(o, both_configurations);
    }
    o.buffer_tiles = 0;
    for (unpack_throttle t : {unpack_throttle::x1, unpack_throttle::x2, unpack_throttle::x4}) {
      o.throttle = t;
      batch.add(o, both_configurations);
    }
  }
  batch.check();
}

TEST_CASE("other programs for the same result: loops over fidelity phases, direct issue, numbers of read interfaces") {
  comparison_batch batch;
  unsigned turn = 0;
  for (const kernel_description* k : all_kernels())
    for (tile_format format : all_formats)
      for (issue_mode issue : {issue_mode::mop, issue_mode::direct})
        for (fidelity_loop loop : {fidelity_loop::usual, fidelity_loop::position, fidelity_loop::face, fidelity_loop::tile}) {
          if (loop != fidelity_loop::usual && !k->has_phases()) continue;
          kernel_options o;
          o.kernel = k;
          o.m = 64;
          o.n = o.k = 96;
          o.format = o.output_format = format;
          o.issue = issue;
          o.loop = loop;
          o.fidelity = all_fidelities[1 + turn % 3];
          o.fp32_dest = ++turn % 2;
          batch.add(
              o,
              {{}, {"--config", "documented"}, {"--set", "packer.read_interfaces=8"}, {"--set", "packer.read_interfaces=1"}});
        }
  batch.check();
}

TEST_CASE("extreme values: zeros of both signs, infinities, NaN, subnormals, the largest") {
  std::vector<tensor> given = {tensor(64, 64), tensor(64, 64)};
  const uint32_t patterns[] = {0x00000000, 0x80000000, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000, 0x7fc00000,
                               0xffc00001, 0x00000001, 0x80000001, 0x007fffff, 0x00800000, 0x7f7fffff, 0xff7fffff,
                               0x477fe000, 0x38800000, 0x387fc000, 0x33800000, 0x3f7fffff, 0x3f808000, 0x3f818000};
  constexpr size_t n = sizeof patterns / sizeof patterns[0];
  for (size_t i = 0; i < given[0].data.size(); ++i) {
    std::memcpy(&given[0].data[i], &patterns[i % n], 4);
    std::memcpy(&given[1].data[i], &patterns[(i / n + i) % n], 4);
  }
  for (const kernel_description* k : all_kernels()) {
    const std::vector<tensor> inputs(given.begin(), given.begin() + k->operands());
    comparison_batch batch(&inputs);
    for (tile_format format : all_formats)
      for (bool wide : {false, true}) {
        kernel_options o;
        o.kernel = k;
        o.m = o.n = o.k = 64;
        o.format = o.output_format = format;
        o.fp32_dest = wide;
        o.fidelity = math_fidelity::hifi4;
        batch.add(o, both_configurations);
      }
    batch.check();
  }
}

TEST_CASE("work larger than L1 streams through the circular buffers") {
  comparison_batch batch;
  kernel_options o;
  o.m = o.n = 1024;  // 4 MiB in, 4 MiB out; L1 has 1.5 MiB
  o.format = o.output_format = tile_format::fp32;
  o.fp32_dest = true;
  batch.add(o, {{}, {"--feed-bytes", "64"}});
  kernel_options product;
  product.kernel = &kernels::matmul();
  product.m = 64;
  product.n = 96;
  product.k = 6400;  // 2 MiB in
  product.fp32_dest = true;
  batch.add(product, {{}, {"--config", "documented"}});
  kernel_options small = o;
  small.kernel = &kernels::sub();
  small.m = small.n = 256;
  small.buffer_tiles = 4;
  small.l1_bytes = 64 * 1024;
  batch.add(small, {{"--set", "l1.size_kib=64"}, {"--set", "l1.size_kib=64", "--set", "l1.banks=16", "--feed-bytes", "16"}});
  batch.check();
}

TEST_CASE("generated operands: the seed decides, and only the seed") {
  const temporary_folder folder;
  const std::vector<arguments> all = {
      {"run", "mul", "--shape", "64x64", "--out", "a.npy", "--seed", "5"},
      {"run", "mul", "--shape", "64x64", "--out", "b.npy", "--seed", "5", "--config", "documented"},
      {"run", "mul", "--shape", "64x64", "--out", "c.npy", "--seed", "6"},
      {"run", "mul", "--shape", "64x64", "--out", "d.npy"},
      {"run", "mul", "--shape", "64x64", "--out", "e.npy", "--seed", "1"},
      {"run", "datacopy", "--shape", "40x50", "--out", "f.npy"}};
  for (const auto& o : tlm_all(folder, all)) CHECK(o.code == 0);
  const auto read = [&](const char* file) { return read_npy(folder / file); };
  CHECK(same_bits(read("a.npy"), read("b.npy")));
  CHECK_FALSE(same_bits(read("a.npy"), read("c.npy")));
  CHECK(same_bits(read("d.npy"), read("e.npy")));
  CHECK(read("f.npy").rows == 40);
  CHECK(read("f.npy").cols == 50);
}

TEST_CASE("the shape follows the operand files") {
  const temporary_folder folder;
  write_npy(folder / "a.npy", make_test_tensor(40, 70, 1, 8));
  write_npy(folder / "b.npy", make_test_tensor(70, 33, 2, 8));
  const std::vector<arguments> all = {{"run", "datacopy", "--in0", "a.npy", "--out", "copy.npy"},
                                      {"run", "matmul", "--in0", "a.npy", "--in1", "b.npy", "--out", "product.npy"},
                                      {"run", "add", "--in0", "a.npy", "--out", "sum.npy"},
                                      {"run", "matmul", "--in1", "b.npy", "--out", "other.npy"}};
  for (const auto& o : tlm_all(folder, all)) CHECK(o.code == 0);
  CHECK(same_bits(read_npy(folder / "copy.npy"), read_npy(folder / "a.npy")));
  CHECK(read_npy(folder / "product.npy").rows == 40);
  CHECK(read_npy(folder / "product.npy").cols == 33);
  CHECK(read_npy(folder / "sum.npy").cols == 70);
  CHECK(read_npy(folder / "other.npy").cols == 33);
}

}  // namespace kernel_outputs_test
