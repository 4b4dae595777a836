// SPDX-License-Identifier: Apache-2.0
// A kernel written as a stream file and played again: the same instructions, the same bytes.
#include "workload/kernels/stream_dump.h"

#include "kernel_player.h"
#include "workload/kernels/row_major.h"
#include "workload/streams/stream_file_function.h"

using namespace tensix;

namespace {

std::vector<uint8_t> played_again(const kernel_options& o, const std::string& text, uint64_t* instructions = nullptr) {
  const stream_file file = stream_file::parse(text, "dump.scn", ".", o.l1_bytes);
  functional_machine machine(o.l1_bytes);
  machine.state.topology = o.topology;
  machine.state.read_interfaces = static_cast<uint8_t>(o.read_interfaces);
  file.initialise(machine.state.l1);
  const auto r = machine.run({file.core(0), file.core(1), file.core(2), file.core(3)});
  INFO(r.text);
  REQUIRE(r.how == functional_machine::outcome::done);
  if (instructions) *instructions = machine.instructions_executed();
  kernel k(o);
  uint64_t needed = 0;
  REQUIRE(k.spread_rounds(32, needed));
  const circular_buffer_plan& b = k.output();
  std::vector<uint8_t> bytes(b.grid.tiles() * b.tile_bytes);
  for (uint64_t t = 0; t < b.tiles(); ++t) {
    uint8_t* to = &bytes[b.order.tile_at(t) * b.tile_bytes];
    const auto column = static_cast<uint32_t>(t % b.together());
    if (b.row_tiles) tile_of_rows(b, &machine.state.l1[b.slot_address(t - column)], column, to);
    else std::copy_n(&machine.state.l1[b.slot_address(t)], b.tile_bytes, to);
  }
  return bytes;
}

std::string dumped(const kernel_options& o) {
  const std::vector<tensor> inputs = make_inputs(kernel(o));
  return stream_of(o, {inputs.begin(), inputs.end()}, 32, {"a test"});
}

}  // namespace

TEST_CASE("a dumped kernel computes the same bytes by the same instructions") {
  for (const kernel_description* kind : all_kernels())
    for (const tile_format format : {tile_format::bf16, tile_format::bfp8, tile_format::fp32})
      for (const bool direct : {false, true}) {
        kernel_options o;
        o.kernel = kind;
        o.m = 70, o.n = 160, o.k = 64;
        o.format = o.output_format = format;
        o.issue = direct ? issue_mode::direct : issue_mode::mop;
        o.fp32_dest = direct;
        o.axis = kind->axis_names().empty() ? 0 : direct;
        o.fidelity = direct ? math_fidelity::hifi3 : math_fidelity::lofi;
        o.buffer_tiles = 4;  // several rounds
        CAPTURE(kind->name(), name(format), direct);
        if (!possible(o)) continue;
        const outcome once = play(o);
        uint64_t instructions = 0;
        CHECK(played_again(o, dumped(o), &instructions) == once.bytes);
        CHECK(instructions == once.instructions);
      }
}

TEST_CASE("a dumped product whose partial sums come back from L1") {
  for (const bool wide : {false, true})
    for (const bool all : {false, true}) {
      kernel_options o;
      o.kernel = &kernels::matmul();
      o.m = 64, o.n = 96, o.k = 96, o.block_k = 1, o.fp32_dest = wide, o.spill_all = all;
      CHECK(played_again(o, dumped(o)) == play(o).bytes);
    }
}

TEST_CASE("tiles that do not fit into L1 are refused with the bytes") {
  kernel_options o;
  o.buffer_tiles = 8;
  o.m = o.n = 512;  // 256 tiles in 32 rounds of 2 x 8 tiles: 0x200 + 32 x 32,768 bytes
  o.l1_bytes = 0x200 + 32 * 32768;
  CHECK(dumped(o).size() > 2 * 256 * 2048);
  o.l1_bytes -= 16;
  REQUIRE_THROWS_WITH(dumped(o), Contains("takes 1049088 bytes") && Catch::Matchers::EndsWith("use --shape 480x512"));
  o.l1_bytes = 0x200 + 4 * 32768;  // 32 tiles
  REQUIRE_THROWS_WITH(dumped(o), Catch::Matchers::EndsWith("use --shape 64x512"));
  o.n = 4096;
  REQUIRE_THROWS_WITH(dumped(o), Catch::Matchers::EndsWith("use --shape 32x1024"));
  o.kernel = &kernels::matmul();
  o.n = 512, o.k = 4096;
  REQUIRE_THROWS_WITH(dumped(o), Contains("use --shape 32x"));
}
