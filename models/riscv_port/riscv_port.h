// SPDX-License-Identifier: Apache-2.0
// The way of one RISC-V core into the tile: a TLM-2.0 target socket with the RISC-V-visible address map.
//
// Any initiator may bind: the stream player, an instruction-set simulator, an RTL testbench. b_transport must be called from a
// thread process (it may wait: FIFO full, mailbox empty, TTSync). Accesses are of 1, 2 or 4 bytes at multiples of their size;
// writes to an instruction FIFO of any number of words. What is not so gets the response status that TLM-2.0 has for it, as
// do byte enables and streaming; TLM_IGNORE_COMMAND has no effect. The delay argument is honoured: a push may run ahead of the simulation
// time by it; everything else first waits until then. On return the delay holds what the access takes beyond that (0 for posted
// stores, which go on by themselves). A store that Auto TTSync holds waits in the core's store queue, and all stores and pushes
// after it behind it; a load goes ahead of them unless it is of the same bytes or of registers. A full FIFO, mailbox or PC
// buffer holds the core itself.
//
// Several processes may use one socket: loads are served one after the other in the order in which they come, and so are stores
// and pushes, beside the loads; another process's turn begins when the access before is over, with the delay it has returned.
// (A process is not held by a delay of its own: a core may pipeline its loads.)
//
// What an access does in its region: address_space_function.h. Source: ISA documentation, BabyRISCV (memory map, load latencies,
// MemoryOrdering), PushTensixInstruction, ManualTTSync, AutoTTSync, Mailboxes, PCBufs.
#pragma once
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>
#include <array>
#include <deque>
#include <systemc>
#include <tlm>
#include <vector>

#include "models/contracts/core_access.h"
#include "models/contracts/ports.h"
#include "models/frontend/frontend.h"
#include "models/memory/address_map.h"
#include "models/memory/l1_if.h"
#include "models/memory/l1_initiator.h"
#include "models/riscv_port/address_space_function.h"
#include "models/riscv_port/riscv_port_parameters.h"
#include "models/time/strand.h"

namespace tensix {

class riscv_port;

// What a core polls a word of, as far as changes of it are notified apart.
enum class polled_place : uint8_t { none, l1, semaphore, other, count };

// What the cores of a tile share, in time.
struct shared_by_cores : core_registers {
  std::vector<riscv_port*> ports;
  std::array<unsigned, static_cast<unsigned>(polled_place::count)> polling{};  // of them, by what they poll
  void poll_again();
  void poll_again(polled_place place);
  tile_event changed{"shared_by_cores_changed"};  // a mailbox, a PC buffer or its reader, an override
  cycle_t clock_loaded_in = never;                // the last load of the wall clock
};

class riscv_port : public sc_core::sc_module, public core_push_if, public core_stores_if, private region_owners_if {
 public:
  tlm_utils::simple_target_socket_optional<riscv_port> socket;
  // Of what has the port in it.
  using outer_socket = tlm::tlm_target_socket<32, tlm::tlm_base_protocol_types, 1, sc_core::SC_ZERO_OR_MORE_BOUND>;
  tlm_utils::simple_initiator_socket<riscv_port, 128> l1;

  struct parts {  // what a core reaches
    tensix_state* state;
    std::array<frontend*, thread_count> frontends;
    config_unit_if* config;
    sync_unit_if* sync;
    overlay_if* overlay;
    shared_by_cores* shared;
    tdma_port_if* tdma;
    l1_if* l1;
  };
  riscv_port(sc_core::sc_module_name name, unsigned core, const riscv_port_parameters& parameters, const parts& reach);

  // First cycle >= now in which no store of this core to GPRs or configuration is on its way (STALLWAIT C10); never: not known
  // yet.
  cycle_t stores_done(cycle_t now) const override { return config_stores_ ? never : now > stores_until_ ? now : stores_until_; }
  cause message_taken(unsigned item) const;
  cause stores_by(event_id before) const override;
  // Something a poll may look at has changed: any word, or one of these.
  void poll_again() {
    if (polled_ != polled_place::none) poll_again_.notify();
  }
  void poll_again(polled_place place) {
    if (polled_ == place || polled_ == polled_place::other) poll_again_.notify();
  }
  // What the core's accesses, or the first store of its queue, are held by, for the report of a deadlock; empty: nothing.
  std::string waits_for() const;
  bool store_queue_empty() const { return queue_.empty(); }
  unsigned outside_calls() const { return outside_calls_; }  // of `socket`, by processes of SystemC, that are under way
  void push_word(uint32_t word, bool ttinsn, sc_core::sc_time& delay) override;  // of T0, T1 and T2

