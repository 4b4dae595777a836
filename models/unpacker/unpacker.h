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
#include "models/unpacker/unpacker_activity.h"
#include "models/unpacker/unpacker_causes.h"
#include "models/unpacker/unpacker_if.h"

namespace tensix {

struct unpacker_parameters {
  uint32_t address_phase_cycles = 2;
  uint32_t compressed_address_phase_cycles = 6;
  uint32_t nop_cycles = 1;
  uint32_t queue_depth = 2;              // instructions that have not finished fetching, before the thread is held back
  uint32_t pipeline_latency_cycles = 0;  // from the last fetched beat to the datums in their register
  uint32_t prefetch_bytes = 0;           // that may be fetched before the bank they are for is the unpacker's
  bool throttle_needs_override = false;  // Throttle_mode counts only with ovrd_default_throttle_mode; otherwise x4
};

class unpacker : public unpacker_if, public gate_listener_if, public rate_listener_if {
 public:
  l1_initiator l1{"l1", completes<&unpacker::fetched>(this)};

  unpacker(sc_core::sc_module_name name, unsigned which, const unpacker_parameters& parameters, tensix_state& state,
           unpacker_function& function, src_hand_over& hand_over, dst_users& dst, throttle_if& arbiter);

  issue_response offer(const issue_request& request) override;
  cycle_t drained_from(unsigned thread, cycle_t now) const override;
  cause drained_by(unsigned thread) const override { return causes_.done(thread); }
  std::string waits_for() const override;
  void state_changed(cycle_t visible_at) override;       // a Src bank has changed hands
  void rate_changed(uint32_t bytes_per_cycle) override;  // throttle arbitration
  void for_each_in_flight(const std::function<void(const unpack_job&)>& look) const override {
    for (const auto& f : queue_) look(f.job);
  }
  unit_traffic traffic() const override { return traffic_; }

 private:
  using stage = unpack_stage;
  struct in_flight {
    unpack_job job;
    stage where = stage::address;
    cycle_t until = 0;  // end of the address phase; of the pipeline
    cycle_t accepted = 0, fetch_start = 0;
    fetch_speed wanted = fetch_speed::x1;
    uint32_t beats = 0;      // of the data section
    bool bank_seen = false;  // its bank was the unpacker's when its data arrived
    bool held = false;       // its fetch has waited for a bank
    cause by;                // of the stage it is in, if causes are recorded: of `until`, or of the beginning of its fetch
    bool late = false;       // they had to wait for it
  };
  struct fetch_part {
    l1_transfer* transfer = nullptr;  // null: it is complete
    std::vector<uint8_t> data;        // if L1 keeps its bytes elsewhere
  };
  const unsigned which_;
  const unpacker_parameters parameters_;
  tensix_state& state_;
  unpacker_function& function_;
  src_hand_over& hand_over_;
  dst_users& dst_;
  throttle_if& arbiter_;
  ring<in_flight> queue_;
  unsigned on_the_way_[thread_count] = {};
  cycle_t last_done_[thread_count] = {};
  unpacker_causes causes_;
  fetch_part parts_[6];
  unsigned at_[5] = {};   // how many of the queue are in each stage
  bool changed_ = false;  // since the frontends were last told
  // Of the fetch in progress: transfers, data first, then exponents; what they have lost to ports and banks.
  unsigned transfers_open_ = 0, data_transfers_ = 0;
  uint32_t fetch_address_ = 0;
  uint64_t bytes_ = 0, exponent_bytes_ = 0, port_stalls_ = 0, bank_stalls_ = 0;
  unit_traffic traffic_;
  activation run_;

  void enter(in_flight& f, stage s) {
    --at_[static_cast<unsigned>(f.where)];
    ++at_[static_cast<unsigned>(s)];
    f.where = s;
    waits_for_ = waiting() > 0 ? waited_change::any : waited_change::none;
  }
  unsigned number_at(stage s) const { return at_[static_cast<unsigned>(s)]; }
  unsigned before_pipeline() const { return number_at(stage::address) + number_at(stage::ready) + number_at(stage::fetch); }
  unsigned waiting() const { return number_at(stage::ready) + number_at(stage::bank); }  // for a Src bank
  const src_register& src() const { return which_ ? state_.srcb : state_.srca; }
  void process();
  inline bool write_front(cycle_t cycle);
  inline void fetch_next(cycle_t cycle);
  bool may_fetch(in_flight& f, unsigned flips_ahead, uint32_t held_bytes, cycle_t cycle);
  inline void start_fetch(in_flight& f, cycle_t cycle);
  uint32_t write_cycles(const in_flight& f) const;
  void keep(const l1_transfer& t);
  void report_refusal(const l1_transfer& t);
  void end_fetch(cycle_t cycle);
  void tell_details(const in_flight& f) const;
  inline void write_back(in_flight& f, cycle_t cycle);
  void tell_rows(const unpack_job& job, unsigned bank, uint64_t rows, cycle_t cycle) const;
  bool bank_ready(const in_flight& f, unsigned flips_ahead, cycle_t cycle) const;
  void note_state(cycle_t cycle);
  path_use use(path_kind kind) const { return {kind, which_}; }
  void fetched(l1_transfer& t);
};

}  // namespace tensix
