// SPDX-License-Identifier: Apache-2.0
// Breaks one rule of tt_issue_if a run (+case=NAME), so that a simulator with four states can be seen to find it; "legal" breaks
// none. Driven by four_states.py.
module issue_if_test;
`include "four_states.svh"
  tt_issue_if issue (.clk(clk), .rst_n(rst_n));

  initial begin
    #1;  // `what` is known
    issue.valid = is("valid_in_reset") ? 1 : 0;
    issue.word = is("x_word") ? 'x : '0;
    issue.number = 0;
    issue.ready = 0;
    issue.reason = 0;
    issue.hold = 0;
    issue.drained = 7;
    issue.active = 0;
    repeat (3) cycle;
    rst_n = 1;
    cycle;
    // Refused, then taken with two cycles of hold; number 1 of thread 1 is withdrawn.
    issue.valid = is("x_valid") ? 3'bx11 : 3;
    issue.reason[0] = is("no_reason") ? 0 : 8;
    issue.reason[1] = 8;
    if (is("x_ready")) issue.ready = 3'b0x0;
    cycle;
    issue.valid = 1;
    issue.ready = 1;
    issue.hold[0] = is("x_hold") ? 8'bxxxx0000 : 2;
    cycle;
    issue.ready = 0;
    issue.valid = is("not_quiet") ? 1 : 0;
    issue.drained = is("drained_falls") ? 3'b100 : 3'b110;
    issue.active = is("not_active") ? 0 : 1;
    if (is("x_drained")) issue.drained = 3'b11x;
    cycle;
    issue.valid = 0;
    cycle;
    issue.valid = 1;
    issue.ready = 1;
    issue.hold = 0;
    cycle;
    issue.valid = 0;
    issue.drained = 7;
    issue.active = 0;
    cycle;
    $display("no rule was broken");
    $finish;
  end
endmodule
