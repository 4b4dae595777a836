// SPDX-License-Identifier: Apache-2.0
// The observers of a tile, as one: passes everything on to each, in the order in which they were added.
#pragma once
#include <algorithm>
#include <vector>

#include "models/observe/observer.h"

namespace tensix {

class observer_list : public observer {
 public:
  void add(observer& o) { all_.push_back(&o); }
  void remove(const observer& o) { all_.erase(std::remove(all_.begin(), all_.end(), &o), all_.end()); }
  const std::vector<observer*>& all() const { return all_; }
  bool empty() const { return all_.empty(); }
  // To be reported to: the list, its only observer, or null, if there is none.
  observer* as_one() { return all_.size() > 1 ? this : all_.empty() ? nullptr : all_.front(); }

  l1_wishes wishes() const override {
    l1_wishes of_any;
    for (const observer* o : all_) {
      of_any.traffic |= o->wishes().traffic;
      of_any.beats |= o->wishes().beats;
    }
    return of_any;
  }
  void introduced(const char* who, account_of what) override {
    for (observer* o : all_) o->introduced(who, what);
  }
  void counted(const char* who, stall_reason why, uint64_t from, uint64_t to) override {
    for (observer* o : all_) o->counted(who, why, from, to);
  }
  void spent(const char* who, uint32_t pc, uint32_t polled, stall_reason why, uint64_t from, uint64_t to) override {
    for (observer* o : all_) o->spent(who, pc, polled, why, from, to);
  }
  void marked(const char* who, uint32_t pc, uint64_t cycle) override {
    for (observer* o : all_) o->marked(who, pc, cycle);
  }
  void executed(const char* who, int thread, uint32_t word, uint64_t issued, uint64_t from, uint64_t to) override {
    for (observer* o : all_) o->executed(who, thread, word, issued, from, to);
  }
  void works_with(const char* who, const work_details& details) override {
    for (observer* o : all_) o->works_with(who, details);
  }
  void queue_changed(const char* who, uint64_t writes, uint64_t cycle) override {
    for (observer* o : all_) o->queue_changed(who, writes, cycle);
  }
  void fifo_changed(unsigned thread, int change, uint64_t cycle, uint64_t now) override {
    for (observer* o : all_) o->fifo_changed(thread, change, cycle, now);
  }
  void offering(const gate_event& e) override {
    for (observer* o : all_) o->offering(e);
  }
  void issued(const gate_event& e, uint64_t thread_free) override {
    for (observer* o : all_) o->issued(e, thread_free);
  }
  void refused(const gate_event& e, stall_reason why) override {
    for (observer* o : all_) o->refused(e, why);
  }
  void wait_met(unsigned thread, uint32_t wait, uint64_t cycle) override {
    for (observer* o : all_) o->wait_met(thread, wait, cycle);
  }
  void handed_over(const char* by, unsigned which, unsigned bank, unsigned owner, uint64_t given, uint64_t from) override {
    for (observer* o : all_) o->handed_over(by, which, bank, owner, given, from);
  }
  void src_written(unsigned which, unsigned bank, uint64_t rows, uint64_t cycle) override {
    for (observer* o : all_) o->src_written(which, bank, rows, cycle);
  }
  void src_cleared(unsigned which, unsigned bank, uint64_t cycle) override {
    for (observer* o : all_) o->src_cleared(which, bank, cycle);
  }
  void dst_used(dst_accessor by, const dst_block_set& reads, const dst_block_set& writes, uint64_t cycle) override {
    for (observer* o : all_) o->dst_used(by, reads, writes, cycle);
  }
  void packed(unsigned packer, uint32_t address, unsigned action, const uint8_t* data, uint32_t beats,
              uint64_t cycle) override {
    for (observer* o : all_) o->packed(packer, address, action, data, beats, cycle);
  }
  void config_written(unsigned bank, unsigned index, uint32_t value, uint64_t cycle) override {
    for (observer* o : all_) o->config_written(bank, index, value, cycle);
  }
  void config_writing(const config_write& w) override {
    for (observer* o : all_) o->config_writing(w);
  }
  void semaphore_is(unsigned index, unsigned value, uint64_t cycle) override {
    for (observer* o : all_) o->semaphore_is(index, value, cycle);
  }
  void mutex_given(unsigned index, unsigned owner, uint64_t cycle) override {
    for (observer* o : all_) o->mutex_given(index, owner, cycle);
  }
  void semaphore_stored(unsigned index, uint32_t value, uint64_t arrives, uint64_t from) override {
    for (observer* o : all_) o->semaphore_stored(index, value, arrives, from);
  }
  void semaphore_kept(unsigned index, bool post, int by, uint32_t word, uint64_t cycle) override {
    for (observer* o : all_) o->semaphore_kept(index, post, by, word, cycle);
  }
  void registers_used(unsigned unit, uint64_t cycle) override {
    for (observer* o : all_) o->registers_used(unit, cycle);
  }
  void gprs_used(const gpr_use& use) override {
    for (observer* o : all_) o->gprs_used(use);
  }
  void gprs_written(unsigned unit, unsigned thread, unsigned first, unsigned count, uint64_t cycle) override {
    for (observer* o : all_) o->gprs_written(unit, thread, first, count, cycle);
  }
  void flop_written(unsigned thread, uint32_t word, uint64_t cycle) override {
    for (observer* o : all_) o->flop_written(thread, word, cycle);
  }
  void config_requested(const config_request& r) override {
    for (observer* o : all_) o->config_requested(r);
  }
  void config_served(uint64_t cycle) override {
    for (observer* o : all_) o->config_served(cycle);
  }
  void overlay_loaded(uint64_t arrives, uint64_t served) override {
    for (observer* o : all_) o->overlay_loaded(arrives, served);
  }
  void move_started(const move_job& job, uint64_t cycle) override {
    for (observer* o : all_) o->move_started(job, cycle);
  }
  void l1_served(const l1_traffic& traffic) override {
    for (observer* o : all_) o->l1_served(traffic);
  }
  void l1_beat(uint64_t transfer, uint32_t beat, uint32_t word, unsigned port, uint64_t cycle) override {
    for (observer* o : all_) o->l1_beat(transfer, beat, word, port, cycle);
  }
  void l1_beats(const l1_run& r) override {
    for (observer* o : all_) o->l1_beats(r);
  }
  void l1_complete(const l1_completed& t) override {
    for (observer* o : all_) o->l1_complete(t);
  }
  void l1_read(unsigned unit, uint32_t address, uint32_t bytes, uint64_t cycle) override {
    for (observer* o : all_) o->l1_read(unit, address, bytes, cycle);
  }

 private:
  std::vector<observer*> all_;
};

}  // namespace tensix
