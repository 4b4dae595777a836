// Contract 4, observation, point by point: every single thing that passes between the units of a tile, with its data, for event
// logs (docs/events.md). trace_sink tells what a run did; this tells what each interface carried, beat by beat. Nobody listens
// unless tensix_tile::tell_events is called; each place then costs a test of a pointer.
//
// Cycles are those of docs/architecture.md. Of each kind of event those told later are later in the machine, or have a later
// cycle; but beats of L1 come when L1 works them out.
#pragma once
#include <cstdint>

#include "models/registers/dst_register.h"

namespace tensix {

struct config_request;
struct move_job;

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

// Who reads and writes Dst: as tile_unit has them.
enum class dst_accessor : uint8_t { unpacker0, unpacker1, matrix_unit, vector_unit, packers };

class event_tap {
 public:
  virtual ~event_tap() = default;
  // The wait gate let `word` pass.
  virtual void issued(unsigned thread, uint32_t word, uint64_t cycle) = 0;
  // It is about to be offered to `unit` (tile_unit), which then has answered; `why` (stall_reason) if it refused, otherwise the
  // first cycle in which the thread may present its next one.
  virtual void offering(unsigned unit, unsigned thread, uint32_t word, uint64_t cycle) = 0;
  virtual void answered(unsigned unit, unsigned thread, uint32_t word, uint64_t cycle, bool accepted, unsigned why,
                        uint64_t thread_free) = 0;
  // Beat number `beat` of a transfer, of the 16-byte word `word`, had its port and bank in `cycle`. A transfer's beats are told
  // before its completion.
  virtual void l1_beat(uint64_t transfer, uint32_t beat, uint32_t word, unsigned port, uint64_t cycle) = 0;
  // Many at once; as l1_beat, if not overridden.
  virtual void l1_beats(const l1_run& r) {
    uint64_t left = r.ports;
    for (uint32_t i = 0; i < r.beats; ++i, left &= left - 1) {
      if (i % r.a_cycle == 0) left = r.ports;
      l1_beat(r.transfer, r.beat + i, r.word + i, static_cast<unsigned>(__builtin_ctzll(left)), r.cycle + i / r.a_cycle);
    }
  }
  virtual void l1_complete(const l1_completed& t) = 0;
  // An unpacker has written these rows (a bit each) of a bank of SrcA (which = 0) or SrcB, visible from `cycle` on.
  virtual void src_written(unsigned which, unsigned bank, uint64_t rows, uint64_t cycle) = 0;
  virtual void src_cleared(unsigned which, unsigned bank, uint64_t cycle) = 0;  // all rows alike
  // As trace_sink::handed_over.
  virtual void bank_given(unsigned which, unsigned bank, unsigned owner, uint64_t given, uint64_t from) = 0;
  // An access to these blocks of Dst begins; what it writes is there already.
  virtual void dst_used(dst_accessor by, const dst_block_set& reads, const dst_block_set& writes, uint64_t cycle) = 0;
  // Beats of 16 bytes, one behind the other in L1, are in the output buffer from `cycle` on.
  virtual void packed(unsigned packer, uint32_t address, unsigned action, const uint8_t* data, uint32_t beats,
                      uint64_t cycle) = 0;
  // bank: 0, 1 of Config; 2 + thread: ThreadConfig.
  virtual void config_written(unsigned bank, unsigned index, uint32_t value, uint64_t cycle) = 0;
  virtual void semaphore_is(unsigned index, unsigned value, uint64_t cycle) = 0;  // also if it has not changed
  virtual void mutex_given(unsigned index, unsigned owner, uint64_t cycle) = 0;   // owner: 0: free, else thread + 1
  // A core's store to a semaphore has come to the sync unit in `arrives`, where it takes its turn; it takes effect in `from`.
  virtual void semaphore_stored(unsigned index, uint32_t value, uint64_t arrives, uint64_t from) = 0;
  // The configuration unit is asked by others, in the present cycle: for a turn at stage 0 (the oldest of them has it in
  // `cycle`), and for a load of the NoC overlay.
  virtual void config_requested(const config_request& r) = 0;
  virtual void config_served(uint64_t cycle) = 0;
  virtual void overlay_loaded(uint64_t arrives, uint64_t served) = 0;
  // TDMA-RISC gives the mover a job.
  virtual void move_started(const move_job& job, uint64_t cycle) = 0;
  // A unit (tile_unit) is about to read or write registers in a slot of its own, behind the offers; or bytes of L1 at once.
  virtual void registers_used(unsigned unit, uint64_t cycle) = 0;
  virtual void l1_read(unsigned unit, uint32_t address, uint32_t bytes, uint64_t cycle) = 0;
  // It has written GPRs; REG2FLOP a word of Config or an address counter.
  virtual void gprs_written(unsigned unit, unsigned thread, unsigned first, unsigned count, uint64_t cycle) = 0;
  virtual void flop_written(unsigned thread, uint32_t word, uint64_t cycle) = 0;
};

// Hears what it overrides.
class event_listener : public event_tap {
 public:
  void issued(unsigned, uint32_t, uint64_t) override {}
  void offering(unsigned, unsigned, uint32_t, uint64_t) override {}
  void answered(unsigned, unsigned, uint32_t, uint64_t, bool, unsigned, uint64_t) override {}
  void l1_beat(uint64_t, uint32_t, uint32_t, unsigned, uint64_t) override {}
  void l1_complete(const l1_completed&) override {}
  void src_written(unsigned, unsigned, uint64_t, uint64_t) override {}
  void src_cleared(unsigned, unsigned, uint64_t) override {}
  void bank_given(unsigned, unsigned, unsigned, uint64_t, uint64_t) override {}
  void dst_used(dst_accessor, const dst_block_set&, const dst_block_set&, uint64_t) override {}
  void packed(unsigned, uint32_t, unsigned, const uint8_t*, uint32_t, uint64_t) override {}
  void config_written(unsigned, unsigned, uint32_t, uint64_t) override {}
  void semaphore_is(unsigned, unsigned, uint64_t) override {}
  void mutex_given(unsigned, unsigned, uint64_t) override {}
  void semaphore_stored(unsigned, uint32_t, uint64_t, uint64_t) override {}
  void config_requested(const config_request&) override {}
  void config_served(uint64_t) override {}
  void overlay_loaded(uint64_t, uint64_t) override {}
  void move_started(const move_job&, uint64_t) override {}
  void registers_used(unsigned, uint64_t) override {}
  void l1_read(unsigned, uint32_t, uint32_t, uint64_t) override {}
  void gprs_written(unsigned, unsigned, unsigned, unsigned, uint64_t) override {}
  void flop_written(unsigned, uint32_t, uint64_t) override {}
};

}  // namespace tensix
