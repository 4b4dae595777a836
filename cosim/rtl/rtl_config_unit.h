// SPDX-License-Identifier: Apache-2.0
// RTL of the configuration unit's pipeline in the place of units.config_unit, and beside the model (docs/cosim-units.md): RTL says
// which instruction or request enters when, when it reads the NoC overlay, when it takes effect and with which words; what those
// are is worked out by the model's function when it enters.
//
//   parts.config_unit = [&e](const tile_context& c) {
//     return std::make_unique<rtl_config_unit<verilated_block<Vmine>>>("config_unit", c, e, "mine");
//   };
#pragma once
#include <algorithm>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "cosim/rtl/config_pins.h"
#include "cosim/rtl/issue_adapter.h"
#include "cosim/rtl/issue_shadow.h"
#include "models/config_unit/config_unit.h"
#include "models/observe/observer.h"
#include "platform/tile_parts.h"
#include "support/text/hex_text.h"

namespace tensix {

template <class Block>
struct config_port_holder {
  mutable config_port<Block> port;
};

template <class Block>
class rtl_config_unit : private config_port_holder<Block>,
                        public issue_adapter<config_port<Block>, config_unit, refusals_count::no> {
  using adapter = issue_adapter<config_port<Block>, config_unit, refusals_count::no>;
  using typename config_unit::hazard;
  using typename config_unit::occupant;

 public:
  // `top`: the block's name in messages.
  rtl_config_unit(const sc_core::sc_module_name& name, const tile_context& c, rtl_environment& environment, const char* top)
      : config_port_holder<Block>{{top, c.configuration.config_unit, environment}},
        adapter(name, this->port, c.configuration.config_unit, c.state, c.functions.config_unit) {
    this->port.gpr_written = [this](cycle_t cycle) { return this->gpr_writes && this->gpr_writes->writes_gpr(cycle); };
    this->port.overlay_free_from = [this](cycle_t cycle) { return this->config_unit::overlay_free_from(cycle); };
  }

  cycle_t idle_from(cycle_t now) const override { return this->port.idle_from(now); }
  std::optional<hazard> reads_too_early(uint32_t word, unsigned thread) const override {
    for (const inside& i : inside_) {
      if (!i.what.operation.word || i.what.operation.thread != thread) continue;
      if (const auto found = this->consumed_by(word, i.what)) return found;
    }
    return std::nullopt;
  }
  uint32_t will_write(unsigned thread, unsigned gpr) const override {
    for (const inside& i : inside_) {
      const auto& o = i.what.operation;
      if (o.word && opcode_of(o.word) == opcode::RDCFG && o.thread == thread && insn::RDCFG::gpr_address(o.word) == gpr)
        return o.word;
    }
    return 0;
  }

 private:
  struct inside {
    config_token token;
    occupant what;
  };
  std::deque<inside> inside_;

  occupant& find(const config_token& token) {
    const auto i = std::find_if(inside_.begin(), inside_.end(), [&](const inside& e) { return e.token == token; });
    if (i == inside_.end())
      throw rtl_failure(std::string(this->name()) + " (RTL), cycle " + std::to_string(now_cycle()) + ": " + token.text() +
                        " takes effect, which is not in the pipeline");
    return i->what;
  }

  void starts(const issue_request& r) override {
    this->run_.arm(r.cycle + 1);
    const opcode op = opcode_of(r.word);
    if (op == opcode::SETC16) return this->worked(r, r.cycle, r.cycle + 1);
    occupant e;
    e.operation = this->function_.start(r.word, r.thread);
    e.entered = r.cycle;
    if (op == opcode::WRCFG && this->state_.tap)
      this->state_.tap->gprs_used({r.word, r.thread, gprs_read_by_wrcfg(r.word), false, r.cycle});
    if (op != opcode::STREAMWRCFG) this->read(e);
    inside_.push_back({this->port.starts(r.thread, e.value), e});
    this->account_.busy(r.cycle, r.cycle + 1);
    this->account_.executed(static_cast<int>(r.thread), r.word, r.cycle, r.cycle, r.cycle + this->port.start_in(r.thread));
  }

  // ---- config_unit
  bool request_enters(cycle_t now) override { return this->port.request(now, this->waiting_.front().value); }
  void enter(size_t, occupant e, cycle_t now) override {  // a request
    e.entered = now;
    inside_.push_back({this->port.request_begins(), e});
    this->account_.busy(now, now + 1);
    this->run_.arm(now + 1);
  }
  cycle_t stream_reads_in() const override { return this->port.stream_reads_in(); }
  void process() override {
    const cycle_t now = this->run_.begin();
    this->port.look(now);
    if (this->state_.tap) this->state_.tap->registers_used(static_cast<unsigned>(tile_unit::config_unit), now);
    const std::vector<config_effect> effects = this->port.effects();
    for (const config_effect& f : effects) {
      if (f.kind == config_effect::kind_t::thread_config) {
        this->write_thread_config(f.of.source, f.word, now);
        continue;
      }
      occupant e = find(f.of);
      e.value = f.value;
      inside_.erase(std::find_if(inside_.begin(), inside_.end(), [&](const inside& i) { return i.token == f.of; }));
      if (f.kind == config_effect::kind_t::gpr) this->write_gpr(e, now);
      else if (e.writes) this->write_config(e, now);
    }
    if (this->port.stream_reads()) {
      occupant& e = find(this->port.stream_reader());
      this->read(e);
      this->port.stream_value(e.value[0]);
    }
    if (this->port.occupied()) this->account_.busy(now, now + 1);
    if (this->port.go_on(now)) this->run_.arm(now + 1);
    if (!effects.empty()) this->notify(now);
  }
};

// Beside the model. RTL is given what the model works out.
template <class Block>
class shadow_config_unit : private config_port_holder<Block>, public issue_shadow<config_unit, config_port<Block>> {
  using shadow = issue_shadow<config_unit, config_port<Block>>;
  using typename config_unit::occupant;
  using kind_t = config_effect::kind_t;

