// Lines of an event log, written. A tile has hundreds of events, and most of a line is as in the one before of its stream, or of
// its cycle: such pieces are kept and put together. What comes out depends on the event alone.
#pragma once
#include <vector>

#include "testbench/events/event.h"

namespace tensix {

inline size_t longest_event_line(size_t data_bytes) { return 448 + 2 * data_bytes; }  // with its end

class event_line_writer {
 public:
  event_line_writer();
  // The lines of the events from `i` on, each with its end, as long as there is room for longest_event_line before `end`. Returns
  // where they end; `i` is the first that had no room. `how`: as of line_of.
  char* put(char* to, const char* end, const event_batch& b, size_t& i, event_data how);

 private:
  template <size_t longest>
  struct piece {
    char text[longest] = {};
    uint8_t size = 0;
  };
  // Of {"s":"NAME","n":ORDINAL,"c":CYCLE,"KEY":NUMBER...,"crc":"0xCRC"} what stands around the ordinal's last digit and the cycle, and
  // in front of the CRC. The number that was the last to change is written over what stands there while it has as many digits.
  struct stream_text {
    uint64_t tens = 0;                           // the ordinal without its last digit, times ten
    uint32_t numbers[most_event_numbers] = {};   // as they stand in `rest`
    uint32_t compared[most_event_numbers] = {};  // all bits, but of the one that changes none
    uint32_t lowest = 0, most = 0;               // the numbers of as many digits: so many from `lowest` on
    uint64_t digits = 0, others = 0;             // of the eight characters up to its last: where digits stand; what else
    uint16_t bytes = 0;                          // of data
    uint8_t changes = 0;                         // the place of that number
    uint8_t number_end = 0, numbers_end = 0;     // in `rest`
    uint8_t front = 0;                           // size of {"s":"NAME","n":
    bool hexadecimal = false;                    // the number is
    piece<55> head;
    piece<127> rest;
  };
  std::vector<stream_text> streams_;
  piece<31> cycle_text_;  // ,"c":CYCLE
  uint64_t cycle_ = 0;

  static const std::vector<stream_text>& fresh();
  static void set_tens(stream_text& s, uint64_t ordinal);
  static void set_numbers(stream_text& s, unsigned stream, const uint32_t* numbers);
  static void set_digits(stream_text& s, unsigned digits);
  static void put_eight(char* to, uint32_t number, const stream_text& s);
  static uint32_t differing(const stream_text& s, const uint32_t* numbers);
  void set_cycle(uint64_t cycle);
};

}  // namespace tensix
