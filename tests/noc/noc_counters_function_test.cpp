// SPDX-License-Identifier: Apache-2.0
// Counters against the reference, over random commands on four initiators of two interfaces and a random legal order of steps.
#include "models/noc_interface/noc_counters_function.h"

#include <array>
#include <deque>
#include <random>
#include <vector>

#include "catch.h"
#include "tests/alike.h"
#include "tests/noc/counters_reference.h"
#include "tests/noc/niu.h"
#include "tests/seed.h"

using namespace tensix;
using namespace noc_tests;

namespace noc_counters_test {
namespace {

unsigned lines_of_64(uint64_t address, uint32_t bytes) {
  return static_cast<unsigned>((address + bytes - 1) / 64 - address / 64 + 1);
}

noc_step step_of(event::moment m) {
  switch (m) {
    case event::channel: return noc_step::channel_given;
    case event::departure: return noc_step::leaves;
    case event::source_free: return noc_step::source_read;
    case event::first_flit: return noc_step::arrived;
    case event::last_flit: return noc_step::received;
    case event::completed: return noc_step::served;
    default: return noc_step::answered;
  }
}

std::shared_ptr<const noc_grid> chip() {
  static const auto grid = std::make_shared<const noc_grid>();
  return grid;
}

// A packet on its way: what is left of it, step by step.
struct way {
  noc_packet packet;
  event about;
  unsigned sender = 0, target = 0, answered = 0;
  std::array<event::moment, 4> steps{};
  unsigned count = 0, next = 0;
  way& with(event::moment m) {
    steps[count++] = m;
    return *this;
  }
};
// What is to be told of a packet where it has a channel.
struct waiting {
  noc_command command;
  size_t next = 0;
  event about;
  std::vector<unsigned> targets;  // two: of a multicast that both receive
  unsigned answered = 0;
};

class stream {
 public:
  // Objects are long-lived, so that counts go on; what is compared is all that has happened to them.
  explicit stream(uint32_t seed) : random_(seed), end_{niu(0, {1, 2}, chip(), true), niu(0, {3, 4}, chip(), true)} {}

  void run(unsigned commands) {
    unsigned left = commands;
    while (left || !queue_[0].empty() || !queue_[1].empty() || !ways_.empty()) {
      const unsigned choice = draw(8);
      if (choice < 2 && left) left -= command(draw(2)) ? 1 : 0;
      else if (choice < 4) give_channel(draw(2));
      else if (choice == 7 && draw(12) == 0) clear(draw(2));
      else if (!ways_.empty()) advance(draw(static_cast<unsigned>(ways_.size())));
      if (draw(64) == 0 && !agree(false)) return;
    }
    agree(true);
  }

 private:
  std::mt19937 random_;
  niu end_[2];
  history history_[2];
  std::deque<waiting> queue_[2];
  std::vector<way> ways_;

  unsigned draw(unsigned n) { return random_() % n; }
  bool splitting(unsigned s) const {
    for (const auto& w : queue_[s])
      if (w.command.packets.size() > 1) return true;
    return false;
  }

  bool command(unsigned s) {
    const unsigned i = draw(4);
    niu& n = end_[s];
    if (n.load(i, reg::command) || splitting(s)) return false;
    static constexpr uint32_t places[2] = {xy(1, 2), xy(3, 4)};
    const unsigned target = draw(2), back = draw(4) ? s : 1 - s, id = draw(4) ? 0 : draw(16);
    const uint32_t from = 16 * draw(4000), to = 16 * draw(4000) + 0x20000;
    const request kind = static_cast<request>(draw(4));
    event about;
    about.what = event::command;
    about.kind = kind;
    about.marked = kind == request::read || draw(3);
    about.id = id;
    const bool both = kind != request::read && draw(4) == 0, masked = kind == request::write && draw(6) == 0;
    uint32_t bytes = draw(3) ? 1 + draw(300) : 1 + draw(16384), lengths_from = from, lengths_to = to;
    if ((kind == request::read || kind == request::write) && !masked && draw(8) == 0) {  // split
      bytes = 16385 + draw(80000);
      lengths_from &= ~63u;
      lengths_to &= ~63u;
      about.pieces = (bytes + 16383) / 16384;
    }
    const uint32_t ctrl = (about.marked && kind != request::read ? bit::marked : 0) |
                          (both      ? bit::multicast | bit::fixed | bit::channel(4) | bit::source_too
                           : draw(2) ? bit::fixed | bit::channel(draw(4))
                                     : 0);
    const uint32_t there = both ? rectangle(1, 2, 3, 4) : places[target];
    switch (kind) {
      case request::read: n.read(i, there, lengths_from, lengths_to, bytes, ctrl); break;
      case request::write: n.write(i, lengths_from, there, lengths_to, bytes, ctrl | (masked ? bit::byte_enables : 0)); break;
      case request::write_inline: n.write_inline(i, there, 0xFFB40028, random_(), ctrl); break;
      case request::atomic: n.increment(i, there, to, 1, ctrl); break;
    }
    if (masked) {
      n.store(i, reg::len, random_() | 1);
      n.store(i, reg::len_1, random_());
    } else {
      n.store(i, reg::len_1, 0);
    }
    // Who gets the answer; inline writes are answered to who sends them.
    const bool elsewhere = kind != request::write_inline;
    if (kind == request::write) n.store(i, reg::targ_hi, places[back]);
    if (kind == request::read || kind == request::atomic) n.store(i, reg::ret_hi, places[back]);
    n.store(i, reg::tag, id << 10);
    if (!n.issue(i)) {
      FAIL("not issued: " << n.diagnose.reports().back().text);
    }
    history_[s].push_back(about);
    waiting w;
    w.command = n.registers.take();
    if (w.command.packets.size() != about.pieces) FAIL("pieces " << w.command.packets.size());
    w.about = about;
    w.answered = elsewhere ? back : s;
    w.targets = both ? std::vector<unsigned>{0, 1} : std::vector<unsigned>{target};
    queue_[s].push_back(std::move(w));
    return true;
  }

