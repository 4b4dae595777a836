// SPDX-License-Identifier: Apache-2.0
// Why a run took as long as it did: the chain of events from cycle 0 to the last one, each of which waited for the one before.
// docs/critical-path.md. No SystemC.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace tensix {

// What time goes into: a unit, thread, core or feed with one of the things it does.
struct path_resource {
  std::string name;        // "unpacker0 fetch": unique in a run
  std::string does;        // in words: "unpacker 0 fetches from L1"
  std::string parameter;   // what would make it faster ("unpacker.address_phase_cycles"); empty: the program itself
  uint64_t cycles = 0;     // of the run, on the path; 0: beside it
  uint64_t stretches = 0;  // on the path
  uint64_t slack = 0;      // of what is beside the path: by so many cycles it came nearest to it
  // The run's cycles if that took half as long, and no time at all, worked out from the recorded events: if there is a parameter,
  // for all that have it ("t0 push" and "t1 push"), otherwise for this one.
  uint64_t run_if_halved = 0, run_if_free = 0;
  // If it took half as long and that gained much less than half of its cycles: the resource that has most of them then, a second
  // chain that is nearly as long. Empty: there is none.
  std::string in_its_place;
  // Of run_if_halved: cycles that its path spends on what nothing explains, or on turns and conflicts that might be others then.
  uint64_t unexplained_if_halved = 0;
  bool explained = true;  // false: waits of which no cause is known
  std::string holder;     // whose it is, for a summary: "t0's loop", "unpacker0"; some stand alone
};

// A part of the path: what held the run in [from, to).
struct path_stretch {
  uint64_t from = 0, to = 0;
  uint32_t resource = 0;  // index into critical_path::resources
  int thread = -1;        // whose instruction; -1: none
  uint32_t word = 0;      // the instruction
};

// Who has more than half of another path that is nearly as long: shorter by so many cycles.
struct path_tie {
  std::string holder;
  uint64_t shorter_by = 0;
};

// Resources that gain only together: the run's cycles if all of them took half as long.
struct path_together {
  std::vector<std::string> resources;
  std::string parameter;  // that makes all of them faster; empty: none does
  uint64_t run_if_halved = 0;
};

// Of several tiles: the path's cycles in one of them. Of the NoCs between them: in waits for a link.
struct path_part {
  std::string name;  // "(0,1)"; "(3,4) to (4,4) of NoC 0"
  uint64_t cycles = 0;
};

// The resources' cycles add up to `cycles`. Of the whole run the stretches follow one another without a gap from 0 to `cycles`.
struct critical_path {
  uint64_t cycles = 0;
  uint64_t looked_at = 0;  // so many of them; of the rest the resources' cycles are an estimate
  uint64_t pieces = 0;     // in which these were
  bool whole() const { return looked_at == cycles; }
  uint64_t contradictions = 0;  // causes that were over too late: 0, or something is recorded wrongly
  std::vector<path_tie> ties;
  std::vector<path_together> together;   // the first of the path, and each time with one more that takes its place
  bool what_if = false;                  // run_if_halved, run_if_free and slack are worked out
  std::vector<path_resource> resources;  // most cycles on the path first, then by slack
  std::vector<path_stretch> stretches;   // in time
  std::vector<path_part> tiles, links;   // of several tiles, by their numbers; links with waits, the longest first
  uint64_t unexplained() const {         // cycles of the path that are waits of which no cause is known
    uint64_t all = 0;
    for (const path_resource& r : resources) all += r.explained ? 0 : r.cycles;
    return all;
  }
  // A prediction whose path has so many cycles of what is not explained is unsure.
  bool unsure(uint64_t of_them) const { return 100 * of_them > 3 * cycles; }
};

}  // namespace tensix
