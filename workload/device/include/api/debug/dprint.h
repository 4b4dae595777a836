// DPRINT << "x = " << x << ENDL(): text from a core. A statement that does nothing, nor looks at what it would print.
#pragma once
#include <algorithm>
#include <cstdint>
#include <type_traits>

#include "tensix/program.h"

// What a number is taken for, and how it is written, from there on.
struct BF16 {
  uint16_t val;
  constexpr BF16(uint16_t val) : val(val) {}
};
struct F32 {
  float val;
  constexpr F32(float val) : val(val) {}
};
struct U32 {
  uint32_t val;
  constexpr U32(uint32_t val) : val(val) {}
};
struct SETW {
  uint32_t width;
  constexpr SETW(uint32_t width, bool = true) : width(width) {}
};
struct SETPRECISION {
  uint32_t digits;
  constexpr SETPRECISION(uint32_t digits) : digits(digits) {}
};
struct FIXED {};
struct DEFAULTFLOAT {};
struct HEX {};
struct OCT {};
struct DEC {};
struct ENDL {};

namespace tensix::device {
struct silent_print {
  template <class T>
  constexpr const silent_print& operator<<(const T&) const {
    return *this;
  }
};
// An expression without a value, whatever is behind it.
struct no_value {
  constexpr void operator&(const silent_print&) const {}
};
}  // namespace tensix::device
#define DPRINT true ? static_cast<void>(0) : tensix::device::no_value() & tensix::device::silent_print()

#define DPRINT_UNPACK(x) UNPACK(x)
#define DPRINT_MATH(x) MATH(x)
#define DPRINT_PACK(x) PACK(x)
// The data-movement cores: none of them runs this source.
#define DPRINT_DATA0(x)
#define DPRINT_DATA1(x)
// The newer form, with a format.
#define DEVICE_PRINT(format, ...) static_cast<void>(0)
#define DEVICE_PRINT_UNPACK(format, ...) static_cast<void>(0)
#define DEVICE_PRINT_MATH(format, ...) static_cast<void>(0)
#define DEVICE_PRINT_PACK(format, ...) static_cast<void>(0)

#include "api/debug/dprint_tile.h"
