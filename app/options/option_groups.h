// The groups of options that commands are made of: what each takes, for parser and help, and how it is read. No SystemC.
#pragma once
#include <string>
#include <vector>

#include "app/options/choices.h"
#include "app/options/option_parser.h"
#include "support/text/nearest.h"

namespace tensix {

option_group configuration_options();
option_group machine_options();
option_group report_options();
option_group timeline_options();
option_group event_options();
option_group kernel_options_group();
option_group noc_options();
option_group placement_options();
option_group elf_options();
option_group device_kernel_options();
option_group compare_options();
option_group diff_events_options();
option_group sweep_options_group();
option_group levers_options();
option_group optimise_options();
option_group point_options();
option_group shard_options();
option_group slurm_options();
option_group list_options();  // of params
option_group replay_options();
option_group help_options();

void read_configuration(const option_values& v, command_line& c);
void read_machine(const option_values& v, command_line& c);
void read_report(const option_values& v, command_line& c);
void read_timeline(const option_values& v, command_line& c);
void read_events(const option_values& v, command_line& c);
void read_kernel(const option_values& v, const std::string& kernel, command_line& c);
void read_placement(const option_values& v, command_line& c);
void read_noc(const option_values& v, command_line& c);
void read_elf(const option_values& v, command_line& c);
void read_device_kernel(const option_values& v, const std::string& source, command_line& c);
void read_feed_bytes(const option_values& v, command_line& c);

std::vector<std::string> kernel_names();
// "datacopy, add, sub, mul, matmul"
std::string kernel_list();
// Formats of tiles, for messages.
const std::vector<std::string>& format_list();

// One of `known`, by the parser that knows its meaning.
template <class Parse>
auto parse_name(const std::string& text, const std::string& option, const std::vector<std::string>& known, Parse parse)
    -> decltype(parse(text)) {
  try {
    return parse(text);
  } catch (const std::invalid_argument& e) {
    throw usage_error(option + ": " + e.what() + did_you_mean(text, known));
  }
}
// The value of an option that has choices.
template <class Parse>
auto parse_choice(const option_values& v, const char* option, Parse parse) -> decltype(parse(std::string())) {
  return parse_name(text_of(v, option), std::string("--") + option, choices_of(option), parse);
}
// Its place among the choices.
size_t choice_index(const option_values& v, const char* option);

}  // namespace tensix
