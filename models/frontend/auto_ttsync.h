// SPDX-License-Identifier: Apache-2.0
// Auto TTSync: the order between a TRISC's loads and stores of Config, GPRs and TDMA-RISC and the Tensix instructions it
// pushes. One tracker a thread, fed by the thread's frontend (pushes, passes of the wait gate), queried by the core's port.
// Layer 1.
//
//  - An instruction waits at the gate while an earlier store of its core to a resource it uses has not been processed. Of what
//    a MOP or a REPLAY expands to, only the first does, with the resources declared for the MOP or REPLAY itself.
//  - A store waits until all earlier instructions that use the resource have passed the gate, a load until all that write it
//    have. (A load also comes before the instructions pushed after it: the port has its value by then.)
//
// No sequence numbers of stores are needed: a store to a resource of an instruction that has not passed is held back, so that
// any such store under way is older than the instruction. Off after reset. The hardware lets a load overtake a push that is
// still in the core's store queue; here a push has always left the core. Source: ISA documentation, AutoTTSync (Blackhole);
// the instruction description of RESOURCEDECL in the public kernel libraries.
#pragma once
#include <algorithm>
#include <array>
#include <boost/circular_buffer.hpp>
#include <cstdint>

#include "models/isa/isa.h"
#include "models/registers/backend_config.h"

namespace tensix {

// Bits 0..2: Config bank 0 (unpacker 0, unpacker 1, the rest), 3..5: bank 1, 6: GPRs, 7: TDMA-RISC.
using resource_set = uint8_t;
namespace config_part {
inline constexpr uint8_t unpacker0 = 1, unpacker1 = 2, rest = 4, all = 7;
}
namespace resource {
inline constexpr unsigned count = 8;
inline constexpr resource_set gpr = 0x40, tdma = 0x80;
constexpr resource_set config(unsigned bank, unsigned parts) {
  return static_cast<resource_set>((parts & 7) << (3 * (bank & 1)));
}
}  // namespace resource

class auto_ttsync {
 public:
  static constexpr uint64_t never = ~uint64_t{0};
  static constexpr unsigned class_count = 16;

  // What an instruction class is declared to use (RESOURCEDECL): bits 0 and 1 reads and writes Config, 2..4 which parts of it,
  // 5 and 6 reads and writes GPRs, 7 and 8 TDMA-RISC. `linger`: a shift register that holds a stalled instruction a little
  // longer.
  struct declaration {
    uint16_t resources;
    uint8_t linger = 1;
  };
  static unsigned class_of(uint32_t word);  // class_count: uses nothing (NOP, MOP_CFG, RESOURCEDECL)

  // ---- The frontend

  // `word` is pushed as the thread's instruction `number` (ascending by one).
  void push(uint32_t word, uint32_t number, const uint16_t* thread_registers) {
    note(word, number);
    if (tcfg::TENSIX_TRISC_SYNC_TrackTensixInstructions(thread_registers)) track(word, number, thread_registers);
  }
  bool tracking() const { return !entries_.empty(); }
  // The first cycle >= now in which instruction `number` may pass the gate as far as stores are concerned; never: not known
  // yet.
  uint64_t may_pass(uint32_t number, uint64_t now) {
    if (entries_.empty()) return now;
    entry& e = entries_.front();
    if (e.number != number || e.begun) return now;
    uint64_t until = 0;
    for (unsigned r = 0; r < resource::count; ++r)
      if (((e.reads | e.writes) >> r) & 1) until = std::max(until, storing_[r] ? never : stored_until_[r]);
    if (until > now) e.held = true;
    if (until == never) return never;
    if (e.held)
      for (unsigned bits = e.linger; bits; bits >>= 1) ++until;
    return std::max(until, now);
  }
  // An instruction of `number` has passed. (A RESOURCEDECL or SETC16 that an expansion has made is only seen now.)
  void passed(uint32_t word, uint32_t number) {
    note(word, number);
    if (!entries_.empty() && entries_.front().number == number) entries_.front().begun = true;
  }
  // Nothing of an instruction before `oldest` is left in front of the gate since `cycle`. True if that sets anything free.
  bool gone_before(uint32_t oldest, uint64_t cycle) {
    bool any = false;
    while (!entries_.empty() && static_cast<int32_t>(entries_.front().number - oldest) < 0) {
      count(entries_.front(), -1, cycle + 1);
      entries_.pop_front();
      any = true;
    }
    return any;
  }

  // ---- The core

  // A store to `resources` is on its way; it will have been processed in cycle `until`, once that is known. `stored`: both at
  // once.
  void store_begins(resource_set resources) {
    for (unsigned r = 0; r < resource::count; ++r) storing_[r] += (resources >> r) & 1;
  }
  void store_ends(resource_set resources, uint64_t until) {
    for (unsigned r = 0; r < resource::count; ++r) storing_[r] -= (resources >> r) & 1;
    stored(resources, until);
  }
  void stored(resource_set resources, uint64_t until) {
    for (unsigned r = 0; r < resource::count; ++r)
      if ((resources >> r) & 1) stored_until_[r] = std::max(stored_until_[r], until);
  }
  // The first cycle >= now in which a store to (a load from) `resources` may go; never: instructions that use them have not
  // passed.
  uint64_t free_from(resource_set resources, bool store, uint64_t now) const {
    uint64_t from = now;
    for (unsigned r = 0; r < resource::count; ++r) {
      if (!((resources >> r) & 1)) continue;
      if (writers_[r] || (store && readers_[r])) return never;
      from = std::max(from, store ? std::max(written_[r], read_[r]) : written_[r]);
    }
    return from;
  }

