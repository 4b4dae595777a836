// SPDX-License-Identifier: Apache-2.0
#include "cosim/capi/tile_events.h"

namespace tensix {

void tile_events::happened(const log_event& e) {
  lines.push_back(line_of(e, data_));
  if (checker_) checker_->happened(e);
}

void tile_events::seen(const char* line) {
  switch (parse_line(line, seen_)) {
    case event_line::event: checker_->seen(seen_); break;
    case event_line::watermark: checker_->seen_watermark(seen_.cycle); break;
    case event_line::end: checker_->finish(); break;
  }
}

bool tile_events::next_difference(std::string& report, uint64_t& cycle) {
  if (!checker_ || taken_ == checker_->errors()) return false;
  cycle = checker_->error(taken_).cycle;
  report = checker_->report(taken_++);
  return true;
}

}  // namespace tensix
