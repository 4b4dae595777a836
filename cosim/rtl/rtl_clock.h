// SPDX-License-Identifier: Apache-2.0
// The clock of RTL beside a tile, and its reset.
//
// The rule: a rising edge *ends* the cycle it lies in. All of the tile's processes of that cycle have run (their slots lie in
// front of the edge); the block samples what they gave it, and what it drives from then on belongs to the next cycle.
//
//   cycle c    | slots of the models |    edge     | c+1 | slots ...
//                answers from before   samples, then
//                the edge              drives for c+1
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <systemc>
#include <vector>

#include "cosim/rtl/random_delay.h"
#include "models/time/calendar.h"
#include "platform/unit_sources.h"

namespace tensix {

class rtl_clock;

// What hangs on a clock: one block of RTL with its adapters.
class clocked_if {
 public:
  virtual ~clocked_if();
  // rst_n goes low or high, away from an edge. While it is low, valid and req of the block's inputs are low.
  virtual void reset(bool asserted) = 0;
  // The rising edge that ends `cycle`, and everything that follows from it. Returns whether an output has changed.
  virtual bool edge(cycle_t cycle) = 0;
  // Without being asked, the block will do something that others see (a clock that is gated goes on).
  virtual bool at_work() const = 0;

 private:
  friend class rtl_clock;
  rtl_clock* clock_of_it_ = nullptr;
};

class rtl_clock : public sc_core::sc_module {
 public:
  // Throws std::invalid_argument if the edge lies among the slots of the models, where it would race with them.
  rtl_clock(const sc_core::sc_module_name& name, const rtl_clock_parameters& parameters);
  ~rtl_clock() override;

  // Before the simulation starts. The name stands in waveforms.
  // A block that is made again (tensix_tile::reset) gets its old place.
  void attach(clocked_if& block, const std::string& name);
  const std::vector<clocked_if*>& blocks() const { return blocks_; }
  const std::vector<std::string>& names() const { return names_; }
  rtl_clock_mode mode() const { return parameters_.mode; }
  uint32_t quiet_edges() const { return parameters_.quiet_edges; }
  uint64_t edge_ps() const { return edge_ps_; }  // of an edge behind the beginning of its cycle
  // Of an adapter, for what it puts off.
  random_delay delays(const std::string& name) const { return {parameters_.random, name}; }
  // Called before each edge, with the cycle that it ends, and where a gated clock stops instead; may be unset.
  std::function<void(cycle_t cycle)> before_edge;
  // Likewise: at each edge; behind a reset, in front of the cycle's edge.
  std::function<void(cycle_t cycle)> at_edge, has_reset;

  // An adapter calls this whenever the tile calls it, before it looks at the block or drives it: the edges that end earlier
  // cycles have been afterwards. A gated clock has none of those in which no block was at work.
  void up_to(cycle_t cycle);
  // What the adapter has just driven makes an edge necessary at the end of the present cycle (gated; a free clock that had
  // stopped goes on).
  void wake();
  // Resets all blocks, in no simulated time. The first edge behind it ends the present cycle.
  void reset();

  // No edge follows: RTL has failed. What blocks hold can still be read.
  void halt() { halted_ = true; }

  uint64_t edges() const { return edges_; }  // so far, without those of resets
  // The cycle of the last edge that was more than the clock's own: that changed something, or beside which others had to act.
  cycle_t needed_until() const { return needed_until_; }

 private:
  const rtl_clock_parameters parameters_;
  const uint32_t edge_ps_;
  std::vector<clocked_if*> blocks_;
  std::vector<std::string> names_;
  cycle_t next_ = 0;  // the cycle whose end is the next edge's
  bool in_edge_ = false, halted_ = false;
  bool scheduled_ = false;  // tick() is due at that edge
  uint32_t quiet_ = 0;      // edges without a change
  uint64_t edges_ = 0;
  cycle_t needed_until_ = 0;
  sc_core::sc_event tick_;
  std::optional<activation> tick_without_kernel_;  // in its place: behind all slots

  friend class clocked_if;
  void detach(const clocked_if& block);
  void start_of_simulation() override;
  void schedule(cycle_t cycle);
  void tick();
  bool edge();
  bool alone() const;
};

}  // namespace tensix
