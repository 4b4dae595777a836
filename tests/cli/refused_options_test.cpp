// SPDX-License-Identifier: Apache-2.0
// Wrong command lines: exit code 2, a message that says what is wrong, where, and what would be right, and no output file.
#include "tlm_process.h"

using namespace tensix_cli;

namespace {

struct refusal {
  arguments command_line;
  std::vector<std::string> message;
};

void check_all(std::vector<refusal> all, bool with_outputs = false) {
  const temporary_folder folder;
  std::vector<arguments> command_lines;
  for (auto& r : all) {
    if (with_outputs) r.command_line.insert(r.command_line.end(), {"--out", "out.npy", "--metrics", "metrics.json"});
    command_lines.push_back(r.command_line);
  }
  const auto results = tlm_all(folder, command_lines, 20);
  for (size_t i = 0; i < all.size(); ++i) check_refused(all[i].command_line, results[i], all[i].message);
  CHECK_FALSE(folder.has("out.npy"));
  CHECK_FALSE(folder.has("metrics.json"));
}

arguments run_add(const std::string& option) { return {"run", "add", option}; }

}  // namespace

TEST_CASE("unknown commands, operands and options") {
  check_all({
      {{}, {"command is missing", "--help"}},
      {{"strem", "x.scn"}, {"'strem'", "did you mean 'stream'"}},
      {{"run"}, {"KERNEL", "datacopy", "matmul"}},
      {{"stream"}, {"FILE"}},
      {{"disasm"}, {"WORD"}},
      {{"run", "matmull"}, {"'matmull'", "did you mean 'matmul'", "datacopy"}},
      {{"run", "add", "sub"}, {"too many"}},
      {{"kernels", "add"}, {"kernels", "'add'"}},
      {{"run", "add", "--formt=bf16"}, {"--formt", "did you mean '--format'"}},
      {{"run", "add", "--shape"}, {"--shape"}},
      {{"stream", "x.scn", "--shape", "4x4"}, {"--shape"}},
      {{"--config", "blackhole", "run", "add"}, {"run"}},
      {{"disasm", "hello"}, {"disasm", "'hello'"}},
      {{"disasm", "0x1ffffffff"}, {"disasm", "0x1ffffffff", "too large"}},
  });
}

TEST_CASE("values of options") {
  check_all(
      {
          {run_add("--format=bf17"), {"--format", "'bf17'", "did you mean 'bf16'", "fp16", "fp32", "bfp8"}},
          {run_add("--out-format=float"), {"--out-format", "'float'", "bf16"}},
          {run_add("--fidelity=hifi5"), {"--fidelity", "'hifi5'", "lofi", "hifi4"}},
          {run_add("--dst-sync=hal"), {"--dst-sync", "'hal'", "did you mean 'half'"}},
          {run_add("--broadcast=rows"), {"--broadcast", "'rows'", "did you mean 'row'"}},
          {run_add("--throttle=x3"), {"--throttle", "'x3'", "x1", "x2", "x4"}},
          {run_add("--fidelity-loop=til"), {"--fidelity-loop", "'til'", "did you mean 'tile'", "position", "face"}},
          {run_add("--issue=mops"), {"--issue", "'mops'", "did you mean 'mop'", "direct"}},
          {run_add("--isolate=unpak"), {"--isolate", "'unpak'", "did you mean 'unpack'", "math", "pack"}},
          {run_add("--on-undefined=ignore"), {"--on-undefined", "'ignore'", "stop", "warn"}},
          {run_add("--maxclk=soon"), {"--maxclk", "'soon'", "number"}},
          {run_add("--maxclk=-1"), {"--maxclk", "'-1'"}},
          {run_add("--seed=x"), {"--seed", "'x'"}},
          {run_add("--seed=18446744073709551616"), {"--seed", "18446744073709551616", "too large"}},
          {run_add("--l1-tiles=0"), {"--l1-tiles", "at least 1"}},
          {run_add("--maxclk=0"), {"--maxclk=0", "expected 1.."}},
          {run_add("--maxclk=18446744073709551615"), {"--maxclk", "expected 1.."}},
          {{"run", "add", "--in0", ""}, {"--in0 has no value"}},
          {run_add("--l1-tiles=1000000"), {"1572864", "at most --l1-tiles"}},
          {run_add("--l1-tiles=4294967296"), {"--l1-tiles", "too large"}},
          {run_add("--feed-bytes=x"), {"--feed-bytes", "'x'"}},
          {run_add("--feed-bytes=99999999999"), {"--feed-bytes", "99999999999", "too large"}},
          {run_add("--config=blackhol"), {"'blackhol'", "did you mean 'blackhole'", "documented"}},
      },
      true);
}

TEST_CASE("options that contradict each other") {
  check_all(
      {
          {{"run", "matmul", "--broadcast", "row"}, {"matmul", "broadcast", "add, sub and mul"}},
          {{"run", "datacopy", "--broadcast", "col"}, {"datacopy", "broadcast"}},
          {{"run", "add", "--fidelity-loop", "tile"}, {"add", "no fidelity phases", "mul, matmul and reduce"}},
          {{"run", "mul", "--broadcast", "row", "--fidelity-loop", "tile"}, {"broadcast row", "face or position"}},
          {{"run", "add", "--isolate", "pack"}, {"--out", "--isolate pack", "no result"}},
          {{"run", "datacopy", "--in1", "a.npy"}, {"--in1", "datacopy", "--in0"}},
          {{"run", "datacopy", "--out-format", "fp16"}, {"fp16", "bf16", "fp32", "16-bit Dst"}},
          {{"run", "add", "--set", "l1.size_kib=64", "--l1-tiles", "16"}, {"65536", "at most --l1-tiles 10 fits"}},
      },
      true);
}