  // The first command of the queue gets a channel for its next packet.
  void give_channel(unsigned s) {
    if (queue_[s].empty()) return;
    waiting& w = queue_[s].front();
    const noc_packet& p = w.command.packets[w.next];
    event e = w.about;
    const uint64_t data_at = e.kind == request::read ? p.answer_address : p.address;
    e.data_flits = e.kind == request::read || (e.kind == request::write && !p.byte_enables) ? lines_of_64(data_at, p.bytes) : 1;
    e.what = event::channel;
    history_[s].push_back(e);
    end_[s].registers.happened(noc_step::channel_given, p);
    // The sender's own steps once; then each target's.
    way out{p, e, s};
    out.with(event::departure);
    if (e.kind == request::write) out.with(event::source_free);
    ways_.push_back(out);
    for (unsigned target : w.targets) {
      way in{p, e, s, target, w.answered};
      in.with(event::first_flit);
      if (e.kind == request::write) in.with(event::last_flit);
      in.with(event::completed);
      if (e.marked) in.with(event::response);
      ways_.push_back(in);
    }
    if (++w.next < w.command.packets.size()) {
      end_[s].registers.packet_begins(w.command, w.next);
      return;
    }
    end_[s].registers.accepted(w.command.initiator);
    queue_[s].pop_front();
  }

  void advance(unsigned k) {
    way& w = ways_[k];
    event e = w.about;
    e.what = w.steps[w.next++];
    const bool sender = e.what == event::departure || e.what == event::source_free;
    const unsigned where = sender ? w.sender : e.what == event::response ? w.answered : w.target;
    noc_packet p = w.packet;
    // From the target on it is the answer that is known, or still the request.
    if (e.what == event::response || (e.what == event::completed && draw(2))) {
      p.kind = p.kind == noc_packet_kind::read    ? noc_packet_kind::read_answer
               : p.kind == noc_packet_kind::write ? noc_packet_kind::write_answer
                                                  : noc_packet_kind::atomic_answer;
      if (p.kind == noc_packet_kind::read_answer) p.address = p.answer_address;
      if (!w.about.marked) p = w.packet;  // there is no answer
    }
    history_[where].push_back(e);
    end_[where].registers.happened(step_of(e.what), p);
    if (w.next == w.count) {
      ways_[k] = std::move(ways_.back());
      ways_.pop_back();
    }
  }

  void clear(unsigned s) {
    event e;
    e.what = event::clearing;
    e.id = 16;  // of no transaction
    e.mask = random_() & random_() & 0xFFFF;
    history_[s].push_back(e);
    end_[s].registers.store("b", 0x60, e.mask);
  }

  bool agree(bool at_the_end) {
    for (unsigned s = 0; s < 2; ++s) {
      for (unsigned index = 0; index < 64; ++index) {
        const uint32_t is = end_[s].registers.counter(index), expected = counter_from(history_[s], index);
        if (is == expected) continue;
        FAIL_CHECK("interface " << s << ", " << noc_registers::name(0x200 + 4 * index) << " is " << is << ", not " << expected);
        return false;
      }
      if (end_[s].diagnose.any()) {
        FAIL_CHECK(end_[s].diagnose.reports()[0].text);
        return false;
      }
      for (unsigned i = 0; i < 4 && at_the_end; ++i)
        if (end_[s].load(i, reg::command)) FAIL_CHECK("initiator " << i << " is still busy");
    }
    return true;
  }
};

}  // namespace

TEST_CASE("counters are what the documentation's sentences make of all that has happened", "[noc]") {
  const uint32_t seed = seeded(38);
  for (unsigned n = 0; n < tensix_tests::alike(100000); ++n) {
    const uint32_t this_seed = seed + n;
    INFO("stream " << this_seed);
    stream s(this_seed);
    s.run(1 + this_seed % 7);
  }
}

}  // namespace noc_counters_test
