// One wrong thing at a time on a port of L1 (define CASE); the interface must find it. CASE 0: all is well.
`ifndef CASE
`define CASE 0
`endif
module l1_four_states;
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
    idle;
    repeat (2) @(negedge clk);
    rst_n = 1;
    // A read that waits for a cycle, and its answer.
    @(negedge clk) port.req = 1; port.addr = 17'h123; port.id = 5;
    if (`CASE == 1) port.req = 1'bx;
    if (`CASE == 2) port.addr[7] = 1'bx;
    @(negedge clk) port.gnt = 1;
    if (`CASE == 3) port.gnt = 1'bx;
    if (`CASE == 4) port.addr = 17'h124;
    if (`CASE == 5) port.req = 0;
    @(negedge clk) idle;
    port.rvalid = 1; port.rid = 5; port.rdata = 128'h55;
    if (`CASE == 6) port.rvalid = 0;
    if (`CASE == 7) port.rid = 6;
    if (`CASE == 8) port.rdata[127] = 1'bx;
    if (`CASE == 9) port.rvalid = 1'bx;
    // A write of some bytes; the others may be X.
    @(negedge clk) idle;
    port.req = 1; port.we = 1; port.gnt = 1; port.wstrb = 16'h00f0; port.wdata = 128'bx; port.wdata[63:32] = 32'h1234;
    if (`CASE == 10) port.wdata[40] = 1'bx;
    if (`CASE == 11) port.wstrb[15] = 1'bx;
    if (`CASE == 12) begin port.we = 0; port.op = 3; end
    @(negedge clk) idle;
    if (`CASE == 13) port.gnt = 1;
    @(negedge clk) idle;
    if (`CASE == 14) begin rst_n = 0; port.req = 1; end
    @(negedge clk) idle;
    $display("well");
    $finish;
  end
endmodule
