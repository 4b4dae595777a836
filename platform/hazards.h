// SPDX-License-Identifier: Apache-2.0
// Races that a program gets away with silently: legal, and hardly ever meant (--hazards, docs/hazards.md). Each check looks at
// an instruction that is about to start, at a wait that is over, at a word of configuration that changes, or at what is left at
// the end, and says in one line what is read, changed or lost.
// What the hardware holds back by itself is no hazard. Only there when asked for.
#pragma once
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "models/contracts/ports.h"
#include "models/coprocessor/tensix_functions.h"
#include "models/hand_over/src_hand_over.h"
#include "models/observe/observer.h"
#include "models/unpacker/unpacker_if.h"

namespace tensix {

enum class hazard_kind : int {
  order,  // what comes out depends on how fast units are, in the model as well
  use     // of no order: counts, bits and datums that are not what they are taken for; waits that silicon may not keep
};
using hazard_report = std::function<void(const std::string& text, hazard_kind kind)>;

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
    const tensix_unit &matrix_unit, &packers;
  };
  hazard_watch(const units& tile, hazard_report report);

  void offering(const gate_event& e) override;
  void issued(const gate_event& e, uint64_t thread_free) override;
  void wait_met(unsigned thread, uint32_t wait, uint64_t cycle) override;
  // GPRs are read and written behind the cycle of issue: read before it is written, or written before an earlier load has
  // arrived in it.
  void gprs_used(const gpr_use& use) override;
  void handed_over(const char* by, unsigned which, unsigned bank, unsigned owner, uint64_t given, uint64_t from) override;
  void dst_used(dst_accessor by, const dst_block_set& reads, const dst_block_set& writes, uint64_t cycle) override;
  void config_writing(const config_write& w) override;
  void config_written(unsigned bank, unsigned index, uint32_t value, uint64_t cycle) override;
  void flop_written(unsigned thread, uint32_t word, uint64_t cycle) override;
  void semaphore_kept(unsigned index, bool post, int by, uint32_t word, uint64_t cycle) override;
  // The run has come to its end: what the next one will find.
  void ended(cycle_t cycle);

 private:
  // An instruction in the moment before it starts.
  struct start {
    unsigned thread;
    uint32_t word;
    cycle_t cycle;
    unit_id unit;
    dst_block_set dst_reads, dst_writes;
    unsigned banks;     // that the two sides are at
    unsigned dst_bits;  // of the datums of Dst that it works on; 0: not known, or either way meant
  };
  struct writer {  // of a block of Dst
    uint32_t word = 0;
    unsigned thread = 0;
    cycle_t cycle = never;
  };
  // A side of SrcA or SrcB went on to its other bank, and a STALLWAIT may look at the bank before until `seen`.
  struct bank_move {
    uint32_t word = 0;
    unsigned thread = 0;
    cycle_t cycle = 0, seen = 0;
  };
  struct datums {  // in a block of Dst
    unsigned bits = 0;
    uint32_t word = 0;
    unsigned thread = 0;
  };
  // Rows of Dst that may have been left invalid: a ZEROACC came beside the UNPACR that makes them valid.
  struct marking {
    dst_block_set rows;
    uint32_t word, unpack;
    unsigned thread, unpack_thread;
    cycle_t cycle;
  };
  struct owner {     // of a bank of SrcA or SrcB
    const char* by;  // who gave it
    cycle_t since;
  };
  // LoadMacroConfig: instruction templates 0..3, sequences 0..3, misc.
  static constexpr unsigned macro_slots = 9;
  struct macro_slot {
    int thread = -1;  // that wrote it last
    uint32_t word = 0;
    unsigned lost = 0;  // threads that had written it before another did, a bit each
  };
  units tile_;
  hazard_report report_;
  start now_{};
  std::vector<std::pair<std::string, hazard_kind>> found_;
  writer dst_written_by_[dst_blocks];       // last, by an instruction of the matrix unit
  cycle_t matrix_done_[thread_count] = {};  // when a wait of the thread last saw its instructions there done
  bank_move moved_[2][2];                   // of the matrix unit, of the unpackers; SrcA, SrcB
  owner given_[2][most_src_banks] = {};     // SrcA, SrcB; bank
  datums datums_[dst_blocks];
  std::vector<marking> markings_;
  macro_slot macro_[macro_slots];
  uint32_t macro_before_[macro_slots] = {};
  // Config.
  config_write writing_{};
  uint32_t before_[2][4] = {};  // the words that writing_ is about, by bank of Config; of ThreadConfig in the first
  // The thread whose instruction set a bit of a word, and left others as they were; + 1.
  uint8_t set_by_[2][config_words][32] = {};
  struct accepted {
    uint32_t word = 0;
    cycle_t cycle = 0;
  };
  accepted last_pacr_[thread_count];
  cycle_t last_unpacr_[2][8] = {};  // of the context

  // The checks. Each adds what it finds about now_.
  void config_written_later();
  void dst_unpacked_later();
  void dst_computed_later();
  void bank_not_owned();
  void bank_filled_later();
  void bank_tested_early();
  void dst_of_other_width();
  void dst_marked_early();
  void macro_of_other_thread();

  // What is kept of an instruction that has started.
  void note_banks();
  void note_dst();
  void note_unpack();
  void dst_marked(const dst_block_set& blocks);
  void note_macro();
  void set_width(const dst_block_set& blocks, unsigned bits, uint32_t word, unsigned thread);
  unsigned banks() const;
  void read_macro(uint32_t (&slots)[macro_slots]) const;

  // A word of Config or ThreadConfig has changed. hazards_config.cpp
  void changed(unsigned bank, unsigned index, uint32_t old, uint32_t value, cycle_t cycle);
  void bits_lost(unsigned bank, unsigned index, uint32_t old, uint32_t value, cycle_t cycle);
  void changed_in_flight(unsigned bank, unsigned index, uint32_t old, uint32_t value, cycle_t cycle);
  void bank_switched(unsigned thread, unsigned from, unsigned to, cycle_t cycle);
  template <class Packers, class Unpacker>
  void find_at_work(cycle_t cycle, Packers&& packers, Unpacker&& unpacker) const;

  void say_marking(const marking& m) const;
  void find(const std::string& what, hazard_kind kind = hazard_kind::order);
  // `by`: the thread of `word`; if that is 0, the core, or the mover (-1).
  void say(int by, uint32_t word, cycle_t cycle, const std::string& what, hazard_kind kind = hazard_kind::order) const;
};

}  // namespace tensix
