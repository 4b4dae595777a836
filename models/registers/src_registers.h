// SrcA and SrcB: two banks of 64 rows of 16 datums of 19 bits each, each bank owned by the unpackers or the matrix unit.
// Layer 1. Source: ISA documentation, SrcASrcB.
#pragma once
#include <cstdint>

namespace tensix {

inline constexpr unsigned src_rows = 64, row_datums = 16;

enum class src_client : uint8_t { unpackers, matrix_unit };  // AllowedClient

struct src_bank {
  // One datum in bits 18..0 as sign(18) exponent(17..10) mantissa(9..0): TF32 as it is, BF16 with three low zero bits, FP16
  // with three high zero exponent bits, "Integer 8" overlaid on FP16. (The silicon keeps sign, mantissa, exponent; nothing
  // but the INT16 transfer can tell, and that is converted accordingly.)
  alignas(64) uint32_t row[src_rows][row_datums] = {};
  src_client allowed_client = src_client::unpackers;
  uint8_t format = 0;        // out_data_format of the unpacker that filled it ("implied format" of Blackhole)
  uint64_t owned_since = 0;  // first cycle at which the present owner may use the bank
};

struct src_register {
  src_bank bank[2];
  unsigned unpack_bank = 0;  // Unpackers[].SrcBank
  unsigned matrix_bank = 0;  // MatrixUnit.SrcABank / SrcBBank
  uint32_t src_row[3] = {};  // Unpackers[].SrcRow of each thread

  src_bank& filling() { return bank[unpack_bank]; }
  src_bank& in_use() { return bank[matrix_bank]; }
  const src_bank& filling() const { return bank[unpack_bank]; }
  const src_bank& in_use() const { return bank[matrix_bank]; }
};

}  // namespace tensix
