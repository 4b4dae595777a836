// SPDX-License-Identifier: Apache-2.0
// Whether every point of a study can be run, found out without running any: the same parsers and checks as `tensix-tlm run` and
// `stream` have, in this process.
#pragma once
#include <map>
#include <set>
#include <string>
#include <vector>

#include "app/options/options.h"
#include "app/sweep/study.h"
#include "platform/parameters.h"

namespace tensix {

class point_checker {
 public:
  // Throws if the arguments or one of their values is wrong. The result says why values that are right by themselves do not fit
  // together; empty: the point can be run.
  std::string check(const std::vector<std::string>& arguments);
  // The parameters of a point that can be run.
  parameters resolved(const std::vector<std::string>& arguments);
  // Configurations, streams and operands that the points read, by path.
  const std::set<std::string>& files() const { return files_; }

 private:
  std::map<std::string, parameters> configurations_;
  std::map<std::pair<std::string, uint32_t>, std::string> streams_;  // file and size of L1: what is wrong
  std::set<std::string> files_;

  const parameters& configuration(const std::string& name);
  void check_stream(const std::string& file, uint32_t l1_bytes);
  std::set<std::pair<std::string, std::string>> sources_;  // kernels whose files are known, with their macros
  std::string check_device_kernel(const device_kernel_options& o, uint32_t l1_bytes);
  std::string check_program(const program_options& o, uint32_t l1_bytes);
  std::string check_built_in(const run_options& o, const parameters& p);
};

// Checks all points, or those of `some` (from 0 on); throws study_error. The result stands for all that decides what the points give: their arguments, the
// files they read and this program.
std::string check_points(const study& s, const std::string& origin, point_checker& checker,
                         const std::vector<uint64_t>* some = nullptr);

}  // namespace tensix
