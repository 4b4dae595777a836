#include "testbench/run/circular_buffer_mover.h"

#include <algorithm>

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
  if (feed_.pump()) counters_changed();
  finish();
}

void circular_buffer_mover::counters_changed() { tile_.note_l1_written(counters_from_, 0); }

void circular_buffer_mover::finish() {
  if (finished_ || !feed_.done()) return;
  finished_ = true;
  if (on_done) on_done();
}

// Moves the bytes at the given rate, or as fast as L1 lets them pass if that is slower.
void circular_buffer_mover::move(side& who, const circular_buffer_feed::transfer& t, tlm::tlm_command command,
                                 uint64_t bytes_per_cycle) {
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
  const cycle_t end = now_cycle() + (t.bytes + bytes_per_cycle - 1) / bytes_per_cycle;
  const cycle_t began = now_cycle();
  who.activity.enter(stall_reason::none, began);
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  noc->b_transport(payload, delay);
  wait_until_cycle(end);
  // What it took longer than at its own rate was lost to ports and banks.
  const uint64_t lost = now_cycle() - end;
  const uint64_t port = std::min<uint64_t>(lost, who.access.port_stall_cycles);
  const uint64_t bank = std::min<uint64_t>(lost - port, who.access.bank_stall_cycles);
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

void circular_buffer_mover::report_to(trace_sink& sink) {
  for (const auto& [name, s] : {std::pair("producer", producer_.get()), std::pair("consumer", consumer_.get())}) {
    if (!s) continue;
    sink.introduced(name, account_of::feed);
    s->activity.report_to(&sink, name);
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
    move(*producer_, feed_.input_transfer(input), tlm::TLM_WRITE_COMMAND, parameters_.producer_bytes_per_cycle);
    feed_.commit_input(input);
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
    move(*consumer_, feed_.output_transfer(output), tlm::TLM_READ_COMMAND, parameters_.consumer_bytes_per_cycle);
    feed_.commit_output(output);
    counters_changed();
    next = (output + 1) % feed_.outputs();
  }
  consumer_->activity.enter(stall_reason::no_instruction, now_cycle());
  finish();
}

}  // namespace tensix
