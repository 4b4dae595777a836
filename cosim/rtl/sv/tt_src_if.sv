// SPDX-License-Identifier: Apache-2.0
// SrcA or SrcB at the pins: the writer's side (unpacker) and the reader's (matrix unit) of its two banks.
//
//   own       a bit a bank: it is the writer's. Falls at the edge that ends the cycle of `give`; rises at the other side
//             hand_over.latency_cycles later.
//   we        writes the datums of `mask` in `row` of `bank`; only while own[bank].
//   clr       all rows of `bank` become clr_value; only while own[bank].
//   give      hands give_bank over, with its data format; what is written in the same cycle belongs to it.
//   re        reads `rrow` of the reader's bank; the data are there in the next cycle.
interface tt_src_if (
    input logic clk,
    input logic rst_n
);
  // Whoever uses a part of them only leaves the others as they are.
  /* verilator lint_off UNUSEDSIGNAL */
  /* verilator lint_off UNDRIVEN */
  logic [1:0] own;
  logic we;
  logic bank;
  logic [5:0] row;
  logic [18:0] data[16];
  logic [15:0] mask;
  logic clr;
  logic [18:0] clr_value;
  logic give;
  logic give_bank;
  logic [7:0] fmt;

  logic re;
  logic [5:0] rrow;
  logic [18:0] rdata[16];
  /* verilator lint_on UNUSEDSIGNAL */
  /* verilator lint_on UNDRIVEN */

  modport writer(input clk, rst_n, own, output we, bank, row, data, mask, clr, clr_value, give, give_bank, fmt);
  modport reader(input clk, rst_n, rdata, output re, rrow);
  modport register(
      input clk, rst_n, we, bank, row, data, mask, clr, clr_value, give, give_bank, fmt, re, rrow,
      output own, rdata
  );
  modport monitor(input clk, rst_n, own, we, bank, row, data, mask, clr, clr_value, give, give_bank, fmt, re, rrow, rdata);

  logic gave, gave_bank;  // in the cycle before
  always_ff @(posedge clk) begin
    if (!rst_n) gave <= 0;
    else begin
      gave <= give;
      gave_bank <= give_bank;
    end
  end

`ifdef __ICARUS__
  // 4-state, and no concurrent assertions: the same rules as a process, and X.
  integer cycle = 0;
  always @(posedge clk) begin
    cycle <= cycle + 1;
    if (rst_n === 1'bx) $fatal(1, "%m: cycle %0d: X on rst_n", cycle);
    if (rst_n === 1'b1) begin
      if (^own === 1'bx) $fatal(1, "%m: cycle %0d: X on own", cycle);
      if (we === 1'bx) $fatal(1, "%m: cycle %0d: X on we", cycle);
      if (clr === 1'bx) $fatal(1, "%m: cycle %0d: X on clr", cycle);
      if (give === 1'bx) $fatal(1, "%m: cycle %0d: X on give", cycle);
      if (re === 1'bx) $fatal(1, "%m: cycle %0d: X on re", cycle);
      if ((we || clr) && bank === 1'bx) $fatal(1, "%m: cycle %0d: X on bank", cycle);
      if (we) begin
        if (^row === 1'bx) $fatal(1, "%m: cycle %0d: X on row", cycle);
        if (^mask === 1'bx) $fatal(1, "%m: cycle %0d: X on mask", cycle);
        for (int i = 0; i < 16; i = i + 1)
          if (mask[i] && ^data[i] === 1'bx) $fatal(1, "%m: cycle %0d: X on data, datum %0d", cycle, i);
      end
      if (clr && ^clr_value === 1'bx) $fatal(1, "%m: cycle %0d: X on clr_value", cycle);
      if (give && ^{give_bank, fmt} === 1'bx) $fatal(1, "%m: cycle %0d: X on give_bank or fmt", cycle);
      if (re && ^rrow === 1'bx) $fatal(1, "%m: cycle %0d: X on rrow", cycle);
      if (we && !own[bank]) $fatal(1, "%m: cycle %0d: a write to bank %0d, which is not the writer's", cycle, bank);
      if (clr && !own[bank]) $fatal(1, "%m: cycle %0d: bank %0d is cleared, and not the writer's", cycle, bank);
      if (give && !own[give_bank]) $fatal(1, "%m: cycle %0d: bank %0d is given, and not the writer's", cycle, give_bank);
      if (gave && own[gave_bank]) $fatal(1, "%m: cycle %0d: own has not fallen behind give", cycle);
    end else if (we || clr || give || re) $fatal(1, "%m: cycle %0d: we, clr, give or re in reset", cycle);
  end
`else
  quiet_in_reset :
  assert property (@(posedge clk) !rst_n |-> !we && !clr && !give && !re)
  else $error("tt_src_if: we, clr, give or re in reset");
  writes_while_owned :
  assert property (@(posedge clk) disable iff (!rst_n) we || clr |-> own[bank])
  else $error("tt_src_if: a write to bank %0d, which is not the writer's", bank);
  gives_what_it_owns :
  assert property (@(posedge clk) disable iff (!rst_n) give |-> own[give_bank])
  else $error("tt_src_if: bank %0d is given, and not the writer's", give_bank);
  own_falls_at_give :
  assert property (@(posedge clk) disable iff (!rst_n) gave |-> !own[gave_bank])
  else $error("tt_src_if: own has not fallen behind give");
`endif
endinterface
