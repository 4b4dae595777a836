// SPDX-License-Identifier: Apache-2.0
// ", 90 s left", for lines that show how far something is.
#pragma once
#include <cstdio>
#include <string>

namespace tensix {

// `done` of `all` took so many seconds. Empty as long as nothing is done.
inline std::string time_left(double done, double all, double seconds) {
  if (done <= 0 || seconds <= 0) return {};
  const double rest = (all - done) / done * seconds;
  char text[40];
  if (rest < 120) std::snprintf(text, sizeof text, ", %.0f s left", rest);
  else if (rest < 7200) std::snprintf(text, sizeof text, ", %.0f min left", rest / 60);
  else std::snprintf(text, sizeof text, ", %.1f h left", rest / 3600);
  return text;
}

}  // namespace tensix
