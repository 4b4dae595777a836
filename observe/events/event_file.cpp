// SPDX-License-Identifier: Apache-2.0
#include "observe/events/event_file.h"

#include <cerrno>
#include <cstring>

#include "support/files/input_file.h"

namespace tensix {

// Written so many at a time, or a multiple: the kernel copies whole pages with less work (ext4, Linux 6.18: 3.7 GB/s, 2.6 otherwise).
constexpr size_t writer_piece = 1 << 18, behind_it = 4096;

event_writer::event_writer(const std::string& path, const std::string& option, const event_log_header& header)
    : file_(path, option), how_(header.data), buffer_(writer_piece + behind_it) {
  write_line(line_of(header));
}

void event_writer::make_room(size_t most) {
  if (buffer_.size() - used_ >= most) return;
  const size_t whole = used_ - used_ % writer_piece;
  file_.write({buffer_.data(), whole});
  used_ -= whole;
  std::memmove(buffer_.data(), buffer_.data() + whole, used_);
  if (buffer_.size() - used_ < most) buffer_.resize(used_ + most);
}

void event_writer::write_line(const std::string& line) {
  make_room(line.size() + 1);
  used_ += line.copy(buffer_.data() + used_, line.size());
  buffer_[used_++] = '\n';
}

void event_writer::all_happened(const event_batch& b) {
  for (size_t i = 0; i < b.count;) {
    make_room(longest_event_line(how_));
    used_ =
        static_cast<size_t>(lines_.put(buffer_.data() + used_, buffer_.data() + buffer_.size(), b, i, how_) - buffer_.data());
  }
}

void event_writer::watermark(uint64_t cycle) { write_line(watermark_line(cycle)); }

void event_writer::close(uint64_t cycle, const uint8_t* l1, size_t bytes) {
  std::optional<uint32_t> crc;
  if (bytes && how_ != event_data::none) crc = crc_of(l1, bytes);
  write_line(end_line(cycle, crc));
  file_.write({buffer_.data(), used_});
  file_.keep();
}

event_reader::event_reader(const std::string& path) : path_(path), file_(path), ordinals_(event_stream_count) {
  if (!file_) throw std::runtime_error(path + ": cannot be read: " + std::strerror(errno));
  number_ = 1;
  if (!next_line(file_, line_, path_ + ":1")) fail("is empty; the first line of an event log says what it is");
  header_ = parse_header(line_, path_ + ":1");
}

void event_reader::fail(const std::string& what) const {
  throw event_line_error(path_ + ":" + std::to_string(number_) + ": " + what);
}

event_reader::item event_reader::next() {
  if (!next_line(file_, line_, path_)) {
    over_ = true;
    return item::nothing;
  }
  ++number_;
  if (ended_) fail("a line behind the end of the log");
  event_line kind{};
  try {
    kind = parse_line(line_, event_);
  } catch (const event_line_error& e) {
    // The last line of a log that was cut off has no end.
    if (file_.eof()) {
      over_ = true;
      return item::nothing;
    }
    fail(e.what());
  }
  if (event_.cycle < watermark_)
    fail("cycle " + std::to_string(event_.cycle) + " behind the watermark " + std::to_string(watermark_));
  if (kind == event_line::event) {
    uint64_t& next = ordinals_[event_.stream];
    if (event_.ordinal != next)
      fail("event " + std::to_string(event_.ordinal) + " of " + stream_name(event_.stream) + " where number " +
           std::to_string(next) + " is due");
    ++next;
    return item::event;
  }
  watermark_ = event_.cycle;
  ended_ = kind == event_line::end;
  if (ended_ && event_.has == event_data::crc) l1_ = event_.crc;
  return ended_ ? item::end : item::watermark;
}

}  // namespace tensix
