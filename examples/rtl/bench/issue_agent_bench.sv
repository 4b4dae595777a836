// SPDX-License-Identifier: Apache-2.0
// How the agent is put around an issue stage: a unit that takes every instruction at once, as the miscellaneous unit does, beside a tile
// whose thread 0 is given the same words. +bug: it takes one of them a cycle late. The test records_bench runs it (docs/records.md, "With
// classes").
module issue_agent_bench;
  import tensix_pkg::*;
  import issue_agent_pkg::*;
  localparam int WORDS = 50;
  bit clk = 0, rst_n = 0, bug;
  always #1 clk = ~clk;
  tt_issue_if pins (.clk, .rst_n);
  bit refused = 0;
  wire late = bug && !refused && pins.valid[0] && pins.number[0] == 20;
  always @(posedge clk) if (late) refused <= 1;
  assign pins.ready = late ? 3'd0 : pins.valid;
  assign pins.reason = {3{late ? 5'd8 : 5'd0}};  // unit_busy
  assign pins.hold = '0;
  assign pins.drained = '1;
  assign pins.active = 0;

  issue_agent agent;
  tt_tile tile;
  int given = 0;
  initial begin
    bug = $test$plusargs("bug") != 0;
    pins.valid = '0;
    pins.word = '0;
    pins.number = '0;
    agent = new(8);  // accept.misc_unit
    tile = new();
    tile.tell_events("none");
    repeat (2) @(negedge clk);
    rst_n = 1;
  end
  // A word for both.
  function automatic void give(int unsigned word);
    issue_item item = new();
    item.thread = 0;
    item.word = word;
    agent.driver[0].items.push_back(item);
    void'(tile.push(0, word));
    given++;
  endfunction
  always @(posedge clk)
    if (rst_n) begin
      if (tile.ready(0) && given < WORDS) give(32'h50000000 + given);  // SETADC
      void'(tile.advance());
      agent.edge_of_clock(tile, {pins.valid, pins.ready, pins.word, pins.hold});
      for (int t = 0; t < 3; t++) begin
        pins.valid[t] <= agent.driver[t].valid;
        pins.word[t] <= agent.driver[t].word;
        pins.number[t] <= agent.driver[t].taken;
      end
      if (tile.cycle() == 1000) begin
        agent.check();
        tile.destroy();
        if (agent.scoreboard.compared != WORDS) $fatal(1, "%0d of %0d words were compared", agent.scoreboard.compared, WORDS);
        $display("%0d instructions are accepted as by the tile", agent.scoreboard.compared);
        $finish;
      end
    end
endmodule
