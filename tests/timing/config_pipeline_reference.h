// SPDX-License-Identifier: Apache-2.0
// A rigid simulator of the configuration unit, cycle by cycle, written from the documented table of stages and not from the
// model: a list of jobs, each with the number of the stage that it is in. Source: ISA documentation (Blackhole),
// ConfigurationUnit, and the pages of its instructions; where they are silent, docs/sources.md.
#pragma once
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <functional>
#include <vector>

#include "models/isa/isa.h"
#include "models/registers/tensix_state.h"

namespace tensix::reference {

struct registers {
  uint32_t config[2][config_words] = {};
  uint32_t gpr[thread_count][gpr_count] = {};
  uint16_t thread[thread_count][thread_config_words] = {};

  bool equals(const tensix_state& s) const {
    return !std::memcmp(config, s.config.config, sizeof config) && !std::memcmp(gpr, s.gpr, sizeof gpr) &&
           !std::memcmp(thread, s.config.thread, sizeof thread);
  }
  // Words from 180 on are shared by the banks; a write to word 4 that is not an RMWCIB's clears the bank.
  void write(unsigned bank, unsigned word, uint32_t value, bool rmwcib) {
    config[bank][word] = value;
    if (word >= 180) config[1 - bank][word] = value;
    if (word == 4 && !rmwcib) std::memset(config[bank], 0, 180 * sizeof(uint32_t));
  }
};

struct outside_request {
  uint64_t arrives = 0;
  bool write = false, both_banks = false;
  unsigned bank = 0, word = 0, words = 1;
  uint32_t value[4] = {};
};

class config_pipeline {
 public:
  struct cycles {
    int shiftmask = 2, prepare = 1, read = 3, gpr_write = 1, overlay = 1;
  };
  explicit config_pipeline(const cycles& c) : c_(c) {}

  registers state;
  std::function<bool(uint64_t cycle)> gpr_written_by_others;
  std::function<uint32_t(unsigned stream, unsigned reg, uint64_t cycle)> overlay;
  std::vector<uint64_t> served;  // cycles in which requests were in stage 0
  bool wrote_thcon = false;      // in the cycle that is over
  // How often the rare things happened, so that a test can see that it has seen them.
  struct {
    unsigned rdcfg_held = 0, stage_0_held = 0, earlier_held = 0, shiftmask_blocked = 0, entered_together = 0, overtaken = 0,
             starved = 0;
  } seen;

  // The cycle before `now` is over: its results are visible, and everybody moves on.
  void begin(uint64_t now) {
    wrote_thcon = false;
    for (size_t i = 0; i < jobs_.size();) {
      job& j = jobs_[i];
      if (j.left > 0) --j.left;
      if (j.left == 0 && advance(j, now)) jobs_.erase(jobs_.begin() + static_cast<std::ptrdiff_t>(i));
      else ++i;
    }
    for (const auto& s : setc16_) state.thread[s.first][insn::SETC16::setc16_reg(s.second)] = s.second & 0xffff;
    setc16_.clear();
  }

  // A thread presents an instruction. Result: may it enter?
  bool offer(uint32_t word, unsigned thread, uint64_t now) {
    const opcode op = opcode_of(word);
    if (op == opcode::SETC16) {
      setc16_.push_back({thread, word});
      return true;
    }
    const int stage = op == opcode::STREAMWRCFG ? first_stage() : op == opcode::WRCFG ? -1 : 0;
    if (!free_for(stage, op == opcode::CFGSHIFTMASK, now)) return false;
    job j;
    j.word = word;
    j.thread = thread;
    j.stage = stage;
    j.entered = now;
    j.bank = state.thread[thread][tcfg::CFG_STATE_ID_StateID.reg] & 1;
    if (op == opcode::STREAMWRCFG) {
      j.stream = state.thread[thread][tcfg::STREAM_ID_SYNC_SEC0_BankSel.reg + insn::STREAMWRCFG::stream_id_sel(word)] & 63;
      j.reads_at = now + static_cast<uint64_t>(c_.prepare);
      for (const auto& l : loads_)
        if (l.first <= j.reads_at && j.reads_at < l.second) j.reads_at = l.second;
      j.left = static_cast<int>(j.reads_at - now);
    }
    if (op == opcode::CFGSHIFTMASK) j.left = c_.shiftmask;
    if (op != opcode::STREAMWRCFG) take(j);
    if (stage == 0 && stage_taken(first_stage())) ++seen.overtaken;
    for (const job& other : jobs_)
      if (other.entered == now) ++seen.entered_together;
    jobs_.push_back(j);
    order();
    return true;
  }