TEST_CASE("shapes") {
  std::vector<refusal> all;
  for (const char* shape : {"0x4", "4x0", "0x0"})
    all.push_back({{"run", "datacopy", "--shape", shape}, {"--shape", shape, "at least 1"}});
  for (const char* shape : {"-1x4", "4x-1", "axb", "4.5x4", "4xx4", "x4", "4 x4"})
    all.push_back({{"run", "datacopy", "--shape", shape}, {"--shape", "whole number"}});
  for (const char* shape : {"4", "", "4x4x4", "4x", "64,64"}) all.push_back({{"run", "mul", "--shape", shape}, {"--shape"}});
  for (const char* shape : {"4x4", "4x4x4x4"})
    all.push_back({{"run", "matmul", "--shape", shape}, {"--shape", shape, "matmul", "MxNxK"}});
  for (const char* shape : {"0x4x4", "4x0x4", "4x4x0"})
    all.push_back({{"run", "matmul", "--shape", shape}, {"--shape", "at least 1"}});
  all.push_back({{"run", "add", "--shape", "99999999999x4"}, {"--shape", "99999999999", "too large"}});
  check_all(all, true);
}

TEST_CASE("shapes that no machine can hold are refused by name") {
  check_all(
      {
          {{"run", "datacopy", "--shape", "10000000x10000000"}, {"10000000x10000000", "too"}},
          {{"run", "add", "--shape", "4294967295x4294967295"}, {"4294967295x4294967295", "too"}},
          {{"run", "matmul", "--shape", "10000000x10000000x10000000"}, {"10000000x10000000", "too"}},
          {{"run", "matmul", "--shape", "32x4294967295x4294967295"}, {"4294967295x4294967295", "too"}},
      },
      true);
}

TEST_CASE("parameters") {
  const auto set = [](const std::string& setting) { return arguments{"run", "add", "--set", setting}; };
  check_all(
      {
          {set("l1.bank=3"), {"l1.bank'", "did you mean 'l1.banks'"}},
          {set("matrix_unit.latency=3"), {"matrix_unit.latency'", "did you mean 'matrix_unit.latency_cycles'"}},
          {set("l1.banks"), {"'l1.banks'", "name=value"}},
          {set("=3"), {"parameter"}},
          {set("l1.banks="), {"l1.banks", "1..256"}},
          {set("l1.banks=abc"), {"l1.banks", "'abc'", "whole number"}},
          {set("l1.banks=0"), {"l1.banks", "0 ", "1..256"}},
          {set("l1.banks=257"), {"l1.banks", "257", "1..256"}},
          {set("l1.banks=-4"), {"l1.banks", "-4", "1..256"}},
          {set("l1.banks=4.5"), {"l1.banks", "4.5"}},
          {set("l1.banks=99999999999999999999"), {"l1.banks", "99999999999999999999"}},
          {set("feed.producer_bytes_per_cycle=2000000"), {"feed.producer_bytes_per_cycle", "1048576"}},
          {set("packer.topology=both"), {"packer.topology", "'both'", "read_interfaces", "independent"}},
          {set("throttle.shared_ports=maybe"), {"throttle.shared_ports", "'maybe'", "true", "false"}},
          {set("throttle.arbitration.x1_x1=x1"), {"throttle.arbitration.x1_x1", "'x1'"}},
          {set("throttle.arbitration.x1_x1=x1,x3"), {"throttle.arbitration.x1_x1", "x3"}},
          {set("l1.client_ports.noc=5-3"), {"l1.client_ports.noc", "'5-3'"}},
          {set("l1.client_ports.noc="), {"l1.client_ports.noc"}},
          {set("l1.client_ports.noc=1,,2"), {"l1.client_ports.noc"}},
      },
      true);
}

TEST_CASE("parameters that contradict each other") {
  const auto set = [](const std::string& setting) { return arguments{"run", "add", "--set", setting}; };
  check_all(
      {
          {set("l1.banks=24"), {"l1.banks", "24", "power of two"}},
          {set("l1.ports=4"), {"l1.client_ports.", "l1.ports is 4"}},
          {set("l1.client_ports.noc=50"), {"l1.client_ports.noc", "50"}},
          {set("throttle.bytes.x1=17"), {"throttle.bytes.x1", "17", "16"}},
          {set("packer.read_interfaces=9"), {"packer.read_interfaces", "9", "1..8"}},
          {set("packer.read_interfaces=6"), {"packer.read_interfaces", "6", "1, 2, 4, 8"}},
          {{"run", "add", "--config", "documented", "--set", "packer.read_interfaces=8"},
           {"packer.read_interfaces", "packer.topology"}},
          {set("packer.write_lanes=9"), {"packer.write_lanes", "9", "l1.client_ports.packer0"}},
      },
      true);
  // The same parameters are no contradiction once the others fit.
  const temporary_folder folder;
  const arguments fits = {"run", "add", "--set", "l1.client_ports.packer0=8,34,28-33,5", "--set", "packer.write_lanes=9"};
  const outcome o = run_tlm(folder, fits);
  INFO(described(fits, o));
  CHECK(o.code == 0);
}
