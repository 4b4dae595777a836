// SPDX-License-Identifier: Apache-2.0
// An L1 of one's own, by age (docs/cosim-l1.md): fixed priority instead of turns. Of those that ask for a bank it goes to the client
// with the lowest number, and in that order they take ports: l1.bank_policy and l1.port_policy `fixed`, which in_place.py gives the
// model, too. A pin has its own way to the bytes.
module own_l1 #(
    parameter int PINS  = 96,
    parameter int BANKS = 32,
    parameter int PORTS = 64,
    parameter int WORDS = 98304,  // of 16 bytes
    parameter int CLIENTS = 17
) (
    input logic clk,
    input logic rst_n,

    // Steady from reset on.
    input logic [$clog2(BANKS)-1:0] cfg_last_bank,
    input logic [15:0] cfg_atomic_cycles,
    input logic [15:0] cfg_accumulate_cycles,
    input logic [PORTS-1:0] cfg_ports[CLIENTS],

    input logic l1_req[PINS],
    input logic l1_we[PINS],
    input logic [20:4] l1_addr[PINS],
    input logic [4:0] l1_client[PINS],
    input logic [1:0] l1_op[PINS],
    input logic [3:0] l1_id[PINS],
    input logic [127:0] l1_wdata[PINS],
    input logic [15:0] l1_wstrb[PINS],
    output logic l1_gnt[PINS],
    output logic l1_rvalid[PINS],
    output logic [3:0] l1_rid[PINS],
    output logic [127:0] l1_rdata[PINS],
    output logic [1:0] l1_reason[PINS],  // of a refusal: 1 bank, 2 no port, 0 not looked at
    output logic [5:0] l1_port[PINS]
);
  typedef logic [$clog2(BANKS)-1:0] bank_t;

  // The pins one by one: Verilator 5.006 does not pass whole arrays from the ports of a top on.
  logic req[PINS], we[PINS], gnt[PINS], rvalid[PINS];
  logic [20:4] addr[PINS];
  logic [4:0] client[PINS];
  logic [1:0] op[PINS], reason[PINS];
  logic [3:0] id[PINS], rid[PINS];
  logic [127:0] wdata[PINS], rdata[PINS];
  logic [15:0] wstrb[PINS];
  logic [5:0] carrier[PINS];
  for (genvar i = 0; i < PINS; i++) begin : g_pins
    assign {req[i], we[i], addr[i], client[i]} = {l1_req[i], l1_we[i], l1_addr[i], l1_client[i]};
    assign {op[i], id[i], wdata[i], wstrb[i]} = {l1_op[i], l1_id[i], l1_wdata[i], l1_wstrb[i]};
    assign {l1_gnt[i], l1_rvalid[i], l1_rid[i], l1_rdata[i]} = {gnt[i], rvalid[i], rid[i], rdata[i]};
    assign {l1_reason[i], l1_port[i]} = {reason[i], carrier[i]};
  end

  logic [31:0] now, bank_from[BANKS], port_from[PORTS];  // cycles from which they are free
  logic [PORTS-1:0] port_is_free;
  always_ff @(posedge clk) now <= rst_n ? now + 1 : 0;

  // ---- Who asks: transfers are neighbours of one id, client and direction
  logic [5:0] transfer[PINS];
  bank_t bank[PINS];
  logic [CLIENTS-1:0] asks;
  logic [4:0] best[BANKS];  // lowest client, and the first of its transfers
  logic [5:0] wins[BANKS];
  logic [BANKS-1:0] wanted;
  logic [5:0] number;
  always_comb begin
    asks = '0;
    wanted = '0;
    number = 0;
    for (int b = 0; b < BANKS; b++) {best[b], wins[b]} = '1;
    for (int i = 0; i < PINS; i++) begin
      transfer[i] = 0;
      bank[i] = '0;
    end
    for (int i = 0; i < PINS; i++) begin
      if (!req[i]) break;  // pins are filled from 0 on
      if (i != 0 && {id[i], client[i], we[i]} != {id[i==0?0 : i-1], client[i==0?0 : i-1], we[i==0?0 : i-1]}) number += 1;
      transfer[i] = number;
      bank[i] = addr[i][4+:$bits(bank_t)] & cfg_last_bank;
      asks[client[i]] = 1;
      if (!wanted[bank[i]] || client[i] < best[bank[i]]) {best[bank[i]], wins[bank[i]]} = {client[i], number};
      wanted[bank[i]] = 1;
    end
  end

  // ---- Who gets a port and a bank, client by client
  logic [PORTS-1:0] free, mine;
  logic [BANKS-1:0] served;
  logic [15:0] bank_hold[BANKS], port_hold[PORTS];  // 0: not taken in this cycle
  logic [15:0] hold;
  logic [6:0] without_port;  // transfer; 127: none
  logic [5:0] port;
  always_comb for (int p = 0; p < PORTS; p++) port_is_free[p] = port_from[p] <= now;
  always_comb begin
    free = port_is_free;
    mine = '0;
    served = '0;
    hold = 0;
    port = 0;
    without_port = 127;
    for (int b = 0; b < BANKS; b++) bank_hold[b] = 0;
    for (int p = 0; p < PORTS; p++) port_hold[p] = 0;
    for (int i = 0; i < PINS; i++) begin
      gnt[i] = 0;
      reason[i] = 0;
      carrier[i] = 0;
    end
    for (int c = 0; c < CLIENTS; c++) begin
      if (asks[c]) begin
        for (int i = 0; i < PINS; i++) begin
          if (!req[i]) break;
          if (client[i] == 5'(c) && without_port != 7'(transfer[i])) begin
            mine = free & cfg_ports[c];
            if (mine == '0) begin
              reason[i] = 2;
              without_port = 7'(transfer[i]);  // it asks no further
            end else if (bank_from[bank[i]] > now || served[bank[i]] || wins[bank[i]] != transfer[i]) begin
              reason[i] = 1;
            end else begin
              port = lowest(mine);
              free[port] = 0;
              served[bank[i]] = 1;
              gnt[i] = 1;
              carrier[i] = port;
              hold = op[i] == 0 ? 1 : op[i] == 1 ? cfg_accumulate_cycles : cfg_atomic_cycles;
              bank_hold[bank[i]] = hold;
              port_hold[port] = op[i] == 1 ? 1 : hold;  // accumulating passes its port once
            end
          end
        end
      end
    end
  end
  function automatic logic [5:0] lowest(logic [PORTS-1:0] set);
    for (int p = 0; p < PORTS; p++) if (set[p]) return 6'(p);
    return 0;
  endfunction
  always_ff @(posedge clk) begin
    for (int b = 0; b < BANKS; b++)
      if (!rst_n) bank_from[b] <= 0;
      else if (bank_hold[b] != 0) bank_from[b] <= now + 32'(bank_hold[b]);
    for (int p = 0; p < PORTS; p++)
      if (!rst_n) port_from[p] <= 0;
      else if (port_hold[p] != 0) port_from[p] <= now + 32'(port_hold[p]);
  end

  // ---- The bytes, one image for whoever looks from outside
  logic [127:0] words[WORDS]  /* verilator public_flat_rw */;
  function automatic logic [127:0] with_strobes(logic [127:0] old, logic [127:0] by, logic [15:0] strobes);
    logic [127:0] mask;
    for (int i = 0; i < 16; i++) mask[8*i+:8] = {8{strobes[i]}};
    return old & ~mask | by & mask;
  endfunction

  for (genvar i = 0; i < PINS; i++) begin : g_pin
    logic [20:4] written;
`ifdef OWN_BUG_WRAP
    assign written = {addr[i][20:16], addr[i][15] && !addr[i][14], addr[i][14:4]};  // the upper quarter of 64 KiB wraps
`else
    assign written = addr[i];
`endif
    always_ff @(posedge clk) begin
      rvalid[i] <= rst_n && gnt[i] && !we[i];
      rid[i] <= id[i];
      if (gnt[i] && !we[i]) rdata[i] <= words[addr[i]];
      if (rst_n && gnt[i] && we[i] && wstrb[i] != 0)
        words[written] <= with_strobes(words[written], wdata[i], wstrb[i]);
    end

    // The rules of the interface, watched.
    tt_l1_port_if #(.MOVES(1)) rules (.clk, .rst_n);
    assign {rules.req, rules.we, rules.addr, rules.client} = {req[i], we[i], addr[i], client[i]};
    assign {rules.op, rules.id, rules.wdata, rules.wstrb} = {op[i], id[i], wdata[i], wstrb[i]};
    assign {rules.gnt, rules.rvalid, rules.rid, rules.rdata} = {gnt[i], rvalid[i], rid[i], rdata[i]};
  end
endmodule
