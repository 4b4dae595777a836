// SPDX-License-Identifier: Apache-2.0
// What an unpacker records of causes (observe/causes.h): an instruction is accepted, its fetch begins and ends, its datums are
// written. Called only while causes are recorded; by the model, and by adapters of what stands in its place.
#pragma once
#include <iterator>

#include "models/contracts/throttle.h"
#include "models/hand_over/src_hand_over.h"
#include "models/unpacker/unpacker_function.h"
#include "models/unpacker/unpacker_parameters.h"

namespace tensix {

class unpacker_causes {
 public:
  unpacker_causes(unsigned which, const unpacker_parameters& parameters, const tensix_state& state,
                  const src_hand_over& hand_over, throttle_if& arbiter)
      : which_(which),
        queue_depth_(parameters.queue_depth),
        fetches_in_flight_(parameters.fetches_in_flight),
        pipeline_cycles_(parameters.pipeline_latency_cycles),
        behind_clear_cycles_(parameters.behind_clear_cycles),
        state_(state),
        hand_over_(hand_over),
        arbiter_(arbiter) {}

  // Each returns what the next step is made possible by. The instruction offered last is accepted, with so many before it whose
  // fetch is not over; its address phase (of a NOP: its turn) takes so many cycles.
  cause accepted(bool nop, unsigned not_fetched, uint64_t cycles);
  // Its fetch begins, behind `ready`; `held`: it has waited for a bank.
  cause fetching(const unpack_job& job, const cause& ready, bool held, cycle_t cycle);
  // Its fetch has ended, which took so many cycles, `lost` of them beyond what it takes undisturbed; its datums come through a
  // pipeline.
  cause fetched(const unpack_job& job, const cause& begun, uint64_t taken, uint64_t lost, uint32_t pipeline, cycle_t cycle);
  // There is nothing to fetch.
  cause passed(const cause& ready);
  // Its datums are written to the bank, which takes so many cycles from when that is the unpacker's; or it is cleared.
  cause written(const unpack_job& job, const cause& fetched, unsigned bank, uint32_t cycles, cycle_t cycle);
  const cause& done(unsigned thread) const { return done_by_[thread]; }  // the last write of a thread

 private:
  const unsigned which_;
  // Instructions that have not finished fetching, beyond which it accepts none; cycles between a clear and datums behind it.
  const uint32_t queue_depth_, fetches_in_flight_, pipeline_cycles_, behind_clear_cycles_;
  const tensix_state& state_;
  const src_hand_over& hand_over_;
  throttle_if& arbiter_;
  cause fetched_by_[16], written_by_, done_by_[thread_count];  // ends of the last fetches, of the last write
  unsigned fetched_ = 0;
  bool cleared_ = false;  // by the last that was written

  path_use use(path_kind kind) const { return {kind, which_}; }
  cause& fetch_end(unsigned number) { return fetched_by_[number % std::size(fetched_by_)]; }
};

}  // namespace tensix
