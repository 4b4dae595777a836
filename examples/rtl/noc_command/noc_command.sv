// SPDX-License-Identifier: Apache-2.0
// The command stage of a network interface: registers of four request initiators, configuration, 64 counters; commands in the
// order of their stores, split into packets of at most 16 KiB, each offered until its virtual channel is given
// (docs/cosim-noc.md).
// Whether a command means anything is not asked: the tile gives none that does not.
`include "tt_planted.svh"
module noc_command (
    input  logic              clk,
    input  logic              rst_n,
    // ---- What it is
    input  logic              noc,             // 0, 1
    input  logic [11:0]       place,           // y, x as NoC 0 counts
    input  logic [7:0]        columns, rows,
    input  logic [31:0]       node_id, endpoint_id,
    input  logic [203:0]      cores,           // x + 17 y: a tile whose addresses from 0xFF000000 on are registers
    input  logic [29:0][31:0] configuration,   // registers from 0x100 on, after reset
    input  logic [9:0]        command_cycles,  // from a store to CMD_CTRL to the packet, 1 or more
    // ---- Registers (tt_niu_if)
    input  logic [7:0]        niu_st_valid,
    input  logic [7:0][15:0]  niu_st_addr,
    input  logic [7:0][31:0]  niu_st_data,
    // verilator lint_off UNUSEDSIGNAL
    input  logic [15:0]       niu_ld_addr,  // words: its lowest bits say nothing
    // verilator lint_on UNUSEDSIGNAL
    input  logic              niu_ld_re,
    output logic [31:0]       niu_ld_data,
    // ---- Steps of packets: leaves, source_read, answered, arrived, received, served are 1 ... 6
    input  logic [7:0]        niu_ev_valid,
    input  logic [7:0][2:0]   niu_ev_step,
    input  logic [7:0][1:0]   niu_ev_request,  // 0 read, 1 atomic, 2 write
    input  logic [7:0]        niu_ev_inline,
    input  logic [7:0]        niu_ev_marked,
    input  logic [7:0][3:0]   niu_ev_transaction,
    input  logic [7:0][15:0]  niu_ev_flits,
    // ---- The packet
    output logic              niu_pkt_valid,
    input  logic              niu_gnt,
    output logic [1:0]        pkt_initiator,
    output logic              pkt_last,        // of its command
    output logic [1:0]        pkt_request,
    // Byte enables, static channel, linked, path reserve, include source, y major, multicast, marked.
    output logic [7:0]        pkt_flags,
    output logic              pkt_inline,
    output logic [2:0]        pkt_channel,
    output logic [3:0]        pkt_transaction,
    output logic [15:0]       pkt_to, pkt_to_end, pkt_answer_to,  // y, x
    output logic [63:0]       pkt_address, pkt_answer_address, pkt_source,
    output logic [63:0]       pkt_enabled,
    output logic [14:0]       pkt_bytes,
    output logic [15:0]       pkt_atomic,
    output logic [31:0]       pkt_data,
    output logic              niu_active
);
  localparam logic [1:0] READ = 0, ATOMIC = 1, WRITE = 2;
  localparam logic [2:0] CHANNEL_GIVEN = 0, LEAVES = 1, SOURCE_READ = 2, ANSWERED = 3, ARRIVED = 4, RECEIVED = 5, SERVED = 6;
  // Registers of an initiator, by offset / 4.
  localparam int TARGET = 0, ANSWER = 3, TAG = 6, CTRL = 7, LENGTH = 8, DATA = 10, WORDS = 14;
  localparam logic [3:0] TARGET_HIGH = 2, ANSWER_HIGH = 5;
  localparam logic [31:0] PACKET = 16384;
  `PLANTED(posted_counts)  // posted writes count as the others
  `PLANTED(address_wrap)   // the source of a command of several packets does not carry beyond 32 KiB
  `PLANTED(overtaking)     // a command goes in front of one that waits

  // ---- State
  typedef struct packed {
    logic [1:0]  request;
    logic [7:0]  flags;
    logic        inline_data;
    logic [2:0]  channel;
    logic [3:0]  transaction;
    logic [15:0] to, to_end, answer_to;
    logic [63:0] address, answer_address, source, enabled;
    logic [15:0] atomic;
    logic [31:0] data;
    logic [31:0] left;     // bytes of the command that have not been given
    logic [9:0]  wait_for; // cycles until it may be offered
  } command_t;
  logic [31:0] word[4][WORDS], n_word[4][WORDS];
  logic [3:0]  busy, n_busy;
  logic [1:0]  fresh[4], n_fresh[4], fresh_start[4], n_fresh_start[4];  // since the last translation: TARG_ADDR_HI, RET_ADDR_HI
  command_t    command[4], n_command[4];
  logic [1:0]  order[4], n_order[4];  // initiators whose commands wait, the first in front
  logic [2:0]  waiting, n_waiting;
  logic [31:0] config_word[30], n_config[30];
  logic [31:0] count[64], n_count[64];
  logic [31:0] zero_enable, n_zero_enable;
  logic [15:0] zeros, n_zeros;  // outstanding counts that have come to 0

  // ---- Coordinates
  function automatic logic [4:0] entry(input int first, input logic [4:0] i);
    return 5'(n_config[first + 32'(i) / 6] >> (5 * (32'(i) % 6)));
  endfunction
  function automatic logic [11:0] translated(input logic [11:0] c);
    logic [4:0] x, y;
    logic [11:0] raw;
    x = c[4:0];
    y = c[10:6];
    raw = c;
    if (n_config[28][y] && is_dram(x ^ 9)) raw[5:0] = {1'b0, x ^ 5'd9};
    else if (!n_config[21][y]) raw[5:0] = {1'b0, entry(6, x)};
    if (is_dram(x)) raw[11:6] = {1'b0, entry(22, y)};
    else if (!n_config[20][x]) raw[11:6] = {1'b0, entry(12, y)};
    return raw;
  endfunction
  function automatic logic is_dram(input logic [4:0] x);
    return (x == 0 && n_config[27][11]) || (x == 9 && n_config[27][10]);
  endfunction
  // To a place as NoC 0 counts.
  function automatic logic [15:0] placed(input logic [11:0] raw);
    logic [7:0] x, y;
    x = {2'b0, raw[5:0]};
    y = {2'b0, raw[11:6]};
    return noc ? {rows - 8'd1 - y, columns - 8'd1 - x} : {y, x};
  endfunction

  // ---- Counters
  task automatic add(input logic [5:0] index, input logic [31:0] n);
    logic [31:0] sum;
    sum = n_count[index] + n;
    if (index >= 16 && index < 48) sum = {24'h0, sum[7:0]};
    if (index >= 16 && index < 32 && n_count[index] != 0 && sum == 0) n_zeros[index[3:0]] = 1;
    n_count[index] = sum;
  endtask
  task automatic happened(input logic [2:0] step, input logic [1:0] request, input logic in_command, input logic marked,
                          input logic [3:0] transaction, input logic [15:0] flits);
    logic posted;
    logic [31:0] words;
    posted = !marked;
    words = 32'(flits);
    case (step)
      CHANNEL_GIVEN: begin
        add(4, 1);
        if (request == READ) add(14, 1);
        if (request == ATOMIC && marked) add(15, 1);
        if (request == WRITE) add(marked ? 12 : 13, 1);
        if (request == WRITE && in_command) add(marked || posted_counts ? 10 : 11, 1);
      end
      LEAVES: begin
        if (request == READ) add(5, 1);
        if (request == ATOMIC) add(marked ? 6 : 7, 1);
        if (request == WRITE && !in_command) begin
          add(marked ? 8 : 9, words);
          add(marked || posted_counts ? 10 : 11, 1);
        end
      end
      SOURCE_READ: if (request == WRITE && !in_command) add(32 + 6'(transaction), 32'hFFFFFFFF);
      ANSWERED: begin
        add(request == ATOMIC ? 0 : request == WRITE ? 1 : 2, 1);
        if (request == READ) add(3, words);
        add(16 + 6'(transaction), 32'hFFFFFFFF);
      end
      ARRIVED: begin
        if (request != WRITE) add(52, 1);
        if (request == READ) add(53, 1);
        if (request == ATOMIC) add(marked ? 54 : 55, 1);
        if (request == WRITE) add(marked ? 60 : 61, 1);
        if (request == WRITE && in_command) begin
          add(marked ? 56 : 57, 1);
          add(marked ? 58 : 59, 1);
        end
      end
      RECEIVED:
        if (request == WRITE && !in_command) begin
          add(marked ? 56 : 57, words);
          add(marked ? 58 : 59, 1);
        end
      SERVED: begin
        if (request == ATOMIC && !posted) add(48, 1);
        if (request == WRITE && !posted) add(49, 1);
        if (request == READ) begin
          add(50, 1);
          add(51, words);
        end
      end
      default: ;
    endcase
  endtask

  // ---- A command begins
  task automatic start(input logic [1:0] i);
    command_t c;
    // verilator lint_off UNUSEDSIGNAL
    logic [31:0] ctrl;  // other bits are for what this stage does not do
    // verilator lint_on UNUSEDSIGNAL
    logic multicast, by_target, enables, marked;
    logic [31:0] hi[2], bytes, packets;
    logic [63:0] target, answer;
    c = '0;
    ctrl = n_word[i][CTRL];
    multicast = ctrl[5];
    c.request = ctrl[1:0];
    c.inline_data = c.request == WRITE && ctrl[3];
    by_target = c.request != WRITE || c.inline_data;
    enables = c.request == WRITE && !c.inline_data && ctrl[2];
    marked = c.request == READ || ctrl[4];
    target = {n_word[i][TARGET + 1], n_word[i][TARGET]};
    answer = {n_word[i][ANSWER + 1], n_word[i][ANSWER]};
    // Coordinates that no store has brought since the last command are translated already.
    for (int k = 0; k < 2; k++) begin
      hi[k] = n_word[i][k == 0 ? TARGET + 2 : ANSWER + 2];
      if (n_config[0][14]) begin
        if (n_fresh[i][k]) hi[k][11:0] = translated(hi[k][11:0]);
        if (n_fresh_start[i][k] && multicast && by_target == (k == 0)) hi[k][23:12] = translated(hi[k][23:12]);
      end
    end
    if (n_config[0][14]) begin
      n_word[i][TARGET + 2] = hi[0];
      n_word[i][ANSWER + 2] = hi[1];
      n_fresh[i] = 0;
      if (multicast) n_fresh_start[i][by_target ? 0 : 1] = 0;
    end
    c.transaction = n_word[i][TAG][13:10];
    c.channel = ctrl[7] ? ctrl[15:13] : multicast ? 3'd4 : 3'd0;
    c.to = placed(multicast ? hi[by_target ? 0 : 1][23:12] : hi[by_target ? 0 : 1][11:0]);
    if (multicast) c.to_end = placed(hi[by_target ? 0 : 1][11:0]);
    c.address = by_target ? target : answer;
    bytes = c.request == ATOMIC || c.inline_data ? 4 : n_word[i][LENGTH];
    if (c.request == ATOMIC) begin
      c.atomic = n_word[i][LENGTH][15:0];
      c.data = n_word[i][DATA];
    end
    if (c.inline_data) begin
      c.data = n_word[i][DATA];
      c.answer_to = {2'b0, place[11:6], 2'b0, place[5:0]};
    end else if (marked) c.answer_to = placed(c.request == WRITE ? hi[0][11:0] : hi[1][11:0]);
    if (c.request == READ || (c.request == ATOMIC && marked)) c.answer_address = answer;
    if (c.request == READ || (c.request == WRITE && !c.inline_data)) c.source = target;
    if (enables && c.address[63:24] == 40'hFF && (multicast || cores[8'(c.to[7:0]) + 8'd17 * c.to[15:8]])) begin
      bytes = 4;  // all of a register
      enables = 0;
    end else if (enables) begin
      c.enabled = {n_word[i][LENGTH + 1], n_word[i][LENGTH]};
      c.address[3:0] = 0;
      c.source[3:0] = 0;
      bytes = 1;
      for (int b = 1; b < 64; b++) if (c.enabled[b]) bytes = b + 1;
    end
    c.flags = {enables, ctrl[7], ctrl[6], multicast && ctrl[8], multicast && ctrl[17], multicast && ctrl[16], multicast, marked};
    c.left = bytes;
    c.wait_for = command_cycles;
    packets = (bytes + PACKET - 1) / PACKET;
    if (marked) add(16 + 6'(c.transaction), packets);
    if (c.request == WRITE && !c.inline_data) add(32 + 6'(c.transaction), packets);
    n_command[i] = c;
    n_busy[i] = 1;
    n_order[n_waiting[1:0]] = i;
    if (overtaking && n_waiting == 2) {n_order[1], n_order[2]} = {n_order[2], n_order[1]};
    n_waiting = n_waiting + 1;
  endtask

  // verilator lint_off UNUSEDSIGNAL
  task automatic store(input logic [15:0] at, input logic [31:0] value);
    // verilator lint_on UNUSEDSIGNAL
    logic [1:0] i;
    i = at[12:11];
    if (at[15:13] == 0 && at[10:2] < 9'(WORDS)) begin
      n_word[i][at[5:2]] = at[5:2] == 4'(TAG) ? {16'h0, value[15:0]} : value;
      if (at[5:2] == TARGET_HIGH) {n_fresh[i][0], n_fresh_start[i][0]} = 2'b11;
      if (at[5:2] == ANSWER_HIGH) {n_fresh[i][1], n_fresh_start[i][1]} = 2'b11;
    end else if (at[15:13] == 0 && at[10:2] == 9'h10) begin
      if (value[0] && !n_busy[i]) start(i);
    end else if (at[15:2] == 14'h18) begin
      for (int t = 0; t < 16; t++)
        if (value[t]) begin
          if (n_count[16 + t] != 0) n_zeros[t] = 1;
          n_count[16 + t] = 0;
        end
    end else if (at[15:2] >= 14'h40 && at[15:2] < 14'h5D) n_config[32'(at[15:2]) - 64] = value;
    else if (at[15:2] == 14'h5E) n_zero_enable = value;
    else if (at[15:2] == 14'h5F) n_zeros = n_zeros & ~value[15:0];
  endtask

  // ---- The packet in front
  command_t first;
  assign first = command[order[0]];
  assign niu_active = waiting != 0;
  assign niu_pkt_valid = waiting != 0 && first.wait_for == 0;
  assign pkt_initiator = order[0];
  assign pkt_last = first.left <= PACKET;
  assign pkt_request = first.request;
  assign pkt_flags = first.flags;
  assign pkt_inline = first.inline_data;
  assign pkt_channel = first.channel;
  assign pkt_transaction = first.transaction;
  assign pkt_to = first.to;
  assign pkt_to_end = first.to_end;
  assign pkt_answer_to = first.answer_to;
  assign pkt_address = first.address;
  assign pkt_answer_address = first.answer_address;
  assign pkt_source = first.source;
  assign pkt_enabled = first.enabled;
  assign pkt_bytes = pkt_last ? first.left[14:0] : PACKET[14:0];
  assign pkt_atomic = first.atomic;
  assign pkt_data = first.data;

  // verilator lint_off MULTIDRIVEN
  // (A task that writes these is a process of its own to the Verilator of Debian 13.)

  // What follows from a packet whose channel is given.
  task automatic give();
    logic [1:0] i;
    i = order[0];
    happened(CHANNEL_GIVEN, first.request, first.inline_data, first.flags[0], first.transaction, 0);
    if (pkt_last) begin
      n_busy[i] = 0;
      for (int k = 0; k < 3; k++) n_order[k] = n_order[k + 1];
      n_waiting = n_waiting - 1;
    end else begin
      n_command[i].left = first.left - PACKET;
      n_command[i].address = first.address + 64'(PACKET);
      n_command[i].source = first.source + 64'(PACKET);
      if (address_wrap) n_command[i].source[15] = first.source[15];
      if (first.request == READ) n_command[i].answer_address = first.answer_address + 64'(PACKET);
      {n_word[i][TARGET + 1], n_word[i][TARGET]} = {n_word[i][TARGET + 1], n_word[i][TARGET]} + 64'(PACKET);
      {n_word[i][ANSWER + 1], n_word[i][ANSWER]} = {n_word[i][ANSWER + 1], n_word[i][ANSWER]} + 64'(PACKET);
      {n_word[i][LENGTH + 1], n_word[i][LENGTH]} = {n_word[i][LENGTH + 1], n_word[i][LENGTH]} - 64'(PACKET);
    end
  endtask

  // ---- A cycle: steps, stores, the channel; loads see all of it
  logic [3:0] number;  // NIU_TRANS_COUNT_RTZ_NUM
  always_comb begin
    n_word = word;
    n_busy = busy;
    n_fresh = fresh;
    n_fresh_start = fresh_start;
    n_command = command;
    n_order = order;
    n_waiting = waiting;
    n_config = config_word;
    n_count = count;
    n_zero_enable = zero_enable;
    n_zeros = zeros;
    for (int i = 0; i < 8; i++)
      if (niu_ev_valid[i])
        happened(niu_ev_step[i], niu_ev_request[i], niu_ev_inline[i], niu_ev_marked[i], niu_ev_transaction[i], niu_ev_flits[i]);
    for (int i = 0; i < 8; i++) if (niu_st_valid[i]) store(niu_st_addr[i], niu_st_data[i]);
    if (niu_gnt) give();
    for (int i = 0; i < 4; i++)
      if (n_busy[i] && n_command[i].wait_for != 0) n_command[i].wait_for = n_command[i].wait_for - 1;

    // verilator lint_on MULTIDRIVEN

    number = 0;
    for (int t = 15; t >= 0; t--) if (n_zeros[t] && n_zero_enable[t]) number = 4'(t);
    niu_ld_data = 0;
    if (niu_ld_addr[15:13] == 0 && niu_ld_addr[10:2] < 9'(WORDS)) niu_ld_data = n_word[niu_ld_addr[12:11]][niu_ld_addr[5:2]];
    else if (niu_ld_addr[15:13] == 0 && niu_ld_addr[10:2] == 9'h10) niu_ld_data = 32'(n_busy[niu_ld_addr[12:11]]);
    else if (niu_ld_addr[15:13] == 0 && niu_ld_addr[10:2] == 9'h11) niu_ld_data = node_id;
    else if (niu_ld_addr[15:13] == 0 && niu_ld_addr[10:2] == 9'h12) niu_ld_data = endpoint_id;
    else if (niu_ld_addr[15:2] >= 14'h40 && niu_ld_addr[15:2] < 14'h5E) niu_ld_data = n_config[32'(niu_ld_addr[15:2]) - 64];
    else if (niu_ld_addr[15:2] == 14'h5E) niu_ld_data = n_zero_enable;
    else if (niu_ld_addr[15:2] >= 14'h80 && niu_ld_addr[15:2] < 14'hC0) niu_ld_data = n_count[niu_ld_addr[7:2]];
    else if (niu_ld_addr[15:2] == 14'hDE) niu_ld_data = 32'(number);
    else if (niu_ld_addr[15:2] == 14'hDF) niu_ld_data = 32'(n_zeros);
    if (niu_ld_re && niu_ld_addr[15:2] == 14'hDE && !n_zero_enable[28]) n_zeros[number] = 0;
  end

  always_ff @(posedge clk) begin
    word <= n_word;
    busy <= n_busy;
    fresh <= n_fresh;
    fresh_start <= n_fresh_start;
    command <= n_command;
    order <= n_order;
    waiting <= n_waiting;
    config_word <= n_config;
    count <= n_count;
    zero_enable <= n_zero_enable;
    zeros <= n_zeros;
    if (!rst_n) begin
      for (int i = 0; i < 4; i++) begin
        for (int k = 0; k < WORDS; k++) word[i][k] <= 0;
        fresh[i] <= 0;
        fresh_start[i] <= 0;
        command[i] <= '0;
        order[i] <= 0;
      end
      for (int k = 0; k < 30; k++) config_word[k] <= configuration[k];
      for (int k = 0; k < 64; k++) count[k] <= 0;
      busy <= 0;
      waiting <= 0;
      zero_enable <= 0;
      zeros <= 0;
    end
  end

  // ---- The rules of the interface
  tt_niu_if niu (.clk(clk), .rst_n(rst_n));
  assign niu.st_valid = niu_st_valid;
  assign niu.ev_valid = niu_ev_valid;
  assign niu.ld_re = niu_ld_re;
  assign niu.pkt_valid = niu_pkt_valid;
  assign niu.gnt = niu_gnt;
  assign niu.active = niu_active;
  assign niu.header = {pkt_initiator, pkt_last, pkt_request, pkt_flags, pkt_inline, pkt_channel, pkt_transaction, pkt_to,
      pkt_to_end, pkt_answer_to, pkt_address, pkt_answer_address, pkt_source, pkt_enabled, pkt_bytes, pkt_atomic, pkt_data};
endmodule
