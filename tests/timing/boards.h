// SPDX-License-Identifier: Apache-2.0
// For tests that compare tiles with different L1s: a tile with the players of one piece of work, and work that uses L1 in every
// way.
#pragma once
#include <tlm_utils/simple_initiator_socket.h>
#include <functional>
#include <memory>
#include <string>
#include <systemc>
#include <tlm>
#include <vector>

#include "models/isa/isa.h"
#include "models/registers/config_words.h"
#include "platform/tile.h"
#include "workload/kernels/kernel_function.h"
#include "workload/players/stream_player.h"
#include "workload/streams/stream_file_function.h"
#include "workload/tensors/tensor.h"

namespace tensix::boards {

struct silent : sc_core::sc_module {
  tlm_utils::simple_initiator_socket<silent> socket{"socket"};
  explicit silent(sc_core::sc_module_name name) : sc_module(name) {}
};

// A tile and the players of one piece of work.
class board {
 public:
  std::unique_ptr<tensix_tile> tile;
  std::vector<std::unique_ptr<stream_player>> players;

  board(const parameters& p, const tile_parts& parts) {
    tile = std::make_unique<tensix_tile>(sc_core::sc_gen_unique_name("tile"), p, parts);
    tile->state().diagnose.policy = on_undefined::warn;
  }
  void play(const std::function<std::unique_ptr<step_source>(unsigned)>& program) {
    for (unsigned core = 0; core < 4; ++core) {
      if (auto steps = program(core)) {
        players.push_back(std::make_unique<stream_player>(sc_core::sc_gen_unique_name("player"), core,
                                                          tile->configuration().player, std::move(steps)));
        players.back()->socket.bind(tile->core[core]);
      } else {
        rest_.push_back(std::make_unique<silent>(sc_core::sc_gen_unique_name("silent")));
        rest_.back()->socket.bind(tile->core[core]);
      }
    }
    rest_.push_back(std::make_unique<silent>(sc_core::sc_gen_unique_name("silent")));
    rest_.back()->socket.bind(tile->noc);
  }
  // As they are in L1, wherever it keeps them.
  std::vector<uint8_t> bytes(uint32_t address, uint32_t count) const {
    std::vector<uint8_t> all(count);
    tlm::tlm_generic_payload payload;
    payload.set_command(tlm::TLM_READ_COMMAND);
    payload.set_address(address);
    payload.set_data_ptr(all.data());
    payload.set_data_length(count);
    payload.set_streaming_width(count);
    tile->memory().debug(payload);
    return all;
  }

 private:
  std::vector<std::unique_ptr<silent>> rest_;
};

// A kernel whose data is there at the beginning, with room for all results.
class filled_kernel {
 public:
  filled_kernel(const kernel_description& what, tile_format format, const parameters& p, uint32_t size)
      : kernel_(options_of(what, format, p, size)), a_(size, size), b_(size, size) {
    for (uint32_t i = 0; i < size * size; ++i)
      a_.data[i] = static_cast<float>(i % 251) - 100, b_.data[i] = static_cast<float>(i % 63) / 8;
  }
  void play(board& on) const {
    std::vector<const tensor*> operands = {&a_, &b_};
    operands.resize(kernel_.inputs().size());
    circular_buffer_feed feed(kernel_.inputs(), kernel_.output(), operands, on.tile->state().l1.data());
    feed.pump();
    on.play([&](unsigned core) { return core < thread_count ? kernel_.program(core) : nullptr; });
  }
  std::pair<uint32_t, uint32_t> output(uint32_t tiles) const {
    return {kernel_.output().address, kernel_.output().tile_bytes * tiles};
  }

 private:
  kernel kernel_;
  tensor a_, b_;
  static kernel_options options_of(const kernel_description& what, tile_format format, const parameters& p, uint32_t size) {
    kernel_options options;
    options.kernel = &what;
    options.m = options.n = options.k = size;
    options.format = options.output_format = format;
    options.buffer_tiles = 64;
    options.topology = p.packer.topology;
    options.read_interfaces = p.packer.read_interfaces;
    return options;
  }
};

// Every instruction of the scalar unit that reaches L1, the mover, and loads and stores of a core.
inline std::string memory_stream() {
  const auto word = [](uint32_t value) { return std::to_string(value); };
  const auto config = [&](uint32_t index, uint32_t value) {
    return "t0 st " + word(0xffef0000 + 4 * index) + " " + word(value) + "\n";
  };
  const auto gpr = [&](unsigned index, uint32_t value) {
    return "t0 st " + word(0xffe00000 + 4 * index) + " " + word(value) + "\n";
  };
  const auto push = [&](uint32_t value) { return "t0 push " + word(value) + "\n"; };
  const auto memory = [](opcode op, unsigned address, unsigned data) {
    return word_of(op) | insn::ATINCGET::addr_reg_index.place(address) | insn::ATINCGET::data_reg_index.place(data);
  };
  std::string s = "l1w 0x10000 0x11111111 0x22222222 0x33333333 0x44444444 5 6 7 8 9 10 11 12\n";
  s += gpr(16, 0x1000) + gpr(17, 0x1001) + gpr(18, 0) + gpr(19, 0x1100) + gpr(20, 3) + gpr(24, 0) + "t0 ld 0xffe00040\n";
  for (unsigned size = 0; size < 4; ++size) {
    s += push(memory(opcode::LOADIND, 16, 28 + 4 * size) | insn::LOADIND::size_sel.place(size) |
              insn::LOADIND::offset_index.place(36));
  }
  s += "t0 sync\nt0 delay 40\n";
  s += push(memory(opcode::ATINCGET, 17, 20) | insn::ATINCGET::wrap_val.place(31));
  s += push(memory(opcode::ATINCGET, 17, 21) | insn::ATINCGET::wrap_val.place(31));
  s += push(memory(opcode::ATSWAP, 19, 28) | insn::ATSWAP::swap_mask.place(0x3c));
  s += push(memory(opcode::ATINCGETPTR, 17, 22) | insn::ATINCGETPTR::wrap_val.place(15));
  s += push(word_of(opcode::ATCAS) | insn::ATCAS::addr_reg_index.place(19) | insn::ATCAS::swap_val.place(9));
  s += "t0 sync\nt0 delay 60\n";
  for (unsigned i = 0; i < 3; ++i)
    s += push(memory(opcode::STOREIND, 19, 20 + i) | insn::STOREIND::mem_hier_sel.place(1) |
              insn::STOREIND::offset_index.place(48) | insn::STOREIND::auto_inc_spec.place(2) | 1u << 21);
  s += "t0 sync\nt0 delay 40\nt0 poll 0x10010 0xffffffff >= 5\n";
  for (unsigned i = 20; i < 44; ++i) s += "t0 copy " + word(0xffe00000 + 4 * i) + " " + word(0x12000 + 4 * i) + "\n";
  s += config(cfg::THCON_SEC0_REG6_Source_address.word, 0x10000 / 16);
  s += config(cfg::THCON_SEC0_REG6_Destination_address.word, 0x13000 / 16);
  s += config(cfg::THCON_SEC0_REG6_Buffer_size.word, 40 | 3u << 30);
  s += "t0 sync\nt0 delay 40\n" + push(word_of(opcode::XMOV)) + "t0 delay 300\nt0 st 0x14000 0x1234\nt0 copy 0x14000 0x14010\n";
  return s + "out 0x10000 64\nout 0x11000 64\nout 0x12000 256\nout 0x13000 1024\nout 0x14000 64\n";
}

}  // namespace tensix::boards