  // Behind the threads: the oldest request from outside.
  void serve(std::vector<outside_request>& waiting, uint64_t now) {
    if (waiting.empty() || waiting.front().arrives > now) return;
    if (!free_for(0, false, now)) {
      ++seen.starved;
      return;
    }
    job j;
    j.request = waiting.front();
    j.thread = thread_count;
    j.stage = 0;
    j.entered = now;
    waiting.erase(waiting.begin());
    served.push_back(now);
    jobs_.push_back(j);
    order();
  }

  // A core's load reaches the overlay: one read at a time. Result: when it is served.
  uint64_t load(uint64_t arrives) {
    if (c_.overlay == 0) return arrives;
    uint64_t at = arrives;
    if (!loads_.empty()) at = std::max(at, loads_.back().second);
    for (const job& j : jobs_)
      if (j.stage == first_stage() && j.reads_at == at) {
        ++at;
        break;
      }
    loads_.push_back({at, at + static_cast<uint64_t>(c_.overlay)});
    return at;
  }

  bool idle() const { return jobs_.empty() && setc16_.empty(); }
  bool idle(unsigned thread) const {
    for (const job& j : jobs_)
      if (j.thread == thread) return false;
    for (const auto& s : setc16_)
      if (s.first == thread) return false;
    return true;
  }

 private:
  struct job {
    uint32_t word = 0;
    unsigned thread = 0;  // thread_count: from outside
    int stage = 0, left = 1;
    uint64_t entered = 0, reads_at = 0;
    unsigned bank = 0, stream = 0;
    uint32_t value[4] = {};
    outside_request request;
    bool is(opcode op) const { return thread < thread_count && opcode_of(word) == op; }
  };
  cycles c_;
  std::vector<job> jobs_;  // nearest to the end first
  std::vector<std::pair<unsigned, uint32_t>> setc16_;
  std::vector<std::pair<uint64_t, uint64_t>> loads_;

  int first_stage() const { return -1 - c_.read; }  // -4
  void order() {
    std::stable_sort(jobs_.begin(), jobs_.end(), [](const job& a, const job& b) { return a.stage > b.stage; });
  }
  bool stage_taken(int stage) const {
    for (const job& j : jobs_)
      if (j.stage == stage) return true;
    return false;
  }
  bool minus_1_blocked() const {
    for (const job& j : jobs_)
      if (j.stage == 0 && j.is(opcode::CFGSHIFTMASK) && j.left > 1) return true;
    return false;
  }

  bool free_for(int stage, bool shiftmask, uint64_t now) {
    if (stage_taken(stage)) return false;
    if (stage == -1 && minus_1_blocked()) return ++seen.shiftmask_blocked, false;
    for (const job& j : jobs_) {
      if (j.stage >= stage || j.stage == first_stage()) continue;
      // What enters in this very cycle is not ahead of us; but CFGSHIFTMASK needs stage -1 for itself.
      if (j.entered != now) return false;
      if (shiftmask && c_.shiftmask > 1 && j.stage == -1) return ++seen.shiftmask_blocked, false;
    }
    return true;
  }

