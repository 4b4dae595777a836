// SPDX-License-Identifier: Apache-2.0
// Random machine code for the five RISC-V cores: legal by the ISA documentation (BabyRISCV, Blackhole: InstructionSet,
// MemoryOrdering), so that what it leaves does not depend on any cycle. Layer 1.
//
//   riscv_program p = generate_cores(seed, &carried);   // or nullptr: computing only
//   p.core[i].words go to p.core[i].entry in L1, the rest of the window is p.core[i].area; start the cores that are `used`.
//
// Each core computes on x10..x31 and f0..f31, on its data RAM and on an area of its own in L1; gives others words through L1,
// mailboxes and semaphores (of these NC has L1 only); does the steps of `carried` between pieces of that; writes its registers and a digest of them into
// its area; stops at an ebreak. All of it lies in the window, which `carried` must not
// touch, nor data RAMs from data_ram_play on.
#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "tests/soak/program.h"

namespace tensix::soak {

// L1 that belongs to the cores: their areas first, their code behind.
struct core_window {
  uint32_t base = 0x160000, bytes = 0x20000;
};

// Of a core's area, in bytes from its begin.
namespace core_area {
inline constexpr uint32_t bytes = 0x800;
inline constexpr uint32_t play = 0, play_bytes = 0x400;       // random loads, stores, atomics
inline constexpr uint32_t registers = 0x400, digest = 0x540;  // x8..x31, f0..f31, fcsr at the end, and the digest of them
inline constexpr uint32_t messages = 0x580;                   // slots of 16 bytes: a flag, then three words, for another core
inline constexpr unsigned message_slots = (bytes - messages) / 16;
}  // namespace core_area

// Of a core's data RAM: what `carried` may use below, random loads and stores in the middle, the stack above.
inline constexpr uint32_t data_ram_base = 0xFFB00000, data_ram_play = 0x200, data_ram_play_bytes = 0x600,
                          data_ram_stack_top = 0xE00;

struct riscv_core_program {
  bool used = false;
  uint32_t entry = 0, area = 0;
  std::vector<uint32_t> words, area_words;  // code from `entry` on; what its area holds at the beginning
  std::vector<uint32_t> data_ram;           // likewise its data RAM, from its first byte on
  unsigned pieces = 0;                      // how many there are to be left out
};

struct riscv_program {
  uint64_t seed = 0;
  core_window window;
  by_core<riscv_core_program> core;
  bool own_mailboxes = false, own_semaphores = false;  // messages go through them: nobody else may touch them
  bool carries = false;                                // made with a Tensix program
  bool waits = false;  // somebody waits for somebody: the number of instructions depends on time
};

struct riscv_options {
  core_window window;
  unsigned cores = 0x1f;      // bit a core: which may be used; those with steps in `carried` are
  unsigned most_pieces = 12;  // of computing a core
  bool floating = true;       // F and Zfh
  // Pieces to leave out, by core and number: the others stay as they are. For cutting a failing program down.
  by_core<std::vector<unsigned>> left_out;
  std::vector<unsigned> messages_left_out;
};

// Throws std::length_error if the code does not fit into the window, std::invalid_argument if `carried` touches the window or a
// data RAM.
riscv_program generate_cores(uint64_t seed, const program* carried, const riscv_options& options = {});

// Cuts a failing program down: words become nops as long as `fails` says so. Addresses stay, and so do the steps of `carried`
// only if `fails` insists on them. For programs of which the reference says that they are legal.
riscv_program shortened(riscv_program p, const std::function<bool(const riscv_program&)>& fails);

// "address: word  name operands", a line each; for a report.
std::string listing(const riscv_program& p);
// The words of a core as "0x...," of a C array or a .word file.
std::string words_text(const riscv_program& p, unsigned core);

}  // namespace tensix::soak
