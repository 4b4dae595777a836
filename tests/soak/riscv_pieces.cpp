// SPDX-License-Identifier: Apache-2.0
#include "tests/soak/riscv_pieces.h"

#include "tests/soak/riscv_program.h"

namespace tensix::soak {

namespace {

constexpr const char* register_ops[] = {"add", "sub",  "sll",    "slt",    "sltu",   "xor",  "srl", "sra",
                                        "or",  "and",  "sh1add", "sh2add", "sh3add", "andn", "orn", "xnor",
                                        "max", "maxu", "min",    "minu",   "rol",    "ror",  "pack"};
constexpr const char* multiply_ops[] = {"mul", "mulh", "mulhsu", "mulhu", "div", "divu", "rem", "remu"};
constexpr const char* unary_ops[] = {"clz", "ctz", "cpop", "sext.b", "sext.h", "orc.b"};
constexpr const char* immediate_ops[] = {"addi", "slti", "sltiu", "xori", "ori", "andi"};
constexpr const char* shift_ops[] = {"slli", "srli", "srai", "rori", "grevi"};
constexpr const char* atomics[] = {"amoadd.w", "amoswap.w", "amoxor.w",  "amoor.w",  "amoand.w",
                                   "amomin.w", "amomax.w",  "amominu.w", "amomaxu.w"};
constexpr const char* branches[] = {"beq", "bne", "blt", "bge", "bltu", "bgeu"};
constexpr const char* fp_two[] = {"fadd", "fsub", "fmul", "fsgnj", "fsgnjn", "fsgnjx", "fmin", "fmax"};
constexpr const char* fp_compare[] = {"fle", "flt", "feq"};
constexpr const char* fp_to_x[] = {"fclass", "fmv.x", "fcvt.w", "fcvt.wu"};
constexpr const char* fp_from_x[] = {"fmv.f", "fcvt.f.w", "fcvt.f.wu"};
constexpr const char* fp_three[] = {"fmadd", "fmsub", "fnmsub", "fnmadd"};

struct writer {
  emitter& out;
  riscv_random& r;
  const piece_options& options;
  unsigned depth = 0;

  unsigned source() { return r.one_in(12) ? 0 : role::first_free + r.below(role::free_count); }
  unsigned target() { return r.one_in(24) ? 0 : role::first_free + r.below(role::free_count); }
  unsigned f() { return r.below(32); }

  void li() {
    const unsigned rd = role::first_free + r.below(role::free_count);
    out.li(rd, telling_word(r));
  }

  // One of these with registers of any number. (What is drawn must not depend on the order in which a compiler evaluates
  // arguments: each draw is a statement or a declarator.)
  template <size_t n>
  void any_r(const char* const (&names)[n]) {
    const char* const name = r.of(names);
    const unsigned rd = target(), rs1 = source(), rs2 = source();
    out.r(name, rd, rs1, rs2);
  }
  template <size_t n>
  void any_i(const char* const (&names)[n], int32_t immediate) {
    const char* const name = r.of(names);
    const unsigned rd = target(), rs1 = source();
    out.put(riscv_test::asm_i(name, rd, rs1, immediate));
  }
  emitter::hole any_branch() {
    const char* const name = r.of(branches);
    const unsigned rs1 = source(), rs2 = source();
    return out.branch(name, rs1, rs2);
  }
  void compute() {
    const uint32_t drawn = r.word();
    switch (r.below(16)) {
      case 0:
      case 1: return any_r(multiply_ops);
      case 2: {
        const char* const name = r.of(unary_ops);
        const unsigned rd = target(), rs1 = source();
        return out.r(name, rd, rs1);
      }
      case 3: return any_i(shift_ops, static_cast<int32_t>(drawn & 31));
      case 4:
      case 5:
      case 6: return any_i(immediate_ops, static_cast<int32_t>(drawn & 0xfff));
      case 7: return li();
      case 8: return out.put(riscv_test::word_u(drawn & 1 ? 0x37 : 0x17, target(), drawn));
      default: return any_r(register_ops);
    }
  }

