// SPDX-License-Identifier: Apache-2.0
// A port of L1 (docs/cosim-l1.md): one beat of an aligned word of 16 bytes a cycle.
//
//   req ... wstrb  what is asked for, in this cycle
//   gnt            its bank serves it in this cycle: at the edge the next request may take its place
//   rvalid ...     the cycle behind the gnt of a read; a write is seen by whatever is granted behind it
//
// A request stays as it is until gnt. MOVES = 1: one that was refused may be there again at another port instead, where the
// arbiter has numbered ports by age (examples/rtl/l1); nothing is ever asked for twice.
interface tt_l1_port_if #(
    parameter bit MOVES = 0
) (
    input logic clk,
    input logic rst_n
);
  /* verilator lint_off UNUSEDSIGNAL */  // where only one side of it is used
  logic         req;
  logic         we;
  logic [ 20:4] addr;    // of the word
  logic [  4:0] client;  // l1_client
  logic [  1:0] op;      // 0 plain, 1 accumulates, 2 atomic, 3 write of fewer than 16 bytes
  logic [  3:0] id;
  logic [127:0] wdata;
  logic [ 15:0] wstrb;
  logic         gnt;
  logic         rvalid;
  logic [  3:0] rid;
  logic [127:0] rdata;
  /* verilator lint_on UNUSEDSIGNAL */

  modport client_side(output req, we, addr, client, op, id, wdata, wstrb, input gnt, rvalid, rid, rdata);
  modport l1_side(input req, we, addr, client, op, id, wdata, wstrb, output gnt, rvalid, rid, rdata);
  modport monitor(input req, we, addr, client, op, id, wdata, wstrb, gnt, rvalid, rid, rdata);

`ifdef VERILATOR
  quiet_in_reset :
  assert property (@(posedge clk) !rst_n |-> !req)
  else $error("%m: req in reset");
  granted_what_was_asked :
  assert property (@(posedge clk) disable iff (!rst_n) gnt |-> req)
  else $error("%m: gnt without req");
  narrow_is_a_write :
  assert property (@(posedge clk) disable iff (!rst_n) req && op == 3 |-> we)
  else $error("%m: a narrow read");
  // An atomic answers at its end.
  answered :
  assert property (@(posedge clk) disable iff (!rst_n) gnt && !we && op != 2 |=> rvalid && rid == $past(id))
  else $error("%m: no answer in the cycle behind the gnt of a read, or one with another id");
  if (!MOVES) begin : g_stays
    stays :
    assert property (@(posedge clk) disable iff (!rst_n)
        req && !gnt |=> req && $stable(we) && $stable(addr) && $stable(client) && $stable(op) && $stable(id) &&
                        (!we || $stable(wdata) && $stable(wstrb)))
    else $error("%m: a request has changed or gone in front of its gnt");
  end
`else
  // The same where concurrent assertions are missing, and what only four states show: no X where it would decide.
  integer         cycle = 0;
  reg             open = 0, reading = 0;
  reg     [ 29:0] asked;
  reg     [143:0] written;
  reg     [  3:0] reading_id;
  wire    [ 29:0] asks = {we, addr, client, op, id, 1'b0};

  task automatic wrong(input [8*48-1:0] what);
    begin
      $display("%m: cycle %0d: %0s", cycle, what);
      $fatal(1);
    end
  endtask

  function automatic unknown_strobed(input [15:0] strobes, input [127:0] data);
    integer i;
    begin
      unknown_strobed = 0;
      for (i = 0; i < 16; i = i + 1) if (strobes[i] && ^data[8*i+:8] === 1'bx) unknown_strobed = 1;
    end
  endfunction

  always @(posedge clk) begin
    if (rst_n === 1'b1) begin
      if (req === 1'bx || req === 1'bz) wrong("req is X");
      if (gnt === 1'bx || gnt === 1'bz) wrong("gnt is X");
      if (rvalid === 1'bx || rvalid === 1'bz) wrong("rvalid is X");
      if (req === 1'b1) begin
        if (we === 1'bx) wrong("we is X");
        if (^addr === 1'bx) wrong("addr is X");
        if (^client === 1'bx) wrong("client is X");
        if (^op === 1'bx) wrong("op is X");
        if (^id === 1'bx) wrong("id is X");
        if (we && ^wstrb === 1'bx) wrong("wstrb is X");
        if (we && unknown_strobed(wstrb, wdata)) wrong("wdata is X");
        if (op == 3 && !we) wrong("a narrow read");
      end
      if (rvalid === 1'b1 && ^rid === 1'bx) wrong("rid is X");
      if (rvalid === 1'b1 && ^rdata === 1'bx) wrong("rdata is X");
      if (gnt && !req) wrong("gnt without req");
      if (reading && !(rvalid && rid === reading_id)) wrong("no answer to a read");
      if (!MOVES && open && !(req && asks === asked && (!we || {wdata, wstrb} === written))) wrong("req changed before gnt");
      open       <= req && !gnt;
      asked      <= asks;
      written    <= {wdata, wstrb};
      reading    <= gnt && !we && op != 2;
      reading_id <= id;
      cycle      <= cycle + 1;
    end else begin
      if (rst_n === 1'b0 && req === 1'b1) wrong("req in reset");
      open    <= 0;
      reading <= 0;
    end
  end
`endif
endinterface
