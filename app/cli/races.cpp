// SPDX-License-Identifier: Apache-2.0
#include "app/cli/races.h"

#include <algorithm>
#include <boost/crc.hpp>
#include <cctype>
#include <chrono>
#include <cstring>
#include <iostream>
#include <limits>
#include <map>
#include <memory>
#include <set>

#include "app/cli/apart_pool.h"
#include "app/options/options.h"
#include "app/sweep/journal.h"
#include "models/isa/isa.h"
#include "platform/parameters.h"
#include "support/text/hex_text.h"
#include "support/text/plain_text.h"

#ifndef TENSIX_TLM_VERSION
#define TENSIX_TLM_VERSION "unknown"
#endif

namespace tensix {
namespace {

using nlohmann::ordered_json;
using text_lines = std::vector<std::string>;

std::string crc_of(const std::string& text) {
  boost::crc_32_type crc;
  crc.process_bytes(text.data(), text.size());
  return std::to_string(crc.checksum());
}

// A hazard without what differs from run to run of the same one: numbers that stand by themselves.
std::string kind_of(const std::string& hazard) {
  std::string kind;
  bool in_word = false;
  const size_t from = hazard.rfind("cycle ", 0) == 0 ? std::min(hazard.find(", "), hazard.size()) : 0;
  for (const char c : hazard.substr(from)) {
    const bool digit = std::isdigit(static_cast<unsigned char>(c)) != 0;
    if (!digit || in_word) kind += c;
    in_word = digit ? in_word : std::isalpha(static_cast<unsigned char>(c)) || c == '=' || c == '_';
  }
  return kind;
}

// Latencies that nothing but waits may count on; those that a program counts in instructions (two-cycle vector instructions, WRCFG) are
// not among them.
constexpr const char* slow_parameters[] = {"packer.pipeline_latency_cycles", "unpacker.pipeline_latency_cycles",
                                           "sync_unit.latency_cycles", "mover.group_cycles"};

struct planned {
  race_trial trial;
  std::string where;   // in words
  uint64_t delay = 0;  // cycles; 0: of arbiters and combinations
  int site = -1;       // of one place: its number
};

// Of what no program may depend on: turns of arbiters, starts of cores, speeds and latencies. With one of them at a time.
std::vector<planned> of_arbiters(const parameters& p, const race_options& o, const raced_run& raced) {
  std::vector<planned> all;
  const auto add = [&](const std::string& name, uint64_t value) {
    const parameter_info& i = find_parameter(name);
    const std::string text = std::to_string(std::min<uint64_t>(value, i.most));
    if (i.get(p) == text) return;
    planned one;
    one.trial.settings = {name + "=" + text};
    one.where = one.trial.settings[0];
    all.push_back(one);
  };
  for (const unsigned phase : {1u, 7u, 31u}) add("l1.arbiter_phase", phase);
  for (const uint32_t n : o.delays)
    for (const char* core : {"t0", "t1", "t2", "nc"}) add(std::string("start.") + core + "_cycles", n);
  for (const char* slow : slow_parameters) add(slow, find_parameter(slow).most > 1000 ? 1000 : find_parameter(slow).most);
  if (raced.fed)
    for (const char* rate : {"feed.producer_bytes_per_cycle", "feed.consumer_bytes_per_cycle"})
      for (const unsigned bytes : {1u, 16u}) add(rate, bytes);
  if (raced.fed)
    for (const uint32_t n : o.delays)
      for (const bool input : {true, false}) {
        planned one;
        if (p.feed.producer_bytes_per_cycle == 0 && p.feed.consumer_bytes_per_cycle == 0)
          one.trial.settings = {"feed.consumer_bytes_per_cycle=64"};
        one.trial.late_feeds = {input ? n : 0, input ? 0 : n, race_trial::most_times};
        one.where = input ? "tiles of inputs come" : "tiles of outputs are taken";
        one.delay = n;
        all.push_back(one);
      }
  if (raced.noc)
    for (const char* far : {"noc_interface.source_cycles", "noc_interface.command_cycles", "noc.hop_cycles",
                            "noc.from_router_cycles", "dram.read_cycles", "dram.write_cycles"})
      add(far, 300);
  return all;
}

planned at_site(const race_site& s, int number, uint32_t cycles) {
  planned one;
  one.trial.delays = {{s.core, s.place, s.push, cycles}};
  one.delay = cycles;
  one.site = number;
  return one;
}

// Several places at random, each time another part of the delay, and another phase of the arbiters.
planned combination(const std::vector<race_site>& sites, const race_options& o, uint64_t number) {
  std::mt19937_64 random(o.seed * 1000003 + number);
  planned one;
  const uint64_t of = 2 + random() % 8;
  for (const race_site& s : sites)
    if (random() % of == 0) one.trial.delays.push_back({s.core, s.place, s.push, o.delays[random() % o.delays.size()]});
  one.trial.seed = random() | 1;
  one.trial.settings = {"l1.arbiter_phase=" + std::to_string(random() % 64)};
  one.where = "combination " + std::to_string(number) + ": " + std::to_string(one.trial.delays.size()) + " places, " +
              one.trial.settings[0];
  return one;
}

// Arbiters; each place that synchronises by each delay; combinations; the other places.
std::vector<planned> plan(const parameters& p, const race_options& o, const raced_run& raced,
                          const std::vector<race_site>& sites) {
  std::vector<planned> all = of_arbiters(p, o, raced);
  const auto places = [&](bool synchronises) {
    for (const uint32_t n : o.delays)
      for (size_t i = 0; i < sites.size(); ++i)
        if (sites[i].synchronises == synchronises) all.push_back(at_site(sites[i], static_cast<int>(i), n));
  };
  places(true);
  for (uint64_t n = 0; n < o.combinations; ++n) all.push_back(combination(sites, o, n));
  places(false);
  return all;
}

// What orders the work of an L1 client before what others do with it.
std::string wait_behind(const std::string& client, bool write) {
  const auto begins = [&](const char* with) { return client.rfind(with, 0) == 0; };
  if (begins("unpacker"))
    return "STALLWAIT on C1 or C2 (unpacker done) behind its UNPACR, and only then the semaphore, counter or flag "
           "(cb_pop_front)";
  if (begins("packer"))
    return "STALLWAIT on C9 (packer done) behind its PACR, and only then the semaphore, counter or flag (cb_push_back)";
  if (begins("mover")) return "STALLWAIT on the mover behind its XMOV, and only then the semaphore or flag";
  if (begins("noc"))
    return write ? "a barrier of the NoC (noc_async_read_barrier) behind the read, and only then the semaphore or counter"
                 : "a barrier of the NoC (noc_async_write_barrier, or _writes_flushed) behind the write, and only then the "
                   "counter";
  if (begins("scalar")) return "STALLWAIT on C0 (scalar unit done) behind the access, and only then the semaphore or flag";
  return "a semaphore, counter or flag that this core sets behind its access and the other one polls before its own "
         "(cb_wait_front, cb_reserve_back, tile_regs_wait)";
}

std::string text_of(const word_watch::access& a, const word_watch::access::one& v) {
  const std::string behind = a.write ? "" : v.writer.empty() ? ", before anybody writes it" : ", written by " + v.writer;
  return a.client + (a.write ? " writes " : " reads ") + hex_text(v.value) + " in cycle " + std::to_string(v.cycle) + behind;
}

// An access of two runs that finds, or leaves, another value.
struct unlike_access {
  const word_watch::access* access = nullptr;
  const word_watch::access::one *one = nullptr, *other = nullptr;  // of the undelayed and of the delayed run
};

// Units read and write as often as they are told to, so the first value that differs counts. Cores poll: only what they found last does.
unlike_access unlike(const word_watch::access& a, const word_watch::access& b) {
  if (a.client.rfind("riscv", 0) == 0) {
    if (a.values.back().value == b.values.back().value) return {};
    return {&a, &a.values.back(), &b.values.back()};
  }
  for (size_t i = 0; i < std::min(a.values.size(), b.values.size()); ++i)
    if (a.values[i].value != b.values[i].value) return {&a, &a.values[i], &b.values[i]};
  return {};
}

struct finding {
  std::string where, what, text;
  uint64_t delay = 0;
  text_lines order;  // which accesses are in another order, and the wait
  ordered_json json() const {
    return {{"where", where}, {"delay_cycles", delay}, {"what", what}, {"text", text}, {"missing", order}};
  }
};

class race_finder {
 public:
  race_finder(const race_options& o, const parameters& p, const raced_run& raced) : o_(o), p_(p), raced_(raced) {}

