// SPDX-License-Identifier: Apache-2.0
// Where the parts of a tile stand: one that is built anew by tensix_tile::reset stands where the one before it stood, so that
// whoever refers to it still does.
#pragma once
#include <cstddef>

namespace tensix {

// Base of what factories of tile_parts give.
class part_memory {
 public:
  static void* operator new(size_t bytes);
  static void operator delete(void* place) noexcept;

  // While one lives, a tile is being built anew.
  struct anew {
    anew() { ++built_anew_; }
    ~anew() { --built_anew_; }
    anew(const anew&) = delete;
    anew& operator=(const anew&) = delete;
  };
  static bool built_anew() { return built_anew_ != 0; }

  // While it lives, the next part of as many bytes as the one at `place` has is given that place. One at a time.
  class again {
   public:
    explicit again(void* place);
    ~again();
    again(const again&) = delete;
    again& operator=(const again&) = delete;
  };

 private:
  static inline unsigned built_anew_ = 0;
};

}  // namespace tensix
