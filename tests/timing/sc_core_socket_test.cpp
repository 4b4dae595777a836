// SPDX-License-Identifier: Apache-2.0
// Several processes at one core socket: each gets its own data, and accesses take what they take one after the other.
#include <tlm_utils/simple_initiator_socket.h>
#include <algorithm>
#include <cstdlib>
#include <functional>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "catch.h"
#include "platform/parameters.h"
#include "platform/tile.h"
#include "tests/seed.h"

using namespace tensix;

namespace {

struct transfer {
  bool store;
  uint32_t address;
  unsigned bytes;
  uint32_t value;  // stored, or expected
};
struct served {
  transfer what;
  cycle_t end;  // with the delay
};

class platform : public sc_core::sc_module {
 public:
  tensix_tile tile;
  tlm_utils::simple_initiator_socket<platform> core[4], noc;
  explicit platform(sc_core::sc_module_name name) : sc_module(name), tile("tile", builtin_configuration("blackhole")) {
    for (int i = 0; i < 4; ++i) core[i].bind(tile.core[i]);
    noc.bind(tile.noc);
  }
  // One access, with its delay; a load returns its value.
  uint32_t make(const transfer& a, unsigned on = 0) {
    uint32_t value = a.store ? a.value : 0;
    tlm::tlm_generic_payload payload;
    payload.set_command(a.store ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
    payload.set_address(a.address);
    payload.set_data_ptr(reinterpret_cast<unsigned char*>(&value));
    payload.set_data_length(a.bytes);
    payload.set_streaming_width(a.bytes);
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    core[on]->b_transport(payload, delay);
    if (!payload.is_response_ok()) wrong.push_back("no access to " + std::to_string(a.address));
    wait(delay);
    return value;
  }
  // The processes' accesses, all processes side by side. In the order in which they were over; a wrong value fails.
  std::vector<served> run(const std::vector<std::vector<transfer>>& processes) {
    std::vector<served> order;
    size_t left = processes.size();
    for (const auto& mine : processes)
      sc_core::sc_spawn([this, &mine, &order, &left] {
        for (const transfer& a : mine) {
          const uint32_t got = make(a);
          order.push_back({a, now_cycle()});
          if (!a.store && got != a.value)
            wrong.push_back("load from " + std::to_string(a.address) + ": " + std::to_string(got) + " instead of " +
                            std::to_string(a.value));
        }
        if (--left == 0) sc_core::sc_pause();
      });
    wrong.clear();
    begin = now_cycle();
    sc_core::sc_start();
    INFO(tile.who_waits());
    REQUIRE(left == 0);
    REQUIRE(wrong == std::vector<std::string>{});
    return order;
  }
  cycle_t begin = 0;
  std::vector<std::string> wrong;
};
std::unique_ptr<platform> many, one;

// Words of every region that keeps what was stored.
std::vector<uint32_t> addresses() {
  std::vector<uint32_t> all;
  const auto add = [&](uint32_t base, uint32_t stride, unsigned n) {
    for (unsigned i = 0; i < n; ++i) all.push_back(base + i * stride);
  };
  add(0x20000, 4, 40);  // L1: neighbours, and words of one bank
  add(0x40000, 512, 24);
  add(address_map::gpr_base, 4, 40);
  add(address_map::config_base + 4 * 80, 4, 16);  // Config, both banks
  add(address_map::config_base + 4 * (config_words + 80), 4, 16);
  add(address_map::local_ram_base, 4, 40);
  add(0xFFB14000 + 0x6000, 4, 40);  // data RAM of T1
  add(address_map::noc_overlay_base, 0x1000, 40);
  add(address_map::dst_window_base, 4, 40);
  add(address_map::tile_control_base + 0x228, 4, 3);  // reset addresses
  return all;
}
bool takes_bytes(uint32_t address) {
  return address < 0x100000 || address < address_map::tile_control_base || (address >= 0xFFB14000 && address < 0xFFB20000) ||
         (address >= address_map::gpr_base && address < address_map::gpr_base + 0x1000);
}

// Stores, and loads of what was stored, of `n` processes that share no word.
class work {
 public:
  explicit work(unsigned seed) : random_(seeded(seed)), all_(addresses()) { std::shuffle(all_.begin(), all_.end(), random_); }
  std::vector<std::vector<transfer>> make(unsigned n, unsigned each, bool stores, bool loads) {
    std::vector<std::vector<transfer>> processes(n);
    for (unsigned i = 0; i < each; ++i)
      for (unsigned p = 0; p < n; ++p) {
        const uint32_t word = all_[p + n * (random_() % (all_.size() / n))];
        const bool store = stores && (!loads || random_() % 2);
        const unsigned bytes = takes_bytes(word) ? 1u << random_() % 3 : 4, at = random_() % (4 / bytes) * bytes;
        uint32_t value = 0;
        if (store) value = static_cast<uint32_t>(random_()) & mask(bytes);
        uint32_t& memory = memory_[word];
        if (store) memory = (memory & ~(mask(bytes) << (8 * at))) | value << (8 * at);
        else value = (memory >> (8 * at)) & mask(bytes);
        processes[p].push_back({store, word + at, bytes, value});
      }
    return processes;
  }
  std::vector<std::vector<transfer>> fill() {
    std::vector<transfer> all;
    for (const uint32_t word : all_) all.push_back({true, word, 4, memory_[word] = static_cast<uint32_t>(random_())});
    return {all};
  }

