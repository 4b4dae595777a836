// The simulation of a command, which ends with the process: the system gives back modules and stacks at once, and quicker than
// they do one by one. Only RTL goes before (it closes its waves), and all of it under the sanitizers, which look for what is lost.
#pragma once
#include <memory>

#include "models/time/stack_switch.h"
#include "testbench/run/simulation.h"

namespace tensix {

class kept_simulation {
 public:
  kept_simulation(const parameters& p, on_undefined policy) : simulation_(std::make_unique<simulation>(p, policy)) {}
  ~kept_simulation() {
#ifndef TENSIX_ADDRESS_SANITIZER
    if (!simulation_->rtl()) static_cast<void>(simulation_.release());
#endif
  }
  kept_simulation(const kept_simulation&) = delete;
  kept_simulation& operator=(const kept_simulation&) = delete;
  simulation& operator*() { return *simulation_; }

 private:
  std::unique_ptr<simulation> simulation_;
};

}  // namespace tensix
