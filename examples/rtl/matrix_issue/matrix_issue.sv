// SPDX-License-Identifier: Apache-2.0
// The issue stage of a Tensix matrix unit (FPU), with the scoreboard of Dst: which thread's instruction starts in a cycle, and
// why the others wait. An example of RTL in the place of a unit (units.matrix_unit=rtl; docs/cosim-issue.md); it is not
// Tenstorrent's RTL, nor made for synthesis, but its cycles are those of models/matrix_unit, in every configuration.
//
//  - One instruction starts a cycle, of whichever thread; of several that could, that of the lowest number.
//  - It has the unit for `use_cycles` cycles; behind a move some instructions do not start for some cycles (use_rule).
//  - Banks of SrcA and SrcB that it reads must belong to the matrix unit (own).
//  - A block of Dst (8 rows of 16 datums) cannot be read for some cycles after it has been written.
//  - Matrix and vector unit share the way to Dst. Whose turn it is, is decided between the two, outside: this stage asks once
//    nothing else is in the way (dst_ask), and is told in the same cycle (dst_turn, dst_why).
//
// What an instruction reads and writes is decoded outside (use_*); what it computes happens outside when it starts (start_*).
`ifdef __ICARUS__  // version 11, whose always_comb runs for ever where several of them call the same functions
`define COMBINATIONAL(inputs) always @(negedge clk or inputs)
`else
`define COMBINATIONAL(inputs) always_comb
`endif
`ifdef TENSIX_PLANTED_BUGS
`include "tt_planted.svh"
`else  // without it, benches need not know where it is
`define PLANTED(NAME) localparam bit NAME = 0;
`endif
module matrix_issue
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
    output logic [2:0][11:0]  drained_in,    // cycles until the thread is drained, with what starts in this one
    // Decoded, of each thread's word
    input  logic [2:0][127:0] use_waits,     // blocks of Dst that it must be able to read
    input  logic [2:0][127:0] use_writes,    // blocks of Dst
    input  logic [2:0]        use_dst,       // it reads or writes Dst
    input  logic [2:0][1:0]   use_src,       // bit 0: needs the bank of SrcA in use, bit 1: of SrcB
    input  logic [2:0][1:0]   use_cycles,    // 0: has the unit for one cycle, 1: SHIFTXB, 2: MOVA2D, upper half, 3: large ZEROACC
    input  logic [2:0][1:0]   use_latency,   // 0: as long as it has the unit, 1: computes, 2: a move, 3: ZEROACC
    input  logic [2:0][2:0]   use_rule,      // 0: any other, 1: reads Dst, 2: moves to Dst, 3: MOVD2A, 4: MOVB2A, 5: MOVD2B
    // From the rest of the tile
    input  logic [1:0]        own,           // the banks in use of SrcA and SrcB belong to the matrix unit
    input  logic [127:0]      wrote,         // unpackers have written these blocks of Dst: whole at once
    output logic [2:0]        dst_ask,
    input  logic [2:0]        dst_turn,
    input  logic [2:0][4:0]   dst_why,       // not its turn: DST_UNIT_SWITCH or DST_ARBITRATION
    // Of the instruction that starts at the end of this cycle, cycles from this one on:
    output logic [11:0]       start_cycles,    // until the unit takes the next one
    output logic [11:0]       start_empty,     // until it is complete
    output logic [11:0]       start_readable,  // until the blocks that it writes may be read
    // Parameters matrix_unit.*
    input  logic [9:0]        latency_cycles,
    input  logic [9:0]        move_latency_cycles,
    input  logic [9:0]        drain_cycles,
    input  logic [9:0]        dst_read_hazard_cycles,
    input  logic [9:0]        shiftxb_cycles,
    input  logic [9:0]        mova2d_upper_half_cycles,
    input  logic [9:0]        zeroacc_cycles,
    input  logic [9:0]        zeroacc_latency_cycles,
    input  logic [9:0]        srca_move_keeps_out_cycles,
    input  logic [9:0]        srcb_move_keeps_out_cycles,
    input  logic [9:0]        dst_move_keeps_out_cycles
);
  localparam logic [2:0] READS_DST = 1, TO_DST = 2, DST_TO_A = 3, B_TO_A = 4, DST_TO_B = 5;