  int find() {
    apart({}, [&](const std::string& text) { first_ = race_outcome::of(text); });
    if (first_.how == "crashed") throw std::runtime_error("races: the run itself, without delays, has failed");
    if (first_.how == "undefined")
      throw std::runtime_error("races: the run itself, without delays, is undefined: " + first_.text);
    if (first_.how != "done") found_.push_back({"without delays", first_.how, first_.text, 0, {}});
    plan_ = plan(p_, o_, raced_, first_.sites);
    for (const auto& h : first_.hazards)
      if (known_.insert(kind_of(h)).second) found_.push_back({"without delays", "hazard", h, 0, {}});
    run_all();
    judge();
    if (o_.json) print_json();
    else print();
    return found_.empty() ? exit_done : exit_races;
  }

 private:
  const race_options& o_;
  const parameters& p_;
  const raced_run& raced_;
  race_outcome first_, watched_;  // without delays; `watched_`: with its accesses, once they are wanted
  std::vector<planned> plan_;
  std::map<uint64_t, race_outcome> outcomes_;
  std::set<std::string> known_;
  std::vector<finding> found_;
  uint64_t kept_ = 0;  // that the journal had

  std::optional<uint64_t> most_of(const race_trial& t) const {
    if (first_.how.empty()) return {};
    uint64_t most = o_.times * first_.cycles + 20000;
    most += uint64_t{t.late_feeds.tiles} * (t.late_feeds.producer + t.late_feeds.consumer);
    for (const auto& d : t.delays) most += uint64_t{race_trial::most_times} * d.cycles;
    for (const auto& s : t.settings) most += s.rfind("start.", 0) == 0 ? 1000000 : o_.times * first_.cycles;
    return most;
  }

