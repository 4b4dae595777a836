// SPDX-License-Identifier: Apache-2.0
// Packets on the links of one NoC, in time: who has which link and virtual channel when. Layer 1: times go in and come out.
//
//   head    A packet's first flit takes the virtual channel of each link on its way, or waits for it: first come, first served, and
//           in the same cycle by the packets' numbers.
//   queue   A buffer gives its packets in the order in which they came: the head waits until the packet before it on the same link
//           and channel has left the router, wherever that goes. Not with multicasts.
//   flits   A link passes a flit a cycle: packets with data take it one after the other, those of one flit go between them.
//   tail    The channel is free again when the packet's last flit has passed. A packet that has to wait keeps its channels behind it,
//           as far as its flits do not fit into the buffers in front of it: a buffer has noc.buffer_flits, and one flit less of
//           room is known at the link's other end noc.hop_cycles later.
//   tree    A multicast that reserves its path takes all channels of its tree before its flits go: a request goes out along the tree,
//           answers come back. If a channel was taken, all that it has got are given back, and it tries again after a pause
//           (`pause_of`). Its flits wait at the sender. What it holds behind it while a branch waits for a link is not modelled.
//   linked  The sender's next packet goes the same way, on the channels that a linked one leaves to it: it reserves nothing.
// Source: ISA documentation, NoC (one flit a cycle, cut-through, a channel is held until the packet has passed).
#pragma once
#include <array>
#include <deque>
#include <vector>

#include "models/noc/noc_flight_events.h"
#include "models/noc/noc_network_parameters.h"
#include "models/noc/noc_ways_function.h"
#include "models/time/cycle.h"

namespace tensix {

class noc_flights {
 public:
  using flight_id = uint32_t;
  static constexpr flight_id no_one = ~flight_id{0};
  // What happens; from within these, nothing is begun or ended.
  struct owner_if {
    virtual ~owner_if() = default;
    // The first, the last flit of a packet is out of the last router on its way to `to` in `cycle`, which may lie ahead.
    virtual void first_at(flight_id f, noc_coordinate to, cycle_t cycle) = 0;
    virtual void last_at(flight_id f, noc_coordinate to, cycle_t cycle) = 0;
    // The last flit may be at the first router in `cycle`, not before: only then there is room for all flits. Once for each packet
    // that has_to_wait.
    virtual void may_end(flight_id f, cycle_t cycle) = 0;
    // Nobody will ask of it any more.
    virtual void over(flight_id f) = 0;
    // The first flit leaves the router at the beginning of step `step` of its way in `cycle`, later than it could have without
    // others; before first_at.
    virtual void waited(flight_id, uint16_t /*step*/, cycle_t /*cycle*/) {}
    // The first flit of `waiting` has waited at a step of its way until the last one of `passed` was past a step of that one's.
    virtual void let_past(flight_id /*passed*/, uint16_t /*its_step*/, flight_id /*waiting*/, uint16_t /*step*/) {}
    // A multicast has reserved its path, and begins in `cycle`.
    virtual void reserved(flight_id, cycle_t /*cycle*/) {}
    // Cycles until a multicast tries again that has failed so many times.
    virtual cycle_t pause_of(flight_id f, unsigned failures) = 0;
  };
  // What a link has done. busy + blocked + idle = elapsed.
  struct link_use {
    uint64_t flits = 0, packets = 0;
    uint64_t waited = 0;   // cycles in which first flits waited for it or for its channels, of all packets together
    uint64_t busy = 0;     // cycles in which it passed a flit, or two (of a packet with data and of a single one)
    uint64_t blocked = 0;  // cycles without a flit in which a packet waited for one of its channels
  };
  // Is told what a link did, in the order of time: it passed flits in the cycles [from, then), none in [then, to).
  struct link_watch_if {
    virtual ~link_watch_if() = default;
    virtual void spent(unsigned noc, unsigned link, cycle_t from, cycle_t then, cycle_t to, bool blocked) = 0;
  };

  noc_flights(unsigned noc, const noc_network_parameters& parameters, owner_if& owner);

  // The first flit of a packet is at the first router in `cycle`. `number`: decides between packets of one cycle, unique.
  // `receivers`: of a multicast.
  flight_id begin(const noc_packet& p, const std::vector<noc_coordinate>& receivers, uint64_t number, cycle_t cycle);
  // Whether its last flit has to wait for may_end.
  bool has_to_wait(const noc_packet& p) const {
    if (p.multicast && !is_answer(p.kind)) return p.path_reserve;
    return p.flits() > parameters_.buffer_flits;
  }
  // The last one is, in `cycle`; not before may_end.
  void end(flight_id f, cycle_t cycle);
  // The first cycle in which something is to be done; never: nothing. All that is due up to `now`.
  cycle_t next() const { return events_.next(); }
  void run(cycle_t now);

