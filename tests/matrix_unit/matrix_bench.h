// SPDX-License-Identifier: Apache-2.0
// A small machine for tests of the matrix unit: state without L1, logical access to Dst, configuration by name.
#pragma once
#include <cstdint>
#include <memory>

#include "models/isa/isa.h"
#include "models/matrix_unit/matrix_unit_function.h"
#include "tests/seed.h"

namespace matrix_bench {

using namespace tensix;
using set_type = matrix_unit_function::instruction_set;
inline constexpr set_type every_set[] = {set_type::plain, set_type::avx2, set_type::avx512};

struct xorshift {
  uint64_t state = 0x9e3779b97f4a7c15ull ^ seeded(0);
  uint32_t operator()() {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return static_cast<uint32_t>(state >> 20);
  }
  uint32_t below(uint32_t n) { return (*this)() % n; }
};

struct machine {
  std::unique_ptr<tensix_state> storage = std::make_unique<tensix_state>(16);
  tensix_state& s = *storage;
  matrix_unit_function unit{s};

  void set(config_field f, uint32_t value) {
    for (auto& bank : s.config.config) bank[f.word] = (bank[f.word] & ~(f.mask() << f.lo)) | f.place(value);
  }
  void set(thread_config_field f, uint32_t value) {
    for (auto& t : s.config.thread) {
      t[f.reg] = static_cast<uint16_t>(t[f.reg] & ~f.place(~0u));
      t[f.reg] = static_cast<uint16_t>(t[f.reg] | f.place(value));
    }
  }
  void own_all() {
    for (src_register* r : {&s.srca, &s.srcb})
      for (src_bank& b : r->bank) b.allowed_client = src_client::matrix_unit;
  }
  void formats(unsigned a, unsigned b) {
    for (auto& bank : s.srca.bank) bank.format = static_cast<uint8_t>(a);
    for (auto& bank : s.srcb.bank) bank.format = static_cast<uint8_t>(b);
  }
  uint16_t get16(unsigned row, unsigned col) const {
    const unsigned r = dst_register::adj16(row, s.bank(0));
    return s.dst.row_valid[r] ? s.dst.bits[r][col] : 0;
  }
  uint32_t get32(unsigned row, unsigned col) const {
    const unsigned r = dst_register::adj32(row, s.bank(0));
    return s.dst.row_valid[r] ? (uint32_t{s.dst.bits[r][col]} << 16) | s.dst.bits[r + 8][col] : 0;
  }
  void put16(unsigned row, unsigned col, uint16_t x) {
    const unsigned r = dst_register::adj16(row, s.bank(0));
    s.dst.bits[r][col] = x;
    s.dst.row_valid[r] = true;
  }
  void put32(unsigned row, unsigned col, uint32_t x) {
    const unsigned r = dst_register::adj32(row, s.bank(0));
    s.dst.bits[r][col] = static_cast<uint16_t>(x >> 16);
    s.dst.bits[r + 8][col] = static_cast<uint16_t>(x);
    s.dst.row_valid[r] = true;
  }
  src_changes run(opcode op, const std::vector<std::pair<std::string, uint32_t>>& fields = {}) {
    return unit.execute(encode(op, fields), 0);
  }
};

// Datum distributions that reach every branch of the arithmetic.
inline uint32_t src_datum(xorshift& random, unsigned kind, bool narrow) {
  const uint32_t bits = random();
  const uint32_t sign_and_mantissa = bits & 0x403ff;
  uint32_t exponent = 0;
  switch (kind) {
    case 0: exponent = narrow ? random.below(32) : random.below(256); break;          // anything
    case 1: exponent = (narrow ? 13 : 124) + random.below(6); break;                  // ordinary
    case 2: exponent = (narrow ? 8 : 115) + random.below(24); break;                  // wide spread
    case 3: exponent = random.below(3) ? (narrow ? 15 : 127) : 0; break;              // many zeros and denormals
    case 4: exponent = narrow ? 28 + random.below(4) : 248 + random.below(8); break;  // overflow
    case 5: exponent = narrow ? random.below(12) : 50 + random.below(24); break;      // underflow
    default:                                                                          // specials
      static constexpr uint32_t special[] = {0,       0x40000, 1,       0x40001, 0x3fc00, 0x7fc00,
                                             0x3ffff, 0x7ffff, 0x1fc00, 0x5fc00, 0x400};
      return special[bits % 11] & (narrow ? 0x47fff : 0x7ffff);
  }
  return sign_and_mantissa | (exponent << 10);
}

}  // namespace matrix_bench
