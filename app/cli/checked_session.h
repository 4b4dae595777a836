// SPDX-License-Identifier: Apache-2.0
// A session whose programs can look for wrong use of the interfaces themselves. That costs cycles, and what is measured has to be what
// silicon would run: so programs with checks run apart, on the same inputs, and what is measured is compiled without. If they have
// found wrong use, what is shown is the run of the checked programs up to there.
#pragma once
#include <optional>
#include <vector>

#include "app/cli/check_beside.h"
#include "app/cli/checked_text.h"
#include "app/cli/session.h"

namespace tensix {

class checked_session : public session {
 public:
  // As run(). Where it can be, this process measures while another one checks: at the end is said what is to be said.
  int run_checked();

 protected:
  // `checked`: whether wrong use is looked for.
  checked_session(const session_options& options, const parameters& p, bool checked, ranks_if* ranks = nullptr)
      : session(options, p, ranks), checked_(checked) {}

  // The programs with checks or without. Throws program_too_long, compile_error, host_error.
  virtual void compile(bool checked) = 0;
  // The option that gives programs more room.
  virtual std::string room_option() const = 0;
  // What checked programs that have run have found, by tile.
  virtual std::vector<checked_words> found(simulation& sim) const = 0;

  void prepare() override;
  bool is_in_vain() override;
  void settle(run_result& r) override;

  std::vector<checked_words> words_;  // by tile, if wrong use was looked for
  bool checking_ = false;             // this run is that of the checked programs, which nobody sees
  bool shows_checked_ = false;        // this run is that of the checked programs, as they have found wrong use

 private:
  const bool checked_;
  std::optional<check_beside> beside_;

  bool measures_meanwhile() const;
  std::string look_for_wrong_use();
  std::string check();
};

}  // namespace tensix
