// SPDX-License-Identifier: Apache-2.0
// Packers of their own kind, in C++ at the pins of examples/rtl/packer_output: they take PACRs when they like to, keep beats as long
// as they like, and write bursts of one to three. For tests of the adapters.
#pragma once
#include <cstdint>
#include <cstring>
#include <deque>
#include <random>

namespace tensix {

struct packer_block {
  struct behaviour {
    uint32_t seed = 1;
    unsigned busy_percent = 50;  // of the cycles: it takes none
    unsigned lazy_percent = 50;  // of the cycles: it does not ask L1
    bool asks = true;            // at all
    bool registered = false;     // at_work is of registers alone
    bool silent = false;         // at_work is low, whatever it does
  };
  struct {
    uint8_t cfg_independent = 0, cfg_lanes = 0, cfg_places = 0;
    uint16_t cfg_row_bits = 0, cfg_latency = 0;
    uint32_t cfg_most_beats = 0, cfg_most_waiting = 0;
    uint8_t issue_valid = 0, issue_ready = 0, issue_reason[3] = {}, issue_drained = 7;
    uint16_t issue_wait = 0;
    uint8_t offer_ports = 0, offer_w32 = 0;
    uint16_t offer_row[8] = {};
    uint8_t dst_re = 0, dst_w32 = 0, dst_blocked = 0;
    uint16_t dst_row[8] = {};
    uint8_t job_streams = 0, job_bits = 0, job_widening = 0;
    uint16_t job_beats[4] = {};
    uint32_t job_datums = 0;
    uint8_t conv_count[4] = {}, conv_end = 0, conv_ready = 15, conv_op[4][32] = {};
    uint16_t conv_datums[4][32] = {};
    uint32_t conv_word[4][32] = {}, conv_data[4][32][4] = {};
    uint8_t l1_req = 0, l1_op[4] = {}, l1_wcount[4] = {}, l1_gnt = 0, l1_done = 0;
    uint32_t l1_word[4] = {}, l1_beats[4] = {}, l1_wdata[4][64][4] = {};
    uint16_t buffered[4] = {}, ended[4] = {};
    uint8_t at_work = 0;
  } top;

  explicit packer_block(const behaviour& b) : b_(b), random_(b.seed) { roll(); }

