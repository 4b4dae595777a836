// SPDX-License-Identifier: Apache-2.0
// Drives the issue pins (tt_issue_if) of a unit's RTL from a record (tensix-tlm ... --record UNIT=FILE, docs/records.md) and compares
// what it answers, cycle by cycle: ready, reason, hold of what issues, drained. No C++; for Icarus Verilog and Verilator (--binary).
// The first difference, with its cycle and both sides, ends the simulation by $fatal.
//
// All offers of a cycle are driven together, behind the edge that begins it, and the answers are looked at at the edge that ends it.
module tt_issue_driver
  import tt_issue_pkg::*;
#(
    parameter logic [255:0] UNIT = 0  // records of other units are refused: "matrix_unit"; 0: none is
) (
    input  logic              clk,
    output logic              rst_n,
    // tt_issue_if
    output logic [2:0]        issue_valid,
    output logic [2:0][31:0]  issue_word,
    output logic [2:0][31:0]  issue_number,
    input  logic [2:0]        issue_ready,
    input  logic [2:0][4:0]   issue_reason,
    input  logic [2:0][7:0]   issue_hold,
    input  logic [2:0]        issue_drained,
    // Of a record of the matrix unit, fields of the offers as codes (docs/records.md); 0 for other units
    output logic [1:0]        own,
    output logic [127:0]      wrote,  // blocks of Dst that others have written and that may be read
    output logic [2:0]        dst_turn,
    output logic [2:0][4:0]   dst_why,
    output logic [2:0][1:0]   src_banks,
    output logic [2:0][1:0]   takes,
    output logic [2:0][1:0]   latency,
    output logic [2:0][2:0]   rule,
    output logic [2:0][127:0] waits,
    output logic [2:0][127:0] reads,
    output logic [2:0][127:0] writes
);
  localparam int RESET_CYCLES = 3;
  localparam logic [63:0] NEVER = ~64'd0;

  // verilator lint_off BLKSEQ
  // verilator lint_off UNUSEDSIGNAL
  tt_record_reader record ();
  bit over;
  logic [63:0] cycle, compared;
  // What the record says of the offers that are driven in this cycle.
  logic [2:0]  accepted;
  logic [4:0]  reason[3];
  logic [63:0] hold[3], drained_from[3], drained_next[3];
  int          of_line[3];
  // What is driven next.
  logic [2:0]   valid_next, turn_next;
  logic [1:0]   own_next;
  logic [127:0] readable;  // blocks of Dst that others have made readable since the last offer

  // A reason by its name, as tt_issue_pkg numbers it; 0: none of them.
  function automatic logic [4:0] reason_of(input logic [255:0] name);
    case (name)
      "srca_owned_by_matrix_unit": return SRCA_OWNED_BY_MATRIX_UNIT;
      "srcb_owned_by_matrix_unit": return SRCB_OWNED_BY_MATRIX_UNIT;
      "srca_not_valid": return SRCA_NOT_VALID;
      "srcb_not_valid": return SRCB_NOT_VALID;
      "dst_block_hazard": return DST_BLOCK_HAZARD;
      "dst_unit_switch": return DST_UNIT_SWITCH;
      "dst_arbitration": return DST_ARBITRATION;
      "unit_busy": return UNIT_BUSY;
      "pipeline_rule": return PIPELINE_RULE;
      "other_thread": return OTHER_THREAD;
      "l1_port": return L1_PORT;
      "stallwait": return STALLWAIT;
      "mutex": return MUTEX;
      "config_pipeline": return CONFIG_PIPELINE;
      "scalar_unit_in_flight": return SCALAR_UNIT_IN_FLIGHT;
      "vector_dependency": return VECTOR_DEPENDENCY;
      default: return NONE;
    endcase
  endfunction

  // ---- What an offer means for the pins
  task take_offer;
    int t;
    t = int'(record.thread);
    of_line[t] = record.line;
    accepted[t] = record.accepted != 0;
    hold[t] = record.hold > 254 ? 254 : record.hold;
    reason[t] = reason_of(record.reason);
    if (!accepted[t] && reason[t] == 0)
      $fatal(1, "%0s:%0d: reason %0s is none of tt_issue_pkg's", record.path, record.line, record.reason);
    if (valid_next == 0) own_next = 2'(record.own);  // as the first of the cycle sees it
    valid_next[t] = 1;
    turn_next[t] = record.turn == 0;
    issue_word[t] <= 32'(record.word);
    dst_why[t] <= reason_of(record.turn);
    src_banks[t] <= 2'(record.src_banks);
    case (record.takes)
      "shiftxb": takes[t] <= 1;
      "mova2d": takes[t] <= 2;
      "zeroacc": takes[t] <= 3;
      default: takes[t] <= 0;
    endcase
    case (record.latency)
      "compute": latency[t] <= 1;
      "move": latency[t] <= 2;
      "zeroacc": latency[t] <= 3;
      default: latency[t] <= 0;
    endcase
    case (record.rule)
      "reads_dst": rule[t] <= 1;
      "to_dst": rule[t] <= 2;
      "dst_to_a": rule[t] <= 3;
      "b_to_a": rule[t] <= 4;
      "dst_to_b": rule[t] <= 5;
      default: rule[t] <= 0;
    endcase
    waits[t] <= {record.waits_high, record.waits_low};
    reads[t] <= {record.reads_high, record.reads_low};
    writes[t] <= {record.writes_high, record.writes_low};
  endtask

  // ---- The lines of one cycle, in their order
  task lines_of_cycle;
    bit later;
    valid_next = 0;
    turn_next = 7;
    own_next = own;
    wrote <= 0;
    later = 0;
    while (!later && !over) begin
      case (record.kind)
        "offer": begin
          later = record.cycle > cycle;
          if (!later) begin
            take_offer;
            wrote <= readable;
            readable = 0;
            // It holds something of the thread, until the line that says from when on it does not.
            if (record.accepted != 0) drained_next[record.thread[1:0]] = NEVER;
          end
        end
        "drained": begin
          later = record.cycle > cycle;
          if (!later) drained_next[record.thread[1:0]] = record.from;
        end
        "readable": readable[record.index[6:0]] = record.from <= cycle + 1;
        "end": begin
          later = 1;
          over = record.cycle <= cycle;
        end
        default: ;  // data, banks and registers
      endcase
      if (!later) record.next_line;
    end
    issue_valid <= valid_next;
    dst_turn <= turn_next;
    own <= own_next;
  endtask

  // ---- What the unit has answered, at the end of its cycle
  task compare;
    for (int t = 0; t < 3; t++) begin
      if (issue_drained[t] !== (cycle >= drained_from[t]))
        $fatal(1, "cycle %0d: issue_drained[%0d] is %b; in the record thread %0d is drained from cycle %0d on (%0s)", cycle, t,
               issue_drained[t], t, drained_from[t], record.path);
      if (issue_valid[t]) begin
        compared = compared + 1;
        if (issue_ready[t] !== accepted[t] || (!accepted[t] && issue_reason[t] !== reason[t]) ||
            (accepted[t] && issue_hold[t] !== 8'(hold[t])))
          $fatal(1,
                 "cycle %0d: 0x%0h of thread %0d: ready %b, reason %0d, hold %0d; in the record ready %b, reason %0d, hold %0d (%0s:%0d)",
                 cycle, issue_word[t], t, issue_ready[t], issue_reason[t], issue_hold[t], accepted[t], reason[t], hold[t],
                 record.path, of_line[t]);
        if (accepted[t]) issue_number[t] <= issue_number[t] + 1;
      end
      drained_from[t] = drained_next[t];
    end
  endtask

  string path;
  initial begin
    if (!$value$plusargs("record=%s", path)) $fatal(1, "+record=FILE is missing: a file of --record UNIT=FILE");
    record.open(path, UNIT);
    record.next_line;
    over = 0;
    compared = 0;
    cycle = 0;
    readable = 0;
    for (int t = 0; t < 3; t++) begin
      drained_from[t] = 0;
      drained_next[t] = 0;
    end
    rst_n = 0;
    issue_valid = 0;
    issue_word = '0;
    issue_number = '0;
    own = 0;
    wrote = 0;
    dst_turn = 7;
    dst_why = '0;
    src_banks = '0;
    takes = '0;
    latency = '0;
    rule = '0;
    waits = '0;
    reads = '0;
    writes = '0;
  end

  int reset_cycles = 0;
  always @(posedge clk)
    if (reset_cycles < RESET_CYCLES) begin
      reset_cycles <= reset_cycles + 1;
      if (reset_cycles + 1 == RESET_CYCLES) begin
        rst_n <= 1;
        lines_of_cycle;
      end
    end else if (!over) begin
      compare;
      cycle = cycle + 1;
      lines_of_cycle;
      if (over && compared == 0) $fatal(1, "%0s: has no offers", path);
      if (over) begin
        $display("%0d offers are answered as in the record", compared);
        $finish;
      end
    end
  // verilator lint_on BLKSEQ
endmodule
