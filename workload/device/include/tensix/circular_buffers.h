// SPDX-License-Identifier: Apache-2.0
// The two ends of a circular buffer: T0 takes tiles out, T2 puts them in. Each remembers the other's count as far as it has
// seen it, and looks at L1 only if that does not suffice. Addresses in units of 16 bytes, as unpackers and packer want them.
// In a program, where counts are registers of the NoC overlay and B and NC may be at the other end, they do as TT-Metalium's: look at the
// other's count each time, and give back each pop at once.
#pragma once
#include "tensix/checks.h"
#include "tensix/tile.h"

namespace tensix::device {

ALWI uint32_t tile_units(uint32_t cb) { return buffer_of(cb).tile_bytes / 16; }
ALWI uint32_t first_unit(uint32_t cb) { return buffer_of(cb).address / 16; }
ALWI uint32_t end_unit(uint32_t cb) { return first_unit(cb) + buffer_of(cb).capacity * tile_units(cb); }
// The offset of what comes `tiles` behind `offset`, in the ring.
ALWI uint32_t advanced(uint32_t cb, uint32_t offset, uint32_t tiles) {
  const uint32_t moved = offset + tiles * tile_units(cb);
  return moved == buffer_of(cb).capacity * tile_units(cb) ? 0 : moved;
}
TENSIX_STEP void check_buffer(uint32_t cb, uint32_t tiles) {
  check(cb < 32 && buffer_of(cb).given, misuse::buffer_not_given, cb);
  check(tiles <= buffer_of(cb).capacity, misuse::buffer_too_small, cb, buffer_of(cb).capacity, tiles);
}
ALWI void check_wrap(uint32_t cb, uint32_t offset, uint32_t tiles) {
  check(offset + tiles * tile_units(cb) <= buffer_of(cb).capacity * tile_units(cb), misuse::buffer_wraps, cb,
        buffer_of(cb).capacity, tiles);
}

// Of the i-th tile behind `offset`.
ALWI uint32_t ring_offset(uint32_t cb, uint32_t offset, uint32_t i) {
  const uint32_t at = offset + i * tile_units(cb);
  check(at < buffer_of(cb).capacity * tile_units(cb), misuse::buffer_wraps, cb, buffer_of(cb).capacity, i + 1);
  return at;
}

// The counts of tiles that were ever put in and taken out, of which 16 bits count in registers.
ALWI uint32_t produced_count(uint32_t cb) { return buffer_of(cb).counters; }
ALWI uint32_t consumed_count(uint32_t cb) {
  return counts_in_overlay ? buffer_of(cb).counters - 8 : buffer_of(cb).counters + 16;
}
ALWI uint32_t count_at(uint32_t address) { return counts_in_overlay ? static_cast<uint32_t>(at(address)) : fresh(address); }
ALWI uint32_t between(uint32_t later, uint32_t earlier) {
  return counts_in_overlay ? static_cast<uint16_t>(later - earlier) : later - earlier;
}
// Unlike fresh(), without a fence: registers are in no cache.
template <class Enough>
ALWI void poll_register(uint32_t address, Enough enough) {
  while (!enough(at(address))) {
  }
}

// The loop stores nothing: a run in which nothing but such loops is left ends, and says so.
template <class Enough>
ALWI uint32_t poll(uint32_t counter, Enough enough) {
  uint32_t value;
  do value = fresh(counter);
  while (!enough(value));
  return value;
}

// T0. The unpackers read behind the core's back: a tile's place is free only when they are done with it, which an instruction
// behind the unpacking waits for and then says (consumed). That empties the unpackers' pipelines, so tiles which the host
// brings are given back together: when they are half the buffer, or when the core would wait. Tiles that the kernel itself
// has made are given back at once: T2 may wait for their places while T0 cannot go on.
struct input_end {
  uint32_t offset, produced, taken, given_back;  // offset of the next tile
  uint32_t own;                                  // not 0: the kernel itself fills the buffer
  uint32_t waited_for;                           // checked: tiles that are known to be there, beyond those taken
};
struct input_ends {
  input_end of[32];
  uint32_t kept;  // a bit a buffer: tiles taken that have not been given back
};
static input_ends inputs;

ALWI void give_back(uint32_t cb) {
  input_end& in = inputs.of[cb];
  in.given_back = in.taken;
  constexpr uint32_t unpackers_done = until::unpacker0_done | until::unpacker1_done;
  if constexpr (counts_in_overlay) store_register_when<unpackers_done>(consumed_count(cb), in.taken);
  else store_word_when<unpackers_done>(consumed_count(cb), in.taken);
}
inline __attribute__((noinline)) void give_all_back() {
  for (uint32_t kept = inputs.kept; kept != 0; kept &= kept - 1) give_back(static_cast<uint32_t>(__builtin_ctz(kept)));
  inputs.kept = 0;
}
// Checked: more is taken or read than has been waited for. It goes well if the tiles are there.
inline __attribute__((noinline, cold)) void not_waited_for(misuse what, uint32_t cb, uint32_t wanted, uint32_t v2) {
  const input_end& in = inputs.of[cb];
  const bool there = between(count_at(produced_count(cb)), in.taken) >= wanted;
  (there ? warn_at : fault_at)(call_site, what, cb, in.waited_for, v2);
}
ALWI void check_waited_for(misuse what, uint32_t cb, uint32_t wanted, uint32_t v2) {
  if constexpr (checked)
    if (__builtin_expect(wanted > inputs.of[cb].waited_for, 0)) not_waited_for(what, cb, wanted, v2);
}
TENSIX_STEP void wait_front(uint32_t cb, uint32_t tiles) {
  check_buffer(cb, tiles);
  input_end& in = inputs.of[cb];
  if constexpr (counts_in_overlay) {
    if constexpr (checked) note_wait_by_call(cb, tiles);
    const uint32_t taken = in.taken;
    poll_register(produced_count(cb), [=](uint32_t produced) { return between(produced, taken) >= tiles; });
    if (checked) in.waited_for = in.waited_for < tiles ? tiles : in.waited_for;
    return;
  }
  // Signed: what was taken without a wait may be more than was seen.
  if (static_cast<int32_t>(in.produced - in.taken) < static_cast<int32_t>(tiles)) {
    in.produced = fresh(produced_count(cb));
    in.own = l1(produced_count(cb) + 4);
    if (static_cast<int32_t>(in.produced - in.taken) < static_cast<int32_t>(tiles)) {
      if (inputs.kept) give_all_back();
      if constexpr (checked) note_wait_by_call(cb, tiles);
      const uint32_t taken = in.taken;
      in.produced = poll(produced_count(cb), [=](uint32_t produced) {
        return static_cast<int32_t>(produced - taken) >= static_cast<int32_t>(tiles);
      });
      in.own = l1(produced_count(cb) + 4);
    }
  }
  if (checked) in.waited_for = in.waited_for < tiles ? tiles : in.waited_for;
}
TENSIX_STEP void pop_front(uint32_t cb, uint32_t tiles) {
  check_buffer(cb, tiles);
  input_end& in = inputs.of[cb];
  check_waited_for(misuse::pop_without_wait, cb, tiles, tiles);
  check_wrap(cb, in.offset, tiles);
  if (checked) in.waited_for -= in.waited_for < tiles ? in.waited_for : tiles;
  in.taken += tiles;
  in.offset = advanced(cb, in.offset, tiles);
  if (counts_in_overlay) {
    give_back(cb);
  } else if (2 * (in.taken - in.given_back) >= buffer_of(cb).capacity || in.own != 0) {
    give_back(cb);
    inputs.kept &= ~(1u << cb);
  } else {
    inputs.kept |= 1u << cb;
  }
}
// Of the i-th tile from the front.
TENSIX_STEP uint32_t front_tile(uint32_t cb, uint32_t i) {
  const input_end& in = inputs.of[cb];
  check_buffer(cb, 0);
  check_waited_for(misuse::tile_not_waited_for, cb, i + 1, i);
  return first_unit(cb) + ring_offset(cb, in.offset, i);
}

// T2. The tiles count as produced when the packer has written them: again an instruction waits and says so.
struct output_end {
  uint32_t offset, produced, consumed;
  uint32_t packed;    // tiles packed in their order since the last push
  uint32_t reserved;  // checked: beyond those pushed
  uint32_t reserved_at;
};
struct output_ends {
  output_end of[32];
};
static output_ends outputs;

TENSIX_STEP void reserve_back(uint32_t cb, uint32_t tiles) {
  check_buffer(cb, tiles);
  output_end& out = outputs.of[cb];
  const uint32_t capacity = buffer_of(cb).capacity;
  if constexpr (counts_in_overlay) {
    if constexpr (checked) note_wait(cb, tiles);
    const uint32_t produced = out.produced;
    poll_register(consumed_count(cb), [=](uint32_t consumed) { return capacity - between(produced, consumed) >= tiles; });
  } else if (out.produced + tiles - out.consumed > capacity) {
    out.consumed = fresh(consumed_count(cb));
    if (out.produced + tiles - out.consumed > capacity) {
      if constexpr (checked) note_wait(cb, tiles);
      const uint32_t wanted = out.produced + tiles;
      out.consumed = poll(consumed_count(cb), [=](uint32_t consumed) { return wanted - consumed <= capacity; });
    }
  }
  // Unconditionally: the compiler then keeps both in registers and stores them behind the loop.
  if (checked) out.reserved = out.reserved < tiles ? tiles : out.reserved, out.reserved_at = call_site;
}
// Checked: more is pushed or packed than has been reserved. It goes well if there is room, or if a tile is meant to take the place of
// one that is there.
inline __attribute__((noinline, cold)) void not_reserved(misuse what, uint32_t cb, uint32_t wanted, uint32_t v2,
                                                         bool in_place) {
  const output_end& out = outputs.of[cb];
  const bool room = in_place || between(out.produced, count_at(consumed_count(cb))) + wanted <= buffer_of(cb).capacity;
  (room ? warn_at : fault_at)(call_site, what, cb, out.reserved, v2);
}
ALWI void check_reserved(misuse what, uint32_t cb, uint32_t wanted, uint32_t v2, bool in_place = false) {
  if constexpr (checked)
    if (__builtin_expect(wanted > outputs.of[cb].reserved, 0)) not_reserved(what, cb, wanted, v2, in_place);
}
TENSIX_STEP void push_back(uint32_t cb, uint32_t tiles) {
  check_buffer(cb, tiles);
  output_end& out = outputs.of[cb];
  check_reserved(misuse::push_without_reserve, cb, tiles, tiles);
  check_wrap(cb, out.offset, tiles);
  if (checked) out.reserved -= out.reserved < tiles ? out.reserved : tiles;
  if (!counts_in_overlay && out.produced == 0) l1(produced_count(cb) + 4) = 1;  // the kernel's
  out.produced += tiles;
  out.packed = 0;
  out.offset = advanced(cb, out.offset, tiles);
  if constexpr (counts_in_overlay) store_register_when<until::packer_done>(produced_count(cb), out.produced);
  else store_word_when<until::packer_done>(produced_count(cb), out.produced);
}
// `in_place`: may be the place of a tile that is in front, as where kernels sort a buffer's tiles.
TENSIX_STEP uint32_t back_tile(uint32_t cb, uint32_t i, bool in_place = false) {
  const output_end& out = outputs.of[cb];
  check_buffer(cb, 0);
  check_reserved(misuse::tile_not_reserved, cb, i + 1, i, in_place);
  return first_unit(cb) + ring_offset(cb, out.offset, i);
}

}  // namespace tensix::device
