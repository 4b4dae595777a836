// SPDX-License-Identifier: Apache-2.0
// The critical path of graphs made by hand, by formulas, and of random ones, against all their paths worked out plainly.
#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "catch.h"
#include "observe/why/path_recorder.h"
#include "observe/why/path_text.h"

using namespace tensix;

namespace {

const path_resource* find(const critical_path& path, const std::string& name) {
  const auto r = std::find_if(path.resources.begin(), path.resources.end(), [&](const auto& x) { return x.name == name; });
  return r == path.resources.end() ? nullptr : &*r;
}

uint64_t sum(const critical_path& path) {
  uint64_t all = 0;
  for (const auto& r : path.resources) all += r.cycles;
  return all;
}

constexpr path_recorder::wishes everything{true, true, true};

}  // namespace

TEST_CASE("every use has a name of its own, and keeps it") {
  std::set<std::string> names;
  for (unsigned kind = 0; kind < static_cast<unsigned>(path_kind::count); ++kind) {
    const auto k = static_cast<path_kind>(kind);
    const unsigned ones[] = {1, core_count, 3, 2, path_use::most};  // tile, core, thread, unpacker, channel of DRAM
    for (unsigned i = 0; i < ones[static_cast<unsigned>(row_of(k).of)]; ++i) {
      const std::string name = name_of({k, i});
      CAPTURE(name);
      CHECK(names.insert(name).second);
      CHECK_FALSE(holder_of({k, i}).empty());
      path_recorder r(everything);
      r.begin(0, path_kind::outside);
      const event_id first = r.last();
      r.begin(10, path_kind::outside);
      r.after({first, {k, i}, 10});
      const critical_path path = r.finish(10);
      REQUIRE(find(path, name));
      CHECK(find(path, name)->cycles == 10);
    }
  }
}

TEST_CASE("a chain: pushes of p cycles, n times") {
  for (const uint64_t n : {1u, 7u, 100u})
    for (const uint64_t p : {1u, 2u, 9u, 1u << 28}) {
      path_recorder r(everything);
      for (uint64_t i = 0; i < n; ++i) {
        r.spent(0, {path_kind::push, 0}, p);
        r.core_event(0, (i + 1) * p, {path_kind::core_wait, 0});
      }
      const critical_path path = r.finish(n * p);
      CHECK(r.contradictions() == 0);
      REQUIRE(find(path, "t0 push"));
      CHECK(find(path, "t0 push")->cycles == n * p);
      CHECK(find(path, "t0 push")->run_if_free == 0);
      CHECK(find(path, "t0 push")->run_if_halved == n * p - n * p / 2);
      CHECK(sum(path) == n * p);
    }
}

TEST_CASE("two chains: the shorter one has slack, and takes over when the longer one becomes faster") {
  for (const uint64_t slack : {0u, 1u, 20u, 40u}) {
    path_recorder r(everything);
    const event_id begin = r.last();
    const event_id end = r.begin(100, path_kind::outside);
    r.after({begin, path_kind::pack_write, 100 - slack});
    r.after({begin, path_kind::matrix_issue, 100});
    CHECK(end == begin + 1);
    const critical_path path = r.finish(100);
    REQUIRE(find(path, "matrix_unit"));
    CHECK(find(path, "matrix_unit")->cycles == 100);
    CHECK(find(path, "matrix_unit")->run_if_free == 100 - slack);
    CHECK(find(path, "matrix_unit")->run_if_halved == std::max<uint64_t>(50, 100 - slack));
    CHECK(find(path, "matrix_unit")->in_its_place == (slack < 40 ? "pack write" : ""));
    REQUIRE(find(path, "pack write"));
    CHECK(find(path, "pack write")->cycles == 0);
    CHECK(find(path, "pack write")->slack == slack);
  }
}

