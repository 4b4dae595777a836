// SPDX-License-Identifier: Apache-2.0
// stream --timeline: what it shows of a stream whose cycles are worked out by hand, folding, cutting, and that it agrees with
// the accounts.
#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "pipeline_stream.h"
#include "tlm_process.h"

using namespace tensix_cli;

namespace {

struct table {
  std::vector<std::string> heads;
  std::vector<std::vector<std::string>> rows;  // one a cycle, without its number
};

// The timeline of `text` with the folded lines written out. Columns begin where their heads begin.
table unfolded(const std::string& text) {
  table t;
  std::vector<size_t> begin;
  for (const std::string& line : lines_of(text)) {
    if (line.empty()) break;
    if (t.heads.empty()) {
      for (size_t i = 0; i < line.size(); ++i)
        if (line[i] != ' ' && (i == 0 || line[i - 1] == ' ')) begin.push_back(i);
      std::istringstream words(line);
      for (std::string w; words >> w;) t.heads.push_back(w);
      continue;
    }
    std::istringstream words(line);
    std::string first;
    size_t times = 0;
    words >> first;
    if (first == "...") {
      words >> times;
      REQUIRE(!t.rows.empty());
      t.rows.insert(t.rows.end(), times, std::vector<std::string>(t.rows.back()));
      continue;
    }
    CHECK(first == std::to_string(t.rows.size()));
    std::vector<std::string> row;
    for (size_t c = 1; c < begin.size(); ++c) {
      std::string cell =
          line.size() > begin[c] ? line.substr(begin[c], c + 1 < begin.size() ? begin[c + 1] - begin[c] : line.npos) : "";
      cell.erase(cell.find_last_not_of(' ') + 1);
      row.push_back(cell);
    }
    t.rows.push_back(row);
  }
  if (!t.heads.empty()) t.heads.erase(t.heads.begin());
  return t;
}

}  // namespace

