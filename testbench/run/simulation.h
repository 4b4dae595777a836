// SPDX-License-Identifier: Apache-2.0
// One run of one tile, and of those beside it that take part: builds the tile, the players and (for a kernel) the movers, runs them,
// says how it ended. SystemC allows one simulation a process.
#pragma once
#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cosim/rtl/rtl_units.h"
#include "models/contracts/core_delays.h"
#include "observe/why/path_recorder.h"
#include "platform/noc_surroundings.h"
#include "platform/riscv_cores.h"
#include "platform/tile.h"
#include "testbench/run/circular_buffer_mover.h"
#include "testbench/run/host_writer.h"
#include "testbench/run/noc_traffic.h"
#include "testbench/run/ranks.h"
#include "testbench/run/run_result.h"
#include "workload/players/stream_player.h"

namespace tensix {

class simulation {
 public:
  // Of the library's own parts, and RTL where units.NAME say so; without RTL under a running clock it may run ahead of SystemC's
  // time. Throws parameter_error if the program has no such RTL.
  simulation(const parameters& p, on_undefined policy);
  // `parts`: what the tile is made of (docs/extending.md, "A part of one's own").
  simulation(const parameters& p, on_undefined policy, const tile_parts& parts);
  ~simulation();

  tensix_tile& tile() { return *tile_; }
  // Before run(): what core 0..3 does (an empty pointer: nothing); the feed of a kernel, which must outlive the run.
  void play(unsigned core, std::unique_ptr<step_source> steps);
  void feed(circular_buffer_feed& feed);
  void feed(circular_buffer_feed& feed, tensix_tile& tile);  // one of tile_at
  // Instead of players: RISC-V cores, which the caller starts before run(). The run ends when all have stopped and nothing of
  // the tile is left to happen.
  riscv_cores& use_cores();
  riscv_cores* cores() { return cores_.get(); }
  // Before run(): the tile's network interfaces have something around them, both NoCs with DRAM.
  noc_surroundings& use_noc();
  noc_surroundings* around() const { return around_.get(); }
  // Behind use_cores() and use_noc(), before run(): the whole tile, with cores, at column x and row y among the Tensix tiles (as
  // programs count cores); that of noc.tile_x, tile_y is tile() itself. Built at the first call. The run ends when the cores of all
  // have stopped and nothing is left to happen; observers see tile() alone. Throws std::invalid_argument: there is none.
  struct whole_tile {
    tensix_tile& tile;
    riscv_cores& cores;
  };
  whole_tile tile_at(uint32_t x, uint32_t y);
  // Before run(): passive tiles at all other places, as there are with several whole ones (noc_surroundings::add_others). Within
  // `host` tile_at then makes whole what is looked for there, once it has no packet under way: time passes until then.
  void add_others();
  // Where a core of `tile` is, for messages ("in main (main.cpp:3)"); unset: its pc only.
  std::function<std::string(const tensix_tile& tile, unsigned core, uint32_t pc)> place;
  // Whether an ebreak at this pc is how the core's program ends, and not an assertion; unset: it is.
  std::function<bool(const tensix_tile& tile, unsigned core, uint32_t pc)> ends_at;
  // "(3,1) " of a tile of several, in front of lines about it; empty: there is one only.
  std::string tile_text(const tensix_tile& tile) const;
  // The run is over when these words of L1 have these values; none: it goes on.
  std::vector<std::pair<uint32_t, uint32_t>> end_at_words;
  // Words of L1 (cycle, address, value) that a host writes over the NoC, by cycle. Not with feed().
  std::vector<host_store> host_stores;
  // Called about once a host second with the cycles so far; unset: never.
  std::function<void(cycle_t cycle)> progress;
  // The run ends (run_outcome::stopped) before anything happens in this cycle, or where stop_here is called, from within a process:
  // what was to happen in that cycle behind it may still, but the result tells of that moment.
  cycle_t stop_at = never;
  void stop_here();
  // The same text at any other time: who waits for what, where players and cores are, what threads hold.
  std::string standing();
  // The tiles whose cores run programs, tile() first.
  std::vector<whole_tile> whole_tiles() const {
    std::vector<whole_tile> all;
    for (const part& p : parts_) all.push_back({*p.tile, *p.cores});
    return all;
  }
  // "pc 0x6010 in main (main.cpp:3)", as far as it is known.
  std::string place_of(const tensix_tile& tile, unsigned core, uint32_t pc) const;
  // Asked between slices of simulated time: whether the run shall end here. Unset: never.
  std::function<bool()> interrupted;
  // What is worked out of the critical path; nothing: it is not recorded. After run(): the path.
  std::optional<path_recorder::wishes> why = path_recorder::wishes();
  const critical_path* path() const { return path_ ? &*path_ : nullptr; }
  // Called in cycle `sample_at`, before anything happens in it; answers the next such cycle. It may look, not touch.
  std::function<cycle_t(cycle_t cycle)> sample;
  cycle_t sample_at = never;
  // The tile is reset in this cycle (tensix_tile::reset), unless the run is over before; then each player plays what `again` gives
  // for its core. With players of this library only: otherwise run() throws std::invalid_argument.
  cycle_t reset_at = never;
  std::function<std::unique_ptr<step_source>(unsigned core)> again;
  // A host that writes and reads what is in the tile while the run stands still for it: called in cycle 0, then whenever nothing would
  // happen without it (`idle`), and in the cycle that it has answered last, before anything happens in it. `never`: the run is over.
  std::function<cycle_t(cycle_t cycle, bool idle)> host;
  // Before play(): makes cores, simulated or played, slower at chosen places; null: none.
  core_delays_if* delays = nullptr;
  feed_lateness late_feeds;  // before feed()
  // How far the tile may run ahead of SystemC's time (tlm_global_quantum, docs/calendar.md); results are the same for every
  // value. Parts that notify events of their own from within calls want 0.
  static constexpr uint64_t far_ahead_ps = 100'000'000;
  uint64_t quantum_ps = 0;
  // Somebody has bound himself to the tile's `noc`.
  bool noc_taken = false;
  // Before programs are started: the tiles of use_cores() and tile_at() are divided among these processes, in this order, and all that
  // lies around them is with the first. All ranks build all tiles, and start the cores of their own (`here`); each knows the result of
  // run() but for what is said of tile() and DRAM, which is with the first. Nothing is known of causes, RTL and NoC traffic are not
  // possible. What stops the run stops it at the end of a window; the result has the cycle in which it happened.
  ranks_if* ranks = nullptr;
  bool here(const tensix_tile& tile) const;
  // Runs until all are done; gives up after `maxclk` cycles if given.
  run_result run(std::optional<uint64_t> maxclk);

