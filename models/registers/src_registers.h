// SPDX-License-Identifier: Apache-2.0
// SrcA and SrcB: two banks (src.banks: up to four) of 64 rows of 16 datums of 19 bits each, each bank owned by the unpackers or the matrix unit.
// Layer 1. Source: ISA documentation, SrcASrcB.
#pragma once
#include <algorithm>
#include <cstdint>

namespace tensix {

inline constexpr unsigned src_rows = 64, row_datums = 16, most_src_banks = 4;

enum class src_client : uint8_t { unpackers, matrix_unit };  // AllowedClient

struct src_bank {
  // One datum in bits 18..0 as sign(18) exponent(17..10) mantissa(9..0): TF32 as it is, BF16 with three low zero bits, FP16
  // with three high zero exponent bits, "Integer 8" overlaid on FP16. (The silicon keeps sign, mantissa, exponent; nothing
  // but the INT16 transfer depends on it, and that is converted accordingly.)
  alignas(64) uint32_t row[src_rows][row_datums] = {};
  src_client allowed_client = src_client::unpackers;
  uint8_t format = 0;  // out_data_format of the unpacker that filled it ("implied format" of Blackhole)

  // An UNPACR to Dst goes through SrcA's bank and leaves it unpredictable (UNPACR_Regular): what the unpackers had put there
  // is lost, and whatever else it held until something new is written. A bit a row.
  uint64_t filled_rows = 0;  // by the unpackers, since the bank was last handed over
  uint64_t lost_rows = 0;
  bool clobbered = false;
  // With src.banks other than the chip's 2: rows that were handed over without having been filled, and hold something else than
  // with two banks (src_register::note_stale).
  uint64_t stale_rows = 0;

  void clobber() {
    lost_rows |= filled_rows;
    filled_rows = 0;
    clobbered = true;
  }
  void write_over(uint64_t rows) {
    lost_rows &= ~rows;
    stale_rows &= ~rows;
    clobbered = false;
  }
  void fill(uint64_t rows) {
    write_over(rows);
    filled_rows |= rows;
  }
  bool predictable() const { return !clobbered && lost_rows == 0; }
  bool predictable(uint64_t rows) const { return !clobbered && (lost_rows & rows) == 0; }
};

// `count` rows from `first` on, modulo the rows there are.
constexpr uint64_t src_row_set(unsigned first, unsigned count) {
  const uint64_t rows = count >= src_rows ? ~0ull : (1ull << count) - 1;
  first %= src_rows;
  return first ? rows << first | rows >> (src_rows - first) : rows;
}

// What an instruction has done to the banks: functions return it, src_hand_over::changed takes it.
constexpr uint8_t src_bank_bit(unsigned which, unsigned bank) {
  return static_cast<uint8_t>(1u << (most_src_banks * which + bank));
}
struct src_changes {
  uint8_t given_up = 0;  // banks that have changed hands, by src_bank_bit; `which`: 0 SrcA, 1 SrcB
  bool went_on = false;  // a side uses its next bank now, whichever unit that belongs to
  uint8_t sent_on = 0;   // unpackers that SETDVALID sends to their next bank: bit 0 SrcA's, bit 1 SrcB's
  // Not the default one: then it is returned in memory. In a register it would be put together from bytes in memory and read whole,
  // for which a processor waits (docs/speed.md).
  ~src_changes() {}
};

struct src_register {
  src_bank bank[most_src_banks];
  unsigned banks = 2;        // there are so many; each side uses them in turn
  unsigned unpack_bank = 0;  // Unpackers[].SrcBank
  unsigned matrix_bank = 0;  // MatrixUnit.SrcABank / SrcBBank
  uint32_t src_row[3] = {};  // Unpackers[].SrcRow of each thread

  unsigned next(unsigned b, unsigned by = 1) const { return (b + by) % banks; }
  unsigned previous(unsigned b) const { return next(b, banks - 1); }
  // The bank being filled is about to be handed over. What nobody has filled holds what was there so many fills ago as there are
  // banks; of two that would be the bank filled two fills ago. True: it is something else, which `stale_rows` says.
  bool note_stale() {
    src_bank& b = filling();
    const src_bank& of_two = bank[next(unpack_bank, banks - 2)];
    for (unsigned r = 0; r < src_rows; ++r) {
      const uint64_t bit = 1ull << r;
      if (b.filled_rows & bit) continue;
      const bool same = !(of_two.stale_rows & bit) && std::equal(b.row[r], b.row[r] + row_datums, of_two.row[r]);
      b.stale_rows = same ? b.stale_rows & ~bit : b.stale_rows | bit;
    }
    return b.stale_rows != 0;
  }
  src_bank& filling() { return bank[unpack_bank]; }
  src_bank& in_use() { return bank[matrix_bank]; }
  const src_bank& filling() const { return bank[unpack_bank]; }
  const src_bank& in_use() const { return bank[matrix_bank]; }
};

}  // namespace tensix
