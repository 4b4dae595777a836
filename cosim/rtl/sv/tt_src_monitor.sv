// SPDX-License-Identifier: Apache-2.0
// Writes what happens at SrcA or SrcB over tt_src_if as an event log: streams srca.write and handover.srca (srcb...). A row a line, in
// the cycle in which it is written: the model reports all rows of an instruction in its last cycle (diff-events --slack).
module tt_src_monitor #(
    parameter string SRC = "srca",
    parameter string FILE = {SRC, ".jsonl"},
    parameter int HAND_OVER_CYCLES = 1  // hand_over.latency_cycles: `own` rises so long behind the cycle in which a bank comes back
) (
    input logic clk,
    input logic rst_n,
    tt_src_if.monitor pins
);
  tt_event_log #(.FILE(FILE)) log (.clk, .rst_n);
  logic [1:0] own_before;

  task automatic row(input logic [5:0] number, input int rows);
    log.start(0, {SRC, ".write"}, log.cycle);
    $fwrite(log.file, ",\"bank\":%0d,\"row\":%0d,\"rows\":%0d", pins.bank, number, rows);
  endtask
  task automatic hand_over(input int bank, input int owner, input longint in);
    log.start(1, {"handover.", SRC}, in);
    $fwrite(log.file, ",\"bank\":%0d,\"owner\":%0d", bank, owner);
  endtask

  always @(posedge clk)
    if (!rst_n) own_before <= '1;
    else begin
      if (pins.clr) row(0, 64);
      if (pins.we) begin
        row(pins.row, 1);
        if (&pins.mask) begin
          log.start_data();
          for (int i = 0; i < 16; i++) begin
            log.data_byte(pins.data[i][7:0]);
            log.data_byte(pins.data[i][15:8]);
            log.data_byte({5'd0, pins.data[i][18:16]});
            log.data_byte(8'd0);
          end
          log.end_data();
        end
      end
      for (int b = 0; b < 2; b++)
        if (pins.own[b] && !own_before[b]) hand_over(b, 0, log.cycle - longint'(HAND_OVER_CYCLES));
      if (pins.give) hand_over(32'(pins.give_bank), 1, log.cycle);
      own_before <= pins.give ? pins.own & ~(2'b01 << pins.give_bank) : pins.own;
    end
endmodule
