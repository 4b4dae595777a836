// SPDX-License-Identifier: Apache-2.0
#include "models/scalar_unit/scalar_unit_function.h"

#include <algorithm>

#include "models/scalar_unit/scalar_unit_table_function.h"
#include "support/text/hex_text.h"

namespace tensix {

namespace {
constexpr uint32_t first_mmio = 0xffb11000u;

// GPR arithmetic. False: there is no such mode.
bool add(uint32_t left, uint32_t right, unsigned, uint32_t& value) {
  value = left + right;
  return true;
}
bool subtract(uint32_t left, uint32_t right, unsigned, uint32_t& value) {
  value = left - right;
  return true;
}
bool multiply(uint32_t left, uint32_t right, unsigned, uint32_t& value) {
  value = (left & 0xffff) * (right & 0xffff);
  return true;
}
bool bitwise(uint32_t left, uint32_t right, unsigned mode, uint32_t& value) {
  value = mode == 0 ? left & right : mode == 1 ? left | right : left ^ right;
  return mode <= 2;
}
bool shift(uint32_t left, uint32_t right, unsigned mode, uint32_t& value) {
  value = mode == 0 ? left << (right & 31) : left >> (right & 31);
  return mode <= 1;
}
bool compare(uint32_t left, uint32_t right, unsigned mode, uint32_t& value) {
  value = mode == 0 ? left > right : mode == 1 ? left < right : left == right;
  return mode <= 2;
}
}  // namespace

void scalar_unit_function::undefined(uint32_t word, unsigned thread, std::string text) {
  state_.diagnose.undefined("scalar_unit", static_cast<int>(thread), word, std::move(text));
}

bool scalar_unit_function::unsupported(uint32_t word, unsigned thread, const char* what) {
  undefined(word, thread, std::string("unsupported: ") + what + " is not modelled");
  return true;
}

uint8_t* scalar_unit_function::l1(uint32_t word, unsigned thread, uint64_t address, unsigned bytes) {
  if (address + bytes <= state_.l1.size()) {
    state_.bring_l1(static_cast<uint32_t>(address), bytes);
    return state_.l1.data() + address;
  }
  undefined(word, thread,
            "L1 address " + hex_text(address) + " is beyond the end of L1 (" + std::to_string(state_.l1.size()) + " bytes)");
  return nullptr;
}

void scalar_unit_function::wrote_l1(const uint8_t* first, unsigned bytes) {
  state_.take_l1(static_cast<uint32_t>(first - state_.l1.data()), bytes);
}

uint32_t scalar_unit_function::half(unsigned thread, unsigned index) const {
  return (state_.gpr[thread][index >> 1] >> (16 * (index & 1))) & 0xffff;
}

void scalar_unit_function::set_half(unsigned thread, unsigned index, uint32_t value) {
  const unsigned shift = 16 * (index & 1);
  uint32_t& r = state_.gpr[thread][index >> 1];
  r = (r & ~(0xffffu << shift)) | ((value & 0xffff) << shift);
}

void scalar_unit_function::loaded(unsigned thread, unsigned first, unsigned count, const uint32_t* value, uint32_t keep) {
  gpr_result r;
  std::copy_n(value, count, r.value);
  r.keep = keep;
  r.thread = static_cast<uint8_t>(thread);
  r.first = static_cast<uint8_t>(first);
  r.count = static_cast<uint8_t>(count);
  brought(r);
}

void scalar_unit_function::brought(const gpr_result& result) {
  if (late_) *late_ = result;
  else deliver(result);
}

void scalar_unit_function::deliver(const gpr_result& result) {
  uint32_t* gpr = state_.gpr[result.thread] + result.first;
  for (unsigned i = 0; i < result.count; ++i) gpr[i] = (gpr[i] & result.keep) | (result.value[i] & ~result.keep);
}

bool scalar_unit_function::execute(uint32_t word, unsigned thread, gpr_result* late) {
  late_ = late;
  switch (word >> 24) {  // a number: a switch over the enum would have to name the other units' instructions too
#define DONE(member)    \
  member(word, thread); \
  return true
#define TRY(member) return member(word, thread)
#define ARITHMETIC(operation)                                    \
  brought(arithmetic(word, thread, left_operand(word, thread))); \
  return true
#define NOTHING return true
#define SCALAR_UNIT(name, timing, gprs_read, gpr_written, executes) \
  case static_cast<uint8_t>(opcode::name):                          \
    executes;
#include "models/scalar_unit/scalar_unit_instructions.def"
#undef SCALAR_UNIT
#undef DONE
#undef TRY
#undef ARITHMETIC
#undef NOTHING
  }
  const char* name = info_of(word).name;
  return unsupported(word, thread, name ? name : "this opcode");
}

uint32_t scalar_unit_function::left_operand(uint32_t word, unsigned thread) const {
  return state_.gpr[thread][insn::ADDDMAREG::op_a_reg_index(word)];
}

scalar_unit_function::gpr_result scalar_unit_function::arithmetic(uint32_t word, unsigned thread, uint32_t left) {
  using namespace insn::BITWOPDMAREG;  // one layout for all six
  const uint32_t right = op_b_is_const(word) ? op_b_reg_index(word) : state_.gpr[thread][op_b_reg_index(word)];
  const unsigned mode = op_sel(word) & 7;
  gpr_result result;
  result.thread = static_cast<uint8_t>(thread);
  result.first = static_cast<uint8_t>(result_reg_index(word));
  result.count = 1;
  uint32_t& value = result.value[0];
  bool mode_exists = true;
  switch (word >> 24) {
#define DONE(member) break
#define TRY(member) break
#define ARITHMETIC(operation)                        \
  mode_exists = operation(left, right, mode, value); \
  break
#define NOTHING break
#define SCALAR_UNIT(name, timing, gprs_read, gpr_written, executes) \
  case static_cast<uint8_t>(opcode::name):                          \
    executes;
#include "models/scalar_unit/scalar_unit_instructions.def"
#undef SCALAR_UNIT
#undef DONE
#undef TRY
#undef ARITHMETIC
#undef NOTHING
  }
  if (!mode_exists) {
    undefined(word, thread, std::string(info_of(word).name) + ": mode " + std::to_string(mode) + " does not exist");
    result.count = 0;
  }
  return result;
}

void scalar_unit_function::set_dma_register(uint32_t word, unsigned thread) {
  const unsigned target = insn::SETDMAREG::reg_index_16b(word);
  if (!insn::SETDMAREG::set_signals_mode(word)) {
    set_half(thread, target, (word >> 8) & 0xffff);
    return;
  }
  const uint32_t payload = insn::SETDMAREG::payload_sig_sel(word);
  const unsigned input_half = payload & 7, source = (payload >> 3) & 15, which = (payload >> 7) & 15;
  if (!packers) {
    unsupported(word, thread, "SETDMAREG's special form (counters of the packers)");
    return;
  }
  if (source > 9) undefined(word, thread, "SETDMAREG: input source " + std::to_string(source) + " does not exist (0..9 do)");
  const std::array<uint32_t, 4> value = source > 9 ? std::array<uint32_t, 4>{} : packers->signals(thread, source, which);
  uint32_t* group = &state_.gpr[thread][gpr_group(target >> 1).first];
  // What result size 3 replaces of a tile header: TileSize, DataFormat and compression bits, AllZeroFlags.
  constexpr uint32_t header[4] = {0x0000ffff, 0x00ff0000, 0xffffffff, 0};
  switch (insn::SETDMAREG::payload_sig_sel_size(word)) {
    case 0: set_half(thread, target, value[input_half >> 1] >> (16 * (input_half & 1))); return;
    case 1: state_.gpr[thread][target >> 1] = value[input_half >> 1]; return;
    case 2:
      for (unsigned i = 0; i < 4; ++i) group[i] = value[i];
      return;
    default:
      for (unsigned i = 0; i < 4; ++i) group[i] = (group[i] & ~header[i]) | (value[i] & header[i]);
  }
}

scalar_unit_function::four_words scalar_unit_function::flop_source(uint32_t word, unsigned thread) const {
  const gpr_range read = gprs_read(word)[0];
  four_words source{};
  std::copy_n(state_.gpr[thread] + read.first, read.count, source.begin());
  return source;
}

void scalar_unit_function::register_to_flop(uint32_t word, unsigned thread) {
  register_to_flop(word, thread, flop_source(word, thread));
}

// Targets: 0 a THCON_* word of Config, 2 and 3 a counter of the unpackers or packers (3: of another thread).
void scalar_unit_function::register_to_flop(uint32_t word, unsigned thread, const four_words& source) {
  using namespace insn::REG2FLOP;
  constexpr instruction_field whole_flop_index{6, 10};  // the documents give its lower seven bits a meaning
  const unsigned size = size_sel(word), target = target_sel(word), flop = whole_flop_index(word);
  if (target == 1) {
    undefined(word, thread, "REG2FLOP: target 1 is not documented (0: THCON words of Config; 2, 3: address counters)");
    return;
  }
  if (target == 0) {
    constexpr unsigned flops = first_global_word - first_thcon_word;
    if (flop >= flops) {
      undefined(word, thread,
                "REG2FLOP: THCON word " + std::to_string(flop) + " does not exist (there are " + std::to_string(flops) + ")");
      return;
    }
    const unsigned bank = state_.config.state_id(thread), index = first_thcon_word + flop;
    if (size != 0) state_.config.write(bank, index, source[0]);
    else
      for (unsigned i = 0; i < 4; ++i) state_.config.write(bank, (index & ~3u) + i, source[i]);
    return;
  }
  if (flop >= 64) {
    undefined(word, thread,
              "REG2FLOP: FlopIndex " + std::to_string(flop) + " has bits above the six that select an address counter");
    return;
  }
  const unsigned shift = byte_offset(word);
  uint32_t value = source[0];
  switch (size) {
    case 0: value = 0; break;
    case 1: value = shift ? 0 : value; break;
    case 2: value = shift == 0 ? value & 0xffff : shift == 2 ? value >> 16 : 0; break;
    default: value = (value >> (8 * shift)) & 0xff;
  }
  const unsigned which = (target & 1) ? context_id_2(word) : thread, set = (flop >> 3) & 3;
  if (which >= thread_count || set == 3) return;  // documented to do nothing
  adc_channel& c = state_.adc[which].set[set].channel[(flop >> 5) & 1];
  const bool carriage_return = flop & 4;
  switch (flop & 3) {
    case 0: (carriage_return ? c.x_cr : c.x) = value & adc_x_mask; return;
    case 1: (carriage_return ? c.y_cr : c.y) = value & adc_y_mask; return;
    case 2: (carriage_return ? c.z_cr : c.z) = value & adc_z_mask; return;
    default: (carriage_return ? c.w_cr : c.w) = value & adc_w_mask;
  }
}

void scalar_unit_function::store_mmio(uint32_t word, unsigned thread, uint32_t address, uint32_t value) {
  if (address < first_mmio || !bus)
    undefined(
        word, thread,
        "store to " + std::to_string(address) + (address < first_mmio ? ": below 0xFFB11000" : ": no such register space"));
  else bus->store("scalar_unit", address, value);
}

uint32_t scalar_unit_function::register_address(uint32_t word) { return mmio_base + (insn::LOADREG::reg_addr(word) << 2); }

void scalar_unit_function::store_register(uint32_t word, unsigned thread) {
  store_mmio(word, thread, register_address(word), state_.gpr[thread][insn::STOREREG::tdma_data_reg_index(word)]);
}

void scalar_unit_function::load_register(uint32_t word, unsigned thread) {
  const uint32_t address = register_address(word);
  if (address < first_mmio || !bus) {
    undefined(
        word, thread,
        "load from " + std::to_string(address) + (address < first_mmio ? ": below 0xFFB11000" : ": no such register space"));
    return;
  }
  const uint32_t value = bus->load("scalar_unit", address);
  loaded(thread, insn::LOADREG::tdma_data_reg_index(word), 1, &value);
}

}  // namespace tensix
