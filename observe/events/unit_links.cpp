#include "observe/events/unit_links.h"

#include <initializer_list>

#include "models/contracts/ports.h"

namespace tensix {
namespace {

std::string in_one(std::initializer_list<uint64_t> numbers) {
  std::string text;
  for (const uint64_t n : numbers) text += (text.empty() ? "" : " ") + std::to_string(n);
  return text;
}

// A hook that is asked for one number.
template <class Result, class... Arguments>
void connect(exchanged_hooks& hooks, std::function<Result(Arguments...)>& hook, const char* name, bool no_effect,
             const unit_answers& answers) {
  hooks.put(hook, std::function<Result(Arguments...)>([name, no_effect, answers, was = hook](Arguments... a) -> Result {
              std::function<uint64_t()> original;
              if (was) original = [&] { return static_cast<uint64_t>(was(a...)); };
              return static_cast<Result>(answers({name, in_one({a...}), no_effect}, original));
            }));
}

}  // namespace

void connect_questions(tile_unit unit, tensix_unit& module, tensix_functions& functions, const unit_answers& answers,
                       exchanged_hooks& hooks) {
  if (unit == tile_unit::config_unit) {
    connect(hooks, dynamic_cast<config_unit_if&>(module).gpr_port_taken, question_gpr_port, true, answers);
    connect(hooks, functions.config_unit.stream_register, "stream_register", false, answers);
  } else if (unit == tile_unit::scalar_unit) {
    auto& scalar = dynamic_cast<scalar_unit_if&>(module);
    auto& function = functions.scalar_unit;
    connect(hooks, scalar.conditions_met, "conditions", true, answers);
    connect(hooks, scalar.thcon_port_taken, question_thcon_port, true, answers);
    connect(hooks, scalar.register_load, "served", false, answers);
    connect(hooks, function.mmio_load, "load", false, answers);
    // A store has no answer, signals have four words.
    hooks.put(function.mmio_store, {[answers, was = function.mmio_store](uint32_t address, uint32_t value) {
                answers({"store", in_one({address, value}), false}, [&] { return was(address, value), 0; });
              }});
    hooks.put(function.packer_signals,
              {[answers, was = function.packer_signals](unsigned thread, unsigned source, unsigned packers) {
                std::array<uint32_t, 4> words{};
                for (unsigned i = 0; i < words.size(); ++i)
                  words[i] = static_cast<uint32_t>(answers({"signals", in_one({thread, source, packers, i}), false}, [&] {
                    if (i == 0) words = was(thread, source, packers);
                    return words[i];
                  }));
                return words;
              }});
  }
}

bool ask_unit(tensix_unit& module, const std::string& name, cycle_t of) {
  if (name == question_thcon_port) return dynamic_cast<config_unit_if&>(module).wrote_thcon(of);
  return dynamic_cast<scalar_unit_if&>(module).writes_gpr(of);
}

}  // namespace tensix
