// SPDX-License-Identifier: Apache-2.0
// Planted differences of each kind, found online by event_checker: what diff-events does with files.
#include "observe/events/event_checker.h"
#include "tests/catch.h"

using namespace tensix;

namespace events_comparison_test {
namespace {

log_event sem(uint64_t cycle, uint64_t value) {
  log_event e;
  e.stream = event_stream(event_group::sem);
  e.cycle = cycle;
  e.numbers = {2, value};
  return e;
}
log_event beat(uint64_t cycle, uint64_t addr, std::vector<uint8_t> data) {
  log_event e;
  e.stream = event_stream(event_group::l1, 8);
  e.cycle = cycle;
  e.numbers = {addr, 1, 4, 0, 0xffff};
  e.has = event_data::full;
  e.data = std::move(data);
  return e;
}

using events = std::vector<log_event>;
events twenty() {
  events all;
  for (uint64_t i = 0; i < 20; ++i) all.push_back(sem(100 + 10 * i, i));
  return all;
}

struct outcome {
  size_t errors;
  std::string report;
  std::vector<event_divergence> found;
};
outcome check(const events& model, const events& seen, event_comparison_settings settings = {}) {
  event_checker c(settings);
  for (const auto& e : model) c.happened(e);
  for (const auto& e : seen) c.seen(e);
  c.finish();
  outcome o{c.errors(), c.errors() ? c.report(0) : "", {}};
  for (size_t i = 0; i < c.errors(); ++i) o.found.push_back(c.error(i));
  return o;
}

}  // namespace

TEST_CASE("equal events are no difference") { CHECK(check(twenty(), twenty()).errors == 0); }

TEST_CASE("another number is a difference of data, with both sides") {
  events seen = twenty();
  seen[7].numbers[1] = 3;
  const outcome o = check(twenty(), seen);
  REQUIRE(o.errors == 1);
  CHECK(o.found[0].kind == event_difference::data);
  CHECK(o.found[0].cycle == 170);
  CHECK(o.found[0].side[0][0].numbers[1] == 7);
  CHECK(o.found[0].side[1][0].numbers[1] == 3);
  CHECK(o.found[0].before[0].size() == 5);
  CHECK(o.found[0].before[1].back().cycle == 160);
  CHECK(o.report.find("cycle 170, sem, event 7: data (value)\nmodel:\n") == 0);
}

TEST_CASE("an event that one side lacks is missing, one too many is extra, wherever it stands") {
  for (size_t at = 0; at < 20; ++at) {
    events seen = twenty();
    seen.erase(seen.begin() + static_cast<std::ptrdiff_t>(at));
    const outcome missing = check(twenty(), seen), extra = check(seen, twenty());
    REQUIRE(missing.errors == 1);
    CHECK(missing.found[0].kind == event_difference::missing);
    CHECK(missing.found[0].cycle == 100 + 10 * at);
    REQUIRE(extra.errors == 1);
    CHECK(extra.found[0].kind == event_difference::extra);
    CHECK(extra.found[0].cycle == 100 + 10 * at);
  }
}

TEST_CASE("slack: n cycles apart are equal, n + 1 are not") {
  for (uint64_t slack = 0; slack < 5; ++slack)
    for (uint64_t apart = 0; apart < 8; ++apart)
      for (const bool later : {false, true}) {
        events seen = twenty();
        seen[5].cycle += later ? apart : -apart;
        event_comparison_settings s;
        s.slack = slack;
        const outcome o = check(twenty(), seen, s);
        CHECK(o.errors == (apart > slack));
        if (o.errors) CHECK(o.found[0].kind == event_difference::time);
        s.ignore_time = true;
        CHECK(check(twenty(), seen, s).errors == 0);
      }
}

TEST_CASE("the earliest difference of all streams is told, whichever comes first") {
  events model = twenty(), seen = twenty();
  model.push_back(beat(150, 0x40, {1, 2, 3}));
  seen.push_back(beat(150, 0x40, {1, 9, 3}));
  seen[9].numbers[1] = 0;  // cycle 190
  const outcome o = check(model, seen);
  REQUIRE(o.errors == 1);
  CHECK(o.found[0].stream == event_stream(event_group::l1, 8));
  CHECK(o.report.find("cycle 150, l1.8, event 0: data (byte 1 of the data)") == 0);
  event_comparison_settings both;
  both.most = 5;
  const outcome all = check(model, seen, both);
  REQUIRE(all.errors == 2);
  CHECK(all.found[1].cycle == 190);
}

TEST_CASE("data are compared as far as both sides have them") {
  events model = {beat(1, 0, {1, 2, 3})}, seen = model;
  seen[0].has = event_data::crc;
  seen[0].crc = crc_of(model[0].data.data(), 3);
  CHECK(check(model, seen).errors == 0);
  seen[0].crc ^= 1;
  CHECK(check(model, seen).errors == 1);
  seen[0].has = event_data::none;
  CHECK(check(model, seen).errors == 0);
  seen[0].numbers[2] = 11;  // another client
  CHECK(check(model, seen).errors == 1);
  seen[0].known = 0x3;  // which it does not know
  CHECK(check(model, seen).errors == 0);
}

TEST_CASE("online: a difference is told as soon as nothing earlier can come, and stops the checker") {
  event_checker c({});
  c.who_waits = [] { return std::string("T0 waits\n"); };
  c.happened(sem(100, 1));
  c.seen(sem(100, 2));
  CHECK(c.errors() == 0);
  c.watermark(100 + event_look_ahead_cycles + 1);
  c.seen_watermark(100 + event_look_ahead_cycles);
  CHECK(c.errors() == 0);
  c.seen_watermark(100 + event_look_ahead_cycles + 1);
  REQUIRE(c.errors() == 1);
  CHECK(c.stopped());
  CHECK(c.report(0).find("T0 waits") != std::string::npos);
  c.happened(sem(900, 5));
  c.finish();
  CHECK(c.errors() == 1);
}

TEST_CASE("streams that are not asked for are not compared") {
  events seen = twenty();
  seen[3].numbers[1] = 15;
  event_comparison_settings s;
  s.only = {"l1"};
  CHECK(check(twenty(), seen, s).errors == 0);
  s.only = {"l1", "sem"};
  CHECK(check(twenty(), seen, s).errors == 1);
  s.only = {"semm"};
  CHECK_THROWS_AS(event_checker(s), std::invalid_argument);
}

TEST_CASE("allowed differences are passed over within their range; unused ones are listed") {
  events seen = twenty();
  seen[4].cycle += 3;
  seen[6].numbers[1] = 1;
  event_comparison_settings s;
  s.allowed = {{"sem", event_difference::time, 4, 4, 0, ~uint64_t{0}, "late", 0},
               {"sem", event_difference::data, 0, ~uint64_t{0}, 160, 160, "wrong", 0},
               {"l1", event_difference::missing, 0, ~uint64_t{0}, 0, ~uint64_t{0}, "never", 0}};
  CHECK(check(twenty(), seen, s).errors == 0);
  event_checker c(s);
  for (const auto& e : twenty()) c.happened(e), c.seen(e);
  c.finish();
  CHECK(c.unused().find("l1 missing (never)") != std::string::npos);
  CHECK(c.unused().find("sem time (late)") != std::string::npos);
  s.allowed[0].last_ordinal = s.allowed[0].first_ordinal = 5;
  CHECK(check(twenty(), seen, s).errors == 1);
  s.allowed[0] = {"sem", event_difference::time, 0, ~uint64_t{0}, 140, 140, "late", 0};
  CHECK(check(twenty(), seen, s).errors == 0);
  s.allowed[0].first_cycle = s.allowed[0].last_cycle = 141;
  CHECK(check(twenty(), seen, s).errors == 1);
}

}  // namespace events_comparison_test
