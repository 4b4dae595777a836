// SPDX-License-Identifier: Apache-2.0
// The command stage of a network interface (NIU): what software sees of it, and the packets that its commands give. All of it
// within a cycle; loads are combinational, everything else counts at the edge that ends the cycle.
//
//   st_*        stores, lane 0 first: up to eight a cycle (cores and the NoC's own)
//   ld_addr     a load; ld_data is what it gives, behind all stores, steps and gnt of this cycle so far.
//   ld_re       the load counts: NIU_TRANS_COUNT_RTZ_NUM takes back what it has shown
//   ev_*        steps of packets, which counters count: up to eight a cycle
//   pkt_valid   a packet waits for its virtual channel. A register; it stays, with its header, until gnt.
//   header      as the module that gives it packs it; for monitors
//   gnt         the channel is given: the packet is taken at the edge
//   active      a register: without it, an edge changes nothing unless an input is high in front of it
interface tt_niu_if (
    input logic clk,
    input logic rst_n
);
  logic [7:0]   st_valid;
  logic [7:0]   ev_valid;
  logic         ld_re;
  logic         pkt_valid;
  logic [387:0] header;
  logic         gnt;
  logic         active;

  modport unit(input st_valid, input ev_valid, input ld_re, input gnt, output pkt_valid, output header, output active);
  modport tile(output st_valid, output ev_valid, output ld_re, output gnt, input pkt_valid, input header, input active);
  modport monitor(input st_valid, input ev_valid, input ld_re, input gnt, input pkt_valid, input header, input active);

`ifndef __ICARUS__
  // Of the tile.
  silent_in_reset: assert property (@(posedge clk) !rst_n |-> st_valid == 0 && ev_valid == 0 && !ld_re && !gnt)
    else $error("niu_st_valid, niu_ev_valid, niu_ld_re or niu_gnt in reset");
  taken_on_valid: assert property (@(posedge clk) disable iff (!rst_n) gnt |-> pkt_valid)
    else $error("niu_gnt without niu_pkt_valid");
  // Of the unit.
  stays: assert property (@(posedge clk) disable iff (!rst_n) pkt_valid && !gnt |=> pkt_valid && $stable(header))
    else $error("niu_pkt_valid or the header has changed before niu_gnt");
  active_while_valid: assert property (@(posedge clk) disable iff (!rst_n) pkt_valid |-> active)
    else $error("niu_active is low, but a packet waits");
`else
  // The same rules for a simulator without concurrent assertions, and what only one with four states can see.
  logic         waited = 0;
  logic [387:0] was;
  always @(posedge clk) begin
    if (^{st_valid, ev_valid, ld_re, gnt} === 1'bx) $fatal(1, "X on niu_st_valid, niu_ev_valid, niu_ld_re or niu_gnt");
    if (!rst_n && {st_valid, ev_valid, ld_re, gnt} != 0) $fatal(1, "niu_st_valid, niu_ev_valid, niu_ld_re or niu_gnt in reset");
    if (rst_n) begin
      if (^{pkt_valid, active} === 1'bx) $fatal(1, "X on niu_pkt_valid or niu_active");
      if (pkt_valid && ^header === 1'bx) $fatal(1, "X on the header of a packet");
      if (gnt && !pkt_valid) $fatal(1, "niu_gnt without niu_pkt_valid");
      if (pkt_valid && !active) $fatal(1, "niu_active is low, but a packet waits");
      if (waited && (!pkt_valid || header !== was)) $fatal(1, "niu_pkt_valid or the header has changed before niu_gnt");
    end
    waited = rst_n && pkt_valid && !gnt;
    was = header;
  end
`endif
endinterface
