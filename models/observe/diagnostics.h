// SPDX-License-Identifier: Apache-2.0
// What a simulated program did wrong: undefined, unsupported or unpredictable behaviour, named with thread, cycle and
// instruction. Layer 1: functions report here and go on with some defined result; the models that call them look at `stop()`.
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace tensix {

enum class on_undefined : uint8_t { stop, warn };

struct diagnosis {
  std::string unit;    // that reports it
  int thread = -1;     // Tensix thread 0..2, -1: none
  uint64_t cycle = 0;  // in which it happened; without a clock 0
  uint32_t word = 0;   // instruction word, 0: none
  std::string text;    // what is wrong, with the register values that caused it
  std::string to_string() const;
};

class diagnostics {
 public:
  using clock = uint64_t (*)();  // the present cycle
  // `now` null: of a machine without time.
  explicit diagnostics(clock now = nullptr) : now_(now) {}

  on_undefined policy = on_undefined::stop;

  // Called at each report that is kept, before `stopped`.
  std::function<void(const diagnosis&)> told;
  // Called at the first report with the policy `stop`; then whatever is reported afterwards is not kept. Unset: all is.
  std::function<void()> stopped;

  // Reports once per (unit, text): a loop that does the same wrong thing a million times is one message.
  void undefined(const char* unit, int thread, uint32_t word, std::string text) {
    undefined_in(now_ ? now_() : 0, unit, thread, word, std::move(text));
  }
  // In `cycle` instead of the present one.
  void undefined_in(uint64_t cycle, const char* unit, int thread, uint32_t word, std::string text);
  // Of a legal access that is answered with less than silicon has: the program goes on, whatever the policy. Once per (unit, text).
  void remark(const char* unit, std::string text);
  const std::vector<diagnosis>& remarks() const { return remarks_; }
  bool stop() const { return stop_; }
  bool any() const { return !reports_.empty(); }
  const std::vector<diagnosis>& reports() const { return reports_; }

 private:
  clock now_;
  std::vector<diagnosis> reports_, remarks_;
  bool stop_ = false;
};

}  // namespace tensix
