// SPDX-License-Identifier: Apache-2.0
// The pins of a NIU's command stage (cosim/rtl/sv/tt_niu_if.sv; docs/cosim-noc.md) on the side of the tile. `Block` is
// verilated_block<VTOP>, or a class in C++ with the same members.
#pragma once
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "cosim/rtl/pins.h"
#include "cosim/rtl/rtl_failure.h"
#include "models/noc_interface/noc_registers_function.h"

namespace tensix {

template <class Block>
class niu_pins {
 public:
  static constexpr unsigned lanes = 8;  // of stores and of steps, in a cycle
  // A packet that is offered.
  struct offer {
    noc_packet packet;
    uint64_t source = 0;  // of a write's data, in L1
    bool last = false;    // of its command
  };

  // `after_reset`: what the registers hold then; `grid` says where cores stand. `command_cycles` 1 ... 1000.
  template <class... Arguments>
  niu_pins(const noc_identity& identity, const noc_translation_if& grid, const noc_registers& after_reset,
           uint32_t command_cycles, Arguments&&... arguments)
      : identity_(identity), block_(std::forward<Arguments>(arguments)...) {
    auto& top = block_.top;
    top.noc = identity.noc;
    top.place = static_cast<uint16_t>(identity.place.x | identity.place.y << 6);
    top.columns = identity.columns;
    top.rows = identity.rows;
    top.node_id = after_reset.peek(0x44);
    top.endpoint_id = after_reset.peek(0x48);
    for (uint32_t i = 0; i < (noc_columns * noc_rows + 31u) / 32; ++i) top.cores[i] = 0;
    for (uint8_t y = 0; y < noc_rows; ++y)
      for (uint8_t x = 0; x < noc_columns; ++x)
        if (const noc_tile t = grid.tile_at({x, y}); t == noc_tile::tensix || t == noc_tile::ethernet)
          top.cores[(x + noc_columns * y) / 32] |= 1u << (x + noc_columns * y) % 32;
    for (uint32_t i = 0; i < 30; ++i) top.configuration[i] = after_reset.peek(noc_offset::configuration + 4 * i);
    top.command_cycles = static_cast<uint16_t>(command_cycles);
    top.niu_ld_addr = 0;
    fall();
  }

  // In the present cycle, behind what has been driven in it so far.
  void store(uint32_t offset, uint32_t value) {
    if (stores_ == lanes) throw rtl_failure("noc" + number() + " (RTL): more than 8 stores in a cycle");
    auto& top = block_.top;
    set_half(top.niu_st_addr, stores_, offset);
    top.niu_st_data[stores_] = value;
    top.niu_st_valid |= static_cast<uint8_t>(1u << stores_++);
    settled_ = false;
  }
  void step(noc_step s, const noc_packet& p) {
    if (steps_ == lanes) throw rtl_failure("noc" + number() + " (RTL): more than 8 steps of packets in a cycle");
    auto& top = block_.top;
    const uint32_t i = steps_++;
    top.niu_ev_step |= static_cast<uint32_t>(s) << 3 * i;
    top.niu_ev_request = static_cast<uint16_t>(top.niu_ev_request | request_of(p.kind) << 2 * i);
    top.niu_ev_inline |= static_cast<uint8_t>(p.inline_data << i);
    top.niu_ev_marked |= static_cast<uint8_t>(p.marked << i);
    top.niu_ev_transaction |= static_cast<uint32_t>(p.transaction) << 4 * i;
    set_half(top.niu_ev_flits, i, p.data_flits());
    top.niu_ev_valid |= static_cast<uint8_t>(1u << i);
    settled_ = false;
  }
  // `counts`: it is a load, and not somebody who looks.
  uint32_t load(uint32_t offset, bool counts) {
    auto& top = block_.top;
    if (top.niu_ld_re) {  // one that counts is still there: one a cycle
      const auto before = top.niu_ld_addr;
      top.niu_ld_re = 0;
      const uint32_t value = look(offset);
      top.niu_ld_addr = before;
      top.niu_ld_re = 1;
      settled_ = false;
      return value;
    }
    const uint32_t value = look(offset);
    if (counts && (offset & ~3u) == 0x378) top.niu_ld_re = 1, settled_ = false;
    return value;
  }
  bool offers() const { return block_.top.niu_pkt_valid; }
  offer offered() const {
    const auto& top = block_.top;
    offer o;
    noc_packet& p = o.packet;
    constexpr noc_packet_kind kinds[] = {noc_packet_kind::read, noc_packet_kind::atomic, noc_packet_kind::write};
    p.kind = kinds[top.pkt_request % 3];
    p.noc = identity_.noc;
    p.from = identity_.place;
    p.to = place(top.pkt_to);
    p.to_end = place(top.pkt_to_end);
    p.answer_to = place(top.pkt_answer_to);
    const unsigned flags = top.pkt_flags;
    p.marked = flags & 1;
    p.multicast = flags >> 1 & 1;
    p.y_major = flags >> 2 & 1;
    p.include_source = flags >> 3 & 1;
    p.path_reserve = flags >> 4 & 1;
    p.linked = flags >> 5 & 1;
    p.static_channel = flags >> 6 & 1;
    p.byte_enables = flags >> 7 & 1;
    p.inline_data = top.pkt_inline;
    p.virtual_channel = top.pkt_channel;
    p.transaction = top.pkt_transaction;
    p.initiator = top.pkt_initiator;
    p.address = top.pkt_address;
    p.answer_address = top.pkt_answer_address;
    p.enabled = top.pkt_enabled;
    p.bytes = top.pkt_bytes;
    if (p.inline_data)
      for (unsigned i = 0; i < 4; ++i) p.data.push_back(static_cast<uint8_t>(top.pkt_data >> 8 * i));
    else p.atomic_data = top.pkt_data;
    p.atomic = top.pkt_atomic;
    o.source = top.pkt_source;
    o.last = top.pkt_last;
    return o;
  }
  void grant() {
    block_.top.niu_gnt = 1;
    settled_ = false;
  }