 private:
  static uint32_t mask(unsigned bytes) { return bytes == 4 ? ~0u : (1u << (8 * bytes)) - 1; }
  std::mt19937 random_;
  std::vector<uint32_t> all_;
  std::map<uint32_t, uint32_t> memory_;
};

}  // namespace

TEST_CASE("many processes at one socket: values are right, and time is the sum of what was served") {
  for (unsigned seed = 1; seed <= 6; ++seed) {
    CAPTURE(seed);
    work w(seed);
    const auto before = w.fill();
    many->run(before);
    one->run(before);
    for (const bool stores : {false, true}) {
      CAPTURE(stores);
      const auto processes = w.make(2 + 2 * seed, 40, stores, !stores);
      const std::vector<served> order = many->run(processes);
      std::vector<transfer> same;
      for (const served& s : order) same.push_back(s.what);
      const std::vector<served> alone = one->run({same});
      REQUIRE(alone.size() == order.size());
      for (size_t i = 0; i < order.size(); ++i) {
        CAPTURE(i, order[i].what.address);
        REQUIRE(order[i].end - many->begin == alone[i].end - one->begin);
      }
    }
    many->run(w.make(2 + 2 * seed, 60, true, true));
  }
}

TEST_CASE("loads of one socket are served in the order in which they come") {
  std::vector<std::vector<transfer>> processes;
  for (uint32_t i = 0; i < 12; ++i) processes.push_back({{false, address_map::thread_config_base + 4 * (i * 5 % 12), 4, 0}});
  const std::vector<served> order = many->run(processes);
  for (size_t i = 0; i < order.size(); ++i) CHECK(order[i].what.address == processes[i][0].address);
}

TEST_CASE("a store goes on beside a load that waits for it") {
  const uint32_t to_itself = address_map::mailbox_base + 0x1000;  // T0's mailbox with T0
  many->run({{{false, to_itself, 4, 77}}, {{false, to_itself, 4, 78}}, {{true, to_itself, 4, 77}, {true, to_itself, 4, 78}}});
}

int sc_main(int argc, char** argv) {
  many = std::make_unique<platform>("many");
  one = std::make_unique<platform>("one");
  const int failed = run_test_cases(argc, argv);
  many.reset();
  one.reset();
  return failed;
}

int main(int argc, char** argv) {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  return sc_core::sc_elab_and_sim(argc, argv);
}
