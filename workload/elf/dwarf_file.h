// SPDX-License-Identifier: Apache-2.0
// Debug information of a file, closed with its scope.
#pragma once
#include <elfutils/libdw.h>

#include <memory>

namespace tensix {

struct dwarf_end_of {
  void operator()(Dwarf* d) const { ::dwarf_end(d); }
};
using dwarf_file = std::unique_ptr<Dwarf, dwarf_end_of>;

}  // namespace tensix
