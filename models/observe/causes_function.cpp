// SPDX-License-Identifier: Apache-2.0
#include "models/observe/causes.h"

#include <algorithm>
#include <cstring>

namespace tensix {

cause_recorder::cause_recorder(size_t capacity) : own_(std::make_unique<log>()), log_(*own_), tile_(0), words_(word_places) {
  log_.capacity = capacity;
  log_.events.reserve(capacity);
  log_.causes.reserve(4 * capacity);
  log_.recorders.push_back(this);
  here_.fill(begin(0, path_kind::outside));
}

cause_recorder::cause_recorder(cause_recorder& first, uint8_t tile) : log_(first.log_), tile_(tile), words_(word_places) {
  log_.recorders.push_back(this);
  here_.fill(log_.first);
}

void cause_recorder::begin_anew(uint64_t cycle, size_t capacity) {
  const event_id first = last() + 1;
  log_.capacity = capacity;
  log_.first = first;
  log_.begun_in = cycle;
  log_.stopped = false;
  log_.events.clear();
  log_.causes.clear();
  log_.rounds.clear();
  for (cause_recorder* r : log_.recorders) r->forget();
  begin(cycle, path_kind::outside);
}

void cause_recorder::forget() {
  here_.fill({});
  semaphores_.fill({});
  stores_.fill({});
  stores_on_their_way_ = 0;
  for (word_causes& w : words_) w.count = 0;
}

void cause_recorder::make_room() {
  log& l = log_;
  if (!l.stopped) l.recorders.front()->full();
  if (l.stopped || l.events.size() < l.capacity) return;
  l.capacity *= 2;
  l.events.reserve(l.capacity);
}

void cause_recorder::forget_before(event_id id) {
  if (id == log_.first || !known(id)) return;
  std::vector<event>& events = log_.events;
  std::vector<cause>& causes = log_.causes;
  const size_t gone = id - log_.first;
  const uint32_t causes_gone = events[gone].first;
  events.erase(events.begin(), events.begin() + static_cast<std::ptrdiff_t>(gone));
  causes.erase(causes.begin(), causes.begin() + causes_gone);
  for (event& e : events) e.first -= causes_gone;
  std::vector<rounds_of_looks>& rounds = log_.rounds;
  rounds.erase(rounds.begin(),
               std::find_if(rounds.begin(), rounds.end(), [&](const rounds_of_looks& r) { return r.found >= id; }));
  log_.first = id;
}

void cause_recorder::spent(unsigned core, path_use use, uint64_t cycles) {
  cause& here = here_[core];
  const auto n = static_cast<uint32_t>(cycles);
  if (n == 0 || !known(here.after)) return;
  if (here.cycles == 0 || here.use == use) {
    here.use = use;
    here.cycles += n;
  } else if (here.also_cycles == 0 || here.also == use) {
    here.also = use;
    here.also_cycles += n;
  } else {
    core_event(core, cycle_of(here), use);
    here_[core].use = use;
    here_[core].cycles = n;
  }
}

void cause_recorder::semaphore_set(unsigned index, unsigned value, const cause& by) {
  semaphore_causes& s = semaphores_[index];
  s.posts.clear();
  s.gets.clear();
  for (unsigned i = 0; i < value; ++i) s.posts.put(by);
}

void cause_recorder::landed(uint32_t address, uint32_t bytes, const uint8_t* l1, uint64_t cycle) {
  for (unsigned i = 0; i < stores_.size() && stores_on_their_way_; ++i) {
    store_on_its_way& s = stores_[i];
    if (s.bytes == 0 || s.address + s.bytes <= address || s.address >= address + bytes) continue;
    for (uint32_t word = s.address & ~3u; word < s.address + s.bytes; word += 4) {
      uint32_t value = 0;
      std::memcpy(&value, l1 + word, 4);
      const path_use waits = i < core_count ? path_use(path_kind::l1_access, i) : path_kind::scalar;
      word_written(word, value, {s.by, waits, cycle - cycle_of(s.by)});
    }
    s.bytes = 0;
    --stores_on_their_way_;
  }
}

void cause_recorder::word_written(uint32_t address, uint32_t value, const cause& by) {
  word_causes& w = words_[place_of(address)];
  if (w.address != address) {
    w.address = address;
    w.count = 0;
  }
  w.newest = (w.newest + 1) % word_causes::places;
  w.value[w.newest] = value;
  w.by[w.newest] = by;
  if (w.count < word_causes::places) ++w.count;
}

}  // namespace tensix
