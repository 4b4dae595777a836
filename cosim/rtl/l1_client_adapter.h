// SPDX-License-Identifier: Apache-2.0
// Ports of L1 for a block of RTL (cosim/rtl/sv/tt_l1_port_if.sv): what it asks for becomes transfers of one beat.
//
//   l1_client_adapter ports("ports", environment.clock(), {l1_client_pins_of(block.top, 0), l1_client_pins_of(block.top, 1), ...});
//   ports.l1.bind(*c.l1);
//
//   bool edge(cycle_t cycle) override {  // of the block, a clocked_if
//     ports.before_edge(cycle);          // gnt of this cycle
//     block.edge();
//     return ports.after_edge(cycle);    // what req asks for from the next cycle on
//   }
//   bool at_work() const override { return ports.at_work() || ...; }
//   void reset(bool asserted) override { block.reset(asserted); ports.reset(); }
//
// req and what belongs to it come from registers: they are looked at behind the edge, and hold for the cycle that it begins. gnt
// is the beat's cycle in its bank, seen at the edge that ends it; rvalid, rid and rdata come in the next one. Each port is a
// stream of its own (l1_access::stream) in the order of its requests: n ports of a client move up to n beats a cycle. An L1 that
// does not answer GRANTED lets gnt come together with rdata, a cycle late.
#pragma once
#include <array>
#include <functional>
#include <memory>
#include <vector>

#include "cosim/rtl/l1_pins.h"
#include "cosim/rtl/rtl_clock.h"
#include "models/memory/l1_initiator.h"
#include "models/time/calendar.h"

namespace tensix {

class l1_client_adapter : public sc_core::sc_module {
 public:
  l1_initiator l1{"l1", completes<&l1_client_adapter::answered>(this)};

  l1_client_adapter(const sc_core::sc_module_name& name, rtl_clock& clock, std::vector<l1_client_pins> ports);

  void before_edge(cycle_t cycle);
  bool after_edge(cycle_t cycle);  // whether anything has changed
  void reset();                    // open transfers are forgotten: their data go nowhere
  bool at_work() const { return open_ > 0 || answers_ > 0; }
  uint64_t beats() const { return beats_; }  // granted
  std::vector<pin> pins() const;             // for the block's, a pins_if

  // An accumulating or atomic beat (op) only takes the time of its bank; this moves its data, in the cycle of its rvalid, by
  // transport_dbg. Needed only by RTL that has such beats.
  std::function<void(unsigned port, uint32_t address)> modify;

 private:
  struct beat {
    bool open = false, granted = false, forgotten = false;
    uint8_t id = 0;
    l1_operation operation = l1_operation::plain;
    l1_payload* transfer = nullptr;  // while it is open
    std::array<uint8_t, 16> data{}, enables{};
  };
  struct port {
    l1_client_pins pins;
    std::vector<std::unique_ptr<beat>> beats;  // made once, used again
    beat* asked = nullptr;                     // L1 has been asked, gnt has not been given
    bool waits = false;                        // req was up behind the last edge
    l1_request shown{};                        // with it
    bool answers = false;                      // rvalid is up
  };
  rtl_clock& clock_;
  random_delay grants_later_;
  std::vector<port> ports_;
  unsigned open_ = 0, answers_ = 0;  // beats; ports with rvalid
  uint64_t beats_ = 0;
  bool changed_ = false, at_edge_ = false;
  uint32_t quiet_ = 0;                                               // edges without a change
  activation run_{slot::l1, method<&l1_client_adapter::run>(this)};  // of a lazy clock: every cycle, while there is work

  void run();
  void every_cycle();
  void ask(unsigned number, cycle_t cycle);
  void answer(unsigned number, beat& b, const l1_payload& t);
  static size_t free_beat(port& p);
  static cycle_t until(cycle_t cycle);
  void answered(l1_payload& t);
};

}  // namespace tensix
