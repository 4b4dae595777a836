// SPDX-License-Identifier: Apache-2.0
#include "models/riscv_core/riscv_core_function.h"

#include "models/riscv_core/soft_float_function.h"

namespace tensix {

namespace {
using op = riscv_op;
int32_t as_signed(uint32_t v) { return static_cast<int32_t>(v); }
int64_t wide_signed(uint32_t v) { return as_signed(v); }
uint32_t rotate_left(uint32_t v, uint32_t by) { return v << (by & 31) | v >> (-by & 31); }
uint32_t sign_byte(uint32_t v) { return static_cast<uint32_t>(static_cast<int8_t>(v)); }
uint32_t sign_half(uint32_t v) { return static_cast<uint32_t>(static_cast<int16_t>(v)); }

uint32_t divide(op what, uint32_t a, uint32_t b) {
  const bool is_remainder = what == op::rem || what == op::remu;
  if (b == 0) return is_remainder ? a : ~0u;
  if (what == op::divu) return a / b;
  if (what == op::remu) return a % b;
  if (a == 0x80000000 && b == ~0u) return is_remainder ? 0 : a;
  return static_cast<uint32_t>(is_remainder ? as_signed(a) % as_signed(b) : as_signed(a) / as_signed(b));
}

// Swaps neighbouring groups of 2^i bits for every bit i of the amount.
uint32_t reversed(uint32_t v, uint32_t amount) {
  if (amount & 1) v = (v & 0x55555555) << 1 | (v & 0xaaaaaaaa) >> 1;
  if (amount & 2) v = (v & 0x33333333) << 2 | (v & 0xcccccccc) >> 2;
  if (amount & 4) v = (v & 0x0f0f0f0f) << 4 | (v & 0xf0f0f0f0) >> 4;
  if (amount & 8) v = (v & 0x00ff00ff) << 8 | (v & 0xff00ff00) >> 8;
  if (amount & 16) v = v << 16 | v >> 16;
  return v;
}
uint32_t or_of_bytes(uint32_t v) {
  uint32_t out = 0;
  for (uint32_t byte = 0xff; byte; byte <<= 8)
    if (v & byte) out |= byte;
  return out;
}

constexpr uint32_t box = 0xffff0000;

// A half-precision operand out of its register; what is not boxed counts as NaN.
uint32_t unboxed(uint32_t v, soft_float::format f) { return (v & box) == box ? v & 0xffff : f.quiet_nan(); }

void execute_floating(riscv_state& s, const riscv_instruction& d) {
  using namespace soft_float;
  const bool is_bfloat = (s.csr.cfg0 & riscv_csrs::bfloat) != 0;
  const format narrow = is_bfloat ? bfloat : half, f = d.half ? narrow : single;
  environment e;
  // The rounding mode is always to nearest; that of BF16 is chosen in cfg0.
  if (is_bfloat && d.half && !(s.csr.cfg0 & riscv_csrs::bfloat_nearest)) e.mode = rounding::to_zero;
  e.flush = true;
  const auto operand = [&](unsigned index) { return d.half ? unboxed(s.reg[index], narrow) : s.reg[index]; };
  const uint32_t a = operand(d.rs1), b = d.rs2 ? operand(d.rs2) : 0, sign = f.sign_bit();
  uint32_t value = 0;
  bool to_x = false;
  switch (d.op) {
    case op::fadd: value = add(f, a, b, e); break;
    case op::fsub: value = add(f, a, b ^ sign, e); break;
    case op::fmul: value = multiply(f, a, b, e); break;
    case op::fmadd: value = multiply_add(f, a, b, operand(d.rs3), e); break;
    case op::fmsub: value = multiply_add(f, a, b, operand(d.rs3) ^ sign, e); break;
    case op::fnmsub: value = multiply_add(f, a ^ sign, b, operand(d.rs3), e); break;
    case op::fnmadd: value = multiply_add(f, a ^ sign, b, operand(d.rs3) ^ sign, e); break;
    case op::fsgnj: value = (a & ~sign) | (b & sign); break;
    case op::fsgnjn: value = (a & ~sign) | (~b & sign); break;
    case op::fsgnjx: value = a ^ (b & sign); break;
    case op::fmin: value = minimum(f, a, b, e); break;
    case op::fmax: value = maximum(f, a, b, e); break;
    case op::fle: value = less_or_equal(f, a, b, e), to_x = true; break;
    case op::flt: value = less(f, a, b, e), to_x = true; break;
    case op::feq: value = equal(f, a, b, e), to_x = true; break;
    case op::fclass: value = classify(f, a), to_x = true; break;
    case op::fmv_x: value = d.half ? sign_half(s.reg[d.rs1]) : s.reg[d.rs1], to_x = true; break;
    case op::fmv_f: value = d.half ? s.reg[d.rs1] & 0xffff : s.reg[d.rs1]; break;
    case op::fcvt_w: value = to_integer(f, a, true, e), to_x = true; break;
    case op::fcvt_wu: value = to_integer(f, a, false, e), to_x = true; break;
    case op::fcvt_f_w: value = from_integer(f, s.reg[d.rs1], true, e); break;
    case op::fcvt_f_wu: value = from_integer(f, s.reg[d.rs1], false, e); break;
    case op::fcvt_s_h: value = convert(narrow, single, unboxed(s.reg[d.rs1], narrow), e); break;
    case op::fcvt_h_s:
      e.flush = false;
      value = convert(single, narrow, s.reg[d.rs1], e);
      break;
    default: break;
  }
  s.reg[d.rd] = d.half && !to_x ? value | box : value;
  s.csr.fcsr |= e.flags;
}
}  // namespace

uint32_t execute_riscv(riscv_state& s, const riscv_instruction& d, uint32_t pc) {
  const uint32_t a = s.reg[d.rs1], b = s.reg[d.rs2], i = d.immediate;
  uint32_t value;
  bool taken;
  switch (d.op) {
    case op::lui: value = i; break;
    case op::auipc: value = pc + i; break;
    case op::jal: s.reg[d.rd] = pc + 4; return pc + i;
    case op::jalr: s.reg[d.rd] = pc + 4; return (a + i) & ~1u;
    case op::beq: taken = a == b; return taken ? pc + i : pc + 4;
    case op::bne: taken = a != b; return taken ? pc + i : pc + 4;
    case op::blt: taken = as_signed(a) < as_signed(b); return taken ? pc + i : pc + 4;
    case op::bge: taken = as_signed(a) >= as_signed(b); return taken ? pc + i : pc + 4;
    case op::bltu: taken = a < b; return taken ? pc + i : pc + 4;
    case op::bgeu: taken = a >= b; return taken ? pc + i : pc + 4;
    case op::addi: value = a + i; break;
    case op::slti: value = as_signed(a) < as_signed(i); break;
    case op::sltiu: value = a < i; break;
    case op::xori: value = a ^ i; break;
    case op::ori: value = a | i; break;
    case op::andi: value = a & i; break;
    case op::slli: value = a << i; break;
    case op::srli: value = a >> i; break;
    case op::srai: value = static_cast<uint32_t>(as_signed(a) >> i); break;
    case op::add: value = a + b; break;
    case op::sub: value = a - b; break;
    case op::sll: value = a << (b & 31); break;
    case op::slt: value = as_signed(a) < as_signed(b); break;
    case op::sltu: value = a < b; break;
    case op::xor_: value = a ^ b; break;
    case op::srl: value = a >> (b & 31); break;
    case op::sra: value = static_cast<uint32_t>(as_signed(a) >> (b & 31)); break;
    case op::or_: value = a | b; break;
    case op::and_: value = a & b; break;
    case op::fence_i:
    case op::mark: return pc + 4;
    case op::mul: value = a * b; break;
    case op::mulh: value = static_cast<uint32_t>((wide_signed(a) * wide_signed(b)) >> 32); break;
    case op::mulhsu: value = static_cast<uint32_t>((wide_signed(a) * static_cast<int64_t>(b)) >> 32); break;
    case op::mulhu: value = static_cast<uint32_t>((static_cast<uint64_t>(a) * b) >> 32); break;
    case op::div:
    case op::divu:
    case op::rem:
    case op::remu: value = divide(d.op, a, b); break;
    case op::sh1add: value = b + (a << 1); break;
    case op::sh2add: value = b + (a << 2); break;
    case op::sh3add: value = b + (a << 3); break;
    case op::andn: value = a & ~b; break;
    case op::orn: value = a | ~b; break;
    case op::xnor: value = ~(a ^ b); break;
    case op::clz: value = a ? static_cast<uint32_t>(__builtin_clz(a)) : 32; break;
    case op::ctz: value = a ? static_cast<uint32_t>(__builtin_ctz(a)) : 32; break;
    case op::cpop: value = static_cast<uint32_t>(__builtin_popcount(a)); break;
    case op::max: value = as_signed(a) > as_signed(b) ? a : b; break;
    case op::maxu: value = a > b ? a : b; break;
    case op::min: value = as_signed(a) < as_signed(b) ? a : b; break;
    case op::minu: value = a < b ? a : b; break;
    case op::sext_b: value = sign_byte(a); break;
    case op::sext_h: value = sign_half(a); break;
    case op::rol: value = rotate_left(a, b); break;
    case op::ror: value = rotate_left(a, -b); break;
    case op::rori: value = rotate_left(a, -i); break;
    case op::orc_b: value = or_of_bytes(a); break;
    case op::grevi: value = reversed(a, i); break;
    case op::pack: value = (a & 0xffff) | b << 16; break;
    default: execute_floating(s, d); return pc + 4;
  }
  s.reg[d.rd] = value;
  return pc + 4;
}

uint32_t riscv_loaded(riscv_op what, uint32_t raw) {
  switch (what) {
    case op::lb: return sign_byte(raw);
    case op::lh: return sign_half(raw);
    case op::lbu: return raw & 0xff;
    case op::lhu: return raw & 0xffff;
    case op::flh: return raw | box;
    default: return raw;
  }
}

uint32_t riscv_atomic(riscv_op what, uint32_t memory, uint32_t operand) {
  switch (what) {
    case op::amoadd_w: return memory + operand;
    case op::amoxor_w: return memory ^ operand;
    case op::amoor_w: return memory | operand;
    case op::amoand_w: return memory & operand;
    case op::amomin_w: return as_signed(memory) < as_signed(operand) ? memory : operand;
    case op::amomax_w: return as_signed(memory) > as_signed(operand) ? memory : operand;
    case op::amominu_w: return memory < operand ? memory : operand;
    case op::amomaxu_w: return memory > operand ? memory : operand;
    default: return operand;  // amoswap
  }
}

bool access_riscv_csr(riscv_state& s, const riscv_instruction& d, unsigned core, const riscv_csrs::counted& now,
                      std::string& why) {
  const bool immediate = d.op == op::csrrwi || d.op == op::csrrsi || d.op == op::csrrci;
  const bool swap = d.op == op::csrrw || d.op == op::csrrwi;
  const uint32_t operand = immediate ? d.bytes : s.reg[d.rs1];
  uint32_t old = 0;
  if ((!swap || d.rd != riscv_sink) && !s.csr.read(core, d.immediate, now, old, why)) return false;
  const bool sets = d.op == op::csrrs || d.op == op::csrrsi;
  const bool writes = swap || (immediate ? d.bytes != 0 : d.rs1 != 0);
  if (writes && !s.csr.write(core, d.immediate, now, swap ? operand : sets ? old | operand : old & ~operand, why)) return false;
  s.reg[d.rd] = old;
  return true;
}

riscv_outcome riscv_core_function::step(riscv_memory& memory) {
  const uint32_t word = memory.fetch(pc);
  cached& c = cache_[pc / 4 % cache_entries];
  if (c.word != word) c = {word, decode_riscv(word)};
  const riscv_instruction& d = c.decoded;
  uint32_t next = pc + 4;
  switch (d.kind) {
    case riscv_kind::load: {
      const uint32_t raw = memory.load(riscv_address(state, d), d.bytes);
      state.reg[d.rd] = riscv_loaded(d.op, raw);
      break;
    }
    case riscv_kind::store: memory.store(riscv_address(state, d), d.bytes, state.reg[d.rs2]); break;
    case riscv_kind::push: memory.push(d.immediate); break;
    case riscv_kind::atomic: {
      const uint32_t address = riscv_address(state, d), operand = state.reg[d.rs2], old = memory.load(address, 4);
      memory.store(address, 4, riscv_atomic(d.op, old, operand));
      state.reg[d.rd] = old;
      break;
    }
    case riscv_kind::fence: break;
    case riscv_kind::csr:
      if (!access_riscv_csr(state, d, core_, {instructions, instructions}, why)) return riscv_outcome::undefined;
      break;
    case riscv_kind::stop: return riscv_outcome::stopped;
    case riscv_kind::refused: why = riscv_refusal(word); return riscv_outcome::undefined;
    default: next = execute_riscv(state, d, pc); break;
  }
  if (next % 4) {
    why = "jump to an address that is not a multiple of 4";
    return riscv_outcome::undefined;
  }
  pc = next;
  ++instructions;
  return riscv_outcome::went_on;
}

}  // namespace tensix
