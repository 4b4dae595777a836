// SPDX-License-Identifier: Apache-2.0
// Plays stream files on tiles of the C library, as a user's testbench would: what core 0..3 does in a cycle, call by call.
#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "cosim/capi/tensix.h"
#include "workload/streams/stream_file_function.h"

namespace capi_test {

struct played {
  std::string text;     // marks and outputs, as `tensix-tlm stream` prints them
  uint64_t cycles = 0;  // until the last core had finished
  std::string error;    // empty: none
  bool operator==(const played& o) const { return text == o.text && cycles == o.cycles && error == o.error; }
};

class player {
 public:
  // From the tile's present cycle on, from which cycles are counted; all of L1 is written.
  player(tt_tile tile, const tensix::stream_file& file);
  // One cycle, after which all cores are asked; one, after which those are asked that have something new, as tt_wait says; as many
  // as none of them has anything to do in (tt_wait).
  enum class pace { cycle, cycle_for_news, to_news };
  // What the cores do in the present cycle, then so many. False: all have finished, or it has failed.
  bool step(pace how);
  void to_end(pace how);
  played result() const;

 private:
  enum class waits { no, ready, response, time };
  struct core_state {
    std::unique_ptr<tensix::step_source> steps;
    tensix::step now;
    uint32_t pushed = 0;  // words of the present push
    waits on = waits::no;
    bool in_step = false, copying = false, loading = false, ended = false, done = false;
    uint64_t until = 0;
    uint64_t finished_at = 0;
  };
  const tt_tile tile_;
  const uint64_t began_;
  const tensix::stream_file& file_;
  std::array<core_state, 4> cores_;
  unsigned running_ = 4;
  unsigned look_ = 15;  // cores for which there may be something to do, a bit each
  unsigned timed_ = 0;  // those that wait for time
  std::array<std::vector<std::string>, 4> marks_;
  std::string error_;

  bool advance(pace how);
  void act(unsigned core);
  bool go_on(unsigned core);
  bool wait_over(unsigned core);
  void request(unsigned core, int write, uint32_t address, uint32_t value);
  bool answered(unsigned core, uint32_t& value);
};

// From the present cycle to the end, by tt_wait, giving up after so many cycles.
played play(tt_tile tile, const tensix::stream_file& file);

}  // namespace capi_test
