// SPDX-License-Identifier: Apache-2.0
// An unpacker's address and fetch stage, in the place of units.unpacker0 or unpacker1.
//
// What it is: when an UNPACR is taken (the shared address phase, room in its queue), when its fetch begins (its address, its turn,
// the Src bank or room in the pipeline), what it asks of L1 and how fast, when all of it is back, and when the bank is handed over.
// What it is not: the conversion, which stays the model's function: told `write`, it puts all rows of the instruction into SrcA,
// SrcB or Dst (cosim/rtl/rtl_unpacker.h).
//
// Several instructions may be written, or begin to fetch nothing, in one cycle: `write` and `fetch` speak of the next one, behind
// the `written` and `fetched` that have had their turn in this cycle.
//
// What an input decides is kept small, and walks over the queue end where nothing can follow: a simulator works it out at every
// change of an input.
`include "tt_planted.svh"
module unpacker_fetch #(
    parameter int unsigned DEPTH = 128,  // instructions; a power of two
    parameter int unsigned EXTENTS = 6   // of an instruction: data first, then exponents
) (
    input logic clk,
    input logic rst_n,
    // Constant, read during the reset.
    input logic [7:0] cfg_queue_depth,
    input logic [15:0] cfg_address_cycles,
    input logic [15:0] cfg_compressed_cycles,
    input logic [15:0] cfg_nop_cycles,
    input logic [15:0] cfg_behind_clear,  // from a clear until datums behind it may begin to be written
    input logic [15:0] cfg_latency,
    input logic [31:0] cfg_prefetch_bytes,

    // tt_issue_if, one instruction a cycle
    input logic [2:0] issue_valid,
    output logic [2:0] issue_ready,
    output logic [4:0] issue_reason[3],
    output logic [15:0] issue_hold,  // cycles until the thread may present its next one
    output logic [2:0] issue_drained,
    input logic offer_nop,
    input logic phase_free,  // the address phase that both unpackers share

    // With the acceptance: the job.
    input logic job_compressed,
    input logic job_waits,  // for its Src bank
    input logic job_waits_matrix,  // for that which the matrix unit is at instead (src_matrix_bank)
    input logic job_clears,  // its bank, instead of writing datums
    input logic job_flips,  // gives it to the matrix unit
    input logic [15:0] job_beats,  // of its data
    input logic [15:0] job_lanes,  // beats a cycle it wants
    input logic [2:0] job_extents,
    input logic [127:0] job_extent[EXTENTS],  // rows, stride, bytes of a row, address

    // To L1: all extents of an instruction at once, in order; the data with l1_lanes beats a cycle, exponents with one.
    output logic fetch,
    input logic [3:0] fetched,
    output logic [EXTENTS-1:0] l1_req,
    output logic [127:0] l1_extent[EXTENTS],
    output logic [6:0] l1_lanes,
    input logic [6:0] rate,  // beats a cycle that the throttle arbiter gives, at any time
    input logic [EXTENTS-1:0] l1_done,  // all beats of the extent have come, in front of this cycle
    output logic fetch_end,  // of the instruction

    // tt_src_if
    input logic [1:0] src_own,
    input logic src_bank,  // the one that is being filled
    input logic src_matrix_bank,  // the one that the matrix unit is at is ours
    output logic write,
    input logic [3:0] written,
    output logic src_give,  // with `write`

    output logic at_work
);
  localparam logic [4:0] NONE = 0, UNIT_BUSY = 8, UNPACR_ADDRESS_PHASE = 11;
  `PLANTED(early_bank)    // what has been fetched is through the pipeline a cycle too early
  `PLANTED(late_row)      // rows that wait for their bank are written a cycle late
  `PLANTED(address_wrap)  // the second extent goes on behind the first one, instead of at the buffer's base
  localparam int unsigned PIPELINE = 64;
  typedef logic [$clog2(DEPTH)-1:0] index_t;

  // [rd, fp) have begun to fetch, the last of them is at it while something is open; [fp, wr) have not.
  logic [31:0] now, rd, fp, wr;
  logic [31:0] until_[DEPTH];  // end of the address phase; of the pipeline
  logic [15:0] beats[DEPTH], cycles[DEPTH];  // of its data; cycles of an undisturbed fetch
  logic [1:0] thread[DEPTH];
  logic [2:0] extents[DEPTH];
  logic [127:0] extent[DEPTH][EXTENTS];
  logic waits[DEPTH], waits_matrix[DEPTH], clears[DEPTH], flips[DEPTH];
  logic [EXTENTS-1:0] open;
  logic [31:0] last_until;  // the latest of those in the queue

  logic [7:0] queue_depth;
  logic [15:0] address_cycles, compressed_cycles, nop_cycles, behind_clear, latency;
  logic [31:0] prefetch_bytes;
  always_ff @(posedge clk) begin
    if (!rst_n) begin
      {queue_depth, address_cycles, compressed_cycles, nop_cycles, behind_clear, latency, prefetch_bytes} <=
          {cfg_queue_depth, cfg_address_cycles, cfg_compressed_cycles, cfg_nop_cycles, cfg_behind_clear, cfg_latency,
           cfg_prefetch_bytes};
    end
  end

  // Times count for ever: a difference's upper half are those in front of it.
  function automatic logic reached(logic [31:0] t);
    return now - t < 32'h8000_0000;
  endfunction
  function automatic logic later(logic [31:0] t, logic [31:0] than);
    return than - t >= 32'h8000_0000;
  endfunction

  // ---- This cycle, as far as it has come
  logic [31:0] rd_now, fp_now;
  logic [EXTENTS-1:0] left, open_now;
  logic fetching;
  assign rd_now = rd + 32'(written);
  assign fp_now = fp + 32'(fetched);
  assign left = open & ~l1_done;
  assign fetch_end = open != 0 && left == 0;
  assign open_now = fetched == 0 ? left : EXTENTS'((1 << extents[index_t'(fp_now-1)]) - 1);
  assign fetching = open_now != 0;

  // ---- The oldest: written when it is through the pipeline and its bank is ours. Writing cannot have begun before, nor too soon
  // behind a clear, and takes as long as an undisturbed fetch.
  logic [31:0] through, due, since[2], after_clear, after_clear_now;
  logic [1:0] own_before;
  logic front, seen, seen_before;
  logic [31:0] due_before;
  assign front = rd_now != fp_now && !(fetching && rd_now + 1 == fp_now);
  assign through = open != 0 && rd_now + 1 == fp ? fetched_until : until_[index_t'(rd_now)];
  assign seen = front && (seen_before && written == 0 || reached(through) && bank_ours(index_t'(rd_now), 0));
  always_comb begin
    due = through;
    if (seen_before && written == 0) begin
      due = due_before;
    end else begin
      if (!clears[index_t'(rd_now)] && later(after_clear_now + 32'(cycles[index_t'(rd_now)]), due))
        due = after_clear_now + 32'(cycles[index_t'(rd_now)]);
      if (waits[index_t'(rd_now)] && later(since_now(src_bank) + 32'(cycles[index_t'(rd_now)]), due))
        due = since_now(src_bank) + 32'(cycles[index_t'(rd_now)]) + 32'(late_row);
    end
  end
  always_comb begin
    after_clear_now = after_clear;
    for (logic [3:0] i = 0; i != written; ++i) if (clears[index_t'(rd+32'(i))]) after_clear_now = now + 32'(behind_clear);
  end
  assign write = seen && reached(due);
  assign src_give = write && flips[index_t'(rd_now)];
  function automatic logic [31:0] since_now(logic b);
    return src_own[b] && !own_before[b] ? now : since[b];
  endfunction
  // The bank it writes: the one being filled, or the other if one in front of it will give that. Or that of the matrix unit, which
  // has it then.
  function automatic logic bank_ours(index_t i, logic [7:0] given_before);
    if (waits_matrix[i]) return given_before == 0 && src_matrix_bank;
    return !waits[i] || given_before <= 1 && src_own[src_bank^given_before[0]];
  endfunction

  // ---- The next fetch
  always_comb begin
    fetch = 0;
    if (!fetching && fp_now != wr && reached(until_[index_t'(fp_now)])) fetch = may_fetch(index_t'(fp_now));
  end
  function automatic logic may_fetch(index_t next);
    logic [31:0] held = 0;  // fetched for a bank that is not ours
    logic [7:0] given = 0;
    for (index_t i = index_t'(rd_now); i != next; ++i) begin
      if (!bank_ours(i, given)) held += 16 * 32'(beats[i]);
      given += 8'(flips[i]);
    end
    return held < prefetch_bytes || bank_ours(next, given);
  endfunction
  assign l1_req = fetch ? EXTENTS'((1 << extents[index_t'(fp_now)]) - 1) : '0;
  // verilator lint_off UNUSEDSIGNAL
  logic [127:0] first;  // for address_wrap
  // verilator lint_on UNUSEDSIGNAL
  assign first = address_wrap ? extent[index_t'(fp_now)][0] : 0;
  always_comb begin
    for (int unsigned i = 0; i < EXTENTS; ++i) begin
      if (i >= 32'(extents[index_t'(fp_now)])) break;
      l1_extent[i] = extent[index_t'(fp_now)][i];
      if (address_wrap && i == 1) l1_extent[i][31:0] = first[31:0] + first[95:64] * first[127:96];
    end
  end
  assign l1_lanes = rate == 0 ? 1 : rate;

  // ---- Issue
  logic taken;
  logic [1:0] who;
  logic room;
  assign room = wr - fp_now + 32'(fetching) < 32'(queue_depth) && wr - rd_now < PIPELINE + 32'(queue_depth);
  assign who = issue_valid[0] ? 0 : issue_valid[1] ? 1 : 2;
  assign taken = |issue_valid && room && (offer_nop || phase_free);
  assign issue_hold = offer_nop ? nop_cycles : job_compressed ? compressed_cycles : address_cycles;
  always_comb begin
    for (int t = 0; t < 3; ++t) begin
      issue_ready[t] = taken && who == 2'(t);
      issue_reason[t] = !issue_valid[t] || issue_ready[t] ? NONE : taken || !room ? UNIT_BUSY : UNPACR_ADDRESS_PHASE;
      issue_drained[t] = !(taken && who == 2'(t)) && under_way_now[t] == 0;
    end
  end
  logic [7:0] under_way[3], under_way_now[3];
  always_comb begin
    under_way_now = under_way;
    for (logic [3:0] i = 0; i != written; ++i) under_way_now[thread[index_t'(rd+32'(i))]] -= 1;
  end
  always_comb begin
    at_work = taken || written != 0 || fetched != 0 || l1_done != 0 || front && seen && !reached(due) ||
              rd_now != wr && !later(now, last_until) || !reached(after_clear_now);
    if (!at_work) at_work = counting();
  end
  // How long a bank has been ours counts for those that will be written there: the clock must not stop before.
  function automatic logic counting();
    logic any = 0;
    logic [7:0] given = 0;
    for (index_t i = index_t'(rd_now); i != index_t'(wr) && given <= 1; ++i) begin
      if (waits[i] && bank_ours(i, given) && !reached(since_now(src_bank ^ given[0]) + 32'(cycles[i]))) any = 1;
      given += 8'(flips[i]);
    end
    return any;
  endfunction

  // ---- Rules of the Src register; the conversion writes the rows
  tt_src_if src (
      .clk,
      .rst_n
  );
`ifdef TT_EVENTS
  tt_src_monitor events (.clk, .rst_n, .pins(src));
`endif
  logic [1:0] gave;
  assign src.own = own_before | gave;  // in front of what is given in this cycle, which the matrix unit may give back at once
  assign {src.we, src.clr, src.re} = 0;
  assign src.give = gave != 0;
  assign src.give_bank = gave[1];
  always_comb begin
    gave = 0;
    for (logic [3:0] i = 0; i != written; ++i) if (flips[index_t'(rd+32'(i))] && gave == 0) gave[!src_bank] = 1;
  end

  logic [31:0] fetched_until, taken_until, last_in_queue;
  assign fetched_until = now + 32'(latency) - 32'(early_bank);
  assign taken_until = now + 32'(issue_hold);
  always_comb begin
    last_in_queue = rd_now == wr ? now : last_until;
    if (fetch_end && later(fetched_until, last_in_queue)) last_in_queue = fetched_until;
    if (taken && later(taken_until, last_in_queue)) last_in_queue = taken_until;
  end

  always_ff @(posedge clk) begin
    if (!rst_n) begin
      {now, rd, fp, wr, open, own_before, seen_before, last_until, after_clear} <= '0;
      for (int t = 0; t < 3; ++t) under_way[t] <= 0;
      for (int b = 0; b < 2; ++b) since[b] <= 0;
    end else begin
      now <= now + 1;
      rd <= rd_now;
      fp <= fp_now;
      open <= open_now;
      own_before <= src_own;
      for (int b = 0; b < 2; ++b) since[b] <= since_now(1'(b));
      seen_before <= seen && !write;
      due_before <= due;
      after_clear <= after_clear_now;
      last_until <= last_in_queue;
      if (fetch_end) until_[index_t'(fp-1)] <= fetched_until;
      for (int t = 0; t < 3; ++t) under_way[t] <= under_way_now[t] + 8'(taken && who == 2'(t));
      if (taken) begin
        wr <= wr + 1;
        until_[index_t'(wr)] <= taken_until;
        beats[index_t'(wr)] <= job_beats;
        cycles[index_t'(wr)] <= 16'((32'(job_beats) + 32'(job_lanes) - 1) / 32'(job_lanes));
        thread[index_t'(wr)] <= who;
        extents[index_t'(wr)] <= job_extents;
        waits[index_t'(wr)] <= job_waits;
        waits_matrix[index_t'(wr)] <= job_waits_matrix;
        clears[index_t'(wr)] <= job_clears;
        flips[index_t'(wr)] <= job_flips;
      end
    end
  end
  // Nobody looks at an entry before wr has moved, so that blocking assignments are as good (Verilator wants them in loops).
  /* verilator lint_off BLKSEQ */
  always_ff @(posedge clk) begin
    for (int unsigned i = 0; i < EXTENTS; ++i) begin
      if (!taken || i >= 32'(job_extents)) break;
      extent[index_t'(wr)][i] = job_extent[i];
    end
  end
  /* verilator lint_on BLKSEQ */
endmodule
