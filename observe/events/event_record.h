// SPDX-License-Identifier: Apache-2.0
// What the simulation's thread writes down of events, and event_order makes events of: records one behind the other, each with the
// data of its events behind it. Things that come together are one record. No SystemC.
#pragma once
#include <boost/container/vector.hpp>
#include <cstddef>
#include <cstdint>

#include "observe/events/event.h"

namespace tensix {

inline constexpr uint32_t most_in_run = 64;  // events: as many as there are ports of L1

using event_buffer = boost::container::vector<uint8_t>;  // of records; resized without being cleared

struct event_record {
  enum class kind : uint8_t {
    without_data,  // its stream has none, or they are not wanted
    with_data,
    zeroes,           // all of them are zero, and none stands there
    run,              // an event_run, with data if they are wanted
    complete,         // no event before `cycle` follows
    blocks_complete,  // likewise, and whole blocks are to be reported
    all_wanted,       // likewise, and what there is is to be reported
    end               // likewise, and what is behind it is not to be reported
  };
  uint64_t cycle;
  uint32_t numbers[most_event_numbers];
  uint16_t count;  // of events: 1, but in a run
  uint8_t stream;
  kind what;

  // Of data, with what is between them and the next record.
  static constexpr size_t room_for(size_t bytes) { return (bytes + 7) / 8 * 8; }
};

// Events of streams with data, `a_cycle` of them in each cycle from `first.cycle` on, in each cycle in the streams that `streams`
// says (a bit each, from first.stream on), in their order, round and round. Of each the number `grows` is larger by `step`.
struct event_run {
  event_record first;
  uint64_t streams;
  uint32_t a_cycle;
  uint16_t step;
  uint8_t grows;
  bool data;
};
static_assert(sizeof(event_record) == 32 && sizeof(event_run) == 48 && event_stream_count <= 256);

}  // namespace tensix
