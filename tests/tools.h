// SPDX-License-Identifier: Apache-2.0
// Tools that a test needs and not every machine has.
#pragma once
#include <cstdlib>
#include <string>

#include "catch.h"

// Without the tool the test warns and is left out; where the environment has CI it fails.
inline bool tool_is_there(const std::string& tool, const std::string& package) {
  if (std::system(("command -v " + tool + " > /dev/null 2>&1").c_str()) == 0) return true;
  const std::string missing = tool + " is missing (package " + package + ", scripts/setup.sh): not tested";
  if (std::getenv("CI")) FAIL(missing);
  WARN(missing);
  return false;
}
