// SPDX-License-Identifier: Apache-2.0
// The packers' read interfaces and output buffers, in the place of units.packers.
//
// What it is: when a PACR is taken, when its Dst rows are read (pack_issue.sv), when its beats are in an output buffer, in
// which bursts and in which order they go to L1, and when the next one must wait. Both topologies: four read interfaces that
// append to one stream, or four packers with a stream each (cfg_independent).
// What it is not: the conversion. It stays the model's function (models/packer/packer_function.h): the rows read go there, and
// 16-byte beats come from there, with their addresses (cosim/rtl/packer_pins.h).
//
// A stream. Beats come from the conversion as soon as it has them, each with the cycle in which it may be in the output buffer (the
// pipeline behind the read interfaces, as a time stamp). From then on it waits for L1. Beats that lie one behind the other in L1
// leave as one burst, if each is there when its turn comes, up to cfg_most_beats. What came in one cycle is not parted: it is
// kept as a run, so that nobody walks over single beats to find a burst.
//
// What depends on registers alone stands apart from what depends on inputs: a simulator that sees an input change works out the
// latter only.
`include "tt_planted.svh"
module packer_output #(
    parameter int unsigned STREAMS = 4,
    parameter int unsigned PORTS = 8,  // of Dst: read interfaces; a packer has 4, packer.read_interfaces may be 8
    parameter int unsigned CONVERTED = 32,
    parameter int unsigned LANES = 64,
    parameter int unsigned DEPTH = 4096,  // beats of a stream's buffer; a power of two
    parameter int unsigned PACRS = 1024  // of a stream, whose end is not in L1; a power of two
) (
    input logic clk,
    input logic rst_n,

    // Constant, read during the reset.
    input logic cfg_independent,
    input logic [15:0] cfg_row_bits,      // that an interface takes of its row a cycle
    input logic [ 6:0] cfg_places,        // of PACRs that have been read and wait for the conversion
    input logic [15:0] cfg_latency,       // of the pipeline between
    input logic [ 6:0] cfg_lanes,         // beats a cycle of a stream to L1
    input logic [16:0] cfg_most_beats,    // of a burst
    input logic [17:0] cfg_most_waiting,  // beats of a stream, before a PACR has to wait

    // tt_issue_if
    input logic [2:0] issue_valid,
    output logic [2:0] issue_ready,
    output logic [4:0] issue_reason[3],
    output logic [15:0] issue_wait,  // of who is refused as unit_busy: in so many cycles it may ask again
    output logic [2:0] issue_drained,

    // With the offer: the rows it reads.
    input logic [PORTS-1:0] offer_ports,
    input logic [9:0] offer_row[PORTS],
    input logic offer_w32,
    // tt_dst_if, read ports
    output logic [PORTS-1:0] dst_re,
    output logic [9:0] dst_row[PORTS],
    output logic dst_w32,
    input logic [PORTS-1:0] dst_blocked,

    // With the acceptance, from the conversion: what comes of it.
    input logic [STREAMS-1:0] job_streams,
    input logic [15:0] job_beats[STREAMS],
    input logic [23:0] job_datums,  // of a row
    input logic [7:0] job_bits,     // of a datum
    input logic [7:0] job_widening,  // cycles of the conversion for each of the read
    // The beats, in order.
    input logic [5:0] conv_count[STREAMS],
    input logic [STREAMS-1:0] conv_end,
    input logic [27:0] conv_word[STREAMS][CONVERTED],
    input logic [2:0] conv_op[STREAMS][CONVERTED],
    input logic [15:0] conv_datums[STREAMS][CONVERTED],
    input logic [127:0] conv_data[STREAMS][CONVERTED],
    output logic [STREAMS-1:0] conv_ready,

    // To L1, a burst at a time and stream.
    output logic [STREAMS-1:0] l1_req,
    output logic [27:0] l1_word[STREAMS],
    output logic [2:0] l1_op[STREAMS],
    output logic [16:0] l1_beats[STREAMS],
    output logic [6:0] l1_wcount[STREAMS],
    output logic [127:0] l1_wdata[STREAMS][LANES],
    input logic [STREAMS-1:0] l1_gnt,
    input logic [STREAMS-1:0] l1_done,

    output logic [15:0] buffered[STREAMS],
    output logic [15:0] ended[STREAMS],
    output logic at_work  // from the edge on that takes a PACR
);
  `PLANTED(lost_beat)       // the run behind a burst of full length is taken for sent
  `PLANTED(full_mark)       // the buffer takes one beat less
  `PLANTED(late_row)        // beats of rows behind the first cycle's are in the buffer a cycle late
  `PLANTED(late_grant)      // the first beat of a burst is lost if its grant has come late
  `PLANTED(forgets_threads) // what is under way is counted on behind a reset
  localparam int unsigned INDEX = $clog2(DEPTH), P = $clog2(PACRS);
  typedef logic [INDEX-1:0] index_t;
  typedef logic [P-1:0] pacr_t;

  logic [31:0] now;  // counts edges
  always_ff @(posedge clk) now <= rst_n ? now + 1 : 0;
  // Times and beats count for ever: a difference's upper half are those in front of it.
  function automatic logic not_before(logic [31:0] a, logic [31:0] b);
    return a - b < 32'h8000_0000;
  endfunction
  function automatic logic reached(logic [31:0] when_);
    return not_before(now, when_);
  endfunction

  logic independent;
  logic [15:0] row_bits, latency;
  logic [ 6:0] lanes, places;
  logic [16:0] most_beats;
  logic [17:0] most_waiting;
  always_ff @(posedge clk) begin
    if (!rst_n) begin
      {independent, row_bits, places, latency, lanes, most_beats, most_waiting} <=
          {cfg_independent, cfg_row_bits, cfg_places, cfg_latency, cfg_lanes, cfg_most_beats, cfg_most_waiting};
    end
  end

  // ---- Issue
  logic [STREAMS-1:0] full_before, full, work;  // full: behind what is taken in this cycle
  logic [2:0] busy_threads[STREAMS];
  logic taken, busy;
  logic [1:0] thread;
  logic [15:0] read_cycles;
  logic [31:0] begins;
  tt_dst_if #(.PORTS(PORTS)) dst (.clk, .rst_n);
  assign dst.blocked = dst_blocked;
  assign dst_re = dst.re;
  assign dst_row = dst.row;
  assign dst_w32 = dst.w32;
  pack_issue #(
      .PORTS(PORTS)
  ) issue (
      .full_before(|full_before),
      .full(|full),
      .*
  );
  always_comb begin
    issue_drained = '1;
    for (int s = 0; s < STREAMS; ++s) issue_drained &= ~busy_threads[s];
  end
  assign at_work = busy || |work;

  for (genvar s = 0; s < STREAMS; ++s) begin : stream
    logic used;  // the others stand still
    assign used = independent || s == 0;

    // The queue: beats [rd, wr), of which [rd, burst_end) are on their way to L1 and [rd, send) have been given to it. Their runs
    // are [.., r_wr); those from r_next on are in no burst yet, those in front of r_seen in the output buffer.
    logic [127:0] q_data[DEPTH];
    logic [31:0] rd, wr, send, burst_end;  // count for ever
    logic [31:0] r_time[DEPTH];
    logic [27:0] r_word[DEPTH];
    logic [2:0] r_op[DEPTH];
    logic [16:0] r_beats[DEPTH];
    index_t r_wr, r_next, r_seen;
    logic [17:0] waiting;
    logic writing;
    logic late;

    // PACRs: [p_rd, p_conv) have all their beats in the queue, [p_conv, p_wr) wait for the conversion.
    logic [31:0] p_begins[PACRS], p_end_at[PACRS];
    logic [15:0] p_cycles[PACRS];
    logic [7:0] p_bits[PACRS], p_widening[PACRS];
    logic [1:0] p_thread[PACRS];
    logic [31:0] p_rd, p_conv, p_wr;
    logic [P:0] under_way[3];

    // ---- Of registers alone: the next burst, if L1 is free for it, what goes to L1 of that or of the one under way, and what has
    // come into the output buffer
    logic [16:0] n;
    index_t n_end, r_seen_now, at;  // first runs that are left; a beat
    logic [31:0] to_go;
    logic [6:0] at_once;
    always_comb begin
      n = 0;
      n_end = r_next;
      if (r_next != r_wr && reached(r_time[r_next])) begin
        n = r_beats[r_next];
        n_end = r_next + 1;
        while (n_end != r_wr) begin
          if (!follows(n_end, n_end - 1)) break;
          if (r_time[n_end] != r_time[n_end-index_t'(1)]
              && (n >= most_beats || !reached(r_time[n_end] - 32'(n) / 32'(lanes)))) break;
          n += r_beats[n_end];
          n_end += 1;
        end
      end
      to_go = send != burst_end ? burst_end - send : 32'(n);
      at_once = to_go > 32'(lanes) ? lanes : 7'(to_go);
      at = index_t'(send);
      for (int unsigned i = 0; i < LANES; ++i) begin
        if (i >= 32'(at_once)) break;
        l1_wdata[s][i] = q_data[at];
        if (late_grant && late) l1_wdata[s][i] = q_data[at+index_t'(1)];
        at += 1;
      end
      buffered[s] = 0;
      r_seen_now  = r_seen;
      while (r_seen_now != r_wr) begin
        if (!reached(r_time[r_seen_now])) break;
        buffered[s] += 16'(r_beats[r_seen_now]);
        r_seen_now += 1;
      end
    end
    function automatic logic follows(index_t r, index_t prior);
      return 32'(r_word[r]) == 32'(r_word[prior]) + 32'(r_beats[prior]) && r_op[r] == r_op[prior];
    endfunction
    assign l1_word[s] = r_word[r_next];
    assign l1_op[s] = r_op[r_next];
    assign conv_ready[s] = wr - rd <= DEPTH - CONVERTED;
    assign work[s] = p_conv != p_wr || r_seen != r_wr || p_rd != p_conv && !writing || writing && send != burst_end;

    // ---- What L1 has taken, and what it is asked for
    logic idle;
    logic [31:0] head;
    logic [17:0] left;
    logic [P:0] under_way_left[3];
    pacr_t oldest;
    always_comb begin
      idle = 0;
      head = rd;
      left = waiting;
      ended[s] = 0;
      oldest = pacr_t'(p_rd);
      under_way_left = under_way;
      if (used) begin
        idle = !writing || l1_done[s];
        if (idle) head = burst_end;
        left = waiting - 18'(head - rd);
        while (p_rd + 32'(ended[s]) != p_conv) begin
          if (!not_before(head, p_end_at[oldest]) || !reached(finished(oldest))) break;
          under_way_left[p_thread[oldest]] -= 1;
          ended[s] += 1;
          oldest += 1;
        end
      end
      full_before[s] = beyond(left);
    end
    function automatic logic [31:0] finished(pacr_t p);
      return p_begins[p] + 32'(p_cycles[p]) * 32'(p_widening[p]) + 32'(latency);
    endfunction
    function automatic logic beyond(logic [17:0] beats);
      return beats + 18'(full_mark) > most_waiting || p_wr - p_rd >= PACRS - 1;
    endfunction
    assign l1_req[s] = idle && n != 0;
    assign l1_beats[s] = l1_req[s] ? n : 0;
    assign l1_wcount[s] = l1_req[s] || send != burst_end ? at_once : 0;
    taken_when_given :
    assert property (@(posedge clk) disable iff (!rst_n) l1_done[s] |-> writing && send == burst_end)
    else $error("packer_output: L1 has a burst that it has not been given");

    // ---- With what is taken in this cycle
    logic job_take;
    logic [17:0] waiting_now;
    always_comb begin
      job_take = 0;
      waiting_now = left;
      busy_threads[s] = 0;
      if (used) begin
        job_take = taken && job_streams[s];
        if (job_take) begin
          waiting_now = left + 18'(job_beats[s]);
          busy_threads[s][thread] = 1;
        end
        for (int t = 0; t < 3; ++t) if (under_way_left[t] != 0) busy_threads[s][t] = 1;
      end
      full[s] = beyond(waiting_now);
    end

    // ---- From the conversion: of the oldest PACR, which may be the one that has just been taken
    function automatic logic [31:0] complete(logic [15:0] datums);
      logic new_one = p_conv == p_wr;
      logic [31:0] start = new_one ? begins : p_begins[pacr_t'(p_conv)];
      logic [31:0] widening = new_one ? 32'(job_widening) : 32'(p_widening[pacr_t'(p_conv)]);
      logic [31:0] most = new_one ? 32'(read_cycles) : 32'(p_cycles[pacr_t'(p_conv)]);
      logic [31:0] bits = 32'(datums) * (new_one ? 32'(job_bits) : 32'(p_bits[pacr_t'(p_conv)]));
      logic [31:0] cycles = bits <= 32'(row_bits) ? 1 : (bits + 32'(row_bits) - 1) / 32'(row_bits);  // divides seldom
      return start + (datums == 0 || cycles > most ? most : cycles) * widening + 32'(latency) + 32'(late_row && cycles > 1);
    endfunction
    // Nobody looks behind wr and r_wr before they have moved, so that blocking assignments are as good (Verilator wants them in
    // such loops).
    /* verilator lint_off BLKSEQ */
    index_t put, run;
    logic [31:0] when_, run_time;
    logic [16:0] beats;
    always_ff @(posedge clk) begin
      run   = r_wr - 1;
      put   = index_t'(wr);
      beats = 0;
      for (int unsigned i = 0; i < CONVERTED; ++i) begin
        if (i >= 32'(conv_count[s]) || !conv_ready[s]) break;
        q_data[put] = conv_data[s][i];
        put += 1;
        if (i == 0 || conv_datums[s][i] != conv_datums[s][i-1]) when_ = complete(conv_datums[s][i]);
        if (beats != 0 && when_ == run_time && 32'(conv_word[s][i]) == 32'(r_word[run]) + 32'(beats)
            && conv_op[s][i] == r_op[run]) begin
          beats += 1;
        end else begin
          run += 1;
          run_time = when_;
          r_time[run] = when_;
          r_word[run] = conv_word[s][i];
          r_op[run] = conv_op[s][i];
          beats = 1;
        end
        r_beats[run] = beats;
      end
      r_wr <= rst_n ? run + 1 : 0;
    end
    /* verilator lint_on BLKSEQ */

    always_ff @(posedge clk) begin
      if (!rst_n) begin
        {rd, wr, send, burst_end, r_next, r_seen, p_rd, p_conv, p_wr, writing, waiting} <= '0;
        if (!forgets_threads) for (int t = 0; t < 3; ++t) under_way[t] <= 0;
      end else if (used) begin
        if (conv_ready[s] && (conv_count[s] != 0 || conv_end[s])) begin
          wr <= wr + 32'(conv_count[s]);
          if (conv_end[s]) begin
            p_end_at[pacr_t'(p_conv)] <= wr + 32'(conv_count[s]);
            p_conv <= p_conv + 1;
          end
        end
        if (job_take) begin
          p_begins[pacr_t'(p_wr)] <= begins;
          p_cycles[pacr_t'(p_wr)] <= read_cycles;
          p_bits[pacr_t'(p_wr)] <= job_bits;
          p_widening[pacr_t'(p_wr)] <= job_widening;
          p_thread[pacr_t'(p_wr)] <= thread;
          p_wr <= p_wr + 1;
        end
        for (int t = 0; t < 3; ++t) under_way[t] <= under_way_left[t] + (job_take && thread == 2'(t) ? 1 : 0);
        p_rd <= p_rd + 32'(ended[s]);
        r_seen <= r_seen_now;
        waiting <= waiting_now;
        rd <= head;
        if (idle) writing <= l1_req[s] && l1_gnt[s];
        if (l1_req[s] && l1_gnt[s]) begin
          burst_end <= burst_end + 32'(n);
          r_next <= n_end;
        end
        if (!idle || l1_req[s] && l1_gnt[s]) send <= send + 32'(l1_wcount[s]);
        if (late_grant) late <= l1_req[s] && !l1_gnt[s];
        if (lost_beat && l1_req[s] && l1_gnt[s] && n == most_beats && n_end != r_wr) begin
          burst_end <= burst_end + 32'(n) + 32'(r_beats[n_end]);
          send <= send + 32'(l1_wcount[s]) + 32'(r_beats[n_end]);
          r_next <= n_end + 1;
        end
      end
    end
  end
endmodule
