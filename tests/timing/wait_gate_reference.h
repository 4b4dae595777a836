// SPDX-License-Identifier: Apache-2.0
// Three wait gates and the sync unit, written from the pages of STALLWAIT, SEMWAIT, STREAMWAIT and SyncUnit (Blackhole) and
// from nothing else: one cycle after the other, everything looked at anew in each, nothing foreseen. Around them stand units
// that hold an instruction for as many cycles as its low bits say.
//
// What the pages leave open is as docs/sources.md has it: within a cycle the gates act in the order of their threads, and what
// an earlier one has issued is in its unit already; a core's store to a semaphore has the sync unit before the threads do; a
// wait instruction that was not over at its first look stays in the way of the next one for `forget` cycles more.
#pragma once
#include <array>
#include <cstdint>
#include <deque>
#include <vector>

#include "models/isa/isa.h"
#include "models/registers/backend_config.h"

namespace tensix::wait_gate_reference {

constexpr unsigned threads = 3, semaphores = 8, streams = 4;
constexpr uint64_t never = ~uint64_t{0};

struct parameters {
  unsigned stage_latency, replay_fifo, gate_fifo, wait_lag, sync_latency, hand_over_latency, set_dvalid, matrix_drain, forget;
};

// ---- The units around: shared by both sides of the comparison ---------------------------------------------------------------

inline unsigned flight_of(uint32_t word) { return 1 + (word & 15); }  // cycles in the unit's pipeline
inline unsigned hold_of(uint32_t word) { return unit_of(word) == unit_id::unpacker ? 2 : 1 + ((word >> 4) & 1); }  // its thread
inline bool keeps_unit(uint32_t word) { return unit_of(word) == unit_id::scalar_unit; }  // for as long as its thread

// What comes from outside, in the beginning of a cycle.
struct event {
  enum kind_t : uint8_t {
    overlay_store,    // index: stream, which: phase or messages, value
    semaphore_store,  // index, value
    core_busy,        // C10 of thread `index` for `value` cycles
    release_all       // whatever is waited for comes true: semaphores 1 of 15, streams far on, banks on their sides
  };
  uint64_t cycle;
  kind_t kind;
  unsigned index = 0, which = 0;
  uint32_t value = 0;
};

struct work {
  struct pushed {
    uint64_t cycle;
    uint32_t word;
  };
  std::vector<pushed> stream[threads];
  std::vector<event> events;  // in the order of their cycles; release_all is added by the player
  struct {
    uint8_t value, max;
  } semaphore[semaphores];
  uint32_t overlay[streams][2];
};

using issue_cycles = std::array<std::vector<uint64_t>, threads>;

// ---- The reference ----------------------------------------------------------------------------------------------------------

class machine {
 public:
  machine(const parameters& p, const work& w) : p_(p), w_(w) {
    for (unsigned s = 0; s < semaphores; ++s) value_[s] = w.semaphore[s].value, max_[s] = w.semaphore[s].max;
    for (unsigned s = 0; s < streams; ++s)
      for (unsigned i = 0; i < 2; ++i) overlay_[s][i] = w.overlay[s][i];
  }
  // Until everything has been issued; whoever waits is released from cycle `patience` on, again every `patience` cycles.
  // Adds the releases to `events`.
  issue_cycles play(uint64_t patience, std::vector<event>& events) {
    events = w_.events;
    size_t next = 0;
    for (; !done(); ++now_) {
      if (now_ && now_ % patience == 0) {
        auto at = events.begin() + static_cast<std::ptrdiff_t>(next);
        while (at != events.end() && at->cycle < now_) ++at;
        events.insert(at, event{now_, event::release_all});
      }
      for (; next < events.size() && events[next].cycle == now_; ++next) take(events[next]);
      begin_cycle();
      for (unsigned t = 0; t < threads; ++t) gate(t);
    }
    issue_cycles all;
    for (unsigned t = 0; t < threads; ++t) all[t] = th_[t].issued;
    return all;
  }

