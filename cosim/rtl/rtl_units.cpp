// SPDX-License-Identifier: Apache-2.0
#include "cosim/rtl/rtl_units.h"

#include <algorithm>
#include <iostream>
#include <stdexcept>
#include <string_view>

#include "models/isa/isa.h"

namespace tensix {
namespace {

struct source_of_unit {
  const char* name;
  unit_source unit_sources::*source;
};
constexpr source_of_unit places[] = {{"l1", &unit_sources::l1},
                                     {"unpacker0", &unit_sources::unpacker0},
                                     {"unpacker1", &unit_sources::unpacker1},
                                     {"packers", &unit_sources::packers},
                                     {"matrix_unit", &unit_sources::matrix_unit},
                                     {"vector_unit", &unit_sources::vector_unit},
                                     {"config_unit", &unit_sources::config_unit},
                                     {"sync_unit", &unit_sources::sync_unit},
                                     {"scalar_unit", &unit_sources::scalar_unit},
                                     {"misc_unit", &unit_sources::misc_unit},
                                     {"mover", &unit_sources::mover},
                                     {"players", &unit_sources::players},
                                     {"noc0", &unit_sources::noc0},
                                     {"noc1", &unit_sources::noc1}};
static_assert(sizeof(unit_sources) == std::size(places) * sizeof(unit_source));

constexpr bool every_unit_has_a_place() {
  for (const std::string_view unit : tile_unit_names) {
    bool found = false;
    for (const source_of_unit& place : places) found |= unit == place.name;
    if (!found) return false;
  }
  return true;
}
static_assert(every_unit_has_a_place(), "each unit of a tile can be RTL, by its name");

constexpr uint64_t printed = 100;  // of each kind of message

std::vector<rtl_unit>& known() {
  static std::vector<rtl_unit> units;
  return units;
}

std::string what_there_is() {
  if (known().empty()) return "it has none, tensix-tlm-rtl and libtensix_cosim_rtl have some";
  std::string all;
  for (const rtl_unit& u : known()) all += (all.empty() ? "it has " : ", ") + u.name + " (" + u.what + ")";
  return all;
}

}  // namespace

rtl_clock& rtl_environment::clock() {
  if (!clock_) clock_ = std::make_unique<rtl_clock>("rtl_clock", parameters_);
  return *clock_;
}

void rtl_environment::tell(const char* what, uint64_t number, const std::string& unit, cycle_t cycle, const std::string& text) {
  if (told) told(cycle, std::string(what) + ": " + unit + ": " + text);
  else if (number <= printed) std::cerr << what << ": cycle " << cycle << ", " << unit << ": " << text << "\n";
}

void rtl_environment::differs(const std::string& unit, cycle_t cycle, const std::string& text) {
  if (diverged) diverged(cycle);
  tell("shadow", ++differences_, unit, cycle, text);
}

void rtl_environment::wrong_data(const std::string& unit, cycle_t cycle, const std::string& text) {
  if (diverged) diverged(cycle);
  tell("rtl", ++wrong_data_, unit, cycle, text);
}

std::string rtl_environment::answers(const issue_request& r, bool rtl_takes, stall_reason rtl_why,
                                     const issue_response& model) {
  const auto text = [](bool takes, stall_reason why) {
    return takes ? std::string("takes") : std::string("refuses (") + name(why) + ")";
  };
  return "RTL " + text(rtl_takes, rtl_why) + " \"" + disassemble(r.word) + "\" of T" + std::to_string(r.thread) +
         ", the model " + text(model.accepted, model.why);
}

std::string rtl_environment::holds(unsigned thread, bool rtl_drained, bool model_drained) {
  const auto text = [](bool drained) { return drained ? "nothing" : "something"; };
  return "of T" + std::to_string(thread) + " RTL holds " + text(rtl_drained) + ", the model " + text(model_drained);
}

bool register_rtl(rtl_unit unit) {
  const auto place = std::find_if(std::begin(places), std::end(places), [&](const auto& p) { return unit.name == p.name; });
  if (place == std::end(places)) throw std::invalid_argument("register_rtl: there is no parameter units." + unit.name);
  for (const rtl_unit& u : known())
    if (u.name == unit.name) throw std::invalid_argument("register_rtl: units." + unit.name + " is there already: " + u.what);
  known().push_back(std::move(unit));
  return true;
}

bool in_place(const unit_sources& units) {
  return std::any_of(std::begin(places), std::end(places), [&](const auto& p) { return units.*p.source == unit_source::rtl; });
}

namespace {
// Of rtl.*: what somebody who asks for it waits for in vain where there is no RTL. (How a clock runs, nobody does.)
void refuse_what_only_rtl_has(const parameters& p) {
  for (const parameter_info& i : parameter_list())
    if ((i.name.rfind("rtl.random_", 0) == 0 || i.name == "rtl.coverage") && i.get(p) != i.blackhole)
      throw parameter_error(i.name + ": there is no RTL in this run; units.NAME=rtl or units.NAME=shadow (docs/cosim.md)");
}
// Nothing is put off, however it should be.
void refuse_random_without_percent(const parameters& p) {
  for (const parameter_info& i : parameter_list())
    if (i.name.rfind("rtl.random_", 0) == 0 && i.get(p) != i.blackhole)
      throw parameter_error(i.name + ": nothing comes later in this run; rtl.random_stall_percent=N as well (docs/cosim.md)");
}
}  // namespace

chosen_parts parts_of(const parameters& p) {
  chosen_parts chosen;
  for (const auto& [name, source] : places) {
    const unit_source wanted = p.units.*source;
    if (wanted == unit_source::model) continue;
    const auto unit = std::find_if(known().begin(), known().end(), [name = name](const rtl_unit& u) { return u.name == name; });
    if (unit == known().end())
      throw parameter_error(std::string("units.") + name + ": this program or library has been built without RTL for it; " +
                            what_there_is() + " (docs/cosim.md, docs/c-library.md)");
    if (wanted == unit_source::shadow && p.rtl.random.stall_percent)
      throw parameter_error(std::string("units.") + name +
                            "=shadow with rtl.random_stall_percent: a shadow gets what the model gets in the same cycles, and "
                            "nothing is put off there; use units." +
                            name + "=rtl");
    if (!chosen.environment) chosen.environment = std::make_shared<rtl_environment>(p.rtl);
    chosen.environment->shadows |= wanted == unit_source::shadow;
    unit->put(chosen.parts, wanted, *chosen.environment);
  }
  if (!chosen.environment) refuse_what_only_rtl_has(p);
  else if (p.rtl.random.stall_percent == 0) refuse_random_without_percent(p);
  if (chosen.environment)
    chosen.parts.reset = [e = chosen.environment.get()](bool before) {
      rtl_clock* const clock = e->clock_if_made();
      if (!clock) return;
      if (before) clock->up_to(now_cycle());
      else clock->reset();
    };
  return chosen;
}

}  // namespace tensix
