// SPDX-License-Identifier: Apache-2.0
// What RISC-V cores see of the tile, without time: Dst as memory, data RAMs, tile control registers, and the resources of Auto
// TTSync. Source: ISA documentation (Blackhole), Dst, BabyRISCV, PCBufs, DebugTimestamper, AutoTTSync.
#include <memory>
#include <random>

#include "catch.h"
#include "models/memory/address_map.h"
#include "models/riscv_port/core_registers_function.h"
#include "models/riscv_port/dst_window_function.h"
#include "models/riscv_port/tracked_resources_function.h"
#include "tests/functional/functional_machine.h"
#include "tests/seed.h"
#include "workload/kernels/stream_builder_function.h"

using namespace tensix;

namespace {

std::unique_ptr<tensix_state> fresh() {
  auto s = std::make_unique<tensix_state>();
  s->diagnose.policy = on_undefined::warn;
  return s;
}
void set_format(tensix_state& s, unsigned thread, unsigned fmt, bool no_swizzle, bool unsigned_int) {
  const unsigned lo = thread == 0 ? 14 : thread == 1 ? 19 : 24;
  s.config.config[0][3] = (no_swizzle ? 1u : 0u) << lo | (unsigned_int ? 1u : 0u) << (lo + 1) | fmt << (lo + 2);
}

// A floating-point datum field by field: `exponent_bits` between sign and mantissa in memory, below the mantissa in Dst.
uint32_t float_in_dst(uint32_t memory, unsigned exponent_bits, unsigned mantissa_bits) {
  const uint32_t sign = memory >> (exponent_bits + mantissa_bits) & 1;
  const uint32_t exponent = memory >> mantissa_bits & ((1u << exponent_bits) - 1),
                 mantissa = memory & ((1u << mantissa_bits) - 1);
  return sign << (exponent_bits + mantissa_bits) | mantissa << exponent_bits | exponent;
}
// FP32: the upper half is arranged like BF16, the lower sixteen bits of the mantissa stay.
uint32_t fp32_in_dst(uint32_t memory) { return float_in_dst(memory >> 16, 8, 7) << 16 | (memory & 0xffff); }
int64_t signed_of(uint32_t x, unsigned bits) { return (x >> (bits - 1)) & 1 ? int64_t{x} - (int64_t{1} << bits) : int64_t{x}; }
uint32_t sign_magnitude(int64_t v, unsigned bits) {
  const int64_t most = (int64_t{1} << (bits - 1)) - 1;
  return v >= 0 ? static_cast<uint32_t>(v) : 1u << (bits - 1) | static_cast<uint32_t>(v < -most ? most : -v);
}

}  // namespace

TEST_CASE("Dst as memory: all sixteen-bit patterns, every format") {
  auto s = fresh();
  const uint32_t offset = 2 * (16 * 37 + 5);
  for (uint32_t x = 0; x < 0x10000; ++x)
    for (unsigned fmt = 2; fmt <= 4; ++fmt)
      for (unsigned flags = 0; flags < 4; ++flags) {
        const bool plain = flags & 1, no_sign = flags & 2;
        set_format(*s, 1, fmt, plain, no_sign);
        dst_window_store(*s, 1, offset, 2, x);
        uint32_t in_dst = x, back = x;
        if (!plain && fmt == 2) in_dst = float_in_dst(x, 5, 10);
        if (!plain && fmt == 3) in_dst = float_in_dst(x, 8, 7);
        if (!plain && fmt == 4 && !no_sign) {
          in_dst = sign_magnitude(signed_of(x, 16), 16);
          if (x == 0x8000) back = 0x8001;  // clamped
        }
        if (s->dst.bits[37][5] != in_dst || dst_window_load(*s, 1, offset, 2) != back) {
          CAPTURE(x, fmt, flags, s->dst.bits[37][5], in_dst);
          REQUIRE(dst_window_load(*s, 1, offset, 2) == back);
          REQUIRE(s->dst.bits[37][5] == in_dst);
        }
      }
  set_format(*s, 1, 4, false, false);
  s->dst.bits[37][5] = 0x8000;  // -0
  CHECK(dst_window_load(*s, 1, offset, 2) == 0);
  CHECK_FALSE(s->diagnose.any());
}

