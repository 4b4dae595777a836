// SPDX-License-Identifier: Apache-2.0
// Plays a record of one unit (unit_record.h) against a unit that a factory of tile_parts makes, the model's own or RTL behind an
// adapter, without the rest of the tile, and compares what it answers: taken or refused in the recorded cycles, how long the thread
// is held, banks given up, when it is drained, what it asks L1 for and what it writes.
#pragma once
#include <tlm_utils/multi_passthrough_target_socket.h>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "models/memory/noc_overlay.h"
#include "models/riscv_port/coprocessor_bus.h"
#include "observe/events/unit_recording.h"
#include "platform/parameters.h"

namespace tensix {

class unit_replay : public sc_core::sc_module, public observer, public gate_listener_if, private config_port_if {
 public:
  // Of `parts` only the recorded unit is made.
  unit_replay(sc_core::sc_module_name name, const unit_recording& record, const tile_parts& parts);
  ~unit_replay() override;
  // Starts SystemC; returns when the record is over or the first answer differs.
  void run();
  // What differs first; empty: nothing.
  const std::string& difference() const { return difference_; }
  uint64_t offers() const { return offers_; }

  void handed_over(const char* by, unsigned which, unsigned bank, unsigned owner, uint64_t given, uint64_t from) override;
  void dst_used(dst_accessor by, const dst_block_set& reads, const dst_block_set& writes, uint64_t cycle) override;
  void src_written(unsigned which, unsigned bank, uint64_t rows, uint64_t cycle) override;
  void src_cleared(unsigned which, unsigned bank, uint64_t cycle) override;
  void semaphore_is(unsigned index, unsigned value, uint64_t cycle) override;
  void mutex_given(unsigned index, unsigned owner, uint64_t cycle) override;
  void config_written(unsigned bank, unsigned index, uint32_t value, uint64_t cycle) override;
  void gprs_written(unsigned unit, unsigned thread, unsigned first, unsigned count, uint64_t cycle) override;
  void flop_written(unsigned thread, uint32_t word, uint64_t cycle) override;
  void packed(unsigned packer, uint32_t address, unsigned action, const uint8_t* data, uint32_t beats, uint64_t cycle) override;
  void state_changed(cycle_t visible_at) override;

 private:
  class recorded_l1;
  const unit_recording& record_;
  tensix_state state_;
  dst_users dst_users_;
  std::optional<dst_arbiter> dst_arbiter_;
  noc_overlay overlay_;
  shared_by_cores shared_by_cores_;
  coprocessor_bus bus_;
  tensix_functions functions_;
  src_hand_over hand_over_;
  std::unique_ptr<recorded_l1> l1_;
  std::unique_ptr<throttle_if> throttle_;
  std::unique_ptr<tensix_unit> unit_;
  std::vector<register_piece> pieces_;
  size_t next_ = 0;
  std::deque<const unit_recording::line*> drained_, gave_, did_;  // that are to come
  bool waiting_[thread_count] = {}, replaying_given_ = false;
  uint64_t offers_ = 0;
  bool over_ = false;
  std::string difference_;
  std::map<std::string, std::deque<uint64_t>> answers_, again_;  // that the unit has not asked for yet; that it may ask for
  struct packed_so_far {                                         // of the beats of a packer in the record
    size_t buffered = 0, sent = 0;
  };
  std::array<packed_so_far, packer_count> packed_{};
  uint64_t requests_ = 0;
  std::vector<config_request> config_writes_;
  exchanged_links links_;
  activation early_{slot::riscv_stores_b, method<&unit_replay::process>(this)};
  activation run_{slot::frontend0, method<&unit_replay::process>(this)};

  void process();
  void apply(const unit_recording::line& l);
  void set_turn(const unit_recording::line& l);
  void did(const std::string& text);
  void offer(const unit_recording::line& l);
  void store(const unit_recording::line& l);
  void ask(const unit_recording::line& l);
  void connect_links();
  void submit(config_request request) override;  // of the mover
  void burst_in_l1(unsigned packer, uint64_t address, uint32_t beats, bool refused);
  std::string not_packed() const;  // what is missing at the end
  void drained(unsigned thread, cycle_t cycle);
  void differs(const std::string& what);
};

}  // namespace tensix
