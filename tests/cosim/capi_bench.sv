// SPDX-License-Identifier: Apache-2.0
// The C library in a plain SystemVerilog testbench (verilator --binary --timing): plays a list of operations (capi_ops.py) on a
// tile, one call of advance() a clock, and compares L1 with what it should be.
//   +ops=FILE +cycles=N [+vcd=FILE]    N: the cycles that tensix-tlm takes
//   +program=PREFIX +ops=FILE          PREFIX_t0.elf ... _t2.elf on two tiles, one a cycle of clk, one a cycle of a clock of 740.741 ps
//   +idle=N                            only: an idle tile for N clocks (scripts/bench.sh --cosim measures it)
module capi_bench;
  import tensix_pkg::*;

  localparam int most_ops = 8192;
  bit clk = 0;
  always #1 clk = ~clk;

  int unsigned what[4][most_ops];
  int unsigned first[4][most_ops];
  int unsigned second[4][most_ops];
  int unsigned third[4][most_ops];
  int count[4];
  int at[4];
  int waits[4];  // for the answer to this operation; -1: none
  bit done[4];
  longint unsigned finished;
  int failures = 0;
  // What goes wrong is counted, not an $error.
  class counting_tile extends tt_tile;
    int reports = 0;
    function new(string configuration, string settings);
      super.new(configuration, settings);
    endfunction
    virtual function void report(int code, longint unsigned cycle, string text);
      reports++;
      $display("reported: %0d, cycle %0d: %s", code, cycle, text);
    endfunction
  endclass
  counting_tile tile;

  // All that the core does in this cycle.
  function automatic void act(int c);
    int unsigned data;
    bit taken;
    while (!done[c]) begin
      if (waits[c] == 0 || waits[c] == 1) begin
        if (!tile.ready(c)) return;
        if (waits[c] == 1) begin  // not by &&: Verilator 5.006 calls its right side in any case
          if (!tile.response(c, 0, data)) failures++;
        end
      end else if (waits[c] == 2) begin
        if (!tile.response(c, 0, data)) return;
      end
      waits[c] = -1;
      if (at[c] == count[c]) begin
        done[c] = 1;
        finished = tile.cycle();
        return;
      end
      case (what[c][at[c]])
        0: taken = tile.push(c, first[c][at[c]]);
        1: taken = tile.store(c, 0, first[c][at[c]], second[c][at[c]]);
        2: taken = tile.load(c, 0, first[c][at[c]]);
        default: taken = tile.poll(c, 0, first[c][at[c]], second[c][at[c]], third[c][at[c]]);
      endcase
      if (!taken) begin
        failures++;
        done[c] = 1;
        return;
      end
      waits[c] = what[c][at[c]] == 3 ? 2 : int'(what[c][at[c]]);
      at[c]++;
    end
  endfunction

  // The operations of the file; only = 6: compares L1 with it instead.
  task automatic read_ops(string file, int only);
    int f, core;
    int unsigned k, a, b, m, word;
    f = $fopen(file, "r");
    if (f == 0) $fatal(1, "cannot read %s", file);
    while ($fscanf(f, "%x %x %x %x %x\n", core, k, a, b, m) == 5) begin
      if (only == 6) begin
        if (core != 6) continue;
        word = tile.l1(a);
        if ((word & m) != (b & m)) begin
          failures++;
          $display("L1 at %h is %h, not %h", a, word & m, b & m);
        end
      end else if (core == 5) begin
        tile.set_l1(a, b);
      end else if (core < 4) begin
        what[core][count[core]] = k;
        first[core][count[core]] = a;
        second[core][count[core]] = b;
        third[core][count[core]] = m;
        count[core]++;
      end
    end
    $fclose(f);
  endtask

  // Two tiles with clocks that have no common measure: the same cycles, however they fall in time.
  bit clk_fs = 0;
  counting_tile on[2];
  longint unsigned over[2];
  function automatic void program_cycle(int i);
    if (on[i] == null || over[i] != 0) return;
    if (!on[i].advance()) failures++;
    if (on[i].idle() != int'(TT_RUNNING)) over[i] = on[i].cycle() - 1;  // the present one is behind the last
  endfunction
  always @(posedge clk) program_cycle(0);
  always @(posedge clk_fs) program_cycle(1);

  task automatic programs(string prefix, string ops);
    for (int i = 0; i < 2; i++) begin
      tile = new("blackhole", i == 0 ? "cores=programs" : "cores=programs;clock_period_ps=740;clock_period_fs=741");
      for (int core = 0; core < 3; core++)
        if (!tile.program_of(core, $sformatf("%s_t%0d.elf", prefix, core))) failures++;
      read_ops(ops, 0);
      on[i] = tile;
    end
    while (over[0] == 0 || over[1] == 0) begin
      #0.3703705 clk_fs = 1;
      #0.3703705 clk_fs = 0;
    end
    for (int i = 0; i < 2; i++) begin
      tile = on[i];
      read_ops(ops, 6);
      for (int core = 0; core < 5; core++)
        if (tile.core_state(core) != int'(core < 3 ? TT_CORE_STOPPED : TT_CORE_IN_RESET)) failures++;
      if (tt_error_count(tile.handle) != 0) failures++;
      if (tt_program(tile.handle, 0, "late.elf", 0) != int'(TT_E_STATE)) failures++;
      tile.destroy();
    end
    if (over[0] != over[1]) failures++;
    $display("%s: %0d cycles, %0d failures", prefix, over[0], failures);
    if (failures > 0) $fatal(1, "FAILED");
    $finish;
  endtask

  task automatic idle(int clocks);
    for (int i = 0; i < clocks; i++) begin
      @(posedge clk);
      if (tt_advance(tile.handle, 1) != 0) failures++;
    end
    $display("%0d idle cycles", tile.cycle());
    tile.destroy();
    $finish;
  endtask

  initial begin
    string ops, file, prefix;
    int cycles, clocks, events;
    int next_issue[3];
    string line;
    tensix_event_t e;
    if (tt_abi() / 1000 != TT_ABI_MAJOR) $fatal(1, "another library");
    if ($value$plusargs("program=%s", prefix)) begin
      if (!$value$plusargs("ops=%s", ops)) $fatal(1, "+ops=FILE");
      programs(prefix, ops);
    end else if ($value$plusargs("idle=%d", clocks)) begin
      tile = new("blackhole", "");
      idle(clocks);
    end else begin
      tile = new("blackhole", "");
      if (!$value$plusargs("ops=%s", ops)) $fatal(1, "+ops=FILE");
      if (!$value$plusargs("cycles=%d", cycles)) $fatal(1, "+cycles=N");
      if ($value$plusargs("vcd=%s", file)) tile.wave(file);
      tile.tell_events("none");
      for (int c = 0; c < 4; c++) waits[c] = -1;
      read_ops(ops, 0);
      for (int c = 0; c < 4; c++) done[c] = count[c] == 0;
      while (!(done[0] && done[1] && done[2] && done[3])) begin
        @(posedge clk);
        for (int c = 0; c < 4; c++) act(c);
        if (!tile.advance()) failures++;
        if (failures > 0) break;
      end
      read_ops(ops, 6);
      // The first as a line, the others as fields: each stream of a thread goes on where it was.
      next_issue = '{0, 0, 0};
      line = tile.next_event();
      if (line != "") events++;
      if (line.substr(0, 11) == "{\"s\":\"issue.") next_issue[line.getc(12) - 8'h30] = 1;
      while (tile.next_typed_event(e)) begin
        events++;
        if (e.kind == TT_EVENT_ISSUE) begin
          if (e.ordinal != longint'(next_issue[e.member])) failures++;
          next_issue[e.member]++;
        end
        if (e.kind == TT_EVENT_ACCEPT && (e.thread > 2 || e.word == 0 || e.cycle > finished + 1000)) failures++;
      end
      if (finished != longint'(cycles)) begin
        failures++;
        $display("%0d cycles, tensix-tlm has %0d", finished, cycles);
      end
      if (events == 0) failures++;
      if (tt_error_count(tile.handle) != 0) failures++;
      // What is wrong comes back as a text; the simulation goes on.
      if (tile.push(7, 0) || tile.reports != 1) failures++;
      if (tt_error(tile.handle) == "") failures++;
      $display("%s: %0d cycles, %0d events, %0d failures", ops, finished, events, failures);
      tile.destroy();
      if (failures > 0) $fatal(1, "FAILED");
      $finish;
    end
  end
endmodule
