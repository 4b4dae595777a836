// SPDX-License-Identifier: Apache-2.0
// One wrong use by WRONG; buffer 0 has three pages, there is one argument, one common argument and one semaphore. args: address.
#include "api/dataflow/dataflow_api.h"

void kernel_main() {
  if constexpr (WRONG == 1)
    for (uint32_t i = 0; i < 4; ++i) cb_push_back(0, 1);
  if constexpr (WRONG == 2) cb_pop_front(0, 1);
  if constexpr (WRONG == 3) cb_wait_front(7, 1);
  if constexpr (WRONG == 4) cb_reserve_back(0, 4);
  if constexpr (WRONG == 5)
    for (uint32_t i = 0; i < 2; ++i) {
      cb_reserve_back(0, 2);
      cb_push_back(0, 2);
      cb_wait_front(0, 2);
      cb_pop_front(0, 2);
    }
  if constexpr (WRONG == 6) get_arg_val<uint32_t>(get_arg_val<uint32_t>(0) ? 1 : 2);
  if constexpr (WRONG == 7) get_common_arg_val<uint32_t>(1);
  if constexpr (WRONG == 8) noc_semaphore_set(reinterpret_cast<volatile uint32_t*>(get_semaphore(1)), 1);
  if constexpr (WRONG == 9) noc_async_read(get_noc_addr_from_bank_id<true>(8, 64), get_write_ptr(0), 64);
  if constexpr (WRONG == 10) {
    noc_async_read(get_noc_addr_from_bank_id<true>(7, 64), get_write_ptr(0), 64);
  }
}
