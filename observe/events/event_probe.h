// SPDX-License-Identifier: Apache-2.0
// Makes events of what a tile reports, and passes them to an event_sink_if: of each stream in the order of cycles, and within a cycle in
// the order of docs/events.md. The tile's thread writes down what it observes; an event_order makes the rest of it, in a thread of
// its own if that is wanted.
#pragma once
#include <array>
#include <cstring>
#include <deque>
#include <future>
#include <new>
#include <vector>

#include "models/observe/observer.h"
#include "observe/events/event.h"
#include "observe/events/event_order.h"
#include "platform/tile.h"

namespace tensix {

class event_probe : public observer {
 public:
  // Before the run; must outlive it, as must `sink`. `data`: what the sink's events have of their data. `beside`: the sink is
  // notified in a thread beside the simulation's, a buffer later; what it throws is thrown by what the tile records next, by
  // settle() or by finish(), behind which no thread is at work. `waits`: also what threads wait for (the streams wait.tN).
  event_probe(tensix_tile& tile, event_sink_if& sink, event_data data, bool beside = false, bool waits = false);
  ~event_probe() override;
  event_probe(const event_probe&) = delete;
  event_probe& operator=(const event_probe&) = delete;
  // Reports all that is known to be complete, with a watermark, and returns that: between two steps of what drives the tile.
  uint64_t settle();
  // After the run of `cycles` cycles: the rest, and the last watermark.
  void finish(uint64_t cycles);

  l1_wishes wishes() const override { return {false, true}; }
  void issued(const gate_event& e, uint64_t thread_free) override;
  void refused(const gate_event& e, stall_reason why) override;
  void l1_beat(uint64_t transfer, uint32_t beat, uint32_t word, unsigned port, uint64_t cycle) override;
  void l1_beats(const l1_run& r) override;
  void l1_complete(const l1_completed& t) override;
  void src_written(unsigned which, unsigned bank, uint64_t rows, uint64_t cycle) override;
  void src_cleared(unsigned which, unsigned bank, uint64_t cycle) override;
  void handed_over(const char* by, unsigned which, unsigned bank, unsigned owner, uint64_t given, uint64_t from) override;
  void dst_used(dst_accessor by, const dst_block_set& reads, const dst_block_set& writes, uint64_t cycle) override;
  void works_with(const char* who, const work_details& details) override;
  void executed(const char* who, int thread, uint32_t word, uint64_t issued, uint64_t from, uint64_t to) override;
  void packed(unsigned packer, uint32_t address, unsigned action, const uint8_t* data, uint32_t beats, uint64_t cycle) override;
  void config_written(unsigned bank, unsigned index, uint32_t value, uint64_t cycle) override;
  void semaphore_is(unsigned index, unsigned value, uint64_t cycle) override;
  void mutex_given(unsigned index, unsigned owner, uint64_t cycle) override;

 private:
  static constexpr uint64_t look_cycles = 64;
  struct open_transfer {
    uint64_t transfer = 0;  // 0: free
    std::vector<l1_run> served;
  };

  tensix_tile& tile_;
  const event_data how_;
  std::vector<open_transfer> open_ = std::vector<open_transfer>(1);
  open_transfer* last_ = open_.data();           // that was asked for
  uint64_t look_at_ = look_cycles;               // when to see what is complete
  uint64_t look_at_block_ = event_block_cycles;  // and whether a block is
  // Of a packer: PACRs whose beats have not all been reported.
  struct pacr {
    uint32_t number, left;  // in accept.packers; beats
  };
  std::array<std::deque<pacr>, 4> pacrs_;
  uint32_t taken_by_packers_ = 0;  // instructions
  // Of an unpacker: what it has taken and not fetched yet, oldest first; what it has fetched last, and when.
  struct unpacker_queue {
    struct instruction {
      uint32_t number;  // in accept.unpackerN
      int thread;
      uint64_t cycle;
    };
    std::deque<instruction> taken;
    uint32_t accepted = 0, fetched = 0;
    uint64_t fetched_in = never;
  };
  std::array<unpacker_queue, 2> unpackers_;
  uint64_t resets_ = 0;  // of the tile, so far
  uint8_t semaphores_[semaphore_count] = {};
  uint8_t mutexes_[mutex_count] = {};
  event_order order_;
  const bool beside_, waits_;
  std::array<stall_reason, thread_count> waits_for_{};  // of each thread's next instruction, as last reported
  std::array<event_buffer, 2> buffers_;                 // one is written while the other is put in order
  unsigned filling_ = 0;
  std::future<void> ordering_;                       // the last: it uses the others
  uint8_t *heard_ = nullptr, *heard_end_ = nullptr;  // where the next record is to stand

