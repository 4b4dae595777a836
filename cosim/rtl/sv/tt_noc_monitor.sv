// SPDX-License-Identifier: Apache-2.0
// Writes the words that pass over tt_noc_if as an event log: stream noc. A word of a write in the cycle in which the tile takes it
// (gnt), one of a read in the cycle in which it comes (rvalid). That a write's bytes are in L1 is no event.
module tt_noc_monitor #(
    parameter string FILE = "noc.jsonl"
) (
    input logic clk,
    input logic rst_n,
    tt_noc_if.monitor pins
);
  // verilator lint_off BLKSEQ
  tt_event_log #(.FILE(FILE)) log (.clk, .rst_n);
  bit [31:0] addr[8];  // of the next word of the burst with that id
  bit [7:0] reads;     // a bit an id
  bit [7:0] word;      // of the present write

  task automatic beat(input bit [31:0] a, input bit we, input bit [2:0] id, input bit last, input bit [63:0] strobes,
                      input bit [511:0] data);
    log.start(0, "noc", log.cycle);
    $fwrite(log.file, ",\"addr\":\"0x%0h\",\"we\":%0d,\"id\":%0d,\"last\":%0d,\"strb\":\"0x%0h\"", a, we, id, last, strobes);
    log.start_data();
    for (int i = 0; i < 64; i++) log.data_byte(strobes[i] ? data[8*i+:8] : 8'h00);
    log.end_data();
  endtask

  always @(posedge clk)
    if (!rst_n) word = 0;
    else begin
      if (pins.rvalid && reads[pins.rid]) begin
        beat(addr[pins.rid], 0, pins.rid, pins.rlast, '1, pins.rdata);
        addr[pins.rid] = addr[pins.rid] + 64;
      end
      if (pins.req && pins.gnt) begin
        reads[pins.id] = !pins.we;
        if (pins.we) begin
          beat(pins.addr + 64 * {24'd0, word}, 1, pins.id, word == pins.len, pins.wstrb, pins.wdata);
          word = word == pins.len ? 0 : word + 1;
        end else addr[pins.id] = pins.addr;
      end
    end
endmodule
