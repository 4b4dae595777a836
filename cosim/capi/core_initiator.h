// SPDX-License-Identifier: Apache-2.0
// What stands in the place of a RISC-V core at one core socket: it makes the accesses that the library's user asks for, one a
// cycle, in the slot of that core, as a stream player does (workload/streams): with the same accesses in the same cycles a tile
// does the same.
#pragma once
#include <tlm_utils/simple_initiator_socket.h>
#include <algorithm>
#include <array>
#include <systemc>

#include "models/contracts/core_access.h"
#include "models/time/strand.h"

namespace tensix {

class core_initiator : public sc_core::sc_module {
 public:
  static constexpr unsigned ids = 8;
  tlm_utils::simple_initiator_socket<core_initiator> socket;
  core_push_if* pushes = nullptr;  // the way of a thread's words; B has none

  // What a testbench in lockstep asks of a core in every cycle; it stands where the library finds it at once.
  struct view {
    cycle_t ready_from = 0;                  // the first cycle in which the core can make an access; never: it is held
    std::array<cycle_t, ids> answer_from{};  // of an id, in which its answer is there; never: not known yet; 0: it is free
  };
  // What a testbench sees next that is new to it, of all cores of a tile: that a request is answered which was not, or that an
  // access can be made which could not.
  struct news {
    bool wanted = false;   // it ends the calendar's run before the cycle in which it is seen
    cycle_t from = never;  // the first cycle in which there is any; once that has come, note_known finds the next
    unsigned cores = 0;    // who has it then, a bit each
    cycle_t latest = 0;    // nothing that is known is seen later
    void note(unsigned core, cycle_t cycle) {
      if (cycle > latest) latest = cycle;
      if (cycle < from) from = cycle, cores = 0;
      if (cycle == from) cores |= 1u << core;
    }
  };

  core_initiator(sc_core::sc_module_name name, unsigned core, view& v, news& n);
  ~core_initiator() override;

  // In the present cycle `now`, at its beginning. These want a core that is ready (it has made no access in this cycle, and no
  // push or store of it is held), and a free id. They are made once `wake` has been called.
  void push(uint32_t word);
  void store(unsigned id, uint32_t address, unsigned bytes, uint32_t value);
  void load(unsigned id, uint32_t address, unsigned bytes, cycle_t now) { load(id, address, bytes, nullptr, now); }
  // Until the word of 32 bits is as `until` says; it is copied.
  void poll(unsigned id, uint32_t address, const poll_extension& until, cycle_t now) { load(id, address, 4, &until, now); }
  // In the same cycle, behind any of these.
  void wake(cycle_t now) {
    if (storing_ != nothing) stores_.wake_by(now);
    else if (load_count_ == 1) loads_strand_.wake_by(now);  // otherwise it is at one in front of this
  }

  // With tensix_tile::reset, in the present cycle: nothing is open any more.
  void reset(cycle_t now);

  enum class answer : uint8_t { none, open, done, refused };  // refused: the program did something undefined
  struct request {
    answer state = answer::none;
    uint32_t address = 0, value = 0;
    uint8_t bytes = 0;
    bool is_store = false, is_poll = false;
    poll_extension until;  // of a poll
  };
  const request& at(unsigned id) const { return requests_[id]; }
  // Its answer; open: not there yet.
  answer answered(unsigned id, cycle_t now) const { return view_.answer_from[id] > now ? answer::open : requests_[id].state; }
  void forget(unsigned id) {
    requests_[id].state = answer::none;
    view_.answer_from[id] = 0;
    open_ids_ &= ~(1u << id);
  }
  // Notes in the news what is known already of the time behind `since`.
  void note_known(cycle_t since);
  // An access has not been made, or what it has brought is on its way.
  bool held() const { return storing_ != nothing || load_count_; }
  bool answer_to_come(cycle_t now) const;

 private:
  const unsigned core_;
  view& view_;
  news& news_;
  static constexpr unsigned a_push = ids;  // in the place of an id
  static constexpr unsigned nothing = ids + 1;
  std::array<request, ids> requests_{};
  unsigned open_ids_ = 0;  // a bit each that is not free
  unsigned storing_ = nothing;
  uint32_t word_ = 0;  // that is pushed
  // Loads in the order in which they came, those that the port has not answered.
  std::array<uint8_t, ids> loads_{};
  unsigned first_load_ = 0, load_count_ = 0;

  // One strand for loads, one for the rest: a load that waits (an empty mailbox) holds no store.
  struct way {
    tlm::tlm_generic_payload payload;
    uint8_t data[4] = {};
    way();
  };
  way stores_way_, loads_way_;
  poll_extension poll_;
  void load(unsigned id, uint32_t address, unsigned bytes, const poll_extension* until, cycle_t now);
  request& open(unsigned id, uint32_t address, unsigned bytes);
  sc_core::sc_time transport(way& w, tlm::tlm_command command, uint32_t address, unsigned bytes);
  void finish(unsigned id, const way& w, cycle_t from);
  void known(cycle_t from) {
    news_.note(core_, from);
    if (news_.wanted) calendar::present().kernel_due(cycle_time::ticks_of(news_.from, slot::l1));
  }
  void make_stores();
  void make_loads();
  strand stores_, loads_strand_;
};

}  // namespace tensix
