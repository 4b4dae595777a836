// SPDX-License-Identifier: Apache-2.0
// No false alarm: --hazards=warn names nothing in the built-in kernels, whatever their settings.
#include "tlm_process.h"

using namespace tensix_cli;

namespace kernel_hazards_test {
namespace {

class runs {
 public:
  void add(const std::string& kernel, const arguments& settings) {
    for (const char* configuration : {"blackhole", "documented"}) {
      // More blocks of Dst than one, so that units work on two at a time.
      arguments all = {"run", kernel, "--shape", kernel == "matmul" ? "64x64x128" : "128x128", "--config", configuration};
      all.push_back("--hazards=warn");
      all.insert(all.end(), settings.begin(), settings.end());
      all_.push_back(all);
    }
  }
  void check() const {
    const temporary_folder folder;
    const auto outcomes = tlm_all(folder, all_);
    for (size_t i = 0; i < all_.size(); ++i) {
      INFO(described(all_[i], outcomes[i]));
      CHECK(outcomes[i].code == 0);
      CHECK(outcomes[i].err.find("hazard: ") == std::string::npos);
    }
  }

 private:
  std::vector<arguments> all_;
};

const char* const kernels[] = {"datacopy", "add", "sub", "mul", "matmul", "unary", "reduce", "transpose", "tilize", "untilize"};

}  // namespace

TEST_CASE("no hazard in any format, with 16 and 32 bits in Dst") {
  runs all;
  for (const std::string kernel : kernels)
    for (const std::string format : {"bf16", "fp16", "fp32", "bfp8"}) {
      if (format == "bfp8" && (kernel == "tilize" || kernel == "untilize")) continue;  // of rows
      if (format == "fp16" && kernel == "reduce") continue;                            // not into a 32-bit Dst
      all.add(kernel, {"--format", format});
      all.add(kernel, {"--format", format, "--fp32-dest"});
    }
  all.check();
}

TEST_CASE("no hazard at any fidelity, in any order of the phases") {
  runs all;
  for (const char* kernel : {"mul", "matmul"})
    for (const char* fidelity : {"lofi", "hifi2", "hifi3", "hifi4"})
      for (const char* loop : {"position", "face", "tile"}) all.add(kernel, {"--fidelity", fidelity, "--fidelity-loop", loop});
  all.check();
}

TEST_CASE("no hazard with Dst in one piece, without MOP, with broadcasts") {
  runs all;
  for (const char* kernel : kernels) {
    all.add(kernel, {"--dst-sync", "full"});
    all.add(kernel, {"--issue", "direct"});
  }
  for (const char* more : {"--spill-all", "--l1-acc", "--fp32-dest"}) all.add("matmul", {"--block-k", "1", more});
  for (const char* kernel : {"add", "sub", "mul"})
    for (const char* broadcast : {"row", "col", "scalar"}) all.add(kernel, {"--broadcast", broadcast});
  all.check();
}

TEST_CASE("--hazards=warn changes no cycle") {
  const temporary_folder folder;
  for (const char* kernel : kernels)
    for (const char* dst : {"--fp32-dest", "--dst-sync=full"}) {
      const arguments plain = {"run", kernel, dst, "--shape", std::string(kernel) == "matmul" ? "64x64x64" : "64x128"};
      arguments watched = plain;
      watched.push_back("--hazards=warn");
      const auto both = tlm_all(folder, {plain, watched});
      const auto cycles = [](const outcome& o) { return o.out.substr(0, o.out.rfind("\nhost: ")); };
      INFO(described(watched, both[1]));
      CHECK(both[0].code == 0);
      CHECK(cycles(both[0]) == cycles(both[1]));
    }
}

}  // namespace kernel_hazards_test
