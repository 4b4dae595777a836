// SPDX-License-Identifier: Apache-2.0
#include "app/serve/door_message.h"

#include <door_generated.h>

namespace tensix {

static_assert(static_cast<int>(wire::verb_write) == static_cast<int>(door_command::write) &&
              static_cast<int>(wire::verb_read) == static_cast<int>(door_command::read) &&
              static_cast<int>(wire::verb_tensix_reset_release) == static_cast<int>(door_command::reset_release) &&
              static_cast<int>(wire::verb_tensix_reset_assert) == static_cast<int>(door_command::reset_assert) &&
              static_cast<int>(wire::verb_exit) == static_cast<int>(door_command::exit) &&
              static_cast<int>(wire::verb_smn_read) == static_cast<int>(door_command::smn_read));

wire_bytes wire_of(const door_message& m) {
  flatbuffers::FlatBufferBuilder builder(m.data.size() * 4 + 128);
  const auto data = builder.CreateVector(m.data);
  const wire::tile_place where(m.x, m.y);
  builder.Finish(wire::Createmessage(builder, static_cast<wire::verb>(m.command), data, &where, m.address, m.size));
  return {builder.GetBufferPointer(), builder.GetBufferPointer() + builder.GetSize()};
}

std::optional<door_message> message_of(const wire_bytes& bytes) {
  flatbuffers::Verifier verifier(bytes.data(), bytes.size());
  if (!wire::VerifymessageBuffer(verifier)) return std::nullopt;
  const wire::message& on_wire = *wire::Getmessage(bytes.data());
  door_message m;
  m.command = static_cast<door_command>(on_wire.what());
  if (const wire::tile_place* where = on_wire.where()) {
    m.x = where->x();
    m.y = where->y();
  }
  m.address = on_wire.address();
  m.size = on_wire.size();
  if (const auto* data = on_wire.data()) m.data.assign(data->begin(), data->end());
  return m;
}

std::string name_of(door_command c) {
  switch (c) {
    case door_command::write: return "WRITE";
    case door_command::read: return "READ";
    case door_command::reset_release: return "ALL_TENSIX_RESET_DEASSERT";
    case door_command::reset_assert: return "ALL_TENSIX_RESET_ASSERT";
    case door_command::exit: return "EXIT";
    case door_command::smn_read: return "SMN_READ";
  }
  return "command " + std::to_string(static_cast<int>(c));
}

}  // namespace tensix
