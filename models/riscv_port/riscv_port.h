// The way of one RISC-V core (T0, T1, T2 or B) into the tile: a TLM-2.0 target socket with the RISC-V-visible address map.
//
// Any initiator may bind: the stream player, an instruction-set simulator, an RTL testbench. b_transport must be called from a
// thread process (it may wait: FIFO full, mailbox empty, TTSync). The delay argument is honoured: a push may run ahead of the
// simulation time by it; everything else first waits until then. On return the delay holds what the access takes beyond that
// (0 for posted stores, which go on by themselves).
// Source: ISA documentation, BabyRISCV (memory map, load latencies), PushTensixInstruction, TTSync, Mailboxes.
#pragma once
#include <array>
#include <deque>
#include <systemc>
#include <tlm>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include "models/config_unit/config_unit.h"
#include "models/frontend/frontend.h"
#include "models/memory/address_map.h"
#include "models/memory/l1_protocol.h"
#include "models/sync_unit/sync_unit.h"

namespace tensix {

struct riscv_port_parameters {
  uint32_t store_travel_cycles = 1;    // from a store to its arrival at the unit
  uint32_t l1_load_cycles = 8;         // load from L1, beyond ports and banks
  uint32_t l1_store_bank_cycles = 1;   // (for documentation: a store narrower than 16 bytes)
  uint32_t register_load_cycles = 4;   // GPRs, configuration
  uint32_t semaphore_load_cycles = 3;  // semaphores, mailboxes
  uint32_t ttsync_load_cycles = 5;     // PCBuf, once what it waits for is done
};

// Load until (word & mask) HOW value; ignorable (an initiator may as well loop itself). `period`: cycles from one load to the
// next, as the core would loop.
struct poll_extension : tlm::tlm_extension<poll_extension> {
  uint32_t mask = ~0u, value = 0;
  bool (*holds)(uint32_t masked, uint32_t value) = nullptr;
  tlm::tlm_extension_base* clone() const override { return new poll_extension(*this); }
  void copy_from(const tlm::tlm_extension_base& other) override { *this = static_cast<const poll_extension&>(other); }
};

// Mailboxes between the cores: [from][to] by accessor number (T0..T2 = 0..2, B = 3), 4 entries each.
struct mailboxes {
  static constexpr size_t entries = 4;
  std::deque<uint32_t> box[4][4];
  sc_core::sc_event changed{"mailbox_changed"};
};

class riscv_port : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<riscv_port> socket;
  tlm_utils::simple_initiator_socket<riscv_port, 128> l1;

  struct parts {  // what a core reaches
    tensix_state* state;
    std::array<frontend*, thread_count> frontends;
    config_unit* config;
    sync_unit* sync;
    noc_overlay* overlay;
    mailboxes* mail;
  };
  riscv_port(sc_core::sc_module_name name, unsigned core, const riscv_port_parameters& parameters, const parts& reach);

  // First cycle >= now in which no store of this core to GPRs or configuration is on its way (STALLWAIT C10).
  cycle_t stores_done(cycle_t now) const { return now > stores_until_ ? now : stores_until_; }
  // Something a poll may look at has changed (L1 word, semaphore, register).
  void poll_again();
  // What the core is held by, for the report of a deadlock; empty: nothing.
  const std::string& waits_for() const { return waits_for_; }

 private:
  const unsigned core_;
  const riscv_port_parameters parameters_;
  parts reach_;
  cycle_t stores_until_ = 0;      // its stores to GPRs and configuration are processed from here on
  cycle_t semaphores_until_ = 0;  // to semaphores
  std::string waits_for_;
  bool polling_ = false;
  sc_core::sc_event poll_again_{"poll_again"};
  tlm::tlm_generic_payload l1_payload_;
  l1_access* l1_access_;
  uint8_t l1_data_[16] = {};

  void b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& t);
  unsigned int transport_dbg(tlm::tlm_generic_payload& payload);
  void push(unsigned thread, uint32_t word, bool behind_mop, sc_core::sc_time& t);
  bool load(uint32_t address, unsigned bytes, uint32_t& value, uint32_t& latency);  // false: the program did something undefined
  bool store(uint32_t address, unsigned bytes, uint32_t value);
  bool peek(const decoded_address& d, uint32_t address, uint32_t& value) const;
  void wait_idle(frontend& f, bool mop_only, const char* what);
  void wait_cycles(cycle_t until);
  void align();
  void wait_for(const sc_core::sc_event& event);
  void undefined(std::string text);
};

}  // namespace tensix
