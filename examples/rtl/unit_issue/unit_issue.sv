// SPDX-License-Identifier: Apache-2.0
// An issue stage for those units of a Tensix tile of which an instruction waits for the unit itself, for things that earlier ones
// have taken for a number of cycles, and for something outside: vector, sync, scalar, miscellaneous unit and mover
// (units.vector_unit=rtl, ...; docs/cosim-units.md). It is not Tenstorrent's RTL, but its cycles are those of the models, in every
// configuration.
//
//  - Those with use_slot share the unit: one has it for use_cycles; of several that could, the thread with the lowest number.
//  - Two kinds of things (first, second) are waited for and taken by masks, for a number of cycles. Of the vector unit: the
//    sub-unit of exchanges; LRegs. Of the sync unit: mutexes. Of the scalar unit: atomics of L1, one at a time.
//  - Once nothing of that is in the way, an instruction with use_asks asks for what lies outside (turn). Refused, it may keep the
//    unit while it waits (turn_keeps), or have had it for an attempt in vain (turn_tried).
//
// What an instruction needs is decoded outside (use_*); what it computes happens outside when it starts.
`include "tt_planted.svh"
module unit_issue
  import tt_issue_pkg::*;
(
    input  logic              clk,
    input  logic              rst_n,
    // tt_issue_if
    input  logic [2:0]        issue_valid,
    input  logic [2:0][31:0]  issue_word,
    input  logic [2:0][31:0]  issue_number,
    output logic [2:0]        issue_ready,
    output logic [2:0][4:0]   issue_reason,
    output logic [2:0][7:0]   issue_hold,
    output logic [2:0]        issue_drained,
    output logic              issue_active,
    output logic [2:0][11:0]  drained_in,     // cycles until the thread is drained, with what starts in this one
    // Decoded, of each thread's word
    input  logic [2:0]        use_slot,
    input  logic [2:0]        use_holds,      // its thread presents nothing, and is not drained, for as long as it has the unit
    input  logic [2:0][11:0]  use_cycles,     // has the unit
    input  logic [2:0][7:0]   first_waits,
    input  logic [2:0][7:0]   first_takes,
    input  logic [2:0][11:0]  first_cycles,
    input  logic [2:0][16:0]  second_waits,
    input  logic [2:0][16:0]  second_takes,
    input  logic [2:0][11:0]  second_cycles,
    input  logic [2:0][11:0]  use_empty,      // until it is complete; 0: it holds nothing
    input  logic [2:0]        use_asks,
    // Outside
    output logic [2:0]        ask,
    input  logic [2:0]        turn,
    input  logic [2:0][4:0]   turn_why,
    input  logic [2:0]        turn_keeps,
    input  logic [2:0]        turn_tried,
    output logic [11:0]       slot_in,        // cycles until the unit is free, with what starts in this one
    input  logic [11:0]       slot_taken,     // behind this edge: until the unit is free of what others have given it (cores' stores)
    // Why: constants
    input  logic [4:0]        slot_why,
    input  logic [4:0]        first_why,
    input  logic [4:0]        second_why
);
  `PLANTED(lost_lreg)   // vector unit: nobody waits for LReg 1
  `PLANTED(lost_mutex)  // sync unit: nobody waits for the mutexes' ports
  `PLANTED(short_hold)  // scalar unit: free a cycle too early of what holds its thread (an atomic, a FLUSHDMA)
  `PLANTED(one_thread)  // miscellaneous unit: one thread a cycle
  `PLANTED(late_move)   // mover: a cycle late behind a refusal

  // ---- State. Counters of cycles, from the present one on.
  logic [11:0] free_in;             // the unit
  logic [7:0][11:0] first_in;
  logic [16:0][11:0] second_in;
  logic [2:0][11:0] empty_in;       // of each thread
  logic kept;                       // a thread keeps the unit while it waits,
  logic [1:0] keeper;
  logic [11:0] kept_for;            // for so many cycles so far
  logic [2:0] refused_outside;      // its last offer was (for late_move)

  function automatic logic [11:0] max(input logic [11:0] a, input logic [11:0] b);
    return a > b ? a : b;
  endfunction
  function automatic logic [11:0] less_one(input logic [11:0] n);
    return n == 0 ? 0 : n - 1;
  endfunction
  // Further cycles behind this one, of n from this one on.
  function automatic logic [7:0] hold_of(input logic [11:0] n);
    return n > 255 ? 8'd254 : 8'(n - 12'd1);
  endfunction

  // ---- In this cycle, thread by thread, 0 first
  logic [11:0] free_now, kept_now, wait_first, wait_second;
  logic [7:0][11:0] first_now;
  logic [16:0][11:0] second_now;
  logic keeps_now;
  logic [1:0] keeper_now;
  logic [2:0] refused_now;
  logic given, plain;
  always_comb begin
    free_now = free_in;
    first_now = first_in;
    second_now = second_in;
    keeps_now = kept;
    keeper_now = keeper;
    kept_now = kept_for;
    refused_now = refused_outside;
    issue_ready = '0;
    issue_reason = '0;
    issue_hold = '0;
    ask = '0;
    wait_first = 0;
    wait_second = 0;
    given = 0;
    plain = 0;
    for (int t = 0; t < 3; t++)
      if (issue_valid[t]) begin
        plain = !use_slot[t] && first_takes[t] == '0;
        wait_first = 0;
        wait_second = 0;
        for (int i = 0; i < 8; i++) if (first_waits[t][i]) wait_first = max(wait_first, first_now[i]);
        for (int i = 0; i < 17; i++) if (second_waits[t][i] && !(lost_lreg && i == 1)) wait_second = max(wait_second, second_now[i]);
        if (use_slot[t] && free_now != 0) begin
          issue_reason[t] = slot_why;
          issue_hold[t] = hold_of(free_now);
        end else if (use_slot[t] && keeps_now && keeper_now != 2'(t)) begin
          issue_reason[t] = slot_why;
          issue_hold[t] = 255;
        end else if (wait_first != 0) begin
          issue_reason[t] = first_why;
          issue_hold[t] = hold_of(wait_first);
        end else if (wait_second != 0) begin
          issue_reason[t] = second_why;
          issue_hold[t] = hold_of(wait_second);
        end else if (plain && (use_asks[t] ? late_move && refused_outside[t] : one_thread && issue_ready != '0)) begin
          issue_reason[t] = slot_why;
          refused_now[t] = 0;
        end else begin
          ask[t] = use_asks[t];
          given = !use_asks[t] || turn[t];
          issue_ready[t] = given;
          if (given || turn_tried[t]) begin
            if (use_slot[t]) begin
              free_now = use_cycles[t];
              if (keeps_now) free_now = use_cycles[t] > kept_now ? use_cycles[t] - kept_now : 1;
              if (short_hold && use_holds[t] && free_now > 1) free_now = free_now - 1;
              keeps_now = 0;
              kept_now = 0;
            end
          end
          if (given) begin
            refused_now[t] = 0;
            for (int i = 0; i < 8; i++) if (first_takes[t][i] && !(lost_mutex && first_why == MUTEX)) first_now[i] = first_cycles[t];
            for (int i = 0; i < 17; i++) if (second_takes[t][i]) second_now[i] = second_cycles[t];
            if (use_holds[t]) issue_hold[t] = hold_of(free_now);
          end else begin
            issue_reason[t] = turn_why[t];
            issue_hold[t] = 255;
            refused_now[t] = 1;
            if (turn_keeps[t]) begin
              if (!keeps_now) kept_now = 0;
              keeps_now = 1;
              keeper_now = 2'(t);
            end
          end
        end
      end
  end
  assign slot_in = max(free_now, slot_taken);

  // ---- The edge
  always_ff @(posedge clk) begin
    free_in <= less_one(max(free_now, slot_taken));
    for (int i = 0; i < 8; i++) first_in[i] <= less_one(first_now[i]);
    for (int i = 0; i < 17; i++) second_in[i] <= less_one(second_now[i]);
    for (int t = 0; t < 3; t++) empty_in[t] <= less_one(drained_in[t]);
    kept <= keeps_now;
    keeper <= keeper_now;
    kept_for <= !keeps_now ? 0 : kept_now == '1 ? kept_now : kept_now + 1;
    refused_outside <= refused_now;
    if (!rst_n) begin
      free_in <= 0;
      first_in <= '0;
      second_in <= '0;
      empty_in <= '0;
      kept <= 0;
      keeper <= 0;
      kept_for <= 0;
      refused_outside <= '0;
    end
  end

  always_comb
    for (int t = 0; t < 3; t++) begin
      issue_drained[t] = empty_in[t] == 0;
      drained_in[t] = empty_in[t];
      if (issue_valid[t] && issue_ready[t]) begin
        drained_in[t] = max(empty_in[t], use_empty[t]);
        if (use_holds[t]) drained_in[t] = max(drained_in[t], free_now);
      end
    end
  assign issue_active = free_in != 0 || first_in != '0 || second_in != '0 || empty_in != '0 || kept || (late_move && refused_outside != '0);

  // ---- The rules of the interface
  tt_issue_if issue (.clk(clk), .rst_n(rst_n));
  assign issue.valid = issue_valid;
  assign issue.word = issue_word;
  assign issue.number = issue_number;
  assign issue.ready = issue_ready;
  assign issue.reason = issue_reason;
  assign issue.hold = issue_hold;
  assign issue.drained = issue_drained;
  assign issue.active = issue_active;
endmodule
