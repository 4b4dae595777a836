// SPDX-License-Identifier: Apache-2.0
// Scalar unit, counters and cores: what a thread and its core do with their own GPRs, areas of L1, counters and memory.
#include "models/scalar_unit/scalar_unit_table_function.h"
#include "tests/soak/generator_ideas.h"

namespace tensix::soak {

namespace {

// 0 to 59: whoever else uses one writes it first. 60 to 63 hold addresses and offsets.
constexpr unsigned jobs = 0, job_gprs = 60;
constexpr uint32_t gprs_at = 0xFFE00000, local_ram = 0xFFB00000, tile_control = 0xFFB12000;

// Braces: numbers are drawn from left to right.
struct three {
  opcode op;
  unsigned a, b, result, constant;
  operator uint32_t() const {
    using namespace insn::ADDDMAREG;
    return word_of(op) | op_a_reg_index.place(a) | op_b_reg_index.place(b) | result_reg_index.place(result) |
           op_b_is_const.place(constant);
  }
};

}  // namespace

void scalar_job(scene& s, unsigned t) {
  using namespace insn;
  const scene::grouped g(s);
  const auto reg = [&] { return jobs + s.r.below(job_gprs); };
  const auto arithmetic = [&]() -> uint32_t {
    switch (s.r.below(6)) {
      case 0: return three{opcode::ADDDMAREG, reg(), reg(), reg(), s.r.below(2)};
      case 1: return three{opcode::SUBDMAREG, reg(), reg(), reg(), s.r.below(2)};
      case 2: return three{opcode::MULDMAREG, reg(), reg(), reg(), s.r.below(2)};
      case 3:
        return three{opcode::BITWOPDMAREG, reg(), reg(), reg(), s.r.below(2)} |
               BITWOPDMAREG::op_sel.place(s.r.below(3) | 8 * s.r.below(4));
      case 4:
        return three{opcode::SHIFTDMAREG, reg(), reg(), reg(), s.r.below(2)} |
               SHIFTDMAREG::op_sel.place(s.r.below(2) | 8 * s.r.below(4));
      default:
        return three{opcode::CMPDMAREG, reg(), reg(), reg(), s.r.below(2)} |
               CMPDMAREG::op_sel.place(s.r.below(3) | 8 * s.r.below(4));
    }
  };
  const unsigned kind = s.options.more == stress::atomics ? s.r.between(8, 11) : s.r.below(12);
  if (kind <= 2) {
    for (unsigned n = s.r.between(1, 4); n > 0; --n) {
      const unsigned index = reg();
      s.gpr(t, index, s.value());
    }
    for (unsigned n = s.r.between(1, 5); n > 0; --n) s.push(t, arithmetic());
    if (s.r.chance(40)) {
      const unsigned times = s.r.between(2, 6);
      emit(s, t, {arithmetic(), arithmetic()}, times);
    }
    return;
  }
  if (kind == 3) {
    // FLUSHDMA keeps the scalar unit while it waits. For unpackers, which may wait for the matrix unit, whose thread may wait
    // for the scalar unit, it must not.
    s.push(t, s.r.chance(50) ? word_of(opcode::FLUSHDMA) | s.r.pick({1u, 8u, 9u}) : word_of(opcode::DMANOP));
    return;
  }
  const uint32_t at = s.filled_area(128);
  if (at == 0) return;
  const unsigned address_gpr = s.r.chance(20) ? 0 : 60, offset_gpr = s.r.chance(20) ? (address_gpr ? 0 : 1) : 61;
  s.gpr(t, address_gpr, at / 16);
  s.gpr(t, offset_gpr, s.r.below(64) | s.r.below(64) << 16);
  const unsigned offset_half = 2 * offset_gpr + s.r.below(2), data = reg();

  stall(s, t, done::scalar, block::scalar);
  switch (kind) {
    case 4:
    case 5:
      for (unsigned n = s.r.between(1, 4); n > 0; --n) {
        s.push(t, word_of(opcode::LOADIND) | LOADIND::addr_reg_index.place(address_gpr) |
                      LOADIND::data_reg_index.place(n == 1 ? reg() : s.r.between(4, 59)) |
                      LOADIND::offset_index.place(offset_half) | LOADIND::size_sel.place(s.r.below(4)) |
                      LOADIND::auto_inc_spec.place(s.r.below(4)));
        stall(s, t, done::scalar, block::scalar);
      }
      break;
    case 6:
    case 7:
      for (unsigned n = s.r.between(1, 4); n > 0; --n)
        s.push(t, word_of(opcode::STOREIND) | STOREIND::addr_reg_index.place(address_gpr) |
                      STOREIND::data_reg_index.place(reg()) | STOREIND::offset_index.place(offset_half) |
                      STOREIND::size_sel.place(s.r.below(2)) | STOREIND::reg_size_sel.place(s.r.below(2)) |
                      STOREIND::auto_inc_spec.place(s.r.below(4)) | STOREIND::mem_hier_sel.place(1));
      break;
    case 8:
      s.push(t, word_of(opcode::ATINCGET) | ATINCGET::addr_reg_index.place(address_gpr) | ATINCGET::data_reg_index.place(data) |
                    ATINCGET::sel32b.place(s.r.below(4)) | ATINCGET::wrap_val.place(s.r.below(32)) |
                    ATINCGET::mem_hier_sel.place(s.r.below(2)));
      break;
    case 9:
      s.push(t, word_of(opcode::ATSWAP) | ATSWAP::addr_reg_index.place(address_gpr) | ATSWAP::data_reg_index.place(data) |
                    ATSWAP::swap_mask.place(s.r.below(256)) | ATSWAP::mem_hier_sel.place(s.r.below(2)) |
                    atswap_single_data_reg.place(s.r.below(2)));
      break;
    case 10: {  // what is compared is there, or a thread would wait for ever
      const unsigned expected = s.r.below(16), which = s.r.below(4);
      s.out.memory.back().words[which] = expected;
      s.push(t, word_of(opcode::ATCAS) | ATCAS::addr_reg_index.place(address_gpr) | ATCAS::sel32b.place(which) |
                    ATCAS::cmp_val.place(expected) | ATCAS::swap_val.place(s.r.below(32)) |
                    ATCAS::mem_hier_sel.place(s.r.below(2)));
      break;
    }
    default: {  // a FIFO's pointers: neither empty nor full
      auto& words = s.out.memory.back().words;
      words[0] = 0, words[1] = 3;
      const unsigned which = s.r.below(4), wrap = s.r.below(16);
      s.push(t, word_of(opcode::ATINCGETPTR) | ATINCGETPTR::addr_reg_index.place(address_gpr) |
                    ATINCGETPTR::data_reg_index.place(data) | ATINCGETPTR::sel32b.place(which) |
                    ATINCGETPTR::wrap_val.place(wrap == 1 && (which & 1) ? 2 : wrap) |
                    ATINCGETPTR::incr_val.place(s.r.below(16)) | ATINCGETPTR::no_incr.place(s.r.below(2)) |
                    ATINCGETPTR::mem_hier_sel.place(s.r.below(2)));
    }
  }
  stall(s, t, done::scalar);
}

// Counters of this thread; afterwards zero again, which is what its data path expects.
void counter_job(scene& s, unsigned t) {
  using namespace insn;
  const scene::grouped g(s);
  const uint32_t units = SETADC::cnt_set_mask.place(s.r.below(8));
  const uint32_t own = s.r.chance(30) ? t + 1 : 0;  // ThreadOverride
  const uint32_t fields = s.r.below(0x1000) << 6 | s.r.below(16) | own << 18;
  switch (s.r.below(9)) {
    case 0:
      s.push(t, word_of(opcode::SETADC) | units | SETADC::value.place((s.r.chance(20) ? 0 : s.r.below(0x10000)) | own << 16) |
                    SETADC::dimension_index.place(s.r.below(4)) | SETADC::channel_index.place(s.r.below(2)));
      break;
    case 1: s.push(t, word_of(opcode::SETADCXY) | units | fields); break;
    case 2: s.push(t, word_of(opcode::SETADCZW) | units | fields); break;
    case 3: s.push(t, word_of(opcode::INCADCXY) | units | (fields & ~0xfu)); break;
    case 4: s.push(t, word_of(opcode::INCADCZW) | units | (fields & ~0xfu)); break;
    case 5: s.push(t, word_of(opcode::ADDRCRXY) | units | fields); break;
    case 6: s.push(t, word_of(opcode::ADDRCRZW) | units | fields); break;
    case 7:
      s.push(t, word_of(opcode::SETADCXX) | units | SETADCXX::x_start.place(s.r.below(1024)) |
                    SETADCXX::x_end2.place(s.r.below(1024)));
      break;
    default: {  // a counter out of a GPR
      const unsigned data = jobs + s.r.below(job_gprs);
      s.gpr(t, data, s.r.word());
      s.push(t, word_of(opcode::REG2FLOP) | REG2FLOP::reg_index.place(data) | REG2FLOP::flop_index.place(s.r.below(64)) |
                    REG2FLOP::target_sel.place(s.r.chance(50) ? 2 : 3) | REG2FLOP::context_id_2.place(s.r.chance(20) ? 3 : t) |
                    REG2FLOP::byte_offset.place(s.r.below(4)) | REG2FLOP::size_sel.place(s.r.below(4)));
      stall(s, t, done::scalar);
      break;
    }
  }
  if (s.r.chance(50)) s.push(t, word_of(opcode::INCADCXY) | SETADC::cnt_set_mask.place(7) | s.r.below(0x1000) << 6);
  s.push(t, word::clear_adc_xy(7));
  s.push(t, word::clear_adc_zw(7));
}

void core_job(scene& s, unsigned core) {
  const scene::grouped g(s);
  const bool b = core == core_b;
  const uint32_t at = s.filled_area(64);
  if (at == 0) return;
  const uint32_t one = at + 4 * s.r.below(16), another = at + 4 * s.r.below(16), ram = local_ram + 4 * s.r.below(64);
  switch (s.r.below(6)) {
    case 0:
      for (unsigned i = 0; i < 3; ++i) s.store(core, one ^ 4 * i, s.r.word());
      s.copy(core, one, another);
      break;
    case 1:
      s.store(core, ram, s.r.word());
      s.copy(core, local_ram + 4 * s.r.below(64), at);
      break;
    case 2: {
      if (b) break;
      settle(s, core);
      const unsigned g0 = jobs + s.r.below(job_gprs);
      s.store(core, gprs_at + 4 * g0, s.r.word());
      s.copy(core, gprs_at + 4 * g0, at + 4 * s.r.below(16));
      stall(s, core, done::stores);
      break;
    }
    case 3: s.delay(core); break;
    case 4:  // what is plainly stored; the others of the region are shared
      s.store(core, tile_control + 0x228 + 4 * core, s.r.word());
      s.copy(core, tile_control + 0x228 + 4 * core, at);
      break;
    default: s.poll(core, at, ~0u, comparison::eq, s.out.memory.back().words[0]); break;
  }
}

}  // namespace tensix::soak
