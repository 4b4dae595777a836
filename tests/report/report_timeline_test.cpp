// SPDX-License-Identifier: Apache-2.0
// The timeline's data in pages of --report: the window with slices, the whole run, and what slices tell.
#include <map>
#include <set>

#include "page_data.h"

using namespace tensix_cli;

TEST_CASE("a timeline of the whole run has the cycles of the accounts") {
  const temporary_folder folder;
  const told t = report_of(
      folder, {"run", "add", "--shape", "64x96", "--config", "documented", "--report-from", "0", "--report-cycles", "100000"});
  const json& w = t.data.at("window");
  CHECK(w.at("cut") == false);
  CHECK(w.at("to") == t.metrics.at("cycles"));
  std::set<std::string> cores;
  for (const auto& row : w.at("rows")) {
    const bool thread = row.at("thread"), core = row.at("core");
    const std::string name = row.at("name");
    CAPTURE(name);
    const json& account = t.metrics.at(core ? "cores" : thread ? "threads" : "units").at(name);
    if (core) cores.insert(name);
    uint64_t busy = 0, stalled = 0;
    for (const auto& s : row.at("states"))
      (w.at("reasons")[s[2].get<size_t>()] == "busy" ? busy : stalled) += s[1].get<uint64_t>() - s[0].get<uint64_t>();
    uint64_t counted = 0;
    for (const auto& [reason, n] : account.at("stall").items()) counted += n.get<uint64_t>();
    CHECK(busy + stalled == account.at("busy").get<uint64_t>() + counted);  // waits for L1 are told apart later
    if (thread || core) CHECK(busy == account.at("busy"));
  }
  CHECK(cores == std::set<std::string>{"core_t0", "core_t1", "core_t2"});  // those that play the kernel
}

TEST_CASE("the window of the timeline: as asked for, chosen, cut, after the end") {
  const temporary_folder folder;
  const arguments a = {"run", "matmul", "--shape", "128x128x256"};
  const auto window = [&](arguments more) {
    more.insert(more.begin(), a.begin(), a.end());
    return report_of(folder, more).data.at("window");
  };
  const json whole = window({});
  CHECK(whole.at("whole") == true);
  CHECK(whole.at("from") == 0);
  const json chosen = window({"--report-cycles", "1000"});
  CHECK(chosen.at("from") > 0);
  CHECK(chosen.at("to") == chosen.at("from").get<uint64_t>() + 1000);
  const json asked = window({"--report-from", "123", "--report-cycles", "45"});
  CHECK(asked.at("from") == 123);
  CHECK(asked.at("to") == 168);
  const json late = window({"--report-from", "100000000"});
  CHECK(late.at("from") == late.at("to"));
  const json large =
      report_of(folder, {"run", "matmul", "--shape", "512x512x512", "--report-cycles", "100000"}).data.at("window");
  CHECK(large.at("cut") == true);
  CHECK(large.at("to") < large.at("from").get<uint64_t>() + 100000);
}

TEST_CASE("a long run has slices of a part that is chosen", "[long]") {
  const temporary_folder folder;
  const told t = report_of(folder, {"run", "matmul", "--shape", "512x512x512"});
  const json& w = t.data.at("window");
  CHECK(w.at("whole") == false);
  CHECK(w.at("from") > 0);
  CHECK(w.at("to").get<uint64_t>() - w.at("from").get<uint64_t>() >= 1000);
  CHECK(w.at("to") < t.metrics.at("cycles"));
  check_density(t);
}

// [from, to, text, thread, issued, how many, bank of SrcA, of SrcB, bytes, address, turns]
TEST_CASE("slices of units say when they were issued, and what they work with") {
  const temporary_folder folder;
  for (const char* configuration : {"blackhole", "documented"}) {
    CAPTURE(configuration);
    const told t = report_of(folder, {"run", "add", "--shape", "64x96", "--config", configuration});
    const json& w = t.data.at("window");
    REQUIRE(w.at("whole") == true);
    std::map<std::string, uint64_t> bytes, boxes;
    std::set<int> banks;
    for (const auto& row : w.at("rows")) {
      if (row.at("thread") || row.at("core")) continue;
      const std::string name = row.at("name");
      CAPTURE(name);
      for (const auto& s : row.at("instructions")) {
        REQUIRE(s.size() >= 6);
        ++boxes[name];
        CHECK(s[4] <= s[0]);
        if (name == "matrix_unit" && s.size() > 6) banks.insert(s[6].get<int>());
        if (s.size() > 8) bytes[name] += s[8].get<uint64_t>();
      }
    }
    for (const char* unpacker : {"unpacker0", "unpacker1"})
      CHECK(bytes[unpacker] == t.metrics.at("bandwidth").at(unpacker).at("bytes"));
    CHECK(bytes["packer0"] + bytes["packer1"] + bytes["packer2"] + bytes["packer3"] ==
          t.metrics.at("bandwidth").at("pack").at("bytes"));
    for (const char* packer : {"packer0", "packer1", "packer2", "packer3"}) CHECK(boxes[packer] > 0);
    CHECK(banks.count(0) + banks.count(1) == 2);
    // The packer has gone through its buffer in order: the last tile is the last of the run.
    const json& moved = w.at("movements").at("packer0");
    for (const auto& b : t.metrics.at("kernel").at("chosen").at("buffers"))
      if (b.at("name") == "out") {
        const uint64_t slot =
            (moved.at("last_address").get<uint64_t>() - b.at("address").get<uint64_t>()) / b.at("tile_bytes").get<uint64_t>();
        CHECK(moved.at("turns").get<uint64_t>() * b.at("tiles").get<uint64_t>() + slot + 1 ==
              t.metrics.at("kernel").at("tiles"));
      }
  }
}
