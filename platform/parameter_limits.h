// What a value of a parameter cannot change, whatever the program does, because another parameter or the way of running sets the
// limit. One table for the notes of `run --set` and for `levers`.
#pragma once
#include <string>
#include <vector>

#include "platform/parameters.h"

namespace tensix {

// Of a run, as far as parameters have nothing to say without it.
struct run_parts {
  bool simulated_cores = false;  // compiled programs on the RISC-V cores; otherwise the cores are played
  bool feed = true;              // peers fill and empty circular buffers
};

struct parameter_limit {
  std::string beginning;  // of the names that it is for
  // What counts of the value: two values of which this is the same give the same cycles.
  std::string (*counts)(const parameter_info& i, const parameters& p, const run_parts& r);
  // What sets the limit.
  std::string (*why)(const parameters& p);
};
const std::vector<parameter_limit>& parameter_limits();

// Why a run cannot tell the value of `name` in `with` from that in `before`, which are equal otherwise; empty: no limit is known.
std::string without_effect(const std::string& name, const parameters& before, const parameters& with, const run_parts& r);

}  // namespace tensix
