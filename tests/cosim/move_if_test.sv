// SPDX-License-Identifier: Apache-2.0
// Breaks one rule of tt_dst_if or tt_src_if a run (+case=N); 0 breaks none. Driven by four_states.py.
module move_if_test;
  reg clk = 0, rst_n = 0;
  always #5 clk = !clk;
  tt_dst_if #(.PORTS(4)) dst (.clk(clk), .rst_n(rst_n));
  tt_src_if src (.clk(clk), .rst_n(rst_n));
  integer breach, i;

  initial begin
    if (!$value$plusargs("case=%d", breach)) $fatal(1, "+case=N is missing");
    dst.re = 0; dst.blocked = 0; dst.we = 0; dst.wrote = 0; dst.w32 = 0;
    src.own = 2'b01; src.we = 0; src.clr = 0; src.give = 0; src.re = 0;
    if (breach == 1) dst.re = 1;
    if (breach == 2) src.we = 1;
    repeat (3) @(negedge clk);
    rst_n = 1;
    @(negedge clk);
    // A read that waits, and goes on; data that are not asked for may be X.
    dst.re = 4'b0101; dst.row[0] = 8; dst.row[2] = 9; dst.blocked = 4'b0001;
    if (breach == 3) dst.row[2] = 10'bx;
    if (breach == 4) dst.blocked = 4'b001x;
    if (breach == 5) dst.blocked = 4'b0010;
    if (breach == 6) dst.re = 4'b010x;
    @(negedge clk);
    dst.blocked = 0;
    @(negedge clk);
    dst.re = 0;
    // A write of some datums, announced behind it.
    dst.we = 1; dst.wrow = 17; dst.ww32 = 0; dst.wmask = 16'h000f;
    for (i = 0; i < 4; i = i + 1) dst.wdata[i] = i;
    if (breach == 7) dst.wdata[3] = 32'h0x00;
    if (breach == 8) dst.wmask = 16'h00x0;
    @(negedge clk);
    dst.we = 0; dst.wrote = 1; dst.wrote_block = 2;
    if (breach == 9) dst.wrote = 0;
    if (breach == 10) dst.wrote_block = 3;
    if (breach == 11) dst.wrote = 1'bx;
    @(negedge clk);
    dst.wrote = 0;
    // A row, the rest cleared in front of it, and the bank given.
    src.clr = 1; src.bank = 0; src.clr_value = 0;
    if (breach == 12) src.bank = 1;
    if (breach == 13) src.clr_value = 19'bx;
    @(negedge clk);
    src.clr = 0; src.we = 1; src.row = 5; src.mask = 16'h8001; src.data[0] = 1; src.data[15] = 2;
    if (breach == 14) src.bank = 1;
    if (breach == 15) src.data[15] = 19'bx;
    if (breach == 16) src.row = 6'bx;
    if (breach == 17) src.own = 2'b0x;
    if (breach == 18) src.we = 1'bx;
    @(negedge clk);
    src.we = 0; src.give = 1; src.give_bank = 0; src.fmt = 5;
    if (breach == 19) src.give_bank = 1;
    if (breach == 20) src.fmt = 8'bx;
    @(negedge clk);
    src.give = 0; src.own = 2'b00;
    if (breach == 21) src.own = 2'b01;
    src.re = 1; src.rrow = 5;
    if (breach == 22) src.rrow = 6'bx;
    @(negedge clk);
    src.re = 0;
    @(negedge clk);
    $display("no rule was broken");
    $finish;
  end
endmodule
