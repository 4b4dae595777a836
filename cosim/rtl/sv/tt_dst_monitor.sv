// SPDX-License-Identifier: Apache-2.0
// Writes what is written to Dst over tt_dst_if as an event log: stream dst.write, a line for each block that `wrote` announces, in the
// cycle in which it does. With data, once all eight rows of the block have passed these pins, from its first row on and in their
// order: of other blocks another unit may have written a part. (What a read port fetches is no event: dst.read reports the start of an
// instruction.)
module tt_dst_monitor #(
    parameter int BY = 2,  // number of the unit, as in accept.UNIT
    parameter bit WHOLE = 0,  // only blocks with data: a line a block, as the model writes of an instruction
    parameter string FILE = "dst.jsonl"
) (
    input logic clk,
    input logic rst_n,
    tt_dst_if.monitor pins
);
  tt_event_log #(.FILE(FILE)) log (.clk, .rst_n);
  // verilator lint_off BLKSEQ
  bit [15:0] image[1024][16];
  bit [3:0] rows[128];  // of a block: so many have been written

  task automatic write(input logic [9:0] row, input int shift);
    for (int i = 0; i < 16; i++) if (pins.wmask[i]) image[row][i] = 16'(pins.wdata[i] >> shift);
    if (!(&pins.wmask) || (row[2:0] != 0 && {1'b0, row[2:0]} != rows[row[9:3]])) rows[row[9:3]] = 0;
    else rows[row[9:3]] = {1'b0, row[2:0]} + 1;
  endtask

  always @(posedge clk)
    if (!rst_n) for (int i = 0; i < 128; i++) rows[i] = 0;
    else begin
      if (pins.we) begin
        write(pins.wrow, pins.ww32 ? 16 : 0);
        if (pins.ww32) write(pins.wrow + 8, 0);
      end
      if (pins.wrote && (!WHOLE || rows[pins.wrote_block] == 8)) begin
        log.start(0, "dst.write", log.cycle);
        $fwrite(log.file, ",\"block\":%0d,\"by\":%0d", pins.wrote_block, BY);
        if (rows[pins.wrote_block] == 8) begin
          log.start_data();
          for (int r = 0; r < 8; r++)
            for (int i = 0; i < 16; i++) begin
              log.data_byte(image[{pins.wrote_block, 3'(r)}][i][7:0]);
              log.data_byte(image[{pins.wrote_block, 3'(r)}][i][15:8]);
            end
          log.end_data();
          rows[pins.wrote_block] = 0;
        end
      end
    end
endmodule
