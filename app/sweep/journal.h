// SPDX-License-Identifier: Apache-2.0
// What a sweep has done so far, beside its result file: a line a point, in the order in which points end. It outlives whatever
// ends the sweep; a line that was not written to its end is dropped.
//
//   CRC32 {"format": "tensix-tlm-journal", "version": 1, ...}     the header: what the points belong to
//   CRC32 {"point": 17, ...}                                       the row of point 17
#pragma once
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

namespace tensix {

class journal {
 public:
  // Opens or begins `path`, takes its lock, and reads what is there. Throws std::runtime_error: another sweep has it, or its
  // header is another one (`restart`: what is there is discarded).
  // Messages name what it is the journal of, and the option that names the file.
  struct words {
    const char* of = "study";
    const char* option = "--out";
  };
  journal(const std::string& path, const nlohmann::ordered_json& header, bool restart, words said = {"study", "--out"});
  ~journal();
  // Whether what stands in `path` goes on with this header.
  static bool goes_on(const std::string& path, const nlohmann::ordered_json& header);
  journal(const journal&) = delete;
  journal& operator=(const journal&) = delete;

  bool has(uint64_t point) const { return rows_.count(point) != 0; }
  uint64_t size() const { return rows_.size(); }
  void append(uint64_t point, const std::string& row);
  std::string row(uint64_t point) const;
  void remove();  // the result file is complete

 private:
  struct place {
    uint64_t offset, length;
  };
  const std::string path_;
  const words said_;
  int file_ = -1;
  uint64_t end_ = 0;
  std::map<uint64_t, place> rows_;

  void lock();
  void read(const nlohmann::ordered_json& header);
  void write(const std::string& line);
};

}  // namespace tensix
