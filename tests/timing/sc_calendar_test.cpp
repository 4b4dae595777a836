// SPDX-License-Identifier: Apache-2.0
// The calendar against a plain list: random processes that arm one another, a process of SystemC that arms them and looks at what
// has run so far, a strand that sleeps for cycles and for a signal. In a process for each tlm_global_quantum; the logs are those
// of the list.
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <memory>
#include <set>
#include <tlm>
#include <tuple>
#include <vector>

#include "models/time/strand.h"
#include "tests/seed.h"

using namespace tensix;

namespace {

constexpr unsigned processes = 150;  // more than two words of a row
constexpr uint64_t end_cycle = 30000;
uint64_t seed = 1;

uint64_t mixed(uint64_t a, uint64_t b, uint64_t c) {
  uint64_t x = seed + a * 0x9e3779b97f4a7c15 + b * 0xc2b2ae3d27d4eb4f + c * 0x165667b19e3779f9;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
  x = (x ^ x >> 27) * 0x94d049bb133111eb;
  return x ^ x >> 31;
}

// Slots of the tile, several processes in some.
slot slot_of_process(unsigned id) {
  static constexpr slot slots[] = {
#define X(name, ps, text) slot::name,
      TENSIX_SLOTS(X)
#undef X
  };
  return slots[mixed(1, id, 0) % std::size(slots)];
}

// What process `id` does when it runs for the `count`-th time: arms these for so many cycles later.
template <typename Arm>
void act(unsigned id, uint64_t count, Arm arm) {
  static constexpr cycle_t delays[] = {0, 0, 1, 1, 2, 3, 7, 62, 63, 64, 65, 127, 128, 129, 1000};
  const unsigned n = mixed(id, count, 7) % 8 < 5 ? 1 : 2;
  for (unsigned i = 0; i < n; ++i)
    arm(mixed(id, count, 8 + 2 * i) % processes, delays[mixed(id, count, 9 + 2 * i) % std::size(delays)]);
}

// The foreign process: at these times it arms something.
constexpr unsigned foreign_acts = 400;
uint64_t foreign_ps(unsigned i) { return 300 + i * 70007 + mixed(i, 5, 5) % 50000; }  // anywhere in a cycle

struct entry {
  cycle_t cycle;
  unsigned id;
  bool operator==(const entry& o) const { return cycle == o.cycle && id == o.id; }
};

constexpr unsigned listens = 1000;

// ---- The list ---------------------------------------------------------------------------------------------------------------

struct expected {
  std::vector<entry> log;
  std::vector<size_t> seen;  // by the foreign process, each time
};

expected by_list() {
  struct due {
    cycle_t cycle;
    unsigned slot, order;
    bool operator<(const due& o) const { return std::tie(cycle, slot, order) < std::tie(o.cycle, o.slot, o.order); }
  };
  expected e;
  std::set<due> list;
  std::vector<cycle_t> armed(processes, never);
  std::vector<uint64_t> count(processes);
  const auto arm = [&](unsigned id, cycle_t cycle, uint64_t now_ps) {
    const unsigned s = static_cast<unsigned>(slot_of_process(id));
    while (cycle * 1000 + s <= now_ps) ++cycle;
    if (cycle >= armed[id]) return;
    if (armed[id] != never) list.erase({armed[id], s, id});
    armed[id] = cycle;
    list.insert({cycle, s, id});
  };
  unsigned foreign = 0;
  for (;;) {
    const bool anything = !list.empty() && list.begin()->cycle < end_cycle;
    const uint64_t next = anything ? list.begin()->cycle * 1000 + list.begin()->slot : ~uint64_t{0};
    if (foreign < foreign_acts && foreign_ps(foreign) < next) {
      const uint64_t now = foreign_ps(foreign);
      e.seen.push_back(e.log.size());
      arm(static_cast<unsigned>(mixed(foreign, 3, 3) % processes), now / 1000 + mixed(foreign, 4, 4) % 90, now);
      ++foreign;
      continue;
    }
    if (!anything) return e;
    const due d = *list.begin();
    list.erase(list.begin());
    armed[d.order] = never;
    e.log.push_back({d.cycle, d.order});
    act(d.order, count[d.order]++, [&](uint64_t id, cycle_t later) { arm(static_cast<unsigned>(id), d.cycle + later, next); });
  }
}

// ---- The calendar -----------------------------------------------------------------------------------------------------------

struct world : sc_core::sc_module {
  expected got;
  std::vector<cycle_t> strand_at;
  std::vector<uint64_t> listener_at, patient_at;  // ps
  uint64_t signals = 0;

