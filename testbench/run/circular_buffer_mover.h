// SPDX-License-Identifier: Apache-2.0
// The modelled producer and consumer of a kernel's circular buffers, on the NoC side of L1: bring input tiles as long as there
// is room, take output tiles as soon as they are there. With a bandwidth the bytes compete for ports and banks of L1; without
// one (0) tiles appear and vanish at once.
#pragma once
#include <tlm_utils/simple_initiator_socket.h>
#include <functional>
#include <memory>
#include <string>
#include <systemc>
#include <utility>
#include <vector>

#include "models/memory/l1_protocol.h"
#include "models/observe/account.h"
#include "models/time/strand.h"
#include "platform/parameters.h"
#include "platform/tile.h"
#include "workload/kernels/circular_buffer_function.h"

namespace tensix {

// Makes the two slower, for `tensix-tlm races`: cycles for which each of the first tiles stays where it is, though it could move.
// Of a side that has a bandwidth.
struct feed_lateness {
  uint32_t producer = 0, consumer = 0;
  uint32_t tiles = 0;  // of each
};

class circular_buffer_mover : public sc_core::sc_module {
 public:
  tlm_utils::simple_initiator_socket<circular_buffer_mover> noc;

  circular_buffer_mover(sc_core::sc_module_name name, const feed_parameters& parameters, circular_buffer_feed& feed,
                        tensix_tile& tile);
  ~circular_buffer_mover() override;

  bool done() const { return feed_.done(); }
  // Where the cycles of "producer" and "consumer" went; none if tiles take no time. Up to cycle `at`, while the run goes on too.
  std::vector<std::pair<std::string, account>> accounts(cycle_t at) const;
  void close_accounts(cycle_t end);
  void report_to(observer& tap);
  std::function<void()> on_done;
  feed_lateness late;  // before the run

 private:
  const feed_parameters parameters_;
  circular_buffer_feed& feed_;
  tensix_tile& tile_;
  bool at_once_ = false;     // no bandwidth: tiles take no time
  event_id moved_last_ = 0;  // then: of the last tile, if causes are recorded
  deferred pump_{method<&circular_buffer_mover::pump>(this)};
  tile_event kick_{"kick"};
  uint32_t counters_from_ = ~0u, counters_to_ = 0;
  bool finished_ = false;

  // One of the two who move tiles at a bandwidth, each in a slot of its own: which comes first in a cycle is not the kernel's to
  // decide.
  struct side {
    side(slot s, callback body) : run(s, body) {}
    tlm::tlm_generic_payload payload;
    l1_access access;
    account activity;
    strand run;
    uint32_t moved = 0;  // tiles
    cause at;            // what it has done last, if causes are recorded
  };
  std::unique_ptr<side> producer_, consumer_;

  void pump();
  void bring();
  void take();
  void move(side& who, const circular_buffer_feed::transfer& t, tlm::tlm_command command, uint64_t bytes_per_cycle,
            path_kind kind);
  void stay(side& who, uint32_t cycles);
  void counters_changed();
  void finish();
  cause_recorder* causes() const { return tile_.state().causes; }
  void tell_moves(side& who, const cause& since);
  cause room_since(unsigned input, uint64_t tile) const;
  cause there_since(unsigned output, uint64_t tile) const;
  void tell_counter(uint32_t address, const cause& by);
  void tell_pumped(const std::vector<uint64_t>& before);
  std::vector<uint64_t> moved() const;
};

}  // namespace tensix
