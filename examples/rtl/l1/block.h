// SPDX-License-Identifier: Apache-2.0
// The module l1 of this folder behind the adapters of cosim/rtl. To be included in front of <systemc>.
#pragma once
#include "Vl1.h"
#include "Vl1___024root.h"
#include "cosim/rtl/verilated_block.h"

#include <cstring>

#include "cosim/rtl/l1_requests.h"
#include "platform/parameters.h"

namespace rtl_examples {

class l1_example : public tensix::l1_block {
 public:
  // Throws parameter_error if the module is not made for these numbers.
  explicit l1_example(const tensix::l1_parameters& p) : block_("l1") {
    const auto needs = [](bool fine, const char* what) {
      if (!fine) throw tensix::parameter_error(std::string("units.l1: examples/rtl/l1 has ") + what);
    };
    needs(p.banks <= banks, "32 banks (parameter BANKS of l1.sv), l1.banks asks for more");
    needs(p.size_kib * 64 <= words, "1536 KiB (parameter WORDS of l1.sv), l1.size_kib asks for more");
    needs(p.bank_policy == tensix::l1_policy::round_robin && p.port_policy == tensix::l1_policy::round_robin,
          "both policies round_robin: l1.bank_policy and l1.port_policy must say so");
    needs(p.arbiter_phase == 0, "an arbiter that begins as it is reset: l1.arbiter_phase must be 0");
    block_.top.banks_less_one = static_cast<uint8_t>(p.banks - 1);
    block_.top.atomic_cycles = static_cast<uint16_t>(p.atomic_cycles);
    block_.top.accumulate_bank_cycles = static_cast<uint16_t>(p.accumulate_bank_cycles);
    for (size_t client = 0; client < p.client_ports.size(); ++client) {
      block_.top.client_ports[client] = 0;
      for (const uint32_t port : p.client_ports[client]) block_.top.client_ports[client] |= uint64_t{1} << port;
    }
    for (unsigned i = 0; i < pins; ++i) block_.top.l1_req[i] = 0;
    std::memset(bytes(), 0, size_t{words} * 16);
  }
  std::vector<tensix::l1_server_pins> ports() override {
    std::vector<tensix::l1_server_pins> all;
    for (unsigned i = 0; i < pins; ++i) {
      all.push_back(tensix::l1_server_pins_of(block_.top, i));
      all.back().reason = &block_.top.l1_reason[i];
      all.back().port = &block_.top.l1_port[i];
    }
    return all;
  }
  std::vector<tensix::pin> other_pins() override {
    const auto& t = block_.top;
    std::vector<tensix::pin> all;
    add_pin(all, "banks_less_one", 5, t.banks_less_one);
    add_pin(all, "atomic_cycles", 16, t.atomic_cycles);
    add_pin(all, "accumulate_bank_cycles", 16, t.accumulate_bank_cycles);
    add_pin(all, "client_ports", 64, t.client_ports);
    return all;
  }
  void settle() override { block_.settle(); }
  void edge() override { block_.edge(); }
  void reset(bool asserted) override { block_.reset(asserted); }
  void read(uint32_t address, uint8_t* data, uint32_t n) override { std::memcpy(data, bytes() + address, n); }
  void write(uint32_t address, const uint8_t* data, uint32_t n) override { std::memcpy(bytes() + address, data, n); }
  const uint8_t* image() override { return bytes(); }

 private:
  static constexpr unsigned pins = 96, banks = 32, words = 98304;  // parameters of l1.sv
  tensix::verilated_block<Vl1> block_;
  // The public array, words of 16 bytes in one piece.
  uint8_t* bytes() { return reinterpret_cast<uint8_t*>(&block_.top.rootp->l1__DOT__banks__DOT__words[0]); }
};

}  // namespace rtl_examples
