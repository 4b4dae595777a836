// SPDX-License-Identifier: Apache-2.0
// What tests of adapters with blocks in C++ share: the clocks they are tried with, numbers that look random, a reset in the middle.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "cosim/rtl/rtl_clock.h"
#include "models/time/calendar.h"
#include "tests/cosim/sc_apart.h"

namespace at_pins {

using tensix::rtl_clock_mode;
inline constexpr rtl_clock_mode modes[] = {rtl_clock_mode::free, rtl_clock_mode::gated, rtl_clock_mode::lazy};
inline constexpr uint32_t periods_ps[] = {512, 1000};
// Positions of the edge: the first two that are legal, half a cycle, the last one.
inline std::vector<uint32_t> edges_of(uint32_t period_ps) { return {204, 205, 0, period_ps - 1}; }

inline std::string name(rtl_clock_mode mode) {
  static constexpr const char* names[] = {"free clock", "gated clock", "lazy clock"};
  return names[static_cast<int>(mode)];
}
inline std::string name(rtl_clock_mode mode, uint32_t period_ps, uint32_t edge_ps) {
  return name(mode) + ", period " + std::to_string(period_ps) + ", edge " + std::to_string(edge_ps);
}
inline tensix::rtl_clock_parameters clock_of(rtl_clock_mode mode, uint32_t edge_ps, uint32_t quiet_edges = 300) {
  tensix::rtl_clock_parameters p;
  p.mode = mode, p.edge_ps = edge_ps, p.quiet_edges = quiet_edges;
  return p;
}

// The same for the same arguments, everywhere.
inline uint32_t mixed(uint64_t a, uint64_t b) {
  uint64_t x = (a * 0x9e3779b97f4a7c15u) ^ (b + 0x7f4a7c15) * 0xbf58476d1ce4e5b9u;
  x ^= x >> 31, x *= 0x94d049bb133111ebu, x ^= x >> 29;
  return static_cast<uint32_t>(x >> 16);
}

// Activations are armed once the simulation starts.
struct starter : sc_core::sc_module {
  std::function<void()> start;
  explicit starter(std::function<void()> what) : sc_module(sc_core::sc_module_name("starter")), start(std::move(what)) {}
  void start_of_simulation() override { start(); }
};

// Resets everything on the clock in the cycle `when`.
struct reset_once {
  tensix::rtl_clock& clock;
  const tensix::cycle_t when;
  bool done = false;
  tensix::activation run{tensix::slot::config_requests, tensix::method<&reset_once::act>(this)};
  starter first{[this] { run.arm(when); }};
  reset_once(tensix::rtl_clock& c, tensix::cycle_t cycle) : clock(c), when(cycle) {}
  void act() {
    clock.up_to(tensix::now_cycle());
    clock.reset();
    done = true;
  }
};

}  // namespace at_pins
