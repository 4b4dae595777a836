// SPDX-License-Identifier: Apache-2.0
// The pins of RTL of an unpacker's address and fetch stage (examples/rtl/unpacker_fetch/unpacker_fetch.sv), as calls. Block:
// verilated_block<Top>, or what has its members `top`, `settle`, `rise` and `reset`.
//
//   offer -> take -> edges -> fetches, extent, began -> came -> ended -> banks, writes, wrote
#pragma once
#include <algorithm>
#include <utility>
#include <vector>

#include "cosim/rtl/pins.h"
#include "cosim/rtl/rtl_failure.h"
#include "models/contracts/reasons.h"
#include "models/unpacker/unpacker_function.h"
#include "platform/parameters.h"

namespace tensix {

template <class Block>
class unpacker_pins {
 public:
  static constexpr unsigned extents = 6;
  static constexpr uint32_t beat_bytes = 16;

  template <class... Arguments>
  explicit unpacker_pins(const unpacker_parameters& p, Arguments&&... arguments)
      : block(std::forward<Arguments>(arguments)...) {
    auto& t = block.top;
    t.cfg_queue_depth = static_cast<uint8_t>(p.queue_depth);
    t.cfg_address_cycles = static_cast<uint16_t>(p.address_phase_cycles);
    t.cfg_compressed_cycles = static_cast<uint16_t>(p.compressed_address_phase_cycles);
    t.cfg_nop_cycles = static_cast<uint16_t>(p.nop_cycles);
    t.cfg_behind_clear = static_cast<uint16_t>(p.behind_clear_cycles);
    t.cfg_latency = static_cast<uint16_t>(p.pipeline_latency_cycles);
    t.cfg_prefetch_bytes = p.prefetch_bytes;
    t.rate = 1;
    t.job_lanes = 1;
    clear_inputs();
  }

  mutable Block block;  // to look at its outputs may settle it

  // Behind an edge and what is driven, outputs are old until they are read.
  void settle() const {
    if (outdated_) block.settle();
    outdated_ = false;
  }
  void reset(bool asserted) {
    if (asserted) clear_inputs();
    block.reset(asserted);
    in_reset_ = asserted;
    outdated_ = true;
  }
  // Returns whether an output has changed.
  bool edge() {
    settle();
    auto& t = block.top;
    outdated_ = true;
    if (pulsed()) {
      block.rise();
      clear_inputs();
      return true;
    }
    const auto outputs = [&] { return unsigned{t.at_work} | t.write << 1u | t.fetch << 2u | t.issue_drained << 3u; };
    const unsigned before = outputs();
    block.rise();  // no input has changed: outputs are up to date
    if (outputs() == before) return false;
    if (!(before & 1) && (outputs() & ~before) >> 1 && !in_reset_)
      throw rtl_failure(
          "RTL of an unpacker fetches, writes or has something over by itself with at_work low: nobody may look at it then "
          "(docs/cosim-move.md, Traps)");
    return true;
  }
  // Until an edge has seen an input the cycle behind is to be looked at.
  bool at_work() const { return now().at_work || pulsed(); }

  // ---- Instructions, one a cycle. A thread that has been refused does not request any more; one that has
  // been taken requests until the edge.
  bool has_taken() const { return block.top.issue_valid != 0; }
  struct answer {
    bool ready;
    stall_reason why;
    bool by_itself;  // it may become ready without an input that changes
  };
  answer offer(unsigned thread, bool nop, bool phase_free) {
    auto& t = block.top;
    t.issue_valid = static_cast<uint8_t>(1u << thread);
    t.offer_nop = nop;
    t.phase_free = phase_free;
    t.job_compressed = 0;
    outdated_ = true;
    settle();
    const answer a{(t.issue_ready >> thread & 1) != 0, static_cast<stall_reason>(t.issue_reason[thread]), t.at_work != 0};
    if (!a.ready) t.issue_valid = 0, outdated_ = true;
    return a;
  }
  struct taken {
    uint32_t hold, beats;  // cycles until its thread may present the next one; of its data
  };
  taken take(const unpack_job& job, uint32_t beats_a_cycle) {
    auto& t = block.top;
    t.job_compressed = job.compressed;
    t.job_waits = job.waits_for_bank;
    t.job_waits_matrix = job.waits_for_matrix_bank;
    t.job_clears = job.kind == unpack_job::kind_t::nop_clear;
    t.job_flips = job.flips_src;
    t.job_lanes = static_cast<uint16_t>(beats_a_cycle);
    unsigned n = 0;
    uint32_t beats = 0;
    const auto add = [&](const l1_extent& e) {
      if (e.rows == 0 || e.row_bytes == 0) return false;
      t.job_extent[n][0] = e.address, t.job_extent[n][1] = e.row_bytes, t.job_extent[n][2] = e.row_stride,
      t.job_extent[n][3] = e.rows;
      ++n;
      return true;
    };
    for (const l1_extent& e : job.data_reads)
      if (add(e)) beats += (e.address % beat_bytes + e.row_bytes + beat_bytes - 1) / beat_bytes * e.rows;
    for (const l1_extent& e : job.exponent_reads) add(e);
    t.job_beats = static_cast<uint16_t>(beats);
    t.job_extents = static_cast<uint8_t>(n);
    outdated_ |= job.compressed;  // on the rest of it no output of this cycle depends
    return {now().issue_hold, t.job_beats};
  }
  bool drained(unsigned thread) const { return now().issue_drained >> thread & 1; }

