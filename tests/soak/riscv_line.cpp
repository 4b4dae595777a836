// SPDX-License-Identifier: Apache-2.0
#include "tests/soak/riscv_line.h"

#include "tests/soak/riscv_pieces.h"

namespace tensix::soak {

namespace {

using namespace riscv_test;

// The last instruction, and what must be said of it. `where`: its address, unless the core has jumped.
struct fault {
  emitter& out;
  riscv_random& r;
  line_crossing& x;
  unsigned any = role::first_free;

  void told(const char* what, std::string expected) {
    x.what = what;
    x.expected = std::move(expected);
    x.pc = out.here();
  }
  void address(uint32_t a) { out.li(role::scratch, a); }
  void word(const char* what, uint32_t w, const char* expected) {
    told(what, expected);
    out.put(w);
  }
  void load(const char* what, const char* name, uint32_t a, const char* expected) {
    address(a);
    told(what, expected);
    out.i(name, any, role::scratch, 0);
  }
  void store(const char* what, const char* name, uint32_t a, const char* expected) {
    address(a);
    told(what, expected);
    out.store(name, any, role::scratch, 0);
  }
  void jump(const char* what, uint32_t to, const char* expected) {
    address(to);
    told(what, expected);
    out.i("jalr", role::ra, role::scratch, 0);
    x.pc = to;
  }

  void put(unsigned kind, uint32_t area) {
    const uint32_t ram = data_ram_base + 4 * r.below(64), mine = area + 4 * r.below(64),
                   outside = 0x70000000 + 4 * r.below(1000);
    const uint32_t odd = r.one_in(2) ? 1 : 3;
    constexpr const char* uneven = "which is not a multiple of them";
    switch (kind) {
      case 0: return load("misaligned half-word from L1", "lh", mine + odd, uneven);
      case 1: return load("misaligned word from data RAM", "lw", ram + r.between(1, 3), uneven);
      case 2: return store("misaligned word to L1", "sw", mine + r.between(1, 3), uneven);
      case 3: return load("load from nowhere", "lbu", outside, "load of 1 bytes at 0x7");
      case 4: return store("store to nowhere", "sw", outside, "store of 4 bytes at 0x7");
      case 5: return word("no instruction", 0xffffffff, "no instruction of these cores");
      case 6: return word("lr.w", 0x1000252f, "lr.w and sc.w are not implemented");
      case 7: return word("fdiv.s", 0x18000053, "fdiv is not implemented");
      case 8: return word("vadd.vv", 0x02000057, "the V extension is not modelled");
      case 9: return jump("jump behind L1", 0x180000 + 4 * r.below(1000), "instructions can be fetched from L1 only");
      case 10: return jump("jump between instructions", out.here() + 2, "not a multiple of 4");
      case 11: return jump("jump into data RAM", ram, "instructions can be fetched from L1 only");
      case 12: return store("store to the pc snapshot", "sw", 0xFFB13138, "which cannot be written");
      case 13: return load("load from the instruction FIFO", "lw", 0xFFE40000, "which cannot be read");
      case 14: return word("no such CSR", asm_csr("csrrs", role::first_free, 0x345, 0), "no CSR of these cores");
      case 15:
        address(ram);
        told("atomic in data RAM", "atomic, L1 only");
        return out.r("amoadd.w", any, role::scratch, any);
      case 16:
        address(mine + 2);
        told("misaligned atomic", uneven);
        return out.r("amoor.w", any, role::scratch, any);
      case 17: return word("mret", 0x30200073, "interrupts are not modelled");
      case 18:
        store("store to a register that is not modelled", "sw", 0xFFB121C0, "BREAKPOINT_CTRL");
        x.exact_pc = false;  // it is noticed when the store arrives
        return;
      case 19:
        load("load from a register that is not modelled", "lw", 0xFFB121C4, "BREAKPOINT_STATUS");
        x.exact_pc = false;
        return;
      case 20: x.core = core_b; return load("load from the Dst window by B", "lw", 0xFFBD8000, "load of 4 bytes at 0xffbd8000");
      default:
        store("a byte to the configuration", "sb", 0xFFEF0000, "takes whole words only");
        x.exact_pc = false;
        return;
    }
  }
};

}  // namespace

line_crossing cross_the_line(uint64_t seed) {
  riscv_random r(seed);
  line_crossing x;
  x.program.seed = seed;
  x.core = r.below(stream_cores);
  const auto kind = static_cast<unsigned>(seed % line_kinds);
  if (kind == 20) x.core = core_b;
  riscv_core_program& c = x.program.core[x.core];
  c.used = true;
  c.area = x.program.window.base;
  c.entry = c.area + core_area::bytes + 4 * r.below(4);
  emitter out(c.entry);
  out.li(role::sp, data_ram_base + data_ram_stack_top);
  out.li(role::area, c.area + core_area::play_bytes / 2);
  out.li(role::ram, data_ram_base + data_ram_play + data_ram_play_bytes / 2);
  put_values(out, r);
  const piece_options everything;
  for (uint32_t n = r.below(4); n; --n) put_piece(out, r, everything);
  fault{out, r, x}.put(kind, c.area);
  for (uint32_t n = r.below(4); n; --n) put_piece(out, r, everything);
  out.put(asm_ebreak);
  c.words = std::move(out.words);
  return x;
}

}  // namespace tensix::soak
