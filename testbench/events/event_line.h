// Lines of an event log, written. A tile has hundreds of events, and most of a line is as in the one before of its stream: that is
// kept, copied whole, and changed where digits differ, in both places: a copy of what has just been changed would wait for it. What
// comes out depends on the event alone.
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
  static constexpr size_t longest_text = 384;
  struct digits {  // of a number in a line
    uint16_t at;
    uint8_t size;  // 0: it is not there
    bool hexadecimal;
  };
  // A line up to its data: {"s":"NAME","n":ORDINAL,"c":CYCLE,"KEY":NUMBER...
  struct stream_text {
    char text[longest_text];
    uint64_t ordinal = 0, cycle = 0;
    uint32_t numbers[most_event_numbers] = {}, size = 0;
    digits ordinal_digits{}, cycle_digits{}, field[most_event_numbers] = {};
  };
  std::vector<stream_text> streams_;
  uint64_t cycle_ = 0, cycle_digits_ = '0';
  uint8_t cycle_size_ = 1;

  static const std::vector<stream_text>& fresh();
  static void set(stream_text& s, const event_record& e, uint64_t ordinal);
  bool change(stream_text& s, char* line, const event_record& e, uint64_t ordinal);
  bool change_cycle(stream_text& s, char* line, uint64_t cycle);
};

}  // namespace tensix
