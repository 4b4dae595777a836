// The packers' read interfaces and output buffers, in the place of units.packers.
//
// What it is: when a PACR is taken, when its Dst rows are read, when its beats are in an output buffer, in which bursts and in
// which order they go to L1, and when the next one must wait. Both topologies: four read interfaces that append to one stream, or
// four packers with a stream each (cfg_independent).
// What it is not: the conversion. It stays the model's function (models/packer/packer_function.h): the rows read go there, and
// 16-byte beats come from there, with their addresses (testbench/cosim/packer_pins.h).
module packer_output #(
    parameter int unsigned STREAMS = 4,
    parameter int unsigned PORTS = 8,  // of Dst: read interfaces; a packer has 4, packer.read_interfaces may be 8
    parameter int unsigned CONVERTED = 32,
    parameter int unsigned LANES = 64,
    parameter int unsigned DEPTH = 4096  // beats of a stream's buffer; a power of two
) (
    input logic clk,
    input logic rst_n,

    // Constant from the reset on.
    input logic cfg_independent,
    input logic [15:0] cfg_row_bits,      // that an interface takes of its row a cycle
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
    output logic at_work
);
  // stall_reason of models/contracts/reasons.h
  localparam logic [4:0] NONE = 0, DST_BLOCK_HAZARD = 5, UNIT_BUSY = 8, PACKER_QUEUE_FULL = 15;

  tt_dst_if #(.PORTS(PORTS)) dst (.clk, .rst_n);

  logic [31:0] now;
  logic [15:0] read_left, read_cycles;
  logic [STREAMS-1:0] full_before, full, work;  // full: behind what is taken in this cycle
  logic busy, taken;
  logic [1:0] thread;  // the one whose turn it is

  // ---- Issue: the lowest thread that asks, if there is room, the interfaces are free and Dst may be read
  assign thread = issue_valid[0] ? 0 : issue_valid[1] ? 1 : 2;
  assign taken  = |issue_valid && !(|full_before) && !busy && !(|(dst.re & dst.blocked));
  always_comb begin
    for (int t = 0; t < 3; ++t) begin
      issue_ready[t] = taken && thread == 2'(t);
      issue_reason[t] = !issue_valid[t] || issue_ready[t] ? NONE
                      : |(taken ? full : full_before)     ? PACKER_QUEUE_FULL
                      : taken || busy                     ? UNIT_BUSY
                                                          : DST_BLOCK_HAZARD;
    end
  end
  assign busy = read_left != 0;
  assign issue_wait = taken ? read_cycles : read_left;

  // ---- Dst: the first rows with the offer, so that `blocked` answers it; what a packer reads beyond, a row after the other
  logic [PORTS-1:0] ports;
  logic [9:0] row[PORTS];
  logic w32;
  logic [15:0] row_taken;  // bits of the present row
  always_comb begin
    dst.re  = busy ? ports : |issue_valid && !(|full_before) ? offer_ports : '0;
    dst.row = busy ? row : offer_row;
    dst.w32 = busy ? w32 : offer_w32;
  end
  assign dst.blocked = dst_blocked;
  assign {dst.we, dst.wrow, dst.ww32, dst.wmask, dst.wrote, dst.wrote_block} = '0;  // they only read
  assign dst_re = dst.re;
  assign dst_row = dst.row;
  assign dst_w32 = dst.w32;
  // Rows of 32 bits lie in groups of eight, their low halves in the eight behind.
  function automatic logic [9:0] behind(logic [9:0] r, logic wide);
    return r + (wide && r[2:0] == 7 ? 9 : 1);
  endfunction

  assign read_cycles = cycles_of(32'(job_datums) * 32'(job_bits));
  function automatic logic [15:0] cycles_of(logic [31:0] bits);
    return bits <= 32'(cfg_row_bits) ? 1 : 16'((bits + 32'(cfg_row_bits) - 1) / 32'(cfg_row_bits));
  endfunction

  always_ff @(posedge clk) begin
    if (!rst_n) begin
      now <= 0;
      read_left <= 0;
    end else begin
      now <= now + 1;
      read_left <= taken ? read_cycles - 1 : busy ? read_left - 1 : 0;
      if (taken || busy) begin
        w32 <= dst.w32;
        ports <= dst.re;
        if (cfg_independent && 32'(row_base) + 32'(cfg_row_bits) >= 16 * 32'(bits)) begin
          for (int p = 0; p < PORTS; ++p) row[p] <= behind(dst.row[p], dst.w32);
          row_taken <= 16'(32'(row_base) + 32'(cfg_row_bits) - 16 * 32'(bits));
        end else begin
          row <= dst.row;
          row_taken <= row_base + cfg_row_bits;
        end
        if (taken) bits_held <= job_bits;
      end
    end
  end
  logic [15:0] row_base;
  logic [7:0] bits, bits_held;
  assign row_base = taken ? 0 : row_taken;
  assign bits = taken ? job_bits : bits_held;

  // ---- What each thread has under way; the output streams
  for (genvar s = 0; s < STREAMS; ++s) begin : stream
    pack_stream #(
        .CONVERTED(CONVERTED),
        .DEPTH(DEPTH)
    ) out (
        .clk,
        .rst_n,
        .now,
        .cfg_row_bits,
        .cfg_latency,
        .cfg_lanes,
        .cfg_most_beats,
        .cfg_most_waiting,
        .job_take(taken && job_streams[s]),
        .job_thread(thread),
        .job_beats(job_beats[s]),
        .job_cycles(read_cycles),
        .job_bits,
        .conv_count(conv_count[s]),
        .conv_end(conv_end[s]),
        .conv_word(conv_word[s]),
        .conv_op(conv_op[s]),
        .conv_datums(conv_datums[s]),
        .conv_ready(conv_ready[s]),
        .put_at(put_at[s]),
        .l1_req(l1_req[s]),
        .l1_word(l1_word[s]),
        .l1_op(l1_op[s]),
        .l1_beats(l1_beats[s]),
        .l1_wcount(l1_wcount[s]),
        .take_from(take_from[s]),
        .l1_gnt(l1_gnt[s]),
        .l1_done(l1_done[s]),
        .full_before(full_before[s]),
        .full(full[s]),
        .buffered(buffered[s]),
        .ended(ended[s]),
        .busy_threads(busy_threads[s]),
        .at_work(work[s])
    );
  end

  // ---- The bytes of the beats, in one place: from level to level they would be copied whenever an input changes
  typedef logic [$clog2(DEPTH)-1:0] index_t;
  logic [127:0] data[STREAMS][DEPTH];
  index_t put_at[STREAMS], take_from[STREAMS];
  // Nobody looks at what comes before its cycle is over, so that blocking assignments are as good (pack_stream.sv).
  /* verilator lint_off BLKSEQ */
  always_ff @(posedge clk) begin
    for (int s = 0; s < STREAMS; ++s)
      for (int unsigned i = 0; i < CONVERTED; ++i) begin
        if (i >= 32'(conv_count[s]) || !conv_ready[s]) break;
        data[s][put_at[s]+index_t'(i)] = conv_data[s][i];
      end
  end
  /* verilator lint_on BLKSEQ */
  always_comb begin
    for (int s = 0; s < STREAMS; ++s)
      for (int unsigned i = 0; i < LANES; ++i) begin
        if (i >= 32'(l1_wcount[s])) break;
        l1_wdata[s][i] = data[s][take_from[s]+index_t'(i)];
      end
  end

  logic [2:0] busy_threads[STREAMS];
  always_comb begin
    issue_drained = '1;
    for (int s = 0; s < STREAMS; ++s) issue_drained &= ~busy_threads[s];
  end
  assign at_work = busy || taken || |work;
endmodule
