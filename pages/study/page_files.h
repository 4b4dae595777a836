// SPDX-License-Identifier: Apache-2.0
// The files that page_files.S puts into the executable.
#pragma once
#include <string_view>

namespace tensix::study_files {

#define TENSIX_STUDY_FILES(X) \
  X(html)                     \
  X(css)                      \
  X(page_js)                  \
  X(charts_js)                \
  X(points_js)                \
  X(levers_js)                \
  X(columns)

#define X(file) extern "C" const char tensix_study_##file[], tensix_study_##file##_end[];
TENSIX_STUDY_FILES(X)
#undef X

#define X(file)                                                                                         \
  inline std::string_view file() {                                                                      \
    return {tensix_study_##file, static_cast<size_t>(tensix_study_##file##_end - tensix_study_##file)}; \
  }
TENSIX_STUDY_FILES(X)
#undef X

}  // namespace tensix::study_files
