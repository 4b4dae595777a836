// SPDX-License-Identifier: Apache-2.0
// core_source.sv in the place of the players of streams and built-in kernels: the steps of a core, presented one by one.
#include "Vcore_source.h"
// Verilator's headers stand in front of SystemC's.
#include "cosim/rtl/core_adapter.h"
#include "cosim/rtl/rtl_units.h"
#include "cosim/rtl/verilated_block.h"
#include "models/contracts/core_access.h"
#include "models/memory/address_map.h"

namespace tensix {
namespace {

using block = verilated_block<Vcore_source>;
struct block_holder {
  block rtl{"core_source"};
};

class rtl_player : private block_holder, public core_adapter<block>, public player_if {
 public:
  rtl_player(const char* name, unsigned core, const parameters& p, rtl_clock& clock, std::unique_ptr<step_source> steps)
      : core_adapter(name, core, clock, rtl), core_(core), parameters_(p.player), steps_(std::move(steps)) {
    if (parameters_.push_cycles == 0 || parameters_.store_cycles == 0)
      throw parameter_error(
          "units.players=rtl: the RTL core takes a cycle for each push and store at least: "
          "player.push_cycles and player.store_cycles must be 1 or more");
    next_step(0);
  }
  ~rtl_player() override {
    if (write_) write_->clear_extension(&ttinsn_);  // ours, not the payloads'
    if (read_) read_->clear_extension(&poll_);
  }

  void bind_to(tlm::tlm_base_target_socket_b<>& core) override { socket.bind(core); }
  unsigned core() const override { return core_; }
  bool done() const override { return done_; }
  const std::vector<mark>& marks() const override { return marks_; }
  std::string where() const override {
    if (done_) return "done";
    const std::string line = current_.line ? "in line " + std::to_string(current_.line) : "running";
    return takes_no_time_ ? line + ": a million directives in one cycle" : line;
  }

 private:
  // Codes of step_kind in core_source.sv.
  enum code : uint8_t { write, load, copy, delay };

  const unsigned core_;
  const player_parameters parameters_;
  const std::unique_ptr<step_source> steps_;
  step current_;
  uint32_t word_ = 0;  // of a push, the one on the pins
  bool pushing_ = false;
  bool synced_ = false;  // the sync behind the last step is on the pins, or has been
  bool over_ = false, done_ = false, takes_no_time_ = false;
  bool taken_ = false;
  cycle_t edge_ = 0;
  std::vector<mark> marks_;
  ttinsn_extension ttinsn_;
  poll_extension poll_;
  bool polling_ = false;
  tlm::tlm_generic_payload *write_ = nullptr, *read_ = nullptr;

  std::vector<pin> pins() override {
    const auto& t = rtl.top;
    std::vector<pin> all = core_adapter::pins();
    add_pin(all, "step_valid", 1, t.step_valid);
    add_pin(all, "step_kind", 2, t.step_kind);
    add_pin(all, "step_address", 32, t.step_address);
    add_pin(all, "step_address2", 32, t.step_address2);
    add_pin(all, "step_value", 32, t.step_value);
    add_pin(all, "step_cycles", 50, t.step_cycles);
    add_pin(all, "step_take", 1, t.step_take);
    return all;
  }
  bool edge(cycle_t cycle) override {
    taken_ = rtl.top.rst_n && rtl.top.step_valid && rtl.top.step_take;
    edge_ = cycle;
    return core_adapter::edge(cycle) || taken_;
  }
  void fall() override {
    if (std::exchange(taken_, false)) next_step(edge_ + 1);
  }
  bool at_work() const override { return (over_ && !done_) || core_adapter::at_work(); }
  void cycle(cycle_t) override {
    if (!over_ || done_) return;
    done_ = true;
    if (on_done) on_done();
  }
  void decorate(tlm::tlm_generic_payload& payload) override {
    if (payload.is_write()) {
      write_ = &payload;
      if (pushing_) payload.set_extension(&ttinsn_);
      else payload.clear_extension(&ttinsn_);
    } else {
      read_ = &payload;
      if (polling_) payload.set_extension(&poll_);
      else payload.clear_extension(&poll_);
    }
  }

  void present(code kind, uint32_t address, uint32_t value, uint64_t cycles) {
    auto& top = rtl.top;
    top.step_valid = 1;
    top.step_kind = kind;
    top.step_address = address;
    top.step_value = value;
    top.step_cycles = cycles;
  }
  // The step that begins in `cycle`.
  void next_step(cycle_t cycle) {
    if (pushing_ && ++word_ < current_.count) {
      rtl.top.step_value = current_.words[word_];
      return;
    }
    pushing_ = polling_ = false;
    constexpr unsigned most_steps = 1000000;
    for (unsigned i = 0; i < most_steps; ++i) {
      if (synced_ || !steps_ || !steps_->next(current_)) return last_step();
      if (takes_time(cycle)) return;
    }
    takes_no_time_ = true;
    rtl.top.step_valid = 0;
  }
  void last_step() {
    if (core_ < thread_count && !std::exchange(synced_, true)) return present(load, address_map::ttsync_done, 0, 1);
    rtl.top.step_valid = 0;
    over_ = true;
  }
  // Puts the present step on the pins; false: it takes no time.
  bool takes_time(cycle_t cycle) {
    const step& s = current_;
    switch (s.kind) {
      case step::kind_t::push:
        if (s.count == 0) return false;
        pushing_ = true;
        word_ = 0;
        present(write, address_map::instruction_fifo_base, s.words[0], parameters_.push_cycles);
        return true;
      case step::kind_t::store: present(write, s.address, s.value, parameters_.store_cycles); return true;
      case step::kind_t::load: present(load, s.address, 0, 1); return true;
      case step::kind_t::copy:
        present(copy, s.address, 0, parameters_.store_cycles);
        rtl.top.step_address2 = s.address2;
        return true;
      case step::kind_t::poll:
        polling_ = true;
        poll_.mask = s.mask;
        poll_.value = s.value;
        poll_.holds = compare_function(s.how);
        present(load, s.address, 0, 1);
        return true;
      case step::kind_t::sync:
        if (core_ >= thread_count) return false;  // B has no thread of its own, hence nothing to wait for
        present(load, address_map::ttsync_done, 0, 1);
        return true;
      case step::kind_t::mark: marks_.push_back({*s.name, core_, cycle}); return false;
      case step::kind_t::delay:
        if (s.cycles == 0) return false;
        present(delay, 0, 0, s.cycles);
        return true;
    }
    return false;
  }
};

const bool known = register_rtl({"players", "instruction source on the core sockets (examples/rtl/core_source)",
                                 [](tile_parts&, unit_source source, rtl_environment& environment) {
                                   if (source == unit_source::shadow)
                                     throw parameter_error(
                                         "units.players=shadow: a player only asks, there is nothing to compare; "
                                         "units.players=rtl");
                                   environment.player = [&environment](const char* name, unsigned core, const parameters& p,
                                                                       std::unique_ptr<step_source> steps) {
                                     return std::make_unique<rtl_player>(name, core, p, environment.clock(), std::move(steps));
                                   };
                                 }});

}  // namespace
}  // namespace tensix
