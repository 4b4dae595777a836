// SPDX-License-Identifier: Apache-2.0
// Lines of an event log, written. A tile has hundreds of events, and most of a line is as in the one before of its stream, or of
// its cycle: such pieces are kept and put together. What comes out depends on the event alone.
#pragma once
#include <vector>

#include "observe/events/event.h"

namespace tensix {

// With its end, whatever the stream; `how` much of its data it has.
constexpr size_t longest_event_line(event_data how) { return 448 + (how == event_data::full ? 2 * most_event_bytes : 0); }

class event_line_writer {
 public:
  event_line_writer();
  // The lines of the events from `i` on, each with its end, as long as there is room for the longest before `end`. Returns where
  // they end; `i` is the first that had no room. `how`: as of line_of.
  char* put(char* to, const char* end, const event_batch& b, size_t& i, event_data how);

 private:
  template <size_t longest>
  struct piece {
    char text[longest] = {};
    uint8_t size = 0;
  };
  // Of {"s":"NAME","n":ORDINAL,"c":CYCLE,"KEY":NUMBER...,"crc":"0xCRC"} what stands in front of the ordinal's last digit.
  struct stream_text {
    uint64_t tens = 0;   // the ordinal without its last digit, times ten
    uint16_t bytes = 0;  // of data
    uint8_t shape = 0;   // which of the stream's was the last
    uint8_t front = 0;   // size of {"s":"NAME","n":
    piece<51> head;
  };
  // What stands between the cycle and the CRC. The number that was the last to change is written over what stands there while it has
  // as many digits.
  struct shape {
    uint32_t numbers[most_event_numbers + 1] = {};   // as they stand in `text`
    uint32_t compared[most_event_numbers + 1] = {};  // all bits, but of the one that changes none
    uint32_t lowest = 0, most = 0;                   // the numbers of as many digits: so many from `lowest` on
    uint64_t digits = 0, others = 0;                 // of the eight characters up to its last: where digits stand; what else
    uint8_t changes = 0;                             // the place of that number
    uint8_t number_end = 0, numbers_end = 0;         // in `text`
    bool hexadecimal = false;                        // the number is
    piece<127> text;
    // Only the number that changes has another value.
    bool is_of(const ordered_event& e) const;
  };
  static constexpr unsigned shapes_a_stream = 2;  // reads and writes through a port of L1
  struct texts {
    std::vector<stream_text> streams;
    std::vector<shape> shapes;
  };
  texts texts_;
  piece<31> cycle_text_;  // ,"c":CYCLE
  uint64_t cycle_ = 0;

  static const texts& fresh();
  static void set_tens(stream_text& s, uint64_t ordinal);
  static void set_numbers(shape& p, unsigned stream, const uint32_t* numbers);
  static void set_digits(shape& p, unsigned digits);
  void find_shape(stream_text& s, const told_event& e);
  void set_cycle(uint64_t cycle);
  template <event_data how>
  char* put_each(char* to, const told_event* first, const told_event* last);
  char* put_lines_of(event_data how, char* to, const told_event* first, const told_event* last);
};

}  // namespace tensix
