// SPDX-License-Identifier: Apache-2.0
// The command line of tensix-tlm. Parsing only: nothing is opened or run here. No SystemC.
#pragma once
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "app/options/race_options.h"
#include "app/options/stop_place.h"
#include "models/contracts/cores.h"
#include "models/observe/diagnostics.h"
#include "observe/events/event.h"
#include "testbench/run/host_store.h"
#include "testbench/run/noc_stream.h"
#include "workload/compile/device_kernel.h"
#include "workload/kernels/kernel_function.h"
#include "workload/tensors/tile_layout.h"

namespace tensix {

enum exit_code : int {
  exit_done = 0,
  exit_undefined = 1,    // the program did something undefined or unsupported
  exit_wrong_input = 2,  // command line, file, shape, parameter, .npy
  exit_gave_up = 3,      // maxclk reached, or nothing can make progress any more
  exit_host_failed = 4,  // the machine gave out: no room on the disk, no memory, nobody to read standard output
  exit_differs = 5,      // RTL has answered otherwise than the model that it shadows, or has other data, or another result
  exit_rtl_failed = 6,   // an assertion of RTL, or RTL against a handshake, has ended the run
  exit_races = 7,        // of races: a result, or whether the run ends, depends on how fast cores are
  exit_stopped = 8       // at a place of --stop-at, or by a debugger
};

enum class command : uint8_t {
  run,
  stream,
  elf,
  kernel,
  program,
  serve,
  compare,
  diff_events,
  coverage,
  replay,
  sweep,
  levers,
  races,
  costs,
  optimise,
  params,
  kernels,
  disasm,
  completion,
  man,
  dump_config,
  version,
  help
};

// In the place of a file: `--metrics -`.
inline constexpr const char* standard_output_name = "-";

// --config and --set.
struct configuration_options {
  std::string configuration = "blackhole";  // for load_configuration
  std::vector<std::string> settings;        // for apply_settings; --feed-bytes is among them
};

// How far a program may go.
struct limit_options {
  on_undefined policy = on_undefined::stop;
  bool hazards = false;                // name races (platform/hazards.h)
  std::optional<uint64_t> max_cycles;  // nothing: the stream's own, or no limit
  uint32_t starts = 1;                 // of the same run, each with another phase of L1's arbiter and other starts of the cores
};

// What is said of a run, and where.
struct output_options {
  std::string metrics;     // file; empty: none
  bool quiet = false;      // no report
  bool why = false;        // the critical path, and what if
  bool conflicts = false;  // who blocked whom at L1, as text
  std::string energy;      // table of picojoules; empty: none
  std::string counters;    // file; empty: none
  std::string profile;     // file, of elf and kernel; empty: none
};

// What is observed cycle by cycle. Files; empty: none.
struct observer_options {
  bool timeline = false;
  uint64_t timeline_from = 0, timeline_rows = 200;  // first cycle; lines at most
  std::string trace, vcd;
  bool vcd_data = false;                             // vcd also has what interfaces carry
  std::string rtl_waves;                             // of what is in RTL: names begin so; empty: none
  std::optional<uint64_t> vcd_around;                // only so many cycles around where RTL differs or fails
  std::optional<uint64_t> vcd_before_hang;           // only the last ones of a run that does not come to its end
  uint64_t trace_from = 0, trace_to = ~uint64_t{0};  // cycles [from, to) of trace and vcd
  std::string report;
  std::optional<uint64_t> report_from;       // first cycle of its timeline; nothing: chosen
  std::optional<uint64_t> report_cycles;     // length of its timeline; nothing: chosen
  std::string events;                        // docs/events.md
  std::string record_unit, record;           // of one unit: its name, the file
  event_data event_bytes = event_data::crc;  // of their data
  bool event_waits = false;                  // also what threads wait for
  bool zones = false;                        // of kernels: their marks are compiled in
  std::string zones_csv;                     // their log, as TT-Metalium's profiler writes it
};

// What the tile's registers hold, and when that is looked at.
struct state_options {
  struct dump {
    std::string file;                   // .npy; empty: none
    std::optional<tile_format> format;  // nothing: as configured, fp32 of LRegs
  } dst, src, lregs;
  enum class when : uint8_t { end, hang, cycle, mark } at = when::end;
  uint64_t cycle = 0;
  std::string mark;    // of a stream
  bool shown = false;  // what threads hold and units wait for, in text, also if the run ends well
  bool dumps() const { return !dst.file.empty() || !src.file.empty() || !lregs.file.empty(); }
};

// Where a run stops and is looked at (docs/debug.md).
struct debug_options {
  std::vector<stop_place> stop_at;  // the first of them that is reached
  std::optional<uint16_t> gdb;      // port for a debugger, 0: any; nothing: none
  std::string keep_elf;             // folder for the compiled programs; empty: none
};

// Of every command that simulates a tile (app/cli/session.h).
struct session_options {
  std::vector<std::string> arguments;  // as given, the program's name left out
  std::string commit;                  // of the program, for what it writes
  configuration_options configuration;
  limit_options limits;
  output_options outputs;
  observer_options observers;
  state_options state;
  debug_options debug;
  std::vector<noc_stream> noc;  // traffic beside it
  std::optional<race_options> races;
};

struct run_options : session_options {
  kernel_options kernel;
  std::vector<uint32_t> shape;  // as given: 2 numbers, matmul 3 (already in `kernel`); empty: from the inputs, or the default
  std::string in0, in1, in2, out;  // .npy; empty: test data from `seed`, no output file
  std::string dump_stream;         // .scn; empty: none
  uint64_t seed = 1;
  bool sample = false;  // leave out blocks that would only repeat others
};

struct stream_options : session_options {
  std::string file;
  std::optional<uint64_t> reset_at;  // the tile is reset in this cycle, and all begin again; nothing: never
};

struct elf_options : session_options {
  struct memory_piece {
    uint32_t address;
    std::string file, format;  // of --l1 and --dump; format: of a .npy, empty: the default
    uint32_t bytes = 0;        // of --dump
  };
  by_core<std::string> programs;  // files; empty: none
  std::vector<memory_piece> preload, dump;
  std::vector<std::pair<uint32_t, uint32_t>> preload_words;  // address, value
  std::vector<host_store> host_stores;                       // words of L1 written while the programs run, by cycle
  std::vector<std::pair<uint32_t, uint32_t>> until;          // the run is over when these words of L1 have these values
  bool boot_by_b = false;                                    // only B starts, and releases the others
  std::vector<std::pair<unsigned, unsigned>> tiles;          // column, row of other tiles, of which L1 is there
};

// Of `kernel`: one of one's own.
struct device_kernel_options : session_options {
  device_kernel kernel;
  uint64_t seed = 1;
  std::string prints;  // the file that DPRINT goes to; empty: it prints nothing
};

// Of `program`: reader, writer and compute kernel of one core, from a file.
struct program_options : session_options {
  std::string file;
  uint64_t seed = 1;
  bool check = false;   // only say what lies where
  bool checked = true;  // wrong use is looked for first
  std::string prints;   // the file that DPRINT goes to; empty: it prints nothing
};

// Of `serve`: the door of tt-umd.
struct serve_options : session_options {
  std::string address;   // of the host, as NNG writes it; empty: what the environment says
  bool listen = false;   // there, instead of dialling
  std::string setup;     // the folder that --setup fills; empty: it serves
  std::string launches;  // file; empty: none
  uint64_t poll_cycles = 100000, look_cycles = 1000;
  uint64_t wait_seconds = 60;      // for a host
  uint32_t columns = 1, rows = 1;  // of tiles
};

struct replay_options {
  std::string unit, file;
  std::vector<std::string> settings;
};

enum class parameter_format : uint8_t { table, markdown, assumptions, steps };
struct params_options {
  configuration_options configuration;
  parameter_format format = parameter_format::table;
  std::vector<std::string> names;  // names and patterns; none: all
};

struct disasm_options {
  std::vector<uint32_t> words;
};

struct completion_options {
  std::string shell;
};

struct help_options {
  std::string text;
};

// A command, and what it takes: nothing, or read by itself from its arguments (compare, diff-events, coverage, sweep, levers, costs, optimise).
// dump_config has configuration_options, whichever command --dump-config was given with.
struct command_line {
  command what = command::help;
  std::variant<std::monostate, run_options, stream_options, elf_options, device_kernel_options, program_options, serve_options,
               replay_options, params_options, configuration_options, disasm_options, completion_options, help_options>
      options;
};
// Of a command that simulates a tile; null: it does not.
session_options* session_of(command_line& c);

// What is wrong with the command line and what would be right. Exit code 2.
struct usage_error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// `arguments` without the program's name.
command_line parse_command_line(const std::vector<std::string>& arguments);
inline command_line parse_command_line(int argc, char** argv) {
  return parse_command_line(std::vector<std::string>(argv + (argc > 0 ? 1 : 0), argv + argc));
}

// The options of a kernel, without "--".
std::vector<std::string> kernel_option_names();
// The built-in kernels and what they take, for people.
std::string kernels_text();

}  // namespace tensix
