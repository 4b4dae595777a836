// SPDX-License-Identifier: Apache-2.0
// Packets on the links of a NoC, against closed formulas, and against a simulation of every flit.
#include "models/noc/noc_flights_function.h"

#include <algorithm>
#include <map>
#include <random>

#include "catch.h"

namespace {
using namespace tensix;

struct sent {
  noc_packet packet;
  cycle_t head = 0;  // at the first router
};

struct seen {
  cycle_t first = never, last = never;
};

// Plays packets whose flits follow one another as fast as there is room for them.
class player : private noc_flights::owner_if {
 public:
  player(unsigned noc, const noc_network_parameters& p, const std::vector<sent>& packets)
      : traffic(noc, p, *this), all_(packets) {
    result.resize(all_.size());
  }
  noc_flights traffic;
  std::vector<std::map<std::pair<unsigned, unsigned>, seen>> result;  // by packet, by place
  using list = std::vector<std::vector<noc_coordinate>>;
  list receivers;
  std::map<size_t, cycle_t> room_of;  // by packet: what may_end has said, 0 if nothing
  unsigned over_count = 0;

  void run() {
    std::vector<size_t> order(all_.size());
    for (size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return all_[a].head < all_[b].head; });
    size_t next = 0;
    for (cycle_t c = 0;;) {
      for (; next < order.size() && all_[order[next]].head <= c; ++next) {
        const size_t i = order[next];
        const auto f =
            traffic.begin(all_[i].packet, receivers.empty() ? std::vector<noc_coordinate>{} : receivers[i], i, all_[i].head);
        of_[f] = i;
        if (!traffic.has_to_wait(all_[i].packet)) ends_.push_back({all_[i].head + all_[i].packet.flits() - 1, f});
      }
      traffic.run(c);
      for (size_t e = 0; e < ends_.size();)
        if (ends_[e].first <= c) {
          const auto f = ends_[e].second;
          ends_.erase(ends_.begin() + static_cast<long>(e));
          traffic.end(f, c);
        } else {
          ++e;
        }
      cycle_t then = traffic.next();
      for (const auto& e : ends_) then = std::min(then, e.first);
      if (next < order.size()) then = std::min(then, all_[order[next]].head);
      if (then == never) break;
      c = std::max(c, then);
    }
  }

 private:
  const std::vector<sent>& all_;
  std::map<noc_flights::flight_id, size_t> of_;
  std::vector<std::pair<cycle_t, noc_flights::flight_id>> ends_;
  void first_at(noc_flights::flight_id f, noc_coordinate to, cycle_t c) override { result[of_[f]][{to.x, to.y}].first = c; }
  void last_at(noc_flights::flight_id f, noc_coordinate to, cycle_t c) override { result[of_[f]][{to.x, to.y}].last = c; }
  void may_end(noc_flights::flight_id f, cycle_t c) override {
    const sent& s = all_[of_[f]];
    room_of[of_[f]] = c;
    ends_.push_back({std::max(c, s.head + s.packet.flits() - 1), f});
  }
  void over(noc_flights::flight_id) override { ++over_count; }
  cycle_t pause_of(noc_flights::flight_id, unsigned failures) override { return 10 * failures; }
};

noc_packet packet(noc_coordinate from, noc_coordinate to, unsigned flits, unsigned channel = 1) {
  noc_packet p;
  p.kind = flits == 1 ? noc_packet_kind::read : noc_packet_kind::write;
  p.from = from, p.to = to;
  p.bytes = flits == 1 ? 4 : 64 * (flits - 1);
  p.static_channel = true;
  p.virtual_channel = static_cast<uint8_t>(channel);
  return p;
}

