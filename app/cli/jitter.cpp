// SPDX-License-Identifier: Apache-2.0
#include "app/cli/jitter.h"

#include <algorithm>
#include <iostream>
#include <string>

#include "app/cli/interruption.h"

namespace tensix {
namespace {

// Odd, so that any 16 starts give a core 16 different ones; different, so that cores move against each other.
constexpr auto strides = per_core<uint32_t>(5, 3, 7, 0, 11);
constexpr uint32_t alignments = 16;

std::string setting(const std::string& name, uint64_t value) { return name + "=" + std::to_string(value); }

// Start `number`, from 0 on, which is the run as it is: L1's arbiter has taken so many turns more, and all cores but B
// start up to 15 cycles later, each with every delay once in 16 starts.
std::vector<std::string> settings_of_start(const parameters& p, uint32_t number) {
  const parameter_info& phase = find_parameter("l1.arbiter_phase");
  std::vector<std::string> all = {setting(phase.name, (p.l1.arbiter_phase + number) % (phase.most + 1))};
  for (unsigned core = 0; core < core_count; ++core) {
    if (core == core_b) continue;
    const parameter_info& later = find_parameter(std::string("start.") + core_name(core) + "_cycles");
    all.push_back(setting(later.name, std::min(p.start.later[core] + number * strides[core] % alignments, later.most)));
  }
  return all;
}

}  // namespace

jitter::jitter(const parameters& p, uint32_t starts, const std::function<run_result(const parameters&)>& run) {
  for (uint32_t number = 1; number < starts; ++number) {
    parameters other = p;
    const std::vector<std::string> settings = settings_of_start(p, number);
    apply_settings(other, settings);
    const std::optional<std::string> text = apart_interruptibly([&] {
      const run_result r = run(other);
      return r.how == run_outcome::done ? std::to_string(r.cycles) : std::string(name(r.how));
    });
    if (interrupted()) return;
    if (text && text->find_first_not_of("0123456789") == std::string::npos && !text->empty()) {
      cycles_.push_back(std::stoull(*text));
      continue;
    }
    std::cerr << "warning: --jitter: not in the band is start " << number << ", which ends otherwise ("
              << (text ? *text : "its process has failed") << "):";
    for (const auto& s : settings) std::cerr << " --set " << s;
    std::cerr << "\n";
  }
}

std::optional<jitter_report> jitter::report(uint64_t cycles) const {
  if (cycles_.empty()) return {};
  std::vector<uint64_t> all = cycles_;
  all.push_back(cycles);
  std::sort(all.begin(), all.end());
  return jitter_report{static_cast<uint32_t>(all.size()), all.front(), all[(all.size() - 1) / 2], all.back()};
}

}  // namespace tensix
