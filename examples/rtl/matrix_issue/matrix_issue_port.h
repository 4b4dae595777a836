// SPDX-License-Identifier: Apache-2.0
// The pins of matrix_issue.sv: those of tt_issue_if, and what an instruction needs, decoded by the model's function.
#pragma once
#include "Vmatrix_issue.h"
// Verilator's headers stand in front of SystemC's.
#include "cosim/rtl/issue_port.h"
#include "cosim/rtl/rtl_units.h"
#include "cosim/rtl/verilated_block.h"
#include "models/matrix_unit/matrix_unit.h"
#include "platform/tile_parts.h"

namespace tensix {

// What the present offer needs.
struct matrix_use {
  dst_block_set reads, writes, waits;  // waits: what it reads, or does as if it did
  bool dst = false;
};

struct matrix_issue_block {
  verilated_block<Vmatrix_issue> rtl{"matrix_issue"};
};

class matrix_issue_port : private matrix_issue_block, public issue_port<verilated_block<Vmatrix_issue>>, public observer {
 public:
  // `asks`: the question whose turn it is at Dst counts (shadow: it is the model's to ask).
  matrix_issue_port(const tile_context& c, rtl_environment& environment, bool asks);

  const Vmatrix_issue& pins_of_block() { return rtl.top; }
  const matrix_use& use() const { return use_; }

  // What the unpackers write to Dst goes into the block's scoreboard.
  void dst_used(dst_accessor by, const dst_block_set& reads, const dst_block_set& writes, uint64_t cycle) override;
  std::vector<pin> pins() override;

 private:
  const tile_context c_;
  const bool asks_;
  matrix_use use_;
  bool wrote_ = false, turn_low_ = false;  // until the next edge
  cycle_t turn_again_[thread_count] = {};

  void set_parameters(const matrix_unit_parameters& p);
  void drive(const issue_request& r) override;
  bool reply(const issue_request& r) override;
  void fall() override;
  bool input_high() const override { return wrote_ || turn_low_; }
  cycle_t input_changes(const issue_request& r, stall_reason why) override;
};

}  // namespace tensix
