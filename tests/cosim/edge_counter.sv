// SPDX-License-Identifier: Apache-2.0
// Counts edges; an assertion of it fails when it is told to.
module edge_counter (
    input  logic        clk,
    input  logic        rst_n,
    input  logic        fail,
    output logic [31:0] count,
    output logic        odd  // of what is counted and of `fail`, without an edge
);
  assign odd = count[0] ^ fail;

  always_ff @(posedge clk) begin
    if (!rst_n) count <= 0;
    else count <= count + 1;
  end

  told_to_fail :
  assert property (@(posedge clk) disable iff (!rst_n) !fail)
  else $error("edge_counter was told to fail at %0d", count);
endmodule
