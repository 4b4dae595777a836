// SPDX-License-Identifier: Apache-2.0
// One run of `tensix-tlm races`: which cores are how much slower where, and what came of it (docs/races.md).
#pragma once
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include "models/contracts/core_delays.h"
#include "models/observe/observer.h"
#include "testbench/run/circular_buffer_mover.h"

namespace tensix {

struct race_site {
  unsigned core = 0;
  uint32_t place = 0;
  bool push = false;
  uint32_t detail = 0;
  uint64_t times = 0;  // that the core was there in the undelayed run
  bool synchronises = false;
  friend bool operator<(const race_site& a, const race_site& b) {
    return std::tie(a.core, a.place, a.push) < std::tie(b.core, b.place, b.push);
  }
};
// Whether others can see when it happens: an access, or an instruction that waits, hands over or sets up.
bool synchronises(const core_site& site);

struct race_trial {
  struct delay {
    unsigned core;
    uint32_t place;
    bool push;
    uint32_t cycles;
  };
  std::vector<delay> delays;
  std::vector<std::string> settings;  // of arbiters, for apply_settings
  feed_lateness late_feeds;
  uint64_t seed = 0;     // not 0: each time a part of the cycles, at random
  bool watched = false;  // accesses to L1 are part of the outcome

  static constexpr uint32_t most_times = 64;  // a place is slower so many times, then as it is
};

// Its core_delays_if; notes the places.
class race_delays : public core_delays_if {
 public:
  explicit race_delays(const race_trial& trial);
  uint32_t cycles(const core_site& site) override;
  std::vector<race_site> sites() const;

 private:
  struct slower {
    uint32_t cycles = 0, left = race_trial::most_times;
  };
  std::map<std::tuple<unsigned, uint32_t, bool>, slower> slower_;
  std::map<race_site, race_site> seen_;
  std::mt19937_64 random_;
  const bool at_random_;
};

// Of each word of L1 what each client has read, and written, one value after the other; of a core that polls, the same again is one.
class word_watch : public observer {
 public:
  l1_wishes wishes() const override { return {false, true}; }
  void l1_beat(uint64_t transfer, uint32_t beat, uint32_t word, unsigned port, uint64_t cycle) override;
  void l1_complete(const l1_completed& t) override;
  struct access {
    uint32_t address;
    std::string client;
    bool write;
    struct one {
      uint64_t cycle;
      uint32_t value;      // read, or written
      uint64_t writes;     // of the word before it, by anybody
      std::string writer;  // who has written it last before; empty: nobody
    };
    std::vector<one> values;
    static constexpr size_t most_values = 256;  // of one word and client; then only the last
  };
  std::vector<access> accesses() const;

 private:
  struct writes {
    uint64_t number = 0;
    std::string last;
  };
  std::map<uint64_t, std::vector<uint32_t>> beats_;                                // of transfers that are not complete
  std::map<std::tuple<uint32_t, unsigned, bool>, std::vector<access::one>> seen_;  // by word's address, client, write
  std::map<uint32_t, writes> writes_;
};

struct race_outcome {
  std::string how;  // of run_result; "crashed"
  uint64_t cycles = 0;
  std::string result;  // what is compared
  std::string text;    // why it hangs
  std::vector<std::string> hazards;
  std::vector<race_site> sites;
  std::vector<word_watch::access> accesses;

  nlohmann::ordered_json json() const;
  static race_outcome of(const std::string& text);  // of json(), or nothing of a process that has failed
  bool differs(const race_outcome& other) const { return how != other.how || (how == "done" && result != other.result); }
};

}  // namespace tensix
