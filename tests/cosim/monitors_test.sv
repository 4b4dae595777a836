// SPDX-License-Identifier: Apache-2.0
// A few cycles at the pins of L1, SrcB, Dst, a core and a NoC for the monitors of cosim/rtl/sv; monitors_test.py knows what they must write.
module monitors_test;
  logic clk = 0, rst_n = 0;
  tt_l1_port_if l1 (.clk, .rst_n);
  tt_src_if src (.clk, .rst_n);
  tt_dst_if #(.PORTS(1)) dst (.clk, .rst_n);
  tt_l1_port_monitor #(.PORT(5), .FILE("l1.jsonl")) l1_events (.clk, .rst_n, .pins(l1));
  tt_src_monitor #(.SRC("srcb"), .FILE("srcb.jsonl"), .HAND_OVER_CYCLES(2)) src_events (.clk, .rst_n, .pins(src));
  tt_dst_monitor #(.BY(3), .FILE("dst.jsonl")) dst_events (.clk, .rst_n, .pins(dst));
  tt_dst_monitor #(.BY(3), .WHOLE(1), .FILE("blocks.jsonl")) dst_blocks (.clk, .rst_n, .pins(dst));

  tt_core_if core (.clk, .rst_n);
  tt_noc_if noc (.clk, .rst_n);
  tt_core_monitor #(.CORE("b"), .FILE("core.jsonl")) core_events (.clk, .rst_n, .pins(core));
  tt_noc_monitor #(.FILE("noc.jsonl")) noc_events (.clk, .rst_n, .pins(noc));

  task automatic idle();
    {l1.req, l1.we, l1.addr, l1.client, l1.op, l1.id, l1.wdata, l1.wstrb, l1.gnt, l1.rvalid, l1.rid, l1.rdata} = '0;
    {src.we, src.bank, src.row, src.mask, src.clr, src.clr_value, src.give, src.give_bank, src.fmt, src.re, src.rrow} = '0;
    {dst.re, dst.w32, dst.blocked, dst.we, dst.wrow, dst.ww32, dst.wmask, dst.wrote, dst.wrote_block} = '0;
    {core.req, core.we, core.addr, core.wdata, core.be, core.id, core.gnt, core.rvalid, core.rid, core.rdata} = '0;
    {noc.req, noc.we, noc.addr, noc.len, noc.id, noc.wdata, noc.wstrb, noc.gnt, noc.rvalid, noc.rid, noc.rdata, noc.rlast} = '0;
    for (int i = 0; i < 16; i++) begin
      src.data[i] = 0;
      src.rdata[i] = 0;
      dst.wdata[i] = 0;
      dst.data[0][i] = 0;
    end
    dst.row[0] = 0;
  endtask
  // A row of Dst, datum i: `first` + i; in 32 bits as well in the high half.
  task automatic dst_row(input bit [9:0] row, input bit w32, input int first);
    {dst.we, dst.ww32, dst.wrow, dst.wmask} = {1'b1, w32, row, 16'hffff};
    for (int i = 0; i < 16; i++) dst.wdata[i] = 32'(first + i) | (w32 ? 32'(first + i + 256) << 16 : 0);
  endtask
  task automatic core_asks(input bit we, input bit [31:0] addr, input bit [3:0] be, input bit [2:0] id, input bit gnt);
    {core.req, core.we, core.addr, core.be, core.id, core.gnt, core.wdata} = {1'b1, we, addr, be, id, gnt, 32'hddccbbaa};
  endtask
  task automatic core_answer(input bit [2:0] id, input bit [31:0] data);
    {core.rvalid, core.rid, core.rdata} = {1'b1, id, data};
  endtask
  task automatic noc_asks(input bit we, input bit [31:0] addr, input bit [7:0] len, input bit [2:0] id, input bit gnt);
    {noc.req, noc.we, noc.addr, noc.len, noc.id, noc.gnt} = {1'b1, we, addr, len, id, gnt};
    if (we) {noc.wstrb, noc.wdata} = {64'h8000000000000001, {64{8'hee}}};
  endtask
  task automatic noc_answer(input bit [2:0] id, input bit last, input bit [7:0] data);
    {noc.rvalid, noc.rid, noc.rlast, noc.rdata} = {1'b1, id, last, {64{data}}};
  endtask
  task automatic edge_of_clock();
    #1 clk = 1;
    #1 clk = 0;
    idle();
  endtask

  initial begin
    idle();
    src.own = 3;
    repeat (2) edge_of_clock();
    rst_n = 1;
    edge_of_clock();  // cycle 0: nothing
    core_asks(1, 32'hffe40000, 15, 0, 1);  // a push
    noc_asks(1, 32'h1000, 1, 4, 1);  // a write of two words, of which the second has to wait
    {l1.req, l1.we, l1.gnt, l1.client, l1.op} = {1'b1, 1'b1, 1'b1, 5'd7, 2'd3};  // cycle 1: four bytes are written
    {l1.addr, l1.wstrb, l1.wdata} = {17'h1234, 16'h00f0, 128'h0f0e0d0c0b0a09080706050403020100};
    {src.we, src.row, src.mask} = {1'b1, 6'd9, 16'hffff};
    for (int i = 0; i < 16; i++) src.data[i] = 19'h70000 + 19'(i);
    {dst.we, dst.wrow, dst.wmask, dst.wrote, dst.wrote_block} = {1'b1, 10'd17, 16'hffff, 1'b1, 7'd2};
    edge_of_clock();
    {l1.req, l1.client, l1.id} = {1'b1, 5'd2, 4'd6};  // cycle 2: a read, not granted yet
    core_asks(0, 32'h104, 12, 3, 0);
    noc_asks(1, 32'h1000, 1, 4, 0);
    {src.clr, src.bank} = 2'b11;
    edge_of_clock();
    {l1.req, l1.gnt, l1.client, l1.id} = {1'b1, 1'b1, 5'd2, 4'd6};  // cycle 3: granted
    core_asks(0, 32'h104, 12, 3, 1);
    noc_asks(1, 32'h1000, 1, 4, 1);
    {src.give, src.give_bank} = 2'b11;
    edge_of_clock();
    src.own = 1;
    {l1.rvalid, l1.rid, l1.rdata} = {1'b1, 4'd6, 128'hff};                              // cycle 4: the data, and at once
    {l1.req, l1.we, l1.gnt, l1.op, l1.wstrb} = {1'b1, 1'b1, 1'b1, 2'd1, 16'hffff};  // one that accumulates
    core_asks(0, 32'h208, 15, 1, 1);
    noc_asks(0, 32'h2000, 1, 2, 1);
    edge_of_clock();
    core_asks(1, 32'h301, 2, 0, 1);  // cycle 5: a store beside an answer
    core_answer(3, 32'h44332211);
    noc_answer(4, 1, 0);  // the write is over: no event
    edge_of_clock();
    core_answer(1, 32'h12345678);
    noc_answer(2, 0, 8'h11);
    src.own = 3;  // cycle 6: given back in cycle 4
    for (int r = 0; r < 8; r++) begin  // to cycle 13: a whole block of 16 bits, a row a cycle
      dst_row(10'(64 + r), 0, 16 * r);
      {dst.wrote, dst.wrote_block} = {1'b1, 7'd8};
      if (r == 1) noc_answer(2, 1, 8'h22);
      edge_of_clock();
    end
    for (int r = 0; r < 8; r++) begin  // to cycle 21: one of 32 bits, which is two; the other is announced at the end
      dst_row(10'(96 + r), 1, 16 * r);
      {dst.wrote, dst.wrote_block} = {1'b1, 7'd12};
      edge_of_clock();
    end
    {dst.wrote, dst.wrote_block} = {1'b1, 7'd13};  // cycle 22
    edge_of_clock();
    {dst.wrote, dst.wrote_block} = {1'b1, 7'd8};  // cycle 23: nothing was written since
    edge_of_clock();
    $finish;
  end
endmodule
