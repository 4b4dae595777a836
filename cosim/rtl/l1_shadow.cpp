#include "cosim/rtl/l1_shadow.h"

#include <algorithm>
#include <string>

#include "models/time/strand.h"

namespace tensix {

l1_shadow::l1_shadow(const sc_core::sc_module_name& name, const tile_context& c, rtl_environment& environment,
                     std::unique_ptr<l1_block> block, l1_pin_order order)
    : l1_if(name),
      clients("clients"),
      to_model_("to_model"),
      environment_(environment),
      clock_(environment.clock()),
      parameters_(c.configuration.l1),
      model_("model", c.configuration.l1, c.state.l1),
      block_(std::move(block)),
      requests_(this->name(), parameters_, *block_, order) {
  clients.register_nb_transport_fw(this, &l1_shadow::nb_transport_fw);
  clients.register_b_transport(this, &l1_shadow::b_transport);
  clients.register_transport_dbg(this, &l1_shadow::transport_dbg);
  clients.register_get_direct_mem_ptr(this, &l1_shadow::get_direct_mem_ptr);
  to_model_.register_nb_transport_bw(this, &l1_shadow::nb_transport_bw);
  to_model_.bind(model_.clients);
  model_.written = [this](uint32_t address, uint32_t bytes) {
    if (written) written(address, bytes);
  };
  model_.used = [this](cycle_t cycle) {
    if (used) used(cycle);
  };
  model_.report_events_to(&beats_);
  requests_.on.granted = [this](const l1_rtl_transfer& t, uint32_t beat, unsigned port, cycle_t cycle) {
    compare(side::rtl, t.number, beat, t.word_of(beat), port, cycle);
  };
  clock_.attach(*this, "l1");
}

void l1_shadow::reset(bool asserted) {
  in_reset_ = asserted;
  if (asserted) requests_.reset();
  block_->reset(asserted);
}

bool l1_shadow::edge(cycle_t cycle) {
  if (in_reset_) {
    block_->edge();
    return false;
  }
  if (clock_.mode() == rtl_clock_mode::lazy && !at_work()) {
    requests_.skip(cycle);
    return false;
  }
  return one_edge(cycle);
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
  c->original = &payload;
  c->socket = socket;
  requests_.add(c->payload, start);
  copies_.push_back(std::move(c));
  clock_.wake();
}

tlm::tlm_sync_enum l1_shadow::nb_transport_fw(int id, tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                              sc_core::sc_time& t) {
  const cycle_t start = now_cycle() + t.value() / cycle_ps();
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
  if (t.value() >= cycle_ps()) wait_for_time(t);
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

// ---- Comparing

void l1_shadow::beats_of_model::l1_beat(uint64_t transfer, uint32_t beat, uint32_t word, unsigned port, uint64_t cycle) {
  owner.compare(side::model, transfer, beat, word, port, cycle);
  if (further) further->l1_beat(transfer, beat, word, port, cycle);
}

void l1_shadow::beats_of_model::l1_complete(const l1_completed& t) {
  if (further) further->l1_complete(t);
}

void l1_shadow::compare(side of, uint64_t transfer, uint32_t beat, uint32_t word, unsigned port, cycle_t cycle) {
  const auto [other, first] = waiting_.try_emplace({transfer, beat}, grant{of, word, port, cycle});
  if (first) return;
  const grant& o = other->second;
  const grant mine{of, word, port, cycle};
  const grant &rtl = of == side::rtl ? mine : o, &model = of == side::rtl ? o : mine;
  if (rtl.cycle != model.cycle || rtl.port != model.port || rtl.word != model.word)
    environment_.differs("l1", std::min(rtl.cycle, model.cycle),
                         "transfer " + std::to_string(transfer) + ", beat " + std::to_string(beat) + ", address " +
                             std::to_string(word * 16) + ": RTL grants it in cycle " + std::to_string(rtl.cycle) + " at port " +
                             std::to_string(rtl.port) + ", the model in cycle " + std::to_string(model.cycle) + " at port " +
                             std::to_string(model.port));
  waiting_.erase(other);
}

// What only one side has granted by now.
void l1_shadow::finish() {
  const cycle_t end = now_cycle();
  while (requests_.next() < end && at_work()) one_edge(requests_.next());
  for (const auto& [key, g] : waiting_)
    if (g.cycle < end)
      environment_.differs("l1", g.cycle,
                           "transfer " + std::to_string(key.first) + ", beat " + std::to_string(key.second) + ", address " +
                               std::to_string(g.word * 16) + ": only " + (g.of == side::rtl ? "RTL" : "the model") +
                               " grants it, at port " + std::to_string(g.port));
  waiting_.clear();
}

}  // namespace tensix
