// SPDX-License-Identifier: Apache-2.0
// Execution of unpacker jobs: fetch, convert, write, hand over.
#include "models/unpacker/unpacker_function.h"

#include <algorithm>
#include <cstring>

#include "models/unpacker/unpacker_function_walk.h"

namespace tensix {

namespace {

// Up to 16 converted datums in the form their destination holds them.
union lanes16 {
  uint32_t word[row_datums];  // SrcA, SrcB, Dst 32 bits
  uint16_t half[row_datums];  // Dst 16 bits
};

bool convert(const unpack_job& job, const uint8_t* raw, uint8_t exponent, lanes16& out) {
  const auto& s = job.s;
  if (!job.to_dst) return unpack_row_to_src(s.conversion, raw, exponent, out.word);
  if (!s.wide) return unpack_row_to_dst16(s.conversion, raw, exponent, out.half);
  unpack_row_to_dst32(s.conversion, raw, out.word);
  return true;
}

// Where datums go. `count` datums of one row, the first at `out_address`.
class output {
 public:
  output(tensix_state& state, src_register& source, const unpack_job& job)
      : job_(job), s_(job.s), dst_(state.dst), bank_(source.filling()), src_row_(source.src_row[job.thread]) {}

  void store(const lanes16& datums, uint32_t out_address, unsigned count) {
    const uint32_t row = out_address / row_datums;
    const unsigned column = out_address % row_datums;
    if (job_.to_dst) store_dst(datums, dst_row_of(s_, dst_, row), column, count);
    else if (job_.which) store_srcb(datums.word, (row + src_row_) % src_rows, column, count);
    else if (row >= header_rows) store_srca(datums.word, row - header_rows, column, count);
  }

 private:
  void store_srcb(const uint32_t* datums, uint32_t row, unsigned column, unsigned count) {
    bank_.fill(src_row_set(row, 1));
    std::copy_n(datums, count, &bank_.row[row][column]);
  }
  void store_srca(const uint32_t* datums, uint32_t row, unsigned column, unsigned count) {
    if (!s_.ovrd_with_addr) row += src_row_;
    row %= src_rows;
    if (s_.column_shift > column) {
      const unsigned lost = std::min<unsigned>(s_.column_shift - column, count);
      datums += lost;
      count -= lost;
      column += lost;
    }
    if (count == 0) return;
    column -= s_.column_shift;
    bank_.fill(src_row_set(s_.transpose ? row & ~15u : row, s_.transpose ? 16 : 1));
    if (!s_.transpose) {
      std::copy_n(datums, count, &bank_.row[row][column]);
      return;
    }
    uint32_t(*face)[row_datums] = &bank_.row[row & ~15u];
    for (unsigned i = 0; i < count; ++i) face[column + i][row % 16] = datums[i];
  }

  void store_dst(const lanes16& datums, unsigned row, unsigned column, unsigned count) {
    if (!s_.wide) {
      const unsigned r = dst_.row16(row, s_.remap_addrs, s_.swizzle_32b);
      std::copy_n(datums.half, count, &dst_.bits[r][column]);
      dst_.wrote16(r, column, count);
      dst_.row_valid[r] = true;
      return;
    }
    const unsigned r = dst_register::adj32(row, s_.remap_addrs, s_.swizzle_32b);
    uint16_t *high = &dst_.bits[r][column], *low = &dst_.bits[r + 8][column];
    for (unsigned i = 0; i < count; ++i) {
      high[i] = static_cast<uint16_t>(datums.word[i] >> 16);
      low[i] = static_cast<uint16_t>(datums.word[i]);
    }
    dst_.row_valid[r] = true;
  }

