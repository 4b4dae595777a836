// SPDX-License-Identifier: Apache-2.0
// Who is served by L1, and the units it is counted in. No SystemC.
#pragma once
#include <cstddef>
#include <cstdint>

#include "models/contracts/cores.h"

namespace tensix {

inline constexpr uint32_t l1_beat_bytes = 16;  // what a port moves in a cycle, a word of a bank
// Beats of `bytes` bytes from `address` on.
constexpr uint32_t l1_beats_of(uint32_t address, uint32_t bytes) {
  return (address % l1_beat_bytes + bytes + l1_beat_bytes - 1) / l1_beat_bytes;
}

enum class l1_client : uint8_t {
  unpacker0,
  unpacker1,
  unpacker0_exponents,
  unpacker1_exponents,
  packer0,
  packer1,
  packer2,
  packer3,
  scalar_unit,
  mover,
  mover_writes,
  riscv_b,
  riscv_t0,
  riscv_t1,
  riscv_t2,
  noc,
  riscv_nc,
  count
};
const char* name(l1_client client);
#define X(id, letters, number) l1_client::riscv_##id,
inline constexpr by_core<l1_client> l1_client_of_core = {{TENSIX_CORES(X)}};
#undef X

// What a beat does to its bank.
enum class l1_operation : uint8_t { plain, accumulate, atomic };

inline constexpr size_t l1_clients = static_cast<size_t>(l1_client::count);

}  // namespace tensix