namespace {
// Chains of these lengths, the last of them recorded last, beside one another.
critical_path beside_one_another(const std::vector<std::pair<path_use, uint64_t>>& chains) {
  path_recorder r(everything);
  const event_id begin = r.last();
  uint64_t end = 0;
  for (const auto& [use, cycles] : chains) end = std::max(end, cycles);
  r.begin(end, path_kind::outside);
  for (const auto& [use, cycles] : chains) r.after({begin, use, cycles});
  return r.finish(end);
}
}  // namespace

TEST_CASE("ties: who has a path of his own that is as long but for a 256th") {
  const auto of = [](uint64_t pack) {
    return beside_one_another({{path_kind::pack_write, pack}, {{path_kind::fetch, 1}, 900}, {path_kind::matrix_issue, 1000}});
  };
  CHECK(of(996).ties.empty());
  for (const uint64_t shorter : {0u, 1u, 3u}) {
    const critical_path path = of(1000 - shorter);
    REQUIRE(path.ties.size() == 2);
    const bool pack_first = path.ties[0].holder == "packer";
    CHECK(path.ties[pack_first].holder == "matrix_unit");
    CHECK(path.ties[pack_first].shorter_by == 0);
    CHECK(path.ties[!pack_first].holder == "packer");
    CHECK(path.ties[!pack_first].shorter_by == shorter);
    CHECK(holds_the_run(path).find("within " + std::to_string(shorter) + (shorter == 1 ? " cycle" : " cycles")) !=
          std::string::npos);
  }
}

TEST_CASE("together: with what takes its place, until nothing does") {
  const critical_path path = beside_one_another(
      {{{path_kind::issue, 2}, 960}, {path_kind::pack_read, 980}, {path_kind::sync, 300}, {path_kind::matrix_issue, 1000}});
  REQUIRE(path.together.size() >= 3);
  CHECK(path.together[0].resources == std::vector<std::string>{"matrix_unit"});
  CHECK(path.together[0].run_if_halved == 980);
  CHECK(path.together[1].resources == std::vector<std::string>{"matrix_unit", "pack read"});
  CHECK(path.together[1].run_if_halved == 960);
  CHECK(path.together[2].resources.back() == "t2 issue");
  CHECK(path.together[2].run_if_halved == 500);
  CHECK(path.together[2].parameter.empty());
  CHECK(beside_one_another({{{path_kind::issue, 2}, 99}, {path_kind::pack_read, 100}}).together[1].parameter ==
        "packer.read_interfaces");
}

TEST_CASE("unsure: what no cause is known of is more than 3 % of the path, or of the one that is predicted") {
  for (const uint64_t waits : {0u, 30u, 31u, 600u}) {
    path_recorder r(everything);
    const event_id begin = r.last();
    const event_id worked = r.begin(1000 - waits, path_kind::outside);
    r.after({begin, path_kind::matrix_issue, 1000 - waits});
    r.begin(1000, {path_kind::core_wait, 1});
    r.after({worked, path_kind::sync, 0});
    const critical_path path = r.finish(1000);
    CHECK(path.unexplained() == waits);
    CHECK(path.unsure(path.unexplained()) == (waits > 30));
    CHECK(find(path, "matrix_unit")->unexplained_if_halved == waits);
    CHECK((holds_the_run(path).find("unsure: ") != std::string::npos) == (waits > 30));
  }
}

TEST_CASE("what no cause explains stays with the event; a cause that is over too late is counted, and not believed") {
  path_recorder r(everything);
  const event_id first = r.begin(10, path_kind::mutex);
  r.begin(30, {path_kind::thread_wait, 1});
  r.after({first, path_kind::sync, 5});
  r.after({first, path_kind::config, 21});
  const critical_path path = r.finish(32);
  CHECK(r.contradictions() > 0);
  CHECK(find(path, "mutex")->cycles == 10);
  CHECK(find(path, "sync_unit")->cycles == 5);
  CHECK(find(path, "t1 thread wait")->cycles == 15);
  CHECK(find(path, "outside")->cycles == 2);
  CHECK(find(path, "config_unit") == nullptr);
  CHECK(sum(path) == 32);
}

