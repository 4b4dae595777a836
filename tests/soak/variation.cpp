// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iterator>
#include <utility>

#include "tests/soak/bench.h"
#include "tests/soak/random.h"

namespace tensix::soak {
namespace {

// How far a number is taken from where it is; a program of a few hundred instructions shows no more with more.
constexpr uint32_t farthest = 60;

std::string other_value(const parameter_info& info, const parameters& p, random_numbers& random) {
  switch (info.kind) {
    case parameter_kind::number: {
      const uint32_t now = static_cast<uint32_t>(std::stoul(info.get(p)));
      const uint32_t least = std::max(info.least, now > farthest ? now - farthest : 0u);
      const uint32_t most = std::min(info.most, now + farthest);
      const uint32_t any = random.between(least, most);
      return std::to_string(random.pick({least, std::min(most, least + 1), any, any}));
    }
    case parameter_kind::boolean:
    case parameter_kind::choice: return info.choices[random.below(static_cast<unsigned>(info.choices.size()))];
    case parameter_kind::file: break;
    case parameter_kind::speed_pair: {
      static constexpr const char* speeds[] = {"x1", "x2", "x4"};
      const std::string first = random.pick(speeds);
      return first + "," + random.pick(speeds);
    }
    case parameter_kind::port_list: {
      const uint32_t first = random.below(p.l1.ports);
      const uint32_t count = random.between(1, std::min(8u, p.l1.ports - first));
      return std::to_string(first) + (count > 1 ? "-" + std::to_string(first + count - 1) : "");
    }
  }
  return info.get(p);
}

// Not matters of time alone.
bool changes_more_than_time(const std::string& name) {
  static constexpr const char* names[] = {
      // With these, cores that poll by atomics can keep another one out of a bank for ever (docs/soak.md).
      "l1.bank_policy",
      "l1.port_policy",
      "l1.atomic_cycles",
      "riscv_core.atomic_cycles",
      "packer.read_interfaces",           // which PACRs are defined
      "l1.size_kib",                      // which addresses there are
      "clock_period_fs",                  // of a process, set once (tests/timing has others)
      "clock_period_ps",                  // of a process, set once (tests/timing has others)
      "vector_unit.multiply_add_cycles",  // how far apart instructions have to be where the stall logic sees nothing
      "vector_unit.exchange_cycles",      // likewise
      "vector_unit.issue_cycles",         // likewise; SFPLOADMACRO is refused
      "src.banks",                        // what rows hold that a program reads and has not written
      "dst.rows",                         // which addresses there are
      "frontend.issue_width",             // SFPLOADMACRO is refused
      "frontend.mop_count_bits",          // which MOPs are defined
      "frontend.replay_entries",          // which REPLAYs are defined
  };
  if (name.rfind("rtl.", 0) == 0) return true;  // there is no RTL in these runs, or it is an error on purpose
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

}  // namespace

variation vary(uint64_t seed) {
  random_numbers random(seed);
  const std::string base = random.below(3) == 0 ? "documented" : "blackhole";
  variation v;
  v.p = builtin_configuration(base);
  v.settings = "--config " + base;
  for (unsigned u = 0; u < tile_units; ++u) v.order[u] = static_cast<tile_unit>(u);
  if (random.below(4) == 0) return v;  // as it is shipped
  const unsigned share = 2 + random.below(30);
  for (const parameter_info& info : parameter_list()) {
    if (changes_more_than_time(info.name) || random.below(share) != 0) continue;
    const std::string before = info.get(v.p), value = other_value(info, v.p, random);
    if (value == before) continue;
    parameters tried = v.p;
    try {
      info.assign(tried, value);
      validate(tried);
    } catch (const parameter_error&) {
      continue;  // contradicts another one
    }
    v.p = tried;
    v.settings += " --set " + info.name + "=" + value;
  }
  for (unsigned u = tile_units - 1; u > 0; --u) std::swap(v.order[u], v.order[random.below(u + 1)]);
  return v;
}

}  // namespace tensix::soak
