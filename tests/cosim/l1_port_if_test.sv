// SPDX-License-Identifier: Apache-2.0
// Breaks one rule of tt_l1_port_if a run (+case=N); 0 breaks none. Driven by four_states.py.
module l1_port_if_test;
  integer breach;
  logic clk = 0, rst_n = 0;
  tt_l1_port_if port (.clk(clk), .rst_n(rst_n));
  always #1 clk = !clk;

  task idle;
    begin
      port.req = 0; port.we = 0; port.addr = 0; port.client = 0; port.op = 0; port.id = 0; port.wdata = 0; port.wstrb = 0;
      port.gnt = 0; port.rvalid = 0; port.rid = 0; port.rdata = 0;
    end
  endtask

  initial begin
    if (!$value$plusargs("case=%d", breach)) $fatal(1, "+case=N is missing");
    idle;
    repeat (2) @(negedge clk);
    rst_n = 1;
    // A read that waits for a cycle, and its answer.
    @(negedge clk) port.req = 1; port.addr = 17'h123; port.id = 5;
    if (breach == 1) port.req = 1'bx;
    if (breach == 2) port.addr[7] = 1'bx;
    @(negedge clk) port.gnt = 1;
    if (breach == 3) port.gnt = 1'bx;
    if (breach == 4) port.addr = 17'h124;
    if (breach == 5) port.req = 0;
    @(negedge clk) idle;
    port.rvalid = 1; port.rid = 5; port.rdata = 128'h55;
    if (breach == 6) port.rvalid = 0;
    if (breach == 7) port.rid = 6;
    if (breach == 8) port.rdata[127] = 1'bx;
    if (breach == 9) port.rvalid = 1'bx;
    // A write of some bytes; the others may be X.
    @(negedge clk) idle;
    port.req = 1; port.we = 1; port.gnt = 1; port.wstrb = 16'h00f0; port.wdata = 128'bx; port.wdata[63:32] = 32'h1234;
    if (breach == 10) port.wdata[40] = 1'bx;
    if (breach == 11) port.wstrb[15] = 1'bx;
    if (breach == 12) begin port.we = 0; port.op = 3; end
    @(negedge clk) idle;
    if (breach == 13) port.gnt = 1;
    @(negedge clk) idle;
    if (breach == 14) begin rst_n = 0; port.req = 1; end
    @(negedge clk) idle;
    $display("no rule was broken");
    $finish;
  end
endmodule
