// SPDX-License-Identifier: Apache-2.0
// The store queue of a core, and its stores that are on their way.
#include "models/riscv_port/riscv_port.h"
#include "models/riscv_port/tracked_resources_function.h"

namespace tensix {

// Whatever comes behind a store that waits, waits as well; one leaves a cycle.
bool riscv_port::must_queue(const decoded_address& d) const {
  if (!queue_.empty() || emitted_in_ == now_cycle()) return true;
  if (core_ >= thread_count) return false;
  const resource_set tracked = resources_of_access(d, reach_.state->thread_config(core_));
  return tracked && reach_.frontends[core_]->tracking.free_from(tracked, true, now_cycle()) > now_cycle();
}

void riscv_port::enqueue(way& w, const queued_store& store) {
  const auto room = [&] { return queue_.size() < parameters_.store_queue_entries; };
  wait_until(w, {"has its store queue full"}, room, {&queue_room_});
  queue_.push_back(store);
  queue_filled_.notify();
}

void riscv_port::drain_queue() {
  for (;;) {
    while (queue_.empty()) wait_for_event(queue_filled_);
    align();
    if (emitted_in_ == now_cycle()) wait_until_cycle(now_cycle() + 1);
    const queued_store first = queue_.front();
    const decoded_address d = decode(first.address);
    if (first.bytes == 0) {
      sc_core::sc_time none = sc_core::SC_ZERO_TIME;
      push_origin from{pushed_by::stream, first.ttinsn};
      push(queue_way_, d.index, first.value, d.behind_mop_expander, none, from, false);
    } else {
      store(queue_way_, first.address, first.bytes, first.value);
    }
    emitted_in_ = now_cycle();
    queue_.pop_front();
    queue_room_.notify();
  }
}

// A load waits until no store of the same bytes is in the queue, or none at all.
void riscv_port::wait_queue(way& w, const region_access& load, bool all) {
  if (queue_.empty()) return;
  const auto nothing_before = [&] {
    for (const queued_store& q : queue_)
      if (all || (q.bytes && q.address < load.address + load.bytes && load.address < q.address + q.bytes)) return false;
    return true;
  };
  wait_until(w, {"waits for its stores before a load"}, nothing_before, {&queue_room_});
}

// Stores to GPRs, network interfaces and the NoC overlay take effect when they arrive; messages in mailboxes can be taken.
void riscv_port::arrive() {
  const cycle_t c = arrivals_.begin();
  while (!travelling_.empty() && travelling_.front().arrives <= c) {
    travelling_store s = travelling_.front();
    travelling_.pop_front();
    const address_region region = s.where.where.region;
    if (causes() && s.by.after) {
      s.where.by = causes()->begin(c, use(path_kind::store_travel));
      causes()->after(s.by);
    }
    if (region != address_region::mailbox) space_.store(s.where, s.value, c, c);
    if (causes() && region == address_region::noc_overlay) causes()->word_written(s.where.address & ~3u, s.value, s.where.by);
    if (region == address_region::noc_overlay)
      for (auto* f : reach_.frontends) f->state_changed(c);
    reach_.shared->poll_again();
  }
  if (!travelling_.empty()) arrivals_.arm(travelling_.front().arrives);
}

}  // namespace tensix
