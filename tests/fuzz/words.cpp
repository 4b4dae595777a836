// SPDX-License-Identifier: Apache-2.0
// Instruction words without regard to meaning, on three threads of the functional machine: done, undefined, deadlock, or given up
// after so many instructions; nothing else. First byte: what follows something undefined. Then records of 8 bytes: whose step, what
// it is, two bytes of an index, four of a word.
#include <cstring>

#include "models/memory/address_map.h"
#include "tests/functional/functional_machine.h"
#include "tests/fuzz/fuzz.h"

using namespace tensix;

namespace {

class steps_of final : public step_source {
 public:
  std::vector<step> steps;
  bool next(step& out) override {
    if (at_ == steps.size()) return false;
    out = steps[at_++];
    if (out.kind == step::kind_t::push) out.words = &out.value;  // `out` stays where it is until the next call
    return true;
  }

 private:
  size_t at_ = 0;
};

step decoded(const uint8_t* record) {
  uint32_t index, word;
  std::memcpy(&index, record, 4);
  std::memcpy(&word, record + 4, 4);
  index >>= 16;
  step s;
  s.kind = step::kind_t::store;
  s.value = word;
  switch (record[1] & 15) {
    case 0: s.address = address_map::config_base + 4 * (index % 512); break;
    case 1: s.address = address_map::mop_config_base + 4 * (index % 9); break;
    case 2: s.address = address_map::gpr_base + 4 * (index % 64); break;
    case 3: s.address = word, s.value = index; break;  // anywhere
    case 4: s.kind = step::kind_t::load, s.address = word; break;
    case 5: s.kind = step::kind_t::poll, s.address = word, s.how = comparison::ge, s.value = index; break;
    case 6: s.kind = step::kind_t::sync; break;
    case 7: s.kind = step::kind_t::copy, s.address = word, s.address2 = index; break;
    default: s.kind = step::kind_t::push, s.count = 1;
  }
  return s;
}

}  // namespace

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  functional_machine machine(256 * 1024);
  machine.most_instructions = 20000;
  machine.state.diagnose.policy = data[0] & 1 ? on_undefined::warn : on_undefined::stop;
  std::unique_ptr<steps_of> steps[stream_cores];
  for (auto& s : steps) s = std::make_unique<steps_of>();
  for (size_t at = 1; at + 8 <= size; at += 8) {
    const unsigned core = data[at] & 3;
    const step s = decoded(data + at);
    if (core != core_b || s.kind != step::kind_t::push) steps[core]->steps.push_back(s);
  }
  const auto result = machine.run({std::move(steps[0]), std::move(steps[1]), std::move(steps[2]), std::move(steps[3])});
  using outcome = functional_machine::outcome;
  fuzz::expect(machine.instructions_executed() <= machine.most_instructions, "more instructions than allowed");
  fuzz::expect(result.how == outcome::done || !result.text.empty(), "no word about why it ended");
  fuzz::expect(result.how != outcome::undefined || machine.state.diagnose.any(), "undefined, but nothing is reported");
  return 0;
}
