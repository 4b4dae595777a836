// SPDX-License-Identifier: Apache-2.0
// The bytes of L1, in banks of one access a cycle. Word w lies in bank w mod the number of banks; a bank knows its words by
// their numbers in all of L1, so that whoever looks from outside (public) finds one image.
`include "tt_planted.svh"
module l1_banks #(
    parameter int PINS  = 96,
    parameter int BANKS = 32,
    parameter int WORDS = 98304  // of 16 bytes
) (
    input  logic         clk,
    input  logic         rst_n,

    input  logic                    take[BANKS],
    input  logic [$clog2(PINS)-1:0] pin [BANKS],

    input  logic         we    [PINS],
    input  logic [ 20:4] addr  [PINS],
    input  logic [  3:0] id    [PINS],
    input  logic [127:0] wdata [PINS],
    input  logic [ 15:0] wstrb [PINS],
    output logic         rvalid[PINS],
    output logic [  3:0] rid   [PINS],
    output logic [127:0] rdata [PINS]
);
  `PLANTED(lost_byte)     // byte 15 of words whose number ends with 7
  `PLANTED(address_wrap)  // words behind the first 32 KiB are read where the address wraps
  logic [127:0] words[WORDS]  /* verilator public_flat_rw */;
  logic [127:0] read[BANKS];  // of the cycle before

  function automatic logic [127:0] merged(logic [127:0] old, logic [127:0] by, logic [15:0] strobes);
    for (int i = 0; i < 16; i++) merged[8*i+:8] = strobes[i] ? by[8*i+:8] : old[8*i+:8];
  endfunction

  for (genvar b = 0; b < BANKS; b++) begin : g_bank
    logic [$clog2(PINS)-1:0] p;
    assign p = pin[b];
    always_ff @(posedge clk) begin
      if (rst_n && take[b]) begin
        if (!we[p]) read[b] <= words[address_wrap ? 17'(addr[p][14:4]) : addr[p]];
        else if (lost_byte && addr[p][6:4] == 7) words[addr[p]] <= merged(words[addr[p]], wdata[p], wstrb[p] & 16'h7fff);
        else if (wstrb[p] != 0) words[addr[p]] <= merged(words[addr[p]], wdata[p], wstrb[p]);
      end
    end
  end

  // The way back, a cycle later.
  logic                     answer[PINS], answer_next[PINS];
  logic [$clog2(BANKS)-1:0] from[PINS], from_next[PINS];
  logic [              3:0] rid_next[PINS];
  always_comb begin
    for (int i = 0; i < PINS; i++) begin
      answer_next[i] = 0;
      from_next[i]   = from[i];
      rid_next[i]    = id[i];
    end
    for (int b = 0; b < BANKS; b++) begin
      if (take[b] && !we[pin[b]]) begin
        answer_next[pin[b]] = rst_n;
        from_next[pin[b]]   = $clog2(BANKS)'(b);
      end
    end
  end
  always_ff @(posedge clk) begin
    answer <= answer_next;
    from   <= from_next;
    rid    <= rid_next;
  end
  always_comb begin
    for (int i = 0; i < PINS; i++) begin
      rvalid[i] = answer[i];
      rdata[i]  = read[from[i]];
    end
  end
endmodule
