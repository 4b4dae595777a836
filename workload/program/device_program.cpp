// SPDX-License-Identifier: Apache-2.0
#include "workload/program/device_program.h"

#include <algorithm>

namespace tensix {

uint32_t tensor_buffer::rows() const {
  uint64_t all = 1;
  for (size_t d = 0; d + 1 < shape.size(); ++d) all *= shape[d];
  return static_cast<uint32_t>(all);
}

const tensor_buffer* device_program::buffer(const std::string& wanted) const {
  for (const tensor_buffer& b : buffers)
    if (b.name == wanted) return &b;
  return nullptr;
}

logical_cores device_program::all_cores() const {
  logical_cores all = cores.cores();
  std::sort(all.begin(), all.end());
  return all;
}

const std::vector<std::string>& buffer_properties() {
  static const std::vector<std::string> all = {"address", "accessor", "pages", "page_bytes", "aligned_page_bytes"};
  return all;
}
const std::vector<std::string>& semaphore_properties() {
  static const std::vector<std::string> all = {"id", "address"};
  return all;
}
const std::vector<std::string>& core_properties() {
  static const std::vector<std::string> all = {"x", "y", "noc_x", "noc_y"};
  return all;
}
const std::vector<std::string>& own_core_properties() {
  static const std::vector<std::string> all = {"x", "y", "noc_x", "noc_y", "index"};
  return all;
}

}  // namespace tensix
