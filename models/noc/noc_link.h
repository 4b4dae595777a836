// SPDX-License-Identifier: Apache-2.0
// The way of packets out of a network interface: one flit a cycle. Packets with data go one after the other; those of a single
// flit pass between them (they have another virtual channel).
#pragma once
#include <deque>

#include "models/noc/noc_causes.h"
#include "models/noc/noc_socket.h"

namespace tensix {

class noc_link : private noc_output::owner_if {
 public:
  struct owner_if {
    virtual ~owner_if() = default;
    virtual void leaves(uint32_t job, cycle_t cycle) = 0;    // the first flit goes out in `cycle`, which is not past
    virtual void has_left(uint32_t job, cycle_t cycle) = 0;  // the last one
  };
  noc_output output;
  // `latency`: cycles from here to the receiver's end of the link. `gap`: between packets with data.
  noc_link(const char* name, slot where, owner_if& owner, const noc_causes& causes, uint32_t latency, uint32_t gap)
      : output(name, *this),
        owner_(owner),
        causes_(causes),
        latency_(latency),
        gap_(gap),
        run_(where, method<&noc_link::process>(this)) {}

  // A packet of one flit goes out in `cycle`, or in the first one that is free. `by`: why not before, as below.
  void send(uint32_t job, tlm::tlm_generic_payload& payload, cycle_t cycle, const cause& by);
  // One with data: its first data are there in `cycle`; `complete` says when the last ones are.
  void begin(uint32_t job, tlm::tlm_generic_payload& payload, cycle_t cycle, const cause& by);
  void complete(uint32_t job, cycle_t cycle, const cause& by);
  bool idle() const { return waiting_.empty(); }

 private:
  owner_if& owner_;
  const noc_causes& causes_;
  const uint32_t latency_, gap_;
  struct entry {
    uint32_t job;
    tlm::tlm_generic_payload* payload;  // acquired
    cycle_t ready;
    cause ready_by;
    cycle_t data_complete = never, first = never;
    cycle_t room_from = 0;  // at the other end of the link, for its last flit
    cause complete_by;
  };
  std::deque<entry> waiting_;
  cycle_t free_from_ = 0, single_free_from_ = 0;
  event_id left_ = 0;  // the last packet with data
  activation run_;
  void process();
  void room(tlm::tlm_generic_payload& payload, cycle_t cycle) override;
};

}  // namespace tensix
