// SPDX-License-Identifier: Apache-2.0
// examples/elf and tests/elf_programs on the cores: what they leave in L1 is, bit for bit, what the built-in kernels compute.
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/tools.h"
#include "tlm_process.h"
#include "workload/tensors/npy.h"
#include "workload/tensors/tile_layout.h"

using namespace tensix_cli;
using namespace tensix;
using nlohmann::json;

namespace {

bool built() { return tool_is_there("riscv64-unknown-elf-g++", "gcc-riscv64-unknown-elf"); }

struct example {
  std::string kernel;
  uint32_t m = 32, n = 32, k = 32;
  uint32_t block_rows = 1, block_columns = 1;  // matmul
  unsigned fidelity = 0;
  tile_format format = tile_format::bf16;
  bool matmul() const { return kernel == "matmul"; }
  bool two() const { return kernel != "datacopy"; }
  uint32_t output_bytes() const { return static_cast<uint32_t>(tile_grid(m, n).tiles() * tile_bytes(format)); }
  tensor in0() const { return make_test_tensor(m, matmul() ? k : n, 7, 20); }
  tensor in1() const { return make_test_tensor(matmul() ? k : m, n, 8, 20); }
  std::string shape() const { return std::to_string(m) + "x" + std::to_string(n) + (matmul() ? "x" + std::to_string(k) : ""); }
};

enum class boot { direct, b, rings };  // rings: B moves every tile
constexpr uint32_t ring_tiles = 5;

std::string word(uint32_t address, uint64_t value) { return std::to_string(address) + "=" + std::to_string(value); }

arguments run_line(const example& e, const std::string& id) {
  static const char* const fidelities[] = {"lofi", "hifi2", "hifi3", "hifi4"};
  arguments a{"run",        e.kernel,   "--shape",      e.shape(), "--in0",
              id + "a.npy", "--format", name(e.format), "--out",   id + "run.npy"};
  if (e.two()) a.insert(a.end(), {"--in1", id + "b.npy"});
  if (e.matmul()) a.insert(a.end(), {"--fidelity", fidelities[e.fidelity]});
  return a;
}

// As docs/elf.md says.
arguments elf_line(const example& e, boot how, const std::string& id, const std::string& out) {
  const std::string program = TENSIX_EXAMPLES "/" + e.kernel + "_t", format = std::string(":") + name(e.format);
  const tile_grid output(e.m, e.n), in0(e.m, e.matmul() ? e.k : e.n), in1(e.matmul() ? e.k : e.m, e.n);
  arguments a{"elf",
              "--t0",
              program + "0.elf",
              "--t1",
              program + "1.elf",
              "--t2",
              program + "2.elf",
              "--l1",
              "0x20000=" + id + "a.npy" + format,
              "--l1w",
              word(0xA000, output.tile_rows),
              "--l1w",
              word(0xA004, output.tile_cols),
              "--l1w",
              word(0xA018, e.format == tile_format::fp16),
              "--dump",
              "0x100000:" + std::to_string(e.output_bytes()) + "=" + out};
  if (e.two()) a.insert(a.end(), {"--l1", "0x90000=" + id + "b.npy" + format});
  if (e.matmul())
    a.insert(a.end(), {"--l1w", word(0xA008, in0.tile_cols), "--l1w", word(0xA00C, e.block_rows), "--l1w",
                       word(0xA010, e.block_columns), "--l1w", word(0xA014, e.fidelity)});
  if (how == boot::direct) {
    a.insert(a.end(), {"--l1w", word(0xA100, in0.tiles())});
    if (e.two()) a.insert(a.end(), {"--l1w", word(0xA120, in1.tiles())});
  } else {
    a.insert(a.end(), {"--b", TENSIX_EXAMPLES "/" + e.kernel + "_b.elf"});
    if (how == boot::rings) a.insert(a.end(), {"--l1w", word(0xA01C, ring_tiles)});
  }
  return a;
}

std::string tiles_of(const tensor& t, tile_format f) {
  const tile_grid g(t.rows, t.cols);
  std::string bytes(g.tiles() * tile_bytes(f), '\0');
  for (uint32_t r = 0; r < g.tile_rows; ++r)
    for (uint32_t c = 0; c < g.tile_cols; ++c)
      encode_tile(t, r, c, f, reinterpret_cast<uint8_t*>(&bytes[(uint64_t{r} * g.tile_cols + c) * tile_bytes(f)]));
  return bytes;
}

void check_all(const std::vector<example>& examples, const std::vector<boot>& boots) {
  const temporary_folder folder;
  std::vector<arguments> lines;
  for (size_t i = 0; i < examples.size(); ++i) {
    const std::string id = std::to_string(i);
    write_npy(folder / (id + "a.npy"), examples[i].in0());
    if (examples[i].two()) write_npy(folder / (id + "b.npy"), examples[i].in1());
    lines.push_back(run_line(examples[i], id));
    for (const boot how : boots)
      lines.push_back(elf_line(examples[i], how, id, id + "." + std::to_string(static_cast<int>(how))));
  }
  const std::vector<outcome> results = tlm_all(folder, lines);
  for (size_t i = 0; i < lines.size(); ++i) {
    INFO(described(lines[i], results[i]));
    REQUIRE(results[i].code == 0);
    CHECK(results[i].err.empty());
  }
  for (size_t i = 0; i < examples.size(); ++i) {
    const std::string id = std::to_string(i);
    const std::string expected = tiles_of(read_npy(folder / (id + "run.npy")), examples[i].format);
    for (const boot how : boots) {
      INFO(joined(lines[i * (boots.size() + 1)]) << ", boot " << static_cast<int>(how));
      CHECK(folder.read(id + "." + std::to_string(static_cast<int>(how))) == expected);
    }
  }
}

example of(const char* kernel, uint32_t m, uint32_t n, tile_format f = tile_format::bf16) {
  example e;
  e.kernel = kernel, e.m = m, e.n = n, e.format = f;
  return e;
}
example product(uint32_t m, uint32_t n, uint32_t k, uint32_t rows, uint32_t columns, unsigned fidelity = 0,
                tile_format f = tile_format::bf16) {
  example e = of("matmul", m, n, f);
  e.k = k, e.block_rows = rows, e.block_columns = columns, e.fidelity = fidelity;
  return e;
}

}  // namespace