  explicit world(sc_core::sc_module_name name) : sc_module(name) {
    for (unsigned id = 0; id < processes; ++id) all_.push_back(std::make_unique<one>(*this, id));
    SC_HAS_PROCESS(world);
    SC_THREAD(foreign);
    SC_THREAD(hear);
  }

 private:
  struct one {
    world& w;
    unsigned id;
    uint64_t count = 0;
    activation run;
    one(world& of, unsigned number) : w(of), id(number), run(slot_of_process(number), method<&one::process>(this)) {}
    void process() {
      const cycle_t now = activation::begin();
      w.got.log.push_back({now, id});
      if (id == 0) w.bell_.notify();
      act(id, count++, [&](uint64_t other, cycle_t later) {
        if (now + later < end_cycle) w.all_[other]->run.arm(now + later);
        else w.all_[other]->run.arm(std::max(now + later, end_cycle));
      });
    }
  };
  std::vector<std::unique_ptr<one>> all_;
  tile_event bell_{"bell"};
  strand sleeper_{slot::riscv, method<&world::sleep>(this)};
  strand listener_{slot::riscv, method<&world::listen>(this)}, patient_{slot::riscv, method<&world::wait_patiently>(this)};

  void foreign() {
    for (unsigned i = 0; i < foreign_acts; ++i) {
      wait(sc_core::sc_time::from_value(foreign_ps(i)) - sc_core::sc_time_stamp());
      got.seen.push_back(got.log.size());
      all_[mixed(i, 3, 3) % processes]->run.arm(now_cycle() + mixed(i, 4, 4) % 90);
    }
  }
  // Told at the tile's time, though the tile may be ahead of the kernel.
  void hear() {
    for (;;) {
      wait_for_event(bell_);
      ++signals;
      // Behind it at most what has the same slot of this cycle.
      size_t i = got.log.size();
      while (i && got.log[i - 1].id != 0 && got.log[i - 1].cycle == now_cycle() &&
             slot_of_process(got.log[i - 1].id) == slot_of_process(0))
        --i;
      if (!i || got.log[i - 1].id != 0 || got.log[i - 1].cycle != now_cycle()) std::abort();
    }
  }
  // 5 cycles, then until the bell rings: in its own slot of that cycle, or of the next.
  void sleep() {
    for (unsigned i = 0; i < 100; ++i) {
      wait_until_cycle(now_cycle() + 5);
      wait_for_event(bell_);
      strand_at.push_back(now_cycle());
    }
  }
  // Until the bell rings, or seven cycles: where it rings, or in its own slot.
  void listen() {
    for (unsigned i = 0; i < listens; ++i) {
      listener_.sleep_where_notified(bell_, now_cycle() + 7);
      listener_at.push_back(cycle_time::now_ticks());
    }
  }
  // The same, always in its own slot.
  void wait_patiently() {
    for (unsigned i = 0; i < listens; ++i) {
      patient_.sleep_until_slot(now_cycle() + 7, &bell_);
      patient_at.push_back(cycle_time::now_ticks());
    }
  }
};

// `own`: in its own slot, wherever it is told.
std::vector<uint64_t> listener_expected(const std::vector<entry>& log, bool own) {
  const unsigned bell_slot = static_cast<unsigned>(slot_of_process(0)), own_slot = static_cast<unsigned>(slot::riscv);
  std::vector<uint64_t> at;
  uint64_t from = own_slot;
  size_t i = 0;
  while (at.size() < listens) {
    const uint64_t limit = (from / 1000 + 7) * 1000 + own_slot;
    while (i < log.size() && (log[i].id != 0 || log[i].cycle * 1000 + bell_slot <= from)) ++i;
    const uint64_t rings = i < log.size() ? log[i].cycle * 1000 + bell_slot : ~uint64_t{0};
    if (rings > limit && limit / 1000 >= end_cycle) break;
    from = std::min(rings, limit);
    if (own && rings < limit) from = (rings / 1000 + (bell_slot > own_slot)) * 1000 + own_slot;
    at.push_back(from);
  }
  return at;
}

std::vector<cycle_t> strand_expected(const std::vector<entry>& log) {
  std::vector<cycle_t> at;
  cycle_t from = 0;
  const bool bell_before = slot_of_process(0)<slot::riscv, bell_behind = slot_of_process(0)> slot::riscv;
  size_t i = 0;
  while (at.size() < 100) {
    from += 5;
    // In its slot of `from` it begins to wait: rings before that slot in this cycle are missed.
    while (i < log.size() && !(log[i].id == 0 && (bell_before ? log[i].cycle > from : log[i].cycle >= from))) ++i;
    if (i == log.size()) break;
    from = log[i].cycle + (bell_behind ? 1 : 0);
    at.push_back(from);
    ++i;
  }
  return at;
}

int run_with(uint64_t quantum_ps) {
  const expected e = by_list();
  world w("world");
  tlm::tlm_global_quantum::instance().set(sc_core::sc_time::from_value(quantum_ps));
  calendar::present().stop_at(end_cycle * 1000);
  sc_core::sc_start(at(end_cycle, slot::l1));
#ifdef TENSIX_TLM_KERNEL_EVENTS
  if (!sc_core::sc_find_object("world.riscv_0") || !sc_core::sc_find_event("world.riscv_armed_0")) return 1;
#endif
  uint64_t rings = 0;
  for (const entry& x : e.log) rings += x.id == 0;
  const bool same = w.got.log == e.log && w.got.seen == e.seen && w.signals == rings && rings > 100 && e.log.size() > 20000 &&
                    w.strand_at == strand_expected(e.log) && !w.strand_at.empty() &&
                    w.listener_at == listener_expected(e.log, false) && w.patient_at == listener_expected(e.log, true) &&
                    w.listener_at.size() > 100 && w.patient_at.size() > 100;
  if (!same)
    std::printf(
        "seed %llu, quantum %llu ps: %zu runs (the list: %zu), %zu looks (%zu), %llu rings (%llu), %zu wakes of the strand "
        "(%zu)\n",
        static_cast<unsigned long long>(seed), static_cast<unsigned long long>(quantum_ps), w.got.log.size(), e.log.size(),
        w.got.seen.size(), e.seen.size(), static_cast<unsigned long long>(w.signals), static_cast<unsigned long long>(rings),
        w.strand_at.size(), strand_expected(e.log).size());
  std::fflush(stdout);
  return same ? 0 : 1;
}

}  // namespace

