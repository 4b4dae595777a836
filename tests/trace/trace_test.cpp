// SPDX-License-Identifier: Apache-2.0
// run and stream --trace: what the file says of kernels and streams, its window, and runs that do not end well.
#include <algorithm>

#include "cli/pipeline_stream.h"
#include "trace_file.h"
#include "vcd_file.h"

using namespace tensix_cli;
using nlohmann::json;

namespace trace_test {
namespace {

const std::string vectors = std::string(TENSIX_TEST_DATA) + "/vectors/",
                  experiments = std::string(TENSIX_TEST_DATA) + "/experiments/";

uint64_t sum(const json& numbers) {
  uint64_t total = 0;
  for (const auto& n : numbers) total += n.get<uint64_t>();
  return total;
}

// A counter of values over windows, each of which holds until the next: their sum.
uint64_t over_windows(const trace_file& t, const std::string& counter) {
  uint64_t total = 0, from = 0, value = 0;
  const uint64_t window = t.about.at("counter_window_cycles"), cycles = t.about.at("cycles");
  const auto until = [&](uint64_t ts) { total += value * ((ts - from + window - 1) / window); };
  if (t.counters.count(counter))
    for (const auto& [ts, args] : t.counters.at(counter)) {
      until(ts);
      from = ts;
      value = 0;
      for (const auto& series : args) value += series.get<uint64_t>();
    }
  until(cycles);
  return total;
}

// A command with --trace and --metrics: what must hold of every run that ended by itself.
trace_file traced(const temporary_folder& folder, arguments command, int code = 0) {
  const std::string name = "t.json";
  command.insert(command.end(), {"--trace", name, "--metrics", "m.json"});
  const outcome o = run_tlm(folder, command);
  INFO(described(command, o));
  REQUIRE(o.code == code);
  const trace_file t = read_trace(folder.read(name));
  const json metrics = json::parse(folder.read("m.json"));
  check_sums(t, metrics);
  CHECK(t.about.at("cycles") == metrics.at("cycles"));
  CHECK(t.about.at("clock_mhz") == metrics.at("clock_mhz"));
  CHECK(t.about.at("last_cycle").get<uint64_t>() + 1 == metrics.at("cycles").get<uint64_t>());
  CHECK(over_windows(t, "L1 bytes per cycle") * t.about.at("counter_window_cycles").get<uint64_t>() ==
        16 * sum(metrics.at("l1").at("ports")));
  CHECK(over_windows(t, "L1 bank conflicts") == sum(metrics.at("l1").at("bank_conflicts")));
  return t;
}

// Every instruction that reached a unit came from the slice of a thread in which it was issued.
void check_arrows(const trace_file& t) {
  size_t issued = 0, taken = 0, issues = 0, hand_overs = 0, owners = 0;
  for (const auto& a : t.arrows) {
    CHECK(a.from <= a.to);
    const auto begins = [&](const std::string& track, uint64_t cycle) {
      const auto& all = t.tracks.at(track);
      return std::any_of(all.begin(), all.end(), [&](const trace_slice& s) { return s.from == cycle; });
    };
    if (a.name == "issue") {
      ++issues;
      if (!begins(a.from_track, a.from)) FAIL("no issue in cycle " << a.from << " of " << a.from_track);
    } else if (a.name == "hand_over") {
      ++hand_overs;
      if (!begins(a.to_track, a.to)) FAIL("no new owner in cycle " << a.to << " of " << a.to_track);
      CHECK(a.from < a.to);
    } else {
      CHECK((a.name == "path" || a.name == "does"));
      CHECK(a.from_track == "critical path");
    }
  }
  for (const auto& [name, slices] : t.tracks)
    for (const auto& s : slices) {
      issued += s.category == "busy" && !s.instruction.empty() && s.instruction != "NOP";
      taken += s.category == "instruction" && s.name != "job of TDMA-RISC";
      owners += s.category == "owner";
    }
  CHECK(issues == issued);
  CHECK(taken >= issues);           // a PACR is shown on every interface that it reads, and has one arrow
  CHECK(hand_overs + 4 == owners);  // each bank begins with the unpackers
}

}  // namespace

TEST_CASE("traces of all kernels are well-formed and add up to the metrics") {
  const temporary_folder folder;
  for (const char* configuration : {"blackhole", "documented"})
    for (const arguments& kernel :
         std::vector<arguments>{{"datacopy", "--shape", "64x64"},
                                {"add", "--shape", "32x64", "--format", "fp16"},
                                {"sub", "--shape", "64x32", "--broadcast", "row"},
                                {"mul", "--shape", "64x64", "--fidelity", "hifi4"},
                                {"matmul", "--shape", "64x64x64", "--format", "bfp8"},
                                {"datacopy", "--shape", "64x64", "--throttle", "x1", "--feed-bytes", "32"}}) {
      arguments command = {"run", "--config", configuration};
      command.insert(command.end(), kernel.begin(), kernel.end());
      CAPTURE(joined(command));
      const trace_file t = traced(folder, command);
      check_arrows(t);
      CHECK(t.events > 500);
      for (const char* counter : {"T0 instruction FIFO", "T1 instruction FIFO", "T2 instruction FIFO", "packer0 queue"}) {
        REQUIRE(t.counters.count(counter));
        CHECK(t.counters.at(counter).back().second.begin().value() == 0);  // empty at the end
        for (const auto& [cycle, value] : t.counters.at(counter)) CHECK(value.begin().value().get<uint64_t>() <= 4096);
      }
    }
}

TEST_CASE("traces of streams are well-formed and add up to the metrics") {
  const temporary_folder folder;
  for (const char* stream :
       {"D_matmul/gap_bf16_d32.scn", "B_srcb/bfp8_exp3.scn", "A_datacopy/tile4_bfp4_bfp4_bf16_bfp4_mova2d.scn",
        "A_datacopy/tile4_fp32_fp32_fp32_fp32_direct.scn"}) {
    CAPTURE(stream);
    check_arrows(traced(folder, {"stream", vectors + stream}));
  }
  for (const char* stream :
       {"PACK1I-F32-n1024-r1", "UNP-srca-128", "TWOBLK-elwmul", "SEM-semwait", "DSTCON-mova2d-sfpload-batched", "PDB-fast"}) {
    CAPTURE(stream);
    check_arrows(traced(folder, {"stream", experiments + stream + ".scn"}));
  }
}

// The cycles are those that timeline_test.cpp works out.
TEST_CASE("tracks, arrows and counters of a pipeline from unpackers to packer") {
  const temporary_folder folder;
  folder.write("x.scn", pipeline);
  const trace_file t = traced(folder, with_pipeline_configuration({"stream", "x.scn"}, {}));
  const auto late = [&](const std::string& track) {
    std::vector<trace_slice> all;
    for (const auto& s : t.tracks.at(track))
      if (s.to > 260) all.push_back(s);
    return all;
  };
  using slices = std::vector<trace_slice>;
  const std::string first = "UNPACR last=1 set_dat_valid=1 ovrd_thread_id=1", second = first + " unpack_block_selection=1",
                    clear = "MVMUL dst=8 clear_dvalid=3", wait = "STALLWAIT wait_res=16 stall_res=2",
                    post = "SEMPOST sem_sel=2", semwait = "SEMWAIT wait_sem_cond=1 sem_sel=2 stall_res=4",
                    pack = "PACR read_intf_sel=1", last = "PACR last=1 read_intf_sel=1";
  CHECK(late("T0") == slices{{263, 265, "busy", "UNPACR", first, ""}, {265, 267, "busy", "UNPACR", second, ""}});
  CHECK(late("T1") == slices{{264, 279, "stall", "srca_not_valid", "MVMUL", ""},
                             {279, 281, "stall", "srcb_not_valid", "MVMUL", ""},
                             {281, 282, "busy", "MVMUL", "MVMUL", ""},
                             {282, 283, "busy", "MVMUL", clear, ""},
                             {283, 284, "busy", "STALLWAIT", wait, ""},
                             {284, 288, "stall", "stallwait", post, ""},
                             {288, 289, "busy", "SEMPOST", post, ""}});
  CHECK(late("T2") == slices{{264, 265, "busy", "SEMWAIT", semwait, ""},
                             {265, 290, "stall", "semwait", pack, ""},
                             {290, 291, "busy", "PACR", pack, ""},
                             {291, 292, "stall", "unit_busy", last, ""},
                             {292, 293, "busy", "PACR", last, ""},
                             {293, 294, "busy", "SEMGET", "SEMGET sem_sel=2", ""}});
  // Its fetch: 8 cycles would do at 64 bytes a cycle; the others were unpacker 1's.
  CHECK(late("unpacker0 instructions") == slices{{265, 279, "instruction", "UNPACR", first, ""}});
  CHECK(late("unpacker0") == slices{{263, 273, "busy", "busy", "", ""}, {273, 279, "stall", "throttle_arbitration", "", ""}});
  CHECK(late("unpacker1 instructions") == slices{{267, 281, "instruction", "UNPACR", second, ""}});
  CHECK(late("matrix_unit instructions") ==
        slices{{281, 282, "instruction", "MVMUL", "MVMUL", ""}, {282, 283, "instruction", "MVMUL", clear, ""}});
  CHECK(late("packer0 instructions") ==
        slices{{290, 292, "instruction", "PACR", pack, ""}, {292, 294, "instruction", "PACR", last, ""}});
  CHECK(late("packer0") == slices{{290, 295, "busy", "busy", "", ""}});
  CHECK(t.tracks.at("SrcA bank 0") == slices{{0, 279, "owner", "unpackers", "", ""},
                                             {279, 283, "owner", "matrix_unit", "", ""},
                                             {283, 300, "owner", "unpackers", "", ""}});
  CHECK(t.tracks.at("SrcB bank 0") == slices{{0, 281, "owner", "unpackers", "", ""},
                                             {281, 283, "owner", "matrix_unit", "", ""},
                                             {283, 300, "owner", "unpackers", "", ""}});
  // Those of the critical path apart: what it comes to next, and who does that.
  std::vector<std::string> arrows, does;
  for (const auto& a : t.arrows) {
    if (a.from <= 260) continue;
    const std::string to = a.to_track + " " + std::to_string(a.to);
    if (a.name == "does") {
      CHECK(a.from == a.to);
      does.push_back(to);
    } else if (a.name != "path") {
      arrows.push_back(a.from_track + " " + std::to_string(a.from) + " " + to);
    }
  }
  std::sort(arrows.begin(), arrows.end());
  std::sort(does.begin(), does.end());
  CHECK(does == std::vector<std::string>{"T1 287", "T2 289", "matrix_unit 281", "matrix_unit 282", "packer0 290", "packer0 291",
                                         "packer0 293", "sync_unit 288", "unpacker0 263", "unpacker1 265", "unpacker1 267",
                                         "unpacker1 275"});
  const auto& path = t.tracks.at("critical path");
  for (size_t i = 1; i < path.size(); ++i) CHECK(path[i].from == path[i - 1].to);
  CHECK(arrows ==
        std::vector<std::string>{
            "T0 263 unpacker0 instructions 265", "T0 265 unpacker1 instructions 267", "T1 281 matrix_unit instructions 281",
            "T1 282 matrix_unit instructions 282", "T1 283 sync_unit instructions 283", "T1 288 sync_unit instructions 288",
            "T2 264 sync_unit instructions 264", "T2 290 packer0 instructions 290", "T2 292 packer0 instructions 292",
            "T2 293 sync_unit instructions 293", "matrix_unit instructions 282 SrcA bank 0 283",
            "matrix_unit instructions 282 SrcB bank 0 283", "unpacker0 278 SrcA bank 0 279", "unpacker1 280 SrcB bank 0 281"});
  for (const auto& [cycle, value] : std::map<uint64_t, uint64_t>{{288, 0}, {289, 1}, {293, 1}, {294, 0}})
    CHECK(t.counter("semaphore 1", cycle) == value);
  for (const auto& [cycle, value] : std::map<uint64_t, uint64_t>{{289, 0}, {290, 2}, {292, 4}, {294, 2}, {296, 0}})
    CHECK(t.counter("packer0 queue", cycle) == value);
  // Two words, pushed in 260 and 261; each leaves one cycle later, and passes the gate three cycles after its push.
  for (const auto& [cycle, value] : std::map<uint64_t, uint64_t>{{259, 0}, {260, 1}, {261, 1}, {262, 0}})
    CHECK(t.counter("T0 instruction FIFO", cycle) == value);
}

TEST_CASE("instructions that overlap in a pipeline, or are taken in one cycle") {
  const temporary_folder folder;
  folder.write("x.scn",
               "t0 WRCFG cfg_reg=180\nt0 WRCFG cfg_reg=181\nt0 WRCFG cfg_reg=182\n"
               "t1 delay 20\nt1 SETC16 setc16_reg=5\nt2 delay 20\nt2 SETC16 setc16_reg=5\n");
  const trace_file t = traced(folder, {"stream", "x.scn"});
  check_arrows(t);
  // A WRCFG has two cycles in the pipeline, and is shown until the next one enters.
  using slices = std::vector<trace_slice>;
  CHECK(t.tracks.at("config_unit instructions") == slices{{2, 3, "instruction", "WRCFG", "WRCFG cfg_reg=180", ""},
                                                          {3, 4, "instruction", "WRCFG", "WRCFG cfg_reg=181", ""},
                                                          {4, 6, "instruction", "WRCFG", "WRCFG cfg_reg=182", ""},
                                                          {22, 23, "instruction", "SETC16", "SETC16 setc16_reg=5", ""},
                                                          {22, 23, "instruction", "SETC16", "SETC16 setc16_reg=5", ""}});
  CHECK(t.tracks.at("config_unit") == slices{{2, 6, "busy", "busy", "", ""}, {22, 23, "busy", "busy", "", ""}});
}

TEST_CASE("an arrow whose end the run did not reach is left out") {
  const temporary_folder folder;
  folder.write("x.scn", pipeline);
  for (const char* cycles : {"265", "267", "279", "281", "283"}) {
    CAPTURE(cycles);
    const trace_file t = traced(folder, with_pipeline_configuration({"stream", "x.scn"}, {"--maxclk", cycles}), 3);
    for (const auto& a : t.arrows) CHECK(a.to < std::stoull(cycles));
  }
}

TEST_CASE("a window shows what the whole trace shows, cut at its edges") {
  const temporary_folder folder;
  const arguments kernel = {"run", "matmul", "--shape", "64x64x128"};
  const trace_file whole = traced(folder, kernel);
  const uint64_t cycles = whole.about.at("cycles");
  for (const auto& [from, to] :
       std::vector<std::pair<uint64_t, uint64_t>>{{0, 1}, {137, 411}, {400, cycles + 1000}, {cycles - 1, cycles}}) {
    CAPTURE(from);
    CAPTURE(to);
    arguments command = kernel;
    command.insert(command.end(),
                   {"--trace", "w.json", "--trace-from", std::to_string(from), "--trace-to", std::to_string(to)});
    REQUIRE(run_tlm(folder, command).code == 0);
    const trace_file part = read_trace(folder.read("w.json"));
    CHECK(part.about.at("first_cycle") == from);
    CHECK(part.about.at("last_cycle") == std::min(to, cycles) - 1);
    CHECK(part.track_names == whole.track_names);
    for (const auto& [track, slices] : whole.tracks) {
      CAPTURE(track);
      std::vector<trace_slice> expected;
      for (trace_slice s : slices) {
        s.from = std::max(s.from, from);
        s.to = std::min(s.to, to);
        if (s.from < s.to) expected.push_back(s);
      }
      CHECK(part.tracks.at(track) == expected);
    }
    const auto inside = [first = from, last = to](const trace_arrow& a) { return a.from >= first && a.to < last; };
    CHECK(part.arrows.size() == static_cast<size_t>(std::count_if(whole.arrows.begin(), whole.arrows.end(), inside)));
    for (const char* counter : {"T1 instruction FIFO", "packer0 queue", "semaphore 1"})
      for (uint64_t c = from; c < std::min(to, cycles); ++c)
        if (part.counter(counter, c) != whole.counter(counter, c)) FAIL(counter << " in cycle " << c);
  }
}

TEST_CASE("a window behind the end of the run: a valid file without events") {
  const temporary_folder folder;
  folder.write("x.scn", "t0 NOP\n");
  const outcome o = run_tlm(folder, {"stream", "x.scn", "--trace", "t.json", "--vcd", "w.vcd", "--trace-from", "100000"});
  CHECK(o.code == 0);
  CHECK(contains(o.err, "warning: --trace-from 100000: the run has "));
  read_vcd(folder.read("w.vcd"));
  const trace_file t = read_trace(folder.read("t.json"));
  CHECK(t.events == 0);
  CHECK(t.about.at("first_cycle").is_null());
  CHECK(t.about.at("last_cycle").is_null());
}

TEST_CASE("traces of runs that are stopped, stuck or given up are whole") {
  const temporary_folder folder;
  const auto end_of = [&](const std::string& stream, int code, arguments more = {}) {
    folder.write("x.scn", stream);
    more.insert(more.begin(), {"stream", "x.scn"});
    return traced(folder, more, code);
  };
  // The instruction that stops the run is issued in the cycle in which it ends: behind all accounts.
  trace_file t = end_of("t1 MVMUL\nt2 NOP\nt2 push 0xff000000\n", 1);
  CHECK(t.about.at("cycles") == 3);
  REQUIRE(t.tracks.at("T2").size() == 2);
  CHECK(t.tracks.at("T2")[0] == trace_slice{2, 3, "busy", "NOP", "NOP", ""});
  CHECK(t.tracks.at("T2")[1] == trace_slice{3, 4, "stopped", "unknown 0xff000000", "unknown 0xff000000", ""});
  CHECK(t.tracks.at("T1") == std::vector<trace_slice>{{2, 3, "stall", "srca_not_valid", "MVMUL", ""}});
  // A deadlock: T1 waits for ever, with nothing to end its wait.
  t = end_of("t1 MVMUL\nt1 sync\nt0 delay 50\n", 3);
  REQUIRE(t.tracks.at("T1").size() == 1);
  CHECK(t.tracks.at("T1")[0].name == "srca_not_valid");
  t = end_of("t1 MVMUL\nt0 delay 5000\n", 3, {"--maxclk", "1000"});
  CHECK(t.tracks.at("T1") == std::vector<trace_slice>{{2, 1000, "stall", "srca_not_valid", "MVMUL", ""}});
  t = end_of("t0 loop 100000\nt0 SETDMAREG reg_index_16b=10\nt0 endloop\n", 3, {"--maxclk", "777"});
  CHECK(t.tracks.at("T0").back().to == 777);
  // In the middle of a kernel, wherever that is.
  for (const char* cycles : {"1", "97", "251", "333", "401"})
    traced(folder, {"run", "matmul", "--shape", "64x64x64", "--maxclk", cycles}, 3);
  end_of("t0 SEMPOST sem_sel=1\nt1 SETADCXY\nt0 ATGETM mutex_index=1\nt0 NOP\n", 1);  // there is no mutex 1
}

TEST_CASE("the same command writes the same trace, byte for byte, also beside other observers") {
  const temporary_folder folder;
  const arguments kernel = {"run", "add", "--shape", "64x64", "--trace"};
  const auto bytes = [&](const std::string& name, const arguments& more = {}) {
    arguments command = kernel;
    command.push_back(name);
    command.insert(command.end(), more.begin(), more.end());
    REQUIRE(run_tlm(folder, command).code == 0);
    return folder.read(name);
  };
  const std::string first = bytes("a.json");
  CHECK(bytes("b.json") == first);
  CHECK(bytes("c.json", {"--vcd", "c.vcd", "--timeline"}) == first);
}

}  // namespace trace_test
