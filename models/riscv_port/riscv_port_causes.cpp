// What a core's port tells of causes (observe/causes.h): of its loads, and of stores to L1 that others wait for.
#include "models/riscv_port/riscv_port.h"

namespace tensix {

namespace {
path_kind kind_of_load(address_region region) {
  switch (region) {
    case address_region::l1: return path_kind::l1_load;
    case address_region::semaphore:
    case address_region::mailbox:
    case address_region::pc_buffer: return path_kind::semaphore_load;
    case address_region::ttsync_done:
    case address_region::ttsync_mop:
    case address_region::ttsync_other: return path_kind::ttsync_load;
    case address_region::gpr:
    case address_region::config:
    case address_region::config_dual:
    case address_region::thread_config:
    case address_region::tdma_risc:
    case address_region::dst_window: return path_kind::register_load;
    default: return path_kind::other_load;
  }
}
}  // namespace

// A load has been made that began in `began` and brings its value `latency` cycles from now; the last one of a poll, which had to
// look more than once if it `slept`.
void riscv_port::tell_loaded(uint32_t address, cycle_t began, uint32_t latency, const poll_extension* poll, bool slept) {
  cause_recorder& all = *causes();
  const decoded_address d = decode(address);
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
    if (d.region == address_region::ttsync_done) reach_.frontends[d.index]->tell_idle_causes();
  }
  all.spent(core_, use(kind_of_load(d.region)), latency);
}

cause riscv_port::stores_by(event_id before) const {
  for (unsigned i = 0;; ++i) {
    const cause c = stores_by_.back(i);
    if (!c.after || static_cast<int32_t>(before - c.after) > 0) return c;
  }
}

void riscv_port::tell_storing_to_l1(uint32_t address) {
  causes()->core_event(core_, now_cycle(), use(path_kind::core_wait));
  causes()->store_begins(core_, address);
}

}  // namespace tensix
