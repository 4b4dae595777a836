// SPDX-License-Identifier: Apache-2.0
// DPRINT << "x = " << x << ENDL(): text from a core, for --dprint. Without it the statement is nothing, nor does it look at what it
// would print.
#pragma once
#include <algorithm>
#include <cstdint>
#include <type_traits>

#include "api/debug/dprint_tile.h"
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
  bool sticky;
  constexpr SETW(uint32_t width, bool sticky = true) : width(width), sticky(sticky) {}
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

#if TENSIX_DPRINT
#include "tensix/print.h"
struct DebugPrinter {
  template <class T>
  ALWI const DebugPrinter& operator<<(const T& value) const {
    using namespace tensix::device;
    if constexpr (std::is_same_v<T, ENDL>) print(print_kind::line);
    else if constexpr (std::is_same_v<T, BF16>) print(print_kind::bfloat16, value.val);
    else if constexpr (std::is_same_v<T, F32>) print_value(value.val);
    else if constexpr (std::is_same_v<T, U32>) print(print_kind::unsigned32, value.val);
    else if constexpr (std::is_same_v<T, SETW>) print(print_kind::width, value.width, value.sticky);
    else if constexpr (std::is_same_v<T, SETPRECISION>) print(print_kind::precision, value.digits);
    else if constexpr (std::is_same_v<T, FIXED>) print(print_kind::fixed);
    else if constexpr (std::is_same_v<T, DEFAULTFLOAT>) print(print_kind::general);
    else if constexpr (std::is_same_v<T, HEX>) print(print_kind::hexadecimal);
    else if constexpr (std::is_same_v<T, OCT>) print(print_kind::octal);
    else if constexpr (std::is_same_v<T, DEC>) print(print_kind::decimal);
    else if constexpr (is_tile_slice<T>) print_tile(value);
    else print_value(value);
    return *this;
  }
};
namespace tensix::device {
ALWI const DebugPrinter& begin_print(uint32_t pc) {
  static constexpr DebugPrinter printer;
  printing.pc = pc;
  return printer;
}
template <class... T>
ALWI void print_formatted(uint32_t pc, const char* format, const T&... values) {
  printing.pc = pc;
  print(print_kind::format, reinterpret_cast<uint32_t>(format), sizeof...(T));
  (begin_print(pc) << ... << values);
}
}  // namespace tensix::device
#define DPRINT tensix::device::begin_print(tensix::device::here())
// The newer form, with {} in the place of values.
#define DEVICE_PRINT(format, ...) tensix::device::print_formatted(tensix::device::here(), format __VA_OPT__(, ) __VA_ARGS__)
#else
struct DebugPrinter {
  template <class T>
  constexpr const DebugPrinter& operator<<(const T&) const {
    return *this;
  }
};
namespace tensix::device {
// An expression without a value, whatever is behind it.
struct no_value {
  constexpr void operator&(const DebugPrinter&) const {}
};
}  // namespace tensix::device
#define DPRINT true ? static_cast<void>(0) : tensix::device::no_value() & DebugPrinter()
#define DEVICE_PRINT(format, ...) static_cast<void>(0)
#endif

#define DPRINT_UNPACK(x) UNPACK(x)
#define DPRINT_MATH(x) MATH(x)
#define DPRINT_PACK(x) PACK(x)
// B and NC: by their network.
#if defined(TENSIX_MOVE)
#define TENSIX_ON_NETWORK(network, x)      \
  do {                                     \
    if constexpr (NOC_INDEX == network) x; \
  } while (0)
#else
#define TENSIX_ON_NETWORK(network, x)
#endif
#define DPRINT_DATA0(x) TENSIX_ON_NETWORK(0, x)
#define DPRINT_DATA1(x) TENSIX_ON_NETWORK(1, x)
#define DEVICE_PRINT_UNPACK(...) UNPACK(DEVICE_PRINT(__VA_ARGS__))
#define DEVICE_PRINT_MATH(...) MATH(DEVICE_PRINT(__VA_ARGS__))
#define DEVICE_PRINT_PACK(...) PACK(DEVICE_PRINT(__VA_ARGS__))
#define DEVICE_PRINT_DATA0(...) TENSIX_ON_NETWORK(0, DEVICE_PRINT(__VA_ARGS__))
#define DEVICE_PRINT_DATA1(...) TENSIX_ON_NETWORK(1, DEVICE_PRINT(__VA_ARGS__))