// Every flit of every packet, by the rules only: a flit a cycle and link, a buffer of so many flits a channel, credits as late as
// a hop, a channel belongs to a packet from its first flit to its last, and a packet's first flit comes out of a buffer when the
// last one of the packet before it has.
struct passage {
  unsigned link;
  cycle_t came, head;  // of the first flit: there; gone
  unsigned flits;
};
std::vector<seen> flit_by_flit(unsigned noc, const noc_network_parameters& p, const std::vector<sent>& packets,
                               std::vector<passage>& passages) {
  struct state {
    std::vector<noc_step_of_way> way;
    unsigned flits;
    std::vector<unsigned> gone;              // by link of the way: flits that have left its beginning
    std::vector<std::vector<cycle_t>> left;  // by link: when each did
    unsigned entered = 0;                    // flits at the first router
    std::vector<cycle_t> entered_at;
    std::vector<cycle_t> came;   // by link: its first flit is there
    std::vector<cycle_t> asked;  // the same, and nothing is before it in its buffer
  };
  std::vector<state> all;
  for (const sent& s : packets) {
    state x;
    noc_way(noc, s.packet.from, s.packet.to, x.way);
    x.flits = s.packet.flits();
    x.gone.assign(x.way.size(), 0);
    x.left.resize(x.way.size());
    x.came.assign(x.way.size(), never);
    x.asked.assign(x.way.size(), never);
    all.push_back(x);
  }
  std::map<std::pair<unsigned, unsigned>, long> holder;  // of (link, channel): packet
  std::map<std::pair<unsigned, unsigned>, std::vector<std::pair<size_t, size_t>>>
      queue;  // of (link, channel): (packet, its next link)
  std::map<std::pair<unsigned, unsigned>, std::vector<std::pair<size_t, size_t>>> sender;  // the same, of a tile
  std::vector<cycle_t> link_used(noc_links_of_one, never);
  std::vector<seen> result(packets.size());
  size_t done = 0;
  const auto channel = [&](size_t i, size_t k) {
    return packets[i].packet.virtual_channel + (all[i].way[k].dateline ? 8u : 0u);
  };
  const auto gone_before = [&](const std::vector<std::pair<size_t, size_t>>& in_order, size_t i) {
    for (const auto& [packet, k] : in_order) {
      if (packet == i) return true;
      if (all[packet].gone[k] != all[packet].flits) return false;
    }
    return true;
  };
  const auto tile = [&](size_t i) { return std::pair<unsigned, unsigned>{packets[i].packet.from.x, packets[i].packet.from.y}; };
  for (size_t i = 0; i < packets.size(); ++i) sender[tile(i)].push_back({i, 0});
  for (cycle_t c = 0; done < packets.size() && c < 1000000; ++c) {
    // What is at a router's input: by the cycle, link and packet in which it got there.
    for (size_t i = 0; i < all.size(); ++i) {
      state& x = all[i];
      if (c >= packets[i].head && x.entered < x.flits) {
        const unsigned free_of = [&] {  // flits that the first router knows to have gone on
          unsigned n = 0;
          for (const cycle_t t : x.left[0]) n += t + p.hop_cycles <= c;
          return n;
        }();
        if (x.entered < free_of + p.buffer_flits) ++x.entered, x.entered_at.push_back(c);
      }
      for (size_t k = 0; k < x.way.size(); ++k) {
        if (x.asked[k] != never) continue;
        const bool here = k == 0 ? x.entered > 0 : x.gone[k - 1] > 0 && x.left[k - 1][0] + p.hop_cycles <= c;
        if (here) x.came[k] = std::min(x.came[k], c);
        if (here && gone_before(k == 0 ? sender[tile(i)] : queue[{x.way[k - 1].link, channel(i, k - 1)}], i)) x.asked[k] = c;
      }
    }
    // Channels that are free go to who has asked first.
    std::map<std::pair<unsigned, unsigned>, std::pair<cycle_t, size_t>> best;
    std::map<std::pair<unsigned, unsigned>, size_t> step;
    for (size_t i = 0; i < all.size(); ++i)
      for (size_t k = 0; k < all[i].way.size(); ++k) {
        if (all[i].asked[k] == never || all[i].gone[k] == all[i].flits) continue;
        const std::pair<unsigned, unsigned> at{all[i].way[k].link, channel(i, k)};
        const auto h = holder.find(at);
        if (h != holder.end() && h->second >= 0) continue;
        const std::pair<cycle_t, size_t> mine{all[i].asked[k], i};
        if (!best.count(at) || mine < best[at]) best[at] = mine, step[at] = k;
      }
    for (const auto& [at, who] : best) {
      holder[at] = static_cast<long>(who.second);
      if (step[at] + 1 < all[who.second].way.size()) queue[at].push_back({who.second, step[at] + 1});
    }
    // Flits go.
    for (size_t i = 0; i < all.size(); ++i) {
      state& x = all[i];
      for (size_t k = 0; k < x.way.size(); ++k) {
        const std::pair<unsigned, unsigned> at{x.way[k].link, channel(i, k)};
        const auto h = holder.find(at);
        if (h == holder.end() || h->second != static_cast<long>(i) || x.gone[k] == x.flits) continue;
        const unsigned n = x.gone[k];
        const bool here =
            k == 0 ? n < x.entered && x.entered_at[n] <= c : n < x.gone[k - 1] && x.left[k - 1][n] + p.hop_cycles <= c;
        if (!here || link_used[x.way[k].link] == c) continue;
        if (k + 1 < x.way.size()) {
          unsigned known = 0;
          for (const cycle_t t : x.left[k + 1]) known += t + p.hop_cycles <= c;
          if (n >= known + p.buffer_flits) continue;
        }
        link_used[x.way[k].link] = c;
        ++x.gone[k];
        x.left[k].push_back(c);
        if (k + 1 == x.way.size()) {
          if (n == 0) result[i].first = c + p.from_router_cycles;
          if (n + 1 == x.flits) result[i].last = c + p.from_router_cycles, ++done;
        }
        if (n + 1 == x.flits) holder[at] = -2 - static_cast<long>(c);  // given to the next one from the next cycle on
      }
    }
    for (auto& [at, who] : holder)
      if (who < -1) who = -1;
  }
  for (const state& x : all)
    for (size_t k = 0; k < x.way.size(); ++k) passages.push_back({x.way[k].link, x.came[k], x.left[k][0], x.flits});
  return result;
}