  // ---- Fetch
  bool fetches() const { return now().fetch; }
  // What the throttle arbiter gives; what RTL asks for with it.
  uint32_t rate(uint32_t bytes_per_cycle) {
    drive_level(block.top.rate, bytes_per_cycle / beat_bytes);
    return now().l1_lanes;
  }
  bool requests(unsigned i) const { return now().l1_req >> i & 1; }
  l1_extent extent(unsigned i) const {
    l1_extent e;
    const auto& x = now().l1_extent[i];
    e.address = x[0], e.row_bytes = x[1], e.row_stride = x[2], e.rows = x[3];
    return e;
  }
  void began() { drive(block.top.fetched, block.top.fetched + 1u); }
  // All of an extent has come, in front of this cycle. Returns whether the fetch is over with it.
  bool came(unsigned i) {
    drive(block.top.l1_done, block.top.l1_done | 1u << i);
    return now().fetch_end;
  }

  // ---- Src banks, and what is written
  // `matrix_bank`: the bank that the matrix unit is at is the unpackers'.
  void banks(uint8_t own, uint8_t filled, bool matrix_bank) {
    drive_level(block.top.src_own, own), drive_level(block.top.src_bank, filled);
    drive_level(block.top.src_matrix_bank, matrix_bank);
  }
  bool owns_bank(const unpack_job& job) const {
    return job.waits_for_matrix_bank ? block.top.src_matrix_bank : block.top.src_own >> block.top.src_bank & 1;
  }
  bool writes() const { return now().write; }
  void wrote() { drive(block.top.written, block.top.written + 1u); }

  std::vector<pin> pins() {
    const auto& t = block.top;
    std::vector<pin> all;
    add_pin(all, "cfg_queue_depth", 8, t.cfg_queue_depth);
    add_pin(all, "cfg_address_cycles", 16, t.cfg_address_cycles);
    add_pin(all, "cfg_compressed_cycles", 16, t.cfg_compressed_cycles);
    add_pin(all, "cfg_nop_cycles", 16, t.cfg_nop_cycles);
    add_pin(all, "cfg_behind_clear", 16, t.cfg_behind_clear);
    add_pin(all, "cfg_latency", 16, t.cfg_latency);
    add_pin(all, "cfg_prefetch_bytes", 32, t.cfg_prefetch_bytes);
    add_pin(all, "issue_valid", 3, t.issue_valid);
    add_pin(all, "issue_ready", 3, t.issue_ready);
    add_pin(all, "issue_reason", 5, t.issue_reason);
    add_pin(all, "issue_hold", 16, t.issue_hold);
    add_pin(all, "issue_drained", 3, t.issue_drained);
    add_pin(all, "offer_nop", 1, t.offer_nop);
    add_pin(all, "phase_free", 1, t.phase_free);
    add_pin(all, "job_compressed", 1, t.job_compressed);
    add_pin(all, "job_waits", 1, t.job_waits);
    add_pin(all, "job_waits_matrix", 1, t.job_waits_matrix);
    add_pin(all, "job_clears", 1, t.job_clears);
    add_pin(all, "job_flips", 1, t.job_flips);
    add_pin(all, "job_beats", 16, t.job_beats);
    add_pin(all, "job_lanes", 16, t.job_lanes);
    add_pin(all, "job_extents", 3, t.job_extents);
    add_pin(all, "job_extent", 128, t.job_extent);
    add_pin(all, "fetch", 1, t.fetch);
    add_pin(all, "fetched", 4, t.fetched);
    add_pin(all, "l1_req", extents, t.l1_req);
    add_pin(all, "l1_extent", 128, t.l1_extent);
    add_pin(all, "l1_lanes", 7, t.l1_lanes);
    add_pin(all, "rate", 7, t.rate);
    add_pin(all, "l1_done", extents, t.l1_done);
    add_pin(all, "fetch_end", 1, t.fetch_end);
    add_pin(all, "src_own", 2, t.src_own);
    add_pin(all, "src_bank", 1, t.src_bank);
    add_pin(all, "src_matrix_bank", 1, t.src_matrix_bank);
    add_pin(all, "write", 1, t.write);
    add_pin(all, "written", 4, t.written);
    add_pin(all, "src_give", 1, t.src_give);
    add_pin(all, "at_work", 1, t.at_work);
    return all;
  }

 private:
  mutable bool outdated_ = true;  // the outputs are, or the clock has not fallen
  bool in_reset_ = false, level_changed_ = false;

  const auto& now() const {
    settle();
    return block.top;
  }
  // Inputs that are high for one edge, or have changed since the last one.
  bool pulsed() const {
    const auto& t = block.top;
    return t.issue_valid || t.written || t.fetched || t.l1_done || level_changed_;
  }
  void drive(uint8_t& input, uint32_t value) {
    outdated_ |= input != value;
    input = static_cast<uint8_t>(value);
  }
  void drive_level(uint8_t& input, uint32_t value) {
    level_changed_ |= input != static_cast<uint8_t>(value);
    drive(input, value);
  }
  void clear_inputs() {
    auto& t = block.top;
    t.issue_valid = t.written = t.fetched = t.l1_done = 0;
    level_changed_ = false;
  }
};

}  // namespace tensix
