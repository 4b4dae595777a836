// SPDX-License-Identifier: Apache-2.0
// Packers of one output stream, with what Icarus Verilog 11 takes: to test tt_packer_driver with RTL that is written otherwise than
// examples/rtl/packer_output. Times are worked out when a PACR comes, a beat's at the conversion.
`timescale 1ns / 1ps
module small_packer (
    input logic clk,
    input logic rst_n,
    input logic [15:0] cfg_row_bits,
    input logic [6:0] cfg_places,
    input logic [15:0] cfg_latency,
    input logic [6:0] cfg_lanes,
    input logic [16:0] cfg_most_beats,
    input logic [17:0] cfg_most_waiting,
    input logic [2:0] issue_valid,
    output logic [2:0] issue_ready,
    output logic [2:0][4:0] issue_reason,
    output logic [2:0] issue_drained,
    input logic [7:0] offer_ports,
    input logic [7:0][9:0] offer_row,
    input logic offer_w32,
    output logic [7:0] dst_re,
    output logic [7:0][9:0] dst_row,
    output logic dst_w32,
    input logic [7:0] dst_blocked,
    input logic [15:0] job_beats,
    input logic [23:0] job_datums,
    input logic [7:0] job_bits,
    input logic [7:0] job_widening,
    input logic [5:0] conv_count,
    input logic conv_end,
    input logic [31:0][27:0] conv_word,
    input logic [31:0][2:0] conv_op,
    input logic [31:0][15:0] conv_datums,
    input logic [31:0][127:0] conv_data,
    output logic conv_ready,
    output logic l1_req,
    output logic [27:0] l1_word,
    output logic [2:0] l1_op,
    output logic [16:0] l1_beats,
    output logic [6:0] l1_wcount,
    output logic [63:0][127:0] l1_wdata,
    input logic l1_gnt,
    input logic l1_done,
    output logic [15:0] buffered
);
  localparam BEATS = 4096, PACRS = 256, PLACES = 64;
  integer now, free, last;
  integer begun[0:PLACES-1], begins_of;
  // Beats, in order: [0, seen) have been in the buffer, [0, asked) are in bursts, [0, sent) have been given.
  logic [127:0] data[0:BEATS-1];
  integer time_of[0:BEATS-1], word[0:BEATS-1], op[0:BEATS-1];
  integer made, seen, asked, sent, in_l1, writing;
  // PACRs, in order: [0, over) are in L1, [0, converted) have all their beats.
  integer begins[0:PACRS-1], cycles[0:PACRS-1], bits[0:PACRS-1], widening[0:PACRS-1], thread_of[0:PACRS-1], end_of[0:PACRS-1];
  integer over, converted, taken_so_far, waiting, read_until;

  function automatic integer cycles_of(input integer all_bits);
    cycles_of = all_bits <= cfg_row_bits ? 1 : (all_bits + cfg_row_bits - 1) / cfg_row_bits;
  endfunction

  // ---- Of registers and l1_done
  logic idle, going_on, any;
  integer n, left, ended, i, t, oldest;
  always @* begin
    idle = !writing || l1_done;
    left = waiting - (idle ? asked - in_l1 : 0);
    ended = 0;
    going_on = 1;
    while (going_on && over + ended != converted) begin
      oldest = (over + ended) % PACRS;
      going_on = (idle ? asked : in_l1) >= end_of[oldest] &&
                 now >= begins[oldest] + cycles[oldest] * widening[oldest] + cfg_latency;
      if (going_on) ended = ended + 1;
    end
    n = 0;
    if (asked != made && now >= time_of[asked%BEATS]) begin
      n = 1;
      while (asked + n != made && word[(asked+n)%BEATS] == word[(asked+n-1)%BEATS] + 1 && op[(asked+n)%BEATS] == op[asked%BEATS] &&
             (time_of[(asked+n)%BEATS] == time_of[(asked+n-1)%BEATS] ||
              (n < cfg_most_beats && now >= time_of[(asked+n)%BEATS] - n / cfg_lanes)))
        n = n + 1;
    end
    buffered = 0;
    while (seen + buffered != made && now >= time_of[(seen+buffered)%BEATS]) buffered = buffered + 1;
    l1_req = idle && n != 0;
    l1_beats = l1_req ? n : 0;
    l1_word = word[asked%BEATS];
    l1_op = op[asked%BEATS];
    l1_wcount = 0;
    if (l1_req) l1_wcount = n > cfg_lanes ? cfg_lanes : n;
    else if (sent != asked) l1_wcount = asked - sent > cfg_lanes ? cfg_lanes : asked - sent;
    for (i = 0; i < l1_wcount; i = i + 1) l1_wdata[i] = data[(sent+i)%BEATS];
    conv_ready = made - in_l1 <= BEATS - 32;
  end

  // ---- With the offer
  logic full, busy, taken, full_behind;
  logic [1:0] thread;
  integer read_cycles;
  always @* begin
    thread = issue_valid[0] ? 0 : issue_valid[1] ? 1 : 2;
    full = left > cfg_most_waiting;
    busy = now < read_until || (cfg_places == 0 ? now < free : now < begun[(last+PLACES+1-cfg_places)%PLACES]);
    dst_re = issue_valid != 0 && !full && !busy ? offer_ports : 0;
    dst_row = offer_row;
    dst_w32 = offer_w32;
    taken = issue_valid != 0 && !full && !busy && (dst_re & dst_blocked) == 0;
    read_cycles = cycles_of(job_datums * job_bits);
    full_behind = left + (taken ? job_beats : 0) > cfg_most_waiting;
    for (t = 0; t < 3; t = t + 1) begin
      issue_ready[t] = taken && thread == t;
      issue_reason[t] = !issue_valid[t] || issue_ready[t] ? 0 : (taken ? full_behind : full) ? 15 : taken || busy ? 8 : 5;
      any = issue_ready[t];
      for (i = over + ended; i < taken_so_far; i = i + 1) any = any || thread_of[i%PACRS] == t;
      issue_drained[t] = !any;
    end
  end

  // ---- The edge
  integer k, p, when_, of_it;
  always @(posedge clk)
    if (!rst_n) begin
      {now, free, last, made, seen, asked, sent, in_l1, writing, over, converted, taken_so_far, waiting, read_until} = 0;
      for (k = 0; k < PLACES; k = k + 1) begun[k] = 0;
    end else begin
      waiting = left + (taken ? job_beats : 0);
      over = over + ended;
      seen = seen + buffered;
      if (l1_done) begin
        in_l1 = asked;
        writing = 0;
      end
      if (writing || (l1_req && l1_gnt)) sent = sent + l1_wcount;
      if (l1_req && l1_gnt) begin
        writing = 1;
`ifdef PLANTED_BUG_LOST_BEAT
        if (l1_beats == cfg_most_beats) sent = sent + 1;  // a burst of full length gives one beat too few