 private:
  enum client : uint8_t { unpackers, matrix_unit };
  struct bank_t {
    client allowed = unpackers;
    uint64_t since = 0;
  };
  struct latched_t {
    bool any = false;
    opcode op{};
    uint32_t condition = 0, block = 0, semaphore_mask = 0, target = 0, stream_select = 0;
    uint64_t first_look = 0, forgotten = never;
  };
  struct thread_t {
    latched_t latched;
    uint64_t free = 0;
    uint64_t no_wait_before = 0;
    std::vector<uint64_t> left_mop, left_replay, issued;
    uint64_t core_busy_until = 0;
    uint32_t stream_id[4] = {}, high[2] = {};
    bool keep_dvalid[2] = {};
  };
  struct flight {
    unit_id unit;
    unsigned which, thread;
    uint64_t ends;
  };
  struct change {  // of a semaphore (by the word of an instruction, or a store: word 0) or of configuration
    uint64_t cycle;
    uint32_t word;
    unsigned index, value;
  };
  const parameters p_;
  const work& w_;
  uint64_t now_ = 0;
  thread_t th_[threads];
  unsigned value_[semaphores], max_[semaphores];
  uint32_t overlay_[streams][2];
  bank_t bank_[2][2];               // of SrcA, SrcB
  uint64_t at_bank_since_[2] = {};  // the unpackers, behind a SETDVALID
  unsigned filling_[2] = {}, in_use_[2] = {};
  std::vector<flight> flights_;
  std::deque<change> semaphore_changes_, config_changes_;
  std::deque<event> stores_;                                          // semaphore stores that have not had their turn
  uint64_t sync_free_ = 0, matrix_free_ = 0, unit_free_[16][2] = {};  // by unit_id; of the unpackers both
  uint64_t config_busy_until_ = 0;

  bool done() const {
    for (unsigned t = 0; t < threads; ++t)
      if (th_[t].issued.size() < w_.stream[t].size()) return false;
    return true;
  }

  void take(const event& e) {
    switch (e.kind) {
      case event::overlay_store: overlay_[e.index][e.which] = e.value; break;
      case event::semaphore_store: stores_.push_back(e); break;
      case event::core_busy: {
        uint64_t& until = th_[e.index].core_busy_until;
        if (until < now_ + e.value) until = now_ + e.value;
        break;
      }
      case event::release_all:
        for (unsigned s = 0; s < semaphores; ++s) value_[s] = 1, max_[s] = 15;
        for (auto& s : overlay_) s[0] = s[1] = ~0u;
        for (unsigned r = 0; r < 2; ++r) {
          bank_[r][0] = {unpackers, now_}, bank_[r][1] = {matrix_unit, now_};
          filling_[r] = 0, in_use_[r] = 1;
        }
        break;
    }
  }

  void begin_cycle() {
    for (; !config_changes_.empty() && config_changes_.front().cycle <= now_; config_changes_.pop_front()) {
      const change& x = config_changes_.front();
      set_config(th_[x.index], insn::SETC16::setc16_reg(x.word), insn::SETC16::setc16_value(x.word));
    }
    for (; !semaphore_changes_.empty() && semaphore_changes_.front().cycle <= now_; semaphore_changes_.pop_front()) {
      const change& x = semaphore_changes_.front();
      if (!x.word) {
        step_semaphore(x.index, x.value & 1);
        continue;
      }
      for (unsigned s = 0; s < semaphores; ++s) {
        if (!((insn::SEMPOST::sem_sel(x.word) >> s) & 1)) continue;
        if (opcode_of(x.word) == opcode::SEMINIT)
          value_[s] = insn::SEMINIT::init_value(x.word), max_[s] = insn::SEMINIT::max_value(x.word);
        else step_semaphore(s, opcode_of(x.word) == opcode::SEMGET);
      }
    }
    if (!stores_.empty() && sync_free_ <= now_) {  // one of them a cycle, before the threads
      semaphore_changes_.push_back({now_ + p_.sync_latency, 0, stores_.front().index, stores_.front().value});
      stores_.pop_front();
      sync_free_ = now_ + 1;
    }
  }
  void step_semaphore(unsigned s, bool down) {
    if (down) value_[s] -= value_[s] > 0;
    else value_[s] += value_[s] < 15;
  }
  static void set_config(thread_t& th, unsigned reg, uint32_t value) {
    for (unsigned i = 0; i < 4; ++i)
      if (reg == tcfg::STREAM_ID_SYNC_SEC0_BankSel.section(i).reg) th.stream_id[i] = value;
    if (reg == tcfg::STREAMWAIT_PHASE_HI_Val.reg) th.high[0] = value;
    if (reg == tcfg::STREAMWAIT_NUM_MSGS_HI_Val.reg) th.high[1] = value;
    if (reg == tcfg::CLR_DVALID_SrcA_Disable.reg) th.keep_dvalid[0] = value & 1, th.keep_dvalid[1] = value & 2;
  }