// documented, but for the depth of pipelines: an address phase of 2 cycles; an unpacker fetches 64 bytes a cycle alone, 32 while the other does too; the matrix
// unit has results after 5 cycles; hand-over, semaphores and the gate's release after a wait take 1; a packer reads 16 bytes a
// cycle and writes as many.
//
// 263  T0's UNPACR is in its address phase. 265: it fetches 512 bytes, and the second UNPACR starts its address phase.
// 267  Both fetch: 128 bytes are there, 384 at 32 a cycle take until 279; SrcA is handed over, T1 goes on to wait for SrcB.
// 279  unpacker 1 has 128 bytes left, and its 64 a cycle back: until 281. Alone each would have fetched for 8 cycles: the last
// 6
//      are shown as lost to the other.
// 281  MVMUL, in 282 the next; its result is there in 287, which T1's STALLWAIT sees, so that SEMPOST passes in 288.
// 289  The semaphore is 1, which T2's SEMWAIT sees, so that PACR passes in 290.
// 290  32 bytes of a row are read in 290 and 291 (the next PACR waits), written in 291 and 292; the next row until 294.
// 300  T2's TTSync load after the last instruction returns: 5 cycles after the packer is done.
TEST_CASE("timeline of a pipeline from unpackers to packer, documented configuration") {
  const temporary_folder folder;
  const outcome o = play(folder, pipeline, with_pipeline_configuration({}, {"--timeline", "--timeline-from", "260"}));
  INFO(described({}, o));
  CHECK(o.code == 0);
  CHECK(o.err.empty());
  const std::string expected =
      R"(cycle  T0                    T1                    T2                    unpacker0              unpacker1              matrix            packer0  sync
  260  .                     .                     .                     .                      .                      .                 .        .
  ...  2 cycles the same
  263  UNPACR set_dat_val..  .                     .                     #T0                    .                      .                 .        .
  264  #                     (srca_not_valid)      SEMWAIT sem_sel=2 ..  #                      .                      (srca_not_valid)  .        #T2
  265  UNPACR set_dat_val..  (srca_not_valid)      (semwait)             #                      #T0                    (srca_not_valid)  .        .
  266  #                     (srca_not_valid)      (semwait)             #                      #                      (srca_not_valid)  .        .
  267  .                     (srca_not_valid)      (semwait)             #                      #                      (srca_not_valid)  .        .
  ...  5 cycles the same
  273  .                     (srca_not_valid)      (semwait)             (throttle_arbitrati..  #                      (srca_not_valid)  .        .
  274  .                     (srca_not_valid)      (semwait)             (throttle_arbitrati..  #                      (srca_not_valid)  .        .
  275  .                     (srca_not_valid)      (semwait)             (throttle_arbitrati..  (throttle_arbitrati..  (srca_not_valid)  .        .
  ...  3 cycles the same
  279  .                     (srcb_not_valid)      (semwait)             .                      (throttle_arbitrati..  (srcb_not_valid)  .        .
  280  .                     (srcb_not_valid)      (semwait)             .                      (throttle_arbitrati..  (srcb_not_valid)  .        .
  281  .                     MVMUL                 (semwait)             .                      .                      #T1               .        .
  282  .                     MVMUL clear_dvalid..  (semwait)             .                      .                      #T1               .        .
  283  .                     STALLWAIT wait_res..  (semwait)             .                      .                      .                 .        #T1
  284  .                     (stallwait)           (semwait)             .                      .                      .                 .        .
  ...  3 cycles the same
  288  .                     SEMPOST sem_sel=2     (semwait)             .                      .                      .                 .        #T1
  289  .                     .                     (semwait)             .                      .                      .                 .        .
  290  .                     .                     PACR read_intf_sel=1  .                      .                      .                 #T2      .
  291  .                     .                     (unit_busy)           .                      .                      .                 #        .
  292  .                     .                     PACR read_intf_sel..  .                      .                      .                 #T2      .
  293  .                     .                     SEMGET sem_sel=2      .                      .                      .                 #        #T2
  294  .                     .                     .                     .                      .                      .                 #        .
  295  .                     .                     .                     .                      .                      .                 .        .
  ...  4 cycles the same
)";
  CHECK(o.out == expected + "\n" + results);

  CHECK(play(folder, pipeline, pipeline_configuration).out == results);
}

TEST_CASE("a timeline that is too long is cut, and goes on where it says") {
  const temporary_folder folder;
  const arguments from260 = with_pipeline_configuration({}, {"--timeline", "--timeline-from", "260", "--timeline-rows"});
  const auto cut = [&](const std::string& lines) {
    arguments more = from260;
    more.push_back(lines);
    return lines_of(play(folder, pipeline, more).out);
  };
  auto got = cut("3");
  REQUIRE(got.size() == 8);  // heads, 3 lines, note, empty, mark, out
  CHECK(got[0] == "cycle  T0                             unpacker0");
  CHECK(got[1] == "  260  .                              .");
  CHECK(got[2] == "  ...  2 cycles the same");
  CHECK(got[3] == "  263  UNPACR set_dat_valid=1 last=1  #T0");
  CHECK(got[4] ==
        "timeline: cut after 3 lines; --timeline-from 264 goes on from here to cycle 299, --timeline-rows shows more");
  // A fold that has no room is not left out silently.
  got = cut("1");
  REQUIRE(got.size() == 5);
  CHECK(got[0] == "timeline: nobody does anything in the cycles 260 to 260");
  CHECK(got[1] == "timeline: cut after 1 line; --timeline-from 261 goes on from here to cycle 299, --timeline-rows shows more");
  // Exactly as many lines as there are: no note.
  CHECK_FALSE(contains(joined(cut("28")), "cut after"));
  CHECK(contains(joined(cut("27")), "cut after 27 lines; --timeline-from 296 "));
}

TEST_CASE("long streams: equal cycles fold, and the first lines do not depend on how many follow") {
  const temporary_folder folder;
  const std::string sum = "t0 loop 100000\nt0 SETDMAREG reg_index_16b=10\nt0 endloop\n";
  outcome o = play(folder, sum, {"--timeline"});
  CHECK(o.out ==
        " cycle  T0                          scalar\n"
        "     0  .                           .\n"
        "     1  .                           .\n"
        "     2  SETDMAREG reg_index_16b=10  #T0\n"
        "   ...  99999 cycles the same\n"
        "100002  .                           .\n"
        "   ...  4 cycles the same\n\n");
  const auto alternating = [](int times) {
    return "t0 loop " + std::to_string(times) + "\nt0 SETDMAREG reg_index_16b=10\nt0 SETC16 setc16_reg=5\nt0 endloop\n";
  };
  const auto few = lines_of(play(folder, alternating(60), {"--timeline", "--timeline-rows", "50"}).out);
  const auto many = lines_of(play(folder, alternating(20000), {"--timeline", "--timeline-rows", "50"}).out);
  REQUIRE(few.size() == 53);
  REQUIRE(many.size() == 53);
  const auto words = [](const std::string& line) {
    std::istringstream in(line);
    std::vector<std::string> all;
    for (std::string w; in >> w;) all.push_back(w);
    return all;
  };
  for (size_t i = 0; i < 51; ++i) CHECK(words(few[i]) == words(many[i]));  // the cycle's column is wider
}

TEST_CASE("timelines of an empty stream, of a window behind the end, of a run that is stopped or stuck") {
  const temporary_folder folder;
  CHECK(play(folder, "", {"--timeline"}).out == "timeline: nobody does anything in the cycles 0 to 4\n\n");
  CHECK(play(folder, "out 0 1\n", {"--timeline", "--timeline-from", "5"}).out ==
        "timeline: nothing to show from cycle 5 on, the run has 5 cycles\n\nout 0x0 00\n");
  // In the cycle of the undefined instruction the others are not known any more.
  outcome o = play(folder, "t1 MVMUL\nt2 NOP\nt2 push 0xff000000\n", {"--timeline"});
  CHECK(o.code == 1);
  CHECK(o.out ==
        "cycle  T1                T2\n"
        "    0  .                 .\n"
        "    1  .                 .\n"
        "    2  (srca_not_valid)  NOP\n"
        "    3                    unknown 0xff000000\n\n");
  o = play(folder, "t1 MVMUL\nt1 mark here\n", {"--timeline", "--maxclk", "1000"});
  CHECK(o.code == 3);
  CHECK(contains(o.out, "    2  (srca_not_valid)\n"));
  CHECK(contains(o.out, "\n\nmark here t1 1\n"));
}

TEST_CASE("a timeline agrees with the accounts, cycle by cycle") {
  for (const char* configuration : {"documented", "blackhole"}) {
    CAPTURE(configuration);
    const temporary_folder folder;
    const outcome o =
        play(folder, pipeline, {"--config", configuration, "--timeline", "--timeline-rows", "10000", "--metrics", "m.json"});
    INFO(described({}, o));
    REQUIRE(o.code == 0);
    const table t = unfolded(o.out);
    const auto metrics = nlohmann::json::parse(folder.read("m.json"));
    std::map<std::string, uint64_t> used;
    REQUIRE(t.heads.size() >= 8);
    for (size_t c = 0; c < t.heads.size(); ++c)
      for (const auto& row : t.rows) used[t.heads[c]] += row[c] != ".";
    for (const char* group : {"units", "threads"})
      for (const auto& [name, a] : metrics.at(group).items()) {
        CAPTURE(name);
        std::string head = name;
        if (head.size() == 2) head[0] = 'T';
        if (head.size() > 5 && head.substr(head.size() - 5) == "_unit") head.resize(head.size() - 5);
        CHECK(t.rows.size() - used[head] == a.at("idle").get<uint64_t>());
      }
  }
}

TEST_CASE("options of the timeline that are wrong") {
  const temporary_folder folder;
  folder.write("x.scn", "");
  const std::vector<std::pair<arguments, std::vector<std::string>>> wrong = {
      {{"stream", "x.scn", "--timelin"}, {"'--timelin'", "'--timeline'"}},
      {{"stream", "x.scn", "--timeline-rows", "3"}, {"--timeline-rows", "only with --timeline"}},
      {{"stream", "x.scn", "--timeline-from", "3"}, {"--timeline-from", "only with --timeline"}},
      {{"stream", "x.scn", "--timeline", "--timeline-rows", "0"}, {"--timeline-rows", "at least 1"}},
      {{"stream", "x.scn", "--timeline", "--timeline-from", "soon"}, {"--timeline-from", "'soon'", "number"}},
      {{"stream", "x.scn", "--timeline=5"}, {"--timeline"}},
      {{"run", "add", "--timeline-rows", "3"}, {"--timeline-rows", "only with --timeline"}},
      {{"params", "--timeline"}, {"unknown option '--timeline'"}}};
  for (const auto& [command_line, parts] : wrong) check_refused(command_line, run_tlm(folder, command_line), parts);
}
