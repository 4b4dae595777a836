// What the configuration unit, the scalar unit and the mover ask of others while they work (hooks that the tile sets), and what they
// are asked of in return: for a record of such a unit, and its replay.
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "models/contracts/unit.h"
#include "models/coprocessor/tensix_functions.h"

namespace tensix {

struct unit_question {
  const char* name;
  std::string of;  // its numbers, with spaces between
  bool no_effect;  // may be asked again, or not at all
};
// Answers in the place of `original`, which is empty in a replay.
using unit_answers = std::function<uint64_t(const unit_question& q, const std::function<uint64_t()>& original)>;

// Hooks that have others in them until this is over.
class exchanged_hooks {
 public:
  exchanged_hooks() = default;
  exchanged_hooks(const exchanged_hooks&) = delete;
  exchanged_hooks& operator=(const exchanged_hooks&) = delete;
  ~exchanged_hooks() {
    for (auto back = undo_.rbegin(); back != undo_.rend(); ++back) (*back)();
  }
  template <class Hook>
  void put(Hook& hook, Hook with) {
    undo_.push_back([&hook, was = std::exchange(hook, std::move(with))] { hook = was; });
  }

 private:
  std::vector<std::function<void()>> undo_;
};

// Every question of `unit` goes to `answers`, with what has answered it so far. Nothing for a unit that asks nobody.
void connect_questions(tile_unit unit, tensix_unit& module, tensix_functions& functions, const unit_answers& answers,
                       exchanged_hooks& hooks);

// What others ask of the unit, without effect on it.
inline constexpr const char *question_thcon_port = "thcon_port", *question_gpr_port = "gpr_port";
// Its answer; `name` is one of the two.
bool ask_unit(tensix_unit& module, const std::string& name, cycle_t of);

}  // namespace tensix
