#include "models/observe/causes.h"

#include <cstring>

namespace tensix {

cause_recorder::cause_recorder(size_t capacity) : capacity_(capacity), words_(word_places) {
  events_.reserve(capacity);
  causes_.reserve(4 * capacity);
  here_.fill(begin(0, path_kind::outside));
}

void cause_recorder::begin_anew(uint64_t cycle, size_t capacity) {
  capacity_ = capacity;
  first_ = last() + 1;
  begun_in_ = cycle;
  stopped_ = false;
  events_.clear();
  causes_.clear();
  here_.fill({});
  semaphores_.fill({});
  stores_.fill({});
  stores_on_their_way_ = 0;
  for (word_causes& w : words_) w.count = 0;
  begin(cycle, path_kind::outside);
}

void cause_recorder::make_room() {
  if (!stopped_) full();
  if (stopped_) return;
  if (events_.size() < capacity_) return;
  capacity_ *= 2;
  events_.reserve(capacity_);
}

void cause_recorder::forget_before(event_id id) {
  if (id == first_ || !known(id)) return;
  const size_t gone = id - first_;
  const uint32_t causes_gone = events_[gone].first;
  events_.erase(events_.begin(), events_.begin() + static_cast<std::ptrdiff_t>(gone));
  causes_.erase(causes_.begin(), causes_.begin() + causes_gone);
  for (event& e : events_) e.first -= causes_gone;
  first_ = id;
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
