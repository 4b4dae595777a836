#include "models/memory/l1_parameters.h"

#include <iterator>

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

std::vector<std::string> l1_policy_names() {
  static constexpr const char* names[] = {"round_robin", "fixed", "oldest"};
  static_assert(std::size(names) == static_cast<size_t>(l1_policy::count), "every l1_policy has a name, in its order");
  return {std::begin(names), std::end(names)};
}

}  // namespace tensix
