// SPDX-License-Identifier: Apache-2.0
// Records the zones of a tile's cores, and what every account counts in them. Memory does not grow with the run but for one record
// a mark that is passed. No SystemC.
#pragma once
#include <deque>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "observe/trace/event_spool.h"
#include "observe/why/critical_path.h"
#include "observe/zones/profiler_buffers.h"
#include "observe/zones/zone_report.h"
#include "workload/elf/elf_image.h"

namespace tensix {

class zone_recorder : public observer {
 public:
  // `programs` must outlive it. `output`: a file in the folder where what does not fit into memory may lie meanwhile. `own`: as
  // profile_recorder wants it; null: no profiles.
  zone_recorder(const core_programs& programs, const std::string& output, const by_core<own_file>* own = nullptr);
  void introduced(const char* who, account_of what) override;
  void counted(const char* who, stall_reason why, uint64_t from, uint64_t to) override;
  void marked(const char* who, uint32_t pc, uint64_t cycle) override;
  void spent(const char* who, uint32_t pc, uint32_t polled, stall_reason why, uint64_t from, uint64_t to) override;

  // Once, after a run of `cycles` cycles; `path`: nothing is said of it if it is null or has not all stretches; `buffered`: zones
  // that the cores' programs have written down.
  zones_report finish(uint64_t cycles, const critical_path* path, const by_core<std::string>& own_sources,
                      const by_core<std::vector<buffered_mark>>& buffered);

 private:
  struct one_account {
    const char* who;
    account_of what;
    unsigned core = core_count;  // of a RISC-V core with marks
    stall_reason why = stall_reason::none;
    uint64_t from = 0, to = 0;  // the last stretch, which may go on; while it is finished: the present one
    cycles_by_reason cycles{};  // while it is finished: up to the present stretch
  };
  struct open_zone {
    size_t row;
    uint64_t begin;
  };
  struct one_core {
    std::vector<open_zone> open;  // the innermost last
    std::vector<size_t> rows;     // of its zones, in rows_
    size_t outside = 0;           // likewise
    uint64_t until = 0;           // what lies before is in the rows
    std::vector<cycles_by_reason> seen;
    size_t buffered = 0;  // marks of its buffer that it has passed
    size_t stretch = 0;   // of the path: the first that may reach behind `until`
  };
  struct row {
    zone_report zone;
    const elf_image::zone_mark* mark = nullptr;  // one of those where it begins
    std::vector<uint64_t> path;                  // by resource
  };

  // For profiles, which need no order among the cores: what a core spends comes behind the marks that are in front of it.
  using zone_name = std::tuple<unsigned, std::string, std::string, unsigned>;  // core, name, file, line
  struct profiled_core {
    std::deque<std::pair<uint64_t, const elf_image::zone_mark*>> coming;  // marks that were passed, with their cycles
    std::vector<profile_recorder*> open;
  };

  const core_programs programs_;
  const bool profiles_;
  by_core<own_file> own_;
  std::map<zone_name, profile_recorder> profile_of_;
  by_core<profiled_core> profiled_;
  event_spool spool_;  // a channel a core, behind them one an account
  event_spool spent_;  // a channel a core: what it spends, if its marks are known afterwards only, and there are profiles
  std::vector<one_account> accounts_;
  unsigned next_core_ = 0;
  by_core<const char*> names_{};
  by_core<one_core> cores_;
  std::vector<row> rows_;
  const critical_path* path_ = nullptr;
  zones_report report_;

  void profile(unsigned core, uint32_t pc, stall_reason why, uint64_t from, uint64_t to);
  void profile_buffered(const by_core<std::vector<buffered_mark>>& buffered);
  void pass_profiled(unsigned core, const elf_image::zone_mark& mark);
  void store(size_t account);
  size_t new_row(unsigned core, const elf_image::zone_mark* mark);
  void advance(unsigned core, uint64_t cycle);
  void pass(unsigned core, const elf_image::zone_mark& mark, uint64_t cycle);
  void pass_buffered(const by_core<std::vector<buffered_mark>>& buffered, uint64_t until);
  void end_all(unsigned core, uint64_t cycle);
  zones_report in_order(const by_core<std::string>& own_sources);
};

}  // namespace tensix
