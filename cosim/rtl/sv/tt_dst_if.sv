// SPDX-License-Identifier: Apache-2.0
// Dst at the pins: read ports and one write port.
//
//   read   re, row, w32 -> blocked in the same cycle: the row's block is being written, the reader keeps asking. Not blocked: the
//          row (w32: with its low halves, eight rows further) is read, its data are there in the next cycle.
//   write  we, row, w32, data, mask (a datum each); seen by reads of the next cycle.
//   wrote  every writer announces the blocks it has written: their readers may go on from the next cycle on.
interface tt_dst_if (
    input logic clk,
    input logic rst_n
);
  parameter PORTS = 4;  // read ports; the packers have 4
  // Whoever uses a part of them only leaves the others as they are.
  /* verilator lint_off UNUSEDSIGNAL */
  /* verilator lint_off UNDRIVEN */
  logic [PORTS-1:0] re;
  logic [9:0] row[PORTS];
  logic w32;  // of all reads
  logic [PORTS-1:0] blocked;
  logic [31:0] data[PORTS][16];

  logic we;
  logic [9:0] wrow;
  logic ww32;
  logic [31:0] wdata[16];
  logic [15:0] wmask;
  logic wrote;
  logic [6:0] wrote_block;
  /* verilator lint_on UNUSEDSIGNAL */
  /* verilator lint_on UNDRIVEN */

  modport reader(input clk, rst_n, blocked, data, output re, row, w32);
  modport writer(input clk, rst_n, output we, wrow, ww32, wdata, wmask, wrote, wrote_block);
  modport register(input clk, rst_n, re, row, w32, we, wrow, ww32, wdata, wmask, wrote, wrote_block, output blocked, data);
  modport monitor(input clk, rst_n, re, row, w32, blocked, data, we, wrow, ww32, wdata, wmask, wrote, wrote_block);

  // The block that a write touches is announced at the latest with the cycle behind it (32 bits: both blocks).
  logic owes;
  logic [6:0] owed;
  always_ff @(posedge clk) begin
    if (!rst_n) owes <= 0;
    else begin
      owes <= we && !(wrote && wrote_block == wrow[9:3]);
      owed <= wrow[9:3];
    end
  end

`ifdef __ICARUS__
  // 4-state, and no concurrent assertions: the same rules as a process, and X.
  integer cycle = 0;
  always @(posedge clk) begin
    cycle <= cycle + 1;
    if (rst_n === 1'bx) $fatal(1, "%m: cycle %0d: X on rst_n", cycle);
    if (rst_n === 1'b1) begin
      if (^re === 1'bx) $fatal(1, "%m: cycle %0d: X on re", cycle);
      if (^blocked === 1'bx) $fatal(1, "%m: cycle %0d: X on blocked", cycle);
      if (we === 1'bx) $fatal(1, "%m: cycle %0d: X on we", cycle);
      if (wrote === 1'bx) $fatal(1, "%m: cycle %0d: X on wrote", cycle);
      for (int p = 0; p < PORTS; p = p + 1) if (re[p] && ^row[p] === 1'bx) $fatal(1, "%m: cycle %0d: X on row of port %0d", cycle, p);
      if (we) begin
        if (^{wrow, ww32, wmask} === 1'bx) $fatal(1, "%m: cycle %0d: X on wrow, ww32 or wmask", cycle);
        for (int i = 0; i < 16; i = i + 1)
          if (wmask[i] && ^wdata[i] === 1'bx) $fatal(1, "%m: cycle %0d: X on wdata, datum %0d", cycle, i);
      end
      if (wrote && ^wrote_block === 1'bx) $fatal(1, "%m: cycle %0d: X on wrote_block", cycle);
      if (|(blocked & ~re)) $fatal(1, "%m: cycle %0d: blocked without re", cycle);
      if (owes && !(wrote && wrote_block == owed)) $fatal(1, "%m: cycle %0d: block %0d was written and not announced", cycle, owed);
    end else if (|re || we || wrote) $fatal(1, "%m: cycle %0d: re, we or wrote in reset", cycle);
  end
`else
  quiet_in_reset :
  assert property (@(posedge clk) !rst_n |-> re == 0 && !we && !wrote)
  else $error("tt_dst_if: re, we or wrote in reset");
  blocked_is_an_answer :
  assert property (@(posedge clk) disable iff (!rst_n) (blocked & ~re) == 0)
  else $error("tt_dst_if: blocked without re");
  writes_are_announced :
  assert property (@(posedge clk) disable iff (!rst_n) owes |-> wrote && wrote_block == owed)
  else $error("tt_dst_if: block %0d was written and not announced", owed);
`endif
endinterface