  // A place in the area or in the data RAM, aligned for `bytes`: a base register and an offset.
  struct place {
    unsigned base;
    int32_t offset;
  };
  static constexpr int32_t half_area = core_area::play_bytes / 2, half_ram = data_ram_play_bytes / 2;
  place somewhere(uint32_t bytes, bool l1) {
    const unsigned base = l1 ? role::area : role::ram;
    const int32_t half = l1 ? half_area : half_ram;
    // Few places, so that accesses meet: a quarter of them within 32 bytes.
    const uint32_t span = r.one_in(4) ? 2 * static_cast<uint32_t>(half) : 32;
    const int32_t offset = static_cast<int32_t>(r.below(span / bytes) * bytes) - half;
    if (!r.one_in(5)) return {base, offset};
    // By what a register holds.
    const uint32_t mask = (r.one_in(2) ? 0x3f : 0x1ff) & ~(bytes - 1);
    out.i("andi", role::scratch, source(), static_cast<int32_t>(mask));
    out.r("add", role::scratch, role::scratch, base);
    return {role::scratch, 0};
  }
  void access() {
    static constexpr const char* loads[] = {"lb", "lbu", "lh", "lhu", "lw"};
    static constexpr uint32_t load_bytes[] = {1, 1, 2, 2, 4};
    static constexpr const char* stores[] = {"sb", "sh", "sw"};
    const bool l1 = r.one_in(2);
    if (l1 && r.one_in(8)) {
      const int32_t offset = static_cast<int32_t>(r.below(r.one_in(2) ? 8 : core_area::play_bytes / 4) * 4) - half_area;
      out.i("addi", role::scratch, role::area, offset);
      const unsigned rd = target(), rs2 = source();
      const char* const atomic = r.of(atomics);
      out.r(atomic, rd, role::scratch, rs2);
      if (r.one_in(2)) out.words.back() |= r.below(4) << 25;  // .aq, .rl
      return;
    }
    if (options.floating && r.one_in(6)) {
      const bool half = r.one_in(2);
      const place p = somewhere(half ? 2 : 4, l1);
      if (r.one_in(2)) return out.i(half ? "flh" : "flw", f(), p.base, p.offset);
      return out.store(half ? "fsh" : "fsw", f(), p.base, p.offset);
    }
    if (r.one_in(2)) {
      const uint32_t k = r.below(5);
      const place p = somewhere(load_bytes[k], l1);
      out.i(loads[k], target(), p.base, p.offset);
    } else {
      const uint32_t k = r.below(3);
      const place p = somewhere(1u << k, l1);
      out.store(stores[k], source(), p.base, p.offset);
    }
  }

  void floating() {
    const uint32_t half = r.one_in(3) ? riscv_test::half_format : 0;
    const uint32_t rounding = r.below(5) << 12;  // is ignored
    const uint32_t kind = r.below(8), which = r.below(8);
    const unsigned a = f(), b = f(), c = f(), d = f(), xd = target(), xs = source();
    const auto put = [&](const char* name, unsigned rd, unsigned rs1, unsigned rs2, uint32_t more) {
      out.put(riscv_test::asm_r(name, rd, rs1, rs2) | half | more);
    };
    switch (kind) {
      case 0: return put(fp_compare[which % 3], xd, a, b, 0);
      case 1: return put(fp_to_x[which % 4], xd, a, 0, which % 4 >= 2 ? rounding : 0);
      case 2:
      case 3: return put(fp_from_x[which % 3], d, xs, 0, which % 3 ? rounding : 0);
      case 4: return put(fp_three[which % 4], d, a, b, c << 27 | rounding);
      case 5: return out.put(riscv_test::word_r(which & 1 ? riscv_test::fcvt_h_s : 0x40200053u, d, a, 0) | rounding);
      default: return put(fp_two[which], d, a, b, which < 3 ? rounding : 0);
    }
  }

  void straight(uint32_t least, uint32_t most) {
    for (uint32_t n = r.between(least, most); n; --n) {
      const uint32_t k = r.below(8);
      if (k < 3) access();
      else if (k == 3 && options.floating) floating();
      else compute();
    }
  }

