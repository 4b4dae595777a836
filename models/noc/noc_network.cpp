// SPDX-License-Identifier: Apache-2.0
#include "models/noc/noc_network.h"

#include <algorithm>
#include <deque>
#include <map>
#include <unordered_map>
#include <utility>

#include "models/noc/noc_messages_function.h"
#include "models/observe/report_ids.h"

namespace tensix {

// One interface: what comes from it, and the way to it.
class noc_network::station : private noc_forward_if, private noc_backward_if {
 public:
  noc_target_socket from;
  noc_initiator_socket to;
  const uint32_t number;
  noc_coordinate place;
  uint64_t sent = 0;   // packets
  bool here = true;    // this process acts for it
  uint64_t noted = 0;  // if interfaces are divided among processes: packets whose first flits have been sent
  // Of its packets, how many have come to the router by `now`: the same whoever knows of those that are on the way there.
  uint64_t sent_by(cycle_t now) {
    while (!coming_.empty() && coming_.front() <= now) coming_.pop_front();
    return sent - coming_.size();
  }
  void send(cycle_t at_router) {
    sent_by(now_cycle());
    ++sent;
    coming_.push_back(at_router);
  }
  station(noc_network& network, uint32_t n)
      : from(("station" + std::to_string(n) + "_from").c_str()),
        to(("station" + std::to_string(n) + "_to").c_str()),
        number(n),
        network_(network) {
    from.bind(static_cast<noc_forward_if&>(*this));
    to.bind(static_cast<noc_backward_if&>(*this));
  }

 private:
  noc_network& network_;
  std::deque<cycle_t> coming_;  // packets on their way to the router
  tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& t) override {
    return network_.take(*this, payload, phase, t);
  }
  void b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time&) override {
    payload.set_response_status(tlm::TLM_COMMAND_ERROR_RESPONSE);
  }
  bool get_direct_mem_ptr(tlm::tlm_generic_payload&, tlm::tlm_dmi&) override { return false; }
  unsigned int transport_dbg(tlm::tlm_generic_payload&) override { return 0; }
  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload&, tlm::tlm_phase&, sc_core::sc_time&) override {
    return tlm::TLM_ACCEPTED;
  }
  void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}
};

struct noc_network::division : private tlm::tlm_mm_interface {
  std::string sent;
  uint64_t noted = 0;
  std::unordered_map<tlm::tlm_generic_payload*, uint64_t> numbers;  // of own packets whose last flits have not been sent
  // By station and number: own packets, and those of others, from their first flits to the last ones. Each holds a reference.
  std::map<std::pair<uint32_t, uint64_t>, tlm::tlm_generic_payload*> open;

  // For a packet of another process, with a reference.
  tlm::tlm_generic_payload& received(noc_packet&& packet) {
    auto* const p = new tlm::tlm_generic_payload(this);
    p->set_extension(new noc_transfer);
    packet_of(*p) = std::move(packet);
    p->acquire();
    return *p;
  }

 private:
  void free(tlm::tlm_generic_payload* p) override { delete p; }
};

// One NoC: flights and their payloads.
class noc_network::one : private noc_flights::owner_if {
 public:
  noc_flights traffic;
  one(noc_network& network, unsigned noc)
      : traffic(noc, network.parameters_, *this),
        network_(network),
        noc_(noc),
        run_(slot::noc_network, method<&one::process>(this)) {}

  void begin(station& from, tlm::tlm_generic_payload& payload, const std::vector<noc_coordinate>& receivers, cycle_t cycle) {
    const uint64_t number = from.sent << 16 | from.number;
    from.send(cycle);
    const auto id = traffic.begin(packet_of(payload), receivers, number, cycle);
    if (id >= flights_.size()) flights_.resize(id + 1);
    payload.acquire();
    flight& f = flights_[id];
    f.payload = &payload;
    f.from = &from;
    f.reserved = 0;
    f.waits.clear();
    f.firsts.clear();
    f.behind.clear();
    open_[&payload] = id;
    run_.arm(traffic.next());
  }
  // `said`: by whoever sends, if that was before now.
  void end(tlm::tlm_generic_payload& payload, cycle_t cycle, const noc_instant& said = {}) {
    said_ = said;
    traffic.end(open_.at(&payload), cycle);
    said_ = {};
    run_.arm(traffic.next());
  }
  // Of divided interfaces: last flits are announced in the order in which one process would have. Returns the first cycle of all.
  cycle_t announce() {
    std::stable_sort(later_.begin(), later_.end(), [](const later& a, const later& b) { return a.at < b.at; });
    cycle_t first = never;
    for (const later& l : later_) {
      first = std::min(first, l.cycle);
      deliver(*l.payload, l.to, LAST_FLIT, l.cycle);
      l.payload->release();
    }
    later_.clear();
    return std::min(first, traffic.next());
  }

