// SPDX-License-Identifier: Apache-2.0
#include "observe/trace/event_waves.h"

#include <algorithm>

#include "models/memory/l1_client.h"

namespace tensix {
namespace {

constexpr uint64_t no_cycle = ~uint64_t{0};

// 16 bytes, lowest first, as two words.
void put_data(uint64_t* to, const std::vector<uint8_t>& data) {
  for (size_t i = 0; i < 2; ++i) {
    to[i] = 0;
    for (size_t b = 0; b < 8 && 8 * i + b < data.size(); ++b) to[i] |= uint64_t{data[8 * i + b]} << 8 * b;
  }
}

// 1 + number of the client of L1; 0: there is no beat.
const char* client_text(uint64_t value) { return value ? name(static_cast<l1_client>(value - 1)) : "-"; }

}  // namespace

event_waves::bus event_waves::made(const std::string& group, std::initializer_list<wire> wires) {
  bus b;
  for (const wire& w : wires) {
    b.signals.push_back(w.text ? out_->add_text(group, w.name, w.text) : out_->add_signal(group, w.name, w.bits));
    b.first_word.push_back(b.value.size());
    b.value.resize(b.value.size() + (w.bits + 63) / 64);
  }
  return b;
}

void event_waves::introduced(const char* who, account_of what) {
  if (what == account_of::unit) workers_.push_back({who, 0});
}

void event_waves::add_worker(const std::string& name) {
  for (worker& w : workers_)
    if (name == w.who) w.busy = out_->add_signal(name, "busy", 1);
}

void event_waves::show_in(vcd_trace& out, unsigned l1_ports) {
  out_ = &out;
  for (unsigned u = 0; u < streams_of(event_group::accept).members; ++u) {
    const std::string& stream = stream_name(event_stream(event_group::accept, u));  // accept.UNIT
    const std::string unit = stream.substr(stream.find('.') + 1);
    add_worker(unit);
    units_.push_back(made(unit, {{"issue_valid", 1}, {"issue_thread", 2}, {"issue_word", 32}}));
  }
  for (unsigned p = 0; p < l1_ports; ++p)
    ports_.push_back(made("L1_port" + std::to_string(p), {{"gnt", 1},
                                                          {"we", 1},
                                                          {"addr", 21},
                                                          {"client", 5},
                                                          {"client_name", 64, client_text},
                                                          {"op", 2},
                                                          {"wstrb", 16},
                                                          {"data", 128}}));
  src_[0] = made("SrcA", {{"bank0_rows_written", 64}, {"bank1_rows_written", 64}});
  src_[1] = made("SrcB", {{"bank0_rows_written", 64}, {"bank1_rows_written", 64}});
  dst_written_ = made("Dst", {{"blocks_written", 128}});
  dst_read_ = made("Dst", {{"blocks_read", 128}});
  for (unsigned p = 0; p < 4; ++p) {
    const std::string packer = "packer" + std::to_string(p);
    add_worker(packer);
    packers_.push_back(made(packer, {{"beats", 8}, {"addr", 21}, {"data", 128}}));
  }
  config_ = made("config", {{"we", 1}, {"bank", 3}, {"index", 9}, {"value", 32}});
  for (unsigned m = 0; m < mutexes; ++m) mutexes_[m] = out_->add_signal("mutexes", "mutex" + std::to_string(m) + "_held", 3);
}

void event_waves::counted(const char* who, stall_reason why, uint64_t from, uint64_t to) {
  constexpr uint64_t on = 1, off = 0;
  for (const worker& w : workers_) {
    if (w.who != who || why != stall_reason::none) continue;
    out_->set_signal(w.busy, from, &on);
    out_->set_signal(w.busy, to, &off);
  }
}

void event_waves::show(bus& b) {
  if (b.cycle == no_cycle) return;
  for (size_t i = 0; i < b.signals.size(); ++i) out_->set_signal(b.signals[i], b.cycle, &b.value[b.first_word[i]]);
  std::fill(b.value.begin(), b.value.end(), 0);
  for (size_t i = 0; i < b.signals.size(); ++i) out_->set_signal(b.signals[i], b.cycle + 1, &b.value[b.first_word[i]]);
}

// Where the values of `cycle` go.
uint64_t* event_waves::in(bus& b, uint64_t cycle) {
  if (b.cycle != cycle) show(b);
  b.cycle = cycle;
  return b.value.data();
}

void event_waves::happened(const log_event& e) {
  const event_group group = group_of(e.stream);
  const unsigned member = e.stream - event_stream(group);
  const auto& n = e.numbers;
  const auto set_bit = [](uint64_t* words, uint64_t bit) { words[bit / 64] |= uint64_t{1} << bit % 64; };
  switch (group) {
    case event_group::accept: {
      uint64_t* v = in(units_[member], e.cycle);
      v[0] = 1, v[1] = n[0], v[2] = n[1];
      break;
    }
    case event_group::l1: {
      if (member >= ports_.size()) break;
      uint64_t* v = in(ports_[member], e.cycle);
      v[0] = 1, v[1] = n[1], v[2] = n[0], v[3] = n[2], v[4] = n[2] + 1, v[5] = n[3], v[6] = n[4];
      put_data(v + 7, e.data);
      break;
    }
    case event_group::srca_write:
    case event_group::srcb_write: {
      uint64_t* v = in(src_[group == event_group::srcb_write], e.cycle);
      if (n[2] > 1) v[n[0]] = ~uint64_t{0};  // cleared
      else set_bit(v, 64 * n[0] + n[1]);
      break;
    }
    case event_group::dst_write: set_bit(in(dst_written_, e.cycle), n[0]); break;
    case event_group::dst_read: set_bit(in(dst_read_, e.cycle), n[0]); break;
    case event_group::pack_beat: {
      uint64_t* v = in(packers_[n[0]], e.cycle);
      ++v[0], v[1] = n[1];  // the last one of a cycle shows its address and data
      put_data(v + 2, e.data);
      break;
    }
    case event_group::config_write: {
      uint64_t* v = in(config_, e.cycle);
      v[0] = 1, v[1] = n[0], v[2] = n[1], v[3] = n[2];
      break;
    }
    case event_group::mutex: {
      const uint64_t held = n[1] < 3 ? uint64_t{1} << n[1] : 0;  // a bit a thread
      out_->set_signal(mutexes_[n[0]], e.cycle, &held);
      break;
    }
    // vcd_trace has these, or ports of L1; the last two only RTL reports.
    case event_group::issue:
    case event_group::handover_srca:
    case event_group::handover_srcb:
    case event_group::sem:
    case event_group::unpack_read:
    case event_group::core:
    case event_group::noc:
    case event_group::wait:
    case event_group::count: break;
  }
}

void event_waves::finish() {
  for (auto* buses : {&units_, &ports_, &packers_})
    for (bus& b : *buses) show(b);
  for (bus* b : {&src_[0], &src_[1], &dst_written_, &dst_read_, &config_}) show(*b);
}

}  // namespace tensix
