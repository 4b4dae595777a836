// SPDX-License-Identifier: Apache-2.0
// The pins of a port of L1 (cosim/rtl/sv/tt_l1_port_if.sv), as Verilator has them: members l1_req[i], l1_addr[i] ... of the
// top, unpacked arrays by port.
#pragma once
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "cosim/rtl/pins.h"
#include "models/memory/l1_protocol.h"

namespace tensix {

// l1_op
enum class l1_op : uint8_t { plain, accumulate, atomic, narrow };  // narrow: a write of fewer than 16 bytes

// What a client asks for on a port, held until gnt.
struct l1_request {
  uint8_t we = 0, client = 0, op = 0, id = 0;
  uint16_t wstrb = 0;
  uint32_t word = 0;  // addr[20:4]
  uint32_t wdata[4] = {};
  bool operator==(const l1_request& o) const {
    return we == o.we && client == o.client && op == o.op && id == o.id && word == o.word &&
           (!we || (wstrb == o.wstrb && std::memcmp(wdata, o.wdata, sizeof wdata) == 0));
  }
};

// A port of a client made of RTL.
struct l1_client_pins {
  const uint8_t *req, *we, *client, *op, *id;
  const uint32_t* addr;
  const uint32_t* wdata;  // 4
  const uint16_t* wstrb;
  uint8_t *gnt, *rvalid, *rid;
  uint32_t* rdata;  // 4

  l1_request request() const {
    l1_request r{*we, *client, *op, *id, *wstrb, *addr, {}};
    std::memcpy(r.wdata, wdata, sizeof r.wdata);
    return r;
  }
};

template <class Top>
l1_client_pins l1_client_pins_of(Top& top, unsigned i) {
  return {&top.l1_req[i],      &top.l1_we[i],    &top.l1_client[i], &top.l1_op[i],     &top.l1_id[i],  &top.l1_addr[i],
          &top.l1_wdata[i][0], &top.l1_wstrb[i], &top.l1_gnt[i],    &top.l1_rvalid[i], &top.l1_rid[i], &top.l1_rdata[i][0]};
}

// A port of an L1 made of RTL.
struct l1_server_pins {
  uint8_t *req, *we, *client, *op, *id;
  uint32_t* addr;
  uint32_t* wdata;  // 4
  uint16_t* wstrb;
  const uint8_t *gnt, *rvalid, *rid;
  const uint32_t* rdata;            // 4
  const uint8_t* reason = nullptr;  // why it is refused: 1 bank, 2 no port free, 0 not looked at; null: not said
  const uint8_t* port = nullptr;    // of L1, that carries it; null: that of the pin's number
};

template <class Top>
l1_server_pins l1_server_pins_of(Top& top, unsigned i) {
  return {&top.l1_req[i],      &top.l1_we[i],    &top.l1_client[i], &top.l1_op[i],     &top.l1_id[i],  &top.l1_addr[i],
          &top.l1_wdata[i][0], &top.l1_wstrb[i], &top.l1_gnt[i],    &top.l1_rvalid[i], &top.l1_rid[i], &top.l1_rdata[i][0]};
}

// For waves: those of port `i`, of either side, as l1_req[3].
template <class Pins>
void add_pins(std::vector<pin>& to, const Pins& p, unsigned i) {
  const std::string n = "[" + std::to_string(i) + "]";
  to.insert(to.end(), {{"l1_req" + n, 1, p.req},
                       {"l1_we" + n, 1, p.we},
                       {"l1_addr" + n, 17, p.addr},
                       {"l1_client" + n, 5, p.client},
                       {"l1_op" + n, 2, p.op},
                       {"l1_id" + n, 4, p.id},
                       {"l1_wdata" + n, 128, p.wdata},
                       {"l1_wstrb" + n, 16, p.wstrb},
                       {"l1_gnt" + n, 1, p.gnt},
                       {"l1_rvalid" + n, 1, p.rvalid},
                       {"l1_rid" + n, 4, p.rid},
                       {"l1_rdata" + n, 128, p.rdata}});
}

}  // namespace tensix
