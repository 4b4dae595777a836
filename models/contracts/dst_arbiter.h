// SPDX-License-Identifier: Apache-2.0
// Who may start an access to Dst: the matrix unit and the vector unit share the way to it.
//
// 1. In order. A thread's accesses complete in order: one unit does not start while the other has an access of that thread in
//    flight. The vector unit's flag "in flight" is seen late, so the matrix unit overtakes an access that has just started.
// 2. One start a cycle, whatever the threads. When both units ask they alternate, and who waits keeps its turn.
// 3. A move to Dst keeps the vector unit out for some cycles, as it does the matrix unit's own readers.
// Measured on silicon; ISA documentation, MOVA2D, for the cycles of 3.
#pragma once
#include <algorithm>

#include "models/contracts/dst_arbiter_parameters.h"
#include "models/contracts/reasons.h"
#include "models/registers/config_words.h"
#include "models/time/cycles.h"

namespace tensix {

enum class dst_user : unsigned { matrix_unit, vector_unit };

class dst_arbiter {
 public:
  struct answer {
    stall_reason why;  // none: it may start
    cycle_t again;     // otherwise: when to ask again
  };

  explicit dst_arbiter(const dst_arbiter_parameters& parameters) : parameters_(parameters) {}

  // What asks has nothing else to wait for. That a refused one waits is remembered: it has the next turn.
  answer ask(dst_user user, unsigned thread, cycle_t cycle) {
    if (parameters_.in_order)
      if (const cycle_t until = in_flight_until(user, thread, cycle); until > cycle)
        return {stall_reason::dst_unit_switch, until};
    cycle_t from = cycle;
    if (user == dst_user::vector_unit) from = std::max(from, kept_out_until_);
    if (parameters_.one_start) {
      const cycle_t others_turn = turn_over_[1 - index(user)];
      if (last_user_ == user) from = std::max(from, others_turn);
      else if (last_start_ == cycle) from = std::max(from, cycle + 1);
    }
    if (from == cycle) return {stall_reason::none, 0};
    turn_over_[index(user)] = from + 1;
    return {stall_reason::dst_arbitration, from};
  }

  // An access has started; it is in flight until the cycle `complete`.
  void started(dst_user user, unsigned thread, cycle_t cycle, cycle_t complete) {
    last_start_ = cycle;
    last_user_ = user;
    turn_over_[index(user)] = 0;
    accesses& a = of_[index(user)][thread];
    a.before = a.complete;
    a.last = cycle;
    a.complete = std::max(a.complete, complete);
  }
  // The access that has started is a move to Dst, which keeps the matrix unit up to `free`.
  void moves_until(cycle_t free) { kept_out_until_ = free + parameters_.move_keeps_out_cycles; }

 private:
  struct accesses {
    cycle_t last = 0;      // start of the last one
    cycle_t complete = 0;  // first cycle in which none is in flight
    cycle_t before = 0;    // the same, without the last one
  };
  static unsigned index(dst_user user) { return static_cast<unsigned>(user); }

  const dst_arbiter_parameters parameters_;
  accesses of_[2][thread_count];
  cycle_t last_start_ = never;
  dst_user last_user_ = dst_user::matrix_unit;
  cycle_t turn_over_[2] = {};  // by unit: the cycle behind the one in which a refused one asks again
  cycle_t kept_out_until_ = 0;

  // Until when the other unit has accesses of the thread in flight, as far as that is seen in `cycle`.
  cycle_t in_flight_until(dst_user user, unsigned thread, cycle_t cycle) const {
    const accesses& other = of_[1 - index(user)][thread];
    const bool unseen = user == dst_user::matrix_unit && cycle < other.last + 1 + parameters_.vector_flag_late_cycles;
    return unseen && other.before <= cycle ? cycle : other.complete;
  }
};

}  // namespace tensix
