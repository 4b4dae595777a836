// SPDX-License-Identifier: Apache-2.0
// The events of a tile (docs/events.md) as signals of a VCD: what each interface carries in a cycle, named as on the interfaces
// for RTL (docs/timelines.md says what each is). No SystemC.
#pragma once
#include <initializer_list>
#include <string>
#include <vector>

#include "observe/events/event.h"
#include "observe/trace/vcd_trace.h"

namespace tensix {

class event_waves : public event_sink_if, public observer {
 public:
  // Adds its signals to `out`, which must outlive it; before the run, after it has been introduced to the accounts. Events should
  // have their data (event_data::full).
  void show_in(vcd_trace& out, unsigned l1_ports);

  void introduced(const char* who, account_of what) override;
  void counted(const char* who, stall_reason why, uint64_t from, uint64_t to) override;
  void happened(const log_event& e) override;
  void watermark(uint64_t) override {}
  // After the last event, before `out` is written.
  void finish();

 private:
  // Signals that hold for the one cycle of their events, and are 0 otherwise. All events of a cycle share them.
  struct bus {
    std::vector<size_t> signals, first_word;  // of each: its number, and where its value begins
    std::vector<uint64_t> value;
    uint64_t cycle = ~uint64_t{0};  // none yet
  };
  struct wire {
    const char* name;
    unsigned bits;
    const char* (*text)(uint64_t value) = nullptr;  // it is shown as this
  };

  struct worker {
    const char* who;
    size_t busy;  // its signal
  };

  vcd_trace* out_ = nullptr;
  std::vector<worker> workers_;
  std::vector<bus> units_, ports_, packers_;
  bus src_[2], dst_written_, dst_read_, config_;
  static constexpr unsigned mutexes = 5;  // by index; there is no 1
  size_t mutexes_[mutexes];

  void add_worker(const std::string& name);
  bus made(const std::string& group, std::initializer_list<wire> wires);
  void show(bus& b);
  uint64_t* in(bus& b, uint64_t cycle);
};

}  // namespace tensix