 public:
  shadow_config_unit(const sc_core::sc_module_name& name, const tile_context& c, rtl_environment& environment, const char* top)
      : config_port_holder<Block>{{top, c.configuration.config_unit, environment}},
        shadow(name, environment, this->port, c.configuration.config_unit, c.state, c.functions.config_unit) {
    this->port.gpr_written = [this](cycle_t cycle) { return this->gpr_writes && this->gpr_writes->writes_gpr(cycle); };
    this->port.overlay_free_from = [this](cycle_t cycle) { return this->config_unit::overlay_free_from(cycle); };
  }
  cycle_t idle_from(cycle_t now) const override {
    const cycle_t model = config_unit::idle_from(now);
    this->compare("the unit is idle", this->port.idle_from(now), model);
    return model;
  }

 private:
  struct inside {
    config_token token;
    occupant what;
    cycle_t model = never, rtl = never;  // in which it took effect
  };
  static constexpr size_t most_inside = 64;  // what is older has been lost by RTL, which has been told
  std::deque<inside> inside_;
  std::vector<config_effect> effects_;  // of RTL, at the edge before
  uint64_t effects_compared_ = 0, requests_compared_ = 0;
  bool served_ = false, asked_ready_ = false, model_reads_ = false;

  std::string summary() const override {
    return shadow::summary() + ", " + std::to_string(requests_compared_) + " turns of requests, " +
           std::to_string(effects_compared_) + " writes with cycle and words";
  }
  static std::string text(const occupant& e) {
    return e.operation.word ? "T" + std::to_string(e.operation.thread) + " \"" + disassemble(e.operation.word) + "\""
                            : "request for word " + std::to_string(e.index);
  }
  static std::string text(const config_unit_function::words& v) {
    std::string all;
    for (const uint32_t w : v) all += (all.empty() ? "" : " ") + hex_text(w);
    return all;
  }

  // ---- Entering
  void process_requests() override {
    const cycle_t now = now_cycle();
    const bool asks = !this->waiting_.empty() && this->waiting_.front().arrives <= now;
    asked_ready_ = asks && this->port.request(now, this->waiting_.front().value);
    served_ = false;
    this->config_unit::process_requests();
    if (!asks) return;
    ++requests_compared_;
    if (asked_ready_ != served_)
      this->environment_.differs(this->basename(), now,
                                 std::string("the oldest request: RTL ") + (asked_ready_ ? "takes it" : "lets it wait") +
                                     ", the model " + (served_ ? "takes it" : "lets it wait"));
    if (!served_) this->port.withdraw_request();
  }
  void enter(size_t stage, occupant e, cycle_t now) override {
    this->config_unit::enter(stage, e, now);
    e.entered = now;
    const bool request = e.operation.word == 0;
    served_ |= request;
    inside_.push_back({request ? this->port.request_begins() : this->port.starts(e.operation.thread, e.value), e});
    if (inside_.size() > most_inside) inside_.pop_front();
  }
  void read(occupant& e) override {
    this->config_unit::read(e);
    if (opcode_of(e.operation.word) != opcode::STREAMWRCFG) return;
    model_reads_ = true;
    this->port.stream_value(e.value[0]);
  }

