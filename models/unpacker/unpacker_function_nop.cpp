// SPDX-License-Identifier: Apache-2.0
// UNPACR_NOP in Blackhole's field layout.
// Source: ISA documentation, UNPACR_NOP_ZEROSRC / _SETDVALID / _SETREG / _OverlayClear / _Nop; the field layout and the
// further clear values from the instruction description of the Blackhole kernel library.
#include "models/isa/isa.h"
#include "models/memory/address_map.h"
#include "models/memory/overlay_if.h"
#include "models/registers/tdma_registers.h"
#include "models/unpacker/unpacker_function.h"

namespace tensix {

namespace {

enum class pop : uint8_t { overlay_clear = 0, clear_source = 1, nop = 2, overlay_clear_of_stream = 3 };
enum class clear_to : uint8_t { zero = 0, negative_infinity = 1, one = 2, immediate = 3 };
constexpr uint32_t only_set_dvalid = 3;  // of clr_to1_fmt_ctrl: no clearing, just the hand-over
constexpr uint32_t all_19_bits = 0x7ffff;

// 1 as SrcA/SrcB hold it, for clr_to1_fmt_ctrl 0 (FP16), 1 (BF16) and 2 ("Integer 8" on an FP16 overlay).
constexpr uint32_t one_of(uint32_t format) { return format == 0 ? 0x3c00u : format == 1 ? 0x3f80u << 3 : (16u << 10) | 1u; }

}  // namespace

void unpacker_function::accept_nop(uint32_t word, unsigned thread, unpack_job& job) {
  using kind = unpack_job::kind_t;
  namespace field = insn::UNPACR_NOP;
  const uint32_t* config = state_.bank(thread);
  const uint16_t* t = state_.thread_config(thread);
  auto& s = job.s;
  job.waits_for_bank = job.waits_for_matrix_bank = false;
  s.out_format =
      static_cast<data_format>((which_ ? cfg::THCON_SEC1_REG2_Out_data_format : cfg::THCON_SEC0_REG2_Out_data_format)(config));
  s.src_row_base = static_cast<uint8_t>((which_ ? tcfg::SRCB_SET_Base(t) : tcfg::SRCA_SET_Base(t)) << 4);

  const auto what = static_cast<pop>(field::unpack_pop(word));
  const bool writes_register = what == pop::overlay_clear_of_stream && (word & 4);  // its value has the bits of these fields
  if (!writes_register && field::clr_to1_fmt_ctrl(word) == only_set_dvalid) {
    job.kind = kind::nop_set_dvalid;
    job.flips_src = true;
    return;
  }
  job.flips_src = !writes_register && field::set_dvalid(word);
  switch (what) {
    case pop::clear_source:
      job.kind = kind::nop_clear;
      job.waits_for_bank = true;
      s.both_banks = field::bank_clr_ctrl(word);
      job.waits_for_matrix_bank = !field::stall_clr_cntrl(word);
      switch (static_cast<clear_to>(field::src_clr_val_ctrl(word))) {
        case clear_to::zero: s.clear_value = 0; break;
        case clear_to::negative_infinity: s.clear_value = all_19_bits; break;
        case clear_to::one: s.clear_value = one_of(field::clr_to1_fmt_ctrl(word)); break;
        case clear_to::immediate:  // its low 19 bits, taken as sign, exponent, mantissa
          s.clear_value = (which_ ? cfg::UNP1_NOP_REG_CLR_VAL_nop_reg_clr_val
                                  : cfg::UNP0_NOP_REG_CLR_VAL_nop_reg_clr_val)(config)&all_19_bits;
          break;
      }
      break;
    case pop::nop: job.kind = kind::nop; break;
    case pop::overlay_clear:
      job.kind = kind::nop_overlay_clear;
      s.clear_stream =
          static_cast<uint8_t>((which_ ? tcfg::NOC_OVERLAY_MSG_CLEAR_StreamId_1 : tcfg::NOC_OVERLAY_MSG_CLEAR_StreamId_0)(t));
      s.clear_count =
          static_cast<uint16_t>((which_ ? tcfg::NOC_OVERLAY_MSG_CLEAR_MsgNum_1 : tcfg::NOC_OVERLAY_MSG_CLEAR_MsgNum_0)(t));
      break;
    case pop::overlay_clear_of_stream:
      if (writes_register) {
        // A register write. Its fields are not in the instruction table, which has those of the other forms.
        constexpr instruction_field base_high{22, 1}, base_low{15, 1}, register_value{4, 11}, accumulate{3, 1};
        const uint32_t value = register_value(word);
        job.kind = kind::nop_setreg;
        s.setreg_address = setreg::address(setreg_base[2 * base_high(word) + base_low(word)], field::stream_id(word));
        s.setreg_value = value;
        s.setreg_writes = true;
        if (accumulate(word)) {
          setreg_accumulator_ = value ? (setreg_accumulator_ + value) & 0x1ffff : 0;
          s.setreg_value = setreg_accumulator_;
          s.setreg_writes = value != 0;
        }
      } else {
        job.kind = kind::nop_overlay_clear;
        s.clear_stream = static_cast<uint8_t>(field::stream_id(word));
        s.clear_count = static_cast<uint16_t>(field::msg_clr_cnt(word));
        if (s.clear_count == 0)  // documented: then the stream comes from the register
          s.clear_stream = static_cast<uint8_t>(
              (which_ ? tcfg::NOC_OVERLAY_MSG_CLEAR_StreamId_1 : tcfg::NOC_OVERLAY_MSG_CLEAR_StreamId_0)(t));
      }
      break;
  }
}

// How TDMA-RISC's register holds the two base addresses is documented for packers only; unpackers' are taken to lie in the same
// way above the clock gate bits. Nothing documented sets bases 2 and 3.
void unpacker_function::set_register_address(uint32_t value) {
  value >>= 8;
  for (unsigned i = 0; i < 2; ++i) setreg_base[i] = setreg::base(value, i);
}

void unpacker_function::execute_nop(const unpack_job& job) {
  const auto& s = job.s;
  if (job.kind == unpack_job::kind_t::nop_overlay_clear) {
    if (bus)  // whatever is written frees one entry
      bus->store(unit_name(),
                 address_map::noc_overlay_base + s.clear_stream * address_map::noc_overlay_stream_bytes +
                     4 * overlay_if::message_data_clear_register,
                 1);
    else undefined(job, "frees messages of NoC overlay stream %, but there is no NoC overlay", s.clear_stream);
    return;
  }
  if (!s.setreg_writes) return;
  if (!setreg::writable(s.setreg_address) || !bus)
    undefined(job, "register write to address 0x%, which cannot be written", s.setreg_address);
  else bus->store(unit_name(), s.setreg_address, s.setreg_value);
}

}  // namespace tensix