 private:
  struct entry {
    uint32_t number;
    resource_set reads, writes;
    uint8_t linger;
    bool begun, held;
  };
  boost::circular_buffer<entry> entries_{64};
  std::array<declaration, class_count> declared_ = defaults();
  std::array<unsigned, resource::count> readers_{}, writers_{};  // instructions that have not passed
  std::array<uint64_t, resource::count> read_{}, written_{};     // first cycle after the last that has
  std::array<unsigned, resource::count> storing_{};              // stores under way of which no end is known
  std::array<uint64_t, resource::count> stored_until_{};
  unsigned state_id_ = 0;                       // the Config bank of the next pushed instruction
  uint32_t state_id_by_ = 0, declared_by_ = 0;  // the last instruction that changed it, or a declaration

  static std::array<declaration, class_count> defaults() {
    static constexpr uint16_t resources[class_count] = {0x060, 0x060, 0x1e0, 0x060, 0x01f, 0x020, 0x040, 0x100,
                                                        0x03e, 0x05d, 0x07f, 0x19d, 0x191, 0x1ff, 0x1ff, 0x011};
    std::array<declaration, class_count> all{};
    for (unsigned c = 0; c < class_count; ++c) all[c].resources = resources[c];
    return all;
  }
  // Declarations and the change of bank hold for what is pushed behind them: in program order, not when they execute.
  void note(uint32_t word, uint32_t number) {
    const auto newer = [number](uint32_t& by) {
      if (static_cast<int32_t>(number - by) <= 0) return false;
      by = number;
      return true;
    };
    if (opcode_of(word) == opcode::RESOURCEDECL) {
      using namespace insn::RESOURCEDECL;
      if (newer(declared_by_))
        declared_[op_class(word)] = {static_cast<uint16_t>(resources(word)), static_cast<uint8_t>(linger_time(word) & 15)};
    } else if (opcode_of(word) == opcode::SETC16 && insn::SETC16::setc16_reg(word) == tcfg::CFG_STATE_ID_StateID.reg) {
      if (newer(state_id_by_)) state_id_ = insn::SETC16::setc16_value(word) & 1;
    }
  }
  void track(uint32_t word, uint32_t number, const uint16_t* thread_registers) {
    const unsigned c = class_of(word);
    if (c == class_count) return;
    const declaration& d = declared_[c];
    unsigned parts = (d.resources >> 2) & 7;
    constexpr unsigned unpack_class = 11;
    if (c == unpack_class && tcfg::TENSIX_TRISC_SYNC_EnSubdividedCfgForUnpacr(thread_registers))
      parts = insn::UNPACR::unpack_block_selection(word) ? config_part::unpacker1 : config_part::unpacker0;
    const auto set = [&](unsigned config_bit, unsigned gpr_bit, unsigned tdma_bit) {
      const unsigned r = d.resources;
      return static_cast<resource_set>(((r >> config_bit) & 1 ? resource::config(state_id_, parts) : 0) |
                                       ((r >> gpr_bit) & 1 ? resource::gpr : 0) | ((r >> tdma_bit) & 1 ? resource::tdma : 0));
    };
    if (entries_.full()) entries_.set_capacity(2 * entries_.capacity());
    entries_.push_back({number, set(0, 5, 7), set(1, 6, 8), d.linger, false, false});
    count(entries_.back(), 1, 0);
  }
  void count(const entry& e, int by, uint64_t free) {
    for (unsigned r = 0; r < resource::count; ++r) {
      if ((e.reads >> r) & 1) readers_[r] += static_cast<unsigned>(by), read_[r] = std::max(read_[r], free);
      if ((e.writes >> r) & 1) writers_[r] += static_cast<unsigned>(by), written_[r] = std::max(written_[r], free);
    }
  }
};

inline unsigned auto_ttsync::class_of(uint32_t word) {
  switch (opcode_of(word)) {
    case opcode::NOP:
    case opcode::MOP_CFG:
    case opcode::RESOURCEDECL: return class_count;
    case opcode::ADDDMAREG:
    case opcode::SUBDMAREG:
    case opcode::MULDMAREG:
    case opcode::BITWOPDMAREG:
    case opcode::SHIFTDMAREG:
    case opcode::CMPDMAREG:
    case opcode::SETDMAREG: return 0;
    case opcode::ATINCGET:
    case opcode::ATINCGETPTR:
    case opcode::ATSWAP:
    case opcode::ATCAS: return 1;
    case opcode::REG2FLOP: return 2;
    case opcode::LOADIND:
    case opcode::STOREIND: return 3;
    case opcode::STREAMWRCFG:
    case opcode::CFGSHIFTMASK: return 4;
    case opcode::STOREREG: return 5;
    case opcode::LOADREG: return 6;
    case opcode::FLUSHDMA: return 7;
    case opcode::WRCFG: return 8;
    case opcode::RDCFG: return 9;
    case opcode::XMOV: return 10;
    case opcode::UNPACR:
    case opcode::UNPACR_NOP: return 11;
    case opcode::PACR: return 12;
    case opcode::MOP: return 13;
    case opcode::REPLAY: return 14;
    default: return 15;
  }
}

}  // namespace tensix