  // ---- Taking effect
  void process() override {
    const cycle_t now = now_cycle();
    this->port.look(now);
    effects_ = this->port.effects();
    const bool rtl_reads = this->port.stream_reads();
    model_reads_ = false;
    this->config_unit::process();
    if (rtl_reads != model_reads_)
      this->environment_.differs(
          this->basename(), now,
          std::string("a STREAMWRCFG reads in this cycle in ") + (rtl_reads ? "RTL" : "the model") + " only");
    for (const config_effect& f : effects_) rtl_alone(f, now);
    if (this->port.go_on(now)) this->run_.arm(now + 1);
  }
  void both(inside& i) {
    if (i.model == never || i.rtl == never) return;
    ++effects_compared_;
    if (i.model == i.rtl) return;
    this->environment_.differs(this->basename(), std::max(i.model, i.rtl),
                               text(i.what) + ": takes effect in cycle " + std::to_string(i.rtl) + " in RTL, in cycle " +
                                   std::to_string(i.model) + " in the model");
  }
  // What the model has not done in this cycle, too.
  void rtl_alone(const config_effect& f, cycle_t now) {
    if (f.kind == kind_t::thread_config)
      return this->environment_.differs(
          this->basename(), now,
          "T" + std::to_string(f.of.source) + " \"" + disassemble(f.word) + "\": RTL writes, the model does not");
    const auto i =
        std::find_if(inside_.begin(), inside_.end(), [&](const inside& e) { return e.token == f.of && e.rtl == never; });
    if (i == inside_.end())
      return this->environment_.differs(this->basename(), now,
                                        "RTL: " + f.of.text() + " takes effect, which is not in the pipeline");
    if (!i->what.writes && opcode_of(i->what.operation.word) != opcode::STREAMWRCFG && f.kind == kind_t::config) {
      inside_.erase(i);  // a read, or undefined
      return;
    }
    i->rtl = now;
    both(*i);
    if (i->model != never) inside_.erase(i);
  }
  void model_does(kind_t kind, const occupant& e, cycle_t now) {
    const auto i = std::find_if(inside_.begin(), inside_.end(), [&](const inside& s) {
      return s.model == never && s.what.operation.word == e.operation.word && s.what.operation.thread == e.operation.thread &&
             s.what.entered == e.entered && s.what.index == e.index;
    });
    if (i == inside_.end()) return;
    i->model = now;
    const auto f = std::find_if(effects_.begin(), effects_.end(),
                                [&](const config_effect& x) { return x.kind == kind && x.of == i->token; });
    if (f != effects_.end()) {
      i->rtl = now;
      if (e.writes && f->value != e.value)
        this->environment_.differs(this->basename(), now,
                                   text(e) + ": RTL writes " + text(f->value) + ", the model " + text(e.value));
      effects_.erase(f);
    }
    both(*i);
    if (i->rtl != never) inside_.erase(i);
  }
  void write_config(const occupant& e, cycle_t now) override {
    model_does(kind_t::config, e, now);
    this->config_unit::write_config(e, now);
  }
  void write_gpr(const occupant& e, cycle_t now) override {
    model_does(kind_t::gpr, e, now);
    this->config_unit::write_gpr(e, now);
  }
  void write_thread_config(unsigned thread, uint32_t word, cycle_t now) override {
    const auto f = std::find_if(effects_.begin(), effects_.end(), [&](const config_effect& x) {
      return x.kind == kind_t::thread_config && x.of.source == thread && x.word == word;
    });
    ++effects_compared_;
    if (f != effects_.end()) effects_.erase(f);
    else
      this->environment_.differs(
          this->basename(), now,
          "T" + std::to_string(thread) + " \"" + disassemble(word) + "\": the model writes, RTL does not");
    this->config_unit::write_thread_config(thread, word, now);
  }
};

// What is put into a tile, by units.config_unit.
template <class Block>
void put_config_unit(tile_parts& parts, unit_source source, rtl_environment& environment, const char* top) {
  parts.config_unit = [source, &environment, top](const tile_context& c) -> std::unique_ptr<config_unit_if> {
    if (source == unit_source::shadow) return std::make_unique<shadow_config_unit<Block>>("config_unit", c, environment, top);
    return std::make_unique<rtl_config_unit<Block>>("config_unit", c, environment, top);
  };
}

}  // namespace tensix
