// SPDX-License-Identifier: Apache-2.0
// The file of --metrics: exactly what docs/metrics.md says, with numbers that agree with each other and with the run.
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>
#include <set>

#include "tlm_process.h"

using namespace tensix_cli;
using nlohmann::json;

namespace {

std::set<std::string> keys(const json& object) {
  std::set<std::string> all;
  for (const auto& [key, value] : object.items()) all.insert(key);
  return all;
}
using names = std::set<std::string>;

const names stall_reasons = {"srca_owned_by_matrix_unit",
                             "srcb_owned_by_matrix_unit",
                             "srca_not_valid",
                             "srcb_not_valid",
                             "dst_block_hazard",
                             "dst_unit_switch",
                             "dst_arbitration",
                             "unit_busy",
                             "pipeline_rule",
                             "other_thread",
                             "unpacr_address_phase",
                             "l1_port",
                             "l1_bank_conflict",
                             "throttle_arbitration",
                             "packer_queue_full",
                             "stallwait",
                             "semwait",
                             "streamwait",
                             "mutex",
                             "config_pipeline",
                             "scalar_unit_in_flight",
                             "auto_ttsync",
                             "vector_dependency"};
const names core_reasons = {"execute",          "local_load", "l1_load",      "register_load",     "sync_load", "poll",
                            "store_queue_full", "fifo_full",  "memory_order", "instruction_fetch", "branch",    "in_reset"};
const names feed_reasons = {"buffer_full", "buffer_empty", "l1_port", "l1_bank_conflict"};

uint64_t sum_of_counts(const json& counts) {
  uint64_t sum = 0;
  for (const auto& [name, count] : counts.items()) sum += count.get<uint64_t>();
  return sum;
}

// Who has the cycles of the critical path: all of them, once.
void check_path(const json& path, uint64_t cycles) {
  CHECK(path.at("cycles") == cycles);
  CHECK(path.at("contradictions") == 0);
  uint64_t sum = 0, before = UINT64_MAX;
  for (const auto& r : path.at("resources")) {
    CAPTURE(r.dump());
    CHECK(r.at("stretches") > 0);
    CHECK(r.at("cycles") <= before);
    before = r.at("cycles");
    sum += before;
  }
  CHECK(sum == cycles);
}

// Whatever was run: the members, and the sums.
void check_metrics(const json& m) {
  const auto command = m.at("command").get<std::vector<std::string>>();
  const bool fed = std::count(command.begin(), command.end(), "--feed-bytes") > 0;
  names members = {"format",  "version",   "cycles",   "clock_mhz",    "units",  "threads", "cores",
                   "l1",      "bandwidth", "accuracy", "host_seconds", "kernel", "marks",   "parameters",
                   "command", "bounds",    "settings", "end",          "files",  "program", "path"};
  if (fed) members.insert("feeds");
  if (m.at("end") != "done") members.insert("complete");
  CHECK(m.value("complete", true) == (m.at("end") == "done"));
  CHECK(keys(m) == members);
  CHECK(m.at("format") == "tensix-tlm-metrics");
  CHECK(m.at("version") == 1);
  const uint64_t cycles = m.at("cycles");
  CHECK(keys(m.at("threads")) == names{"t0", "t1", "t2"});
  CHECK(m.at("units").size() >= 8);
  CHECK(keys(m.at("cores")) == names{"core_t0", "core_t1", "core_t2"});
  if (fed) CHECK(keys(m.at("feeds")) == names{"producer", "consumer"});
  check_path(m.at("path"), cycles);
  for (const std::string group : {"units", "threads", "cores", "feeds"}) {
    if (!m.contains(group)) continue;
    const names& reasons = group == "cores" ? core_reasons : group == "feeds" ? feed_reasons : stall_reasons;
    for (const auto& [name, account] : m.at(group).items()) {
      CAPTURE(group, name, cycles, account.dump());
      names parts = {"busy", "idle", "stall"};
      if ((group == "cores" || name.rfind("unpacker", 0) == 0) && account.at("busy") > 0) {
        parts.insert("busy_split");
        CHECK(keys(account.at("busy_split")) ==
              (group == "cores" ? names{"push", "store", "other"} : names{"fetch", "address_phase", "write", "pipeline"}));
        CHECK(sum_of_counts(account.at("busy_split")) == account.at("busy"));
      }
      if (account.at("stall").contains("poll")) {
        parts.insert("polled");
        CHECK(sum_of_counts(account.at("polled")) == account.at("stall").at("poll"));
      }
      CHECK(keys(account) == parts);
      uint64_t sum = account.at("busy").get<uint64_t>() + account.at("idle").get<uint64_t>();
      for (const auto& [reason, count] : account.at("stall").items()) {
        CAPTURE(reason);
        CHECK(reasons.count(reason) == 1);
        CHECK(count > 0);
        sum += count.get<uint64_t>();
      }
      CHECK(sum == cycles);
    }
  }
  CHECK(keys(m.at("l1")) == names{"ports", "banks", "bank_conflicts", "blocked_by"});
  const auto total = [&](const char* what) {
    const auto all = m.at("l1").at(what).get<std::vector<uint64_t>>();
    return std::accumulate(all.begin(), all.end(), uint64_t{0});
  };
  CHECK(m.at("l1").at("bank_conflicts").size() == m.at("l1").at("banks").size());
  uint64_t refused = 0;
  for (const auto& pair : m.at("l1").at("blocked_by")) refused += pair.at("bank").get<uint64_t>();
  CHECK(refused == total("bank_conflicts"));
  CHECK(total("ports") == total("banks"));  // every access goes through one port to one bank
  CHECK(keys(m.at("bandwidth")) == names{"unpacker0", "unpacker1", "pack"});
  for (const auto& [name, b] : m.at("bandwidth").items()) {
    CAPTURE(name, b.dump());
    CHECK(keys(b) == names{"bytes", "active_cycles", "bytes_per_cycle", "bytes_per_active_cycle", "peak_bytes_per_cycle",
                           "exponent_bytes"});
    const double bytes = b.at("bytes"), active = b.at("active_cycles");
    CHECK(std::abs(b.at("bytes_per_cycle").get<double>() - (cycles ? bytes / static_cast<double>(cycles) : 0)) < 1e-9);
    CHECK(std::abs(b.at("bytes_per_active_cycle").get<double>() - (active > 0 ? bytes / active : 0)) < 1e-9);
    CHECK(b.at("bytes_per_cycle") <= b.at("peak_bytes_per_cycle"));
    CHECK(b.at("bytes_per_active_cycle") <= b.at("peak_bytes_per_cycle"));
    CHECK(active <= static_cast<double>(cycles));
  }
  const json& a = m.at("accuracy");
  if (!a.is_null()) CHECK(keys(a) == names{"max_abs_error", "max_abs_reference", "pcc"});
  CHECK(m.at("host_seconds").get<double>() >= 0);
  names expected = {"name",  "shape",      "format",        "output_format", "fidelity",
                    "tiles", "operations", "configuration", "limited_by",    "notes"};
  if (m.at("kernel").at("shape") != "") expected.insert("chosen");
  CHECK(keys(m.at("kernel")) == expected);
}

// Buffers lie one behind the other, in front of them their counters, 16 bytes each.
void check_choice(const json& c, const std::string& format, bool product, size_t operands) {
  CHECK(c.at("dst_tiles") == 8);
  CHECK(c.at("block_tiles") == (product ? 6 : 8));
  if (product) CHECK(c.at("subblock") == json::array({3, 2}));
  if (product) CHECK(c.at("block_k") == 2);
  if (product) CHECK(c.at("kept") == "in1");
  const json& buffers = c.at("buffers");
  REQUIRE(buffers.size() == operands + 1);
  unsigned address = 0x200, counter = 0x40;
  for (size_t i = 0; i < buffers.size(); ++i) {
    const json& b = buffers[i];
    CHECK(b.at("name") == (i == operands ? "out" : "in" + std::to_string(i)));
    CHECK(b.at("format") == format);
    CHECK(b.at("tile_bytes") == (format == "fp32" ? 4096 : format == "bfp8" ? 1088 : 2048));
    CHECK(b.at("address") == address);
    CHECK(b.at("produced") == counter);
    CHECK(b.at("consumed") == counter + 16);
    address += b.at("tiles").get<unsigned>() * b.at("tile_bytes").get<unsigned>();
    counter += 32;
  }
}

json metrics_of(const arguments& command_line, int code = 0) {
  const temporary_folder folder;
  arguments a = command_line;
  a.insert(a.end(), {"--metrics", "m.json"});
  const outcome o = run_tlm(folder, a);
  INFO(described(a, o));
  REQUIRE(o.code == code);
  const json m = json::parse(folder.read("m.json"));
  check_metrics(m);
  return m;
}

}  // namespace