  // The cycle in which the thread's next instruction reaches the gate: three stages, FIFOs of the given sizes between them.
  uint64_t reaches_gate(unsigned t) {
    thread_t& th = th_[t];
    const size_t n = th.issued.size();
    const auto max = [](uint64_t a, uint64_t b) { return a > b ? a : b; };
    while (th.left_replay.size() <= n) {
      const size_t i = th.left_replay.size();
      uint64_t mop = w_.stream[t][i].cycle + p_.stage_latency;
      if (i) mop = max(mop, th.left_mop[i - 1] + 1);
      if (i >= p_.replay_fifo) mop = max(mop, th.left_replay[i - p_.replay_fifo]);
      uint64_t replay = mop + p_.stage_latency;
      if (i) replay = max(replay, th.left_replay[i - 1] + 1);
      if (i >= p_.gate_fifo) replay = max(replay, th.issued[i - p_.gate_fifo]);
      th.left_mop.push_back(mop);
      th.left_replay.push_back(replay);
    }
    return th.left_replay[n] + p_.stage_latency;
  }

  void gate(unsigned t) {
    thread_t& th = th_[t];
    latched_t& l = th.latched;
    if (l.any && l.forgotten == never && now_ >= l.first_look && met(th, t)) {
      l.forgotten = now_ + p_.wait_lag;
      if (now_ != l.first_look) th.no_wait_before = l.forgotten + p_.forget;
    }
    if (l.any && l.forgotten <= now_) l.any = false;
    const size_t n = th.issued.size();
    if (n == w_.stream[t].size() || th.free > now_ || reaches_gate(t) > now_) return;
    const uint32_t word = w_.stream[t][n].word;
    if (l.any && blocked(word, l.block)) return;
    if (is_wait(word) && now_ < th.no_wait_before) return;
    if (!start(t, word)) return;
    th.issued.push_back(now_);
  }

  // STALLWAIT, the table of block bits; a wait instruction does not pass while another is latched.
  static bool blocked(uint32_t word, uint32_t mask) {
    switch (unit_of(word)) {
      case unit_id::nop: return mask == 0x1ff;
      case unit_id::misc_unit: return mask & 0x01;
      case unit_id::packer: return mask & 0x05;
      case unit_id::unpacker: return mask & 0x09;
      case unit_id::mover: return mask & 0x11;
      case unit_id::scalar_unit: return mask & 0x21;
      case unit_id::matrix_unit: return mask & 0x40;
      case unit_id::config_unit: return mask & 0x80;
      case unit_id::vector_unit: return mask & 0x100;
      default: return is_wait(word) || (mask & 0x02);
    }
  }
  static bool is_wait(uint32_t word) {
    const opcode op = opcode_of(word);
    return op == opcode::STALLWAIT || op == opcode::SEMWAIT || op == opcode::STREAMWAIT;
  }

  bool in_flight(unit_id unit, unsigned which, unsigned t, bool any_thread = false) const {
    for (const flight& f : flights_)
      if (f.unit == unit && f.which == which && (any_thread || f.thread == t) && f.ends > now_) return true;
    return false;
  }
  bool belongs(const bank_t& b, client to) const { return b.allowed == to && b.since <= now_; }

  bool met(const thread_t& th, unsigned t) const {
    const latched_t& l = th.latched;
    if (l.op == opcode::SEMWAIT) {
      for (unsigned s = 0; s < semaphores; ++s) {
        if (!((l.semaphore_mask >> s) & 1)) continue;
        if ((l.condition & 1) && value_[s] == 0) return false;
        if ((l.condition & 2) && value_[s] >= max_[s]) return false;
      }
      return true;
    }
    if (l.op == opcode::STREAMWAIT) return !(overlay_[th.stream_id[l.stream_select]][l.condition] < l.target);
    const bool keeps_waiting[13] = {in_flight(unit_id::scalar_unit, 0, t),
                                    in_flight(unit_id::unpacker, 0, t),
                                    in_flight(unit_id::unpacker, 1, t),
                                    in_flight(unit_id::packer, 0, t),
                                    in_flight(unit_id::matrix_unit, 0, t),
                                    !(belongs(bank_[0][filling_[0]], unpackers) && at_bank_since_[0] <= now_),
                                    !(belongs(bank_[1][filling_[1]], unpackers) && at_bank_since_[1] <= now_),
                                    !belongs(bank_[0][in_use_[0]], matrix_unit),
                                    !belongs(bank_[1][in_use_[1]], matrix_unit),
                                    in_flight(unit_id::mover, 0, t, true),
                                    th.core_busy_until > now_,
                                    in_flight(unit_id::vector_unit, 0, t),
                                    config_busy_until_ > now_};
    for (unsigned c = 0; c < 13; ++c)
      if (((l.condition >> c) & 1) && keeps_waiting[c]) return false;
    return true;
  }