TEST_CASE("datacopy and add, from one tile to many blocks, the last of them shorter") {
  if (!built()) return;
  std::vector<example> all;
  for (const char* kernel : {"datacopy", "add"})
    for (const tile_format f : {tile_format::bf16, tile_format::fp16}) {
      all.push_back(of(kernel, 32, 32, f));
      all.push_back(of(kernel, 40, 70, f));
      all.push_back(of(kernel, 256, 256, f));
      all.push_back(of(kernel, 128, 288, f));
    }
  check_all(all, {boot::direct, boot::b, boot::rings});
}

TEST_CASE("matmul, with one or several blocks, inner tiles and fidelity phases") {
  if (!built()) return;
  check_all({product(32, 32, 32, 1, 1), product(64, 96, 160, 2, 3), product(128, 128, 64, 2, 4), product(128, 64, 96, 4, 1),
             product(128, 128, 96, 2, 4, 1), product(64, 64, 128, 2, 2, 3), product(96, 64, 64, 3, 2, 0, tile_format::fp16),
             product(33, 65, 97, 1, 3, 1, tile_format::fp16)},
            {boot::direct, boot::b});
}

TEST_CASE("the same run takes the same cycles, and B's boot takes some") {
  if (!built()) return;
  const temporary_folder folder;
  const example e = of("add", 128, 128);
  write_npy(folder / "a.npy", e.in0());
  write_npy(folder / "b.npy", e.in1());
  std::vector<arguments> lines;
  for (const boot how : {boot::direct, boot::direct, boot::b, boot::b}) {
    lines.push_back(elf_line(e, how, "", "out" + std::to_string(lines.size())));
    lines.back().insert(lines.back().end(), {"--metrics", "m" + std::to_string(lines.size())});
  }
  for (const outcome& o : tlm_all(folder, lines)) REQUIRE(o.code == 0);
  std::vector<json> metrics;
  for (const char* file : {"m1", "m2", "m3", "m4"}) metrics.push_back(json::parse(folder.read(file)));
  for (const char* what : {"cycles", "cores", "units", "threads"}) {
    CAPTURE(what);
    CHECK(metrics[0].at(what) == metrics[1].at(what));
    CHECK(metrics[2].at(what) == metrics[3].at(what));
  }
  CHECK(metrics[0].at("cycles").get<uint64_t>() < metrics[2].at("cycles").get<uint64_t>());
}

TEST_CASE("tiles that nobody counts are waited for: a deadlock, with the counter and the kernel's line") {
  if (!built()) return;
  const temporary_folder folder;
  const example e = of("datacopy", 64, 64);
  write_npy(folder / "a.npy", e.in0());
  arguments line = elf_line(e, boot::direct, "", "out");
  line.resize(line.size() - 2);  // the counter
  const outcome o = run_tlm(folder, line);
  INFO(described(line, o));
  CHECK(o.code == 3);
  CHECK(contains(o.err, "RISC-V T0 polls 0x0000a100"));
  CHECK(contains(o.err, "(circular_buffer.h:9), inlined into unpack"));
}

