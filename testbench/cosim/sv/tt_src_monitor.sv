// Writes what happens at SrcA or SrcB over tt_src_if as an event log: streams srca.write and handover.srca (srcb...). A row a line, in
// the cycle in which it is written: the model tells all rows of an instruction in its last cycle (diff-events --slack). Counts cycles
// by the edges behind reset, so the clock must not be gated.
module tt_src_monitor #(
    parameter string SRC = "srca",
    parameter string FILE = {SRC, ".jsonl"},
    parameter int HAND_OVER_CYCLES = 1  // hand_over.latency_cycles: `own` rises so long behind the cycle in which a bank comes back
) (
    input logic clk,
    input logic rst_n,
    tt_src_if.monitor pins
);
  // verilator lint_off BLKSEQ
  int log, writes, given;
  longint cycle;
  logic [1:0] own_before;
  initial log = tt_events_pkg::open(FILE);
  final tt_events_pkg::close(log, cycle);

  task automatic row(input logic [5:0] number, input int rows);
    $fwrite(log, "{\"s\":\"%s.write\",\"n\":%0d,\"c\":%0d,\"bank\":%0d,\"row\":%0d,\"rows\":%0d", SRC, writes, cycle, pins.bank, number,
            rows);
    writes = writes + 1;
  endtask
  task automatic hand_over(input int bank, input int owner, input longint in);
    $fdisplay(log, "{\"s\":\"handover.%s\",\"n\":%0d,\"c\":%0d,\"bank\":%0d,\"owner\":%0d}", SRC, given, in, bank, owner);
    given = given + 1;
  endtask

  always @(posedge clk)
    if (!rst_n) begin
      cycle <= 0;
      own_before <= '1;
      writes = 0;
      given = 0;
    end else begin
      if (pins.clr) begin
        row(0, 64);
        $fdisplay(log, "}");
      end
      if (pins.we) begin
        row(pins.row, 1);
        if (&pins.mask) begin
          $fwrite(log, ",\"d\":\"");
          for (int i = 0; i < 16; i++)
            $fwrite(log, "%02h%02h%02h00", pins.data[i][7:0], pins.data[i][15:8], {5'd0, pins.data[i][18:16]});
          $fwrite(log, "\"");
        end
        $fdisplay(log, "}");
      end
      for (int b = 0; b < 2; b++)
        if (pins.own[b] && !own_before[b]) hand_over(b, 0, cycle - longint'(HAND_OVER_CYCLES));
      if (pins.give) hand_over(32'(pins.give_bank), 1, cycle);
      own_before <= pins.give ? pins.own & ~(2'b01 << pins.give_bank) : pins.own;
      cycle <= cycle + 1;
    end
endmodule