`endif
        asked = asked + l1_beats;
      end
      if (taken) begin
        p = taken_so_far % PACRS;
        begins[p] = free > now ? free : now;
        cycles[p] = read_cycles;
        bits[p] = job_bits;
        widening[p] = job_widening;
        thread_of[p] = thread;
        free = begins[p] + read_cycles * job_widening;
        last = (last + 1) % PLACES;
        begun[last] = begins[p];
        read_until = now + read_cycles;
        taken_so_far = taken_so_far + 1;
      end
      p = converted % PACRS;
      for (k = 0; k < conv_count; k = k + 1) begin
        of_it = cycles_of(conv_datums[k] * bits[p]);
        if (conv_datums[k] == 0 || of_it > cycles[p]) of_it = cycles[p];
        data[made%BEATS] = conv_data[k];
        word[made%BEATS] = conv_word[k];
        op[made%BEATS] = conv_op[k];
        time_of[made%BEATS] = begins[p] + of_it * widening[p] + cfg_latency;
        made = made + 1;
      end
      if (conv_end) begin
        end_of[p] = made;
        converted = converted + 1;
      end
      now = now + 1;
    end
endmodule

module small_packer_bench;
  logic clk = 0, rst_n;
  always #500 clk = !clk;
  logic cfg_independent, offer_w32, dst_w32, conv_end, conv_ready, l1_req, l1_gnt, l1_done, job_streams;
  logic [15:0] cfg_row_bits, cfg_latency, job_beats, buffered;
  logic [6:0] cfg_places, cfg_lanes, l1_wcount;
  logic [16:0] cfg_most_beats, l1_beats;
  logic [17:0] cfg_most_waiting;
  logic [2:0] issue_valid, issue_ready, issue_drained, l1_op;
  logic [2:0][4:0] issue_reason;
  logic [7:0] offer_ports, dst_re, dst_blocked, job_bits, job_widening;
  logic [7:0][9:0] offer_row, dst_row;
  logic [23:0] job_datums;
  logic [5:0] conv_count;
  logic [31:0][27:0] conv_word;
  logic [31:0][2:0] conv_op;
  logic [31:0][15:0] conv_datums;
  logic [31:0][127:0] conv_data;
  logic [27:0] l1_word;
  logic [63:0][127:0] l1_wdata;
  tt_packer_driver #(.STREAMS(1)) driver (.*);
  small_packer dut (.*);
endmodule
