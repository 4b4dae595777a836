// SPDX-License-Identifier: Apache-2.0
// matrix_issue.sv by itself, tested with a record of the matrix unit: no tile, no C++ (docs/records.md).
//
//   tensix-tlm run matmul --record matrix_unit=unit.jsonl
//   SIMULATOR +record=unit.jsonl
`timescale 1ns / 1ps
module matrix_issue_bench;
  logic clk = 0, rst_n;
  always #500 clk = !clk;

  logic [2:0] issue_valid, issue_ready, issue_drained, dst_ask, dst_turn, use_dst;
  logic [2:0][31:0] issue_word, issue_number;
  logic [2:0][4:0] issue_reason, dst_why;
  logic [2:0][7:0] issue_hold;
  logic [2:0][127:0] waits, reads, writes;
  logic [2:0][1:0] src_banks, takes, latency;
  logic [2:0][2:0] rule;
  logic [2:0][11:0] drained_in;
  logic [1:0] own;
  logic [127:0] wrote;
  logic issue_active;
  logic [11:0] start_cycles, start_empty, start_readable;

  tt_issue_driver #(.UNIT("matrix_unit")) driver (
      .clk, .rst_n, .issue_valid, .issue_word, .issue_number, .issue_ready, .issue_reason, .issue_hold, .issue_drained,
      .own, .wrote, .dst_turn, .dst_why, .src_banks, .takes, .latency, .rule, .waits, .reads, .writes
  );

  for (genvar t = 0; t < 3; t++) begin : g_thread
    assign use_dst[t] = |reads[t] || |writes[t];
  end

  // Parameters of the recorded run.
  logic [9:0] latency_cycles, move_latency_cycles, drain_cycles, dst_read_hazard_cycles, shiftxb_cycles, mova2d_upper_half_cycles,
      zeroacc_cycles, zeroacc_latency_cycles, srca_move_keeps_out_cycles, srcb_move_keeps_out_cycles, dst_move_keeps_out_cycles;
  logic [63:0] value;
  initial begin
    #1;  // the record is open
    driver.record.parameter_of("matrix_unit", "latency_cycles", value);
    latency_cycles = value[9:0];
    driver.record.parameter_of("matrix_unit", "move_latency_cycles", value);
    move_latency_cycles = value[9:0];
    driver.record.parameter_of("matrix_unit", "drain_cycles", value);
    drain_cycles = value[9:0];
    driver.record.parameter_of("matrix_unit", "dst_read_hazard_cycles", value);
    dst_read_hazard_cycles = value[9:0];
    driver.record.parameter_of("matrix_unit", "shiftxb_cycles", value);
    shiftxb_cycles = value[9:0];
    driver.record.parameter_of("matrix_unit", "mova2d_upper_half_cycles", value);
    mova2d_upper_half_cycles = value[9:0];
    driver.record.parameter_of("matrix_unit", "zeroacc_cycles", value);
    zeroacc_cycles = value[9:0];
    driver.record.parameter_of("matrix_unit", "zeroacc_latency_cycles", value);
    zeroacc_latency_cycles = value[9:0];
    driver.record.parameter_of("matrix_unit", "srca_move_keeps_out_cycles", value);
    srca_move_keeps_out_cycles = value[9:0];
    driver.record.parameter_of("matrix_unit", "srcb_move_keeps_out_cycles", value);
    srcb_move_keeps_out_cycles = value[9:0];
    driver.record.parameter_of("matrix_unit", "dst_move_keeps_out_cycles", value);
    dst_move_keeps_out_cycles = value[9:0];
  end

  matrix_issue dut (
      .clk, .rst_n, .issue_valid, .issue_word, .issue_number, .issue_ready, .issue_reason, .issue_hold, .issue_drained,
      .issue_active, .drained_in, .use_waits(waits), .use_writes(writes), .use_dst, .use_src(src_banks), .use_cycles(takes),
      .use_latency(latency), .use_rule(rule), .own, .wrote, .dst_ask, .dst_turn, .dst_why, .start_cycles, .start_empty,
      .start_readable, .latency_cycles, .move_latency_cycles, .drain_cycles, .dst_read_hazard_cycles, .shiftxb_cycles,
      .mova2d_upper_half_cycles, .zeroacc_cycles, .zeroacc_latency_cycles, .srca_move_keeps_out_cycles,
      .srcb_move_keeps_out_cycles, .dst_move_keeps_out_cycles
  );
endmodule
