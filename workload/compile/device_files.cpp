// SPDX-License-Identifier: Apache-2.0
#include "workload/compile/device_files.h"

#include <stdexcept>
#include <string>

#include "support/files/share_places.h"

namespace tensix {

namespace fs = std::filesystem;

fs::path device_root() {
  std::error_code error;
  std::string looked;
  for (const fs::path& p : share_places()) {
    if (fs::is_regular_file(p / "workload/device/core.ld", error)) return fs::absolute(p);
    looked += "\n  " + (p / "workload/device/core.ld").string();
  }
  throw std::runtime_error(
      "the compute API's headers are not installed (there is none of these), nor named by $TENSIX_TLM_SHARE:" + looked);
}

}  // namespace tensix
