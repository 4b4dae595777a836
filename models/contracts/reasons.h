// SPDX-License-Identifier: Apache-2.0
// Why something waits. One list for all units, so that every cycle of every unit and thread has one of these names.
#pragma once
#include <cstdint>

namespace tensix {

#define TENSIX_STALL_REASONS(X)                                                            \
  X(none)                                                                                  \
  X(srca_owned_by_matrix_unit) /* UNPACR waits for AllowedClient */                        \
  X(srcb_owned_by_matrix_unit)                                                             \
  X(srca_not_valid) /* math waits for AllowedClient */                                     \
  X(srcb_not_valid)                                                                        \
  X(dst_block_hazard) /* read of an 8x16 block too soon */                                 \
  X(dst_unit_switch)  /* matrix <-> vector unit, same thread */                            \
  X(dst_arbitration)  /* the other of the two starts its access first */                   \
  X(unit_busy)        /* the unit takes no instruction yet */                              \
  X(pipeline_rule)    /* e.g. the cycle after SHIFTXB */                                   \
  X(other_thread)     /* lost arbitration this cycle */                                    \
  X(unpacr_address_phase)                                                                  \
  X(l1_port) /* waiting for a port of L1 */                                                \
  X(l1_bank_conflict)                                                                      \
  X(throttle_arbitration) /* the other unpacker takes the ports */                         \
  X(packer_queue_full)                                                                     \
  X(stallwait) /* latched STALLWAIT */                                                     \
  X(semwait)                                                                               \
  X(streamwait)                                                                            \
  X(mutex)                                                                                 \
  X(config_pipeline)                                                                       \
  X(scalar_unit_in_flight)                                                                 \
  X(auto_ttsync)       /* RISC-V store not yet processed */                                \
  X(vector_dependency) /* result of a 2-cycle operation */                                 \
  X(execute)           /* RISC-V cores: a result that takes several cycles, the divider */ \
  X(local_load)        /* a load of local RAM or of the L0 data cache */                   \
  X(l1_load)                                                                               \
  X(register_load)                                                                         \
  X(sync_load) /* TTSync, mailboxes, PC buffers */                                         \
  X(poll)      /* a loop that changes nothing and waits for what it reads */               \
  X(store_queue_full)                                                                      \
  X(fifo_full)    /* the same, as the instruction FIFO is full */                          \
  X(memory_order) /* fences, atomics, CSRs, loads behind stores of the same bytes */       \
  X(instruction_fetch)                                                                     \
  X(branch) /* mispredicted */                                                             \
  X(in_reset)                                                                              \
  X(noc_answer)   /* a network interface: for answers of others */                         \
  X(buffer_full)  /* a feed's producer: no circular buffer has room for the next tile */   \
  X(buffer_empty) /* its consumer: the kernel has put no tile into the output */           \
  X(no_instruction)

enum class stall_reason : uint8_t {
#define X(id) id,
  TENSIX_STALL_REASONS(X)
#undef X
      count
};
inline const char* name(stall_reason r) {
  static constexpr const char* names[] = {
#define X(id) #id,
      TENSIX_STALL_REASONS(X)
#undef X
  };
  return names[static_cast<int>(r)];
}

}  // namespace tensix
