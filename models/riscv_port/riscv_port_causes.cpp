// SPDX-License-Identifier: Apache-2.0
// What a core's port records of causes (observe/causes.h): of its loads, and of stores to L1 that others wait for.
#include "models/riscv_port/riscv_port.h"

namespace tensix {

// A load has been made that began in `began` and brings its value `latency` cycles from now; the last one of a poll, which had to
// look more than once if it `slept`.
void riscv_port::record_load(uint32_t address, cycle_t began, uint32_t latency, const poll_extension* poll, bool slept,
                             core_store_extension* own) {
  cause_recorder& all = *causes();
  const decoded_address d = decode(address);
  const bool waits_for_thread = d.region == address_region::ttsync_done || d.region == address_region::ttsync_mop;
  if (own) {  // a core that counts its own cycles
    all.begin(now_cycle(), use(path_kind::core_wait), core_ < thread_count ? static_cast<int>(core_) : -1);
    all.after(own->by);
    if (waits_for_thread) reach_.frontends[d.index]->record_idle_causes();
    if (d.region == address_region::semaphore) all.after(all.semaphore_changed(d.index));
    if (d.region == address_region::mailbox) all.after(message_taken(d.item));
    if (address_map::is_told(d.region) && all.cycle_of(all.word_changed(address & ~3u)) <= now_cycle())
      all.after(all.word_changed(address & ~3u));
    own->by = all.last();
    return;
  }
  all.core_event(core_, began, use(slept ? path_kind::poll : path_kind::core_wait));
  if (poll) {
    const auto since_when = [&](unsigned index, const auto& condition) {  // semaphores count: it holds from or up to a value
      unsigned turns = 0;
      while (turns < 16 && condition(turns) == condition(0)) ++turns;
      const unsigned now = reach_.state->sem[index].value;
      return condition(0) ? all.semaphore_fell_below(index, now, turns) : all.semaphore_reached(index, now, turns);
    };
    const auto holds = [&](uint32_t value) { return poll->holds(value & poll->mask, poll->value); };
    cause since;
    if (d.region == address_region::l1) since = all.word_since(address & ~3u, holds);
    else if (address_map::is_told(d.region)) since = all.word_since(address & ~3u, holds);
    else if (d.region == address_region::semaphore) since = since_when(d.index, holds);
    if (all.cycle_of(since) <= began) all.after(since);
  }
  const cycle_t now = now_cycle();
  if (d.region == address_region::l1) {  // its beat takes a cycle
    const cycle_t refused = now > began ? now - began - 1 : 0;
    all.spent(core_, use(path_kind::l1_access), refused);
    all.spent(core_, use(path_kind::l1_load), now - began - refused + latency);
    return;
  }
  if (now > began) {
    all.core_event(core_, now, use(path_kind::core_wait));
    if (waits_for_thread) reach_.frontends[d.index]->record_idle_causes();
    if (d.region == address_region::mailbox) all.after(message_taken(d.item));
  }
  all.spent(core_, use(address_map::load_resource(d.region)), latency);
}

// What has sent the message that the core has taken now; empty, if it has asked for the mailbox's state only.
cause riscv_port::message_taken(unsigned item) const {
  if (item != 0) return {};
  const cause sent{reach_.shared->taken_by[core_], use(path_kind::store_travel), parameters_.store_travel_cycles};
  return causes()->cycle_of(sent) <= now_cycle() ? sent : cause{};
}

cause riscv_port::stores_by(event_id before) const {
  for (unsigned i = 0;; ++i) {
    const cause c = stores_by_.back(i);
    if (!c.after || static_cast<int32_t>(before - c.after) > 0) return c;
  }
}

void riscv_port::record_store_to_l1(uint32_t address, uint32_t bytes) {
  causes()->store_begins(core_, address, bytes, record_store());
}

event_id riscv_port::record_store() {
  if (!storing_for_ || !storing_for_->by) return causes()->core_event(core_, now_cycle(), use(path_kind::core_wait));
  causes()->begin(now_cycle(), use(path_kind::program), core_ < thread_count ? static_cast<int>(core_) : -1);
  causes()->after(storing_for_->by);
  return causes()->last();
}

}  // namespace tensix
