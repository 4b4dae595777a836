// SPDX-License-Identifier: Apache-2.0
// Stores: the store queue, which goes out by itself behind the core's back, one a cycle, and pushes of Tensix instructions, which
// run ahead of the simulation while nothing is before them. Stores to nearby bytes of L1 coalesce in the queue's last entry.
// Source: ISA documentation, BabyRISCV (Blackhole): MemoryOrdering, PushTensixInstruction.
#pragma once
#include "models/riscv_core/riscv_core_surroundings.h"

namespace tensix {

class core_stores {
 public:
  explicit core_stores(riscv_core_parts& core);

  // ---- Instructions in EX1 in cycle e
  void store(const riscv_instruction& d, cycle_t e);
  // .ttinsn, and those right behind it as far as they are fused: returns how many there were.
  unsigned push(const riscv_instruction& first, cycle_t e);

  // ---- For loads: the first cycle, not before e, in which the queue is empty, or has no store of these bytes
  cycle_t drain(cycle_t e);
  cycle_t behind(uint32_t address, unsigned bytes, cycle_t e);
  bool empty() const { return count_ == 0; }
  bool hold_line(uint32_t line) const;  // a store to the 16-byte line of L1 is in the queue

  void written();  // the oldest store is in L1
  // Where the oldest store goes; of a queue that is not empty.
  uint32_t oldest_address() const { return at(0).address; }

  unsigned count() const { return count_; }  // in the queue
  uint64_t gone() const { return gone_; }    // that have left it

 private:
  struct entry {
    cycle_t release;       // goes out in this cycle at the soonest
    uint32_t address = 0;  // L1: of the 16-byte word
    uint32_t first = 0;    // L1: first byte of the last store
    address_region region = address_region::unknown;
    uint8_t bytes = 0;    // 4 * words: pushes
    bool ttinsn = false;  // pushes by .ttinsn
    uint16_t mask = 0;    // L1: bytes that are there
    uint32_t pc = 0;      // pushes: of the instruction
    event_id by = 0;      // of its posting, if causes are recorded
    alignas(4) uint8_t data[core_line_bytes] = {};
    bool touches(uint32_t other, unsigned other_bytes) const;
  };
  riscv_core_parts& core_;
  std::vector<entry> queue_;  // a ring
  unsigned head_ = 0, count_ = 0;
  bool leaving_ = false;  // the oldest is on its way out
  cycle_t left_in_ = 0;   // the last one left in this cycle
  uint64_t gone_ = 0;
  tile_event posted_{"store_posted"}, left_{"store_gone"}, written_{"store_written"};
  struct {
    alignas(8) uint8_t data[core_line_bytes] = {};
    uint8_t enable[core_line_bytes] = {};
    bool pending = false;
  } to_l1_;  // the store that goes to L1
  tlm::tlm_generic_payload bus_store_, bus_push_;
  core_store_extension *const store_by_, *const push_ahead_;  // of bus_store_, bus_push_
  ttinsn_extension *const store_ttinsn_, *const push_ttinsn_;
  strand process_;

  unsigned place(unsigned i) const {
    const unsigned n = head_ + i, places = static_cast<unsigned>(queue_.size());
    return n < places ? n : n - places;
  }
  entry& at(unsigned i) { return queue_[place(i)]; }
  const entry& at(unsigned i) const { return queue_[place(i)]; }
  // A store of cycle e would go out in it: it need not pass through the queue.
  bool nothing_before(cycle_t e) const { return !count_ && left_in_ < e; }

  // Each returns, or makes of `e`, the cycle in which the queue had room.
  cycle_t store_to_l1(uint32_t address, unsigned bytes, uint32_t value, cycle_t e);
  bool store_to_port(uint32_t sum, uint32_t address, unsigned bytes, uint32_t value, cycle_t& e);
  entry& post(address_region region, uint32_t address, cycle_t& e);
  cycle_t post_bytes(address_region region, uint32_t address, unsigned bytes, uint32_t value, cycle_t e);
  cycle_t push_words(uint32_t address, uint32_t* words, unsigned n, bool ttinsn, cycle_t e);
  void release_by(entry& q, cycle_t e);
  bool merge(uint32_t address, unsigned bytes, uint32_t value, cycle_t e);
  void put_l1(entry& q, uint32_t address, unsigned bytes, uint32_t value, cycle_t e);
  template <typename Condition>
  cycle_t wait_while(const Condition& condition, cycle_t e);

  void leave();
  bool overtakes_load(const entry& q) const;
  void emit(entry& q);
  void emit_to_l1(entry& q);
  void emit_to_port(entry& q);
};

}  // namespace tensix
