// SPDX-License-Identifier: Apache-2.0
// Page i of a tensor in DRAM by the i-th way that there is, for B or NC, as they come from circular buffer 0. args: address, semaphore id;
// ct_args: accessor.
#include "api/dataflow/dataflow_api.h"
#include "experimental/circular_buffer.h"
#include "experimental/core_local_mem.h"
#include "experimental/endpoints.h"
#include "experimental/noc.h"
#include "experimental/noc_semaphore.h"
#include "experimental/tensor.h"

constexpr uint32_t cb = 0, bytes = 2048, half = bytes / 2;
constexpr auto args = TensorAccessorArgs<0>();

template <class Write>
void page(Write write) {
  cb_wait_front(cb, 1);
  write(get_read_ptr(cb));
  noc_async_write_barrier();
  cb_pop_front(cb, 1);
}

void kernel_main() {
  const uint32_t address = get_arg_val<uint32_t>(0);
  const auto out = TensorAccessor(args, address, bytes);
  const auto in_bank = [=](uint32_t i) { return get_noc_addr_from_bank_id<true>(i % NUM_DRAM_BANKS, address + i / 8 * bytes); };
  const uint64_t here = get_noc_addr(0);
  const uint64_t only_here = get_noc_multicast_addr(my_x[noc_index], my_y[noc_index], my_x[noc_index], my_y[noc_index], 0);
  volatile uint32_t* count = reinterpret_cast<volatile uint32_t*>(get_semaphore(get_arg_val<uint32_t>(1)));
  uint32_t i = 0;

  page([&](uint32_t from) { noc_async_write_tile(i++, out, from); });
  page([&](uint32_t from) { noc_async_write_page(i++, out, from); });
  page([&](uint32_t from) {
    noc_async_write_page(i, out, from, half);
    noc_async_write_page(i++, out, from + half, half, half);
  });
  page([&](uint32_t from) { noc_async_write(from, out.get_noc_addr(i++), bytes); });
  page([&](uint32_t from) { noc_async_write<bytes>(from, in_bank(i++), bytes); });
  page([&](uint32_t from) { noc_async_write_one_packet(from, in_bank(i++), bytes); });
  page([&](uint32_t from) {
    noc_async_write<bytes, true, true>(from, in_bank(i++), bytes);
    noc_async_posted_writes_flushed();
  });
  page([&](uint32_t from) {
    const uint64_t to = in_bank(i++);
    noc_async_write_one_packet_set_state(to, half);
    noc_async_write_one_packet_with_state(from, static_cast<uint32_t>(to));
    noc_async_write_one_packet_with_state(from + half, static_cast<uint32_t>(to) + half);
    noc_async_writes_flushed();
  });
  page([&](uint32_t from) {
    noc_async_write_one_packet_with_trid(from, in_bank(i++), bytes, 3);
    noc_async_write_flushed_with_trid(3);
    noc_async_write_barrier_with_trid(3);
  });
  page([&](uint32_t from) {
    const uint64_t to = in_bank(i++);
    noc_async_write_one_packet_with_trid_set_state(to);
    noc_async_write_one_packet_with_trid_with_state(from, static_cast<uint32_t>(to), half, 4);
    noc_async_write_one_packet_with_trid_with_state(from + half, static_cast<uint32_t>(to) + half, half, 4);
    noc_async_write_barrier_with_trid(4);
    noc_async_write_set_trid(0);
  });
  page([&](uint32_t from) {
    const InterleavedAddrGenFast<true> tiles = {
        .bank_base_address = address, .page_size = bytes, .data_format = get_dataformat(cb)};
    noc_async_write_tile(i++, tiles, from);
  });

  // The same by objects.
  const experimental::Noc noc;
  using experimental::Noc;
  experimental::CircularBuffer buffer(cb);
  const auto by_object = [&](auto write) {
    buffer.wait_front(1);
    write();
    noc.async_write_barrier();
    buffer.pop_front(1);
    ++i;
  };
  by_object([&] { noc.async_write(buffer, out, bytes, {}, {.page_id = i}); });
  by_object([&] {
    noc.async_write<Noc::TxnIdMode::ENABLED>(experimental::use<experimental::CircularBuffer::AddrSelector::READ_PTR>(buffer),
                                             PageView(out), bytes, {}, {.page_id = i}, NOC_UNICAST_WRITE_VC, 6);
    noc.async_write_barrier<Noc::BarrierMode::TXN_ID>(6);
    noc_async_write_set_trid(0);
  });
  by_object([&] {
    const experimental::AllocatorBank<experimental::AllocatorBankType::DRAM> bank;
    const uint32_t at = address + i / 8 * bytes;
    noc.set_async_write_state<Noc::ResponseMode::NON_POSTED, bytes>(bank, bytes, {.bank_id = i % 8, .addr = at});
    noc.async_write_with_state<Noc::ResponseMode::NON_POSTED, bytes>(buffer, bank, bytes, {}, {.bank_id = i % 8, .addr = at});
  });

  // By way of this tile's own L1, as the only tile of a rectangle and as any; in one packet and in several. Behind the buffer.
  const auto by_l1 = [&](uint32_t from, uint32_t much) {
    const uint32_t there = from + 60 * bytes, at_last = from + 70 * bytes;
    noc_async_write_multicast_loopback_src(from, only_here | there, much, 1);
    noc_async_write_barrier();
    if (much <= NOC_MAX_BURST_SIZE) noc_async_write_one_packet(there, here | at_last, much);
    else noc_async_write(there, here | at_last, much);
    noc_async_write_barrier();
    noc_async_write_tile(i++, out, at_last);
  };
  page([&](uint32_t from) { by_l1(from, bytes); });
  page([&](uint32_t from) { by_l1(from, 9 * bytes); });

  // Words: a page whose first ones were lost gets them back.
  page([&](uint32_t from) {
    volatile uint32_t* words = reinterpret_cast<volatile uint32_t*>(from);
    const uint32_t kept[3] = {words[0], words[1], words[2]};
    volatile uint32_t* spare = reinterpret_cast<volatile uint32_t*>(get_write_ptr(cb) + 8);  // alike modulo 16
    for (uint32_t w = 0; w < 3; ++w) words[w] = 0;
    noc_inline_dw_write(here | from, kept[0]);
    noc_inline_dw_write<InlineWriteDst::L1>(here | (from + 4), kept[1]);
    *spare = kept[2];
    noc_semaphore_set_remote(get_write_ptr(cb) + 8, here | (from + 8));
    noc_async_write_barrier();
    noc_async_write_tile(i++, out, from);
  });

  // A register, by itself and with state: the count of buffer 9, which nobody uses, is seen there and put back.
  page([&](uint32_t from) {
    volatile uint32_t* received = get_cb_tiles_received_ptr(9);
    const uint64_t there = here | reinterpret_cast<uint32_t>(received);
    noc_inline_dw_write(there, 5);
    noc_async_write_barrier();
    wait_for_sync_register_value(reinterpret_cast<uint32_t>(received), 5);
    noc_inline_dw_write_set_state<false, true>(there, 6);
    noc_inline_dw_write_with_state(0);
    noc_async_write_barrier();
    if (*received == 6) noc_async_write_tile(i, out, from);
    noc_inline_dw_write_with_state<false, true, false, false, true>(0);
    noc_async_write_barrier();
    ++i;
  });

  // Semaphores: one that counts, a word that is set from another in a rectangle.
  page([&](uint32_t from) {
    const uint32_t semaphore = reinterpret_cast<uint32_t>(count), before = *count, there = from + 60 * bytes;
    noc_semaphore_inc(here | semaphore, 3);
    noc_async_atomic_barrier();
    noc_semaphore_wait_min(count, before + 3);
    noc_semaphore_inc(here | semaphore, static_cast<uint32_t>(-3));
    noc_async_atomic_barrier();
    noc_semaphore_set_multicast_loopback_src(from, only_here | there, 1);
    noc_async_write_barrier();
    noc_semaphore_wait(reinterpret_cast<volatile uint32_t*>(there), *reinterpret_cast<volatile uint32_t*>(from));
    noc_async_write_tile(i++, out, from);
  });

  // What wants other tiles compiles.
  if (*count == 0xffffffff) {
    const experimental::MulticastEndpoint others;
    experimental::Semaphore<> semaphore(0);
    noc_async_write_multicast(0, only_here, half, 2, true);
    noc_async_write_multicast<bytes>(0, only_here, half, 2);
    noc_async_write_multicast_one_packet(0, only_here, half, 2);
    noc_semaphore_set_multicast(0, only_here, 2);
    noc.async_write_multicast(buffer, others, half, 2, {},
                              {.noc_x_start = 1, .noc_y_start = 2, .noc_x_end = 2, .noc_y_end = 2});
    noc.async_write_multicast<Noc::McastMode::INCLUDE_SRC>(
        buffer, buffer, half, 2, {}, {.noc_x_start = 1, .noc_y_start = 2, .noc_x_end = 2, .noc_y_end = 2});
    semaphore.set_multicast(noc, 1, 2, 2, 2, 2);
    noc.inline_dw_write(experimental::UnicastEndpoint(), 1, {.noc_x = 1, .noc_y = 2, .addr = 0});
  }

  // Whatever comes until the reader has said how many there are.
  while (true) {
    invalidate_l1_cache();
    if (cb_pages_available_at_front(cb, 1)) page([&](uint32_t from) { noc_async_write_tile(i++, out, from); });
    else if (*count == i) break;
  }
  noc_async_full_barrier();
}