 private:
  noc_network& network_;
  const unsigned noc_;
  struct flight {
    tlm::tlm_generic_payload* payload = nullptr;
    station* from = nullptr;
    event_id reserved = 0;                                       // its path, if causes are recorded
    std::vector<std::pair<uint16_t, event_id>> waits;            // by step
    std::vector<std::pair<uint16_t, cause>> behind;              // by step: what it waits for there
    std::vector<std::pair<noc_coordinate, noc_instant>> firsts;  // of divided interfaces: announced
  };
  struct later {
    noc_instant at;                     // when one process would have announced it
    tlm::tlm_generic_payload* payload;  // acquired
    noc_coordinate to;
    cycle_t cycle;
  };
  std::vector<later> later_;
  noc_instant said_;
  uint64_t announced_ = 0;
  std::vector<flight> flights_;
  std::unordered_map<tlm::tlm_generic_payload*, noc_flights::flight_id> open_;  // only looked up
  activation run_;

  void process() {
    traffic.run(run_.begin());
    run_.arm(traffic.next());
  }
  // What a flit that comes to a step has waited for last, and the links behind that.
  noc_wait wait_before(noc_flights::flight_id id, uint16_t step) const {
    const flight& f = flights_[id];
    for (uint16_t s = traffic.step_of(id, step).parent; !f.waits.empty() && s != noc_step_of_way::no_parent;
         s = traffic.step_of(id, s).parent)
      for (const auto& [at, event] : f.waits)
        if (at == s) return {event, traffic.depth_of(id, step) - traffic.depth_of(id, s)};
    return {f.reserved, traffic.depth_of(id, step)};
  }
  noc_wait wait_on_way_to(noc_flights::flight_id id, noc_coordinate to) const {
    const uint16_t last = traffic.step_to(id, to);
    for (const auto& [at, event] : flights_[id].waits)
      if (at == last) return {event, 0};
    return wait_before(id, last);
  }
  void waited(noc_flights::flight_id id, uint16_t step, cycle_t cycle) override {
    cause_recorder* const r = network_.causes_.recorder();
    if (!r) return;
    const noc_packet& p = packet_of(*flights_[id].payload);
    const cause came = network_.causes_.way(p.first_left, wait_before(id, step), traffic.depth_of(id, step));
    const event_id e = r->begin(cycle, path_kind::noc_wait, -1, noc_wait_word(noc_, traffic.step_of(id, step).link));
    r->after(came);
    for (const auto& [at, c] : flights_[id].behind)
      if (at == step && r->cycle_of(c) <= cycle) r->after(c);
    flights_[id].waits.emplace_back(step, e);
  }
  // When the last flit of `passed` was past its step follows from when it left its sender, and from where its first one had waited:
  // before that step, or behind it, as far as the flits did not fit into the buffers in between.
  void let_past(noc_flights::flight_id passed, uint16_t its_step, noc_flights::flight_id waiting, uint16_t step) override {
    if (!network_.causes_.recorder()) return;
    const flight& f = flights_[passed];
    const noc_packet& p = packet_of(*f.payload);
    const unsigned depth = traffic.depth_of(passed, its_step);
    const uint64_t last = p.flits() - 1, hop = network_.parameters_.hop_cycles;
    auto& behind = flights_[waiting].behind;
    behind.emplace_back(step, network_.causes_.way(p.last_left, {}, depth));
    for (const auto& [at, event] : f.waits) {
      const unsigned there = traffic.depth_of(passed, at);
      const uint64_t hops = there > depth ? there - depth : depth - there;
      const uint64_t held_back = there > depth ? std::min(last, hops * network_.parameters_.buffer_flits) : 0;
      if (there <= depth ? traffic.leads_to(passed, at, its_step) : held_back < last)
        behind.emplace_back(step, cause(event, path_kind::noc_link, last - held_back, path_kind::noc_way, hops * hop));
    }
  }
  void reserved(noc_flights::flight_id id, cycle_t cycle) override {
    cause_recorder* const r = network_.causes_.recorder();
    if (!r) return;
    const cause left = network_.causes_.way(packet_of(*flights_[id].payload).first_left, {}, 0);
    flights_[id].reserved = r->begin(cycle, path_kind::noc_reserve);
    r->after(left);
  }
  void deliver(tlm::tlm_generic_payload& payload, noc_coordinate to, tlm::tlm_phase phase, cycle_t cycle) {
    station& at = *network_.at_[noc_][to.x][to.y];
    if (!at.here) return;
    sc_core::sc_time in = sc_core::sc_time::from_value((cycle - now_cycle()) * cycle_ticks());
    at.to->nb_transport_fw(payload, phase, in);
  }
  void note_wait(noc_flights::flight_id f, noc_coordinate to) {
    if (network_.causes_.recorder()) flights_[f].payload->get_extension<noc_transfer>()->waited = wait_on_way_to(f, to);
  }
  void first_at(noc_flights::flight_id f, noc_coordinate to, cycle_t cycle) override {
    if (network_.divided_)
      flights_[f].firsts.emplace_back(to, noc_instant{now_cycle(), static_cast<unsigned>(slot::noc_network), announced_++, 0});
    note_wait(f, to);
    deliver(*flights_[f].payload, to, FIRST_FLIT, cycle);
  }
  void last_at(noc_flights::flight_id f, noc_coordinate to, cycle_t cycle) override {
    tlm::tlm_generic_payload& payload = *flights_[f].payload;
    ++network_.packets_;
    network_.flits_ += packet_of(payload).flits();
    if (network_.divided_) return announce_later(f, to, cycle);
    note_wait(f, to);
    deliver(payload, to, LAST_FLIT, cycle);
  }
  // What an interface does with a last flit depends on those that were announced before (noc_input). One process announces it with the
  // first flit if it knows then when the last one leaves; else when it gets to know.
  void announce_later(noc_flights::flight_id f, noc_coordinate to, cycle_t cycle) {
    tlm::tlm_generic_payload& payload = *flights_[f].payload;
    const auto& firsts = flights_[f].firsts;
    const auto first = std::find_if(firsts.begin(), firsts.end(), [&](const auto& known) { return known.first == to; });
    payload.acquire();
    later_.push_back({std::max(first->second, said_), &payload, to, cycle});
  }
  void may_end(noc_flights::flight_id f, cycle_t cycle) override {
    if (!flights_[f].from->here) return;
    const cycle_t now = now_cycle();
    tlm::tlm_phase phase = ROOM;
    sc_core::sc_time in = sc_core::sc_time::from_value((cycle > now ? cycle - now : 0) * cycle_ticks());
    flights_[f].from->from->nb_transport_bw(*flights_[f].payload, phase, in);
  }
  void over(noc_flights::flight_id f) override {
    open_.erase(flights_[f].payload);
    flights_[f].payload->release();
  }
  cycle_t pause_of(noc_flights::flight_id f, unsigned failures) override {
    const noc_network_parameters& p = network_.parameters_;
    const uint64_t most = uint64_t{p.reserve_pause_cycles} << std::min(failures - 1, p.reserve_pause_doublings);
    station& from = *flights_[f].from;
    return 1 + hash(hash(p.seed, from.sent_by(now_cycle()) << 16 | from.number), failures) % most;
  }
  // splitmix64
  static uint64_t hash(uint64_t seed, uint64_t value) {
    uint64_t z = seed * 0x9E3779B97F4A7C15 + value;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
    z = (z ^ z >> 27) * 0x94D049BB133111EB;
    return z ^ z >> 31;
  }
};

