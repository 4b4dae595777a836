// SPDX-License-Identifier: Apache-2.0
// One tile of the C library (tensix.h): a SystemC simulation of its own, with an initiator at each core socket. Between calls it
// stands at the beginning of a cycle of which nothing has happened yet. In the place of the initiators there may be RISC-V cores
// that execute programs. SystemC elaborates it; time is the calendar's alone, for
// no other process is here, and as long as nothing is due a cycle costs an addition.
#pragma once
#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cosim/capi/core_initiator.h"
#include "cosim/capi/error_log.h"
#include "cosim/capi/simulation_state.h"
#include "cosim/capi/tile_events.h"
#include "cosim/rtl/rtl_failure.h"
#include "cosim/rtl/rtl_units.h"
#include "observe/trace/vcd_trace.h"
#include "platform/riscv_cores.h"
#include "platform/tile.h"
#include "workload/elf/elf_programs.h"

namespace tensix {

class cosim_tile {
 public:
  // Simulated time ends somewhere; far before, here.
  static constexpr uint64_t last_cycle = 1'000'000'000'000'000;
  // Of this tile: earlier if the ticks of SystemC's time give out before (a long period, femtoseconds).
  uint64_t its_last_cycle() const { return its_last_cycle_; }

  // Who stands at the core sockets.
  enum class cores_are : uint8_t { requests, programs };

  // With RTL where units.NAME say so: throws what parts_of does.
  cosim_tile(const parameters& p, on_undefined policy, cores_are cores);
  ~cosim_tile();
  cosim_tile(const cosim_tile&) = delete;
  cosim_tile& operator=(const cosim_tile&) = delete;

  uint64_t cycle() const { return cycle_; }
  // Inline in cosim_tile_time.h. To the beginning of cycle `target`, or of the one in which undefined behaviour stopped it: then
  // false.
  bool advance_to(uint64_t target);
  // The same, but no further than the first cycle in which cores see something new: which, a bit each. With cores_are::requests
  // only.
  bool wait_until(uint64_t target, unsigned& cores);
  bool stopped() const { return stopped_; }

  // tensix_tile::reset, in the present cycle; requests are forgotten, programs begin anew. Not once it has stopped.
  void reset();

  // Only with cores_are::programs, before anything happens. Puts a program where a debugger would; it begins in the present cycle,
  // or (`held`) when core B releases it from reset. Throws what elf_programs does.
  void add_program(unsigned core, const std::string& file, bool held);
  riscv_core::condition state_of(unsigned core) const { return sim_->programs->core(core).state(); }
  bool has_programs() const { return has_programs_; }

  bool takes_access(unsigned core) const { return !stopped_ && seen_[core].ready_from <= cycle_; }
  // Accesses of the cores, in the present cycle. False: the core takes none now. With cores_are::requests only.
  bool push(unsigned core, uint32_t word);
  bool store(unsigned core, unsigned id, uint32_t address, unsigned bytes, uint32_t value);
  bool load(unsigned core, unsigned id, uint32_t address, unsigned bytes);
  bool poll(unsigned core, unsigned id, uint32_t address, const poll_extension& until);
  // What a load or poll that is done has brought; 0 of a store.
  uint32_t value(unsigned core, unsigned id) const {
    const core_initiator::request& r = sim_->cores[core]->at(id);
    return r.is_store ? 0 : r.value;
  }
  core_initiator::answer answered(unsigned core, unsigned id) const { return sim_->cores[core]->answered(id, cycle_); }
  // Whether a request is open, and may still be answered.
  bool to_be_answered(unsigned core, unsigned id) const { return seen_[core].answer_from[id] > cycle_ && !stopped_; }
  void forget(unsigned core, unsigned id) { sim_->cores[core]->forget(id); }

  uint32_t l1_bytes() const { return static_cast<uint32_t>(sim_->tile.configuration().l1.size_kib * 1024); }
  void move_l1(tlm::tlm_command command, uint32_t address, uint8_t* bytes, uint32_t count);

  enum class activity : uint8_t { running, idle, stuck };
  activity what_goes_on();
  std::string who_waits();

  // A VCD file of all that happens from cycle 0 on, written when the tile goes. Only in cycle 0, before anything happens.
  void record_wave(const std::string& path);
  // Writes it now. Throws what vcd_trace does.
  void finish();

  // Its events from now on; only in cycle 0, before anything happens. Null before.
  void tell_events(event_data data);
  tile_events* events() { return events_.get(); }
  void check_events(event_comparison_settings settings);
  void settle_events();  // reports what is complete
  void finish_events();  // reports the rest

  bool records_wave() const { return vcd_.has_value(); }

  // Undefined behaviour of the program, oldest first; each is given once.
  bool has_reports() const { return sim_->tile.state().diagnose.reports().size() != reports_taken_ || !of_rtl_.empty(); }
  std::vector<diagnosis> take_reports();
  // The same of what RTL did otherwise than the model, or did to data.
  struct rtl_report {
    cycle_t cycle;
    std::string text;
  };
  std::vector<rtl_report> take_rtl_reports() { return std::exchange(of_rtl_, {}); }

 private:
  class inside;
  static void throw_reports(const sc_core::sc_report& report, const sc_core::sc_actions& actions);
  struct silent_initiator : sc_core::sc_module {  // nothing is at the NoC side
    tlm_utils::simple_initiator_socket<silent_initiator> socket;
    explicit silent_initiator(sc_core::sc_module_name name) : sc_module(name), socket("socket") {}
  };
  struct simulated {  // lives in the tile's own simulation
    simulated(const parameters& p, chosen_parts chosen, cores_are who, cosim_tile& of);
    const std::shared_ptr<rtl_environment> rtl;  // null: there is none
    tensix_tile tile;
    by_core<std::unique_ptr<core_initiator>> cores;  // or
    std::unique_ptr<riscv_cores> programs;
    silent_initiator noc{"noc"};
  };

  // First what is looked at in every call.
  uint64_t cycle_ = 0;
  uint64_t quiet_until_ = 0;  // nothing happens before this cycle
  bool stopped_ = false;
  uint64_t faulted_in_ = 0;  // when what is undefined stopped it
  const bool has_programs_;
  core_initiator::news news_;
  by_core<core_initiator::view> seen_;
  simulation_state state_;
  rtl_present rtl_present_;  // outside of calls
  std::unique_ptr<simulated> sim_;
  bool asked_ = false;  // an access has been made: nothing happens in a tile before
  unsigned awake_ = 0;  // cores that have been asked for one in this cycle, a bit each
  size_t reports_taken_ = 0;
  std::vector<rtl_report> of_rtl_;
  uint64_t its_last_cycle_ = last_cycle;
  uint64_t settled_in_ = never;  // the cycle of the last settle_events
  std::optional<vcd_trace> vcd_;
  std::unique_ptr<tile_events> events_;
  std::unique_ptr<elf_programs> programs_;
  by_core<bool> held_{};
  bool began_ = false;  // the programs have

  std::function<void(unsigned core, uint32_t offset, const std::vector<uint8_t>& bytes)> into_data_ram();
  void begin_programs();
  bool programs_given() const;
  bool run_inside(uint64_t target);
  void run_calendar(uint64_t target);
  bool stopped_by_program();
  void wake_cores();
  void find_next_news();
  void to_present();
  template <typename Access>
  bool access(unsigned core, Access make);
};

}  // namespace tensix
