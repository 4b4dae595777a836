// SPDX-License-Identifier: Apache-2.0
// Writes the beats of a port of L1 as an event log: stream l1.PORT. Of a write in the cycle of its gnt, of a read in the one behind
// it, with the data; of accumulating and atomic ones without, for the pins do not show what L1 has afterwards.
module tt_l1_port_monitor #(
    parameter int PORT = 0,
    parameter string FILE = "l1_port.jsonl"
) (
    input logic clk,
    input logic rst_n,
    tt_l1_port_if.monitor pins
);
  // verilator lint_off BLKSEQ
  tt_event_log #(.FILE(FILE)) log (.clk, .rst_n);
  logic reading = 0;  // the event before waits for its data

  task automatic data(input logic [127:0] word, input logic [15:0] strobes);
    log.start_data();
    for (int i = 0; i < 16; i++) log.data_byte(strobes[i] ? word[8*i+:8] : 8'h00);
    log.end_data();
  endtask

  always @(posedge clk)
    if (rst_n) begin
      if (reading) data(pins.rdata, '1);
      reading = 0;
      if (pins.gnt) begin
        log.start(0, $sformatf("l1.%0d", PORT), log.cycle);
        $fwrite(log.file, ",\"addr\":\"0x%0h\",\"we\":%0d,\"client\":%0d,\"op\":%0d,\"strb\":\"0x%0h\"", {pins.addr, 4'd0}, pins.we,
                pins.client, pins.op == 3 ? 2'd0 : pins.op, pins.we ? pins.wstrb : 16'hffff);
        if (pins.op != 1 && pins.op != 2) begin
          if (pins.we) data(pins.wdata, pins.wstrb);
          else reading = 1;
        end
      end
    end
endmodule
