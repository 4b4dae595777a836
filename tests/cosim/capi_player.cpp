// SPDX-License-Identifier: Apache-2.0
#include "tests/cosim/capi_player.h"

#include <algorithm>

#include "models/memory/address_map.h"

namespace capi_test {

using tensix::step;

constexpr uint64_t most_cycles = 2'000'000;

player::player(tt_tile tile, const tensix::stream_file& file) : tile_(tile), began_(tt_cycle(tile)), file_(file) {
  tensix::l1_storage l1(tt_l1_bytes(tile));
  file.initialise(l1);
  if (tt_l1_write(tile, 0, l1.data(), static_cast<uint32_t>(l1.size())) != TT_OK) error_ = tt_error(tile);
  for (unsigned c = 0; c < 4; ++c) {
    if (c < 3 || file.uses(c)) cores_[c].steps = file.core(c);
    else cores_[c].done = true, --running_;
  }
}

void player::request(unsigned core, int write, uint32_t address, uint32_t value) {
  if (tt_request(tile_, static_cast<int>(core), 0, write, address, 4, value) != 1)
    error_ = "not taken though the core was ready: " + std::string(tt_error(tile_));
}

bool player::answered(unsigned core, uint32_t& value) {
  const int r = tt_response(tile_, static_cast<int>(core), 0, &value);
  if (r < 0) error_ = tt_error(tile_);
  return r == 1;
}

bool player::wait_over(unsigned core) {
  core_state& c = cores_[core];
  if (c.on == waits::no) return true;
  uint32_t value = 0;
  switch (c.on) {
    case waits::no: break;
    case waits::ready:
      if (tt_ready(tile_, static_cast<int>(core)) != 1) return false;
      if (c.now.kind != step::kind_t::push && !answered(core, value)) error_ = "a store was taken and is not answered";
      break;
    case waits::response:
      if (!answered(core, c.now.value)) return false;
      c.loading = true;
      break;
    case waits::time:
      if (tt_cycle(tile_) < c.until) return false;
      timed_ &= ~(1u << core);
      break;
  }
  c.on = waits::no;
  return true;
}

// One thing that it does in this cycle. False: no more in this one.
bool player::go_on(unsigned core) {
  core_state& c = cores_[core];
  if (!error_.empty()) return false;
  const auto load = [&](uint32_t address) {
    request(core, 0, address, 0);
    c.on = waits::response;
    return false;
  };
  if (!c.in_step) {
    c.pushed = 0;
    c.loading = c.copying = false;
    c.in_step = c.ended ? false : c.steps->next(c.now);
    if (!c.in_step) {
      if (c.ended || core == 3) {
        c.done = true;
        --running_;
        c.finished_at = tt_cycle(tile_) - began_;
        return false;
      }
      c.ended = true;  // the implied sync
      return load(tensix::address_map::ttsync_done);
    }
  }
  switch (c.now.kind) {
    case step::kind_t::push:
      if (c.pushed == c.now.count) break;
      if (tt_push(tile_, static_cast<int>(core), c.now.words[c.pushed++]) != 1) error_ = "a ready core could not push";
      c.on = waits::ready;
      return false;
    case step::kind_t::store:
      if (c.copying) break;
      c.copying = true;
      request(core, 1, c.now.address, c.now.value);
      c.on = waits::ready;
      return false;
    case step::kind_t::load:
      if (!c.loading) return load(c.now.address);
      break;
    case step::kind_t::copy:
      if (!c.loading) return load(c.now.address);
      if (c.copying) break;
      c.copying = true;
      request(core, 1, c.now.address2, c.now.value);
      c.on = waits::ready;
      return false;
    case step::kind_t::poll:
      if (c.loading) break;
      if (tt_poll(tile_, static_cast<int>(core), 0, c.now.address, c.now.mask, static_cast<int>(c.now.how), c.now.value) != 1)
        error_ = "a ready core could not poll: " + std::string(tt_error(tile_));
      c.on = waits::response;
      return false;
    case step::kind_t::sync:
      if (core < 3 && !c.loading) return load(tensix::address_map::ttsync_done);
      break;
    case step::kind_t::mark:
      marks_[core].push_back("mark " + *c.now.name + " " + tensix::core_name(core) + " " +
                             std::to_string(tt_cycle(tile_) - began_) + "\n");
      break;
    case step::kind_t::delay:
      if (c.copying) break;
      c.copying = true;
      c.until = tt_cycle(tile_) + c.now.cycles;
      c.on = waits::time;
      timed_ |= 1u << core;
      return c.now.cycles == 0;
  }
  c.in_step = false;
  return true;
}

void player::act(unsigned core) {
  while (!cores_[core].done && wait_over(core) && go_on(core)) {
  }
}

// Inline: a testbench calls tt_wait in its loop, and has no return more behind it.
[[gnu::always_inline]] inline bool player::advance(pace how) {
  for (; look_; look_ &= look_ - 1) act(static_cast<unsigned>(__builtin_ctz(look_)));
  int r;
  if (how != pace::cycle && running_ > 0) {
    uint64_t cycles = 1;
    if (how == pace::to_news) {
      cycles = most_cycles;
      const uint64_t now = timed_ ? tt_cycle(tile_) : 0;
      for (unsigned left = timed_; left; left &= left - 1)
        cycles = std::min(cycles, cores_[static_cast<unsigned>(__builtin_ctz(left))].until - now);
    }
    r = tt_wait(tile_, cycles);
    look_ = timed_ | (r > 0 ? static_cast<unsigned>(r) : 0);
  } else {
    r = tt_advance(tile_, 1);
    look_ = 15;
  }
  if (r < 0) error_ = tt_error(tile_);
  return error_.empty() && running_ > 0;
}

bool player::step(pace how) { return advance(how); }

void player::to_end(pace how) {
  while (advance(how)) {
  }
}

played player::result() const {
  played p;
  p.error = error_;
  for (const auto& of_core : marks_)
    for (const auto& m : of_core) p.text += m;
  for (const core_state& c : cores_) p.cycles = std::max(p.cycles, c.finished_at);
  tensix::l1_storage l1(tt_l1_bytes(tile_));
  if (tt_l1_read(tile_, 0, l1.data(), static_cast<uint32_t>(l1.size())) != TT_OK) p.error += tt_error(tile_);
  for (const auto& o : file_.outputs())
    if (o.file.empty()) p.text += tensix::stream_file::format_output(o, l1) + "\n";
  return p;
}

played play(tt_tile tile, const tensix::stream_file& file) {
  player p(tile, file);
  const uint64_t began = tt_cycle(tile);
  while (p.step(player::pace::to_news))
    if (tt_cycle(tile) - began > most_cycles) break;
  return p.result();
}

}  // namespace capi_test
