// SPDX-License-Identifier: Apache-2.0
#include "testbench/run/circular_buffer_mover.h"
#include "models/observe/report_ids.h"

#include <algorithm>
#include <cstring>

namespace tensix {

circular_buffer_mover::circular_buffer_mover(sc_core::sc_module_name name, const feed_parameters& parameters,
                                             circular_buffer_feed& feed, tensix_tile& tile)
    : sc_module(name), noc("noc"), parameters_(parameters), feed_(feed), tile_(tile) {
  feed.bring = [&tile](uint32_t address, uint32_t bytes) { tile.state().bring_l1(address, bytes); };
  feed.take = [&tile](uint32_t address, uint32_t bytes) { tile.state().take_l1(address, bytes); };
  const auto cover = [&](const circular_buffer_plan& p) {
    counters_from_ = std::min({counters_from_, p.produced, p.consumed});
    counters_to_ = std::max({counters_to_, p.produced + 4, p.consumed + 4});
  };
  for (unsigned i = 0; i < feed.inputs(); ++i) cover(feed.input_plan(i));
  for (unsigned i = 0; i < feed.outputs(); ++i) cover(feed.output_plan(i));
  tile.l1_written.push_back([this](uint32_t address, uint32_t bytes) {
    if (address < counters_to_ && address + bytes > counters_from_) {
      if (at_once_) pump_.ask();
      else kick_.notify();
    }
  });
  if (parameters_.producer_bytes_per_cycle == 0 && parameters_.consumer_bytes_per_cycle == 0) {
    at_once_ = true;
    pump_.ask();
  } else {
    producer_ = std::make_unique<side>(slot::noc_writes, method<&circular_buffer_mover::bring>(this));
    consumer_ = std::make_unique<side>(slot::noc_reads, method<&circular_buffer_mover::take>(this));
  }
}

circular_buffer_mover::~circular_buffer_mover() {
  for (side* s : {producer_.get(), consumer_.get()})
    if (s) s->payload.clear_extension(&s->access);  // ours, not the payload's, wherever the run ended
}

void circular_buffer_mover::pump() {
  const std::vector<uint64_t> before = causes() ? moved() : std::vector<uint64_t>();
  const bool any = feed_.pump();
  if (causes()) tell_pumped(before);
  if (any) counters_changed();
  finish();
}

void circular_buffer_mover::counters_changed() { tile_.note_l1_written(counters_from_, 0); }

void circular_buffer_mover::finish() {
  if (finished_ || !feed_.done()) return;
  finished_ = true;
  if (causes()) {
    causes()->begin(now_cycle(), path_kind::outside);
    for (const side* s : {producer_.get(), consumer_.get()})
      if (s) causes()->after(s->at);
    if (moved_last_) causes()->after(moved_last_);
  }
  if (on_done) on_done();
}

void circular_buffer_mover::stay(side& who, uint32_t cycles) {
  if (who.moved++ < late.tiles && cycles) wait_until_cycle(now_cycle() + cycles);
}

// Moves the bytes at the given rate, or as fast as L1 lets them pass if that is slower.
void circular_buffer_mover::move(side& who, const circular_buffer_feed::transfer& t, tlm::tlm_command command,
                                 uint64_t bytes_per_cycle, path_kind kind) {
  tlm::tlm_generic_payload& payload = who.payload;
  payload.set_command(command);
  payload.set_address(t.address);
  payload.set_data_length(t.bytes);
  payload.set_streaming_width(t.bytes);
  payload.set_data_ptr(command == tlm::TLM_WRITE_COMMAND ? const_cast<uint8_t*>(t.source) : t.destination);
  payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  if (bytes_per_cycle == 0) {
    payload.clear_extension(&who.access);
    noc->transport_dbg(payload);
    return;
  }
  who.access.client = l1_client::noc;
  who.access.lanes = static_cast<uint32_t>(std::clamp<uint64_t>((bytes_per_cycle + 15) / 16, 1, 64));
  payload.set_extension(&who.access);
  const cycle_t began = now_cycle(), end = began + (t.bytes + bytes_per_cycle - 1) / bytes_per_cycle;
  who.activity.enter(stall_reason::none, began);
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  noc->b_transport(payload, delay);
  if (payload.is_response_error()) SC_REPORT_ERROR(report_id::feed, ("L1 answers " + payload.get_response_string()).c_str());
  wait_until_cycle(std::max<cycle_t>(end, now_cycle() + delay.value() / cycle_ticks()));
  // What it took longer than at its own rate was lost to ports and banks.
  const uint64_t lost = now_cycle() - end;
  const uint64_t port = std::min<uint64_t>(lost, who.access.port_stall_cycles);
  const uint64_t bank = std::min<uint64_t>(lost - port, who.access.bank_stall_cycles);
  if (who.at.after) who.at = {who.at.after, kind, end - began, path_kind::feed_lost, lost};
  who.activity.settle(now_cycle(), {{stall_reason::l1_port, port}, {stall_reason::l1_bank_conflict, bank}});
}

std::vector<std::pair<std::string, account>> circular_buffer_mover::accounts(cycle_t at) const {
  std::vector<std::pair<std::string, account>> all;
  for (const auto& [name, s] : {std::pair("producer", producer_.get()), std::pair("consumer", consumer_.get())}) {
    if (!s) continue;
    all.emplace_back(name, s->activity);
    all.back().second.report_to(nullptr, name);
    all.back().second.close(at);
  }
  return all;
}

void circular_buffer_mover::close_accounts(cycle_t end) {
  for (side* s : {producer_.get(), consumer_.get()})
    if (s) s->activity.close(end);
}

void circular_buffer_mover::report_to(observer& tap) {
  for (const auto& [name, s] : {std::pair("producer", producer_.get()), std::pair("consumer", consumer_.get())}) {
    if (!s) continue;
    tap.introduced(name, account_of::feed);
    s->activity.report_to(&tap, name);
  }
}

// ---- Causes (models/observe/causes.h)

// A tile begins to move: behind the one before, and behind what made room for it, or brought it.
void circular_buffer_mover::tell_moves(side& who, const cause& since) {
  const event_id begins = causes()->begin(now_cycle(), path_kind::outside);
  causes()->after(who.at);
  causes()->after(since);
  who.at = begins;
}

// What made room for the input's tile, or brought the output's; tiles count from 0.
cause circular_buffer_mover::room_since(unsigned input, uint64_t tile) const {
  const circular_buffer_plan& p = feed_.input_plan(input);
  return causes()->word_since(p.consumed,
                              [&](uint32_t consumed) { return consumed + p.capacity > static_cast<uint32_t>(tile); });
}
cause circular_buffer_mover::there_since(unsigned output, uint64_t tile) const {
  return causes()->word_since(feed_.output_plan(output).produced,
                              [&](uint32_t produced) { return produced > static_cast<uint32_t>(tile); });
}

void circular_buffer_mover::tell_counter(uint32_t address, const cause& by) {
  uint32_t value = 0;
  std::memcpy(&value, tile_.state().l1.data() + address, 4);
  causes()->word_written(address, value, by);
}

std::vector<uint64_t> circular_buffer_mover::moved() const {
  std::vector<uint64_t> all;
  for (unsigned i = 0; i < feed_.inputs(); ++i) all.push_back(feed_.delivered(i));
  for (unsigned i = 0; i < feed_.outputs(); ++i) all.push_back(feed_.drained(i));
  return all;
}

// Tiles that appear and vanish at once do so because of the other counter of their buffer.
void circular_buffer_mover::tell_pumped(const std::vector<uint64_t>& before) {
  const std::vector<uint64_t> now = moved();
  for (unsigned i = 0; i < now.size(); ++i) {
    if (now[i] == before[i]) continue;
    const bool input = i < feed_.inputs();
    const circular_buffer_plan& p = input ? feed_.input_plan(i) : feed_.output_plan(i - feed_.inputs());
    const event_id e = causes()->begin(now_cycle(), path_kind::outside);
    causes()->after(input ? room_since(i, now[i] - 1) : there_since(i - feed_.inputs(), now[i] - 1));
    tell_counter(input ? p.produced : p.consumed, e);
    moved_last_ = e;
  }
}

// One producer for all inputs: a tile of each in turn.
void circular_buffer_mover::bring() {
  for (unsigned next = 0; !feed_.inputs_done();) {
    unsigned input = next;
    while (!feed_.input_ready(input)) {
      input = (input + 1) % feed_.inputs();
      if (input == next) break;
    }
    if (!feed_.input_ready(input)) {
      producer_->activity.enter(stall_reason::buffer_full, now_cycle());
      wait_for_event(kick_);
      continue;
    }
    if (causes()) tell_moves(*producer_, room_since(input, feed_.delivered(input)));
    stay(*producer_, late.producer);
    move(*producer_, feed_.input_transfer(input), tlm::TLM_WRITE_COMMAND, parameters_.producer_bytes_per_cycle,
         path_kind::producer);
    feed_.commit_input(input);
    if (causes()) tell_counter(feed_.input_plan(input).produced, producer_->at);
    counters_changed();
    next = (input + 1) % feed_.inputs();
  }
  producer_->activity.enter(stall_reason::no_instruction, now_cycle());
  finish();
}

// One consumer for all outputs: a tile of each in turn.
void circular_buffer_mover::take() {
  for (unsigned next = 0; !feed_.outputs_done();) {
    unsigned output = next;
    while (!feed_.output_ready(output)) {
      output = (output + 1) % feed_.outputs();
      if (output == next) break;
    }
    if (!feed_.output_ready(output)) {
      consumer_->activity.enter(stall_reason::buffer_empty, now_cycle());
      wait_for_event(kick_);
      continue;
    }
    if (causes()) tell_moves(*consumer_, there_since(output, feed_.drained(output)));
    stay(*consumer_, late.consumer);
    move(*consumer_, feed_.output_transfer(output), tlm::TLM_READ_COMMAND, parameters_.consumer_bytes_per_cycle,
         path_kind::consumer);
    feed_.commit_output(output);
    if (causes()) tell_counter(feed_.output_plan(output).consumed, consumer_->at);
    counters_changed();
    next = (output + 1) % feed_.outputs();
  }
  consumer_->activity.enter(stall_reason::no_instruction, now_cycle());
  finish();
}

}  // namespace tensix
