// SPDX-License-Identifier: Apache-2.0
// Every built-in kernel, played on a tile without time: results against double precision, the same bytes from both packer
// topologies, circular buffers of any size under an unfriendly peer, and the refusal of what cannot be done.
#include <cmath>
#include <cstring>

#include "alike.h"
#include "kernel_player.h"

using namespace tensix;
using namespace tensix_tests;

TEST_CASE("every kernel, format, Dst width, synchronisation and topology: right values, the same bytes") {
  unsigned played = 0;
  each_alike cases;
  for (const kernel_description* kernel_ : all_kernels())
    for (tile_format in : all_formats)
      for (tile_format out : all_formats)
        for (bool wide : {false, true})
          for (math_fidelity fidelity :
               {math_fidelity::lofi, math_fidelity::hifi2, math_fidelity::hifi3, math_fidelity::hifi4}) {
            kernel_options o;
            o.kernel = kernel_;
            o.m = 96;
            o.n = 128;  // 12 tiles: two blocks of Dst or more
            o.k = 64;
            o.format = in;
            o.output_format = out;
            o.fp32_dest = wide;
            o.fidelity = fidelity;
            if (!kernel_->has_phases() && fidelity != math_fidelity::lofi) continue;
            if (!possible(o)) {
              if (kernel_ == &kernels::tilize() && in == tile_format::bfp8) continue;
              if (kernel_ == &kernels::untilize() && out == tile_format::bfp8) continue;
              if (kernel_ == &kernels::reduce() && in == tile_format::fp16 && wide) continue;
              CHECK((out == tile_format::fp16 && !wide && (in == tile_format::bf16 || in == tile_format::bfp8)));
              continue;
            }
            if (cases.left_out()) continue;
            CAPTURE(kernel_->name(), name(in), name(out), wide, name(fidelity));
            outcome first;
            for (dst_sync sync : {dst_sync::half, dst_sync::full})
              for (packer_topology topology : {packer_topology::read_interfaces, packer_topology::independent}) {
                o.sync = sync;
                o.topology = topology;
                outcome r = play(o);
                ++played;
                if (first.bytes.empty()) first = std::move(r);
                else CHECK(r.bytes == first.bytes);
              }
            o.topology = packer_topology::read_interfaces;
            CHECK(first.quality.max_abs_error <= error_bound(o, kernel(o).plan()) * first.quality.max_abs_reference);
            CHECK(first.quality.pcc > (fidelity == math_fidelity::lofi ? 0.999 : 0.9998));
            // Eight significant bits pass unchanged unless a block exponent takes them away.
            if (kernel_ == &kernels::datacopy() && out != tile_format::bfp8) CHECK(first.quality.max_abs_error == 0);
            if (kernel_ == &kernels::datacopy() && in == tile_format::bfp8) CHECK(first.quality.max_abs_error == 0);
          }
  CHECK(played > alike(1000));
}

TEST_CASE("FP32 goes through a 32-bit Dst without losing a bit") {
  kernel_options o;
  o.m = 320;
  o.n = 96;
  o.format = o.output_format = tile_format::fp32;
  o.fp32_dest = true;
  const std::vector<tensor> in = {make_test_tensor(o.m, o.n, 1, 24)};
  for (dst_sync sync : {dst_sync::half, dst_sync::full}) {
    o.sync = sync;
    CHECK(play(o, &in).result.data == in[0].data);
  }
}

TEST_CASE("broadcasts, ragged shapes and small buffers") {
  for (const kernel_description* kernel_ : {&kernels::add(), &kernels::sub(), &kernels::mul()})
    for (broadcast repeat : {broadcast::none, broadcast::row, broadcast::column, broadcast::scalar})
      for (math_fidelity fidelity : {math_fidelity::lofi, math_fidelity::hifi4})
        for (bool wide : {false, true}) {
          kernel_options o;
          o.kernel = kernel_;
          o.m = 90;
          o.n = 70;
          o.repeat = repeat;
          o.fidelity = fidelity;
          o.fp32_dest = wide;
          std::vector<uint8_t> bytes;
          for (uint32_t capacity : {0, 1, 2, 3, 5}) {
            o.buffer_tiles = capacity;
            CAPTURE(kernel_->name(), name(repeat), name(fidelity), wide, capacity);
            const outcome r = play(o);
            CHECK(r.quality.max_abs_error <= error_bound(o, kernel(o).plan()) * r.quality.max_abs_reference);
            if (bytes.empty()) bytes = r.bytes;
            CHECK(r.bytes == bytes);
          }
        }
}

