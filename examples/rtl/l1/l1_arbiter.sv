// SPDX-License-Identifier: Apache-2.0
// Which beats have ports and banks in this cycle: docs/l1-protocol.md, "Arbitration", with both policies round_robin, as
// combinational logic and what it remembers.
//
// Requests are numbered by age: those of one transfer one behind the other in ascending order (id tells transfers apart), the
// oldest transfer first. One that is refused may have another number in the next cycle.
`include "tt_planted.svh"
module l1_arbiter #(
    parameter int PINS  = 96,  // requests a cycle (Verilator unrolls loops up to 64: these stay loops)
    parameter int BANKS = 32,  // at most
    parameter int PORTS = 64,
    parameter int CLIENTS = 17  // l1_client
) (
    input logic clk,
    input logic rst_n,

    // Steady from reset on.
    input logic [$clog2(BANKS)-1:0] banks_less_one,
    input logic [           15:0] atomic_cycles,
    input logic [           15:0] accumulate_bank_cycles,
    input logic [      PORTS-1:0] client_ports          [CLIENTS],

    input logic                   req   [PINS],
    input logic                   we    [PINS],
    input logic [           20:4] addr  [PINS],
    input logic [            4:0] client[PINS],
    input logic [            1:0] op    [PINS],
    input logic [            3:0] id    [PINS],

    output logic                    gnt   [PINS],
    output logic [             1:0] reason[PINS],  // of a refusal: 1 bank, 2 no port, 0 not looked at
    output logic [             5:0] port  [PINS],  // that carries it
    output logic                    take  [BANKS],
    output logic [$clog2(PINS)-1:0] pin   [BANKS]  // that a bank serves
);
  `PLANTED(lost_grant)   // a bank serves a beat, but its client is not told, and asks again
  `PLANTED(short_atomic) // the port of an atomic is free a cycle too early
  `PLANTED(overtaking)   // the turn begins behind the transfer whose turn it is
  localparam int BankBits = $clog2(BANKS);
  localparam logic [1:0] Bank = 1, Port = 2;

  // What is remembered.
  logic [     15:0] bank_left[BANKS], bank_left_next[BANKS];  // further cycles it is held
  logic [     15:0] port_left[PORTS], port_left_next[PORTS];
  logic [      4:0] last[BANKS], last_next[BANKS];  // client served last where several beats asked
  logic [     31:0] turn;                           // cycles in which several transfers competed

  // Who asks for what.
  logic [      5:0] transfers;           // that compete
  logic [      5:0] transfer[PINS];      // that a request belongs to
  logic [BankBits-1:0] bank[PINS];
  logic [BANKS-1:0] asked, several;
  logic [      4:0] distance[BANKS];     // of the winner's client behind the last one
  logic [      5:0] winner[BANKS];

  always_comb begin
    transfers = 0;
    asked     = '0;
    several   = '0;
    for (int b = 0; b < BANKS; b++) begin
      distance[b] = 0;
      winner[b]   = 0;
    end
    for (int i = 0; i < PINS; i++) begin
      bank[i]     = addr[i][4+:BankBits] & banks_less_one;
      transfer[i] = 0;
      if (req[i]) begin
        if (i == 0 || id[i] != id[i == 0 ? 0 : i-1] || client[i] != client[i == 0 ? 0 : i-1] || we[i] != we[i == 0 ? 0 : i-1]) transfers = transfers + 1;
        transfer[i] = transfers - 1;
        if (asked[bank[i]]) several[bank[i]] = 1;
        // Of several streams of one client the oldest: only who is nearer takes it away.
        if (!asked[bank[i]] || behind(client[i], last[bank[i]]) < distance[bank[i]]) begin
          distance[bank[i]] = behind(client[i], last[bank[i]]);
          winner[bank[i]]   = transfer[i];
        end
        asked[bank[i]] = 1;
      end
    end
  end

  // How far one client comes behind another, round and round.
  function automatic logic [4:0] behind(logic [4:0] one, logic [4:0] other);
    return one > other ? one - other - 5'd1 : one - other - 5'd1 + 5'(CLIENTS);
  endfunction

  // Transfers take ports one after the other, beginning with another one every cycle.
  logic [5:0] first;
  assign first = transfers > 1 ? 6'((turn + 32'(overtaking)) % 32'(transfers)) : 0;

  logic [PORTS-1:0] taken, free, lowest;
  logic [     15:0] hold;
  logic             stopped;  // it has found no port, and asks no further

  always_comb begin
    taken   = '0;
    free    = '0;
    lowest  = '0;
    hold    = 0;
    stopped = 0;
    for (int p = 0; p < PORTS; p++) begin
      taken[p]          = port_left[p] != 0;
      port_left_next[p] = port_left[p] == 0 ? 0 : port_left[p] - 1;
    end
    for (int b = 0; b < BANKS; b++) begin
      take[b]           = 0;
      pin[b]            = 0;
      bank_left_next[b] = bank_left[b] == 0 ? 0 : bank_left[b] - 1;
      last_next[b]      = last[b];
    end
    for (int i = 0; i < PINS; i++) begin
      gnt[i]    = 0;
      reason[i] = 0;
      port[i]   = 0;
    end
    for (int pass = 0; pass < 2; pass++) begin
      for (int i = 0; i < PINS; i++) begin
        if (req[i] && (transfer[i] >= first) == (pass == 0)) begin
          if (i == 0 || transfer[i] != transfer[i == 0 ? 0 : i-1]) stopped = 0;
          free = client_ports[client[i]] & ~taken;
          if (stopped) begin
          end else if (free == '0) begin
            reason[i] = Port;
            stopped   = 1;
          end else if (bank_left[bank[i]] != 0 || take[bank[i]] || winner[bank[i]] != transfer[i]) begin
            reason[i] = Bank;
          end else begin
            lowest          = free & (~free + 1);
            taken           = taken | lowest;
            gnt[i]          = 1;
            port[i]         = number_of(lowest);
            take[bank[i]]   = 1;
            pin[bank[i]]    = $clog2(PINS)'(i);
            case (op[i])
              0:       hold = 1;
              1:       hold = accumulate_bank_cycles;
              default: hold = atomic_cycles;
            endcase
            bank_left_next[bank[i]] = hold - 1;
            if (op[i] != 1) port_left_next[port[i]] = hold - 1 - 16'(short_atomic && hold > 1);
            if (transfers > 1 && several[bank[i]]) last_next[bank[i]] = client[i];
            if (lost_grant && transfers > 1 && several[bank[i]] && turn[1:0] == 3) gnt[i] = 0;
          end
        end
      end
    end
  end

  function automatic logic [5:0] number_of(logic [PORTS-1:0] one);
    logic [63:0] bits;
    bits = 64'(one);
    return {
      |(bits & 64'hffff_ffff_0000_0000), |(bits & 64'hffff_0000_ffff_0000), |(bits & 64'hff00_ff00_ff00_ff00),
      |(bits & 64'hf0f0_f0f0_f0f0_f0f0), |(bits & 64'hcccc_cccc_cccc_cccc), |(bits & 64'haaaa_aaaa_aaaa_aaaa)
    };
  endfunction

  always_ff @(posedge clk) begin
    if (!rst_n) begin
      bank_left <= '{default: 0};
      port_left <= '{default: 0};
      last      <= '{default: 5'(CLIENTS - 1)};
      turn      <= 0;
    end else begin
      bank_left <= bank_left_next;
      port_left <= port_left_next;
      last      <= last_next;
      if (transfers > 1) turn <= turn + 1;
    end
  end
endmodule
