// SPDX-License-Identifier: Apache-2.0
#include "testbench/run/simulation.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <utility>

#include "cosim/rtl/rtl_failure.h"
#include "testbench/run/main_stack.h"
#include "testbench/run/windows.h"

namespace tensix {

namespace {

// The steps of a core that starts later.
class later_steps : public step_source {
 public:
  later_steps(uint32_t cycles, std::unique_ptr<step_source> steps) : cycles_(cycles), steps_(std::move(steps)) {}
  bool next(step& out) override {
    if (cycles_ == 0) return steps_->next(out);
    out = {};
    out.kind = step::kind_t::delay;
    out.cycles = std::exchange(cycles_, 0);
    return true;
  }

 private:
  uint32_t cycles_;
  std::unique_ptr<step_source> steps_;
};

// The steps of a core that is slower at chosen places.
class slower_steps : public step_source {
 public:
  slower_steps(unsigned core, core_delays_if& delays, std::unique_ptr<step_source> steps)
      : core_(core), delays_(delays), steps_(std::move(steps)) {}
  bool next(step& out) override {
    if (waiting_) {
      out = held_;
      waiting_ = false;
      return true;
    }
    if (!steps_->next(out)) return false;
    if (out.kind == step::kind_t::mark || out.kind == step::kind_t::delay) return true;
    const bool push = out.kind == step::kind_t::push;
    const uint32_t detail = push ? out.words[0] : out.kind == step::kind_t::copy ? out.address2 : out.address;
    const uint32_t place = out.line ? static_cast<uint32_t>(out.line) : detail;
    const uint32_t cycles = delays_.cycles({core_, place, push, detail});
    if (cycles == 0) return true;
    held_ = out;
    waiting_ = true;
    out = {};
    out.kind = step::kind_t::delay;
    out.cycles = cycles;
    out.line = held_.line;
    return true;
  }

