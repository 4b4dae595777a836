// SPDX-License-Identifier: Apache-2.0
// Breaks one rule of tt_noc_if a run (+case=NAME); "legal" breaks none. Driven by four_states.py.
module noc_if_test;
`include "four_states.svh"
  tt_noc_if noc (.clk(clk), .rst_n(rst_n));

  initial begin
    #1;  // `what` is known
    noc.req = is("req_in_reset");
    noc.we = 0;
    noc.addr = 64;
    noc.len = 1;
    noc.id = 0;
    noc.wdata = 'x;
    noc.wstrb = 'x;
    noc.gnt = 0;
    noc.rvalid = 0;
    noc.rid = 0;
    noc.rdata = 'x;
    noc.rlast = 0;
    repeat (3) cycle;
    rst_n = 1;
    cycle;
    // A write of two words, the first held for a cycle; of the data only what is strobed is known.
    noc.req = is("x_req") ? 1'bx : 1;
    noc.we = 1;
    noc.wstrb = is("x_wstrb") ? 64'hx : 64'h3;
    noc.wdata[15:0] = is("x_wdata") ? 16'hxx34 : 16'h1234;
    noc.gnt = is("x_gnt") ? 1'bx : 0;
    if (is("x_addr")) noc.addr[7] = 1'bx;
    if (is("unaligned")) noc.addr = 65;
    cycle;
    if (is("withdrawn")) noc.req = 0;
    if (is("changed")) noc.len = 2;
    noc.gnt = !is("withdrawn");
    cycle;
    if (is("interrupted")) noc.we = 0;
    cycle;
    // A read of two words meanwhile.
    noc.we = 0;
    noc.id = is("id_open") ? 0 : 3;
    cycle;
    noc.req = 0;
    noc.gnt = 0;
    noc.rvalid = is("x_rvalid") ? 1'bx : 1;
    noc.rid = is("rid_closed") ? 5 : 0;
    noc.rlast = is("x_rlast") ? 1'bx : 1;
    cycle;
    noc.rid = is("answered_twice") ? 0 : 3;
    noc.rlast = 0;
    cycle;
    noc.rlast = 1;
    cycle;
    noc.rvalid = 0;
    cycle;
    $display("no rule was broken");
    $finish;
  end
endmodule
