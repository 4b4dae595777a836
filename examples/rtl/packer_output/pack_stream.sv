// One output stream of the packers: the output buffer, and the bursts in which it goes to L1.
//
// Beats come from the conversion as soon as it has them, each with the cycle in which it may be in the output buffer (the
// pipeline behind the read interfaces, as a time stamp). From then on it waits for L1. Beats that lie one behind the other in L1
// leave as one burst, if each is there when its turn comes, up to cfg_most_beats. What came in one cycle is not parted. Their
// data are in a memory beside it (packer_output.sv), at put_at when they come, and from take_from on when they go.
module pack_stream #(
    parameter int unsigned DEPTH = 4096,  // beats; a power of two
    parameter int unsigned CONVERTED = 32,
    parameter int unsigned PACRS = 1024  // whose end is not in L1; a power of two
) (
    input logic clk,
    input logic rst_n,
    input logic [31:0] now,  // counts edges
    input logic [15:0] cfg_row_bits,
    input logic [15:0] cfg_latency,
    input logic [6:0] cfg_lanes,
    input logic [16:0] cfg_most_beats,
    input logic [17:0] cfg_most_waiting,

    // A PACR has been taken in this cycle; it will have `job_beats`, its rows are read within `job_cycles`.
    input logic job_take,
    input logic [1:0] job_thread,
    input logic [15:0] job_beats,
    input logic [15:0] job_cycles,
    input logic [ 7:0] job_bits,

    // Of the oldest PACR whose beats have not all come: `conv_end` comes with the last ones, or behind them.
    input logic [5:0] conv_count,
    input logic conv_end,
    input logic [27:0] conv_word[CONVERTED],  // address / 16
    input logic [2:0] conv_op[CONVERTED],
    input logic [15:0] conv_datums[CONVERTED],  // that had been read when it was complete; 0: at the end only
    output logic conv_ready,
    output logic [$clog2(DEPTH)-1:0] put_at,

    output logic l1_req,
    output logic [27:0] l1_word,
    output logic [2:0] l1_op,
    output logic [16:0] l1_beats,
    output logic [6:0] l1_wcount,  // beats that go now, of the burst, in order; up to cfg_lanes a cycle from the request on
    output logic [$clog2(DEPTH)-1:0] take_from,
    input logic l1_gnt,   // in the cycle of the request, or later: it stays
    input logic l1_done,  // all of the burst is in L1, in front of this cycle

    output logic        full_before,  // no PACR may come
    output logic        full,         // the same behind the one taken
    output logic [15:0] buffered,  // beats that are in the output buffer since this cycle
    output logic [15:0] ended,     // PACRs whose last beat is in L1 since this cycle
    output logic [2:0]  busy_threads,  // that have one which is not
    output logic        at_work
);
  localparam int unsigned INDEX = $clog2(DEPTH), P = $clog2(PACRS);
  typedef logic [INDEX-1:0] index_t;
  typedef logic [P-1:0] pacr_t;

  // The queue: [rd, wr), of which [rd, burst_end) is on its way to L1 and [rd, seen) in the output buffer.
  logic [31:0] q_time[DEPTH];
  logic [27:0] q_word[DEPTH];
  logic [2:0] q_op[DEPTH];
  logic [31:0] rd, wr, seen, send, burst_end;  // count beats for ever
  logic writing;
  logic [17:0] waiting;

  // PACRs: [p_rd, p_conv) have all their beats in the queue, [p_conv, p_wr) wait for the conversion.
  logic [31:0] p_taken[PACRS], p_end_at[PACRS];
  logic [15:0] p_cycles[PACRS];
  logic [ 7:0] p_bits[PACRS];
  logic [ 1:0] p_thread[PACRS];
  logic [31:0] p_rd, p_conv, p_wr;

  // ---- What L1 has taken, in this cycle already
  logic idle;
  logic [31:0] head;
  assign idle = !writing || l1_done;
  assign head = writing && l1_done ? burst_end : rd;

  // ---- The next burst
  logic [16:0] n;
  assign n = idle && head != wr && reached(q_time[index_t'(head)]) ? together(index_t'(head)) : 0;
  function automatic logic [16:0] together(index_t from);
    logic [16:0] beats = 1;
    index_t prior = from;
    for (index_t at = from + 1; at != index_t'(wr); ++at) begin
      if (q_word[at] != q_word[prior] + 1 || q_op[at] != q_op[prior]) break;
      if (q_time[at] != q_time[prior] && (!reached(q_time[at] - 32'(beats) / 32'(cfg_lanes)) || beats >= cfg_most_beats)) break;
      beats += 1;
      prior = at;
    end
    return beats;
  endfunction
  function automatic logic reached(logic [31:0] when_);
    return $signed(now - when_) >= 0;
  endfunction

  assign l1_req   = n != 0;
  assign l1_word  = q_word[index_t'(head)];
  assign l1_op    = q_op[index_t'(head)];
  assign l1_beats = n;

  // ---- Its beats
  logic [31:0] first, last;
  always_comb begin
    first = l1_req ? head : send;
    last = l1_req ? head + 32'(n) : burst_end;
    l1_wcount = last - first > 32'(cfg_lanes) ? cfg_lanes : 7'(last - first);
  end
  assign take_from = index_t'(first);
  assign put_at = index_t'(wr);

  // ---- What others hear in this cycle
  logic [17:0] left, waiting_now;
  assign left = waiting - (writing && l1_done ? 18'(burst_end - rd) : 0);
  assign waiting_now = left + (job_take ? 18'(job_beats) : 0);
  assign full_before = beyond(left);
  assign full = beyond(waiting_now);
  function automatic logic beyond(logic [17:0] beats);
`ifdef PLANTED_BUG_FULL_MARK
    return beats >= cfg_most_waiting || p_wr - p_rd >= PACRS - 1;
`else
    return beats > cfg_most_waiting || p_wr - p_rd >= PACRS - 1;
`endif
  endfunction
  always_comb begin
    buffered = 0;
    while (seen + 32'(buffered) != wr && reached(q_time[index_t'(seen+32'(buffered))])) buffered += 1;
    ended = 0;
    while (p_rd + 32'(ended) != p_conv && $signed(head - p_end_at[pacr_t'(p_rd+32'(ended))]) >= 0
           && reached(finished(pacr_t'(p_rd + 32'(ended))))) ended += 1;
  end
  function automatic logic [31:0] finished(pacr_t p);
    return p_taken[p] + 32'(p_cycles[p]) + 32'(cfg_latency);
  endfunction
  always_comb begin
    for (int t = 0; t < 3; ++t) busy_threads[t] = job_take && job_thread == 2'(t) || under_way_now[t] != 0;
  end
  logic [P:0] under_way[3], under_way_now[3];
  always_comb begin
    under_way_now = under_way;
    for (logic [15:0] i = 0; i != ended; ++i) under_way_now[p_thread[pacr_t'(p_rd+32'(i))]] -= 1;
  end
  assign at_work = (p_conv != p_wr) || job_take || seen != wr || (p_rd != p_conv && !writing) || (writing && send != burst_end);
  assign conv_ready = wr - rd <= DEPTH - CONVERTED;

  // ---- From the conversion: of the oldest PACR, which may be the one that has just been taken
  logic new_one;
  logic [31:0] c_taken, c_last;
  logic [15:0] c_cycles;
  logic [ 7:0] c_bits;
  assign new_one  = p_conv == p_wr;
  assign c_taken  = new_one ? now : p_taken[pacr_t'(p_conv)];
  assign c_cycles = new_one ? job_cycles : p_cycles[pacr_t'(p_conv)];
  assign c_bits   = new_one ? job_bits : p_bits[pacr_t'(p_conv)];
  assign c_last   = c_taken + 32'(c_cycles) + 32'(cfg_latency);
  function automatic logic [31:0] complete(logic [15:0] datums);
    logic [31:0] cycles = (32'(datums) * 32'(c_bits) + 32'(cfg_row_bits) - 1) / 32'(cfg_row_bits);
    return datums == 0 || cycles > 32'(c_cycles) ? c_last : c_taken + cycles + 32'(cfg_latency);
  endfunction

  // Nobody looks at [wr, ...) before wr has moved, so that blocking assignments are as good (Verilator wants them in such loops).
  /* verilator lint_off BLKSEQ */
  always_ff @(posedge clk) begin
    for (int unsigned i = 0; i < CONVERTED; ++i) begin
      if (i >= 32'(conv_count) || !conv_ready) break;
      q_time[index_t'(wr+i)] = complete(conv_datums[i]);
      q_word[index_t'(wr+i)] = conv_word[i];
      q_op[index_t'(wr+i)]   = conv_op[i];
    end
  end
  /* verilator lint_on BLKSEQ */

  always_ff @(posedge clk) begin
    if (!rst_n) begin
      {rd, wr, seen, send, burst_end, p_rd, p_conv, p_wr} <= '0;
      writing <= 0;
      for (int t = 0; t < 3; ++t) under_way[t] <= 0;
      waiting <= 0;
    end else begin
      if (conv_ready && (conv_count != 0 || conv_end)) begin
        wr <= wr + 32'(conv_count);
        if (conv_end) begin
          p_end_at[pacr_t'(p_conv)] <= wr + 32'(conv_count);
          p_conv <= p_conv + 1;
        end
      end
      if (job_take) begin
        p_taken[pacr_t'(p_wr)]  <= now;
        p_cycles[pacr_t'(p_wr)] <= job_cycles;
        p_bits[pacr_t'(p_wr)]   <= job_bits;
        p_thread[pacr_t'(p_wr)] <= job_thread;
        p_wr <= p_wr + 1;
      end
      for (int t = 0; t < 3; ++t) under_way[t] <= under_way_now[t] + (job_take && job_thread == 2'(t) ? 1 : 0);
      p_rd <= p_rd + 32'(ended);
      seen <= seen + 32'(buffered);
      waiting <= waiting_now;
      rd <= head;
      if (idle) writing <= l1_req && l1_gnt;
      if (l1_req && l1_gnt) begin
`ifdef PLANTED_BUG_LOST_BEAT
        // The beat behind a burst of full length is taken for sent.
        burst_end <= head + 32'(n) + (n == cfg_most_beats ? 1 : 0);
`else
        burst_end <= head + 32'(n);
`endif
        send <= head + 32'(l1_wcount);
      end else if (writing) begin
        send <= send + 32'(l1_wcount);
      end
    end
  end
endmodule
