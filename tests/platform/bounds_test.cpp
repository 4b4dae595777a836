// SPDX-License-Identifier: Apache-2.0
// The least cycles of unpackers, matrix unit and packer: docs/bounds.md's formulas and its numbers.
#include "testbench/run/bounds.h"

#include "catch.h"
#include "workload/kernels/kernel_function.h"

using namespace tensix;

namespace {

run_report moved(uint64_t unpacked0, uint64_t unpacked1, uint64_t packed) {
  run_report r;
  r.cycles = 1000;
  r.bandwidth = {{"unpacker0", unpacked0, 0, 0}, {"unpacker1", unpacked1, 0, 0}, {"pack", packed, 0, 0}};
  r.l1_bank_beats = {3, 7, 5};
  return r;
}

matrix_work work_of(const kernel_description* kind, uint32_t m, uint32_t n, uint32_t k, math_fidelity f,
                    tile_format format = tile_format::bf16) {
  kernel_options o;
  o.kernel = kind, o.m = m, o.n = n, o.k = k, o.fidelity = f, o.format = o.output_format = format;
  return kernel(o).work();
}

}  // namespace

TEST_CASE("work of the matrix unit") {
  const matrix_work product = work_of(&kernels::matmul(), 128, 128, 256, math_fidelity::hifi2);
  CHECK(product.unit == "operations");
  CHECK(product.amount == 8388608);
  CHECK(product.peak_per_cycle == 2048);
  CHECK(product.cycles == 4096);  // 16 tiles x 8 steps x 16 MVMUL x 2 phases
  CHECK(work_of(&kernels::matmul(), 32, 32, 32, math_fidelity::lofi).peak_per_cycle == 4096);
  CHECK(work_of(&kernels::matmul(), 32, 32, 32, math_fidelity::hifi4).cycles == 64);

  const matrix_work padded = work_of(&kernels::add(), 33, 64, 0, math_fidelity::hifi4);  // adds have one phase
  CHECK(padded.amount == 33 * 64);
  CHECK(padded.peak_per_cycle == 128);
  CHECK(padded.cycles == 4 * 8);
  CHECK(work_of(&kernels::mul(), 32, 32, 0, math_fidelity::hifi4).cycles == 32);

  const matrix_work copy = work_of(&kernels::datacopy(), 64, 64, 0, math_fidelity::lofi);
  CHECK(copy.unit == "datums");
  CHECK(copy.cycles == 32);
}

TEST_CASE("unpackers with their own ports, and with shared ones") {
  const matrix_work work = {"operations", 0, 0, 0};
  const parameters own = builtin_configuration("blackhole"), shared = builtin_configuration("documented");
  const std::array<fetch_speed, 2> fast = {fetch_speed::x4, fetch_speed::x4};
  const bounds side_by_side = bounds_of(moved(12800, 6400, 1280), own, fast, work);
  CHECK(side_by_side.unpack_cycles == Approx(100));
  CHECK(side_by_side.pack_cycles == Approx(10));
  CHECK(side_by_side.bank_cycles == 7);
  CHECK(side_by_side.bytes == 20480);
  // Both want x4 and get x2 each: 32 + 32 of the 64 bytes a cycle.
  CHECK(bounds_of(moved(6400, 6400, 0), shared, fast, work).unpack_cycles == Approx(200));
  CHECK(bounds_of(moved(6400, 0, 0), shared, fast, work).unpack_cycles == Approx(100));
  // x1 beside x4: both get it.
  CHECK(bounds_of(moved(1600, 6400, 0), shared, {fetch_speed::x1, fetch_speed::x4}, work).unpack_cycles == Approx(100));
  parameters narrow = own;
  apply_settings(narrow, {"l1.client_ports.unpacker0=0,35-37"});
  CHECK(bounds_of(moved(12800, 6400, 0), narrow, fast, work).unpack_cycles == Approx(200));
  CHECK(bounds_of(moved(0, 0, 0), own, fast, work).unpack_cycles == 0);
}

TEST_CASE("without a kernel the work is the matrix unit's busy cycles") {
  run_report r = moved(1, 1, 1);
  CHECK(matrix_work_of(r).amount == 0);
  account a;
  a.busy(10, 52);
  a.close(1000);
  r.units = {{"matrix_unit", a}};
  CHECK(matrix_work_of(r).amount == 42);
  CHECK(matrix_work_of(r).peak_per_cycle == 1);
}

TEST_CASE("bounds of everything that was used") {
  run_report r = moved(12800, 6400, 1280);
  const auto used = [](uint64_t busy) {
    account a;
    a.busy(0, busy);
    a.close(1000);
    return a;
  };
  r.units = {{"matrix_unit", used(300)}, {"vector_unit", used(0)}, {"unpacker0", used(900)}};
  r.threads = {{"t0", used(20)}, {"t1", used(400)}};
  r.cores = {{"core_t0", used(500), {}, 150}};
  r.work = matrix_work{"operations", 0, 0, 256};
  parameters p = builtin_configuration("blackhole");
  p.player.push_cycles = 3;
  const auto all = all_bounds(r, p, {{fetch_speed::x4, fetch_speed::x4}, 44});
  std::vector<std::pair<std::string, double>> got;
  for (const auto& b : all) got.emplace_back(b.name, b.cycles);
  CHECK(got == std::vector<std::pair<std::string, double>>{{"core_t0", 500},
                                                           {"push_t0", 450},
                                                           {"issue_t1", 400},
                                                           {"matrix_unit", 300},
                                                           {"math", 256},
                                                           {"unpack", 100},
                                                           {"address_phase", 44},
                                                           {"issue_t0", 20},
                                                           {"pack", 10},
                                                           {"l1_bank", 7}});
}
