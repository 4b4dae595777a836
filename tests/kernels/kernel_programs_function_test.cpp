// SPDX-License-Identifier: Apache-2.0
// The same kernels by other programs: loops over fidelity phases, instructions pushed one by one, other numbers of read
// interfaces, one stage alone. What comes out does not depend on it.
#include <fstream>
#include <sstream>

#include "alike.h"
#include "kernel_player.h"
#include "models/isa/isa.h"

using namespace tensix;
using namespace tensix_tests;

namespace {

constexpr math_fidelity all_fidelities[] = {math_fidelity::lofi, math_fidelity::hifi2, math_fidelity::hifi3,
                                            math_fidelity::hifi4};
constexpr fidelity_loop all_loops[] = {fidelity_loop::position, fidelity_loop::face, fidelity_loop::tile};

// With fidelity phases whose loop can be placed (of reduce, only where it is).
bool multiplies(const kernel_description* k) { return k->has_phases() && k != &kernels::reduce(); }

// Every kernel with every format, Dst width and fidelity that it can have.
template <class F>
void for_all(F f) {
  each_alike cases;
  for (const kernel_description* k : all_kernels())
    for (tile_format format : all_formats)
      for (bool wide : {false, true})
        for (math_fidelity fidelity : all_fidelities) {
          if (!k->has_phases() && fidelity != math_fidelity::lofi) continue;
          kernel_options o;
          o.kernel = k;
          o.m = 64;
          o.n = 160;
          o.k = 96;
          o.format = o.output_format = format;
          o.fp32_dest = wide;
          o.fidelity = fidelity;
          CAPTURE(k->name(), name(format), wide, name(fidelity));
          if (possible(o) && !cases.left_out()) f(o);
        }
}

}  // namespace

TEST_CASE("the cores push what MOP and REPLAY expand to: not a byte changes, and as many instructions execute") {
  for_all([](kernel_options o) {
    for (fidelity_loop loop : all_loops) {
      o.loop = multiplies(o.kernel) ? loop : fidelity_loop::usual;
      o.issue = issue_mode::mop;
      const outcome by_mop = play(o);
      o.issue = issue_mode::direct;
      const outcome direct = play(o);
      CHECK(direct.bytes == by_mop.bytes);
      CHECK(direct.instructions == by_mop.instructions);
      if (!multiplies(o.kernel)) break;
    }
  });
}

TEST_CASE("more or fewer read interfaces of the packer do not change a byte") {
  for_all([](kernel_options o) {
    const outcome four = play(o);
    for (uint32_t interfaces : {1, 2, 8}) {
      if (o.kernel == &kernels::tilize() || o.kernel == &kernels::untilize()) break;
      o.read_interfaces = interfaces;
      CAPTURE(interfaces);
      CHECK(play(o).bytes == four.bytes);
    }
  });
}

TEST_CASE("where the loop over fidelity phases stands does not matter to mul") {
  for_all([](kernel_options o) {
    if (o.kernel != &kernels::mul()) return;
    for (broadcast repeat : {broadcast::none, broadcast::row, broadcast::column, broadcast::scalar}) {
      o.repeat = repeat;
      o.loop = fidelity_loop::usual;
      const outcome usual = play(o);
      for (fidelity_loop loop : all_loops) {
        o.loop = loop;
        CAPTURE(name(repeat), name(loop));
        if (!possible(o)) CHECK((loop == fidelity_loop::tile && repeat != broadcast::none));
        else CHECK(play(o).bytes == usual.bytes);
      }
    }
  });
}

// Seven bits a number: the sums in a 32-bit Dst then do not depend on the order of the phases.
TEST_CASE("where the loop over fidelity phases stands does not matter to matmul of small numbers into a 32-bit Dst") {
  kernel_options o;
  o.kernel = &kernels::matmul();
  o.m = 64;
  o.n = 96;
  o.k = 128;
  o.fp32_dest = true;
  o.output_format = tile_format::fp32;
  std::vector<tensor> in = {tensor(o.m, o.k), tensor(o.k, o.n)};
  for (unsigned t = 0; t < 2; ++t)
    for (size_t i = 0; i < in[t].data.size(); ++i)
      in[t].data[i] = static_cast<float>((i * (31 + 12 * t) + i / 7) % 255) - 127.0f;
  for (tile_format format : {tile_format::bf16, tile_format::fp16, tile_format::fp32})
    for (math_fidelity fidelity : all_fidelities) {
      o.format = format;
      o.fidelity = fidelity;
      o.loop = fidelity_loop::usual;
      const outcome usual = play(o, &in);
      CHECK(usual.quality.max_abs_error <= error_bound(o, kernel(o).plan()) * usual.quality.max_abs_reference);
      for (fidelity_loop loop : all_loops)
        for (bool wide_output : {true, false}) {
          o.loop = loop;
          o.n = wide_output ? 96 : 32;  // which operand stays in its bank
          CAPTURE(name(format), name(fidelity), name(loop), o.n);
          if (wide_output) {
            CHECK(play(o, &in).bytes == usual.bytes);
          } else {
            tensor narrow(o.k, o.n);
            for (uint32_t r = 0; r < o.k; ++r)
              for (uint32_t c = 0; c < o.n; ++c) narrow.data[r * o.n + c] = in[1].data[r * 96 + c];
            const std::vector<tensor> part_in = {in[0], narrow};
            const outcome part = play(o, &part_in);
            for (uint32_t r = 0; r < o.m; ++r)
              for (uint32_t c = 0; c < o.n; ++c) REQUIRE(part.result.data[r * o.n + c] == usual.result.data[r * 96 + c]);
          }
          o.n = 96;
        }
    }
}

