// SPDX-License-Identifier: Apache-2.0
// Blocks in C++ at the pins of L1, both sides, with members as Verilator makes them: an L1 that grants when it likes, and a client
// of eight ports.
#pragma once
#include <algorithm>
#include <cstring>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "cosim/rtl/l1_client_adapter.h"
#include "cosim/rtl/l1_requests.h"

namespace l1_blocks {
using namespace tensix;

template <unsigned Ports>
struct pins {
  uint8_t l1_req[Ports] = {}, l1_we[Ports] = {}, l1_client[Ports] = {}, l1_op[Ports] = {}, l1_id[Ports] = {};
  uint32_t l1_addr[Ports] = {}, l1_wdata[Ports][4] = {}, l1_rdata[Ports][4] = {};
  uint16_t l1_wstrb[Ports] = {};
  uint8_t l1_gnt[Ports] = {}, l1_rvalid[Ports] = {}, l1_rid[Ports] = {};
};

// A bank serves the lowest of the ports that ask it, if the dice say so. Watches the rule that a request stays until gnt.
class server : public l1_block {
 public:
  static constexpr unsigned ports_count = 64, banks = 32;
  pins<ports_count> top;
  // Seen at every edge: port and word of what was granted.
  std::vector<std::vector<std::pair<unsigned, uint32_t>>> grants;
  bool keeps_grants = false;

  server(uint32_t bytes, unsigned percent, uint32_t seed) : bytes_(bytes), percent_(percent), random_(seed) { roll(); }

  std::vector<l1_server_pins> ports() override {
    std::vector<l1_server_pins> all;
    for (unsigned i = 0; i < ports_count; ++i) all.push_back(l1_server_pins_of(top, i));
    return all;
  }
  void settle() override {
    uint32_t taken = 0;
    for (unsigned i = 0; i < ports_count; ++i) {
      if (waits_[i] && !(top.l1_req[i] && asked(i) == shown_[i]))
        throw std::runtime_error("port " + std::to_string(i) + ": a request has not stayed until gnt");
      const uint32_t bank = 1u << top.l1_addr[i] % banks;
      top.l1_gnt[i] = top.l1_req[i] && likes_[i] && !(taken & bank);
      if (top.l1_gnt[i]) taken |= bank;
    }
  }
  void edge() override {
    if (keeps_grants) grants.emplace_back();
    for (unsigned i = 0; i < ports_count; ++i) {
      waits_[i] = top.l1_req[i] && !top.l1_gnt[i];
      shown_[i] = asked(i);
      top.l1_rvalid[i] = top.l1_gnt[i] && !top.l1_we[i];
      if (top.l1_gnt[i]) serve(i);
      top.l1_gnt[i] = 0;
    }
    roll();
  }
  void reset(bool) override {
    std::fill(std::begin(waits_), std::end(waits_), false);
    std::memset(top.l1_gnt, 0, sizeof top.l1_gnt);
    std::memset(top.l1_rvalid, 0, sizeof top.l1_rvalid);
  }
  void read(uint32_t address, uint8_t* data, uint32_t n) override { std::memcpy(data, &bytes_[address], n); }
  void write(uint32_t address, const uint8_t* data, uint32_t n) override { std::memcpy(&bytes_[address], data, n); }

 private:
  std::vector<uint8_t> bytes_;
  const unsigned percent_;
  std::mt19937 random_;
  bool likes_[ports_count] = {}, waits_[ports_count] = {};
  l1_request shown_[ports_count];

  void roll() {
    for (bool& l : likes_) l = random_() % 100 < percent_;
  }
  l1_request asked(unsigned i) const {
    l1_request r{top.l1_we[i], top.l1_client[i], top.l1_op[i], top.l1_id[i], top.l1_wstrb[i], top.l1_addr[i], {}};
    std::memcpy(r.wdata, top.l1_wdata[i], sizeof r.wdata);
    return r;
  }
  void serve(unsigned i) {
    if (keeps_grants) grants.back().emplace_back(i, top.l1_addr[i]);
    uint8_t* const word = &bytes_[size_t{top.l1_addr[i]} * 16];
    if (!top.l1_we[i]) {
      top.l1_rid[i] = top.l1_id[i];
      std::memcpy(top.l1_rdata[i], word, 16);
      return;
    }
    const auto* data = reinterpret_cast<const uint8_t*>(top.l1_wdata[i]);
    for (unsigned b = 0; b < 16; ++b)
      if (top.l1_wstrb[i] >> b & 1) word[b] = data[b];
  }
};

// Each port writes `rows` words, then reads them again, the next request standing there in the cycle behind a gnt unless the dice
// have it idle. Row r of port p is word 8 * r + p: eight ports in step meet nobody at a bank.
class client : public clocked_if {
 public:
  static constexpr unsigned count = 8;
  pins<count> top;
  l1_client_adapter ports;
  bool go = false;
  cycle_t first_grant = never, last_grant = 0;
  unsigned answers = 0, wrong = 0;

  client(rtl_clock& clock, l1_client who, unsigned rows, unsigned idle_percent, uint32_t seed)
      : ports("ports", clock, adapters()), who_(who), rows_(rows), idle_percent_(idle_percent), random_(seed) {
    clock.attach(*this, "client");
  }
  bool done() const { return answers == rows_ * count; }

  bool edge(cycle_t cycle) override {
    ports.before_edge(cycle);
    for (unsigned p = 0; p < count; ++p) step(p, cycle);
    return ports.after_edge(cycle) || (go && !done());
  }
  bool at_work() const override { return ports.at_work() || (go && asks_left()); }
  void reset(bool) override {
    std::memset(top.l1_req, 0, sizeof top.l1_req);
    ports.reset();
  }

 private:
  const l1_client who_;
  const unsigned rows_, idle_percent_;
  std::mt19937 random_;
  unsigned next_[count] = {}, read_[count] = {};  // requests granted, answers heard

  std::vector<l1_client_pins> adapters() {
    std::vector<l1_client_pins> all;
    for (unsigned i = 0; i < count; ++i) all.push_back(l1_client_pins_of(top, i));
    return all;
  }
  bool asks_left() const {
    return std::any_of(std::begin(next_), std::end(next_), [this](unsigned n) { return n < 2 * rows_; });
  }
  static uint32_t datum(uint32_t word, unsigned i) { return (word * 4 + i + 1) * 0x9e3779b9u; }
  void step(unsigned p, cycle_t cycle) {
    if (top.l1_rvalid[p]) {
      const uint32_t word = count * read_[p] + p;
      for (unsigned i = 0; i < 4; ++i) wrong += top.l1_rdata[p][i] != datum(word, i);
      wrong += top.l1_rid[p] != read_[p] % 16;
      ++read_[p], ++answers;
    }
    if (top.l1_gnt[p]) {
      first_grant = std::min(first_grant, cycle), last_grant = cycle;
      ++next_[p];
      top.l1_req[p] = 0;
    }
    if (top.l1_req[p] || !go || next_[p] == 2 * rows_ || random_() % 100 < idle_percent_) return;
    const unsigned row = next_[p] % rows_;
    top.l1_req[p] = 1;
    top.l1_we[p] = next_[p] < rows_;
    top.l1_client[p] = static_cast<uint8_t>(who_);
    top.l1_id[p] = row % 16;
    top.l1_addr[p] = count * row + p;
    top.l1_wstrb[p] = 0xffff;
    for (unsigned i = 0; i < 4; ++i) top.l1_wdata[p][i] = datum(top.l1_addr[p], i);
  }
};

}  // namespace l1_blocks