// What links did, as they told it: every cycle of each once, in order.
struct link_log : noc_flights::link_watch_if {
  struct state {
    cycle_t to = 0;
    uint64_t busy = 0, blocked = 0;
  };
  std::map<unsigned, state> of;
  bool in_order = true;
  void spent(unsigned, unsigned link, cycle_t from, cycle_t then, cycle_t to, bool blocked) override {
    state& s = of[link];
    in_order = in_order && from == s.to && from <= then && then <= to && from < to;
    s.to = to;
    s.busy += then - from;
    s.blocked += blocked ? to - then : 0;
  }
};

}  // namespace

TEST_CASE("a packet that is alone takes its hops and its flits") {
  for (unsigned noc = 0; noc < 2; ++noc)
    for (const unsigned flits : {1u, 2u, 33u, 34u, 257u})
      for (const noc_coordinate to :
           {noc_coordinate{1, 2}, noc_coordinate{4, 2}, noc_coordinate{1, 11}, noc_coordinate{16, 0}}) {
        std::vector<sent> one{{packet({1, 2}, to, flits), 100}};
        one[0].packet.noc = static_cast<uint8_t>(noc);
        const noc_network_parameters p;
        player x(noc, p, one);
        x.run();
        const cycle_t first = 100 + noc_grid::hops(noc, {1, 2}, to) * p.hop_cycles + p.from_router_cycles;
        const seen s = x.result[0][{to.x, to.y}];
        CAPTURE(noc, flits, to.x, to.y);
        CHECK(s.first == first);
        CHECK(s.last == first + flits - 1);
        CHECK(x.traffic.idle());
        CHECK(x.over_count == 1);
      }
}

