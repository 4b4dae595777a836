// SPDX-License-Identifier: Apache-2.0
// What programs have executed: every instruction by the values of its fields, by modes that the configuration says, and formats
// by pairs. What is possible follows from models/isa/instructions.def and the judgements of tests/coverage, so that a new
// instruction or field is a hole until something reaches it.
#pragma once
#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

#include "models/registers/tensix_state.h"
#include "models/unpacker/unpacker_function.h"
#include "tests/soak/program.h"

namespace tensix::soak {

class coverage {
 public:
  coverage();
  // An instruction has executed (functional_machine::executed).
  void note(const tensix_state& state, unsigned thread, uint32_t word, const unpack_job* unpacked);
  // What an expander takes never executes: MOP, MOP_CFG, REPLAY, RESOURCEDECL count as they stand in the program.
  void note(const program& p);
  void merge(const coverage& other);
  // How often each point was reached, and more of it counted by another process; of the same size everywhere.
  const std::vector<uint64_t>& counts() const { return count_; }
  void add(const uint64_t* counts) {
    for (uint64_t& c : count_) c += *counts++;
  }
  void forget_phases() {  // a new run begins
    for (unsigned& p : fidelity_) p = 0;
  }

  // A line an instruction: how often, how many of its modes, and what is missing. A line a table of formats.
  void print(std::ostream& os) const;
  uint64_t executed() const;
  // Never reached: "INSTRUCTION FIELD VALUES", values as a list of numbers and ranges; formats as "formats TABLE A>B>C".
  std::vector<std::string> holes() const;

 private:
  void note_fields(uint32_t word, unsigned op);
  std::vector<uint64_t> count_;  // by point of the table in coverage.cpp
  unsigned fidelity_[thread_count] = {};
};

}  // namespace tensix::soak
