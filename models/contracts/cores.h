// SPDX-License-Identifier: Apache-2.0
// The RISC-V cores of a tile, in one list: their numbers, their count, what they are called. Whatever there is one of for each
// core is a by_core<T>, indexed by these numbers and made by per_core: a list that lacks a core does not compile. T0..T2 each own
// the Tensix thread of their number. NC sees what the NoC sees, and its own data RAM. No SystemC.
// Source: ISA documentation, BabyRISCV (Blackhole).
#pragma once
#include <array>

namespace tensix {

#define TENSIX_CORES(X) X(t0, "T0", 0) X(t1, "T1", 1) X(t2, "T2", 2) X(b, "B", 3) X(nc, "NC", 4)

#define X(id, letters, number) inline constexpr unsigned core_##id = number;
TENSIX_CORES(X)
#undef X
#define X(id, letters, number) +1
inline constexpr unsigned core_count = 0 TENSIX_CORES(X);
#undef X

template <typename T>
using by_core = std::array<T, core_count>;
// One value for each core, in their order.
template <typename T, typename... Values>
constexpr by_core<T> per_core(Values... values) {
  static_assert(sizeof...(Values) == core_count, "a value for each core");
  return {static_cast<T>(values)...};
}

struct core_naming {
  const char* name;     // "nc": in options, files, messages
  const char* text;     // "RISC-V NC"
  const char* account;  // "core_nc"
  const char* port;     // "riscv_nc"
  const char* option;   // "--nc"
};
inline constexpr by_core<core_naming> core_names = {{
#define X(id, letters, number) {#id, "RISC-V " letters, "core_" #id, "riscv_" #id, "--" #id},
    TENSIX_CORES(X)
#undef X
}};

constexpr const char* core_name(unsigned core) { return core_names[core].name; }
// The same for a name; core_count: no core is called so.
template <typename Text>
constexpr unsigned core_named(const Text& name) {
  unsigned core = 0;
  while (core < core_count && name != core_names[core].name) ++core;
  return core;
}

}  // namespace tensix
