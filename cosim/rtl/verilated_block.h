// A module compiled by `verilator --cc`, with inputs clk and rst_n: to be included in front of <systemc>, as the headers of
// Verilator want it. Its pins are members of `top`, by their names.
#pragma once
#include <verilated.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cosim/rtl/rtl_failure.h"
#include "models/contracts/part_memory.h"

namespace tensix {

template <class Top>
class verilated_block {
 public:
  explicit verilated_block(const char* name) : made_(take(name)), context_(made_->context.get()), top(made_->top) {
    context_->fatalOnError(false);
    top.clk = 0;
    top.rst_n = 1;
  }
  // While a tile is reset, its RTL stays as it is, until the block is made again and rst_n is low.
  ~verilated_block() {
    if (part_memory::built_anew()) {
      left().push_back(std::move(made_));
      return;
    }
    Verilated::threadContextp(context_);  // of several blocks' contexts that are alive; also for the members' ends
    top.final();
  }
  verilated_block(const verilated_block&) = delete;
  verilated_block& operator=(const verilated_block&) = delete;

 private:
  struct made {
    explicit made(const char* name) : context(std::make_unique<VerilatedContext>()), top(context.get(), name) {}
    const std::unique_ptr<VerilatedContext> context;
    Top top;
  };
  static std::vector<std::unique_ptr<made>>& left() {
    static std::vector<std::unique_ptr<made>> all;
    return all;
  }
  static std::unique_ptr<made> take(const std::string& name) {
    auto& all = left();
    if (part_memory::built_anew())
      for (size_t i = all.size(); i-- > 0;)  // they are made in the reverse order of their ends
        if (name == all[i]->top.name()) {
          std::unique_ptr<made> found = std::move(all[i]);
          all.erase(all.begin() + static_cast<std::ptrdiff_t>(i));
          return found;
        }
    return std::make_unique<made>(name.c_str());
  }
  std::unique_ptr<made> made_;
  VerilatedContext* const context_;

 public:
  Top& top;

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