  const std::vector<std::unique_ptr<player_if>>& players() const { return players_; }
  // Before run(): NoC traffic beside whatever runs, until it ends; streams that are placed.
  void add_noc_traffic(const std::vector<noc_stream>& streams);
  std::vector<noc_traffic::counted> noc_served() const;
  // "producer" and "consumer" of the feed, if it has a bandwidth, and NoC traffic by name, up to cycle `at`.
  std::vector<std::pair<std::string, account>> feed_accounts(cycle_t at) const;
  // Before run(): `sink` observes the accounts of players and feeds, behind those of the tile.
  void report_to(observer& tap);
  // What threads hold and wait for, semaphores, mutexes and banks: lines of text; what is as after a reset is left out.
  std::string state();
  // What RTL there is shares; null: none.
  rtl_environment* rtl() const { return rtl_.get(); }

 private:
  simulation(const parameters& p, on_undefined policy, const chosen_parts& chosen);

  std::shared_ptr<rtl_environment> rtl_;
  std::unique_ptr<tensix_tile> tile_;
  std::vector<std::unique_ptr<player_if>> players_;
  std::unique_ptr<riscv_cores> cores_;
  std::unique_ptr<noc_surroundings> around_;
  std::unique_ptr<circular_buffer_mover> mover_;
  std::vector<std::unique_ptr<circular_buffer_mover>> other_movers_;  // of other tiles
  std::unique_ptr<host_writer> host_;
  std::unique_ptr<noc_traffic> traffic_;
  unsigned running_ = 0;
  bool finished_ = false, stopped_ = false;
  std::optional<std::string> stopped_here_;  // standing() of that moment
  cycle_t stopped_in_ = 0;
  std::optional<path_recorder> causes_;
  std::vector<std::unique_ptr<cause_recorder>> causes_of_others_;  // by part, behind the first
  void record_causes(bool record);
  std::optional<critical_path> path_;
  bool finishing_ = false;  // all players are done, the mover is not
  void look_for_causes(cycle_t next);
  std::unique_ptr<step_source> from_its_start(unsigned core, std::unique_ptr<step_source> steps) const;
  void require_resettable() const;
  void reset();
  void one_done();
  bool nothing_left() const;
  // Of compiled programs beside NoC traffic, which goes on by itself: what has been done so far but for polls.
  uint64_t work_done();
  void look_at_words(uint32_t address, uint32_t bytes);
  // Cores that go round for ever without sleeping (they read a clock, or what cannot be watched) end no run by themselves: it is
  // looked for them now and then.
  struct {
    cycle_t in = 10000, interval = 10000;  // next
    bool stood = false;                    // nothing but such loops the last time
  } loop_look_;
  struct loops_left {
    bool others, stands, any;  // anything but cores is due; the cores stand; any core is due
  };
  loops_left look_for_loops(cycle_t now);
  bool only_loops_left(cycle_t now);
  // The tiles whose cores run programs, tile() first.
  struct part {
    tensix_tile* tile;
    riscv_cores* cores;
    by_core<uint64_t> instructions{};  // at the last look for loops
  };
  std::vector<part> parts_;
  // Calls `f` for each core, with its part and number.
  template <typename F>
  void each_core(F f) const {
    for (const part& p : parts_)
      for (unsigned i = 0; i < core_count; ++i) f(p, i);
  }
  bool others_ = false, begun_ = false;
  void take_part(size_t n);
  core_tile& made_whole(uint32_t x, uint32_t y);
  cycle_t limit_ = never;  // the run does not go on behind it
  std::string rtl_failed_;
  void go_on(const sc_core::sc_time& time, sc_core::sc_starvation_policy policy);
  void pass_to(cycle_t cycle, slot s);
  size_t part_of(const tensix_tile& tile) const;
  void faulted(tensix_tile& tile);
  tensix_tile* faulted_ = nullptr;  // the first
  uint64_t faulted_ticks_ = never;
  void take_first_fault(run_result& r);
  std::string of_all(const std::string& text) const { return ranks ? ranks->text(text) : text; }
  const diagnostics* stopped_by_program() const;  // the first tile's that has stopped the run; null: none
  std::string core_text(const part& p, unsigned core) const;
  std::string core_waits() const;
  std::string where_cores_are() const;
  std::string where_cores_stopped(bool done) const;
  void stop();
};

}  // namespace tensix
