// SPDX-License-Identifier: Apache-2.0
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

// What a program has more of than others, for RTL (`soak --emit`); the same in all: legal, and no race.
enum class stress : uint8_t {
  mixed,    // as the soak has them: all that there is
  hazards,  // long runs of matrix instructions on few blocks of Dst, of vector ones on two LRegs,
            // of UNPACR, PACR, ATGETM
  stalls,   // two-cycle results used by the next instruction: the vector unit's stall logic holds it back
  config,   // STREAMWRCFG one behind the other, from several threads
  wraps,    // unpackers whose addresses pass the limit and go on at the base
  atomics,  // atomics on L1 of all threads at once
};
inline constexpr const char* stress_names[] = {"mixed", "hazards", "stalls", "config", "wraps", "atomics"};

struct generator_options {
  stress more = stress::mixed;
  bool cross_the_line = false;  // do one or two undefined things
  unsigned size = 4;            // about how many phases; 4: a few hundred instructions
  packer_topology topology = packer_topology::read_interfaces;
};

program generate(uint64_t seed, const generator_options& options = {});

}  // namespace tensix::soak
