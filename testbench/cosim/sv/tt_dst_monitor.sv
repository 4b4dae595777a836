// Writes what is written to Dst over tt_dst_if as an event log: stream dst.write, a line for each block that `wrote` announces, in the
// cycle in which it does. Without data: other writers share the block. (What a read port fetches is no event: dst.read tells the start
// of an instruction.) Counts cycles by the edges behind reset, so the clock must not be gated.
module tt_dst_monitor #(
    parameter int BY = 2,  // number of the unit, as in accept.UNIT
    parameter string FILE = "dst.jsonl"
) (
    input logic clk,
    input logic rst_n,
    tt_dst_if.monitor pins
);
  // verilator lint_off BLKSEQ
  int log, number;
  longint cycle;
  initial log = tt_events_pkg::open(FILE);
  final tt_events_pkg::close(log, cycle);
  always @(posedge clk)
    if (!rst_n) begin
      cycle <= 0;
      number = 0;
    end else begin
      if (pins.wrote) begin
        $fdisplay(log, "{\"s\":\"dst.write\",\"n\":%0d,\"c\":%0d,\"block\":%0d,\"by\":%0d}", number, cycle, pins.wrote_block, BY);
        number = number + 1;
      end
      cycle <= cycle + 1;
    end
endmodule
