// SPDX-License-Identifier: Apache-2.0
// The packers' read interfaces and output buffers, another design than examples/rtl/packer_output with the same pins: one buffer a
// stream with a place a beat. A place knows its address and the cycle from which its beat may leave, so that a burst is found by
// walking over places; who reads what of Dst beyond the first rows does not show at the pins.
module own_packer #(
    parameter int unsigned STREAMS = 4,
    parameter int unsigned PORTS = 8,  // of Dst
    parameter int unsigned CONVERTED = 32,
    parameter int unsigned LANES = 64,
    parameter int unsigned PLACES = 4096,  // of a stream's buffer, a power of two
    parameter int unsigned JOBS = 1024  // PACRs of a stream that are not over, a power of two
) (
    input logic clk,
    input logic rst_n,

    // Steady from reset on.
    input logic cfg_independent,
    input logic [15:0] cfg_row_bits,
    input logic [6:0] cfg_places,
    input logic [15:0] cfg_latency,
    input logic [6:0] cfg_lanes,
    input logic [16:0] cfg_most_beats,
    input logic [17:0] cfg_most_waiting,

    input logic [2:0] issue_valid,
    output logic [2:0] issue_ready,
    output logic [4:0] issue_reason[3],
    output logic [15:0] issue_wait,
    output logic [2:0] issue_drained,

    input logic [PORTS-1:0] offer_ports,
    input logic [9:0] offer_row[PORTS],
    input logic offer_w32,
    output logic [PORTS-1:0] dst_re,
    output logic [9:0] dst_row[PORTS],
    output logic dst_w32,
    input logic [PORTS-1:0] dst_blocked,

    input logic [STREAMS-1:0] job_streams,
    input logic [15:0] job_beats[STREAMS],
    input logic [23:0] job_datums,
    input logic [7:0] job_bits,
    input logic [7:0] job_widening,
    input logic [5:0] conv_count[STREAMS],
    input logic [STREAMS-1:0] conv_end,
    input logic [27:0] conv_word[STREAMS][CONVERTED],
    input logic [2:0] conv_op[STREAMS][CONVERTED],
    input logic [15:0] conv_datums[STREAMS][CONVERTED],
    input logic [127:0] conv_data[STREAMS][CONVERTED],
    output logic [STREAMS-1:0] conv_ready,

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
    output logic at_work
);
  // Of models/contracts/reasons.h (docs/events.md).
  localparam logic [4:0] None = 0, DstBlockHazard = 5, UnitBusy = 8, QueueFull = 15;

  logic [31:0] now;  // edges since the reset
  always_ff @(posedge clk) now <= rst_n ? now + 1 : 0;

  // ---- The read interfaces: one PACR at a time, the lowest thread first
  logic [1:0] thread;
  logic take, room, room_behind, conversion_has_place;
  logic [15:0] reading, reads, reads_first;  // cycles: left of the present one; of the one offered
  logic [PORTS-1:0] ports_held;
  tt_dst_if #(.PORTS(PORTS)) dst (.clk, .rst_n);
  assign {dst.we, dst.wrow, dst.ww32, dst.wmask, dst.wrote, dst.wrote_block} = '0;
  assign dst.blocked = dst_blocked;
  assign dst.re = !rst_n ? '0 : reading != 0 ? ports_held : |issue_valid && room && conversion_has_place ? offer_ports : '0;
  always_comb for (int p = 0; p < PORTS; ++p) {dst.row[p], dst_row[p]} = {offer_row[p], offer_row[p]};
  assign dst.w32 = offer_w32;
  assign dst_re = dst.re;
  assign dst_w32 = dst.w32;

  assign thread = issue_valid[0] ? 0 : issue_valid[1] ? 1 : 2;
  assign take = |issue_valid && room && reading == 0 && conversion_has_place && (dst.re & dst_blocked) == 0;
  logic [31:0] job_row;  // bits of it
  assign job_row = 32'(job_datums) * 32'(job_bits);
  assign reads_first = 16'((job_row + 32'(cfg_row_bits) - 1) / 32'(cfg_row_bits));
  assign reads = reads_first == 0 ? 1 : reads_first;
  always_comb
    for (int t = 0; t < 3; ++t) begin
      issue_ready[t] = take && thread == 2'(t);
      if (!issue_valid[t] || issue_ready[t]) issue_reason[t] = None;
      else if (!(take ? room_behind : room)) issue_reason[t] = QueueFull;
      else if (take || reading != 0 || !conversion_has_place) issue_reason[t] = UnitBusy;
      else issue_reason[t] = DstBlockHazard;
    end
  always_ff @(posedge clk)
    if (!rst_n) reading <= 0;
    else if (take) {reading, ports_held} <= {reads - 16'd1, dst.re};
    else if (reading != 0) reading <= reading - 1;

  // ---- The conversion behind them, in order: those that have been read and have not begun stand in a line
  logic [31:0] begins, conversion_free, line[64], next_place, place_in;
  logic [5:0] line_end;
  logic [6:0] in_line;
  assign begins = conversion_free > now ? conversion_free : now;
  assign conversion_has_place = cfg_places == 0 ? conversion_free <= now : in_line < cfg_places;
  assign next_place = cfg_places == 0 ? conversion_free : line[line_end-6'(cfg_places)];
  assign place_in = conversion_has_place ? 0 : next_place - now;
  assign issue_wait = take ? reads : 32'(reading) > place_in ? reading : 16'(place_in);
  logic joins, leaves;
  assign joins = take && begins > now + 1;
  assign leaves = in_line != 0 && line[line_end-6'(in_line)] <= now + 1;
  always_ff @(posedge clk)
    if (!rst_n) {conversion_free, line_end, in_line} <= '0;
    else begin
      if (take) conversion_free <= begins + 32'(reads) * 32'(job_widening);
      if (joins) line[line_end] <= begins;
      line_end <= line_end + 6'(joins);
      in_line <= in_line + 7'(joins) - 7'(leaves);
    end

  // ---- Streams
  logic [STREAMS-1:0] full, full_behind, work;
  logic [2:0] holds[STREAMS];
  assign room = full == 0;
  assign room_behind = full_behind == 0;
  assign at_work = reading != 0 || !conversion_has_place || work != 0;
  always_comb begin
    issue_drained = '1;
    for (int s = 0; s < STREAMS; ++s) issue_drained &= ~holds[s];
  end

  typedef logic [$clog2(PLACES)-1:0] place_t;
  typedef logic [$clog2(JOBS)-1:0] job_t;
  typedef struct packed {
    logic [31:0] from;  // cycle from which it may leave
    logic [27:0] word;
    logic [2:0]  op;
  } tag_t;

  for (genvar s = 0; s < STREAMS; ++s) begin : g_stream
    // Beats by number: [freed, filled) have a place; those in front of `here` are in the output buffer, in front of `asked` in a
    // burst that L1 has, in front of `sent` given to it.
    logic [31:0] freed, sent, asked, here, filled;
    tag_t tag[PLACES];
    logic [127:0] data[PLACES];
    logic [17:0] waiting;  // beats of PACRs taken that are not in L1
    logic on_way;
    // PACRs by number: [over, converted) have all their beats in the buffer, [converted, taken) wait for the conversion.
    logic [31:0] over, converted, taken;
    logic [31:0] job_start[JOBS], job_last[JOBS];
    logic [15:0] job_reads[JOBS];
    logic [7:0] job_bits_of[JOBS], job_widens[JOBS];
    logic [1:0] job_thread[JOBS];
    logic [15:0] of_thread[3];  // that are not over

    // The next burst: beats one behind the other, each there when its turn comes.
    logic [16:0] burst;
    tag_t one, other;
    logic [15:0] here_now;
    logic [31:0] to_send;
    logic [6:0] sends;
    always_comb begin
      burst = 0;
      one = tag[place_t'(asked)];
      other = one;
      if (asked != filled && one.from <= now) begin
        burst = 1;
        while (asked + 32'(burst) != filled) begin
          other = tag[place_t'(asked+32'(burst))];
          if (other.word != one.word + 1 || other.op != one.op) break;
          if (other.from != one.from && (burst >= cfg_most_beats || other.from > now + 32'(burst) / 32'(cfg_lanes))) break;
          one = other;
          burst += 1;
        end
      end
      here_now = 0;
      while (here + 32'(here_now) != filled) begin
        if (tag[place_t'(here+32'(here_now))].from > now) break;
        here_now += 1;
      end
      to_send = sent != asked ? asked - sent : 32'(burst);
      sends = to_send > 32'(cfg_lanes) ? cfg_lanes : 7'(to_send);
      for (int unsigned i = 0; i < LANES; ++i) begin
        if (i >= 32'(sends)) break;
        l1_wdata[s][i] = data[place_t'(sent+i)];
      end
    end
    assign buffered[s] = here_now;
    assign l1_word[s] = tag[place_t'(asked)].word;
    assign l1_op[s] = tag[place_t'(asked)].op;
    assign conv_ready[s] = filled - freed <= PLACES - CONVERTED;
    assign work[s] = converted != taken || here != filled || over != converted && !on_way || on_way && sent != asked;

    // With what L1 says in this cycle: its burst has come, and with it the ends of PACRs.
    logic idle;
    logic [31:0] in_l1;
    logic [17:0] left, left_behind;
    logic [15:0] still[3];
    logic takes;
    job_t first;
    always_comb begin
      idle = (s == 0 || cfg_independent) && (!on_way || l1_done[s]);
      in_l1 = idle ? asked : freed;
      left = waiting - 18'(in_l1 - freed);
      still = of_thread;
      ended[s] = 0;
      first = job_t'(over);
      while (over + 32'(ended[s]) != converted) begin
        if (job_last[first] > in_l1) break;
        if (job_start[first] + 32'(job_reads[first]) * 32'(job_widens[first]) + 32'(cfg_latency) > now) break;
        still[job_thread[first]] -= 1;
        ended[s] += 1;
        first += 1;
      end
      full[s] = left > cfg_most_waiting || taken - over >= JOBS - 1;
    end
    assign l1_req[s] = idle && burst != 0;
    assign l1_beats[s] = l1_req[s] ? burst : 0;
    assign l1_wcount[s] = l1_req[s] || sent != asked ? sends : 0;
    assign takes = (s == 0 || cfg_independent) && take && job_streams[s];
    assign left_behind = takes ? left + 18'(job_beats[s]) : left;
    assign full_behind[s] = left_behind > cfg_most_waiting || taken - over >= JOBS - 1;
    always_comb for (int t = 0; t < 3; ++t) holds[s][t] = still[t] != 0 || takes && thread == 2'(t);

    // When a beat may leave that `datums` of its row complete: of the PACR that the conversion is at, which may be the one just taken.
    function automatic logic [31:0] leaves_from(logic [15:0] datums);
      job_t j = job_t'(converted);
      logic just = converted == taken;
      logic [31:0] whole = just ? 32'(reads) : 32'(job_reads[j]);
      logic [31:0] bits = 32'(datums) * (just ? 32'(job_bits) : 32'(job_bits_of[j]));
      logic [31:0] part = bits <= 32'(cfg_row_bits) ? 1 : (bits + 32'(cfg_row_bits) - 1) / 32'(cfg_row_bits);
      if (datums == 0 || part > whole) part = whole;
      return (just ? begins : job_start[j]) + part * (just ? 32'(job_widening) : 32'(job_widens[j])) + 32'(cfg_latency);
    endfunction
    // Places behind `filled` are looked at by nobody: they may change at once, as Verilator wants it in such a loop.
    /* verilator lint_off BLKSEQ */
    logic [31:0] from;
    always_ff @(posedge clk)
      for (int unsigned i = 0; i < CONVERTED; ++i) begin
        if (i >= 32'(conv_count[s]) || !conv_ready[s]) break;
        if (i == 0 || conv_datums[s][i] != conv_datums[s][i-1]) from = leaves_from(conv_datums[s][i]);
        tag[place_t'(filled+i)] = {from, conv_word[s][i], conv_op[s][i]};
        data[place_t'(filled+i)] = conv_data[s][i];
`ifdef OWN_BUG_LOST_BYTE
        if (conv_word[s][i][3:0] == 5) data[place_t'(filled+i)][8*9+:8] = 0;
`endif
      end
    /* verilator lint_on BLKSEQ */

    always_ff @(posedge clk)
      if (!rst_n) begin
        {freed, sent, asked, here, filled, waiting, on_way, over, converted, taken} <= '0;
        of_thread <= '{default: 0};
      end else begin
        if (conv_ready[s]) filled <= filled + 32'(conv_count[s]);
        if (conv_ready[s] && conv_end[s]) begin
          job_last[job_t'(converted)] <= filled + 32'(conv_count[s]);
          converted <= converted + 1;
        end
        if (takes) begin
          job_start[job_t'(taken)] <= begins;
          job_reads[job_t'(taken)] <= reads;
          job_bits_of[job_t'(taken)] <= job_bits;
          job_widens[job_t'(taken)] <= job_widening;
          job_thread[job_t'(taken)] <= thread;
          taken <= taken + 1;
        end
        for (int t = 0; t < 3; ++t) of_thread[t] <= still[t] + 16'(takes && thread == 2'(t));
        over <= over + 32'(ended[s]);
        here <= here + 32'(here_now);
        freed <= in_l1;
        waiting <= left_behind;
        if (idle) on_way <= l1_req[s] && l1_gnt[s];
        if (l1_req[s] && l1_gnt[s]) asked <= asked + 32'(burst);
        if (sent != asked || l1_req[s] && l1_gnt[s]) sent <= sent + 32'(sends);
      end
  end
endmodule
