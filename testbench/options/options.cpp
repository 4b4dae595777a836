#include "testbench/options/options.h"

#include <algorithm>
#include <sstream>

#include "models/isa/nearest.h"
#include "testbench/options/option_groups.h"

namespace tensix {
namespace {

namespace po = boost::program_options;
using names = std::vector<std::string>;

const names& command_names() {
  static const names all = {"run",   "stream", "elf",      "kernel", "compare", "diff-events", "replay",
                            "sweep", "levers", "optimise", "params", "kernels", "disasm"};
  return all;
}
po::options_description help_options() {
  po::options_description d("Other");
  d.add_options()("help", "this text");
  return d;
}

const char* overview_begin =
    "tensix-tlm: what one Blackhole Tensix tile computes, and how many cycles it takes\n\n"
    "  tensix-tlm run KERNEL [options]   run a built-in kernel: ";
const char* overview_end =
    "\n"
    "  tensix-tlm stream FILE [options]  play a stream file (*.scn)\n"
    "  tensix-tlm elf --t0 FILE ...      run compiled programs on the RISC-V cores\n"
    "  tensix-tlm kernel FILE.cpp ...    compile and run a kernel of your own\n"
    "  tensix-tlm compare A B            which cycles went where in two runs (files of --metrics)\n"
    "  tensix-tlm diff-events A B        where two event logs diverge first (files of --events)\n"
    "  tensix-tlm replay UNIT FILE       a recorded unit by itself (files of --record)\n"
    "  tensix-tlm sweep STUDY [options]  run the points of a study, several at a time\n"
    "  tensix-tlm levers KERNEL ...      what every parameter, one step up and down, does to a run\n"
    "  tensix-tlm optimise STUDY ...     search a study for its best points\n"
    "  tensix-tlm params [--markdown]    list all parameters\n"
    "  tensix-tlm kernels                list the built-in kernels\n"
    "  tensix-tlm disasm WORD...         name the fields of instruction words\n"
    "  tensix-tlm --dump-config          print a configuration as JSON (with --config, --set)\n"
    "  tensix-tlm --version\n"
    "  tensix-tlm [COMMAND] --help\n\n"
    "Exit status: 0 done; 1 the program did something undefined or unsupported; 2 wrong input; 3 gave up or deadlock.\n"
    "(of sweep, levers, optimise, compare, diff-events and replay: see their --help)\n";

command_line parse_command(const std::string& name_of_command, const names& rest) {
  command_line c;
  po::options_description options("");
  po::positional_options_description positional;
  std::string usage = name_of_command;
  int operands = 0;  // -1: any number
  if (name_of_command == "run") {
    c.what = command::run;
    options.add(kernel_options_group())
        .add(configuration_options())
        .add(machine_options())
        .add(report_options())
        .add(timeline_options())
        .add(event_options());
    usage = "run KERNEL [options]";
    operands = 1;
  } else if (name_of_command == "stream") {
    c.what = command::stream;
    options.add(configuration_options())
        .add(machine_options())
        .add(report_options())
        .add(timeline_options())
        .add(event_options());
    usage = "stream FILE [options]";
    operands = 1;
  } else if (name_of_command == "elf") {
    c.what = command::elf;
    options.add(elf_options())
        .add(configuration_options())
        .add(machine_options())
        .add(report_options())
        .add(timeline_options())
        .add(event_options());
    usage = "elf --t0 FILE --t1 FILE --t2 FILE [--b FILE] [options]";
  } else if (name_of_command == "kernel") {
    c.what = command::kernel;
    options.add(device_kernel_options())
        .add(configuration_options())
        .add(machine_options())
        .add(report_options())
        .add(timeline_options())
        .add(event_options());
    usage = "kernel FILE.cpp --cb N=... [--out N=FILE.npy] [options]";
    operands = 1;
  } else if (name_of_command == "replay") {
    c.what = command::replay;
    options.add_options()("set", po::value<names>()->composing(),
                          "NAME=VALUE: a parameter that is to differ from the recorded run's, as units.matrix_unit=rtl");
    usage = "replay UNIT FILE [--set NAME=VALUE]...";
    operands = 2;
  } else if (name_of_command == "params") {
    c.what = command::params;
    options.add_options()("markdown", "as the page docs/parameters.md")(
        "assumptions", "only those that no source gives, with the range in which the hardware's may lie")(
        "steps", "each with its value one step down and up, as levers takes it");
    options.add(configuration_options());
    usage = "params [--markdown | --assumptions | --steps] [--config NAME|FILE] [--set NAME=VALUE]...";
  } else if (name_of_command == "kernels") {
    c.what = command::kernels;
  } else {
    c.what = command::disasm;
    usage = "disasm WORD...";
    operands = -1;
  }
  options.add(help_options());
  positional.add("operand", operands < 0 ? -1 : std::max(operands, 1));
  const po::variables_map v = parse_options(rest, options, positional);
  if (v.count("help")) {
    c.what = command::help;
    c.help_text = help_of(usage, options);
    return c;
  }
  const names operand = v.count("operand") ? v["operand"].as<names>() : names();
  if (operands == 0 && !operand.empty())
    throw usage_error(name_of_command + " takes no operand, but '" + operand[0] + "' is given");
  if (operands != 0 && operand.empty()) {
    if (v.count("dump-config") == 0) {
      std::string text = name_of_command + ": an operand is missing; expected 'tensix-tlm " + usage + "'";
      if (c.what == command::run) text += " with one of " + kernel_list();
      throw usage_error(text);
    }
    c.what = command::dump_config;
  }
  if (v.count("config") || v.count("set") || v.count("dump-config")) read_configuration(v, c);
  switch (c.what) {
    case command::run:
    case command::elf:
    case command::kernel:
    case command::stream:
      if (c.what == command::run) read_kernel(v, operand[0], c);
      if (c.what == command::elf) read_elf(v, c);
      if (c.what == command::kernel) read_device_kernel(v, operand[0], c);
      read_machine(v, c);
      read_report(v, c);
      break;
    default: break;
  }
  if (c.what == command::run || c.what == command::stream || c.what == command::elf || c.what == command::kernel) {
    read_timeline(v, c);
    read_events(v, c);
  }
  if (c.what == command::replay) {
    if (operand.size() != 2) throw usage_error("replay: expected 'tensix-tlm " + usage + "', UNIT and FILE as of --record");
    c.replay_unit = operand[0];
    c.replay_file = operand[1];
  }
  if (c.what == command::stream) c.stream_file = operand[0];
  if (c.what == command::params) {
    c.markdown = v.count("markdown") != 0;
    c.assumptions = v.count("assumptions") != 0;
    c.steps = v.count("steps") != 0;
    if (c.markdown + c.assumptions + c.steps > 1) throw usage_error("--markdown, --assumptions and --steps exclude each other");
  }
  if (c.what == command::disasm)
    for (const auto& w : operand) c.words.push_back(parse_count32(w, "disasm"));
  return c;
}

}  // namespace

command_line parse_command_line(const std::vector<std::string>& arguments) {
  if (arguments.empty()) throw usage_error("a command is missing; 'tensix-tlm --help' lists them");
  const auto& commands = command_names();
  if (arguments[0].empty() || arguments[0][0] != '-') {
    if (std::find(commands.begin(), commands.end(), arguments[0]) == commands.end())
      throw usage_error("unknown command '" + arguments[0] + "'" + did_you_mean(arguments[0], commands));
    const names rest(arguments.begin() + 1, arguments.end());
    command_line c;
    if (arguments[0] == "compare") c.what = command::compare;
    else if (arguments[0] == "diff-events") c.what = command::diff_events;
    else if (arguments[0] == "sweep") c.what = command::sweep;
    else if (arguments[0] == "levers") c.what = command::levers;
    else if (arguments[0] == "optimise") c.what = command::optimise;
    else c = parse_command(arguments[0], rest);
    c.arguments = arguments;
    return c;
  }
  command_line c;
  po::options_description options;
  options.add(configuration_options()).add(help_options()).add_options()("version", "the version");
  const po::variables_map v = parse_options(arguments, options, po::positional_options_description().add("operand", -1));
  if (v.count("help")) {
    c.help_text = overview_begin + kernel_list() + overview_end;
    return c;
  }
  if (v.count("version")) {
    c.what = command::version;
    return c;
  }
  if (v.count("operand"))
    throw usage_error("'" + v["operand"].as<names>()[0] +
                      "' comes after options: the command stands first, as in 'tensix-tlm run datacopy " + arguments[0] +
                      " ...'");
  if (!v.count("dump-config")) throw usage_error("a command is missing; 'tensix-tlm --help' lists them");
  c.what = command::dump_config;
  read_configuration(v, c);
  return c;
}

}  // namespace tensix