TEST_CASE("Dst as memory: bytes, with the hardware's wrong negative stores") {
  auto s = fresh();
  const uint32_t offset = 16 * 1023 + 9;
  for (uint32_t x = 0; x < 256; ++x) {
    set_format(*s, 0, 5, false, true);
    dst_window_store(*s, 0, offset, 1, x);
    CHECK(s->dst.bits[1023][9] == (x ? x * 32 + 16 : 0));
    CHECK(dst_window_load(*s, 0, offset, 1) == x);
    set_format(*s, 0, 5, false, false);
    CHECK(dst_window_load(*s, 0, offset, 1) == (x & 0x7f));
    dst_window_store(*s, 0, offset, 1, x);
    const int64_t v = signed_of(x, 8);
    // A correct conversion would give the magnitude -v; bit 7 of it is set as well.
    const uint32_t magnitude = x < 0x80 ? x : (static_cast<uint32_t>(v == -128 ? 127 : -v) | 0x80);
    CHECK(s->dst.bits[1023][9] == ((x < 0x80 ? 0u : 0x8000u) | magnitude * 32 | (x ? 16u : 0u)));
    if (x != 0x80) CHECK(dst_window_load(*s, 0, offset, 1) == x);  // loads drop the extra bit
  }
  CHECK_FALSE(s->diagnose.any());
  dst_window_load(*s, 0, 16 * 1024, 1);
  CHECK(s->diagnose.any());
}

TEST_CASE("Dst as memory: words, in the rows that 32-bit datums have") {
  auto s = fresh();
  std::mt19937 random(seeded(7));
  for (unsigned n = 0; n < 20000; ++n) {
    const uint32_t x = n == 0 ? 0x80000000 : random(), fmt = n & 1;
    const unsigned index = random() % 8192, row = index / 16, column = index % 16;
    const bool plain = (n >> 1) & 1, remap = (n >> 2) & 1, swizzle = (n >> 3) & 1;
    set_format(*s, 2, fmt, plain, false);
    s->config.config[0][220] = s->config.config[1][220] = (swizzle ? 1u : 0u) | (remap ? 2u : 0u);
    dst_window_store(*s, 2, 4 * index, 4, x);
    uint32_t in_dst = x;
    if (!plain) in_dst = fp32_in_dst(fmt == 1 ? sign_magnitude(signed_of(x, 32), 32) : x);
    const unsigned physical = dst_register::adj32(row, remap, swizzle);
    CAPTURE(x, fmt, plain, row, physical);
    REQUIRE(s->dst.bits[physical][column] == in_dst >> 16);
    REQUIRE(s->dst.bits[physical + 8][column] == (in_dst & 0xffff));
    REQUIRE(dst_window_load(*s, 2, 4 * index, 4) == (fmt == 1 && !plain && x == 0x80000000 ? 0x80000001 : x));
  }
  CHECK_FALSE(s->diagnose.any());
}

TEST_CASE("Dst as memory: with bit 11 of DBG_FEATURE_DISABLE 16-bit datums are the high halves of 32-bit ones") {
  auto s = fresh();
  s->dst.narrow_is_high_half = true;
  for (unsigned row = 0; row < 1024; row += 5) {
    set_format(*s, 2, 0, true, false);
    dst_window_store(*s, 2, (16 * (row % 512) + 3) * 4, 4, 0x11112222u);
    dst_window_store(*s, 2, (16 * (row % 512) + 4) * 4, 4, 0x33334444u);
    const unsigned physical = dst_register::adj32(row % 512, false, false);
    set_format(*s, 2, 4, true, false);
    REQUIRE(dst_window_load(*s, 2, (16 * (row % 512) + 3) * 2, 2) == 0x1111);
    dst_window_store(*s, 2, (16 * (row % 512) + 3) * 2, 2, 0x5555);
    REQUIRE(s->dst.bits[physical][3] == 0x5555);
    REQUIRE(s->dst.bits[physical + 8][3] == 0);  // lost
    REQUIRE(s->dst.bits[physical + 8][4] == 0x4444);
  }
  CHECK_FALSE(s->diagnose.any());
}

