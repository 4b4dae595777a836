// Lines of an event log, written. A tile has hundreds of events, and most of a line is as in the one before of its stream; so what
// is written once is kept, counted on in place, and copied whole. What comes out depends on the event alone.
#pragma once
#include <string>
#include <vector>

#include "testbench/events/event.h"

namespace tensix {

class event_line_writer {
 public:
  event_line_writer();
  // One line, without its end, to a place with room for longest_event_line(e) characters; returns where it ends. `how`: not more of
  // its data than this; data that are there become a CRC if need be.
  char* put(char* to, const log_event& e, event_data how);
  std::string line(const log_event& e, event_data how);

 private:
  struct field_text {  // ,"KEY":NUMBER
    char text[32];
    uint64_t number;
    uint8_t key_size, size;
    bool hexadecimal;
    void set(uint64_t n);
  };
  struct stream_text {
    char begin[64];  // {"s":"NAME","n":ORDINAL,"c":
    uint64_t ordinal;
    uint8_t name_size, last_digit, size;
    uint8_t fields;
    field_text field[most_event_numbers];
    void set_ordinal(uint64_t n);
    void next_ordinal();
  };
  std::vector<stream_text> streams_;
  uint64_t cycle_ = 0;
  char cycle_text_[24] = "0";
  size_t cycle_size_ = 1;

  static const std::vector<stream_text>& fresh();
};

inline size_t longest_event_line(const log_event& e) { return 640 + 2 * e.data.size(); }

}  // namespace tensix
