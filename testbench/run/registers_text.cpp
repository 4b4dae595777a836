// SPDX-License-Identifier: Apache-2.0
#include "testbench/run/registers_text.h"

#include <algorithm>
#include <cstdio>

namespace tensix {

const char* const riscv_register_names[32] = {"zero", "ra", "sp", "gp", "tp",  "t0",  "t1", "t2", "s0", "s1", "a0",
                                              "a1",   "a2", "a3", "a4", "a5",  "a6",  "a7", "s2", "s3", "s4", "s5",
                                              "s6",   "s7", "s8", "s9", "s10", "s11", "t3", "t4", "t5", "t6"};

namespace {

std::string number_text(float value, bool integer) {
  char text[32];
  std::snprintf(text, sizeof text, integer ? "%.0f" : "%g", static_cast<double>(value));
  return text;
}

std::string row_text(const tensor& t, uint32_t row) {
  std::string text;
  for (uint32_t column = 0; column < t.cols; ++column) text += " " + number_text(t.at(row, column), t.integers);
  return text + "\n";
}

// Of rows [from, to) of a tensor, which are called `what` and are numbered from 0.
std::string rows_text(const tensor& t, const std::string& what, uint32_t from, uint32_t to) {
  const auto filled = [&](uint32_t row) {
    for (uint32_t column = 0; column < t.cols; ++column)
      if (t.at(row, column) != 0) return true;  // NaN as well
    return false;
  };
  std::string text;
  for (uint32_t row = from; row < to;) {
    if (!filled(row)) {
      ++row;
      continue;
    }
    uint32_t end = row + 1;
    while (end < to && filled(end)) ++end;
    const std::string first = std::to_string(row - from);
    text += what + ": rows " + first + " to " + std::to_string(end - from - 1) + " are not zero; row " + first + ":" +
            row_text(t, row);
    row = end;
  }
  return text.empty() ? what + ": all zero\n" : text;
}

}  // namespace

std::string core_registers_text(const riscv_core& core, const std::string& who) {
  std::string text;
  unsigned shown = 0;
  for (unsigned n = 1; n < 32; ++n) {
    const uint32_t value = core.registers().reg[n];
    const bool awaited = core.awaits(n);
    if (!value && !awaited) continue;
    char one[32];
    std::snprintf(one, sizeof one, " %s=0x%x%s", riscv_register_names[n], value, awaited ? "?" : "");
    text += (shown++ % 8 ? "" : (shown > 1 ? "\n" : "") + who) + one;
  }
  return text.empty() ? text : text + "\n";
}

std::string dst_text(const register_contents& contents) {
  const tensor t = contents.dst({});
  return rows_text(t,
                   t.rows == dst_rows ? "Dst (1024 rows of bf16)"
                   : t.integers       ? "Dst (512 rows of int32)"
                                      : "Dst (512 rows of fp32)",
                   0, t.rows);
}

std::string src_text(const register_contents& contents) {
  const tensor t = contents.src();
  std::string text;
  for (unsigned bank = 0; bank < 4; ++bank)
    text += rows_text(t, std::string(bank < 2 ? "SrcA" : "SrcB") + " bank " + std::to_string(bank % 2), bank * src_rows,
                      (bank + 1) * src_rows);
  return text;
}

std::string lregs_text(const register_contents& contents) {
  const tensor t = contents.lregs(false);
  std::string text;
  for (uint32_t row = 0; row < t.rows; ++row) {
    if (row == 8 || row == 9 || row == 10 || row == 15) continue;  // constants of the hardware
    const std::string name = "LReg" + std::to_string(row) + ":";
    const float first = t.at(row, 0);
    bool alike = true;
    for (uint32_t lane = 1; lane < t.cols; ++lane) alike = alike && t.at(row, lane) == first;
    if (!alike) text += name + row_text(t, row);
    else if (first != 0) text += name + " " + number_text(first, false) + " in all lanes\n";
  }
  return text.empty() ? "LRegs: all zero\n" : text;
}

}  // namespace tensix