TEST_CASE("matmul: any shape and buffer size gives the bytes of the same sum") {
  struct shape {
    uint32_t m, n, k;
  };
  for (const shape s : {shape{32, 32, 32}, shape{128, 256, 96}, shape{33, 1, 100}, shape{224, 32, 64}, shape{32, 224, 160}})
    for (bool wide : {false, true}) {
      kernel_options o;
      o.kernel = &kernels::matmul();
      o.m = s.m;
      o.n = s.n;
      o.k = s.k;
      o.fp32_dest = wide;
      o.fidelity = math_fidelity::hifi4;
      std::vector<uint8_t> bytes;
      for (uint32_t capacity : {0, 1, 2, 3, 4, 7, 16})
        for (dst_sync sync : {dst_sync::half, dst_sync::full}) {
          o.buffer_tiles = capacity;
          o.sync = sync;
          CAPTURE(s.m, s.n, s.k, wide, capacity, name(sync));
          const outcome r = play(o);
          CHECK(r.quality.max_abs_error <= error_bound(o, kernel(o).plan()) * r.quality.max_abs_reference);
          if (bytes.empty()) bytes = r.bytes;
          CHECK(r.bytes == bytes);
        }
    }
}

TEST_CASE("throttle modes do not change a byte") {
  kernel_options o;
  o.kernel = &kernels::matmul();
  o.m = o.n = o.k = 64;
  std::vector<uint8_t> bytes;
  for (packer_topology topology : {packer_topology::read_interfaces, packer_topology::independent})
    for (unpack_throttle t : {unpack_throttle::none, unpack_throttle::x1, unpack_throttle::x2, unpack_throttle::x4}) {
      o.throttle = t;
      o.topology = topology;
      const outcome r = play(o);
      if (bytes.empty()) bytes = r.bytes;
      CHECK(r.bytes == bytes);
    }
}

// The peer spoils a slot as soon as its tile counts as consumed, moves one tile a round, and looks at the output only once its
// counter says so: a tile acknowledged before it was read, or published before it was written, would show.
TEST_CASE("an unfriendly peer: spoils consumed slots, moves one tile at a time") {
  for (const kernel_description* kernel_ : {&kernels::datacopy(), &kernels::mul(), &kernels::matmul()})
    for (uint32_t capacity : {0, 1, 2, 5}) {
      kernel_options o;
      o.kernel = kernel_;
      o.m = 128;
      o.n = 160;
      o.k = 96;
      o.buffer_tiles = capacity;
      CAPTURE(kernel_->name(), capacity);
      const outcome friendly = play(o);
      uint32_t spoiled[2] = {0, 0};
      unsigned turn = 0, idle_rounds = 0;
      const outcome unfriendly = play(o, nullptr, [&](functional_machine& machine, circular_buffer_feed& feed) {
        bool changed = false;
        for (unsigned i = 0; i < feed.inputs(); ++i) {
          const circular_buffer_plan& plan = feed.input_plan(i);
          uint32_t consumed;
          std::memcpy(&consumed, &machine.state.l1[plan.consumed], 4);
          REQUIRE(consumed <= feed.delivered(i));
          REQUIRE(feed.delivered(i) - consumed <= plan.capacity);
          for (; spoiled[i] < consumed; ++spoiled[i], changed = true)
            if (feed.delivered(i) < spoiled[i] + uint64_t{plan.capacity} + 1)  // not yet refilled
              std::memset(&machine.state.l1[plan.slot_address(spoiled[i])], 0xee, plan.tile_bytes);
        }
        // Inputs in turn, one tile a round; the output only every 16th round.
        const unsigned what = ++turn % 16 == 0 ? feed.inputs() : turn % feed.inputs();
        if (what < feed.inputs()) {
          if (feed.input_ready(what)) feed.deliver(what), changed = true;
        } else if (feed.output_ready()) {
          const circular_buffer_feed::transfer t = feed.output_transfer();
          feed.drain();
          std::memset(&machine.state.l1[t.address], 0xee, t.bytes);
          changed = true;
        }
        idle_rounds = changed ? 0 : idle_rounds + 1;
        return idle_rounds < 64;
      });
      CHECK(unfriendly.bytes == friendly.bytes);
    }
}

TEST_CASE("programs are generated as they are played") {
  kernel_options o;
  o.kernel = &kernels::matmul();
  o.m = o.n = o.k = 32 * 512;  // 2^27 tile products
  const kernel k(o);
  for (unsigned core = 0; core < 3; ++core) {
    const auto program = k.program(core);
    step s;
    unsigned words = 0;
    for (unsigned i = 0; i < 20000; ++i) {
      REQUIRE(program->next(s));
      if (s.kind == step::kind_t::push) {
        REQUIRE(s.count > 0);
        REQUIRE(s.words != nullptr);
        REQUIRE(s.words[s.count - 1] != 0);
        words += s.count;
      }
    }
    CHECK(words > 20000);
  }
  CHECK(k.program(3) == nullptr);
  CHECK(k.operations() == 2ull * o.m * o.n * o.k);
}