  // Null: nobody.
  void watched_by(link_watch_if* watch) { watch_ = watch; }
  // Behind it use_of is of the cycles before `end`; of busy and blocked, else, of those before the link's last packet.
  void close_accounts(cycle_t end) {
    for (unsigned link = 0; link < links_.size(); ++link) count_until(link, end);
  }
  const link_use& use_of(unsigned link) const { return links_[link].use; }
  // Of a flight's way: the link of a step, how many lie before it, and the step before (noc_step_of_way::no_parent: none).
  const noc_step_of_way& step_of(flight_id f, uint16_t step) const { return flights_[f].steps[step].way; }
  unsigned depth_of(flight_id f, uint16_t step) const { return flights_[f].steps[step].depth; }
  // Whether `step` is `from`, or comes behind it.
  bool leads_to(flight_id f, uint16_t from, uint16_t step) const {
    while (step > from && step_of(f, step).parent != noc_step_of_way::no_parent) step = step_of(f, step).parent;
    return step == from;
  }
  // Its last step to `to`.
  uint16_t step_to(flight_id f, noc_coordinate to) const;
  bool idle() const { return open_ == 0; }

 private:
  static constexpr unsigned channels = 16;  // dateline, two bits of class, buddy
  struct waiter {
    flight_id flight;
    uint16_t step;
    cycle_t since;
  };
  // A step of a flight; `number` tells whether it is still that flight.
  struct place_in {
    flight_id flight = no_one;
    uint16_t step = 0;
    uint64_t number = 0;
  };
  struct channel {
    bool taken = false;
    place_in last;  // who has taken it, and where it goes on
    std::deque<waiter> waiting;
  };
  struct link {
    cycle_t free_from = 0;         // for packets with data
    cycle_t single_free_from = 0;  // for others
    channel of[channels];
    link_use use;
    cycle_t counted_to = 0;  // busy and blocked
    uint32_t kept = 0;       // packets whose first flit has come, and has no channel
  };
  struct step_state {
    noc_step_of_way way;
    uint16_t depth = 0;  // links before it
    uint8_t channel = 0;
    bool held = false, passed = false;
    cycle_t came = never;                // its head, behind a packet that has not passed
    place_in before;                     // that is in front of it in the router's buffer
    place_in behind;                     // whose head waits for this one to pass
    cycle_t head = never, tail = never;  // leave the router at the link's beginning
  };
  struct flight {
    bool used = false;
    uint64_t number = 0;
    uint32_t flits = 0;
    unsigned virtual_channel = 0;
    bool tree = false, static_channel = false, reserves = false, told_end = false;
    bool linked = false, follows = false;          // leaves its channels to the next one, has them from the one before
    flight_id leader = no_one, follower = no_one;  // those, while they are under way
    noc_coordinate sender;
    cycle_t tail = never;  // at the first router
    std::vector<step_state> steps;
    size_t settled = 0;  // so many steps at the beginning have a tail (of a tree: not counted)
    unsigned unreleased = 0;
    // Of a reservation that is under way
    unsigned asked = 0, failures = 0;
    bool failed = false;
    cycle_t answered = 0;  // the last answer is at the source
  };
  using what = noc_flight_step;
  static_assert(noc_links_of_one <= 1 << 10, "no way has more steps than an event can name");

  const unsigned noc_;
  const noc_network_parameters parameters_;
  owner_if& owner_;
  link_watch_if* watch_ = nullptr;
  std::vector<link> links_;
  std::vector<flight> flights_;
  std::vector<flight_id> unused_;
  noc_flight_events events_;
  unsigned open_ = 0;
  std::vector<noc_step_of_way> way_;
  // The last packet of each sender, if it was linked.
  struct linked_packet {
    bool is = false, multicast = false;
    noc_coordinate to, to_end;
    unsigned virtual_channel = 0;
    flight_id flight = no_one;  // while it is under way
  };
  std::array<linked_packet, noc_columns * noc_rows> linked_;

  std::array<std::array<place_in, channels / 2>, noc_columns * noc_rows>
      injected_;  // the last packet of each sender, by channel

  // In front of a head in its buffer, and not gone; null: nobody.
  step_state* in_front_of(const step_state& s);
  linked_packet& linked_by(noc_coordinate sender) { return linked_[unsigned{sender.x} * noc_rows + sender.y]; }
  void follow(flight_id f, const noc_packet& p);
  static bool is_last(const step_state& s) { return noc_link_port(s.way.link) == noc_port::interface; }
  uint8_t channel_of(const flight& f, const noc_step_of_way& w) const;
  void put(cycle_t cycle, what kind, flight_id f, size_t step);
  void on_behind(cycle_t cycle, what kind, flight_id f, uint16_t step);
  void head(flight_id f, uint16_t step, cycle_t cycle);
  void grant(flight_id f, uint16_t step, cycle_t cycle, cycle_t since);
  void count_until(unsigned link_number, cycle_t cycle);
  void ask(flight_id f, uint16_t step, cycle_t cycle);
  void release(flight_id f, uint16_t step, cycle_t cycle);
  void settle(flight_id f);
  // Cycle from which all flits of a chain fit into the buffers behind step `behind` (-1: the sender's own link); never: not known yet.
  cycle_t room(const flight& f, int behind) const;
};

}  // namespace tensix
