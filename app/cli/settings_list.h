// SPDX-License-Identifier: Apache-2.0
// What a run decided, by name, for the member `settings` of metrics. No SystemC.
#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "testbench/run/run_report.h"

namespace tensix {

class settings_list {
 public:
  explicit settings_list(std::vector<parameter_report>& to) : to_(to) {}
  void add(const std::string& name, const nlohmann::ordered_json& value) {
    if (value.is_string()) to_.push_back({name, value.get<std::string>(), true});
    else to_.push_back({name, value.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace), false});
  }

 private:
  std::vector<parameter_report>& to_;
};

}  // namespace tensix
