// A name for content: FNV-1a of 128 bits. No SystemC.
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace tensix {

class content_hash {
 public:
  // Each piece with its length: "ab", "c" is not "a", "bc".
  void add(std::string_view piece);
  std::string text() const;  // 32 hexadecimal digits

 private:
  std::array<uint32_t, 4> words_ = {0x6295c58d, 0x62b82175, 0x07bb0142, 0x6c62272e};  // the lowest first
  void add_byte(uint8_t byte);
};

}  // namespace tensix
