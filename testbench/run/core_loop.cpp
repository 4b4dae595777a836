// SPDX-License-Identifier: Apache-2.0
#include "testbench/run/core_loop.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "support/text/hex_text.h"

namespace tensix {
namespace {

constexpr uint32_t line_bytes = 16;

std::string value_text(uint32_t value) {
  if (value < 10) return std::to_string(value);
  return hex_text(value);
}

// What a value depends on beside what does not change any more.
enum clock_part : uint8_t { none = 0, upper = 1, lower = 2 };  // halves of the wall clock, or of a counter of the core

// Executes the core's instructions without time, on copies of what they change. A value that the clock decides is marked.
class loop_walk {
 public:
  loop_walk(tensix_tile& tile, riscv_core& core, unsigned number)
      : tile_(tile), core_(core), number_(number), l1_bytes_(tile.configuration().l1.size_kib * 1024) {
    at_.s = core.registers();
    at_.pc = core.pc();
  }

  core_loop walk() {
    for (const core_load* const p : core_.awaited_loads())
      if (!bring(*p)) return {};
    constexpr uint32_t most = 50000;  // instructions
    moment anchor = at_;
    for (uint32_t n = 0, since = 0, power = 1; n < most; ++n) {
      if (!step()) return {};
      if (at_.pc == anchor.pc && at_.same_as(anchor)) return found();
      if (++since < power) continue;
      anchor = at_;
      since = 0;
      power *= 2;
      loads_.clear();
      lines_.clear();
      status_ = clock_ = false;
    }
    return {};
  }

 private:
  struct marked_byte {
    uint8_t value = 0;
    uint8_t clock = none;
    bool operator==(const marked_byte& o) const { return clock == o.clock && (clock || value == o.value); }
  };
  struct moment {
    riscv_state s;
    uint32_t pc = 0;
    std::array<uint8_t, riscv_register_count> clock{};  // of the registers: clock_part
    std::map<uint32_t, marked_byte> data_ram;           // what has been stored there
    bool fenced = false;                                // the L0 data cache is empty
    bool same_as(const moment& o) const {
      if (clock != o.clock || fenced != o.fenced || data_ram != o.data_ram) return false;
      for (unsigned r = 0; r < riscv_register_count; ++r)
        if (!clock[r] && r != riscv_sink && s.reg[r] != o.s.reg[r]) return false;
      return true;
    }
  };
  struct loaded_word {
    uint32_t address;
    std::optional<uint32_t> cached;  // in the L0 data cache, if that is another value than L1's
    uint32_t value;
  };

  tensix_tile& tile_;
  riscv_core& core_;
  const unsigned number_;
  const uint32_t l1_bytes_;
  moment at_;
  std::vector<loaded_word> loads_;  // since the anchor, outside the data RAM, each once
  std::set<uint32_t> lines_;        // of L1
  bool status_ = false, clock_ = false;

  // False: something that changes the outside, depends on the clock, or is not known.
  bool step() {
    if (at_.pc % 4 || at_.pc + 4 > l1_bytes_) return false;
    uint32_t word;
    tile_.state().bring_l1(at_.pc, 4);
    std::memcpy(&word, tile_.state().l1.data() + at_.pc, 4);
    const riscv_instruction d = decode_riscv(word);
    const uint8_t clock = at_.clock[d.rs1] | at_.clock[d.rs2] | at_.clock[d.rs3];
    uint32_t next = at_.pc + 4;
    switch (d.kind) {
      case riscv_kind::branch:
      case riscv_kind::jump:
        // The upper half is the same whenever it is read, but for once in 2^32 cycles.
        if (clock && !(at_.clock[d.rs1] == upper && at_.clock[d.rs2] == upper)) return false;
        [[fallthrough]];
      case riscv_kind::simple:
      case riscv_kind::mark:
      case riscv_kind::multiply:
      case riscv_kind::floating:
      case riscv_kind::divide:
        next = execute_riscv(at_.s, d, at_.pc);
        at_.clock[d.rd] = clock;
        if (next == at_.pc) return false;  // it stops there
        break;
      case riscv_kind::load:
        if (at_.clock[d.rs1] || !load(d)) return false;
        break;
      case riscv_kind::store:
        if (at_.clock[d.rs1] || !store(d)) return false;
        break;
      case riscv_kind::csr:
        if (!csr(d)) return false;
        break;
      case riscv_kind::fence: at_.fenced = true; break;
      case riscv_kind::push:
      case riscv_kind::atomic:
      case riscv_kind::stop:
      case riscv_kind::refused: return false;
    }
    at_.pc = next;
    return true;
  }

  bool own_ram(uint32_t address) const {
    return address_map::decode(number_, address, l1_bytes_).region == address_region::local_ram;
  }

  bool load(const riscv_instruction& d) {
    const uint32_t address = riscv_address(at_.s, d);
    uint32_t value = 0;
    uint8_t clock = none;
    if (own_ram(address)) {
      if (!look(address, d.bytes, value)) return false;
      for (unsigned i = 0; i < d.bytes; ++i) {
        const auto stored = at_.data_ram.find(address + i);
        if (stored == at_.data_ram.end()) continue;
        value = (value & ~(0xffu << 8 * i)) | uint32_t{stored->second.value} << 8 * i;
        clock |= stored->second.clock;
      }
    } else if (!load_outside(address, d.bytes, value, clock)) {
      return false;
    }
    at_.s.reg[d.rd] = riscv_loaded(d.op, value);
    at_.clock[d.rd] = clock;
    return true;
  }

