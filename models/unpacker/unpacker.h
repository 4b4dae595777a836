// SPDX-License-Identifier: Apache-2.0
// Unpacker 0 or 1: L1 to SrcA/Dst or SrcB.
//
//   accept (sample configuration) -> address phase -> fetch from L1 -> pipeline -> wait for the Src bank -> write, hand over
//
// Several instructions may be on the way, each in its own stage, in order. What has been fetched for a bank that still belongs
// to the matrix unit stands in the pipeline; when that is full, the next fetch waits for the bank. Source: ISA documentation,
// UNPACR_Regular.
#pragma once
#include <systemc>
#include <vector>

#include "models/contracts/dst_users.h"
#include "models/contracts/throttle.h"
#include "models/hand_over/src_hand_over.h"
#include "models/memory/l1_initiator.h"
#include "models/unpacker/ring.h"
#include "models/unpacker/unpacker_bookkeeping.h"
#include "models/unpacker/unpacker_if.h"
#include "models/unpacker/unpacker_parameters.h"

namespace tensix {

class unpacker : public unpacker_if, public gate_listener_if, public rate_listener_if {
 public:
  l1_initiator l1{"l1", completes<&unpacker::fetched>(this)};

  unpacker(sc_core::sc_module_name name, unsigned which, const unpacker_parameters& parameters, tensix_state& state,
           unpacker_function& function, src_hand_over& hand_over, dst_users& dst, throttle_if& arbiter);

  issue_response offer(const issue_request& request) override;
  cycle_t drained_from(unsigned thread, cycle_t now) const override;
  cause drained_by(unsigned thread) const override { return books_.done_by(thread); }
  std::string waits_for() const override { return books_.waits_for_bank(queue_); }
  void state_changed(cycle_t visible_at) override;       // a Src bank has changed hands
  void rate_changed(uint32_t bytes_per_cycle) override;  // throttle arbitration
  const unpack_job* in_flight(size_t i) const override { return i < queue_.size() ? &queue_[i].job : nullptr; }
  unit_traffic traffic() const override { return books_.traffic(); }

 private:
  using stage = unpack_stage;
  struct fetch_part {
    l1_payload* transfer = nullptr;  // null: it is complete
    std::vector<uint8_t> data;       // if L1 keeps its bytes elsewhere
  };
  const unsigned which_;
  const unpacker_parameters parameters_;
  tensix_state& state_;
  src_hand_over& hand_over_;
  throttle_if& arbiter_;
  ring<unpack_in_flight> queue_;
  unpacker_bookkeeping books_;
  unsigned on_the_way_[thread_count] = {};
  fetch_part parts_[6];
  unsigned at_[5] = {};   // how many of the queue are in each stage
  bool changed_ = false;  // since the frontends were last notified
  // Of the fetch in progress: transfers, data first, then exponents; what they have lost to ports and banks.
  unsigned transfers_open_ = 0, data_transfers_ = 0;
  uint32_t fetch_address_ = 0;
  uint64_t bytes_ = 0, exponent_bytes_ = 0, port_stalls_ = 0, bank_stalls_ = 0;
  activation run_;

  void enter(unpack_in_flight& f, stage s) {
    --at_[static_cast<unsigned>(f.where)];
    ++at_[static_cast<unsigned>(s)];
    f.where = s;
    waits_for_ = waiting() > 0 ? waited_change::any : waited_change::none;
  }
  unsigned number_at(stage s) const { return at_[static_cast<unsigned>(s)]; }
  unsigned before_pipeline() const { return number_at(stage::address) + number_at(stage::ready) + number_at(stage::fetch); }
  unpack_in_flight& first_before_pipeline() { return queue_[number_at(stage::pipeline) + number_at(stage::bank)]; }
  unsigned waiting() const { return number_at(stage::ready) + number_at(stage::bank); }  // for a Src bank
  const src_register& src() const { return books_.src(); }
  void process();
  inline bool write_front(cycle_t cycle);
  inline void fetch_next(cycle_t cycle);
  bool room_for_fetch(const unpack_in_flight& f, cycle_t cycle);
  inline bool may_fetch(unpack_in_flight& f, unsigned flips_ahead, uint32_t held_bytes, cycle_t cycle);
  inline void start_fetch(unpack_in_flight& f, cycle_t cycle);
  void keep(const l1_payload& t);
  void report_refusal(const l1_payload& t);
  void end_fetch(cycle_t cycle);
  void record_details(const unpack_in_flight& f) const;
  cycle_t bank_from(const unpack_in_flight& f, unsigned flips_ahead, cycle_t cycle) const;
  bool bank_ready(const unpack_in_flight& f, unsigned flips_ahead, cycle_t cycle) const {
    return !f.job.waits_for_bank || bank_from(f, flips_ahead, cycle) <= cycle;
  }
  void note_state(cycle_t cycle);
  void fetched(l1_payload& t);
};

}  // namespace tensix
