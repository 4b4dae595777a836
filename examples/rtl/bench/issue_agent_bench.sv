// How the agent is put around an issue stage: a unit that takes every instruction at once, as the miscellaneous unit does, beside a tile
// whose thread 0 is given the same words. Compile-checked by the test records_bench (docs/records.md, "With classes").
module issue_agent_bench;
  import tensix_pkg::*;
  import issue_agent_pkg::*;
  bit clk = 0, rst_n = 0;
  always #1 clk = ~clk;
  tt_issue_if pins (.clk, .rst_n);
  assign pins.ready = pins.valid;
  assign pins.reason = '0;
  assign pins.hold = '0;
  assign pins.drained = '1;
  assign pins.active = 0;

  issue_agent agent;
  tt_tile tile;
  initial begin
    agent = new(pins, 8);  // accept.misc_unit
    tile = new();
    tile.tell_events("none");
    rst_n = 1;
  end
  // A word for both.
  function automatic void give(int unsigned word);
    issue_item item = new();
    item.thread = 0;
    item.word = word;
    agent.driver[0].items.push_back(item);
    void'(tile.push(0, word));
  endfunction
  always @(posedge clk)
    if (rst_n) begin
      if (tile.ready(0) && tile.cycle() < 100) give(32'h50000000);  // SETADC
      void'(tile.advance());
      agent.edge_of_clock(tile);
      for (int t = 0; t < 3; t++) begin
        pins.valid[t] <= agent.driver[t].valid;
        pins.word[t] <= agent.driver[t].word;
        pins.number[t] <= agent.driver[t].taken;
      end
      if (tile.cycle() == 1000) begin
        agent.check();
        tile.destroy();
        $finish;
      end
    end
endmodule
