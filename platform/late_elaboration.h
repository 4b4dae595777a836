// SPDX-License-Identifier: Apache-2.0
// Modules of SystemC that are made after its simulation has begun: SystemC takes none then. They are made, bound and started in a
// context of SystemC beside the present one. They may have no processes, which nobody would run; time is the present calendar's.
//
// Only here and in cosim/capi: SystemC's contexts are no part of the standard.
#pragma once
#include <functional>
#include <memory>
#include <string>
#include <systemc>

namespace tensix {

class late_elaboration {
 public:
  // `make` constructs them, as children of modules of the same names as those that `parent` names; then they are elaborated.
  late_elaboration(const std::string& parent, const std::function<void()>& make);
  // Before, they have been destroyed.
  ~late_elaboration();
  late_elaboration(const late_elaboration&) = delete;
  late_elaboration& operator=(const late_elaboration&) = delete;

 private:
  struct parents;
  sc_core::sc_simcontext* context_;  // its own; between two exchanges the present one's
  std::unique_ptr<parents> parents_;
  void exchange();
};

}  // namespace tensix
