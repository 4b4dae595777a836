// SPDX-License-Identifier: Apache-2.0
// Writes what a unit accepts over tt_issue_if as an event log: stream accept.UNIT.
module tt_issue_monitor #(
    parameter string UNIT = "matrix_unit",
    parameter string FILE = {UNIT, ".jsonl"}
) (
    input logic clk,
    input logic rst_n,
    tt_issue_if.monitor pins
);
  tt_event_log #(.FILE(FILE)) log (.clk, .rst_n);
  always @(posedge clk)
    if (rst_n)
      for (int t = 0; t < 3; t++)
        if (pins.valid[t] && pins.ready[t]) begin
          log.start(0, {"accept.", UNIT}, log.cycle);
          $fwrite(log.file, ",\"thread\":%0d,\"word\":\"0x%0h\"", t, pins.word[t]);
        end
endmodule