  void apart(const race_trial& t, const std::function<void(const std::string&)>& then) const {
    apart_pool one;
    bool begun = false;
    one.next = [&](uint64_t&) { return !std::exchange(begun, true); };
    one.work = [&](uint64_t) { return raced_.run(t, most_of(t)).json().dump(); };
    one.ended = [&](uint64_t, const std::string& text) { then(text); };
    one.run();
  }

  void run_all() {
    std::unique_ptr<journal> kept;
    if (!o_.journal.empty())
      kept = std::make_unique<journal>(o_.journal,
                                       ordered_json{{"format", "tensix-tlm-journal"},
                                                    {"version", 1},
                                                    {"program", TENSIX_TLM_VERSION},
                                                    {"races", raced_.command},
                                                    {"first", crc_of(first_.json().dump())},
                                                    {"delays", o_.delays},
                                                    {"seed", o_.seed},
                                                    {"combinations", o_.combinations},
                                                    {"times", o_.times}},
                                       o_.restart, journal::words{"program", "--journal"});
    const uint64_t most = std::min<uint64_t>(plan_.size(), o_.budget);
    const auto began = std::chrono::steady_clock::now();
    uint64_t number = 0;
    apart_pool pool;
    pool.jobs = o_.jobs;
    pool.next = [&](uint64_t& n) {
      for (; number < most; ++number) {
        if (!kept || !kept->has(number)) break;
        outcomes_[number] = race_outcome::of(ordered_json::parse(kept->row(number)).at("outcome").dump());
        ++kept_;
      }
      if (number == most) return false;
      if (o_.seconds && std::chrono::steady_clock::now() - began >= std::chrono::seconds(o_.seconds)) return false;
      n = number++;
      return true;
    };
    pool.work = [&](uint64_t n) {
      race_outcome r = raced_.run(plan_[n].trial, most_of(plan_[n].trial));
      r.sites.clear();
      return r.json().dump(-1, ' ', false, ordered_json::error_handler_t::replace);
    };
    pool.ended = [&](uint64_t n, const std::string& text) {
      outcomes_[n] = race_outcome::of(text);
      if (kept) kept->append(n, ordered_json{{"point", n}, {"outcome", outcomes_[n].json()}}.dump());
    };
    pool.run();
  }

