// SPDX-License-Identifier: Apache-2.0
#include "cosim/rtl/l1_shadow.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include "cosim/rtl/hex_word.h"
#include "models/time/strand.h"

namespace tensix {

l1_shadow::l1_shadow(const sc_core::sc_module_name& name, const tile_context& c, rtl_environment& environment,
                     std::unique_ptr<l1_block> block, l1_pin_order order)
    : l1_by_rtl(name, c.configuration.l1, environment.clock(), std::move(block), order),
      to_model_("to_model"),
      environment_(environment),
      bytes_(size_t{c.configuration.l1.size_kib} * 1024),
      model_("model", c.configuration.l1, bytes_) {
  wrong_data = [this](cycle_t cycle, const std::string& text) { environment_.differs("l1", cycle, text); };
  environment_.compares("l1", [this] {
    finish();
    return compared();
  });
  to_model_.register_nb_transport_bw(this, &l1_shadow::nb_transport_bw);
  to_model_.bind(model_.clients);
  model_.written = [this](uint32_t address, uint32_t bytes) {
    if (written) written(address, bytes);
  };
  model_.used = [this](cycle_t cycle) {
    if (used) used(cycle);
  };
  model_.report_to(&beats_);
  clock_.attach(*this, "l1");
}

bool l1_shadow::one_edge(cycle_t cycle) {
  const bool changed = requests_.edge(cycle);
  while (const std::unique_ptr<l1_rtl_transfer> over = requests_.take_done(cycle + 1)) {
    const auto c = std::find_if(copies_.begin(), copies_.end(), [&](const auto& x) { return &x->payload == over->payload; });
    if ((*c)->original) continue;  // still the model's
    spare_.push_back(std::move(*c));
    copies_.erase(c);
  }
  return changed;
}

void l1_shadow::mirror(int socket, const tlm::tlm_generic_payload& payload, cycle_t start) {
  clock_.up_to(now_cycle());
  std::unique_ptr<copy> c;
  if (spare_.empty()) {
    c = std::make_unique<copy>();
    c->payload.set_extension(new l1_access);
  } else {
    c = std::move(spare_.back());
    spare_.pop_back();
  }
  const l1_access* given = payload.get_extension<l1_access>();
  l1_access& mine = *c->payload.get_extension<l1_access>();
  mine = given ? *given : l1_access();
  c->payload.set_command(payload.get_command());
  c->payload.set_address(payload.get_address());
  c->payload.set_data_length(payload.get_data_length());
  const uint8_t *const data = payload.get_data_ptr(), *const enables = payload.get_byte_enable_ptr();
  if (data && payload.is_write()) c->data.assign(data, data + payload.get_data_length());
  else c->data.resize(payload.get_data_length());
  c->payload.set_data_ptr(c->data.data());
  if (enables) c->enables.assign(enables, enables + payload.get_byte_enable_length());
  c->payload.set_byte_enable_ptr(enables ? c->enables.data() : nullptr);
  c->payload.set_byte_enable_length(enables ? payload.get_byte_enable_length() : 0);
  c->original = &payload;
  c->socket = socket;
  requests_.add(c->payload, start);
  copies_.push_back(std::move(c));
  clock_.wake();
}

tlm::tlm_sync_enum l1_shadow::nb_transport_fw(int id, tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                              sc_core::sc_time& t) {
  const cycle_t start = now_cycle() + t.value() / cycle_ticks();
  const tlm::tlm_phase asked = phase;
  const tlm::tlm_sync_enum answer = to_model_->nb_transport_fw(payload, phase, t);
  if (asked == tlm::BEGIN_REQ && answer != tlm::TLM_COMPLETED) mirror(id, payload, start);
  if (asked == RATE_CHANGE) {
    clock_.up_to(now_cycle());
    for (const auto& c : copies_) {
      if (c->original != &payload) continue;
      c->payload.get_extension<l1_access>()->lanes = payload.get_extension<l1_access>()->lanes;
      requests_.lanes_changed(c->payload);
    }
  }
  return answer;
}

tlm::tlm_sync_enum l1_shadow::nb_transport_bw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& t) {
  clock_.up_to(now_cycle());
  const auto c = std::find_if(copies_.begin(), copies_.end(), [&](const auto& x) { return x->original == &payload; });
  const int socket = (*c)->socket;
  (*c)->original = nullptr;
  if (!requests_.find((*c)->payload)) {
    spare_.push_back(std::move(*c));
    copies_.erase(c);
  }
  return clients[socket]->nb_transport_bw(payload, phase, t);
}

void l1_shadow::b_transport(int id, tlm::tlm_generic_payload& payload, sc_core::sc_time& t) {
  const uint64_t last = payload.get_address() + payload.get_data_length();
  const cycle_t c = now_cycle();
  if (t.value() >= cycle_ticks()) wait_for_time(t);
  t = sc_core::SC_ZERO_TIME;
  // One that the model refuses is none.
  const bool good = payload.get_data_length() > 0 && last <= uint64_t{parameters_.size_kib} * 1024 &&
                    payload.get_command() != tlm::TLM_IGNORE_COMMAND;
  if (good) mirror(id, payload, std::max(c, now_cycle()));
  to_model_->b_transport(payload, t);
  const auto mine = std::find_if(copies_.begin(), copies_.end(), [&](const auto& x) { return x->original == &payload; });
  if (mine == copies_.end()) return;
  (*mine)->original = nullptr;
  if (requests_.find((*mine)->payload)) return;
  spare_.push_back(std::move(*mine));
  copies_.erase(mine);
}

