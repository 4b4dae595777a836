// The way of one RISC-V core (T0, T1, T2 or B) into the tile: a TLM-2.0 target socket with the RISC-V-visible address map.
//
// Any initiator may bind: the stream player, an instruction-set simulator, an RTL testbench. b_transport must be called from a
// thread process (it may wait: FIFO full, mailbox empty, TTSync). Accesses are of 1, 2 or 4 bytes at multiples of their size;
// writes to an instruction FIFO of any number of words. The delay argument is honoured: a push may run ahead of the simulation
// time by it; everything else first waits until then. On return the delay holds what the access takes beyond that (0 for posted
// stores, which go on by themselves). A store that Auto TTSync holds waits in the core's store queue, and all stores and pushes
// after it behind it; a load goes ahead of them unless it is of the same bytes or of registers. A full FIFO, mailbox or PC
// buffer holds the core itself. Source: ISA documentation, BabyRISCV (memory map, load latencies, MemoryOrdering),
// PushTensixInstruction, ManualTTSync, AutoTTSync, Mailboxes, PCBufs.
#pragma once
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>
#include <array>
#include <deque>
#include <functional>
#include <systemc>
#include <tlm>
#include <vector>

#include "models/contracts/core_access.h"
#include "models/contracts/ports.h"
#include "models/frontend/frontend.h"
#include "models/memory/address_map.h"
#include "models/memory/l1_protocol.h"
#include "models/riscv_port/core_registers_function.h"

namespace tensix {

struct riscv_port_parameters {
  uint32_t store_queue_entries = 4;    // stores that wait without holding the core
  uint32_t store_travel_cycles = 1;    // from a store to its arrival at the unit
  uint32_t l1_load_cycles = 8;         // load from L1, beyond ports and banks
  uint32_t register_load_cycles = 4;   // GPRs, configuration, TDMA-RISC, Dst
  uint32_t semaphore_load_cycles = 3;  // semaphores, mailboxes, PC buffers
  uint32_t ttsync_load_cycles = 5;     // TTSync, once what it waits for is done
  uint32_t local_load_cycles = 2;      // the core's own data RAM
  uint32_t control_load_cycles = 7;    // tile control, debug and status
  uint32_t overlay_load_cycles = 7;    // NoC overlay, without contention
  uint32_t slow_path_load_cycles = 8;  // data RAMs through the slow path
};

class riscv_port;

// What the four cores of a tile share. Mailboxes are [from][to] by accessor number (T0..T2 = 0..2, B = 3); what one core has
// sent and nobody taken yet is at most four values, whomever they are for.
struct shared_by_cores {
  static constexpr size_t mailbox_entries = 4;
  struct message {
    uint32_t value;
    cycle_t from;  // first cycle in which it can be taken
  };
  std::deque<message> box[4][4];
  std::array<pc_buffer, thread_count> pc;
  local_rams ram;
  tile_control control;
  std::vector<riscv_port*> ports;
  // A register, a data RAM or a mailbox has changed: called for cores that sleep until then.
  std::function<void()> told;
  void poll_again();
  sc_core::sc_event changed{"shared_by_cores_changed"};  // a mailbox, a PC buffer or its reader, an override
  bool room(unsigned from) const {
    size_t held = 0;
    for (const auto& b : box[from]) held += b.size();
    return held < mailbox_entries;
  }
};

class riscv_port : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<riscv_port> socket;
  tlm_utils::simple_initiator_socket<riscv_port, 128> l1;

  struct parts {  // what a core reaches
    tensix_state* state;
    std::array<frontend*, thread_count> frontends;
    config_unit_if* config;
    sync_unit_if* sync;
    overlay_if* overlay;
    shared_by_cores* shared;
    // TDMA-RISC, by byte offset; false: the access has to wait, `tdma_changed` (if any) is notified when it may go. Unset:
    // diagnosed.
    std::function<bool(unsigned core, uint32_t offset, uint32_t& value)> tdma_load = {};
    std::function<bool(unsigned core, uint32_t offset, uint32_t value)> tdma_store = {};
    const sc_core::sc_event* tdma_changed = nullptr;
  };
  riscv_port(sc_core::sc_module_name name, unsigned core, const riscv_port_parameters& parameters, const parts& reach);

  // First cycle >= now in which no store of this core to GPRs or configuration is on its way (STALLWAIT C10); never: not known
  // yet.
  cycle_t stores_done(cycle_t now) const { return config_stores_ ? never : now > stores_until_ ? now : stores_until_; }
  // Something a poll may look at has changed (L1 word, semaphore, register).
  void poll_again();
  // What the core, or the first store of its queue, is held by, for the report of a deadlock; empty: nothing.
  std::string waits_for() const;
  bool store_queue_empty() const { return queue_.empty(); }

