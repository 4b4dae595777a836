// SPDX-License-Identifier: Apache-2.0
// The replay buffer by the names of SFPI's lltt.h: REPLAY(start, length, execute while recording, record).
#pragma once
#include <cstdint>

namespace lltt {
enum ExecBool : bool { NoExec, Exec };

constexpr std::uint32_t replay_insn(unsigned start, unsigned length) { return 0x04u << 24 | start << 14 | length << 4; }

[[gnu::always_inline]] inline void push(std::uint32_t word) { *reinterpret_cast<volatile std::uint32_t*>(0xFFE40000) = word; }
[[gnu::always_inline]] inline void replay(unsigned start, unsigned length) { push(replay_insn(start, length)); }
template <ExecBool executes = NoExec>
[[gnu::always_inline]] inline void record(unsigned start, unsigned length) {
  push(replay_insn(start, length) | executes << 1 | 1);
}
}  // namespace lltt