TEST_CASE("the profile names the kernel's functions and lines") {
  if (!built()) return;
  const temporary_folder folder;
  const example e = product(64, 64, 64, 2, 2);
  write_npy(folder / "a.npy", e.in0());
  write_npy(folder / "b.npy", e.in1());
  arguments line = elf_line(e, boot::b, "", "out");
  line.insert(line.end(), {"--profile", "p"});
  REQUIRE(run_tlm(folder, line).code == 0);
  const std::string p = folder.read("p");
  INFO(p);
  for (const char* name :
       {"  unpack  ", "  math  ", "  pack  ", "  boot_matmul  ", "  configure_unpackers(", "  configure_math(",
        "  configure_packer(", " tests/elf_programs/matmul.cpp:", " tests/elf_programs/boot.cpp:"})
    CHECK(contains(p, name));
}

TEST_CASE("B lets NC go, is answered by it out of its data RAM, and starts it again elsewhere") {
  if (!built()) return;
  const temporary_folder folder;
  const arguments line{"elf",
                       "--b",
                       TENSIX_EXAMPLES "/relay_b.elf",
                       "--nc",
                       TENSIX_EXAMPLES "/relay_nc.elf",
                       "--dump",
                       "0xB000:24=out",
                       "--metrics",
                       "m.json",
                       "--profile",
                       "p",
                       "--trace",
                       "t.json",
                       "--vcd",
                       "w.vcd",
                       "--why"};
  const outcome o = run_tlm(folder, line);
  INFO(described(line, o));
  REQUIRE(o.code == 0);
  uint32_t words[6];
  std::memcpy(words, folder.read("out").data(), sizeof words);
  uint32_t sum = 0, square = 0;
  for (uint32_t i = 0; i < 20; ++i) square = (3 * i * 31 % 1800) * (3 * i * 31 % 1800), sum += square;
  CHECK(words[1] == 20);
  CHECK(words[2] == square);
  CHECK(words[5] == sum);
  CHECK(words[3] > 0x12000);
  CHECK(words[4] == words[3]);
  const json cores = json::parse(folder.read("m.json")).at("cores");
  CHECK(cores.at("core_nc").at("busy").get<uint64_t>() > 4 * 1800);
  CHECK(cores.at("core_nc").at("stall").at("in_reset").get<uint64_t>() > 0);
  CHECK(cores.at("core_t1").at("busy") == 0);
  CHECK(contains(folder.read("p"), "  relay_nc  "));
  for (const char* file : {"t.json", "w.vcd"}) CHECK(contains(folder.read(file), "core_nc"));
  CHECK(contains(o.out, "nc program"));
}

TEST_CASE("start.S brings variables into the data RAM, in both ways to start") {
  if (!built()) return;
  const temporary_folder folder;
  folder.write("variables.cpp",
               "unsigned initial[3] = {7, 8, 9}, zero[300];\n"
               "extern \"C\" void work() {\n"
               "  volatile unsigned* const out = (volatile unsigned*)0x20000;\n"
               "  out[0] = initial[0] + 10 * initial[1] + 100 * initial[2];\n"
               "  for (unsigned& z : zero) out[1] = out[1] + z++;\n"
               "  out[2] = (unsigned)&zero;\n"
               "}\n");
  const std::string build = "cd " + folder.path() +
                            " && " TENSIX_RISCV_CXX
                            " -O1 -march=rv32im -mabi=ilp32 -ffreestanding -nostdlib -Wl,-z,max-page-size=16 "
                            "-Wl,--defsym=core=0 -Wl,--defsym=kernel=work -T " TENSIX_EXAMPLES_SOURCE
                            "/core.ld " TENSIX_EXAMPLES_SOURCE "/start.S variables.cpp -o v.elf";
  REQUIRE(std::system(build.c_str()) == 0);
  for (const char* how : {"direct", "b"}) {
    const arguments line{"elf",
                         "--t0",
                         "v.elf",
                         "--t1",
                         TENSIX_EXAMPLES "/add_t1.elf",
                         "--t2",
                         TENSIX_EXAMPLES "/add_t2.elf",
                         "--b",
                         TENSIX_EXAMPLES "/add_b.elf",
                         "--boot",
                         how,
                         "--dump",
                         "0x20000:12=out"};  // no tiles
    const outcome o = run_tlm(folder, line);
    INFO(described(line, o));
    REQUIRE(o.code == 0);
    const std::string out = folder.read("out");
    const std::string expected("\xdb\x03\x00\x00\x00\x00\x00\x00\x0c\x00\xb0\xff", 12);
    CHECK(out == expected);
  }
}