noc_network::noc_network(sc_core::sc_module_name name, const noc_network_parameters& p, const noc_grid& grid,
                         const noc_causes& causes)
    : sc_module(name), parameters_(p), grid_(grid), causes_(causes) {
  for (unsigned noc = 0; noc < 2; ++noc) noc_[noc] = std::make_unique<one>(*this, noc);
}
noc_network::~noc_network() = default;

void noc_network::attach(unsigned noc, const std::vector<noc_coordinate>& places, noc_initiator_socket& out,
                         noc_target_socket& in) {
  const station* const before = at_[noc][places.front().x][places.front().y];
  auto made = std::make_unique<station>(*this, before ? before->number : static_cast<uint32_t>(stations_.size()));
  out.bind(made->from);
  made->to.bind(in);
  made->place = places.front();
  if (before) made->sent = before->sent;
  for (const noc_coordinate c : places) at_[noc][c.x][c.y] = made.get();
  if (!before) return stations_.push_back(std::move(made));
  std::swap(stations_[before->number], made);
  replaced_.push_back(std::move(made));
}

void noc_network::divide(const std::function<bool(noc_coordinate place)>& here) {
  divided_ = std::make_unique<division>();
  for (auto& s : stations_) s->here = here(s->place);
}

std::string noc_network::sent() { return std::exchange(divided_->sent, {}); }

