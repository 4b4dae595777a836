// SPDX-License-Identifier: Apache-2.0
// The address space of a Tensix tile as its RISC-V cores see it: one table, and the decoding of an address. Layer 1.
// Source: ISA documentation, BabyRISCV (memory map), PCBufs, TTSync, Mailboxes, PushTensixInstruction, SyncUnit
// (semaphores), ScalarUnit (GPRs), BackendConfiguration, MOPExpander, Dst (RISC-V access).
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "models/contracts/cores.h"
#include "models/contracts/reasons.h"
#include "models/observe/path_resources.h"
#include "models/registers/tensix_state.h"

namespace tensix {

// Who accesses: a core by its number (cores.h), or the coprocessor's own scalar unit (which sees what the NoC sees).
inline constexpr unsigned accessor_brisc = core_b, accessor_ncrisc = core_nc, accessor_coprocessor = core_count,
                          accessor_count = core_count + 1;

enum class address_region : uint8_t {
  l1,
  local_ram,            // core-local data RAM
  tdma_risc,            // TDMA-RISC configuration and commands
  tile_control,         // tile control, debug, status
  pic,                  // interrupt controller
  pc_snapshot,          // program counters of the cores
  local_ram_of_others,  // the slow path to every core's data RAM
  noc0,
  noc1,
  noc_overlay,       // index: stream, item: register
  mop_config,        // index: thread, item: word 0..8
  dst_window,        // Dst as memory
  gpr,               // index: thread, item: register
  instruction_fifo,  // index: thread; `behind_mop_expander` for BRISC
  pc_buffer,         // index: thread whose FIFO from BRISC it is
  ttsync_done,       // index: thread; a load waits for the thread's instructions
  ttsync_mop,        // index: thread; a load waits for the thread's MOP expander
  ttsync_other,      // the rest of that page: reads as zero, stores are discarded
  semaphore,         // index: semaphore
  mailbox,           // index: the other core (accessor number), item 1: query, 0: data
  config,            // index: bank, item: word
  config_dual,       // item: word; written to both banks
  thread_config,     // index: thread, item: register; 16 bits and 16 bits of padding
  unknown
};

struct decoded_address {
  address_region region = address_region::unknown;
  bool readable = false, writable = false;  // by this core; a store to a read-only register is discarded or worse
  bool behind_mop_expander = false;         // instruction FIFO only
  uint8_t index = 0;
  uint16_t item = 0;
  uint32_t offset = 0;  // bytes from the base of the region
};

// One line of the table. `bytes` of L1 is the size of the largest tile; decode() takes the actual one.
struct address_range {
  address_region region;
  const char* name;
  uint32_t base, bytes;
  uint8_t readers, writers;  // bit per accessor
};

namespace address_map {

inline constexpr uint32_t l1_base = 0, local_ram_base = 0xFFB00000, tdma_risc_base = 0xFFB11000, tile_control_base = 0xFFB12000;
inline constexpr uint32_t noc_base = 0xFFB20000, noc_stride = 0x10000;
inline constexpr uint32_t noc_overlay_base = 0xFFB40000, noc_overlay_stream_bytes = 0x1000, noc_overlay_streams = 64;
inline constexpr uint32_t mop_config_base = 0xFFB80000, mop_config_words = 9;
inline constexpr uint32_t dst_window_base = 0xFFBD8000;
inline constexpr uint32_t gpr_base = 0xFFE00000;
inline constexpr uint32_t instruction_fifo_base = 0xFFE40000, fifo_stride = 0x10000;
inline constexpr uint32_t pc_buffer_base = 0xFFE80000;
inline constexpr uint32_t ttsync_done = 0xFFE80004, ttsync_mop = 0xFFE80008;
inline constexpr uint32_t semaphore_base = 0xFFE80020;
inline constexpr uint32_t mailbox_base = 0xFFEC0000, mailbox_stride = 0x1000;
inline constexpr uint32_t config_base = 0xFFEF0000;
inline constexpr uint32_t config_dual_base = config_base + 2 * config_words * 4;
inline constexpr uint32_t thread_config_base = config_dual_base + config_words * 4;

// All ranges, by ascending base; several may share addresses where cores see different things there.
const std::vector<address_range>& table();

// What `address` means to `core`. Addresses are rounded down to a multiple of 4, as the hardware does. A region that exists
// but not for this core gives `unknown`.
decoded_address decode(unsigned core, uint32_t address, uint32_t l1_bytes = default_l1_bytes);

// "0xffe80024 (semaphore 1)", or for an unknown address what is wrong and the nearest region.
std::string describe(unsigned core, uint32_t address, uint32_t l1_bytes = default_l1_bytes);

const char* core_text(unsigned core);  // a core's name, or "coprocessor"

// Registers of which it is told what changed them, if causes are recorded (cause_recorder::word_written).
constexpr bool is_told(address_region r) {
  return r == address_region::noc0 || r == address_region::noc1 || r == address_region::noc_overlay;
}

// What a core waits for whose load of this region has not come back.
stall_reason load_reason(address_region region);
path_kind load_resource(address_region region);

// Registers by name, for messages: byte offset within the region, nullptr if no register is known there.
const char* tile_control_register(uint32_t offset);
const char* tdma_risc_register(uint32_t offset);
const char* pic_register(uint32_t offset);
const char* pc_snapshot_register(uint32_t offset);
// The name for any region that has names, else nullptr.
const char* register_name(const decoded_address& where);

}  // namespace address_map
}  // namespace tensix
