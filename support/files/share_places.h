// Where the files that come with the program are: headers for kernels, configurations.
#pragma once
#include <filesystem>
#include <vector>

namespace tensix {

// Folders to look into, in order: $TENSIX_TLM_SHARE alone, if it is set; else beside the program, where it is installed, and the
// sources that it was built of.
std::vector<std::filesystem::path> share_places();

}  // namespace tensix
