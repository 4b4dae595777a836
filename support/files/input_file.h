// SPDX-License-Identifier: Apache-2.0
// Input files, read whole or by lines, up to a stated limit: what has no end (/dev/zero) or is far too long is refused before it
// fills the memory. No SystemC.
#pragma once
#include <cstdint>
#include <istream>
#include <string>

namespace tensix {

constexpr uint64_t most_input_bytes = uint64_t{256} << 20;  // of a file that is read whole
constexpr uint64_t most_line_bytes = uint64_t{16} << 20;    // of a line, where a file is read by lines

// The bytes of a file, or of a pipe or device that ends. Throws std::runtime_error, whose text names the path, if it cannot be read
// or has more than `most` bytes.
std::string read_input_file(const std::string& path, uint64_t most = most_input_bytes);

// The next line, as std::getline; throws std::runtime_error, whose text begins with `where`, if it has more than most_line_bytes, or
// cannot be read.
bool next_line(std::istream& in, std::string& line, const std::string& where);

}  // namespace tensix
