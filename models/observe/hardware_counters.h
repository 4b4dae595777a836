// SPDX-License-Identifier: Apache-2.0
// The performance counters of a tile as public software names them: which bank and select counts what, what of the model's gives
// it, and where public lists contradict one another or the model has no ground. One table: registers, --counters, metrics and
// docs/generated/counters.md are made of it. No SystemC.
// Source: tt-metal, tt_metal/tt-llk/tools/include/perf_counters (blackhole.h, registers.h) and what stood before it in
// tt_metal/hw/inc/internal/tt-1xx/blackhole/hw_counters.h; tech_reports/PerfCounters.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace tensix {

enum class counter_bank : uint8_t { instrn_thread, fpu, tdma_unpack, tdma_pack, l1, count };
inline constexpr unsigned counter_banks = static_cast<unsigned>(counter_bank::count);
const char* name(counter_bank bank);  // "INSTRN_THREAD"

// Classes of instructions that the instruction threads' bank tells apart, in the order of its selects.
enum class counted_class : uint8_t { cfg, sync, thcon, xsearch, move, math, unpack, pack, count };
// What a latched wait may wait for, in the order of its selects.
enum class counted_wait : uint8_t { thcon, unpack, pack, math, nonzero_sem, nonfull_sem, move, cfg, sfpu, count };
inline constexpr unsigned counted_classes = static_cast<unsigned>(counted_class::count),
                          counted_waits = static_cast<unsigned>(counted_wait::count);

// Cycles (of `issued`: instructions) that the model counts.
enum class count_kind : uint8_t {
  nothing,
  matrix_unit,  // it is busy
  vector_unit,  // it is busy
  either,       // matrix or vector unit is
  issued,       // by thread
  stalled,      // by thread: its instruction is held, but not because another thread has the unit
  any_stalled,  // at least one of the threads is
  available,    // by class and thread: its instruction is issued, or another thread has the unit
  waiting,      // by what for and thread: its instruction is held by a wait that waits for that
  unpacker,     // by unpacker and thread whose instruction it took last: it has one
  packer,       // it reads Dst, or has something on its way to L1
};
struct counted {
  count_kind kind = count_kind::nothing;
  unsigned of = 0, thread = 0;  // class, wait or unpacker
};

struct hardware_counter {
  counter_bank bank;
  unsigned position;    // of the multiplexer of bank L1 (PERF_CNT_MUX_CTRL bits 6:4); 0 of the others
  unsigned select;      // bits 16:8 of the mode register; from 256 on grants, below requests
  std::string name;     // in tt-metal today
  std::string earlier;  // another name that it has had; empty: none
  counted what;         // kind `nothing`: the model does not give it
  std::string account;  // what that is in metrics, for people
  std::string doubt;    // why it is not given, or what other lists have at this select; empty: all lists agree
  bool given() const { return what.kind != count_kind::nothing; }
};

// In the order of banks, positions and selects; of each name one row.
const std::vector<hardware_counter>& hardware_counters();
// At that select; null: none is named there.
const hardware_counter* hardware_counter_at(counter_bank bank, unsigned position, unsigned select);

// docs/generated/counters.md.
std::string hardware_counters_markdown();

}  // namespace tensix
