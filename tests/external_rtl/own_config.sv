// SPDX-License-Identifier: Apache-2.0
// The configuration unit's pipeline, another design than examples/rtl/config_issue with the same pins (docs/cosim-units.md): a register
// for each of its places (prepare, the reads of the NoC overlay, -1, 0, +1) instead of an array of stages.
module own_config
  import tt_issue_pkg::*;
(
    input  logic              clk,
    input  logic              rst_n,
    input  logic [2:0]        issue_valid,
    input  logic [2:0][31:0]  issue_word,
    input  logic [2:0][31:0]  issue_number,
    output logic [2:0]        issue_ready,
    output logic [2:0][4:0]   issue_reason,
    output logic [2:0][7:0]   issue_hold,
    output logic [2:0]        issue_drained,
    output logic              issue_active,
    output logic [2:0][11:0]  drained_in,
    output logic [11:0]       idle_in,
    output logic [2:0][11:0]  start_in,
    input  logic [2:0][127:0] issue_value,
    input  logic              request_valid,
    output logic              request_ready,
    input  logic [7:0]        request_number,
    input  logic [127:0]      request_value,
    output logic [2:0]        thread_write,
    output logic              commit_valid,
    output logic [1:0]        commit_source,
    output logic [7:0]        commit_number,
    output logic [127:0]      commit_value,
    output logic              gpr_valid,
    output logic [1:0]        gpr_source,
    output logic [7:0]        gpr_number,
    output logic [127:0]      gpr_value,
    input  logic              gpr_written,
    output logic              stream_read,
    output logic [1:0]        stream_source,
    output logic [7:0]        stream_number,
    input  logic [31:0]       stream_value,
    output logic [11:0]       stream_in,
    input  logic [11:0]       stream_stays,
    input  logic [11:0]       overlay_left,
    input  logic [9:0]        cfgshiftmask_cycles,
    input  logic [9:0]        rdcfg_gpr_write_cycles,
    input  logic [3:0]        stream_read_cycles
);
  localparam logic [7:0] Wrcfg = 8'hb0, Rdcfg = 8'hb1, Setc16 = 8'hb2, Streamwrcfg = 8'hb7, Cfgshiftmask = 8'hb8;
  localparam int Reads = 12;  // places behind -1, the last one first

  typedef struct packed {
    logic there;
    logic rdcfg, shifts;
    logic entered;  // in this cycle
    logic [1:0] source;
    logic [7:0] number;
    logic [11:0] left;  // further cycles that it stays
    logic [127:0] value;
  } op_t;

  // Registers; with what enters in this cycle; behind the edge.
  op_t prepare, read[Reads], minus_1, zero, plus_1;
  op_t prepare_in, minus_1_in, zero_in;
  op_t prepare_out, read_out[Reads], minus_1_out, zero_out, plus_1_out;
  logic reads, reads_out;  // the youngest behind `prepare` looks at the overlay in this cycle
  logic [3:0] youngest;    // its place: 0 is -1, others read[youngest - 1]
  assign youngest = stream_read_cycles - 1;

  // ---- What enters: threads, 0 first, then a request
  logic behind;  // something between prepare and -1: it is older than what enters
  logic [7:0] what;
  op_t enters;
  always_comb begin
    behind = 0;
    for (int i = 0; i < Reads; i++) behind |= read[i].there;
    prepare_in = prepare;
    minus_1_in = minus_1;
    zero_in = zero;
    issue_ready = '0;
    issue_reason = '0;
    thread_write = '0;
    enters = '0;
    what = 0;
    for (int t = 0; t < 3; t++)
      if (issue_valid[t]) begin
        what = issue_word[t][31:24];
