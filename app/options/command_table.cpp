// SPDX-License-Identifier: Apache-2.0
#include "app/options/command_table.h"

#include <algorithm>
#include <sstream>

#include "app/options/option_groups.h"
#include "support/text/fitted.h"
#include "support/text/nearest.h"

namespace tensix {
namespace {

constexpr size_t help_width = 80;  // also in a file

using names = std::vector<std::string>;
using groups = std::vector<option_group>;

groups observed(groups all) {
  for (auto make : {configuration_group, machine_group, report_group, timeline_group, events_group, state_group, help_group})
    all.push_back(make());
  return all;
}

groups run_groups() { return observed({kernel_group(), placement_group(), noc_group(), stop_group()}); }
groups stream_groups() { return observed({noc_group(), reset_group(), stop_group()}); }
groups elf_groups() { return observed({elf_group(), zones_of_elf_group(), noc_group(), stop_group(), gdb_group()}); }
groups kernel_groups() {
  return observed({device_kernel_group(), zones_group(), keep_elf_group(), noc_group(), stop_group(), gdb_group()});
}
groups program_groups() {
  return observed({program_group(), zones_group(), keep_elf_group(), noc_group(), stop_group(), gdb_group()});
}
groups serve_groups() { return observed({serve_group()}); }
groups compare_groups() { return {compare_group(), help_group()}; }
groups diff_events_groups() { return {diff_events_group(), help_group()}; }
groups coverage_groups() { return {coverage_group(), help_group()}; }
groups sweep_groups() { return {sweep_group(), point_group(), shard_group(), slurm_group(), help_group()}; }
groups levers_groups() { return {levers_group(), point_group(), slurm_group(), help_group()}; }
groups races_groups() { return {races_group(), help_group()}; }
groups costs_groups() { return {costs_group(), help_group()}; }
groups optimise_groups() { return {optimise_group(), point_group(), slurm_group(), help_group()}; }
groups params_groups() { return {list_group(), configuration_group(), help_group()}; }
groups replay_groups() { return {replay_group(), help_group()}; }
groups no_groups() { return {help_group()}; }

// Texts below the options are broken into lines by help_of.
constexpr const char* sweep_more =
    "The study and the result are described in docs/sweeps.md. An interrupted or killed sweep goes on with the same command.\n"
    "Exit status: 0 all points done; 1 some points failed, the result says which; 2 nothing was run: wrong study, option or "
    "file; 3 ended by a signal or by an error before the result was complete: the same command goes on.\n";
constexpr const char* levers_more =
    "KERNEL and its options are those of 'tensix-tlm run'; instead of it 'stream FILE ...', 'kernel FILE.cpp ...' or 'program "
    "FILE.json ...'.\n"
    "Every parameter is run one step down and one up; docs/levers.md says how far a step is, and what is printed.\n"
    "An interrupted one goes on with the same command. Exit status: 0 done; 1 some steps did not end well, the result says "
    "which; 2 nothing was run; 3 ended by a signal or an error on the way.\n";
constexpr const char* races_more =
    "PROGRAM is a stream file, the source of a kernel, the file of a program or a built-in kernel, with the options of its "
    "command; or 'elf --t0 FILE ...'.\n"
    "Each place at which a core synchronises is made slower, one after the other and several at random, and so are arbiters; "
    "docs/races.md says what is compared, and how to read the table.\n"
    "Exit status: 0 none was found; 7 a result, or whether the run ends, depends on time; 2 wrong input; otherwise as of a "
    "run.\n";
constexpr const char* costs_more =
    "A pattern has *, ? and [...] as file names in a shell, and stands in quotes: 'matmul*'. Without one: all calls. "
    "docs/cost-table.md says how they are measured; what cannot be is a row that says why.\n"
    "Exit status: 0 done; 2 nothing was run; 3 ended by a signal, or --csv or --json could not be written.\n";
constexpr const char* optimise_more =
    "STUDY is one of 'tensix-tlm sweep' (docs/sweeps.md), whose axes are what may be chosen; it may have up to 10^15 "
    "points. With \"weights\", or geomean in an expression, its kernels are all run for each choice.\n"
    "Expressions have numbers, columns of a sweep's result, + - * / and brackets. docs/levers.md describes the result.\n"
    "An interrupted one goes on with the same command. Exit status: 0 done; 1 some points failed, they count as the worst; "
    "2 nothing was run; 3 ended by a signal or an error on the way.\n";
constexpr const char* program_more =
    "docs/programs.md describes the file. Exit status: 0 done; 1 a kernel has used an interface wrongly; 2 wrong input, or a "
    "source does not compile; 3 a deadlock, or --maxclk.\n";
constexpr const char* serve_more =
    "ADDRESS is tcp://HOST:PORT or ipc://FILE; without it that of the environment (NNG_SOCKET_ADDR), which tt-umd sets for the "
    "run.sh that --setup writes. docs/tt-metal.md has the whole.\n"
    "Exit status: 0 the host has said EXIT or has gone; otherwise as of a run.\n";
constexpr const char* compare_more =
    "Which cycles went where in two runs, and which settings differ. A and B are files that --metrics wrote.\n"
    "Exit status: 0, or 2 for a file that --metrics did not write.\n";
constexpr const char* params_more =
    "A pattern has *, ? and [...] as file names in a shell, and stands in quotes: 'packer.*', '*_ports*'.\n";
constexpr const char* diff_events_more =
    "Compares each stream of two event logs (--events; docs/events.md) in its own order, and shows the earliest divergence.\n"
    "Exit status: 0 equal, 1 different, 2 wrong usage, or a file that is no event log.\n";
constexpr const char* coverage_more =
    "Adds up event logs (--events FILE --event-waits; docs/events.md): how often each thread has issued each instruction, what "
    "it had to wait for, and what of that has not been met.\n";
constexpr const char* replay_more = "Exit status: 0 the unit answers as in the record, 1 it does not, 2 wrong input.\n";
constexpr const char* completion_more =
    "bash: source <(tensix-tlm completion bash), or install it as share/bash-completion/completions/tensix-tlm.\n"
    "zsh: put it as _tensix-tlm into a folder of $fpath.\n";

}  // namespace

const std::vector<command_row>& command_table() {
  static const std::vector<command_row> all = {
      {command::run, "run", "KERNEL [options]", nullptr, {"KERNEL"}, 1, "run a built-in kernel", run_groups},
      {command::stream, "stream", "FILE [options]", nullptr, {"FILE.scn"}, 1, "play a stream file (*.scn)", stream_groups},
      {command::elf,
       "elf",
       "--t0 FILE ...",
       "--t0 FILE --t1 FILE --t2 FILE [--b FILE] [--nc FILE] [options]",
       {},
       0,
       "run compiled programs on the RISC-V cores",
       elf_groups},
      {command::kernel,
       "kernel",
       "FILE.cpp ...",
       "FILE.cpp --cb N=... [--out N=FILE.npy] [options]",
       {"FILE.cpp"},
       1,
       "compile and run a kernel of your own",
       kernel_groups},
      {command::program,
       "program",
       "FILE.json [options]",
       nullptr,
       {"FILE.json"},
       1,
       "run a whole program: reader, compute and writer kernel, DRAM",
       program_groups,
       program_more},
      {command::serve,
       "serve",
       "[ADDRESS]",
       "[ADDRESS] [--setup DIR] [options]",
       {"ADDRESS"},
       0,
       "a device for a host of tt-umd (TT_METAL_SIMULATOR)",
       serve_groups,
       serve_more},
      {command::compare,
       "compare",
       "A B",
       "A B [options]",
       {"A", "B"},
       2,
       "which cycles went where in two runs (files of --metrics)",
       compare_groups,
       compare_more},
      {command::diff_events,
       "diff-events",
       "A B",
       "A.jsonl B.jsonl [options]",
       {"FILE.jsonl", "FILE.jsonl"},
       2,
       "where two event logs diverge first (files of --events)",
       diff_events_groups,
       diff_events_more},
      {command::coverage,
       "coverage",
       "FILE...",
       "FILE.jsonl... [options]",
       {"FILE.jsonl..."},
       1,
       "instructions x threads x what they waited for (files of --events)",
       coverage_groups,
       coverage_more},
      {command::replay,
       "replay",
       "UNIT FILE",
       "UNIT FILE [--set NAME=VALUE]...",
       {"UNIT", "FILE"},
       2,
       "a recorded unit by itself (files of --record)",
       replay_groups,
       replay_more},
      {command::sweep,
       "sweep",
       "STUDY [options]",
       nullptr,
       {"STUDY"},
       1,
       "run the points of a study, several at a time",
       sweep_groups,
       sweep_more},
      {command::levers,
       "levers",
       "KERNEL ...",
       "KERNEL [options of the run] [options]",
       {"KERNEL"},
       1,
       "what every parameter, one step up and down, does to a run",
       levers_groups,
       levers_more},
      {command::races,
       "races",
       "PROGRAM ...",
       "PROGRAM [options of its run] [options]",
       {"PROGRAM"},
       1,
       "delay cores and arbiters, and see which results depend on it",
       races_groups,
       races_more},
      {command::costs,
       "costs",
       "[CALL...]",
       "[CALL|PATTERN...] [options]",
       {"CALL..."},
       0,
       "cycles of each call of the compute API, as a table",
       costs_groups,
       costs_more},
      {command::optimise,
       "optimise",
       "STUDY ...",
       "STUDY --minimise EXPRESSION [options]",
       {"STUDY"},
       1,
       "search a study for its best points",
       optimise_groups,
       optimise_more},
      {command::params,
       "params",
       "[NAME...]",
       "[NAME|PATTERN...] [options]",
       {"PARAMETER..."},
       0,
       "list parameters: all, or l1.banks 'packer.*'",
       params_groups,
       params_more},
      {command::kernels, "kernels", "", nullptr, {}, 0, "list the built-in kernels", no_groups},
      {command::disasm, "disasm", "WORD...", nullptr, {"WORD..."}, 1, "name the fields of instruction words", no_groups},
      {command::completion,
       "completion",
       "bash|zsh",
       nullptr,
       {"SHELL"},
       1,
       "a shell's completion of all this",
       no_groups,
       completion_more},
      {command::man, "man", "", nullptr, {}, 0, "the man page: tensix-tlm man | man -l -", no_groups},
      {command::help, "help", "[COMMAND]", nullptr, {"COMMAND"}, 0, "this text, or that of a command", no_groups},
      {command::version, "version", "", nullptr, {}, 0, "the version", no_groups},
  };
  return all;
}

names command_names() {
  names all;
  for (const auto& row : command_table()) all.emplace_back(row.name);
  return all;
}

const command_row& row_of(const std::string& name) {
  for (const auto& row : command_table())
    if (name == row.name) return row;
  throw usage_error("unknown command '" + name + "'" + did_you_mean(name, command_names()) + "; 'tensix-tlm help' lists them");
}

groups options_without_command() {
  option_group other("Other");
  other.add_options()("help,h", "this text")("version", "the version");
  return {configuration_group(), other};
}

std::string help_of(const command_row& row) {
  std::ostringstream text;
  text << "tensix-tlm " << row.name << (row.usage || *row.brief ? " " : "") << (row.usage ? row.usage : row.brief) << "\n"
       << row.summary << "\n";
  for (const auto& g : row.groups()) text << "\n" << g;
  if (*row.more) text << "\n" << row.more;
  return fitted(text.str(), help_width);
}

const std::vector<exit_meaning> exit_meanings = {
    {exit_done, "done"},
    {exit_undefined, "the program did something undefined or unsupported"},
    {exit_wrong_input, "wrong input"},
    {exit_gave_up, "gave up (--maxclk) or deadlock"},
    {exit_host_failed, "the machine gave out: a full disk, no memory, nobody to read standard output"},
    {exit_differs, "RTL beside the model has answered otherwise than it"},
    {exit_rtl_failed, "an assertion of RTL has failed, or RTL has broken a handshake"},
    {exit_races, "races: what comes out depends on how fast something is"},
    {exit_stopped, "stopped at a place of --stop-at, or by gdb"},
};

std::string overview() {
  std::ostringstream text;
  text << "tensix-tlm: what one Blackhole Tensix tile computes, and how many cycles it takes\n\n";
  constexpr size_t column = 36;
  const auto line = [&](const std::string& form, const std::string& meaning) {
    text << "  " << form << std::string(form.size() + 2 < column ? column - form.size() - 2 : 1, ' ') << meaning << "\n";
  };
  for (const auto& row : command_table())
    line(std::string("tensix-tlm ") + row.name + (*row.brief ? " " : "") + row.brief,
         row.summary + (row.what == command::run ? ": " + kernel_list() : ""));
  line("tensix-tlm --dump-config", "print a configuration as JSON (with --config, --set)");
  line("tensix-tlm COMMAND --help, -h", "what a command takes");
  text << "\nExit status (of sweep, compare, diff-events and replay: see their --help):\n";
  for (const auto& e : exit_meanings) text << "  " << e.code << "  " << e.meaning << "\n";
  return fitted(text.str(), help_width);
}

}  // namespace tensix