  // A value of a float at an edge.
  void float_value() {
    static constexpr uint32_t edges[] = {0x00000000, 0x80000000, 0x7f800000, 0xff800000, 0x7fc00000, 0x7f800001, 0x00000001,
                                         0x007fffff, 0x00800000, 0x7f7fffff, 0x3f800000, 0xbf800000, 0x4f000000, 0xcf000000,
                                         0x4f800000, 0x3effffff, 0x477fe000, 0x33800000, 0x38800000, 0x387fc000};
    static constexpr uint32_t halves[] = {0xffff0000, 0xffff8000, 0xffff7c00, 0xfffffc00, 0xffff7e00, 0xffff7c01, 0xffff0001,
                                          0xffff03ff, 0xffff0400, 0xffff7bff, 0xffff3c00, 0xffffbc00, 0x00003c00};
    const uint32_t kind = r.below(6);
    out.li(role::scratch, kind < 2 ? r.of(halves) : kind < 4 ? r.of(edges) : r.word());
    out.r("fmv.f", f(), role::scratch);
  }

  void forward() {
    const auto over = any_branch();
    straight(1, 6);
    if (r.one_in(2)) {
      const auto past_else = out.jump();
      out.land(over);
      straight(1, 5);
      out.land(past_else);
    } else {
      out.land(over);
    }
  }

  void loop() {
    const unsigned counter = depth ? role::inner : role::outer;
    out.li(counter, r.between(1, depth ? 4 : 9));
    const uint32_t top = out.here();
    ++depth;
    body(r.one_in(5) ? 60 : 12);
    --depth;
    if (r.one_in(3)) {  // left in the middle
      out.i("addi", counter, counter, -1);
      const auto leave = out.branch("beq", counter, 0);
      straight(1, 4);
      out.jump_to(0, top);
      out.land(leave);
    } else {
      out.i("addi", counter, counter, -1);
      out.branch_to("bne", counter, 0, top);
    }
  }

  void body(uint32_t size) {
    straight(1, size);
    if (r.one_in(3)) forward();
    if (depth == 1 && r.one_in(3)) {
      loop();
      straight(1, 4);
    }
  }

  // A function beside the way, called once or several times, perhaps through a register; it keeps ra on the stack and may call
  // one more.
  uint32_t function(bool calls, uint32_t other) {
    const uint32_t entry = out.here();
    out.i("addi", role::sp, role::sp, -16);
    out.store("sw", role::ra, role::sp, 12);
    const unsigned saved = role::first_free + r.below(role::free_count);
    out.store("sw", saved, role::sp, 8);
    straight(1, 8);
    if (calls) out.jump_to(role::ra, other);
    straight(0, 4);
    if (r.one_in(2)) out.i("lw", saved, role::sp, 8);
    out.i("lw", role::ra, role::sp, 12);
    out.i("addi", role::sp, role::sp, 16);
    out.i("jalr", 0, role::ra, 0);
    return entry;
  }
  void calls() {
    const auto past = out.jump();
    const uint32_t leaf = function(false, 0), entry = r.one_in(2) ? function(true, leaf) : leaf;
    out.land(past);
    for (uint32_t n = r.between(1, 3); n; --n) {
      if (r.one_in(3)) {
        out.li(role::scratch2, entry - 8);
        out.i("jalr", role::ra, role::scratch2, r.one_in(2) ? 8 : 9);  // the lowest bit of the sum is ignored
      } else {
        out.jump_to(role::ra, entry);
      }
      straight(0, 3);
    }
  }

  // To one of four places, by what a register holds.
  void table() {
    out.i("andi", role::scratch, source(), 3);
    out.i("slli", role::scratch, role::scratch, 3);
    out.put(riscv_test::word_u(0x17, role::scratch2, 0));  // auipc
    out.r("add", role::scratch2, role::scratch2, role::scratch);
    out.i("jalr", r.one_in(2) ? role::ra : 0, role::scratch2, 12);
    emitter::hole ends[3];
    for (unsigned k = 0; k < 4; ++k) {
      any_r(register_ops);
      if (k < 3) ends[k] = out.jump();
    }
    for (const emitter::hole& h : ends) out.land(h);
  }

