// SPDX-License-Identifier: Apache-2.0
// Event logs as files (docs/events.md): JSON lines, written in large pieces and read line by line.
#pragma once
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include "observe/events/event_line.h"
#include "support/files/output_file.h"

namespace tensix {

// Writes what is reported to it. The file is in its place when close() has been called.
class event_writer : public event_sink_if {
 public:
  // `option` is for messages.
  event_writer(const std::string& path, const std::string& option, const event_log_header& header);
  void happened(const log_event& e) override { write_line(line_of(e, how_)); }
  void all_happened(const event_batch& b) override;
  void watermark(uint64_t cycle) override;
  // The run ended in this cycle, with L1 as it is then (size 0: not known): the last line.
  void close(uint64_t cycle, const uint8_t* l1, size_t bytes);

 private:
  output_file file_;
  const event_data how_;
  event_line_writer lines_;
  std::vector<char> buffer_;
  size_t used_ = 0;
  void make_room(size_t most);
  void write_line(const std::string& line);
};

// Throws event_line_error, with the file and the number of the line, if something is no line of an event log, if the ordinals of
// a stream have a gap, or if an event lies before a watermark.
class event_reader {
 public:
  explicit event_reader(const std::string& path);
  const event_log_header& header() const { return header_; }
  const std::string& path() const { return path_; }
  // nothing: there are no more lines. `event` is what event() returns; of the others the cycle is event().cycle.
  enum class item : uint8_t { event, watermark, end, nothing };
  item next();
  log_event& event() { return event_; }
  bool cut_off() const { return over_ && !ended_; }  // read wholly, and without its last line
  uint64_t watermark() const { return watermark_; }
  std::optional<uint32_t> l1() const { return l1_; }  // at its end: the CRC of L1's bytes, if the writer knew

 private:
  const std::string path_;
  std::ifstream file_;
  event_log_header header_;
  std::string line_, where_;
  uint64_t number_ = 0, watermark_ = 0;
  bool ended_ = false, over_ = false;
  std::optional<uint32_t> l1_;
  log_event event_;
  std::vector<uint64_t> ordinals_;
  [[noreturn]] void fail(const std::string& what) const;
};

}  // namespace tensix