TEST_CASE("metrics of every kernel add up") {
  for (const char* kernel : {"datacopy", "add", "sub", "mul", "matmul"})
    for (const char* configuration : {"blackhole", "documented"})
      for (const char* format : {"bf16", "bfp8", "fp32"}) {
        CAPTURE(kernel, configuration, format);
        const bool product = std::string(kernel) == "matmul";
        const json m = metrics_of({"run", kernel, "--shape", product ? "96x128x64" : "96x128", "--config", configuration,
                                   "--format", format, "--feed-bytes", "50"});
        CHECK(m.at("clock_mhz") == 1350);
        CHECK(m.at("cycles") > 100);
        const json& k = m.at("kernel");
        CHECK(k.at("name") == kernel);
        CHECK(k.at("shape") == (product ? "96x128x64" : "96x128"));
        CHECK(k.at("format") == format);
        CHECK(k.at("output_format") == format);
        CHECK(k.at("tiles") == 12);
        CHECK(k.at("operations") == (product ? 2 * 96 * 128 * 64 : std::string(kernel) == "datacopy" ? 0 : 96 * 128));
        CHECK(contains(k.at("configuration").get<std::string>(), configuration));
        CHECK_FALSE(k.at("limited_by").get<std::string>().empty());
        CHECK(k.at("notes").size() == 2);
        CHECK(k.at("notes").at(0) ==
              "RISC-V cores played: 1 cycle a word pushed, 1 cycle a store, loops free (player.*); compiled code: tensix-tlm "
              "elf, kernel");
        CHECK(contains(k.at("notes").at(1).get<std::string>(),
                       product ? "Dst: sub-blocks of 3x2 tiles, 2 of K, in1 kept; " : "Dst: blocks of "));
        check_choice(k.at("chosen"), format, product, std::string(kernel) == "datacopy" ? 1 : 2);
        CHECK(m.at("l1").at("ports").size() == (std::string(configuration) == "blackhole" ? 42 : 16));
        CHECK(m.at("l1").at("banks").size() == (std::string(configuration) == "blackhole" ? 32 : 16));
        CHECK(m.at("accuracy").at("pcc") > 0.99);
      }
}

