// SPDX-License-Identifier: Apache-2.0
// A core that plays steps: pushes of instruction words, stores, loads, copies, delays. An example of RTL on a core socket, in the
// place of the players of streams and built-in kernels (units.players=rtl; docs/cosim-core.md). It is no RISC-V: steps come
// ready-made from outside, one at a time, as from a small ring that somebody keeps filled (loops are flattened there). Its cycles
// are those of workload/streams/stream_player.
//
// A step begins in the cycle in which step_valid is high and no other is under way; step_take is high in its last one.
`include "tt_planted.svh"
module core_source (
    input  logic        clk,
    input  logic        rst_n,
    // tt_core_if
    output logic        core_req,
    output logic        core_we,
    output logic [31:0] core_addr,
    output logic [31:0] core_wdata,
    output logic [3:0]  core_be,
    output logic [2:0]  core_id,
    input  logic        core_gnt,
    input  logic        core_rvalid,
    input  logic [2:0]  core_rid,
    input  logic [31:0] core_rdata,
    output logic        core_active,
    // The present step
    input  logic        step_valid,
    input  logic [1:0]  step_kind,      // 0: write, 1: load, 2: copy, 3: delay
    input  logic [31:0] step_address,
    input  logic [31:0] step_address2,  // of a copy: where to
    input  logic [31:0] step_value,
    input  logic [49:0] step_cycles,    // of a delay, and what a write takes: 1 or more
    output logic        step_take
);
  localparam logic [1:0] WRITE = 0, COPY = 2, DELAY = 3;
  `PLANTED(lost_push)   // the 20th write does not happen
  `PLANTED(short_delay) // a delay is a cycle too short
  `PLANTED(stale_copy)  // what is copied is that of the copy before
  typedef enum logic [1:0] { BEGIN, ANSWER, COPIED, REST } state_t;

  state_t      state;
  logic [49:0] left;    // REST: cycles, with this one
  logic [31:0] copied, last;  // last: for stale_copy

  // Writes: granted in a cycle, over step_cycles later.
  logic writes, over_at_once;
  assign writes = (state == BEGIN && step_kind == WRITE) || state == COPIED;
  assign over_at_once = step_cycles == 1;

  logic lost;  // for lost_push
  logic [4:0] count;
  assign lost = lost_push && count == 19 && state == BEGIN && step_kind == WRITE;
  always_ff @(posedge clk)
    if (!rst_n || !lost_push) count <= 0;
    else if (step_valid && step_take && step_kind == WRITE && count != 20) count <= count + 1;

  always_comb begin
    core_req = rst_n && step_valid && !lost && (state == BEGIN ? step_kind != DELAY : state == COPIED);
    core_we = writes;
    core_addr = state == COPIED ? step_address2 : step_address;
    core_wdata = state == COPIED ? copied : step_value;
    core_be = 4'hf;
    core_id = 0;
    step_take = 0;
    if (step_valid)
      case (state)
        BEGIN: step_take = step_kind == WRITE ? lost || (core_gnt && over_at_once) : step_kind == DELAY && over_at_once;
        ANSWER: step_take = core_rvalid && step_kind != COPY;
        COPIED: step_take = core_gnt && over_at_once;
        REST: step_take = left == 1 || (short_delay && left == 2 && step_kind == DELAY);
      endcase
  end

  always_ff @(posedge clk)
    if (!rst_n) begin
      state <= BEGIN;
      left <= 0;
      copied <= 0;
      last <= 0;
    end else if (step_take) state <= BEGIN;
    else if (step_valid)
      case (state)
        BEGIN: begin
          left <= step_cycles - 1;
          if (step_kind == DELAY || (step_kind == WRITE && core_gnt)) state <= REST;
          else if (step_kind != WRITE && core_gnt) state <= ANSWER;
        end
        ANSWER: if (core_rvalid) begin
          last <= core_rdata;
          copied <= stale_copy ? last : core_rdata;
          state <= COPIED;
        end
        COPIED: if (core_gnt) begin
          left <= step_cycles - 1;
          state <= REST;
        end
        REST: left <= left - 1;
      endcase

  // Something happens without the tile: a counter.
  assign core_active = step_valid && (state == REST || (state == BEGIN && step_kind == DELAY));

  // ---- The rules of the interface
  tt_core_if core (.clk(clk), .rst_n(rst_n));
  assign core.req = core_req;
  assign core.we = core_we;
  assign core.addr = core_addr;
  assign core.wdata = core_wdata;
  assign core.be = core_be;
  assign core.id = core_id;
  assign core.gnt = core_gnt;
  assign core.rvalid = core_rvalid;
  assign core.rid = core_rid;
  assign core.rdata = core_rdata;
endmodule
