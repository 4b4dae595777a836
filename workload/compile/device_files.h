// SPDX-License-Identifier: Apache-2.0
// Where the device's headers, start-up and linker script are: with the installed program (share/tensix_tlm beside its bin), else
// in the source tree it was built from; $TENSIX_TLM_SHARE names another place. Below it the paths are those of the repository.
#pragma once
#include <filesystem>

namespace tensix {

// Throws std::runtime_error if there are none.
std::filesystem::path device_root();

}  // namespace tensix