TEST_CASE("packets at random take as long as flit by flit") {
  uint64_t blocked_ones = 0;
  for (unsigned seed = 1; seed <= 40; ++seed) {
    std::mt19937 random(seed);
    const unsigned noc = seed % 2;
    noc_network_parameters p;
    p.buffer_flits = seed % 3 ? 32 : 20;
    std::vector<sent> packets;
    std::map<std::pair<unsigned, unsigned>, cycle_t> free;  // of each sender: its packets follow one another
    for (unsigned n = 0; n < 25; ++n) {
      const unsigned few = seed % 4 ? 3 : 8;
      const noc_coordinate from{static_cast<uint8_t>(1 + random() % few), static_cast<uint8_t>(2 + random() % few)};
      // Without the edge, and so one channel on each link: flits of several channels take turns, whole packets here.
      noc_coordinate to{static_cast<uint8_t>(from.x + (noc ? 0 : random() % 6)),
                        static_cast<uint8_t>(from.y + (noc ? 0 : random() % 3))};
      if (noc) to = {static_cast<uint8_t>(random() % (from.x + 1u)), static_cast<uint8_t>(random() % (from.y + 1u))};
      const unsigned flits = 2 + random() % (random() % 3 ? 20 : 200);
      sent s{packet(from, to, flits), 0};
      s.packet.noc = static_cast<uint8_t>(noc);
      cycle_t& at = free[{from.x, from.y}];
      s.head = at + random() % 60;
      at = s.head + 400;  // long enough for most; the sender's own link is its interface's
      packets.push_back(s);
    }
    player x(noc, p, packets);
    link_log log;
    x.traffic.watched_by(&log);
    x.run();
    std::vector<passage> passages;
    const std::vector<seen> expected = flit_by_flit(noc, p, packets, passages);
    for (size_t i = 0; i < packets.size(); ++i) {
      const seen s = x.result[i][{packets[i].packet.to.x, packets[i].packet.to.y}];
      CAPTURE(seed, i, packets[i].head, packets[i].packet.flits());
      CHECK(s.first == expected[i].first);
      CHECK(s.last == expected[i].last);
    }
    CHECK(x.over_count == packets.size());
    CHECK(x.traffic.idle());

    // The links' accounts, cycle by cycle: flits one behind the other from each packet's first one on; else somebody waits, or nobody.
    constexpr cycle_t end = 20000;
    x.traffic.close_accounts(end);
    for (unsigned link = 0; link < noc_links_of_one; ++link) {
      if (std::none_of(passages.begin(), passages.end(), [&](const passage& one) { return one.link == link; })) {
        CHECK(x.traffic.use_of(link).busy + x.traffic.use_of(link).blocked == 0);
        continue;
      }
      std::vector<bool> busy(end), waited_for(end);
      for (const passage& one : passages) {
        if (one.link != link) continue;
        std::fill_n(busy.begin() + static_cast<long>(one.head), one.flits, true);
        std::fill(waited_for.begin() + static_cast<long>(one.came), waited_for.begin() + static_cast<long>(one.head), true);
      }
      uint64_t blocked = 0;
      for (cycle_t c = 0; c < end; ++c) blocked += waited_for[c] && !busy[c];
      const noc_flights::link_use& use = x.traffic.use_of(link);
      CAPTURE(seed, link);
      CHECK(use.busy == static_cast<uint64_t>(std::count(busy.begin(), busy.end(), true)));
      CHECK(use.blocked == blocked);
      CHECK(log.of[link].to == end);
      CHECK(log.of[link].busy == use.busy);
      CHECK(log.of[link].blocked == use.blocked);
      blocked_ones += blocked != 0;
    }
    CHECK(log.in_order);
  }
  CHECK(blocked_ones > 5);
}

TEST_CASE("a sender keeps what does not fit into the buffers in front of it") {
  const noc_network_parameters p;
  for (const unsigned flits : {32u, 33u, 60u, 257u}) {
    // The second one comes to the link that both need while the first one has it.
    std::vector<sent> two{{packet({1, 2}, {9, 2}, 257), 0}, {packet({2, 2}, {9, 2}, flits), 15}};
    player x(0, p, two);
    x.run();
    const cycle_t free = 9 + 256 + 1;  // the first one's last flit has passed the link behind (2, 2)
    const seen second = x.result[1][{9, 2}];
    CAPTURE(flits);
    CHECK(second.first == free + 7 * p.hop_cycles + p.from_router_cycles);
    CHECK(second.last == second.first + flits - 1);
    CHECK(x.room_of[1] == (flits <= p.buffer_flits ? 0 : free + flits - 1 - p.buffer_flits + p.hop_cycles));
  }
}

TEST_CASE("a multicast asks along its tree, and then goes along it") {
  const noc_network_parameters p;
  // From beside the rectangle: right to its first column, down through it, right again.
  noc_packet m = packet({1, 3}, {3, 3}, 5, 4);
  m.to_end = {5, 6};
  m.multicast = m.path_reserve = true;
  std::vector<noc_coordinate> receivers;
  for (uint8_t x = 3; x <= 5; ++x)
    for (uint8_t y = 3; y <= 6; ++y) receivers.push_back({x, y});
  const auto hops = [](noc_coordinate c) { return c.x - 1u + (c.y - 3u); };
  const cycle_t deepest = hops({5, 6});
  for (const bool reserve : {true, false}) {
    m.path_reserve = reserve;
    std::vector<sent> one{{m, 50}};
    player x(0, p, one);
    x.receivers = {receivers};
    x.run();
    CHECK(x.result[0].size() == receivers.size());
    for (const noc_coordinate c : receivers) {
      const seen s = x.result[0][{c.x, c.y}];
      CAPTURE(reserve, int{c.x}, int{c.y});
      CHECK(s.first == 50 + (reserve ? deepest * (p.hop_cycles + p.reserve_answer_cycles) : 0) + hops(c) * p.hop_cycles +
                           p.from_router_cycles);
      CHECK(s.last == s.first + 4);
    }
    CHECK(x.traffic.idle());
    // Each link of the tree once.
    CHECK(x.traffic.use_of(noc_link_number({1, 3}, noc_port::x)).packets == 1);
    CHECK(x.traffic.use_of(noc_link_number({3, 3}, noc_port::y)).flits == 5);
    CHECK(x.traffic.use_of(noc_link_number({4, 3}, noc_port::y)).flits == 0);
  }
}