TEST_CASE("turns: of the same thread a cause, of another one not") {
  path_recorder r(everything);
  const event_id mine = r.begin(10, path_kind::misc, 1), others = r.begin(10, path_kind::misc, 2);
  r.begin(11, {path_kind::turn, 1}, 1);
  r.after({mine, path_kind::misc, 0});
  r.after_turn({others, path_kind::matrix_issue, 1});
  const critical_path path = r.finish(11);
  CHECK(find(path, "matrix_unit") == nullptr);
  CHECK(find(path, "t1 turn")->cycles == 1);
}

TEST_CASE("semaphores and words: who waits, waits for the change that let him go, not for later ones") {
  cause_recorder r;
  const event_id posts[] = {r.begin(1, path_kind::sync), r.begin(2, path_kind::sync), r.begin(3, path_kind::sync)};
  for (const event_id p : posts) r.semaphore_posted(2, p);
  CHECK(r.semaphore_reached(2, 3, 1).after == posts[0]);
  CHECK(r.semaphore_reached(2, 3, 3).after == posts[2]);
  r.semaphore_got(2, r.begin(4, path_kind::sync));
  CHECK(r.semaphore_reached(2, 2, 1).after == posts[1]);
  CHECK(r.semaphore_fell_below(2, 2, 3).after == posts[2] + 1);
  CHECK(r.semaphore_fell_below(2, 1, 3).after == 0);  // below all the time
  for (uint32_t i = 0; i < 5; ++i) r.word_written(0x40, i, r.begin(10 + i, path_kind::misc));
  const auto at_least = [](uint32_t least) { return [least](uint32_t v) { return v >= least; }; };
  CHECK(r.cycle_of(r.word_since(0x40, at_least(3))) == 13);
  CHECK(r.cycle_of(r.word_since(0x40, at_least(0))) == 10);
  CHECK(r.word_since(0x40, at_least(5)).after == 0);  // does not hold
  CHECK(r.word_since(0x44, at_least(0)).after == 0);  // nobody told
  for (uint32_t i = 5; i < 40; ++i) r.word_written(0x40, i, r.begin(10 + i, path_kind::misc));
  CHECK(r.word_since(0x40, at_least(1)).after == 0);  // too long ago
}

TEST_CASE("random graphs: the path is the longest one, its sum is the run, and half cycles are as worked out plainly") {
  std::mt19937 random(7);
  const path_kind kinds[] = {path_kind::matrix_issue,   path_kind::pack_read,     path_kind::sync,        path_kind::config,
                             path_kind::hand_over,      path_kind::matrix_rule,   path_kind::dst_hazard,  path_kind::dst_turn,
                             path_kind::matrix_latency, path_kind::vector_issue,  path_kind::pack_write,  path_kind::scalar,
                             path_kind::vector_latency, path_kind::pack_pipeline, path_kind::noc_command, path_kind::noc_link};
  const auto any = [&] { return kinds[random() % (sizeof kinds / sizeof *kinds)]; };
  for (int round = 0; round < 200; ++round) {
    path_recorder r(everything);
    const uint64_t unit = round % 4 == 3 ? uint64_t{1} << 28 : 1;  // cycles: also those that do not fit into 32 bits
    struct edge {
      size_t from;
      path_kind kind;
      uint64_t cycles;
      path_kind also;
      uint64_t also_cycles;
    };
    std::vector<std::vector<edge>> into(1);
    std::vector<edge> rest(1);
    std::vector<uint64_t> cycle = {0};
    const size_t events = 2 + random() % 160;
    for (size_t i = 1; i < events; ++i) {
      std::vector<edge> edges;
      uint64_t at = 0;
      for (unsigned k = 0; k <= random() % 3; ++k) {
        edges.push_back(
            {i - 1 - random() % std::min<size_t>(i, 9), any(), unit * (random() % 9), any(), unit * (random() % 3)});
        at = std::max(at, cycle[edges.back().from] + edges.back().cycles + edges.back().also_cycles);
      }
      rest.push_back({0, any(), unit * (random() % 2), {}, 0});
      at += rest.back().cycles;
      r.begin(at, rest.back().kind);
      for (const edge& e : edges) r.after({static_cast<event_id>(1 + e.from), e.kind, e.cycles, e.also, e.also_cycles});
      into.push_back(edges);
      cycle.push_back(at);
    }
    const uint64_t end = *std::max_element(cycle.begin(), cycle.end());
    const critical_path path = r.finish(end);
    CHECK(r.contradictions() == 0);
    CHECK(sum(path) == end);
    uint64_t at = 0;
    for (const auto& s : path.stretches) {
      CHECK(s.from == at);
      at = s.to;
    }
    CHECK(at == end);
    const size_t last = static_cast<size_t>(
        std::find_if(cycle.rbegin(), cycle.rend(), [&](uint64_t c) { return c == end; }).base() - cycle.begin() - 1);
    for (const path_kind kind : kinds) {
      const path_resource* res = find(path, name_of(kind));
      if (!res || res->cycles == 0) continue;
      for (const unsigned halves : {0u, 1u}) {
        const auto taken = [&](path_kind of, uint64_t cycles) { return cycles * (of == kind ? halves : 2); };
        std::vector<uint64_t> half_cycles(events, 0);
        for (size_t i = 1; i < events; ++i) {
          for (const edge& e : into[i])
            half_cycles[i] =
                std::max(half_cycles[i], half_cycles[e.from] + taken(e.kind, e.cycles) + taken(e.also, e.also_cycles));
          half_cycles[i] += taken(rest[i].kind, rest[i].cycles);
        }
        CHECK((halves ? res->run_if_halved : res->run_if_free) == end - (2 * end - half_cycles[last]) / 2);
      }
    }
  }
}

