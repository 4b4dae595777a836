// SPDX-License-Identifier: Apache-2.0
// Whoever plays a core's steps on a tile: stream_player, or RTL (units.players=rtl).
#pragma once
#include <functional>
#include <memory>
#include <string>
#include <tlm>
#include <vector>

#include "models/time/cycles.h"
#include "workload/players/player_account.h"
#include "workload/streams/program.h"

namespace tensix {

class player_if {
 public:
  struct mark {
    std::string name;
    unsigned core;
    cycle_t cycle;
  };

  virtual ~player_if() = default;
  virtual void bind_to(tlm::tlm_base_target_socket_b<>& core) = 0;
  virtual unsigned core() const = 0;
  virtual bool done() const = 0;
  virtual const std::vector<mark>& marks() const = 0;
  virtual std::string where() const = 0;  // the step it is in, for messages
  // With tensix_tile::reset, in the same cycle: what was under way is dropped, and it plays these. False: it cannot.
  virtual bool restart(std::unique_ptr<step_source> /*steps*/) { return false; }
  virtual player_account* activity() { return nullptr; }  // where its cycles went; null: not counted
  std::function<void()> on_done;
  // Called before each step, in its cycle, with its line in the stream file (0: none). With it the player is never ahead of the
  // simulation; the same cycles.
  std::function<void(int line)> at_step;
  // Called when it gets to the mark of that name, in its cycle, behind what the units do in it.
  struct {
    std::string name;
    std::function<void()> call;
  } at_mark;
};

}  // namespace tensix
