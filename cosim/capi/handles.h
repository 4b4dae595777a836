// SPDX-License-Identifier: Apache-2.0
// Which handles the library has given out, what stands behind each, and the one place through which every call enters: it
// finds the tile, keeps other threads out, and lets no exception through.
#pragma once
#include <pthread.h>

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>

#include "cosim/capi/cosim_tile.h"
#include "cosim/capi/error_log.h"
#include "cosim/capi/tensix.h"

namespace tensix {

// What stands behind a handle.
struct handle {
  handle(const parameters& p, on_undefined what, cosim_tile::cores_are who) : configuration(p), policy(what), cores(who) {}
  const parameters configuration;
  const on_undefined policy;
  const cosim_tile::cores_are cores;
  std::unique_ptr<cosim_tile> tile;  // null only while it is made again
  error_log errors;
  std::string said;       // what was returned last
  bool advanced = false;  // time may have passed
  bool in_callback = false;
  tt_event_callback on_event = nullptr;
  tensix::log_event taken;  // by tt_event_numbers
  void* user = nullptr;
};

// A call that cannot be done.
struct call_error : std::runtime_error {
  call_error(tt_code c, const std::string& text) : std::runtime_error(text), code(c) {}
  tt_code code;
};

namespace capi {

// What a function returns that failed.
template <typename R>
R failure(tt_code code);
template <>
inline int failure<int>(tt_code code) {
  return code;
}
template <>
inline uint64_t failure<uint64_t>(tt_code) {
  return TT_NONE;
}
template <>
inline const char* failure<const char*>(tt_code) {
  return "";
}
template <>
inline tt_tile failure<tt_tile>(tt_code) {
  return nullptr;
}

// Null: there is none.
handle* find(tt_tile tile) noexcept;
tt_tile add(std::unique_ptr<handle> h);
std::unique_ptr<handle> take_out(tt_tile tile) noexcept;
// Which thread calls, in a register where the compiler knows it: as good as its id, and a call less.
inline const void* this_thread() noexcept {
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
  return __builtin_thread_pointer();
#else
  return reinterpret_cast<const void*>(pthread_self());
#endif
}
// Whether the calling thread is the one.
bool right_thread() noexcept;
// The tile of the last call, found by the right thread: a testbench in lockstep makes several calls a cycle for the same one.
// Nobody: there was none, or it has been destroyed. (thread_local would cost 6 % of a cycle in lockstep, by callgrind;
// another thread reads it, too, but never finds its own id.)
struct recent_call {
  const void* thread = nullptr;
  tt_tile tile = nullptr;
  handle* h = nullptr;
};
inline recent_call recent;
// Its tile, if this call is for the same one by the same thread; otherwise null.
inline handle* again(tt_tile tile) noexcept {
  const recent_call& r = recent;
  return r.h && r.tile == tile && r.thread == this_thread() ? r.h : nullptr;
}
// Errors of calls without a valid tile, and what was said of them.
error_log& errors_of_nobody() noexcept;
std::string& said_to_nobody() noexcept;
// Leaves a record (null: of no handle), whatever happens.
void record(handle* h, tt_code code, const char* function, const char* text) noexcept;

// The exception under way becomes a record.
template <typename R>
R caught(handle* h, const char* function) noexcept {
  try {
    throw;
  } catch (const call_error& e) {
    record(h, e.code, function, e.what());
    return failure<R>(e.code);
  } catch (const rtl_failure& e) {
    record(h, TT_E_CHECK, function, e.what());
    return failure<R>(TT_E_CHECK);
  } catch (const std::exception& e) {
    record(h, TT_E_INTERNAL, function, e.what());
  } catch (...) {
    record(h, TT_E_INTERNAL, function, "an exception of unknown kind");
  }
  return failure<R>(TT_E_INTERNAL);
}

// A call without a handle.
template <typename R, typename Body>
R enter(const char* function, Body body) noexcept {
  if (!right_thread()) return failure<R>(TT_E_THREAD);
  try {
    return body();
  } catch (...) {
    return caught<R>(nullptr, function);
  }
}

// A call for a tile: body(handle&).
template <typename R, typename Body>
R enter(tt_tile tile, const char* function, Body body) noexcept {
  handle* h = again(tile);
  if (!h) {
    if (!right_thread()) return failure<R>(TT_E_THREAD);
    h = find(tile);
    if (!h) {
      record(nullptr, TT_E_HANDLE, function, "there is no such tile: tt_create has not returned it, or it has been destroyed");
      return failure<R>(TT_E_HANDLE);
    }
    recent = {this_thread(), tile, h};
  }
  try {
    return body(*h);
  } catch (...) {
    return caught<R>(h, function);
  }
}

}  // namespace capi
}  // namespace tensix
