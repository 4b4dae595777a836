// SPDX-License-Identifier: Apache-2.0
// A program that has a SystemC simulation of its own, with libsystemc, a resolution of femtoseconds and modules of any name, uses the
// C library from within it. The library's SystemC is another one: the program's context, time, report handler, modules and processes
// are as they were after every call, and tiles come and go after its start, where SystemC itself takes no module (E529). Two clocks
// of periods that have no common measure each drive a tile.
#include <cstdio>
#include <string>
#include <systemc>

#include "cosim/capi/tensix.h"

namespace {

int failures = 0;
void check(bool holds, const char* what, int line) {
  if (holds) return;
  ++failures;
  std::printf("capi_systemc_test.cpp:%d: %s\n", line, what);
}
#define CHECK(x) check(x, #x, __LINE__)

void own_handler(const sc_core::sc_report&, const sc_core::sc_actions&) {}

struct host : sc_core::sc_module {
  sc_core::sc_signal<int> value{"value"};
  tt_tile tile = nullptr;
  int clocks = 0, late = 0;

  SC_HAS_PROCESS(host);
  explicit host(const sc_core::sc_module_name& name) : sc_module(name) {
    SC_METHOD(clock);
    SC_METHOD(changed);
    sensitive << value;
    dont_initialize();
#ifndef CAPI_SANITIZED  // the sanitizer wants to be told of the stacks that SystemC's threads change
    SC_THREAD(thread);
#endif
  }

  // A clock of 3 ns is a cycle of the tile.
  void clock() {
    const sc_core::sc_time before = sc_core::sc_time_stamp();
    sc_core::sc_simcontext* const context = sc_core::sc_get_curr_simcontext();
    if (clocks == 5) tile = tt_create("", "");
    if (clocks >= 5) {
      CHECK(tt_push(tile, 0, 0x02000000) == 1);
      CHECK(tt_advance(tile, 1) == TT_OK);
      CHECK(tt_cycle(tile) == static_cast<uint64_t>(clocks - 4));
    }
    const tt_tile other = tt_create("documented", "");
    CHECK(tt_advance(other, 1000) == TT_OK && tt_destroy(other) == TT_OK);
    CHECK(sc_core::sc_time_stamp() == before && sc_core::sc_get_curr_simcontext() == context);
    CHECK(sc_core::sc_get_current_process_handle().valid());
    CHECK(sc_core::sc_report_handler::get_handler() == &own_handler);
    value.write(++clocks);
    if (clocks < 50) next_trigger(3, sc_core::SC_NS);
  }
  void changed() { late = value.read(); }
  void thread() {
    const tt_tile mine = tt_create("", "");
    for (unsigned i = 0; i < 40; ++i) {
      CHECK(tt_request(mine, 1, 0, 1, 0x100, 4, i) == 1);
      CHECK(tt_advance(mine, 5) == TT_OK);
      CHECK(tt_response(mine, 1, 0, nullptr) == 1);
      wait(1, sc_core::SC_NS);
    }
    uint32_t word = 0;
    CHECK(tt_l1_read_word(mine, 0x100, &word) == TT_OK && word == 39);
    CHECK(tt_destroy(mine) == TT_OK);
  }
};

// A tile that goes by a clock: what it does is the same for every period.
struct clocked : sc_core::sc_module {
  sc_core::sc_clock clock;
  const tt_tile tile;
  uint64_t finished = 0;  // cycles until nothing was left to do
  SC_HAS_PROCESS(clocked);
  clocked(const sc_core::sc_module_name& name, const sc_core::sc_time& period, const char* settings)
      : sc_module(name), clock("clock", period), tile(tt_create("", settings)) {
    SC_METHOD(cycle);
    sensitive << clock.posedge_event();
    dont_initialize();
  }
  void cycle() {
    // GPR 0 = 0x100 (in 16 bytes); GPR 1 = 0x1234cafe; STOREIND of GPR 1 to L1.
    static constexpr uint32_t words[] = {0x45010000, 0x45cafe02, 0x45123403, 0x66a10040};
    if (finished) return;
    if (next_ < 4 && tt_push(tile, 0, words[next_]) == 1) ++next_;
    CHECK(tt_advance(tile, 1) == TT_OK);
    if (next_ == 4 && tt_idle(tile) == TT_IDLE) finished = tt_cycle(tile);
  }

 private:
  unsigned next_ = 0;
};

}  // namespace

int sc_main(int, char**) {
  sc_core::sc_set_time_resolution(1, sc_core::SC_FS);
  sc_core::sc_report_handler::set_handler(own_handler);
  host h("tile");  // as the library's own is called
  clocked slow("slow", sc_core::sc_time(1, sc_core::SC_NS), "");
  clocked fast("frontend0", sc_core::sc_time(740741, sc_core::SC_FS), "clock_period_ps=740 clock_period_fs=741");
  clocked odd("odd", sc_core::sc_time(833333, sc_core::SC_FS), "clock_period_ps=833 clock_period_fs=333");
  sc_core::sc_start(sc_core::sc_time(150, sc_core::SC_NS));
  for (const clocked* c : {&slow, &fast, &odd}) {
    uint32_t word = 0;
    CHECK(c->finished > 4 && c->finished == slow.finished && tt_error_count(c->tile) == 0);
    CHECK(tt_l1_read_word(c->tile, 0x1000, &word) == TT_OK && word == 0x1234cafe);
    CHECK(tt_destroy(c->tile) == TT_OK);
  }
  CHECK(sc_core::sc_get_time_resolution() == sc_core::sc_time(1, sc_core::SC_FS));
  // Of the library's modules this SystemC knows none.
  CHECK(sc_core::sc_get_top_level_objects().size() == 4);
  CHECK(sc_core::sc_find_object("tile.frontend0") == nullptr && sc_core::sc_find_object("tile.value") != nullptr);
  CHECK(h.clocks == 50 && h.late == 50);
  CHECK(sc_core::sc_time_stamp() == sc_core::sc_time(150, sc_core::SC_NS));
  CHECK(tt_cycle(h.tile) == 45 && tt_error_count(h.tile) == 0);
  CHECK(tt_reset(h.tile) == TT_OK && tt_advance(h.tile, 10) == TT_OK && tt_destroy(h.tile) == TT_OK);
  std::printf("%d failures\n", failures);
  return failures != 0;
}
