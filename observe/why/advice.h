// SPDX-License-Identifier: Apache-2.0
// What a kernel's user could do about the critical path, in a line each: rules of observe/why/advice.cpp, held to their word by
// tests/why/advice_test.py, which applies them. No SystemC.
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace tensix {

// What a rule asks for: the run, if calls of a kind took no time but for the first of each line; `without_turns`: all of the kinds
// before it, but in each eighth round, and without the waits in these calls for what others do; `without_barriers`: the same of
// readers and writers, but in each fourth; `with_larger_pages`: their reads but each second. Then, if an input's or an output's tile
// had half of its bytes, and if there were always room for inputs.
enum advice_change : uint8_t {
  without_inits,
  without_buffer_turns,
  without_turns,
  without_barriers,
  with_larger_pages,
  with_smaller_inputs,
  with_smaller_outputs,
  with_room,
  advice_changes
};

// The changes, a bit each, that save a call of this function, and what it waits for; `moves`: in a reader or writer.
struct call_changes {
  unsigned saved = 0, not_waited_for = 0;
};
call_changes changes_of(const std::string& function, bool moves);
// The changes that keep the calls of this round, from 1 on.
unsigned kept_in_round(uint64_t round);

struct called {
  std::string core;            // "t0"
  bool moves;                  // a reader's or writer's
  std::string line, function;  // "add.cpp:12", "add_tiles_init"
  uint64_t times, cycles;      // cycles: on the path, callees and instructions pushed there included
};

// Lines such as "inits are 34 % of the critical path: ...; would save about 12,000 cycles", the largest saving first; none if no
// rule applies. `saves`: by change, the cycles by which the run of `cycles` would be shorter. `dst_tiles`: that a block may have; 0: not
// known.
std::vector<std::string> advice_on(const std::vector<called>& calls, const std::array<uint64_t, advice_changes>& saves,
                                   uint64_t cycles, unsigned dst_tiles);

}  // namespace tensix
