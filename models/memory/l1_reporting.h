// SPDX-License-Identifier: Apache-2.0
// What every L1 does alike around its arbitration, be it the model's or one of RTL: what a payload asks for, what the initiator
// gets to know at the completion, and what observers and RISC-V cores get to know of open transfers.
#pragma once
#include <algorithm>
#include <memory>
#include <tlm>
#include <utility>

#include "models/memory/l1_protocol.h"
#include "models/memory/l1_rule.h"
#include "models/observe/observer.h"
#include "models/time/strand.h"

namespace tensix {

// A transfer from its request to its completion.
struct l1_pending : l1_transfer {
  tlm::tlm_generic_payload* payload = nullptr;
  l1_access* access = nullptr;
  int socket = 0;                // binding index, to answer on
  tile_event* waiter = nullptr;  // b_transport waits here instead
};

// What the payload asks for, from cycle `start` on; its range has been checked. `access`: its extension; of a payload without one
// what stands for it, and lasts as long as the transfer.
void l1_begin(l1_pending& t, tlm::tlm_generic_payload& payload, l1_access& access, cycle_t start,
              const l1_parameters& parameters);

// An entry of a list of open transfers.
inline const l1_pending& l1_pending_of(const l1_pending& t) { return t; }
template <class T>
const l1_pending& l1_pending_of(const std::unique_ptr<T>& t) {
  return *t;
}

// Where a new transfer stands in the list: behind the others, unless it is earlier than those of cores that run ahead.
template <class List>
typename List::iterator l1_place(List& open, const l1_pending& t) {
  auto place = open.end();
  for (; place != open.begin(); --place) {
    const l1_pending& before = l1_pending_of(*(place - 1));
    if (!before.ahead || std::make_pair(before.start, before.ahead) <= std::make_pair(t.start, t.ahead)) break;
  }
  return place;
}

class l1_reporting {
 public:
  // Completions, to one that wishes beats; null: to none.
  void report_to(observer* o) { tap_ = o && o->wishes().beats ? o : nullptr; }
  observer* tap() const { return tap_; }
  // Fills what the extension tells the initiator. The transfer is done.
  void finish(const l1_pending& t);
  // For the tap. `bytes`: all of L1.
  static l1_completed describe(const l1_pending& t, const uint8_t* bytes);
  // As l1_if::use.
  template <class List>
  std::pair<bool, cycle_t> use(const List& open, cycle_t cycle) const {
    std::pair<bool, cycle_t> u(last_used_ >= cycle, never);
    for (const auto& entry : open) {
      const l1_pending& t = l1_pending_of(entry);
      if (t.access->poll) continue;
      if (t.start <= now_cycle()) u.first = true;
      else u.second = std::min(u.second, t.start);
    }
    return u;
  }
  // As l1_if::first_unreported; `next`: the first cycle without grants so far.
  template <class List>
  static cycle_t first_unreported(const List& open, cycle_t next) {
    cycle_t first = never;
    for (const auto& entry : open) {
      const l1_pending& t = l1_pending_of(entry);
      first = std::min(first, t.first_grant != never ? t.first_grant : std::max(t.start, next));
    }
    return first;
  }
  // As l1_if::report_open.
  template <class List, class Describe>
  void report_open(const List& open, Describe&& description) const {
    if (!tap_) return;
    for (const auto& entry : open)
      if (l1_pending_of(entry).first_grant != never) tap_->l1_complete(description(entry));
  }

 private:
  observer* tap_ = nullptr;
  cycle_t last_used_ = 0;  // end of the last completed transfer that was no poll
};

}  // namespace tensix
