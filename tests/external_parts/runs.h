// SPDX-License-Identifier: Apache-2.0
// A built-in kernel on a tile of exchanged parts, in a process of its own, since SystemC allows one simulation a process.
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "platform/tile.h"

namespace own {

struct kernel_case {
  std::string configuration, kernel;
  uint32_t size;         // of both operands: size x size
  std::string settings;  // NAME=VALUE, or nothing
};

struct outcome {
  std::string end;  // "done", or why it is not
  uint64_t cycles = 0;
  uint64_t output = 0, l1 = 0;        // sums of the output tiles' bytes, and of all of L1's
  uint64_t uses = 0;                  // what `used` answered
  std::vector<std::string> accounts;  // a line each: name, busy, idle, and each stall
};

// `exchange` puts own parts in the place of the library's; `used` is asked after the run.
using exchanging = std::function<void(tensix::tile_parts& parts)>;
using counting = std::function<uint64_t(tensix::tensix_tile& tile)>;
outcome run(const kernel_case& what, const exchanging& exchange, const counting& used);

// Runs `body` in a process of its own and returns what it returns; throws what it has thrown as std::runtime_error.
std::string apart(const std::function<std::string()>& body);

}  // namespace own