  // Of each place the smallest delay at which the run differs; a kind of hazard once.
  void judge() {
    std::set<int> places;
    constexpr size_t most_explained = 2;  // of places, and of all else: each is two more runs
    std::map<bool, size_t> explained;
    for (const auto& [n, r] : outcomes_) {
      const planned& one = plan_[n];
      const std::string where = one.site >= 0 ? raced_.place(first_.sites[static_cast<size_t>(one.site)]) : one.where;
      for (const auto& h : r.hazards)
        if (known_.insert(kind_of(h)).second) found_.push_back({where, "hazard", h, one.delay, {}});
      if (!r.differs(first_) || (one.site >= 0 && !places.insert(one.site).second)) continue;
      finding f = {where, r.how == "done" ? first_.how == "done" ? "other result" : "ends" : r.how, "", one.delay, {}};
      f.text = r.how == "done" ? difference(r.result) : r.text;
      if (r.how == "done" && first_.how == "done" && explained[one.site >= 0]++ < most_explained) f.order = order_of(one.trial);
      found_.push_back(f);
    }
  }

  // The first line of what is compared that is not alike.
  std::string difference(const std::string& result) const {
    if (first_.how != "done") return "without delays it does not: " + first_.text;
    size_t a = 0, b = 0, unlike = 0;
    std::string first;
    while (a < first_.result.size() || b < result.size()) {
      const auto line = [](const std::string& t, size_t& at) {
        const size_t end = std::min(t.find('\n', at), t.size());
        const std::string text = t.substr(std::min(at, t.size()), end - std::min(at, t.size()));
        at = std::min(end + 1, t.size());
        return text;
      };
      const std::string x = line(first_.result, a), y = line(result, b);
      if (x != y && unlike++ == 0) first = (x.empty() ? y : x).substr(0, (x.empty() ? y : x).rfind(' '));
    }
    return std::to_string(unlike) + (unlike == 1 ? " part differs: " : " parts differ, the first is ") + first;
  }

