// SPDX-License-Identifier: Apache-2.0
// Writes the accesses of a core over tt_core_if as an event log: stream core.CORE. A store, or a push, in the cycle in which the tile
// takes it (gnt); a load in the cycle of its answer, with what it has brought.
module tt_core_monitor #(
    parameter string CORE = "t0",  // t0, t1, t2, b or nc
    parameter string FILE = {"core_", CORE, ".jsonl"}
) (
    input logic clk,
    input logic rst_n,
    tt_core_if.monitor pins
);
  // verilator lint_off BLKSEQ
  tt_event_log #(.FILE(FILE)) log (.clk, .rst_n);
  bit [31:0] addr[8];  // of the open load with that id
  bit [3:0] be[8];

  task automatic access(input bit [31:0] a, input bit we, input bit [3:0] enables, input bit [2:0] id, input bit [31:0] data);
    log.start(0, {"core.", CORE}, log.cycle);
    $fwrite(log.file, ",\"addr\":\"0x%0h\",\"we\":%0d,\"be\":%0d,\"id\":%0d", a, we, enables, id);
    log.start_data();
    for (int i = 0; i < 4; i++) log.data_byte(enables[i] ? data[8*i+:8] : 8'h00);
    log.end_data();
  endtask

  always @(posedge clk)
    if (rst_n) begin
      if (pins.rvalid) access(addr[pins.rid], 0, be[pins.rid], pins.rid, pins.rdata);
      if (pins.req && pins.gnt) begin
        if (pins.we) access(pins.addr, 1, pins.be, pins.id, pins.wdata);
        else begin
          addr[pins.id] = pins.addr;
          be[pins.id] = pins.be;
        end
      end
    end
endmodule
