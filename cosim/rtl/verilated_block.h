// A module compiled by `verilator --cc`, with inputs clk and rst_n: to be included in front of <systemc>, as the headers of
// Verilator want it. Its pins are members of `top`, by their names.
#pragma once
#include <verilated.h>
#include <verilated_vcd_c.h>

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

#include "cosim/rtl/rtl_failure.h"

namespace tensix {

// Whether it has been made with --trace.
template <class Top, class = void>
struct has_trace : std::false_type {};
template <class Top>
struct has_trace<Top, std::void_t<decltype(std::declval<Top&>().trace(static_cast<VerilatedVcdC*>(nullptr), 0, 0))>>
    : std::true_type {};

template <class Top>
class verilated_block {
 public:
  // Throws std::invalid_argument if waves of what is in it are asked for (rtl_present), and it has not been made for that.
  explicit verilated_block(const char* name) : context_(std::make_unique<VerilatedContext>()), top(context_.get(), name) {
    context_->fatalOnError(false);
    top.clk = 0;
    top.rst_n = 1;
    if (!present_of_rtl().waves.empty()) open_waves(name);
  }
  ~verilated_block() {
    Verilated::threadContextp(context_.get());  // of several blocks' contexts that are alive; also for the members' ends
    top.final();
  }
  verilated_block(const verilated_block&) = delete;
  verilated_block& operator=(const verilated_block&) = delete;

 private:
  const std::unique_ptr<VerilatedContext> context_;

 public:
  Top top;

  // Outputs that depend on inputs within a cycle.
  void settle() { evaluate(); }
  void edge() {
    edge([] {});
  }
  // `behind` drives what inputs are from the edge on.
  template <class Behind>
  void edge(const Behind& behind) {
    rise();
    behind();
    settle();
  }
  // The rising edge alone: the clock falls with the next settle(), which is wanted before the next edge, and beside all that is
  // driven until then. Every look of Verilator at the block costs, whatever has changed.
  void rise() {
    draw(present_of_rtl().ps - 1);  // what it samples
    top.clk = 1;
    evaluate();
    top.clk = 0;
  }
  void reset(bool asserted) {
    top.rst_n = asserted ? 0 : 1;
    evaluate();
  }

 private:
  std::unique_ptr<std::conditional_t<has_trace<Top>::value, VerilatedVcdC, char>> waves_;  // null: none
  uint64_t drawn_ = 0;                                                                     // ps in front of which they are

  void open_waves(const std::string& name) {
    if constexpr (has_trace<Top>::value) {
      rtl_present& present = present_of_rtl();
      std::string file = name;
      for (unsigned n = 1; !present.waves_of.insert(file).second; ++n) file = name + "_" + std::to_string(n);
      const std::string& path = present.waves;
      const size_t dot = path.size() > 4 && path.compare(path.size() - 4, 4, ".vcd") == 0 ? path.size() - 4 : path.size();
      file = path.substr(0, dot) + "." + file + ".vcd";
      context_->traceEverOn(true);
      waves_ = std::make_unique<VerilatedVcdC>();
      top.trace(waves_.get(), 99);
      waves_->open(file.c_str());
      if (!waves_->isOpen()) throw std::runtime_error("--rtl-waves: cannot write '" + file + "'");
    } else {
      throw std::invalid_argument("--rtl-waves: the RTL '" + name +
                                  "' was made without what draws it; configure with -DTENSIX_RTL_WAVES=ON, or give verilator "
                                  "--trace, and build again (docs/cosim.md)");
    }
  }
  // As it is now. Of one time only the first counts.
  void draw(uint64_t ps) {
    if constexpr (has_trace<Top>::value) {
      if (!waves_ || ps < drawn_ || ps == ~uint64_t{0}) return;
      waves_->dump(ps);
      drawn_ = ps + 1;
    }
  }

  // An assertion of the RTL that fails has been printed by Verilator, with file and line.
  void evaluate() {
    context_->time(present_of_rtl().ps);
    top.eval();
    const bool over = context_->gotFinish() || context_->gotError();
    if (!present_of_rtl().failed) draw(over ? std::max(present_of_rtl().ps, drawn_) : present_of_rtl().ps);
    if constexpr (has_trace<Top>::value)
      if (over && waves_) waves_->flush();
    if (over)
      throw rtl_failure(std::string("RTL ") + top.name() + " has stopped in cycle " + std::to_string(present_of_rtl().cycle) +
                        ": see its message");
  }
};

}  // namespace tensix
