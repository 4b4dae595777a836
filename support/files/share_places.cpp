// SPDX-License-Identifier: Apache-2.0
#include "support/files/share_places.h"

#include <cstdlib>

namespace tensix {

namespace fs = std::filesystem;

namespace {
std::vector<fs::path>& added_places() {
  static std::vector<fs::path> places;
  return places;
}
}  // namespace

bool add_share_place(const fs::path& folder) {
  added_places().push_back(folder);
  return true;
}

std::vector<fs::path> share_places() {
  if (const char* wanted = std::getenv("TENSIX_TLM_SHARE"); wanted && *wanted) return {wanted};
  std::vector<fs::path> places;
  std::error_code error;
  if (const fs::path self = fs::read_symlink("/proc/self/exe", error); !error)
    places.push_back(self.parent_path().parent_path() / TENSIX_SHARE_BESIDE_BIN);
  places.insert(places.end(), added_places().begin(), added_places().end());
  places.emplace_back(TENSIX_SOURCE_ROOT);
  return places;
}

}  // namespace tensix
