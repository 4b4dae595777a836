// What is done with a tile of exchanged parts: a built-in kernel is run, in a process of its own, since SystemC allows one
// simulation a process.
#pragma once
#include <cstdint>
#include <functional>
#include <string>

#include "platform/tile_parts.h"

namespace own {

struct kernel_case {
  std::string configuration, kernel, settings;  // settings: "NAME=VALUE", or nothing
};

struct outcome {
  std::string end;       // "done", or why it is not
  uint64_t cycles = 0;
  uint64_t output = 0;   // sums of the output tiles, and of all of L1
  uint64_t l1 = 0;
  uint64_t uses = 0;     // what `used` answered
  std::string accounts;  // a line each: name, busy, idle, and each stall
};

// `exchange` puts parts of its own in; `used` says afterwards how often they were used.
outcome run(const kernel_case& what, const std::function<void(tensix::tile_parts&)>& exchange,
            const std::function<uint64_t(tensix::tensix_unit&)>& used = {}, tensix::tile_unit unit = {});
// Runs `body` in a process of its own and returns what it returns; throws if the process fails.
std::string apart(const std::function<std::string()>& body);

}  // namespace own
