// SPDX-License-Identifier: Apache-2.0
#include "matrix_issue_port.h"

namespace tensix {
namespace {

// The codes of use_cycles, use_latency and use_rule in matrix_issue.sv.
using t = matrix_timing;
static_assert(static_cast<int>(t::cycles_t::shiftxb) == 1 && static_cast<int>(t::cycles_t::mova2d) == 2 &&
              static_cast<int>(t::cycles_t::zeroacc) == 3);
static_assert(static_cast<int>(t::latency_t::compute) == 1 && static_cast<int>(t::latency_t::move) == 2 &&
              static_cast<int>(t::latency_t::zeroacc) == 3);
static_assert(static_cast<int>(t::rule_t::reads_dst) == 1 && static_cast<int>(t::rule_t::to_dst) == 2 &&
              static_cast<int>(t::rule_t::dst_to_a) == 3 && static_cast<int>(t::rule_t::b_to_a) == 4 &&
              static_cast<int>(t::rule_t::dst_to_b) == 5);

// Field number `thread` of a packed array with fields of so many bits.
template <class Pin>
void set_field(Pin& pin, unsigned thread, unsigned bits, unsigned value) {
  pin = static_cast<Pin>((pin & ~(((1u << bits) - 1) << (bits * thread))) | (value << (bits * thread)));
}
template <class Wide>
void set_blocks(Wide& pin, unsigned thread, const dst_block_set& blocks) {
  for (unsigned w = 0; w < 2; ++w) {
    pin[4 * thread + 2 * w] = static_cast<uint32_t>(blocks.word[w]);
    pin[4 * thread + 2 * w + 1] = static_cast<uint32_t>(blocks.word[w] >> 32);
  }
}

}  // namespace

matrix_issue_port::matrix_issue_port(const tile_context& c, rtl_environment& environment, bool asks)
    : issue_port("matrix_unit", environment.clock(), rtl), c_(c), asks_(asks) {
  set_parameters(c.configuration.matrix_unit);
  rtl.top.dst_turn = 7;
  rtl.top.own = 0;
  c.state.attach(*this);
}

void matrix_issue_port::set_parameters(const matrix_unit_parameters& p) {
  Vmatrix_issue& top = rtl.top;
  const auto set = [](uint16_t& pin, uint32_t value) { pin = static_cast<uint16_t>(value); };
  set(top.latency_cycles, p.latency_cycles);
  set(top.move_latency_cycles, p.move_latency_cycles);
  set(top.drain_cycles, p.drain_cycles);
  set(top.dst_read_hazard_cycles, p.dst_read_hazard_cycles);
  set(top.shiftxb_cycles, p.shiftxb_cycles);
  set(top.mova2d_upper_half_cycles, p.mova2d_upper_half_cycles);
  set(top.zeroacc_cycles, p.zeroacc_cycles);
  set(top.zeroacc_latency_cycles, p.zeroacc_latency_cycles);
  set(top.srca_move_keeps_out_cycles, p.srca_move_keeps_out_cycles);
  set(top.srcb_move_keeps_out_cycles, p.srcb_move_keeps_out_cycles);
  set(top.dst_move_keeps_out_cycles, p.dst_move_keeps_out_cycles);
}

void matrix_issue_port::drive(const issue_request& r) {
  Vmatrix_issue& top = rtl.top;
  use_ = {};
  c_.functions.matrix_unit.dst_access(r.word, r.thread, use_.reads, use_.writes);
  use_.dst = use_.reads.any() || use_.writes.any();
  const bool like_reading =
      c_.configuration.matrix_unit.overwriting_waits && matrix_operands_of(r.word).dst_access == dst_use::may_add;
  use_.waits = like_reading ? use_.writes : use_.reads;
  const matrix_timing& timing = matrix_timing_of(r.word);
  set_blocks(top.use_waits, r.thread, use_.waits);
  set_blocks(top.use_writes, r.thread, use_.writes);
  set_field(top.use_dst, r.thread, 1, use_.dst);
  set_field(top.use_src, r.thread, 2, matrix_unit_function::needs_src(r.word));
  set_field(top.use_cycles, r.thread, 2, static_cast<unsigned>(matrix_unit::cycles_of(r.word, r.thread, c_.state)));
  set_field(top.use_latency, r.thread, 2, static_cast<unsigned>(timing.latency));
  set_field(top.use_rule, r.thread, 3, static_cast<unsigned>(timing.rule));
  // Whose the banks in use are, is seen once a cycle: an instruction that has started changes them for the next one.
  if (!first_of_its_cycle()) return;
  const auto usable = [&](unsigned which) {
    const unsigned bank = (which ? c_.state.srcb : c_.state.srca).matrix_bank;
    return c_.hand_over.usable_from(which, bank, src_client::matrix_unit, r.cycle) <= r.cycle;
  };
  top.own = static_cast<uint8_t>(usable(0) | usable(1) << 1);
}

// Nothing else is in the way: whose turn is it at Dst?
bool matrix_issue_port::reply(const issue_request& r) {
  Vmatrix_issue& top = rtl.top;
  if (!(top.dst_ask >> r.thread & 1)) return false;
  dst_arbiter unasked = c_.dst_turn;
  const auto a = (asks_ ? c_.dst_turn : unasked).ask(dst_user::matrix_unit, r.thread, r.cycle);
  if (a.why == stall_reason::none) return false;  // dst_turn is high
  turn_low_ = true;
  turn_again_[r.thread] = a.again;
  set_field(top.dst_turn, r.thread, 1, 0);
  set_field(top.dst_why, r.thread, 5, static_cast<unsigned>(a.why));
  return true;
}

void matrix_issue_port::fall() {
  rtl.top.dst_turn = 7;
  turn_low_ = false;
  if (!wrote_) return;
  wrote_ = false;
  for (unsigned w = 0; w < 4; ++w) rtl.top.wrote[w] = 0;
}

cycle_t matrix_issue_port::input_changes(const issue_request& r, stall_reason why) {
  if (why == stall_reason::dst_unit_switch || why == stall_reason::dst_arbitration) return turn_again_[r.thread];
  const unsigned which = why == stall_reason::srcb_not_valid;
  const unsigned bank = (which ? c_.state.srcb : c_.state.srca).matrix_bank;
  return c_.hand_over.usable_from(which, bank, src_client::matrix_unit, r.cycle);
}

std::vector<pin> matrix_issue_port::pins() {
  const Vmatrix_issue& t = rtl.top;
  std::vector<pin> all = issue_port::pins();
  add_pin(all, "use_waits", 384, t.use_waits);
  add_pin(all, "use_writes", 384, t.use_writes);
  add_pin(all, "use_dst", 3, t.use_dst);
  add_pin(all, "use_src", 6, t.use_src);
  add_pin(all, "use_cycles", 6, t.use_cycles);
  add_pin(all, "use_latency", 6, t.use_latency);
  add_pin(all, "use_rule", 9, t.use_rule);
  add_pin(all, "own", 2, t.own);
  add_pin(all, "wrote", 128, t.wrote);
  add_pin(all, "dst_ask", 3, t.dst_ask);
  add_pin(all, "dst_turn", 3, t.dst_turn);
  add_pin(all, "dst_why", 15, t.dst_why);
  add_pin(all, "start_cycles", 12, t.start_cycles);
  add_pin(all, "start_empty", 12, t.start_empty);
  add_pin(all, "start_readable", 12, t.start_readable);
  add_pin(all, "latency_cycles", 10, t.latency_cycles);
  add_pin(all, "move_latency_cycles", 10, t.move_latency_cycles);
  add_pin(all, "drain_cycles", 10, t.drain_cycles);
  add_pin(all, "dst_read_hazard_cycles", 10, t.dst_read_hazard_cycles);
  add_pin(all, "shiftxb_cycles", 10, t.shiftxb_cycles);
  add_pin(all, "mova2d_upper_half_cycles", 10, t.mova2d_upper_half_cycles);
  add_pin(all, "zeroacc_cycles", 10, t.zeroacc_cycles);
  add_pin(all, "zeroacc_latency_cycles", 10, t.zeroacc_latency_cycles);
  add_pin(all, "srca_move_keeps_out_cycles", 10, t.srca_move_keeps_out_cycles);
  add_pin(all, "srcb_move_keeps_out_cycles", 10, t.srcb_move_keeps_out_cycles);
  add_pin(all, "dst_move_keeps_out_cycles", 10, t.dst_move_keeps_out_cycles);
  return all;
}

void matrix_issue_port::dst_used(dst_accessor by, const dst_block_set&, const dst_block_set& blocks, uint64_t) {
  if (by != dst_accessor::unpacker0 && by != dst_accessor::unpacker1) return;
  clock().up_to(now_cycle());
  for (unsigned w = 0; w < 4; ++w) rtl.top.wrote[w] |= static_cast<uint32_t>(blocks.word[w / 2] >> (32 * (w % 2)));
  wrote_ = true;
  clock().wake();
}

}  // namespace tensix
