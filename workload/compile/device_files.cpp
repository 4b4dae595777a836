#include "workload/compile/device_files.h"

#include <cstdlib>
#include <stdexcept>
#include <string>
#include <vector>

namespace tensix {

namespace fs = std::filesystem;

fs::path device_root() {
  std::vector<fs::path> places;
  std::error_code error;
  if (const char* wanted = std::getenv("TENSIX_TLM_SHARE"); wanted && *wanted) {
    places.emplace_back(wanted);
  } else {
    if (const fs::path self = fs::read_symlink("/proc/self/exe", error); !error)
      places.push_back(self.parent_path().parent_path() / TENSIX_SHARE_BESIDE_BIN);
    places.emplace_back(TENSIX_SOURCE_ROOT);
  }
  std::string looked;
  for (const fs::path& p : places) {
    if (fs::is_regular_file(p / "workload/device/core.ld", error)) return fs::absolute(p);
    looked += "\n  " + (p / "workload/device/core.ld").string();
  }
  throw std::runtime_error(
      "the compute API's headers are not installed (there is none of these), nor named by $TENSIX_TLM_SHARE:" + looked);
}

}  // namespace tensix
