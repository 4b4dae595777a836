// SPDX-License-Identifier: Apache-2.0
// The pins of RTL of the packers' read interfaces and output buffers (examples/rtl/packer_output/packer_output.sv), as calls.
// Block: verilated_block<Top>, or what has its members `top`, `settle`, `rise` and `reset`.
//
//   offer -> take -> edges, in which the beats go over -> request -> granted -> edges, in which the data come -> done -> ended
#pragma once
#include <array>
#include <cstring>
#include <string>
#include <vector>

#include "cosim/rtl/dst_adapter.h"
#include "cosim/rtl/pins.h"
#include "cosim/rtl/rtl_failure.h"
#include "models/contracts/reasons.h"
#include "models/packer/pack_conversion.h"
#include "models/packer/packer_function.h"
#include "platform/parameters.h"

namespace tensix {

template <class Block>
class packer_pins {
 public:
  static constexpr unsigned ports = 8, converted = 32;  // of the arrays among the pins; streams are one or four
  static constexpr unsigned streams =
      sizeof(std::declval<Block&>().top.l1_beats) / sizeof(std::declval<Block&>().top.l1_beats[0]);

  struct burst {
    uint32_t address = 0, beats = 0;
    pack_beat::action_t action = pack_beat::action_t::write;
  };

  template <class... Arguments>
  packer_pins(const packer_parameters& p, Arguments&&... arguments)
      : block(std::forward<Arguments>(arguments)...), used_(p.topology == packer_topology::independent ? streams : 1) {
    auto& t = block.top;
    t.cfg_independent = p.topology == packer_topology::independent;
    t.cfg_row_bits = static_cast<uint16_t>(8 * p.interface_bytes);
    t.cfg_places = static_cast<uint8_t>(p.conversion_places);
    t.cfg_latency = static_cast<uint16_t>(p.pipeline_latency_cycles);
    t.cfg_lanes = static_cast<uint8_t>(p.write_lanes);
    t.cfg_most_beats = p.longest_transfer_cycles * p.write_lanes;
    t.cfg_most_waiting = (p.pipeline_latency_cycles + p.longest_transfer_cycles) * p.write_lanes + p.output_buffer_beats;
    clear_inputs();
    for (auto& s : stream_) s.beats.reserve(1024), s.pacrs.reserve(256), s.data.reserve(1024 * pack_beat_bytes);
  }

  mutable Block block;  // to look at its outputs may settle it

  // ---- A cycle. Behind an edge and what is driven, outputs are old until they are read; those of the streams, and
  // at_work, depend on no input but l1_done.
  void settle() const {
    if (outdated_) block.settle();
    outdated_ = streams_outdated_ = false;
  }
  void settle_streams() const {
    if (streams_outdated_) settle();
  }
  void reset(bool asserted) {
    if (asserted) {
      clear_inputs();
      block.top.job_streams = block.top.conv_end = 0;
      for (unsigned i = 0; i < streams; ++i) stream_[i].clear(), block.top.conv_count[i] = 0;
    }
    block.reset(asserted);
    in_reset_ = asserted;
    outdated_ = streams_outdated_ = true;
  }
  // Returns whether an output has changed.
  bool edge() {
    settle();
    auto& t = block.top;
    bool changed = pulsed();
    for (unsigned i = 0; i < used_; ++i) {
      stream& s = stream_[i];
      if (s.writing) collect(i), s.sent += t.l1_wcount[i];
      changed |= convert(i) || s.ended_seen || s.buffered_seen;
      s.ended_seen = s.buffered_seen = 0;
    }
    outdated_ = true;
    streams_outdated_ = t.l1_done != 0;
    if (changed) {
      block.rise();
      clear_inputs();
      return true;
    }
    const auto before = outputs();
    const uint32_t wait = t.issue_wait;
    const bool at_work = t.at_work;
    block.rise();  // no input has changed: outputs are up to date
    if (!at_work && !in_reset_ && speaks(before))
      throw rtl_failure(
          "RTL of the packers asks L1, or has something over, by itself with at_work low: nobody may look at it then "
          "(docs/cosim-move.md, Traps)");
    return before != outputs() || wait != t.issue_wait || at_work != (t.at_work != 0);
  }
  bool at_work() const {
    settle_streams();
    return block.top.at_work || pulsed();  // an edge is still to see it: the cycle behind has what comes of it
  }