`ifdef OWN_BUG_EARLY
        if (what == Wrcfg) what = 0;  // like any other, without its cycle at -1
`endif
        enters = '0;
        enters.there = 1;
        enters.entered = 1;
        enters.rdcfg = what == Rdcfg;
        enters.shifts = what == Cfgshiftmask;
        enters.source = 2'(t);
        enters.number = issue_number[t][7:0];
        enters.value = issue_value[t];
        case (what)
          Setc16: begin
            issue_ready[t] = 1;
            thread_write[t] = 1;
          end
          Streamwrcfg: begin
            issue_ready[t] = !prepare_in.there;
            enters.left = stream_stays - 1;
            if (issue_ready[t]) prepare_in = enters;
          end
          Wrcfg: begin
            issue_ready[t] = !minus_1_in.there && !behind && !(zero_in.there && zero_in.shifts && zero_in.left != 0);
            if (issue_ready[t]) minus_1_in = enters;
          end
          default: begin
            if (enters.shifts) enters.left = 12'(cfgshiftmask_cycles) - 1;
            issue_ready[t] = !zero_in.there && !behind
                && !(minus_1_in.there && (!minus_1_in.entered || enters.shifts && cfgshiftmask_cycles > 1));
            if (issue_ready[t]) zero_in = enters;
          end
        endcase
        if (!issue_ready[t]) issue_reason[t] = CONFIG_PIPELINE;
      end
    request_ready = request_valid && !zero_in.there && !behind && !(minus_1_in.there && !minus_1_in.entered);
    if (request_ready) begin
      zero_in = '0;
      {zero_in.there, zero_in.source, zero_in.number, zero_in.value} = {1'b1, 2'd3, request_number, request_value};
    end
  end
  assign issue_hold = '0;

  // ---- The edge, from the front
  logic shifting;  // nobody comes to -1
  always_comb begin
    plus_1_out = a_cycle_later(plus_1);
    gpr_valid = plus_1.there && plus_1.left == 0 && !gpr_written;
    if (gpr_valid) plus_1_out.there = 0;

    zero_out = a_cycle_later(zero_in);
    commit_valid = zero_in.there && zero_in.left == 0 && !zero_in.rdcfg;
    if (commit_valid) zero_out.there = 0;
    if (zero_in.there && zero_in.left == 0 && zero_in.rdcfg && !plus_1_out.there) begin
      plus_1_out = zero_out;
      plus_1_out.left = 12'(rdcfg_gpr_write_cycles) - 1;
      zero_out.there = 0;
    end
    shifting = zero_out.there && zero_out.shifts && zero_out.left != 0;

    minus_1_out = a_cycle_later(minus_1_in);
    if (reads && youngest == 0) minus_1_out.value = 128'(stream_value);
    if (minus_1_in.there && !zero_out.there) begin
      zero_out = minus_1_out;
      minus_1_out.there = 0;
    end

    for (int i = 0; i < Reads; i++) begin
      read_out[i] = a_cycle_later(read[i]);
      if (reads && 32'(youngest) == i + 1) read_out[i].value = 128'(stream_value);
    end
    if (read[0].there && !minus_1_out.there && !shifting) begin
      minus_1_out = read_out[0];
      read_out[0].there = 0;
    end
    for (int i = 1; i < Reads; i++)
      if (read[i].there && !read_out[i-1].there) begin
        read_out[i-1] = read_out[i];
        read_out[i].there = 0;
      end

    prepare_out = a_cycle_later(prepare_in);
    reads_out = 0;
    if (prepare_in.there && prepare_in.left == 0) begin
      if (overlay_left != 0) prepare_out.left = overlay_left - 1;
      else if (youngest == 0) begin
        reads_out = !minus_1_out.there && !shifting;
        if (reads_out) minus_1_out = prepare_out;
      end else begin
        reads_out = !read_out[youngest-1].there;
        if (reads_out) read_out[youngest-1] = prepare_out;
      end
      if (reads_out) prepare_out.there = 0;
    end
  end
  function automatic op_t a_cycle_later(op_t o);
    a_cycle_later = o;
    a_cycle_later.entered = 0;
    if (o.left != 0) a_cycle_later.left = o.left - 1;
  endfunction
  assign {commit_source, commit_number, commit_value} = {zero_in.source, zero_in.number, zero_in.value};
  assign {gpr_source, gpr_number, gpr_value} = {plus_1.source, plus_1.number, plus_1.value};
  always_ff @(posedge clk)
    if (!rst_n) begin
      {prepare, minus_1, zero, plus_1, reads} <= '0;
      for (int i = 0; i < Reads; i++) read[i] <= '0;
    end else begin
      {prepare, minus_1, zero, plus_1, reads} <= {prepare_out, minus_1_out, zero_out, plus_1_out, reads_out};
      for (int i = 0; i < Reads; i++) read[i] <= read_out[i];
    end

  // ---- Ends, if nothing else gets in the way: from the front, each behind those in front of it
  logic [11:0] at, zero_free, plus_1_free;
  /* verilator lint_off UNUSEDSIGNAL */
  op_t o;
  /* verilator lint_on UNUSEDSIGNAL */
  always_comb begin
    drained_in = '0;
    start_in = '0;
    idle_in = 0;
    zero_free = 0;
    plus_1_free = 0;
    at = 0;
    for (int i = 0; i < Reads + 4; i++) begin
      o = i == 0 ? plus_1 : i == 1 ? zero_in : i == 2 ? minus_1_in : i == Reads + 3 ? prepare_in : read[i < Reads+3 && i > 2 ? i-3 : 0];
      if (o.there) begin
        at = o.left + 1;
        if (i >= 2) at = later(at + (i == Reads + 3 ? 12'(stream_read_cycles) : 12'(i - 2)), zero_free) + 1;
        if (i == 1 && o.rdcfg) at = later(at, plus_1_free);
        if (i >= 1) zero_free = at;
        if (i == 1 && o.rdcfg) at += 12'(rdcfg_gpr_write_cycles);
        if (o.rdcfg) plus_1_free = at;
        idle_in = later(idle_in, at);
        if (o.source != 3) begin
          drained_in[o.source] = later(drained_in[o.source], at);
          if (o.entered) start_in[o.source] = at;
        end
      end
    end
    for (int t = 0; t < 3; t++)
      if (thread_write[t]) begin
        drained_in[t] = later(drained_in[t], 1);
        idle_in = later(idle_in, 1);
        start_in[t] = 1;
      end
  end
  function automatic logic [11:0] later(logic [11:0] a, logic [11:0] b);
    return a > b ? a : b;
  endfunction

  // ---- What the registers say
  logic [3:0] holds;  // by source
  /* verilator lint_off UNUSEDSIGNAL */
  op_t reader;
  /* verilator lint_on UNUSEDSIGNAL */
  always_comb begin
    holds = '0;
    holds[prepare.source] |= prepare.there;
    holds[minus_1.source] |= minus_1.there;
    holds[zero.source] |= zero.there;
    holds[plus_1.source] |= plus_1.there;
    for (int i = 0; i < Reads; i++) holds[read[i].source] |= read[i].there;
    reader = youngest == 0 ? minus_1 : read[youngest-1];
  end
  assign issue_drained = ~holds[2:0];
  assign issue_active = holds != 0;
  assign stream_read = reads;
  assign {stream_source, stream_number} = reads ? {reader.source, reader.number} : '0;
  assign stream_in = prepare_in.there ? prepare_in.left + 1 : 0;

  // The rules of the interface, watched.
  tt_issue_if rules (.clk, .rst_n);
  assign rules.valid = issue_valid;
  assign {rules.word, rules.number} = {issue_word, issue_number};
  assign {rules.ready, rules.reason, rules.hold} = {issue_ready, issue_reason, issue_hold};
  assign {rules.drained, rules.active} = {issue_drained, issue_active};
endmodule
