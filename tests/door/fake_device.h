// SPDX-License-Identifier: Apache-2.0
// A device of some bytes at one place, and a host that is a list of messages.
#pragma once
#include <algorithm>
#include <deque>
#include <stdexcept>
#include <string>
#include <vector>

#include "app/serve/door_server.h"

namespace tensix_door {

struct fake_device : tensix::device_door {
  static constexpr uint32_t bytes = 0x1000;
  std::vector<uint8_t> memory = std::vector<uint8_t>(bytes);
  uint64_t now = 0;
  std::string resets;
  std::vector<uint32_t> followed;

  void require(const tensix::door_place& place) const {
    if (!(place == tensix::door_place{1, 2})) throw std::invalid_argument("nothing is there");
  }
  uint8_t* at(const tensix::door_place& place, uint64_t address, uint32_t size) {
    require(place);
    if (address > bytes || size > bytes - address) throw std::out_of_range("beyond the end");
    return memory.data() + address;
  }
  void write(const tensix::door_place& p, uint64_t address, const uint8_t* from, uint32_t size) override {
    std::copy_n(from, size, at(p, address, size));
  }
  void read(const tensix::door_place& p, uint64_t address, uint8_t* to, uint32_t size) override {
    std::copy_n(at(p, address, size), size, to);
  }
  void assert_reset(const tensix::door_place& p) override { require(p), resets += "a"; }
  void release_reset(const tensix::door_place& p) override { require(p), resets += "r"; }
  uint64_t cycle() const override { return now; }
  void follow(const tensix::door_place&, uint32_t address) override { followed.push_back(address); }
  void forget(const tensix::door_place&, uint32_t address) override {
    followed.erase(std::remove(followed.begin(), followed.end(), address), followed.end());
  }
  std::map<std::string, tensix::counted_cycles> counted() override { return {{"unit", {now / 2, {{"l1_load", now / 4}}}}}; }
  std::string who_waits() override { return "B polls\n"; }

  // As firmware does it.
  void store(uint32_t address, uint32_t value) {
    for (unsigned i = 0; i < 4; ++i) memory[address + i] = static_cast<uint8_t>(value >> (8 * i));
    if (std::count(followed.begin(), followed.end(), address)) word_written({1, 2}, address, value);
  }
};

struct fake_host : tensix::message_pipe {
  std::deque<tensix::wire_bytes> to_come;
  std::vector<tensix::wire_bytes> answers;
  bool gone = true;  // when all has been received

  std::optional<tensix::wire_bytes> receive() override {
    if (to_come.empty()) return std::nullopt;
    tensix::wire_bytes first = std::move(to_come.front());
    to_come.pop_front();
    return first;
  }
  void send(const tensix::wire_bytes& message) override { answers.push_back(message); }
  bool lost() override { return gone && to_come.empty(); }
};

}  // namespace tensix_door