 private:
  const unsigned core_;
  core_delays_if& delays_;
  std::unique_ptr<step_source> steps_;
  step held_;  // behind the delay
  bool waiting_ = false;
};

}  // namespace

simulation::simulation(const parameters& p, on_undefined policy, const tile_parts& parts) {
  sc_core::sc_report_handler::set_actions("/OSCI/SystemC", sc_core::SC_DO_NOTHING);  // "stopped by user" is not news
  cycle_time::refine_for(p.clock_period_fs);
  tile_ = std::make_unique<tensix_tile>("tile", p, parts);
  tile_->state().diagnose.policy = policy;
  tile_->on_report = [](const diagnosis&) {};  // in the report of the run
  tile_->on_fault = [this] { faulted(*tile_); };
}

simulation::simulation(const parameters& p, on_undefined policy) : simulation(p, policy, parts_of(p)) {}

simulation::simulation(const parameters& p, on_undefined policy, const chosen_parts& chosen)
    : simulation(p, policy, chosen.parts) {
  rtl_ = chosen.environment;
  if (!rtl_ || p.rtl.mode == rtl_clock_mode::lazy) quantum_ps = far_ahead_ps;
}

simulation::~simulation() = default;

std::unique_ptr<step_source> simulation::from_its_start(unsigned core, std::unique_ptr<step_source> steps) const {
  const uint32_t later = tile_->configuration().start.later[core];
  if (later && steps) return std::make_unique<later_steps>(later, std::move(steps));
  return steps;
}

void simulation::play(unsigned core, std::unique_ptr<step_source> steps) {
  const std::string name = std::string("player_") + core_name(core);
  if (delays && steps) steps = std::make_unique<slower_steps>(core, *delays, std::move(steps));
  steps = from_its_start(core, std::move(steps));
  if (rtl_ && rtl_->player) players_.push_back(rtl_->player(name.c_str(), core, tile_->configuration(), std::move(steps)));
  else {
    auto player = std::make_unique<stream_player>(name.c_str(), core, tile_->configuration().player, std::move(steps));
    player->recorded_in = &tile_->state();
    if (core < thread_count) player->pushes = &tile_->pushes(core);
    players_.push_back(std::move(player));
  }
  players_.back()->bind_to(tile_->core[core]);
  players_.back()->on_done = [this] { one_done(); };
  ++running_;
}

void simulation::feed(circular_buffer_feed& feed) {
  mover_ = std::make_unique<circular_buffer_mover>("mover", tile_->configuration().feed, feed, *tile_);
  mover_->late = late_feeds;
  mover_->noc.bind(tile_->noc);
  mover_->on_done = [this] {
    if (!cores_) one_done();  // compiled programs end with their cores
  };
  ++running_;
}

void simulation::feed(circular_buffer_feed& feed, tensix_tile& tile) {
  if (&tile == tile_.get()) return this->feed(feed);
  const std::string name = "mover" + std::to_string(other_movers_.size() + 1);
  other_movers_.push_back(std::make_unique<circular_buffer_mover>(name.c_str(), tile.configuration().feed, feed, tile));
  other_movers_.back()->late = late_feeds;
  other_movers_.back()->noc.bind(tile.noc);
  for (const auto& other : around_->core_tiles())
    if (&other->tile == &tile) other->noc_taken = true;
}

std::vector<std::pair<std::string, account>> simulation::feed_accounts(cycle_t at) const {
  std::vector<std::pair<std::string, account>> all;
  if (mover_) all = mover_->accounts(at);
  if (traffic_)
    for (auto& a : traffic_->accounts(at)) all.push_back(std::move(a));
  return all;
}

void simulation::add_noc_traffic(const std::vector<noc_stream>& streams) {
  if (!streams.empty()) traffic_ = std::make_unique<noc_traffic>("noc_traffic", streams, *tile_);
}

std::vector<noc_traffic::counted> simulation::noc_served() const {
  return traffic_ ? traffic_->served() : std::vector<noc_traffic::counted>();
}

void simulation::report_to(observer& tap) {
  for (auto& p : players_) {
    if (!p->activity()) continue;
    tap.introduced(core_names[p->core()].account, account_of::player);
    p->activity()->report_to(&tap, core_names[p->core()].account);
  }
  if (mover_) mover_->report_to(tap);
  if (traffic_) traffic_->report_to(tap);
  if (around_) around_->report_to(tap);
}

riscv_cores& simulation::use_cores() {
  cores_ = std::make_unique<riscv_cores>("cores", *tile_);
  parts_.push_back({tile_.get(), cores_.get()});
  tile_->l1_written.push_back([this](uint32_t address, uint32_t bytes) { look_at_words(address, bytes); });
  return *cores_;
}

noc_surroundings& simulation::use_noc() {
  around_ = std::make_unique<noc_surroundings>("around", *tile_);
  return *around_;
}

simulation::whole_tile simulation::tile_at(uint32_t x, uint32_t y) {
  for (const part& p : parts_)
    if (const tile_place_parameters& place = p.tile->configuration().tile_place; place.x == x && place.y == y)
      return {*p.tile, *p.cores};
  core_tile& other = begun_ ? made_whole(x, y) : around_->add_core_tile(x, y);
  other.tile.state().diagnose.policy = tile_->state().diagnose.policy;
  other.tile.on_report = tile_->on_report;
  other.tile.on_fault = [this, &other] { faulted(other.tile); };
  parts_.push_back({&other.tile, &other.cores});
  if (begun_) take_part(parts_.size() - 1);
  return {other.tile, other.cores};
}

void simulation::add_others() {
  others_ = true;
  around_->add_others();
}

core_tile& simulation::made_whole(uint32_t x, uint32_t y) {
  constexpr cycle_t step = 16, most = 1000000;
  for (const cycle_t until = std::min(now_cycle() + most, limit_); !around_->may_make_whole(x, y);) {
    if (now_cycle() >= until)
      throw std::runtime_error("from or to this tile packets are under way, up to cycle " + std::to_string(until) +
                               ": it cannot be made whole in between");
    pass_to(std::min({now_cycle() + step, until, sample_at}), slot::l1);
    if (stopped_) throw std::runtime_error("the device has stopped while packets from or to this tile were under way");
    if (now_cycle() == sample_at) sample_at = sample(sample_at);
  }
  return around_->make_whole(x, y);
}

// What the run asks of a tile, from its beginning or from when it is made.
void simulation::take_part(size_t n) {
  const part& p = parts_[n];
  for (unsigned i = 0; i < core_count; ++i) p.cores->core(i).delays = delays;
  if (n == 0 || !causes_) return;
  causes_of_others_.push_back(std::make_unique<cause_recorder>(*causes_, static_cast<uint8_t>(n)));
  if (tile_->state().causes) p.tile->state().causes = causes_of_others_.back().get();
}

std::string simulation::tile_text(const tensix_tile& tile) const {
  const tile_place_parameters& place = tile.configuration().tile_place;
  return parts_.size() < 2 && !others_ ? "" : "(" + std::to_string(place.x) + "," + std::to_string(place.y) + ") ";
}

size_t simulation::part_of(const tensix_tile& tile) const {
  return static_cast<size_t>(std::find_if(parts_.begin(), parts_.end(), [&](const part& p) { return p.tile == &tile; }) -
                             parts_.begin());
}

bool simulation::here(const tensix_tile& tile) const {
  return !ranks || ranks->rank_of(part_of(tile), parts_.size()) == ranks->number();
}

const diagnostics* simulation::stopped_by_program() const {
  if (tile_->state().diagnose.stop()) return &tile_->state().diagnose;
  for (const part& p : parts_)
    if (p.tile->state().diagnose.stop()) return &p.tile->state().diagnose;
  return nullptr;
}

void simulation::look_at_words(uint32_t address, uint32_t bytes) {
  bool written = false;
  for (const auto& w : end_at_words) written |= w.first + 4 > address && w.first < address + bytes;
  if (!written) return;
  for (const auto& [where, value] : end_at_words) {
    tile_->state().bring_l1(where, 4);
    if (std::memcmp(&tile_->state().l1[where], &value, 4) != 0) return;
  }
  finished_ = true;
  stop();
}

// Nothing has anything to do any more, and nothing waits.
bool simulation::nothing_left() const {
  if (around_ && !around_->idle()) return false;
  if (cores_)
    return (cores_->all_stopped() || !here(*tile_)) && std::all_of(parts_.begin(), parts_.end(), [](const part& p) {
             return !p.cores->any_runs() && p.tile->background_idle() && p.tile->who_waits().empty();
           });
  return finishing_ && tile_->background_idle();
}

void simulation::stop_here() {
  if (stopped_) return;
  stopped_here_ = standing();
  stop();
}

void simulation::one_done() {
  if (--running_ > 0) return;
  if (!tile_->background_idle()) {  // the mover goes on without any thread; then nothing is left to happen
    finishing_ = true;
    return;
  }
  finished_ = true;
  stop();
}

void simulation::faulted(tensix_tile& tile) {
  if (!faulted_) {
    faulted_ = &tile;
    faulted_ticks_ = cycle_time::now_ticks();
  }
  if (!ranks) stop();
}

void simulation::stop() {
  if (stopped_) return;
  stopped_ = true;
  stopped_in_ = now_cycle();
  sc_core::sc_stop();
  calendar::present().yield();
}

void simulation::require_resettable() const {
  const auto refuse = [](const char* who) {
    throw std::invalid_argument(std::string("a reset in the middle of a run is not possible with ") + who);
  };
  if (cores_) refuse("RISC-V cores: a program would have to be loaded again");
  if (mover_) refuse("a feed of circular buffers");
  if (traffic_ || !host_stores.empty() || noc_taken) refuse("traffic at the tile's NoC side, which would go on");
  if (rtl_ && rtl_->player) refuse("units.players=rtl: its source of steps cannot begin again");
}

void simulation::reset() {
  reset_at = never;
  tile_->reset();
  running_ = static_cast<unsigned>(players_.size());
  for (auto& p : players_) p->restart(from_its_start(p->core(), again(p->core())));
}

void simulation::record_causes(bool record) {
  tile_->state().causes = record ? &*causes_ : nullptr;
  for (size_t n = 1; n < parts_.size(); ++n) parts_[n].tile->state().causes = record ? causes_of_others_[n - 1].get() : nullptr;
}

// Between slices of time: units record causes for a while, and then nothing for longer. Nothing happens before cycle `next`.
void simulation::look_for_causes(cycle_t next) {
  if (!causes_ || !causes_->stopped()) return;
  const bool again = next >= causes_->resumes_in();
  if (again) causes_->resume(next);
  record_causes(again);
}

// Of all ranks: the one that stopped first decides.
void simulation::take_first_fault(run_result& r) {
  rank_writer mine;
  mine.put(faulted_ticks_);
  if (faulted_) mine.text(tile_text(*faulted_) + faulted_->state().diagnose.reports().back().to_string());
  uint64_t first = never;
  for (const std::string_view bytes : ranks->exchange(mine.bytes)) {
    rank_reader theirs(bytes);
    const auto ticks = theirs.get<uint64_t>();
    if (ticks >= first) continue;
    first = ticks;
    r.cycles = ticks / cycle_ticks();
    r.text = theirs.text();
  }
}

void simulation::go_on(const sc_core::sc_time& time, sc_core::sc_starvation_policy policy) {
  try {
    sc_core::sc_start(time, policy);
  } catch (const sc_core::sc_report& e) {
    if (!rtl_ || !present_of_rtl().failed) throw;
    rtl_failed_ = e.get_msg();
    if (rtl_clock* const clock = rtl_->clock_if_made()) clock->halt();
  }
}

void simulation::pass_to(cycle_t cycle, slot s) {
  calendar::present().stop_at(cycle_time::ticks_of(cycle, s));
  go_on(at(cycle, s) - sc_core::sc_time_stamp(), sc_core::SC_RUN_TO_TIME);
}

run_result simulation::run(std::optional<uint64_t> maxclk) {
  if (parts_.size() > 1) add_others();
  std::optional<silent_initiator> silent;
  if (!host_stores.empty()) {
    host_ = std::make_unique<host_writer>("host", host_stores);
    host_->noc.bind(tile_->noc);
  } else if (!mover_ && !noc_taken) {
    silent.emplace(sc_core::sc_gen_unique_name("silent"));
    silent->socket.bind(tile_->noc);
  }
  const auto began = std::chrono::steady_clock::now();
  auto last = began;
  if (reset_at != never) require_resettable();
  if (why) tile_->state().causes = &causes_.emplace(*why);
  for (size_t n = 0; n < parts_.size(); ++n) take_part(n);
  begun_ = true;
  constexpr cycle_t usual_slice = 100000, slice_of_piece = 500;  // of the path: what is behind it is not looked at
  tlm::tlm_global_quantum::instance().set(sc_core::sc_time::from_value(quantum_ps * cycle_time::ticks_per_ps()));
  bool starved = false, ran_dry = false, stopped_by_host = false;
  std::optional<windows> divided;
  if (ranks) {
    around_->network().divide([this](noc_coordinate place) {
      for (const part& p : parts_)
        if (p.tile->place() == place) return here(*p.tile);
      return ranks->reports();
    });
    divided.emplace(*ranks, around_->network(), tile_->configuration().noc_interface.to_router_cycles, [](cycle_t until) {
      calendar::present().stop_at(cycle_time::ticks_of(until, slot::l1));
      sc_core::sc_start(at(until, slot::l1) - sc_core::sc_time_stamp(), sc_core::SC_RUN_TO_TIME);
    });
  }
  const auto due = [&] { return divided ? ranks->least(due_ticks()) : due_ticks(); };
  const auto reset_now = [&] {
    try {
      reset();
    } catch (const rtl_failure& e) {
      rtl_failed_ = e.what();
      rtl_->clock_if_made()->halt();
    }
  };
  cycle_t looked_at = 0;
  uint64_t done = 0;
  cycle_t end = never;  // of a run that was given up, or stopped in a cycle
  const cycle_t limit = limit_ = std::min<cycle_t>(maxclk.value_or(never), stop_at);
  constexpr slot behind_l1 = slot_of(slot::l1, 1);  // a reset: what L1 has granted in the cycle before has been written
  cycle_t host_at = host ? 0 : never;
  // In a cycle of which nothing has happened: what ran last may have been ahead of SystemC's time.
  const auto ask_host = [&](bool idle) {
    const uint64_t reached = calendar::present().reached_ticks(),
                   last = std::max<uint64_t>(reached, sc_core::sc_time_stamp().value());
    if (last != 0 && (last % cycle_ticks() != 0 || last == reached)) pass_to(last / cycle_ticks() + 1, slot::l1);
    host_at = host(now_cycle(), idle);
    finished_ |= host_at == never;
    return !finished_ && interrupted && interrupted();
  };
  calendar::present().stop_at(0);
  go_on(sc_core::SC_ZERO_TIME, sc_core::SC_RUN_TO_TIME);
  if (sample_at == 0) sample_at = sample(0);
  while (!finished_ && !stopped_here_ && (divided || !stopped_by_program()) && rtl_failed_.empty()) {
    const uint64_t next_ticks = due();
    if (next_ticks == never && reset_at != never && reset_at < limit) {  // a reset ends a deadlock
      pass_to(reset_at, behind_l1);
      reset_now();
      continue;
    }
    if (host && (host_at <= now_cycle() || next_ticks == never)) {
      stopped_by_host = ask_host(next_ticks == never);
      if (stopped_by_host) break;
      continue;
    }
    if (next_ticks == never) {
      finished_ = divided ? ranks->all(nothing_left()) : nothing_left();
      starved = !finished_;
      ran_dry = true;
      break;
    }
    // Each slice begins where something happens next, however far away that is.
    const cycle_t next = next_ticks / cycle_ticks();
    look_for_causes(next);
    cycle_t until = next + (causes_ && !why->all && tile_->state().causes ? slice_of_piece : usual_slice);
    if (causes_ && causes_->stopped()) until = std::min<cycle_t>(until, causes_->resumes_in());
    if (limit != never) {
      if (next_ticks >= limit * cycle_ticks()) {
        end = limit;
        break;
      }
      until = std::min(until, limit);
    }
    if (cores_) until = std::min<cycle_t>(until, std::max(next, loop_look_.in) + 1);
    until = std::min({until, sample_at, reset_at, host_at});
    if (divided) until = ranks->least(until);
    // If nothing happens before the sample or the host, time passes all the same.
    const auto policy = next_ticks < until * cycle_ticks() ? sc_core::SC_EXIT_ON_STARVATION : sc_core::SC_RUN_TO_TIME;
    const slot stops = until == reset_at ? behind_l1 : slot::l1;
    calendar::present().stop_at(cycle_time::ticks_of(until, stops));
    if (!divided) go_on(at(until, stops) - sc_core::sc_time_stamp(), policy);
    else if (!divided->run_to(next, until, [this] { return faulted_ != nullptr; })) break;
    if (!rtl_failed_.empty() || stopped_here_) break;
    if (!finished_ && !stopped_by_program() && now_cycle() == reset_at) reset_now();
    if (!rtl_failed_.empty()) break;
    if (traffic_ && cores_ && now_cycle() >= looked_at + usual_slice) {
      // Cores that poll L1 beside traffic do not sleep: that nothing can go on is seen by what is done, or due.
      const uint64_t done_before = std::exchange(done, work_done());
      looked_at = now_cycle();
      if (done == done_before && !traffic_->others_due_but_cores()) {
        starved = !nothing_left();
        finished_ = !starved;
        break;
      }
    }
    if (cores_ && !finished_ && !stopped_by_program() && only_loops_left(now_cycle())) {
      starved = !host;
      stopped_by_host = host && ask_host(true);
      if (starved || stopped_by_host) break;
    }
    if (now_cycle() == sample_at) sample_at = sample(sample_at);
    const auto now = std::chrono::steady_clock::now();
    if (progress && now - last > std::chrono::seconds(1)) {
      last = now;
      progress(now_cycle());
    }
    const bool ends_here = !finished_ && interrupted && interrupted();
    if (divided ? ranks->any(ends_here) : ends_here) {
      stopped_by_host = true;
      break;
    }
  }
  back_on_main_stack();
  const auto bring_all = [](tensix_tile& tile) { tile.state().bring_l1(0, static_cast<uint32_t>(tile.state().l1.size())); };
  bring_all(*tile_);  // for those that look at it after the run
  for (const part& p : parts_)
    if (p.tile != tile_.get()) bring_all(*p.tile);
  run_result r;
  r.host_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  // The calendar may have been ahead of SystemC's time when the run ended; a clock of RTL runs on for a while when all wait.
  const rtl_clock* const clock = rtl_ && (starved || ran_dry) ? rtl_->clock_if_made() : nullptr;
  const cycle_t reached = calendar::present().reached_ticks() / cycle_ticks();
  const cycle_t acted = divided && ran_dry ? ranks->most(reached)  // windows end behind that
                                           : std::max(reached, clock ? clock->needed_until() : now_cycle());
  r.cycles = end != never ? end : stopped_ ? stopped_in_ : acted;
  bool undefined = stopped_by_program();
  if (divided && ranks->any(undefined)) {
    undefined = true;
    take_first_fault(r);
  } else if (undefined) {
    const diagnostics* const by = stopped_by_program();
    for (const part& p : parts_)
      if (&p.tile->state().diagnose == by) r.text = tile_text(*p.tile);
    r.text += by->reports().back().to_string();
  }
  if (!rtl_failed_.empty()) {
    r.how = run_outcome::rtl_failed;
    r.text = rtl_failed_ + "\n";
  } else if (undefined) {
    r.how = run_outcome::undefined;
  } else if (stopped_here_) {
    r.how = run_outcome::stopped;
    r.text = *stopped_here_;
  } else if (stopped_by_host) {
    r.how = run_outcome::interrupted;
  } else if (!finished_) {
    r.how = starved ? run_outcome::deadlock : end != never && end == stop_at ? run_outcome::stopped : run_outcome::gave_up;
    r.text = standing();
  }
  if (cores_ && undefined) r.text += "\n" + of_all(where_cores_are());
  if (cores_) r.stopped = of_all(where_cores_stopped(r.how == run_outcome::done));
  if (cores_) cores_->close_accounts(r.cycles);
  for (auto& p : players_)
    if (p->activity()) p->activity()->close(r.cycles);
  if (mover_) mover_->close_accounts(r.cycles);
  for (const auto& m : other_movers_) m->close_accounts(r.cycles);
  if (traffic_) traffic_->close_accounts(r.cycles);
  if (around_) around_->close_accounts(r.cycles);
  tile_->close_accounts(r.cycles);
  if (around_)
    for (const auto& other : around_->core_tiles()) other->close_accounts(r.cycles);
  if (r.how == run_outcome::done) {
    tile_->report_leftovers(r.cycles);
    for (size_t n = 1; n < parts_.size(); ++n) parts_[n].tile->report_leftovers(r.cycles);
  }
  if (causes_) path_ = causes_->finish(r.cycles);
  if (path_)
    for (size_t n = 0; n < path_->tiles.size(); ++n) {
      std::string name = tile_text(*parts_[n].tile);  // with a blank behind it
      name.pop_back();
      path_->tiles[n].name = name;
    }
  record_causes(false);
  return r;
}

}  // namespace tensix
