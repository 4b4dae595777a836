// SPDX-License-Identifier: Apache-2.0
// Breaks one rule of tt_config_if a run (+case=NAME), so that a simulator can be seen to find it; "legal" breaks none. Driven by
// four_states.py.
module config_if_test;
`include "four_states.svh"
  tt_config_if pins (.clk(clk), .rst_n(rst_n));

  task automatic quiet;
    pins.issue_valid = 0;
    pins.request_valid = 0;
    pins.request_ready = 0;
    pins.thread_write = 0;
    pins.commit_valid = 0;
    pins.gpr_valid = 0;
    pins.gpr_written = 0;
    pins.stream_read = 0;
  endtask
  initial begin
    #1;  // `what` is known
    quiet;
    {pins.issue_ready, pins.issue_setc16, pins.issue_number, pins.drained_in, pins.idle_in} = 0;
    {pins.request_number, pins.request_value, pins.commit_source, pins.commit_number, pins.commit_value} = 0;
    {pins.gpr_source, pins.gpr_number, pins.gpr_value, pins.stream_source, pins.stream_number} = 0;
    pins.issue_drained = 7;
    pins.request_valid = is("in_reset");
    repeat (3) cycle;
    pins.request_valid = 0;
    rst_n = 1;
    cycle;
    // T1's instruction 4 enters, and a request that takes effect at once; T2 writes by SETC16.
    pins.issue_valid = 6;
    pins.issue_ready = 6;
    pins.issue_setc16 = 4;
    pins.issue_number[1] = 4;
    pins.thread_write = is("no_setc16") ? 0 : 4;
    pins.request_valid = is("x_request") ? 1'bx : !is("ready_alone");
    pins.request_ready = 1;
    pins.request_number = 9;
    pins.request_value = is("x_value") ? 'x : 1;
    pins.commit_valid = is("x_commit") ? 1'bx : 1;
    pins.commit_source = 3;
    pins.commit_number = is("other_number") ? 8 : 9;
    pins.drained_in[1] = is("drained_in") ? 0 : 3;
    pins.idle_in = 3;
    cycle;
    // It reads the overlay, and its next one enters.
    quiet;
    pins.issue_valid = 2;
    pins.issue_setc16 = 0;
    pins.issue_number[1] = 5;
    pins.issue_drained = is("drained") ? 7 : 5;
    pins.stream_read = 1;
    pins.stream_source = is("reads_other") ? 2 : 1;
    pins.stream_number = 4;
    pins.commit_valid = is("twice");  // the request, again
    pins.idle_in = is("idle") ? 0 : 2;
    cycle;
    // It writes a GPR, and the next one takes effect.
    quiet;
    pins.gpr_written = is("two_gprs") ? 1 : is("x_gpr") ? 1'bx : 0;
    pins.gpr_valid = 1;
    pins.gpr_source = is("gpr_request") ? 3 : 1;
    pins.gpr_number = 4;
    pins.commit_valid = 1;
    pins.commit_source = 1;
    pins.commit_number = is("both") ? 4 : 5;
    cycle;
    quiet;
    pins.drained_in = 0;
    pins.idle_in = 0;
    pins.issue_drained = 7;
    cycle;
    $display("no rule was broken");
    $finish;
  end
endmodule
