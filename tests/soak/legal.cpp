// SPDX-License-Identifier: Apache-2.0
#include "tests/soak/legal.h"

#include <memory>

#include "tests/soak/random.h"

namespace tensix::soak {

std::string legal(const program& p, const packers_of_tile& packers, const std::function<void(functional_machine&)>& prepare,
                  unsigned ways) {
  std::unique_ptr<untimed> first;
  for (unsigned way = 0; way < ways; ++way) {
    auto next = std::make_unique<untimed>(packers);
    random_numbers turns(p.seed + way);
    if (way == 0 && prepare) prepare(next->machine);
    if (way != 0) next->machine.schedule = [&turns] { return turns.word(); };
    const auto ended = next->run(p);
    if (ended.how != functional_machine::outcome::done) return ended.text;
    if (!first) first = std::move(next);
    else if (std::string other = differences(first->view(), "in one order of turns", next->view(), "in another");
             !other.empty())
      return other;
  }
  return "";
}

}  // namespace tensix::soak
