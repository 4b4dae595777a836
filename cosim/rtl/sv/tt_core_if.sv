// SPDX-License-Identifier: Apache-2.0
// A RISC-V core's way into the tile (docs/cosim-core.md): loads, stores and pushes of instruction words, by address.
//
//   req we addr wdata be id   the core asks; stays as it is until the edge with gnt
//   gnt                       in the cycle in which the tile has taken it: a push has room in the FIFO, a store is on its way or
//                             in the core's queue. A load is granted when its id is free
//   rvalid rid rdata          answer of the load with that id; a core may use it from the next cycle on
//
// Up to 8 loads are open at once; they are answered in their order, a cycle apart at least.
interface tt_core_if (
    input logic clk,
    input logic rst_n
);
  logic        req, we, gnt, rvalid;
  logic [31:0] addr;
  // verilator lint_off UNUSEDSIGNAL
  logic [31:0] wdata, rdata;
  // verilator lint_on UNUSEDSIGNAL
  logic [3:0]  be;
  logic [2:0]  id, rid;

  modport core(output req, output we, output addr, output wdata, output be, output id, input gnt, input rvalid, input rid,
               input rdata);
  modport tile(input req, input we, input addr, input wdata, input be, input id, output gnt, output rvalid, output rid,
               output rdata);
  modport monitor(input req, input we, input addr, input wdata, input be, input id, input gnt, input rvalid, input rid,
                  input rdata);

  logic [7:0] open;  // loads, by id
  always_ff @(posedge clk)
    if (!rst_n) open <= 0;
    else begin
      if (rvalid) open[rid] <= 0;
      if (req && gnt && !we) open[id] <= 1;
    end

`ifndef __ICARUS__
  silent_in_reset: assert property (@(posedge clk) !rst_n |-> !req && !rvalid)
    else $error("core_req or core_rvalid in reset");
  stays: assert property (@(posedge clk) disable iff (!rst_n) req && !gnt |=> req && $stable({we, addr, be, id}))
    else $error("core_req has changed before core_gnt");
  data_stays: assert property (@(posedge clk) disable iff (!rst_n) req && we && !gnt |=> $stable(wdata))
    else $error("core_wdata has changed before core_gnt");
  granted_on_request: assert property (@(posedge clk) disable iff (!rst_n) gnt |-> req) else $error("core_gnt without core_req");
  one_open_load_an_id: assert property (@(posedge clk) disable iff (!rst_n) req && !we |-> !open[id] || (rvalid && rid == id))
    else $error("core_id %0d is that of an open load", id);
  answers_open_loads: assert property (@(posedge clk) disable iff (!rst_n) rvalid |-> open[rid])
    else $error("core_rvalid of id %0d, which is not open", rid);
  whole: assert property (@(posedge clk) disable iff (!rst_n) req |-> be inside {1, 2, 4, 8, 3, 12, 15})
    else $error("core_be %b is no byte, half or word", be);
`else
  logic        waited = 0;
  logic [40:0] was;
  always @(posedge clk) begin
    if (req === 1'bx || req === 1'bz) $fatal(1, "X on core_req in cycle %0t", $time);
    if (rvalid === 1'bx || rvalid === 1'bz) $fatal(1, "X on core_rvalid in cycle %0t", $time);
    if (!rst_n && (req || rvalid)) $fatal(1, "core_req or core_rvalid in reset");
    if (rst_n && req) begin
      if (gnt === 1'bx || gnt === 1'bz) $fatal(1, "X on core_gnt in cycle %0t", $time);
      if (^{we, addr, be, id} === 1'bx) $fatal(1, "X on core_addr, core_we, core_be or core_id in cycle %0t", $time);
      if (we && ^(wdata & {{8{be[3]}}, {8{be[2]}}, {8{be[1]}}, {8{be[0]}}}) === 1'bx)
        $fatal(1, "X on core_wdata, where core_be is high, in cycle %0t", $time);
      if (!we && open[id] && !(rvalid && rid == id)) $fatal(1, "core_id %0d is that of an open load", id);
    end
    if (rst_n && waited && (!req || {we, addr, be, id} !== was[39:0])) $fatal(1, "core_req has changed before core_gnt");
    if (rst_n && rvalid && (!open[rid] || ^rdata === 1'bx)) $fatal(1, "core_rvalid of id %0d, which is not open, or X on core_rdata", rid);
    waited = rst_n && req && !gnt;
    was = {1'b0, we, addr, be, id};
  end
`endif
endinterface