`ifdef TENSIX_BUG_HAZARD
  localparam bit early_block = 1;
`else
  `PLANTED(early_block)  // a block may be read a cycle too early
`endif
  `PLANTED(lost_block)   // block 2 of Dst is not in the scoreboard
  `PLANTED(overtaking)   // what a move to SrcB keeps out starts at once

  // ---- State. Counters of cycles, from the present one on.
  logic [11:0] free_in;                                            // until the unit takes an instruction
  logic [11:0] only_to_srca_in, only_to_srcb_in, no_dst_readers_in;  // until what a move keeps out may start
  logic [2:0][11:0] empty_in;   // of each thread, until its instructions are complete
  logic [127:0] fresh;          // blocks of Dst that cannot be read yet; of each, until when:
  logic [127:0] left_bit[12];   // left_bit[k][b] is bit k of block b's counter

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

  // ---- How long an instruction takes
  function automatic logic [11:0] occupied_by(input int t);
    case (use_cycles[t])
      0: return 1;
      1: return 12'(shiftxb_cycles);
      2: return 12'(mova2d_upper_half_cycles);
      3: return 12'(zeroacc_cycles);
    endcase
  endfunction
  function automatic logic [11:0] latency_of(input int t, input logic [11:0] occupied);
    case (use_latency[t])
      0: return occupied;
      1: return occupied - 1 + 12'(latency_cycles);
      2: return max(occupied, 12'(move_latency_cycles));
      3: return occupied - 1 + 12'(zeroacc_latency_cycles);
    endcase
  endfunction

  // ---- What keeps one waiting
  function automatic logic [11:0] kept_out_by_moves(input logic [2:0] rule);
    logic [11:0] n = 0;
    if (rule != DST_TO_A && rule != B_TO_A) n = max(n, only_to_srca_in);
    if (rule != DST_TO_B && !overtaking) n = max(n, only_to_srcb_in);
    if (rule == READS_DST || rule == DST_TO_A || rule == DST_TO_B) n = max(n, no_dst_readers_in);
    return n;
  endfunction
  // The largest counter of these blocks: bit by bit from the highest, those that have it stay in the choice.
  function automatic logic [11:0] longest(input logic [127:0] blocks);
    logic [11:0] n = 0;
    logic [127:0] choice = blocks;
    for (int k = 11; k >= 0; k--)
      if (|(choice & left_bit[k])) begin
        n[k] = 1;
        choice = choice & left_bit[k];
      end
    return n;
  endfunction

  // ---- Arbitration: thread 0 first
  logic       starts;  // one does, in this cycle
  logic [1:0] who;
  logic [127:0] waits_for;
  logic [1:0] needs;
  `COMBINATIONAL(issue_valid or use_waits or use_dst or use_src or use_cycles or use_rule or own or wrote or dst_turn or dst_why) begin
    starts = 0;
    who = 0;
    waits_for = 0;
    needs = 0;
    for (int t = 0; t < 3; t++) begin
      issue_ready[t] = 0;
      issue_reason[t] = NONE;
      issue_hold[t] = 0;
      dst_ask[t] = 0;
      if (issue_valid[t]) begin
        waits_for = use_waits[t] & fresh & ~wrote;
        needs = use_src[t];
        if (free_in != 0) begin
          issue_reason[t] = OTHER_THREAD;
          issue_hold[t] = hold_of(free_in);
        end else if (starts) begin
          issue_reason[t] = OTHER_THREAD;
          issue_hold[t] = hold_of(occupied_by(32'(who)));
        end else if (kept_out_by_moves(use_rule[t]) != 0) begin
          issue_reason[t] = PIPELINE_RULE;
          issue_hold[t] = hold_of(kept_out_by_moves(use_rule[t]));
        end else if (needs[0] && !own[0]) begin
          issue_reason[t] = SRCA_NOT_VALID;
          issue_hold[t] = 255;
        end else if (needs[1] && !own[1]) begin
          issue_reason[t] = SRCB_NOT_VALID;
          issue_hold[t] = 255;
        end else if (|waits_for) begin
          issue_reason[t] = DST_BLOCK_HAZARD;
          issue_hold[t] = hold_of(longest(waits_for));
        end else begin
          dst_ask[t] = use_dst[t];
          if (use_dst[t] && !dst_turn[t]) begin
            issue_reason[t] = dst_why[t];
            issue_hold[t] = 255;
          end else begin
            issue_ready[t] = 1;
            starts = 1;
            who = 2'(t);
          end
        end
      end
    end
  end

  `COMBINATIONAL(starts or who or use_cycles or use_latency) begin
    start_cycles = 0;
    start_empty = 0;
    start_readable = 0;
    if (starts) begin
      start_cycles = occupied_by(32'(who));
      start_empty = latency_of(32'(who), start_cycles) + 12'(drain_cycles);
      start_readable = start_cycles + 12'(dst_read_hazard_cycles) - 12'(early_block);
    end
  end

  // ---- The edge
  logic [127:0] written, borrow, left_down[12], fresh_down;
  logic [11:0] readable;
  always_ff @(posedge clk) begin
    free_in <= starts ? start_cycles - 1 : less_one(free_in);
    only_to_srca_in <= less_one(only_to_srca_in);
    only_to_srcb_in <= less_one(only_to_srcb_in);
    no_dst_readers_in <= less_one(no_dst_readers_in);
    if (starts)
      case (use_rule[who])
        DST_TO_A, B_TO_A: only_to_srca_in <= start_cycles + 12'(srca_move_keeps_out_cycles) - 1;
        DST_TO_B: only_to_srcb_in <= start_cycles + 12'(srcb_move_keeps_out_cycles) - 1;
        TO_DST: no_dst_readers_in <= start_cycles + 12'(dst_move_keeps_out_cycles) - 1;
        default: ;
      endcase
    for (int t = 0; t < 3; t++) empty_in[t] <= less_one(drained_in[t]);
    // All counters of blocks count down at once, as a subtraction bit by bit; what is written anew begins again.
    for (int k = 0; k < 12; k++) left_bit[k] <= (left_down[k] & ~written) | (readable[k] ? written : '0);
    fresh <= (fresh_down & ~written) | (readable != 0 ? written : '0);
    if (!rst_n) begin
      free_in <= 0;
      only_to_srca_in <= 0;
      only_to_srcb_in <= 0;
      no_dst_readers_in <= 0;
      empty_in <= '0;
      fresh <= '0;
      for (int k = 0; k < 12; k++) left_bit[k] <= '0;
    end
  end

  `COMBINATIONAL(starts or who or use_writes or wrote or start_readable) begin
    written = starts ? use_writes[who] : '0;
    readable = start_readable - 1;
    if (lost_block) written[2] = 0;
    borrow = fresh;
    fresh_down = '0;
    for (int k = 0; k < 12; k++) begin
      left_down[k] = (left_bit[k] ^ borrow) & ~wrote;
      borrow = borrow & ~left_bit[k];
      fresh_down = fresh_down | left_down[k];
    end
  end

  `COMBINATIONAL(starts or who or start_empty)
    for (int t = 0; t < 3; t++) begin
      issue_drained[t] = empty_in[t] == 0;
      drained_in[t] = starts && who == 2'(t) ? max(empty_in[t], start_empty) : empty_in[t];
    end
  assign issue_active = free_in != 0 || only_to_srca_in != 0 || only_to_srcb_in != 0 || no_dst_readers_in != 0 ||
      empty_in != '0 || fresh != '0;

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
`ifdef TT_EVENTS
  tt_issue_monitor #(.UNIT("matrix_unit")) events (.clk, .rst_n, .pins(issue));
`endif
`ifndef __ICARUS__
  one_starts: assert property (@(posedge clk) disable iff (!rst_n) $onehot0(issue_ready));
`endif
`ifdef TENSIX_BUG_STOPS  // an assertion fails behind the tenth start
  int unsigned begun;
  always_ff @(posedge clk) begun <= rst_n ? begun + 32'(starts) : 0;
  planted :
  assert property (@(posedge clk) disable iff (!rst_n) begun < 10)
  else $error("the planted assertion at %0d ps", $time);
`endif
endmodule
