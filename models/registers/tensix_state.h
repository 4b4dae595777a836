// SPDX-License-Identifier: Apache-2.0
// All architectural state of one Tensix coprocessor, and the L1 it works on. Layer 1: no time, no SystemC.
#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "models/observe/diagnostics.h"
#include "models/observe/observer_list.h"
#include "models/registers/backend_config.h"
#include "models/registers/counters.h"
#include "models/registers/dst_register.h"
#include "models/registers/l1_storage.h"
#include "models/registers/src_registers.h"

namespace tensix {

class cause_recorder;

inline constexpr unsigned gpr_count = 64;       // 32-bit GPRs a thread
inline constexpr unsigned semaphore_count = 8;  // 4-bit value and maximum each
inline constexpr unsigned mutex_count = 5;      // 0 and 2..4; index 1 does not exist
inline constexpr uint32_t default_l1_bytes = 1536 * 1024;

struct semaphore {
  uint8_t value = 0, max = 0;
};

inline constexpr unsigned most_read_interfaces = 8;

// What the matrix unit makes of a fidelity phase p: usually just that phase. A program written for a wider multiplier has
// instructions of `at_once` phases, from at_once * p on, but none from `end` on. Whoever starts such a program says so, for those
// of the chip name each phase (matrix_unit.phases_at_once).
struct fidelity_steps {
  uint8_t at_once = 1, end = 4;
};

enum class packer_topology : uint8_t {
  read_interfaces,  // Blackhole silicon: one packer, four Dst read interfaces, one output stream
  independent       // four packers, each its own configuration and output address (the seeds, Wormhole)
};

// Moves bytes between the state's L1 and one that keeps its own (docs/l1-protocol.md, "Who moves the bytes").
class l1_elsewhere_if {
 public:
  virtual ~l1_elsewhere_if() = default;
  virtual void bring(uint32_t address, uint32_t bytes) = 0;
  virtual void take(uint32_t address, uint32_t bytes) = 0;
};

struct tensix_state {
  explicit tensix_state(uint32_t l1_bytes = default_l1_bytes, diagnostics::clock now = nullptr) : l1(l1_bytes), diagnose(now) {}

  l1_storage l1;  // byte addresses 0 .. size-1
  // Set if L1 keeps its bytes elsewhere: then `l1` is where functions find, at its address, what has been brought from there, and
  // leave what goes there.
  l1_elsewhere_if* other_l1 = nullptr;
  bool l1_elsewhere() const { return other_l1 != nullptr; }
  // To be called before bytes of `l1` are read, and after they have been written, without a transfer that carries them.
  void bring_l1(uint32_t address, uint32_t bytes) const {
    if (other_l1) other_l1->bring(address, bytes);
  }
  void take_l1(uint32_t address, uint32_t bytes) const {
    if (other_l1) other_l1->take(address, bytes);
  }
  backend_config config;
  uint32_t gpr[thread_count][gpr_count] = {};
  adc_thread adc[thread_count];
  rwc_thread rwc[thread_count];
  src_register srca, srcb;
  bool src_in_doubt = false;  // a bank may have, or have had, rows that are not to be read: lost, clobbered, stale
  dst_register dst;
  uint16_t dest_mov_blocked = 0;  // columns that the matrix unit's moves leave alone: LaneConfig[column / 2].BLOCK_DEST_MOV
  semaphore sem[semaphore_count];
  uint8_t mutex_owner[mutex_count] = {};  // 0: free, else thread + 1
  packer_topology topology = packer_topology::read_interfaces;
  fidelity_steps fidelity;
  uint8_t read_interfaces = 4;  // of the one packer, each reads a row of Dst: 1, 2, 4 (Blackhole) or 8

  diagnostics diagnose;
  cause_recorder* causes = nullptr;  // records why things happen when they do (observe/causes.h); null: off
  observer* tap = nullptr;           // everything that happens is reported to it (observe/observer.h); null: off
  // `tap` is all observers as one. Those of accounts and L1 are attached at the tile (tensix_tile::attach).
  void attach(observer& o) {
    observers_.add(o);
    tap = observers_.as_one();
  }
  const std::vector<observer*>& observers() const { return observers_.all(); }
  void detach(const observer& o) {
    observers_.remove(o);
    tap = observers_.as_one();
  }

  // As at the beginning and without observers, but for the bytes of L1 and reports.
  void reset() {
    tensix_state fresh(0);
    fresh.l1 = std::move(l1);
    fresh.diagnose = std::move(diagnose);
    fresh.topology = topology;
    fresh.fidelity = fidelity;
    fresh.read_interfaces = read_interfaces;
    fresh.dst.rows = dst.rows;
    fresh.causes = causes;
    *this = std::move(fresh);
  }

  const uint32_t* bank(unsigned thread) const { return config.bank(thread); }
  const uint16_t* thread_config(unsigned thread) const { return config.thread[thread]; }

 private:
  observer_list observers_;
};

}  // namespace tensix
