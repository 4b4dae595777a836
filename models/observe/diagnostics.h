// What a simulated program did wrong: undefined, unsupported or unpredictable behaviour, named with thread, cycle and
// instruction. Layer 1: functions report here and go on with some defined result; whoever runs them looks at `stop()`.
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace tensix {

enum class on_undefined : uint8_t { stop, warn };

struct diagnosis {
  std::string unit;    // who noticed
  int thread = -1;     // Tensix thread 0..2, -1: none
  uint64_t cycle = 0;  // filled from `diagnostics::now`
  uint32_t word = 0;   // instruction word, 0: none
  std::string text;    // what is wrong, with the register values that caused it
  std::string to_string() const;
};

class diagnostics {
 public:
  on_undefined policy = on_undefined::stop;
  uint64_t now = 0;  // the current cycle, kept by whoever runs the units

  // Called at the first report with the policy `stop`; then whatever is reported afterwards is not kept. Unset: all is.
  std::function<void()> stopped;

  // Reports once per (unit, text): a loop that does the same wrong thing a million times is one message.
  void undefined(const char* unit, int thread, uint32_t word, std::string text);
  bool stop() const { return stop_; }
  bool any() const { return !reports_.empty(); }
  const std::vector<diagnosis>& reports() const { return reports_; }

 private:
  std::vector<diagnosis> reports_;
  bool stop_ = false;
};

}  // namespace tensix
