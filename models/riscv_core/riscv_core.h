// SPDX-License-Identifier: Apache-2.0
// A baby RISC-V core: when its instructions happen. It runs ahead of the simulation time by its own count of cycles until
// something outside the core matters, so that an instruction costs no event and no process switch.
//
//   bus   to the tile's core[i]: everything but L1; .ttinsn and stores to the instruction FIFO may run ahead
//   l1    to L1's sockets: loads, stores, atomics, instruction fetch, as client riscv_b, riscv_t0, ...
//
// Time: an instruction enters EX1 in cycle e, one a cycle, when its operands are known. What it computes can be used from
// e + 1 on (simple), e + 2 (EX2), e + the latency of its region (loads). Cycles of an access at the port, or at L1, are those
// of its instruction's EX1. Source: ISA documentation, BabyRISCV (Blackhole): README (pipeline, caches), MemoryOrdering,
// PushTensixInstruction, CSRs; BabyRISCV (Wormhole): InstructionCache; SoftReset.
//
// An instruction's way is `riscv_core::run` (riscv_core_run.cpp), through the parts of the core, each with its own header:
//
//   fetch    the line of predecoded instructions at the pc; whether a branch was predicted     riscv_core_fetch.h
//   execute  the cycle in which operands are known; registers; when results are known          riscv_core_execute.h
//   memory   loads, atomics, fences: on their way, back; L0 data cache and data RAM            riscv_core_memory.h
//   stores   the store queue and its way out; pushes of Tensix instructions                    riscv_core_stores.h
//   polls    whether it goes round in a loop that only waits: sleep until that ends            riscv_core_polls.h
//   time     its cycle, waiting for the simulation, and the account of its cycles              riscv_core_time.h
//   causes   why its cycles are what they are, if that is recorded                             riscv_core_causes.h
#pragma once
#include <tlm_utils/simple_initiator_socket.h>
#include <systemc>

#include "models/contracts/core_delays.h"
#include "models/memory/l1_initiator.h"
#include "models/riscv_core/core_watch.h"
#include "models/riscv_core/riscv_core_causes.h"
#include "models/riscv_core/riscv_core_execute.h"
#include "models/riscv_core/riscv_core_fetch.h"
#include "models/riscv_core/riscv_core_memory.h"
#include "models/riscv_core/riscv_core_parameters.h"
#include "models/riscv_core/riscv_core_polls.h"
#include "models/riscv_core/riscv_core_stores.h"
#include "models/riscv_core/riscv_core_surroundings.h"
#include "models/riscv_core/riscv_core_time.h"

namespace tensix {

// The parts, and what they share. Each has its own state, and reaches the others through this.
struct riscv_core_parts {
  const unsigned number;  // of the core (contracts/cores.h)
  const slot own_slot;
  const riscv_core_parameters parameters;
  const riscv_core_surroundings around;
  core_delays_if* delays = nullptr;                                 // of its accesses and pushes; null: none
  tlm_utils::simple_initiator_socket<riscv_core_parts> bus{"bus"};  // to the port: everything but L1
  l1_initiator l1{"l1", completes<&riscv_core_parts::l1_done>(this)};

  // In the core's slot their processes run in this order.
  core_time time;
  core_execute execute{*this};
  core_fetch fetch{*this};
  core_memory memory{*this};
  core_stores stores{*this};
  core_polls polls{*this};
  core_causes causes{*this};

  riscv_core_parts(unsigned core, const riscv_core_parameters& p, const riscv_core_surroundings& s, callback process);

  // Undefined behaviour of the present instruction, in EX1 in cycle e, with its word (0: not of interest). Returns false.
  virtual bool undefined(const std::string& text, cycle_t e, uint32_t word = 0) = 0;
  // An access outside has reported undefined behaviour: if that ends the run, the core goes no further.
  virtual void fault() = 0;
  // The store queue has become empty.
  virtual void stores_are_out() = 0;

  // A request to L1; by its tag, a part gets the completion: number of a fetch, first_load_tag + that of a load, store_tag.
  static constexpr uint32_t first_load_tag = core_max_fetches, store_tag = first_load_tag + core_max_loads;
  l1_payload& l1_request(uint32_t tag, tlm::tlm_command command, uint32_t address, uint8_t* data, unsigned bytes) {
    l1_payload& t = l1.get(command, address, data, bytes);
    t.tag = tag;
    return t;
  }
  // It competes for ports and banks from `cycle` on.
  void send(l1_payload& t, cycle_t cycle) { l1.send(t, cycles_until(cycle)); }
  static cycle_t cycles_until(cycle_t cycle) { return cycle > now_cycle() ? cycle - now_cycle() : 0; }
  // An access through the port, `delay` cycles from now on; returns the delay that the port adds. It may wait there.
  cycle_t access(tlm::tlm_generic_payload& p, tlm::tlm_command command, uint32_t address, void* data, unsigned bytes,
                 cycle_t delay = 0);
  // The present instruction, an access or a push, in EX1 in cycle e: the cycle in which it is made (`delays`). A core whose load is
  // later does not sleep in that round.
  cycle_t made_in(bool push, uint32_t detail, cycle_t e) {
    return __builtin_expect(delays != nullptr, 0) ? delayed(push, detail, e) : e;
  }
  std::string describe(uint32_t address) const { return address_map::describe(number, address, around.l1_bytes); }

 protected:
  ~riscv_core_parts() = default;

