// SPDX-License-Identifier: Apache-2.0
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

command_line help_text(std::string text) { return {command::help, help_options{std::move(text)}}; }

parameter_format read_format(const po::variables_map& v) {
  auto format = parameter_format::table;
  unsigned given = 0;
  for (const auto& [option, chosen] :
       {std::pair("markdown", parameter_format::markdown), std::pair("assumptions", parameter_format::assumptions),
        std::pair("steps", parameter_format::steps)})
    if (v.count(option)) format = chosen, ++given;
  if (given > 1) throw usage_error("--markdown, --assumptions and --steps exclude each other");
  return format;
}

command_line parse_command(const command_row& row, const names& rest) {
  const std::string usage = std::string("tensix-tlm ") + row.name + " " + (row.usage ? row.usage : row.brief);
  po::positional_options_description positional;
  if (row.what == command::levers) {  // what is not its own belongs to the run
    const bool help = std::any_of(rest.begin(), rest.end(), [](const auto& a) { return a == "--help" || a == "-h"; });
    return help ? help_text(help_of(row)) : command_line{row.what, {}};
  }
  if (row.what == command::races) {
    const bool help = std::any_of(rest.begin(), rest.end(), [](const auto& a) { return a == "--help" || a == "-h"; });
    return help ? help_text(help_of(row)) : parse_races(rest);
  }
  positional.add("operand", is_any_number(row) ? -1 : std::max<int>(static_cast<int>(row.operands.size()), 1));
  const po::variables_map v = parse_options(rest, row.groups(), positional);
  if (v.count("help")) return help_text(help_of(row));
  const names operand = v.count("operand") ? v["operand"].as<names>() : names();
  if (row.operands.empty() && !operand.empty())
    throw usage_error(std::string(row.name) + " takes no operand, but '" + operand[0] + "' is given");
  configuration_options configuration;
  if (v.count("config") || v.count("set") || v.count("soc")) read_configuration(v, configuration);
  const bool dumps = v.count("dump-config") != 0;
  if (operand.size() < row.fewest && !dumps) {
    std::string text =
        std::string(row.name) + ": an operand is missing (" + row.operands[operand.size()] + "); expected '" + usage + "'";
    if (row.what == command::run) text += " with one of " + kernel_list();
    throw usage_error(text);
  }
  if (operand.size() < row.fewest) return {command::dump_config, configuration};
  const auto simulated = [&](auto o, auto read) {
    o.configuration = configuration;
    read(o);
    read_session(v, o);
    if (!o.state.mark.empty() && row.what != command::stream)
      throw usage_error("--dump-at=" + o.state.mark + ": expected end, hang or a cycle (marks are a stream's)");
    return dumps ? command_line{command::dump_config, o.configuration} : command_line{row.what, o};
  };
  switch (row.what) {
    case command::run:
      return simulated(run_options(), [&](run_options& o) {
        read_kernel(v, operand[0], o);
        read_placement(v, o.kernel);
        if (o.sample && !read_noc(v).empty())
          throw usage_error(
              "--sample leaves out blocks that repeat: beside --noc-read and --noc-write none do; leave one of them out");
      });
    case command::elf: return simulated(elf_options(), [&](elf_options& o) { read_elf(v, o); });
    case command::kernel:
      return simulated(device_kernel_options(), [&](device_kernel_options& o) { read_device_kernel(v, operand[0], o); });
    case command::program:
      return simulated(program_options(), [&](program_options& o) { read_program_options(v, operand[0], o); });
    case command::serve: return simulated(serve_options(), [&](serve_options& o) { read_serve(v, operand, o); });
    case command::stream:
      return simulated(stream_options(), [&](stream_options& o) {
        o.file = operand[0];
        o.reset_at = read_reset(v);
        if (o.reset_at && v.count("why"))
          throw usage_error("--why and --reset-at exclude each other: what waited for what ends with a reset");
        if (o.reset_at && v.count("counters"))
          throw usage_error("--counters and --reset-at exclude each other: a reset ends what they count");
      });
    case command::replay: return {row.what, replay_options{operand[0], operand[1], configuration.settings}};
    case command::params:
      for (const char* whole : {"markdown", "dump-config"})
        if (v.count(whole) && !operand.empty())
          throw usage_error(std::string("params: --") + whole + " is of all parameters: '" + operand[0] +
                            "' has no place beside it");
      if (dumps) return {command::dump_config, configuration};
      return {row.what, params_options{configuration, read_format(v), operand}};
    case command::disasm: {
      disasm_options o;
      for (const auto& w : operand) o.words.push_back(parse_count32(w, "disasm"));
      return {row.what, o};
    }
    case command::completion: {
      const std::string shell = known_word(operand[0], {"bash", "zsh"});
      if (shell != "bash" && shell != "zsh")
        throw usage_error("completion: '" + operand[0] + "' is neither bash nor zsh" + did_you_mean(shell, {"bash", "zsh"}));
      return {row.what, completion_options{shell}};
    }
    case command::help: return help_text(operand.empty() ? overview() : help_of(row_of(operand[0])));
    case command::compare:  // parsed by those who do them
    case command::diff_events:
    case command::coverage:
    case command::sweep:
    case command::levers:
    case command::races:
    case command::costs:
    case command::optimise:
    case command::kernels:
    case command::man:
    case command::version:
    case command::dump_config: break;
  }
  return {row.what, {}};
}

}  // namespace

session_options* session_of(command_line& c) {
  return std::visit(
      [](auto& o) -> session_options* {
        if constexpr (std::is_base_of_v<session_options, std::decay_t<decltype(o)>>) return &o;
        else return nullptr;
      },
      c.options);
}

command_line parse_command_line(const names& arguments) {
  if (arguments.empty()) throw usage_error("a command is missing; 'tensix-tlm --help' lists them");
  if (arguments[0].empty() || arguments[0][0] != '-') {
    command_line c = parse_command(row_of(arguments[0]), {arguments.begin() + 1, arguments.end()});
    if (session_options* const s = session_of(c); s && !s->races) s->arguments = arguments;  // races: those of its run
    return c;
  }
  const po::variables_map v =
      parse_options(arguments, options_without_command(), po::positional_options_description().add("operand", -1));
  if (v.count("help")) return help_text(overview());
  if (v.count("version")) return {command::version, {}};
  if (v.count("operand"))
    throw usage_error("'" + v["operand"].as<names>()[0] +
                      "' comes after options: the command stands first, as in 'tensix-tlm run datacopy " + arguments[0] +
                      " ...'");
  if (!v.count("dump-config")) throw usage_error("a command is missing; 'tensix-tlm --help' lists them");
  configuration_options configuration;
  read_configuration(v, configuration);
  return {command::dump_config, configuration};
}

}  // namespace tensix
