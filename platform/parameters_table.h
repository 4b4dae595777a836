// SPDX-License-Identifier: Apache-2.0
// How the rows of the parameter list are made; used by the files that hold them.
#pragma once
#include <string_view>

#include "platform/parameters.h"

namespace tensix::table {

// Sources of more than one file's rows.
inline constexpr const char* measured_only =
    "Blackhole: measured on silicon (public microbenchmarks). documented: not documented";

uint32_t parse_number(std::string_view text, uint32_t least, uint32_t most);
bool parse_boolean(std::string_view text);
size_t parse_choice(std::string_view text, const std::vector<std::string>& choices);
std::vector<uint32_t> parse_ports(std::string_view text);  // "0,35-41", in the order given
std::string ports_text(const std::vector<uint32_t>& ports);
throttle_parameters::pair parse_speed_pair(std::string_view text);  // "x2,x1"
std::string speed_pair_text(const throttle_parameters::pair& pair);

// The `field` of the functions below: from parameters, const or not, to a reference to the member.
#define FIELD(member) \
  [](auto& p) -> auto& { return p.member; }

template <class F>
parameter_info number(std::string name, std::string unit, uint32_t least, uint32_t most, std::string blackhole,
                      std::string documented, std::string meaning, std::string source, F field) {
  return {std::move(name),
          std::move(unit),
          parameter_kind::number,
          least,
          most,
          {},
          std::move(blackhole),
          std::move(documented),
          std::move(meaning),
          std::move(source),
          [field](const parameters& p) { return std::to_string(field(p)); },
          [field, least, most](parameters& p, const std::string& text) { field(p) = parse_number(text, least, most); }};
}

template <class F>
parameter_info boolean(std::string name, std::string blackhole, std::string documented, std::string meaning, std::string source,
                       F field) {
  return {std::move(name),
          "",
          parameter_kind::boolean,
          0,
          1,
          {"true", "false"},
          std::move(blackhole),
          std::move(documented),
          std::move(meaning),
          std::move(source),
          [field](const parameters& p) { return std::string(field(p) ? "true" : "false"); },
          [field](parameters& p, const std::string& text) { field(p) = parse_boolean(text); }};
}

// The index of a choice is the value of the enumerator.
template <class F>
parameter_info choice(std::string name, std::vector<std::string> choices, std::string blackhole, std::string documented,
                      std::string meaning, std::string source, F field) {
  return {std::move(name),
          "name",
          parameter_kind::choice,
          0,
          0,
          choices,
          std::move(blackhole),
          std::move(documented),
          std::move(meaning),
          std::move(source),
          [field, choices](const parameters& p) { return choices[static_cast<size_t>(field(p))]; },
          [field, choices](parameters& p, const std::string& text) {
            auto& value = field(p);
            value = static_cast<std::remove_reference_t<decltype(value)>>(parse_choice(text, choices));
          }};
}

void append_memory_rows(std::vector<parameter_info>& rows);   // clock, l1
void append_unpack_rows(std::vector<parameter_info>& rows);   // throttle, unpacker, hand_over
void append_compute_rows(std::vector<parameter_info>& rows);  // packer, matrix_unit, vector_unit
void append_core_rows(std::vector<parameter_info>& rows);     // riscv_core
void append_control_rows(std::vector<parameter_info>& rows);  // the rest
void append_noc_rows(std::vector<parameter_info>& rows);      // noc_interface, noc, dram
void append_rtl_rows(std::vector<parameter_info>& rows);      // units, rtl

}  // namespace tensix::table
