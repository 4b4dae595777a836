// SPDX-License-Identifier: Apache-2.0
// What processes tell each other of packets comes out as it went in.
#include "models/noc/noc_messages_function.h"
#include "catch.h"

using namespace tensix;

TEST_CASE("messages of packets") {
  noc_packet p;
  p.kind = noc_packet_kind::atomic;
  p.noc = 1;
  p.from = {3, 4};
  p.to = {5, 6};
  p.to_end = {7, 8};
  p.multicast = p.linked = p.y_major = true;
  p.address = 0xF12345678;
  p.bytes = 20;
  p.answer_to = {9, 10};
  p.answer_address = 0x1234;
  p.virtual_channel = 5;
  p.marked = false;
  p.byte_enables = true;
  p.enabled = 0x8000000000000001;
  p.atomic = 0x9876;
  p.atomic_data = 0x89ABCDEF;
  p.initiator = 3;
  p.transaction = 15;
  p.last_left = 77;
  p.data = {1, 2, 0, 255};
  std::string bytes;
  const noc_instant said{12, 17, 4, 99};
  append(bytes, {said, 4, 123456789012, false, 17, p});
  append(bytes, {said, 4, 123456789012, true, 40, p});
  std::vector<noc_message> all;
  read_messages(bytes, all);
  REQUIRE(all.size() == 2);
  for (const noc_message& m : all) {
    CHECK(!(m.said < said));
    CHECK(!(said < m.said));
    CHECK(m.station == 4);
    CHECK(m.number == 123456789012);
  }
  CHECK(!all[0].last);
  CHECK(all[0].cycle == 17);
  CHECK(all[0].packet.data.empty());
  CHECK(all[1].last);
  CHECK(all[1].cycle == 40);
  CHECK(all[1].packet.data == p.data);
  std::string first, again;
  append(first, {said, 4, 5, false, 6, p});
  append(again, {said, 4, 5, false, 6, all[0].packet});
  CHECK(again == first);
  const noc_packet& q = all[0].packet;
  CHECK(q.kind == p.kind);
  CHECK(q.to_end == p.to_end);
  CHECK(q.linked);
  CHECK(!q.path_reserve);
  CHECK(q.address == p.address);
  CHECK(q.enabled == p.enabled);
  CHECK(q.atomic_data == p.atomic_data);
  CHECK(q.last_left == p.last_left);
}