  // Its time in its stage is over. Result: it is gone.
  bool advance(job& j, uint64_t now) {
    if (j.stage == 1) {
      if (gpr_written_by_others(now - 1)) return ++seen.rdcfg_held, false;
      state.gpr[j.thread][insn::RDCFG::gpr_address(j.word)] = j.value[0];
      return true;
    }
    if (j.stage == 0) {
      if (j.is(opcode::RDCFG)) {
        if (stage_taken(1)) return ++seen.stage_0_held, false;
        j.stage = 1;
        j.left = c_.gpr_write;
        return false;
      }
      write(j);
      return true;
    }
    if (j.stage == first_stage()) {  // behind all loads that have come so far
      uint64_t free = now;
      for (const auto& l : loads_)
        if (l.first <= free && free < l.second) free = l.second;
      if (free > now) return j.reads_at = free, false;
    }
    if (stage_taken(j.stage + 1) || (j.stage == -2 && minus_1_blocked())) {
      ++seen.earlier_held;
      j.reads_at = now + 1;
      return false;
    }
    const bool prepared = j.stage == first_stage();
    ++j.stage;
    j.left = 1;
    if (prepared) j.value[0] = overlay(j.stream, insn::STREAMWRCFG::stream_reg_addr(j.word), now);
    return false;
  }

  static uint32_t rotr(uint32_t x, unsigned n) { return static_cast<uint32_t>((uint64_t{x} << 32 | x) >> n); }

  void take(job& j) const {
    const uint32_t w = j.word;
    const uint32_t* config = state.config[j.bank];
    switch (opcode_of(w)) {
      case opcode::WRCFG: {
        const unsigned gpr = insn::WRCFG::gpr_address(w);
        if (insn::WRCFG::wr128b(w)) std::memcpy(j.value, &state.gpr[j.thread][gpr & ~3u], 16);
        else j.value[0] = state.gpr[j.thread][gpr];
        return;
      }
      case opcode::RDCFG: j.value[0] = config[insn::RDCFG::cfg_reg(w)]; return;
      case opcode::CFGSHIFTMASK: {
        using namespace insn::CFGSHIFTMASK;
        const unsigned select = scratch_sel(w), rotation = right_cshift_amt(w);
        const uint32_t mask = ~uint32_t{0} >> (31 - mask_width(w));
        const uint32_t scratch = rotr(config[cfg::SCRATCH_SEC0_val.word + (select < 3 ? select : j.thread)] & mask, rotation);
        uint32_t v = config[cfg_reg(w)];
        if (!disable_mask_on_old_val(w)) v &= ~rotr(mask, rotation);
        const uint32_t results[8] = {v | scratch,  v & scratch,  v ^ scratch,  v + scratch,
                                     v | ~scratch, v & ~scratch, v ^ ~scratch, v - scratch};
        j.value[0] = results[operation(w)];
        return;
      }
      default: return;
    }
  }

  void write(const job& j) {
    if (j.thread == thread_count) {
      const outside_request& r = j.request;
      for (unsigned i = 0; r.write && i < r.words; ++i) {
        put(r.bank, r.word + i, r.value[i]);
        if (r.both_banks) put(1 - r.bank, r.word + i, r.value[i]);
      }
      return;
    }
    const uint32_t w = j.word;
    switch (opcode_of(w)) {
      case opcode::WRCFG:
        if (!insn::WRCFG::wr128b(w)) return put(j.bank, insn::WRCFG::cfg_reg(w), j.value[0]);
        for (unsigned i = 0; i < 4; ++i) put(j.bank, (insn::WRCFG::cfg_reg(w) & ~3u) + i, j.value[i]);
        return;
      case opcode::STREAMWRCFG: return put(j.bank, insn::STREAMWRCFG::cfg_reg(w), j.value[0]);
      case opcode::CFGSHIFTMASK: return put(j.bank, insn::CFGSHIFTMASK::cfg_reg(w), j.value[0]);
      default: {  // RMWCIB0..3: one byte
        const unsigned byte = (w >> 24) - (word_of(opcode::RMWCIB0) >> 24), index = insn::RMWCIB0::cfg_reg_addr(w);
        uint32_t v = state.config[j.bank][index];
        for (unsigned bit = 0; bit < 8; ++bit)
          if (insn::RMWCIB0::mask(w) >> bit & 1) {
            const uint32_t one = uint32_t{1} << (8 * byte + bit);
            v = insn::RMWCIB0::data(w) >> bit & 1 ? v | one : v & ~one;
          }
        put(j.bank, index, v, true);
      }
    }
  }
  void put(unsigned bank, unsigned word, uint32_t value, bool rmwcib = false) {
    wrote_thcon |= word >= 64 && word < 180;
    state.write(bank, word, value, rmwcib);
  }
};

}  // namespace tensix::reference
