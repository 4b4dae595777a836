// SPDX-License-Identifier: Apache-2.0
// Contract 4, observation, what for: the events of a run, and what each had to wait for. From them comes the critical path
// (docs/critical-path.md). What keeps a time ("free from cycle n on") keeps its `cause` beside it; what happens is an event
// after all the causes that it had to wait for, whether it waited for them or not. A cause says nothing but: not before the event
// `after` plus so many cycles, which go into these uses.
//
// Tiles of a chip have a recorder each, and one list of events: packets carry causes from one tile to another.
//
// Nobody records unless tensix_state::causes is set; each place then costs a test of a pointer. Layer 1.
#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "models/observe/path_resources.h"

namespace tensix {

using event_id = uint32_t;  // in the order of recording, from 1 on; 0: none

struct cause {
  event_id after = 0;
  uint32_t cycles = 0, also_cycles = 0;
  path_use use, also;  // what the first and the other cycles go into
  cause() = default;
  cause(event_id e) : after(e) {}
  cause(event_id e, path_use u, uint64_t n) : after(e), cycles(static_cast<uint32_t>(n)), use(u) {}
  cause(event_id e, path_use u, uint64_t n, path_use also_u, uint64_t also_n)
      : after(e), cycles(static_cast<uint32_t>(n)), also_cycles(static_cast<uint32_t>(also_n)), use(u), also(also_u) {}
};

// A core looks at something until it has changed: once, and then in a loop, whose looks are so many cycles apart. An event that is
// the look which has found the change happens with the first of these looks that is not before it.
struct rounds_of_looks {
  event_id found = 0;
  cause change;
  cause first, in_loop;  // the first look of all and that of the loop, which may be the same
  uint32_t period = 0;   // cycles, 0: not known, as no look has followed the loop's first one
  path_use load;         // of the period: the load, which takes so many cycles
  uint32_t load_cycles = 0;
};

// The last causes of a kind.
class cause_history {
 public:
  void put(const cause& c) { last_[count_++ % places] = c; }
  void clear() { count_ = 0; }
  // The one that so many have come behind; empty: too long ago, or never.
  cause back(unsigned behind) const {
    return behind < places && behind < count_ ? last_[(count_ - 1 - behind) % places] : cause{};
  }

 private:
  static constexpr unsigned places = 16;
  std::array<cause, places> last_{};
  unsigned count_ = 0;
};

class cause_recorder {
 public:
  struct event {
    uint64_t cycle = 0;
    uint32_t first = 0;  // of its causes, in causes()
    uint32_t word = 0;   // instruction, 0: none; of a wait for a link its number (noc_wait_word)
    int8_t thread = -1;
    uint8_t tile = 0;  // whose it is: the recorder's
    path_use rest;     // what the time goes into that no cause explains
  };

  // ---- Recording

  // Something happens in `cycle`, which may lie ahead; what it waited for follows. `rest`: see event.
  event_id begin(uint64_t cycle, path_use rest, int thread = -1, uint32_t word = 0) {
    log& l = log_;
    if (l.events.size() == l.capacity) make_room();
    if (!l.stopped)
      l.events.push_back({cycle, static_cast<uint32_t>(l.causes.size()), word, static_cast<int8_t>(thread), tile_, rest});
    return last();
  }
  // One more thing that the event begun last had to wait for; nothing, if c is empty.
  void after(const cause& c) {
    if (c.after && known(c.after) && !log_.stopped) log_.causes.push_back(c);
  }
  // The same of a turn at something that threads share: only one of the same thread is a cause. That another thread had its turn
  // just then is chance; such cycles stay in the event's rest.
  void after_turn(const cause& c) {
    if (!log_.stopped && c.after && known(c.after) && event_of(c.after).thread == log_.events.back().thread)
      log_.causes.push_back(c);
  }
  // How the event begun last, a core's look, has come about, beside its causes.
  void found_in(rounds_of_looks r) {
    if (log_.stopped || !known(r.change.after) || !known(r.first.after) || !known(r.in_loop.after)) return;
    r.found = last();
    log_.rounds.push_back(r);
  }
  // Of which instruction the event begun last is.
  void describe(int thread, uint32_t word) {
    if (log_.stopped) return;
    log_.events.back().thread = static_cast<int8_t>(thread);
    log_.events.back().word = word;
  }
  // The event begun last did not happen.
  void drop() {
    if (log_.stopped) return;
    log_.causes.resize(log_.events.back().first);
    log_.events.pop_back();
  }
  event_id last() const { return log_.first + static_cast<event_id>(log_.events.size()) - 1; }
  bool known(event_id id) const { return id - log_.first < log_.events.size(); }  // not forgotten (numbers may have begun anew)
  // Recording goes on in `cycle`, after a time without it: what was recorded before is forgotten.
  void begin_anew(uint64_t cycle, size_t capacity);
  uint64_t begun_in() const { return log_.begun_in; }
  uint64_t cycle_of(const cause& c) const { return known(c.after) ? event_of(c.after).cycle + c.cycles + c.also_cycles : 0; }

