// Makes events of what a tile tells, and tells an event_sink_if: of each stream in the order of cycles, and within a cycle in
// the order of docs/events.md. That order is the machine's: L1 works its beats out late and packers tell ahead, so everything is
// kept, a queue a stream, until nothing earlier can come any more, and goes on in blocks of `event_block_cycles` cycles.
#pragma once
#include <algorithm>
#include <vector>

#include "models/observe/event_tap.h"
#include "platform/tile.h"
#include "testbench/events/event.h"

namespace tensix {

inline constexpr uint64_t event_block_cycles = 1024;

class event_probe : public event_listener {
 public:
  // Before the run; must outlive it, as must `sink`. `data`: what the sink's events have of their data.
  event_probe(tensix_tile& tile, event_sink_if& sink, event_data data);
  ~event_probe() override;
  event_probe(const event_probe&) = delete;
  event_probe& operator=(const event_probe&) = delete;
  // Tells all that is known to be complete, with a watermark, and returns that: between two steps of whoever drives the tile.
  uint64_t settle();
  // After the run of `cycles` cycles: the rest, and the last watermark.
  void finish(uint64_t cycles);

  void issued(unsigned thread, uint32_t word, uint64_t cycle) override;
  void answered(unsigned unit, unsigned thread, uint32_t word, uint64_t cycle, bool accepted, unsigned why,
                uint64_t thread_free) override;
  void l1_beat(uint64_t transfer, uint32_t beat, uint32_t word, unsigned port, uint64_t cycle) override;
  void l1_complete(const l1_completed& t) override;
  void src_written(unsigned which, unsigned bank, uint64_t rows, uint64_t cycle) override;
  void src_cleared(unsigned which, unsigned bank, uint64_t cycle) override;
  void bank_given(unsigned which, unsigned bank, unsigned owner, uint64_t given, uint64_t from) override;
  void dst_used(dst_accessor by, const dst_block_set& reads, const dst_block_set& writes, uint64_t cycle) override;
  void packed(unsigned packer, uint32_t address, unsigned action, const uint8_t* data, uint64_t cycle) override;
  void config_written(unsigned bank, unsigned index, uint32_t value, uint64_t cycle) override;
  void semaphore_is(unsigned index, unsigned value, uint64_t cycle) override;
  void mutex_given(unsigned index, unsigned owner, uint64_t cycle) override;

 private:
  // Of one stream, by cycle, those of a cycle as they were told.
  struct queue {
    std::vector<compact_event> events;
    size_t told = 0;  // of them, by the pass that is going on
    uint64_t ordinal = 0;
  };
  struct served_beat {
    uint64_t cycle;
    uint32_t number, word, port;
  };
  struct open_transfer {
    uint64_t transfer = 0;  // 0: free
    std::vector<served_beat> beats;
  };

  tensix_tile& tile_;
  event_sink_if& sink_;
  const event_data how_;
  std::vector<queue> queues_;
  std::vector<uint8_t> data_, later_data_;
  std::vector<const compact_event*> batch_;
  std::vector<open_transfer> open_;
  size_t last_opened_ = 0;                 // in open_
  uint64_t told_before_ = 0;               // the last watermark
  uint64_t look_at_ = event_block_cycles;  // when to see whether a block is complete
  uint8_t semaphores_[semaphore_count] = {};
  uint8_t mutexes_[mutex_count] = {};
  uint32_t crc_of_zeroes_ = 0;  // of a block of Dst

  compact_event& add(unsigned stream, uint64_t cycle, const uint32_t (&numbers)[most_event_numbers]) {
    auto& events = queues_[stream].events;
    const compact_event e{0, cycle, stream, {numbers[0], numbers[1], numbers[2], numbers[3], numbers[4]}, 0, 0, 0};
    if (!events.empty() && events.back().cycle > cycle) return add_between(events, e);
    events.push_back(e);
    return events.back();
  }
  static compact_event& add_between(std::vector<compact_event>& events, const compact_event& e);
  void add(unsigned stream, uint64_t cycle, const uint32_t (&numbers)[most_event_numbers], const uint8_t* data, uint32_t bytes);
  void add_dst_block(unsigned block, unsigned by, uint64_t cycle);
  void add_beats(open_transfer& from, const l1_completed& t, uint64_t end);
  open_transfer& opened(uint64_t transfer);
  uint64_t complete_before() const;
  void look(uint64_t cycle) {
    if (cycle >= look_at_) tell_blocks(cycle);
  }
  void tell_blocks(uint64_t cycle);
  uint64_t first_kept() const;
  void tell_before(uint64_t end);
  void tell_block(uint64_t begin, uint64_t end);
  void forget_told();
};

}  // namespace tensix
