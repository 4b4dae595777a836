// A module compiled by `verilator --cc`, with inputs clk and rst_n: to be included in front of <systemc>, as the headers of
// Verilator want it. Its pins are members of `top`, by their names.
#pragma once
#include <verilated.h>

#include <memory>
#include <string>

#include "cosim/rtl/rtl_failure.h"

namespace tensix {

template <class Top>
class verilated_block {
 public:
  explicit verilated_block(const char* name) : context_(std::make_unique<VerilatedContext>()), top(context_.get(), name) {
    context_->fatalOnError(false);
    top.clk = 0;
    top.rst_n = 1;
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
    top.clk = 1;
    evaluate();
    top.clk = 0;
  }
  void reset(bool asserted) {
    top.rst_n = asserted ? 0 : 1;
    evaluate();
  }

 private:
  // An assertion of the RTL that fails has been printed by Verilator, with file and line.
  void evaluate() {
    context_->time(present_of_rtl().ps);
    top.eval();
    if (context_->gotFinish() || context_->gotError())
      throw rtl_failure(std::string("RTL ") + top.name() + " has stopped in cycle " + std::to_string(present_of_rtl().cycle) +
                        ": see its message");
  }
};

}  // namespace tensix
