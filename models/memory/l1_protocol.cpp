#include "models/memory/l1_protocol.h"

namespace tensix {

const char* name(l1_client client) {
  static constexpr const char* names[] = {"unpacker0",
                                          "unpacker1",
                                          "unpacker0_exponents",
                                          "unpacker1_exponents",
                                          "packer0",
                                          "packer1",
                                          "packer2",
                                          "packer3",
                                          "scalar_unit",
                                          "mover",
                                          "mover_writes",
                                          "riscv_b",
                                          "riscv_t0",
                                          "riscv_t1",
                                          "riscv_t2",
                                          "noc"};
  return names[static_cast<int>(client)];
}

}  // namespace tensix
