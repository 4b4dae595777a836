// SPDX-License-Identifier: Apache-2.0
// A Tensix tile of the chip with its cores, all in reset: what a program on many cores runs on beside the tile that is looked at.
#pragma once
#include <tlm_utils/simple_initiator_socket.h>
#include <optional>
#include <systemc>

#include "models/noc/noc_network.h"
#include "platform/riscv_cores.h"
#include "platform/tile.h"

namespace tensix {

// Nobody, where a socket wants somebody (a tile's `noc`).
struct silent_initiator : sc_core::sc_module {
  tlm_utils::simple_initiator_socket<silent_initiator> socket;
  explicit silent_initiator(sc_core::sc_module_name name) : sc_module(name), socket("socket") {}
};

class core_tile : public sc_core::sc_module {
 public:
  // Of the library's own parts. At `column` and `row` among the Tensix tiles; parameters are otherwise those of `p`.
  core_tile(sc_core::sc_module_name name, const parameters& p, uint32_t column, uint32_t row, noc_network& network);

  tensix_tile tile;
  riscv_cores cores;
  bool noc_taken = false;  // before the run: somebody has bound himself to the tile's `noc`

  // Nothing of it is left to happen.
  bool idle() const { return !cores.any_runs() && tile.background_idle(); }
  void close_accounts(cycle_t end);

 private:
  std::optional<silent_initiator> silent_;

  void before_end_of_elaboration() override;
};

}  // namespace tensix
