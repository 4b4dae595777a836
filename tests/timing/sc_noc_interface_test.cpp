// SPDX-License-Identifier: Apache-2.0
// The network interfaces of a tile that is alone with its DRAM: bytes of every kind of command against a plain memory, and the
// cycles of single ones by closed formulas.
#include <tlm_utils/simple_initiator_socket.h>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "catch.h"
#include "platform/noc_surroundings.h"
#include "platform/parameters.h"
#include "tests/seed.h"

using namespace tensix;

namespace {

constexpr uint32_t niu[2] = {0xFFB20000, 0xFFB30000};
constexpr uint32_t write_marked = 2 | 1 << 4, write_posted = 2, read_marked = 1 << 4, atomic_marked = 1 | 1 << 4,
                   static_channel_1 = 1 << 7 | 1 << 13;
constexpr uint32_t targ = 0x00, ret = 0x0c, ctrl = 0x1c, len = 0x20, data_word = 0x28, go = 0x40;
constexpr unsigned atomics = 0, acks = 1, reads = 2, posted_sent = 11;

class platform : public sc_core::sc_module {
 public:
  tensix_tile tile;
  noc_surroundings around;
  tlm_utils::simple_initiator_socket<platform> core, noc;
  explicit platform(sc_core::sc_module_name name)
      : sc_module(name), tile("tile", builtin_configuration("blackhole")), around("around", tile) {
    core.bind(tile.core[core_b]);
    noc.bind(tile.noc);
    around.add_tile(other_place());
  }
  // Runs as a process.
  void run(const std::function<void()>& body) {
    bool over = false;
    sc_core::sc_spawn([&] {
      body();
      over = true;
      sc_core::sc_pause();
    });
    sc_core::sc_start();
    INFO(tile.who_waits());
    for (const auto& d : tile.state().diagnose.reports()) UNSCOPED_INFO(d.to_string());
    REQUIRE(over);
  }
  uint32_t access(bool store, uint32_t address, uint32_t value = 0) {
    tlm::tlm_generic_payload payload;
    payload.set_command(store ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
    payload.set_address(address);
    payload.set_data_ptr(reinterpret_cast<unsigned char*>(&value));
    payload.set_data_length(4);
    payload.set_streaming_width(4);
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    core->b_transport(payload, delay);
    wait(delay);
    return value;
  }
  void st(unsigned noc, unsigned initiator, uint32_t reg, uint32_t value) {
    access(true, niu[noc] + 0x800 * initiator + reg, value);
  }
  uint32_t ld(unsigned noc, uint32_t offset) { return access(false, niu[noc] + offset); }
  uint32_t counter(unsigned noc, unsigned index) { return ld(noc, 0x200 + 4 * index); }
  void ready(unsigned noc, unsigned initiator) {
    while (ld(noc, 0x800 * initiator + go)) {
    }
  }
  // Fields of TARG or RET: address, coordinates as programs know them.
  void place(unsigned noc, unsigned i, uint32_t at, noc_coordinate c, uint64_t address) {
    st(noc, i, at, static_cast<uint32_t>(address));
    st(noc, i, at + 4, static_cast<uint32_t>(address >> 32));
    st(noc, i, at + 8, c.y << 6 | c.x);
  }
  void command(unsigned noc, unsigned i, uint32_t control, noc_coordinate targ_c, uint64_t targ_a, noc_coordinate ret_c,
               uint64_t ret_a, uint32_t length) {
    ready(noc, i);
    st(noc, i, ctrl, control | static_channel_1);
    place(noc, i, targ, targ_c, targ_a);
    place(noc, i, ret, ret_c, ret_a);
    st(noc, i, len, length);
    st(noc, i, go, 1);
  }
  noc_coordinate other_place() { return around.grid().tensix(1, 0); }
  noc_coordinate other() { return around.grid().translated(0, other_place()); }
  // Cycles from the end of `commands`, whose last store is at work then, until a counter has counted `n`. Looked at without a core.
  uint64_t until_counted(unsigned noc_number, unsigned index, uint32_t n, const std::function<void()>& commands) {
    uint64_t cycles = 0;
    run([&] {
      while (!around.idle() || !tile.noc_interface(0).idle() || !tile.noc_interface(1).idle()) sc_core::wait(1, sc_core::SC_US);
      const uint32_t before = counter(noc_number, index);
      commands();
      const uint64_t began = now_cycle() + tile.configuration().riscv.store_travel_cycles;
      uint32_t value = before;
      while (tile.noc_interface(noc_number).peek(0x200 + 4 * index, value) && value != before + n)
        sc_core::wait(sc_core::sc_time::from_value(cycle_ticks()));
      cycles = now_cycle() - began;
    });
    return cycles;
  }
  noc_coordinate own() { return around.grid().translated(0, tile.place()); }
  noc_coordinate dram(unsigned channel, unsigned port = 0) {
    return around.grid().translated(0, noc_grid::dram(channel, port));
  }
  std::vector<uint8_t> l1(uint32_t address, uint32_t bytes) {
    return {tile.state().l1.data() + address, tile.state().l1.data() + address + bytes};
  }
  std::vector<uint8_t> in_dram(unsigned channel, uint64_t address, uint32_t bytes) {
    std::vector<uint8_t> v(bytes);
    around.read_dram(channel, address, v.data(), bytes);
    return v;
  }
};
std::unique_ptr<platform> p;

std::vector<uint8_t> noise(std::mt19937& random, size_t bytes) {
  std::vector<uint8_t> v(bytes);
  for (auto& b : v) b = static_cast<uint8_t>(random());
  return v;
}

}  // namespace

TEST_CASE("random reads and writes between L1 and DRAM, and within L1, leave the bytes where they belong") {
  std::mt19937 random(seeded(38));
  const auto filled = noise(random, 1 << 20);
  std::memcpy(p->tile.state().l1.data(), filled.data(), filled.size());
  std::vector<uint8_t> l1(filled);
  std::map<unsigned, std::vector<uint8_t>> dram;
  for (unsigned c = 0; c < dram_channels; ++c) {
    dram[c] = noise(random, 1 << 17);
    p->around.write_dram(c, 0, dram[c].data(), dram[c].size());
  }
  unsigned sent[2] = {}, posted = 0, read[2] = {};
  p->run([&] {
    for (int i = 0; i < 120; ++i) {
      const unsigned noc = random() % 2, channel = random() % dram_channels, port = random() % dram_ports;
      const uint32_t bytes = random() % 4 == 0 ? 16384 + 64 * (random() % 400) : 1 + random() % 5000;
      const uint32_t here = random() % ((1 << 20) - 65536) & ~63u, there = random() % ((1 << 17) - 49152) & ~63u;
      const bool whole = bytes > most_packet_bytes;
      switch (random() % 4) {
        case 0:
          p->command(noc, 1, read_marked, p->dram(channel, port), there, p->own(), here, bytes);
          std::memcpy(&l1[here], &dram[channel][there], bytes);
          read[noc] += (bytes + 16383) / 16384;
          break;
        case 1:
        case 2: {
          const bool marked = random() % 2;
          p->command(noc, 0, marked ? write_marked : write_posted, p->own(), here, p->dram(channel, port), there, bytes);
          std::memcpy(&dram[channel][there], &l1[here], bytes);
          (marked ? sent[noc] : posted) += (bytes + 16383) / 16384;
          break;
        }
        default: {  // within L1; also where addresses only agree modulo 16
          const uint32_t other = (here + 65536) % ((1 << 20) - 65536) & ~63u,
                         shift = whole ? 0 : 16 * (random() % 4) + random() % 16;
          p->command(noc, 1, read_marked, p->own(), here + shift, p->own(), other + shift % 16, bytes);
          std::memmove(&l1[other + shift % 16], &l1[here + shift], bytes);
          read[noc] += (bytes + 16383) / 16384;
        }
      }
      // One after the other: what is compared is bytes.
      for (unsigned n = 0; n < 2; ++n) {
        while (p->counter(n, reads) != read[n]) {
        }
        while (p->counter(n, acks) != sent[n]) {
        }
      }
      while (!p->around.idle() || !p->tile.noc_interface(0).idle() || !p->tile.noc_interface(1).idle())
        sc_core::wait(100, sc_core::SC_NS);
    }
  });
  CHECK(p->l1(0, 1 << 20) == l1);
  for (unsigned c = 0; c < dram_channels; ++c) CHECK(p->in_dram(c, 0, 1 << 17) == dram[c]);
  p->run([&] { CHECK(p->counter(0, posted_sent) + p->counter(1, posted_sent) == posted); });
}

TEST_CASE("an atomic increment of the own tile brings the old value, and its counter moves in one certain cycle") {
  const uint32_t zero = 0;
  std::memcpy(p->tile.state().l1.data() + 0x1004, &zero, 4);
  p->run([&] {
    const uint32_t before = p->counter(0, atomics);
    for (uint32_t i = 1; i <= 20; ++i) {
      p->ready(0, 3);
      p->place(0, 3, ret, p->own(), 4);
      p->place(0, 3, targ, p->own(), 0x1004);
      p->st(0, 3, ctrl, atomic_marked | static_channel_1);
      p->st(0, 3, len, 1 << 12 | 31 << 2 | 1);
      p->st(0, 3, data_word, 3);
      p->st(0, 3, go, 1);
      while (p->counter(0, atomics) != before + i) {
      }
      uint32_t old = 0, now = 0;
      std::memcpy(&old, p->tile.state().l1.data() + 4, 4);
      std::memcpy(&now, p->tile.state().l1.data() + 0x1004, 4);
      CHECK(old == 3 * (i - 1));
      CHECK(now == 3 * i);
    }
  });
}

TEST_CASE("a read's counter moves when the ways, the memories and the data have taken their cycles, and not one sooner") {
  const parameters& c = p->tile.configuration();
  const noc_interface_parameters& n = c.noc_interface;
  for (const unsigned noc : {0u, 1u})
    for (const unsigned channel : {0u, 3u, 6u})
      for (const uint32_t bytes : {64u, 2048u}) {
        CAPTURE(noc, channel, bytes);
        const noc_coordinate at = noc_grid::dram(channel, 1), own = p->tile.place();
        const uint64_t hops = noc_grid::hops(noc, own, at) + noc_grid::hops(noc, at, own);
        // Data of the channel: the first access, and all.
        const auto data = [&](uint64_t b) {
          return (b * c.clock_mhz + c.dram.channel_mb_per_second - 1) / c.dram.channel_mb_per_second;
        };
        const uint32_t flits = bytes / 64 + 1, first = std::min(bytes, c.dram.access_bytes);
        const uint64_t last_flit = std::max(data(first) + n.answer_cycles + flits - 1, data(bytes) + n.answer_cycles);
        const uint64_t way = n.command_cycles + 2 * (n.to_router_cycles + c.noc.from_router_cycles + n.receive_cycles) +
                             hops * c.noc.hop_cycles + c.dram.read_cycles + last_flit;
        uint64_t began = 0, seen = 0;
        p->run([&] {
          while (!p->around.idle()) sc_core::wait(1, sc_core::SC_US);
          const uint32_t before = p->counter(noc, reads);
          p->command(noc, 1, read_marked, p->dram(channel, 1), 0, p->own(), 0x8000, bytes);
          began = now_cycle() + c.riscv.store_travel_cycles;
          uint32_t value = 0;
          // Looked at in every cycle, without a core.
          for (;; sc_core::wait(sc_core::sc_time::from_value(cycle_ticks())))
            if (p->tile.noc_interface(noc).peek(0x200 + 4 * reads, value) && value != before) break;
          seen = now_cycle();
        });
        CHECK(seen - began >= way);
        CHECK(seen - began <= way + 2);  // L1's last beat
      }
}

TEST_CASE("another tile's L1 answers as the own does, so many hops later; parts of a beat when L1 has read and written it") {
  const parameters& c = p->tile.configuration();
  const uint64_t change = c.l1.atomic_cycles - 1;
  for (const unsigned noc : {0u, 1u}) {
    const auto write = [&](noc_coordinate to, uint32_t bytes) {
      return p->until_counted(noc, acks, 1, [&] { p->command(noc, 0, write_marked, p->own(), 0x4000, to, 0x6000, bytes); });
    };
    const auto read = [&](noc_coordinate from, uint32_t bytes) {
      return p->until_counted(noc, reads, 1, [&] { p->command(noc, 1, read_marked, from, 0x4000, p->own(), 0x6000, bytes); });
    };
    CAPTURE(noc);
    CHECK(write(p->own(), 4) == write(p->own(), 16) + change);
    CHECK(read(p->own(), 4) == read(p->own(), 16) + change);
    CHECK(read(p->own(), 24) == read(p->own(), 32) + change);
    const uint64_t row = noc_columns * c.noc.hop_cycles;  // there and back: once around
    for (const uint32_t bytes : {4u, 64u, 4096u}) {
      CHECK(write(p->other(), bytes) == write(p->own(), bytes) + row);
      CHECK(read(p->other(), bytes) == read(p->own(), bytes) + row);
    }
  }
}

TEST_CASE("data of several channels come over one link, one packet after the other") {
  const uint32_t bytes = 16384, flits = bytes / 64 + 1;
  const auto read = [&](unsigned channel, uint32_t to) {
    p->command(0, 1, read_marked, p->dram(channel), 0, p->own(), to, bytes);
  };
  const uint64_t one = p->until_counted(0, reads, 1, [&] { read(0, 0x40000); });
  const uint64_t three = p->until_counted(0, reads, 3, [&] {
    read(0, 0x40000);
    read(2, 0x48000);
    read(3, 0x50000);
  });
  CAPTURE(one, three);
  // The commands before the last one are given up to 100 cycles before it.
  CHECK(three + 100 >= one + 2 * flits);
  CHECK(three <= one + 2 * flits);
}

int sc_main(int argc, char** argv) {
  p = std::make_unique<platform>("platform");
  const int failed = run_test_cases(argc, argv);
  p.reset();
  return failed;
}

int main(int argc, char** argv) {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  return sc_core::sc_elab_and_sim(argc, argv);
}
