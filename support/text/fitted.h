// SPDX-License-Identifier: Apache-2.0
// Texts for people within the width of a terminal. No SystemC.
#pragma once
#include <string>

namespace tensix {

// `text` in lines of at most `width` letters, as far as it has places to break: what fits stays as it is; of a table the gaps
// between columns become smaller first, then columns that do not fit go below, indented; sentences are broken between words.
// Letters are bytes, but those of UTF-8 that go on a letter.
std::string fitted(const std::string& text, size_t width);

}  // namespace tensix