TEST_CASE("in pieces: the same sums as at once") {
  std::map<std::string, uint64_t> whole;
  for (const size_t events : {size_t{1} << 16, size_t{256}, size_t{64}}) {
    std::mt19937 random(3);
    path_recorder r(everything, events);
    event_id unit[3] = {}, thread[3] = {};
    uint64_t unit_at[3] = {}, unit_for[3] = {}, thread_at[3] = {}, thread_for[3] = {},
             end = 0;                 // free from, and for how long before
    for (int i = 0; i < 5000; ++i) {  // three threads that share three units
      const unsigned t = random() % 3, u = random() % 3;
      const uint64_t works = 1 + random() % 5;
      const uint64_t at = std::max(unit_at[u], thread_at[t]);
      const event_id e = r.begin(at, path_kind::outside, static_cast<int>(t));
      r.after({unit[u], u == 0 ? path_kind::matrix_issue : u == 1 ? path_kind::pack_read : path_kind::sync, unit_for[u]});
      r.after({thread[t], {path_kind::issue, t}, thread_for[t]});
      unit[u] = thread[t] = e;
      unit_for[u] = works;
      unit_at[u] = at + works;
      thread_for[t] = 1 + random() % 3;
      thread_at[t] = at + thread_for[t];
      end = std::max(end, at);
    }
    const critical_path path = r.finish(end);
    CHECK(sum(path) == end);
    std::map<std::string, uint64_t> sums;
    for (const auto& res : path.resources)
      if (res.cycles) sums[res.name] = res.cycles;
    if (whole.empty()) whole = sums;
    CAPTURE(events);
    CHECK(sums == whole);
  }
}

namespace {
// A core does one thing and then another, so many times each; nothing is told while the recorder does not want it.
critical_path in_two_phases(path_recorder& r, uint64_t pushes, uint64_t stores) {
  uint64_t cycle = 0;
  for (uint64_t i = 0; i < pushes + stores; ++i) {
    const path_use use(i < pushes ? path_kind::push : path_kind::store, 1);
    const uint64_t takes = i < pushes ? 2 : 3;
    if (r.stopped() && cycle >= r.resumes_in()) r.resume(cycle);
    cycle += takes;
    if (r.stopped()) continue;
    r.spent(1, use, takes);
    r.core_event(1, cycle, {path_kind::core_wait, 1});
  }
  return r.finish(cycle);
}
}  // namespace

