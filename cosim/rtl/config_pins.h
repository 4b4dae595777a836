// SPDX-License-Identifier: Apache-2.0
// The pins of a configuration unit's pipeline (docs/cosim-units.md draws them): those of tt_issue_if, requests of cores and mover,
// and what takes effect when. `Block` is verilated_block<VTOP>; the names of the pins are those of
// examples/rtl/config_issue/config_issue.sv.
#pragma once
#include <deque>
#include <functional>
#include <string>
#include <vector>

#include "cosim/rtl/issue_port.h"
#include "cosim/rtl/rtl_units.h"
#include "models/config_unit/config_unit_function.h"
#include "models/config_unit/config_unit_parameters.h"
#include "platform/parameters.h"

namespace tensix {

// What is in RTL's pipeline is known by its source (a thread, or `requests`) and the low 8 bits of its number there.
struct config_token {
  static constexpr unsigned requests = 3;
  unsigned source = 0, number = 0;
  bool operator==(const config_token& o) const { return source == o.source && number == o.number; }
  std::string text() const {
    return (source == requests ? "request " : "instruction of T" + std::to_string(source) + ", number ") +
           std::to_string(number) + " (mod 256)";
  }
};

// An effect at an edge: visible from the next cycle on.
struct config_effect {
  enum class kind_t : uint8_t { gpr, config, thread_config } kind;  // in the order in which those of one edge take place
  config_token of;
  uint32_t word;  // thread_config
  config_unit_function::words value;
};

template <class Block>
struct config_block {
  Block rtl;
  explicit config_block(const char* name) : rtl(name) {}
};

template <class Block>
class config_port : private config_block<Block>, public issue_port<Block> {
 public:
  static constexpr uint32_t most_stream_read_cycles = 13;

  // Throws parameter_error if the pipeline would be longer than the pins say.
  config_port(const char* name, const config_unit_parameters& p, rtl_environment& environment)
      : config_block<Block>(name), issue_port<Block>("config_unit", environment.clock(), this->rtl) {
    if (p.stream_read_cycles > most_stream_read_cycles)
      throw parameter_error("config_unit.stream_read_cycles: " + std::to_string(p.stream_read_cycles) +
                            " with units.config_unit=rtl or shadow: the pins (docs/cosim-units.md) have up to " +
                            std::to_string(most_stream_read_cycles));
    auto& top = this->rtl.top;
    top.cfgshiftmask_cycles = static_cast<uint16_t>(p.cfgshiftmask_cycles);
    top.rdcfg_gpr_write_cycles = static_cast<uint16_t>(p.rdcfg_gpr_write_cycles);
    top.stream_read_cycles = static_cast<uint8_t>(p.stream_read_cycles);
    prepare_cycles_ = p.stream_prepare_cycles;
    top.request_valid = 0;
    top.stream_stays = static_cast<uint16_t>(prepare_cycles_);
    top.overlay_left = 0;
    top.gpr_written = 0;
  }

  // Does another unit write a GPR in this cycle? The first cycle from one on in which the NoC overlay serves nobody else.
  std::function<bool(cycle_t)> gpr_written = [](cycle_t) { return false; };
  std::function<cycle_t(cycle_t)> overlay_free_from = [](cycle_t cycle) { return cycle; };

  // What the thread has just offered and RTL taken: what it will write (of STREAMWRCFG nothing yet).
  config_token starts(unsigned thread, const config_unit_function::words& value) {
    for (unsigned i = 0; i < 4; ++i) this->rtl.top.issue_value[4 * thread + i] = value[i];
    last_effect_ = now_cycle();
    return {thread, this->rtl.top.issue_number[thread] & 0xff};
  }
  cycle_t start_in(unsigned thread) const { return bits12(this->rtl.top.start_in, thread); }

  // The oldest request asks for its turn: has it?
  bool request(cycle_t now, const config_unit_function::words& value) {
    this->clock().up_to(now);
    auto& top = this->rtl.top;
    top.request_valid = 1;
    top.request_number = static_cast<uint8_t>(requests_ & 0xff);
    for (unsigned i = 0; i < 4; ++i) top.request_value[i] = value[i];
    this->rtl.settle();
    this->clock().wake();
    if (top.request_ready) last_effect_ = now;
    return top.request_ready;
  }
  config_token request_begins() { return {config_token::requests, requests_++ & 0xff}; }
  // The tile does not go through with it in this cycle (shadow: the model has not served it).
  void withdraw_request() {
    this->rtl.top.request_valid = 0;
    this->rtl.settle();
  }

