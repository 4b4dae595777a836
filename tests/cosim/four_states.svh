// SPDX-License-Identifier: Apache-2.0
// What the tests of interfaces with four states share: a clock, and which rule is to be broken (+case=NAME). Driven by
// four_states.py.
  logic clk = 0, rst_n = 0;
  always #500 clk = ~clk;
  reg [8*16-1:0] what;

  task automatic cycle;  // past the next edge
    @(posedge clk);
    #1;
  endtask
  function automatic logic is(input [8*16-1:0] name);
    return what == name;
  endfunction

  initial if (!$value$plusargs("case=%s", what)) $fatal(1, "+case=NAME is missing");
