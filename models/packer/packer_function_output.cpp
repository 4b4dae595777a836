// SPDX-License-Identifier: Apache-2.0
// Behind the late conversion: shared exponents, zero compression, the 16-byte buffers in front of L1, and L1 itself.
#include <algorithm>
#include <cstring>
#include <string>

#include "models/packer/packer_function.h"
#include "support/text/hex_text.h"

namespace tensix {

void packer_function::append(unsigned packer, stream& to, const uint8_t* bytes, unsigned count, pack_beat::action_t action,
                             pack_job& job) {
  const auto leave = [&](const uint8_t* data, uint32_t beats) {
    std::memcpy(job.beats[packer].add({to.byte_address, beats, action}), data, pack_beat_bytes * beats);
    to.byte_address += pack_beat_bytes * beats;
  };
  while (count > 0) {
    if (to.fill == 0 && count >= pack_beat_bytes) {
      const unsigned beats = count / pack_beat_bytes;
      leave(bytes, beats);
      bytes += pack_beat_bytes * beats;
      count -= pack_beat_bytes * beats;
      continue;
    }
    const unsigned n = count < 16u - to.fill ? count : 16u - to.fill;
    std::memcpy(to.buffer + to.fill, bytes, n);
    to.fill = static_cast<uint8_t>(to.fill + n);
    bytes += n;
    count -= n;
    if (to.fill < 16) continue;
    leave(to.buffer, 1);
    to.fill = 0;
  }
}

void packer_function::date_beats(unsigned packer, const settings& s, unsigned filled, unsigned before, unsigned count,
                                 pack_job& job) {
  pack_beats& beats = job.beats[packer];
  // What is not a plain sequence of datums (blocks wait for their sixteenth) is complete with the last of them.
  const bool plain = !s.block && !s.compress && s.downsample == 0xffff && !pad_rows_;
  for (unsigned bytes = pack_beat_bytes - filled; beats.dated() < beats.size(); bytes += pack_beat_bytes)
    beats.date(static_cast<uint16_t>(before + (plain ? (bytes + s.late.bytes - 1) / s.late.bytes : count)));
}

void packer_function::append_block(unsigned packer, const settings& s, const uint16_t* datums, pack_job& job) {
  packer_state& p = packer_[packer];
  uint8_t bytes[16];
  const uint8_t exponent = block_datums(s.five_bit_exponent, s.datum_bits, datums, bytes, s.shared_exponent,
                                        s.stochastic_block ? random_lanes() : nullptr);
  append(packer, p.exponents, &exponent, 1, pack_beat::action_t::write, job);
  append(packer, p.data, bytes, 2u * s.datum_bits, s.action, job);
}

void packer_function::append_datums(unsigned packer, const settings& s, const uint8_t* datums, unsigned count, pack_job& job) {
  packer_state& p = packer_[packer];
  p.row_fill = static_cast<uint8_t>((p.row_fill + count) % row_datums);
  if (s.compress) {
    for (unsigned i = 0; i < count; ++i) {
      uint32_t datum = 0;
      for (unsigned b = 0; b < s.late.bytes; ++b) datum |= uint32_t{datums[i * s.late.bytes + b]} << (8 * b);
      compress(packer, s, datum, job);
    }
    return;
  }
  if (!s.block) return append(packer, p.data, datums, count * s.late.bytes, s.action, job);
  alignas(32) uint16_t row[row_datums];
  std::memcpy(row, datums, count * sizeof(uint16_t));
  if (p.group_fill == 0 && count == row_datums) return append_block(packer, s, row, job);
  // Blocks of 16 go on from one PACR to the next.
  for (unsigned i = 0; i < count; ++i) {
    p.group[p.group_fill++] = row[i];
    if (p.group_fill < row_datums) continue;
    append_block(packer, s, p.group, job);
    p.group_fill = 0;
  }
}

void packer_function::compress(unsigned packer, const settings& s, uint32_t datum, pack_job& job) {
  auto& run = packer_[packer].run;
  run.row_open = true;
  run.row_zero &= datum == 0;
  // A zero disappears into the counter of the datum before it; the last datum of the row comes back in end_compressed_row.
  if (run.pending && datum == 0 && run.zeroes < 15) {
    ++run.zeroes;
    return;
  }
  if (run.pending) emit_augmented(packer, s, run.datum, run.zeroes, job);
  run.datum = datum;
  run.zeroes = 0;
  run.pending = true;
}

void packer_function::emit_augmented(unsigned packer, const settings& s, uint32_t datum, unsigned zeroes, pack_job& job) {
  packer_state& p = packer_[packer];
  auto& run = p.run;
  if (s.block) {
    p.group[p.group_fill++] = static_cast<uint16_t>(datum);
    if (p.group_fill == row_datums) {
      append_block(packer, s, p.group, job);
      p.group_fill = 0;
    }
  } else {
    uint8_t bytes[4];
    for (unsigned b = 0; b < 4; ++b) bytes[b] = static_cast<uint8_t>(datum >> (8 * b));
    append(packer, p.data, bytes, s.late.bytes, pack_beat::action_t::write, job);
  }
  run.counters[run.in_group >> 1] =
      static_cast<uint8_t>(run.counters[run.in_group >> 1] | zeroes << (run.in_group & 1 ? 4 : 0));
  ++run.index;
  if (++run.in_group < 32) return;
  append(packer, p.data, run.counters, 16, pack_beat::action_t::write, job);
  std::memset(run.counters, 0, sizeof run.counters);
  run.in_group = 0;
}

void packer_function::emit_row_start(unsigned packer, pack_job& job) {
  packer_state& p = packer_[packer];
  const uint8_t bytes[2] = {static_cast<uint8_t>(p.run.index), static_cast<uint8_t>(p.run.index >> 8)};
  append(packer, p.row_starts, bytes, 2, pack_beat::action_t::write, job);
}

void packer_function::end_compressed_row(unsigned packer, const settings& s, pack_job& job) {
  packer_state& p = packer_[packer];
  auto& run = p.run;
  if (!run.row_open) return;
  if (run.rows == 0) {
    const uint8_t zero[2] = {};
    append(packer, p.row_starts, zero, 2, pack_beat::action_t::write, job);
    p.status.all_zero_flags = 0;
  }
  if (run.zeroes > 0) {
    emit_augmented(packer, s, run.datum, run.zeroes - 1u, job);
    emit_augmented(packer, s, 0, 0, job);
  } else if (run.pending) {
    emit_augmented(packer, s, run.datum, 0, job);
  }
  if (run.rows < 32 && run.row_zero) p.status.all_zero_flags |= 1u << run.rows;
  ++run.rows;
  run.pending = false;
  run.zeroes = 0;
  run.row_open = false;
  run.row_zero = true;
  emit_row_start(packer, job);
}

void packer_function::flush(unsigned packer, const settings& s, pack_job& job) {
  packer_state& p = packer_[packer];
  static constexpr uint8_t zeroes[128] = {};
  if (p.group_fill > 0) {
    for (unsigned i = p.group_fill; i < row_datums; ++i) p.group[i] = 0;
    if (s.block) append_block(packer, s, p.group, job);
    else
      state_.diagnose.undefined("packer", static_cast<int>(job.thread), job.word,
                                "packer " + std::to_string(packer) + ": Flush with " + std::to_string(p.group_fill) +
                                    " datums of a block float waiting for their exponent, but the output format is none any "
                                    "more (" +
                                    std::to_string(static_cast<unsigned>(s.out)) + ")");
    p.group_fill = 0;
  }
  auto& run = p.run;
  if (run.in_group > 0) {
    // The group of 32 is completed; a started block of 16 already was.
    const unsigned done = s.block ? (run.in_group + 15u) & ~15u : run.in_group;
    append(packer, p.data, zeroes, (32 - done) * s.datum_bits / 8, pack_beat::action_t::write, job);
    append(packer, p.data, run.counters, 16, pack_beat::action_t::write, job);
  }
  run = {};
  if (p.data.fill > 0) append(packer, p.data, zeroes, 16u - p.data.fill, s.action, job);
  if (p.exponents.fill > 0) append(packer, p.exponents, zeroes, 16u - p.exponents.fill, pack_beat::action_t::write, job);
  if (p.row_starts.fill > 0) append(packer, p.row_starts, zeroes, 16u - p.row_starts.fill, pack_beat::action_t::write, job);
  p.data.needs_new_address = p.exponents.needs_new_address = p.row_starts.needs_new_address = true;
  p.row_fill = 0;
  // A new tile starts at its first row again.
  p.tile_x = p.tile_y = p.tile_z = 0;
}

void packer_function::pad_to_row(unsigned packer, const settings& s, unsigned filled, pack_job& job) {
  static constexpr uint8_t zeroes[64] = {};
  if (filled % row_datums != 0) append_datums(packer, s, zeroes, row_datums - filled % row_datums, job);
}

namespace {

// One beat, or up to four as 64 bytes.
void add_beats(pack_beat::action_t action, uint8_t* l1, const uint8_t* x, unsigned beats) {
  using a = pack_beat::action_t;
  switch (action) {
    case a::write: break;  // not added
    case a::add_fp32: accumulate_fp32_lanes(l1, x, beats); break;
    case a::add_fp16: accumulate_fp16_lanes(l1, x, beats); break;
    case a::add_bf16: accumulate_bf16_lanes(l1, x, beats); break;
    case a::add_int32: accumulate_int32_lanes(l1, x, beats); break;
    case a::add_int8: accumulate_int8_lanes(l1, x, beats); break;
  }
}

}  // namespace

void packer_function::commit(tensix_state& state, const pack_run& run, const uint8_t* data) {
  constexpr uint32_t together = 4;
  const size_t size = state.l1.size();
  const uint32_t room = run.address < size ? static_cast<uint32_t>((size - run.address) / pack_beat_bytes) : 0;
  const uint32_t inside = std::min(run.beats, room);
  state.bring_l1(run.address, pack_beat_bytes * run.beats);
  uint8_t* const l1 = state.l1.data() + std::min<size_t>(run.address, size);
  if (run.action == pack_beat::action_t::write) {
    std::memcpy(l1, data, size_t{pack_beat_bytes} * inside);
  } else {
    for (uint32_t i = 0, n = 0; i < inside; i += n) {
      n = inside - i >= together ? together : 1;
      add_beats(run.action, l1 + pack_beat_bytes * i, data + pack_beat_bytes * i, n);
    }
  }
  state.take_l1(run.address, pack_beat_bytes * run.beats);
  for (uint32_t i = inside; i < run.beats; ++i)
    state.diagnose.undefined("packer", -1, 0,
                             "write of 16 bytes beyond the end of L1, at " + hex_text(run.address + pack_beat_bytes * i));
}

void packer_function::commit(tensix_state& state, const pack_beats& beats) {
  const uint8_t* data = beats.data();
  for (const pack_run& run : beats.runs()) {
    commit(state, run, data);
    data += size_t{pack_beat_bytes} * run.beats;
  }
}

}  // namespace tensix
