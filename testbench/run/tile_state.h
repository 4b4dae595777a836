// The state that threads wait for, in words: what is before the gates, semaphores, mutexes, banks of SrcA and SrcB.
#pragma once
#include <string>

#include "platform/tile.h"

namespace tensix {

// Lines; what is as after a reset is left out.
std::string state_text(tensix_tile& tile);

}  // namespace tensix
