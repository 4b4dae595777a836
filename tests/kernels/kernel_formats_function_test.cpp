// SPDX-License-Identifier: Apache-2.0
// Formats by operand: what can be done gives the right values on both packer topologies, what cannot be is refused with what can.
#include <cmath>

#include "kernel_player.h"

using namespace tensix;

namespace {

std::vector<tensor> values_of(const kernel& k) {
  std::vector<tensor> inputs;
  for (unsigned i = 0; i < k.inputs().size(); ++i) {
    const circular_buffer_plan& b = k.inputs()[i];
    inputs.push_back(make_test_tensor(b.grid.rows, b.grid.cols, 100 + i, is_integer(b.format) ? 3 : 11));
    if (is_integer(b.format))
      for (float& x : inputs.back().data) x *= 32;
  }
  return inputs;
}

outcome check(kernel_options o, double bound) {
  CAPTURE(o.kernel->name(), name(o.format), name(o.input_format(1)), name(o.output_format), o.fp32_dest);
  const std::vector<tensor> inputs = values_of(kernel(o));
  outcome first = play(o, &inputs);
  o.topology = packer_topology::independent;
  CHECK(play(o, &inputs).bytes == first.bytes);
  CHECK(first.quality.max_abs_error <= bound * first.quality.max_abs_reference);
  return first;
}

std::string refusal(const kernel_options& o) {
  try {
    kernel k(o);
  } catch (const std::invalid_argument& e) {
    return e.what();
  }
  return "";
}

// Of a value as large as the largest: half a unit in the last place.
double rounding(tile_format f) {
  switch (f) {
    case tile_format::bf16: return 1 / 256.0;
    case tile_format::fp16:
    case tile_format::tf32: return 1 / 2048.0;
    case tile_format::bfp8: return 1 / 64.0;
    case tile_format::bfp4: return 1 / 4.0;
    case tile_format::bfp2: return 1;
    case tile_format::fp8: return 1 / 8.0;
    case tile_format::fp8_e4m3: return 1 / 16.0;
    default: return 0;
  }
}

bool is_narrow(tile_format f) { return f == tile_format::fp16 || f == tile_format::fp8 || f == tile_format::fp8_e4m3; }
bool is_word(tile_format f) { return f == tile_format::fp32 || f == tile_format::tf32; }

}  // namespace

TEST_CASE("every format in and out of a copy") {
  for (const tile_format in : all_tile_formats)
    for (const tile_format out : all_tile_formats)
      for (const bool wide : {false, true}) {
        kernel_options o;
        o.m = 64, o.n = 96;
        o.format = in, o.output_format = out, o.fp32_dest = wide;
        const bool impossible = is_integer(in) != is_integer(out) || (is_integer(in) && !wide) ||
                                (out == tile_format::fp16 && !wide && !is_narrow(in) && !is_word(in));
        CAPTURE(name(in), name(out), wide);
        CHECK(refusal(o).empty() != impossible);
        if (impossible) continue;
        const double through_src = wide ? 0 : is_word(in) ? rounding(tile_format::bf16) * 2 : 0;
        check(o, rounding(out) + through_src);
        // What the output holds as exactly as the input comes back as it was.
        if (in == out && !(is_word(in) && !wide)) CHECK(play(o).quality.max_abs_error == 0);
      }
}

TEST_CASE("two operands in every pair of formats") {
  for (const kernel_description* k : {&kernels::add(), &kernels::mul(), &kernels::matmul()})
    for (const tile_format first : all_tile_formats)
      for (const tile_format second : all_tile_formats) {
        kernel_options o;
        o.kernel = k;
        o.m = 64, o.n = 32, o.k = 64;
        o.format = first, o.second_format = second;
        o.output_format = is_integer(first) ? tile_format::int32 : tile_format::fp32;
        o.fp32_dest = true;
        o.fidelity = math_fidelity::hifi4;
        const bool eight_bits = !is_narrow(first) && !is_word(first), other = !is_narrow(second) && !is_word(second);
        const bool possible = is_integer(first) || is_integer(second)
                                  ? first == tile_format::int8 && second == tile_format::int8
                                  : !(is_narrow(first) && other) && !(eight_bits && is_narrow(second));
        CAPTURE(k->name(), name(first), name(second));
        CHECK(refusal(o).empty() == possible);
        if (!possible) continue;
        const outcome r = check(o, 0.003);
        if (is_integer(first)) CHECK(r.quality.max_abs_error == 0);
      }
}

TEST_CASE("a format of its own changes nothing but its operand") {
  // Values of three significant bits are the same in all of these: so is the result, bit for bit.
  for (const kernel_description* k : {&kernels::sub(), &kernels::matmul()}) {
    kernel_options o;
    o.kernel = k;
    o.m = 96, o.n = 64, o.k = 96;
    const std::vector<tensor> inputs = make_inputs(kernel(o), 1);
    const outcome usual = play(o, &inputs);
    for (const tile_format f : {tile_format::bfp8, tile_format::bf16, tile_format::fp32, tile_format::tf32})
      for (const bool second : {false, true}) {
        if (second) o.format = tile_format::bf16, o.second_format = f;
        else o.format = f, o.second_format = tile_format::bf16;
        CAPTURE(k->name(), name(f), second);
        CHECK(play(o, &inputs).bytes == usual.bytes);
      }
  }
}

TEST_CASE("what the hardware cannot do is refused with why and what instead") {
  const auto refused = [](tile_format in, tile_format second, tile_format out, bool wide, const kernel_description& k) {
    kernel_options o;
    o.kernel = &k;
    o.format = in, o.second_format = second, o.output_format = out, o.fp32_dest = wide;
    return refusal(o);
  };
  using f = tile_format;
  CHECK_THAT(refused(f::bf16, f::fp8, f::bf16, false, kernels::add()),
             Contains("the same kind of exponent") && Contains("fp32 or tf32"));
  CHECK_THAT(refused(f::int32, f::int32, f::int32, true, kernels::matmul()), Contains("19 bits") && Contains("use int8"));
  CHECK_THAT(refused(f::int8, f::bf16, f::int32, true, kernels::mul()), Contains("give both operands int8"));
  CHECK_THAT(refused(f::int8, f::int8, f::bf16, true, kernels::add()),
             Contains("does not convert") && Contains("use output int32"));
  CHECK_THAT(refused(f::bf16, f::bf16, f::int8, true, kernels::add()), Contains("use output fp32"));
  CHECK_THAT(refused(f::int8, f::int8, f::int32, false, kernels::add()), Contains("use --fp32-dest"));
  CHECK_THAT(refused(f::bfp4, f::bfp4, f::fp16, false, kernels::add()), Contains("output fp16 from input bfp4"));
}
