// SPDX-License-Identifier: Apache-2.0
#include "cosim/rtl/rtl_clock.h"

#include <algorithm>
#include <stdexcept>

#include "cosim/rtl/rtl_failure.h"

namespace tensix {
namespace {

uint32_t edge_position(const rtl_clock_parameters& p) {
  constexpr unsigned last_slot = static_cast<unsigned>(slot::riscv) + 3;
  const uint64_t period = cycle_ticks() / cycle_time::ticks_per_ps(), edge = p.edge_ps ? p.edge_ps : period / 2;
  if (edge > last_slot && edge < period) return static_cast<uint32_t>(edge);
  throw std::invalid_argument(
      "rtl_clock: an edge " + std::to_string(edge) + " ps behind the beginning of a cycle " +
      (edge < period ? "lies among the slots of the models, and would race with them" : "lies in another cycle") +
      "; rtl.edge_ps may be " + std::to_string(last_slot + 1) + " ... " + std::to_string(period - 1) + ", or 0 for the half");
}

}  // namespace

rtl_clock::rtl_clock(const sc_core::sc_module_name& name, const rtl_clock_parameters& parameters)
    : sc_module(name), parameters_(parameters), edge_ps_(edge_position(parameters)) {
  if (calendar::present().has_left_kernel()) {
    tick_without_kernel_.emplace(static_cast<slot>(edge_ps_), method<&rtl_clock::tick>(this));
    return;
  }
  SC_HAS_PROCESS(rtl_clock);
  SC_METHOD(tick);
  sensitive << tick_;
  dont_initialize();
}

clocked_if::~clocked_if() {
  if (clock_of_it_) clock_of_it_->detach(*this);
}

rtl_clock::~rtl_clock() {
  for (clocked_if* b : blocks_)
    if (b) b->clock_of_it_ = nullptr;
}

void rtl_clock::attach(clocked_if& block, const std::string& name) {
  block.clock_of_it_ = this;
  for (size_t i = 0; i < blocks_.size(); ++i)
    if (!blocks_[i] && names_[i] == name) {
      blocks_[i] = &block;
      return;
    }
  blocks_.push_back(&block);
  names_.push_back(name);
}

void rtl_clock::detach(const clocked_if& block) { *std::find(blocks_.begin(), blocks_.end(), &block) = nullptr; }

void rtl_clock::start_of_simulation() {
  reset();
  if (parameters_.mode == rtl_clock_mode::free) schedule(0);
}

void rtl_clock::reset() {
  for (clocked_if* b : blocks_) b->reset(true);
  for (uint32_t i = 0; i < parameters_.reset_edges; ++i)
    for (clocked_if* b : blocks_) b->edge(next_);
  for (clocked_if* b : blocks_) b->reset(false);
  next_ = std::max(next_, now_cycle());
  if (has_reset) has_reset(next_);
}

bool rtl_clock::edge() {
  present_of_rtl().cycle = next_;
  present_of_rtl().ps = next_ * cycle_ticks() / cycle_time::ticks_per_ps() + edge_ps_;
  if (before_edge) before_edge(next_);
  if (at_edge) at_edge(next_);
  bool changed = false;
  in_edge_ = true;
  for (clocked_if* b : blocks_) changed |= b->edge(next_);
  in_edge_ = false;
  ++next_;
  ++edges_;
  return changed;
}

void rtl_clock::up_to(cycle_t cycle) {
  if (in_edge_ || halted_) return;  // one block calls another: for both it is this edge
  if (parameters_.mode == rtl_clock_mode::gated) {
    if (!scheduled_) next_ = std::max(next_, cycle);
  } else {
    while (next_ < cycle) edge();
  }
  if (next_ != cycle) return;
  present_of_rtl().cycle = cycle;
  present_of_rtl().ps = cycle * cycle_ticks() / cycle_time::ticks_per_ps();
}

void rtl_clock::wake() {
  quiet_ = 0;
  if (parameters_.mode == rtl_clock_mode::lazy || scheduled_ || in_edge_) return;  // an edge sees at its end who is at work
  up_to(now_cycle());
  schedule(next_);
}

void rtl_clock::schedule(cycle_t cycle) {
  scheduled_ = true;
  if (tick_without_kernel_) tick_without_kernel_->arm(cycle);
  else tick_.notify(at(cycle, static_cast<slot>(edge_ps_)) - sc_core::sc_time_stamp());
}

// Nobody else has anything to do.
bool rtl_clock::alone() const {
  if (!tick_without_kernel_) return !sc_core::sc_pending_activity_at_future_time();
  return !calendar::present().due_beside([this](const activation& a) { return &a == &*tick_without_kernel_; });
}

// An edge, as long as there is reason for another one. With nothing else to do in the simulation, and nothing changing for long,
// the clock stops as well: then the simulation is over, and says who waits.
void rtl_clock::tick() {
  scheduled_ = false;
  if (halted_) return;
  const bool changed = edge();
  quiet_ = changed || !alone() ? 0 : quiet_ + 1;
  if (quiet_ == 0) needed_until_ = next_ - 1;
  if (quiet_ >= parameters_.quiet_edges) return;
  const bool wanted = parameters_.mode == rtl_clock_mode::free ||
                      std::any_of(blocks_.begin(), blocks_.end(), [](const clocked_if* b) { return b->at_work(); });
  if (wanted) schedule(next_);
  else if (before_edge) before_edge(next_);  // what follows from the last one
}

}  // namespace tensix