 private:
  const unsigned core_;
  const riscv_port_parameters parameters_;
  const std::string who_;
  parts reach_;
  unsigned config_stores_ = 0;  // its stores to configuration on their way
  cycle_t stores_until_ = 0;    // all others (and those before) to GPRs, configuration and TDMA-RISC are processed from here on
  cycle_t semaphores_until_ = 0;  // to semaphores
  cycle_t overlay_until_ = 0;     // to the NoC overlay
  bool config_read_ = false;      // the read it waits for has been in stage 0
  sc_core::sc_event config_answer_{"config_answer"};
  std::string core_waits_for_, queue_waits_for_;
  bool polling_ = false;
  sc_core::sc_event poll_again_{"poll_again"};
  struct l1_way {  // one access to L1 at a time; the store queue has a way of its own, beside the core's loads and stores
    tlm::tlm_generic_payload payload;
    l1_access* access;
    uint8_t data[16] = {};
  };
  l1_way ways_[2];  // of the core, of the store queue

  void b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& t);
  unsigned int transport_dbg(tlm::tlm_generic_payload& payload);
  bool get_direct_mem_ptr(tlm::tlm_generic_payload& payload, tlm::tlm_dmi& dmi);  // the core's own data RAM
  // Stores behind one that Auto TTSync holds, oldest first, and the process that takes them out, one a cycle.
  struct queued_store {
    uint32_t address, value;
    uint8_t bytes;        // 0: a push of `value`
    bool ttinsn = false;  // a push by .ttinsn
  };
  std::deque<queued_store> queue_;
  cycle_t emitted_in_ = never;  // the last one left the queue in this cycle
  sc_core::sc_event queue_filled_{"queue_filled"}, queue_room_{"queue_room"};
  sc_core::sc_process_handle drain_;
  void drain_queue();
  bool must_queue(const decoded_address& d) const;
  void enqueue(const queued_store& store);
  void wait_queue(uint32_t address, unsigned bytes, bool all);
  sc_core::sc_process_handle core_stores_;  // the process of a core that brings its own store queue
  bool in_queue_process() const {
    const auto process = sc_core::sc_get_current_process_handle();
    return process == drain_ || process == core_stores_;
  }
  std::string& waits_for_text() { return in_queue_process() ? queue_waits_for_ : core_waits_for_; }

  // Stores to GPRs and the NoC overlay on their way.
  struct travelling_store {
    cycle_t arrives;
    decoded_address where;
    uint32_t address, value;
    uint8_t bytes;
  };
  std::deque<travelling_store> travelling_;
  activation arrivals_;
  void arrive();

  // False: no room, and it must not wait for it.
  bool push(unsigned thread, uint32_t word, bool behind_mop, sc_core::sc_time& t, push_origin from, bool only_if_room);
  void load_or_poll(tlm::tlm_generic_payload& payload, sc_core::sc_time& t);

  // riscv_port_access.cpp. False: the program did something undefined.
  bool load(uint32_t address, unsigned bytes, uint32_t& value, uint32_t& latency);
  bool store(uint32_t address, unsigned bytes, uint32_t value);
  bool peek(uint32_t address, unsigned bytes, uint32_t& value) const;
  void l1_transfer(tlm::tlm_command command, uint32_t address, unsigned bytes, uint8_t* value);
  void store_config(unsigned bank, unsigned word, uint32_t value, cycle_t arrives, resource_set tracked, bool both_banks);
  void read_config();
  void load_pc_buffer(unsigned index, uint32_t& value);
  bool load_tdma(uint32_t offset, uint32_t& value);
  bool store_tdma(uint32_t offset, uint32_t value);
  uint8_t* ram_bytes(const decoded_address& d, uint32_t address) const;

  decoded_address decode(uint32_t address) const;
  std::string describe(uint32_t address) const;
  void wait_idle(unsigned thread, bool mop_only, const char* what);
  void wait_tracked(resource_set tracked, bool store);
  void wait_own_stores();
  void wait_cycles(cycle_t until);
  void align();
  void wait_for(const sc_core::sc_event& event);
  void wait_for(const sc_core::sc_event_or_list& events);
  bool undefined(std::string text);                               // false
  bool faulted() const { return reach_.state->diagnose.stop(); }  // undefined behaviour ends the run
};

inline void shared_by_cores::poll_again() {
  for (riscv_port* port : ports) port->poll_again();
  if (told) told();
}

}  // namespace tensix
