// SPDX-License-Identifier: Apache-2.0
#include "testbench/run/sampler.h"

#include <algorithm>
#include <numeric>

#include "testbench/run/collect.h"

namespace tensix {
namespace {

void add_all(std::vector<uint64_t>& to, const std::vector<uint64_t>& more) { to.insert(to.end(), more.begin(), more.end()); }

void repeat(std::vector<activity_report>& all, const std::vector<activity_report>& earlier,
            const std::vector<activity_report>& later, uint64_t cycles, uint64_t times) {
  for (size_t i = 0; i < all.size(); ++i) {
    all[i].activity.repeat(earlier[i].activity, later[i].activity, cycles, times);
    const auto polled = [&](const activity_report& a, uint32_t address) {
      for (const auto& w : a.polled)
        if (w.address == address) return w.cycles;
      return uint64_t{0};
    };
    for (auto& w : all[i].polled) w.cycles += times * (polled(later[i], w.address) - polled(earlier[i], w.address));
  }
}
void repeat(uint64_t& total, uint64_t earlier, uint64_t later, uint64_t times) { total += times * (later - earlier); }
void repeat(std::vector<uint64_t>& all, const std::vector<uint64_t>& earlier, const std::vector<uint64_t>& later,
            uint64_t times) {
  for (size_t i = 0; i < all.size(); ++i) repeat(all[i], earlier[i], later[i], times);
}

std::vector<uint64_t> tiles_of_blocks(const kernel& k) {
  std::vector<uint64_t> tiles;
  for (unsigned i = 0; i < k.inputs().size(); ++i) tiles.push_back(k.block_tiles(i) * k.blocks_together());
  return tiles;
}

uint64_t period_of_ends(const kernel& k) { return std::lcm(k.period_of_program(), k.blocks_together()) / k.blocks_together(); }

}  // namespace

sampler::sampler(sc_core::sc_module_name name, simulation& sim, kernel& k, circular_buffer_feed& feed)
    : sc_module(name),
      sim_(sim),
      kernel_(k),
      feed_(feed),
      plan_blocks_(k.plan().blocks),
      together_(k.blocks_together()),
      blocks_(period_of_ends(k), tiles_of_blocks(k)) {
  const auto know = [&](const circular_buffer_plan& p, unsigned i) {
    block_tiles_.push_back(k.block_tiles(i) * together_);
    all_tiles_.push_back(p.tiles());
    counters_from_ = std::min({counters_from_, p.produced, p.consumed});
    counters_to_ = std::max({counters_to_, p.produced + 4, p.consumed + 4});
  };
  for (unsigned i = 0; i < k.inputs().size(); ++i) know(k.inputs()[i], i);
  know(k.output(), static_cast<unsigned>(k.inputs().size()));
  moved_.resize(block_tiles_.size());
  sampling_.blocks = plan_blocks_;
  sim.tile().l1_written.push_back([this](uint32_t address, uint32_t bytes) {
    if (watching_ && address < counters_to_ && address + bytes >= counters_from_) counters_written();
  });
  SC_HAS_PROCESS(sampler);
  SC_METHOD(look);
  sensitive << block_ended_.event();
  dont_initialize();
}

void sampler::counters_written() {
  const unsigned output = feed_.inputs();
  for (unsigned i = 0; i <= output; ++i) {
    const uint64_t tiles = i < output ? feed_.delivered(i) : feed_.drained();
    if (tiles == moved_[i].tiles) continue;
    moved_[i] = {tiles, now_cycle()};
    // Behind all that the tile does in this cycle.
    if (i == output && tiles % block_tiles_[i] == 0) block_ended_.notify_at(now_cycle() * cycle_ticks() + cycle_ticks() / 2);
  }
}

// What must repeat beside cycles and delivered tiles: all that is counted, and when the peers of the buffers moved their last
// tiles.
std::vector<uint64_t> sampler::totals(const run_report& counted) const {
  std::vector<uint64_t> all;
  for (const auto* list : {&counted.units, &counted.threads})
    for (const auto& a : *list)
      for (int i = 0; i < static_cast<int>(stall_reason::count); ++i)
        all.push_back(a.activity.stall_cycles(static_cast<stall_reason>(i)));
  add_all(all, counted.l1_port_beats);
  add_all(all, counted.l1_bank_beats);
  add_all(all, counted.l1_bank_conflicts);
  for (const auto& b : counted.bandwidth) all.insert(all.end(), {b.bytes, b.active_cycles, b.exponent_bytes});
  for (const auto& m : moved_) all.push_back(m.last);
  return all;
}

void sampler::look() {
  if (!watching_) return;
  snapshot s;
  s.cycle = now_cycle();
  collect_counters(sim_.tile(), s.counted);
  collect_surroundings(sim_, s.cycle, s.counted);
  std::vector<uint64_t> delivered;
  for (unsigned i = 0; i < feed_.inputs(); ++i) delivered.push_back(feed_.delivered(i));
  blocks_.block_ended(s.cycle, std::move(delivered), totals(s.counted));
  kept_[blocks_.blocks()] = std::move(s);
  repetition r = blocks_.period();
  sampling_.periodic = r.blocks() != 0;
  if (!sampling_.periodic) r = blocks_.windows();
  watching_ = r.blocks() == 0 || !cut(r);
  if (watching_) forget();
  else kept_.clear();
}

// Snapshots are kept as long as a period or windows may begin with them.
void sampler::forget() {
  const uint64_t last = blocks_.blocks();
  if (last >= blocks_.longest() && !blocks_.window_begins(last - blocks_.longest())) kept_.erase(last - blocks_.longest());
}

// To the fewest blocks that are left over when whole repetitions are taken away, and of which no core has reached the last yet.
// False if another repetition may do better.
bool sampler::cut(const repetition& r) {
  const uint64_t all = plan_blocks_ / together_;
  uint64_t reached = (kernel_.plan().looked_at + together_ - 1) / together_;
  for (unsigned i = 0; i < feed_.inputs(); ++i) reached = std::max(reached, feed_.delivered(i) / block_tiles_[i] + 1);
  const uint64_t times = reached + 1 < all ? (all - reached - 1) / r.blocks() : 0;
  if (times == 0) return sampling_.periodic;
  const uint64_t bound = times * r.error + r.error_once;
  if (bound > (now_cycle() + times * r.cycles) / error_part) return false;
  sampling_.period = r.blocks() * together_;
  sampling_.period_cycles = r.cycles;
  sampling_.periods_left_out = times;
  sampling_.error_bound_cycles = bound;
  earlier_ = kept_.at(r.from);
  later_ = kept_.at(r.to);
  std::vector<uint64_t> tiles;
  for (size_t i = 0; i < all_tiles_.size(); ++i) tiles.push_back(all_tiles_[i] - times * r.blocks() * block_tiles_[i]);
  kernel_.end_after(plan_blocks_ - times * sampling_.period);
  feed_.end_at({tiles.begin(), tiles.end() - 1}, tiles.back());
  return true;
}

// The path of [from, to) so many times more, by the stretches that lie there; nothing, if not all of them are known.
void sampler::repeat_path(critical_path& path, uint64_t from, uint64_t to, uint64_t times) {
  if (path.stretches.empty() || path.stretches.back().to < to) return;
  for (const path_stretch& s : path.stretches) {
    if (s.to <= from || s.from >= to) continue;
    path_resource& r = path.resources[s.resource];
    r.cycles += times * (std::min(s.to, to) - std::max(s.from, from));
    if (s.from >= from) r.stretches += times;  // one that began before counts where it began
  }
  path.cycles += times * (to - from);
  path.looked_at = path.cycles;
  std::stable_sort(path.resources.begin(), path.resources.end(),
                   [](const path_resource& a, const path_resource& b) { return a.cycles > b.cycles; });
  path.stretches.clear();  // they name the places of resources, and lie in what was simulated
}

void sampler::complete(run_report& report) const {
  sampling_report s = sampling_;
  s.blocks_simulated = kernel_.plan().blocks;
  s.tiles_simulated = feed_.drained();
  s.cycles_simulated = report.cycles;
  if (const uint64_t times = s.periods_left_out) {
    const run_report &from = earlier_.counted, &to = later_.counted;
    if (report.path && report.path->whole()) repeat_path(*report.path, earlier_.cycle, later_.cycle, times);
    report.cycles += times * s.period_cycles;
    repeat(report.units, from.units, to.units, s.period_cycles, times);
    repeat(report.threads, from.threads, to.threads, s.period_cycles, times);
    repeat(report.cores, from.cores, to.cores, s.period_cycles, times);
    repeat(report.feeds, from.feeds, to.feeds, s.period_cycles, times);
    repeat(report.l1_port_beats, from.l1_port_beats, to.l1_port_beats, times);
    repeat(report.l1_bank_beats, from.l1_bank_beats, to.l1_bank_beats, times);
    repeat(report.l1_bank_conflicts, from.l1_bank_conflicts, to.l1_bank_conflicts, times);
    for (size_t i = 0; report.l1_blocked && i < report.l1_blocked->size(); ++i) {
      blocked_report& b = (*report.l1_blocked)[i];
      const blocked_report &earlier = (*from.l1_blocked)[i], &later = (*to.l1_blocked)[i];
      repeat(b.by_bank, earlier.by_bank, later.by_bank, times);
      repeat(b.by_port, earlier.by_port, later.by_port, times);
    }
    for (size_t i = 0; i < report.bandwidth.size(); ++i) {
      bandwidth_report& b = report.bandwidth[i];
      repeat(b.bytes, from.bandwidth[i].bytes, to.bandwidth[i].bytes, times);
      repeat(b.active_cycles, from.bandwidth[i].active_cycles, to.bandwidth[i].active_cycles, times);
      repeat(b.exponent_bytes, from.bandwidth[i].exponent_bytes, to.bandwidth[i].exponent_bytes, times);
    }
  }
  report.sampling = s;
}

}  // namespace tensix
