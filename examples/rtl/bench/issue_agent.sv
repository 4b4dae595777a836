// SPDX-License-Identifier: Apache-2.0
// An agent for an issue stage in the manner of UVM, without its library: sequencer, driver and monitor of tt_issue_if, and a scoreboard
// that compares what RTL accepts with the events of a tile of the C library (tensix_pkg, docs/c-library.md). With UVM the classes
// extend uvm_sequence_item, uvm_driver, uvm_monitor, uvm_scoreboard and uvm_agent, their queues are TLM ports, run() is run_phase,
// and report() is `uvm_error.
package issue_agent_pkg;
  import tensix_pkg::*;

  // What tt_issue_if shows at a rising edge. With UVM it is read by a clocking block of a virtual interface, through which classes
  // of Verilator 5.006 do not see what others drive.
  typedef struct packed {
    bit [2:0] valid, ready;
    bit [2:0][31:0] word;
    bit [2:0][7:0] hold;
  } issue_pins_t;

  // What a thread offers, and what became of it.
  class issue_item;
    int              thread;
    int unsigned     word;
    longint unsigned cycle;  // in which it was accepted
    function string text();
      return $sformatf("0x%0h of thread %0d in cycle %0d", word, thread, cycle);
    endfunction
  endclass

  // Offers the items of a thread one behind the other, each until it is taken; keeps quiet for as long as `hold` says.
  class issue_driver;
    int thread;
    issue_item items[$];

    function new(int thread);
      this.thread = thread;
    endfunction
    // What is offered in the next cycle: the bench assigns it to the pins, as Verilator 5.006 lets no class do.
    bit valid = 0;
    int unsigned word = 0, taken = 0;
    // At each rising edge.
    function void edge_of_clock(issue_pins_t pins);
      if (quiet > 0) quiet--;
      if (pins.valid[thread] && pins.ready[thread]) begin
        quiet = int'(pins.hold[thread]);
        taken++;
        void'(items.pop_front());
      end
      valid = items.size() > 0 && quiet == 0;
      if (items.size() > 0) word = items[0].word;
    endfunction
    protected int quiet = 0;
  endclass

  // What passes the pins.
  class issue_monitor;
    issue_item seen[$];
    longint unsigned cycle = 0;  // behind reset

    function void edge_of_clock(issue_pins_t pins);
      issue_item item;
      for (int t = 0; t < 3; t++)
        if (pins.valid[t] && pins.ready[t]) begin
          item = new();
          item.thread = t;
          item.word = pins.word[t];
          item.cycle = cycle;
          seen.push_back(item);
        end
      cycle++;
    endfunction
  endclass

  // Expected: what the tile's unit `member` accepts. Both come in their order, and in cycles from the first one on: on its way to the
  // unit a word passes a FIFO, expanders and the wait gate of the tile, which RTL alone does not have.
  class issue_scoreboard;
    int member;  // of TT_EVENT_ACCEPT: 2 is the matrix unit (docs/events.md)
    int unsigned compared = 0, differences = 0;
    longint unsigned behind = 0;  // cycles of the tile behind RTL's, as of the first one
    issue_item expected[$];

    function new(int member);
      this.member = member;
    endfunction
    function void take_events(tt_tile tile);
      tensix_event_t e;
      issue_item item;
      while (tile.next_typed_event(e))
        if (e.kind == TT_EVENT_ACCEPT && e.member == member) begin
          item = new();
          item.thread = int'(e.thread);
          item.word = int'(e.word);
          item.cycle = e.cycle;
          expected.push_back(item);
        end
    endfunction
    function void compare(issue_item got);
      issue_item should;
      compared++;
      if (expected.size() == 0) begin
        report({"RTL accepts ", got.text(), "; the tile does not"});
        return;
      end
      should = expected.pop_front();
      if (compared == 1) behind = should.cycle - got.cycle;
      got.cycle += behind;
      if (got.thread != should.thread || got.word != should.word || got.cycle != should.cycle)
        report({"RTL accepts ", got.text(), "; the tile ", should.text()});
    endfunction
    // At the end.
    function void check();
      if (expected.size() > 0) report({"RTL does not accept ", expected[0].text()});
    endfunction
    virtual function void report(string text);
      differences++;
      $error("%s", text);
    endfunction
  endclass

  class issue_agent;
    issue_driver driver[3];
    issue_monitor monitor;
    issue_scoreboard scoreboard;

    function new(int member);
      for (int t = 0; t < 3; t++) driver[t] = new(t);
      monitor = new();
      scoreboard = new(member);
    endfunction
    // At each rising edge behind reset.
    function void edge_of_clock(tt_tile tile, issue_pins_t pins);
      monitor.edge_of_clock(pins);
      for (int t = 0; t < 3; t++) driver[t].edge_of_clock(pins);
      scoreboard.take_events(tile);
    endfunction
    // Once the tile tells nothing more.
    function void check();
      while (monitor.seen.size() > 0) scoreboard.compare(monitor.seen.pop_front());
      scoreboard.check();
    endfunction
  endclass
endpackage
