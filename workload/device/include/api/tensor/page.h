// SPDX-License-Identifier: Apache-2.0
// A page of a tensor: its number and where it is.
#pragma once
#include <cstdint>

namespace tensor_accessor {

class Page {
 public:
  constexpr Page(uint64_t noc_addr, uint32_t page_id) : noc_addr_(noc_addr), page_id_(page_id) {}
  constexpr uint64_t noc_addr() const { return noc_addr_; }
  constexpr uint32_t page_id() const { return page_id_; }

 private:
  uint64_t noc_addr_;
  uint32_t page_id_;
};

}  // namespace tensor_accessor
