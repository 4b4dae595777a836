// SPDX-License-Identifier: Apache-2.0
// Lines of an event log: written, read, and refused with what is wrong.
#include <algorithm>
#include <boost/crc.hpp>

#include "models/contracts/issue.h"
#include "observe/events/event_line.h"
#include "tests/catch.h"

using namespace tensix;

namespace events_lines_test {
namespace {

log_event event_of(unsigned stream, uint64_t seed) {
  log_event e;
  e.stream = stream;
  e.ordinal = seed % 3 ? seed : ~uint64_t{0} - seed;
  e.cycle = seed * seed * 1234567;
  const auto& fields = streams_of(group_of(stream)).fields;
  e.known = static_cast<uint8_t>((1u << fields.size()) - 1);
  for (size_t f = 0; f < fields.size(); ++f) e.numbers[f] = (seed + f) % 5 ? (seed * 0x9e3779b97f4a7c15ull) >> (seed % 64) : f;
  if (!streams_of(group_of(stream)).has_data()) return e;
  e.has = event_data::full;
  for (size_t i = 0; i < seed % 300; ++i) e.data.push_back(static_cast<uint8_t>(seed * i + i));
  return e;
}

std::string refused(const std::string& line) {
  log_event e;
  try {
    parse_line(line, e, "a.jsonl:7");
  } catch (const event_line_error& error) {
    return error.what();
  }
  return "(taken)";
}

}  // namespace

TEST_CASE("every stream's lines come back as they were, with all, a CRC, or none of their data") {
  for (unsigned stream = 0; stream < event_stream_count; ++stream)
    for (uint64_t seed = 0; seed < 130; ++seed) {
      const log_event e = event_of(stream, seed);
      for (const event_data how : {event_data::none, event_data::crc, event_data::full}) {
        log_event back = event_of(0, seed + 1);
        REQUIRE(parse_line(line_of(e, how), back) == event_line::event);
        INFO(line_of(e, how));
        CHECK(back.stream == e.stream);
        CHECK(back.ordinal == e.ordinal);
        CHECK(back.cycle == e.cycle);
        CHECK(back.known == e.known);
        for (size_t f = 0; f < most_event_numbers; ++f)
          if (e.known >> f & 1) CHECK(back.numbers[f] == e.numbers[f]);
        CHECK(back.has == (e.has == event_data::none ? event_data::none : how));
        if (back.has == event_data::full) CHECK(back.data == e.data);
        if (back.has == event_data::crc) CHECK(back.crc == crc_of(e.data.data(), e.data.size()));
        CHECK(line_of(back, how) == line_of(e, how));
        CHECK(line_of(e, how).size() < longest_event_line(event_data::none) + 2 * e.data.size());
      }
    }
}

TEST_CASE("what a writer remembers of the lines before does not show") {
  event_line_writer writer;
  for (uint64_t i = 0; i < 2500; ++i) {
    log_event e = event_of(static_cast<unsigned>(i % 7 * 11), i / 3);  // numbers and cycles repeat, and change
    e.ordinal = i % 1000 < 990 ? i / 7 : i * 1000;                     // counts on, 9 to 10 and 99 to 100, and jumps
    if (i % 5 < 3) e.cycle = 99999900 + i / 9;                         // goes on, from 8 digits to 9
    e.data.resize(event_bytes(e.stream), static_cast<uint8_t>(i));
    uint32_t numbers[most_event_numbers];
    for (size_t f = 0; f < most_event_numbers; ++f)
      e.numbers[f] = numbers[f] = static_cast<uint32_t>(e.numbers[f]) >> (i % 3 ? 0 : i % 32);
    e.known = 0xff;
    const ordered_event event = {
        e.cycle, {numbers[0], numbers[1], numbers[2], numbers[3], numbers[4]}, static_cast<uint32_t>(i), e.data.data()};
    const told_event told = {&event, e.ordinal, e.stream};
    for (const event_data how : {event_data::none, event_data::crc, event_data::full}) {
      INFO(i);
      std::string line(longest_event_line(std::min(how, e.has)), 0);
      const char* const end = line.data() + line.size();
      size_t done = 0;
      REQUIRE(writer.put(line.data(), end - 1, {&told, 1, e.has}, done, how) == line.data());  // no room
      REQUIRE(done == 0);
      line.resize(static_cast<size_t>(writer.put(line.data(), end, {&told, 1, e.has}, done, how) - line.data()));
      REQUIRE(done == 1);
      REQUIRE(line == line_of(e, how) + "\n");
      log_event back;
      event_batch{&told, 1, e.has}.unpack(0, back);
      REQUIRE(line_of(back, how) + "\n" == line);
    }
  }
}

TEST_CASE("a CRC is that of IEEE 802.3") {
  const uint8_t check[] = {'1', '2', '3', '4', '5', '6', '7', '8', '9'};
  CHECK(crc_of(check, 9) == 0xcbf43926u);  // the value that identifies it
  std::vector<uint8_t> bytes;
  for (unsigned n = 0; n < 300; ++n) {
    boost::crc_32_type expected;
    expected.process_bytes(bytes.data(), bytes.size());
    CHECK(crc_of(bytes.data(), bytes.size()) == expected.checksum());
    bytes.push_back(static_cast<uint8_t>(n * n * 7 + 3));
  }
}

TEST_CASE("streams have names of their own, found again") {
  for (unsigned s = 0; s < event_stream_count; ++s) CHECK(stream_named(stream_name(s)) == s);
  CHECK_FALSE(stream_named("l1"));
  CHECK_FALSE(stream_named("l1.64"));
  for (unsigned u = 0; u < tile_units; ++u)
    CHECK(stream_name(event_stream(event_group::accept, u)) == std::string("accept.") + tile_unit_names[u]);
}

TEST_CASE("numbers may be left out, and stand in any order, decimal or hexadecimal") {
  log_event e;
  parse_line("{ \"c\": \"0xc\", \"addr\":16 ,\"n\":3,\"s\":\"l1.7\"}\r", e);
  CHECK(e.cycle == 12);
  CHECK(e.ordinal == 3);
  CHECK(e.known == 1);
  CHECK(e.numbers[0] == 16);
}

TEST_CASE("a line that is none is refused with its place and what is wrong") {
  CHECK(refused("") == "a.jsonl:7: an empty line");
  CHECK(refused("x").find("a.jsonl:7: parse error at line 1, column 1: ") == 0);
  CHECK(refused("{\"s\":\"sem\"").find("unexpected end of input") != std::string::npos);
  CHECK(refused("{\"s\":\"sem\",\"n\":0}") == "a.jsonl:7: \"c\" is missing");
  CHECK(refused("{\"s\":\"semaphor\",\"n\":0,\"c\":1}") == "a.jsonl:7: there is no stream \"semaphor\"");
  CHECK(refused("{\"s\":\"sem\",\"n\":0,\"c\":-1}").find("\"c\" is -1; expected a number") != std::string::npos);
  CHECK(refused("{\"s\":\"sem\",\"n\":0,\"c\":1,\"c\":1}") == "a.jsonl:7: the member 'c' is there twice");
  CHECK(refused("{\"s\":\"sem\",\"n\":0,\"c\":1,\"row\":1}").find("it has \"s\", \"n\", \"c\", \"index\", \"value\"") !=
        std::string::npos);
  CHECK(refused("{\"s\":\"sem\",\"n\":0,\"c\":1,\"d\":\"00\"}") == "a.jsonl:7: events of \"sem\" have no data");
  CHECK(refused("{\"s\":\"l1.0\",\"n\":0,\"c\":1,\"d\":\"0\"}") == "a.jsonl:7: \"d\" has an odd number of digits");
  CHECK(refused("{\"s\":\"l1.0\",\"n\":0,\"c\":1,\"d\":\"0g\"}").find("hexadecimal") != std::string::npos);
  CHECK(refused("{\"s\":\"l1.0\",\"n\":0,\"c\":1,\"crc\":\"0x100000000\"}") ==
        "a.jsonl:7: \"crc\" is \"0x100000000\"; at most 4294967295");
  CHECK(refused("{\"w\":1,\"n\":0}") == "a.jsonl:7: a watermark, or the end, stands alone in its line");
  CHECK(refused("{\"w\":1}}").find("unexpected '}'; expected end of input") != std::string::npos);
  CHECK(refused("{\"w\":1}") == "(taken)");
  CHECK(refused("{\"end\":1}") == "(taken)");
}

TEST_CASE("the first line says what the log is") {
  event_log_header h;
  h.data = event_data::full;
  h.writer = "me";
  h.configuration = "{\"a\":{\"b\":[1,2,\"}\"]}}";
  const event_log_header back = parse_header(line_of(h));
  CHECK(back.data == h.data);
  CHECK(back.writer == h.writer);
  CHECK(back.configuration == h.configuration);
  CHECK_THROWS_AS(parse_header("{\"format\":\"tensix-tlm-metrics\"}"), event_line_error);
  CHECK_THROWS_AS(parse_header("{\"format\":\"tensix-tlm-events\",\"version\":2,\"data\":\"crc\"}"), event_line_error);
  CHECK_THROWS_AS(parse_header("{\"format\":\"tensix-tlm-events\",\"version\":1,\"data\":\"all\"}"), event_line_error);
}

}  // namespace events_lines_test
