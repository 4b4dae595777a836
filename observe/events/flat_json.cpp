// SPDX-License-Identifier: Apache-2.0
#include "observe/events/flat_json.h"

#include <boost/algorithm/hex.hpp>
#include <charconv>

#include "observe/events/event.h"
#include "support/files/json_file.h"

namespace tensix {

flat_json::flat_json(std::string_view line, const std::string& where) : where_(where) {
  if (line.empty()) fail("an empty line");
  try {
    object_ = parse_json(std::string(line), where.empty() ? "line" : where);
  } catch (const std::runtime_error& e) {
    throw event_line_error(e.what());
  }
  if (!object_.is_object()) fail("no JSON object");
}

void flat_json::fail(const std::string& what) const { throw event_line_error((where_.empty() ? "" : where_ + ": ") + what); }

const nlohmann::ordered_json& flat_json::get(const char* key) const {
  const auto found = object_.find(key);
  if (found == object_.end()) fail(std::string("\"") + key + "\" is missing");
  return *found;
}

const std::string& flat_json::text(const char* key) const {
  const auto& value = get(key);
  if (!value.is_string()) fail(std::string("\"") + key + "\" is no text in quotes");
  return value.get_ref<const std::string&>();
}
std::string flat_json::nested(const char* key) const { return get(key).dump(); }

uint64_t flat_json::number(const char* key, uint64_t most) const {
  const auto& json = get(key);
  uint64_t value = 0;
  bool right = json.is_number_unsigned();
  if (right) {
    value = json.get<uint64_t>();
  } else if (json.is_string()) {
    const auto& digits = json.get_ref<const std::string&>();
    const char* const end = digits.data() + digits.size();
    if (digits.size() > 2 && digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X')) {
      const auto [stop, error] = std::from_chars(digits.data() + 2, end, value, 16);
      right = error == std::errc() && stop == end;
    }
  }
  if (!right) fail(std::string("\"") + key + "\" is " + json.dump() + "; expected a number below 2^64, decimal or \"0x...\"");
  if (value > most) fail(std::string("\"") + key + "\" is " + json.dump() + "; at most " + std::to_string(most));
  return value;
}

void flat_json::bytes(const char* key, std::vector<uint8_t>& to) const {
  const std::string& digits = text(key);
  to.clear();
  try {
    boost::algorithm::unhex(digits, std::back_inserter(to));
  } catch (const boost::algorithm::not_enough_input&) {
    fail(std::string("\"") + key + "\" has an odd number of digits");
  } catch (const boost::algorithm::non_hex_input&) {
    fail(std::string("\"") + key + "\" has something else than hexadecimal digits");
  }
}

}  // namespace tensix
