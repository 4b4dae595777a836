// Writes the beats of a port of L1 as an event log: stream l1.PORT. Of a write in the cycle of its gnt, of a read in the one behind
// it, with the data; of accumulating and atomic ones without, for the pins do not show what L1 has afterwards. Counts cycles by the
// edges behind reset, so the clock must not be gated.
module tt_l1_port_monitor #(
    parameter int PORT = 0,
    parameter string FILE = "l1_port.jsonl"
) (
    input logic clk,
    input logic rst_n,
    tt_l1_port_if.monitor pins
);
  // verilator lint_off BLKSEQ
  int log, number;
  longint cycle;
  logic reading;  // the event before waits for its data
  initial begin
    log = tt_events_pkg::open(FILE);
    reading = 0;
  end
  final begin
    if (reading) $fdisplay(log, "}");
    tt_events_pkg::close(log, cycle);
  end

  task automatic data(input logic [127:0] word, input logic [15:0] strobes);
    $fwrite(log, ",\"d\":\"");
    for (int i = 0; i < 16; i++) $fwrite(log, "%02h", strobes[i] ? word[8*i+:8] : 8'h00);
    $fdisplay(log, "\"}");
  endtask

  always @(posedge clk)
    if (!rst_n) begin
      cycle <= 0;
      number = 0;
    end else begin
      if (reading) data(pins.rdata, '1);
      reading = 0;
      if (pins.gnt) begin
        $fwrite(log, "{\"s\":\"l1.%0d\",\"n\":%0d,\"c\":%0d,\"addr\":\"0x%0h\",\"we\":%0d,\"client\":%0d,\"op\":%0d,\"strb\":\"0x%0h\"",
                PORT, number, cycle, {pins.addr, 4'd0}, pins.we, pins.client, pins.op == 3 ? 2'd0 : pins.op,
                pins.we ? pins.wstrb : 16'hffff);
        number = number + 1;
        if (pins.op == 1 || pins.op == 2) $fdisplay(log, "}");
        else if (pins.we) data(pins.wdata, pins.wstrb);
        else reading = 1;
      end
      cycle <= cycle + 1;
    end
endmodule
