// SPDX-License-Identifier: Apache-2.0
// Timed tests: a stream file put together in C++, played by the tensix-tlm program as a child process (one SystemC simulation a
// process), and what came out of it: marks, `out` lines, metrics.
//
// Every expected cycle is computed from the parameters by name, as the program itself prints them (`--dump-config`), so that
// the formulas hold for any configuration.
#pragma once
#include <array>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "models/isa/isa.h"
#include "models/registers/backend_config.h"
#include "workload/kernels/stream_builder_function.h"

namespace tensix::timing {

using json = nlohmann::json;
using arguments = std::vector<std::string>;

// What a run of tensix-tlm left.
struct run_result {
  int status = -1;
  std::map<std::string, uint64_t> marks;  // "NAME T" -> cycle; a name passed several times: the last
  std::vector<std::string> outs;          // the `out` lines
  std::string text, errors;               // standard output and error
  json metrics;
  double host_seconds = 0;  // of the whole process
  // Cycle of the mark `name` of thread `t`; a failed test if it is not there.
  uint64_t mark(const std::string& name, unsigned t = 0) const;
  uint64_t stall(const std::string& group, const std::string& who, const std::string& why) const;  // 0 if none
  uint64_t diagnosed(const std::string& message) const;  // in which cycle; a failed test if it was not
};

// tensix-tlm ARGS --metrics FILE.
run_result run_program(const arguments& args, bool metrics = true);

// The parameters in force with `args` (--config, --set), by dotted name.
class parameter_values {
 public:
  explicit parameter_values(const arguments& args);
  uint64_t operator()(const std::string& dotted) const;
  // Cycles from the push of a word by the RISC-V core until the wait gate may present it: three stages before the gate.
  uint64_t to_gate() const { return (*this)("frontend.ttinsn_cycles") + 2 * (*this)("frontend.stage_latency_cycles"); }
  uint64_t stored_to_gate() const { return 3 * (*this)("frontend.stage_latency_cycles"); }
  // Cycles from "the thread has nothing on the way any more" until the core's TTSync load (`sync`) returns.
  uint64_t sync_load() const { return (*this)("riscv.ttsync_load_cycles"); }
  // The same from an empty unpacker, matrix unit, vector unit or packer: TTSync sees those late.
  uint64_t sync_lag() const { return (*this)("frontend.ttsync_lag_cycles"); }
  uint64_t unit_sync() const { return sync_lag() + sync_load(); }

 private:
  json values_;
};

// A stream file in the making. `thread` selects whose directives follow.
class scenario {
 public:
  scenario& line(const std::string& text);
  scenario& thread(unsigned t);
  scenario& push(uint32_t word, unsigned times = 1);
  scenario& store(uint32_t address, uint32_t value);
  scenario& config(uint32_t cfg_word, uint32_t value) { return store(riscv_address::config + 4 * cfg_word, value); }
  scenario& sync();
  scenario& delay(uint64_t cycles);
  scenario& mark(const std::string& name);
  scenario& poll(uint32_t address, uint32_t value);
  scenario& mop(const mop_program& m);  // the nine words; push word::mop to start it
  // Until every store and instruction before has taken effect (longer than any way through the tile).
  scenario& settle() { return sync().delay(40); }
  run_result run(const arguments& args = {}) const;  // must end with status 0
  run_result run_any(const arguments& args = {}) const;

 private:
  std::string text_, who_ = "t0";
};

// ---- Words -----------------------------------------------------------------------------------------------------------------

// One cycle in the misc unit without any effect (no counter selected).
inline constexpr uint32_t no_effect = word_of(opcode::SETADCXY);
inline constexpr uint32_t block_all = 0x1ff;
uint32_t unpacr(unsigned unpacker, bool set_valid = false);
uint32_t mvmul(uint32_t dst_row, unsigned clear = 0);
uint32_t mova2d(uint32_t src_row, uint32_t dst_row);
uint32_t clear_dvalid(unsigned which);  // bit 0 SrcA, bit 1 SrcB

// ---- Unpackers -------------------------------------------------------------------------------------------------------------

enum class speed : unsigned { x1 = 0, x2 = 1, x4 = 2 };  // Throttle_mode
inline constexpr const char* speed_name[] = {"x1", "x2", "x4"};

struct unpack_setup {
  unsigned unpacker = 0;
  uint32_t address = 0x20000;  // of the tile, a multiple of 16
  uint32_t datums = 256;
  unsigned in = 5, out = 5;  // data formats: BF16
  speed wish = speed::x1;
  bool throttle_override = true;  // where that is needed
  bool to_dst = false, compressed = false, tilize = false;
  unsigned upsample_rate = 0;  // log2 of datums written for each one read
  uint32_t row_stride = 0;     // bytes, tilize
};
// Stores and instructions of the present thread, settled; afterwards `unpacr(unpacker)` reads `datums` datums from `address`.
void configure(scenario& s, const unpack_setup& u);
// Both Src banks filled with ones and handed to the matrix unit; everything settled (about 500 cycles on thread 0).
void fill_sources(scenario& s);

// ---- Spans -----------------------------------------------------------------------------------------------------------------

using words = std::vector<uint32_t>;
using three = std::array<uint64_t, 3>;
// `w` on the present thread behind what `s` holds, which must be settled: from the cycle in which the gate presents the first
// word to the first in which the thread has nothing on the way, as TTSync sees it.
uint64_t span_of(scenario s, const words& w, const arguments& args = {});
// The threads present their first instructions in the same cycle g: all wait for semaphore 2, which T2's core posts (semaphore
// 3 is there for the instructions: 0 of at most 15). Results: the first cycle, from g on, in which each has nothing on the way.
three together(const words& t0, const words& t1, const words& t2, const arguments& args = {});

}  // namespace tensix::timing
