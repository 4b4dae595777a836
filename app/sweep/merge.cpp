// SPDX-License-Identifier: Apache-2.0
#include "app/sweep/merge.h"

#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "app/sweep/rows.h"
#include "support/files/input_file.h"

namespace tensix {

using nlohmann::ordered_json;

row_files::row_files(const study& s, point_checker& checker, const std::vector<std::string>& paths)
    : paths_(paths), places_(s.size()) {
  for (size_t f = 0; f < paths.size(); ++f) {
    std::error_code error;
    std::ifstream file(paths[f], std::ios::binary);
    if (!std::filesystem::is_regular_file(paths[f], error) || !file)
      throw std::runtime_error("cannot read '" + paths[f] + "' (--merge)");
    uint64_t offset = 0, line = 0;
    for (std::string text; next_line(file, text, paths[f]); offset += text.size() + 1) {
      const std::string where = paths[f] + ":" + std::to_string(++line) + ": ";
      const ordered_json row = file.eof() ? ordered_json() : ordered_json::parse(text, nullptr, false);
      if (!row.is_object() || !row.contains("point") || !row.at("point").is_number_unsigned() || !row.contains("command") ||
          !row.contains("outcome") || !row.contains("metrics") || !row.contains("parameters"))
        throw std::runtime_error(where + "no row of a sweep's result, or a row that was not written to its end");
      const uint64_t number = row.at("point").get<uint64_t>();
      if (number == 0 || number > s.size())
        throw std::runtime_error(where + "there is no point " + std::to_string(number) + " in this study");
      const study_point point = s.point(number - 1);
      bool same = row.at("command") == ordered_json(point.arguments);
      if (same && row.at("parameters").is_object())
        same = row.at("parameters") == parameters_of(checker.resolved(point.arguments));
      if (!same) throw std::runtime_error(where + "point " + std::to_string(number) + " is one of another study");
      if (has(number)) throw std::runtime_error(where + "point " + std::to_string(number) + " is there twice");
      try {
        columns_of(row);
      } catch (const ordered_json::exception&) {
        throw std::runtime_error(where + "the row of point " + std::to_string(number) + " is damaged");
      }
      places_[number - 1] = {f, offset, text.size()};
    }
  }
}

std::string row_files::row(uint64_t number) const {
  const place& p = places_[number - 1];
  std::ifstream file(paths_[p.file], std::ios::binary);
  std::string text(p.length, '\0');
  if (!file.seekg(static_cast<std::streamoff>(p.offset)) || !file.read(&text[0], static_cast<std::streamsize>(p.length)))
    throw std::runtime_error("cannot read '" + paths_[p.file] + "' (--merge)");
  return text;
}

void row_files::require_all() const {
  uint64_t missing = 0, first = 0;
  for (uint64_t n = places_.size(); n > 0; --n)
    if (!has(n)) ++missing, first = n;
  if (missing)
    throw std::runtime_error("--merge: " + std::to_string(missing) + " of " + std::to_string(places_.size()) +
                             " points are in none of the files, the first is point " + std::to_string(first));
}

}  // namespace tensix
