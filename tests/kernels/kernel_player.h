// SPDX-License-Identifier: Apache-2.0
// A built-in kernel played on a tile without time, and how exact its result must be.
#pragma once
#include <functional>
#include <stdexcept>

#include "catch.h"
#include "tests/functional/functional_machine.h"
#include "workload/kernels/kernel_function.h"

namespace tensix {

struct outcome {
  std::vector<uint8_t> bytes;
  tensor result;
  accuracy quality;
  uint64_t instructions = 0;
};

inline std::vector<tensor> make_inputs(const kernel& k, unsigned bits = 8) {
  std::vector<tensor> t;
  for (size_t i = 0; i < k.inputs().size(); ++i)
    if (i >= k.description().operands() && k.description().has_constant()) t.push_back(k.description().constant(k.options()));
    else t.push_back(make_test_tensor(k.inputs()[i].grid.rows, k.inputs()[i].grid.cols, 100 + i, bits));
  return t;
}
inline std::vector<const tensor*> pointers(const std::vector<tensor>& t) {
  std::vector<const tensor*> p;
  for (const tensor& x : t) p.push_back(&x);
  return p;
}

using background_t = std::function<bool(functional_machine&, circular_buffer_feed&)>;

inline outcome play(const kernel_options& o, const std::vector<tensor>* given = nullptr,
                    const background_t& background = nullptr) {
  const kernel k(o);
  const std::vector<tensor> inputs = given ? *given : make_inputs(k);
  functional_machine machine(o.l1_bytes);
  machine.state.topology = o.topology;
  machine.state.read_interfaces = static_cast<uint8_t>(o.read_interfaces);
  circular_buffer_feed feed(k.inputs(), k.output(), pointers(inputs), machine.state.l1.data());
  machine.background = [&] { return background ? background(machine, feed) : feed.pump(); };
  const auto r = machine.run({k.program(0), k.program(1), k.program(2), k.program(3)});
  INFO(r.text);
  for (const diagnosis& d : machine.state.diagnose.reports()) UNSCOPED_INFO(d.to_string());
  REQUIRE(r.how == functional_machine::outcome::done);
  REQUIRE_FALSE(machine.state.diagnose.any());
  while (feed.output_ready()) feed.drain();
  REQUIRE(feed.done());
  outcome out;
  out.bytes = feed.output_tiles();
  out.result = feed.output();
  out.quality = compare(out.result, k.expected(pointers(inputs)));
  out.instructions = machine.instructions_executed();
  return out;
}

inline bool possible(const kernel_options& o) {
  try {
    kernel k(o);
    return true;
  } catch (const std::invalid_argument&) {
    return false;
  }
}

// Largest error relative to the largest result: multipliers' partial mantissas, Dst, the packer's rounding.
inline double error_bound(const kernel_options& o, const kernel_plan& p) {
  const bool multiplies = o.kernel->has_phases();
  double bound = !multiplies                          ? 0.0005
                 : o.fidelity == math_fidelity::lofi  ? 0.035
                 : o.fidelity == math_fidelity::hifi2 ? 0.005
                                                      : 0.0005;
  const bool fp16_dst = !o.fp32_dest && p.src_code == 1;
  if (!o.fp32_dest) bound += (o.kernel->inner_dimension() ? 5 : 3) / (fp16_dst ? 4096.0 : 512.0);
  if (o.kernel == &kernels::reduce()) bound += fp16_dst ? 1 / 1024.0 : 1 / 128.0;  // turned to a column by way of SrcB
  switch (o.output_format) {
    case tile_format::bf16: bound += 1 / 256.0; break;
    case tile_format::fp16: bound += 1 / 2048.0; break;
    case tile_format::bfp8: bound += (fp16_dst ? 1.5 : 1) / 128.0; break;
    case tile_format::bfp4: bound += 1 / 8.0; break;
    case tile_format::bfp2: bound += 1 / 2.0; break;
    case tile_format::fp8: bound += 1 / 8.0; break;
    case tile_format::fp8_e4m3: bound += 1 / 16.0; break;
    case tile_format::tf32: bound += 1 / 2048.0; break;
    default: break;  // exact
  }
  return bound;
}

inline constexpr tile_format all_formats[] = {tile_format::bf16, tile_format::fp16, tile_format::fp32, tile_format::bfp8};

}  // namespace tensix