TEST_CASE("bytes counted are the bytes of the tiles") {
  struct tiles_of {
    const char* format;
    uint64_t bytes;
  };
  for (const tiles_of& f : {tiles_of{"bf16", 2048}, {"fp16", 2048}, {"fp32", 4096}, {"bfp8", 1088}}) {
    CAPTURE(f.format);
    const json copy = metrics_of({"run", "datacopy", "--shape", "160x96", "--format", f.format});
    CHECK(copy.at("bandwidth").at("unpacker0").at("bytes") == 15 * f.bytes);
    CHECK(copy.at("bandwidth").at("unpacker1").at("bytes") == 0);
    CHECK(copy.at("bandwidth").at("pack").at("bytes") == 15 * f.bytes);
    const json sum = metrics_of({"run", "add", "--shape", "160x96", "--format", f.format});
    CHECK(sum.at("bandwidth").at("unpacker0").at("bytes") == 15 * f.bytes);
    CHECK(sum.at("bandwidth").at("unpacker1").at("bytes") == 15 * f.bytes);
    CHECK(sum.at("bandwidth").at("pack").at("bytes") == 15 * f.bytes);
  }
}

TEST_CASE("metrics of streams, of runs that gave up, and of runs that stopped") {
  const temporary_folder folder;
  folder.write("done.scn", "t0 loop 10\nt0 NOP\nt0 endloop\nt1 st 0x100 1\nt1 delay 100\n");
  folder.write("deadlock.scn", "t0 SEMWAIT sem_sel=2 wait_sem_cond=1 stall_res=511\nt0 NOP\nt1 delay 40\n");
  folder.write("undefined.scn", "t0 delay 30\nt0 push 0xff000000\n");
  folder.write("limit.scn", "maxclk 77\nt0 loop 1000\nt0 NOP\nt0 endloop\n");
  struct ended {
    const char* file;
    int code;
  };
  for (const ended& e : {ended{"done.scn", 0}, {"deadlock.scn", 3}, {"undefined.scn", 1}, {"limit.scn", 3}}) {
    CAPTURE(e.file);
    const json m = metrics_of({"stream", folder / e.file}, e.code);
    CHECK(m.at("accuracy").is_null());
    CHECK(m.at("kernel").at("name") == "");
    CHECK(m.at("kernel").at("tiles") == 0);
    if (std::string(e.file) == "done.scn") {
      CHECK(m.at("threads").at("t0").at("busy") == 10);
      CHECK(m.at("threads").at("t1").at("busy") == 0);
      CHECK(m.at("cycles") >= 100);
      CHECK(m.at("cycles") <= 110);
    }
    if (std::string(e.file) == "limit.scn") CHECK(m.at("cycles") == 77);
  }
  const json m = metrics_of({"run", "add", "--shape", "256x256", "--maxclk", "300"}, 3);
  CHECK(m.at("cycles") == 300);
  CHECK(m.at("accuracy").is_null());
}

