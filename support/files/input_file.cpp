// SPDX-License-Identifier: Apache-2.0
#include "support/files/input_file.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <stdexcept>

#include "support/text/text_columns.h"

namespace tensix {

std::string read_input_file(const std::string& path, uint64_t most) {
  errno = 0;
  std::ifstream in(path, std::ios::binary);
  const auto fail = [&path] {
    throw std::runtime_error("cannot read '" + path + "'" + (errno ? std::string(": ") + std::strerror(errno) : ""));
  };
  if (!in) fail();
  std::string text;
  for (char piece[1 << 14]; in;) {
    in.read(piece, sizeof piece);
    text.append(piece, static_cast<size_t>(in.gcount()));
    if (text.size() > most)
      throw std::runtime_error("'" + path + "' has more than " + grouped(most) + " bytes, the most that such a file may have");
  }
  if (!in.eof() || in.bad()) fail();
  return text;
}

bool next_line(std::istream& in, std::string& line, const std::string& where) try {
  line.clear();
  std::streambuf& from = *in.rdbuf();
  for (int c = from.sbumpc(); c != std::char_traits<char>::eof(); c = from.sbumpc()) {
    if (c == '\n') return true;
    if (line.size() == most_line_bytes)
      throw std::runtime_error(where + ": a line of more than " + grouped(most_line_bytes) + " bytes");
    line += static_cast<char>(c);
  }
  in.setstate(line.empty() ? std::ios::eofbit | std::ios::failbit : std::ios::eofbit);
  return !line.empty();
} catch (const std::ios_base::failure& e) {  // a folder, a medium that fails
  throw std::runtime_error(where + ": cannot be read: " + e.code().message());
}

}  // namespace tensix