  // A core does one thing after the other. It has spent so many cycles on something since its last event; `core_event` is its
  // next one.
  void spent(unsigned core, path_use use, uint64_t cycles);
  event_id core_event(unsigned core, uint64_t cycle, path_use rest) {
    const event_id e = begin(cycle, rest, core < 3 ? static_cast<int>(core) : -1);
    if (cycle_of(here_[core]) > cycle) return e;  // it has gone on meanwhile: a store from its queue
    after(here_[core]);
    here_[core] = e;
    return e;
  }
  const cause& here(unsigned core) const { return here_[core]; }
  // What the core has done since then it did only because it had to wait: what comes does not wait for that.
  void go_back(unsigned core, const cause& to) { here_[core] = to; }

  // Semaphores. Since when one, which is `value` now, is at least `least`, or below `limit`: what came behind does not count.
  void semaphore_set(unsigned index, unsigned value, const cause& by);
  void semaphore_posted(unsigned index, const cause& by) { semaphores_[index].posts.put(by); }
  void semaphore_got(unsigned index, const cause& by) { semaphores_[index].gets.put(by); }
  cause semaphore_reached(unsigned index, unsigned value, unsigned least) const {
    return semaphores_[index].posts.back(value - least);
  }
  cause semaphore_fell_below(unsigned index, unsigned value, unsigned limit) const {
    return semaphores_[index].gets.back(limit - 1 - value);
  }

  // Words of L1 by which cores and feeds wait for one another. `word_since`: what made `holds(value & mask, operand)` true for
  // good; empty if that is too long ago, or was not recorded.
  void word_written(uint32_t address, uint32_t value, const cause& by);
  // A store to L1 has begun, of a core or as a request of the scalar unit, with its event; bytes are there.
  static constexpr unsigned scalar_requests = 8;
  void store_begins(unsigned core, uint32_t address, uint32_t bytes, event_id by) {
    stores_on_their_way_ += stores_[core].bytes == 0;
    stores_[core] = {address, bytes, by};
  }
  void scalar_store_begins(unsigned request, uint32_t address, uint32_t bytes, event_id by) {
    store_begins(core_count + request, address, bytes, by);
  }
  void landed(uint32_t address, uint32_t bytes, const uint8_t* l1, uint64_t cycle);
  template <class Holds>
  cause word_since(uint32_t address, Holds holds) const;

  // What changed the word, or the semaphore, the last time.
  cause word_changed(uint32_t address) const {
    const word_causes& w = words_[place_of(address)];
    return w.address == address && w.count ? w.by[w.newest] : cause{};
  }
  cause semaphore_changed(unsigned index) const {
    const cause post = semaphores_[index].posts.back(0), get = semaphores_[index].gets.back(0);
    return cycle_of(post) > cycle_of(get) ? post : get;
  }

  // ---- What was recorded

  event_id first() const { return log_.first; }
  const std::vector<event>& events() const { return log_.events; }
  const std::vector<cause>& causes() const { return log_.causes; }
  const std::vector<rounds_of_looks>& rounds() const { return log_.rounds; }  // in the order of their events
  // Called when so many are kept: an override may have some forgotten. If none are, there is room for more.
  explicit cause_recorder(size_t capacity = size_t{1} << 18);
  // Of another tile, by its number from 1 on: events are those of `first`, which is asked when there is no more room.
  cause_recorder(cause_recorder& first, uint8_t tile);
  virtual ~cause_recorder() = default;
  cause_recorder(const cause_recorder&) = delete;
  cause_recorder& operator=(const cause_recorder&) = delete;
  void forget_before(event_id id);
  // Nothing is recorded any more, for good or for now: tensix_state::causes is to be unset when no unit is at work.
  bool stopped() const { return log_.stopped; }

 protected:
  virtual void full() {}
  void stop() { log_.stopped = true; }

 private:
  struct log {
    size_t capacity;
    event_id first = 1;
    uint64_t begun_in = 0;
    bool stopped = false;
    std::vector<event> events;
    std::vector<cause> causes;
    std::vector<rounds_of_looks> rounds;
    std::vector<cause_recorder*> recorders;  // the first one's has it
  };
  const std::unique_ptr<log> own_;
  log& log_;
  const uint8_t tile_;
  const event& event_of(event_id id) const { return log_.events[id - log_.first]; }
  void forget();
  by_core<cause> here_{};
  struct semaphore_causes {
    cause_history posts, gets;
  };
  std::array<semaphore_causes, 8> semaphores_{};
  struct word_causes {
    uint32_t address = ~0u;
    unsigned newest = 0, count = 0;
    static constexpr unsigned places = 16;
    std::array<uint32_t, places> value{};
    std::array<cause, places> by{};
  };
  struct store_on_its_way {
    uint32_t address = 0, bytes = 0;
    event_id by = 0;
  };
  std::array<store_on_its_way, core_count + scalar_requests> stores_{};
  unsigned stores_on_their_way_ = 0;
  static constexpr size_t word_places = 256;
  std::vector<word_causes> words_;
  static size_t place_of(uint32_t address) { return address / 4 % word_places; }
  void make_room();
};

template <class Holds>
cause cause_recorder::word_since(uint32_t address, Holds holds) const {
  const word_causes& w = words_[place_of(address)];
  if (w.address != address) return {};
  cause since;
  for (unsigned i = 0; i < w.count; ++i) {
    const unsigned at = (w.newest + word_causes::places - i) % word_causes::places;
    if (!holds(w.value[at])) return since;
    since = w.by[at];
  }
  return w.count == word_causes::places || begun_in() != 0 ? cause{} : since;  // it may have held before what is known
}

}  // namespace tensix
