// SPDX-License-Identifier: Apache-2.0
// The tile in SystemVerilog: the functions of tensix.h, which documents them, by DPI-C, and a class around a tile. Link with
// libtensix_cosim (docs/c-library.md). Left out is what SystemVerilog cannot call: tt_l1_read and tt_l1_write (pointers; words
// instead) and tt_on_event (a callback; tt_event instead).
package tensix_pkg;

  localparam int TT_ABI_MAJOR = 1;
  localparam int TT_ABI_MINOR = 5;
  localparam longint unsigned TT_NONE = 64'hFFFF_FFFF_FFFF_FFFF;
  localparam longint unsigned TT_LAST_CYCLE = 64'd1_000_000_000_000_000;
  localparam int TT_IDS = 8;

  typedef enum int {
    TT_OK = 0,
    TT_E_HANDLE = -1,
    TT_E_ARGUMENT = -2,
    TT_E_THREAD = -3,
    TT_E_CALLBACK = -4,
    TT_E_STATE = -5,
    TT_E_UNDEFINED = -6,
    TT_E_CHECK = -7,
    TT_E_FILE = -8,
    TT_E_INTERNAL = -9
  } tt_code;
  typedef enum int {
    TT_RUNNING = 0,
    TT_IDLE = 1,
    TT_STUCK = 2
  } tt_activity;
  typedef enum int {
    TT_EQ = 0,
    TT_NE = 1,
    TT_LT = 2,
    TT_LE = 3,
    TT_GT = 4,
    TT_GE = 5
  } tt_comparison;
  typedef enum int {
    TT_CORE_T0 = 0,
    TT_CORE_T1 = 1,
    TT_CORE_T2 = 2,
    TT_CORE_B = 3,
    TT_CORE_NC = 4
  } tt_core;
  typedef enum int {
    TT_CORE_IN_RESET = 0,
    TT_CORE_RUNNING = 1,
    TT_CORE_STOPPED = 2,
    TT_CORE_FAULTED = 3
  } tt_core_condition;

  // An event (docs/events.md) with its fields: the kind is its group of streams, the member its place in it; fields that it does not have are 0.
  typedef enum int {
    TT_EVENT_ISSUE = 0,
    TT_EVENT_ACCEPT = 1,
    TT_EVENT_L1 = 2,
    TT_EVENT_SRCA_WRITE = 3,
    TT_EVENT_SRCB_WRITE = 4,
    TT_EVENT_HANDOVER_SRCA = 5,
    TT_EVENT_HANDOVER_SRCB = 6,
    TT_EVENT_DST_WRITE = 7,
    TT_EVENT_DST_READ = 8,
    TT_EVENT_PACK_BEAT = 9,
    TT_EVENT_CONFIG_WRITE = 10,
    TT_EVENT_SEM = 11,
    TT_EVENT_MUTEX = 12,
    TT_EVENT_UNPACK_READ = 13
  } tt_event_kind;
  typedef struct packed {
    int kind;    // a tt_event_kind
    int member;  // thread of TT_EVENT_ISSUE, unit of TT_EVENT_ACCEPT, port of TT_EVENT_L1
    longint unsigned ordinal, cycle;
    longint unsigned thread, word, addr, we, client, op, strb, bank, row, rows, owner, after, block, by, packer, action, pacr, index, value,
        holder, unpacr;
  } tensix_event_t;

  import "DPI-C" function int tt_abi();
  import "DPI-C" function chandle tt_create(input string configuration, input string settings);
  import "DPI-C" function int tt_destroy(input chandle tile);
  import "DPI-C" function int tt_reset(input chandle tile);
  import "DPI-C" function int tt_warm_reset(input chandle tile);
  import "DPI-C" function int tt_advance(input chandle tile, input longint unsigned cycles);
  import "DPI-C" function int tt_wait(input chandle tile, input longint unsigned cycles);
  import "DPI-C" function longint unsigned tt_cycle(input chandle tile);
  import "DPI-C" function int tt_program(input chandle tile, input int core, input string file, input int held);
  import "DPI-C" function int tt_core_state(input chandle tile, input int core);
  import "DPI-C" function int tt_ready(input chandle tile, input int core);
  import "DPI-C" function int tt_push(input chandle tile, input int thread, input int unsigned word);
  import "DPI-C" function int tt_request(input chandle tile, input int core, input int id, input int write,
                                         input int unsigned address, input int bytes, input int unsigned data);
  import "DPI-C" function int tt_poll(input chandle tile, input int core, input int id, input int unsigned address,
                                      input int unsigned mask, input int how, input int unsigned value);
  import "DPI-C" function int tt_response(input chandle tile, input int core, input int id, output int unsigned data);
  import "DPI-C" function int tt_l1_read_word(input chandle tile, input int unsigned address, output int unsigned word);
  import "DPI-C" function int tt_l1_write_word(input chandle tile, input int unsigned address, input int unsigned word);
  import "DPI-C" function longint unsigned tt_l1_bytes(input chandle tile);
  import "DPI-C" function longint unsigned tt_error_count(input chandle tile);
  import "DPI-C" function string tt_error(input chandle tile);
  import "DPI-C" function string tt_error_at(input chandle tile, input longint unsigned index, output int code,
                                             output longint unsigned cycle);
  import "DPI-C" function int tt_idle(input chandle tile);
  import "DPI-C" function string tt_who_waits(input chandle tile);
  import "DPI-C" function int tt_wave(input chandle tile, input string file);
  import "DPI-C" function int tt_events(input chandle tile, input string data);
  import "DPI-C" function string tt_event(input chandle tile);
  import "DPI-C" function int tt_check_streams(input chandle tile, input string streams, input longint unsigned slack,
                                               input longint unsigned most);
  import "DPI-C" function int tt_check(input chandle tile, input string line);
  import "DPI-C" function int tt_check_end(input chandle tile);
  import "DPI-C" function int tt_event_numbers(input chandle tile, output int kind, output int member, output longint unsigned ordinal,
                                               output longint unsigned cycle, output longint unsigned n0, output longint unsigned n1,
                                               output longint unsigned n2, output longint unsigned n3, output longint unsigned n4);
  import "DPI-C" function int tt_event_data(input chandle tile, input int index, output int unsigned word);

  // A tile. Every call that fails, and whatever a tile records (undefined behaviour, differences), goes to report(), which is an
  // $error with its text; a class derived from this one may do something else (uvm_error).
  // destroy() before $finish, or the file of wave() is not written.
  class tt_tile;
    chandle handle;
    longint unsigned reported;  // records that were shown

    function new(string configuration = "blackhole", string settings = "");
      reported = 0;
      handle = tt_create(configuration, settings);
      if (handle == null) report(TT_E_ARGUMENT, TT_NONE, tt_error(null));
    endfunction

    // What has gone wrong: a tt_code, its cycle (TT_NONE: not of a tile), what it says.
    virtual function void report(int code, longint unsigned cycle, string text);
      $error("%s", text);
    endfunction

    // Shows new records; returns whether there were none.
    function bit clean();
      longint unsigned count;
      int code;
      longint unsigned cycle;
      string text;
      clean = 1;
      count = tt_error_count(handle);
      if (count == TT_NONE) begin
        report(TT_E_HANDLE, TT_NONE, tt_error(null));
        return 0;
      end
      while (reported < count) begin
        text = tt_error_at(handle, reported, code, cycle);
        report(code, cycle, text);
        reported++;
        clean = 0;
      end
    endfunction

    // With the setting cores=programs, before the first advance. 1: it is there.
    function bit program_of(int core, string file, bit held = 0);
      program_of = tt_program(handle, core, file, int'(held)) == TT_OK;
      void'(clean());
    endfunction
    // A tt_core_condition.
    function int core_state(int core);
      core_state = tt_core_state(handle, core);
      void'(clean());
    endfunction

    // 1: taken, 0: not now.
    function bit ready(int core);
      ready = tt_ready(handle, core) == 1;
      void'(clean());
    endfunction
    function bit push(int thread, int unsigned word);
      push = tt_push(handle, thread, word) == 1;
      void'(clean());
    endfunction
    function bit load(int core, int id, int unsigned address, int bytes = 4);
      load = tt_request(handle, core, id, 0, address, bytes, 0) == 1;
      void'(clean());
    endfunction
    function bit store(int core, int id, int unsigned address, int unsigned data, int bytes = 4);
      store = tt_request(handle, core, id, 1, address, bytes, data) == 1;
      void'(clean());
    endfunction
    function bit poll(int core, int id, int unsigned address, int unsigned mask, int unsigned value, tt_comparison how = TT_EQ);
      poll = tt_poll(handle, core, id, address, mask, how, value) == 1;
      void'(clean());
    endfunction
    // 1: the answer is there.
    function bit response(int core, int id, output int unsigned data);
      response = tt_response(handle, core, id, data) == 1;
      void'(clean());
    endfunction

    // 1: the tile goes on.
    function bit advance(longint unsigned cycles = 1);
      advance = tt_advance(handle, cycles) == TT_OK;
      void'(clean());
    endfunction
    // Until cores see something new, for so many cycles at most: which, a bit each.
    function bit [3:0] wait_for(longint unsigned cycles);
      int cores = tt_wait(handle, cycles);
      wait_for = cores > 0 ? 4'(cores) : 0;
      void'(clean());
    endfunction
    function longint unsigned cycle();
      return tt_cycle(handle);
    endfunction
    function void restart();
      void'(tt_reset(handle));
      reported = 0;
      void'(clean());
    endfunction
    // In the present cycle, but for L1; time goes on.
    function void warm_reset();
      void'(tt_warm_reset(handle));
      void'(clean());
    endfunction
    function void destroy();
      if (tt_destroy(handle) != TT_OK) report(TT_E_FILE, TT_NONE, tt_error(null));
      handle = null;
    endfunction

    function int unsigned l1(int unsigned address);
      int unsigned word;
      void'(tt_l1_read_word(handle, address, word));
      void'(clean());
      return word;
    endfunction
    function void set_l1(int unsigned address, int unsigned word);
      void'(tt_l1_write_word(handle, address, word));
      void'(clean());
    endfunction

    // A tt_activity.
    function int idle();
      return tt_idle(handle);
    endfunction
    function string who_waits();
      return tt_who_waits(handle);
    endfunction
    function void wave(string file);
      void'(tt_wave(handle, file));
      void'(clean());
    endfunction

    function void tell_events(string data = "crc");
      void'(tt_events(handle, data));
      void'(clean());
    endfunction
    // "": none is known yet.
    function string next_event();
      return tt_event(handle);
    endfunction
    // The same with types. 1: there is one; 0: none is known yet.
    function bit next_typed_event(output tensix_event_t e);
      int kind, member;
      longint unsigned ordinal, cycle, n0, n1, n2, n3, n4;
      e = 0;
      next_typed_event = tt_event_numbers(handle, kind, member, ordinal, cycle, n0, n1, n2, n3, n4) == 1;
      void'(clean());
      if (!next_typed_event) return 0;
      e.kind = kind;
      e.member = member;
      e.ordinal = ordinal;
      e.cycle = cycle;
      case (e.kind)
        TT_EVENT_ISSUE: e.word = n0;
        TT_EVENT_ACCEPT: begin e.thread = n0; e.word = n1; end
        TT_EVENT_L1: begin e.addr = n0; e.we = n1; e.client = n2; e.op = n3; e.strb = n4; end
        TT_EVENT_SRCA_WRITE: begin e.bank = n0; e.row = n1; e.rows = n2; end
        TT_EVENT_SRCB_WRITE: begin e.bank = n0; e.row = n1; e.rows = n2; end
        TT_EVENT_HANDOVER_SRCA: begin e.bank = n0; e.owner = n1; e.after = n2; end
        TT_EVENT_HANDOVER_SRCB: begin e.bank = n0; e.owner = n1; e.after = n2; end
        TT_EVENT_DST_WRITE: begin e.block = n0; e.by = n1; end
        TT_EVENT_DST_READ: begin e.block = n0; e.by = n1; end
        TT_EVENT_PACK_BEAT: begin e.packer = n0; e.addr = n1; e.action = n2; e.pacr = n3; end
        TT_EVENT_CONFIG_WRITE: begin e.bank = n0; e.index = n1; e.value = n2; end
        TT_EVENT_SEM: begin e.index = n0; e.value = n1; end
        TT_EVENT_MUTEX: begin e.index = n0; e.holder = n1; end
        TT_EVENT_UNPACK_READ: begin e.client = n0; e.addr = n1; e.unpacr = n2; end
        default: ;
      endcase
    endfunction
    // Of the event taken last: word `index` of its data ("full"), or their CRC-32 ("crc", index 0). 1: it is there.
    function bit event_data(int index, output int unsigned word);
      event_data = tt_event_data(handle, index, word) == 1;
    endfunction
    function void check_streams(string streams, longint unsigned slack = 0, longint unsigned most = 1);
      void'(tt_check_streams(handle, streams, slack, most));
      void'(clean());
    endfunction
    // An event that RTL saw, as a line of an event log. 1: no new difference.
    function bit check(string line);
      void'(tt_check(handle, line));
      return clean();
    endfunction
    function bit check_end();
      void'(tt_check_end(handle));
      return clean();
    endfunction
  endclass

endpackage
