// SPDX-License-Identifier: Apache-2.0
#include "workload/kernels/kernel_description.h"

#include <stdexcept>

namespace tensix {

const std::vector<const kernel_description*>& all_kernels() {
  static const std::vector<const kernel_description*> all = {
#define TENSIX_KERNEL(name) &kernels::name(),
#include "workload/kernels/kernels.def"
#undef TENSIX_KERNEL
  };
  return all;
}

const kernel_description& kernel_named(const std::string& name) {
  std::string known;
  for (const auto* k : all_kernels()) {
    if (name == k->name()) return *k;
    known += (known.empty() ? "" : ", ") + std::string(k->name());
  }
  throw std::invalid_argument("unknown kernel '" + name + "' (known: " + known + ")");
}

std::string kernels_that(bool (kernel_description::*has)() const, const char* last) {
  std::vector<std::string> names;
  for (const auto* k : all_kernels())
    if ((k->*has)()) names.emplace_back(k->name());
  std::string text;
  for (size_t i = 0; i < names.size(); ++i) text += (i == 0 ? "" : i + 1 < names.size() ? ", " : last) + names[i];
  return text;
}

void refuse_too_many_tiles() {
  throw std::invalid_argument(
      "the kernel would move more than 2^32 - 1 tiles through one circular buffer, whose counters have 32 bits");
}

}  // namespace tensix
