// SPDX-License-Identifier: Apache-2.0
// `run KERNEL --dump-stream`: the stream has the same cycles, accounts and bytes as the kernel.
#include <nlohmann/json.hpp>

#include "kernel_run.h"

using namespace tensix_cli;

namespace {
nlohmann::json metrics(const temporary_folder& folder, const std::string& file) {
  return nlohmann::json::parse(folder.read(file));
}
}  // namespace

TEST_CASE("a dumped stream takes the same cycles for the same reasons") {
  const std::vector<arguments> kernels = {
      {"datacopy", "--shape", "256x256"},
      {"datacopy", "--shape", "96x64", "--format", "fp32", "--fp32-dest"},
      {"add", "--shape", "128x256", "--format", "bfp8", "--config", "documented"},
      {"mul", "--shape", "96x96", "--format", "fp16", "--fidelity", "hifi4", "--broadcast", "col", "--l1-tiles", "2"},
      {"matmul", "--shape", "128x128x128", "--set", "player.push_cycles=2"},
      {"matmul", "--shape", "100x50x70", "--issue", "direct", "--dst-sync", "full"},
      {"sub", "--shape", "128x128", "--isolate", "unpack"}};
  const temporary_folder folder;
  std::vector<arguments> runs, plays;
  for (size_t i = 0; i < kernels.size(); ++i) {
    const std::string id = std::to_string(i);
    arguments run = {"run"}, play = {"stream", id + ".scn", "--metrics", id + "s.json"};
    run.insert(run.end(), kernels[i].begin(), kernels[i].end());
    run.insert(run.end(), {"--metrics", id + "r.json", "--dump-stream", id + ".scn"});
    for (size_t a = 0; a + 1 < kernels[i].size(); ++a)
      if (kernels[i][a] == "--config" || kernels[i][a] == "--set") play.insert(play.end(), {kernels[i][a], kernels[i][a + 1]});
    runs.push_back(run);
    plays.push_back(play);
  }
  const auto ran = tlm_all(folder, runs), played = tlm_all(folder, plays);
  for (size_t i = 0; i < kernels.size(); ++i) {
    INFO(described(runs[i], ran[i]) << described(plays[i], played[i]));
    REQUIRE(ran[i].code == 0);
    REQUIRE(played[i].code == 0);
    CHECK(played[i].err.empty());
    const auto r = metrics(folder, std::to_string(i) + "r.json"), s = metrics(folder, std::to_string(i) + "s.json");
    for (const char* key : {"cycles", "units", "threads", "l1", "bandwidth"}) CHECK(r[key] == s[key]);
  }
}

TEST_CASE("a dumped stream prints the bytes of --out, and says how it was made") {
  const temporary_folder folder;
  REQUIRE(run_tlm(folder, {"run", "add", "--shape", "32x32", "--format", "fp32", "--dump-stream", "a.scn", "--out", "a.npy",
                           "--feed-bytes", "16"})
              .code == 0);
  const std::string text = folder.read("a.scn");
  CHECK(contains(text, "# tensix-tlm run add --shape 32x32"));
  CHECK(contains(text, "without --feed-bytes"));
  const outcome o = run_tlm(folder, {"stream", "a.scn"});
  REQUIRE(o.out.rfind("out 0x", 0) == 0);
  const std::string digits = o.out.substr(o.out.find(' ', 4) + 1);
  const tensix::tensor t = tensix::read_npy(folder / "a.npy");
  std::vector<uint8_t> bytes(4096);
  tensix::encode_tile(t, 0, 0, tensix::tile_format::fp32, bytes.data());
  for (size_t i = 0; i < bytes.size(); ++i) REQUIRE(std::stoul(digits.substr(2 * i, 2), nullptr, 16) == bytes[i]);
}

TEST_CASE("--dump-stream where it cannot be") {
  const temporary_folder folder;
  const arguments sampled = {"run", "add", "--sample", "--dump-stream", "a.scn"};
  check_refused(sampled, run_tlm(folder, sampled), {"--dump-stream", "--sample"});
  const arguments large = {"run", "datacopy", "--shape", "1024x1024", "--dump-stream", "a.scn"};
  check_refused(large, run_tlm(folder, large), {"all tiles lie in L1", "--shape"});
  CHECK_FALSE(folder.has("a.scn"));
}