  const unpack_job& job_;
  const unpack_job::sampled& s_;
  dst_register& dst_;
  src_bank& bank_;
  uint32_t src_row_;
};

// The bytes [address, address + bytes) of L1; those outside it read as zero. `room` has 64 bytes.
const uint8_t* bytes_at(const l1_storage& l1, int64_t address, unsigned bytes, unsigned needed, uint8_t* room) {
  const auto size = static_cast<int64_t>(l1.size());
  if (address >= 0 && address + bytes <= size) return l1.data() + address;
  std::memset(room, 0, bytes);
  for (unsigned i = 0; i < needed; ++i)
    if (address + i >= 0 && address + i < size) room[i] = l1[address + i];
  return room;
}

uint8_t byte_at(const l1_storage& l1, int64_t address) {
  return address >= 0 && address < static_cast<int64_t>(l1.size()) ? l1[address] : 0;
}

// Whole input rows of 16 land in whole output rows, each with at most one exponent.
bool is_row_by_row(const unpack_job::sampled& s) {
  return !s.compressed && s.upsample_zeroes == 0 && s.out_address % row_datums == 0 && s.datum_address % 8 == 0 &&
         (!s.has_exponent || s.force_exponent || s.exponent_address % row_datums == 0);
}

}  // namespace

bool unpacker_function::bank_ready(const unpack_job& job) const {
  if (!job.waits_for_bank) return true;
  const src_register& source = target();
  return (job.waits_for_matrix_bank ? source.in_use() : source.filling()).allowed_client == src_client::unpackers;
}

uint64_t unpacker_function::rows_written(const unpack_job& job) const {
  if (job.kind != unpack_job::kind_t::regular || job.s.datums == 0 || job.to_dst) return 0;
  const auto& s = job.s;
  uint32_t row = s.out_address / row_datums, last = s.last_row;
  if (which_ == 0) {
    if (last < header_rows) return 0;
    row = std::max(row, header_rows) - header_rows;
    last -= header_rows;
  }
  const uint32_t rows = last - row + 1;
  if (which_ == 1 || !s.ovrd_with_addr) row += target().src_row[job.thread];
  uint64_t set = src_row_set(row, rows);
  if (which_ == 0 && s.transpose)  // a row becomes a column of its 16 rows
    for (unsigned face = 0; face < src_rows; face += 16)
      if (set >> face & 0xffff) set |= uint64_t{0xffff} << face;
  return set;
}

void unpacker_function::execute(const unpack_job& job) {
  if (job.kind == unpack_job::kind_t::nop_clear) {
    src_register& source = target();
    for (unsigned b = 0; b < source.banks; ++b) {
      if (!job.s.both_banks && b != source.unpack_bank) continue;
      if (job.s.both_banks && source.bank[b].allowed_client != src_client::unpackers)
        undefined(job, "clears both banks while the matrix unit has bank %", b);
      for (auto& row : source.bank[b].row) std::fill_n(row, row_datums, job.s.clear_value);
      source.bank[b].fill(~0ull);
    }
    return;
  }
  if (job.kind == unpack_job::kind_t::nop_setreg || job.kind == unpack_job::kind_t::nop_overlay_clear) return execute_nop(job);
  if (job.kind != unpack_job::kind_t::regular || job.s.datums == 0) return;
  if (job.to_dst) {
    target().filling().clobber();
    state_.src_in_doubt = true;
  }
  if (which_ == 1 && job.s.last_row + target().src_row[job.thread] >= src_rows)
    undefined(job, "SrcB has rows 0..63, not row %", job.s.last_row + target().src_row[job.thread]);
  if (is_row_by_row(job.s)) execute_rows(job);
  else execute_datums(job);
}

// The usual case at once: contiguous rows in L1 to contiguous rows of SrcA or SrcB. Returns how many datums that were.
uint32_t unpacker_function::execute_block(const unpack_job& job, bool& fine) {
  const auto& s = job.s;
  if (job.to_dst || s.zeroes || s.discontiguous || s.fifo_bytes || s.transpose || s.column_shift) return 0;
  uint32_t rows = s.datums / row_datums, row = s.out_address / row_datums;
  const unsigned row_bytes = row_datums * s.datum_bits / 8;
  const bool own_exponents = s.has_exponent && !s.force_exponent;
  const int64_t address = s.datum_address / 8, exponent_address = s.exponent_address / 16;
  const auto l1_size = static_cast<int64_t>(state_.l1.size());
  if (address < 0 || address + int64_t{rows} * row_bytes > l1_size) return 0;
  if (own_exponents && (exponent_address < 0 || exponent_address + rows > l1_size)) return 0;
  const uint32_t all = rows * row_datums;
  const uint8_t* raw = state_.l1.data() + address;
  const uint8_t* exponents = own_exponents ? state_.l1.data() + exponent_address : &s.forced_exponent;
  const unsigned exponent_step = own_exponents ? 1 : 0;
  if (which_ == 0) {
    const uint32_t header = row < header_rows ? std::min(header_rows - row, rows) : 0;
    rows -= header;
    row += header - header_rows;
    raw += header * row_bytes;
    exponents += header * exponent_step;
  }
  src_register& source = target();
  if (which_ == 1 || !s.ovrd_with_addr) row += source.src_row[job.thread];
  while (rows) {
    const uint32_t first = row % src_rows, n = std::min(rows, src_rows - first);
    fine &= unpack_rows_to_src(s.conversion, raw, exponents, exponent_step, n, &source.filling().row[first]);
    source.filling().fill(src_row_set(first, n));
    raw += n * row_bytes;
    exponents += n * exponent_step;
    row += n;
    rows -= n;
  }
  return all;
}

void unpacker_function::execute_rows(const unpack_job& job) {
  const auto& s = job.s;
  output out(state_, target(), job);
  lanes16 datums{};
  uint8_t room[64];
  bool fine = true;
  const unsigned full_bytes = row_datums * s.datum_bits / 8;
  int64_t row_address = s.datum_address / 8, exponent_address = s.exponent_address / 16;
  unsigned in_row = 0;
  const uint32_t done = execute_block(job, fine);
  row_address += int64_t{done} * s.datum_bits / 8;
  exponent_address += done / row_datums;
  for (uint32_t i = done; i < s.datums; i += row_datums) {
    const unsigned count = std::min<uint32_t>(row_datums, s.datums - i);
    if (in_row == s.row_width) {
      row_address = wrap_scaled(s, row_address + s.row_stride, 1);
      in_row = 0;
    }
    if (!s.zeroes) {
      uint8_t exponent = s.forced_exponent;
      if (s.has_exponent && !s.force_exponent) {
        exponent = byte_at(state_.l1, exponent_address);
        if (++exponent_address % 16 == 0) exponent_address = wrap_scaled(s, exponent_address, 1);
      }
      const unsigned needed = (count * s.datum_bits + 7) / 8;
      const int64_t address = row_address + in_row * s.datum_bits / 8;
      const uint8_t* raw = bytes_at(state_.l1, address, full_bytes, needed, room);
      if (count < row_datums && raw != room) raw = static_cast<uint8_t*>(std::memcpy(std::memset(room, 0, 64), raw, needed));
      fine &= convert(job, raw, exponent, datums);
    }
    out.store(datums, s.out_address + i, count);
    in_row += row_datums;
  }
  if (!fine) undefined(job, "a block float datum is too small for a 5-bit exponent", 0);
}

void unpacker_function::execute_datums(const unpack_job& job) {
  const auto& s = job.s;
  output out(state_, target(), job);
  const lanes16 zero{};
  uint32_t out_address = s.out_address, drop = s.drop, left = s.emit_limit;
  bool fine = true;
  const auto byte = [this](int64_t address) { return byte_at(state_.l1, address); };
  walk_inputs(s, byte, [&](const input_datum& d) {
    lanes16 datum{};
    unsigned zeroes_after = 0;
    if (!s.zeroes) {
      uint8_t raw[64] = {};
      for (unsigned i = 0; i < (s.datum_bits + 7u) / 8; ++i) raw[i] = byte_at(state_.l1, (d.address >> 3) + i);
      if (s.datum_bits < 8) raw[0] = static_cast<uint8_t>((raw[0] >> (d.address & 7)) & ((1u << s.datum_bits) - 1u));
      const bool own_exponent = s.has_exponent && !s.force_exponent;
      fine &= convert(job, raw, own_exponent ? byte_at(state_.l1, d.exponent_address >> 4) : s.forced_exponent, datum);
      zeroes_after = d.zeroes_after;
    }
    for (unsigned j = 0; j <= zeroes_after; ++j) {
      if (drop) {
        --drop;
        continue;
      }
      for (unsigned k = 0; k <= s.upsample_zeroes; ++k, ++out_address)
        if (k == 0 || !s.upsample_interleave) out.store(j == 0 && k == 0 ? datum : zero, out_address, 1);
      if (--left == 0) return false;
    }
    return true;
  });
  if (!fine) undefined(job, "a block float datum is too small for a 5-bit exponent", 0);
}

src_changes unpacker_function::finish(const unpack_job& job) {
  src_changes changes;
  src_register& source = target();
  uint32_t& src_row = source.src_row[job.thread];
  if (job.flips_src) {
    src_bank& bank = source.filling();
    changes = {src_bank_bit(which_, source.unpack_bank), true};
    bank.allowed_client = src_client::matrix_unit;
    bank.format = static_cast<uint8_t>(job.s.out_format);
    if (source.banks != 2) state_.src_in_doubt |= source.note_stale();
    bank.filled_rows = 0;
    source.unpack_bank = source.next(source.unpack_bank);
    src_row = job.s.src_row_base;
  } else if (job.s.row_update) {
    src_row = (src_row + 16 + job.s.src_row_base) % src_rows;
  }
  return changes;
}

}  // namespace tensix