  // ---- Instructions. A thread that has been refused does not request any more; one that has been taken requests until the edge.
  struct answer {
    bool ready;
    stall_reason why;
    uint32_t wait;  // cycles
    bool at_work;   // something may make it ready by itself
  };
  answer offer(unsigned thread, const uint16_t* rows, unsigned count, bool w32, const dst_read_port& dst, bool all_readable,
               cycle_t cycle) {
    auto& t = block.top;
    const uint8_t taken = t.issue_valid;
    t.issue_valid = static_cast<uint8_t>(taken | 1u << thread);
    if (!taken) {
      t.offer_ports = static_cast<uint8_t>((1u << count) - 1);
      for (unsigned i = 0; i < count; ++i) t.offer_row[i] = rows[i];
      t.offer_w32 = w32;
      t.dst_blocked = 0;
    }
    block.settle();
    if (!taken) {
      // A packer of its own reads many rows: all of them must be readable before the first one is.
      unsigned blocked = 0;
      for (unsigned i = 0; i < ports; ++i)
        if (t.dst_re >> i & 1 && (!all_readable || dst.blocked(true, t.dst_row[i], t.dst_w32, cycle))) blocked |= 1u << i;
      if (blocked) t.dst_blocked = static_cast<uint8_t>(blocked), block.settle();
    }
    outdated_ = streams_outdated_ = false;
    const answer a{(t.issue_ready >> thread & 1) != 0, static_cast<stall_reason>(t.issue_reason[thread]), t.issue_wait,
                   t.at_work != 0};
    if (!a.ready) t.issue_valid = taken, t.offer_ports = taken ? t.offer_ports : 0, t.dst_blocked = 0, outdated_ = true;
    return a;
  }
  // The thread that would have been taken does not want it.
  void withdraw() {
    clear_inputs();
    outdated_ = true;
  }
  // What comes of the one that has been taken in this cycle. `active`: streams that take part, a bit each. Returns the cycles for
  // which it keeps the read interfaces.
  uint32_t take(const pack_job& job, unsigned active, const pack_demand& demand) {
    auto& t = block.top;
    drive(t.job_streams, active);
    drive(t.job_datums, demand.datums);
    drive(t.job_bits, demand.bits);
    drive(t.job_widening, demand.widening);
    for (unsigned i = 0; i < streams; ++i) {
      if (!(active >> i & 1)) continue;
      stream& s = stream_[i];
      const pack_beats& beats = job.beats[i];
      drive(t.job_beats[i], static_cast<uint32_t>(beats.size()));
      size_t n = 0;
      for (const pack_run& r : beats.runs())
        for (uint32_t k = 0; k < r.beats; ++k, ++n) {
          pack_beat& beat = s.beats.emplace_back();
          beat.address = r.address + pack_beat_bytes * k;
          beat.action = r.action;
          beat.datums = beats.datums(n);
          std::memcpy(beat.data, beats.data() + pack_beat_bytes * n, pack_beat_bytes);
        }
      s.pacrs.push_back({static_cast<uint32_t>(beats.size()), job.thread});
    }
    settle();
    return t.issue_wait;
  }
  bool drained(unsigned thread) {
    settle();
    return block.top.issue_drained >> thread & 1;
  }

