// SPDX-License-Identifier: Apache-2.0
// Contract 4, observation: what a tile reports while it runs. Models report to one `observer` and know no file format; observers
// derive from it and override what they want. Without one each place costs a test of a pointer (tensix_state::tap).
//
// Cycles are those of docs/architecture.md. What is reported is final, but stretches may reach into the future: what lies behind
// the end of the run did not happen. Of each kind of event, those about one `who` (account) or one unit come in the order of their
// cycles; those of L1 come when L1 works them out.
#pragma once
#include <cstdint>

#include "models/contracts/reasons.h"
#include "models/registers/dst_register.h"

namespace tensix {

struct config_request;
struct gpr_use;
struct move_job;

// Whose cycles an account counts.
enum class account_of : uint8_t { thread, unit, core, player, feed };  // player: of a core that is not simulated

// What an instruction works with, as far as its unit knows.
struct work_details {
  uint32_t address = 0, bytes = 0;     // of L1: the first byte, and how many; 0 bytes: none
  int srca_bank = -1, srcb_bank = -1;  // that it reads or writes; -1: none
};

// An instruction at the wait gate of thread 0..2.
struct gate_event {
  unsigned thread;
  uint32_t word;
  uint64_t cycle;
  unsigned unit;  // tile_unit that takes it; tile_units: none does
};

// One client's part of the arbitration of L1 in each cycle of [from, to). A bit of the masks is a port.
struct l1_traffic {
  uint64_t from, to;
  unsigned client;          // l1_client
  uint64_t granted;         // ports that carried a beat of 16 bytes
  uint64_t requested;       // the same and, for each beat refused, one more of the client's ports, lowest first
  uint32_t bank_conflicts;  // beats refused because their bank was taken
};

// A transfer that L1 has completed.
struct l1_completed {
  uint64_t transfer;  // its number
  unsigned client;    // l1_client
  unsigned operation;
  uint64_t asked, done;  // first cycle it competed in; first one after its last beat
  uint32_t port_stall_cycles, bank_stall_cycles;
  bool write;
  uint32_t address, bytes;           // of the first row
  uint32_t beats_per_row;            // 0: one row
  const uint8_t* enables = nullptr;  // of a write's bytes, if not all; counts from `address` on, cyclically
  uint32_t enables_length = 0;
  const uint8_t* l1;  // all bytes of L1, as they are now
};

// Beats of a transfer that L1 has served one behind the other, `a_cycle` in each cycle from `cycle` on: numbers from `beat` on, of
// 16-byte words from `word` on, in each cycle through the lowest of `ports`, in their order.
struct l1_run {
  uint64_t transfer, cycle, ports;
  uint32_t beat, word, beats, a_cycle;
};

// Words of one bank that are about to be written: by an instruction (`word`), or, if that is 0, by a core or the mover.
struct config_write {
  unsigned bank, index, words;  // bank: 0, 1 of Config; 2 + thread: ThreadConfig
  bool both_banks;              // of Config
  int by;                       // the instruction's thread; the core (contracts/cores.h); -1: the mover
  uint32_t word;
  uint64_t cycle;
};

// Who reads and writes Dst: as tile_unit has them.
enum class dst_accessor : uint8_t { unpacker0, unpacker1, matrix_unit, vector_unit, packers };

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"  // names say what is reported

class observer {
 public:
  virtual ~observer() = default;

  // What it wants of L1, asked when it is attached. Nothing else of L1 is reported: it costs L1 time to work it out.
  struct l1_wishes {
    bool traffic = false;  // l1_served
    bool beats = false;    // l1_beat, l1_beats, l1_complete
  };
  virtual l1_wishes wishes() const { return {}; }

  // ---- Accounts: stretches of cycles

  // When it is attached, in the order of showing: an account. The pointer names it from then on. RISC-V cores: in the order of their numbers.
  virtual void introduced(const char* who, account_of what) {}
  // `who` was busy (none) or waited for `why` in [from, to). The stretches of one account follow one another.
  virtual void counted(const char* who, stall_reason why, uint64_t from, uint64_t to) {}
  // Of what was just counted for a RISC-V core, unless it was in reset: spent on the instruction at `pc`, which was in EX1
  // (none) or waited for `why`. `polled`: the address it polls, if it does. A player reports only its polls, with pc 0.
  virtual void spent(const char* who, uint32_t pc, uint32_t polled, stall_reason why, uint64_t from, uint64_t to) {}
  // A RISC-V core executes a mark (riscv_kind::mark), which is in EX1 in `cycle`. At once, in front of the stretches that `cycle`
  // is in.
  virtual void marked(const char* who, uint32_t pc, uint64_t cycle) {}
  // A unit worked on `word`, issued by `thread` in cycle `issued`, in [from, to): for as long as the instruction keeps what
  // others wait for. thread -1: no thread issued it. Just before it, if the unit knows: what the instruction works with.
  virtual void executed(const char* who, int thread, uint32_t word, uint64_t issued, uint64_t from, uint64_t to) {}
  virtual void works_with(const char* who, const work_details& details) {}
  // So many 16-byte writes of a packer wait for L1.
  virtual void queue_changed(const char* who, uint64_t writes, uint64_t cycle) {}

  // ---- Threads

