// SPDX-License-Identifier: Apache-2.0
#include "observe/events/unit_links.h"

#include <initializer_list>

namespace tensix {
namespace {

std::string in_one(std::initializer_list<uint64_t> numbers) {
  std::string text;
  for (const uint64_t n : numbers) text += (text.empty() ? "" : " ") + std::to_string(n);
  return text;
}

// Stands in the place of `was` (null: of none).
template <class Interface>
struct link : Interface {
  link(Interface* w, const unit_answers& a) : was(w), answers(a) {}
  // Puts a question; `original` calls `was`.
  template <class Original>
  uint64_t ask(const char* name, std::initializer_list<uint64_t> of, bool no_effect, const Original& original) const {
    return answers({name, in_one(of), no_effect}, was ? std::function<uint64_t()>(original) : nullptr);
  }
  Interface* const was;
  const unit_answers answers;
};

struct gpr_writes_link : link<gpr_writes_if> {
  using link::link;
  bool writes_gpr(cycle_t cycle) const override {
    return ask(question_gpr_port, {cycle}, true, [&] { return was->writes_gpr(cycle); }) != 0;
  }
  bool gpr_written_after(unsigned thread, unsigned gpr, cycle_t cycle) const override {
    return was && was->gpr_written_after(thread, gpr, cycle);
  }
};

// Of the environment of the scalar unit, the question for the configuration unit.
struct thcon_link : link<scalar_environment_if> {
  using link::link;
  bool thcon_port_taken(cycle_t cycle) const override {
    return ask(question_thcon_port, {cycle}, true, [&] { return was->thcon_port_taken(cycle); }) != 0;
  }
  cycle_t conditions_met(unsigned thread, uint32_t conditions, cycle_t now) const override {
    return was->conditions_met(thread, conditions, now);
  }
  cycle_t register_load(uint32_t address, cycle_t arrives) override { return was->register_load(address, arrives); }
  void gprs_changed() override {
    if (was) was->gprs_changed();
  }
};

struct scalar_environment_link final : thcon_link {
  using thcon_link::thcon_link;
  cycle_t conditions_met(unsigned thread, uint32_t conditions, cycle_t now) const override {
    return ask("conditions", {thread, conditions, now}, true, [&] { return was->conditions_met(thread, conditions, now); });
  }
  cycle_t register_load(uint32_t address, cycle_t arrives) override {
    return ask("served", {address, arrives}, false, [&] { return was->register_load(address, arrives); });
  }
};

struct bus_link : link<coprocessor_bus_if> {
  using link::link;
  uint32_t load(const char* unit, uint32_t address) override {
    return static_cast<uint32_t>(ask("load", {address}, false, [&] { return was->load(unit, address); }));
  }
  void store(const char* unit, uint32_t address, uint32_t value) override {  // has no answer
    ask("store", {address, value}, false, [&] { return was->store(unit, address, value), 0; });
  }
  uint32_t stream_register(unsigned stream, unsigned reg) override {
    return static_cast<uint32_t>(
        ask("stream_register", {stream, reg}, false, [&] { return was->stream_register(stream, reg); }));
  }
};

struct packers_link : link<packer_signals_if> {
  using link::link;
  std::array<uint32_t, 4> signals(unsigned thread, unsigned input, unsigned packers) override {
    std::array<uint32_t, 4> words{};
    for (unsigned i = 0; i < words.size(); ++i)
      words[i] = static_cast<uint32_t>(ask("signals", {thread, input, packers, i}, false, [&] {
        if (i == 0) words = was->signals(thread, input, packers);
        return words[i];
      }));
    return words;
  }
  void reset_exponent_histograms() override { was->reset_exponent_histograms(); }
  bool tdma_load(uint32_t offset, uint32_t& value) const override { return was->tdma_load(offset, value); }
  bool tdma_store(uint32_t offset, uint32_t value) override { return was->tdma_store(offset, value); }
};

template <class Link, class Interface>
void exchange(Interface*& place, const unit_answers& answers, exchanged_links& links) {
  links.put(place, std::shared_ptr<Interface>(std::make_shared<Link>(place, answers)));
}

}  // namespace

void connect_questions(tile_unit unit, tensix_unit& module, tensix_functions& functions, const unit_answers& answers,
                       exchanged_links& links) {
  if (unit == tile_unit::config_unit) {
    exchange<gpr_writes_link>(dynamic_cast<config_unit_if&>(module).gpr_writes, answers, links);
    exchange<bus_link>(functions.config_unit.bus, answers, links);
  } else if (unit == tile_unit::scalar_unit) {
    exchange<scalar_environment_link>(dynamic_cast<scalar_unit_if&>(module).environment, answers, links);
    exchange<bus_link>(functions.scalar_unit.bus, answers, links);
    exchange<packers_link>(functions.scalar_unit.packers, answers, links);
  }
}

void connect_asked(tile_unit unit, scalar_unit_if& scalar, config_unit_if& config, const unit_answers& answers,
                   exchanged_links& links) {
  if (unit == tile_unit::config_unit) exchange<thcon_link>(scalar.environment, answers, links);
  if (unit == tile_unit::scalar_unit) exchange<gpr_writes_link>(config.gpr_writes, answers, links);
}

bool ask_unit(tensix_unit& module, const std::string& name, cycle_t of) {
  if (name == question_thcon_port) return dynamic_cast<config_unit_if&>(module).wrote_thcon(of);
  return dynamic_cast<scalar_unit_if&>(module).writes_gpr(of);
}

}  // namespace tensix
