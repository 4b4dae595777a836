// SPDX-License-Identifier: Apache-2.0
// Where the files that come with the program are: headers for kernels, configurations.
#pragma once
#include <filesystem>
#include <vector>

namespace tensix {

// Folders to look into, in order: $TENSIX_TLM_SHARE alone, if it is set; else beside the program, where it is installed, those that
// have been added, and the sources that it was built of.
std::vector<std::filesystem::path> share_places();

// For programs that are built of an installed package and are themselves elsewhere. Always true, so that a static object can call it.
bool add_share_place(const std::filesystem::path& folder);

}  // namespace tensix
