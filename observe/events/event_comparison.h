// SPDX-License-Identifier: Apache-2.0
// Two sides of the same events, compared as they come: the model's and those of RTL or of another simulation. Each stream in its
// own order. Both comparers are this: `diff-events` (two files) and event_checker (online).
//
// A difference is final when both sides have reported everything up to `event_look_ahead_cycles` behind it: then no earlier one can
// turn up in another stream, and what follows in its own stream says whether an event differs, is missing, or is one too many.
#pragma once
#include <deque>
#include <map>
#include <string>
#include <vector>

#include "observe/events/event.h"

namespace tensix {

inline constexpr uint64_t event_look_ahead_cycles = 256;
inline constexpr size_t event_look_ahead = 8;  // events of the stream
// Without time a stream that is so far ahead of the other side waits for what does not come.
inline constexpr size_t most_events_ahead = 65536;
inline constexpr size_t last_events = 5;  // in reports

// data: numbers or data differ. missing: only side 0 has it. extra: only side 1. time: equal, but in another cycle.
enum class event_difference : uint8_t { data, missing, extra, time };
inline constexpr const char* event_difference_names[] = {"data", "missing", "extra", "time"};

// A difference that is no error, with its reason. It is taken as often as it fits.
struct allowed_difference {
  std::string stream;  // its name, or its group's ("l1")
  event_difference kind = event_difference::time;
  uint64_t first_ordinal = 0, last_ordinal = ~uint64_t{0}, first_cycle = 0, last_cycle = ~uint64_t{0};
  std::string reason;
  uint64_t used = 0;
};

struct event_comparison_settings {
  uint64_t slack = 0;             // cycles by which equal events may lie apart
  bool ignore_time = false;       // only the order of each stream counts
  std::vector<std::string> only;  // streams, or groups; empty: all
  std::vector<allowed_difference> allowed;
  uint64_t most = 1;  // differences until it is finished
  std::string name[2] = {"model", "rtl"};
};
// Is `stream` the stream, or of the group, of that name? Throws std::invalid_argument if there is none.
bool stream_matches(unsigned stream, const std::string& name);
void check_stream_or_group(const std::string& name);

struct event_divergence {
  event_difference kind;
  unsigned stream;
  uint64_t cycle;                    // the earlier one
  std::vector<log_event> side[2];    // the event; empty if that side has none
  std::vector<log_event> before[2];  // the last ones of the stream that were compared, oldest first
  std::string context;               // what threads last issued, on both sides; of a packer's beat its PACR, of an
                                     // unpacker's read its UNPACR
};

class event_comparison {
 public:
  explicit event_comparison(event_comparison_settings settings);
  void happened(unsigned side, const log_event& e);
  void watermark(unsigned side, uint64_t cycle);  // nothing before it follows on that side
  void end(unsigned side);                        // nothing follows
  // Neither side reports more, though one has not said that it is at its end: what only the other has is no difference then.
  void close();
  // Enough differences are final.
  bool finished() const { return found_.size() >= settings_.most; }
  // The final ones, earliest first.
  const std::vector<event_divergence>& found() const { return found_; }
  const event_comparison_settings& settings() const { return settings_; }
  uint64_t compared() const { return compared_; }
  // Events that wait for the other side.
  size_t waiting(unsigned side) const { return waiting_[side]; }

 private:
  struct stream_state {
    std::deque<log_event> queue[2];
    std::deque<log_event> last[2];
    uint64_t ordinal[2] = {0, 0};
    bool compared = true;  // not left out by `only`
    bool stuck = false;    // its first events differ, which is not final yet
    event_difference kind = event_difference::data;
    uint64_t stuck_cycle = 0;
  };
  event_comparison_settings settings_;
  std::vector<stream_state> streams_;
  std::vector<event_divergence> found_;
  std::deque<log_event> issued_[2][3];  // of each thread, as they were reported
  // What packers and unpackers have taken, the last ones.
  struct taken_by {
    std::deque<log_event> last;
    uint64_t before = 0;  // that have been forgotten
  };
  taken_by taken_[2][3];  // unpacker0, unpacker1, packers
  // When an unpacker's transfers begin, and their UNPACRs; of each address the PACRs of a packer's beats to it, and how many it has written.
  struct beats_of_address {
    std::vector<uint32_t> pacrs;
    uint64_t forgotten = 0, written = 0;
  };
  std::deque<std::pair<uint64_t, uint64_t>> reads_[2][2];
  std::map<std::pair<uint64_t, uint64_t>, beats_of_address> beats_[2];  // by packer and address
  uint64_t reached_[2] = {0, 0};
  size_t waiting_[2] = {0, 0};
  size_t stuck_ = 0;
  bool closed_ = false;
  uint64_t compared_ = 0;

  void advance(unsigned stream);
  bool equal(const log_event& a, const log_event& b) const;
  bool apart(uint64_t a, uint64_t b) const;
  void classify(unsigned stream);
  void settle();
  void resolve(unsigned stream);
  void pass(stream_state& s, unsigned side);
  bool allowed(const stream_state& s, unsigned stream);
  bool told_beyond(unsigned side, uint64_t cycle) const;
  std::string threads_at(uint64_t cycle) const;
  void note_movers(unsigned side, log_event& e);
  std::string pacr_of(unsigned side, const log_event& e) const;
  std::string unpacr_of(unsigned side, const log_event& e) const;
  std::string instruction_of(unsigned side, unsigned unit, const char* what, uint64_t number) const;
};

// For people, from what is found: the same text for both comparers.
std::string text_of(const event_divergence& d, const event_comparison_settings& settings);
// Differences that were allowed and did not occur; empty: none.
std::string unused_allowances(const event_comparison_settings& settings);
// A file of allowed differences (docs/events.md). Throws std::runtime_error with the file and the entry.
std::vector<allowed_difference> read_allowed(const std::string& path);

}  // namespace tensix
