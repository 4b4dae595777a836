// SPDX-License-Identifier: Apache-2.0
// The cores that run programs, looked at instruction by instruction: what --stop-at and --gdb share.
#pragma once
#include <deque>
#include <functional>
#include <string>
#include <vector>

#include "testbench/run/simulation.h"
#include "workload/elf/elf_image.h"

namespace tensix {

class watched_cores {
 public:
  struct one {
    tensix_tile* tile;
    riscv_core* core;
    unsigned number;         // of the core
    const elf_image* image;  // its program
    std::string name;        // "T0", of several tiles "(3,1) T0"
  };
  // Asked for the image of each core of the simulation's tiles; null: it has no program, and is left out.
  using find_image = std::function<const elf_image*(const tensix_tile& tile, unsigned core)>;

  // Before the run. Nothing is watched until `look` is called.
  watched_cores(simulation& sim, const find_image& image);
  const std::vector<one>& all() const { return cores_; }
  // Copies of their programs in this folder, which is made if need be, "t0.elf" or, of several tiles, "3_1_t0.elf"; and symbols.gdb,
  // by which gdb reads the symbols of all. Throws host_error.
  void keep_programs(const std::string& folder) const;
  // Before each instruction of each of them `before` is called, with the place among all(), and `behind` it, if given
  // (core_watch_if).
  void look(std::function<bool(size_t core, uint32_t pc)> before, std::function<bool(size_t core)> behind = {});
  // .ttinsn that stand one behind the other may go out as one: how many may from this one on; of others 1.
  unsigned together(size_t core, uint32_t pc) const;

 private:
  std::vector<one> cores_;
  std::function<bool(size_t core, uint32_t pc)> before_;
  std::function<bool(size_t core)> behind_;
  struct watch : core_watch_if {
    watch(watched_cores& w, size_t n) : owner(w), place(n) {}
    bool executes(unsigned, uint32_t pc) override { return owner.before_(place, pc); }
    bool executed(unsigned) override { return !owner.behind_ || owner.behind_(place); }
    watched_cores& owner;
    const size_t place;
  };
  std::deque<watch> watches_;
};

}  // namespace tensix
