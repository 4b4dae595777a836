// SPDX-License-Identifier: Apache-2.0
// The state that threads wait for, in words: what is before the gates, semaphores, mutexes, banks of SrcA and SrcB.
#pragma once
#include <functional>
#include <string>

#include "platform/tile.h"

namespace tensix {

// Lines; what is as after a reset is left out. `place` of an instruction of a core, for what it has pushed.
std::string state_text(tensix_tile& tile, const std::function<std::string(unsigned core, uint32_t pc)>& place);

}  // namespace tensix
