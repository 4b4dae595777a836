// SPDX-License-Identifier: Apache-2.0
// The predecoded form of a RISC-V instruction word, and decoding. Layer 1.
// Source: RISC-V unprivileged specification for the encodings; ISA documentation, BabyRISCV (Blackhole), InstructionSet,
// PushTensixInstruction for what the cores have of it: RV32IM, Zicsr, Zaamo, Zba, Zbb, pack, brev8, grevi, parts of F and Zfh,
// .ttinsn.
#pragma once
#include <cstdint>
#include <string>

namespace tensix {

// What an instruction needs of the pipeline.
enum class riscv_kind : uint8_t {
  simple,    // one cycle in EX1
  multiply,  // EX1 and EX2
  floating,  // EX1 and EX2
  divide,    // several cycles in EX1
  branch,    // conditional
  jump,      // jal, jalr
  load,
  store,
  push,  // .ttinsn: a store to the core's instruction FIFO
  atomic,
  fence,
  csr,
  mark,     // one cycle in EX1; observers are told
  stop,     // ecall, ebreak
  refused,  // not an instruction of these cores
};

// name, text, kind
#define TENSIX_RISCV_INSTRUCTIONS(X)                        \
  X(lui, "lui", simple)                                     \
  X(auipc, "auipc", simple)                                 \
  X(jal, "jal", jump)                                       \
  X(jalr, "jalr", jump)                                     \
  X(beq, "beq", branch)                                     \
  X(bne, "bne", branch)                                     \
  X(blt, "blt", branch)                                     \
  X(bge, "bge", branch)                                     \
  X(bltu, "bltu", branch)                                   \
  X(bgeu, "bgeu", branch)                                   \
  X(lb, "lb", load)                                         \
  X(lh, "lh", load)                                         \
  X(lw, "lw", load)                                         \
  X(lbu, "lbu", load)                                       \
  X(lhu, "lhu", load)                                       \
  X(sb, "sb", store)                                        \
  X(sh, "sh", store)                                        \
  X(sw, "sw", store)                                        \
  X(addi, "addi", simple)                                   \
  X(slti, "slti", simple)                                   \
  X(sltiu, "sltiu", simple)                                 \
  X(xori, "xori", simple)                                   \
  X(ori, "ori", simple)                                     \
  X(andi, "andi", simple)                                   \
  X(slli, "slli", simple)                                   \
  X(srli, "srli", simple)                                   \
  X(srai, "srai", simple)                                   \
  X(add, "add", simple)                                     \
  X(sub, "sub", simple)                                     \
  X(sll, "sll", simple)                                     \
  X(slt, "slt", simple)                                     \
  X(sltu, "sltu", simple)                                   \
  X(xor_, "xor", simple)                                    \
  X(srl, "srl", simple)                                     \
  X(sra, "sra", simple)                                     \
  X(or_, "or", simple)                                      \
  X(and_, "and", simple)                                    \
  X(fence, "fence", fence)                                  \
  X(fence_i, "fence.i", simple)                             \
  X(ecall, "ecall", stop)                                   \
  X(ebreak, "ebreak", stop)                                 \
  X(csrrw, "csrrw", csr)                                    \
  X(csrrs, "csrrs", csr)                                    \
  X(csrrc, "csrrc", csr)                                    \
  X(csrrwi, "csrrwi", csr)                                  \
  X(csrrsi, "csrrsi", csr)                                  \
  X(csrrci, "csrrci", csr)                                  \
  X(mul, "mul", multiply)                                   \
  X(mulh, "mulh", multiply)                                 \
  X(mulhsu, "mulhsu", multiply)                             \
  X(mulhu, "mulhu", multiply)                               \
  X(div, "div", divide)                                     \
  X(divu, "divu", divide)                                   \
  X(rem, "rem", divide)                                     \
  X(remu, "remu", divide)                                   \
  X(amoadd_w, "amoadd.w", atomic)                           \
  X(amoswap_w, "amoswap.w", atomic)                         \
  X(amoxor_w, "amoxor.w", atomic)                           \
  X(amoor_w, "amoor.w", atomic)                             \
  X(amoand_w, "amoand.w", atomic)                           \
  X(amomin_w, "amomin.w", atomic)                           \
  X(amomax_w, "amomax.w", atomic)                           \
  X(amominu_w, "amominu.w", atomic)                         \
  X(amomaxu_w, "amomaxu.w", atomic)                         \
  X(sh1add, "sh1add", simple)                               \
  X(sh2add, "sh2add", simple)                               \
  X(sh3add, "sh3add", simple)                               \
  X(andn, "andn", simple)                                   \
  X(orn, "orn", simple)                                     \
  X(xnor, "xnor", simple)                                   \
  X(clz, "clz", simple)                                     \
  X(ctz, "ctz", simple)                                     \
  X(cpop, "cpop", simple)                                   \
  X(max, "max", simple)                                     \
  X(maxu, "maxu", simple)                                   \
  X(min, "min", simple)                                     \
  X(minu, "minu", simple)                                   \
  X(sext_b, "sext.b", simple)                               \
  X(sext_h, "sext.h", simple)                               \
  X(rol, "rol", simple)                                     \
  X(ror, "ror", simple)                                     \
  X(rori, "rori", simple)                                   \
  X(orc_b, "orc.b", simple)                                 \
  X(grevi, "grevi", simple) /* rev8 and brev8 among them */ \
  X(pack, "pack", simple)   /* zext.h among them */         \
  X(flw, "flw", load)                                       \
  X(flh, "flh", load)                                       \
  X(fsw, "fsw", store)                                      \
  X(fsh, "fsh", store)                                      \
  X(fmadd, "fmadd", floating)                               \
  X(fmsub, "fmsub", floating)                               \
  X(fnmsub, "fnmsub", floating)                             \
  X(fnmadd, "fnmadd", floating)                             \
  X(fadd, "fadd", floating)                                 \
  X(fsub, "fsub", floating)                                 \
  X(fmul, "fmul", floating)                                 \
  X(fsgnj, "fsgnj", floating)                               \
  X(fsgnjn, "fsgnjn", floating)                             \
  X(fsgnjx, "fsgnjx", floating)                             \
  X(fmin, "fmin", floating)                                 \
  X(fmax, "fmax", floating)                                 \
  X(fle, "fle", floating)                                   \
  X(flt, "flt", floating)                                   \
  X(feq, "feq", floating)                                   \
  X(fclass, "fclass", floating)                             \
  X(fmv_x, "fmv.x", floating)                               \
  X(fmv_f, "fmv.f", floating)                               \
  X(fcvt_w, "fcvt.w", floating)                             \
  X(fcvt_wu, "fcvt.wu", floating)                           \
  X(fcvt_f_w, "fcvt.f.w", floating)                         \
  X(fcvt_f_wu, "fcvt.f.wu", floating)                       \
  X(fcvt_s_h, "fcvt.s.h", floating)                         \
  X(fcvt_h_s, "fcvt.h.s", floating)                         \
  X(mark, "slti x0", mark) /* a custom HINT */              \
  X(ttinsn, ".ttinsn", push)                                \
  X(refused, "invalid instruction", refused)

enum class riscv_op : uint8_t {
#define X(id, text, kind) id,
  TENSIX_RISCV_INSTRUCTIONS(X)
#undef X
};
const char* name(riscv_op op);
riscv_kind kind_of(riscv_op op);

// Registers of both files in one numbering: x0..x31, f0..f31, and a place for unused results (rd = x0). A source that an
// instruction does not have is x0.
inline constexpr unsigned riscv_f0 = 32, riscv_sink = 64, riscv_register_count = 65;

struct riscv_instruction {
  riscv_op op = riscv_op::refused;
  riscv_kind kind = riscv_kind::refused;
  uint8_t rd = riscv_sink, rs1 = 0, rs2 = 0, rs3 = 0;
  bool half = false;       // .h: a half-precision, or with EnBFloat a BF16, operation
  uint8_t bytes = 0;       // of memory that a load, store or atomic touches; csrr*i: the 5-bit operand
  uint32_t immediate = 0;  // csr: the CSR's number; .ttinsn: the word to push
};

riscv_instruction decode_riscv(uint32_t word);
// A word with the low two bits other than 0b11 is .ttinsn: its value rotated left by two.
inline uint32_t ttinsn_word(uint32_t tensix_word) { return tensix_word << 2 | tensix_word >> 30; }
// Why a word is refused: the extension it belongs to, as far as the word shows it.
std::string riscv_refusal(uint32_t word);

}  // namespace tensix
