// SPDX-License-Identifier: Apache-2.0
// Where the circular buffers of a kernel lie in L1: counters first, buffers one behind the other from `buffers_address` on, or
// where the options say.
#include <algorithm>
#include <cstdio>
#include <stdexcept>

#include "workload/kernels/kernel_function.h"

namespace tensix {
namespace {

constexpr uint32_t counters_address = 0x40, buffers_address = 0x200, word_bytes = 16;

uint32_t round_up(uint32_t value, uint32_t multiple) { return (value + multiple - 1) / multiple * multiple; }

struct piece {
  std::string name;
  uint64_t from, to;
  bool meets(const piece& other) const { return from < other.to && other.from < to; }
  std::string text() const {
    char range[48];
    std::snprintf(range, sizeof range, " 0x%llx..0x%llx", static_cast<unsigned long long>(from),
                  static_cast<unsigned long long>(to));
    return name + range;
  }
};

std::string option_of(unsigned i, unsigned operands) { return i < operands ? "--in" + std::to_string(i) + "-at" : "--out-at"; }

}  // namespace

// L1 is read and written in whole words: a buffer begins with one, which the packer's and unpackers' addresses count in.
void kernel::check_placement() const {
  const kernel_options& o = options_;
  const auto check = [&](unsigned i, const buffer_placement& p) {
    const std::string option = option_of(i, o.inputs());
    if (i < o.input_at.size() && i >= o.inputs())
      throw std::invalid_argument("--in" + std::to_string(i) + "-at: " + o.kernel->name() + " has " +
                                  std::to_string(o.inputs()) + (o.inputs() == 1 ? " operand" : " operands"));
    if (p.bank && p.value >= o.l1_banks)
      throw std::invalid_argument(option + "=bank=" + std::to_string(p.value) + ": L1 has banks 0.." +
                                  std::to_string(o.l1_banks - 1));
    if (!p.bank && (p.value % word_bytes != 0 || p.value < buffers_address || p.value >= o.l1_bytes))
      throw std::invalid_argument(option + "=" + std::to_string(p.value) + ": a buffer begins at a multiple of " +
                                  std::to_string(word_bytes) + " from " + std::to_string(buffers_address) +
                                  " on (counters lie before), in L1 of " + std::to_string(o.l1_bytes) + " bytes");
  };
  for (unsigned i = 0; i < o.input_at.size(); ++i)
    if (o.input_at[i]) check(i, *o.input_at[i]);
  if (o.output_at) check(static_cast<unsigned>(o.input_at.size()), *o.output_at);
}

bool kernel::place_buffers() {
  const kernel_options& o = options_;
  const unsigned operands = o.inputs();
  uint32_t counters = counters_address;
  std::vector<circular_buffer_plan> all;
  const auto size_up = [&](unsigned i, tile_format format, uint32_t rounds) {
    const buffer_layout layout = o.kernel->layout(o, plan_, i);
    circular_buffer_plan b;
    b.format = format;
    b.grid = layout.grid;
    b.order = layout.order;
    b.tile_bytes = tile_bytes(b.format);
    if (layout.row_major) b.row_tiles = layout.side_by_side, rounds = 1;
    b.capacity = round_up(o.buffer_tiles ? o.buffer_tiles : 2 * rounds * layout.side_by_side, layout.side_by_side);
    b.produced = counters;
    b.consumed = counters + 16;
    counters += 32;
    all.push_back(b);
  };
  for (unsigned i = 0; i < operands; ++i) size_up(i, o.input_format(i), plan_.batch_steps);
  size_up(operands, o.output_format, plan_.block_tiles);

  // Those with an address of their own come first; the others take their turns around them.
  const auto wish_of = [&](unsigned i) { return i < operands ? o.input_at[i] : o.output_at; };
  std::vector<piece> taken;
  const auto piece_at = [&](unsigned i, uint64_t from) {
    return piece{i < operands ? "in" + std::to_string(i) : "out", from, from + uint64_t{all[i].capacity} * all[i].tile_bytes};
  };
  const auto put = [&](unsigned i, uint64_t from) {
    all[i].address = static_cast<uint32_t>(std::min<uint64_t>(from, o.l1_bytes));
    taken.push_back(piece_at(i, from));
  };
  for (unsigned i = 0; i <= operands; ++i) {
    const auto wish = wish_of(i);
    if (!wish || wish->bank) continue;
    const piece mine = piece_at(i, wish->value);
    for (const piece& other : taken)
      if (mine.meets(other))
        throw std::invalid_argument(option_of(i, operands) + ": " + mine.text() + " overlaps " + other.text() +
                                    "; place it elsewhere, or give smaller buffers by --l1-tiles");
    put(i, wish->value);
  }
  uint64_t next = buffers_address;
  for (unsigned i = 0; i <= operands; ++i) {
    const auto wish = wish_of(i);
    if (wish && !wish->bank) continue;
    const auto to_bank = [&](uint64_t from) {
      while (wish && from / word_bytes % o.l1_banks != wish->value) from += word_bytes;
      return from;
    };
    uint64_t from = to_bank(next);
    for (size_t k = 0; k < taken.size(); ++k)
      if (piece_at(i, from).meets(taken[k])) from = to_bank(taken[k].to), k = static_cast<size_t>(-1);
    put(i, from);
    next = taken.back().to;
  }
  inputs_.assign(all.begin(), all.end() - 1);
  output_ = all.back();
  if (o.spills()) {  // partial sums, behind all of them
    partials_ = {};
    partials_.format = plan_.partials.format;
    partials_.tile_bytes = tile_bytes(partials_.format);
    partials_.capacity = o.spill_all ? static_cast<uint32_t>(plan_.tiles) : plan_.block_tiles;
    partials_.produced = counters;
    partials_.consumed = counters + 16;
    uint64_t from = 0;
    for (const piece& p : taken) from = std::max(from, p.to);
    partials_.address = static_cast<uint32_t>(std::min<uint64_t>(from, o.l1_bytes));
    taken.push_back({"partials", from, from + uint64_t{partials_.capacity} * partials_.tile_bytes});
  }
  return std::all_of(taken.begin(), taken.end(), [&](const piece& p) { return p.to <= o.l1_bytes; });
}

}  // namespace tensix
