// SPDX-License-Identifier: Apache-2.0
// The registers of a network interface (NIU): four request initiators, identity, configuration, counters; what a command means.
// Layer 1: no time. Who has time tells each step of a packet (`happened`), and counters change exactly then.
// Source: ISA documentation, NoC/MemoryMap, NoC/Counters, NoC/Interrupts (Blackhole).
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/noc/noc_packet.h"
#include "models/noc/noc_translation_function.h"
#include "models/noc_interface/noc_atomics_function.h"
#include "models/noc_interface/noc_commands_function.h"
#include "models/noc_interface/noc_counters_function.h"
#include "models/noc_interface/noc_names_function.h"
#include "models/observe/diagnostics.h"

namespace tensix {

class noc_registers {
 public:
  static constexpr unsigned initiators = 4;
  static constexpr uint32_t initiator_stride = noc_offset::initiator_stride, command_control = noc_offset::command;

  // `translation` gives what firmware has written into the NIU's tables, and must outlive this.
  noc_registers(const noc_identity& identity, const noc_translation_if& translation, diagnostics& diagnose);

  const noc_identity& identity() const { return identity_; }

  // Loads and stores of words, by byte offset in the NIU's 64 KiB; `who` stands in diagnoses. An offset without a register, and
  // what cannot be done to it, is diagnosed by name.
  uint32_t load(const char* who, uint32_t offset);
  uint32_t peek(uint32_t offset) const;  // as a load gives it, without what a load does; 0 where there is no register
  // True: it was a 1 to CMD_CTRL, and there is a command to `take`: outstanding counts have grown, coordinates are translated in
  // their registers, CMD_CTRL reads 1 until `accepted`. A command that means nothing is diagnosed and is none.
  bool store(const char* who, uint32_t offset, uint32_t value);
  noc_command take();
  // Of a command longer than a packet: LEN, TARG and RET move on behind each packet, when it has its channel. They stand where
  // `packet` begins.
  void packet_begins(const noc_command& command, size_t packet);
  void accepted(unsigned number);  // the last packet has its channel: CMD_CTRL reads 0

  void happened(noc_step step, const noc_packet& packet) { counters_.happened(step, packet); }

  uint32_t counter(unsigned index) const { return counters_[index]; }  // 0..63: the word at 0x200 + 4 x index

  // Whether its own place receives multicasts: ROUTER_CFG_1 and ROUTER_CFG_3.
  bool receives_multicast() const;

  // The name of the register at an offset ("TARG_ADDR_LO of initiator 1", "NIU_MST_RD_RESP_RECEIVED"); "" if none.
  static std::string name(uint32_t offset) { return noc_register_name(offset); }

 private:
  static constexpr unsigned configuration_words = 30;  // to DEBUG_COUNTER_RESET
  struct initiator {
    std::array<uint32_t, noc_initiator_words::count> word{};
    // Whether software has written TARG_ADDR_HI, RET_ADDR_HI since the last command translated its two, four coordinates.
    std::array<bool, 2> fresh{}, fresh_start{};
    bool busy = false;
    size_t packets = 0, moved = 0;  // of its command
  };

  noc_identity identity_;
  const noc_translation_if& translation_;
  diagnostics& diagnose_;
  std::array<initiator, initiators> initiators_;
  std::array<uint32_t, configuration_words> configuration_{};
  noc_tables tables_;  // as they stand in the configuration
  noc_counters counters_;
  uint32_t zero_enable_ = 0;
  // Of the last command, if its transaction goes on.
  struct transaction {
    noc_coordinate to, to_end;
    bool multicast, y_major, static_channel;
    uint8_t virtual_channel;
  };
  std::optional<transaction> linked_;
  noc_command taken_;

  uint32_t configuration(uint32_t offset) const { return configuration_[(offset - noc_offset::configuration) / 4]; }
  uint32_t& configuration(uint32_t offset) { return configuration_[(offset - noc_offset::configuration) / 4]; }
  void fill_configuration();
  void read_tables();
  uint32_t raw(const initiator& i, unsigned which, bool start) const;
  uint32_t node_id() const;
  uint32_t endpoint_id() const;
  uint32_t number_of_zero() const;

  void store_initiator(const char* who, uint32_t offset, uint32_t value);
  void store_configuration(const char* who, uint32_t offset, uint32_t value);
  bool command(const char* who, unsigned number);
  void check_transaction(const char* who, const std::string& what, const noc_packet& packet);
  void report(const char* who, std::string text) { diagnose_.undefined(who, -1, 0, std::move(text)); }
  std::string at(uint32_t offset) const;
};

}  // namespace tensix