  bool at_work() const { return block_.top.niu_active; }
  bool driven() const {
    const auto& top = block_.top;
    return top.niu_st_valid || top.niu_ev_valid || top.niu_ld_re || top.niu_gnt;
  }
  bool edge() {
    const bool driven_now = driven(), offered_before = offers(), active_before = at_work();
    block_.edge([this] { fall(); });
    settled_ = true;
    return driven_now || offers() != offered_before || at_work() != active_before;
  }
  void reset(bool asserted) {
    fall();
    block_.reset(asserted);
  }
  void settle() {
    if (!settled_) block_.settle();
    settled_ = true;
  }
  std::vector<pin> pins() {
    const auto& t = block_.top;
    std::vector<pin> all;
    add_pin(all, "noc", 1, t.noc);
    add_pin(all, "place", 12, t.place);
    add_pin(all, "columns", 8, t.columns);
    add_pin(all, "rows", 8, t.rows);
    add_pin(all, "node_id", 32, t.node_id);
    add_pin(all, "endpoint_id", 32, t.endpoint_id);
    add_pin(all, "cores", 204, t.cores);
    add_pin(all, "configuration", 960, t.configuration);
    add_pin(all, "command_cycles", 10, t.command_cycles);
    add_pin(all, "niu_st_valid", 8, t.niu_st_valid);
    add_pin(all, "niu_st_addr", 128, t.niu_st_addr);
    add_pin(all, "niu_st_data", 256, t.niu_st_data);
    add_pin(all, "niu_ld_addr", 16, t.niu_ld_addr);
    add_pin(all, "niu_ld_re", 1, t.niu_ld_re);
    add_pin(all, "niu_ld_data", 32, t.niu_ld_data);
    add_pin(all, "niu_ev_valid", 8, t.niu_ev_valid);
    add_pin(all, "niu_ev_step", 24, t.niu_ev_step);
    add_pin(all, "niu_ev_request", 16, t.niu_ev_request);
    add_pin(all, "niu_ev_inline", 8, t.niu_ev_inline);
    add_pin(all, "niu_ev_marked", 8, t.niu_ev_marked);
    add_pin(all, "niu_ev_transaction", 32, t.niu_ev_transaction);
    add_pin(all, "niu_ev_flits", 128, t.niu_ev_flits);
    add_pin(all, "niu_pkt_valid", 1, t.niu_pkt_valid);
    add_pin(all, "niu_gnt", 1, t.niu_gnt);
    add_pin(all, "pkt_initiator", 2, t.pkt_initiator);
    add_pin(all, "pkt_last", 1, t.pkt_last);
    add_pin(all, "pkt_request", 2, t.pkt_request);
    add_pin(all, "pkt_flags", 8, t.pkt_flags);
    add_pin(all, "pkt_inline", 1, t.pkt_inline);
    add_pin(all, "pkt_channel", 3, t.pkt_channel);
    add_pin(all, "pkt_transaction", 4, t.pkt_transaction);
    add_pin(all, "pkt_to", 16, t.pkt_to);
    add_pin(all, "pkt_to_end", 16, t.pkt_to_end);
    add_pin(all, "pkt_answer_to", 16, t.pkt_answer_to);
    add_pin(all, "pkt_address", 64, t.pkt_address);
    add_pin(all, "pkt_answer_address", 64, t.pkt_answer_address);
    add_pin(all, "pkt_source", 64, t.pkt_source);
    add_pin(all, "pkt_enabled", 64, t.pkt_enabled);
    add_pin(all, "pkt_bytes", 15, t.pkt_bytes);
    add_pin(all, "pkt_atomic", 16, t.pkt_atomic);
    add_pin(all, "pkt_data", 32, t.pkt_data);
    add_pin(all, "niu_active", 1, t.niu_active);
    return all;
  }

