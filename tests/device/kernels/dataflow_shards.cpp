// SPDX-License-Identifier: Apache-2.0
// Copies a sharded tensor page by page to an interleaved one. args: addresses of both, bytes of a page; ct_args: number of the first common
// argument, accessors of both.
#include "api/dataflow/dataflow_api.h"

void kernel_main() {
  constexpr auto in_args = TensorAccessorArgs<1, get_compile_time_arg_val(0)>();
  constexpr auto out_args = TensorAccessorArgs<in_args.next_compile_time_args_offset()>();
  const uint32_t bytes = get_arg_val<uint32_t>(2);
  const auto in = TensorAccessor(in_args, get_arg_val<uint32_t>(0), bytes);
  const auto out = TensorAccessor(out_args, get_arg_val<uint32_t>(1), bytes);
  const uint32_t l1 = get_write_ptr(0);
  for (const auto& page : in.pages()) {
    noc_async_read(page.noc_addr(), l1, bytes);
    noc_async_read_barrier();
    noc_async_write_tile(page.page_id(), out, l1);
    noc_async_write_barrier();
  }
}
