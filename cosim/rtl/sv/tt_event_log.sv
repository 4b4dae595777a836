// SPDX-License-Identifier: Apache-2.0
// An event log (docs/events.md), as tensix-tlm diff-events reads it: the file, the cycle, and the numbers of a monitor's streams.
// Counts cycles by the edges behind reset, so the clock must not be gated.
interface tt_event_log #(
    parameter string FILE = "events.jsonl"
) (
    input logic clk,
    input logic rst_n
);
  // verilator lint_off BLKSEQ
  int file;
  int number[2];  // of the next event of each stream
  longint cycle;
  bit unfinished;  // the last line is

  initial begin
    file = $fopen(FILE, "w");
    if (file == 0) $fatal(1, "cannot write %s", FILE);
    $fdisplay(file, "{\"format\":\"tensix-tlm-events\",\"version\":1,\"data\":\"full\",\"writer\":\"monitors of cosim/rtl/sv\"}");
  end
  final begin
    if (unfinished) $fdisplay(file, "}");
    $fdisplay(file, "{\"end\":%0d}", cycle);
    $fclose(file);
  end
  always @(posedge clk)
    if (!rst_n) begin
      cycle <= 0;
      number[0] = 0;
      number[1] = 0;
    end else cycle <= cycle + 1;

  // An event of the monitor's first (0) or second (1) stream, which is called `name`. Its fields are written behind it, to `file`.
  task automatic start(input bit which, input string name, input longint in);
    if (unfinished) $fdisplay(file, "}");
    $fwrite(file, "{\"s\":\"%s\",\"n\":%0d,\"c\":%0d", name, number[which], in);
    number[which] = number[which] + 1;
    unfinished = 1;
  endtask
  // Its data, if it has any; a byte a call, from byte 0 on, between start_data and end_data.
  task automatic start_data();
    $fwrite(file, ",\"d\":\"");
  endtask
  task automatic data_byte(input logic [7:0] value);
    $fwrite(file, "%02h", value);
  endtask
  task automatic end_data();
    $fwrite(file, "\"");
  endtask
endinterface