TEST_CASE("matmul with any loop over fidelity phases is as exact as the usual one") {
  for_all([](kernel_options o) {
    if (o.kernel != &kernels::matmul()) return;
    for (fidelity_loop loop : all_loops) {
      o.loop = loop;
      CAPTURE(name(loop));
      const outcome r = play(o);
      CHECK(r.quality.max_abs_error <= error_bound(o, kernel(o).plan()) * r.quality.max_abs_reference);
    }
  });
}

// The isolated stage does what it does otherwise; tiles pass through the buffers all the same; nothing deadlocks.
TEST_CASE("isolated stages", "[long]") {
  for_all([](kernel_options o) {
    for (isolated_stage stage : {isolated_stage::unpack, isolated_stage::math, isolated_stage::pack})
      for (dst_sync sync : {dst_sync::half, dst_sync::full})
        for (packer_topology topology : {packer_topology::read_interfaces, packer_topology::independent})
          for (uint32_t capacity : {0, 1, 3}) {
            o.isolate = stage;
            o.sync = sync;
            o.topology = topology;
            if (!possible(o)) continue;
            o.buffer_tiles = capacity;
            o.issue = capacity == 3 ? issue_mode::direct : issue_mode::mop;
            o.loop = multiplies(o.kernel) ? all_loops[capacity % 3] : fidelity_loop::usual;
            o.repeat = o.kernel->broadcasts() && !multiplies(o.kernel) ? static_cast<broadcast>(capacity) : broadcast::none;
            CAPTURE(name(stage), name(sync), capacity);
            const outcome r = play(o);
            if (stage == isolated_stage::math) continue;
            // Nothing is packed, or what ZEROACC has left.
            bool zero = true;
            for (float x : r.result.data) zero = zero && x == 0;
            CHECK(zero);
            CHECK(kernel(o).operations() == 0);
          }
  });
}

namespace {

// Instructions of T1's program that the matrix unit computes with.
uint64_t computing_instructions(const kernel& k) {
  const auto program = k.program(1);
  uint64_t all = 0;
  for (step s; program->next(s);)
    for (uint32_t i = 0; s.kind == step::kind_t::push && i < s.count; ++i) {
      const opcode op = opcode_of(s.words[i]);
      all += unit_of(s.words[i]) == unit_id::matrix_unit && op != opcode::SETRWC && op != opcode::ZEROACC;
    }
  return all;
}

}  // namespace

// docs/bounds.md: what a description says of the matrix unit's work is what its program has it do.
TEST_CASE("the work of the matrix unit is as many instructions as the program has") {
  for_all([&](kernel_options o) {
    o.issue = issue_mode::direct;
    const kernel k(o);
    const uint64_t instructions = computing_instructions(k);
    const matrix_work work = k.work();
    if (o.kernel == &kernels::reduce()) {  // rows turned to columns come beside: two times six of a tile
      CHECK(work.cycles + 12.0 * static_cast<double>(k.plan().tiles) == static_cast<double>(instructions));
      CHECK(work.amount == work.peak_per_cycle * work.cycles);
      return;
    }
    CHECK(work.cycles == static_cast<double>(instructions));
    // 64x160x96 is whole tiles: no instruction does less than it can.
    if (work.peak_per_cycle > 0) CHECK(work.amount == work.peak_per_cycle * work.cycles);
    else CHECK(work.cycles == 0);
    if (work.unit == "operations") CHECK(work.amount == static_cast<double>(k.operations()));
    o.isolate = isolated_stage::unpack;  // then a bank is only given back
    CHECK(2 * computing_instructions(kernel(o)) <= instructions);
  });
}

TEST_CASE("the pages name every kernel") {
  std::string list;
  for (const auto* k : all_kernels()) list += (list.empty() ? "" : ", ") + std::string(k->name());
  const auto page = [](const char* name) {
    std::ostringstream text;
    text << std::ifstream(std::string(TENSIX_TEST_DATA) + "/../docs/" + name).rdbuf();
    return text.str();
  };
  CHECK_THAT(page("commands.md"), Contains("the built-in kernels: " + list + "\n"));
  const std::string bounds = page("bounds.md"), table = bounds.substr(bounds.find("| kernel |"));
  for (const auto* k : all_kernels()) {
    CAPTURE(k->name());
    CHECK_THAT(table.substr(0, table.find("\n\n")), Contains(k->name()));  // instructions of a tile
  }
}
