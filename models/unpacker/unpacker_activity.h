// SPDX-License-Identifier: Apache-2.0
// What an unpacker is busy with or waits for, by what is in it: for its account, of the model and of adapters in its place.
#pragma once
#include <algorithm>

#include "models/observe/account.h"
#include "models/time/cycles.h"

namespace tensix {

// Of an instruction in an unpacker.
enum class unpack_stage : uint8_t { address, ready, fetch, pipeline, bank };
// As sets, a bit a stage: those that wait for a bank; those that are over in a cycle that is known.
constexpr unsigned set_of(unpack_stage s) { return 1u << static_cast<unsigned>(s); }
inline constexpr unsigned bank_stages = set_of(unpack_stage::ready) | set_of(unpack_stage::bank);
inline constexpr unsigned moving_stages = set_of(unpack_stage::address) | set_of(unpack_stage::pipeline);
inline bool waits_for_bank(unpack_stage s) { return set_of(s) & bank_stages; }

struct unpacker_activity {
  stall_reason state = stall_reason::no_instruction;
  work_part part = work_part::none;

  unpacker_activity() = default;  // nothing is in it
  // It is busy while any stage but the wait for the bank works. What has its address, or has come through the pipeline, behind one
  // that waits, waits too. Of the queue's elements, oldest first: `where`, the end of that stage `until`, and whether they are
  // `late`: they had to wait for their bank. `waiting`: any waits for one; `fetching`: one fetches. look_again(cycle): it is
  // something else from then on.
  template <class Queue, class LookAgain>
  unpacker_activity(const Queue& queue, unsigned which, bool waiting, bool fetching, cycle_t cycle, LookAgain&& look_again) {
    const bool works = waiting ? works_beside_one_that_waits(queue, which, cycle, look_again) : !queue.empty();
    if (!works) return;
    state = stall_reason::none;
    part = fetching ? work_part::fetch : part_beside_fetch(queue, cycle);
  }
  void enter(account& to, cycle_t cycle) const {
    to.works_on(part, cycle);
    to.enter(state, cycle);
  }

 private:
  template <class Queue, class LookAgain>
  bool works_beside_one_that_waits(const Queue& queue, unsigned which, cycle_t cycle, LookAgain&& look_again) {
    bool waits = false, works = false;
    cycle_t until = never;  // of what works behind it: the first one's end
    for (const auto& f : queue) {
      if (waits_for_bank(f.where)) waits = true;
      else if (!waits || !(set_of(f.where) & moving_stages)) works = true;
      else if (f.until > cycle) until = std::min(until, f.until);
    }
    if (waits) state = which ? stall_reason::srcb_owned_by_matrix_unit : stall_reason::srca_owned_by_matrix_unit;
    if (until == never) return works;
    look_again(until);
    return true;
  }
  // Of what goes on side by side: the fetch, which is what bandwidth is needed for; else an address phase; else a write that had
  // to wait for its bank; else the pipeline.
  template <class Queue>
  static work_part part_beside_fetch(const Queue& queue, cycle_t cycle) {
    bool writes = false;
    for (const auto& f : queue) {
      if (f.where == unpack_stage::address && f.until > cycle) return work_part::address_phase;
      writes |= f.where == unpack_stage::pipeline && f.late && f.until > cycle;
    }
    return writes ? work_part::write : work_part::pipeline;
  }
};

}  // namespace tensix