 private:
  const noc_identity identity_;
  Block block_;
  unsigned stores_ = 0, steps_ = 0;  // lanes that are driven
  bool settled_ = false;

  std::string number() const { return std::to_string(identity_.noc); }
  static noc_coordinate place(unsigned yx) { return {static_cast<uint8_t>(yx), static_cast<uint8_t>(yx >> 8)}; }
  // As the pins have requests; answers count as what they answer.
  static unsigned request_of(noc_packet_kind k) {
    switch (k) {
      case noc_packet_kind::read:
      case noc_packet_kind::read_answer: return 0;
      case noc_packet_kind::atomic:
      case noc_packet_kind::atomic_answer: return 1;
      case noc_packet_kind::write:
      case noc_packet_kind::write_answer: return 2;
    }
    return 0;
  }
  template <class Wide>
  static void set_half(Wide& pin, unsigned lane, uint32_t value) {
    const unsigned shift = 16 * (lane % 2);
    pin[lane / 2] = (pin[lane / 2] & ~(0xFFFFu << shift)) | (value & 0xFFFF) << shift;
  }
  uint32_t look(uint32_t offset) {
    auto& top = block_.top;
    if (top.niu_ld_addr != offset) top.niu_ld_addr = static_cast<uint16_t>(offset), settled_ = false;
    settle();
    return top.niu_ld_data;
  }
  void fall() {
    auto& top = block_.top;
    top.niu_st_valid = top.niu_ev_valid = top.niu_ev_inline = top.niu_ev_marked = 0;
    top.niu_ev_step = top.niu_ev_transaction = 0;
    top.niu_ev_request = 0;
    top.niu_ld_re = top.niu_gnt = 0;
    stores_ = steps_ = 0;
    settled_ = false;
  }
};

// The first difference between the packet that RTL offers and the model's, "address 0x40 in RTL, 0x80 in the model"; empty: none.
inline std::string niu_difference(const noc_packet& rtl, uint64_t rtl_source, const noc_packet& model, uint64_t model_source) {
  const auto yx = [](noc_coordinate c) { return static_cast<uint64_t>(c.x | c.y << 8); };
  const bool writes = model.kind == noc_packet_kind::write && !model.inline_data;
  const struct {
    const char* name;
    uint64_t rtl, model;
  } fields[] = {{"initiator", rtl.initiator, model.initiator},
                {"request", static_cast<uint64_t>(rtl.kind), static_cast<uint64_t>(model.kind)},
                {"to", yx(rtl.to), yx(model.to)},
                {"to_end", yx(rtl.to_end), yx(model.to_end)},
                {"answer_to", yx(rtl.answer_to), yx(model.answer_to)},
                {"address", rtl.address, model.address},
                {"answer_address", rtl.answer_address, model.answer_address},
                {"bytes", rtl.bytes, model.bytes},
                {"source", writes ? rtl_source : 0, writes ? model_source : 0},
                {"enabled", rtl.enabled, model.enabled},
                {"atomic", rtl.atomic, model.atomic},
                {"atomic_data", rtl.atomic_data, model.atomic_data},
                {"transaction", rtl.transaction, model.transaction},
                {"channel", rtl.virtual_channel, model.virtual_channel},
                {"marked", rtl.marked, model.marked},
                {"multicast", rtl.multicast, model.multicast},
                {"y_major", rtl.y_major, model.y_major},
                {"include_source", rtl.include_source, model.include_source},
                {"path_reserve", rtl.path_reserve, model.path_reserve},
                {"linked", rtl.linked, model.linked},
                {"static_channel", rtl.static_channel, model.static_channel},
                {"inline", rtl.inline_data, model.inline_data},
                {"byte_enables", rtl.byte_enables, model.byte_enables}};
  for (const auto& f : fields)
    if (f.rtl != f.model)
      return std::string(f.name) + " " + std::to_string(f.rtl) + " in RTL, " + std::to_string(f.model) + " in the model";
  return rtl.inline_data && rtl.data != model.data ? "another word inline" : "";
}

}  // namespace tensix
