// SPDX-License-Identifier: Apache-2.0
// Every number of the tile that a study may want to change: one struct of values for the modules, and one list that gives each
// of them a name, a unit, a legal range, a meaning and the place it comes from.
//
//   parameters p = load_configuration("blackhole");         // built in, or a JSON file
//   apply_settings(p, {"l1.ports=44", "l1.client_ports.unpacker0=0,35-43"});
//   tensix_tile tile("tile", p);
//
// Two configurations are built in: "blackhole" (measured silicon where known, otherwise the documentation) and "documented"
// (the ISA documentation's Wormhole description: 16 banks, 16 ports, four packers). configs/NAME.json hold the same values.
#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "models/config_unit/config_unit_parameters.h"
#include "models/contracts/dst_arbiter_parameters.h"
#include "models/dram/dram_parameters.h"
#include "models/frontend/frontend_parameters.h"
#include "models/hand_over/hand_over_parameters.h"
#include "models/matrix_unit/matrix_unit_parameters.h"
#include "models/memory/l1_parameters.h"
#include "models/mover/mover_parameters.h"
#include "models/mover/tdma_risc_parameters.h"
#include "models/noc/noc_network_parameters.h"
#include "models/noc_interface/noc_interface_parameters.h"
#include "models/packer/packer_parameters.h"
#include "models/riscv_core/riscv_core_parameters.h"
#include "models/riscv_port/riscv_port_parameters.h"
#include "models/scalar_unit/scalar_unit_parameters.h"
#include "models/sync_unit/sync_unit_parameters.h"
#include "models/unpacker/throttle_parameters.h"
#include "models/unpacker/unpacker_parameters.h"
#include "models/vector_unit/vector_unit_parameters.h"
#include "platform/noc_parameters.h"
#include "platform/unit_sources.h"

namespace tensix {

// What the stream player assumes a RISC-V core to take, beyond what the tile itself makes it wait.
struct player_parameters {
  uint32_t push_cycles = 1;   // one instruction word pushed
  uint32_t store_cycles = 1;  // one store
};

// The peers that fill and empty the circular buffers of the built-in kernels. 0: as fast as there is room.
struct feed_parameters {
  uint32_t producer_bytes_per_cycle = 0;  // all inputs together
  uint32_t consumer_bytes_per_cycle = 0;
};

// When the cores start: so many cycles after they might. Firmware does not start them in one cycle. B's, which starts the others,
// is 0.
struct start_parameters {
  by_core<uint32_t> later = {};
};

// Default-constructed it has no ports; start from load_configuration or builtin_configuration.
struct parameters {
  std::string config_name;
  uint32_t clock_mhz = 1350;
  uint32_t clock_period_ps = 1000, clock_period_fs = 0;  // SystemC time of a cycle: their sum
  l1_parameters l1;
  throttle_parameters throttle;
  unpacker_parameters unpacker;
  packer_parameters packer;
  dst_arbiter_parameters dst;
  matrix_unit_parameters matrix_unit;
  vector_unit_parameters vector_unit;
  scalar_unit_parameters scalar_unit;
  mover_parameters mover;
  tdma_risc_parameters tdma_risc;
  config_unit_parameters config_unit;
  sync_unit_parameters sync_unit;
  hand_over_parameters hand_over;
  frontend_parameters frontend;
  riscv_port_parameters riscv;
  riscv_core_parameters riscv_core;
  noc_interface_parameters noc_interface;
  noc_network_parameters noc;
  tile_place_parameters tile_place;
  harvesting_parameters harvesting;
  dram_parameters dram;
  player_parameters player;
  feed_parameters feed;
  start_parameters start;
  unit_sources units;
  rtl_clock_parameters rtl;

  // The same with models alone.
  parameters without_rtl() const;
};

// What is wrong, where, and what would be right.
struct parameter_error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

enum class parameter_kind : uint8_t { number, boolean, choice, port_list, speed_pair, file };

struct parameter_info {
  std::string name;  // dotted, as in "l1.banks"
  std::string unit;
  parameter_kind kind;
  uint32_t least, most;               // numbers
  std::vector<std::string> choices;   // choices
  std::string blackhole, documented;  // value in the two built-in configurations
  std::string meaning, source;
  std::function<std::string(const parameters&)> get;
  std::function<void(parameters&, const std::string&)> assign;  // throws parameter_error without the parameter's name
  std::string range() const;                                    // for people: "1..256", "true, false", ...
};

// In the order of the documentation and of every dump.
const std::vector<parameter_info>& parameter_list();
std::vector<std::string> parameter_names();
// Throws parameter_error with the nearest right name.
const parameter_info& find_parameter(std::string_view name);

const std::vector<std::string>& builtin_configuration_names();
parameters builtin_configuration(const std::string& name);

// One value from text. Checks the value alone, not what it means together with others: see `validate`.
void set(parameters& p, const std::string& name, const std::string& value);
// "name=value" each, then validate; config_name records it.
void apply_settings(parameters& p, const std::vector<std::string>& settings);
// Throws parameter_error if values contradict each other.
void validate(const parameters& p);
// The same of values of which each came from text, and has been checked by itself.
void validate_together(const parameters& p);

// A built-in name or a JSON file. Keys nested or dotted; "base" names a built-in configuration or a file (relative to this one)
// to start from, otherwise "blackhole"; "name" and "description" are free text. Unknown keys, keys given twice and bad values
// are refused, with file and JSON path. The result is valid.
parameters load_configuration(const std::string& name_or_file);
// The same from text; `origin` stands for the file in messages, `folder` for where "base" is looked up.
parameters configuration_from_json(const std::string& text, const std::string& origin, const std::string& folder = ".");
// All values, nested, in the order of parameter_list, without a newline at the end; reading it back gives the same values.
std::string to_json(const parameters& p);

// For people: the list as a Markdown page (docs/generated/parameters.md) and as a table for the terminal with the values of `p`.
std::string parameters_markdown();
std::string parameters_text(const parameters& p);

// What the configuration allows at best.
uint32_t unpack_peak_bytes(const parameters& p, unsigned unpacker, fetch_speed speed);  // a cycle, the unpacker alone
uint32_t pack_peak_bytes(const parameters& p);                                          // a cycle, all packers

}  // namespace tensix
