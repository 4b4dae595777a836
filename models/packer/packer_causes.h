// SPDX-License-Identifier: Apache-2.0
// What packers record of causes (observe/causes.h): an instruction is accepted, its beats begin to go to L1 and are there. Called only
// while causes are recorded; by the model, and by adapters of what stands in its place.
#pragma once
#include <algorithm>

#include "models/contracts/dst_users.h"
#include "models/packer/pack_beats_function.h"

namespace tensix {

// Of an output stream: its transfers, one after the other.
class pack_write_causes {
 public:
  // The transfer waits for its first beats and for the transfer before.
  void begins(cause_recorder& causes, const cause& available, int thread, cycle_t cycle) {
    transfer_ = causes.begin(cycle, path_kind::pack_write, thread);
    causes.after(available);
    causes.after(over_);
    since_ = cycle;
  }
  // It takes what its beats take, `a_cycle` of them a cycle, and what L1 refused.
  void ends(uint32_t beats, uint32_t a_cycle, cycle_t cycle) {
    const uint64_t taken = cycle - since_, ideal = std::min<uint64_t>(taken, (beats + a_cycle - 1) / a_cycle);
    over_ = {transfer_, path_kind::pack_write, ideal, path_kind::pack_lost, taken - ideal};
  }
  const cause& over() const { return over_; }  // the end of its last transfer

 private:
  cause over_;
  event_id transfer_ = 0;
  cycle_t since_ = 0;
};

// Of what the streams share: the read interfaces.
class pack_read_causes {
 public:
  // The instruction offered last, which reads these blocks, is taken.
  void accepted(cause_recorder& causes, const dst_block_set& blocks, const dst_users& dst) const {
    causes.after_turn(free_);
    if (blocks.any()) causes.after(dst.readable_by(blocks));
  }
  // It reads, and is converted. What makes its beats available, `latency` cycles behind that.
  cause reads(const cause_recorder& causes, const pack_timing& timing, uint32_t latency) {
    const uint32_t cycles = timing.read_cycles, converted = timing.converted(cycles);
    free_ = {causes.last(), path_kind::pack_read, cycles, path_kind::pack_convert, timing.next_after - cycles};
    return {causes.last(), converted > cycles ? path_kind::pack_convert : path_kind::pack_read, converted,
            path_kind::pack_pipeline, latency};
  }

 private:
  cause free_;
};

}  // namespace tensix
