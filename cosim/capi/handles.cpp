// SPDX-License-Identifier: Apache-2.0
#include "cosim/capi/handles.h"

#include <new>
#include <vector>

namespace tensix::capi {

namespace {

// A handle is no address but a place in a table and how often that place was given out: any value can be asked for.
struct place {
  std::unique_ptr<handle> held;
  uint64_t times = 0;
};
struct process {
  std::vector<place> places;
  std::vector<size_t> free;
  size_t tiles = 0;
  const void* thread = nullptr;
  error_log errors;
  std::string said;
};
// Tiles that have not been destroyed stay as they are when the process ends.
process& all() noexcept {
  alignas(process) static unsigned char room[sizeof(process)];
  static process* const p = new (room) process;
  return *p;
}

constexpr unsigned place_bits = 20;
constexpr uintptr_t most_places = (uintptr_t{1} << place_bits) - 1;

place* place_of(tt_tile tile) noexcept {
  const auto value = reinterpret_cast<uintptr_t>(tile);
  const uintptr_t index = value & most_places;
  if (index == 0 || index > all().places.size()) return nullptr;
  place& p = all().places[index - 1];
  return p.held && p.times == value >> place_bits ? &p : nullptr;
}

}  // namespace

handle* find(tt_tile tile) noexcept {
  place* const p = place_of(tile);
  return p ? p->held.get() : nullptr;
}

tt_tile add(std::unique_ptr<handle> h) {
  process& p = all();
  if (p.free.empty()) {
    if (p.places.size() == most_places) throw call_error(TT_E_STATE, "there are too many tiles");
    p.free.reserve(p.places.size() + 1);  // so that take_out needs no memory
    p.places.emplace_back();
    p.free.push_back(p.places.size() - 1);
  }
  const size_t index = p.free.back();
  p.free.pop_back();
  p.places[index].held = std::move(h);
  ++p.tiles;
  const uintptr_t value = ++p.places[index].times << place_bits | (index + 1);
  return reinterpret_cast<tt_tile>(value);  // NOLINT(performance-no-int-to-ptr)
}

std::unique_ptr<handle> take_out(tt_tile tile) noexcept {
  place* const p = place_of(tile);
  if (!p) return nullptr;
  recent = {};
  all().free.push_back(static_cast<size_t>(p - all().places.data()));
  --all().tiles;
  return std::move(p->held);
}

bool right_thread() noexcept {
  process& p = all();
  const void* const me = this_thread();
  if (p.thread == me) return true;
  if (p.tiles) return false;
  p.thread = me;
  return true;
}

error_log& errors_of_nobody() noexcept { return all().errors; }
std::string& said_to_nobody() noexcept { return all().said; }

void record(handle* h, tt_code code, const char* function, const char* text) noexcept {
  try {
    (h ? h->errors : all().errors).add(code, h && h->tile ? h->tile->cycle() : 0, std::string(function) + ": " + text);
  } catch (...) {  // no memory for it: what the call returns still says that it has failed
  }
}

}  // namespace tensix::capi
