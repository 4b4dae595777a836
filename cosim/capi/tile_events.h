// SPDX-License-Identifier: Apache-2.0
// The events of a tile (docs/events.md) as the library's user gets them: lines of the log, one by one, and compared online with
// those that RTL says it saw.
#pragma once
#include <deque>
#include <functional>
#include <optional>
#include <string>

#include "observe/events/event_checker.h"
#include "observe/events/event_line.h"
#include "observe/events/event_probe.h"

namespace tensix {

class tile_events : public event_sink_if {
 public:
  tile_events(tensix_tile& tile, event_data data) : data_(data), probe_(tile, *this, data) {}

  // What is known to be complete becomes lines, and is compared.
  void settle() { probe_.settle(); }
  void finish(uint64_t cycles) { probe_.finish(cycles); }

  // Lines that have not been taken, oldest first.
  std::deque<std::string> lines;

  // From now on the streams in question are compared.
  void check(event_comparison_settings settings, std::function<std::string()> who_waits) {
    checker_.emplace(std::move(settings));
    checker_->who_waits = std::move(who_waits);
  }
  bool checks() const { return checker_.has_value(); }
  // A line of a log that RTL wrote. Throws event_line_error.
  void seen(const char* line);
  void end() { checker_->finish(); }
  // The next difference that has not been taken: its report and its cycle. False: there is none.
  bool next_difference(std::string& report, uint64_t& cycle);

  void happened(const log_event& e) override;
  void watermark(uint64_t cycle) override {
    if (checker_) checker_->watermark(cycle);
  }

 private:
  const event_data data_;
  std::optional<event_checker> checker_;
  size_t taken_ = 0;
  log_event seen_;
  event_probe probe_;
};

}  // namespace tensix
