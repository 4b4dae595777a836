// Who asks L1 for something. No SystemC.
#pragma once
#include <cstdint>

namespace tensix {

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
  count
};
const char* name(l1_client client);

}  // namespace tensix
