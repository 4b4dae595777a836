// SPDX-License-Identifier: Apache-2.0
#include "models/misc_unit/misc_unit_function.h"

#include <string>

#include "models/isa/isa.h"

namespace tensix {

namespace {

// The instructions that handle two counters of both channels share one layout: per counter a 3-bit number and (not INCADC*) an
// enable bit, in the order channel 0 first, channel 0 second, channel 1 first, channel 1 second; first/second is X/Y or Z/W.
using number_field = instruction_field;
constexpr number_field numbers[4] = {insn::SETADCXY::ch0_x, insn::SETADCXY::ch0_y, insn::SETADCXY::ch1_x,
                                     insn::SETADCXY::ch1_y};
constexpr instruction_field pair_thread_override{18, 2}, setadc_thread_override{16, 2};

struct counter {
  uint32_t& value;
  uint32_t& carriage_return;
  uint32_t mask;
};
counter select(adc_channel& c, unsigned dimension) {
  switch (dimension) {
    case 0: return {c.x, c.x_cr, adc_x_mask};
    case 1: return {c.y, c.y_cr, adc_y_mask};
    case 2: return {c.z, c.z_cr, adc_z_mask};
    default: return {c.w, c.w_cr, adc_w_mask};
  }
}

enum class action { set, increment, carriage_return };

void apply_pair(adc_set& set, uint32_t word, unsigned first_dimension, action what) {
  for (unsigned i = 0; i < 4; ++i) {
    if (what != action::increment && !(insn::SETADCXY::bit_mask(word) >> i & 1)) continue;
    counter c = select(set.channel[i >> 1], first_dimension + (i & 1));
    const uint32_t n = numbers[i](word);
    switch (what) {
      case action::set: c.value = c.carriage_return = n; break;
      case action::increment: c.value = (c.value + n) & c.mask; break;
      case action::carriage_return: c.value = c.carriage_return = (c.carriage_return + n) & c.mask; break;
    }
  }
}

// ThreadOverride: 0 is the issuing thread, 1..3 are threads 0..2.
unsigned which_thread(instruction_field override_field, uint32_t word, unsigned thread) {
  const unsigned o = override_field(word);
  return o ? o - 1 : thread;
}

}  // namespace

src_changes misc_unit_function::execute(uint32_t word, unsigned thread) {
  const uint32_t sets = insn::SETADC::cnt_set_mask(word);
  const auto for_each_set = [&](unsigned t, auto&& f) {
    for (unsigned i = 0; i < 3; ++i)
      if (sets >> i & 1) f(state_.adc[t].set[i]);
  };
  const auto pair = [&](unsigned first_dimension, action what) {
    for_each_set(which_thread(pair_thread_override, word, thread),
                 [&](adc_set& s) { apply_pair(s, word, first_dimension, what); });
  };
  switch (opcode_of(word)) {
    case opcode::SETADC:
      // The override shares its bits with the upper bits of the value, as documented: both take effect.
      for_each_set(which_thread(setadc_thread_override, word, thread), [&](adc_set& s) {
        counter c = select(s.channel[insn::SETADC::channel_index(word)], insn::SETADC::dimension_index(word));
        c.value = c.carriage_return = insn::SETADC::value(word) & c.mask;
      });
      return {};
    case opcode::SETADCXX:
      for_each_set(thread, [&](adc_set& s) {
        s.channel[0].x = s.channel[0].x_cr = insn::SETADCXX::x_start(word);
        s.channel[1].x = s.channel[1].x_cr = insn::SETADCXX::x_end2(word);
      });
      return {};
    case opcode::SETADCXY: pair(0, action::set); return {};
    case opcode::SETADCZW: pair(2, action::set); return {};
    case opcode::INCADCXY: pair(0, action::increment); return {};
    case opcode::INCADCZW: pair(2, action::increment); return {};
    case opcode::ADDRCRXY: pair(0, action::carriage_return); return {};
    case opcode::ADDRCRZW: pair(2, action::carriage_return); return {};
    case opcode::SETDVALID: {
      const unsigned given = insn::SETDVALID::setvalid(word) & 3;
      src_changes changes;
      const auto give = [&](unsigned which, src_register& src, uint32_t base) {
        if (src.filling().allowed_client == src_client::unpackers) changes.given_up |= src_bank_bit(which, src.unpack_bank);
        src.filling().allowed_client = src_client::matrix_unit;
        if (src.banks != 2) state_.src_in_doubt |= src.note_stale();
        src.filling().filled_rows = 0;
        src.unpack_bank = src.next(src.unpack_bank);
        src.src_row[thread] = base << 4;
        changes.went_on = true;
        changes.sent_on |= static_cast<uint8_t>(1u << which);
      };
      if (given & 1) give(0, state_.srca, tcfg::SRCA_SET_Base(state_.thread_config(thread)));
      if (given & 2) give(1, state_.srcb, tcfg::SRCB_SET_Base(state_.thread_config(thread)));
      return changes;
    }
    default: {
      const char* name = info_of(word).name;
      state_.diagnose.undefined("misc_unit", static_cast<int>(thread), word,
                                std::string("unsupported: ") + (name ? name : "this opcode") + " is not modelled");
      return {};
    }
  }
}

}  // namespace tensix