  // The instruction FIFO of a thread holds `change` words more from `cycle` on. Cycles come in any order, but none before
  // `now` any more.
  virtual void fifo_changed(unsigned thread, int change, uint64_t cycle, uint64_t now) {}
  // An instruction is about to be offered to its unit; nothing has changed yet. Next comes its `issued` or `refused`.
  virtual void offering(const gate_event& e) {}
  // It passed the gate: its unit has accepted it. The thread may present its next one from `thread_free` on.
  virtual void issued(const gate_event& e, uint64_t thread_free) {}
  // It is held back, by its unit or (without an offer) at the gate, from this cycle on until `issued` or `refused` comes again.
  virtual void refused(const gate_event& e, stall_reason why) {}
  // The conditions of the thread's latched `wait` hold.
  virtual void wait_met(unsigned thread, uint32_t wait, uint64_t cycle) {}

  // ---- Registers: rows, blocks and words, with their data where those are in tensix_state

  // In cycle `given`, `by` gave bank 0 or 1 of SrcA (which = 0) or SrcB to the unpackers (owner = 0) or the matrix unit, which
  // may use it from `from` on.
  virtual void handed_over(const char* by, unsigned which, unsigned bank, unsigned owner, uint64_t given, uint64_t from) {}
  // An unpacker has written these rows (a bit each) of a bank, visible from `cycle` on; or all rows alike.
  virtual void src_written(unsigned which, unsigned bank, uint64_t rows, uint64_t cycle) {}
  virtual void src_cleared(unsigned which, unsigned bank, uint64_t cycle) {}
  // An access to these blocks of Dst begins; what it writes is there already.
  virtual void dst_used(dst_accessor by, const dst_block_set& reads, const dst_block_set& writes, uint64_t cycle) {}
  // Beats of 16 bytes, one behind the other in L1, are in the output buffer from `cycle` on.
  virtual void packed(unsigned packer, uint32_t address, unsigned action, const uint8_t* data, uint32_t beats, uint64_t cycle) {
  }
  // bank: 0, 1 of Config; 2 + thread: ThreadConfig.
  virtual void config_written(unsigned bank, unsigned index, uint32_t value, uint64_t cycle) {}
  // Nothing of it has changed yet; next come its `config_written`, of REG2FLOP its `flop_written`.
  virtual void config_writing(const config_write& w) {}
  virtual void semaphore_is(unsigned index, unsigned value, uint64_t cycle) {}  // also if it has not changed
  virtual void mutex_given(unsigned index, unsigned owner, uint64_t cycle) {}   // owner: 0: free, else thread + 1
  // A core's store to a semaphore has come to the sync unit in `arrives`, where it takes its turn; it takes effect in `from`.
  virtual void semaphore_stored(unsigned index, uint32_t value, uint64_t arrives, uint64_t from) {}
  // A get of a semaphore that is 0, or a post of one that is at its top, changes nothing. `by` and `word` as of config_write.
  virtual void semaphore_kept(unsigned index, bool post, int by, uint32_t word, uint64_t cycle) {}
  // A unit (tile_unit) is about to read or write registers in a slot of its own, behind the offers.
  virtual void registers_used(unsigned unit, uint64_t cycle) {}
  // An instruction reads GPRs in the cycle given, or writes them behind it.
  virtual void gprs_used(const gpr_use& use) {}
  // A unit has written GPRs; REG2FLOP a word of Config or an address counter.
  virtual void gprs_written(unsigned unit, unsigned thread, unsigned first, unsigned count, uint64_t cycle) {}
  virtual void flop_written(unsigned thread, uint32_t word, uint64_t cycle) {}

  // ---- What units ask of one another

  // Others ask the configuration unit, in the present cycle: for a turn at stage 0 (the oldest of them has it in `cycle`), and
  // for a load of the NoC overlay.
  virtual void config_requested(const config_request& r) {}
  virtual void config_served(uint64_t cycle) {}
  virtual void overlay_loaded(uint64_t arrives, uint64_t served) {}
  // TDMA-RISC gives the mover a job.
  virtual void move_started(const move_job& job, uint64_t cycle) {}

  // ---- L1

  virtual void l1_served(const l1_traffic& traffic) {}
  // Beat number `beat` of a transfer, of the 16-byte word `word`, had its port and bank in `cycle`. A transfer's beats are
  // reported before its completion.
  virtual void l1_beat(uint64_t transfer, uint32_t beat, uint32_t word, unsigned port, uint64_t cycle) {}
  // Many at once; as l1_beat, if not overridden.
  virtual void l1_beats(const l1_run& r) {
    uint64_t left = r.ports;
    for (uint32_t i = 0; i < r.beats; ++i, left &= left - 1) {
      if (i % r.a_cycle == 0) left = r.ports;
      l1_beat(r.transfer, r.beat + i, r.word + i, static_cast<unsigned>(__builtin_ctzll(left)), r.cycle + i / r.a_cycle);
    }
  }
  virtual void l1_complete(const l1_completed& t) {}
  // A unit (tile_unit) is about to read bytes of L1 at once, without a transfer.
  virtual void l1_read(unsigned unit, uint32_t address, uint32_t bytes, uint64_t cycle) {}
};

#pragma GCC diagnostic pop

}  // namespace tensix
