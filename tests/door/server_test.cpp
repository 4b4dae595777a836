// SPDX-License-Identifier: Apache-2.0
// What the server does with messages, and when: without a simulation and without a socket.
#include "app/serve/door_server.h"

#include <sstream>

#include "catch.h"
#include "door/fake_device.h"
#include "door/golden.h"

using namespace tensix;

namespace {

struct table {
  tensix_door::fake_device device;
  tensix_door::fake_host host;
  std::ostringstream log;
  door_server server{host, device, clock_policy{100, 10}, log};

  void says(door_command c, uint64_t address = 0, std::vector<uint32_t> data = {0}, uint32_t size = 4, uint64_t x = 1) {
    door_message m;
    m.command = c;
    m.x = x;
    m.y = 2;
    m.address = address;
    m.size = size;
    m.data = std::move(data);
    host.to_come.push_back(wire_of(m));
    host.gone = false;
  }
  void read(uint64_t address, uint32_t size = 4, uint64_t x = 1) { says(door_command::read, address, {0}, size, x); }
  std::vector<uint32_t> answer(size_t i) { return message_of(host.answers.at(i))->data; }
};

}  // namespace

TEST_CASE("the first message is EXIT", "[door]") {
  table t;
  t.server.greet();
  REQUIRE(t.host.answers.size() == 1);
  CHECK(tensix_door::by_hand(t.host.answers[0]).command() == 5);
}

TEST_CASE("bytes are written and read, whatever the size and the address", "[door]") {
  table t;
  t.says(door_command::write, 0x101, {0x44332211, 0x88776655}, 8);
  for (uint32_t size = 0; size <= 8; ++size) t.read(0x101, size);
  t.says(door_command::exit);
  CHECK(!t.server.serve(false));
  CHECK(t.server.end() == "EXIT");
  CHECK(t.device.memory[0x101] == 0x11);
  REQUIRE(t.host.answers.size() == 9);
  for (uint32_t size = 0; size <= 8; ++size) {
    std::vector<uint32_t> wanted((size + 3) / 4);
    for (uint32_t i = 0; i < size; ++i) wanted[i / 4] |= ((i + 1) * 0x11u) << (8 * (i % 4));
    CHECK(t.answer(size) == wanted);
  }
  CHECK(t.log.str().empty());
}

TEST_CASE("a poll lets the device run until its bytes change, or for its time", "[door]") {
  table t;
  t.read(0x10);
  t.read(0x10);
  CHECK(t.server.serve(false) == 10u);  // the first one is answered at once
  CHECK(t.host.answers.size() == 1);
  t.device.now = 10;
  CHECK(t.server.serve(false) == 10u);
  t.device.now = 20;
  t.device.store(0x10, 5);
  t.says(door_command::exit);
  CHECK(!t.server.serve(false));
  REQUIRE(t.host.answers.size() == 2);
  CHECK(t.answer(1) == std::vector<uint32_t>{5});

  table late;
  late.read(0x10);
  late.read(0x10);
  late.server.serve(false);
  late.device.now = 95;
  CHECK(late.server.serve(false) == 5u);
  late.device.now = 100;
  late.says(door_command::exit);
  CHECK(!late.server.serve(false));
  CHECK(late.answer(1) == std::vector<uint32_t>{0});
}

TEST_CASE("a change between two reads is news, and what the host has written itself is none", "[door]") {
  table t;
  t.read(0x10);
  t.host.gone = true;
  CHECK(!t.server.serve(false));  // answered, and the connection is lost
  CHECK(t.server.end() == "connection lost");

  table u;
  u.read(0x10);
  u.says(door_command::write, 0xe, {7});  // some of these bytes
  u.read(0x10);
  u.read(0x10);
  CHECK(u.server.serve(false) == 10u);  // behind the first answer it waits for news again
  CHECK(u.host.answers.size() == 2);

  table v;
  v.read(0x10);
  v.read(0x14);
  v.read(0x14);
  v.server.serve(false);
  v.device.store(0x10, 9);
  v.device.now = 100;
  v.read(0x10);
  v.says(door_command::exit);
  CHECK(!v.server.serve(false));
  CHECK(v.answer(3) == std::vector<uint32_t>{9});
}

TEST_CASE("a device that stands still is not waited for, until something is done to it", "[door]") {
  table t;
  t.read(0x10);
  t.read(0x10);
  t.read(0x10);
  t.says(door_command::write, 0x20, {1});
  t.read(0x10);
  CHECK(t.server.serve(true) == 10u);
  CHECK(t.host.answers.size() == 3);
}