  // ---- Streams, once a cycle each
  // Beats that are in the output buffer from this cycle on.
  template <class Each>
  void buffered(unsigned i, Each&& each) {
    settle_streams();
    stream& s = stream_[i];
    for (; s.buffered_seen < block.top.buffered[i]; ++s.buffered_seen)
      if (s.reported < s.beats.size()) each(s.beats[s.reported++]);
  }
  // In its place without an observer: those that are kept to be reported are dropped with the others.
  void nothing_reported(unsigned i) { stream_[i].reported = stream_[i].beats.size(); }
  // PACRs whose end is in L1 since the last call: their threads, in order.
  template <class Each>
  void ended(unsigned i, Each&& each) {
    settle_streams();
    stream& s = stream_[i];
    for (; s.ended_seen < block.top.ended[i]; ++s.ended_seen) {
      if (s.pacrs_done == s.pacrs.size()) throw rtl_failure("RTL of the packers ends a PACR that it has not taken");
      each(s.pacrs[s.pacrs_done++].thread);
    }
    s.drop();
  }
  bool requests(unsigned i, burst& b) {
    settle_streams();
    const auto& t = block.top;
    if (!(t.l1_req >> i & 1)) return false;
    b = {t.l1_word[i] * pack_beat_bytes, t.l1_beats[i], static_cast<pack_beat::action_t>(t.l1_op[i])};
    return true;
  }
  // L1 has the burst; returns where its data will be. If L1 takes them from there by itself (`looks`), they are there, as far as they
  // are here: those that RTL gives in this cycle, behind them what they will be.
  const uint8_t* granted(unsigned i, const burst& b, bool looks) {
    stream& s = stream_[i];
    block.top.l1_gnt |= static_cast<uint8_t>(1u << i);  // no output of this cycle depends on it
    s.writing = b.beats, s.sent = 0;
    s.data.resize(size_t{pack_beat_bytes} * b.beats);
    if (!looks) return s.data.data();
    for (size_t n = 0; n < b.beats && s.done + n < s.beats.size(); ++n)
      std::memcpy(&s.data[pack_beat_bytes * n], s.beats[s.done + n].data, pack_beat_bytes);
    collect(i);
    return s.data.data();
  }
  const uint8_t* data(unsigned i) const { return stream_[i].data.data(); }
  // Beat n, as the conversion has given it, of those that are not in L1: of the burst that L1 has, or of the next one.
  const pack_beat& given(unsigned i, size_t n) const { return stream_[i].beats[stream_[i].done + n]; }
  // The data of the present cycle, for an L1 that takes them within it.
  void collect(unsigned i) {
    stream& s = stream_[i];
    if (!s.writing) return;
    const auto& t = block.top;
    for (unsigned n = 0; n < t.l1_wcount[i] && s.sent + n < s.writing; ++n)
      std::memcpy(&s.data[pack_beat_bytes * (s.sent + n)], &t.l1_wdata[i][n][0], pack_beat_bytes);
  }
  // All of it is in L1, in front of this cycle.
  void done(unsigned i) {
    stream& s = stream_[i];
    if (s.sent < s.writing)
      throw rtl_failure("RTL of the packers has given " + std::to_string(s.sent) + " of " + std::to_string(s.writing) +
                        " beats of a burst that L1 has taken");
    s.done += s.writing;
    s.writing = 0;
    block.top.l1_done |= static_cast<uint8_t>(1u << i);
    outdated_ = streams_outdated_ = true;
  }
  bool writing(unsigned i) const { return stream_[i].writing > 0; }
  size_t waiting(unsigned i) const { return stream_[i].beats.size() - stream_[i].done; }
  size_t kept(unsigned i) const {
    return stream_[i].beats.size();
  }  // beats of which something is still to come, and some others
  size_t under_way(unsigned i) const { return stream_[i].pacrs.size() - stream_[i].pacrs_done; }
  unsigned oldest_thread(unsigned i) const { return stream_[i].pacrs[stream_[i].pacrs_done].thread; }

  std::vector<pin> pins() {
    const auto& t = block.top;
    std::vector<pin> all;
    add_pin(all, "cfg_independent", 1, t.cfg_independent);
    add_pin(all, "cfg_row_bits", 16, t.cfg_row_bits);
    add_pin(all, "cfg_places", 7, t.cfg_places);
    add_pin(all, "cfg_latency", 16, t.cfg_latency);
    add_pin(all, "cfg_lanes", 7, t.cfg_lanes);
    add_pin(all, "cfg_most_beats", 17, t.cfg_most_beats);
    add_pin(all, "cfg_most_waiting", 18, t.cfg_most_waiting);
    add_pin(all, "issue_valid", 3, t.issue_valid);
    add_pin(all, "issue_ready", 3, t.issue_ready);
    add_pin(all, "issue_reason", 5, t.issue_reason);
    add_pin(all, "issue_wait", 16, t.issue_wait);
    add_pin(all, "issue_drained", 3, t.issue_drained);
    add_pin(all, "offer_ports", ports, t.offer_ports);
    add_pin(all, "offer_row", 10, t.offer_row);
    add_pin(all, "offer_w32", 1, t.offer_w32);
    add_pin(all, "dst_re", ports, t.dst_re);
    add_pin(all, "dst_row", 10, t.dst_row);
    add_pin(all, "dst_w32", 1, t.dst_w32);
    add_pin(all, "dst_blocked", ports, t.dst_blocked);
    add_pin(all, "job_streams", streams, t.job_streams);
    add_pin(all, "job_beats", 16, t.job_beats);
    add_pin(all, "job_datums", 24, t.job_datums);
    add_pin(all, "job_bits", 8, t.job_bits);
    add_pin(all, "job_widening", 8, t.job_widening);
    add_pin(all, "conv_count", 6, t.conv_count);
    add_pin(all, "conv_end", streams, t.conv_end);
    add_pin(all, "conv_word", 28, t.conv_word);
    add_pin(all, "conv_op", 3, t.conv_op);
    add_pin(all, "conv_datums", 16, t.conv_datums);
    add_pin(all, "conv_data", 128, t.conv_data);
    add_pin(all, "conv_ready", streams, t.conv_ready);
    add_pin(all, "l1_req", streams, t.l1_req);
    add_pin(all, "l1_word", 28, t.l1_word);
    add_pin(all, "l1_op", 3, t.l1_op);
    add_pin(all, "l1_beats", 17, t.l1_beats);
    add_pin(all, "l1_wcount", 7, t.l1_wcount);
    add_pin(all, "l1_wdata", 128, t.l1_wdata);
    add_pin(all, "l1_gnt", streams, t.l1_gnt);
    add_pin(all, "l1_done", streams, t.l1_done);
    add_pin(all, "buffered", 16, t.buffered);
    add_pin(all, "ended", 16, t.ended);
    add_pin(all, "at_work", 1, t.at_work);
    return all;
  }

