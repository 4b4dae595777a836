// SPDX-License-Identifier: Apache-2.0
// The points of a study as child processes, several at a time; what is done is kept in a journal beside the result.
#pragma once
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "app/sweep/journal.h"
#include "app/sweep/study.h"
#include "app/sweep/study_check.h"
#include "app/sweep/sweep_options.h"

namespace tensix {

// Something went wrong after points have been run; what is done is kept.
struct sweep_interrupted : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class point_runs {
 public:
  // `kept_for`: members of the journal's header that say what the points are for, besides the study.
  point_runs(const sweep_options& o, const study& s, point_checker& checker, const std::string& fingerprint,
             const nlohmann::ordered_json& kept_for);
  // Those of `numbers` (from 1 on) that are not done yet; progress counts them behind `earlier` ones, of `total` (0: these alone).
  // Throws sweep_interrupted.
  void run(const std::vector<uint64_t>& numbers, uint64_t earlier = 0, uint64_t total = 0);
  std::string row(uint64_t number) const { return kept_.row(number); }
  bool has(uint64_t number) const { return kept_.has(number); }
  void keep(uint64_t number, const std::string& row) { kept_.append(number, row); }  // of a point that was run elsewhere
  void remove_journal() { kept_.remove(); }
  // What comes of `finish`, whatever goes wrong in which is reported as an interruption.
  template <class F>
  auto guarded(F&& finish) const -> decltype(finish()) {
    try {
      return finish();
    } catch (const sweep_interrupted&) {
      throw;
    } catch (const std::bad_alloc&) {
      throw sweep_interrupted("no memory is left; the points that are done are kept, the same command goes on");
    } catch (const std::exception& e) {
      throw sweep_interrupted(std::string(e.what()) + "; the points that are done are kept, the same command goes on");
    }
  }

 private:
  const sweep_options& o_;
  const study& study_;
  point_checker& checker_;
  journal kept_;
};

}  // namespace tensix
