// Fields of instructions, their sub-units, and the LRegs they use: as the stall logic believes, and in truth.
#include "models/vector_unit/vector_unit_function.h"

namespace tensix {

namespace sfpu {

bool has_vb(opcode op) {
  switch (op) {
    case opcode::SFPMAD:
    case opcode::SFPADD:
    case opcode::SFPMUL:
    case opcode::SFPMUL24:
    case opcode::SFPARECIP:
    case opcode::SFP_STOCH_RND:
    case opcode::SFPSHFT2:
    case opcode::SFPAND:
    case opcode::SFPOR: return true;
    default: return false;
  }
}

bool has_vc(opcode op) {
  switch (op) {
    case opcode::SFPADDI:
    case opcode::SFPMULI:
    case opcode::SFPLUT:
    case opcode::SFPLUTFP32:
    case opcode::SFPPUSHC:
    case opcode::SFPPOPC:
    case opcode::SFPENCC:
    case opcode::SFPCOMPC:
    case opcode::SFPTRANSP:
    case opcode::SFPCONFIG:
    case opcode::SFPNOP: return false;
    default: return true;
  }
}

operation decode(uint32_t word) {
  operation o;
  o.code = opcode_of(word);
  o.word = word;
  const bool wide_immediate = o.code == opcode::SFPADDI || o.code == opcode::SFPMULI || o.code == opcode::SFPCONFIG;
  const bool upper = o.code == opcode::SFPLUT;
  o.vd = static_cast<uint8_t>(upper ? upper_vd(word) : vd(word));
  o.mode = static_cast<uint8_t>(upper ? mod0(word) : mod1(word));
  o.vc = has_vc(o.code) ? static_cast<uint8_t>(vc(word)) : o.vd;
  o.va = static_cast<uint8_t>(va(word));
  o.vb = has_vb(o.code) ? static_cast<uint8_t>(vb(word)) : o.vd;
  if ((o.code == opcode::SFPAND || o.code == opcode::SFPOR) && !(o.mode & 1)) o.vb = o.vd;
  o.imm = wide_immediate ? word >> 8 & 0xffff : word >> 12 & 0xfff;
  return o;
}

sub_unit sub_unit_of(opcode op) {
  switch (op) {
    case opcode::SFPLOAD:
    case opcode::SFPLOADI:
    case opcode::SFPLOADMACRO:
    case opcode::SFPNOP: return load_unit;
    case opcode::SFPSTORE: return store_unit;
    case opcode::SFPADD:
    case opcode::SFPADDI:
    case opcode::SFPLUT:
    case opcode::SFPLUTFP32:
    case opcode::SFPMAD:
    case opcode::SFPMUL:
    case opcode::SFPMULI:
    case opcode::SFPMUL24: return mad_unit;
    case opcode::SFPSHFT2:
    case opcode::SFP_STOCH_RND: return round_unit;
    default: return simple_unit;
  }
}

namespace {
constexpr uint32_t bit(unsigned r) { return 1u << r; }
constexpr uint32_t every_lreg = 0x1ffff, writable_lregs = 0x100ff;
constexpr uint32_t indirect_a = 4, indirect_d = 8;
bool writes_nothing(opcode op) {
  switch (op) {
    case opcode::SFPSTORE:
    case opcode::SFPNOP:
    case opcode::SFPENCC:
    case opcode::SFPPUSHC:
    case opcode::SFPPOPC:
    case opcode::SFPCOMPC:
    case opcode::SFPSETCC: return true;
    default: return false;
  }
}
}  // namespace

}  // namespace sfpu

using namespace sfpu;

// For SFPLUTFP32 the stall logic looks at a copy of the mode elsewhere in the word.
uint32_t vector_unit_function::lregs_read(uint32_t word) {
  const uint32_t d = bit(vd(word)), c = bit(vc(word)), b = bit(vb(word)), a = bit(va(word)), mode = mod1(word);
  switch (const opcode op = opcode_of(word)) {
    case opcode::SFPLOAD:
    case opcode::SFPLOADMACRO: {
      const unsigned target = op == opcode::SFPLOAD ? upper_vd(word) : (upper_vd(word) & 3) | (word & 1) << 2;
      return mod0(word) >= fmt_lo16_only ? bit(target) : 0;
    }
    case opcode::SFPLOADI: return mod0(word) >= 8 ? bit(upper_vd(word)) : 0;
    case opcode::SFPSTORE: return bit(upper_vd(word));
    case opcode::SFPLUT: return mod0(word) & indirect_d ? every_lreg : 0x0f;
    case opcode::SFPLUTFP32: return insn::SFPLUTFP32::mod1_mirror(word) & indirect_d ? every_lreg : every_lreg & ~bit(7);
    case opcode::SFPMULI:
    case opcode::SFPADDI: return d;
    case opcode::SFPMAD:
    case opcode::SFPADD:
    case opcode::SFPMUL:
    case opcode::SFPMUL24: return mode & indirect_a ? every_lreg : a | b | c;
    case opcode::SFPARECIP: return mode == 1 ? b | c : c;
    case opcode::SFP_STOCH_RND: return b | c;
    case opcode::SFPMOV: return mode & 8 ? 0 : c;
    case opcode::SFPAND:
    case opcode::SFPOR:
    case opcode::SFPXOR:
    case opcode::SFPSETEXP:
    case opcode::SFPSETMAN:
    case opcode::SFPSETSGN:
    case opcode::SFPLE:
    case opcode::SFPGT: return c | d;
    case opcode::SFPSWAP: return mode == 0 ? c | d : 0;
    case opcode::SFPTRANSP: return 0xff;
    case opcode::SFPSHFT2: return mode < 2 ? 0x0f : mode >= 5 ? d | (mode == 5 ? c : 0) : 0;
    case opcode::SFPNOP:
    case opcode::SFPENCC:
    case opcode::SFPPUSHC:
    case opcode::SFPPOPC:
    case opcode::SFPCOMPC:
    case opcode::SFPCONFIG: return 0;
    default: return unit_by_opcode[static_cast<uint8_t>(op)] == unit_id::vector_unit ? c : 0;
  }
}

uint32_t vector_unit_function::lregs_written(uint32_t word) {
  const auto bit = [](unsigned r) { return (1u << r) & writable_lregs; };
  const opcode op = opcode_of(word);
  if (writes_nothing(op)) return 0;
  switch (op) {
    case opcode::SFPLOAD:
    case opcode::SFPLOADI: return bit(upper_vd(word));
    case opcode::SFPLOADMACRO: return bit((upper_vd(word) & 3) | (word & 1) << 2);
    case opcode::SFPLUT: return mod0(word) & indirect_d ? writable_lregs : bit(upper_vd(word));
    case opcode::SFPLUTFP32: return insn::SFPLUTFP32::mod1_mirror(word) & indirect_d ? writable_lregs : bit(vd(word));
    case opcode::SFPCONFIG: return vd(word) >= 11 && vd(word) <= 14 ? 1u << vd(word) : 0;
    case opcode::SFPSWAP: return bit(vd(word)) | bit(vc(word));
    case opcode::SFPTRANSP: return 0xff;
    case opcode::SFPSHFT2: return mod1(word) < 3 ? 0x0f : bit(vd(word));
    default:
      if (sub_unit_of(op) == mad_unit && (mod1(word) & indirect_d)) return writable_lregs;
      return unit_by_opcode[static_cast<uint8_t>(op)] == unit_id::vector_unit ? bit(vd(word)) : 0;
  }
}

bool vector_unit_function::multiplies(uint32_t word) { return sub_unit_of(opcode_of(word)) == mad_unit; }
bool vector_unit_function::keeps_second_cycle(uint32_t word) { return exchanges(opcode_of(word), mod1(word)); }

// LRegs that the lanes name through LReg 7.
static uint32_t named_by_lreg_7(const operation& o) {
  uint32_t named = 0;
  for (unsigned i = 0; i < lanes; ++i) named |= (o.enabled >> i & 1) << (o.lreg[7][i] & 15);
  return named;
}

uint32_t vector_unit_function::truly_read(const operation& o) {
  const uint32_t d = bit(o.vd), c = bit(o.vc), b = bit(o.vb);
  switch (o.code) {
    case opcode::SFPSTORE: return d;
    case opcode::SFPLUT: return 0x0f | (o.mode & indirect_d ? bit(7) : 0);
    case opcode::SFPLUTFP32: return 0x0f | (o.mode & 2 && o.mode & indirect_d ? 0 : 0x70) | (o.mode & indirect_d ? bit(7) : 0);
    case opcode::SFPMAD:
    case opcode::SFPADD:
    case opcode::SFPMUL:
    case opcode::SFPMUL24:
      return b | c | (o.mode & indirect_a ? named_by_lreg_7(o) | bit(7) : bit(o.va)) | (o.mode & indirect_d ? bit(7) : 0);
    case opcode::SFPMULI:
    case opcode::SFPADDI: return c | (o.mode & indirect_d ? bit(7) : 0);
    case opcode::SFPARECIP: return o.mode == 1 ? b | c : c;
    case opcode::SFP_STOCH_RND: return (o.mode & 6) == 4 && !(o.mode & 8) ? b | c : c;
    case opcode::SFPMOV: return o.mode & 8 ? 0 : c;
    case opcode::SFPAND:
    case opcode::SFPOR:
    case opcode::SFPXOR:
    case opcode::SFPLE:
    case opcode::SFPGT: return b | c;
    case opcode::SFPIADD:
    case opcode::SFPSETEXP:
    case opcode::SFPSETMAN:
    case opcode::SFPSETSGN: return o.mode & 1 ? c : b | c;
    case opcode::SFPSHFT: return (o.mode & 5) == 5 ? c : o.mode & 1 ? b : b | c;
    case opcode::SFPSWAP: return b | c;
    case opcode::SFPTRANSP: return 0xff;
    case opcode::SFPSHFT2: return o.mode < 2 ? 0x0f : o.mode == 2 ? c | 0x0e : o.mode < 5 ? c : o.mode == 5 ? b | c : b;
    case opcode::SFPCONFIG: return o.vd < 4 || !(o.mode & 1) ? bit(0) : 0;
    case opcode::SFPSETCC: return o.mode & 9 ? 0 : c;
    default: return has_vc(o.code) ? c : 0;
  }
}

uint32_t vector_unit_function::truly_written(const operation& o) {
  if (writes_nothing(o.code) || (o.code == opcode::SFPCONFIG && (o.vd < 11 || o.vd > 14))) return 0;
  if ((o.code == opcode::SFPLE || o.code == opcode::SFPGT) && !(o.mode & 8)) return 0;
  if (o.code == opcode::SFPTRANSP) return 0xff;
  if (o.code == opcode::SFPSWAP) return (bit(o.vd) | bit(o.vc)) & writable_lregs;
  if (o.code == opcode::SFPSHFT2 && o.mode < 3) return 0x0f;
  if (o.code == opcode::SFPCONFIG) return bit(o.vd);
  if (sub_unit_of(o.code) == mad_unit && (o.mode & indirect_d) && o.vd != 16) return named_by_lreg_7(o) & writable_lregs;
  return bit(o.vd) & writable_lregs;
}

}  // namespace tensix
