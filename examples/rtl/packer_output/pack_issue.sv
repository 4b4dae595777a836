// SPDX-License-Identifier: Apache-2.0
// The packers' read interfaces: when a PACR is taken, and which rows of Dst it reads.
`include "tt_planted.svh"
module pack_issue #(
    parameter int unsigned PORTS = 8
) (
    input logic clk,
    input logic rst_n,
    input logic independent,
    input logic [15:0] row_bits,
    input logic [6:0] places,  // of PACRs that wait for the conversion

    // tt_issue_if
    input logic [2:0] issue_valid,
    output logic [2:0] issue_ready,
    output logic [4:0] issue_reason[3],
    output logic [15:0] issue_wait,

    input logic [PORTS-1:0] offer_ports,
    input logic [9:0] offer_row[PORTS],
    input logic offer_w32,
    tt_dst_if dst,  // its read side

    input logic [23:0] job_datums,
    input logic [ 7:0] job_bits,
    input logic [ 7:0] job_widening,

    input logic full_before,  // the output has no room for a PACR
    input logic full,  // the same behind the one taken
    output logic taken,
    output logic [1:0] thread,  // the one whose turn it is
    output logic [15:0] read_cycles,  // of the one taken
    output logic [31:0] begins,  // its conversion, which takes job_widening cycles for each of the read
    output logic busy
);
  `PLANTED(lost_place)  // a PACR that waits for the conversion is not seen
  `PLANTED(short_read)  // the interfaces are free a cycle too early behind rows of several cycles
  // stall_reason of models/contracts/reasons.h
  localparam logic [4:0] NONE = 0, DST_BLOCK_HAZARD = 5, UNIT_BUSY = 8, PACKER_QUEUE_FULL = 15;

  // ---- Issue: the lowest thread that asks, if there is room, the interfaces are free and Dst may be read
  logic [15:0] read_left;
  assign thread = issue_valid[0] ? 0 : issue_valid[1] ? 1 : 2;
  assign taken  = |issue_valid && !full_before && !busy && !(|(dst.re & dst.blocked));
  always_comb begin
    for (int t = 0; t < 3; ++t) begin
      issue_ready[t] = taken && thread == 2'(t);
      issue_reason[t] = !issue_valid[t] || issue_ready[t] ? NONE
                      : (taken ? full : full_before)      ? PACKER_QUEUE_FULL
                      : taken || busy                     ? UNIT_BUSY
                                                          : DST_BLOCK_HAZARD;
    end
  end
  logic reads;
  assign reads = read_left != 0;
  assign busy = reads || !has_place;
  assign issue_wait = taken ? read_cycles : later(32'(read_left), place_in) ? read_left : 16'(place_in);

  // ---- The conversion behind the interfaces, in order. Who has been read and does not begin yet waits in one of a few places.
  localparam int unsigned PLACES = 64;
  logic [31:0] now, free, begun[PLACES], place_from, place_in;
  logic [5:0] last;
  logic [6:0] known;  // of begun, as far as it matters
  logic has_place;
  assign begins = later(free, now) ? free : now;
  assign place_from = places == 0 ? free : known < places || lost_place ? now : begun[last+6'd1-6'(places)];
  assign place_in = place_from - now;
  assign has_place = !later(place_from, now);
  function automatic logic later(logic [31:0] t, logic [31:0] than);  // they count for ever
    return than - t >= 32'h8000_0000;
  endfunction
  always_ff @(posedge clk) begin
    if (!rst_n) begin
      {now, free, known} <= '0;
      last <= '1;
    end else begin
      now <= now + 1;
      if (taken) begin
        free <= begins + 32'(read_cycles) * 32'(job_widening);
        begun[last+6'd1] <= begins;
        last <= last + 1;
        if (known < places) known <= known + 1;
      end
    end
  end

  // ---- Dst: the first rows with the offer, so that `blocked` answers it; what a packer reads beyond, a row after the other
  logic [PORTS-1:0] ports;
  logic [9:0] row[PORTS];
  logic w32;
  logic [15:0] row_taken;  // bits of the present row
  always_comb begin
    dst.re  = !rst_n ? '0 : reads ? ports : |issue_valid && !full_before && has_place ? offer_ports : '0;  // quiet in a reset at any time
    dst.row = reads ? row : offer_row;
    dst.w32 = reads ? w32 : offer_w32;
  end
  assign {dst.we, dst.wrow, dst.ww32, dst.wmask, dst.wrote, dst.wrote_block} = '0;  // they only read
  // Rows of 32 bits lie in groups of eight, their low halves in the eight behind.
  function automatic logic [9:0] behind(logic [9:0] r, logic wide);
    return r + (wide && r[2:0] == 7 ? 9 : 1);
  endfunction

  assign read_cycles = cycles_of(32'(job_datums) * 32'(job_bits));
  function automatic logic [15:0] cycles_of(logic [31:0] bits);
    return bits <= 32'(row_bits) ? 1 : 16'((bits + 32'(row_bits) - 1) / 32'(row_bits));
  endfunction

  logic [15:0] row_base;
  logic [7:0] bits, bits_held;
  assign row_base = taken ? 0 : row_taken;
  assign bits = taken ? job_bits : bits_held;
  always_ff @(posedge clk) begin
    if (!rst_n) begin
      read_left <= 0;
    end else if (taken || reads) begin
      read_left <= (taken ? read_cycles : read_left) - 1 - 16'(short_read && taken && read_cycles > 1);
      w32 <= dst.w32;
      ports <= dst.re;
      if (independent && 32'(row_base) + 32'(row_bits) >= 16 * 32'(bits)) begin
        for (int p = 0; p < PORTS; ++p) row[p] <= behind(dst.row[p], dst.w32);
        row_taken <= 16'(32'(row_base) + 32'(row_bits) - 16 * 32'(bits));
      end else begin
        row <= dst.row;
        row_taken <= row_base + row_bits;
      end
      if (taken) bits_held <= job_bits;
    end
  end
endmodule
