// SPDX-License-Identifier: Apache-2.0
// Plays traffic to an L1, and writes down what came of it.
#pragma once
#define SC_INCLUDE_DYNAMIC_PROCESSES  // sc_spawn
#include <algorithm>
#include <memory>
#include <systemc>
#include <tlm>
#include <utility>
#include <vector>

#include "models/memory/l1.h"
#include "models/memory/l1_initiator.h"
#include "platform/parameters.h"
#include "timing/l1_reference.h"

namespace tensix::l1_reference {

class bench : public sc_core::sc_module {
 public:
  l1_initiator socket{"socket", completes<&bench::answered>(this)};
  const traffic play;
  result got;

  // `memory` makes the L1; its bytes are those of `before`.
  template <class Make>
  bench(sc_core::sc_module_name name, traffic t, Make&& memory) : sc_module(name), play(std::move(t)) {
    got.bytes = play.before;
    got.of.resize(play.requests.size());
    memory_ = memory(play.parameters, got.bytes);
    socket.bind(memory_->client_socket());
    SC_HAS_PROCESS(bench);
    SC_THREAD(drive);
    for (unsigned k = 0; k < blocking_threads; ++k) sc_core::sc_spawn([this, k] { block(static_cast<int>(k)); });
    for (const request& r : play.requests) {
      data_.push_back(r.data);
      enables_.push_back(r.enables);
      const tlm::tlm_command command = r.write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND;
      if (r.thread < 0) {
        transfers_.push_back(&socket.get(command, r.address, data_.back().data(), r.bytes));
      } else {
        blocking_.push_back(std::make_unique<l1_payload>());
        transfers_.push_back(blocking_.back().get());
        transfers_.back()->prepare(command, r.address, data_.back().data(), r.bytes);
      }
      transfers_.back()->tag = static_cast<uint32_t>(transfers_.size() - 1);
      if (!r.enables.empty()) {
        transfers_.back()->set_byte_enable_ptr(enables_.back().data());
        transfers_.back()->set_byte_enable_length(static_cast<unsigned>(r.enables.size()));
      }
      l1_access* const x = &transfers_.back()->access;
      x->client = r.client;
      x->operation = r.operation;
      x->lanes = r.lanes;
      x->row_bytes = r.row_bytes;
      x->row_stride = r.row_stride;
      x->rows = r.rows;
      x->ahead = r.ahead;
      x->stream = r.stream;
      x->poll = r.poll;
      x->data_by_dmi = r.by_initiator;
    }
  }
  l1_if& memory() { return *memory_; }
  void finish() {
    const l1_served s = memory_->served();
    got.port_beats = s.port_beats, got.bank_beats = s.bank_beats, got.bank_conflicts = s.bank_conflicts;
  }

 private:
  std::unique_ptr<l1_if> memory_;
  std::vector<l1_payload*> transfers_;
  std::vector<std::unique_ptr<l1_payload>> blocking_;
  std::vector<std::vector<uint8_t>> data_, enables_;

  void send(size_t i) { socket.send(*transfers_[i], play.requests[i].delay); }
  void drive() {
    struct action {
      cycle_t at;
      size_t index;
      uint32_t lanes;  // 0: a request
    };
    std::vector<action> actions;
    for (size_t i = 0; i < play.requests.size(); ++i) {
      const request& r = play.requests[i];
      if (r.after < 0 && r.thread < 0) actions.push_back({r.call, i, 0});
      for (const auto& [when, lanes] : r.rates) actions.push_back({when, i, lanes});
    }
    std::stable_sort(actions.begin(), actions.end(), [](const action& a, const action& b) { return a.at < b.at; });
    for (const action& a : actions) {
      const sc_core::sc_time when = at(a.at, slot::unpacker0);
      if (when > sc_core::sc_time_stamp()) wait(when - sc_core::sc_time_stamp());
      if (a.lanes == 0) {
        send(a.index);
        continue;
      }
      if (got.of[a.index].done != never) continue;
      socket.change_rate(*transfers_[a.index], a.lanes);
    }
  }
  void block(int thread) {
    for (size_t i = 0; i < play.requests.size(); ++i) {
      const request& r = play.requests[i];
      if (r.thread != thread) continue;
      const sc_core::sc_time when = at(now_cycle() + r.call, slot_of(slot::riscv, static_cast<unsigned>(thread)));
      wait(when - sc_core::sc_time_stamp());
      // A fraction of a cycle counts for nothing.
      sc_core::sc_time t = sc_core::sc_time::from_value(r.delay * cycle_ticks() + (r.delay ? 0 : i % 7));
      socket->b_transport(*transfers_[i], t);
      note(i, t == sc_core::SC_ZERO_TIME && transfers_[i]->is_response_ok());
    }
  }
  void note(size_t i, bool fine) {
    const l1_access& x = transfers_[i]->access;
    got.of[i] = {now_cycle(),         x.first_beat, x.bank_stall_cycles,
                 x.port_stall_cycles, data_[i],     fine && sc_core::sc_time_stamp() == at(now_cycle(), slot::l1)};
  }
  void answered(l1_payload& t) {
    note(t.tag, t.is_response_ok());
    for (size_t k = 0; k < play.requests.size(); ++k)
      if (play.requests[k].after == static_cast<int>(t.tag)) send(k);
  }
};

}  // namespace tensix::l1_reference
