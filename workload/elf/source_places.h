// SPDX-License-Identifier: Apache-2.0
// Where in the user's own source a core is, callees included: for one instruction after the other the line of the innermost
// function that is the user's, and what is called there, inlined or not. No SystemC.
#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "workload/elf/elf_image.h"

namespace tensix {

// Whether this source file is the user's: neither a library's nor the compiler's.
using own_file = std::function<bool(const std::string& file)>;
// All but those in these folders. `headers`: those of others count, too (a kernel's); otherwise only
// what is compiled by itself (of a program of which nothing else is known).
own_file files_outside(const std::vector<std::string>& folders, bool headers);

struct source_place {
  std::string file;   // none of the user's: empty, and `call` says what it is
  unsigned line = 0;  // 0: not known
  std::string call;   // "add_tiles": what is called there, without namespaces and arguments; empty: the line's own code
};

// "add.cpp:12 add_tiles"; of no line of the user's "(boot, arguments)", "(behind the kernel)".
std::string text_of(const source_place& p);

class source_places {
 public:
  // Numbers of places that are no line: start-up, with the copying of arguments; what comes behind the user's source.
  static constexpr uint32_t before_source = 0, behind_source = 1;

  // `program` must outlive it; nullptr: nothing is known, and all is before_source.
  source_places(const elf_image* program, own_file own);

  // The core is at the instruction at `pc`, again or newly; in the order of execution, as a return is known by the call. The number
  // of the place, for places().
  uint32_t at(uint32_t pc);
  bool again() const { return instructions_[last_].times > 1; }  // it has been at this instruction before, called from there
  const std::vector<source_place>& places() const { return places_; }
  // About how often what is called there was, or the line was executed: most that the core came to one of its instructions from
  // another place. So far: code of other lines in between, as compilers order it, begins no new round.
  uint64_t times(uint32_t place) const { return times_[place]; }

 private:
  enum class effect : uint8_t { none, calls, returns };
  struct instruction {
    uint32_t pc, place;
    effect does;
    uint64_t times = 0, entered = 0;
  };
  struct context {  // who has called whom
    uint32_t parent, returns_to;
    std::vector<uint32_t> instruction_of_word;  // by pc / 4 - first_word; 0: not yet
    std::map<uint32_t, uint32_t> called;        // by the call's pc: the context of what was called
    unsigned depth = 0;
    uint32_t first_word = 0;
  };
  static constexpr unsigned deepest = 32;  // calls: what recursion calls beyond that is where the last of them is
  const elf_image* program_;
  const own_file own_;
  std::vector<context> contexts_{{0, 0, {}, {}}};
  std::vector<instruction> instructions_{{}};
  std::vector<source_place> places_{{"", 0, "(boot, arguments)"}, {"", 0, "(behind the kernel)"}};
  std::vector<uint64_t> times_{0, 0};  // by place
  std::map<std::tuple<std::string, unsigned, std::string>, uint32_t> numbers_;
  uint32_t context_ = 0;
  uint32_t last_ = 0;  // instruction; 0: none yet
  uint32_t here_ = before_source;
  bool begun_ = false;

  void follow(uint32_t pc);
  instruction& instruction_at(uint32_t pc);
  uint32_t place_of(uint32_t pc);
};

}  // namespace tensix
