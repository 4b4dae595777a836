// SPDX-License-Identifier: Apache-2.0
#include "testbench/run/noc_traffic.h"

#include <algorithm>

namespace tensix {
namespace {

// Steele, Lea, Flood: SplitMix64.
uint64_t next_random(uint64_t& state) {
  uint64_t z = (state += 0x9e3779b97f4a7c15);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

}  // namespace

noc_traffic::noc_traffic(const sc_core::sc_module_name& name, const std::vector<noc_stream>& streams, tensix_tile& tile)
    : sc_module(name), l1("l1"), tile_(tile) {
  l1.bind(tile.memory().client_socket());
  unsigned of_kind[2] = {}, number = 0;
  for (const noc_stream& s : streams)
    sources_.push_back(std::make_unique<source>(*this, ++number,
                                                (s.write ? "noc_write" : "noc_read") + std::to_string(of_kind[s.write]++), s));
}

noc_traffic::source::source(noc_traffic& o, unsigned number, std::string name, const noc_stream& s)
    : owner(o),
      count{std::move(name), s, 0, 0},
      lanes(s.lanes()),
      data(s.burst),
      random(s.seed),
      strand_(s.write ? slot::noc_writes : slot::noc_reads, method<&source::run>(this)) {
  for (size_t i = 0; i < data.size(); ++i) data[i] = static_cast<uint8_t>(i);
  to_l1.access.client = l1_client::noc;
  to_l1.access.stream = static_cast<uint8_t>(number);
  to_l1.access.lanes = lanes;
}

// Sets the next request up; returns its bytes.
uint32_t noc_traffic::source::ask() {
  const noc_stream& s = count.stream;
  constexpr uint32_t word = noc_stream::word_bytes;
  uint32_t address = s.where->address, bytes = s.burst;
  switch (s.pattern) {
    case noc_stream::order::linear:
      address += next;
      next += s.burst;
      if (next + s.burst > s.where->bytes) next = 0;
      break;
    case noc_stream::order::random:
      address += static_cast<uint32_t>(next_random(random) % (s.where->bytes / s.burst)) * s.burst;
      break;
    case noc_stream::order::strided: {
      const uint32_t left = s.strided_words() - next, rows = std::min(s.burst / word, left);
      address += next * s.stride;
      bytes = rows * word;
      to_l1.access.row_bytes = rows > 1 ? word : 0;
      to_l1.access.row_stride = s.stride;
      to_l1.access.rows = rows;
      next = rows == left ? 0 : next + rows;
      break;
    }
  }
  to_l1.prepare(s.write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND, address, data.data(), bytes);
  return bytes;
}

void noc_traffic::source::run() {
  const uint64_t rate = count.stream.rate_milli;
  if (rate == 0) return;
  for (;;) {
    // Bytes and rate are far below where this overflows: a run of 2^44 cycles.
    const cycle_t due = count.bytes / rate * 1000 + count.bytes % rate * 1000 / rate;
    if (due > now_cycle()) {
      activity.enter(stall_reason::no_instruction, now_cycle());
      wait_until_cycle(due);
    }
    if (owner.alone()) break;
    const cycle_t began = now_cycle();
    activity.enter(stall_reason::none, began);
    const uint32_t bytes = ask(), words = bytes / noc_stream::word_bytes;
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    owner.l1->b_transport(to_l1, delay);
    to_l1.expect_ok();  // streams are placed in L1
    wait_until_cycle(now_cycle() + delay.value() / cycle_ticks());
    const uint64_t taken = now_cycle() - began, least = (words + lanes - 1) / lanes;
    const uint64_t lost = taken > least ? taken - least : 0;
    const uint64_t port = std::min<uint64_t>(lost, to_l1.access.port_stall_cycles);
    const uint64_t bank = std::min<uint64_t>(lost - port, to_l1.access.bank_stall_cycles);
    activity.settle(now_cycle(), {{stall_reason::l1_port, port}, {stall_reason::l1_bank_conflict, bank}});
    count.bytes += bytes;
    ++count.requests;
  }
  activity.enter(stall_reason::no_instruction, now_cycle());
}

// Nothing but traffic is left to happen: it ends, so that the end, or a deadlock, is noticed.
bool noc_traffic::alone() const {
  if (tile_.memory().serves_others(l1_client::noc, 1)) return false;
  return !calendar::present().due_beside([this](const activation& a) { return is_ours(a); }) && !sc_core::sc_pending_activity();
}

bool noc_traffic::is_ours(const activation& a) const {
  return a.where() == slot::l1 ||
         std::any_of(sources_.begin(), sources_.end(), [&a](const auto& s) { return s->strand_.is(a); });
}

bool noc_traffic::others_due_but_cores() const {
  return calendar::present().due_beside([this](const activation& a) {
    return is_ours(a) || (a.where() >= slot::riscv && a.where() < slot_of(slot::riscv, core_count));
  });
}

std::vector<noc_traffic::counted> noc_traffic::served() const {
  std::vector<counted> all;
  for (const auto& s : sources_) all.push_back(s->count);
  return all;
}

std::vector<std::pair<std::string, account>> noc_traffic::accounts(cycle_t at) const {
  std::vector<std::pair<std::string, account>> all;
  for (const auto& s : sources_) {
    all.emplace_back(s->count.name, s->activity);
    all.back().second.report_to(nullptr, "");
    all.back().second.close(at);
  }
  return all;
}

void noc_traffic::close_accounts(cycle_t end) {
  for (auto& s : sources_) s->activity.close(end);
}

void noc_traffic::report_to(observer& tap) {
  for (auto& s : sources_) {
    tap.introduced(s->count.name.c_str(), account_of::feed);
    s->activity.report_to(&tap, s->count.name.c_str());
  }
}

}  // namespace tensix
