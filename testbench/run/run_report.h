// SPDX-License-Identifier: Apache-2.0
// What a run reports: cycles, where they went, bandwidth, accuracy. For people (print_report) and for programs
// (metrics_json, described in docs/metrics.md). No SystemC.
#pragma once
#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "models/observe/account.h"
#include "observe/energy/energy.h"
#include "observe/why/critical_path.h"
#include "observe/why/path_source.h"
#include "observe/zones/zone_report.h"
#include "support/text/text_columns.h"
#include "workload/elf/core_profile.h"
#include "workload/kernels/matrix_work.h"
#include "workload/tensors/tensor.h"

namespace tensix {

// A word that a core polls: "in0 produced", "semaphore 1", "L1 0x1000".
struct polled_report {
  uint32_t address = 0;
  std::string name;
  uint64_t cycles = 0;
};

struct activity_report {
  std::string name;                   // "unpacker0", "t1", ...
  account activity;                   // closed at the run's end
  std::vector<polled_report> polled;  // of a core: the cycles of its reason poll
  // Of a player: words that it pushed, and its busy cycles in which it pushed and stored. Of a sampled run not counted on.
  uint64_t pushes = 0, pushing = 0, storing = 0;
  bool player = false;
  // Of `polled` the longest that is a barrier of a data-movement kernel; 0 cycles: none is.
  polled_report barrier = {};
};

// Bytes moved by one client of L1.
struct bandwidth_report {
  std::string name;  // "unpacker0", "unpacker1", "pack"
  uint64_t bytes = 0;
  uint64_t active_cycles = 0;       // cycles in which it moved (or tried to move) bytes; 0: not known
  double peak_bytes_per_cycle = 0;  // what the configuration allows at the wanted speed; exponents come beside
  uint64_t exponent_bytes = 0;      // of `bytes`: exponents of block formats
};

// A stream of NoC traffic beside the kernel (docs/noc-traffic.md).
struct noc_report {
  std::string name, pattern;  // "noc_read0"; "linear", "stride=512", "random, seed=1"
  double asked_bytes_per_cycle = 0;
  uint64_t bytes = 0, requests = 0;
  uint32_t burst = 0, from = 0, to = 0;  // bytes of a request; addresses [from, to)
};

// One client of L1 was refused because another had what it asked for.
struct blocked_report {
  std::string waiting, holding;
  uint64_t by_bank = 0;  // beats that a bank refused, once a cycle; all together those of l1_bank_conflicts
  uint64_t by_port = 0;  // cycles of a transfer without a free port
};

// A link of a NoC that packets went over: out of the router at `from`, along an axis to the next one, or to the interface there.
// Coordinates are raw ones of NoC 0.
struct link_report {
  unsigned noc = 0;
  std::pair<unsigned, unsigned> from, to;  // `to` == `from`: the interface
  uint64_t flits = 0, packets = 0;
  uint64_t waited = 0;  // cycles in which first flits waited for it or for its virtual channels, of all packets together
  uint64_t busy = 0, blocked = 0;  // cycles in which it passed flits; in which it passed none, and somebody waited for it
};

struct parameter_report {
  std::string name, value;
  bool text = true;  // false: the value is a number, true or false
};

// A file that the run read or wrote: the option that named it, or what it is.
struct file_report {
  std::string option, path;
  bool written = false;
};

// The fewest cycles that a part of the tile or its surroundings needs for its share of a run, if it never waits (docs/bounds.md).
struct bound_report {
  std::string name, what;  // "address_phase"; in words
  double cycles = 0;
};

// Where the player of a core was in a certain cycle (streams).
struct mark_report {
  std::string name, core;
  uint64_t cycle = 0;
};

// A run of which not all blocks were simulated (docs/sampling.md).
struct sampling_report {
  uint64_t blocks = 0, blocks_simulated = 0, tiles_simulated = 0, cycles_simulated = 0;
  bool periodic = false;                   // they repeated in all that is counted
  uint64_t period = 0, period_cycles = 0;  // what was left out several times: blocks and cycles
  uint64_t periods_left_out = 0;           // 0: all blocks were simulated
  uint64_t error_bound_cycles = 0;
};

// The same run from several starts (docs/jitter.md).
struct jitter_report {
  uint32_t starts = 0;
  uint64_t least = 0, median = 0, most = 0;  // cycles
};

// A circular buffer of a compiled kernel.
struct device_buffer_report {
  unsigned index = 0;
  const char* use = "";       // "input", "output", "kernel" (filled and emptied by the kernel itself)
  std::string format, shape;  // of the tensor behind it; empty: there is none
  std::string source;         // of an input: file, "test" or a number; of an output: the file
  uint64_t tiles = 0;         // of the tensor
  uint64_t produced = 0, consumed = 0;
  uint32_t capacity = 0, tile_bytes = 0, address = 0;  // tiles; bytes
  bool sharded = false;                                // the tensor lies in it
};

// A buffer of a program.
struct memory_buffer_report {
  std::string name, memory, format, shape;  // "dram", "l1"
  std::string content, output;              // file, "test" or a number; file. Empty: none
  bool row_major = false, sharded = false;
  uint64_t pages = 0;
  uint32_t page_bytes = 0, banks = 0, address = 0;  // the same in each of its banks
};

// Where the program of a core lies in L1.
struct program_report {
  std::string core;
  uint32_t address = 0, bytes = 0;  // that it has
};

// One tile of several that ran.
struct tile_report {
  unsigned x = 0, y = 0;               // column and row among the Tensix tiles
  uint64_t cycles = 0;                 // until its last core stopped; 0: none ran
  std::vector<activity_report> cores;  // that ran a program
  account matrix_unit;
};

// A circular buffer of a kernel: bytes of L1, tiles; addresses of its counters.
struct buffer_report {
  std::string name, format;
  uint32_t address = 0, tiles = 0, tile_bytes = 0, produced = 0, consumed = 0;
};
// What a kernel chose, or was given.
struct choice_report {
  uint32_t block_tiles = 0, dst_tiles = 0;   // computed in Dst at once, and what would fit
  uint32_t rows = 0, cols = 0, block_k = 0;  // with an inner dimension: the block as a sub-block; tiles of K summed in Dst
  std::string kept;                          // and the operand that stays in its Src bank
  std::vector<buffer_report> buffers;
};

struct run_report {
  std::string tile;  // its name, where there may be several
  // What was run; empty texts are left out (a stream has no shape).
  std::string kernel, operation, shape, format, output_format, fidelity, configuration;
  std::vector<std::string> notes;  // e.g. "padded to 64x64", one line each
  bool complete = true;            // false: the run did not come to its end, and this is the part that was simulated
  uint64_t cycles = 0;
  uint32_t clock_mhz = 1350;
  uint64_t tiles = 0;       // output tiles; 0: no kernel
  uint64_t operations = 0;  // multiplications and additions; 0: not counted
  std::vector<activity_report> units, threads;
  std::vector<activity_report> cores;         // that ran compiled programs, or were played
  std::vector<activity_report> feeds;         // producer and consumer of a kernel's tiles, if they have a bandwidth
  bool played = false;                        // the RISC-V side was not simulated
  std::vector<core_profile> profile;          // of them, if it was asked for
  std::optional<path_in_source> path_source;  // of cores that ran programs, if it was asked for
  zones_report zones;                         // of their programs
  std::vector<uint64_t> l1_port_beats, l1_bank_beats, l1_bank_conflicts;
  std::optional<std::vector<blocked_report>> l1_blocked;  // all pairs; nothing: not counted
  bool shows_conflicts = false;                           // they are wanted as text
  std::vector<noc_report> noc;
  std::vector<link_report> links;  // by NoC and place; empty: no packet went anywhere
  std::vector<bandwidth_report> bandwidth;
  std::optional<accuracy> result_accuracy;
  std::optional<matrix_work> work;      // of a kernel that was run to its end
  std::vector<bound_report> bounds;     // of a run that came to its end; the largest first
  std::optional<choice_report> chosen;  // of a kernel
  std::optional<jitter_report> jitter;
  std::optional<sampling_report> sampling;  // if it was asked for
  std::optional<critical_path> path;        // nothing: it was not recorded
  std::vector<mark_report> marks;
  std::vector<device_buffer_report> buffers;         // of a compiled kernel, and its programs
  std::vector<memory_buffer_report> memory_buffers;  // of a program
  std::vector<program_report> programs;
  std::vector<tile_report> each_tile;                      // of a program on several; all else is of one
  std::optional<energy_report> energy;                     // if a table was given
  std::vector<std::pair<std::string, uint64_t>> counters;  // performance counters by name, if they were asked for
  std::vector<parameter_report> parameters;                // all, as they were
  std::vector<parameter_report> settings;                  // what else was decided: by the command line, or by default
  std::vector<file_report> files;
  std::string end;                   // how the run ended: "done", "deadlock", ...
  std::string version, commit;       // of the program
  std::vector<std::string> command;  // the program's arguments, without its name
  double host_seconds = 0;
};

void print_report(std::ostream& out, const run_report& r);
// What held the run back, in one line without "limited by": from the critical path, if it was recorded.
std::string limited_by(const run_report& r);
// The file of --metrics.
std::string metrics_json(const run_report& r);

// Average power of so much energy over the run.
double milliwatts(double picojoules, const run_report& r);

}  // namespace tensix
