// SPDX-License-Identifier: Apache-2.0
// Lane predicates: comparisons, LaneFlags and their stack.
#include "models/vector_unit/vector_unit_function.h"

namespace tensix {

using namespace sfpu;

namespace {

// The modes 1..12 of SFPPUSHC and SFPPOPC, for all lanes at once.
constexpr uint32_t combine(unsigned mode, uint32_t a, uint32_t b) {
  switch (mode) {
    case 1: return b;
    case 2: return ~b;
    case 3: return a & b;
    case 4: return a | b;
    case 5: return a & ~b;
    case 6: return a | ~b;
    case 7: return ~a & b;
    case 8: return ~a | b;
    case 9: return ~(a | b);
    case 10: return ~(a & b);
    case 11: return a ^ b;
    default: return ~(a ^ b);
  }
}
enum : unsigned { plain = 0, last_combination = 12, invert = 13, all_true = 14, all_false = 15 };

}  // namespace

uint32_t vector_unit_function::enabled_lanes() const {
  uint32_t mask = use_lane_flags ? lane_enabled : ~0u, any = 0;
  for (const uint32_t c : lane_config) any |= c;
  if (!(any >> row_mask_shift & 15)) return mask;  // the usual case
  for (unsigned c = 0; c < 8; ++c)
    if (const uint32_t rows = lane_config[c] >> row_mask_shift & 15)
      for (unsigned r = 0; r < 4; ++r)
        if (rows >> r & 1) mask &= ~(1u << (8 * r + c));
  return mask;
}

void vector_unit_function::set_cc(const operation& o) {
  constexpr uint32_t clear = 8, immediate = 1;
  const uint32_t* c = o.lreg[o.vc];
  uint32_t flags = 0;
  if (use_lane_flags && !(o.mode & clear)) {
    if (o.mode & immediate) flags = o.imm & 1 ? ~0u : 0;
    else
      for (unsigned i = 0; i < lanes; ++i) flags |= uint32_t{o.mode & 2 ? c[i] != 0 : (c[i] & sign_bit) != 0} << i;
    if (!(o.mode & immediate) && (o.mode & 4)) flags = ~flags;  // 4: >= 0, 6: == 0
  }
  lane_enabled = (lane_enabled & ~o.enabled) | (flags & o.enabled);
}

void vector_unit_function::enable_cc(const operation& o) {
  constexpr uint32_t invert_use = 1, set_use = 2, set_lane_flags = 8;
  if (o.mode & set_use) use_lane_flags = o.imm & 1;
  else if (o.mode & invert_use) use_lane_flags = !use_lane_flags;
  lane_enabled = o.mode & set_lane_flags ? (o.imm & 2 ? ~0u : 0u) : ~0u;
}

void vector_unit_function::push_flags(const operation& o) {
  if (o.mode == plain) {
    if (flag_stack_size == stack_entries) {
      undefined(o, "the flag stack is full (8 entries)");
      return;
    }
    flag_stack[flag_stack_size++] = {lane_enabled, use_lane_flags};
    return;
  }
  if (flag_stack_size == 0) {
    undefined(o, "mode " + std::to_string(o.mode) + " changes the top of the flag stack, which is empty");
    return;
  }
  saved_flags& top = flag_stack[flag_stack_size - 1];
  if (o.mode <= last_combination) {
    top = {combine(o.mode, top.lane_enabled, lane_enabled), use_lane_flags};
  } else if (o.mode == invert) {
    lane_enabled = ~lane_enabled;
    top = {lane_enabled, use_lane_flags};
  } else {
    top = {o.mode == all_true ? ~0u : 0u, true};
  }
}

void vector_unit_function::pop_flags(const operation& o) {
  const bool empty = flag_stack_size == 0;
  const saved_flags top = empty ? saved_flags{} : flag_stack[flag_stack_size - 1];
  if (o.mode == plain) {
    if (empty) {
      undefined(o, "the flag stack is empty");
      return;
    }
    --flag_stack_size;
    lane_enabled = top.lane_enabled;
    use_lane_flags = top.use_lane_flags;
  } else if (o.mode <= last_combination) {
    lane_enabled = combine(o.mode, lane_enabled, top.lane_enabled);
    use_lane_flags = top.use_lane_flags;
  } else if (o.mode == invert) {
    lane_enabled = ~lane_enabled;
  } else {
    lane_enabled = o.mode == all_true ? ~0u : 0u;
    use_lane_flags = true;
  }
}

void vector_unit_function::complement_flags(const operation&) {
  const saved_flags top = flag_stack_size ? flag_stack[flag_stack_size - 1] : saved_flags{~0u, true};
  lane_enabled = top.use_lane_flags && use_lane_flags ? top.lane_enabled & ~lane_enabled : 0;
}

// SFPGT and SFPLE in the total order of sign-magnitude numbers. The stack changes in all lanes.
void vector_unit_function::compare(const operation& o) {
  constexpr uint32_t to_flags = 1, to_stack = 2, by_or = 4, to_vd = 8;
  const uint32_t *b = o.lreg[o.vb], *c = o.lreg[o.vc];
  uint32_t bits = 0;
  for (unsigned i = 0; i < lanes; ++i) bits |= uint32_t{smaller(c[i], b[i])} << i;
  if (o.code == opcode::SFPLE) bits = ~bits;
  if (o.mode & to_vd) {
    uint32_t result[lanes];
    for (unsigned i = 0; i < lanes; ++i) result[i] = bits >> i & 1 ? ~0u : 0;
    write_lanes(o.vd, o.enabled, result);
  }
  if (o.mode & to_flags) lane_enabled = (lane_enabled & ~o.enabled) | (bits & o.enabled);
  if ((o.mode & to_stack) && flag_stack_size) {
    uint32_t& top = flag_stack[flag_stack_size - 1].lane_enabled;
    top = o.mode & by_or ? top | bits : top & bits;
  }
}

}  // namespace tensix
