#include <algorithm>
#include <utility>

#include "tests/soak/bench.h"
#include "tests/soak/generator_random.h"

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
    // How much L1 there is, is no matter of time; the clock of a process is set once (tests/timing has another).
    if (info.name == "l1.size_kib" || info.name == "clock_period_ps" || random.below(share) != 0) continue;
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