 private:
  const unsigned core_;
  const riscv_port_parameters parameters_;
  const std::string who_;
  parts reach_;
  unsigned outside_calls_ = 0;
  unsigned config_stores_ = 0;  // its stores to configuration on their way
  cause_history stores_by_;
  cycle_t stores_until_ = 0;  // all others (and those before) to GPRs, configuration and TDMA-RISC are processed from here on
  cycle_t semaphores_until_ = 0;  // to semaphores
  cycle_t overlay_until_ = 0;     // to the NoC overlay
  cycle_t noc_until_ = 0;         // to network interfaces
  tile_event config_answer_{"config_answer"};
  polled_place polled_ = polled_place::none;
  tile_event poll_again_{"poll_again"};
  address_space space_;

  // ---- Accesses under way (riscv_port.cpp)

  // What an access waits for, for the report of a deadlock.
  struct reason {
    static constexpr uint32_t nowhere = ~0u;
    const char* text = "";
    const char* of_region = "";  // region_result::why
    uint32_t address = nowhere;
  };
  // One access at a time, in the order in which they come.
  struct way {
    explicit way(const char* name) : next(name) {}
    uint32_t came = 0, over = 0;  // accesses
    cycle_t free_from = 0;        // for other processes than that of the last one: it is over, with the delay it returned
    const void* last = nullptr;   // that process
    tile_event next;
    bool of_queue = false;  // the present one comes from a store queue: the port's, or one that the core brings
    const reason* waits = nullptr;
    bool config_read = false;  // its read of configuration has been in stage 0
    l1_payload to_l1;
    uint8_t data[16] = {};
    bool free() const { return came == over && (last == who_runs() || free_from <= now_cycle()); }
  };
  way loads_{"loads"}, stores_{"stores"}, queue_way_{"queue"};
  class turn {  // of one access, from its beginning to its end
   public:
    inline turn(riscv_port& port, way& w, const sc_core::sc_time& delay);
    inline ~turn();

   private:
    way& way_;
    const sc_core::sc_time& delay_;
  };
  // What is notified when a condition may have come true; `thread` does so only for watchers.
  struct change {
    tile_event* event;
    tile_event* other = nullptr;
    frontend* thread = nullptr;
  };
  // The condition gives the first cycle in which it holds (never: not before a change), or whether it does.
  template <typename Condition>
  void wait_until(way& w, const reason& why, Condition condition, const change& on) {
    for (cycle_t from = first_cycle(condition()); from > now_cycle(); from = first_cycle(condition())) {
      w.waits = &why;
      if (from == never) wait_for(on);
      else wait_until_cycle(from);
    }
    w.waits = nullptr;
  }
  static cycle_t first_cycle(bool holds) { return holds ? 0 : never; }
  static cycle_t first_cycle(cycle_t from) { return from; }
  void wait_for(const change& on);
  void wait_turn(way& w, uint32_t number);
  void align();
  std::string text(const reason& why) const;

  static tlm::tlm_response_status response_to(const tlm::tlm_generic_payload& payload);
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
  tile_event queue_filled_{"queue_filled"}, queue_room_{"queue_room"};
  void drain_queue();
  strand drain_{slot_of(slot::riscv, core_), method<&riscv_port::drain_queue>(this)};
  bool must_queue(const decoded_address& d) const;
  void enqueue(way& w, const queued_store& store);
  void wait_queue(way& w, const region_access& load, bool all);

  // Stores to GPRs and the NoC overlay on their way.
  struct travelling_store {
    cycle_t arrives;
    region_access where;
    uint32_t value;
    cause by;  // if causes are recorded
  };
  std::deque<travelling_store> travelling_;
  activation arrivals_;
  void arrive();

