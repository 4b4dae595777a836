// SPDX-License-Identifier: Apache-2.0
// TT-Metalium's name of a circular buffer that has entries of any kind; here they are tiles.
#pragma once
#include "experimental/circular_buffer.h"

namespace experimental {

class DataflowBuffer : public CircularBuffer {
 public:
  constexpr explicit DataflowBuffer(uint16_t logical_dfb_id) : CircularBuffer(logical_dfb_id) {}
  constexpr uint16_t get_id() const { return static_cast<uint16_t>(get_cb_id()); }
  constexpr uint32_t get_entry_size() const { return get_tile_size(); }
  constexpr void finish() const {}
};

#if defined(TENSIX_MOVE)
template <>
struct noc_traits_t<DataflowBuffer> : noc_traits_t<CircularBuffer> {};
#endif

}  // namespace experimental