  // Outputs of the present cycle, from state and inputs.
  void settle() {
    auto& t = top;
    const unsigned thread = t.issue_valid & 1 ? 0 : t.issue_valid & 2 ? 1 : 2;
    t.dst_re = t.issue_valid && !busy_ ? t.offer_ports : 0;
    std::memcpy(t.dst_row, t.offer_row, sizeof t.dst_row);
    t.dst_w32 = t.offer_w32;
    const bool taken = t.issue_valid && !busy_ && !(t.dst_re & t.dst_blocked);
    t.issue_ready = static_cast<uint8_t>(taken << thread);
    for (unsigned i = 0; i < 3; ++i)
      t.issue_reason[i] = !(t.issue_valid >> i & 1) || (t.issue_ready >> i & 1) ? 0 : busy_ || taken ? 8 : 5;
    t.issue_wait = 1;
    t.l1_req = 0;
    t.issue_drained = 7;
    t.at_work = busy_;  // it will not be, by itself
    for (unsigned i = 0; i < 4; ++i) {
      stream& s = stream_[i];
      t.buffered[i] = s.fresh;
      const bool done = s.writing && (t.l1_done >> i & 1);
      const size_t over = done ? s.writing : 0;
      t.ended[i] = 0;
      size_t at = over;  // ends among and behind what is in L1
      for (const pacr& p : s.pacrs) {
        if (p.left > 0 || p.beats > at) break;
        at -= p.beats, ++t.ended[i];
      }
      for (size_t k = t.ended[i]; k < s.pacrs.size(); ++k) t.issue_drained &= static_cast<uint8_t>(~(1u << s.pacrs[k].thread));
      if (taken && (t.job_streams >> i & 1)) t.issue_drained &= static_cast<uint8_t>(~(1u << thread));
      const bool idle = !s.writing || done;
      s.burst = 0;
      if (idle && !lazy_ && b_.asks)
        while (over + s.burst < s.beats.size() && s.burst < 1 + i % 3 + seed_of_cycle_ % 3 &&
               (s.burst == 0 || (s.beats[over + s.burst].word == s.beats[over].word + s.burst &&
                                 s.beats[over + s.burst].op == s.beats[over].op)))
          ++s.burst;
      const size_t sent = idle ? 0 : s.sent, all = idle ? s.burst : s.writing, from = idle ? over : 0;
      if (s.burst) t.l1_req |= static_cast<uint8_t>(1u << i), t.l1_word[i] = s.beats[over].word, t.l1_op[i] = s.beats[over].op;
      t.l1_beats[i] = static_cast<uint32_t>(s.burst);
      t.l1_wcount[i] = static_cast<uint8_t>(std::min<size_t>(all - std::min(all, sent), t.cfg_lanes));
      for (unsigned n = 0; n < t.l1_wcount[i]; ++n) std::memcpy(t.l1_wdata[i][n], s.beats[from + sent + n].data, 16);
      const bool free = b_.registered ? !s.writing : idle;
      t.at_work |= !s.pacrs.empty() && (free || sent < all) && b_.asks;
    }
    if (b_.silent) t.at_work = 0;
  }
  void rise() {
    settle();
    auto& t = top;
    const bool taken = t.issue_ready != 0;
    const uint8_t thread = t.issue_ready & 1 ? 0 : t.issue_ready & 2 ? 1 : 2;
    for (unsigned i = 0; i < 4; ++i) {
      stream& s = stream_[i];
      if (taken && (t.job_streams >> i & 1)) s.pacrs.push_back({t.job_beats[i], t.job_beats[i] + 1u, thread});
      if (s.writing && (t.l1_done >> i & 1)) {
        for (; s.writing; --s.writing) s.beats.pop_front(), ++s.over;
      }
      for (unsigned k = 0; k < t.ended[i]; ++k) s.over -= s.pacrs.front().beats, s.pacrs.pop_front();
      if (s.burst && (t.l1_gnt >> i & 1)) s.writing = s.burst, s.sent = t.l1_wcount[i];
      else if (s.writing) s.sent += t.l1_wcount[i];
      // What ends a PACR may come behind its last beats.
      pacr* coming = nullptr;
      for (pacr& p : s.pacrs)
        if (p.left > 0) {
          coming = &p;
          break;
        }
      for (unsigned k = 0; k < t.conv_count[i]; ++k) {
        beat b{t.conv_word[i][k], t.conv_op[i][k], {}};
        std::memcpy(b.data, t.conv_data[i][k], 16);
        s.beats.push_back(b);
        --coming->left;
      }
      s.fresh = t.conv_count[i];
      if (t.conv_end >> i & 1) --coming->left;
      // Those in front of the oldest PACR's end are counted from it on.
      if (!s.pacrs.empty() && s.over > 0) {
        const uint32_t n = std::min<uint32_t>(s.pacrs.front().beats, static_cast<uint32_t>(s.over));
        s.pacrs.front().beats -= n, s.over -= n;
      }
    }
    roll();
    settle();
  }
  void reset(bool asserted) {
    if (asserted)
      for (stream& s : stream_) s = stream();
    settle();
  }

 private:
  struct beat {
    uint32_t word;
    uint8_t op, data[16];
  };
  struct pacr {
    uint32_t beats;  // not in L1
    uint32_t left;   // beats and the end that have not come from the conversion
    uint8_t thread;
  };
  struct stream {
    std::deque<beat> beats;
    std::deque<pacr> pacrs;
    size_t writing = 0, sent = 0, burst = 0, over = 0;
    uint16_t fresh = 0;
  };
  const behaviour b_;
  std::mt19937 random_;
  stream stream_[4];
  bool busy_ = false, lazy_ = false;
  uint32_t seed_of_cycle_ = 0;
  void roll() {
    seed_of_cycle_ = random_() % 12;
    busy_ = random_() % 100 < b_.busy_percent;
    lazy_ = random_() % 100 < b_.lazy_percent;
  }
};

}  // namespace tensix
