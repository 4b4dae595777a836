// SPDX-License-Identifier: Apache-2.0
// Where the parts of a program lie in L1. No SystemC.
//
//   0x0004  where atomics put the values that nobody wants
//   0x0020  words on their way: 16 bytes for each of B and NC and each network (a write of four bytes is sent from there)
//   0x1000  of a checked program: fault records of five cores, 32 bytes each; 0x1100  eight warnings of each, as many bytes
//   0x1600  of a program that prints: counters of five cores, 32 bytes each; 0x1800  rings of 64 records of 16 bytes each
//   0x3000  512 bytes of zeros; 0x3200  column and row of the core, a word each
//   0x3400  semaphores, 16 bytes each
//   0x3800  arguments of the compute kernel, B's, NC's, 2 KiB each; 0x5000  common arguments alike
//   0x7000  the programs of five cores; behind them circular buffers, behind those what the host allocates
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "workload/compile/tile_program.h"

namespace tensix {

struct program_layout {
  static constexpr uint32_t atomic_sink = 0x4, inline_words = 0x20;
  static constexpr uint32_t faults_address = 0x1000, warnings_address = 0x1100, fault_bytes = 32;
  static constexpr uint32_t print_counters_address = 0x1600, print_rings_address = 0x1800;
  static constexpr uint32_t zeros_address = 0x3000, zeros_bytes = 512, place_address = 0x3200;
  static constexpr uint32_t semaphores_address = 0x3400, semaphore_bytes = 16;
  static constexpr uint32_t arguments_address = 0x3800, common_arguments_address = 0x5000, arguments_bytes = 0x800;
  static constexpr uint32_t programs_address = 0x7000;
  // A circular buffer's counters: received at +0x28, acknowledged at +0x20.
  static constexpr uint32_t streams_address = 0xFFB40000, stream_bytes = 0x1000, received_register = 10,
                            acknowledged_register = 8;

  // Throws std::runtime_error, with what takes how much, if it does not fit, or if something of the program is wrong (a buffer given
  // twice, two kernels for a core, too many arguments): the text names it.
  program_layout(const tile_program& program, uint32_t l1_bytes);

  uint32_t program_bytes;
  std::vector<uint32_t> buffers;  // addresses, in the order of the program's
  uint32_t end;                   // L1 from here on is free; a multiple of 64

  static uint32_t fault(unsigned core) { return faults_address + core * fault_bytes; }
  uint32_t program(unsigned core) const { return programs_address + core * program_bytes; }
  static uint32_t semaphore(unsigned id) { return semaphores_address + id * semaphore_bytes; }
  static uint32_t received(unsigned cb) { return streams_address + cb * stream_bytes + 4 * received_register; }
  static uint32_t acknowledged(unsigned cb) { return streams_address + cb * stream_bytes + 4 * acknowledged_register; }
  // Of the kernel of a core; T0, T1 and T2 share theirs.
  static uint32_t arguments(unsigned core) { return arguments_address + kernel_of(core) * arguments_bytes; }
  static uint32_t common_arguments(unsigned core) { return common_arguments_address + kernel_of(core) * arguments_bytes; }

 private:
  static unsigned kernel_of(unsigned core) { return core < data_movement_kernel::b ? 0 : core - data_movement_kernel::b + 1; }
};

// What lies in L1 before the cores start, besides the programs: arguments and semaphores.
struct initial_words {
  uint32_t address;
  std::vector<uint32_t> words;
  std::string what;
};
std::vector<initial_words> initial_words_of(const tile_program& program);

}  // namespace tensix
