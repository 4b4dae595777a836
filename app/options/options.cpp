#include "app/options/options.h"

#include <algorithm>

#include "app/options/command_table.h"
#include "app/options/option_groups.h"

namespace tensix {
namespace {

namespace po = boost::program_options;
using names = std::vector<std::string>;

bool is_any_number(const command_row& row) {
  return !row.operands.empty() && std::string(row.operands.back()).find("...") != std::string::npos;
}

// What every command that simulates reads, behind what is its own.
void read_run(const po::variables_map& v, command_line& c) {
  read_machine(v, c);
  read_report(v, c);
  read_timeline(v, c);
  read_events(v, c);
}

command_line help_text(std::string text) {
  command_line c;
  c.what = command::help;
  c.help_text = std::move(text);
  return c;
}

command_line parse_command(const command_row& row, const names& rest) {
  command_line c;
  c.what = row.what;
  const std::string usage = std::string("tensix-tlm ") + row.name + " " + (row.usage ? row.usage : row.brief);
  po::positional_options_description positional;
  if (row.what == command::levers) {  // what is not its own belongs to the run
    const bool help = std::any_of(rest.begin(), rest.end(), [](const auto& a) { return a == "--help" || a == "-h"; });
    return help ? help_text(help_of(row)) : c;
  }
  positional.add("operand", is_any_number(row) ? -1 : std::max<int>(static_cast<int>(row.operands.size()), 1));
  const po::variables_map v = parse_options(rest, row.groups(), positional);
  if (v.count("help")) return help_text(help_of(row));
  const names operand = v.count("operand") ? v["operand"].as<names>() : names();
  if (row.operands.empty() && !operand.empty())
    throw usage_error(std::string(row.name) + " takes no operand, but '" + operand[0] + "' is given");
  if (v.count("config") || v.count("set") || v.count("dump-config")) read_configuration(v, c);
  if (operand.size() < row.fewest) {
    if (!c.dump_config) {
      std::string text =
          std::string(row.name) + ": an operand is missing (" + row.operands[operand.size()] + "); expected '" + usage + "'";
      if (c.what == command::run) text += " with one of " + kernel_list();
      throw usage_error(text);
    }
    c.what = command::dump_config;
    return c;
  }
  switch (c.what) {
    case command::run:
      read_kernel(v, operand[0], c);
      read_placement(v, c);
      read_noc(v, c);
      read_run(v, c);
      break;
    case command::elf:
      read_elf(v, c);
      read_noc(v, c);
      read_run(v, c);
      break;
    case command::kernel:
      read_device_kernel(v, operand[0], c);
      read_noc(v, c);
      read_run(v, c);
      break;
    case command::stream:
      c.stream_file = operand[0];
      read_noc(v, c);
      read_run(v, c);
      break;
    case command::replay:
      c.replay_unit = operand[0];
      c.replay_file = operand[1];
      break;
    case command::params:
      c.markdown = v.count("markdown") != 0;
      c.assumptions = v.count("assumptions") != 0;
      c.steps = v.count("steps") != 0;
      if (c.markdown + c.assumptions + c.steps > 1)
        throw usage_error("--markdown, --assumptions and --steps exclude each other");
      break;
    case command::disasm:
      for (const auto& w : operand) c.words.push_back(parse_count32(w, "disasm"));
      break;
    case command::completion:
      c.shell = operand[0];
      if (c.shell != "bash" && c.shell != "zsh")
        throw usage_error("completion: '" + c.shell + "' is neither bash nor zsh" + did_you_mean(c.shell, {"bash", "zsh"}));
      break;
    case command::help: return help_text(operand.empty() ? overview() : help_of(row_of(operand[0])));
    case command::compare:  // parsed by those who do them
    case command::diff_events:
    case command::sweep:
    case command::levers:
    case command::optimise:
    case command::kernels:
    case command::man:
    case command::version:
    case command::dump_config: break;
  }
  return c;
}

}  // namespace

command_line parse_command_line(const names& arguments) {
  if (arguments.empty()) throw usage_error("a command is missing; 'tensix-tlm --help' lists them");
  if (arguments[0].empty() || arguments[0][0] != '-') {
    command_line c = parse_command(row_of(arguments[0]), {arguments.begin() + 1, arguments.end()});
    c.arguments = arguments;
    return c;
  }
  const po::variables_map v =
      parse_options(arguments, options_without_command(), po::positional_options_description().add("operand", -1));
  if (v.count("help")) return help_text(overview());
  command_line c;
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
