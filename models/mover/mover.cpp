// SPDX-License-Identifier: Apache-2.0
#include "models/mover/mover.h"

#include <algorithm>
#include <cstring>

#include "models/observe/observer.h"

namespace tensix {

mover::mover(sc_core::sc_module_name name, const mover_parameters& parameters, tensix_state& state, mover_function& function,
             l1_client reads, l1_client writes)
    : mover_if(name), parameters_(parameters), state_(state), function_(function), read_{reads}, write_{writes} {}

issue_response mover::turn(const issue_request&) {
  return active_ ? issue_response::refuse(stall_reason::unit_busy, never) : issue_response::accept(0);
}

issue_response mover::offer(const issue_request& r) {
  if (const issue_response a = turn(r); !a.accepted) return a;
  issued_[r.thread] = r.cycle;
  begin(function_.from_xmov(r.word, r.thread), r.cycle);
  return issue_response::accept(r.cycle + 1);
}

void mover::start(move_job job, cycle_t cycle) {
  if (state_.tap) state_.tap->move_started(job, cycle);
  begin(job, cycle);
}

void mover::begin(move_job job, cycle_t cycle) {
  function_.check(job);
  active_ = true;
  job_ = job;
  next_ = group_ = 0;
  began_ = cycle + parameters_.start_cycles;
  account_from_ = job_from_ = cycle;
  run_.arm(began_);
}

// One step: begin a group, write what is due to registers, or end the group once its last access is done.
void mover::process() {
  const cycle_t c = run_.begin();
  if (!active_) return;
  if (c < began_) return run_.arm(began_);
  if (group_ == 0) {
    if (next_ == job_.units()) return end_group(c);
    begin_group(c);
  }
  for (;;) {
    const bool to_registers = !job_.writes_l1();
    if (to_registers && !write_registers(c)) return;
    if (read_.pending || write_.pending) return;
    cycle_t end = began_ + interval_;
    if (job_.reads_l1()) end = std::max(end, read_.done + parameters_.read_to_write_cycles);
    end = std::max(end, to_registers ? next_write_ : write_.done);
    if (end > c) return run_.arm(end);
    end_group(c);
    if (!active_) return;
    begin_group(c);
  }
}

void mover::begin_group(cycle_t cycle) {
  const uint32_t left = job_.units() - next_;
  const bool copies = job_.reads_l1(), uses_l1 = copies || job_.writes_l1();
  const bool word_by_word = cautious_ && uses_l1;
  group_ = word_by_word ? 1 : std::min({left, parameters_.group_beats, most_group_beats});
  if (copies)
    interval_ = word_by_word ? parameters_.contended_copy_cycles
                             : group_ + std::max(parameters_.group_cycles, parameters_.group_beats) - parameters_.group_beats;
  else interval_ = word_by_word ? parameters_.contended_clear_cycles : group_ * parameters_.clear_cycles;
  began_ = cycle;
  written_ = 0;
  const cycle_t lead = copies ? parameters_.read_to_write_cycles : 0;
  next_write_ = cycle + lead;
  read_.port_stalls = write_.port_stalls = read_.bank_stalls = write_.bank_stalls = 0;
  const uint32_t offset = next_ * move_unit_bytes;
  if (copies) {
    state_.bring_l1(job_.source + offset, group_ * move_unit_bytes);
    if (state_.tap)
      state_.tap->l1_read(static_cast<unsigned>(tile_unit::mover), job_.source + offset, group_ * move_unit_bytes, cycle);
    std::memcpy(data_, &state_.l1[job_.source + offset], group_ * move_unit_bytes);
    request(tlm::TLM_READ_COMMAND, job_.source + offset, 0);
  } else {
    std::memset(data_, 0, group_ * move_unit_bytes);
  }
  if (job_.writes_l1()) request(tlm::TLM_WRITE_COMMAND, job_.destination + offset, lead);
}

// What is read is in data_ already.
void mover::request(tlm::tlm_command command, uint32_t address, cycle_t delay) {
  const bool read = command == tlm::TLM_READ_COMMAND;
  connection& way = read ? read_ : write_;
  way.pending = true;
  l1_payload& t = l1.get(command, address, read ? state_.l1.data() + address : data_, group_ * move_unit_bytes);
  t.access.client = way.client;
  t.access.data_by_dmi = read;
  l1.send(t, delay);
}

// One unit a cycle, as the configuration unit takes them. True: all units of the group are written; next_write_ is then the
// first cycle in which the last one is visible.
bool mover::write_registers(cycle_t cycle) {
  using kind_t = mover_function::target::kind_t;
  while (in_config_unit_ == 0 && written_ < group_) {
    if (next_write_ > cycle) {
      run_.arm(next_write_);
      return false;
    }
    const uint8_t* const data = data_ + written_ * move_unit_bytes;
    const mover_function::target t = function_.target_of(job_, next_ + written_);
    ++written_;
    next_write_ = cycle + (job_.reads_l1() ? 1 : parameters_.clear_cycles);
    if (t.kind == kind_t::instruction_ram || t.kind == kind_t::nowhere) continue;
    if (!config) {
      function_.move(job_, next_ + written_ - 1, 1);
    } else {
      const unsigned last_bank = t.kind == kind_t::config_both_banks ? 1 : t.bank;
      in_config_unit_ = last_bank - t.bank + 1;
      for (unsigned bank = t.bank; bank <= last_bank; ++bank) write_config(bank, t.index, data, cycle);
    }
  }
  return in_config_unit_ == 0;
}

// Four words; visible in the cycle behind their slot there.
void mover::write_config(unsigned bank, unsigned index, const uint8_t* data, cycle_t arrives) {
  config_request r;
  r.arrives = arrives;
  r.write = true;
  r.bank = bank;
  r.index = index;
  r.words = 4;
  std::memcpy(r.value.data(), data, sizeof r.value);
  r.done = [this](cycle_t slot_cycle) {
    next_write_ = std::max(next_write_, slot_cycle + 1);
    if (--in_config_unit_ == 0) run_.arm(next_write_);
  };
  config->submit(std::move(r));
}

void mover::end_group(cycle_t cycle) {
  const uint32_t ports = read_.port_stalls + write_.port_stalls, banks = read_.bank_stalls + write_.bank_stalls;
  const cycle_t lost = group_ ? cycle - began_ - interval_ : 0;
  const cycle_t by_ports = std::min<cycle_t>(lost, ports);
  account_.busy_but(
      account_from_, cycle,
      {{stall_reason::l1_port, by_ports}, {stall_reason::l1_bank_conflict, std::min<cycle_t>(lost - by_ports, banks)}});
  account_from_ = cycle;
  if (group_) {
    if (ports) cautious_ = parameters_.group_beats;
    else cautious_ -= std::min(cautious_, group_);
    bytes_moved_ += group_ * move_unit_bytes;
    next_ += group_;
    group_ = 0;
  }
  if (next_ < job_.units()) return;
  active_ = false;
  account_.executed(job_.thread, job_.word, job_from_, job_from_, cycle);
  notify(cycle);
}

void mover::moved(l1_payload& t) {
  t.expect_ok();  // check() has seen to it
  connection& way = t.is_read() ? read_ : write_;
  way.pending = false;
  way.done = now_cycle();
  way.port_stalls = t.access.port_stall_cycles;
  way.bank_stalls = t.access.bank_stall_cycles;
  run_.arm(way.done);
}

cycle_t mover::drained_from(unsigned thread, cycle_t now) const {
  return std::max(now, issued_[thread] ? issued_[thread] + 1 : 0);
}

std::string mover::waits_for() const {
  if (!active_ || (!read_.pending && !write_.pending)) return {};
  return "has moved " + std::to_string(next_ * move_unit_bytes) + " of " + std::to_string(job_.bytes) +
         " bytes and waits for L1";
}

}  // namespace tensix
