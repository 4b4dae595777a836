// SPDX-License-Identifier: Apache-2.0
// RTL that a program has been linked with, by the names of the parameters units.NAME (docs/cosim.md): tensix-tlm has none,
// tensix-tlm-rtl has the examples of examples/rtl, yours has your own.
//
//   const rtl_unit mine{"matrix_unit", "my issue stage", [](tile_parts& parts, unit_source source, rtl_environment& e) { ... }};
//   const bool known = register_rtl(mine);
#pragma once
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cosim/rtl/rtl_clock.h"
#include "cosim/rtl/rtl_failure.h"
#include "platform/tile_parts.h"
#include "workload/players/player_if.h"
#include "workload/streams/program.h"

namespace tensix {

// What RTL of one tile shares. Lives as long as its parts.
class rtl_environment {
 public:
  explicit rtl_environment(const rtl_clock_parameters& parameters) : parameters_(parameters) {
    present_of_rtl().coverage = parameters.coverage;
  }
  // The tile's one clock for RTL; made when the first part asks, within the tile's construction.
  rtl_clock& clock();
  rtl_clock* clock_if_made() { return clock_.get(); }

  // Instead of stream_player; unset: that. The environment outlives what it makes.
  std::function<std::unique_ptr<player_if>(const char* name, unsigned core, const parameters& p, std::unique_ptr<step_source>)>
      player;

  // Told what differs and what is wrong, with its cycle. Unset: the first ones of each are printed on standard error.
  std::function<void(cycle_t cycle, const std::string& text)> told;

  // ---- units.NAME=shadow
  // RTL has answered otherwise than the model.
  void differs(const std::string& unit, cycle_t cycle, const std::string& text);
  // Of an offer: what RTL and the model have answered.
  static std::string answers(const issue_request& r, bool rtl_takes, stall_reason rtl_why, const issue_response& model);
  // Of a thread that only one of them has drained.
  static std::string holds(unsigned thread, bool rtl_drained, bool model_drained);
  uint64_t differences() const { return differences_; }
  // `summary`: what has been compared, in words; asked at the end of a run, when nothing follows.
  void compares(const std::string& unit, std::function<std::string()> summary) {
    for (auto& [of, what] : summaries_)
      if (of == unit) {  // made again, by a reset
        what = std::move(summary);
        return;
      }
    summaries_.emplace_back(unit, std::move(summary));
  }
  const std::vector<std::pair<std::string, std::function<std::string()>>>& summaries() const { return summaries_; }
  // ---- units.NAME=rtl and =shadow
  // RTL holds or gives other bytes than were written.
  void wrong_data(const std::string& unit, cycle_t cycle, const std::string& text);
  uint64_t wrong_data() const { return wrong_data_; }
  std::function<void(cycle_t cycle)> diverged;  // called for each of both; may be unset
  bool shadows = false;                         // some unit has one

 private:
  const rtl_clock_parameters parameters_;
  std::unique_ptr<rtl_clock> clock_;
  uint64_t differences_ = 0, wrong_data_ = 0;
  std::vector<std::pair<std::string, std::function<std::string()>>> summaries_;
  void tell(const char* what, uint64_t number, const std::string& unit, cycle_t cycle, const std::string& text);
};

struct rtl_unit {
  std::string name;  // of units.NAME
  std::string what;  // for people
  // Puts it into `parts`: `source` is rtl or shadow. The environment outlives the parts; a factory keeps a reference to it.
  std::function<void(tile_parts& parts, unit_source source, rtl_environment& environment)> put;
};

// Always true, so that a static object can call it. Throws std::invalid_argument for a unit that no parameter names, or that has
// been registered already.
bool register_rtl(rtl_unit unit);

// Whether RTL takes the place of a unit (shadows do not).
bool in_place(const unit_sources& units);

// What the parameters units.NAME ask for. Throws parameter_error if this program has no RTL for one of them.
struct chosen_parts {
  tile_parts parts;
  std::shared_ptr<rtl_environment> environment;  // null: all are models
};
chosen_parts parts_of(const parameters& p);

}  // namespace tensix