int sc_main(int, char**) {
  sc_core::sc_report_handler::set_actions("/OSCI/SystemC", sc_core::SC_DO_NOTHING);
  std::fflush(stdout);
  int failures = 0;
  for (unsigned s = 0; s < 5; ++s)
    for (const uint64_t quantum : {uint64_t{0}, uint64_t{1}, uint64_t{999}, uint64_t{64'000}, uint64_t{1'000'000'000}}) {
      const pid_t child = fork();
      if (child == 0) {
        seed = seeded(1 + s);
        _exit(run_with(quantum));
      }
      int status = 0;
      waitpid(child, &status, 0);
      failures += status != 0;
    }
#ifndef TENSIX_TLM_KERNEL_EVENTS  // then no tile is ahead
  // To ask for something at a time the tile has passed is an error.
  const pid_t child = fork();
  if (child == 0) {
    struct late {
      activation run{slot::l1, method<&late::process>(this)};
      void process() {
        if (now_cycle() < 1000) run.arm(now_cycle() + 10);
      }
    } tile;
    tlm::tlm_global_quantum::instance().set(at(500, slot::l1));
    tile.run.arm(0);
    sc_core::sc_start(at(10, slot::l1));
    activation other(slot::mover, callback{&tile, [](void*) {}});
    try {
      other.arm(20);
    } catch (const sc_core::sc_report& r) {
      _exit(std::string(r.get_msg_type()) == "tensix/calendar" ? 0 : 1);
    }
    _exit(1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  failures += status != 0;
#endif
  std::printf("%d failures\n", failures);
  return failures ? 1 : 0;
}
