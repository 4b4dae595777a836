// SPDX-License-Identifier: Apache-2.0
// A tile with cores, in a simulation that runs program after program: what one took, and what it left.
#pragma once
#include <random>
#include <string>
#include <vector>

#include "platform/riscv_cores.h"
#include "riscv_core/riscv_assembler.h"

namespace tensix::riscv_test {

inline constexpr unsigned t0 = core_t0, t1 = core_t1, t2 = core_t2, b = core_b, nc = core_nc;
inline constexpr uint32_t code = 0x10000,
                          code_stride = 0x8100;  // (each begins in other banks)  // program of core i at code + i * code_stride

class bench : public sc_core::sc_module {
 public:
  tlm_utils::simple_initiator_socket<bench> noc;
  explicit bench(sc_core::sc_module_name name, const std::vector<std::string>& settings = {})
      : sc_module(name), noc("noc"), p(load_configuration("blackhole")) {
    apply_settings(p, settings);
    tile = std::make_unique<tensix_tile>("tile", p);
    noc.bind(tile->noc);
    tile->on_fault = [] { sc_core::sc_pause(); };
    cores = std::make_unique<riscv_cores>("cores", *tile);
    cores->condition_changed = [this](unsigned) {
      if (cores->all_stopped()) sc_core::sc_pause();
    };
  }
  parameters p;
  std::unique_ptr<tensix_tile> tile;
  std::unique_ptr<riscv_cores> cores;

  uint32_t l1(uint32_t address) const {
    uint32_t v;
    std::memcpy(&v, &tile->state().l1[address], 4);
    return v;
  }
  void set_l1(uint32_t address, uint32_t value) { std::memcpy(&tile->state().l1[address], &value, 4); }
  void load(unsigned core, const std::vector<uint32_t>& words) {
    std::memcpy(&tile->state().l1[code + core * code_stride], words.data(), 4 * words.size());
  }
  void start(unsigned core, const std::vector<uint32_t>& words) {
    load(core, words);
    cores->start(core, code + core * code_stride);
  }
  // Until all have stopped; false: nothing moves any more, or `most` cycles have passed.
  bool run(uint64_t most = 1'000'000) {
    const uint64_t end = now_cycle() + most;
    while (now_cycle() < end) {
      sc_core::sc_start(sc_core::sc_time::from_value((end - now_cycle()) * cycle_ticks()), sc_core::SC_EXIT_ON_STARVATION);
      if (cores->all_stopped()) return true;
      if (!sc_core::sc_pending_activity()) return false;
    }
    return false;
  }
  // Somebody writes a word of L1 over the NoC, beginning in that cycle.
  void noc_write(uint64_t cycle, uint32_t address, uint32_t value) {
    sc_core::sc_spawn([this, cycle, address, value]() mutable {
      sc_core::wait(sc_core::sc_time::from_value((cycle - now_cycle()) * cycle_ticks()));
      tlm::tlm_generic_payload payload;
      payload.set_command(tlm::TLM_WRITE_COMMAND);
      payload.set_address(address);
      payload.set_data_length(4);
      payload.set_streaming_width(4);
      payload.set_data_ptr(reinterpret_cast<uint8_t*>(&value));
      sc_core::sc_time t = sc_core::SC_ZERO_TIME;
      noc->b_transport(payload, t);
    });
  }
  uint32_t x(unsigned core, unsigned r) const { return cores->core(core).registers().reg[r]; }

  // Cycles that `body` takes of the entry into EX1, beyond none, when everything is in the instruction cache. x20..x28 are
  // taken. `before`: once; `each`: before every round, not counted.
  uint64_t cycles(const std::vector<uint32_t>& body, const std::vector<uint32_t>& before = {},
                  const std::vector<uint32_t>& each = {}, unsigned core = t0) {
    return raw_cycles(body, before, each, core) - raw_cycles({}, before, each, core);
  }

 private:
  uint64_t raw_cycles(const std::vector<uint32_t>& body, const std::vector<uint32_t>& before, const std::vector<uint32_t>& each,
                      unsigned core) {
    std::vector<uint32_t> w = before;
    append_li(w, 28, 4);
    const size_t loop = w.size();
    w.insert(w.end(), each.begin(), each.end());
    w.push_back(asm_fence);
    w.push_back(asm_csr("csrrs", 20, 0xb00, 0));
    w.insert(w.end(), body.begin(), body.end());
    w.push_back(asm_csr("csrrs", 21, 0xb00, 0));
    w.push_back(asm_r("sub", 22, 21, 20));
    w.push_back(asm_i("addi", 28, 28, -1));
    w.push_back(asm_branch("bne", 28, 0, 4 * (static_cast<int32_t>(loop) - static_cast<int32_t>(w.size()))));
    w.push_back(asm_ebreak);
    start(core, w);
    if (!run()) return ~uint64_t{0} / 2;
    return x(core, 22);
  }
};

// ---- Programs

using words = std::vector<uint32_t>;
inline constexpr uint32_t data = 0x800c0, gpr = 0xFFE00000, config = 0xFFEF0000, semaphore_base = 0xFFE80020,
                          clock_low = 0xFFB121F0, overlay = 0xFFB40000, slow_path = 0xFFB14000, local = 0xFFB00000,
                          mailbox_query = 0xFFEC0004, ttsync_other = 0xFFE8000C;
inline constexpr uint32_t nop = asm_nop;

inline words operator+(words a, const words& more) {
  a.insert(a.end(), more.begin(), more.end());
  return a;
}
inline words nops(unsigned n) { return words(n, nop); }
inline words li(unsigned rd, uint32_t value) {
  words w;
  append_li(w, rd, value);
  return w;
}
inline words set_cfg0(uint32_t bits) { return li(19, bits) + words{asm_csr("csrrs", 0, 0x7c0, 19)}; }
inline uint32_t lw(unsigned rd, unsigned base, int32_t offset = 0) { return asm_i("lw", rd, base, offset); }
inline uint32_t sw(unsigned value, unsigned base, int32_t offset = 0) { return asm_store("sw", value, base, offset); }
inline uint32_t use(unsigned r) { return asm_i("addi", 18, r, 0); }

}  // namespace tensix::riscv_test