TEST_CASE("without `all`: as far as the beginning goes the whole, then the beginning stands for the rest") {
  path_recorder few({}, 1000);
  const critical_path whole = in_two_phases(few, 500, 400);
  CHECK(whole.whole());
  CHECK(find(whole, "t1 push")->cycles == 1000);
  CHECK(find(whole, "t1 store")->cycles == 1200);

  path_recorder r({}, 1000);
  const critical_path path = in_two_phases(r, 1200, 0);
  CHECK(r.stopped());
  CHECK(path.pieces == 1);
  CHECK(path.cycles == 2400);
  CHECK(path.looked_at > 900);
  CHECK(path.looked_at < 2000);
  CHECK(find(path, "t1 push")->cycles == 2400);
}

TEST_CASE("without `all`: pieces of the rest tell what has changed") {
  for (const uint64_t stores : {10'000u, 100'000u, 400'000u}) {
    path_recorder r({}, 1000, 100);
    const critical_path path = in_two_phases(r, 100'000, stores);
    CAPTURE(stores, path.pieces, path.looked_at);
    CHECK(sum(path) == path.cycles);
    CHECK(path.cycles == 200'000 + 3 * stores);
    CHECK(path.pieces > path.cycles / 6000);
    CHECK(path.looked_at > path.cycles / 64);
    CHECK(path.looked_at < path.cycles / 16);
    const uint64_t told = find(path, "t1 store")->cycles;
    CHECK(std::max(told, 3 * stores) - std::min(told, 3 * stores) < 6000);  // a pause at most
    CHECK(find(path, "t1 core wait") == nullptr);
  }
}

TEST_CASE("without `all`: what ends a wait that was there when a piece began is not known; of one within a piece nothing is") {
  for (const bool within : {false, true}) {
    path_recorder r({}, 1000, 100);
    uint64_t cycle = 0, waits_in = ~uint64_t{0};
    for (unsigned i = 0; i < 100'000; ++i, cycle += 2) {
      if (r.stopped() && cycle >= r.resumes_in()) {
        r.resume(cycle);
        waits_in = i + (within ? 40 : 2);
      }
      if (i == waits_in) {
        cycle += 60;
        if (!r.stopped()) r.spent(1, {path_kind::core_wait, 1}, 60);
      }
      if (r.stopped()) continue;
      r.spent(1, {path_kind::push, 1}, 2);
      r.core_event(1, cycle + 2, {path_kind::push, 1});
    }
    const critical_path path = r.finish(cycle);
    CAPTURE(within);
    CHECK(path.pieces > 20);
    CHECK(sum(path) == cycle);
    CHECK((find(path, "t1 core wait") != nullptr) == within);
  }
}

TEST_CASE("in words: who has most of it, what he did, and who else has a tenth") {
  critical_path path;
  path.cycles = path.looked_at = 1000;
  const auto add = [&](path_use use, uint64_t cycles) {
    path_resource r;
    r.name = name_of(use);
    r.holder = holder_of(use);
    r.does = row_of(use.kind()).does;
    r.cycles = cycles;
    path.resources.push_back(r);
  };
  add({path_kind::l1_load, 0}, 400);
  add({path_kind::push, 0}, 200);
  add(path_kind::dst_hazard, 250);
  add({path_kind::store, 0}, 20);
  add(path_kind::pack_read, 130);
  CHECK(holds_the_run(path) ==
        "t0's loop (62 % of the critical path: l1 load 400 cycles, push 200); then dst hazard 25 %, packer 13 %");
  path.resources.clear();
  add(path_kind::producer, 1000);
  CHECK(holds_the_run(path) == "producer (100 % of the critical path: the feed brings input tiles 1,000 cycles)");
  path.resources.clear();
  CHECK(holds_the_run(path) == "nothing: no cycle passed");
}
