// SPDX-License-Identifier: Apache-2.0
// Holds what a trace has collected until the run is over, then gives it back in order of time.
//
// A stretch of waiting is known when it ends, L1's traffic when it is worked out: the sources of a trace run apart by any
// number of cycles, but each is in order. So each has a channel, and the channels are merged at the end. The first full blocks
// stay in memory, the others go to a file without a name: the memory taken does not grow with the run. No SystemC.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace tensix {

// The cycles [from, to) that a trace shows.
struct trace_window {
  uint64_t from = 0, to = ~uint64_t{0};
};

struct trace_record {
  uint64_t cycle = 0, value = 0;  // the channel's owner knows what they mean
  uint32_t word = 0;
  uint16_t kind = 0, detail = 0;
};

class event_spool {
 public:
  // The file, if it comes to one, lies in the folder of `output`.
  event_spool(size_t channels, std::string output);
  // So many more, before anything is appended; returns the number of the first.
  size_t add_channels(size_t count) {
    channels_.resize(channels_.size() + count);
    return channels_.size() - count;
  }
  ~event_spool();
  event_spool(const event_spool&) = delete;
  event_spool& operator=(const event_spool&) = delete;

  // Records of one channel in the order of their cycles. Throws std::runtime_error if the disk is full.
  void append(size_t channel, const trace_record& record) {
    one_channel& c = channels_[channel];
    if (c.block.size() == block_records) store(c);
    c.block.push_back(record);
  }
  // The same for a value that holds until the next record: only the last of a cycle counts, and only if it is a change.
  void change(size_t channel, const trace_record& record) {
    one_channel& c = channels_[channel];
    if (c.has_pending && c.pending.cycle != record.cycle) settle(channel);
    c.pending = record;
    c.has_pending = true;
  }

  // What was before `cycle` is not wanted, but each channel's last record of it: its memory, or place in the file, is used again.
  // By and large: blocks of records.
  void forget_before(uint64_t cycle);

  // After the last append or change: the records in the order of their cycles, those of a cycle in the order of channels.
  // False: there are no more.
  bool next(size_t& channel, trace_record& record);

 private:
  static constexpr size_t block_records = 1024, block_bytes = block_records * sizeof(trace_record);
  static constexpr size_t most_in_memory = 700;  // blocks, 17 MB
  struct full_block {
    uint64_t number;  // the first ones are in memory, the others in the file
    uint64_t first_cycle;
  };
  struct one_channel {
    std::vector<trace_record> block;  // the last one; while giving back: the present one
    std::vector<full_block> stored;
    size_t next_stored = 0;  // the first that has not been forgotten, or given back
    size_t at = 0;           // giving back
    std::vector<trace_record> last_block;
    trace_record pending, last;
    bool has_pending = false, has_last = false;
  };
  const std::string output_;
  std::vector<one_channel> channels_;
  struct candidate {
    uint64_t cycle;
    size_t channel;
    bool operator<(const candidate& o) const { return cycle != o.cycle ? cycle < o.cycle : channel < o.channel; }
  };
  std::vector<candidate> heap_;  // channels that have something left, the earliest in front
  bool giving_back_ = false;
  int file_ = -1;
  std::vector<std::vector<trace_record>> in_memory_;
  uint64_t in_file_ = 0;                // blocks
  std::vector<uint64_t> forgotten_[2];  // numbers that can be used again: in memory, in the file

  void settle(size_t channel);
  void store(one_channel& c);
  bool refill(one_channel& c);
  void sift_down(size_t at);
};

}  // namespace tensix
