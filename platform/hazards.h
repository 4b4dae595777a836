// Races that a program gets away with silently: legal, and hardly ever meant (--hazards, docs/hazards.md). Each check looks at
// an instruction that is about to start, or at a wait that is over, and says in one line what is read or changed too early.
// What the hardware holds back by itself is no hazard. Only there when asked for.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "models/contracts/ports.h"
#include "models/coprocessor/tensix_functions.h"
#include "models/hand_over/src_hand_over.h"
#include "models/observe/observer.h"
#include "models/unpacker/unpacker_if.h"

namespace tensix {

using race_report = std::function<void(const std::string& text)>;

class hazard_watch : public observer {
 public:
  // What the checks ask.
  struct units {
    const tensix_state& state;
    const tensix_functions& functions;  // what an instruction reads and writes
    const src_hand_over& hand_over;
    config_unit_if& config;
    scalar_unit_if& scalar;
    const unpacker_if* unpackers[2];
  };
  hazard_watch(const units& tile, race_report report);

  void offering(const gate_event& e) override;
  void issued(const gate_event& e, uint64_t thread_free) override;
  void wait_met(unsigned thread, uint32_t wait, uint64_t cycle) override;
  // GPRs are read and written behind the cycle of issue: read before it is written, or written before an earlier load has
  // arrived in it.
  void gprs_used(const gpr_use& use) override;

 private:
  // An instruction in the moment before it starts.
  struct start {
    unsigned thread;
    uint32_t word;
    cycle_t cycle;
    unit_id unit;
    dst_block_set dst_reads, dst_writes;
  };
  struct writer {  // of a block of Dst
    uint32_t word = 0;
    unsigned thread = 0;
    cycle_t cycle = never;
  };
  units tile_;
  race_report report_;
  start now_{};
  std::vector<std::string> found_;
  writer dst_written_by_[dst_blocks];       // last, by an instruction of the matrix unit
  cycle_t matrix_done_[thread_count] = {};  // when a wait of the thread last saw its instructions there done

  // The checks. Each adds what it finds about now_.
  void config_written_later();
  void dst_unpacked_later();
  void dst_computed_later();
  void bank_not_owned();
  void bank_filled_later();

  void find(const std::string& what);
  void say(unsigned thread, uint32_t word, cycle_t cycle, const std::string& what) const;
};

}  // namespace tensix