  // Where the next record is to stand, with what is behind it.
  uint8_t* room_for(size_t bytes) {
    if (static_cast<size_t>(heard_end_ - heard_) < bytes) hand_on();
    uint8_t* const at = heard_;
    for (size_t i = 0; i < bytes; i += 64) __builtin_prefetch(at + 1024 + i, 1);  // the other thread has read there
    heard_ += bytes;
    return at;
  }
  // Returns where `room` bytes of data are to stand. In its place at once: what is copied would wait for its pieces.
  uint8_t* add(unsigned stream, uint64_t cycle, const uint32_t (&numbers)[most_event_numbers],
               event_record::kind what = event_record::kind::without_data, size_t room = 0) {
    uint8_t* const at = room_for(sizeof(event_record) + room);
    new (at) event_record{
        cycle, {numbers[0], numbers[1], numbers[2], numbers[3], numbers[4]}, 1, static_cast<uint8_t>(stream), what};
    return at + sizeof(event_record);
  }
  void say(event_record::kind what, uint64_t cycle) { add(0, cycle, {}, what); }
  void hand_on();
  void begin_buffer();
  void await_order();
  void tell_now(event_record::kind what, uint64_t cycle);
  // With data, of whose size a copy is made in few instructions.
  template <uint32_t bytes>
  void add_with(unsigned stream, uint64_t cycle, const uint32_t (&numbers)[most_event_numbers], const void* data) {
    using kind = event_record::kind;
    if (how_ == event_data::none) add(stream, cycle, numbers);
    else std::memcpy(add(stream, cycle, numbers, kind::with_data, event_record::room_for(bytes)), data, bytes);
  }
  // `count` events, their data one behind the other.
  struct growth {
    uint64_t streams;
    uint32_t a_cycle;
    uint16_t step;
    uint8_t number;
  };
  template <uint32_t bytes>
  void add_run(unsigned stream, uint64_t cycle, const uint32_t (&numbers)[most_event_numbers], growth g, uint32_t count,
               const void* data) {
    static_assert(bytes % 8 == 0);
    const bool with_data = how_ != event_data::none;
    const size_t size = with_data ? size_t{bytes} * count : 0;
    uint8_t* const at = room_for(sizeof(event_run) + size);
    new (at) event_run{{cycle,
                        {numbers[0], numbers[1], numbers[2], numbers[3], numbers[4]},
                        static_cast<uint16_t>(count),
                        static_cast<uint8_t>(stream),
                        event_record::kind::run},
                       g.streams,
                       g.a_cycle,
                       g.step,
                       g.number,
                       with_data};
    std::memcpy(at + sizeof(event_run), data, size);
  }
  void forget_if_reset();
  void add_read(const l1_completed& t, const open_transfer& o);
  void add_dst_block(unsigned block, unsigned by, uint64_t cycle);
  void add_words(const l1_run& r, const l1_completed& t);
  void add_beat(const l1_run& r, uint32_t i, const l1_completed& t);
  open_transfer& opened(uint64_t transfer) {
    if (last_->transfer != transfer) find_open(transfer);
    return *last_;
  }
  void find_open(uint64_t transfer);
  uint64_t complete_before() const;
  void look(uint64_t cycle) {
    if (cycle >= look_at_) tell_complete(cycle);
  }
  void tell_complete(uint64_t cycle);
  void tell_blocks(uint64_t cycle, uint64_t complete);
};

}  // namespace tensix