void noc_network::note(station& from, tlm::tlm_generic_payload& payload, bool last, cycle_t cycle) {
  noc_message m;
  m.said = {now_cycle(), cycle_time::within(), from.number, divided_->noted++};
  m.station = from.number;
  m.last = last;
  m.cycle = cycle;
  m.packet = packet_of(payload);
  if (last) {
    const auto known = divided_->numbers.find(&payload);
    m.number = known->second;
    divided_->numbers.erase(known);
  } else {
    m.number = divided_->numbers[&payload] = from.noted++;
    payload.acquire();
    divided_->open[{from.number, m.number}] = &payload;
  }
  append(divided_->sent, m);
}

cycle_t noc_network::apply(const std::vector<std::string_view>& sent) {
  std::vector<noc_message> messages;
  for (const std::string_view bytes : sent) read_messages(bytes, messages);
  std::sort(messages.begin(), messages.end(), [](const noc_message& a, const noc_message& b) { return a.said < b.said; });
  for (noc_message& m : messages) {
    station& from = *stations_[m.station];
    tlm::tlm_generic_payload*& payload = divided_->open[{m.station, m.number}];
    if (!m.last) {
      if (!from.here) payload = &divided_->received(std::move(m.packet));
      const noc_packet& p = packet_of(*payload);
      noc_[p.noc]->begin(from, *payload, p.multicast && !is_answer(p.kind) ? receivers_of(p) : std::vector<noc_coordinate>{},
                         m.cycle);
      continue;
    }
    if (!from.here) packet_of(*payload).data = std::move(m.packet.data);
    noc_[packet_of(*payload).noc]->end(*payload, m.cycle, m.said);
    payload->release();
    divided_->open.erase({m.station, m.number});
  }
  return std::min(noc_[0]->announce(), noc_[1]->announce());
}

// Of a multicast: all in its rectangle who listen, and are there.
std::vector<noc_coordinate> noc_network::receivers_of(const noc_packet& p) const {
  std::vector<noc_coordinate> all;
  for (uint8_t x = 0; x < noc_columns; ++x)
    for (uint8_t y = 0; y < noc_rows; ++y) {
      const noc_coordinate place{x, y}, as_numbered = noc_mirrored(p.noc, place);
      const bool opted_out = (grid_.columns_without_multicast(p.noc) >> as_numbered.x & 1) ||
                             (grid_.rows_without_multicast(p.noc) >> as_numbered.y & 1);
      if (!opted_out && at_[p.noc][x][y] && noc_grid::in_rectangle(p, place) && (p.include_source || place != p.from))
        all.push_back(place);
    }
  return all;
}

tlm::tlm_sync_enum noc_network::take(station& from, tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                     const sc_core::sc_time& t) {
  const noc_packet& p = packet_of(payload);
  const cycle_t cycle = now_cycle() + t.value() / cycle_ticks();
  const bool multicast = p.multicast && !is_answer(p.kind);
  const std::vector<noc_coordinate> receivers = multicast ? receivers_of(p) : std::vector<noc_coordinate>{};
  if (multicast ? receivers.empty() : !at_[p.noc][p.to.x][p.to.y]) {
    if (phase == LAST_FLIT || multicast) return tlm::TLM_ACCEPTED;
    if (nobody_there) nobody_there(p);
    else
      SC_REPORT_ERROR(report_id::noc, ("no interface is attached at (" + std::to_string(p.to.x) + "," + std::to_string(p.to.y) +
                                       ") of NoC " + std::to_string(p.noc))
                                          .c_str());
    return tlm::TLM_ACCEPTED;
  }
  const bool last = phase == LAST_FLIT;
  if (divided_) note(from, payload, last, cycle);
  else if (last) noc_[p.noc]->end(payload, cycle);
  else noc_[p.noc]->begin(from, payload, receivers, cycle);
  return !last && noc_[p.noc]->traffic.has_to_wait(p) ? tlm::TLM_UPDATED : tlm::TLM_ACCEPTED;
}

uint64_t noc_network::flit_hops() const {
  uint64_t all = 0;
  for (const auto& n : noc_)
    for (unsigned link = 0; link < noc_links_of_one; ++link)
      if (noc_link_port(link) != noc_port::interface) all += n->traffic.use_of(link).flits;
  return all;
}

void noc_network::watch_links(noc_flights::link_watch_if* watch) {
  for (const auto& n : noc_) n->traffic.watched_by(watch);
}

void noc_network::close_accounts(cycle_t end) {
  for (const auto& n : noc_) n->traffic.close_accounts(end);
}

const noc_flights::link_use& noc_network::use_of(unsigned noc, unsigned link) const { return noc_[noc]->traffic.use_of(link); }
bool noc_network::idle() const { return noc_[0]->traffic.idle() && noc_[1]->traffic.idle(); }

}  // namespace tensix
