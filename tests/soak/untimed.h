// SPDX-License-Identifier: Apache-2.0
// The machine without time, with what a tile has around its coprocessor, ready for a program. Layer 1.
#pragma once
#include <algorithm>
#include <cstring>

#include "models/memory/noc_overlay.h"
#include "tests/functional/functional_machine.h"
#include "tests/soak/architecture.h"
#include "tests/soak/program.h"

namespace tensix::soak {

// What both machines begin with.
inline void fill(tensix_state& state, const program& p) {
  for (const memory_fill& m : p.memory)
    std::memcpy(&state.l1.at(m.address), m.words.data(), std::min(4 * m.words.size(), state.l1.size() - m.address));
}

// What of a tile decides which bits come out.
struct packers_of_tile {
  packer_topology topology = packer_topology::read_interfaces;
  uint32_t read_interfaces = 4;
};

struct untimed {
  functional_machine machine;
  noc_overlay overlay;

  explicit untimed(const packers_of_tile& packers) {
    machine.state.topology = packers.topology;
    machine.state.read_interfaces = static_cast<uint8_t>(packers.read_interfaces);
    machine.overlay_load = [this](unsigned stream, unsigned reg) { return overlay.read(stream, reg); };
    machine.overlay_store = [this](unsigned stream, unsigned reg, uint32_t value) { overlay.write(stream, reg, value); };
  }
  functional_machine::result run(const program& p) {
    fill(machine.state, p);
    return machine.run({steps_of(p, 0), steps_of(p, 1), steps_of(p, 2), steps_of(p, 3)});
  }
  machine_view view() const { return {machine.state, machine.functions()}; }
};

}  // namespace tensix::soak