TEST_CASE("resets go where they are said to go", "[door]") {
  table t;
  t.says(door_command::reset_assert);
  t.says(door_command::reset_release);
  t.says(door_command::reset_release, 0, {0}, 4, 9);
  t.says(door_command::exit);
  CHECK(!t.server.serve(false));
  CHECK(t.device.resets == "ar");
  CHECK_THAT(t.log.str(), Contains("ALL_TENSIX_RESET_DEASSERT of (9,2): nothing is there"));
}

TEST_CASE("what cannot be done is said once, and a READ is answered with ones", "[door]") {
  table t;
  t.read(0, 6, 9);
  t.read(0, 6, 9);
  t.read(0xffe, 4);
  t.says(door_command::write, 0xffe, {1});
  t.says(door_command::write, 0x10, {}, 2);
  t.says(door_command::write, 0x10, {0x01020304}, 8);
  t.says(static_cast<door_command>(4));
  t.says(static_cast<door_command>(-7));
  t.says(door_command::smn_read);
  t.read(0, 0xffffffff);
  t.host.to_come.push_back({1, 2, 3});
  t.says(door_command::exit);
  CHECK(!t.server.serve(false));
  CHECK(t.server.refused() == 11);
  REQUIRE(t.host.answers.size() == 5);
  CHECK(t.answer(0) == std::vector<uint32_t>{~0u, ~0u});
  CHECK(t.answer(2) == std::vector<uint32_t>{~0u});
  CHECK(t.answer(3) == std::vector<uint32_t>{~0u});
  CHECK(t.answer(4).empty());
  CHECK(t.device.memory[0x10] == 4);  // as many as there are
  CHECK(t.device.memory[0x14] == 0);
  const std::string log = t.log.str();
  CHECK(std::count(log.begin(), log.end(), '\n') == 10);
  for (const char* line :
       {"READ of (9,2), 6 bytes at 0x0: nothing is there; answered with ones", "WRITE of (1,2), 4 bytes at 0xffe",
        "0 bytes are written", "4 bytes are written", "command 4 is none", "command -7 is none", "SMN_READ",
        "answered with no data", "a message of 3 bytes is no DeviceRequestResponse: dropped"})
    CHECK_THAT(log, Contains(line));
}

TEST_CASE("a launch is from its go to its done, wherever the go word lies", "[door]") {
  for (uint32_t word : {0x3f0u, 0x370u}) {
    table t;
    t.device.now = 1000;
    t.says(door_command::write, 0x500, {0x80112233});  // no go word: nobody polls it
    t.says(door_command::write, word, {0x80000000});
    t.read(word);
    t.read(word);
    CHECK(t.server.serve(false) == 10u);
    t.device.now = 1500;
    t.device.store(word, 0x80000000);  // not yet
    t.device.now = 1700;
    t.device.store(word, 0);
    t.device.now = 1705;
    t.says(door_command::write, word, {0x80000000});
    t.read(word);
    t.read(word);
    t.server.serve(false);
    const auto launches = t.server.launches().all();
    REQUIRE(launches.size() == 2);
    CHECK(launches[0].go_word == word);
    CHECK(launches[0].go == 1000);
    CHECK(launches[0].done == 1700u);
    CHECK(launches[0].counted.at("unit").busy == 350);
    CHECK(launches[0].counted.at("unit").stalled.at("l1_load") == 175);
    CHECK(!launches[1].done);
    CHECK_THAT(json_of(launches), Contains("\"cycles\": 700") && Contains("\"cycles\": null"));
    // Nothing moves any more: said once.
    CHECK(t.log.str().empty());
    t.read(word);
    t.host.gone = true;
    CHECK(!t.server.serve(true));
    CHECK_THAT(t.log.str(), Contains("nothing can make progress, and a launch of (1,2) is not done:\nB polls\n"));
    CHECK(t.log.str().find("nothing can") == t.log.str().rfind("nothing can"));
  }
}

TEST_CASE("a device that has failed answers with ones", "[door]") {
  table t;
  t.read(0x10);
  t.read(0x10);
  t.server.serve(false);
  t.read(0x20, 8);
  t.says(door_command::write, 0x20, {1});
  t.says(door_command::exit);
  t.server.serve_failed();
  REQUIRE(t.host.answers.size() == 3);
  CHECK(t.answer(1) == std::vector<uint32_t>{~0u});
  CHECK(t.answer(2) == std::vector<uint32_t>{~0u, ~0u});
  CHECK(t.server.end() == "EXIT");
}
