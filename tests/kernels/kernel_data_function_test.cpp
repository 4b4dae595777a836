// SPDX-License-Identifier: Apache-2.0
// Input made and output checked tile by tile, against the same with whole tensors.
#include "kernel_player.h"
#include "workload/kernels/kernel_data.h"
#include "workload/tensors/npy.h"

#include <cmath>
#include <cstring>
#include <filesystem>

using namespace tensix;

namespace {

std::vector<operand> operands_of(const std::vector<tensor>& inputs) {
  std::vector<operand> all;
  for (const tensor& t : inputs) all.emplace_back(t);
  return all;
}

// The same values as make_inputs(), made when they are wanted.
std::vector<operand> made_operands(const kernel& k, unsigned bits) {
  std::vector<operand> all;
  static tensor constant;
  if (k.description().has_constant()) constant = k.description().constant(k.options());
  for (size_t i = 0; i < k.inputs().size(); ++i)
    if (i >= k.description().operands() && k.description().has_constant()) all.emplace_back(constant);
    else all.emplace_back(k.inputs()[i].grid.rows, k.inputs()[i].grid.cols, test_values(100 + i, bits));
  return all;
}

void play_by_tiles(const kernel& k, kernel_data& data) {
  functional_machine machine(k.options().l1_bytes);
  circular_buffer_feed feed = data.feed(machine.state.l1.data());
  machine.background = [&] { return feed.pump(); };
  REQUIRE(machine.run({k.program(0), k.program(1), k.program(2), k.program(3)}).how == functional_machine::outcome::done);
  while (feed.output_ready()) feed.drain();
  REQUIRE(feed.done());
}

bool same_digits(double a, double b) { return std::memcmp(&a, &b, sizeof a) == 0; }

void check_same(const accuracy& found, const accuracy& expected) {
  CHECK(same_digits(found.max_abs_error, expected.max_abs_error));
  CHECK(same_digits(found.max_abs_reference, expected.max_abs_reference));
  CHECK(same_digits(found.pcc, expected.pcc));
}

reference whole_reference(const kernel& k, const std::vector<tensor>& inputs) {
  const tensor a = quantize(inputs[0], k.options().format);
  const std::string kind = k.description().name();
  reference copy = reference_copy(a);
  if (kind == "transpose") {
    std::swap(copy.rows, copy.cols);
    for (uint32_t r = 0; r < copy.rows; ++r)
      for (uint32_t c = 0; c < copy.cols; ++c) copy.data[size_t{r} * copy.cols + c] = a.at(c, r);
  }
  if (kind == "unary")
    for (double& x : copy.data) x = std::exp(x);
  if (kind == "reduce") {
    reference sums{a.rows, 1, std::vector<double>(a.rows)};
    for (uint32_t r = 0; r < a.rows; ++r)
      for (uint32_t c = 0; c < a.cols; ++c) sums.data[r] += a.at(r, c);
    return sums;
  }
  if (inputs.size() == 1) return copy;
  const tensor b = quantize(inputs[1], k.options().format);
  const std::string name = k.description().name();
  if (name == "matmul") return reference_matmul(a, b);
  const elementwise how = name == "add" ? elementwise::add : name == "sub" ? elementwise::sub : elementwise::mul;
  return reference_elementwise(how, a, b, k.options().repeat);
}

}  // namespace

TEST_CASE("kernel data: by tiles as with whole tensors, to the last digit") {
  for (const kernel_description* description : all_kernels())
    for (const tile_format format : all_formats)
      for (const broadcast repeat : {broadcast::none, broadcast::row, broadcast::column, broadcast::scalar}) {
        kernel_options o;
        o.kernel = description;
        o.m = 70, o.n = 101, o.k = 45;
        o.format = format;
        o.output_format = format == tile_format::bf16 ? tile_format::bfp8 : tile_format::bf16;
        o.repeat = repeat;
        if ((repeat != broadcast::none && !description->broadcasts()) || !possible(o)) continue;
        INFO(description->name() << " " << name(format) << " " << name(repeat));
        const kernel k(o);
        const std::vector<tensor> inputs = make_inputs(k, 20);
        const outcome whole = play(o, &inputs);
        const reference expected = k.expected(pointers(inputs));
        CHECK(expected.data == whole_reference(k, inputs).data);
        for (const size_t room : {size_t{0}, size_t{8192}, size_t{64} << 20}) {
          kernel_data data(k, made_operands(k, 20), false, room);
          play_by_tiles(k, data);
          check_same(data.finish(), whole.quality);
        }
        kernel_data data(k, operands_of(inputs), true);
        play_by_tiles(k, data);
        check_same(data.finish(), whole.quality);
        const std::string file = (std::filesystem::temp_directory_path() / "tensix-tlm-kernel-data.npy").string();
        data.write(file);
        const tensor written = read_npy(file);
        std::filesystem::remove(file);
        CHECK(written.cols == whole.result.cols);
        CHECK(written.data == whole.result.data);
      }
}

TEST_CASE("kernel data: results that are equal to the reference, and not finite ones") {
  kernel_options o;
  o.m = 40, o.n = 70;
  const kernel k(o);
  std::vector<tensor> inputs = make_inputs(k);
  const auto by_tiles = [&](bool result_wanted) {
    kernel_data data(k, operands_of(inputs), result_wanted);
    play_by_tiles(k, data);
    return data.finish();
  };
  CHECK(play(o, &inputs).quality.max_abs_error == 0);
  for (const bool wanted : {false, true}) check_same(by_tiles(wanted), play(o, &inputs).quality);
  for (const float value : {std::numeric_limits<float>::infinity(), std::numeric_limits<float>::quiet_NaN()}) {
    inputs[0].at(33, 5) = value;
    for (const bool wanted : {false, true}) check_same(by_tiles(wanted), play(o, &inputs).quality);
  }
  for (float& v : inputs[0].data) v = -2;
  for (const bool wanted : {false, true}) check_same(by_tiles(wanted), play(o, &inputs).quality);
}