  // A load that is on its way.
  bool bring(const core_load& p) {
    if (p.d.kind == riscv_kind::atomic) return false;
    uint32_t value = 0;
    uint8_t clock = none;
    if (!load_outside(p.address, p.d.bytes, value, clock)) return false;
    at_.s.reg[p.d.rd] = riscv_loaded(p.d.op, p.answered ? p.raw : value);
    at_.clock[p.d.rd] = clock;
    return true;
  }

  bool load_outside(uint32_t address, unsigned bytes, uint32_t& value, uint8_t& clock) {
    const decoded_address where = address_map::decode(number_, address, l1_bytes_);
    const char* const name = address_map::register_name(where);
    std::optional<uint32_t> cached;
    if (where.region == address_region::tile_control && name && std::strncmp(name, "WALL_CLOCK", 10) == 0) {
      clock = std::strcmp(name, "WALL_CLOCK_L") == 0 ? lower : upper;
      value = static_cast<uint32_t>(now_cycle() >> (clock == lower ? 0 : 32));
      clock_ = true;
    } else if (where.region == address_region::tdma_risc) {
      const uint32_t base = where.offset % tdma_register::packer_stride;
      if (base == tdma_register::tile_zero_flags) return false;  // takes the tile's metadata
      if (!tile_.functions().tdma_risc.peek(number_, where.offset, value)) return false;
      value >>= address % 4 * 8;
    } else if (!look(address, bytes, value)) {
      return false;
    } else if (where.region == address_region::l1) {
      lines_.insert(address / line_bytes);
      uint32_t there = 0;
      if (!at_.fenced && core_.finds_in_data_cache(address, bytes, there) && there != value) cached = there;
    }
    bool known = false;
    for (const loaded_word& l : loads_) known |= l.address == address;
    if (!known) loads_.push_back({address, cached, value});
    if (cached) value = *cached;
    return true;
  }

  bool look(uint32_t address, unsigned bytes, uint32_t& value) {
    tlm::tlm_generic_payload payload;
    payload.set_command(tlm::TLM_READ_COMMAND);
    payload.set_address(address);
    payload.set_data_ptr(reinterpret_cast<uint8_t*>(&value));
    payload.set_data_length(bytes);
    return core_.bus->transport_dbg(payload) == bytes;
  }

  bool store(const riscv_instruction& d) {
    const uint32_t address = riscv_address(at_.s, d);
    if (!own_ram(address)) return false;
    for (unsigned i = 0; i < d.bytes; ++i)
      at_.data_ram[address + i] = {static_cast<uint8_t>(at_.s.reg[d.rs2] >> 8 * i), at_.clock[d.rs2]};
    return true;
  }

  // Reads only: of the status of the coprocessor, of counters of cycles and instructions, of others.
  bool csr(const riscv_instruction& d) {
    const bool replaces = d.op == riscv_op::csrrw || d.op == riscv_op::csrrwi;
    const bool by_number = d.op == riscv_op::csrrwi || d.op == riscv_op::csrrsi || d.op == riscv_op::csrrci;
    if (replaces || (by_number ? d.bytes != 0 : d.rs1 != 0)) return false;
    const uint32_t number = d.immediate & 0xfff;
    if (riscv_csrs::shows_status(number)) {
      const auto [queues, busy] = tile_.status_of(number_);
      at_.s.csr.live_status(queues, busy);
      status_ = true;
    }
    std::string why;
    if (!access_riscv_csr(at_.s, d, number_, {now_cycle(), core_.instructions()}, why)) return false;
    static constexpr uint32_t counters[] = {0xb00, 0xb02, 0xc00, 0xc02};  // their lower halves
    const auto is = [number](uint32_t first) {
      return std::find(std::begin(counters), std::end(counters), number - first) != std::end(counters);
    };
    at_.clock[d.rd] = is(0) ? lower : is(0x80) ? upper : none;
    clock_ |= at_.clock[d.rd] != none;
    return true;
  }

  core_loop found() const {
    core_loop loop;
    loop.endless = true;
    loop.clock = clock_;
    std::string text;
    constexpr size_t most = 4;
    size_t shown = 0;
    for (const loaded_word& l : loads_) {
      loop.stale |= l.cached.has_value();
      if (shown == most && !l.cached) continue;
      shown += shown < most;
      text += (text.empty() ? "polls " : ", ") + address_map::describe(number_, l.address, l1_bytes_);
      if (l.cached)
        text += ", its L0 data cache has " + value_text(*l.cached) + ", L1 has " + value_text(l.value) + " (no fence)";
    }
    if (status_) text += std::string(text.empty() ? "polls " : ", ") + "tt_cfg_qstatus or tt_cfg_bstatus";
    if (text.empty())
      text = "goes round in a loop that reads " + std::string(clock_ ? "the clock only" : "nothing from outside");
    // What is in the cache stays there only if nothing flushes or replaces it.
    const riscv_core_parameters& p = tile_.configuration().riscv_core;
    const bool flushed = p.data_cache_flush_requests && !(at_.s.csr.cfg0 & riscv_csrs::disable_periodic_flush);
    if (loop.stale && (flushed || lines_.size() > p.data_cache_lines)) return {};
    loop.text = text;
    return loop;
  }
};

}  // namespace

core_loop loop_of(tensix_tile& tile, riscv_core& core, unsigned number) { return loop_walk(tile, core, number).walk(); }

}  // namespace tensix
