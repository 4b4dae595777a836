#pragma once
#include <istream>
#include <string>

namespace tensix {

// What is left of a stream; whether it ended or broke off, its state says. (Not through a stream of strings: that takes the end
// of the memory for the end of the file.) Throws std::bad_alloc.
inline std::string whole_text(std::istream& in) {
  std::string text;
  for (char piece[1 << 14]; in;) {
    in.read(piece, sizeof(piece));
    text.append(piece, static_cast<size_t>(in.gcount()));
  }
  return text;
}

}  // namespace tensix
