// SPDX-License-Identifier: Apache-2.0
// A matrix unit of one's own: one instruction a cycle, in order. It knows the instructions of the built-in kernels and says so
// of any other. The library's function computes; when it may start and how long it takes is decided here.
#pragma once
#include "models/contracts/dst_users.h"
#include "platform/tile_parts.h"

namespace own {

class matrix_unit : public tensix::tensix_unit {
 public:
  matrix_unit(const sc_core::sc_module_name& name, const tensix::tile_context& c);

  tensix::issue_response offer(const tensix::issue_request& r) override;
  tensix::cycle_t drained_from(unsigned thread, tensix::cycle_t now) const override {
    return std::max(now, empty_from_[thread]);
  }

 private:
  struct manner {  // of an instruction
    bool known = true;
    uint32_t cycles = 1;         // in the unit
    uint32_t latency = 1;        // to its result
    bool to_dst = false;         // a move to Dst
    bool kept_out = false;       // does not start close behind one
    bool awaits_writes = false;  // waits for the blocks it writes, too
  };
  const tensix::tile_context c_;
  const tensix::matrix_unit_parameters numbers_;
  tensix::cycle_t free_from_ = 0, readers_from_ = 0, empty_from_[3] = {};

  manner manner_of(uint32_t word, unsigned thread) const;
  tensix::issue_response may_start(const tensix::issue_request& r, const manner& m, const tensix::dst_block_set& awaits,
                                   bool uses_dst);
};

}  // namespace own
