// SPDX-License-Identifier: Apache-2.0
// The files of the page that page_files.S puts into the executable.
#pragma once
#include <string_view>

namespace tensix::page {

#define TENSIX_PAGE_FILES(X) \
  X(frame)                   \
  X(html)                    \
  X(css)                     \
  X(page_js)                 \
  X(wide_tables_js)          \
  X(path_js)                 \
  X(accounts_js)             \
  X(profile_js)              \
  X(roofline_js)             \
  X(timeline_js)             \
  X(timeline_draw_js)        \
  X(timeline_map_js)         \
  X(timeline_use_js)         \
  X(memory_js)               \
  X(links_js)                \
  X(costs_js)                \
  X(tables_js)               \
  X(echarts)                 \
  X(echarts_notice)          \
  X(echarts_license)

#define X(file) extern "C" const char tensix_page_##file[], tensix_page_##file##_end[];
TENSIX_PAGE_FILES(X)
#undef X

#define X(file)                                                                                      \
  inline std::string_view file() {                                                                   \
    return {tensix_page_##file, static_cast<size_t>(tensix_page_##file##_end - tensix_page_##file)}; \
  }
TENSIX_PAGE_FILES(X)
#undef X

}  // namespace tensix::page
