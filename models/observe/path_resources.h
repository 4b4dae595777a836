// SPDX-License-Identifier: Apache-2.0
// What the time of a run can go into, one row each: the stretches of the critical path carry these names (docs/critical-path.md).
#pragma once
#include <cstdint>
#include <string>

#include "models/contracts/cores.h"

namespace tensix {

// How many there are of it, and how they are called: "t0", "unpacker1", "dram3", ...
enum class resource_of : uint8_t { tile, core, thread, unpacker, dram };

// kind, of what, name behind that of the one, what it does, parameter that says how long that takes ("": none)
#define TENSIX_PATH_RESOURCES(X)                                                                                              \
  X(push, core, "push", "pushes instructions", "player.push_cycles")                                                          \
  X(store, core, "store", "stores", "player.store_cycles")                                                                    \
  X(delay, core, "delay", "waits as the stream tells it to", "")                                                              \
  X(program, core, "program", "executes its program", "")                                                                     \
  X(l1_load, core, "l1 load", "loads from L1", "riscv.l1_load_cycles")                                                        \
  X(semaphore_load, core, "semaphore load", "loads semaphores, mailboxes, PC buffers", "riscv.semaphore_load_cycles")         \
  X(register_load, core, "register load", "loads registers", "riscv.register_load_cycles")                                    \
  X(ttsync_load, core, "ttsync load", "asks whether its thread is done (TTSync)", "riscv.ttsync_load_cycles")                 \
  X(local_load, core, "local load", "loads from its data RAM or cache", "riscv.local_load_cycles")                            \
  X(other_load, core, "other load", "loads from elsewhere", "")                                                               \
  X(atomic, core, "atomic", "waits for atomics", "riscv_core.atomic_cycles")                                                  \
  X(store_merge, core, "store merge", "keeps stores for more to the same 16 bytes", "")                                       \
  X(store_write, core, "store write", "writes less than 16 bytes to L1", "l1.atomic_cycles")                                  \
  X(l1_access, core, "l1 access", "has its turn at ports and banks of L1", "")                                                \
  X(code_fetch, core, "instruction fetch", "waits for its program's next line", "riscv_core.fetch_cycles")                    \
  X(mispredict, core, "mispredict", "has mispredicted a branch", "riscv_core.mispredict_cycles")                              \
  X(poll, core, "poll", "finishes the round of a polling loop", "")                                                           \
  X(store_travel, core, "store travel", "waits for stores to arrive", "riscv.store_travel_cycles")                            \
  X(core_wait, core, "core wait", "waits for something else", "")                                                             \
  X(stage, thread, "frontend", "passes instructions from stage to stage", "frontend.stage_latency_cycles")                    \
  X(expand, thread, "expander", "expands MOP and REPLAY, one instruction a cycle", "")                                        \
  X(mop_bubble, thread, "mop bubble", "pauses behind a MOP", "frontend.mop_bubble_cycles")                                    \
  X(mop_start, thread, "mop start", "starts a MOP", "frontend.mop_start_cycles")                                              \
  X(issue, thread, "issue", "issues one instruction a cycle", "")                                                             \
  X(wait_lag, thread, "wait lag", "sees late that a wait is over", "frontend.wait_lag_cycles")                                \
  X(forget, thread, "forget", "forgets a wait before the next", "frontend.forget_cycles")                                     \
  X(turn, thread, "turn", "lets an instruction of another thread go first", "")                                               \
  X(thread_wait, thread, "thread wait", "waits for something else", "")                                                       \
  X(address_phase, unpacker, "address phase", "works out addresses", "unpacker.address_phase_cycles")                         \
  X(unpack_nop, unpacker, "nop", "takes UNPACR_NOPs", "unpacker.nop_cycles")                                                  \
  X(fetch, unpacker, "fetch", "fetches from L1", "")                                                                          \
  X(fetch_lost, unpacker, "l1 conflicts", "loses cycles of its fetch to ports, banks and the other unpacker", "")             \
  X(unpack_pipeline, unpacker, "pipeline", "passes datums through its pipeline", "unpacker.pipeline_latency_cycles")          \
  X(src_write, unpacker, "write", "writes what has waited for its bank, or behind a clear", "")                               \
  X(hand_over, tile, "hand-over", "hands Src banks over", "hand_over.latency_cycles")                                         \
  X(matrix_issue, tile, "matrix_unit", "the matrix unit executes", "")                                                        \
  X(matrix_latency, tile, "matrix_unit latency", "the matrix unit's results become known", "matrix_unit.latency_cycles")      \
  X(matrix_rule, tile, "matrix_unit rule", "the matrix unit keeps others out behind a move", "")                              \
  X(dst_hazard, tile, "dst hazard", "a block of Dst cannot be read yet", "matrix_unit.dst_read_hazard_cycles")                \
  X(dst_turn, tile, "dst turn", "matrix and vector unit take turns at Dst", "")                                               \
  X(vector_issue, tile, "vector_unit", "the vector unit executes", "")                                                        \
  X(vector_latency, tile, "vector_unit latency", "the vector unit's results become known", "vector_unit.multiply_add_cycles") \
  X(pack_read, tile, "pack read", "the packer reads Dst", "packer.interface_bytes")                                           \
  X(pack_convert, tile, "pack conversion", "datums are read and become wider", "")                                            \
  X(pack_pipeline, tile, "pack pipeline", "datums pass through the packer", "packer.pipeline_latency_cycles")                 \
  X(pack_write, tile, "pack write", "the packer writes to L1", "packer.write_lanes")                                          \
  X(pack_lost, tile, "pack conflicts", "the packer's writes wait for ports and banks", "")                                    \
  X(sync, tile, "sync_unit", "semaphores and mutexes change", "sync_unit.latency_cycles")                                     \
  X(mutex, tile, "mutex", "another thread has the mutex", "")                                                                 \
  X(config, tile, "config_unit", "configuration is written", "")                                                              \
  X(scalar, tile, "scalar_unit", "the scalar unit executes", "")                                                              \
  X(move, tile, "mover", "the mover copies", "")                                                                              \
  X(misc, tile, "misc_unit", "the miscellaneous unit executes", "")                                                           \
  X(producer, tile, "producer", "the feed brings input tiles", "feed.producer_bytes_per_cycle")                               \
  X(consumer, tile, "consumer", "the feed takes output tiles", "feed.consumer_bytes_per_cycle")                               \
  X(feed_lost, tile, "feed conflicts", "the feed waits for ports and banks", "")                                              \
  X(noc_command, tile, "noc command", "network interfaces take commands", "noc_interface.command_cycles")                     \
  X(noc_ends, tile, "noc ends", "packets pass through network interfaces", "noc_interface.receive_cycles")                    \
  X(noc_way, tile, "noc way", "packets pass from router to router", "noc.hop_cycles")                                         \
  X(noc_wait, tile, "noc wait", "packets wait for links and virtual channels that others have", "")                           \
  X(noc_reserve, tile, "noc reserve", "multicasts reserve their paths", "")                                                   \
  X(noc_link, tile, "noc link", "packets with data leave, one flit a cycle", "")                                              \
  X(noc_l1, tile, "noc l1", "network interfaces read and write L1", "")                                                       \
  X(dram_read, dram, "read latency", "reads wait for their first data", "dram.read_cycles")                                   \
  X(dram_data, dram, "data", "data pass the channel", "dram.channel_mb_per_second")                                           \
  X(dram_write, dram, "write latency", "writes wait for their acknowledge", "dram.write_cycles")                              \
  X(outside, tile, "outside", "waits for what nothing recorded explains", "")

enum class path_kind : uint8_t {
#define X(id, of, name, does, parameter) id,
  TENSIX_PATH_RESOURCES(X)
#undef X
      count
};

struct path_kind_row {
  resource_of of;
  const char *name, *does, *parameter;
};
inline const path_kind_row& row_of(path_kind kind) {
  static constexpr path_kind_row rows[] = {
#define X(id, of, name, does, parameter) {resource_of::of, name, does, parameter},
      TENSIX_PATH_RESOURCES(X)
#undef X
  };
  return rows[static_cast<unsigned>(kind)];
}

// The word of an event of noc_wait: which link it was.
constexpr uint32_t noc_wait_word(unsigned noc, unsigned link) { return 1u << 31 | noc << 16 | link; }

// A kind of one of them: the time of T0's pushes, say. In one number: most x kind + which.
struct path_use {
  static constexpr unsigned most = 8;  // of a kind: channels of DRAM
  uint16_t code = most * static_cast<unsigned>(path_kind::outside);
  static_assert(core_count <= most);
  constexpr path_use() = default;
  constexpr path_use(path_kind kind, unsigned which = 0)
      : code(static_cast<uint16_t>(most * static_cast<unsigned>(kind) + which)) {}
  static constexpr path_use of_code(unsigned code) { return {static_cast<path_kind>(code / most), code % most}; }
  constexpr path_kind kind() const { return static_cast<path_kind>(code / most); }
  constexpr unsigned which() const { return code % most; }
  constexpr bool operator==(path_use o) const { return code == o.code; }
  static constexpr unsigned codes = most * static_cast<unsigned>(path_kind::count);
};

// "t0 push", "unpacker1 fetch", "matrix_unit"
inline std::string name_of(path_use use) {
  const path_kind_row& row = row_of(use.kind());
  const unsigned i = use.which();
  switch (row.of) {
    case resource_of::tile: return row.name;
    case resource_of::core: return std::string(core_name(i)) + " " + row.name;
    case resource_of::thread: return "t" + std::to_string(i) + " " + row.name;
    case resource_of::unpacker: return "unpacker" + std::to_string(i) + " " + row.name;
    case resource_of::dram: return "dram" + std::to_string(i) + " " + row.name;
  }
  return {};
}

// Whose it is, for a summary: "t0's loop", "t0's thread", "unpacker0", "packer"; others of the tile stand alone.
inline std::string holder_of(path_use use) {
  const std::string name = name_of(use), first = name.substr(0, name.find(' '));
  switch (row_of(use.kind()).of) {
    case resource_of::core: return first + "'s loop";
    case resource_of::thread: return first + "'s thread";
    case resource_of::unpacker:
    case resource_of::dram: return first;
    case resource_of::tile: break;
  }
  if (first == "pack") return "packer";
  return first == "matrix_unit" || first == "vector_unit" ? first : name;
}

}  // namespace tensix