TEST_CASE("Dst as memory: rows cleared by ZEROACC read as zero until stored to") {
  auto s = fresh();
  set_format(*s, 0, 3, true, false);
  s->dst.bits[3][1] = 0x1234;
  s->dst.row_valid[3] = false;
  CHECK(dst_window_load(*s, 0, 2 * 49, 2) == 0);
  dst_window_store(*s, 0, 2 * 49, 2, 0x77);
  CHECK(dst_window_load(*s, 0, 2 * 49, 2) == 0x77);
}

TEST_CASE("Dst as memory: T2 moves several elements, T0 and T1 one") {
  auto s = fresh();
  set_format(*s, 2, 3, true, false);
  dst_window_store(*s, 2, 8, 4, 0x11112222);
  CHECK(s->dst.bits[0][4] == 0x2222);
  CHECK(s->dst.bits[0][5] == 0x1111);
  CHECK(dst_window_load(*s, 2, 8, 4) == 0x11112222);
  set_format(*s, 2, 5, true, false);
  dst_window_store(*s, 2, 4, 4, 0x04030201);
  CHECK(s->dst.bits[0][7] == 4 * 32 + 16);
  CHECK(dst_window_load(*s, 2, 4, 4) == 0x04030201);
  CHECK_FALSE(s->diagnose.any());
  struct row {
    unsigned thread, fmt, bytes;
  };
  for (const row& r : {row{0, 3, 4}, row{1, 5, 2}, row{0, 0, 2}, row{2, 1, 1}, row{2, 6, 4}, row{0, 7, 1}}) {
    CAPTURE(r.thread, r.fmt, r.bytes);
    auto other = fresh();
    set_format(*other, r.thread, r.fmt, false, false);
    dst_window_store(*other, r.thread, 0, r.bytes, ~0u);
    CHECK(other->dst.bits[0][0] == 0);
    CHECK(dst_window_load(*other, r.thread, 0, r.bytes) == 0);
    CHECK(other->diagnose.reports().size() == 2);
  }
}

TEST_CASE("each core has its data RAM, and all are on the slow path") {
  local_rams ram;
  const by_core<uint32_t> slow_base = per_core<uint32_t>(0x4000, 0x6000, 0x8000, 0, 0x2000);
  for (unsigned core = 0; core < core_count; ++core) {
    *ram.own(core, 0) = static_cast<uint8_t>(core + 1);
    *ram.own(core, 0xffc) = static_cast<uint8_t>(core + 11);
  }
  *ram.own(core_b, 0x1ffc) = 99;
  *ram.own(core_nc, 0x1ffc) = 98;
  for (unsigned core = 0; core < core_count; ++core) {
    CHECK(*ram.by_slow_path(slow_base[core]) == core + 1);
    CHECK(*ram.by_slow_path(slow_base[core] + 0xffc) == core + 11);
    if (core < 3) CHECK(*ram.by_slow_path(slow_base[core] + 0x1000) == core + 1);  // twice
  }
  CHECK(*ram.by_slow_path(0x1ffc) == 99);
  CHECK(*ram.by_slow_path(0x3ffc) == 98);
}

TEST_CASE("tile control: clock, configuration read-back, storage, and the rest by name") {
  auto s = fresh();
  tile_control c;
  const auto load = [&](uint32_t offset, uint64_t cycle = 0) { return c.load(*s, "b", offset, cycle); };
  const auto store = [&](uint32_t offset, uint32_t value) { c.store(*s, "b", offset, value, 0); };
  CHECK(load(0x1f0, 0x1'0000'0005) == 5);
  CHECK(load(0x1f4, 0x2'0000'0000) == 2);
  CHECK(load(0x1f8, 0x2'0000'0000) == 1);  // of the last load of the low half
  s->config.config[1][7] = 0xabcd;
  s->config.thread[2][3] = 0x55;
  store(0x58, 224 + 7);
  CHECK(load(0x78) == 0xabcd);
  s->config.config[1][7] = 0;
  CHECK(load(0x78) == 0xabcd);  // fetched when asked for
  store(0x58, 672 + 2 * 68 + 3);
  CHECK(load(0x78) == 0x55);
  store(0x68, 1u << 11 | 1u << 3);
  CHECK(load(0x68) == 0x808);
  CHECK(s->dst.narrow_is_high_half);
  store(0x68, 1u << 3);
  CHECK_FALSE(s->dst.narrow_is_high_half);
  store(0x90, 1u << 10 | 1u << 11 | 0xa5u << 12);
  CHECK_FALSE(c.override_enabled(0));
  CHECK(c.override_enabled(1));
  CHECK(c.override_busy(1));
  CHECK(c.override_value(1) == 0xa5);
  CHECK_FALSE(s->diagnose.any());
  store(0x68, 1u << 11 | 1u << 4);
  CHECK(s->dst.narrow_is_high_half);
  store(0x1b0, 1);
  load(0x1e0);
  store(0x3c, 1);
  load(0x4fc);
  REQUIRE(s->diagnose.reports().size() == 5);
  CHECK(s->diagnose.reports()[0].text.find("DBG_FEATURE_DISABLE 16: ") != std::string::npos);
  CHECK(s->diagnose.reports()[2].text.find("WATCHDOG_TIMER") != std::string::npos);
  CHECK(s->diagnose.reports()[3].text.find("PERF_CNT_ALL") != std::string::npos);
  CHECK(s->diagnose.reports()[4].text.find("no register is known") != std::string::npos);
}

