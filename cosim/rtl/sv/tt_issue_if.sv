// SPDX-License-Identifier: Apache-2.0
// Issue: how instructions of three threads pass from their wait gates to one unit. All of it within a cycle:
//
//   valid[t]    thread t offers word[t]. Low in reset.
//   ready[t]    combinational, from valid and word of all threads: it issues at the edge that ends this cycle.
//   reason[t]   valid and not ready: why (tt_issue_pkg)
//   hold[t]     ready: so many further cycles, behind the next edge, the thread may not present its next instruction.
//               Not ready: so many further cycles it will not be ready, whatever else happens (0: that is not known).
//               255 and not ready: not before an input beside this interface changes.
//   drained[t]  the unit holds no instruction of thread t. A register: it falls behind an issue.
//   active      a register: without it, an edge changes nothing unless an input is high in front of it (a clock may be gated).
//   number[t]   how many instructions of its thread the unit has taken before; for people and monitors.
//
// An offer that is not ready may change, or be withdrawn, and leaves no trace but whose turn it is.
interface tt_issue_if (
    input logic clk,
    input logic rst_n
);
  logic [2:0]       valid;
  // verilator lint_off UNUSEDSIGNAL
  logic [2:0][31:0] word;    // for monitors
  logic [2:0][31:0] number;  // for monitors
  // verilator lint_on UNUSEDSIGNAL
  logic [2:0]       ready;
  logic [2:0][4:0]  reason;
  logic [2:0][7:0]  hold;
  logic [2:0]       drained;
  logic             active;

  modport unit(input valid, input word, input number, output ready, output reason, output hold, output drained, output active);
  modport threads(output valid, output word, output number, input ready, input reason, input hold, input drained, input active);
  modport monitor(input valid, input word, input number, input ready, input reason, input hold, input drained, input active);

  // Cycles in which a thread keeps quiet behind an issue.
  logic [2:0][7:0] quiet;
  always_ff @(posedge clk)
    for (int t = 0; t < 3; t++)
      if (!rst_n) quiet[t] <= 0;
      else if (valid[t] && ready[t]) quiet[t] <= hold[t];
      else if (quiet[t] != 0) quiet[t] <= quiet[t] - 1;

`ifndef __ICARUS__
  for (genvar t = 0; t < 3; t++) begin : g_thread
    // Of the tile.
    silent_in_reset: assert property (@(posedge clk) !rst_n |-> !valid[t])
      else $error("issue_valid[%0d] in reset", t);
    keeps_quiet: assert property (@(posedge clk) disable iff (!rst_n) quiet[t] != 0 |-> !valid[t])
      else $error("issue_valid[%0d] in %0d cycles that hold forbids", t, quiet[t]);
    // Of the unit.
    says_why: assert property (@(posedge clk) disable iff (!rst_n) valid[t] && !ready[t] |-> reason[t] != 0)
      else $error("issue_ready[%0d] is low without issue_reason[%0d]", t, t);
    drained_until_issue: assert property (@(posedge clk) disable iff (!rst_n) $fell(drained[t]) |-> $past(valid[t] && ready[t]))
      else $error("issue_drained[%0d] falls without an issue", t);
    active_until_drained: assert property (@(posedge clk) disable iff (!rst_n) !drained[t] |-> active)
      else $error("issue_active is low, but thread %0d is not drained", t);
  end
`else
  // The same rules for a simulator without concurrent assertions, and what only one with four states can see.
  logic [2:0] drained_before, issued_before;
  logic       known = 0;
  always @(posedge clk) begin
    for (int t = 0; t < 3; t++) begin
      if (valid[t] === 1'bx || valid[t] === 1'bz) $fatal(1, "X on issue_valid[%0d] in cycle %0t", t, $time);
      if (!rst_n && valid[t]) $fatal(1, "issue_valid[%0d] in reset", t);
      if (rst_n && valid[t]) begin
        if (^word[t] === 1'bx) $fatal(1, "X on issue_word[%0d] in cycle %0t", t, $time);
        if (ready[t] === 1'bx || ready[t] === 1'bz) $fatal(1, "X on issue_ready[%0d] in cycle %0t", t, $time);
        if (^hold[t] === 1'bx) $fatal(1, "X on issue_hold[%0d] in cycle %0t", t, $time);
        if (quiet[t] != 0) $fatal(1, "issue_valid[%0d] in %0d cycles that hold forbids", t, quiet[t]);
        if (!ready[t] && (reason[t] == 0 || ^reason[t] === 1'bx))
          $fatal(1, "issue_ready[%0d] is low without issue_reason[%0d]", t, t);
      end
      if (rst_n && (drained[t] === 1'bx || active === 1'bx)) $fatal(1, "X on issue_drained[%0d] or issue_active", t);
      if (rst_n && !drained[t] && !active) $fatal(1, "issue_active is low, but thread %0d is not drained", t);
      if (rst_n && known && drained_before[t] && !drained[t] && !issued_before[t])
        $fatal(1, "issue_drained[%0d] falls without an issue", t);
    end
    known = rst_n;
    drained_before = drained;
    issued_before = valid & ready;
  end
`endif
endinterface
