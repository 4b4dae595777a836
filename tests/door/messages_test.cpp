// SPDX-License-Identifier: Apache-2.0
// The door's messages against bytes written by hand, both ways.
#include "app/serve/door_message.h"
#include "catch.h"
#include "door/golden.h"

using namespace tensix;

TEST_CASE("messages written by hand are read", "[door]") {
  const auto write = message_of(tensix_door::golden_write);
  REQUIRE(write);
  CHECK(write->command == door_command::write);
  CHECK(write->x == 1);
  CHECK(write->y == 2);
  CHECK(write->address == 0x3f0);
  CHECK(write->size == 4);
  CHECK(write->data == std::vector<uint32_t>{0x40000000});
  const auto read = message_of(tensix_door::golden_read);
  REQUIRE(read);
  CHECK(read->command == door_command::read);
  CHECK(read->address == 0);
  CHECK(read->size == 4);
  CHECK(read->data == std::vector<uint32_t>{0});
  const auto exit = message_of(tensix_door::golden_exit);
  REQUIRE(exit);
  CHECK(exit->command == door_command::exit);
  CHECK((exit->x == 0 && exit->y == 0 && exit->size == 0 && exit->data.empty()));
}

TEST_CASE("what is written has the members where the format has them", "[door]") {
  for (int command : {0, 1, 2, 3, 5, 13, -1, 127})
    for (const std::vector<uint32_t>& data : {std::vector<uint32_t>{}, {7}, {1, 0xffffffff, 3}}) {
      door_message m;
      m.command = static_cast<door_command>(command);
      m.x = 0x100000002;
      m.y = 31;
      m.address = 0xfedcba9876543210;
      m.size = 0x89abcdef;
      m.data = data;
      const wire_bytes on_wire = wire_of(m);
      const tensix_door::by_hand seen(on_wire);
      INFO(command);
      CHECK(seen.command() == command);
      CHECK(seen.x() == m.x);
      CHECK(seen.y() == m.y);
      CHECK(seen.address() == m.address);
      CHECK(seen.size() == m.size);
      CHECK(seen.data() == data);
      const auto again = message_of(on_wire);
      REQUIRE(again);
      CHECK((again->command == m.command && again->x == m.x && again->y == m.y && again->address == m.address &&
             again->size == m.size && again->data == m.data));
    }
}

// Whatever is missing or points elsewhere.
TEST_CASE("what is no message is none", "[door]") {
  CHECK(!message_of({}));
  CHECK(!message_of(wire_bytes(64, 0xff)));
  for (size_t length = 0; length < tensix_door::golden_write.size(); ++length) {
    INFO(length);
    CHECK(!message_of({tensix_door::golden_write.begin(), tensix_door::golden_write.begin() + static_cast<ptrdiff_t>(length)}));
  }
  wire_bytes far = tensix_door::golden_write;
  far[60] = 0xff;  // more words than there are
  CHECK(!message_of(far));
}
