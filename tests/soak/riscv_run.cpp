// SPDX-License-Identifier: Apache-2.0
#include "tests/soak/riscv_run.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <stdexcept>

namespace tensix::soak {

namespace {

uint8_t* data_ram(riscv_cores& cores, unsigned i) {
  tlm::tlm_generic_payload ask;
  tlm::tlm_dmi dmi;
  ask.set_command(tlm::TLM_WRITE_COMMAND);
  ask.set_address(data_ram_base);
  if (!cores.core(i).bus->get_direct_mem_ptr(ask, dmi)) throw std::logic_error("no direct access to a core's data RAM");
  return dmi.get_dmi_ptr();
}

std::vector<uint8_t> bytes_of(const std::vector<uint32_t>& words) {
  std::vector<uint8_t> bytes(4 * words.size());
  if (!words.empty()) std::memcpy(bytes.data(), words.data(), bytes.size());
  return bytes;
}

struct difference_list {
  std::string text;
  unsigned left;
  template <typename... T>
  void add(const char* format, T... values) {
    if (left == 0) return;
    char line[128];
    std::snprintf(line, sizeof line, format, values...);
    text += line;
    if (--left == 0) text += "...\n";
  }
};

}  // namespace

void load_cores(const riscv_program& p, tensix_tile& tile, riscv_cores& cores, const program* carried) {
  tensix_state& state = tile.state();
  const auto put = [&](uint32_t address, const std::vector<uint32_t>& words) {
    if (words.empty()) return;
    const auto bytes = static_cast<uint32_t>(4 * words.size());
    if (address + bytes > state.l1.size()) throw std::out_of_range("a program that needs more L1 than the tile has");
    std::memcpy(&state.l1[address], words.data(), bytes);
    state.take_l1(address, bytes);
  };
  if (carried)
    for (const memory_fill& f : carried->memory) put(f.address, f.words);
  const bool running = sc_core::sc_get_status() >= sc_core::SC_START_OF_SIMULATION;
  for (unsigned i = 0; i < core_count; ++i) {
    const riscv_core_program& c = p.core[i];
    if (!c.used) continue;
    put(c.entry, c.words);
    put(c.area, c.area_words);
    const std::vector<uint8_t> ram = bytes_of(c.data_ram);
    if (running) std::copy(ram.begin(), ram.end(), data_ram(cores, i));
    else cores.preload_data_ram(i, 0, ram);
  }
  for (unsigned i = 0; i < core_count; ++i)
    if (p.core[i].used) cores.start(i, p.core[i].entry);
}

std::string differences(const riscv_program& p, const riscv_reference& expected, tensix_tile& tile, riscv_cores& cores,
                        unsigned most) {
  difference_list all{"", most};
  for (unsigned i = 0; i < core_count; ++i) {
    const riscv_reference::core_state& want = expected.core[i];
    riscv_core& core = cores.core(i);
    const char* const name = core_name(i);
    if (!want.used) {
      if (core.state() != riscv_core::condition::in_reset) all.add("%s: not in reset\n", name);
      continue;
    }
    if (core.state() != riscv_core::condition::stopped) all.add("%s: has not stopped\n", name);
    const uint32_t stopped_at = want.pc;
    if (core.pc() != stopped_at) all.add("%s: pc 0x%08x, not 0x%08x\n", name, core.pc(), stopped_at);
    if (!p.waits && core.instructions() != want.instructions)
      all.add("%s: %llu instructions, not %llu\n", name, static_cast<unsigned long long>(core.instructions()),
              static_cast<unsigned long long>(want.instructions));
    for (unsigned r = 1; r < 32; ++r)
      if (core.registers().reg[r] != want.x[r])
        all.add("%s: x%u = 0x%08x, not 0x%08x\n", name, r, core.registers().reg[r], want.x[r]);
    for (unsigned r = 0; r < 32; ++r)
      if (core.registers().reg[riscv_f0 + r] != want.f[r])
        all.add("%s: f%u = 0x%08x, not 0x%08x\n", name, r, core.registers().reg[riscv_f0 + r], want.f[r]);
    if (core.registers().csr.fcsr != want.fcsr)
      all.add("%s: fcsr = 0x%02x, not 0x%02x\n", name, core.registers().csr.fcsr, want.fcsr);
    const uint8_t* const ram = data_ram(cores, i);
    for (size_t k = p.carries ? data_ram_play : 0; k < want.data_ram.size(); ++k)
      if (ram[k] != want.data_ram[k])
        all.add("%s: data RAM + 0x%04zx = 0x%02x, not 0x%02x\n", name, k, unsigned{ram[k]}, unsigned{want.data_ram[k]});
  }
  tile.state().bring_l1(p.window.base, p.window.bytes);
  for (uint32_t k = 0; k < p.window.bytes; ++k) {
    const uint8_t is = tile.state().l1[p.window.base + k];
    if (is != expected.window[k])
      all.add("L1 0x%06x = 0x%02x, not 0x%02x\n", p.window.base + k, unsigned{is}, unsigned{expected.window[k]});
  }
  return all.text;
}

std::string account_differences(tensix_tile& tile, riscv_cores* cores, uint64_t elapsed) {
  difference_list all{"", 8};
  const auto check = [&](const std::string& name, account& a) {
    a.close(elapsed);
    uint64_t sum = a.busy_cycles() + a.idle_cycles();
    for (int k = 1; k < static_cast<int>(stall_reason::count); ++k) sum += a.stall_cycles(static_cast<stall_reason>(k));
    if (sum != elapsed || a.idle_cycles() > elapsed || a.busy_cycles() > elapsed)
      all.add("%s: busy + stalls + idle = %llu of %llu cycles\n", name.c_str(), static_cast<unsigned long long>(sum),
              static_cast<unsigned long long>(elapsed));
  };
  if (cores) {
    cores->close_accounts(elapsed);
    // A core that runs is never idle, one in reset is just that.
    for (unsigned i = 0; i < core_count; ++i) {
      const riscv_core& core = cores->core(i);
      account& a = cores->core(i).activity();
      const bool stopped = core.state() == riscv_core::condition::stopped;
      const uint64_t idle = stopped && core.stopped_in() < elapsed ? elapsed - core.stopped_in() : 0;
      if (a.idle_cycles() != idle)
        all.add("core %s: idle for %llu cycles, not %llu\n", core_name(i), static_cast<unsigned long long>(a.idle_cycles()),
                static_cast<unsigned long long>(idle));
      if (core.state() == riscv_core::condition::in_reset && a.stall_cycles(stall_reason::in_reset) != elapsed)
        all.add("core %s: in reset, but not for all cycles\n", core_name(i));
      if (stopped && a.busy_cycles() > elapsed) all.add("core %s: busier than the run is long\n", core_name(i));
    }
    for (auto& [name, a] : cores->accounts()) check(name, *a);
  }
  tile.close_accounts(elapsed);
  for (auto& [name, a] : tile.unit_accounts()) check(name, *a);
  for (auto& [name, a] : tile.thread_accounts()) check(name, *a);
  return all.text;
}

}  // namespace tensix::soak