TEST_CASE("addresses of the small regions are described by register") {
  CHECK(address_map::describe(0, 0xFFB12068) == "0xffb12068 (tile control, debug and status, DBG_FEATURE_DISABLE)");
  CHECK(address_map::describe(0, 0xFFB11014) == "0xffb11014 (TDMA-RISC, STATUS)");
  CHECK(address_map::describe(3, 0xFFB13008) == "0xffb13008 (interrupt controller, BRISC_INT_NO)");
  CHECK(address_map::describe(3, 0xFFB13140) == "0xffb13140 (pc snapshot, pc of t0)");
  CHECK(address_map::describe(3, 0xFFB1A000) == "0xffb1a000 (local data RAM (slow path) of t1)");
}

// ---- Auto TTSync ----------------------------------------------------------------------------------------------------------

namespace {
uint16_t tracking_bits(bool config, bool parts, bool gpr, bool tdma, bool instructions) {
  return static_cast<uint16_t>(config | parts << 1 | gpr << 2 | tdma << 3 | instructions << 4);
}
resource_set touches(uint32_t address, uint16_t bits) {
  uint16_t registers[thread_config_words] = {};
  registers[56] = bits;
  return resources_of_access(address_map::decode(0, address), registers);
}
uint32_t config_address(unsigned bank, unsigned word) { return 0xFFEF0000 + 4 * (224 * bank + word); }
}  // namespace

TEST_CASE("Auto TTSync: addresses and resources") {
  const uint16_t all = tracking_bits(true, false, true, true, true), parts = tracking_bits(true, true, true, true, true);
  CHECK(touches(0xFFE00000, all) == 0x40);
  CHECK(touches(0xFFE00000, tracking_bits(true, false, false, true, true)) == 0);
  CHECK(touches(0xFFE00000, tracking_bits(true, false, true, true, false)) == 0);
  CHECK(touches(0xFFB11014, all) == 0x80);
  CHECK(touches(0xFFB11014, tracking_bits(true, false, true, false, true)) == 0);
  CHECK(touches(config_address(0, 5), tracking_bits(false, false, true, true, true)) == 0);
  CHECK(touches(config_address(0, 5), all) == 0x07);
  CHECK(touches(config_address(1, 5), all) == 0x38);
  CHECK(touches(config_address(1, 180), all) == 0x3f);
  CHECK(touches(config_address(2, 5), all) == 0x3f);  // both banks
  CHECK(touches(config_address(3, 5), all) == 0x3f);  // ThreadConfig
  for (const uint32_t address : {0xFFE80020u, 0xFFB80000u, 0xFFBD8000u, 0x100u, 0xFFB40000u}) CHECK(touches(address, all) == 0);
  struct row {
    unsigned word, part;
  };
  const row rows[] = {{64, 1},  {65, 4},  {67, 4},  {72, 1},  {76, 1},  {83, 1},  {87, 1},  {88, 4},  {92, 1},
                      {95, 1},  {104, 1}, {105, 1}, {106, 4}, {112, 2}, {113, 4}, {120, 2}, {121, 2}, {122, 4},
                      {123, 4}, {124, 2}, {125, 2}, {126, 4}, {132, 4}, {140, 2}, {141, 2}, {142, 4}, {152, 4},
                      {44, 1},  {45, 3},  {46, 2},  {48, 7},  {50, 7},  {51, 1},  {53, 1},  {54, 4},  {56, 4},
                      {57, 4},  {58, 2},  {63, 2},  {0, 4},   {179, 4}};
  for (const row& r : rows) {
    CAPTURE(r.word);
    CHECK(touches(config_address(0, r.word), parts) == r.part);
    CHECK(touches(config_address(1, r.word), parts) == r.part << 3);
  }
  CHECK(touches(config_address(0, 200), parts) == 0x24);
  CHECK(touches(config_address(2, 72), parts) == 0x24);
  CHECK(touches(config_address(3, 1), parts) == 0x1b);  // ThreadConfig[0].DEST_TARGET_REG_CFG_MATH_Offset
  CHECK(touches(config_address(3, 68 + 1), parts) == 0x24);
}

