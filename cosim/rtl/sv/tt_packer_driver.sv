// SPDX-License-Identifier: Apache-2.0
// Drives the pins of RTL of the packers' read interfaces and output buffers (docs/cosim-move.md) from a record (tensix-tlm ...
// --record packers=FILE, docs/records.md) and compares, cycle by cycle, what it answers: ready and reason of offers, the rows it
// reads, when beats are in the output buffer, the bursts to L1 with their bytes, drained. No C++; for Icarus Verilog and Verilator.
// The first difference, with its cycle and both sides, ends the simulation by $fatal.
//
// What the conversion and L1 do is the record's: its beats go over as soon as RTL takes them, a burst has its grant in the cycle
// in which it is asked for, and is done when it was.
`timescale 1ns / 1ps
module tt_packer_driver #(
    parameter STREAMS = 4,
    parameter PORTS = 8,
    parameter CONVERTED = 32,  // beats at once from the conversion
    parameter LANES = 64,
    parameter BEATS = 8192,  // of a stream that are not in L1; a power of two
    parameter PACRS = 1024,  // a power of two
    parameter BURSTS = 65536  // of a stream, of the whole record
) (
    input  logic clk,  // with a period of 50 ns or more
    output logic rst_n,

    output logic        cfg_independent,
    output logic [15:0] cfg_row_bits,
    output logic [ 6:0] cfg_places,
    output logic [15:0] cfg_latency,
    output logic [ 6:0] cfg_lanes,
    output logic [16:0] cfg_most_beats,
    output logic [17:0] cfg_most_waiting,

    output logic [2:0]            issue_valid,
    input  logic [2:0]            issue_ready,
    input  logic [2:0][4:0]       issue_reason,
    input  logic [2:0]            issue_drained,
    output logic [PORTS-1:0]      offer_ports,
    output logic [PORTS-1:0][9:0] offer_row,
    output logic                  offer_w32,
    input  logic [PORTS-1:0]      dst_re,
    input  logic [PORTS-1:0][9:0] dst_row,
    input  logic                  dst_w32,
    output logic [PORTS-1:0]      dst_blocked,

    output logic [STREAMS-1:0]                         job_streams,
    output logic [STREAMS-1:0][15:0]                   job_beats,
    output logic [23:0]                                job_datums,
    output logic [ 7:0]                                job_bits,
    output logic [ 7:0]                                job_widening,
    output logic [STREAMS-1:0][5:0]                    conv_count,
    output logic [STREAMS-1:0]                         conv_end,
    output logic [STREAMS*CONVERTED-1:0][27:0] conv_word,
    output logic [STREAMS*CONVERTED-1:0][2:0] conv_op,
    output logic [STREAMS*CONVERTED-1:0][15:0] conv_datums,
    output logic [STREAMS*CONVERTED-1:0][127:0] conv_data,
    input  logic [STREAMS-1:0]                         conv_ready,

    input  logic [STREAMS-1:0]                   l1_req,
    input  logic [STREAMS-1:0][27:0]             l1_word,
    input  logic [STREAMS-1:0][2:0]              l1_op,
    input  logic [STREAMS-1:0][16:0]             l1_beats,
    input  logic [STREAMS-1:0][6:0]              l1_wcount,
    input  logic [STREAMS*LANES-1:0][127:0] l1_wdata,
    output logic [STREAMS-1:0]                   l1_gnt,
    output logic [STREAMS-1:0]                   l1_done,
    input  logic [STREAMS-1:0][15:0]             buffered
);
  localparam int RESET_CYCLES = 3;
  localparam int FIRST_CLIENT = 4;  // packer0 in l1_client
  localparam logic [63:0] NEVER = ~64'd0;

  // verilator lint_off BLKSEQ
  // verilator lint_off WIDTH
  // verilator lint_off UNUSEDSIGNAL
  tt_record_reader record ();
  string path;  // its
  logic [63:0] cycle, compared, beats_compared, bursts_compared, l1_bytes;

  // Transfers to L1, in their order.
  logic [63:0] burst_from[0:STREAMS*BURSTS-1], burst_done[0:STREAMS*BURSTS-1];
  logic [31:0] burst_addr[0:STREAMS*BURSTS-1], burst_bytes[0:STREAMS*BURSTS-1];
  int bursts[STREAMS], next_burst[STREAMS];
  // Beats: [given, filled) have not gone over, [seen, filled) are not in the output buffer, [sent, filled) have not been given to L1.
  logic [31:0] beat_addr[0:STREAMS*BEATS-1];
  logic [2:0] beat_action[0:STREAMS*BEATS-1];
  logic [15:0] beat_datums[0:STREAMS*BEATS-1];
  logic [127:0] beat_data[0:STREAMS*BEATS-1];
  logic [63:0] beat_cycle[0:STREAMS*BEATS-1];
  int beat_line[0:STREAMS*BEATS-1];
  logic [31:0] filled[STREAMS], given[STREAMS], seen[STREAMS], sent[STREAMS];
  // PACRs: beats of each that have not gone over.
  logic [31:0] pacr_left[0:STREAMS*PACRS-1];
  logic [31:0] pacr_over[STREAMS], pacr_taken[STREAMS];
  // Under way to L1.
  logic [STREAMS-1:0] writing;
  logic [31:0] to_send[STREAMS];
  logic [63:0] done_in[STREAMS];
  logic [63:0] drained_from[3];
  // The instruction that has been taken: its beats are being read.
  bit taking;
  int in_job[STREAMS];

  function automatic int at_beat(input int s, input logic [31:0] n);
    return s * BEATS + int'(n % BEATS);
  endfunction

  // ---- At the beginning
  task configure;
    logic [63:0] value, latency, lanes, longest;
    logic [255:0] name;
    for (int i = 0; i < 8; i = i + 1) begin  // one call: Verilator puts tasks in their places
      case (i)
        0: name = "topology";
        1: name = "interface_bytes";
        2: name = "conversion_places";
        3: name = "pipeline_latency_cycles";
        4: name = "write_lanes";
        5: name = "longest_transfer_cycles";
        6: name = "output_buffer_beats";
        default: name = "size_kib";
      endcase
      record.parameter_of(i == 7 ? "l1" : "packer", name, value);
      case (i)
        0: cfg_independent = record.text == "independent";
        1: cfg_row_bits = 8 * value;
        2: cfg_places = value;
        3: latency = value;
        4: lanes = value;
        5: longest = value;
        6: cfg_most_waiting = (latency + longest) * lanes + value;
        default: l1_bytes = 1024 * value;
      endcase
    end
    cfg_latency = latency;
    cfg_lanes = lanes;
    cfg_most_beats = longest * lanes;
    if (lanes > LANES) $fatal(1, "%0s:1: packer.write_lanes is %0d: raise LANES, which is %0d", record.path, lanes, LANES);
  endtask
  task find_bursts;
    int s;
    while (record.kind != "end") begin
      record.next_line;
      if (record.kind == "l1") begin
        s = int'(record.client) - FIRST_CLIENT;
        if (s < 0 || s >= STREAMS) $fatal(1, "%0s:%0d: client %0d is no packer of %0d", record.path, record.line, record.client, STREAMS);
        if (bursts[s] == BURSTS) $fatal(1, "%0s:%0d: more than %0d bursts: raise BURSTS", record.path, record.line, BURSTS);
        burst_from[s*BURSTS+bursts[s]] = record.cycle;
        burst_done[s*BURSTS+bursts[s]] = record.done;
        burst_addr[s*BURSTS+bursts[s]] = record.addr;
        burst_bytes[s*BURSTS+bursts[s]] = record.bytes;
        bursts[s] = bursts[s] + 1;
      end
    end
    record.again;
    record.kind = 0;
  endtask

  // ---- Offers, one at a time: who is refused does not ask any more
  task offer;
    int t;
    logic [2:0] taken_before;
    logic accepted, others;
    t = int'(record.thread);
    taken_before = issue_valid;
    others = taken_before != 0;
    accepted = record.accepted != 0;
    issue_valid[t] = 1;
    if (!others) begin
      offer_ports = (1 << record.ports) - 1;
      for (int p = 0; p < PORTS; p = p + 1) offer_row[p] = record.rows[12*p+:10];
      offer_w32 = record.w32 != 0;
      dst_blocked = 0;
      #1;
      if (record.rows_from > cycle) dst_blocked = dst_re;
    end
    #1;
    compared = compared + 1;
    if (issue_ready[t] !== accepted || (!accepted && issue_reason[t] !== reason_code(record.reason)))
      $fatal(1, "cycle %0d: 0x%0h of thread %0d: ready %b, reason %0d; in the record ready %b, reason %0d (%0s) (%0s:%0d)", cycle,
             record.word, t, issue_ready[t], issue_reason[t], accepted, reason_code(record.reason), record.reason, record.path,
             record.line);
    if (!accepted) begin
      issue_valid = taken_before;
      if (!others) offer_ports = 0;
      if (!others) dst_blocked = 0;
      #1;
    end else begin
      for (int p = 0; p < PORTS; p = p + 1)
        if (dst_re[p] !== offer_ports[p] || (dst_re[p] && (dst_row[p] !== offer_row[p] || dst_w32 !== offer_w32)))
          $fatal(1, "cycle %0d: port %0d of Dst: dst_re %b, row %0d, w32 %b; the instruction reads %b, row %0d, w32 %b (%0s:%0d)",
                 cycle, p, dst_re[p], dst_row[p], dst_w32, offer_ports[p], offer_row[p], offer_w32, record.path, record.line);
      drained_from[t] = NEVER;  // until the line that says from when on
      begin_job;
    end
  endtask
  // packer_queue_full is a reason of packers alone; the others are those of tt_issue_pkg.
  function automatic logic [4:0] reason_code(input logic [255:0] name);
    case (name)
      "dst_block_hazard": return 5;
      "unit_busy": return 8;
      "packer_queue_full": return 15;
      default: return 0;
    endcase
  endfunction

  // What comes of the one that has been taken: its beats follow in the record.
  task begin_job;
    if (record.streams == 0)
      $fatal(1, "%0s:%0d: does not say what comes of it: record the model's packers, not RTL's", record.path, record.line);
    taking = 1;
    job_streams = record.streams;
    job_datums = record.row_datums;
    job_bits = record.bits;
    job_widening = record.widening;
    for (int i = 0; i < STREAMS; i = i + 1) in_job[i] = 0;
  endtask
  task take_beats;
    int s, n, at;
    s = int'(record.packer);
    if (!taking || s >= STREAMS || !job_streams[s])
      $fatal(1, "%0s:%0d: beats of packer %0d, which no offer before it has", record.path, record.line, s);
    n = record.octet_count / 16;
    for (int i = 0; i < n; i = i + 1) begin
      at = at_beat(s, filled[s]);
      beat_addr[at] = record.addr + 16 * i;
      beat_action[at] = record.action;
      beat_datums[at] = record.datums[16*i+:16];
      for (int b = 0; b < 16; b = b + 1) beat_data[at][8*b+:8] = record.octets[8*(record.octet_count-1-16*i-b)+:8];
      beat_cycle[at] = record.cycle;
      beat_line[at] = record.line;
      filled[s] = filled[s] + 1;
    end
    in_job[s] = in_job[s] + n;
    if (filled[s] - sent[s] > BEATS) $fatal(1, "%0s:%0d: more than %0d beats wait: raise BEATS", record.path, record.line, BEATS);
  endtask
  task end_job;
    taking = 0;
    for (int i = 0; i < STREAMS; i = i + 1)
      if (job_streams[i]) begin
        job_beats[i] = in_job[i];
        pacr_left[i*PACRS+int'(pacr_taken[i]%PACRS)] = in_job[i];
        pacr_taken[i] = pacr_taken[i] + 1;
      end
    #1;
  endtask

  // ---- The conversion: to the edge that ends this cycle
  task convert(input int s);
    int n, at;
    n = 0;
    conv_end[s] = 0;
    if (pacr_over[s] != pacr_taken[s] && conv_ready[s]) begin
      n = pacr_left[s*PACRS+int'(pacr_over[s]%PACRS)];
      if (n > CONVERTED) n = CONVERTED;
      for (int i = 0; i < n; i = i + 1) begin
        at = at_beat(s, given[s]);
        conv_word[s*CONVERTED+i] = beat_addr[at] / 16;
        conv_op[s*CONVERTED+i] = beat_action[at];
        conv_datums[s*CONVERTED+i] = beat_datums[at];
        conv_data[s*CONVERTED+i] = beat_data[at];
        given[s] = given[s] + 1;
      end
      pacr_left[s*PACRS+int'(pacr_over[s]%PACRS)] = pacr_left[s*PACRS+int'(pacr_over[s]%PACRS)] - n;
      if (pacr_left[s*PACRS+int'(pacr_over[s]%PACRS)] == 0) begin
        conv_end[s] = 1;
        pacr_over[s] = pacr_over[s] + 1;
      end
    end
    conv_count[s] = n;
  endtask

  // ---- A stream's output, once a cycle: the buffer, and what it asks of L1
  task look(input int s);
    int n, b;
    logic asks;
    logic [63:0] end_addr;
    n = 0;
    while (seen[s] + n != filled[s] && beat_cycle[at_beat(s, seen[s]+n)] <= cycle) n = n + 1;
    if (buffered[s] !== 16'(n))
      $fatal(1, "cycle %0d: stream %0d: %0d beats come into the output buffer; in the record %0d (%0s:%0d)", cycle, s, buffered[s], n,
             path, beat_line[at_beat(s, seen[s])]);
    seen[s] = seen[s] + n;
    if (l1_done[s]) begin
      if (to_send[s] != 0)
        $fatal(1, "cycle %0d: stream %0d: L1 has the burst, of which %0d beats have not been given", cycle, s, to_send[s]);
      writing[s] = 0;
    end
    if (writing[s]) begin
      if (l1_req[s] !== 0) $fatal(1, "cycle %0d: stream %0d: l1_req is %b while a burst is under way", cycle, s, l1_req[s]);
    end else begin
      b = s * BURSTS + next_burst[s];
      asks = next_burst[s] < bursts[s] && burst_from[b] == cycle;
      end_addr = {l1_word[s], 4'd0} + 16 * l1_beats[s];
      if (l1_req[s] === 1 && !asks && end_addr > l1_bytes) begin  // refused: over in the next cycle
        done_in[s] = cycle + 1;
        grant(s);
      end else if (l1_req[s] !== asks || (asks && (32'(l1_word[s]) * 16 !== burst_addr[b] || 32'(l1_beats[s]) * 16 !== burst_bytes[b]))) begin
        if (asks)
          $fatal(1, "cycle %0d: stream %0d: l1_req %b, address 0x%0h, %0d beats; in the record a burst of %0d beats to 0x%0h", cycle, s,
                 l1_req[s], l1_word[s] * 16, l1_beats[s], burst_bytes[b] / 16, burst_addr[b]);
        else if (next_burst[s] < bursts[s])
          $fatal(1, "cycle %0d: stream %0d: l1_req %b, address 0x%0h, %0d beats; in the record the next burst is in cycle %0d", cycle,
                 s, l1_req[s], l1_word[s] * 16, l1_beats[s], burst_from[b]);
        else
          $fatal(1, "cycle %0d: stream %0d: l1_req %b, address 0x%0h, %0d beats; in the record no burst follows", cycle, s, l1_req[s],
                 l1_word[s] * 16, l1_beats[s]);
      end else if (asks) begin
        done_in[s] = burst_done[b];
        next_burst[s] = next_burst[s] + 1;
        bursts_compared = bursts_compared + 1;
        grant(s);
      end
    end
  endtask
  task grant(input int s);
    l1_gnt[s] = 1;
    writing[s] = 1;
    to_send[s] = l1_beats[s];
    if (l1_op[s] !== beat_action[at_beat(s, sent[s])])
      $fatal(1, "cycle %0d: stream %0d: l1_op is %0d, in the record the beat's action is %0d (%0s:%0d)", cycle, s, l1_op[s],
             beat_action[at_beat(s, sent[s])], path, beat_line[at_beat(s, sent[s])]);
  endtask
  // The beats of this cycle.
  task compare_data(input int s);
    int at;
    if (l1_wcount[s] > to_send[s])
      $fatal(1, "cycle %0d: stream %0d: l1_wcount is %0d, and %0d beats are left of the burst", cycle, s, l1_wcount[s], to_send[s]);
    for (int i = 0; i < int'(l1_wcount[s]); i = i + 1) begin
      at = at_beat(s, sent[s]);
      if (l1_wdata[s*LANES+i] !== beat_data[at])
        $fatal(1, "cycle %0d: stream %0d: to address 0x%0h goes %h; in the record %h, byte 0 last (%0s:%0d)", cycle, s, beat_addr[at],
               l1_wdata[s*LANES+i], beat_data[at], path, beat_line[at]);
      sent[s] = sent[s] + 1;
      beats_compared = beats_compared + 1;
    end
    to_send[s] = to_send[s] - l1_wcount[s];
  endtask

  // ---- A cycle: behind the edge that begins it, up to the one that ends it
  task run_cycle;
    bit later;
    issue_valid = 0;
    offer_ports = 0;
    dst_blocked = 0;
    l1_gnt = 0;
    for (int s = 0; s < STREAMS; s = s + 1) l1_done[s] = writing[s] && done_in[s] == cycle;
    #1;
    for (int s = 0; s < STREAMS; s = s + 1) look(s);
    later = 0;
    while (!later) begin
      if (record.kind == 0) record.next_line;
      if (taking && record.kind != "packed") end_job;
      case (record.kind)
        "offer": if (record.cycle > cycle) later = 1; else offer;
        "packed": take_beats;
        "drained": if (record.cycle > cycle) later = 1; else drained_from[record.thread[1:0]] = record.from;
        "end": later = 1;
        default: ;  // data, banks and registers
      endcase
      if (!later) record.kind = 0;  // it is done
    end
    for (int s = 0; s < STREAMS; s = s + 1) convert(s);
    #1;
    for (int t = 0; t < 3; t = t + 1)
      if (issue_drained[t] !== (cycle >= drained_from[t]))
        $fatal(1, "cycle %0d: issue_drained[%0d] is %b; in the record thread %0d is drained from cycle %0d on (%0s)", cycle, t,
               issue_drained[t], t, drained_from[t], record.path);
    for (int s = 0; s < STREAMS; s = s + 1) if (writing[s]) compare_data(s);
  endtask

  initial begin
    rst_n = 0;
    {issue_valid, offer_ports, offer_row, offer_w32, dst_blocked} = 0;
    {job_streams, job_beats, job_datums, job_bits, job_widening} = 0;
    {conv_count, conv_end, conv_word, conv_op, conv_datums, conv_data} = 0;
    {l1_gnt, l1_done, writing} = 0;
    {compared, beats_compared, bursts_compared, cycle} = 0;
    for (int s = 0; s < STREAMS; s = s + 1) begin
      {filled[s], given[s], seen[s], sent[s], pacr_over[s], pacr_taken[s], to_send[s], done_in[s]} = 0;
      bursts[s] = 0;
      next_burst[s] = 0;
    end
    for (int t = 0; t < 3; t = t + 1) drained_from[t] = 0;
    if (!$value$plusargs("record=%s", path)) $fatal(1, "+record=FILE is missing: a file of --record packers=FILE");
    record.open(path, "packers");
    record.kind = 0;
    configure;
    find_bursts;
    for (int i = 0; i < RESET_CYCLES; i = i + 1) @(posedge clk);
    #1;
    rst_n = 1;
    #1;
    taking = 0;
    while (record.kind != "end" || cycle < record.cycle) begin
      run_cycle;
      @(posedge clk);
      #1;
      cycle = cycle + 1;
    end
    if (compared == 0) $fatal(1, "%0s: has no offers", path);
    $display("%0d offers are answered as in the record, %0d beats go to L1 in %0d bursts", compared, beats_compared, bursts_compared);
    $finish;
  end
  // verilator lint_on UNUSEDSIGNAL
  // verilator lint_on WIDTH
  // verilator lint_on BLKSEQ
endmodule
