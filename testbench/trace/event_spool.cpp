#include "testbench/trace/event_spool.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <stdexcept>

namespace tensix {

namespace {
[[noreturn]] void failed(const std::string& output, const char* what) {
  throw std::runtime_error(std::string("cannot ") + what + " the temporary file for '" + output + "': " + std::strerror(errno));
}

// A file without a name, so that it goes with the process; beside the output, where there should be room for it.
int nameless_file(const std::string& output) {
  namespace fs = std::filesystem;
  std::error_code error;
  fs::path folder = fs::absolute(output, error).parent_path();
  if (fs::exists(output, error) && !fs::is_regular_file(output, error)) folder = fs::temp_directory_path();
  std::string name = (folder / ".tensix-tlm-XXXXXX").string();
  const int file = mkstemp(name.data());
  if (file < 0) failed(output, "make");
  unlink(name.c_str());
  return file;
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
  if (file_ < 0) file_ = nameless_file(output_);
  const size_t bytes = block_records * sizeof(trace_record);
  for (size_t done = 0; done < bytes;) {
    const ssize_t n = pwrite(file_, reinterpret_cast<const char*>(c.block.data()) + done, bytes - done,
                             static_cast<off_t>(file_bytes_ + done));
    if (n < 0 && errno != EINTR) failed(output_, "write");
    if (n > 0) done += static_cast<size_t>(n);
  }
  c.stored.push_back(file_bytes_);
  file_bytes_ += bytes;
  c.block.clear();
}

// The next block of a channel; false: there is none.
bool event_spool::refill(one_channel& c) {
  c.at = 0;
  if (c.next_stored == c.stored.size()) {
    c.block.swap(c.last_block);
    c.last_block.clear();
    return !c.block.empty();
  }
  const uint64_t where = c.stored[c.next_stored++];
  c.block.resize(block_records);
  const size_t bytes = block_records * sizeof(trace_record);
  for (size_t done = 0; done < bytes;) {
    const ssize_t n =
        pread(file_, reinterpret_cast<char*>(c.block.data()) + done, bytes - done, static_cast<off_t>(where + done));
    if (n == 0 || (n < 0 && errno != EINTR)) failed(output_, "read");
    if (n > 0) done += static_cast<size_t>(n);
  }
  return true;
}

bool event_spool::later(size_t a, size_t b) const {
  const uint64_t ca = channels_[a].block[channels_[a].at].cycle, cb = channels_[b].block[channels_[b].at].cycle;
  return ca != cb ? ca > cb : a > b;
}

bool event_spool::next(size_t& channel, trace_record& record) {
  const auto order = [this](size_t a, size_t b) { return later(a, b); };
  if (!giving_back_) {
    giving_back_ = true;
    for (size_t i = 0; i < channels_.size(); ++i) {
      one_channel& c = channels_[i];
      if (c.has_pending) settle(i);
      c.last_block.swap(c.block);
      if (refill(c)) heap_.push_back(i);
    }
    std::make_heap(heap_.begin(), heap_.end(), order);
  }
  if (heap_.empty()) return false;
  channel = heap_.front();
  one_channel& c = channels_[channel];
  record = c.block[c.at];
  // The channel stays in front while it is the first: most events come in runs.
  const bool more = ++c.at < c.block.size() || refill(c);
  const size_t n = heap_.size();
  const bool stays = more && (n < 2 || later(heap_[1], channel)) && (n < 3 || later(heap_[2], channel));
  if (!stays) {
    std::pop_heap(heap_.begin(), heap_.end(), order);
    if (more) std::push_heap(heap_.begin(), heap_.end(), order);
    else heap_.pop_back();
  }
  return true;
}

}  // namespace tensix
