// SPDX-License-Identifier: Apache-2.0
// What the configuration unit and the scalar unit ask of others while they work (by interfaces that the tile connects), and what
// they are asked for in return: for a record of such a unit, and its replay.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "models/contracts/ports.h"
#include "models/coprocessor/tensix_functions.h"

namespace tensix {

struct unit_question {
  const char* name;
  std::string of;  // its numbers, with spaces between
  bool no_effect;  // may be asked again, or not at all
};
// Answers in the place of `original`, which is empty in a replay.
using unit_answers = std::function<uint64_t(const unit_question& q, const std::function<uint64_t()>& original)>;

// Connections that lead elsewhere until this is over.
class exchanged_links {
 public:
  exchanged_links() = default;
  exchanged_links(const exchanged_links&) = delete;
  exchanged_links& operator=(const exchanged_links&) = delete;
  ~exchanged_links() {
    for (auto back = undo_.rbegin(); back != undo_.rend(); ++back) (*back)();
  }
  template <class Interface>
  void put(Interface*& link, std::shared_ptr<Interface> with) {
    undo_.push_back([&link, was = std::exchange(link, with.get()), with] { link = was; });
  }

 private:
  std::vector<std::function<void()>> undo_;
};

// Every question of `unit` goes to `answers`, with what has answered it so far. Nothing for a unit without questions.
void connect_questions(tile_unit unit, tensix_unit& module, tensix_functions& functions, const unit_answers& answers,
                       exchanged_links& links);

// What others ask of the unit, without effect on it.
inline constexpr const char *question_thcon_port = "thcon_port", *question_gpr_port = "gpr_port";
// The questions of this sort that `scalar` or `config` has for the other, which is `unit`, go to `answers`.
void connect_asked(tile_unit unit, scalar_unit_if& scalar, config_unit_if& config, const unit_answers& answers,
                   exchanged_links& links);
// The answer of the unit; `name` is one of the two.
bool ask_unit(tensix_unit& module, const std::string& name, cycle_t of);

}  // namespace tensix
