// SPDX-License-Identifier: Apache-2.0
// Page i of a tensor in DRAM by the i-th way that there is, for B or NC; each goes to circular buffer 0. The last ways are of a sharded
// tensor of one dimension. args: address, address of the sharded one, semaphore id; ct_args: accessors of both.
#include "api/dataflow/dataflow_api.h"
#include "experimental/circular_buffer.h"
#include "experimental/core_local_mem.h"
#include "experimental/endpoints.h"
#include "experimental/noc.h"
#include "experimental/noc_semaphore.h"
#include "experimental/tensor.h"

constexpr uint32_t cb = 0, bytes = 2048, half = bytes / 2;
constexpr auto args = TensorAccessorArgs<0>();
constexpr auto sharded_args = TensorAccessorArgs<args.next_compile_time_args_offset()>();
static_assert(args.is_dram && !args.is_sharded && sharded_args.is_sharded);
static_assert(get_tile_size(cb) == bytes && get_tile_hw(cb) == 1024 && get_dataformat(cb) == DataFormat::Float16_b);

template <class Read>
void page(Read read) {
  cb_reserve_back(cb, 1);
  read(get_write_ptr(cb));
  noc_async_read_barrier();
  cb_push_back(cb, 1);
}

void kernel_main() {
  const uint32_t address = get_arg_val<uint32_t>(0);
  const auto in = TensorAccessor(args, address, bytes);
  const auto in_bank = [=](uint32_t i) { return get_noc_addr_from_bank_id<true>(i % NUM_DRAM_BANKS, address + i / 8 * bytes); };
  uint32_t i = 0;

  page([&](uint32_t to) { noc_async_read_tile(i++, in, to); });
  page([&](uint32_t to) { noc_async_read_page(i++, in, to); });
  page([&](uint32_t to) { noc_async_read(in.get_noc_addr(i++), to, bytes); });
  page([&](uint32_t to) { noc_async_read<bytes>(get_noc_addr(i++, in), to, bytes); });
  page([&](uint32_t to) {
    noc_async_read_one_packet(in.get_noc_addr(i), to, half);
    noc_async_read_one_packet(in.get_noc_addr(i++, half), to + half, half);
  });
  page([&](uint32_t to) { noc_async_read_one_packet(in_bank(i++), to, bytes); });
  page([&](uint32_t to) {
    const uint64_t from = in_bank(i++);
    noc_async_read_one_packet_set_state(from, half);
    noc_async_read_one_packet_with_state(static_cast<uint32_t>(from), to);
    noc_async_read_one_packet_with_state<false>(static_cast<uint32_t>(from) + half, to + half);
    noc_async_read_inc_num_issued(1);
  });
  page([&](uint32_t to) {
    const uint64_t from = in_bank(i++);
    noc_async_read_set_state(from);
    noc_async_read_with_state(static_cast<uint32_t>(from), to, bytes);
  });
  page([&](uint32_t to) {
    const uint64_t from = in_bank(i++);
    noc_async_read_one_packet_set_state<true>(from, bytes, 2);
    noc_async_read_one_packet_with_state<true, true>(static_cast<uint32_t>(from), to, 2);
    noc_async_read_barrier();
    noc_async_read_one_packet_set_state<true>(from, bytes, 1);
  });
  page([&](uint32_t to) {
    const uint64_t from = in_bank(i++);
    noc_async_read_set_trid(5);
    noc_async_read_one_packet_set_state(from, half);
    noc_async_read_one_packet_with_state_with_trid(static_cast<uint32_t>(from), 0, to, 5);
    noc_async_read_one_packet_with_state_with_trid(static_cast<uint32_t>(from), half, to + half, 5);
    noc_async_read_barrier_with_trid(5);
    noc_async_read_set_trid(0);
  });
  page([&](uint32_t to) {
    const InterleavedAddrGen<true> pages = {.bank_base_address = address, .page_size = bytes};
    noc_async_read(pages.get_noc_addr(i), to, half);
    noc_async_read(get_noc_addr(i++, pages, half), to + half, half);
  });
  page([&](uint32_t to) {
    const InterleavedAddrGenFast<true> tiles = {
        .bank_base_address = address, .page_size = bytes, .data_format = get_dataformat(cb)};
    noc_async_read_tile(i++, tiles, to);
  });
  page([&](uint32_t to) {
    const InterleavedPow2AddrGenFast<true> pages = {.bank_base_address = address, .log_base_2_of_page_size = 11};
    noc_async_read_page(i++, pages, to);
  });
  page([&](uint32_t to) {
    const InterleavedPow2AddrGen<true> pages = {.bank_base_address = address, .log_base_2_of_page_size = 11};
    noc_async_read(get_noc_addr(i++, pages), to, bytes);
  });
  page([&](uint32_t to) { noc_async_read_page(i++, get_interleaved_addr_gen<true, bytes>(address), to); });
  page([&](uint32_t to) { noc_async_read(get_dram_noc_addr(i++, bytes, address), to, bytes); });
  page([&](uint32_t to) {
    for (const auto& p : in.pages(i, i + 1)) noc_async_read(p.noc_addr(), to, bytes);
    ++i;
  });
  page([&](uint32_t to) {
    const auto accessors = std::make_tuple(in);
    const auto all = make_abstract_tensor_accessor_wrappers(accessors);
    noc_async_read(all[0].get_noc_addr(i++), to, bytes);
  });

  // The same by objects.
  const experimental::Noc noc;
  experimental::CircularBuffer buffer(cb);
  const auto by_object = [&](auto read) {
    buffer.reserve_back(1);
    read();
    noc.async_read_barrier();
    buffer.push_back(1);
    ++i;
  };
  by_object([&] { noc.async_read(in, buffer, bytes, {.page_id = i}, {}); });
  by_object([&] {
    const experimental::AllocatorBank<experimental::AllocatorBankType::DRAM> bank;
    const experimental::CoreLocalMem<uint32_t> to(buffer.get_write_ptr());
    noc.set_async_read_state<experimental::Noc::VcSelection::DEFAULT, bytes>(bank, half, {.bank_id = i % 8, .addr = address});
    for (const uint32_t part : {uint32_t{0}, half})
      noc.async_read_with_state<experimental::Noc::VcSelection::DEFAULT, bytes>(
          bank, to, half, {.bank_id = i % 8, .addr = address + i / 8 * bytes + part}, {.offset_bytes = part});
  });

  // From this tile's own L1, and more than a packet: there and back again behind the page, which is read at last.
  page([&](uint32_t to) {
    volatile uint32_t* first = reinterpret_cast<volatile uint32_t*>(to);
    noc_async_read(in.get_noc_addr(i++), to, bytes);
    noc_async_read_barrier();
    constexpr uint32_t far = 20 * bytes, much = 9 * bytes;  // the buffer has 40 pages
    const uint32_t word = *first;
    noc_async_read(get_noc_addr(to), to + far, much);
    noc_async_read_barrier();
    *first = 0;
    const experimental::UnicastEndpoint here;
    noc.async_read(here, experimental::CoreLocalMem<uint32_t>(to), much,
                   {.noc_x = my_x[noc_index], .noc_y = my_y[noc_index], .addr = to + far}, {});
    noc.async_read_barrier();
    if (*first != word) *first = 0;
  });

  // Pages of shards.
  const auto sharded = TensorAccessor(sharded_args, get_arg_val<uint32_t>(1), bytes);
  const uint32_t all = sharded.dspec().tensor_volume(), in_shard = sharded.dspec().shard_volume();
  uint32_t p = 0;
  page([&](uint32_t to) { noc_async_read_tile(p++, sharded, to); });
  page([&](uint32_t to) { noc_async_read(sharded.get_noc_addr(std::array<uint32_t, 1>{p++}), to, bytes); });
  for (; p < in_shard; ++p) page([&](uint32_t to) { noc_async_read_page(p, sharded, to); });
  for (uint32_t shard = 1; p < all; ++shard)
    for (const auto& one : sharded.shard_pages(shard)) {
      page([&](uint32_t to) { noc_async_read(one.page_id() == p ? one.noc_addr() : 0, to, bytes); });
      ++p;
    }

  // The writer may end.
  experimental::Semaphore(get_arg_val<uint32_t>(2)).up(noc, my_x[noc_index], my_y[noc_index], i + p);
  noc.async_atomic_barrier();
  noc_async_full_barrier();
}
