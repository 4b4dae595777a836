#include "models/mover/tdma_risc.h"

#include <algorithm>
#include <cstring>

namespace tensix {

tdma_risc::tdma_risc(sc_core::sc_module_name name, const tdma_risc_parameters& parameters, tensix_state& state,
                     tdma_risc_function& function, mover_if& executor, l1_client writes)
    : sc_module(name), l1("l1"), changed("changed"), parameters_(parameters), state_(state), function_(function) {
  l1.register_nb_transport_bw(this, &tdma_risc::nb_transport_bw);
  for (auto& w : writes_) {
    auto* access = new l1_access;
    access->client = writes;
    w.payload.set_extension(access);
    w.payload.set_command(tlm::TLM_WRITE_COMMAND);
    w.payload.set_data_ptr(w.data);
  }
  function_.mover_busy = [&executor] { return executor.busy(); };
  function_.start_move = [&executor](const move_job& job) { executor.start(job, now_cycle()); };
  function_.write_l1 = [this](uint32_t address, unsigned bytes, uint64_t value) { return write_l1(address, bytes, value); };
  executor.subscribe(*this);
}

bool tdma_risc::store(unsigned core, uint32_t offset, uint32_t value, cycle_t arrives) {
  if (!function_.store(core, offset, value)) return false;
  if (function_.queued() > arrivals_.size()) {
    arrivals_.push_back(arrives);
    run_.arm(std::max(arrivals_.front(), free_));
  }
  return true;
}

// One command a time, in order; one that waits for the mover holds those behind it.
void tdma_risc::process() {
  const cycle_t c = run_.begin();
  if (arrivals_.empty()) return;
  const cycle_t from = std::max(arrivals_.front(), free_);
  if (from > c) return run_.arm(from);
  if (!function_.advance()) return;  // until the mover is free, or a write has got through
  arrivals_.pop_front();
  free_ = c + parameters_.command_cycles;
  changed.notify();
  if (!arrivals_.empty()) run_.arm(std::max(arrivals_.front(), free_));
}

bool tdma_risc::write_l1(uint32_t address, unsigned bytes, uint64_t value) {
  for (auto& w : writes_) {
    if (w.in_use) continue;
    w.in_use = true;
    ++outstanding_;
    std::memcpy(w.data, &value, sizeof w.data);
    w.payload.set_address(address);
    w.payload.set_data_length(bytes);
    w.payload.set_streaming_width(bytes);
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    sc_core::sc_time t = sc_core::SC_ZERO_TIME;
    l1->nb_transport_fw(w.payload, phase, t);
    return true;
  }
  return false;
}

tlm::tlm_sync_enum tdma_risc::nb_transport_bw(tlm::tlm_generic_payload& payload, tlm::tlm_phase&, sc_core::sc_time&) {
  for (auto& w : writes_) {
    if (&w.payload != &payload) continue;
    w.in_use = false;
    --outstanding_;
    run_.arm(now_cycle());
  }
  return tlm::TLM_COMPLETED;
}

void tdma_risc::push_tile(unsigned packer, uint32_t tile_size, uint32_t all_zero_flags) {
  function_.push_tile(packer, tile_size, all_zero_flags);
  changed.notify();
}

std::string tdma_risc::waits_for() const {
  return function_.queued() ? "holds " + std::to_string(function_.queued()) + " commands" : std::string();
}

}  // namespace tensix
