// SPDX-License-Identifier: Apache-2.0
#include "Vown_l1.h"  // in front of everything with SystemC
#include "Vown_l1___024root.h"
#include "cosim/rtl/verilated_block.h"

#include <cstring>

#include "cosim/rtl/l1_shadow.h"
#include "cosim/rtl/rtl_l1.h"
#include "cosim/rtl/rtl_units.h"

namespace {
using namespace tensix;

class own_l1 : public l1_block {
 public:
  explicit own_l1(const l1_parameters& p) : block_("own_l1") {
    if (p.bank_policy != l1_policy::fixed || p.port_policy != l1_policy::fixed || p.banks > 32 || p.size_kib * 64 > words)
      throw parameter_error("units.l1: own_l1 wants l1.bank_policy and l1.port_policy `fixed`, at most 32 banks and 1536 KiB");
    auto& t = block_.top;
    t.cfg_last_bank = static_cast<uint8_t>(p.banks - 1);
    t.cfg_atomic_cycles = static_cast<uint16_t>(p.atomic_cycles);
    t.cfg_accumulate_cycles = static_cast<uint16_t>(p.accumulate_bank_cycles);
    for (size_t client = 0; client < p.client_ports.size(); ++client) {
      t.cfg_ports[client] = 0;
      for (const uint32_t port : p.client_ports[client]) t.cfg_ports[client] |= uint64_t{1} << port;
    }
    std::memset(bytes(), 0, size_t{words} * 16);
  }
  std::vector<l1_server_pins> ports() override {
    std::vector<l1_server_pins> all;
    for (unsigned i = 0; i < pins; ++i) {
      all.push_back(l1_server_pins_of(block_.top, i));
      all.back().reason = &block_.top.l1_reason[i];
      all.back().port = &block_.top.l1_port[i];
    }
    return all;
  }
  void settle() override { block_.settle(); }
  void edge() override { block_.edge(); }
  void reset(bool asserted) override { block_.reset(asserted); }
  void read(uint32_t address, uint8_t* data, uint32_t n) override { std::memcpy(data, bytes() + address, n); }
  void write(uint32_t address, const uint8_t* data, uint32_t n) override { std::memcpy(bytes() + address, data, n); }
  const uint8_t* image() override { return bytes(); }

 private:
  static constexpr unsigned pins = 96, words = 98304;  // parameters of own_l1.sv
  verilated_block<Vown_l1> block_;
  uint8_t* bytes() { return reinterpret_cast<uint8_t*>(&block_.top.rootp->own_l1__DOT__words[0]); }
};

const bool known = register_rtl({"l1", "fixed priority", [](tile_parts& parts, unit_source source, rtl_environment& e) {
                                   parts.l1 = [&e, source](const tile_context& c) -> std::unique_ptr<l1_if> {
                                     auto block = std::make_unique<own_l1>(c.configuration.l1);
                                     if (source == unit_source::shadow)
                                       return std::make_unique<l1_shadow>("l1", c, e, std::move(block), l1_pin_order::by_age);
                                     auto l1 = std::make_unique<rtl_l1>("l1", c.configuration.l1, e.clock(), std::move(block),
                                                                        l1_pin_order::by_age);
                                     l1->wrong_data = [&e](cycle_t cycle, const std::string& text) {
                                       e.wrong_data("l1", cycle, text);
                                     };  // unset: that ends the run
                                     return l1;
                                   };
                                 }});
}  // namespace