unsigned int l1_shadow::transport_dbg(int, tlm::tlm_generic_payload& payload) {
  if (sc_core::sc_is_running()) clock_.up_to(now_cycle());
  const unsigned int n = model_.debug(payload);
  if (n && payload.is_write()) requests_.write(static_cast<uint32_t>(payload.get_address()), payload.get_data_ptr(), n);
  return n;
}

// ---- Comparing

void l1_shadow::beats_of_model::l1_beat(uint64_t transfer, uint32_t beat, uint32_t word, unsigned port, uint64_t cycle) {
  owner.compare(side::model, transfer, beat, word, port, cycle, "");  // RTL's side knows whose it is
  if (further && further->wishes().beats) further->l1_beat(transfer, beat, word, port, cycle);
}

void l1_shadow::beats_of_model::l1_complete(const l1_completed& t) {
  if (further && further->wishes().beats) further->l1_complete(t);
}

void l1_shadow::compare(side of, uint64_t transfer, uint32_t beat, uint32_t word, unsigned port, cycle_t cycle,
                        const char* client) {
  const auto [other, first] = waiting_.try_emplace({transfer, beat}, grant{of, word, port, cycle, client});
  if (first) return;
  ++beats_compared_;
  const grant& o = other->second;
  const grant mine{of, word, port, cycle, client};
  const grant &rtl = of == side::rtl ? mine : o, &model = of == side::rtl ? o : mine;
  if (rtl.cycle != model.cycle || rtl.port != model.port || rtl.word != model.word)
    environment_.differs("l1", std::min(rtl.cycle, model.cycle),
                         "transfer " + std::to_string(transfer) + " of " + rtl.client + ", beat " + std::to_string(beat) +
                             ", address " + hex_text(uint64_t{word} * 16) + ": RTL grants it in cycle " +
                             std::to_string(rtl.cycle) + " at port " + std::to_string(rtl.port) + ", the model in cycle " +
                             std::to_string(model.cycle) + " at port " + std::to_string(model.port));
  waiting_.erase(other);
}

std::string l1_shadow::compared() const {
  const l1_requests::looked_at& n = requests_.compared();
  return std::to_string(beats_compared_) + " beats by cycle and port, " + std::to_string(n.written) +
         " words behind their writes, " + std::to_string(n.read) + " words read, all bytes at the end";
}

// All that lies in no transfer that is under way: of such a one the model has the bytes when it is complete.
void l1_shadow::compare_bytes(cycle_t end) {
  std::vector<bool> under_way(bytes_.size() / l1_beat_bytes);
  for (const auto& t : requests_.open())
    for (uint32_t b = 0; t->write && b < t->beats; ++b) under_way[t->word_of(b)] = true;
  for (const auto& c : copies_) {
    if (!c->original || !c->payload.is_write()) continue;
    l1_pending t;
    l1_begin(t, c->payload, *c->payload.get_extension<l1_access>(), 0, parameters_);
    for (uint32_t b = 0; b < t.beats; ++b) under_way[t.word_of(b)] = true;
  }
  std::vector<uint8_t> rtl(bytes_.size());
  block_->read(0, rtl.data(), static_cast<uint32_t>(rtl.size()));
  for (size_t word = 0; word < under_way.size(); ++word) {
    const size_t at = word * l1_beat_bytes;
    if (under_way[word] || std::memcmp(&rtl[at], &bytes_[at], l1_beat_bytes) == 0) continue;
    environment_.differs("l1", end,
                         "at the end, address " + hex_text(at) + ": RTL holds " + hex_word(&rtl[at]) + ", the model " +
                             hex_word(&bytes_[at]) + " (byte 15 first)");
  }
}

// What only one side has granted by now, and the bytes.
void l1_shadow::finish() {
  if (std::exchange(finished_, true)) return;
  const cycle_t end = now_cycle();
  // What only the model has granted is still asked for at RTL.
  const auto client_of = [this](uint64_t transfer, const grant& g) {
    if (g.of == side::rtl) return g.client;
    for (const auto& t : requests_.open())
      if (t->number == transfer) return tensix::name(t->client);
    return "nobody";
  };
  while (requests_.next() < end && at_work()) one_edge(requests_.next());
  for (const auto& [key, g] : waiting_)
    if (g.cycle < end)
      environment_.differs("l1", g.cycle,
                           "transfer " + std::to_string(key.first) + " of " + client_of(key.first, g) + ", beat " +
                               std::to_string(key.second) + ", address " + hex_text(uint64_t{g.word} * 16) + ": only " +
                               (g.of == side::rtl ? "RTL" : "the model") + " grants it, at port " + std::to_string(g.port));
  waiting_.clear();
  compare_bytes(end);
}

}  // namespace tensix