TEST_CASE("only host_seconds differs from run to run") {
  const arguments a = {"run", "matmul", "--shape", "128x64x64", "--fidelity", "hifi2"};
  json first = metrics_of(a), second = metrics_of(a);
  first.erase("host_seconds");
  second.erase("host_seconds");
  CHECK(first == second);
}

TEST_CASE("padding is a note") {
  const json m = metrics_of({"run", "add", "--shape", "33x64"});
  CHECK(m.at("kernel").at("tiles") == 4);
  CHECK(m.at("kernel").at("operations") == 33 * 64);  // without padding
  const std::string notes = m.at("kernel").at("notes").dump();
  CHECK(contains(notes, "33x64"));
  CHECK(contains(notes, "64x64"));
  CHECK(contains(notes, "padded"));
  CHECK(contains(notes, "output"));
}

TEST_CASE("accuracy: exact where it must be, infinite errors are null") {
  CHECK(metrics_of({"run", "datacopy", "--shape", "64x64"}).at("accuracy").at("max_abs_error") == 0);
  CHECK(metrics_of({"run", "datacopy", "--shape", "64x64", "--format", "fp32", "--fp32-dest"})
            .at("accuracy")
            .at("max_abs_error") == 0);
  const double low = metrics_of({"run", "matmul", "--shape", "64x64x64"}).at("accuracy").at("max_abs_error");
  const double high = metrics_of({"run", "matmul", "--shape", "64x64x64", "--fidelity", "hifi4", "--fp32-dest"})
                          .at("accuracy")
                          .at("max_abs_error");
  CHECK(high < low);
}
