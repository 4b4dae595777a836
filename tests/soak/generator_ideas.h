// SPDX-License-Identifier: Apache-2.0
// The ideas of the generator: what a phase and the jobs beside it are made of. A file each.
#pragma once
#include "tests/soak/generator_scene.h"

namespace tensix::soak {

// ---- generator_flow.cpp: order between threads and cores, expanders ----
namespace done {  // conditions of STALLWAIT
inline constexpr uint32_t scalar = 1 << 0, unpacker0 = 1 << 1, unpacker1 = 1 << 2, packer = 1 << 3, math = 1 << 4,
                          a_to_unpackers = 1 << 5, b_to_unpackers = 1 << 6, a_to_math = 1 << 7, b_to_math = 1 << 8,
                          mover = 1 << 9, stores = 1 << 10, vector = 1 << 11, config = 1 << 12;
inline constexpr uint32_t drained = scalar | unpacker0 | unpacker1 | packer | math | mover | stores | vector | config;
}  // namespace done
inline constexpr uint32_t block_all = 0x1ff;

void stall(scene& s, unsigned t, uint32_t conditions, uint32_t blocked = block_all);
void barrier(scene& s);                // of all threads, everything drained; in turn also of the cores
void settle(scene& s, unsigned core);  // the core goes on when its thread's instructions have executed
// `words` `times` times, in one of the ways there are: one by one, by REPLAY, by MOP. What they do must not depend on how.
void emit(scene& s, unsigned t, const std::vector<uint32_t>& words, unsigned times = 1);
void semaphore_job(scene& s, unsigned t);  // mutexes, semaphores that only this thread uses, waits for what is true
void post(scene& s, unsigned from, unsigned semaphore, uint32_t conditions);  // when `conditions` hold
void await(scene& s, unsigned t, unsigned semaphore);                         // until posted, and takes it

// ---- generator_configuration.cpp ----
struct settings {
  std::array<uint32_t, config_words> word{};
  void set(config_field f, uint32_t value) { word[f.word] = (word[f.word] & ~f.place(~0u)) | f.place(value); }
  uint32_t get(config_field f) const { return f(word.data()); }
};
// Brings the present bank of Config to `want`, written by `leader` in many ways; done when it returns.
void configure(scene& s, unsigned leader, const settings& want);
void configuration_job(scene& s, unsigned t);  // words that no unit reads

// ---- generator_scalar.cpp, _mover.cpp, _overlay.cpp, _mailbox.cpp: jobs beside the data path ----
void scalar_job(scene& s, unsigned t);
void core_job(scene& s, unsigned core);  // loads and stores of what only this core uses
void counter_job(scene& s, unsigned t);  // ADCs that nobody uses in this phase
void mover_job(scene& s);
void overlay_job(scene& s, unsigned t);
void mailbox_block(scene& s);  // of all cores, at the beginning of a phase

// ---- the data path ----
struct data_path {
  unsigned unpack = 0, math = 1, vector = 1, pack = 2;  // threads
  bool halves = false;                                  // Dst is handed over half by half
  bool wide = false;                                    // 32-bit Dst
  bool to_dst = false;                                  // unpacker 0 unpacks to Dst
  bool a_by_counter = false;                            // SrcA's rows by its row counter, not by address
  bool pack_from_l1 = false;                            // packer 0 reads L1 instead of Dst
  bool four_rows = false;                               // the packer's read interfaces, from aligned rows
  settings want;
};
// Dst rows that a unit may use now: of the half, if halves.
struct dst_span {
  unsigned offset = 0;  // MATH_Offset
  bool limited = false;
};

void plan_unpack(scene& s, data_path& d);
void prepare_unpack(scene& s, const data_path& d);   // thread configuration and counters
unsigned unpack_step(scene& s, const data_path& d);  // returns banks handed over: 1 SrcA, 2 SrcB
void unpack_to_dst(scene& s, const data_path& d);
void unpack_registers(scene& s, const data_path& d);                    // UNPACR_NOP's other uses
void note_counters(scene& s, unsigned t, uint32_t w);                   // what an instruction does to its thread's RWCs
inline constexpr unsigned last_field_row = 40, last_counter_row = 200;  // of instructions and counters, in a half of 256 rows
// A thread's counter of Dst within its half, where the span has that limit; and brings it back if it is not.
bool in_half(const scene& s, unsigned t, const dst_span& where);
void keep_in_half(scene& s, unsigned t, const dst_span& where);
void plan_math(scene& s, data_path& d);
void prepare_math(scene& s, const data_path& d, unsigned t);
void math_step(scene& s, const data_path& d, unsigned banks, dst_span where);
void vector_step(scene& s, const data_path& d, dst_span where);
void vector_reset(scene& s, unsigned t);
void plan_pack(scene& s, data_path& d);
void prepare_pack(scene& s, const data_path& d);
void pack_step(scene& s, const data_path& d, unsigned half);
void pack_registers(scene& s, const data_path& d);  // PACR_SETREG, signals, TDMA-RISC's registers of packers
void math_alone(scene& s, const data_path& d);      // what needs both sides of SrcA and SrcB at rest
void dst_window(scene& s, unsigned core);           // a core in Dst

// ---- generator_ordered.cpp ----
void ordered(scene& s);  // a phase: one unit after the other, all of Dst

void choose_threads(scene& s, data_path& d);
void begin(scene& s, data_path& d, unsigned leader);
void jobs_of_all(scene& s);

// ---- generator_beyond.cpp ----
void cross_the_line(scene& s);

}  // namespace tensix::soak
