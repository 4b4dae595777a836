// SPDX-License-Identifier: Apache-2.0
// The address map: every region's first and last word for every core that sees it, and what cores must not see.
#include "catch.h"
#include "models/memory/address_map.h"

using namespace tensix;
using address_map::decode;
using region = address_region;

namespace {
struct expectation {
  unsigned core;
  uint32_t address;
  region where;
  unsigned index, item;
  bool readable, writable;
};
}  // namespace

TEST_CASE("addresses decode to region, index and item") {
  const expectation all[] = {
      {0, 0, region::l1, 0, 0, true, true},
      {3, 0x17fffc, region::l1, 0, 0, true, true},
      {accessor_coprocessor, 0x17fffc, region::l1, 0, 0, true, true},
      {0, 0xFFB00FFC, region::local_ram, 0, 0x3ff, true, true},
      {3, 0xFFB01FFC, region::local_ram, 0, 0x7ff, true, true},
      {1, 0xFFB11000, region::tdma_risc, 0, 0, true, true},
      {1, 0xFFB12010, region::tile_control, 0, 4, true, true},
      {accessor_coprocessor, 0xFFB13138, region::pc_snapshot, 0, 0, true, false},
      {0, 0xFFB20000, region::noc0, 0, 0, true, true},
      {0, 0xFFB3FFFC, region::noc1, 0, 0x3fff, true, true},
      {2, 0xFFB40000, region::noc_overlay, 0, 0, true, true},
      {2, 0xFFB7FFFC, region::noc_overlay, 63, 1023, true, true},
      {accessor_coprocessor, 0xFFB45010, region::noc_overlay, 5, 4, true, true},
      {0, 0xFFB80000, region::mop_config, 0, 0, false, true},
      {2, 0xFFB80020, region::mop_config, 2, 8, false, true},
      {1, 0xFFBD8000, region::dst_window, 0, 0, true, true},
      {1, 0xFFBDFFFC, region::dst_window, 0, 0x1fff, true, true},
      {1, 0xFFE00000, region::gpr, 1, 0, true, true},
      {1, 0xFFE000FC, region::gpr, 1, 63, true, true},
      {3, 0xFFE00000, region::gpr, 0, 0, true, true},
      {3, 0xFFE00104, region::gpr, 1, 1, true, true},
      {3, 0xFFE002FC, region::gpr, 2, 63, true, true},
      {2, 0xFFE40000, region::instruction_fifo, 2, 0, false, true},
      {3, 0xFFE40000, region::instruction_fifo, 0, 0, false, true},
      {3, 0xFFE50000, region::instruction_fifo, 1, 0, false, true},
      {3, 0xFFE60000, region::instruction_fifo, 2, 0, false, true},
      {1, 0xFFE80000, region::pc_buffer, 1, 0, true, true},
      {3, 0xFFE80000, region::pc_buffer, 0, 0, true, true},
      {3, 0xFFE80024, region::pc_buffer, 0, 0, true, true},
      {3, 0xFFE90000, region::pc_buffer, 1, 0, true, true},
      {3, 0xFFEA0000, region::pc_buffer, 2, 0, true, true},
      {2, 0xFFE80004, region::ttsync_done, 2, 0, true, true},
      {2, 0xFFE80008, region::ttsync_mop, 2, 0, true, true},
      {2, 0xFFE8000C, region::ttsync_other, 2, 0, true, true},
      {2, 0xFFE8001C, region::ttsync_other, 2, 0, true, true},
      {0, 0xFFE80020, region::semaphore, 0, 0, true, true},
      {0, 0xFFE8003C, region::semaphore, 7, 0, true, true},
      {0, 0xFFEC0000, region::mailbox, 3, 0, true, true},
      {0, 0xFFEC1004, region::mailbox, 0, 1, true, true},
      {3, 0xFFEC2000, region::mailbox, 1, 0, true, true},
      {3, 0xFFEC3FFC, region::mailbox, 2, 1, true, true},
      {0, 0xFFEF0000, region::config, 0, 0, true, true},
      {0, 0xFFEF0000 + 4 * 223, region::config, 0, 223, true, true},
      {3, 0xFFEF0000 + 4 * 224, region::config, 1, 0, true, true},
      {3, 0xFFEF0000 + 4 * 447, region::config, 1, 223, true, true},
      {0, 0xFFEF0000 + 4 * 448, region::config_dual, 0, 0, true, true},
      {0, 0xFFEF0000 + 4 * 671, region::config_dual, 0, 223, true, true},
      {0, 0xFFEF0000 + 4 * 672, region::thread_config, 0, 0, true, false},
      {0, 0xFFEF0000 + 4 * (672 + 68), region::thread_config, 1, 0, true, false},
      {3, 0xFFEF0000 + 4 * (672 + 3 * 68 - 1), region::thread_config, 2, 67, true, false},
  };
  for (const auto& e : all) {
    INFO("core " << e.core << " address " << std::hex << e.address);
    for (const uint32_t byte : {0u, 1u, 3u}) {  // rounded down to a word
      const decoded_address d = decode(e.core, e.address + byte);
      CHECK(static_cast<int>(d.region) == static_cast<int>(e.where));
      if (e.where != region::l1) {
        CHECK(unsigned(d.index) == e.index);
        CHECK(unsigned(d.item) == e.item);
      } else {
        CHECK(d.offset == e.address);
      }
      CHECK(d.readable == e.readable);
      CHECK(d.writable == e.writable);
    }
  }
}

