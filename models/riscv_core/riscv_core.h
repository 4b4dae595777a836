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
// An instruction's way is `riscv_core::run` (riscv_core_run.cpp). It asks the parts of the core, each with its own header:
//
//   fetch    the line of predecoded instructions at the pc; whether a branch was predicted     riscv_core_fetch.h
//   execute  the cycle in which operands are known; registers; when results are known          riscv_core_execute.h
//   memory   loads, atomics, fences: on their way, back; L0 data cache and data RAM            riscv_core_memory.h
//   stores   the store queue and its way out; pushes of Tensix instructions                    riscv_core_stores.h
//   polls    whether it goes round in a loop that only waits: sleep until that ends            riscv_core_polls.h
//   time     its cycle, waiting for the simulation, and the account of its cycles              riscv_core_time.h
//   causes   why its cycles are what they are, if that is recorded                             riscv_core_causes.h
//   l1       its transfers to and from L1                                                      riscv_core_l1.h
#pragma once
#include <tlm_utils/simple_initiator_socket.h>
#include <string>
#include <systemc>
#include <tlm>
#include <utility>
#include <vector>

#include "models/riscv_core/riscv_core_parts.h"

namespace tensix {

class riscv_core : public sc_core::sc_module, private core_process_if {
 public:
  tlm_utils::simple_initiator_socket<riscv_core> bus;
  l1_initiator l1;

  riscv_core(sc_core::sc_module_name name, unsigned core, const riscv_core_parameters& parameters,
             const riscv_core_surroundings& around);

  // Out of reset, in the present cycle (before the simulation: cycle 0): registers are zero, caches empty. With `clear_ram`
  // the local data RAM is zeroed, which takes a while.
  void start(uint32_t pc, bool clear_ram = false);
  // Stores (address, word) to be made when it starts, before its first instruction, in no time: as a debugger sets them up.
  std::vector<std::pair<uint32_t, uint32_t>> set_up;
  // Into reset, once the loads on their way have come back: a core that waits for ever for one is not held.
  void hold();

  enum class condition : uint8_t { in_reset, running, stopped, faulted };
  condition state() const { return condition_; }
  // Why it stopped: ebreak, ecall, "jump to itself"; empty: it did not.
  const std::string& stopped_by() const { return stopped_by_; }
  cycle_t stopped_in() const { return stopped_in_; }
  bool store_queue_empty() const { return parts_.stores.empty(); }

  uint32_t pc() const { return parts_.execute.pc; }
  uint64_t instructions() const { return parts_.execute.instructions; }
  const riscv_state& registers() const { return parts_.execute.s; }
  riscv_state& registers() { return parts_.execute.s; }
  // "polls 0xffe80024 (semaphore 1) at pc 0x1234"; empty: it waits for nothing.
  std::string waits_for() const;
  // What it polls, asleep: addresses.
  std::vector<uint32_t> polls() const { return parts_.polls.addresses(); }

  // How many cycles it may be ahead of the simulation. Only host time depends on it.
  void set_run_ahead(cycle_t cycles) { parts_.time.run_ahead = cycles; }
  // False: every load of a polling loop is simulated. The same cycles and accounts, but such a run never ends by itself.
  void set_sleeps_in_polls(bool sleeps) { parts_.polls.may_sleep = sleeps; }

  account& activity() { return parts_.time.activity; }
  void close_account(cycle_t end);
  void invalidate_instruction_cache() { parts_.fetch.invalidate(); }
  // What a sleeping core may watch has changed: bytes of L1 (0: any), a register; or L1 is used in a cycle, the present one or a
  // later one.
  void l1_written(uint32_t address, uint32_t bytes) { parts_.polls.l1_written(address, bytes); }
  void l1_used(cycle_t cycle) { parts_.polls.l1_used(cycle); }
  void register_written() { parts_.polls.register_written(); }

 private:
  riscv_core_parts parts_;
  const std::string who_;

  condition condition_ = condition::in_reset;
  std::string stopped_by_;
  cycle_t stopped_in_ = 0;
  bool start_wanted_ = false, hold_ = false, faulted_ = false, clear_ram_ = false;
  bool executing_ = false;  // the process is in run()
  uint32_t start_pc_ = 0;
  tile_event start_{"start"};
  deferred condition_changed_{method<&riscv_core::report_condition>(this)};

  // The process (riscv_core.cpp): out of reset, run, stop.
  void main();
  void make_set_up();
  void reset_state();
  void enter_condition(condition c);
  void report_condition() { parts_.around.owner->core_changed(parts_.number); }
  bool undefined(const std::string& text, cycle_t e, uint32_t word) override;
  void fault() override;
  void stores_are_out() override;
  bool leave() const { return hold_ || faulted_; }

  // Instructions (riscv_core_run.cpp).
  void run();
  void execute(const riscv_instruction& d, cycle_t e, unsigned result_cycles, unsigned busy_cycles);
  uint32_t branch(const riscv_instruction& d, cycle_t e);
  void access_csr(const riscv_instruction& d, uint32_t word, cycle_t e);
  void csr_changed();
  void stop(const char* by);
};

}  // namespace tensix
