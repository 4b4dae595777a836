// SPDX-License-Identifier: Apache-2.0
// Packers of one's own: a PACR reads one row of Dst an interface; its 16-byte beats wait in a buffer an output stream, and go to
// L1 with their data, up to so many a cycle. The library's function makes the beats out of Dst. What software may ask about the
// packers is answered here, from state of their own.
#pragma once
#include <array>
#include <deque>
#include <memory>

#include "models/contracts/dst_users.h"
#include "models/memory/l1_initiator.h"
#include "platform/tile_parts.h"

namespace own {

// A packer's way to L1.
class output : public sc_core::sc_module {
 public:
  tensix::l1_initiator l1{"l1", tensix::completes<&output::written>(this)};
  std::function<void(unsigned thread, tensix::cycle_t cycle)> finished;  // a PACR's last byte is in L1
  std::function<void(tensix::cycle_t cycle)> moved;                      // there is room in the buffer
  uint64_t written_beats = 0;

  output(const sc_core::sc_module_name& name, unsigned which, const tensix::packer_parameters& numbers, uint32_t most_cycles);
  // The beats of a PACR, each with the cycle in which it may leave; `end`: no more are to come.
  void put(const tensix::pack_beat& beat, tensix::cycle_t ready) { queue_.push_back({beat, ready, -1}), ++waiting_; }
  void end(unsigned thread, tensix::cycle_t ready);
  size_t waiting() const { return waiting_; }

 private:
  struct entry {
    tensix::pack_beat beat;
    tensix::cycle_t ready;
    int ends_thread;  // -1: it is a beat
  };
  const uint32_t lanes_, most_cycles_;
  std::deque<entry> queue_;
  size_t waiting_ = 0, writing_ = 0;
  std::vector<uint8_t> data_;
  tensix::activation step_;

  void step();
  void drop_ends(tensix::cycle_t cycle);
  void written(tensix::l1_payload& t);
};

class packers : public tensix::tensix_unit, public tensix::packer_signals_if, public tensix::prng_if {
 public:
  // `later`: cycles that the pipeline takes longer than the configuration says; `most_cycles`: of one transfer to L1.
  packers(const sc_core::sc_module_name& name, const tensix::tile_context& c, uint32_t later = 0, uint32_t most_cycles = 16);

  tensix::issue_response offer(const tensix::issue_request& r) override;
  tensix::cycle_t drained_from(unsigned thread, tensix::cycle_t now) const override;
  tensix::unit_traffic traffic() const override;

  // tensix_functions::answer
  std::array<uint32_t, 4> signals(unsigned thread, unsigned input, unsigned which) override;
  void reset_exponent_histograms() override { ++histogram_resets; }
  bool tdma_load(uint32_t offset, uint32_t& value) const override;
  bool tdma_store(uint32_t offset, uint32_t value) override;
  void seed_prng(uint32_t s) override { seed = s; }

  uint32_t taken = 0, histogram_resets = 0, seed = 0, own_register = 0;
  static constexpr uint32_t register_offset = 0x024;  // UNPACR_NOP's base addresses in the library's packers

 private:
  const tensix::tile_context c_;
  tensix::packer_parameters numbers_;
  std::unique_ptr<output> output_[4];
  tensix::pack_job job_;
  tensix::cycle_t read_until_ = 0, drained_[3] = {};
  unsigned under_way_[3] = {};
};

}  // namespace own
