// SPDX-License-Identifier: Apache-2.0
// What the regions of the address map do: which state a load reads, a store changes, and whether it can be done yet. One place
// for the cores' ports, for the coprocessor's own loads and stores, and for the machine without time. Theirs is when it happens,
// and what else it waits for. Layer 1.
#pragma once
#include <cstdint>
#include <string>

#include "models/memory/address_map.h"
#include "models/memory/overlay_if.h"
#include "models/registers/tensix_state.h"
#include "models/riscv_port/core_registers_function.h"

namespace tensix {

// Registers that units own, and what threads answer.
class region_owners_if {
 public:
  virtual ~region_owners_if() = default;
  // First cycle >= now in which the thread has no instruction anywhere, or no MOP; never: not known yet.
  virtual uint64_t idle_from(unsigned thread, uint64_t now) const = 0;
  virtual uint64_t mop_idle_from(unsigned thread, uint64_t now) const = 0;
  virtual void store_config(unsigned bank, unsigned word, uint32_t value, bool both_banks) = 0;
  virtual void store_mop_config(unsigned thread, unsigned word, uint32_t value) = 0;
  virtual void store_semaphore(unsigned index, uint32_t value) = 0;
  // TDMA-RISC, by byte offset; false: the access has to wait.
  virtual bool load_tdma(unsigned core, uint32_t offset, uint32_t& value) = 0;
  virtual bool store_tdma(unsigned core, uint32_t offset, uint32_t value) = 0;
};

struct region_access {
  unsigned core;    // accessor number
  const char* who;  // in diagnoses
  uint32_t address;
  unsigned bytes;  // 1, 2 or 4; the address is a multiple of them
  decoded_address where;
  event_id by = 0;  // of a store to a network interface, if causes are recorded
};

struct region_result {
  enum class outcome : uint8_t { done, waits, not_modelled } how = outcome::done;
  uint64_t from = 0;      // waits: to be tried again in that cycle; never: when something has changed
  const char* why = "";   // waits: "for a message"
  bool waiters = false;   // accesses that wait for a mailbox, a PC buffer or an override try again
  bool watchers = false;  // so do polls of registers
  bool done() const { return how == outcome::done; }
  bool waits() const { return how == outcome::waits; }
};

class address_space {
 public:
  static constexpr uint64_t never = ~uint64_t{0};
  // `owners` may be null for the coprocessor, whose address space has none of their regions.
  address_space(tensix_state& state, core_registers& shared, overlay_if& overlay, region_owners_if* owners)
      : state_(state), shared_(shared), overlay_(overlay), owners_(owners) {}

  // Pushes (stores to an instruction FIFO) are the caller's, for they are of words in order. What cannot be read or written does
  // not get here: `refusal`. `cycle`: of the wall clock, and the present one of `from`; `arrives`: when a store takes effect.
  region_result load(const region_access& a, uint32_t& value, uint64_t cycle);
  region_result store(const region_access& a, uint32_t value, uint64_t cycle, uint64_t arrives);
  // A load without any effect; false: there is no such load of this region, or it changes without a notification.
  bool peek(const region_access& a, uint32_t& value, uint64_t cycle) const;
  // The bytes of a data RAM from the accessed one on, nullptr for any other region.
  uint8_t* ram(const region_access& a) const;

  // Why an access means nothing: where it goes and what is wrong with it there.
  std::string refusal(const region_access& a, bool store) const;

 private:
  tensix_state& state_;
  core_registers& shared_;
  overlay_if& overlay_;
  region_owners_if* owners_;
  noc_registers_if* noc_of(address_region r) const { return shared_.noc[r == address_region::noc1]; }
  region_result take_message(const region_access& a, uint32_t& value, uint64_t cycle);
  region_result load_pc_buffer(const region_access& a, uint32_t& value, uint64_t cycle);
};

// Regions of their own ordering: a load does not wait for the core's stores to registers.
bool orders_itself(address_region region);
// Takes stores of 1 and 2 bytes; configuration takes whole words only, and FIFOs hold words.
bool takes_narrow_stores(address_region region);

}  // namespace tensix
