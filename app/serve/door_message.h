// SPDX-License-Identifier: Apache-2.0
// Messages of the door, and the bytes they are on the wire: one FlatBuffer each (door.fbs). No SystemC.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tensix {

// Those that are served, by their numbers; others come as they are.
enum class door_command : int8_t { write = 0, read = 1, reset_release = 2, reset_assert = 3, exit = 5, smn_read = 13 };

struct door_message {
  door_command command = door_command::write;
  uint64_t x = 0, y = 0;  // of the tile, as NoC 0 is told it
  uint64_t address = 0;   // in the tile
  uint32_t size = 0;      // bytes
  std::vector<uint32_t> data;
};

using wire_bytes = std::vector<uint8_t>;
wire_bytes wire_of(const door_message& m);
// Nothing: these bytes are no message.
std::optional<door_message> message_of(const wire_bytes& bytes);
// "READ", or "command 17".
std::string name_of(door_command c);

}  // namespace tensix