 private:
  void l1_done(l1_payload& t);
  __attribute__((cold)) cycle_t delayed(bool push, uint32_t detail, cycle_t e);
};

class riscv_core : public sc_core::sc_module, private riscv_core_parts {
 public:
  using riscv_core_parts::bus;
  using riscv_core_parts::delays;
  using riscv_core_parts::l1;

  riscv_core(sc_core::sc_module_name name, unsigned core, const riscv_core_parameters& p, const riscv_core_surroundings& s);

  // Out of reset, in the present cycle (before the simulation: cycle 0): registers are zero, caches empty. With `clear_ram`
  // the local data RAM is zeroed, which takes a while.
  void start(uint32_t pc, bool clear_ram = false);
  uint32_t starts_later = 0;  // cycles from start() on
  // Stores (address, word) to be made when it starts, before its first instruction, in no time: as a debugger sets them up.
  std::vector<std::pair<uint32_t, uint32_t>> set_up;
  // Into reset, once the loads on their way have come back: a core that waits for ever for one is not held.
  void hold();

  enum class condition : uint8_t { in_reset, running, stopped, faulted };
  condition state() const { return condition_; }
  // Why it stopped: ebreak, ecall, "jump to itself"; empty: it did not.
  const std::string& stopped_by() const { return stopped_by_; }
  cycle_t stopped_in() const { return stopped_in_; }
  bool store_queue_empty() const { return stores.empty(); }
  // `a` is that of its instructions.
  bool is(const activation& a) const { return time.process.is(a); }

  uint32_t pc() const { return execute.pc; }
  uint64_t instructions() const { return execute.instructions; }
  // Of the one that watches it, while it looks.
  void go_to(uint32_t pc) { execute.pc = pc; }
  const riscv_state& registers() const { return execute.s; }
  riscv_state& registers() { return execute.s; }
  // "polls 0xffe80024 (semaphore 1) at pc 0x1234"; empty: it waits for nothing.
  std::string waits_for() const;
  // Whether a load of L1 finds its bytes in the L0 data cache, and what it finds.
  bool finds_in_data_cache(uint32_t address, unsigned bytes, uint32_t& value) const {
    return memory.finds_in_data_cache(address, bytes, value);
  }
  std::vector<const core_load*> awaited_loads() const { return memory.awaited(); }
  // The cycles of its reason poll, by the address that a round reads first.
  const std::map<uint32_t, uint64_t>& polled_cycles() const { return time.polled(); }
  // Addresses that it polls, asleep.
  std::vector<uint32_t> polled() const { return polls.addresses(); }

  // From its next start on: `w` looks at each of its instructions, and it is never ahead of the simulation. The same cycles.
  void watch(core_watch_if& w) { watch_ = &w; }
  // Register x<n> is what a load on its way will bring; its value is an older one.
  bool awaits(unsigned n) const;
  // Bytes as the core sees them, now and without a trace: its data RAM, and what can be looked at of all else; false: it cannot
  // be. What its store queue holds is not there yet.
  bool look_at(uint32_t address, void* bytes, unsigned count);
  // Into its data RAM, at once; false: not all of it lies there.
  bool put_in_data_ram(uint32_t address, const void* bytes, unsigned count);
  // How many cycles it may be ahead of the simulation. Only host time depends on it.
  void set_run_ahead(cycle_t cycles) { time.run_ahead = cycles; }
  // False: every load of a polling loop is simulated. The same cycles and accounts but for what docs/elf.md says
  // of sleep; such a run never ends by itself.
  void set_sleeps_in_polls(bool sleeps) { polls.may_sleep = sleeps; }

  account& activity() { return time.activity; }
  void close_account(cycle_t end);
  void invalidate_instruction_cache() { fetch.invalidate(); }
  // What a sleeping core may watch has changed: bytes of L1 (0: any), a register; or L1 is used in a cycle, the present one or a
  // later one.
  void l1_written(uint32_t address, uint32_t bytes) { polls.l1_written(address, bytes); }
  void l1_used(cycle_t cycle) { polls.l1_used(cycle); }
  void register_written() { polls.register_written(); }

 private:
  const std::string who_;
  condition condition_ = condition::in_reset;
  std::string stopped_by_;
  cycle_t stopped_in_ = 0;
  bool start_wanted_ = false, hold_ = false, clear_ram_ = false;
  core_watch_if* watch_ = nullptr;
  bool leave_ = false;      // it is held, or has faulted
  bool executing_ = false;  // the process is in run()
  uint32_t start_pc_ = 0;
  cycle_t starts_at_ = 0;
  tile_event start_{"start"};
  deferred condition_changed_{method<&riscv_core::report_condition>(this)};

  // The process (riscv_core.cpp): out of reset, run, stop.
  void main();
  void reset();
  void enter_condition(condition c);
  void report_condition() { around.owner->core_changed(number); }
  bool undefined(const std::string& text, cycle_t e, uint32_t word) override;
  void fault() override;
  void stores_are_out() override;

  // Instructions (riscv_core_run.cpp).
  template <bool watched>
  void run();
  void compute(const riscv_instruction& d, cycle_t e, unsigned result_cycles, unsigned busy_cycles);
  uint32_t branch(const riscv_instruction& d, cycle_t e);
  void access_csr(const riscv_instruction& d, uint32_t word, cycle_t e);
  void csr_changed();
  void stop(const char* by);
};

}  // namespace tensix
