// SPDX-License-Identifier: Apache-2.0
// Breaks one rule of tt_core_if a run (+case=NAME); "legal" breaks none. Driven by four_states.py.
module core_if_test;
`include "four_states.svh"
  tt_core_if core (.clk(clk), .rst_n(rst_n));

  initial begin
    #1;  // `what` is known
    core.req = is("req_in_reset");
    core.we = 0;
    core.addr = 4;
    core.wdata = 'x;
    core.be = 15;
    core.id = 0;
    core.gnt = 0;
    core.rvalid = 0;
    core.rid = 0;
    core.rdata = 'x;
    repeat (3) cycle;
    rst_n = 1;
    cycle;
    // A store of a half, held for a cycle.
    core.req = is("x_req") ? 1'bx : 1;
    core.we = 1;
    core.be = 3;
    core.wdata = is("x_wdata") ? 32'hxxxxx123 : 32'hxxxx0123;
    core.gnt = is("x_gnt") ? 1'bx : 0;
    if (is("x_addr")) core.addr[7] = 1'bx;
    cycle;
    if (is("withdrawn")) core.req = 0;
    if (is("changed")) core.addr = 8;
    core.gnt = !is("withdrawn");
    cycle;
    // Two loads, answered in their order.
    core.req = 1;
    core.gnt = 1;
    core.we = 0;
    core.be = 15;
    core.id = 1;
    cycle;
    core.id = is("id_open") ? 1 : 2;
    cycle;
    core.req = 0;
    core.gnt = 0;
    core.rvalid = is("x_rvalid") ? 1'bx : 1;
    core.rid = is("rid_closed") ? 5 : 1;
    core.rdata = is("x_rdata") ? 'x : 1;
    cycle;
    core.rid = 2;
    cycle;
    core.rvalid = 0;
    cycle;
    $display("no rule was broken");
    $finish;
  end
endmodule
