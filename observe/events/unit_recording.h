// SPDX-License-Identifier: Apache-2.0
// A record of one unit (unit_record.h), read.
#pragma once
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "models/contracts/reasons.h"
#include "observe/events/unit_record.h"
#include "platform/parameters.h"

namespace tensix {

class flat_json;

struct unit_recording {
  struct line {
    enum class kind_t : uint8_t {
      offer,
      // Asked of the unit beside offers.
      store,
      request,
      overlay_load,
      move,
      asked,
      // What others did.
      reg,
      bytes,
      changed,
      readable,
      address_phase,
      given,
      seed,
      context_reset,
      written,
      // Answers.
      gave,
      drained,
      did,
      end
    };
    kind_t kind = kind_t::end;
    bool early = false;  // before the units' slots, not behind them
    cycle_t cycle = 0;
    cycle_t plays = 0;                         // when it is the replay's turn to do it
    uint32_t thread = 0, word = 0, index = 0;  // word: also a value; index: of a register piece; a block; which * 2 + bank
    uint32_t owner = 0;
    bool accepted = false;
    uint64_t hold = 0, from = 0, arrives = 0;
    std::string reason;                      // of the refusal
    stall_reason turn = stall_reason::none;  // why it is not the thread's turn at Dst, until `turn_from`
    cycle_t turn_from = 0;
    std::string text;  // of what the unit did; what is asked
    std::vector<uint8_t> data;
    uint64_t number = 0;  // in the file
  };
  struct transfer {
    cycle_t asked, done;
    uint32_t client, address, bytes, operation, port_stall, bank_stall;
    std::optional<uint32_t> crc;                                    // of what the mover writes
    std::vector<std::pair<uint32_t, std::vector<uint8_t>>> memory;  // what it brings that was not known: address, bytes
  };
  struct packed_beat {  // in the output buffer of a packer from that cycle on
    cycle_t cycle;
    uint32_t address;
    unsigned action;
    std::vector<uint8_t> data;
    uint64_t number;  // of its line
  };
  std::string path;
  uint64_t version = 0;
  tile_unit unit = tile_unit::count;
  parameters configuration;
  std::vector<line> lines;
  std::deque<transfer> transfers;                             // in the order of their requests
  std::array<std::vector<packed_beat>, packer_count> packed;  // of each packer, from version 5 on
  // What the unit asked of others, "cycle: name of", and the answers in their order; without the cycle, if it has no effect.
  std::map<std::string, std::deque<uint64_t>> answers, again;

  // Throws event_line_error or std::runtime_error.
  static unit_recording load(const std::string& path);

 private:
  using piece_map = std::map<std::pair<std::string, uint64_t>, std::pair<uint32_t, size_t>>;  // place, bytes
  line read_line(const flat_json& j, const std::string& text, const piece_map& pieces);
  bool read_l1(const flat_json& j);
  bool read_packed(const flat_json& j, uint64_t number);
  void set_cycles();
  std::vector<std::pair<uint32_t, std::vector<uint8_t>>> memory_;  // of the transfer that follows
};

}  // namespace tensix
