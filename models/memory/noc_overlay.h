// SPDX-License-Identifier: Apache-2.0
// NoC overlay: registers of 64 streams, as far as the coprocessor sees them (STREAMWAIT, STREAMWRCFG, RISC-V loads and stores).
// A testbench reads and writes them; nothing moves by itself. Source: ISA documentation, NoC/Overlay.
#pragma once
#include <cstdint>

#include "models/memory/overlay_if.h"
#include "models/registers/zeroed_array.h"

namespace tensix {

class noc_overlay : public overlay_if {
 public:
  static constexpr unsigned streams = 64, registers = 1024;
  noc_overlay() : words_(streams * registers) {}
  uint32_t read(unsigned stream, unsigned reg) const override { return words_[index(stream, reg)]; }
  void write(unsigned stream, unsigned reg, uint32_t value) override { words_[index(stream, reg)] = value; }

 private:
  zeroed_array<uint32_t> words_;
  static size_t index(unsigned stream, unsigned reg) { return size_t{stream % streams} * registers + reg % registers; }
};

}  // namespace tensix
