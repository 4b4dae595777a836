// SPDX-License-Identifier: Apache-2.0
#include "observe/trace/event_spool.h"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <utility>

#include "support/files/output_file.h"

namespace tensix {

namespace {
[[noreturn]] void failed(const std::string& output, const char* what) {
  throw host_error(std::string("cannot ") + what + " the temporary file for '" + output + "': " + std::strerror(errno));
}

// A file without a name, so that it goes with the process; beside the output, where there should be room for it.
int spool_file(const std::string& output) {
  namespace fs = std::filesystem;
  std::error_code error;
  const bool is_file = !fs::exists(output, error) || fs::is_regular_file(output, error);
  const fs::path beside = fs::absolute(output, error).parent_path(), elsewhere = fs::temp_directory_path(error);
  for (const fs::path& folder : {is_file ? beside : elsewhere, elsewhere}) {
    const int file = nameless_file(folder);
    if (file >= 0) return file;
  }
  failed(output, "make");
}
}  // namespace

event_spool::event_spool(size_t channels, std::string output) : output_(std::move(output)), channels_(channels) {}

event_spool::~event_spool() {
  if (file_ >= 0) close(file_);
}

void event_spool::settle(size_t channel) {
  one_channel& c = channels_[channel];
  c.has_pending = false;
  if (c.has_last && c.last.value == c.pending.value && c.last.word == c.pending.word && c.last.kind == c.pending.kind) return;
  c.last = c.pending;
  c.has_last = true;
  append(channel, c.pending);
}

void event_spool::store(one_channel& c) {
  const auto used_again = [this](bool file) {
    const uint64_t number = forgotten_[file].back();
    forgotten_[file].pop_back();
    return number;
  };
  const uint64_t first_cycle = c.block.front().cycle;
  if (!forgotten_[0].empty() || in_memory_.size() < most_in_memory) {
    const uint64_t number = forgotten_[0].empty() ? in_memory_.size() : used_again(false);
    if (number == in_memory_.size()) in_memory_.emplace_back();
    c.stored.push_back({number, first_cycle});
    in_memory_[number].swap(c.block);
    c.block.clear();
    c.block.reserve(block_records);
    return;
  }
  const uint64_t place = forgotten_[1].empty() ? in_file_++ : used_again(true) - in_memory_.size();
  c.stored.push_back({in_memory_.size() + place, first_cycle});
  if (file_ < 0) file_ = spool_file(output_);
  for (size_t done = 0; done < block_bytes;) {
    const ssize_t n = pwrite(file_, reinterpret_cast<const char*>(c.block.data()) + done, block_bytes - done,
                             static_cast<off_t>(place * block_bytes + done));
    if (n < 0 && errno != EINTR) failed(output_, "write");
    if (n > 0) done += static_cast<size_t>(n);
  }
  c.block.clear();
}

// A block goes if the one behind it begins early enough.
void event_spool::forget_before(uint64_t cycle) {
  for (one_channel& c : channels_) {
    for (; c.next_stored < c.stored.size(); ++c.next_stored) {
      const size_t behind = c.next_stored + 1;
      if ((behind < c.stored.size() ? c.stored[behind].first_cycle : c.block.front().cycle) > cycle) break;
      const uint64_t number = c.stored[c.next_stored].number;
      forgotten_[number >= most_in_memory].push_back(number);
    }
    if (2 * c.next_stored <= c.stored.size()) continue;
    c.stored.erase(c.stored.begin(), c.stored.begin() + static_cast<std::ptrdiff_t>(c.next_stored));
    c.next_stored = 0;
  }
}

// The next block of a channel; false: there is none.
bool event_spool::refill(one_channel& c) {
  c.at = 0;
  c.block.clear();
  if (c.next_stored == c.stored.size()) {
    c.block.swap(c.last_block);
    return !c.block.empty();
  }
  const uint64_t number = c.stored[c.next_stored++].number;
  if (number < in_memory_.size()) {
    c.block = std::move(in_memory_[number]);
    return true;
  }
  const uint64_t where = (number - in_memory_.size()) * block_bytes;
  c.block.resize(block_records);
  for (size_t done = 0; done < block_bytes;) {
    const ssize_t n =
        pread(file_, reinterpret_cast<char*>(c.block.data()) + done, block_bytes - done, static_cast<off_t>(where + done));
    if (n == 0 || (n < 0 && errno != EINTR)) failed(output_, "read");
    if (n > 0) done += static_cast<size_t>(n);
  }
  return true;
}

// The candidate at `at` may be too far in front.
void event_spool::sift_down(size_t at) {
  const candidate moved = heap_[at];
  for (;;) {
    size_t child = 2 * at + 1;
    if (child >= heap_.size()) break;
    if (child + 1 < heap_.size() && heap_[child + 1] < heap_[child]) ++child;
    if (!(heap_[child] < moved)) break;
    heap_[at] = heap_[child];
    at = child;
  }
  heap_[at] = moved;
}

bool event_spool::next(size_t& channel, trace_record& record) {
  if (!giving_back_) {
    giving_back_ = true;
    for (size_t i = 0; i < channels_.size(); ++i) {
      one_channel& c = channels_[i];
      if (c.has_pending) settle(i);
      c.last_block.swap(c.block);
      if (refill(c)) heap_.push_back({c.block[0].cycle, i});
    }
    for (size_t i = heap_.size(); i-- > 0;) sift_down(i);
  }
  if (heap_.empty()) return false;
  channel = heap_.front().channel;
  one_channel& c = channels_[channel];
  record = c.block[c.at];
  if (++c.at < c.block.size() || refill(c)) {
    heap_.front().cycle = c.block[c.at].cycle;
  } else {
    heap_.front() = heap_.back();
    heap_.pop_back();
  }
  if (!heap_.empty()) sift_down(0);
  return true;
}

}  // namespace tensix