 private:
  struct pacr {
    uint32_t left;  // beats that have not gone over
    uint8_t thread;
  };
  struct stream {
    // Beats and PACRs of which something is still to come: those in front of the index are over.
    std::vector<pack_beat> beats;
    std::vector<pacr> pacrs;
    size_t over = 0, reported = 0, done = 0, pacrs_over = 0, pacrs_done = 0;
    uint32_t writing = 0, sent = 0;  // beats of the burst, of those whose data have come
    std::vector<uint8_t> data;
    uint16_t ended_seen = 0, buffered_seen = 0;  // in this cycle

    void clear() {
      beats.clear(), pacrs.clear(), data.clear();
      over = reported = done = pacrs_over = pacrs_done = 0;
      writing = sent = ended_seen = buffered_seen = 0;
    }
    // As long as something is under way it is kept, up to a size.
    void drop() {
      if (pacrs_done < pacrs.size() && done < 512) return;
      const size_t beats_gone = std::min({over, reported, done}), pacrs_gone = std::min(pacrs_over, pacrs_done);
      beats.erase(beats.begin(), beats.begin() + static_cast<std::ptrdiff_t>(beats_gone));
      pacrs.erase(pacrs.begin(), pacrs.begin() + static_cast<std::ptrdiff_t>(pacrs_gone));
      over -= beats_gone, reported -= beats_gone, done -= beats_gone, pacrs_over -= pacrs_gone, pacrs_done -= pacrs_gone;
    }
  };
  stream stream_[streams];
  const unsigned used_;           // streams
  mutable bool outdated_ = true;  // the outputs are, or the clock has not fallen
  mutable bool streams_outdated_ = true;
  bool in_reset_ = false;

  // The inputs that are high for one edge.
  bool pulsed() const { return block.top.issue_valid || block.top.l1_gnt || block.top.l1_done; }
  // But what comes from the conversion, which every edge drives, and the last job, which counts with an acceptance only.
  void clear_inputs() {
    auto& t = block.top;
    t.issue_valid = t.offer_ports = t.dst_blocked = t.l1_gnt = t.l1_done = 0;
  }
  template <class Pin>
  void drive(Pin& input, uint32_t value) {
    outdated_ |= input != value;
    input = static_cast<Pin>(value);
  }
  // Those that others read.
  auto outputs() const {
    const auto& t = block.top;
    std::array<uint32_t, 2 + 3 * streams> all{t.l1_req, t.issue_drained};
    for (unsigned i = 0; i < used_; ++i)
      all[2 + 3 * i] = t.l1_wcount[i], all[3 + 3 * i] = t.buffered[i], all[4 + 3 * i] = t.ended[i];
    return all;
  }
  // Something has begun that others must see.
  template <class Outputs>
  bool speaks(const Outputs& before) const {
    const auto now = outputs();
    bool any = (now[0] & ~before[0]) || (now[1] & ~before[1]);
    for (unsigned i = 0; i < used_; ++i) any |= now[3 + 3 * i] || now[4 + 3 * i];
    return any;
  }
  // Drives what comes from the conversion at this edge; returns whether anything does.
  bool convert(unsigned i) {
    stream& s = stream_[i];
    auto& t = block.top;
    t.conv_count[i] = 0;
    t.conv_end = static_cast<uint8_t>(t.conv_end & ~(1u << i));
    if (s.pacrs_over == s.pacrs.size() || !(t.conv_ready >> i & 1)) return false;
    pacr& p = s.pacrs[s.pacrs_over];
    const uint32_t n = std::min<uint32_t>(p.left, converted);
    for (uint32_t k = 0; k < n; ++k) {
      const pack_beat& b = s.beats[s.over + k];
      t.conv_word[i][k] = b.address / pack_beat_bytes;
      t.conv_op[i][k] = static_cast<uint8_t>(b.action);
      t.conv_datums[i][k] = b.datums;
      std::memcpy(&t.conv_data[i][k][0], b.data, pack_beat_bytes);
    }
    t.conv_count[i] = static_cast<uint8_t>(n);
    s.over += n;
    p.left -= n;
    if (p.left == 0) t.conv_end = static_cast<uint8_t>(t.conv_end | 1u << i), ++s.pacrs_over;
    return true;
  }
};

}  // namespace tensix
