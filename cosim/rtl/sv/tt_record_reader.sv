// SPDX-License-Identifier: Apache-2.0
// A record of one unit (docs/records.md), read line by line, character by character: Icarus Verilog 11 has no sound way to take a
// string apart. Lines are flat JSON objects without escapes; the configuration in the first is nested.
module tt_record_reader;
  // verilator lint_off BLKSEQ
  // verilator lint_off WIDTH
  // verilator lint_off UNUSEDSIGNAL
  localparam int CHARACTERS = 32;
  typedef logic [8*CHARACTERS-1:0] text_t;  // right-justified, as a literal is: compare with "offer"

  int    file;
  string path;
  int    line;  // that the fields below are of, from 1 on
  // The field that has been read last. Texts longer than text_t and numbers beyond 64 bits keep their ends: data are in `data`.
  text_t       key, text, part;  // part: the object of the configuration that the field is in
  logic [63:0] number;
  logic [2047:0] data;  // digits of a text as a number: its last 256 bytes
  int            digits;  // that it has

  // The line: its first key, which says what it is, and the fields that a driver wants, 0 where there is none.
  text_t       kind;
  logic [63:0] cycle, thread, word, accepted, hold, from, index, own;
  logic [63:0] waits_low, waits_high, reads_low, reads_high, writes_low, writes_high, src_banks;
  text_t       reason, turn, takes, latency, rule;
  // Of packers (tt_packer_driver).
  logic [63:0]   ports, w32, rows_from, streams, row_datums, bits, widening, packer, addr, action, client, bytes, done;
  logic [95:0]   rows;    // 12 bits each
  logic [255:0]  datums;  // 16 bits each
  logic [2047:0] octets;  // the first one highest, of so many
  int            octet_count;

  // Of `of_unit`; 0: of any.
  task open(input string name, input text_t of_unit);
    path = name;
    file = $fopen(name, "r");
    if (file == 0) $fatal(1, "%0s: cannot be read", name);
    line = 1;
    next_field;
    if (key != "format" || text != "tensix-tlm-unit") $fatal(1, "%0s: no record of a unit; --record UNIT=FILE writes one", name);
    next_field;
    if (key != "version" || number != 6)
      $fatal(1, "%0s: a record of version %0d; this bench reads 6: record the run again", name, number);
    next_field;
    if (of_unit != 0 && (key != "unit" || text != of_unit))
      $fatal(1, "%0s: a record of %0s; this bench is of %0s: --record %0s=FILE", name, text, of_unit, of_unit);
    while (key != 0) next_field;
  endtask
  // From the first line behind the configuration on.
  task again;
    if ($rewind(file) != 0) $fatal(1, "%0s: cannot be read twice", path);
    line = 1;
    key = "?";
    while (key != 0) next_field;
  endtask

  // Of the recorded run: a parameter PART.NAME.
  task parameter_of(input text_t of_part, input text_t name, output logic [63:0] value);
    int place;
    place = $ftell(file);
    if ($rewind(file) != 0) $fatal(1, "%0s: cannot be read twice", path);
    key = "?";
    part = 0;
    while (key != 0 && (part != of_part || key != name)) next_field;
    if (key == 0) $fatal(1, "%0s:1: has no parameter %0s.%0s", path, of_part, name);
    value = number;
    if ($fseek(file, place, 0) != 0) $fatal(1, "%0s: cannot be read twice", path);
  endtask

  // `key` and its value; key 0: the line is over.
  task next_field;
    int c;
    key = 0;
    text = 0;
    number = 0;
    data = 0;
    c = $fgetc(file);
    while (c != 8'h22 && c != 8'h0a && c >= 0) begin  // to the next quote, or the line's end
      if (c == 8'h7d) part = 0;  // }
      c = $fgetc(file);
    end
    if (c == 8'h22) begin
      c = $fgetc(file);
      while (c != 8'h22) begin
        key = {key[8*CHARACTERS-9:0], 8'(c)};
        next_character(c);
      end
      c = $fgetc(file);  // the colon
      while (c == 8'h3a || c == 8'h20) c = $fgetc(file);
      if (c == 8'h7b) part = key;  // {
      else if (c == 8'h22) take_text;
      else take_number(c);
    end
  endtask
  // Within a text; behind the file's end, the quote.
  task next_character(output int c);
    c = $fgetc(file);
    if (c < 0) begin
      $fatal(1, "%0s:%0d: ends in the middle of a line", path, line);
      c = 8'h22;
    end
  endtask
  task take_number(input int first);
    int c;
    c = first;
    while (c >= 8'h30 && c <= 8'h39) begin
      number = number * 10 + 64'(c - 8'h30);
      c = $fgetc(file);
    end
    if ($ungetc(c, file) < 0) $fatal(1, "%0s:%0d: cannot be read", path, line);
  endtask
  // A text, or a number in quotes (0x1f).
  task take_text;
    int c;
    c = $fgetc(file);
    digits = 0;
    while (c != 8'h22) begin
      text = {text[8*CHARACTERS-9:0], 8'(c)};
      digits = digits + 1;
      if (c == 8'h78) {data, digits} = 0;  // 0x
      else if (c >= 8'h30 && c <= 8'h39) data = {data[2043:0], 4'(c - 8'h30)};
      else if (c >= 8'h61 && c <= 8'h66) data = {data[2043:0], 4'(c - 8'h57)};
      next_character(c);
    end
    number = data[63:0];
  endtask

  // The fields of the next line.
  task next_line;
    accepted = 0;
    hold = 0;
    own = 0;
    src_banks = 0;
    {waits_low, waits_high, reads_low, reads_high, writes_low, writes_high} = 0;
    {reason, turn, takes, latency, rule} = 0;
    {streams, datums} = 0;
    part = 0;
    line = line + 1;
    kind = 0;
    key = "?";
    while (key != 0) begin  // one call of next_field: Verilator puts tasks in their places
      next_field;
      if (kind == 0) begin
        if (key == 0) $fatal(1, "%0s:%0d: has no last line: it was cut off", path, line);
        kind = key == 0 ? "end" : key;  // Icarus goes on until time passes
        cycle = number;
        index = number;
      end
      case (key)
        "thread": thread = number;
        "word": word = number;
        "accepted": accepted = number;
        "hold": hold = number;
        "from": from = number;
        "reason": reason = text;
        "turn": turn = text;
        "own": own = number;
        "src_banks": src_banks = number;
        "takes": takes = text;
        "latency": latency = text;
        "rule": rule = text;
        "waits_low": waits_low = number;
        "waits_high": waits_high = number;
        "reads_low": reads_low = number;
        "reads_high": reads_high = number;
        "writes_low": writes_low = number;
        "writes_high": writes_high = number;
        "ports": ports = number;
        "rows": rows = data[95:0];
        "w32": w32 = number;
        "rows_from": rows_from = number;
        "streams": streams = number;
        "row_datums": row_datums = number;
        "bits": bits = number;
        "widening": widening = number;
        "packer": packer = number;
        "addr": addr = number;
        "action": action = number;
        "client": client = number;
        "bytes": bytes = number;
        "done": done = number;
        "datums": datums = data[255:0];
        "d": begin
          octets = data;
          octet_count = digits / 2;
        end
        default: ;
      endcase
    end
  endtask
  // verilator lint_on BLKSEQ
  // verilator lint_on WIDTH
  // verilator lint_on UNUSEDSIGNAL
endmodule