TEST_CASE("only BRISC's instruction FIFO addresses bypass the MOP expander") {
  for (unsigned core = 0; core < 3; ++core) CHECK_FALSE(decode(core, 0xFFE40000).behind_mop_expander);
  CHECK(decode(3, 0xFFE40000).behind_mop_expander);
  CHECK(decode(3, 0xFFE6FFFC).behind_mop_expander);
}

TEST_CASE("addresses that a core does not see are unknown") {
  const std::pair<unsigned, uint32_t> all[] = {{0, 0x180000},
                                               {0, 0xFFAFFFFC},
                                               {0, 0xFFB01000},
                                               {3, 0xFFB02000},
                                               {accessor_coprocessor, 0xFFB11000},
                                               {0, 0xFFB1E000},
                                               {3, 0xFFB80000},
                                               {0, 0xFFB80024},
                                               {3, 0xFFBD8000},
                                               {0, 0xFFBE0000},
                                               {0, 0xFFE00100},
                                               {3, 0xFFE00300},
                                               {accessor_coprocessor, 0xFFE00000},
                                               {0, 0xFFE50000},
                                               {1, 0xFFE60000},
                                               {3, 0xFFE70000},
                                               {0, 0xFFE80040},
                                               {0, 0xFFE90000},
                                               {3, 0xFFEB0000},
                                               {0, 0xFFEC4000},
                                               {accessor_coprocessor, 0xFFEC0000},
                                               {accessor_coprocessor, 0xFFEF0000},
                                               {0, 0xFFEF0DB0},
                                               {0, 0xFFFFFFFC}};
  for (const auto& [core, address] : all) {
    INFO("core " << core << " address " << std::hex << address);
    const decoded_address d = decode(core, address);
    CHECK(static_cast<int>(d.region) == static_cast<int>(region::unknown));
    CHECK_FALSE(d.readable);
    CHECK_FALSE(d.writable);
  }
}

