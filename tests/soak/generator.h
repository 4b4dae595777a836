// Random programs that are legal, free of races and of deadlocks, and that reach what the machine has. Layer 1.
//
// A program is a sequence of phases with barriers between them. Within a phase every register, bank, area of L1 and unit has one
// owner, or is handed over by what the hardware has for it; so the end state does not depend on who is faster. Directives are made
// in one sequence for all cores in which every signal stands before who waits for it: that sequence can be executed, and so can,
// as all waits are for signals that come in any case, every other.
#pragma once
#include "models/registers/tensix_state.h"
#include "tests/soak/program.h"

namespace tensix::soak {

struct generator_options {
  bool cross_the_line = false;  // do one or two undefined things
  unsigned size = 4;            // about how many phases; 4: a few hundred instructions
  packer_topology topology = packer_topology::read_interfaces;
};

program generate(uint64_t seed, const generator_options& options = {});

}  // namespace tensix::soak
