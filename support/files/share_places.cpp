#include "support/files/share_places.h"

#include <cstdlib>

namespace tensix {

namespace fs = std::filesystem;

std::vector<fs::path> share_places() {
  if (const char* wanted = std::getenv("TENSIX_TLM_SHARE"); wanted && *wanted) return {wanted};
  std::vector<fs::path> places;
  std::error_code error;
  if (const fs::path self = fs::read_symlink("/proc/self/exe", error); !error)
    places.push_back(self.parent_path().parent_path() / TENSIX_SHARE_BESIDE_BIN);
  places.emplace_back(TENSIX_SOURCE_ROOT);
  return places;
}

}  // namespace tensix
