// Why something waits. One list for all units, so that every cycle of every unit and thread has one of these names.
#pragma once
#include <cstdint>

namespace tensix {

#define TENSIX_STALL_REASONS(X)                                                                                 \
  X(none, "none")                                                                                               \
  X(srca_not_unpackers, "srca_owned_by_matrix_unit") /* UNPACR waits for AllowedClient */                       \
  X(srcb_not_unpackers, "srcb_owned_by_matrix_unit")                                                            \
  X(srca_not_matrix_unit, "srca_not_valid") /* math waits for AllowedClient */                                  \
  X(srcb_not_matrix_unit, "srcb_not_valid")                                                                     \
  X(dst_hazard, "dst_block_hazard")     /* read of an 8x16 block too soon */                                    \
  X(dst_unit_switch, "dst_unit_switch") /* matrix <-> vector unit, same thread */                               \
  X(dst_arbitration, "dst_arbitration") /* the other of the two starts its access first */                      \
  X(unit_busy, "unit_busy")             /* the unit takes no instruction yet */                                 \
  X(unit_pipeline, "pipeline_rule")     /* e.g. the cycle after SHIFTXB */                                      \
  X(other_thread, "other_thread")       /* lost arbitration this cycle */                                       \
  X(address_phase, "unpacr_address_phase")                                                                      \
  X(l1_port, "l1_port") /* waiting for a port of L1 */                                                          \
  X(l1_bank, "l1_bank_conflict")                                                                                \
  X(throttle, "throttle_arbitration") /* the other unpacker takes the ports */                                  \
  X(packer_queue, "packer_queue_full")                                                                          \
  X(stallwait, "stallwait") /* latched STALLWAIT */                                                             \
  X(semwait, "semwait")                                                                                         \
  X(streamwait, "streamwait")                                                                                   \
  X(mutex, "mutex")                                                                                             \
  X(config_pipeline, "config_pipeline")                                                                         \
  X(scalar_in_flight, "scalar_unit_in_flight")                                                                  \
  X(auto_ttsync, "auto_ttsync")             /* RISC-V store not yet processed */                                \
  X(vector_dependency, "vector_dependency") /* result of a 2-cycle operation */                                 \
  X(core_execute, "execute")                /* RISC-V cores: a result that takes several cycles, the divider */ \
  X(core_local_load, "local_load")          /* a load of local RAM or of the L0 data cache */                   \
  X(core_l1_load, "l1_load")                                                                                    \
  X(core_register_load, "register_load")                                                                        \
  X(core_sync_load, "sync_load") /* TTSync, mailboxes, PC buffers */                                            \
  X(core_poll, "poll")           /* a loop that changes nothing and waits for what it reads */                          \
  X(core_store_queue, "store_queue_full")                                                                       \
  X(core_fifo, "fifo_full")     /* the same, as the instruction FIFO is full */                                 \
  X(core_order, "memory_order") /* fences, atomics, CSRs, loads behind stores of the same bytes */              \
  X(core_fetch, "instruction_fetch")                                                                            \
  X(core_branch, "branch") /* mispredicted */                                                                   \
  X(core_reset, "in_reset")                                                                                     \
  X(fifo_empty, "no_instruction")

enum class stall_reason : uint8_t {
#define X(id, text) id,
  TENSIX_STALL_REASONS(X)
#undef X
      count
};
inline const char* name(stall_reason r) {
  static constexpr const char* names[] = {
#define X(id, text) text,
      TENSIX_STALL_REASONS(X)
#undef X
  };
  return names[static_cast<int>(r)];
}

}  // namespace tensix
