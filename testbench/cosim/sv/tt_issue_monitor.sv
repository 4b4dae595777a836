// Writes what a unit accepts over tt_issue_if as an event log: stream accept.UNIT. Counts cycles by the edges behind reset, so the
// clock must not be gated.
module tt_issue_monitor #(
    parameter string UNIT = "matrix_unit",
    parameter string FILE = {UNIT, ".jsonl"}
) (
    input logic clk,
    input logic rst_n,
    tt_issue_if.monitor pins
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
      for (int t = 0; t < 3; t++)
        if (pins.valid[t] && pins.ready[t]) begin
          $fdisplay(log, "{\"s\":\"accept.%s\",\"n\":%0d,\"c\":%0d,\"thread\":%0d,\"word\":\"0x%0h\"}", UNIT, number, cycle, t,
                    pins.word[t]);
          number = number + 1;
        end
      cycle <= cycle + 1;
    end
endmodule