  // Does the unit take it? Then it has started.
  bool start(unsigned t, uint32_t word) {
    thread_t& th = th_[t];
    const unit_id unit = unit_of(word);
    switch (unit) {
      case unit_id::nop: break;
      case unit_id::sync_unit: return start_sync(th, t, word);
      case unit_id::misc_unit:
        if (opcode_of(word) == opcode::SETDVALID)
          for (unsigned r = 0; r < 2; ++r)
            if ((insn::SETDVALID::setvalid(word) >> r) & 1) {
              give(r, filling_[r], matrix_unit, p_.set_dvalid - 1);
              filling_[r] ^= 1;
              at_bank_since_[r] = now_ + p_.set_dvalid;
            }
        break;
      case unit_id::config_unit:
        config_changes_.push_back({now_ + 1, word, t, 0});
        config_busy_until_ = now_ + 1;
        break;
      case unit_id::matrix_unit:
        if (matrix_free_ > now_) return false;
        matrix_free_ = now_ + 1;
        clear(th, word);
        flights_.push_back({unit, 0, t, now_ + 1 + p_.matrix_drain});
        break;
      default: {
        const unsigned which = unit == unit_id::unpacker ? insn::UNPACR::unpack_block_selection(word) : 0;
        uint64_t& free = unit_free_[static_cast<unsigned>(unit)][which];
        if (free > now_) return false;
        th.free = now_ + hold_of(word);
        free = keeps_unit(word) ? th.free : now_ + 1;
        flights_.push_back({unit, which, t, now_ + flight_of(word)});
        return true;
      }
    }
    th.free = now_ + 1;
    return true;
  }

  bool start_sync(thread_t& th, unsigned t, uint32_t word) {
    if (sync_free_ > now_) return false;
    sync_free_ = now_ + 1;
    th.free = now_ + 1;
    latched_t l;
    l.any = true;
    l.op = opcode_of(word);
    l.first_look = now_ + 1;
    switch (l.op) {
      case opcode::STALLWAIT:
        l.condition = insn::STALLWAIT::wait_res(word) ? insn::STALLWAIT::wait_res(word) : 0xf;
        l.block = insn::STALLWAIT::stall_res(word);
        break;
      case opcode::SEMWAIT:
        l.condition = insn::SEMWAIT::wait_sem_cond(word);
        l.semaphore_mask = insn::SEMWAIT::sem_sel(word);
        l.block = insn::SEMWAIT::stall_res(word);
        for (const change& x : semaphore_changes_)  // program order: its own semaphore instructions come first
          if (x.word && x.index == t && x.cycle > l.first_look) l.first_look = x.cycle;
        break;
      case opcode::STREAMWAIT:
        l.condition = insn::STREAMWAIT::target_sel(word);
        l.target = (th.high[l.condition] << 10) | insn::STREAMWAIT::target_value(word);
        l.stream_select = insn::STREAMWAIT::wait_stream_sel(word);
        l.block = insn::STREAMWAIT::stall_res(word);
        break;
      default: semaphore_changes_.push_back({now_ + p_.sync_latency, word, t, 0}); return true;
    }
    if (!l.block) l.block = 1u << 6;
    th.latched = l;
    return true;
  }

  void give(unsigned r, unsigned bank, client to, unsigned later = 0) {
    bank_t& b = bank_[r][bank];
    if (b.allowed != to) b = {to, now_ + later + p_.hand_over_latency};
  }
  // SETRWC, CLEARDVALID
  void clear(const thread_t& th, uint32_t word) {
    const bool setrwc = opcode_of(word) == opcode::SETRWC;
    const uint32_t which = setrwc ? insn::SETRWC::clear_ab_vld(word) : insn::CLEARDVALID::cleardvalid(word);
    const bool keep_reading = !setrwc && (insn::CLEARDVALID::reset(word) & 2);
    for (unsigned r = 0; r < 2; ++r) {
      if (!((which >> r) & 1)) continue;
      if (!setrwc || !th.keep_dvalid[r]) give(r, in_use_[r], unpackers);
      if (!keep_reading) in_use_[r] ^= 1;
    }
  }
};

}  // namespace tensix::wait_gate_reference