// The column "RISCV NC" of the ISA documentation's table, word by word.
TEST_CASE("NC sees what the NoC sees, its own data RAM, and nothing else") {
  struct part {
    uint32_t first, end;
    region where;
  };
  const part parts[] = {{0x00000000, 0x00180000, region::l1},           {0xFFB00000, 0xFFB02000, region::local_ram},
                        {0xFFB12000, 0xFFB13000, region::tile_control}, {0xFFB13000, 0xFFB13138, region::pic},
                        {0xFFB13138, 0xFFB1314C, region::pc_snapshot},  {0xFFB14000, 0xFFB1E000, region::local_ram_of_others},
                        {0xFFB20000, 0xFFB30000, region::noc0},         {0xFFB30000, 0xFFB40000, region::noc1},
                        {0xFFB40000, 0xFFB80000, region::noc_overlay}};
  const auto look = [&](uint32_t from, uint32_t to) {
    unsigned wrong = 0;
    const part* p = std::begin(parts);
    for (uint64_t a = from; a < to && wrong < 5; a += 4) {
      const auto address = static_cast<uint32_t>(a);
      while (p != std::end(parts) && address >= p->end) ++p;
      const bool seen = p != std::end(parts) && address >= p->first;
      const decoded_address d = decode(core_nc, address), of_noc = decode(accessor_coprocessor, address);
      bool fine = d.region == (seen ? p->where : region::unknown) && d.readable == seen &&
                  d.writable == (seen && d.region != region::pc_snapshot) &&
                  (seen || address_map::describe(core_nc, address).find(" for nc; ") != std::string::npos ||
                   address_map::describe(core_nc, address).find(" to nc; ") != std::string::npos);
      if (d.region != region::local_ram)
        fine &= d.region == of_noc.region && d.index == of_noc.index && d.item == of_noc.item && d.offset == of_noc.offset;
      else fine &= of_noc.region == region::unknown && d.offset == address - 0xFFB00000;
      if (fine) continue;
      ++wrong;
      FAIL_CHECK("address 0x" << std::hex << address);
    }
  };
  look(0, 0x00181000);
  look(0xFFAF0000, 0xFFBF0000);
  look(0xFFDFF000, 0xFFE01000);
  look(0xFFE3F000, 0xFFE41000);
  look(0xFFE7F000, 0xFFE81000);
  look(0xFFEBF000, 0xFFF00000);
}

TEST_CASE("L1 ends where the tile's L1 ends") {
  CHECK(decode(0, 0xffffc, 0x100000).region == region::l1);
  CHECK(decode(0, 0x100000, 0x100000).region == region::unknown);
  CHECK(decode(0, 0x180000, 0x200000).region == region::l1);
}

TEST_CASE("descriptions name the place, or the nearest region") {
  CHECK(address_map::describe(0, 0xFFE80024) == "0xffe80024 (semaphore 1)");
  CHECK(address_map::describe(2, 0xFFE00008) == "0xffe00008 (GPR 2 of thread T2)");
  CHECK(address_map::describe(0, 0xFFEF0384) == "0xffef0384 (Config bank 1 word 1)");
  CHECK(address_map::describe(0, 0x20) == "0x00000020 (L1)");
  CHECK(address_map::describe(0, 0xFFB80030) ==
        "0xffb80030 is not a known address for t0; nearest region: MOP configuration 0xffb80000 to 0xffb80023");
  CHECK(address_map::describe(3, 0xFFB80000) ==
        "0xffb80000 is not accessible to b; nearest region: MOP configuration 0xffb80000 to 0xffb80023");
  CHECK(address_map::describe(1, 0x180010) ==
        "0x00180010 is not a known address for t1; nearest region: L1 0x00000000 to 0x0017ffff");
}

TEST_CASE("ranges that one core sees do not overlap") {
  const auto& table = address_map::table();
  for (size_t i = 1; i < table.size(); ++i) CHECK(table[i - 1].base <= table[i].base);
  for (unsigned core = 0; core < accessor_count; ++core)
    for (size_t i = 0; i < table.size(); ++i)
      for (size_t j = i + 1; j < table.size(); ++j) {
        const auto sees = [core](const address_range& r) { return ((r.readers | r.writers) >> core) & 1; };
        if (!sees(table[i]) || !sees(table[j])) continue;
        INFO(table[i].name << " and " << table[j].name << ", core " << core);
        CHECK(table[j].base - table[i].base >= table[i].bytes);
      }
}