TEST_CASE("Auto TTSync: what instructions hold back, and what holds them") {
  uint16_t on[thread_config_words] = {}, off[thread_config_words] = {};
  on[56] = tracking_bits(true, true, true, true, true);
  const uint32_t unpack1 = word_of(opcode::UNPACR) | insn::UNPACR::unpack_block_selection.place(1);
  struct row {
    uint32_t word;
    unsigned reads, writes;
  };
  const row rows[] = {{word_of(opcode::NOP), 0, 0},
                      {word_of(opcode::SETDMAREG), 0x40, 0x40},
                      {word_of(opcode::REG2FLOP), 0xc0, 0xc0},
                      {word_of(opcode::CFGSHIFTMASK), 0x07, 0x07},
                      {word_of(opcode::STOREREG), 0x40, 0},
                      {word_of(opcode::LOADREG), 0, 0x40},
                      {word_of(opcode::FLUSHDMA), 0, 0x80},
                      {word_of(opcode::WRCFG), 0x40, 0x07},
                      {word_of(opcode::RDCFG), 0x07, 0x40},
                      {word_of(opcode::XMOV), 0x47, 0x47},
                      {word_of(opcode::UNPACR), 0x81, 0x80},
                      {unpack1, 0x82, 0x80},
                      {word_of(opcode::PACR), 0x84, 0x80},
                      {word_of(opcode::MOP), 0xc7, 0xc7},
                      {word_of(opcode::REPLAY), 0xc7, 0xc7},
                      {word_of(opcode::MVMUL), 0x04, 0}};
  for (const row& r : rows) {
    CAPTURE(disassemble(r.word));
    auto_ttsync t;
    t.push(r.word, 1, on);
    for (unsigned bit = 0; bit < 8; ++bit) {
      const auto resources = static_cast<resource_set>(1u << bit);
      CAPTURE(bit);
      const bool written = (r.writes >> bit) & 1, used = written || ((r.reads >> bit) & 1);
      CHECK(t.free_from(resources, false, 7) == (written ? auto_ttsync::never : 7));
      CHECK(t.free_from(resources, true, 7) == (used ? auto_ttsync::never : 7));
      auto_ttsync held;
      held.push(r.word, 1, on);
      held.stored(resources, 20);
      CHECK(held.may_pass(1, 10) == (used ? 21 : 10));  // one cycle of linger
      CHECK(held.may_pass(1, 21) == 21);
    }
    t.passed(r.word, 1);
    t.gone_before(2, 30);
    CHECK(t.free_from(0xff, true, 7) == (r.reads | r.writes ? 31 : 7));
    auto_ttsync untracked;
    untracked.push(r.word, 1, off);
    CHECK(untracked.free_from(0xff, true, 7) == 7);
  }
}

