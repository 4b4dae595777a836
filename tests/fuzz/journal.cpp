// SPDX-License-Identifier: Apache-2.0
// A sweep's journal: whatever lies there, rows that are whole are given back, and what is appended is there the next time.
// A line "*TEXT" stands for TEXT with its checksum, "*HEADER" for the right first line; other lines are taken as they are.
#include <boost/crc.hpp>
#include <map>

#include "app/sweep/journal.h"
#include "app/sweep/rows.h"
#include "tests/fuzz/fuzz.h"

using namespace tensix;

namespace {

std::string with_checksums(const std::string& text, const std::string& header) {
  std::string all;
  for (size_t at = 0; at < text.size();) {
    const size_t end = text.find('\n', at), stop = end == std::string::npos ? text.size() : end;
    std::string line = text.substr(at, stop - at);
    if (!line.empty() && line[0] == '*') {
      line = line == "*HEADER" ? header : line.substr(1);
      boost::crc_32_type crc;
      crc.process_bytes(line.data(), line.size());
      char digits[10];
      std::snprintf(digits, sizeof digits, "%08x ", static_cast<unsigned>(crc.checksum()));
      line = digits + line;
    }
    all += line + (end == std::string::npos ? "" : "\n");
    at = stop + 1;
  }
  return all;
}

}  // namespace

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const nlohmann::ordered_json header = {{"format", "tensix-tlm-journal"}, {"version", 1}, {"study", "fuzz"}};
  const fuzz::memory_file file(with_checksums(fuzz::text_of(data, size), header.dump()));
  constexpr uint64_t new_point = 123456789;
  const std::string new_row = "{\"point\":123456789,\"outcome\":\"done\"}";
  uint64_t rows = 0;
  const auto look = [&](uint64_t point, journal& j) {
    const std::string row = j.row(point);
    const auto tree = nlohmann::ordered_json::parse(row, nullptr, false);
    fuzz::expect(tree.is_object() && tree.at("point") == point, "the row of another point: " + row);
    row_is_done(row);
  };
  const auto first = [&] {
    journal j(file.path(), header, false);
    for (uint64_t point = 0; point < 100; ++point)
      if (j.has(point)) look(point, j);
    rows = j.size() + !j.has(new_point);
    j.append(new_point, new_row);
    look(new_point, j);
  };
  if (!fuzz::accepted<std::runtime_error>("'" + file.path() + "' holds points of another study", first)) return 0;
  journal j(file.path(), header, false);
  fuzz::expect(j.size() == rows && j.has(new_point) && j.row(new_point) == new_row, "what was appended is not there");
  return 0;
}
