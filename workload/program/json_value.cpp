// SPDX-License-Identifier: Apache-2.0
#include "workload/program/json_value.h"

#include <algorithm>
#include <stdexcept>

#include "support/text/nearest.h"

namespace tensix {

using nlohmann::ordered_json;
using names = std::vector<std::string>;

void json_value::refuse(const std::string& what) const {
  throw std::runtime_error(file_ + (place_.empty() ? "" : ", at " + place_) + ": " + what);
}

std::string json_value::shown() const {
  const std::string text = value_.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
  return text.size() <= 40 ? text : text.substr(0, 37) + "...";
}

std::vector<std::pair<std::string, json_value>> json_value::members() const {
  if (!value_.is_object()) refuse("expected an object { ... }, not " + shown());
  std::vector<std::pair<std::string, json_value>> all;
  for (const auto& [key, value] : value_.items()) all.emplace_back(key, within(key, value));
  return all;
}

std::vector<json_value> json_value::elements() const {
  if (!value_.is_array()) refuse("expected a list [ ... ], not " + shown());
  std::vector<json_value> all;
  for (size_t i = 0; i < value_.size(); ++i) all.push_back(within(std::to_string(i), value_[i]));
  return all;
}

std::string json_value::text(const char* what) const {
  if (!value_.is_string()) refuse(std::string("expected ") + what + ", not " + shown());
  if (value_.get_ref<const std::string&>().empty()) refuse(std::string("expected ") + what + "; the text is empty");
  return value_.get<std::string>();
}

bool json_value::flag() const {
  if (!value_.is_boolean()) refuse("expected true or false, not " + shown());
  return value_.get<bool>();
}

uint64_t json_value::number(uint64_t least, uint64_t most) const {
  const bool whole = value_.is_number_unsigned() && value_.get<uint64_t>() >= least && value_.get<uint64_t>() <= most;
  if (!whole) refuse("expected a whole number " + std::to_string(least) + ".." + std::to_string(most) + ", not " + shown());
  return value_.get<uint64_t>();
}

std::string json_value::choice(const char* what, const names& known) const {
  const std::string chosen = text(what);
  if (std::find(known.begin(), known.end(), chosen) != known.end()) return chosen;
  std::string all;
  for (const std::string& k : known) all += (all.empty() ? "" : ", ") + k;
  refuse("'" + chosen + "' is not " + what + ": expected one of " + all + did_you_mean(chosen, known));
}

void json_value::require_known(const names& known) const {
  for (const auto& [key, value] : members())
    if (std::find(known.begin(), known.end(), key) == known.end()) {
      std::string all;
      for (const std::string& k : known) all += (all.empty() ? "" : ", ") + k;
      const std::string near = did_you_mean(key, known);
      refuse("nothing here is called '" + key + "'" + (near.empty() ? "; known are " + all : near));
    }
}

json_value json_value::at(const std::string& key) const { return within(key, value_.at(key)); }

json_value json_value::required(const char* key, const char* meaning) const {
  if (!value_.is_object()) refuse("expected an object { ... }, not " + shown());
  if (!value_.contains(key)) refuse(std::string("\"") + key + "\" is missing: " + meaning);
  return at(key);
}

}  // namespace tensix
