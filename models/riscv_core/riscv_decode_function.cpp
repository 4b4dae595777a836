// SPDX-License-Identifier: Apache-2.0
#include "models/riscv_core/riscv_instruction.h"

namespace tensix {

namespace {
using op = riscv_op;

constexpr uint32_t field(uint32_t word, unsigned low, unsigned bits) { return (word >> low) & ((1u << bits) - 1); }
constexpr uint32_t sign_extended(uint32_t value, unsigned bits) {
  const uint32_t sign = 1u << (bits - 1);
  return (value ^ sign) - sign;
}
uint8_t result(unsigned number) { return static_cast<uint8_t>(number ? number : riscv_sink); }
uint8_t f(unsigned number) { return static_cast<uint8_t>(riscv_f0 + number); }

uint32_t immediate_i(uint32_t w) { return sign_extended(w >> 20, 12); }
uint32_t immediate_s(uint32_t w) { return sign_extended(field(w, 25, 7) << 5 | field(w, 7, 5), 12); }
uint32_t immediate_b(uint32_t w) {
  return sign_extended(field(w, 31, 1) << 12 | field(w, 7, 1) << 11 | field(w, 25, 6) << 5 | field(w, 8, 4) << 1, 13);
}
uint32_t immediate_j(uint32_t w) {
  return sign_extended(field(w, 31, 1) << 20 | field(w, 12, 8) << 12 | field(w, 20, 1) << 11 | field(w, 21, 10) << 1, 21);
}

// Register-immediate instructions; `immediate` becomes the shift amount where it is one.
op op_immediate(uint32_t word, uint32_t& immediate) {
  const uint32_t top = field(word, 25, 7), shift = field(word, 20, 5);
  switch (field(word, 12, 3)) {
    case 0: return op::addi;
    case 2: return op::slti;
    case 3: return op::sltiu;
    case 4: return op::xori;
    case 6: return op::ori;
    case 7: return op::andi;
    case 1:
      immediate = shift;
      if (top == 0) return op::slli;
      if (top != 0x30) return op::refused;
      switch (shift) {
        case 0: return op::clz;
        case 1: return op::ctz;
        case 2: return op::cpop;
        case 4: return op::sext_b;
        case 5: return op::sext_h;
        default: return op::refused;
      }
    default:
      immediate = shift;
      if (top == 0) return op::srli;
      if (top == 0x20) return op::srai;
      if (top == 0x30) return op::rori;
      if (top == 0x34) return op::grevi;
      return top == 0x14 && shift == 7 ? op::orc_b : op::refused;
  }
}

op op_register(uint32_t word) {
  static constexpr op base[] = {op::add, op::sll, op::slt, op::sltu, op::xor_, op::srl, op::or_, op::and_};
  static constexpr op multiply[] = {op::mul, op::mulh, op::mulhsu, op::mulhu, op::div, op::divu, op::rem, op::remu};
  const uint32_t top = field(word, 25, 7), middle = field(word, 12, 3);
  switch (top << 3 | middle) {
    case 0x20 << 3 | 0: return op::sub;
    case 0x20 << 3 | 5: return op::sra;
    case 0x20 << 3 | 4: return op::xnor;
    case 0x20 << 3 | 6: return op::orn;
    case 0x20 << 3 | 7: return op::andn;
    case 0x10 << 3 | 2: return op::sh1add;
    case 0x10 << 3 | 4: return op::sh2add;
    case 0x10 << 3 | 6: return op::sh3add;
    case 0x05 << 3 | 4: return op::min;
    case 0x05 << 3 | 5: return op::minu;
    case 0x05 << 3 | 6: return op::max;
    case 0x05 << 3 | 7: return op::maxu;
    case 0x30 << 3 | 1: return op::rol;
    case 0x30 << 3 | 5: return op::ror;
    case 0x04 << 3 | 4: return op::pack;
    default: break;
  }
  return top == 0 ? base[middle] : top == 1 ? multiply[middle] : op::refused;
}

op op_atomic(uint32_t word) {
  switch (field(word, 27, 5)) {
    case 0x00: return op::amoadd_w;
    case 0x01: return op::amoswap_w;
    case 0x04: return op::amoxor_w;
    case 0x08: return op::amoor_w;
    case 0x0c: return op::amoand_w;
    case 0x10: return op::amomin_w;
    case 0x14: return op::amomax_w;
    case 0x18: return op::amominu_w;
    case 0x1c: return op::amomaxu_w;
    default: return op::refused;
  }
}

// OP-FP. The rounding mode is ignored, whatever it is.
void decode_floating(uint32_t word, riscv_instruction& d) {
  const unsigned middle = field(word, 12, 3), rs2 = field(word, 20, 5);
  const unsigned rd = d.rd == riscv_sink ? 0 : d.rd;
  d.half = field(word, 25, 2) == 2;
  if (!d.half && field(word, 25, 2) != 0) return;
  const auto operands = [&](op what, bool second, bool integer_result) {
    d.op = what;
    d.rs1 = f(d.rs1);
    d.rs2 = second ? f(rs2) : 0;
    if (!integer_result) d.rd = f(rd);
  };
  switch (field(word, 27, 5)) {
    case 0x00: return operands(op::fadd, true, false);
    case 0x01: return operands(op::fsub, true, false);
    case 0x02: return operands(op::fmul, true, false);
    case 0x04:
      if (middle < 3) operands(middle == 0 ? op::fsgnj : middle == 1 ? op::fsgnjn : op::fsgnjx, true, false);
      return;
    case 0x05:
      if (middle < 2) operands(middle ? op::fmax : op::fmin, true, false);
      return;
    case 0x08:
      if (d.half && rs2 == 0) operands(op::fcvt_h_s, false, false);
      if (!d.half && rs2 == 2) operands(op::fcvt_s_h, false, false);
      return;
    case 0x14:
      if (middle < 3) operands(middle == 0 ? op::fle : middle == 1 ? op::flt : op::feq, true, true);
      return;
    case 0x18:
      if (rs2 < 2) operands(rs2 ? op::fcvt_wu : op::fcvt_w, false, true);
      return;
    case 0x1c:
      if (rs2 == 0 && middle < 2) operands(middle ? op::fclass : op::fmv_x, false, true);
      return;
    case 0x1a:
    case 0x1e: {
      const bool move = field(word, 27, 5) == 0x1e;
      if (move ? rs2 != 0 || middle != 0 : rs2 > 1) return;
      d.op = move ? op::fmv_f : rs2 ? op::fcvt_f_wu : op::fcvt_f_w;
      d.rs2 = 0;
      d.rd = f(rd);
      return;
    }
    default: return;
  }
}

void decode_system(uint32_t word, riscv_instruction& d) {
  static constexpr op csr[] = {op::refused, op::csrrw, op::csrrs, op::csrrc, op::refused, op::csrrwi, op::csrrsi, op::csrrci};
  const unsigned middle = field(word, 12, 3);
  if (word == 0x73) d.op = op::ecall;
  else if (word == 0x100073) d.op = op::ebreak;
  else d.op = csr[middle];
  d.immediate = word >> 20;
  d.rs2 = 0;
  if (middle >= 5) {
    d.bytes = static_cast<uint8_t>(field(word, 15, 5));
    d.rs1 = 0;
  }
}
}  // namespace

const char* name(riscv_op o) {
  static constexpr const char* names[] = {
#define X(id, text, kind) text,
      TENSIX_RISCV_INSTRUCTIONS(X)
#undef X
  };
  return names[static_cast<int>(o)];
}

riscv_kind kind_of(riscv_op o) {
  static constexpr riscv_kind kinds[] = {
#define X(id, text, kind) riscv_kind::kind,
      TENSIX_RISCV_INSTRUCTIONS(X)
#undef X
  };
  return kinds[static_cast<int>(o)];
}

riscv_instruction decode_riscv(uint32_t word) {
  riscv_instruction d;
  if ((word & 3) != 3) {
    d.op = op::ttinsn;
    d.kind = riscv_kind::push;
    d.immediate = word >> 2 | word << 30;
    return d;
  }
  const unsigned middle = field(word, 12, 3), rd = field(word, 7, 5);
  d.rs1 = static_cast<uint8_t>(field(word, 15, 5));
  d.rs2 = static_cast<uint8_t>(field(word, 20, 5));
  d.rd = result(rd);
  switch (word & 0x7f) {
    case 0x37:
    case 0x17:
      d.op = (word & 0x7f) == 0x37 ? op::lui : op::auipc;
      d.immediate = word & 0xfffff000;
      d.rs1 = d.rs2 = 0;
      break;
    case 0x6f:
      d.op = op::jal;
      d.immediate = immediate_j(word);
      d.rs1 = d.rs2 = 0;
      break;
    case 0x67:
      d.op = middle == 0 ? op::jalr : op::refused;
      d.immediate = immediate_i(word);
      d.rs2 = 0;
      break;
    case 0x63: {
      static constexpr op branches[] = {op::beq, op::bne, op::refused, op::refused, op::blt, op::bge, op::bltu, op::bgeu};
      d.op = branches[middle];
      d.immediate = immediate_b(word);
      d.rd = riscv_sink;
      break;
    }
    case 0x03: {
      static constexpr op loads[] = {op::lb, op::lh, op::lw, op::refused, op::lbu, op::lhu, op::refused, op::refused};
      d.op = loads[middle];
      d.bytes = static_cast<uint8_t>(1u << (middle & 3));
      d.immediate = immediate_i(word);
      d.rs2 = 0;
      break;
    }
    case 0x23: {
      static constexpr op stores[] = {op::sb, op::sh, op::sw};
      d.op = middle < 3 ? stores[middle] : op::refused;
      d.bytes = static_cast<uint8_t>(1u << (middle & 3));
      d.immediate = immediate_s(word);
      d.rd = riscv_sink;
      break;
    }
    case 0x07:
      d.op = middle == 2 ? op::flw : middle == 1 ? op::flh : op::refused;
      d.bytes = static_cast<uint8_t>(1u << middle);
      d.immediate = immediate_i(word);
      d.rs2 = 0;
      d.rd = f(rd);
      break;
    case 0x27:
      d.op = middle == 2 ? op::fsw : middle == 1 ? op::fsh : op::refused;
      d.bytes = static_cast<uint8_t>(1u << middle);
      d.immediate = immediate_s(word);
      d.rs2 = f(d.rs2);
      d.rd = riscv_sink;
      break;
    case 0x13:
      d.immediate = immediate_i(word);
      d.op = op_immediate(word, d.immediate);
      if (d.op == op::slti && rd == 0) d.op = op::mark;  // "HINT, designated for custom use"
      d.rs2 = 0;
      break;
    case 0x33: d.op = op_register(word); break;
    case 0x0f:
      d.op = middle == 0 ? op::fence : middle == 1 ? op::fence_i : op::refused;
      d.rs1 = d.rs2 = 0;
      d.rd = riscv_sink;
      break;
    case 0x73: decode_system(word, d); break;
    case 0x2f:
      d.op = middle == 2 ? op_atomic(word) : op::refused;
      d.bytes = 4;
      break;
    case 0x43:
    case 0x47:
    case 0x4b:
    case 0x4f: {
      static constexpr op multiply_adds[] = {op::fmadd, op::fmsub, op::fnmsub, op::fnmadd};
      d.half = field(word, 25, 2) == 2;
      if (!d.half && field(word, 25, 2) != 0) break;
      d.op = multiply_adds[(word >> 2) & 3];
      d.rs1 = f(d.rs1);
      d.rs2 = f(d.rs2);
      d.rs3 = f(field(word, 27, 5));
      d.rd = f(rd);
      break;
    }
    case 0x53: decode_floating(word, d); break;
    default: break;
  }
  if (d.op == op::refused) return {};
  d.kind = kind_of(d.op);
  return d;
}

std::string riscv_refusal(uint32_t word) {
  const unsigned middle = field(word, 12, 3);
  switch (word & 0x7f) {
    case 0x57: return "vector instruction: the V extension is not modelled";
    case 0x07:
    case 0x27:
      if (middle == 0 || middle > 4) return "vector load or store: the V extension is not modelled";
      return "load or store of a floating-point format that these cores do not have";
    case 0x53:
      if (field(word, 27, 5) == 0x03) return "fdiv is not implemented by these cores";
      if (field(word, 27, 5) == 0x0b) return "fsqrt is not implemented by these cores";
      return "no floating-point instruction of these cores";
    case 0x2f: return "not in Zaamo; lr.w and sc.w are not implemented by these cores";
    case 0x73: return word == 0x30200073 ? "mret: interrupts are not modelled" : "no system instruction of these cores";
    default: return "no instruction of these cores";
  }
}

}  // namespace tensix
