// SPDX-License-Identifier: Apache-2.0
// An unpacker of its own kind, in C++ at the pins of examples/rtl/unpacker_fetch: one instruction after the other, with fetches and
// writes that begin when it likes to. For tests of the adapters.
#pragma once
#include <cstdint>
#include <deque>
#include <random>

namespace tensix {

struct unpacker_block {
  struct behaviour {
    uint32_t seed = 1;
    unsigned busy_percent = 50, lazy_percent = 50;  // of the cycles: takes none; neither fetches nor writes
    bool fetches = true;                            // at all
    bool registered = false;                        // at_work is of registers alone
  };
  struct {
    uint8_t cfg_queue_depth = 0;
    uint16_t cfg_address_cycles = 0, cfg_compressed_cycles = 0, cfg_nop_cycles = 0, cfg_behind_clear = 0, cfg_latency = 0;
    uint32_t cfg_prefetch_bytes = 0;
    uint8_t issue_valid = 0, issue_ready = 0, issue_reason[3] = {}, issue_drained = 7, offer_nop = 0, phase_free = 0;
    uint16_t issue_hold = 0;
    uint8_t job_compressed = 0, job_waits = 0, job_waits_matrix = 0, job_clears = 0, job_flips = 0, job_extents = 0;
    uint16_t job_beats = 0, job_lanes = 0;
    uint32_t job_extent[6][4] = {}, l1_extent[6][4] = {};
    uint8_t fetch = 0, fetched = 0, l1_req = 0, l1_lanes = 0, rate = 0, l1_done = 0, fetch_end = 0;
    uint8_t src_own = 0, src_bank = 0, src_matrix_bank = 0, write = 0, written = 0, src_give = 0, at_work = 0;
  } top;

  explicit unpacker_block(const behaviour& b) : b_(b), random_(b.seed) { roll(); }

  void settle() {
    auto& t = top;
    const unsigned thread = t.issue_valid & 1 ? 0 : t.issue_valid & 2 ? 1 : 2;
    const bool room = queue_.empty() && !busy_, taken = t.issue_valid && room && (t.offer_nop || t.phase_free);
    t.issue_ready = static_cast<uint8_t>(taken << thread);
    for (unsigned i = 0; i < 3; ++i)
      t.issue_reason[i] = !(t.issue_valid >> i & 1) || (t.issue_ready >> i & 1) ? 0 : taken || !room ? 8 : 11;
    t.issue_hold = t.offer_nop ? t.cfg_nop_cycles : t.job_compressed ? t.cfg_compressed_cycles : t.cfg_address_cycles;
    t.l1_lanes = t.rate ? t.rate : 1;
    t.fetch = t.write = t.l1_req = 0;
    const uint8_t left = static_cast<uint8_t>(open_ & ~t.l1_done);
    t.fetch_end = open_ && !left;
    t.issue_drained = taken ? static_cast<uint8_t>(7 & ~(1u << thread)) : 7;
    t.at_work = (taken && !b_.registered) || busy_;
    if (queue_.empty() || t.written) return;
    const job& j = queue_.front();
    t.issue_drained = static_cast<uint8_t>(t.issue_drained & ~(1u << j.thread));
    t.fetch = b_.fetches && !begun_ && !t.fetched && !lazy_;
    if (t.fetch) t.l1_req = static_cast<uint8_t>((1u << j.extents) - 1);
    for (unsigned i = 0; i < 6; ++i)
      for (unsigned w = 0; w < 4; ++w) t.l1_extent[i][w] = j.extent[i][w];
    const bool ours = !j.waits || (j.waits_matrix ? t.src_matrix_bank : t.src_own >> t.src_bank & 1);
    t.write = begun_ && !open_ && !lazy_ && ours;
    t.src_give = t.write && j.flips;
    const bool bank = b_.registered ? !open_ && ours_ : !left && ours;
    t.at_work |= b_.fetches && (!begun_ || bank || (t.fetched && !b_.registered));
  }
  void rise() {
    settle();
    auto& t = top;
    if (t.written) queue_.clear(), begun_ = false;
    open_ = static_cast<uint8_t>(open_ & ~t.l1_done);
    const job* const first = queue_.empty() ? nullptr : &queue_.front();
    ours_ = first && (!first->waits || (first->waits_matrix ? t.src_matrix_bank : t.src_own >> t.src_bank & 1));
    if (t.fetched) begun_ = true, open_ = static_cast<uint8_t>((1u << queue_.front().extents) - 1);
    if (t.issue_ready) {
      job j{t.job_waits != 0,
            t.job_waits_matrix != 0,
            t.job_flips != 0,
            t.job_extents,
            static_cast<uint8_t>(t.issue_ready & 1   ? 0
                                 : t.issue_ready & 2 ? 1
                                                     : 2),
            {}};
      for (unsigned i = 0; i < 6; ++i)
        for (unsigned w = 0; w < 4; ++w) j.extent[i][w] = t.job_extent[i][w];
      queue_.push_back(j);
    }
    roll();
    settle();
  }
  void reset(bool asserted) {
    if (asserted) queue_.clear(), begun_ = false, open_ = 0;
    settle();
  }

 private:
  struct job {
    bool waits, waits_matrix, flips;
    uint8_t extents, thread;
    uint32_t extent[6][4];
  };
  const behaviour b_;
  std::mt19937 random_;
  std::deque<job> queue_;
  bool begun_ = false, busy_ = false, lazy_ = false, ours_ = false;
  uint8_t open_ = 0;
  void roll() {
    busy_ = random_() % 100 < b_.busy_percent;
    lazy_ = random_() % 100 < b_.lazy_percent;
  }
};

}  // namespace tensix
