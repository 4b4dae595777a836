// SPDX-License-Identifier: Apache-2.0
// packer_output.sv by itself, tested with a record of the packers: no tile, no C++ (docs/records.md).
//
//   tensix-tlm run matmul --record packers=unit.jsonl
//   SIMULATOR +record=unit.jsonl
`timescale 1ns / 1ps
module packer_output_bench;
  localparam int STREAMS = 4, PORTS = 8, CONVERTED = 8, LANES = 8;  // small: it is compiled sooner
  logic clk = 0, rst_n;
  always #500 clk = !clk;

  logic cfg_independent, offer_w32, dst_w32;
  logic [15:0] cfg_row_bits, cfg_latency;
  logic [6:0] cfg_places, cfg_lanes;
  logic [16:0] cfg_most_beats;
  logic [17:0] cfg_most_waiting;
  logic [2:0] issue_valid, issue_ready, issue_drained;
  logic [PORTS-1:0] offer_ports, dst_re, dst_blocked;
  logic [STREAMS-1:0] job_streams, conv_end, conv_ready, l1_req, l1_gnt, l1_done;
  logic [23:0] job_datums;
  logic [7:0] job_bits, job_widening;
  // The driver's pins are packed, the block's are arrays.
  logic [2:0][4:0] reason;
  logic [PORTS-1:0][9:0] row_offered, row_read;
  logic [STREAMS-1:0][15:0] beats_of_job, beats_buffered;
  logic [STREAMS-1:0][5:0] count;
  logic [STREAMS*CONVERTED-1:0][27:0] word;
  logic [STREAMS*CONVERTED-1:0][2:0] op;
  logic [STREAMS*CONVERTED-1:0][15:0] datums;
  logic [STREAMS*CONVERTED-1:0][127:0] data;
  logic [STREAMS-1:0][27:0] burst_word;
  logic [STREAMS-1:0][2:0] burst_op;
  logic [STREAMS-1:0][16:0] burst_beats;
  logic [STREAMS-1:0][6:0] wcount;
  logic [STREAMS*LANES-1:0][127:0] wdata;
  logic [4:0] issue_reason[3];
  logic [15:0] issue_wait;
  logic [9:0] offer_row[PORTS], dst_row[PORTS];
  logic [15:0] job_beats[STREAMS], buffered[STREAMS], ended[STREAMS];
  logic [5:0] conv_count[STREAMS];
  logic [27:0] conv_word[STREAMS][CONVERTED], l1_word[STREAMS];
  logic [2:0] conv_op[STREAMS][CONVERTED], l1_op[STREAMS];
  logic [15:0] conv_datums[STREAMS][CONVERTED];
  logic [127:0] conv_data[STREAMS][CONVERTED], l1_wdata[STREAMS][LANES];
  logic [16:0] l1_beats[STREAMS];
  logic [6:0] l1_wcount[STREAMS];
  logic at_work;
  always_comb begin
    for (int t = 0; t < 3; t++) reason[t] = issue_reason[t];
    for (int p = 0; p < PORTS; p++) begin
      offer_row[p] = row_offered[p];
      row_read[p] = dst_row[p];
    end
    for (int s = 0; s < STREAMS; s++) begin
      job_beats[s] = beats_of_job[s];
      beats_buffered[s] = buffered[s];
      conv_count[s] = count[s];
      burst_word[s] = l1_word[s];
      burst_op[s] = l1_op[s];
      burst_beats[s] = l1_beats[s];
      wcount[s] = l1_wcount[s];
      for (int i = 0; i < CONVERTED; i++) begin
        conv_word[s][i] = word[s*CONVERTED+i];
        conv_op[s][i] = op[s*CONVERTED+i];
        conv_datums[s][i] = datums[s*CONVERTED+i];
        conv_data[s][i] = data[s*CONVERTED+i];
      end
      for (int i = 0; i < LANES; i++) wdata[s*LANES+i] = l1_wdata[s][i];
    end
  end

  tt_packer_driver #(
      .STREAMS(STREAMS), .PORTS(PORTS), .CONVERTED(CONVERTED), .LANES(LANES)
  ) driver (
      .issue_reason(reason), .offer_row(row_offered), .dst_row(row_read), .job_beats(beats_of_job), .conv_count(count), .conv_word(word),
      .conv_op(op), .conv_datums(datums), .conv_data(data), .l1_word(burst_word), .l1_op(burst_op), .l1_beats(burst_beats),
      .l1_wcount(wcount), .l1_wdata(wdata), .buffered(beats_buffered), .*
  );
  packer_output #(
      .STREAMS(STREAMS), .PORTS(PORTS), .CONVERTED(CONVERTED), .LANES(LANES)
  ) dut (.*);
endmodule
