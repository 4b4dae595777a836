// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdio>

#include "models/memory/address_map.h"

namespace tensix::address_map {

namespace {
enum : uint8_t {
  t = 7,
  b = 1 << accessor_brisc,
  tb = t | b,
  nc = 1 << accessor_ncrisc,
  noc = 1 << accessor_coprocessor,
  all = tb | nc | noc,
  nobody = 0
};
using region = address_region;

// All eight digits, so that one sees which region it is.
std::string hex(uint32_t value) {
  char text[16];
  std::snprintf(text, sizeof text, "0x%08x", value);
  return text;
}

// The line of the table that holds `address` for `core`, or nullptr.
const address_range* find(unsigned core, uint32_t address) {
  const auto& ranges = table();
  auto it =
      std::upper_bound(ranges.begin(), ranges.end(), address, [](uint32_t a, const address_range& r) { return a < r.base; });
  const uint8_t bit = static_cast<uint8_t>(1u << core);
  while (it != ranges.begin()) {
    --it;
    if (address - it->base < it->bytes && ((it->readers | it->writers) & bit)) return &*it;
    if (address - it->base > 0x100000) break;  // no region beyond L1 is larger
  }
  return nullptr;
}

const char* slow_path_owner(uint32_t offset) {
  static constexpr const char* pages[] = {"b", "b", "nc", "nc", "t0", "t0", "t1", "t1", "t2", "t2"};
  return pages[offset / 0x1000 % 10];
}

// Mailbox pages count BRISC first.
unsigned mailbox_core(uint32_t page) { return page == 0 ? accessor_brisc : page - 1; }
}  // namespace

const std::vector<address_range>& table() {
  static const std::vector<address_range> ranges = {
      {region::l1, "L1", l1_base, default_l1_bytes, all, all},
      {region::local_ram, "local data RAM", local_ram_base, 0x1000, t, t},
      {region::local_ram, "local data RAM", local_ram_base, 0x2000, b | nc, b | nc},
      {region::tdma_risc, "TDMA-RISC", tdma_risc_base, 0x1000, tb, tb},
      {region::tile_control, "tile control, debug and status", tile_control_base, 0x1000, all, all},
      {region::pic, "interrupt controller", 0xFFB13000, 0x138, all, all},
      {region::pc_snapshot, "pc snapshot", 0xFFB13138, 0x14, all, nobody},
      {region::local_ram_of_others, "local data RAM (slow path)", 0xFFB14000, 0xA000, all, all},
      {region::noc0, "NoC 0", 0xFFB20000, 0x10000, all, all},
      {region::noc1, "NoC 1", 0xFFB30000, 0x10000, all, all},
      {region::noc_overlay, "NoC overlay", noc_overlay_base, noc_overlay_streams * noc_overlay_stream_bytes, all, all},
      {region::mop_config, "MOP configuration", mop_config_base, mop_config_words * 4, nobody, t},
      {region::dst_window, "Dst window", dst_window_base, 0x8000, t, t},
      {region::gpr, "GPRs", gpr_base, gpr_count * 4, t, t},
      {region::gpr, "GPRs", gpr_base, thread_count * gpr_count * 4, b, b},
      {region::instruction_fifo, "instruction FIFO", instruction_fifo_base, fifo_stride, nobody, t},
      {region::instruction_fifo, "instruction FIFO", instruction_fifo_base, thread_count * fifo_stride, nobody, b},
      {region::pc_buffer, "PCBuf", pc_buffer_base, 4, t, t},
      {region::pc_buffer, "PCBuf", pc_buffer_base, thread_count * fifo_stride, b, b},
      {region::ttsync_done, "TTSync (instructions done)", ttsync_done, 4, t, t},
      {region::ttsync_mop, "TTSync (MOP expander done)", ttsync_mop, 4, t, t},
      {region::ttsync_other, "TTSync", ttsync_mop + 4, 0x14, t, t},
      {region::semaphore, "semaphores", semaphore_base, semaphore_count * 4, t, t},
      {region::mailbox, "mailboxes", mailbox_base, 4 * mailbox_stride, tb, tb},
      {region::config, "backend configuration", config_base, 2 * config_words * 4, tb, tb},
      {region::config_dual, "backend configuration, both banks", config_dual_base, config_words * 4, tb, tb},
      {region::thread_config, "thread configuration", thread_config_base, thread_count * thread_config_words * 4, tb, nobody},
  };
  return ranges;
}

const char* core_text(unsigned core) {
  return core < core_count ? core_name(core) : core == accessor_coprocessor ? "coprocessor" : "?";
}

decoded_address decode(unsigned core, uint32_t address, uint32_t l1_bytes) {
  decoded_address d;
  address &= ~3u;
  if (address < l1_bytes) {
    d.region = region::l1;
    d.readable = d.writable = true;
    d.offset = address;
    return d;
  }
  const address_range* r = find(core, address);
  if (!r || r->region == region::l1) return d;
  d.region = r->region;
  d.readable = (r->readers >> core) & 1;
  d.writable = (r->writers >> core) & 1;
  d.offset = address - r->base;
  const uint32_t word = d.offset / 4;
  switch (r->region) {
    case region::noc_overlay:
      d.index = static_cast<uint8_t>(d.offset / noc_overlay_stream_bytes);
      d.item = static_cast<uint16_t>(d.offset % noc_overlay_stream_bytes / 4);
      break;
    case region::mop_config:
      d.index = static_cast<uint8_t>(core);
      d.item = static_cast<uint16_t>(word);
      break;
    case region::gpr:  // a TRISC sees its own thread's, BRISC all
      d.index = static_cast<uint8_t>(core == accessor_brisc ? word / gpr_count : core);
      d.item = static_cast<uint16_t>(word % gpr_count);
      break;
    case region::instruction_fifo:
      d.index = static_cast<uint8_t>(core == accessor_brisc ? d.offset / fifo_stride : core);
      d.behind_mop_expander = core == accessor_brisc;
      break;
    case region::pc_buffer: d.index = static_cast<uint8_t>(core == accessor_brisc ? d.offset / fifo_stride : core); break;
    case region::ttsync_done:
    case region::ttsync_mop:
    case region::ttsync_other: d.index = static_cast<uint8_t>(core); break;
    case region::semaphore: d.index = static_cast<uint8_t>(word); break;
    case region::mailbox:
      d.index = static_cast<uint8_t>(mailbox_core(d.offset / mailbox_stride));
      d.item = word & 1;
      break;
    case region::config:
      d.index = static_cast<uint8_t>(word / config_words);
      d.item = static_cast<uint16_t>(word % config_words);
      break;
    case region::config_dual: d.item = static_cast<uint16_t>(word); break;
    case region::thread_config:
      d.index = static_cast<uint8_t>(word / thread_config_words);
      d.item = static_cast<uint16_t>(word % thread_config_words);
      break;
    default: d.item = static_cast<uint16_t>(word); break;
  }
  return d;
}

stall_reason load_reason(address_region region) {
  switch (region) {
    case address_region::l1: return stall_reason::l1_load;
    case address_region::local_ram: return stall_reason::local_load;
    case address_region::ttsync_done:
    case address_region::ttsync_mop:
    case address_region::ttsync_other:
    case address_region::mailbox:
    case address_region::pc_buffer: return stall_reason::sync_load;
    default: return stall_reason::register_load;
  }
}

path_kind load_resource(address_region region) {
  switch (region) {
    case address_region::l1: return path_kind::l1_load;
    case address_region::local_ram: return path_kind::local_load;
    case address_region::semaphore:
    case address_region::mailbox:
    case address_region::pc_buffer: return path_kind::semaphore_load;
    case address_region::ttsync_done:
    case address_region::ttsync_mop:
    case address_region::ttsync_other: return path_kind::ttsync_load;
    case address_region::gpr:
    case address_region::config:
    case address_region::config_dual:
    case address_region::thread_config:
    case address_region::tdma_risc:
    case address_region::dst_window: return path_kind::register_load;
    default: return path_kind::other_load;
  }
}

std::string describe(unsigned core, uint32_t address, uint32_t l1_bytes) {
  const decoded_address d = decode(core, address, l1_bytes);
  const std::string at = hex(address);
  if (d.region == region::unknown) {
    const address_range* nearest = &table().front();
    uint32_t best = ~0u;
    bool inside = false;
    for (const auto& r : table()) {
      const uint32_t bytes = r.region == region::l1 ? l1_bytes : r.bytes, last = r.base + (bytes - 1);
      const uint32_t distance = address < r.base ? r.base - address : address > last ? address - last : 0;
      if (distance < best || distance == 0) best = distance, nearest = &r, inside = distance == 0;  // the last that holds it
    }
    const uint32_t bytes = nearest->region == region::l1 ? l1_bytes : nearest->bytes;
    return at + (inside ? " is not accessible to " : " is not a known address for ") + core_text(core) +
           "; nearest region: " + nearest->name + " " + hex(nearest->base) + " to " + hex(nearest->base + (bytes - 1));
  }
  std::string what;
  switch (d.region) {
    case region::l1: what = "L1"; break;
    case region::noc_overlay:
      what = "NoC overlay stream " + std::to_string(d.index) + " register " + std::to_string(d.item);
      break;
    case region::mop_config: what = "MOP configuration word " + std::to_string(d.item); break;
    case region::gpr: what = "GPR " + std::to_string(d.item) + " of thread T" + std::to_string(d.index); break;
    case region::instruction_fifo: what = "instruction FIFO of thread T" + std::to_string(d.index); break;
    case region::pc_buffer: what = "PCBuf of t" + std::to_string(d.index); break;
    case region::semaphore: what = "semaphore " + std::to_string(d.index); break;
    case region::mailbox: what = std::string("mailbox with ") + core_text(d.index); break;
    case region::config: what = "Config bank " + std::to_string(d.index) + " word " + std::to_string(d.item); break;
    case region::config_dual: what = "Config both banks word " + std::to_string(d.item); break;
    case region::thread_config:
      what = "ThreadConfig of thread T" + std::to_string(d.index) + " register " + std::to_string(d.item);
      break;
    case region::local_ram_of_others:
      what = std::string(find(core, address & ~3u)->name) + " of " + slow_path_owner(d.offset);
      break;
    default:
      what = find(core, address & ~3u)->name;
      if (const char* name = register_name(d)) what += std::string(", ") + name;
      break;
  }
  return at + " (" + what + ")";
}

}  // namespace tensix::address_map
