// All architectural state of one Tensix coprocessor, and the L1 it works on. Layer 1: no time, no SystemC.
#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "models/observe/diagnostics.h"
#include "models/registers/backend_config.h"
#include "models/registers/counters.h"
#include "models/registers/dst_register.h"
#include "models/registers/l1_storage.h"
#include "models/registers/src_registers.h"

namespace tensix {

class cause_recorder;
class event_tap;

inline constexpr unsigned gpr_count = 64;       // 32-bit GPRs a thread
inline constexpr unsigned semaphore_count = 8;  // 4-bit value and maximum each
inline constexpr unsigned mutex_count = 5;      // 0 and 2..4; index 1 does not exist
inline constexpr uint32_t default_l1_bytes = 1536 * 1024;

struct semaphore {
  uint8_t value = 0, max = 0;
};

inline constexpr unsigned most_read_interfaces = 8;

enum class packer_topology : uint8_t {
  read_interfaces,  // Blackhole silicon: one packer, four Dst read interfaces, one output stream
  independent       // four packers, each its own configuration and output address (the seeds, Wormhole)
};

struct tensix_state {
  explicit tensix_state(uint32_t l1_bytes = default_l1_bytes, diagnostics::clock now = nullptr) : l1(l1_bytes), diagnose(now) {}

  l1_storage l1;  // byte addresses 0 .. size-1
  // Set if L1 keeps its bytes elsewhere (docs/l1-protocol.md, "Who moves the bytes"): then `l1` is where functions find, at its
  // address, what has been brought from there, and leave what goes there.
  std::function<void(uint32_t address, uint32_t bytes)> l1_brings, l1_takes;
  bool l1_elsewhere() const { return l1_brings != nullptr; }
  // To be called before bytes of `l1` are read, and after they have been written, without a transfer that carries them.
  void bring_l1(uint32_t address, uint32_t bytes) const {
    if (l1_elsewhere()) l1_brings(address, bytes);
  }
  void take_l1(uint32_t address, uint32_t bytes) const {
    if (l1_elsewhere()) l1_takes(address, bytes);
  }
  backend_config config;
  uint32_t gpr[thread_count][gpr_count] = {};
  adc_thread adc[thread_count];
  rwc_thread rwc[thread_count];
  src_register srca, srcb;
  dst_register dst;
  uint16_t dest_mov_blocked = 0;  // columns that the matrix unit's moves leave alone: LaneConfig[column / 2].BLOCK_DEST_MOV
  semaphore sem[semaphore_count];
  uint8_t mutex_owner[mutex_count] = {};  // 0: free, else thread + 1
  packer_topology topology = packer_topology::read_interfaces;
  uint8_t read_interfaces = 4;  // of the one packer, each reads a row of Dst: 1, 2, 4 (Blackhole) or 8

  diagnostics diagnose;
  cause_recorder* causes = nullptr;  // records why things happen when they do (observe/causes.h); null: off
  event_tap* tap = nullptr;          // records what passes between the units (observe/event_tap.h); null: off

  const uint32_t* bank(unsigned thread) const { return config.bank(thread); }
  const uint16_t* thread_config(unsigned thread) const { return config.thread[thread]; }
};

}  // namespace tensix