  void take_turn(sc_core::sc_time& t);
  void push_words(tlm::tlm_generic_payload& payload, const decoded_address& d, core_store_extension* own_queue,
                  sc_core::sc_time& t);
  // False: no room, and it must not wait for it.
  bool push(way& w, unsigned thread, uint32_t word, bool behind_mop, sc_core::sc_time& t, push_origin& from, bool only_if_room);
  polled_place polled_place_of(uint32_t address) const;
  void polls(polled_place place);
  void load_or_poll(tlm::tlm_generic_payload& payload, sc_core::sc_time& t);

  // ---- riscv_port_access.cpp. False: the program did something undefined.
  bool load(way& w, uint32_t address, unsigned bytes, uint32_t& value, uint32_t& latency);
  bool store(way& w, uint32_t address, unsigned bytes, uint32_t value);
  bool peek(uint32_t address, unsigned bytes, uint32_t& value) const;
  template <typename Try>
  bool act(way& w, const region_access& a, bool is_store, Try attempt);
  change changes(const decoded_address& d) const;
  uint32_t latency_of(address_region region) const;
  uint32_t clock_conflict();
  void access_l1(way& w, tlm::tlm_command command, uint32_t address, unsigned bytes, uint8_t* value);
  void read_config(way& w);
  void wait_tracked(way& w, resource_set tracked, bool store);
  void wait_own_stores(way& w);

  // What units do for it (region_owners_if), for the store that is being made.
  struct {
    cycle_t arrives = 0;
    resource_set tracked = 0;
    cause by;
  } storing_;
  uint64_t idle_from(unsigned thread, uint64_t now) const override { return reach_.frontends[thread]->idle_from(now); }
  uint64_t mop_idle_from(unsigned thread, uint64_t now) const override { return reach_.frontends[thread]->mop_idle_from(now); }
  void store_config(unsigned bank, unsigned word, uint32_t value, bool both_banks) override;
  // Causes, if they are recorded.
  cause_recorder* causes() const { return reach_.state->causes; }
  path_use use(path_kind kind) const { return {kind, core_}; }
  void record_load(uint32_t address, cycle_t began, uint32_t latency, const poll_extension* poll, bool slept,
                   core_store_extension* own);
  void record_store_to_l1(uint32_t address, uint32_t bytes);
  event_id record_store();
  const core_store_extension* storing_for_ = nullptr;  // of the store under way, if it comes from a core with its own queue
  void store_mop_config(unsigned thread, unsigned word, uint32_t value) override {
    reach_.frontends[thread]->write_mop_config(word, value);
  }
  void store_semaphore(unsigned index, uint32_t value) override {
    semaphores_until_ = reach_.sync->riscv_store(core_, index, value, storing_.arrives, storing_.by);
  }
  bool load_tdma(unsigned core, uint32_t offset, uint32_t& value) override { return reach_.tdma->load(core, offset, value); }
  bool store_tdma(unsigned core, uint32_t offset, uint32_t value) override {
    return reach_.tdma->store(core, offset, value, now_cycle() + parameters_.store_travel_cycles);
  }

  decoded_address decode(uint32_t address) const;
  mutable uint32_t last_address_ = 1;  // none: most accesses go where the one before went
  mutable decoded_address last_decoded_;
  region_access access(uint32_t address, unsigned bytes) const {
    return {core_, who_.c_str(), address, bytes, decode(address)};
  }
  std::string describe(uint32_t address) const;
  bool undefined(std::string text);                               // false
  bool faulted() const { return reach_.state->diagnose.stop(); }  // undefined behaviour ends the run
};

inline void shared_by_cores::poll_again() {
  for (riscv_port* port : ports) port->poll_again();
  if (control.listener) control.listener->registers_changed();
}
inline void shared_by_cores::poll_again(polled_place place) {
  if (polling[static_cast<unsigned>(place)] | polling[static_cast<unsigned>(polled_place::other)])
    for (riscv_port* port : ports) port->poll_again(place);
  if (control.listener) control.listener->registers_changed();
}

}  // namespace tensix
