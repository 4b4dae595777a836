// SPDX-License-Identifier: Apache-2.0
// A module compiled by `verilator --cc`, with inputs clk and rst_n: to be included in front of <systemc>, as the headers of
// Verilator want it. Its pins are members of `top`, by their names.
#pragma once
#include <verilated.h>
#include <verilated_vcd_c.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "cosim/rtl/rtl_failure.h"
#include "models/contracts/part_memory.h"

namespace tensix {

// Whether it has been made with --trace: some versions of Verilator say so, others leave out the member `trace` if not.
template <class Top, class = void>
struct has_member_trace : std::false_type {};
template <class Top>
struct has_member_trace<Top, std::void_t<decltype(std::declval<Top&>().trace(static_cast<VerilatedVcdC*>(nullptr), 0, 0))>>
    : std::true_type {};
template <class Top, class = void>
struct has_trace : has_member_trace<Top> {};
template <class Top>
struct has_trace<Top, std::void_t<decltype(Top::traceCapable)>> : std::bool_constant<Top::traceCapable> {};

// Files of rtl.coverage that this process has begun.
inline std::set<std::string>& begun_coverage() {
  static std::set<std::string> files;
  return files;
}

template <class Top>
class verilated_block {
 public:
  // Throws std::invalid_argument if waves of what is in it, or its coverage, are asked for (rtl_present), and it has not been made
  // for that.
  explicit verilated_block(const char* name) : made_(take(name)), context_(made_->context.get()), top(made_->top) {
    context_->fatalOnError(false);
    top.clk = 0;
    top.rst_n = 1;
    if (!present_of_rtl().waves.empty() && !made_->waves) open_waves(name);
    if (!present_of_rtl().coverage.empty() && made_->coverage.empty()) open_coverage(name);
  }
  // While a tile is reset, its RTL stays as it is, until the block is made again and rst_n is low.
  ~verilated_block() {
    if (part_memory::built_anew()) {
      left().push_back(std::move(made_));
      return;
    }
    Verilated::threadContextp(context_);  // of several blocks' contexts that are alive; also for the members' ends
    top.final();
    if (!made_->coverage.empty() && !add_coverage(made_->coverage))
      std::fprintf(stderr, "rtl.coverage: cannot write '%s'\n", made_->coverage.c_str());
  }
  verilated_block(const verilated_block&) = delete;
  verilated_block& operator=(const verilated_block&) = delete;

 private:
  struct made {
    explicit made(const char* name) : context(std::make_unique<VerilatedContext>()), top(context.get(), name) {}
    const std::unique_ptr<VerilatedContext> context;
    Top top;
    std::unique_ptr<std::conditional_t<has_trace<Top>::value, VerilatedVcdC, char>> waves;  // null: none
    uint64_t drawn = 0;                                                                     // ps in front of which they are
    std::string coverage;                                                                   // its file; empty: none
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
  void open_waves(const std::string& name) {
    if constexpr (has_trace<Top>::value) {
      rtl_present& present = present_of_rtl();
      std::string file = name;
      for (unsigned n = 1; !present.waves_of.insert(file).second; ++n) file = name + "_" + std::to_string(n);
      const std::string& path = present.waves;
      const size_t dot = path.size() > 4 && path.compare(path.size() - 4, 4, ".vcd") == 0 ? path.size() - 4 : path.size();
      file = path.substr(0, dot) + "." + file + ".vcd";
      context_->traceEverOn(true);
      made_->waves = std::make_unique<VerilatedVcdC>();
      top.trace(made_->waves.get(), 99);
      made_->waves->open(file.c_str());
      if (!made_->waves->isOpen()) throw std::runtime_error("--rtl-waves: cannot write '" + file + "'");
    } else {
      throw std::invalid_argument("--rtl-waves: the RTL '" + name +
                                  "' was made without what draws it; configure with -DTENSIX_RTL_WAVES=ON, or give verilator "
                                  "--trace, and build again (docs/cosim.md)");
    }
  }
  // One file for all blocks, whatever tiles they are in: the first of a process begins it anew, each adds its points at its end.
  void open_coverage(const std::string& name) {
#ifdef VERILATOR_VERILATED_COV_H_  // Verilator's header of a block made with --coverage has included it
    const std::string& file = present_of_rtl().coverage;
    if (begun_coverage().insert(file).second && !(std::ofstream(file) << "# SystemC::Coverage-3\n").flush())
      throw std::runtime_error("rtl.coverage: cannot write '" + file + "'");
    made_->coverage = file;
    (void)name;
#else
    throw std::invalid_argument("rtl.coverage: the RTL '" + name +
                                "' was made without what counts it; configure with -DTENSIX_RTL_COVERAGE=ON, or give verilator "
                                "--coverage, and build again (docs/cosim.md)");
#endif
  }
  bool add_coverage(const std::string& file) {
#ifdef VERILATOR_VERILATED_COV_H_
    const std::string own = file + "." + top.name();
    context_->coveragep()->write(own.c_str());
    std::ifstream in(own);
    std::ofstream out(file, std::ios::app);
    std::string line;
    std::getline(in, line);  // the same in all
    while (std::getline(in, line)) out << line << "\n";
    std::remove(own.c_str());
    return in.eof() && out.flush();
#else
    return !file.empty();
#endif
  }
  // As it is now. Of one time only the first counts.
  void draw(uint64_t ps) {
    if constexpr (has_trace<Top>::value) {
      if (!made_->waves || ps < made_->drawn || ps == ~uint64_t{0}) return;
      made_->waves->dump(ps);
      made_->drawn = ps + 1;
    }
  }

  // An assertion of the RTL that fails has been printed by Verilator, with file and line.
  void evaluate() {
    context_->time(present_of_rtl().ps);
    top.eval();
    const bool over = context_->gotFinish() || context_->gotError();
    if (!present_of_rtl().failed) draw(over ? std::max(present_of_rtl().ps, made_->drawn) : present_of_rtl().ps);
    if constexpr (has_trace<Top>::value)
      if (over && made_->waves) made_->waves->flush();
    if (over)
      throw rtl_failure(std::string("RTL ") + top.name() + " has stopped in cycle " + std::to_string(present_of_rtl().cycle) +
                        ": see its message");
  }
};

}  // namespace tensix
