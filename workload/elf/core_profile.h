// SPDX-License-Identifier: Apache-2.0
// Where the cycles of the cores went, by function and by source line: --profile, and the profile of metrics and page. No
// SystemC.
#pragma once
#include <array>
#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "models/observe/observer.h"
#include "workload/elf/core_code.h"
#include "workload/elf/source_places.h"

namespace tensix {

// By stall_reason; the first: busy.
using cycles_by_reason = std::array<uint64_t, static_cast<size_t>(stall_reason::count)>;
uint64_t sum_of(const cycles_by_reason& cycles);

struct core_profile {
  struct function {
    std::string name;
    cycles_by_reason cycles{};
  };
  struct source_line {
    std::string file;  // empty: not known
    unsigned line = 0;
    cycles_by_reason cycles{};
    std::string call;  // of own_lines: what is called there, see source_place
  };
  std::string core;     // "core_t0"
  std::string program;  // its file
  std::string missing;  // what could not be told, and what to do; empty: nothing
  uint64_t cycles = 0;  // all but those in reset and idle
  // The longest first, equal ones by name. Inlined functions stand for themselves. Lines: none without debug information.
  std::vector<function> functions;
  std::vector<source_line> lines;
  // Of a kernel: the lines of its own source, with all that is called there, inlined or not.
  std::vector<source_line> own_lines;
};

class profile_recorder : public observer {
 public:
  // `own`: of kernels, by core, what is the user's source; unset: no own_lines.
  explicit profile_recorder(const core_programs& programs, const by_core<own_file>& own = {})
      : programs_(programs), own_(own) {}
  void introduced(const char* who, account_of what) override;
  void spent(const char* who, uint32_t pc, uint32_t polled, stall_reason why, uint64_t from, uint64_t to) override;
  // After the run: of every core that did anything. `own_sources`: of kernels, by core; a profile of one is of its source, not of its
  // program's file.
  std::vector<core_profile> finish(const by_core<std::string>& own_sources = {}) const;

 private:
  struct one_core {
    const char* who = "";
    std::vector<uint32_t> row_of_word;  // by pc / 4; 0: none
    std::vector<cycles_by_reason> rows{1};
    std::optional<source_places> places;
    std::vector<cycles_by_reason> rows_of_places;
  };
  const core_programs programs_;
  const by_core<own_file> own_;
  std::vector<one_core> cores_;
};

// A table a core of its functions, one of its lines.
void print_profile(std::ostream& out, const std::vector<core_profile>& cores);

// The file of --profile.
void write_profile(const std::string& file, const std::vector<core_profile>& profile);

}  // namespace tensix
