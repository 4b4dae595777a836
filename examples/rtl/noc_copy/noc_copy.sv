// SPDX-License-Identifier: Apache-2.0
// A client of L1 on the side of the NoC (cosim/rtl/sv/tt_noc_if.sv): copies bursts of BURST words of 64 bytes from one place
// to another. Two buffers: while one is written the other is read. Ids 0 and 1 read into buffer 0 and 1, ids 2 and 3 write it.
module noc_copy #(
    parameter int BURST = 16
) (
    input  logic         clk,
    input  logic         rst_n,
    // What is copied, in bytes of L1 and bursts; stays as it is.
    input  logic [31:0]  copy_from,
    input  logic [31:0]  copy_to,
    input  logic [15:0]  copy_bursts,
    output logic         copy_done,
    // tt_noc_if.noc
    output logic         noc_req,
    output logic         noc_we,
    output logic [31:0]  noc_addr,
    output logic [7:0]   noc_len,
    output logic [2:0]   noc_id,
    output logic [511:0] noc_wdata,
    output logic [63:0]  noc_wstrb,
    input  logic         noc_gnt,
    input  logic         noc_rvalid,
    // verilator lint_off UNUSEDSIGNAL
    input  logic [2:0]   noc_rid,  // 0 to 3
    // verilator lint_on UNUSEDSIGNAL
    input  logic         noc_rlast,
    input  logic [511:0] noc_rdata
);
  localparam int AT = $clog2(BURST);
  localparam logic [AT-1:0] LAST = AT'(BURST - 1);

  typedef enum logic [1:0] {EMPTY, READING, FULL, WRITING} buffer_state;
  buffer_state  state[2];
  logic [511:0] words[2][BURST];
  logic [AT-1:0] fill, at;        // next word that is read, and written
  logic [15:0]  asked, written;  // bursts whose read was asked for, that are written
  logic [15:0]  sent;             // bursts whose write was asked for

  // The next request, when none is under way. Writes first: they make room.
  logic want_write, want_read;
  assign want_write = state[sent[0]] == FULL;
  assign want_read = asked != copy_bursts && state[asked[0]] == EMPTY;

  assign noc_addr = noc_we ? copy_to + 32'(sent) * 32'(64 * BURST) : copy_from + 32'(asked) * 32'(64 * BURST);
  assign noc_len = 8'(BURST - 1);
  assign noc_id = {1'b0, noc_we, noc_we ? sent[0] : asked[0]};
  assign noc_wdata = words[sent[0]][at];
  assign noc_wstrb = '1;
  assign copy_done = written == copy_bursts;

  logic taken, over;
  assign taken = noc_req && noc_gnt;
  assign over = taken && (!noc_we || at == LAST);  // the whole request

  always_ff @(posedge clk)
    if (!rst_n) begin
      noc_req <= 0;
      noc_we <= 0;
      {asked, sent, written} <= '0;
      {fill, at} <= '0;
      state[0] <= EMPTY;
      state[1] <= EMPTY;
    end else begin
      if (taken && noc_we) at <= at == LAST ? '0 : at + 1;
      if (over) begin
        noc_req <= 0;
        noc_we <= 0;
        if (noc_we) begin
          state[sent[0]] <= WRITING;
          sent <= sent + 1;
        end else begin
          state[asked[0]] <= READING;
          asked <= asked + 1;
        end
      end else if (!noc_req) begin
        noc_req <= want_write || want_read;
        noc_we <= want_write;
      end
      if (noc_rvalid && !noc_rid[1]) begin
        words[noc_rid[0]][fill] <= noc_rdata;
        fill <= noc_rlast ? '0 : fill + 1;
        if (noc_rlast) state[noc_rid[0]] <= FULL;
      end
      if (noc_rvalid && noc_rid[1]) begin
        state[noc_rid[0]] <= EMPTY;
        written <= written + 1;
      end
    end

  // The rules of the interface, checked.
  tt_noc_if noc (.clk, .rst_n);
  assign noc.req = noc_req;
  assign noc.we = noc_we;
  assign noc.addr = noc_addr;
  assign noc.len = noc_len;
  assign noc.id = noc_id;
  assign noc.wdata = noc_wdata;
  assign noc.wstrb = noc_wstrb;
  assign noc.gnt = noc_gnt;
  assign noc.rvalid = noc_rvalid;
  assign noc.rid = noc_rid;
  assign noc.rlast = noc_rlast;
  assign noc.rdata = noc_rdata;
endmodule
