// SPDX-License-Identifier: Apache-2.0
// The pipeline of a Tensix configuration unit, stages -4 .. +1: when what enters, overtakes, and takes effect. An example of RTL in
// the place of a unit (units.config_unit=rtl; docs/cosim-units.md); it is not Tenstorrent's RTL, but its cycles are those of
// models/config_unit, in every configuration.
//
//  - STREAMWRCFG enters at -4 (prepare), WRCFG at -1, all others and requests of cores and mover at 0. SETC16 stands apart.
//  - An instruction enters if its stage is free and nothing older stands behind it. What is still in its prepare stage is
//    overtaken.
//  - CFGSHIFTMASK has stage 0 for cfgshiftmask_cycles, and keeps -1 empty in all of them but the last.
//  - RDCFG goes on to +1 and writes its GPR in a cycle in which nobody else wrote one.
//
// What an instruction writes is worked out outside when it enters (issue_value, request_value; of STREAMWRCFG in its first cycle
// behind the prepare stage, stream_value), and is carried along: commit_value and gpr_value are what is written.
`include "tt_planted.svh"
module config_issue
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
    output logic [2:0][11:0]  drained_in,      // cycles until the thread is drained, with what enters in this one
    output logic [11:0]       idle_in,         // the same of all threads, and of requests
    output logic [2:0][11:0]  start_in,        // cycles until what the thread has entered in this one is complete
    input  logic [2:0][127:0] issue_value,     // what the instruction that enters will write, at the edge at which it does
    // Requests of cores and mover, which come to stage 0 behind the threads
    input  logic              request_valid,
    output logic              request_ready,
    input  logic [7:0]        request_number,
    input  logic [127:0]      request_value,
    // What takes effect at the edge that ends this cycle: source 0 ... 2 a thread, 3 a request; the low bits of its number
    output logic [2:0]        thread_write,    // the thread's SETC16, which enters in this cycle
    output logic              commit_valid,    // what has its last cycle in stage 0, but RDCFG
    output logic [1:0]        commit_source,
    output logic [7:0]        commit_number,
    output logic [127:0]      commit_value,
    output logic              gpr_valid,       // RDCFG
    output logic [1:0]        gpr_source,
    output logic [7:0]        gpr_number,
    output logic [127:0]      gpr_value,
    input  logic              gpr_written,     // another unit writes a GPR in this cycle
    // The NoC overlay
    output logic              stream_read,     // this STREAMWRCFG reads in this cycle: stream_value is its word
    output logic [1:0]        stream_source,
    output logic [7:0]        stream_number,
    input  logic [31:0]       stream_value,
    output logic [11:0]       stream_in,       // cycles until the one in its prepare stage reads, if nothing is in its way; 0: none
    input  logic [11:0]       stream_stays,    // cycles in its prepare stage, of one that enters in this cycle
    input  logic [11:0]       overlay_left,    // further cycles, from the next one on, in which the overlay serves others
    // Parameters config_unit.*
    input  logic [9:0]        cfgshiftmask_cycles,
    input  logic [9:0]        rdcfg_gpr_write_cycles,
    input  logic [3:0]        stream_read_cycles  // 1 ... 13
);
  localparam logic [7:0] WRCFG = 8'hb0, RDCFG = 8'hb1, SETC16 = 8'hb2, STREAMWRCFG = 8'hb7, CFGSHIFTMASK = 8'hb8;
  // Stages by number: +1, 0, -1, ...; the prepare stage is the last one.
  localparam int PLUS_1 = 0, ZERO = 1, MINUS_1 = 2, STAGES = 16;
  `PLANTED(early_shift)  // CFGSHIFTMASK takes effect a cycle too early
  `PLANTED(lost_bit)     // a request loses bit 7
  `PLANTED(overtaking)   // STREAMWRCFG is also overtaken in the stage behind its prepare stage

  typedef struct packed {
    logic         present;
    logic         reads_gpr_way;  // RDCFG
    logic         shifts;         // CFGSHIFTMASK
    logic         reads_stream;   // in this cycle
    logic [1:0]   source;
    logic [7:0]   number;
    logic [11:0]  left;           // further cycles, behind this one, that it stays at least
    logic [127:0] value;
  } stage_t;

  stage_t held[STAGES];  // registers
  stage_t here[STAGES];  // with what enters in this cycle
  stage_t after[STAGES]; // behind the edge
  logic [STAGES-1:0] entering;
  logic [31:0] prepare;
  assign prepare = 32'(stream_read_cycles) + 2;

  // ---- Entering: threads, 0 first; then requests
  logic [2:0][4:0] stage_of;
  logic may;
  always_comb begin
    for (int i = 0; i < STAGES; i++) here[i] = held[i];
    entering = '0;
    stage_of = '0;
    issue_ready = '0;
    issue_reason = '0;
    issue_hold = '0;
    thread_write = '0;
    may = 0;
    for (int t = 0; t < 3; t++) begin
      case (issue_word[t][31:24])
        STREAMWRCFG: stage_of[t] = 5'(prepare);
        WRCFG: stage_of[t] = 5'(MINUS_1);
        default: stage_of[t] = 5'(ZERO);
      endcase
      if (issue_valid[t] && issue_word[t][31:24] == SETC16) begin
        issue_ready[t] = 1;
        thread_write[t] = 1;
      end else if (issue_valid[t]) begin
        may = 1;
        for (int i = 0; i < STAGES; i++) begin
          if (i == 32'(stage_of[t]) && here[i].present) may = 0;
          if (i > 32'(stage_of[t]) && i < prepare - 32'(overtaking) && here[i].present &&
              (!entering[i] || (issue_word[t][31:24] == CFGSHIFTMASK && cfgshiftmask_cycles > 1))) may = 0;
        end
        if (stage_of[t] == 5'(MINUS_1) && here[ZERO].present && here[ZERO].shifts && here[ZERO].left != 0) may = 0;
        issue_ready[t] = may;
        if (!may) issue_reason[t] = CONFIG_PIPELINE;
        for (int i = 0; i < STAGES; i++)
          if (may && i == 32'(stage_of[t])) begin
            here[i] = '0;
            here[i].present = 1;
            here[i].reads_gpr_way = issue_word[t][31:24] == RDCFG;
            here[i].shifts = issue_word[t][31:24] == CFGSHIFTMASK;
            here[i].source = 2'(t);
            here[i].number = issue_number[t][7:0];
            if (issue_word[t][31:24] == CFGSHIFTMASK) here[i].left = 12'(cfgshiftmask_cycles) - 1 - 12'(early_shift);
            if (issue_word[t][31:24] == STREAMWRCFG) here[i].left = stream_stays - 1;
            here[i].value = issue_value[t];
            entering[i] = 1;
          end
      end
    end
    request_ready = request_valid && !here[ZERO].present;
    for (int i = MINUS_1; i < STAGES; i++)
      if (i < prepare && here[i].present && !entering[i]) request_ready = 0;
    if (request_ready) begin
      here[ZERO] = '0;
      here[ZERO].present = 1;
      here[ZERO].source = 3;
      here[ZERO].number = request_number;
      here[ZERO].value = lost_bit ? request_value & ~128'h80 : request_value;
      entering[ZERO] = 1;
    end
  end

  // ---- The edge: from the front, what may moves up
  always_comb begin
    for (int i = 0; i < STAGES; i++) begin
      after[i] = here[i];
      if (here[i].reads_stream) after[i].value = {96'd0, stream_value};
      after[i].reads_stream = 0;
      if (here[i].left != 0) after[i].left = here[i].left - 1;
    end
    gpr_valid = here[PLUS_1].present && here[PLUS_1].left == 0 && !gpr_written;
    gpr_source = here[PLUS_1].source;
    gpr_number = here[PLUS_1].number;
    gpr_value = here[PLUS_1].value;
    if (gpr_valid) after[PLUS_1] = '0;

    commit_valid = here[ZERO].present && here[ZERO].left == 0 && !here[ZERO].reads_gpr_way;
    commit_source = here[ZERO].source;
    commit_number = here[ZERO].number;
    commit_value = here[ZERO].value;
    if (commit_valid) after[ZERO] = '0;
    else if (here[ZERO].present && here[ZERO].left == 0 && !after[PLUS_1].present) begin
      after[PLUS_1] = here[ZERO];
      after[PLUS_1].left = 12'(rdcfg_gpr_write_cycles) - 1;
      after[ZERO] = '0;
    end

    for (int i = MINUS_1; i < STAGES; i++)
      if (here[i].present && here[i].left == 0) begin
        if (i == prepare && overlay_left != 0) after[i].left = overlay_left - 1;
        else if (!after[i-1].present && !(i == MINUS_1 + 1 && after[ZERO].present && after[ZERO].shifts && after[ZERO].left != 0))
        begin
          after[i-1] = after[i];
          after[i-1].reads_stream = i == prepare;
          after[i] = '0;
        end
      end
  end

  always_ff @(posedge clk)
    for (int i = 0; i < STAGES; i++) held[i] <= rst_n ? after[i] : '0;

  // ---- When all is done, if nothing else gets in its way
  logic [11:0] ends, zero_free, plus_1_free;
  function automatic logic [11:0] max(input logic [11:0] a, input logic [11:0] b);
    return a > b ? a : b;
  endfunction
  always_comb begin
    drained_in = '0;
    start_in = '0;
    idle_in = 0;
    zero_free = 0;
    plus_1_free = 0;
    ends = 0;
    for (int i = 0; i < STAGES; i++)
      if (here[i].present) begin
        ends = here[i].left + 1;
        if (i >= MINUS_1) ends = max(ends + 12'(i - MINUS_1), zero_free) + 1;
        if (i == ZERO && here[i].reads_gpr_way) ends = max(ends, plus_1_free);
        if (i >= ZERO) zero_free = ends;
        if (i == ZERO && here[i].reads_gpr_way) ends = ends + 12'(rdcfg_gpr_write_cycles);
        if (here[i].reads_gpr_way) plus_1_free = ends;
        idle_in = max(idle_in, ends);
        for (int t = 0; t < 3; t++)
          if (here[i].source == 2'(t)) begin
            drained_in[t] = max(drained_in[t], ends);
            if (entering[i]) start_in[t] = ends;
          end
      end
    for (int t = 0; t < 3; t++)
      if (thread_write[t]) begin
        drained_in[t] = max(drained_in[t], 1);
        idle_in = max(idle_in, 1);
        start_in[t] = 1;
      end
  end

  always_comb begin
    issue_drained = '1;
    issue_active = 0;
    stream_read = 0;
    stream_source = 0;
    stream_number = 0;
    stream_in = 0;
    for (int i = 0; i < STAGES; i++) begin
      if (held[i].present) issue_active = 1;
      for (int t = 0; t < 3; t++)
        if (held[i].present && held[i].source == 2'(t)) issue_drained[t] = 0;
      if (held[i].reads_stream) begin
        stream_read = 1;
        stream_source = held[i].source;
        stream_number = held[i].number;
      end
      if (i == prepare && here[i].present) stream_in = here[i].left + 1;
    end
  end

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
  tt_config_if pins (.clk(clk), .rst_n(rst_n));
  assign pins.issue_valid = issue_valid;
  assign pins.issue_ready = issue_ready;
  assign pins.issue_drained = issue_drained;
  for (genvar t = 0; t < 3; t++) begin : g_thread
    assign pins.issue_setc16[t] = issue_word[t][31:24] == SETC16;
    assign pins.issue_number[t] = issue_number[t][7:0];
  end
  assign pins.request_valid = request_valid;
  assign pins.request_ready = request_ready;
  assign pins.request_number = request_number;
  assign pins.request_value = request_value;
  assign pins.thread_write = thread_write;
  assign pins.commit_valid = commit_valid;
  assign pins.commit_source = commit_source;
  assign pins.commit_number = commit_number;
  assign pins.commit_value = commit_value;
  assign pins.gpr_valid = gpr_valid;
  assign pins.gpr_source = gpr_source;
  assign pins.gpr_number = gpr_number;
  assign pins.gpr_value = gpr_value;
  assign pins.gpr_written = gpr_written;
  assign pins.stream_read = stream_read;
  assign pins.stream_source = stream_source;
  assign pins.stream_number = stream_number;
  assign pins.drained_in = drained_in;
  assign pins.idle_in = idle_in;
`ifdef TT_EVENTS
  tt_issue_monitor #(.UNIT("config_unit")) events (.clk, .rst_n, .pins(issue));
`endif
endmodule
