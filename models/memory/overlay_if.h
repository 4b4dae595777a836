// SPDX-License-Identifier: Apache-2.0
// Registers of the NoC overlay's streams, as far as the coprocessor and the RISC-V cores see them.
#pragma once
#include <cstdint>

namespace tensix {

class overlay_if {
 public:
  // STREAM_CURR_PHASE, STREAM_NUM_MSGS_RECEIVED, STREAM_MSG_DATA_CLEAR
  static constexpr unsigned current_phase_register = 29, messages_received_register = 259, message_data_clear_register = 266;

  virtual ~overlay_if() = default;
  virtual uint32_t read(unsigned stream, unsigned reg) const = 0;
  virtual void write(unsigned stream, unsigned reg, uint32_t value) = 0;
};

}  // namespace tensix
