// SPDX-License-Identifier: Apache-2.0
// A NoC's way into L1 (docs/cosim-core.md): bursts of words of 64 bytes, by byte address of L1.
//
//   req we addr len id    a burst of len + 1 words; stays as it is until the edge with gnt
//   wdata wstrb           of a write: the present word. A word an edge with gnt; we, addr, len and id are the same for all of them
//   gnt                   in the cycle in which the tile has taken the request, or the word
//   rvalid rid rdata      a word of the read with that id, one after the other; of a write: its bytes are in L1
//   rlast                 the last word, and that of a write: the id is free from the next cycle on
//
// A burst an id is open at once. Four lanes: 64 bytes a cycle.
interface tt_noc_if (
    input logic clk,
    input logic rst_n
);
  logic         req, we, gnt, rvalid, rlast;
  logic [31:0]  addr;
  logic [7:0]   len;
  logic [2:0]   id, rid;
  // verilator lint_off UNUSEDSIGNAL
  logic [511:0] wdata, rdata;
  logic [63:0]  wstrb;
  // verilator lint_on UNUSEDSIGNAL

  modport noc(output req, output we, output addr, output len, output id, output wdata, output wstrb, input gnt, input rvalid,
              input rid, input rdata, input rlast);
  modport tile(input req, input we, input addr, input len, input id, input wdata, input wstrb, output gnt, output rvalid,
               output rid, output rdata, output rlast);
  modport monitor(input req, input we, input addr, input len, input id, input wdata, input wstrb, input gnt, input rvalid,
                  input rid, input rdata, input rlast);

  logic [7:0]  open;     // bursts, by id: the request has been taken, and all words of a write
  logic [7:0]  word;     // of the present write
  logic [43:0] of_burst;  // its request
  logic        waited;   // a request was there at the last edge, and has not been granted
  logic [43:0] request;
  logic [43:0] was;
  assign request = {we, addr, len, id};
  always_ff @(posedge clk)
    if (!rst_n) begin
      open <= 0;
      word <= 0;
      waited <= 0;
    end else begin
      waited <= req && !gnt;
      was <= request;
      if (rvalid && rlast) open[rid] <= 0;
      if (req && gnt) begin
        of_burst <= request;
        word <= we && word != len ? word + 1 : 0;
        if (!we || word == len) open[id] <= 1;
      end
    end

`ifndef __ICARUS__
  silent_in_reset: assert property (@(posedge clk) !rst_n |-> !req && !rvalid) else $error("noc_req or noc_rvalid in reset");
  stays: assert property (@(posedge clk) disable iff (!rst_n) waited |-> req && request == was)
    else $error("noc_req has changed before noc_gnt");
  data_stays: assert property (@(posedge clk) disable iff (!rst_n) req && we && !gnt |=> $stable({wdata, wstrb}))
    else $error("noc_wdata or noc_wstrb has changed before noc_gnt");
  one_burst: assert property (@(posedge clk) disable iff (!rst_n) req && word != 0 |-> request == of_burst)
    else $error("another request among the words of a write");
  granted_on_request: assert property (@(posedge clk) disable iff (!rst_n) gnt |-> req) else $error("noc_gnt without noc_req");
  one_open_burst_an_id: assert property (@(posedge clk) disable iff (!rst_n) req |-> !open[id])
    else $error("noc_id %0d is that of an open burst", id);
  answers_open_bursts: assert property (@(posedge clk) disable iff (!rst_n) rvalid |-> open[rid])
    else $error("noc_rvalid of id %0d, which is not open", rid);
  whole_words: assert property (@(posedge clk) disable iff (!rst_n) req |-> addr[5:0] == 0)
    else $error("noc_addr %h is no multiple of 64", addr);
`else
  logic [511:0] strobed;
  always_comb for (int i = 0; i < 64; i++) strobed[8*i+:8] = wstrb[i] === 1'b1 ? wdata[8*i+:8] : 8'h0;
  always @(posedge clk) begin
    if (req === 1'bx || req === 1'bz) $fatal(1, "X on noc_req in cycle %0t", $time);
    if (rvalid === 1'bx || rvalid === 1'bz) $fatal(1, "X on noc_rvalid in cycle %0t", $time);
    if (!rst_n && (req || rvalid)) $fatal(1, "noc_req or noc_rvalid in reset");
    if (rst_n && req) begin
      if (gnt === 1'bx || gnt === 1'bz) $fatal(1, "X on noc_gnt in cycle %0t", $time);
      if (^request === 1'bx) $fatal(1, "X on noc_we, noc_addr, noc_len or noc_id in cycle %0t", $time);
      if (we && (^wstrb === 1'bx || ^strobed === 1'bx))
        $fatal(1, "X on noc_wstrb, or on noc_wdata where it is high, in cycle %0t", $time);
      if (addr[5:0] != 0) $fatal(1, "noc_addr %h is no multiple of 64", addr);
      if (open[id]) $fatal(1, "noc_id %0d is that of an open burst", id);
      if (word != 0 && request !== of_burst) $fatal(1, "another request among the words of a write");
    end
    if (rst_n && waited && (!req || request !== was)) $fatal(1, "noc_req has changed before noc_gnt");
    if (rst_n && rvalid) begin
      if (^{rid, rlast} === 1'bx) $fatal(1, "X on noc_rid or noc_rlast in cycle %0t", $time);
      if (!open[rid]) $fatal(1, "noc_rvalid of id %0d, which is not open", rid);
    end
  end
`endif
endinterface
