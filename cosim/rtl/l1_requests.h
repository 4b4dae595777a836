// SPDX-License-Identifier: Apache-2.0
// What the transfers of L1's protocol ask for, cycle by cycle, on the pins of a block of RTL: which of them compete, which beats
// lie in their windows (docs/l1-protocol.md, "Arbitration"), and on which pins those stand. Who gets what is the block's business.
#pragma once
#include <memory>
#include <vector>

#include "cosim/rtl/l1_pins.h"
#include "models/memory/l1_counts.h"
#include "models/memory/l1_if.h"
#include "models/memory/l1_parameters.h"
#include "models/memory/l1_reporting.h"
#include "models/time/cycles.h"

namespace tensix {

// A block that is an L1: its pins, and its bytes.
class l1_block {
 public:
  virtual ~l1_block() = default;
  virtual std::vector<l1_server_pins> ports() = 0;
  virtual std::vector<pin> other_pins() { return {}; }  // beside those of the ports
  virtual void settle() = 0;                            // gnt from req, in front of the edge
  virtual void edge() = 0;
  virtual void reset(bool asserted) = 0;
  // All bytes, in no time.
  virtual void read(uint32_t address, uint8_t* data, uint32_t bytes) = 0;
  virtual void write(uint32_t address, const uint8_t* data, uint32_t bytes) = 0;
  virtual const uint8_t* image() { return nullptr; }  // the same in one piece, if there is one (for event logs)
};

// How a request stands on pins until it is granted.
enum class l1_pin_order : uint8_t {
  // Pins are numbered by age: transfers in the order of the list, each one's beats in ascending order. One that was refused may
  // stand on another pin in the next cycle. Pins are not ports: the block gives out ports.
  by_age,
  // A pin is the port of L1 of that number. A request stays where it is until gnt, also if its window becomes smaller.
  by_port
};

struct l1_rtl_transfer : l1_pending {  // `number`: in the order of requests, from 1 on
  l1_access plain;                     // of a payload without the extension
  l1_op op = l1_op::plain;
  uint32_t first = 0, left = 0;     // first: beat that is not served; left: how many are not
  std::vector<bool> served, shown;  // shown: stands on a pin (by_port)
  struct word {
    uint32_t beat;
    uint8_t bytes[16];
  };
  std::vector<word> otherwise;  // what RTL held behind beats that it has written otherwise
};

// Moves the data of beats, and is notified of grants.
class l1_beats_if {
 public:
  virtual ~l1_beats_if() = default;
  virtual void write_beat(const l1_rtl_transfer&, uint32_t /*beat*/, uint32_t* /*wdata*/, uint16_t& /*wstrb*/) const {}
  virtual void read_beat(const l1_rtl_transfer&, uint32_t /*beat*/, const uint32_t* /*rdata*/) const {}
  // RTL holds (a write) or gives (a read) `rtl` in the beat's word; `right`: what was written there. 16 bytes each.
  virtual void other_bytes(l1_rtl_transfer&, uint32_t beat, cycle_t cycle, const uint8_t* rtl, const uint8_t* right) = 0;
  virtual void beat_granted(const l1_rtl_transfer&, uint32_t beat, unsigned port, cycle_t cycle) = 0;
};

class l1_requests {
 public:
  l1_requests(std::string name, const l1_parameters& parameters, l1_block& block, l1_pin_order order, l1_beats_if& beats);

  observer* traffic_to = nullptr;  // each cycle's traffic is reported to it; null: to none

  // The range has been checked. The new transfer's place in the list is that of its start, if cores run ahead.
  l1_rtl_transfer& add(tlm::tlm_generic_payload& payload, cycle_t start);
  void lanes_changed(const tlm::tlm_generic_payload& payload);
  const l1_rtl_transfer* find(const tlm::tlm_generic_payload& payload) const;
  std::unique_ptr<l1_rtl_transfer> take_done(cycle_t cycle);  // the first of the list that is done by then; null: none

  // A host writes into the block's bytes, in no time.
  void write(uint32_t address, const uint8_t* data, uint32_t bytes);
  const uint8_t* right_bytes();  // all of L1: what the block has to hold
  struct looked_at {
    uint64_t written = 0, read = 0;  // words
  };
  const looked_at& compared() const { return compared_; }

  // Everything that is asked for in `cycle` is known: its grants.
  void settle(cycle_t cycle);
  bool edge(cycle_t cycle);                        // settles first; whether anything was granted or answered
  void skip(cycle_t cycle) { next_ = cycle + 1; }  // an edge that the block does not get, as there is nothing to do
  void reset();                                    // what was on the pins is asked for again

  const std::vector<std::unique_ptr<l1_rtl_transfer>>& open() const { return open_; }
  bool holds(cycle_t cycle) const { return cycle < held_until_; }  // a bank or a port may be held
  cycle_t next() const { return next_; }                           // the cycle whose edge is the next
  cycle_t first_done() const;                                      // of those whose last beat has been granted; never: none
  cycle_t may_be_done() const;                                     // the earliest that any may be, getting all it asks for

  l1_served served() const { return counts_.total(); }
  std::string who_waits() const;
  std::vector<pin> pins() const;

 private:
  struct shown {
    l1_rtl_transfer* transfer = nullptr;
    uint32_t beat = 0;
    uint8_t id = 0;
  };
  struct reading {  // granted, not answered
    l1_rtl_transfer* transfer;
    uint32_t beat;
    unsigned pin;
    uint8_t id;
    uint8_t right[16];  // what is there
  };
  const std::string name_;
  const l1_parameters& parameters_;
  const l1_wiring wiring_;
  l1_counts counts_{wiring_};
  l1_block& block_;
  l1_beats_if& beats_;
  const l1_pin_order order_;
  const std::vector<l1_server_pins> pins_;
  std::vector<shown> shown_;  // by pin
  std::vector<reading> readings_;
  std::vector<unsigned> granted_;  // pins
  std::vector<std::unique_ptr<l1_rtl_transfer>> open_, spare_;
  std::vector<l1_rtl_transfer*> competing_;
  unsigned used_pins_ = 0;
  bool settled_ = false, warned_of_few_pins_ = false;
  uint64_t numbers_ = 0;
  cycle_t next_ = 0, held_until_ = 0;
  std::vector<uint8_t> right_;  // by address: what has been written, in the order of the grants; empty: nothing yet
  looked_at compared_;

  void compete(cycle_t cycle);
  void show_by_age(cycle_t cycle);
  void show_by_port();
  void show(unsigned pin, l1_rtl_transfer& t, uint32_t beat, uint8_t id);
  void record_grants(l1_rtl_transfer& t, cycle_t cycle);
  void grant(unsigned pin, cycle_t cycle);
  void keep_right_bytes();
  void compare_written(cycle_t cycle);
  [[noreturn]] void wrong(unsigned pin, cycle_t cycle, const std::string& what) const;
};

}  // namespace tensix