  // All edges that end earlier cycles have been. Then: what took effect at them, and whether a STREAMWRCFG reads in this cycle.
  void look(cycle_t now) { this->clock().up_to(now); }
  std::vector<config_effect> effects() { return std::exchange(effects_, {}); }
  bool stream_reads() const { return this->rtl.top.stream_read; }
  config_token stream_reader() const { return {this->rtl.top.stream_source, this->rtl.top.stream_number}; }
  void stream_value(uint32_t value) { this->rtl.top.stream_value = value; }
  // The cycle in which the STREAMWRCFG in its prepare stage reads; never: there is none.
  cycle_t stream_reads_in() {
    this->clock().up_to(now_cycle());
    const cycle_t in = this->rtl.top.stream_in;
    return in ? now_cycle() + in : never;
  }
  // What is inside needs another look in the next cycle. Nothing is expected of a block any more in which for long nothing happens.
  bool go_on(cycle_t now) {
    if (!this->rtl.top.issue_active) return false;
    return now < last_effect_ + this->clock().quiet_edges();
  }
  bool occupied() const { return this->rtl.top.issue_active; }

  cycle_t drained_from(unsigned thread, cycle_t now) {
    this->clock().up_to(now_cycle());
    const uint64_t in = bits12(this->rtl.top.drained_in, thread);
    return in ? now_cycle() + in : now;
  }
  cycle_t idle_from(cycle_t now) {
    this->clock().up_to(now_cycle());
    const cycle_t in = this->rtl.top.idle_in;
    return in ? now_cycle() + in : now;
  }

  // ---- clocked_if
  void reset(bool asserted) override {
    in_reset_ = asserted;
    this->rtl.top.request_valid = 0;
    effects_.clear();
    issue_port<Block>::reset(asserted);
  }
  bool edge(cycle_t cycle) override {
    auto& top = this->rtl.top;
    if (!in_reset_ && (top.issue_active || top.issue_valid || top.request_valid)) {
      top.gpr_written = gpr_written(cycle);
      const cycle_t next = cycle + 1;
      top.overlay_left = static_cast<uint16_t>(std::min<cycle_t>(overlay_free_from(next) - next, 0xfff));
      this->rtl.settle();
      sample(cycle);
    }
    return issue_port<Block>::edge(cycle);
  }

  std::vector<pin> pins() override {
    const auto& top = this->rtl.top;
    std::vector<pin> all = issue_port<Block>::pins();
    all.insert(all.end(), {{"drained_in", 36, &top.drained_in},
                           {"idle_in", 12, &top.idle_in},
                           {"start_in", 36, &top.start_in},
                           {"issue_value", 384, &top.issue_value[0]},
                           {"request_valid", 1, &top.request_valid},
                           {"request_ready", 1, &top.request_ready},
                           {"request_number", 8, &top.request_number},
                           {"request_value", 128, &top.request_value[0]},
                           {"thread_write", 3, &top.thread_write},
                           {"commit_valid", 1, &top.commit_valid},
                           {"commit_source", 2, &top.commit_source},
                           {"commit_number", 8, &top.commit_number},
                           {"commit_value", 128, &top.commit_value[0]},
                           {"gpr_valid", 1, &top.gpr_valid},
                           {"gpr_source", 2, &top.gpr_source},
                           {"gpr_number", 8, &top.gpr_number},
                           {"gpr_value", 128, &top.gpr_value[0]},
                           {"gpr_written", 1, &top.gpr_written},
                           {"stream_read", 1, &top.stream_read},
                           {"stream_source", 2, &top.stream_source},
                           {"stream_number", 8, &top.stream_number},
                           {"stream_value", 32, &top.stream_value},
                           {"stream_in", 12, &top.stream_in},
                           {"stream_stays", 12, &top.stream_stays},
                           {"overlay_left", 12, &top.overlay_left}});
    return all;
  }

 private:
  uint32_t prepare_cycles_ = 1, requests_ = 0;
  bool in_reset_ = false;
  cycle_t last_effect_ = 0;  // or entry
  std::vector<config_effect> effects_;

  static uint64_t bits12(uint64_t pins, unsigned which) { return pins >> (12 * which) & 0xfff; }

  void drive(const issue_request& r) override {
    if (opcode_of(r.word) != opcode::STREAMWRCFG) return;
    const cycle_t stays = overlay_free_from(r.cycle + prepare_cycles_) - r.cycle;
    this->rtl.top.stream_stays = static_cast<uint16_t>(std::min<cycle_t>(stays, 0xfff));
  }
  void fall() override { this->rtl.top.request_valid = 0; }
  bool input_high() const override { return this->rtl.top.request_valid; }

  template <class Wide>
  static config_unit_function::words words_of(const Wide& pins) {
    return {pins[0], pins[1], pins[2], pins[3]};
  }
  void sample(cycle_t cycle) {
    using kind_t = config_effect::kind_t;
    const auto& top = this->rtl.top;
    if (top.gpr_valid) effects_.push_back({kind_t::gpr, {top.gpr_source, top.gpr_number}, 0, words_of(top.gpr_value)});
    if (top.commit_valid)
      effects_.push_back({kind_t::config, {top.commit_source, top.commit_number}, 0, words_of(top.commit_value)});
    if (top.gpr_valid || top.commit_valid) last_effect_ = cycle;
    for (unsigned t = 0; t < thread_count; ++t)
      if (top.thread_write >> t & 1)
        effects_.push_back({kind_t::thread_config, {t, top.issue_number[t] & 0xff}, top.issue_word[t], {}});
  }
};

}  // namespace tensix