TEST_CASE("of two multicasts that want the same channels one tries again, and both arrive") {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    std::mt19937 random(seed);
    const noc_network_parameters p;
    std::vector<sent> all;
    player::list receivers;
    for (unsigned n = 0; n < 6; ++n) {
      const auto at = [&](unsigned from, unsigned range) { return static_cast<uint8_t>(from + random() % range); };
      const noc_coordinate first{at(3, 4), at(3, 4)},
          last{static_cast<uint8_t>(first.x + random() % 4), static_cast<uint8_t>(first.y + random() % 4)};
      noc_packet m = packet({at(1, 2), at(2, 8)}, first, 2 + random() % 300, 4);
      m.to_end = last;
      m.multicast = m.path_reserve = true;
      receivers.emplace_back();
      for (uint8_t x = first.x; x <= last.x; ++x)
        for (uint8_t y = first.y; y <= last.y; ++y) receivers.back().push_back({x, y});
      all.push_back({m, random() % 200});
    }
    player x(0, p, all);
    x.receivers = receivers;
    x.run();
    for (size_t i = 0; i < all.size(); ++i)
      for (const noc_coordinate c : receivers[i]) {
        const seen s = x.result[i][{c.x, c.y}];
        CAPTURE(seed, i, int{c.x}, int{c.y});
        CHECK(s.first != never);
        CHECK(s.last >= s.first + all[i].packet.flits() - 1);
        CHECK(s.last != never);
      }
    CHECK(x.traffic.idle());
    CHECK(x.over_count == all.size());
  }
}

TEST_CASE("linked packets follow one another on channels that are theirs until the last one has passed") {
  const noc_network_parameters p;
  for (const bool multicast : {true, false})
    for (const unsigned flits : {2u, 40u, 257u})
      for (const cycle_t apart : {cycle_t{0}, cycle_t{7}, cycle_t{2000}}) {
        // Three of one sender, and one of another that wants their channels while they are under way.
        std::vector<sent> all;
        const cycle_t reserved = multicast ? 4 * (p.hop_cycles + p.reserve_answer_cycles) : 0;
        for (unsigned n = 0; n < 3; ++n) {
          noc_packet m = packet({1, 2}, {4, 2}, flits, multicast ? 4 : 1);
          m.to_end = {5, 2};
          m.multicast = m.path_reserve = multicast;
          m.linked = n < 2;
          all.push_back({m, n == 0 ? 100 : 100 + reserved + n * (flits + apart)});
        }
        all.push_back({packet({2, 2}, {5, 2}, 3, multicast ? 4 : 1), 110});
        if (multicast) {
          all.back().packet.multicast = true;  // without a reservation: it waits
          all.back().packet.to_end = {5, 2};
        }
        player x(0, p, all);
        if (multicast) x.receivers = {{{4, 2}, {5, 2}}, {{4, 2}, {5, 2}}, {{4, 2}, {5, 2}}, {{5, 2}}};
        x.run();
        const noc_coordinate last{static_cast<uint8_t>(multicast ? 5 : 4), 2};
        const cycle_t way = (last.x - 1) * p.hop_cycles + p.from_router_cycles;
        CAPTURE(multicast, flits, apart);
        for (unsigned n = 0; n < 3; ++n) {
          const seen s = x.result[n][{last.x, last.y}];
          CHECK(s.first == 100 + reserved + n * (flits + apart) + way);
          CHECK(s.last == s.first + flits - 1);
        }
        // The other one has asked behind the first of them, for the link that they leave last.
        const cycle_t left = 100 + reserved + 2 * (flits + apart) + p.hop_cycles + flits;
        CHECK(x.result[3][{5, 2}].first == left + 3 * p.hop_cycles + p.from_router_cycles);
        CHECK(x.traffic.idle());
        CHECK(x.over_count == all.size());
      }
}
