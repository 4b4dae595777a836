// SPDX-License-Identifier: Apache-2.0
// The configuration unit's pins beside tt_issue_if (docs/cosim-units.md): requests of cores and the mover, what takes effect at which
// edge, and reads of the NoC overlay. All of it within a cycle:
//
//   request_*       the oldest request; ready is combinational, behind the threads of the same cycle: it enters at the edge
//   thread_write[t] the thread's SETC16, which enters in this cycle, is written at its edge
//   commit_*        at this edge it takes effect: source 0..2 an instruction of that thread, 3 a request; the low bits of its number
//   gpr_*           the same of RDCFG, in a cycle in which nobody else writes a GPR (gpr_written)
//   stream_read     a register: this STREAMWRCFG reads in this cycle
//   drained_in[t], idle_in   cycles until the thread is drained, until all is, with what enters in this one
//
// What takes effect has entered before, or in this cycle, and does so once.
interface tt_config_if (
    input logic clk,
    input logic rst_n
);
  // Of tt_issue_if
  logic [2:0]       issue_valid, issue_ready, issue_drained;
  logic [2:0]       issue_setc16;  // the word is SETC16, which is written by thread_write alone
  logic [2:0][7:0]  issue_number;
  // Beside it
  // verilator lint_off UNUSEDSIGNAL
  logic             request_valid, request_ready;
  logic [7:0]       request_number;
  logic [127:0]     request_value;  // words: for monitors
  logic [2:0]       thread_write;
  logic             commit_valid, gpr_valid, gpr_written, stream_read;
  logic [1:0]       commit_source, gpr_source, stream_source;
  logic [7:0]       commit_number, gpr_number, stream_number;
  logic [127:0]     commit_value, gpr_value;
  // verilator lint_on UNUSEDSIGNAL
  logic [2:0][11:0] drained_in;
  logic [11:0]      idle_in;

  modport unit(input request_valid, input request_number, input request_value, input gpr_written, output request_ready,
               output thread_write, output commit_valid, output commit_source, output commit_number, output commit_value,
               output gpr_valid, output gpr_source, output gpr_number, output gpr_value, output stream_read, output stream_source,
               output stream_number, output drained_in, output idle_in);
  modport tile(output request_valid, output request_number, output request_value, output gpr_written, input request_ready,
               input thread_write, input commit_valid, input commit_source, input commit_number, input commit_value, input gpr_valid,
               input gpr_source, input gpr_number, input gpr_value, input stream_read, input stream_source, input stream_number,
               input drained_in, input idle_in);

  // What has entered and has not taken effect: of each thread, and of requests (3), a bit a number, and how many.
  logic [1023:0]   held;
  logic [3:0][8:0] count;
  logic [3:0]      enters, commits, writes;  // in this cycle, of each source
  assign enters = {request_valid && request_ready, issue_valid & issue_ready & ~issue_setc16};
  for (genvar s = 0; s < 4; s = s + 1) begin : g_source
    assign commits[s] = commit_valid && commit_source == s;
    assign writes[s] = gpr_valid && gpr_source == s;
  end
  function automatic logic is_there(input logic [1:0] source, input logic [7:0] number);
    is_there = held[{source, number}] || (enters[source] && number == (source == 3 ? request_number : issue_number[source]));
  endfunction
  always @(posedge clk)
    if (!rst_n) begin
      held <= 0;
      count <= 0;
    end else begin
      for (int t = 0; t < 3; t = t + 1) if (enters[t]) held[{2'(t), issue_number[t]}] <= 1;
      if (enters[3]) held[{2'd3, request_number}] <= 1;
      if (commit_valid) held[{commit_source, commit_number}] <= 0;
      if (gpr_valid) held[{gpr_source, gpr_number}] <= 0;
      for (int i = 0; i < 4; i = i + 1) count[i] <= count[i] + 9'(enters[i]) - 9'(commits[i]) - 9'(writes[i]);
    end
  wire [3:0] held_any = {count[3] != 0, count[2] != 0, count[1] != 0, count[0] != 0};
  wire [3:0] inside_any = held_any | enters;

`ifndef __ICARUS__
  // Of the tile.
  silent_in_reset: assert property (@(posedge clk) !rst_n |-> !request_valid) else $error("request_valid in reset");
  // Of the unit.
  ready_on_request: assert property (@(posedge clk) disable iff (!rst_n) request_ready |-> request_valid)
    else $error("request_ready without request_valid");
  commits_what_is_there: assert property (@(posedge clk) disable iff (!rst_n) commit_valid |-> is_there(commit_source, commit_number))
    else $error("commit_valid of source %0d, number %0d, which is not in the pipeline", commit_source, commit_number);
  writes_what_is_there: assert property (@(posedge clk) disable iff (!rst_n) gpr_valid |-> gpr_source != 3 && is_there(gpr_source, gpr_number))
    else $error("gpr_valid of source %0d, number %0d, which is not in the pipeline", gpr_source, gpr_number);
  reads_what_is_there: assert property (@(posedge clk) disable iff (!rst_n)
      stream_read |-> stream_source != 3 && held[{stream_source, stream_number}])
    else $error("stream_read of source %0d, number %0d, which is not in the pipeline", stream_source, stream_number);
  one_effect: assert property (@(posedge clk) disable iff (!rst_n)
      commit_valid && gpr_valid |-> {commit_source, commit_number} != {gpr_source, gpr_number})
    else $error("commit_valid and gpr_valid of the same: source %0d, number %0d", gpr_source, gpr_number);
  gprs_one_at_a_time: assert property (@(posedge clk) disable iff (!rst_n) gpr_valid |-> !gpr_written)
    else $error("gpr_valid in a cycle in which another unit writes a GPR");
  idle_is_empty: assert property (@(posedge clk) disable iff (!rst_n) idle_in == 0 |-> inside_any == 0)
    else $error("idle_in is 0, but something is in the pipeline");
  for (genvar t = 0; t < 3; t++) begin : g_thread
    writes_setc16: assert property (@(posedge clk) disable iff (!rst_n)
        thread_write[t] == (issue_valid[t] && issue_ready[t] && issue_setc16[t]))
      else $error("thread_write[%0d] is %b, and SETC16 enters or not", t, thread_write[t]);
    drained_is_empty: assert property (@(posedge clk) disable iff (!rst_n) issue_drained[t] |-> !held_any[t])
      else $error("issue_drained[%0d] is high, but an instruction of it has not taken effect", t);
    drained_in_is_empty: assert property (@(posedge clk) disable iff (!rst_n) drained_in[t] == 0 |-> !inside_any[t])
      else $error("drained_in[%0d] is 0, but an instruction of it has not taken effect", t);
  end
`else
  // The same rules for a simulator without concurrent assertions, and what only one with four states can see.
  always @(posedge clk) begin
    if (request_valid === 1'bx || request_valid === 1'bz) $fatal(1, "X on request_valid");
    if (rst_n !== 1'b1 && request_valid) $fatal(1, "request_valid in reset");
    if (rst_n === 1'b1) begin
      if (^{request_ready, commit_valid, gpr_valid, stream_read, thread_write} === 1'bx)
        $fatal(1, "X on request_ready, commit_valid, gpr_valid, stream_read or thread_write");
      if (gpr_written === 1'bx || gpr_written === 1'bz) $fatal(1, "X on gpr_written");
      if (^{drained_in, idle_in} === 1'bx) $fatal(1, "X on drained_in or idle_in");
      if (request_valid && ^{request_number, request_value} === 1'bx) $fatal(1, "X on request_number or request_value");
      if (commit_valid && ^{commit_source, commit_number, commit_value} === 1'bx)
        $fatal(1, "X on commit_source, commit_number or commit_value");
      if (gpr_valid && ^{gpr_source, gpr_number, gpr_value} === 1'bx) $fatal(1, "X on gpr_source, gpr_number or gpr_value");
      if (request_ready && !request_valid) $fatal(1, "request_ready without request_valid");
      if (commit_valid && !is_there(commit_source, commit_number))
        $fatal(1, "commit_valid of source %0d, number %0d, which is not in the pipeline", commit_source, commit_number);
      if (gpr_valid && (gpr_source == 3 || !is_there(gpr_source, gpr_number)))
        $fatal(1, "gpr_valid of source %0d, number %0d, which is not in the pipeline", gpr_source, gpr_number);
      if (stream_read && (stream_source == 3 || !held[{stream_source, stream_number}]))
        $fatal(1, "stream_read of source %0d, number %0d, which is not in the pipeline", stream_source, stream_number);
      if (commit_valid && gpr_valid && {commit_source, commit_number} == {gpr_source, gpr_number})
        $fatal(1, "commit_valid and gpr_valid of the same: source %0d, number %0d", gpr_source, gpr_number);
      if (gpr_valid && gpr_written) $fatal(1, "gpr_valid in a cycle in which another unit writes a GPR");
      if (idle_in == 0 && inside_any != 0) $fatal(1, "idle_in is 0, but something is in the pipeline");
      for (int t = 0; t < 3; t = t + 1) begin
        if (thread_write[t] != (issue_valid[t] && issue_ready[t] && issue_setc16[t]))
          $fatal(1, "thread_write[%0d] is %b, and SETC16 enters or not", t, thread_write[t]);
        if (issue_drained[t] && held_any[t])
          $fatal(1, "issue_drained[%0d] is high, but an instruction of it has not taken effect", t);
        if (drained_in[t] == 0 && inside_any[t])
          $fatal(1, "drained_in[%0d] is 0, but an instruction of it has not taken effect", t);
      end
    end
  end
`endif
endinterface
