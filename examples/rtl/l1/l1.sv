// SPDX-License-Identifier: Apache-2.0
// L1 in RTL: an arbiter of ports and banks, and banks that own their bytes. An example of co-simulation (docs/cosim-l1.md): it
// decides what the model decides, cycle by cycle, for both policies round_robin, any clients' ports and up to BANKS banks. It is
// no design of the chip's L1: requests arrive numbered by age and choose their ports within a cycle, and one always_comb finds
// all winners. Accumulating and atomic beats take their time; what they compute is their clients' affair.
module l1 #(
    parameter int PINS  = 96,
    parameter int BANKS = 32,
    parameter int PORTS = 64,
    parameter int WORDS = 98304
) (
    input logic clk,
    input logic rst_n,

    input logic [$clog2(BANKS)-1:0] banks_less_one,
    input logic [     15:0] atomic_cycles,
    input logic [     15:0] accumulate_bank_cycles,
    input logic [PORTS-1:0] client_ports          [17],

    // tt_l1_port_if, by number
    input  logic         l1_req   [PINS],
    input  logic         l1_we    [PINS],
    input  logic [ 20:4] l1_addr  [PINS],
    input  logic [  4:0] l1_client[PINS],
    input  logic [  1:0] l1_op    [PINS],
    input  logic [  3:0] l1_id    [PINS],
    input  logic [127:0] l1_wdata [PINS],
    input  logic [ 15:0] l1_wstrb [PINS],
    output logic         l1_gnt   [PINS],
    output logic         l1_rvalid[PINS],
    output logic [  3:0] l1_rid   [PINS],
    output logic [127:0] l1_rdata [PINS],
    // beyond the interface
    output logic [  1:0] l1_reason[PINS],
    output logic [  5:0] l1_port  [PINS]
);
  // Pin by pin: Verilator 5.006 does not pass whole arrays from the ports of a top on.
  logic         req[PINS];
  logic         we[PINS];
  logic [ 20:4] addr[PINS];
  logic [  4:0] client[PINS];
  logic [  1:0] op[PINS];
  logic [  3:0] id[PINS];
  logic [127:0] wdata[PINS];
  logic [ 15:0] wstrb[PINS];
  logic         gnt[PINS];
  logic         rvalid[PINS];
  logic [  3:0] rid[PINS];
  logic [127:0] rdata[PINS];
  logic [  1:0] reason[PINS];
  logic [  5:0] port[PINS];
  logic [PORTS-1:0] ports_of[17];
  for (genvar c = 0; c < 17; c++) begin : g_client
    assign ports_of[c] = client_ports[c];
  end
  for (genvar i = 0; i < PINS; i++) begin : g_port
    assign req[i] = l1_req[i];
    assign we[i] = l1_we[i];
    assign addr[i] = l1_addr[i];
    assign client[i] = l1_client[i];
    assign op[i] = l1_op[i];
    assign id[i] = l1_id[i];
    assign wdata[i] = l1_wdata[i];
    assign wstrb[i] = l1_wstrb[i];
    assign l1_gnt[i] = gnt[i];
    assign l1_rvalid[i] = rvalid[i];
    assign l1_rid[i] = rid[i];
    assign l1_rdata[i] = rdata[i];
    assign l1_reason[i] = reason[i];
    assign l1_port[i] = port[i];
    // The rules of the interface, watched.
    tt_l1_port_if #(.MOVES(1)) watched (.clk, .rst_n);
    assign watched.req = req[i];
    assign watched.we = we[i];
    assign watched.addr = addr[i];
    assign watched.client = client[i];
    assign watched.op = op[i];
    assign watched.id = id[i];
    assign watched.wdata = wdata[i];
    assign watched.wstrb = wstrb[i];
    assign watched.gnt = gnt[i];
    assign watched.rvalid = rvalid[i];
    assign watched.rid = rid[i];
    assign watched.rdata = rdata[i];
  end

  logic take[BANKS];
  logic [$clog2(PINS)-1:0] pin[BANKS];

  l1_arbiter #(
      .PINS (PINS),
      .BANKS(BANKS),
      .PORTS(PORTS)
  ) arbiter (
      .client_ports(ports_of),
      .*
  );

  l1_banks #(
      .PINS (PINS),
      .BANKS(BANKS),
      .WORDS(WORDS)
  ) banks (
      .*
  );
endmodule
