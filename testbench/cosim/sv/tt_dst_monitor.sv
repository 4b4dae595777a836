// Writes what is written to Dst over tt_dst_if as an event log: stream dst.write, a line for each block that `wrote` announces, in the
// cycle in which it does. Without data: other writers share the block. (What a read port fetches is no event: dst.read tells the start
// of an instruction.)
module tt_dst_monitor #(
    parameter int BY = 2,  // number of the unit, as in accept.UNIT
    parameter string FILE = "dst.jsonl"
) (
    input logic clk,
    input logic rst_n,
    tt_dst_if.monitor pins
);
  tt_event_log #(.FILE(FILE)) log (.clk, .rst_n);
  always @(posedge clk)
    if (rst_n && pins.wrote) begin
      log.start(0, "dst.write", log.cycle);
      $fwrite(log.file, ",\"block\":%0d,\"by\":%0d", pins.wrote_block, BY);
    end
endmodule