  // Both runs again: the first access to a word of L1 that finds something else, and the wait that would order it.
  text_lines order_of(race_trial trial) {
    trial.watched = true;
    if (watched_.how.empty()) {
      race_trial undelayed;
      undelayed.watched = true;
      apart(undelayed, [&](const std::string& t) { watched_ = race_outcome::of(t); });
    }
    const race_outcome& a = watched_;
    race_outcome b;
    apart(trial, [&](const std::string& t) { b = race_outcome::of(t); });
    using access = word_watch::access;
    std::map<std::tuple<uint32_t, std::string, bool>, const access*> delayed;
    for (const access& x : b.accesses) delayed[{x.address, x.client, x.write}] = &x;
    unlike_access first;
    for (const access& x : a.accesses) {
      const auto found = delayed.find({x.address, x.client, x.write});
      if (found == delayed.end()) continue;
      const unlike_access u = unlike(x, *found->second);
      if (u.access && (!first.access || u.one->cycle < first.one->cycle)) first = u;
    }
    // Without delays a feed moves in no time, and is seen by nobody.
    const std::string setting = trial.settings.empty() ? "" : trial.settings[0];
    if (trial.late_feeds.consumer || (setting.rfind("feed.consumer", 0) == 0 && !trial.late_feeds.producer))
      return {"missing: cb_reserve_back (tiles are overwritten before they are taken), or " + wait_behind("packer", true)};
    if (trial.late_feeds.producer || setting.rfind("feed.producer", 0) == 0)
      return {"missing: cb_wait_front (tiles are read before they are there), or " + wait_behind("unpacker", false)};
    if (!first.access)
      return {"no access to L1 finds another value: look at Dst, Src and registers, and at what hands them over"};
    const access& x = *first.access;
    text_lines lines = {"word " + hex_text(x.address) + " of L1: without delays " + text_of(x, *first.one) + "; delayed, " +
                        text_of(x, *first.other)};
    // Of the two runs, in which the access comes behind fewer writes of the word: too early, unless both come behind one.
    const bool earlier = first.other->writes < first.one->writes;
    const access::one& sooner = earlier ? *first.other : *first.one;
    const access::one& later = earlier ? *first.one : *first.other;
    std::string writer = first.one->writer;
    if (writer.empty() || writer == x.client) writer = first.other->writer;
    if (!x.write && sooner.writes < later.writes && (earlier || sooner.writes == 0))
      lines.push_back("missing: behind the write of " + later.writer + ": " + wait_behind(later.writer, true));
    else if (!x.write && sooner.writes < later.writes)
      lines.push_back("missing: behind the read of " + x.client + ", before " + first.other->writer +
                      " writes again: " + wait_behind(x.client, false));
    else if (!writer.empty() && writer != x.client)
      lines.push_back("missing: between the writes of " + x.client + " and " + writer + ": " + wait_behind(x.client, true));
    else
      lines.push_back("it is what " + x.client +
                      " computes with that comes too early or too late: Dst, Src, registers or "
                      "configuration; missing is what hands them over (SEMWAIT, tile_regs_wait, STALLWAIT)");
    return lines;
  }

  void print_json() const {
    ordered_json j = {{"format", "tensix-tlm-races"},
                      {"version", 1},
                      {"command", raced_.command},
                      {"cycles", first_.cycles},
                      {"end", first_.how},
                      {"places", first_.sites.size()},
                      {"planned", plan_.size()},
                      {"runs", outcomes_.size()},
                      {"kept", kept_}};
    j["races"] = ordered_json::array();
    for (const finding& f : found_) j["races"].push_back(f.json());
    std::cout << j.dump(1, ' ', false, ordered_json::error_handler_t::replace) << "\n";
  }

  void print() const {
    std::string command;
    for (const auto& word : raced_.command) command += (command.empty() ? "" : " ") + word;
    std::cout << "races of " << plain_text(command) << ": " << first_.cycles << " cycles, " << first_.sites.size()
              << " places; " << outcomes_.size() << " of " << plan_.size() << " runs\n";
    if (found_.empty()) std::cout << "none found\n";
    for (const finding& f : found_) {
      std::cout << "\n" << f.what << ": " << plain_text(f.where);
      if (f.delay) std::cout << ", " << f.delay << " cycles later";
      std::cout << "\n";
      size_t from = 0;
      while (from < f.text.size()) {
        const size_t end = std::min(f.text.find('\n', from), f.text.size());
        std::cout << "  " << plain_text(f.text.substr(from, end - from)) << "\n";
        from = end + 1;
      }
      for (const auto& line : f.order) std::cout << "  " << plain_text(line) << "\n";
    }
  }
};

}  // namespace

int find_races(const race_options& options, const parameters& p, const raced_run& raced) {
  return race_finder(options, p, raced).find();
}

}  // namespace tensix
