// SPDX-License-Identifier: Apache-2.0
// The groups of options that commands are made of: what each takes, for parser and help, and how it is read. No SystemC.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "app/options/choices.h"
#include "app/options/option_parser.h"
#include "support/text/known_word.h"
#include "support/text/nearest.h"

namespace tensix {

option_group configuration_group();
option_group machine_group();
option_group report_group();
option_group timeline_group();
option_group events_group();
option_group state_group();
option_group kernel_group();
option_group noc_group();
option_group zones_group();         // of commands that compile programs
option_group zones_of_elf_group();  // of compiled ones
option_group stop_group();
option_group gdb_group();       // of commands with programs on the cores
option_group keep_elf_group();  // of those that compile them
option_group reset_group();     // of stream
option_group placement_group();
option_group elf_group();
option_group device_kernel_group();
option_group program_group();
option_group serve_group();
option_group compare_group();
option_group diff_events_group();
option_group coverage_group();
option_group sweep_group();
option_group levers_group();
option_group costs_group();
option_group optimise_group();
option_group races_group();
option_group point_group();
option_group shard_group();
option_group slurm_group();
option_group list_group();  // of params
option_group replay_group();
option_group help_group();

// `arguments` behind the word races: the command whose run it is, with its `races`.
command_line parse_races(const std::vector<std::string>& arguments);
void read_configuration(const option_values& v, configuration_options& o);
// What every command that simulates a tile takes, behind what is its own.
void read_session(const option_values& v, session_options& o);
void read_state(const option_values& v, state_options& o);
void read_zones(const option_values& v, observer_options& o);
void read_debug(const option_values& v, session_options& o);
std::optional<uint64_t> read_reset(const option_values& v);
std::vector<noc_stream> read_noc(const option_values& v);
void read_kernel(const option_values& v, const std::string& kernel, run_options& o);
void read_placement(const option_values& v, kernel_options& k);
void read_elf(const option_values& v, elf_options& o);
void read_device_kernel(const option_values& v, const std::string& source, device_kernel_options& o);
void read_program_options(const option_values& v, const std::string& file, program_options& o);
void read_serve(const option_values& v, const std::vector<std::string>& operand, serve_options& o);
void read_feed_bytes(const option_values& v, configuration_options& o);

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
    return parse(known_word(text, known));
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
