// SPDX-License-Identifier: Apache-2.0
// Breaks one rule of tt_niu_if a run (+case=NAME), so that a simulator with four states can be seen to find it; "legal" breaks
// none. Driven by four_states.py.
module niu_if_test;
`include "four_states.svh"
  tt_niu_if niu (.clk(clk), .rst_n(rst_n));

  initial begin
    #1;  // `what` is known
    niu.st_valid = is("store_in_reset") ? 1 : 0;
    niu.ev_valid = 0;
    niu.ld_re = 0;
    niu.pkt_valid = 0;
    niu.header = 0;
    niu.gnt = 0;
    niu.active = 0;
    repeat (3) cycle;
    rst_n = 1;
    cycle;
    niu.st_valid = is("x_store") ? 8'bx : 3;
    niu.gnt = is("gnt_alone") ? 1 : 0;
    cycle;
    // A packet waits for two cycles.
    niu.st_valid = 0;
    niu.gnt = 0;
    niu.pkt_valid = is("x_valid") ? 1'bx : 1;
    niu.header = is("x_header") ? 'x : 5;
    niu.active = is("not_active") ? 0 : 1;
    cycle;
    if (is("withdrawn")) niu.pkt_valid = 0;
    if (is("changed")) niu.header = 6;
    niu.ev_valid = 1;
    niu.gnt = is("withdrawn") ? 0 : is("x_gnt") ? 1'bx : 1;
    cycle;
    niu.gnt = 0;
    niu.ev_valid = 0;
    niu.pkt_valid = 0;
    niu.header = 0;
    niu.active = 0;
    cycle;
    $display("no rule was broken");
    $finish;
  end
endmodule