TEST_CASE("Auto TTSync: declarations, banks and expansions, in program order") {
  uint16_t on[thread_config_words] = {};
  on[56] = tracking_bits(true, false, true, true, true);
  const auto declare = [](unsigned op_class, unsigned resources, unsigned linger) {
    using namespace insn::RESOURCEDECL;
    return word_of(opcode::RESOURCEDECL) | insn::RESOURCEDECL::op_class.place(op_class) |
           insn::RESOURCEDECL::resources.place(resources) | linger_time.place(linger);
  };
  auto_ttsync t;
  t.push(word_of(opcode::MVMUL), 1, on);
  t.push(declare(15, 0x20, 4), 2, on);  // class 15: reads GPRs, three cycles of linger
  t.push(word_of(opcode::MVMUL), 3, on);
  t.push(word_of(opcode::SETC16) | 1, 4, on);  // CFG_STATE_ID 1
  t.push(word_of(opcode::RDCFG), 5, on);
  CHECK(t.free_from(0x04, true, 0) == auto_ttsync::never);  // the first MVMUL
  t.gone_before(2, 9);
  CHECK(t.free_from(0x04, true, 0) == 10);
  CHECK(t.free_from(resource::gpr, true, 0) == auto_ttsync::never);
  CHECK(t.free_from(0x20, true, 0) == auto_ttsync::never);  // RDCFG reads bank 1
  t.gone_before(3, 9);
  t.stored(resource::gpr, 20);
  CHECK(t.may_pass(3, 12) == 23);

  auto_ttsync m;  // only the first instruction of an expansion waits; all of them hold stores back
  m.push(word_of(opcode::MOP), 1, on);
  m.store_begins(resource::gpr);
  CHECK(m.may_pass(1, 5) == auto_ttsync::never);
  m.store_ends(resource::gpr, 8);
  CHECK(m.may_pass(1, 8) == 9);
  m.passed(word_of(opcode::SETDMAREG), 1);
  m.stored(resource::gpr, 50);
  CHECK(m.may_pass(1, 10) == 10);
  CHECK(m.free_from(resource::gpr, true, 10) == auto_ttsync::never);
  m.passed(declare(0, 0, 0), 1);  // out of the expansion: holds from here on
  m.gone_before(2, 11);
  m.push(word_of(opcode::SETDMAREG), 2, on);
  CHECK(m.free_from(resource::gpr, true, 20) == 20);
}

TEST_CASE("without time, a tracked store follows the instructions that use the resource, and no others") {
  // SEMWAIT holds a RDCFG back until T1 posts; T0's store to Config comes after it, its store to a GPR not used does not wait.
  struct steps : step_source {
    std::vector<step> all;
    size_t at = 0;
    bool next(step& out) override {
      if (at == all.size()) return false;
      out = all[at++];
      return true;
    }
  };
  for (const bool tracked : {false, true}) {
    CAPTURE(tracked);
    functional_machine machine;
    machine.state.diagnose.policy = on_undefined::stop;
    machine.state.config.thread[0][56] = tracked ? 0x1f : 0;
    machine.state.config.config[0][5] = 11;
    machine.state.sem[0].max = 1;
    using namespace insn::SEMWAIT;
    const uint32_t words[] = {word_of(opcode::SEMWAIT) | stall_res.place(0x1ff) | sem_sel.place(1) | wait_sem_cond.place(1),
                              word_of(opcode::RDCFG) | insn::RDCFG::cfg_reg.place(5) | insn::RDCFG::gpr_address.place(2)};
    auto t0 = std::make_unique<steps>(), t1 = std::make_unique<steps>();
    step s;
    s.kind = step::kind_t::push;
    s.count = 2;
    s.words = words;
    t0->all.push_back(s);
    s = step();
    s.kind = step::kind_t::store;
    s.address = 0xFFB00000;  // its data RAM: not tracked
    s.value = 77;
    t0->all.push_back(s);
    s.address = config_address(0, 5);
    s.value = 22;
    t0->all.push_back(s);
    s = step();
    s.kind = step::kind_t::poll;
    s.address = 0xFFB18000;  // T0's data RAM, slow path
    s.value = 77;
    t1->all.push_back(s);
    s = step();
    s.kind = step::kind_t::store;
    s.address = 0xFFE80020;
    t1->all.push_back(s);
    std::array<std::unique_ptr<step_source>, stream_cores> cores;
    cores[0] = std::move(t0);
    cores[1] = std::move(t1);
    const auto r = machine.run(std::move(cores));
    CHECK(r.how == functional_machine::outcome::done);
    CHECK(r.text == "");
    CHECK(machine.state.gpr[0][2] == (tracked ? 11 : 22));
    CHECK(machine.state.config.config[0][5] == 22);
  }
}
