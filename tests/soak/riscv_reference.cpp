// SPDX-License-Identifier: Apache-2.0
#include "tests/soak/riscv_reference.h"

#include <cstdio>
#include <cstring>
#include <stdexcept>

#include "tests/soak/riscv_float_reference.h"

namespace tensix::soak {

namespace {
constexpr uint32_t mailboxes_at = 0xFFEC0000, semaphores_at = 0xFFE80020, wall_clock = 0xFFB121F0;

uint32_t bits(uint32_t w, unsigned low, unsigned n) { return w >> low & ((1u << n) - 1); }
int64_t s(uint32_t v) { return static_cast<int32_t>(v); }
uint32_t low32(int64_t v) { return static_cast<uint32_t>(static_cast<uint64_t>(v)); }

// Straight from the definitions, in 64 bits.
uint32_t multiply_or_divide(uint32_t funct3, uint32_t a, uint32_t b) {
  switch (funct3) {
    case 0: return low32(s(a) * s(b));
    case 1: return static_cast<uint32_t>(static_cast<uint64_t>(s(a) * s(b)) >> 32);
    case 2: return static_cast<uint32_t>(static_cast<uint64_t>(s(a) * static_cast<int64_t>(b)) >> 32);
    case 3: return static_cast<uint32_t>(uint64_t{a} * b >> 32);
    case 4: return b == 0 ? ~0u : low32(s(a) / s(b));
    case 5: return b == 0 ? ~0u : a / b;
    case 6: return b == 0 ? a : low32(s(a) % s(b));
    default: return b == 0 ? a : a % b;
  }
}

// Bit i of the result is bit i ^ by of `v`.
uint32_t general_reverse(uint32_t v, uint32_t by) {
  uint32_t out = 0;
  for (uint32_t i = 0; i < 32; ++i) out |= (v >> (i ^ by) & 1) << i;
  return out;
}
uint32_t rotate_right(uint32_t v, uint32_t by) {
  const uint64_t twice = uint64_t{v} << 32 | v;
  return static_cast<uint32_t>(twice >> (by & 31));
}
uint32_t shift_right_signed(uint32_t v, uint32_t by) { return low32(s(v) >> (by & 31)); }

bool register_op(uint32_t w, uint32_t a, uint32_t b, uint32_t& value) {
  const uint32_t f7 = bits(w, 25, 7), f3 = bits(w, 12, 3);
  if (f7 == 1) return value = multiply_or_divide(f3, a, b), true;
  switch (f7 << 4 | f3) {
    case 0x000: value = a + b; break;
    case 0x200: value = a - b; break;
    case 0x001: value = a << (b & 31); break;
    case 0x002: value = s(a) < s(b); break;
    case 0x003: value = a < b; break;
    case 0x004: value = a ^ b; break;
    case 0x005: value = a >> (b & 31); break;
    case 0x205: value = shift_right_signed(a, b); break;
    case 0x006: value = a | b; break;
    case 0x007: value = a & b; break;
    case 0x102: value = 2 * a + b; break;
    case 0x104: value = 4 * a + b; break;
    case 0x106: value = 8 * a + b; break;
    case 0x204: value = ~(a ^ b); break;
    case 0x206: value = a | ~b; break;
    case 0x207: value = a & ~b; break;
    case 0x054: value = s(a) < s(b) ? a : b; break;
    case 0x055: value = a < b ? a : b; break;
    case 0x056: value = s(a) < s(b) ? b : a; break;
    case 0x057: value = a < b ? b : a; break;
    case 0x301: value = rotate_right(a, 32 - (b & 31)); break;
    case 0x305: value = rotate_right(a, b); break;
    case 0x044: value = (a & 0xffff) + b * 0x10000; break;
    default: return false;
  }
  return true;
}

bool immediate_op(uint32_t w, uint32_t a, uint32_t& value) {
  const uint32_t immediate = shift_right_signed(w, 20), f7 = bits(w, 25, 7), amount = bits(w, 20, 5);
  uint32_t n = 0;
  switch (bits(w, 12, 3)) {
    case 0: value = a + immediate; return true;
    case 2: value = s(a) < s(immediate); return true;
    case 3: value = a < immediate; return true;
    case 4: value = a ^ immediate; return true;
    case 6: value = a | immediate; return true;
    case 7: value = a & immediate; return true;
    case 1:
      if (f7 == 0) return value = a << amount, true;
      if (f7 != 0x30) return false;
      switch (amount) {
        case 0:
          while (n < 32 && !(a >> (31 - n) & 1)) ++n;
          return value = n, true;
        case 1:
          while (n < 32 && !(a >> n & 1)) ++n;
          return value = n, true;
        case 2:
          for (unsigned i = 0; i < 32; ++i) n += a >> i & 1;
          return value = n, true;
        case 4: return value = shift_right_signed(a << 24, 24), true;
        case 5: return value = shift_right_signed(a << 16, 16), true;
        default: return false;
      }
    default: break;
  }
  switch (f7) {
    case 0x00: value = a >> amount; return true;
    case 0x20: value = shift_right_signed(a, amount); return true;
    case 0x30: value = rotate_right(a, amount); return true;
    case 0x34: value = general_reverse(a, amount); return true;
    case 0x14:
      if (amount != 7) return false;
      value = 0;
      for (unsigned i = 0; i < 32; i += 8)
        if (bits(a, i, 8)) value |= 0xffu << i;
      return true;
    default: return false;
  }
}

bool atomic_op(uint32_t w, uint32_t old, uint32_t b, uint32_t& value) {
  switch (w >> 27) {
    case 0x00: value = old + b; return true;
    case 0x01: value = b; return true;
    case 0x04: value = old ^ b; return true;
    case 0x08: value = old | b; return true;
    case 0x0c: value = old & b; return true;
    case 0x10: value = s(old) < s(b) ? old : b; return true;
    case 0x14: value = s(old) < s(b) ? b : old; return true;
    case 0x18: value = old < b ? old : b; return true;
    case 0x1c: value = old < b ? b : old; return true;
    default: return false;
  }
}

bool taken(uint32_t f3, uint32_t a, uint32_t b) {
  const bool truth = f3 < 2 ? a == b : f3 < 6 ? s(a) < s(b) : a < b;
  return truth != ((f3 & 1) != 0);
}
}  // namespace

riscv_reference::riscv_reference(const riscv_program& p, outside* rest) : window(p.window.bytes), p_(p), rest_(rest) {
  const auto put = [&](uint32_t address, const std::vector<uint32_t>& words) {
    if (!words.empty()) std::memcpy(&window.at(address - p.window.base), words.data(), 4 * words.size());
  };
  for (unsigned i = 0; i < core_count; ++i) {
    const riscv_core_program& c = p.core[i];
    if (!c.used) continue;
    put(c.entry, c.words);
    put(c.area, c.area_words);
    core[i].used = true;
    core[i].pc = c.entry;
    core[i].data_ram.resize(i < core_b ? 0x1000 : 0x2000);
    std::memcpy(core[i].data_ram.data(), c.data_ram.data(), 4 * c.data_ram.size());
  }
}

void riscv_reference::wrong(unsigned i, const std::string& what) const {
  char at[48];
  std::snprintf(at, sizeof at, "%s at pc 0x%08x: ", core_name(i), core[i].pc);
  throw std::runtime_error(at + what);
}

void riscv_reference::run(uint64_t most) {
  constexpr unsigned turn = 200;
  for (uint64_t all = 0;;) {
    bool left = false, moved = false;
    for (unsigned i = 0; i < core_count; ++i)
      for (unsigned n = 0; n < turn && core[i].used && !core[i].stopped; ++n) {
        left = true;
        if (!step(i)) break;
        moved = true;
        if (++all > most) wrong(i, "too many instructions: it polls what nobody writes, or loops for ever");
      }
    if (!left) return;
    if (!moved)
      for (unsigned i = 0; i < core_count; ++i)
        if (core[i].used && !core[i].stopped) wrong(i, "nobody can go on");
  }
}

uint8_t* riscv_reference::own(unsigned i, uint32_t address, unsigned bytes) {
  if (address % bytes) wrong(i, "misaligned access");
  if (p_.carries && address - data_ram_base < data_ram_play) return nullptr;
  if (address - data_ram_base < core[i].data_ram.size()) return &core[i].data_ram[address - data_ram_base];
  if (address - p_.window.base < p_.window.bytes) return &window[address - p_.window.base];
  return nullptr;
}

bool riscv_reference::load(unsigned i, uint32_t address, unsigned bytes, uint32_t& value) {
  value = 0;
  if (const uint8_t* const there = own(i, address, bytes)) {
    for (unsigned k = 0; k < bytes; ++k) value |= static_cast<uint32_t>(there[k]) << 8 * k;
    return true;
  }
  if (address == wall_clock && !rest_) return value = 0x12345678, true;
  if (p_.own_mailboxes && i != core_nc && bytes == 4 && address - mailboxes_at < 0x4000) {
    const uint32_t page = (address - mailboxes_at) >> 12;
    auto& box = box_[page == 0 ? core_b : page - 1][i];
    if (address & 4) return value = !box.empty(), true;
    if (box.empty()) return false;
    value = box.front();
    box.pop_front();
    return true;
  }
  if (p_.own_semaphores && bytes == 4 && i < core_b && address - semaphores_at < 32)
    return value = semaphore_[(address - semaphores_at) / 4], true;
  if (!rest_) wrong(i, "load from nowhere");
  value = rest_->load(i, address, bytes);
  return true;
}

void riscv_reference::store(unsigned i, uint32_t address, unsigned bytes, uint32_t value) {
  if (uint8_t* const there = own(i, address, bytes)) {
    for (unsigned k = 0; k < bytes; ++k) there[k] = static_cast<uint8_t>(value >> 8 * k);
    return;
  }
  if (p_.own_mailboxes && i != core_nc && bytes == 4 && address - mailboxes_at < 0x4000) {
    const uint32_t page = (address - mailboxes_at) >> 12;
    return box_[i][page == 0 ? core_b : page - 1].push_back(value);
  }
  if (p_.own_semaphores && bytes == 4 && i < core_b && address - semaphores_at < 32) {
    uint32_t& semaphore = semaphore_[(address - semaphores_at) / 4];
    if (value & 1) semaphore -= semaphore > 0;
    else semaphore += semaphore < 15;
    return;
  }
  if (!rest_) wrong(i, "store to nowhere");
  rest_->store(i, address, bytes, value);
}

// fcsr, constants; counters and what changes nothing but time read as something.
void riscv_reference::csr(unsigned i, uint32_t w) {
  core_state& c = core[i];
  const uint32_t number = w >> 20, f3 = bits(w, 12, 3), rs1 = bits(w, 15, 5), rd = bits(w, 7, 5);
  const uint32_t operand = f3 & 4 ? rs1 : c.x[rs1];
  const bool swap = (f3 & 3) == 1, writes = swap || rs1 != 0;
  uint32_t old = 0xabadcafe;
  switch (number) {
    case 0x003:
      old = c.fcsr;
      if (writes) c.fcsr = (swap ? operand : (f3 & 3) == 2 ? old | operand : old & ~operand) & 0xff;
      break;
    case 0x008:
    case 0xf14: old = 0; break;
    case 0x300: old = 0x80006600; break;
    case 0x301: old = 0x40201123; break;
    case 0xb00:
    case 0xb80:
    case 0xb02:
    case 0xb82:
    case 0xc00:
    case 0xc80:
    case 0xc02:
    case 0xc82:
      if (writes) wrong(i, "a counter is written");
      break;
    case 0x7c0:
    case 0x7c1:
    case 0x7c2: break;
    default: wrong(i, "no CSR of legal programs");
  }
  if (rd) c.x[rd] = old;
}

bool riscv_reference::step(unsigned i) {
  core_state& c = core[i];
  const auto fetch = [&](uint32_t pc) {
    uint32_t w = 0;
    const riscv_core_program& code = p_.core[i];
    if (pc % 4 || pc - code.entry >= 4 * code.words.size()) wrong(i, "jump out of its code");
    std::memcpy(&w, &window[pc - p_.window.base], 4);
    return w;
  };
  const uint32_t w = fetch(c.pc);
  uint32_t next = c.pc + 4, value = 0;
  if ((w & 3) != 3) {
    if (!rest_) wrong(i, "a push nobody asked for");
    rest_->push(i, w >> 2 | w << 30);
    c.pc = next;
    ++c.instructions;
    return true;
  }
  const uint32_t rd = bits(w, 7, 5), f3 = bits(w, 12, 3), rs2 = bits(w, 20, 5);
  const uint32_t a = c.x[bits(w, 15, 5)], b = c.x[rs2];
  const uint32_t immediate_i = shift_right_signed(w, 20), immediate_s = (immediate_i & ~31u) | rd;
  bool known = true;
  switch (w & 0x7f) {
    case 0x37: c.x[rd] = w & 0xfffff000; break;
    case 0x17: c.x[rd] = c.pc + (w & 0xfffff000); break;
    case 0x6f: {
      const uint32_t sign = shift_right_signed(w, 11) & 0xfff00000;
      next = c.pc + (sign | (w & 0xff000) | bits(w, 20, 1) << 11 | bits(w, 21, 10) << 1);
      c.x[rd] = c.pc + 4;
      break;
    }
    case 0x67:
      known = f3 == 0;
      next = (a + immediate_i) & ~1u;
      c.x[rd] = c.pc + 4;
      break;
    case 0x63: {
      known = f3 != 2 && f3 != 3;
      const uint32_t sign = shift_right_signed(w, 19) & 0xfffff000;
      if (taken(f3, a, b)) next = c.pc + (sign | bits(w, 7, 1) << 11 | bits(w, 25, 6) << 5 | bits(w, 8, 4) << 1);
      break;
    }
    case 0x03:
      known = f3 != 3 && f3 < 6;
      if (!known) break;
      if (!load(i, a + immediate_i, 1u << (f3 & 3), value)) return false;
      if (f3 == 0) value = shift_right_signed(value << 24, 24);
      if (f3 == 1) value = shift_right_signed(value << 16, 16);
      c.x[rd] = value;
      break;
    case 0x23:
      known = f3 < 3;
      if (known) store(i, a + immediate_s, 1u << f3, f3 == 0 ? b & 0xff : f3 == 1 ? b & 0xffff : b);
      break;
    case 0x07:
      known = f3 == 1 || f3 == 2;
      if (!known) break;
      if (!load(i, a + immediate_i, 1u << f3, value)) return false;
      c.f[rd] = f3 == 1 ? 0xffff0000 | value : value;
      break;
    case 0x27:
      known = f3 == 1 || f3 == 2;
      if (known) store(i, a + immediate_s, 1u << f3, f3 == 1 ? c.f[rs2] & 0xffff : c.f[rs2]);
      break;
    case 0x13: known = immediate_op(w, a, c.x[rd]); break;
    case 0x33: known = register_op(w, a, b, c.x[rd]); break;
    case 0x0f: known = f3 < 2; break;
    case 0x2f: {
      uint8_t* const there = own(i, a, 4);
      if (!there || a - p_.window.base >= p_.window.bytes || f3 != 2) wrong(i, "atomic outside its memory");
      uint32_t changed = 0;
      std::memcpy(&value, there, 4);
      known = atomic_op(w, value, b, changed);
      std::memcpy(there, &changed, 4);
      c.x[rd] = value;
      break;
    }
    case 0x73:
      if (w == 0x100073) {
        c.stopped = true;
        ++c.instructions;
        return true;
      }
      known = (f3 & 3) != 0;
      if (known) csr(i, w);
      break;
    case 0x43:
    case 0x47:
    case 0x4b:
    case 0x4f:
    case 0x53: known = float_reference(w, c.x.data(), c.f.data(), c.fcsr); break;
    default: known = false;
  }
  if (!known) wrong(i, "no instruction of legal programs");
  c.x[0] = 0;
  c.pc = next;
  ++c.instructions;
  return true;
}

}  // namespace tensix::soak
