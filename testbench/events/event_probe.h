// Makes events of what a tile tells, and tells an event_sink_if: of each stream in the order of cycles, and within a cycle in
// the order of docs/events.md. The tile's thread writes down what it hears; an event_order makes the rest of it, in a thread of
// its own if that is wanted.
#pragma once
#include <cstring>
#include <new>
#include <vector>

#include "models/observe/event_tap.h"
#include "platform/tile.h"
#include "testbench/events/byte_relay.h"
#include "testbench/events/event.h"
#include "testbench/events/event_order.h"

namespace tensix {

class event_probe : public event_listener {
 public:
  // Before the run; must outlive it, as must `sink`. `data`: what the sink's events have of their data. `thread`: in which the
  // sink is told, later than it happens; what it throws is thrown then by whatever the tile tells next, or by finish(). Behind
  // settle() and finish() it is not in use.
  event_probe(tensix_tile& tile, event_sink_if& sink, event_data data, relay_thread thread = relay_thread::none);
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
  struct served_beat {
    uint64_t cycle;
    uint32_t number, word, port;
    // As of event_order's waiting_event.
    served_beat(uint64_t c, uint32_t n, uint32_t w, uint32_t p) : cycle(c), number(n), word(w), port(p) {}
  };
  struct open_transfer {
    uint64_t transfer = 0;  // 0: free
    std::vector<served_beat> beats;
  };

  tensix_tile& tile_;
  const event_data how_;
  std::vector<open_transfer> open_ = std::vector<open_transfer>(1);
  open_transfer* last_ = open_.data();     // that was asked for
  uint64_t look_at_ = event_block_cycles;  // when to see whether a block is complete
  uint8_t semaphores_[semaphore_count] = {};
  uint8_t mutexes_[mutex_count] = {};
  event_order order_;
  byte_relay relay_;  // behind what its thread uses
  const bool crc_at_once_ = how_ == event_data::crc && !relay_.has_thread();
  uint8_t *heard_ = nullptr, *heard_end_ = nullptr;  // where the next record is to stand

  // Returns where `room` bytes of data are to stand.
  uint8_t* add(unsigned stream, uint64_t cycle, const uint32_t (&numbers)[most_event_numbers],
               event_record::kind what = event_record::kind::event, uint32_t bytes = 0, size_t room = 0) {
    if (static_cast<size_t>(heard_end_ - heard_) < sizeof(event_record) + room) hand_on();
    uint8_t* const data = heard_ + sizeof(event_record);
    new (heard_) event_record{cycle,
                              {numbers[0], numbers[1], numbers[2], numbers[3], numbers[4]},
                              static_cast<uint16_t>(bytes),
                              static_cast<uint8_t>(stream),
                              what};
    heard_ = data + room;
    return data;
  }
  void say(event_record::kind what, uint64_t cycle) { add(0, cycle, {}, what); }
  void hand_on();
  void begin_buffer();
  void tell_now(event_record::kind what, uint64_t cycle);
  // With data, of whose size a copy is made in few instructions. In the simulation's thread their CRC is made while they are at
  // hand; for another it is that one's work.
  template <uint32_t bytes>
  void add_with(unsigned stream, uint64_t cycle, const uint32_t (&numbers)[most_event_numbers], const void* data) {
    using kind = event_record::kind;
    if (how_ == event_data::none) {
      add(stream, cycle, numbers, kind::event, bytes);
    } else if (crc_at_once_) {
      const uint32_t crc = crc_of(static_cast<const uint8_t*>(data), bytes);
      std::memcpy(add(stream, cycle, numbers, kind::with_crc, bytes, event_record::room_for(sizeof crc)), &crc, sizeof crc);
    } else {
      std::memcpy(add(stream, cycle, numbers, kind::with_data, bytes, event_record::room_for(bytes)), data, bytes);
    }
  }
  void add_dst_block(unsigned block, unsigned by, uint64_t cycle);
  void add_beats(const open_transfer& from, const l1_completed& t);
  open_transfer& opened(uint64_t transfer) {
    if (last_->transfer != transfer) find_open(transfer);
    return *last_;
  }
  void find_open(uint64_t transfer);
  uint64_t complete_before() const;
  void look(uint64_t cycle) {
    if (cycle >= look_at_) tell_blocks(cycle);
  }
  void tell_blocks(uint64_t cycle);
};

}  // namespace tensix