TEST_CASE("tile orders visit every tile, and matmul blocks fit Dst") {
  for (uint32_t mt = 1; mt <= 9; ++mt)
    for (uint32_t nt = 1; nt <= 9; ++nt)
      for (bool wide : {false, true}) {
        kernel_options o;
        o.kernel = &kernels::matmul();
        o.m = mt * 32;
        o.n = nt * 32;
        o.k = 96;
        o.fp32_dest = wide;
        const kernel k(o);
        REQUIRE(k.plan().rt * k.plan().ct <= (wide ? 4u : 8u));
        REQUIRE(k.output().tiles() == mt * nt);
        std::vector<unsigned> seen(mt * nt);
        for (uint64_t i = 0; i < k.output().tiles(); ++i) ++seen[k.output().order.tile_at(i)];
        for (unsigned n : seen) REQUIRE(n == 1);
        REQUIRE(k.inputs()[0].tiles() == uint64_t{mt} * 3 * (nt / k.plan().ct));
        REQUIRE(k.inputs()[1].tiles() == uint64_t{nt} * 3 * (mt / k.plan().rt));
      }
}

TEST_CASE("what cannot be done is refused with a reason and a way out") {
  const auto refusal = [](const kernel_options& o) -> std::string {
    try {
      kernel k(o);
    } catch (const std::invalid_argument& e) {
      return e.what();
    }
    return "";
  };
  kernel_options o;
  o.m = 0;
  CHECK(refusal(o).find("dimension is 0") != std::string::npos);
  o = {};
  o.kernel = &kernels::matmul();
  o.repeat = broadcast::row;
  CHECK(refusal(o).find("only add, sub and mul") != std::string::npos);
  o = {};
  o.loop = fidelity_loop::tile;
  CHECK(refusal(o).find("only mul, matmul and reduce") != std::string::npos);
  o.kernel = &kernels::mul();
  CHECK(refusal(o).empty());
  o.repeat = broadcast::row;
  CHECK(refusal(o).find("use the loop face or position") != std::string::npos);
  o = {};
  o.output_format = tile_format::fp16;
  CHECK(refusal(o).find("use fp32_dest") != std::string::npos);
  o.fp32_dest = true;
  CHECK(refusal(o).empty());
  o = {};
  o.buffer_tiles = 1000;
  CHECK(refusal(o).find("circular buffers need more than") != std::string::npos);
  o = {};
  o.l1_bytes = 4096;
  CHECK(refusal(o).find("however few") != std::string::npos);
  o.l1_bytes = 64 * 1024;  // six BF16 tiles a buffer, of three; said if somebody wants more, taken if nobody says
  o.kernel = &kernels::matmul();
  o.m = 96, o.n = 96, o.k = 128;
  CHECK(refusal(o).empty());
  o.buffer_tiles = 60;
  CHECK(refusal(o).find("at most --l1-tiles ") != std::string::npos);
  o.buffer_tiles = 1;
  CHECK(refusal(o).empty());
  o = {};
  o.kernel = &kernels::matmul();
  o.m = o.n = o.k = 0xffffffff;
  CHECK(refusal(o).find("2^32") != std::string::npos);
  CHECK_THROWS_AS(kernel_named("matmull"), std::invalid_argument);
  CHECK_THROWS_AS(parse_fidelity("hifi5"), std::invalid_argument);
  CHECK(parse_fidelity("hifi3") == math_fidelity::hifi3);
  CHECK(parse_broadcast("col") == broadcast::column);
  CHECK(parse_throttle("x2") == unpack_throttle::x2);
  CHECK(parse_dst_sync("full") == dst_sync::full);
  CHECK(parse_fidelity_loop("tile") == fidelity_loop::tile);
  CHECK_THROWS_AS(parse_fidelity_loop("usual"), std::invalid_argument);
  CHECK(parse_issue_mode("direct") == issue_mode::direct);
  CHECK(parse_isolated_stage("math") == isolated_stage::math);

  const kernel k(kernel_options{});
  std::vector<uint8_t> l1(default_l1_bytes);
  const tensor wrong(16, 32);
  CHECK_THROWS_AS(circular_buffer_feed(k.inputs(), k.output(), {&wrong}, l1.data()), std::invalid_argument);
  CHECK_THROWS_AS(circular_buffer_feed(k.inputs(), k.output(), {}, l1.data()), std::invalid_argument);
  CHECK_THROWS_AS(k.expected({}), std::invalid_argument);
}