  // Registers of the core: those that hold what was written, constants, counters that nobody looks at, and what only changes
  // times (cfg0, pmacfg).
  void csrs() {
    static constexpr const char* ways[] = {"csrrw", "csrrs", "csrrc", "csrrwi", "csrrsi", "csrrci"};
    static constexpr uint32_t counters[] = {0xb00, 0xb80, 0xb02, 0xb82, 0xc00, 0xc80, 0xc02, 0xc82};
    static constexpr uint32_t constants[] = {0x008, 0x300, 0x301, 0xf14};
    static constexpr unsigned cfg0_bits[] = {0, 1, 2, 3, 9, 12, 18, 20, 24};
    for (uint32_t n = r.between(1, 4); n; --n) {
      switch (r.below(6)) {
        case 0: {  // fcsr
          const uint32_t k = r.below(6);
          const unsigned operand = k < 3 ? source() : r.below(32);
          out.csr(ways[k], target(), 0x003, operand);
          break;
        }
        case 1: out.csr("csrrs", role::scratch, r.of(counters), 0); break;
        case 2: {
          const unsigned rd = target();  // drawn in this order by every compiler
          out.csr("csrrs", rd, r.of(constants), 0);
          break;
        }
        case 3:
          out.i("addi", role::scratch, 0, static_cast<int32_t>(r.below(2)));
          out.csr("csrrw", role::scratch, 0x7c1 + r.below(2), role::scratch);  // pmacfg0, 1: ordered accesses
          break;
        default: {
          uint32_t bits = 0;
          for (uint32_t k = r.between(1, 3); k; --k) bits |= 1u << r.of(cfg0_bits);
          if (r.one_in(3)) bits |= r.below(32) << 13;  // for how long stores are held to be merged
          out.li(role::scratch, bits);
          out.csr(r.one_in(2) ? "csrrs" : "csrrc", role::scratch, 0x7c0, role::scratch);
          break;
        }
      }
      straight(0, 3);
    }
  }

  // Stores to neighbours, and loads of parts of what they wrote.
  void crowd() {
    const bool l1 = !r.one_in(3);
    const int32_t begin = static_cast<int32_t>(r.below(16) * 16) - (l1 ? half_area : half_ram);
    const unsigned base = l1 ? role::area : role::ram;
    for (uint32_t n = r.between(3, 10); n; --n) {
      const uint32_t k = r.below(3), bytes = 1u << k;
      const int32_t offset = begin + static_cast<int32_t>(r.below(32 / bytes) * bytes);
      static constexpr const char* stores[] = {"sb", "sh", "sw"};
      static constexpr const char* loads[] = {"lbu", "lh", "lw"};
      if (r.one_in(3)) out.i(loads[k], target(), base, offset);
      else out.store(stores[k], source(), base, offset);
    }
  }
};

}  // namespace

void put_values(emitter& out, riscv_random& random) {
  for (unsigned i = 0; i < role::free_count; ++i) out.li(role::first_free + i, telling_word(random));
}

void put_piece(emitter& out, riscv_random& random, const piece_options& options) {
  writer w{out, random, options};
  switch (random.below(11)) {
    case 0: return w.straight(4, 40);
    case 1: return w.forward();
    case 2:
    case 3: return w.loop();
    case 4: return w.calls();
    case 5: return w.table();
    case 6: return w.csrs();
    case 7: return w.crowd();
    case 8:
      for (unsigned i = 0; i < 4; ++i) w.li();
      for (unsigned i = 0; i < 6; ++i) w.any_r(multiply_ops);
      return;
    case 9:
      out.put(random.one_in(2) ? riscv_test::asm_fence : 0x100fu);  // fence, fence.i
      if (random.one_in(2) && options.wall_clock) {
        out.li(role::scratch, 0xFFB121F0);  // the wall clock, which nobody looks at
        out.i("lw", role::scratch, role::scratch, 0);
      }
      return w.straight(1, 6);
    default:
      if (!options.floating) return w.straight(4, 20);
      for (unsigned i = 0; i < 6; ++i) w.float_value();
      for (unsigned i = 0; i < 12; ++i) w.floating();
      return;
  }
}

}  // namespace tensix::soak
