// SPDX-License-Identifier: Apache-2.0
// A semaphore as an object: the functions of dataflow_api.h as its members.
#pragma once
#include "experimental/noc.h"

namespace experimental {

template <ProgrammableCoreType core_type = ProgrammableCoreType::TENSIX>
class Semaphore {
 public:
  explicit Semaphore(uint32_t semaphore_id) : address_(get_semaphore<core_type>(semaphore_id)) {}

  // This tile's.
  void up(uint32_t value) { *word() = *word() + value; }
  void down(uint32_t value) {
    noc_semaphore_wait_min(word(), value);
    *word() = *word() - value;
  }
  void wait(uint32_t value) { noc_semaphore_wait(word(), value); }
  void wait_min(uint32_t value) { noc_semaphore_wait_min(word(), value); }
  void set(uint32_t value) { noc_semaphore_set(word(), value); }

  // Others'.
  void up(const Noc& noc, uint32_t noc_x, uint32_t noc_y, uint32_t value, uint8_t vc = NOC_UNICAST_WRITE_VC) {
    noc_semaphore_inc(get_noc_addr(noc_x, noc_y, address_, noc.get_noc_id()), value, noc.get_noc_id(), vc);
  }
  template <Noc::McastMode mcast_mode = Noc::McastMode::EXCLUDE_SRC>
  void set_multicast(const Noc& noc, uint32_t noc_x_start, uint32_t noc_y_start, uint32_t noc_x_end, uint32_t noc_y_end,
                     uint32_t num_dests, bool linked = false) {
    const uint8_t id = noc.get_noc_id();
    const uint64_t to = get_noc_multicast_addr(noc_x_start, noc_y_start, noc_x_end, noc_y_end, address_, id);
    if constexpr (mcast_mode == Noc::McastMode::INCLUDE_SRC)
      noc_semaphore_set_multicast_loopback_src(address_, to, num_dests, linked, id);
    else noc_semaphore_set_multicast(address_, to, num_dests, linked, id);
  }

 private:
  volatile uint32_t* word() const { return reinterpret_cast<volatile uint32_t*>(address_); }
  uint32_t address_;
};

}  // namespace experimental
