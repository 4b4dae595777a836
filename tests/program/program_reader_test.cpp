// SPDX-License-Identifier: Apache-2.0
// Program files: what they mean, and what is said of wrong ones: file, place, what is wrong, what would be right.
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "catch.h"
#include "workload/program/program_reader.h"
#include "workload/program/program_tensors.h"
#include "workload/tensors/npy.h"

using namespace tensix;
using json = nlohmann::ordered_json;

namespace {

namespace fs = std::filesystem;

// A folder with a program of its own, gone with it.
struct folder {
  fs::path path = fs::temp_directory_path() / ("tensix_program_test_" + std::to_string(getpid()));
  folder() {
    fs::create_directories(path / "kernels");
    for (const char* kernel : {"reader.cpp", "writer.cpp", "compute.cpp"}) std::ofstream(path / "kernels" / kernel) << "\n";
  }
  ~folder() { fs::remove_all(path); }
};

json usual() {
  return json::parse(R"({
    "format": "tensix-tlm-program", "version": 1,
    "buffers": {"a": {"shape": [64, 128], "content": "test"}, "b": {"shape": [2, 32, 32], "memory": "l1", "content": -1.5},
                "c": {"shape": [64, 128], "format": "fp32", "output": "c.npy"}},
    "circular_buffers": {"c_0": {"pages": 4}, "c_1": {"on": "b"}, "c_16": {"format": "fp32"}, "c_24": {"on": "c_16", "format": "bf16"}},
    "semaphores": {"go": 7, "late": {"id": 3, "value": 1}, "last": 0},
    "kernels": {
      "reader": {"source": "kernels/reader.cpp", "args": ["a.address", 1.0, -1, true, "0xFF", "late.id", "late.address"],
                 "ct_args": [0, "a.accessor", "b.accessor", "a.pages"], "named_ct_args": {"page": "c.page_bytes"}},
      "writer": {"source": "kernels/writer.cpp", "common_args": ["c.address", "b.address"], "define": {"X": 1, "Y": null, "Z": "a b"}},
      "compute": {"source": "kernels/compute.cpp", "fidelity": "hifi2", "fp32_dest": true, "dst_sync": "full", "include": ["kernels"]}}})");
}

device_program read(const folder& f, const json& program) {
  std::ofstream(f.path / "p.json") << program;
  return read_program((f.path / "p.json").string());
}
// What is said of it, from the place on.
std::string refused(const folder& f, const json& program) {
  try {
    placed(read(f, program), 1536 * 1024);
  } catch (const std::runtime_error& e) {
    const std::string file = (f.path / "p.json").string(), what = e.what();
    CHECK(what.rfind(file, 0) == 0);
    return what.substr(std::min(what.size(), file.size()));
  }
  return "nothing is wrong";
}
json with(json program, const std::string& pointer, const json& value) {
  json* at = &program;
  std::istringstream names(pointer.substr(1));
  for (std::string name; std::getline(names, name, '/');) at = at->is_array() ? &(*at)[std::stoul(name)] : &(*at)[name];
  *at = value;
  return program;
}
std::string refused(const folder& f, const char* pointer, const json& value) {
  json program = usual();
  program = with(program, pointer, value);
  return refused(f, program);
}

}  // namespace

TEST_CASE("program: arguments become words when all has a place") {
  const folder f;
  const device_program p = read(f, usual());
  const placed_program at = placed(p, 1536 * 1024);
  CHECK(at.addresses == std::vector<uint32_t>{64, 1536 * 1024 - 2 * 2048, 64 + 2048});
  REQUIRE(at.tiles[0].tile.movers.size() == 2);
  const data_movement_kernel &reader = at.tiles[0].tile.movers[0], &writer = at.tiles[0].tile.movers[1];
  CHECK(reader.arguments == std::vector<uint32_t>{64, 0x3f800000, 0xffffffff, 1, 255, 3, program_layout::semaphore(3)});
  CHECK(reader.compile_time_arguments == std::vector<uint32_t>{0, 2, 0, 8});
  CHECK(reader.named_arguments == std::vector<std::pair<std::string, uint32_t>>{{"page", 4096}});
  CHECK(reader.core == data_movement_kernel::nc);
  CHECK(reader.noc == 1);
  CHECK(writer.core == data_movement_kernel::b);
  CHECK(writer.noc == 0);
  CHECK(writer.common_arguments == std::vector<uint32_t>{at.addresses[2], at.addresses[1]});
  CHECK(writer.defines == std::vector<std::string>{"X=1", "Y", "Z=a b"});
  CHECK(at.tiles[0].tile.compute->fidelity == math_fidelity::hifi2);
  CHECK(at.tiles[0].tile.compute->sync == dst_sync::full);
  CHECK(at.tiles[0].tile.compute->include_folders == std::vector<std::string>{(f.path / "kernels").string()});
  CHECK(at.tiles[0].tile.semaphores == std::vector<uint32_t>{7, 0, 0, 1, 0});
}

TEST_CASE("program: circular buffers lie one behind the other, or on something") {
  const folder f;
  const placed_program at = placed(read(f, usual()), 1536 * 1024);
  REQUIRE(at.tiles[0].tile.buffers.size() == 4);
  const auto find = [&](unsigned index) {
    for (size_t i = 0; i < 4; ++i)
      if (at.tiles[0].tile.buffers[i].index == index) return i;
    return size_t{4};
  };
  CHECK(at.tiles[0].layout.buffers[find(1)] == at.addresses[1]);
  CHECK(at.tiles[0].tile.buffers[find(1)].pages == 2);
  CHECK(at.tiles[0].layout.buffers[find(24)] == at.tiles[0].layout.buffers[find(16)]);
  CHECK(at.tiles[0].tile.buffers[find(24)].pages == 4);  // the same bytes in smaller tiles
  CHECK(at.tiles[0].layout.buffers[find(16)] >= at.tiles[0].layout.buffers[find(0)] + 4 * 2048);
  CHECK(at.tiles[0].layout.end >= at.tiles[0].layout.buffers[find(16)] + 2 * 4096);
}

TEST_CASE("program: wrong files are refused with the place and what would be right") {
  const folder f;
  CHECK(refused(f, usual()) == "nothing is wrong");
  const auto has = [&](const char* pointer, const json& value, const std::string& what) {
    const std::string said = refused(f, pointer, value);
    INFO(pointer << " = " << value << ": " << said);
    CHECK(said.find(what) != std::string::npos);
  };
  has("/format", "tensix-tlm-study", "this is no program");
  has("/version", 2, ", at /version: version 2 is not known");
  has("/circular_bufers", json::object(), ": nothing here is called 'circular_bufers'; did you mean 'circular_buffers'?");
  has("/buffers/a/fromat", "bf16", ", at /buffers/a: nothing here is called 'fromat'; did you mean 'format'?");
  has("/buffers/a/format", "bf17", ", at /buffers/a/format: 'bf17' is not a format");
  has("/buffers/a/format", "bf17", "did you mean 'bf16'?");
  has("/buffers/a/memory", "sram", "expected one of dram, l1");
  has("/buffers/a/shape", json::array({64}), ", at /buffers/a/shape: a shape has 2 to 8 dimensions");
  has("/buffers/a/shape", json::array({64, 0}), ", at /buffers/a/shape/1: expected a whole number 1..");
  has("/buffers/a/shape", json::array({65536, 65536}), "a tensor has at most");
  has("/buffers/a/shape", json::array({3, 40, 64}), "a tile would hold rows of two of them");
  has("/buffers/a/content", "a.txt", "neither a .npy file nor");
  has("/buffers/a/content", "a.npy", ", at /buffers/a/content: ");
  has("/buffers/a/content", true, "not true");
  has("/buffers/a/page_bytes", 3000, "not whole pages of 3000; a tile has 2048");
  has("/buffers/a/shard", {{"shape", {32, 40}}}, "is not of whole tiles");
  has("/buffers/a/shard", {{"shape", {32, 64}}, {"banks", 9}}, ", at /buffers/a/shard/banks: expected a whole number 1..8");
  has("/buffers/b/shard", {{"shape", {32, 32}}, {"banks", 2}}, "expected a whole number 1..1");
  has("/buffers/c_1", {{"shape", {32, 32}}}, "is the name of a circular buffer");
  has("/buffers/2x", {{"shape", {32, 32}}}, "is no name");
  has("/circular_buffers/c_32", json::object(), "expected c_0 to c_31");
  has("/circular_buffers/c_2", {{"page_bytes", 40}}, "a multiple of 16 bytes");
  has("/circular_buffers/c_2", {{"on", "a"}}, "'a' is in DRAM");
  has("/circular_buffers/c_2", {{"on", "bb"}}, "did you mean 'b'?");
  has("/circular_buffers/c_2", {{"on", "c_1"}}, "'c_1' itself lies on 'b'");
  has("/circular_buffers/c_1/pages", 3, "do not fit on 'b', which has 4096: at most 2");
  has("/circular_buffers/c_0/pages", 0, "expected a whole number 1..65535, not 0");
  has("/semaphores/a", 1, "is the name of something else");
  has("/semaphores/next", {{"id", 3}, {"value", 0}}, "id 3 already");
  has("/kernels", json::object(), "there is no kernel");
  has("/kernels/reder", json::object(), "did you mean 'reader'?");
  has("/kernels/reader/source", "kernels/raeder.cpp", ", at /kernels/reader/source: there is no file '");
  has("/kernels/reader/core", "T0", "expected one of B, NC");
  has("/kernels/reader/core", "B", "are both on core B: give one of them \"core\": \"NC\"");
  has("/kernels/reader/noc", 0, "both use NoC 0");
  has("/kernels/reader/args/0", "aa.address",
      ", at /kernels/reader/args/0: 'aa.address': no buffer or semaphore is called 'aa'; did you mean 'a'?");
  has("/kernels/reader/args/0", "a.adress", "did you mean 'address'?");
  has("/kernels/reader/args/0", "late.pages", "expected one of late.id, late.address");
  has("/kernels/reader/args/0", "a.accessor", "its place is \"ct_args\"");
  has("/kernels/reader/args/0", 4294967296, "expected a whole number 0..4294967295");
  has("/kernels/reader/args/0", -2147483649, "does not fit into 32 bits");
  has("/kernels/reader/args/0", nullptr, "expected a whole number of 32 bits");
  has("/kernels/writer/define/1A", 1, "is no name of a macro");
  has("/kernels/compute/noc", 0, ", at /kernels/compute: nothing here is called 'noc'");
  has("/kernels/compute/fidelity", "hifi5", "expected one of lofi, hifi2, hifi3, hifi4");
  has("/kernels/compute/include/0", "nowhere", ", at /kernels/compute/include/0: there is no folder");
}

namespace {

// Eight cores: readers of two kinds, a writer and a compute kernel on all, what lies on some of them.
json on_many() {
  return json::parse(R"({
    "format": "tensix-tlm-program", "version": 1,
    "cores": {"all": [[1, 2], [4, 3]], "left": [[[1, 2], [1, 3]]], "rest": [[2, 2], [4, 3]], "two": ["left", [[5, 0], [5, 0]]]},
    "buffers": {"s": {"shape": [256, 64], "memory": "l1", "shard": {"shape": [32, 64]}},
                "t": {"shape": [64, 128], "memory": "l1", "shard": {"shape": [32, 32], "cores": "all", "orientation": "col_major"}},
                "i": {"shape": [96, 128], "memory": "l1"}},
    "circular_buffers": {"c_0": [{"cores": "left", "pages": 4}, {"cores": "rest", "pages": 1}], "c_1": {"cores": "rest"},
                         "c_2": {}, "c_3": {"on": "s"}, "c_4": {"on": "c_1", "cores": "rest"}},
    "semaphores": {"go": {"value": 5, "cores": "left"}, "come": {"id": 0, "value": 6, "cores": "rest"}, "every": 7},
    "kernels": {
      "reader": [{"source": "kernels/reader.cpp", "cores": "left", "args": ["core.index", "core.x", "core.noc_y", "core(4,3).noc_x"]},
                 {"source": "kernels/reader.cpp", "cores": "rest", "define": {"R": 1}, "args": ["core.index"], "ct_args": ["t.accessor"]}],
      "writer": {"source": "kernels/writer.cpp", "cores": "left", "args": {"1,2": [1, "s.address"], "1,3": [2]}},
      "compute": {"source": "kernels/compute.cpp", "cores": "all"}}})");
}
const tile_program& tile_of(const placed_program& p, unsigned x, unsigned y) { return p.tiles[p.place_of({x, y})].tile; }
uint32_t buffer_at(const placed_program& p, unsigned x, unsigned y, unsigned index) {
  const core_program& t = p.tiles[p.place_of({x, y})];
  return t.layout.buffers[t.place_of(index)];
}

}  // namespace

TEST_CASE("program: kernels on many cores") {
  const folder f;
  const json program = on_many();
  const device_program p = read(f, program);
  const placed_program at = placed(p, 1536 * 1024);
  CHECK(p.cores.text() == "(1,2)-(4,3)");
  REQUIRE(at.cores.size() == 8);
  CHECK(at.cores[5] == logical_core{2, 3});
  using words = std::vector<uint32_t>;
  CHECK(tile_of(at, 1, 3).movers[0].arguments == words{1, 1, 5, 5});
  CHECK(tile_of(at, 1, 3).movers[1].arguments == words{2, 0});  // as many as (1,2) has
  CHECK(tile_of(at, 3, 3).movers[0].arguments == words{4});
  CHECK(tile_of(at, 3, 3).movers[0].defines == std::vector<std::string>{"R=1"});
  CHECK(tile_of(at, 3, 3).movers.size() == 1);
  // 2 x 4 shards on cores in columns: (1,2), (1,3), (2,2), ... at the places (2,4), (2,5), (3,4), ...
  CHECK(tile_of(at, 3, 3).movers[0].compile_time_arguments ==
        words{1, 1, 8, 8, 1, 0x02050204, 0x03050304, 0x04050404, 0x05050504});
  CHECK(tile_of(at, 3, 2).semaphores == words{6, 7});
  CHECK(tile_of(at, 1, 2).semaphores == words{5, 7});
  CHECK(tile_of(at, 1, 2).place.l1.banks.size() == 8);
}

TEST_CASE("program: a circular buffer is at one address on all of its cores") {
  const folder f;
  const json program = on_many();
  const placed_program at = placed(read(f, program), 1536 * 1024);
  CHECK(buffer_at(at, 1, 2, 0) == buffer_at(at, 2, 2, 0));
  CHECK(buffer_at(at, 2, 2, 1) == buffer_at(at, 2, 2, 0) + 2048);
  CHECK(buffer_at(at, 1, 2, 2) == buffer_at(at, 1, 2, 0) + 4 * 2048);  // (2,2) has 2048 + 4096 before it
  CHECK(buffer_at(at, 2, 2, 2) == buffer_at(at, 1, 2, 2));
  CHECK(buffer_at(at, 4, 3, 3) == at.addresses[0]);
  CHECK(buffer_at(at, 2, 2, 4) == buffer_at(at, 2, 2, 1));
  const core_program& left = at.tiles[at.place_of({1, 2})];
  CHECK(left.place_of(1) == left.tile.buffers.size());  // not there
}

TEST_CASE("program: shards in L1 and pages interleaved over cores") {
  const folder f;
  const json program = on_many();
  const placed_program at = placed(read(f, program), 1536 * 1024);
  const buffer_pages &s = at.pages[0], &t = at.pages[1], &i = at.pages[2];
  CHECK(s.banks() == 8);
  CHECK(s.core_of(s.place_of(2 * 3 + 1).bank) == logical_core{4, 2});  // the fourth row of tiles
  CHECK(t.core_of(t.place_of(4 + 1).bank) == logical_core{3, 3});      // shard 5, by columns
  CHECK(i.core_of(i.place_of(9).bank) == logical_core{2, 2});          // page 9 of 12 over 8
  CHECK(i.place_of(9).offset == 2048);
}

TEST_CASE("program: what is wrong with cores is said") {
  const folder f;
  const json good = on_many();
  CHECK(refused(f, good) == "nothing is wrong");
  const auto has = [&](const char* pointer, const json& value, const std::string& what) {
    json program = good;
    program = with(program, pointer, value);
    const std::string said = refused(f, program);
    INFO(pointer << " = " << value << ": " << said);
    CHECK(said.find(what) != std::string::npos);
  };
  has("/kernels/compute/cores", "al", ", at /kernels/compute/cores: no cores are called 'al'; did you mean 'all'?");
  has("/kernels/compute/cores", json::parse("[[0,0],[14,0]]"),
      ", at /kernels/compute/cores/1/0: expected a whole number 0..13");
  has("/kernels/compute/cores", json::parse("[[1,0],[0,0]]"), "goes from its first corner to the right and down");
  has("/kernels/compute/cores", json::parse("[[[0,0],[1,1]],[[1,1],[2,2]]]"), "core (1,1) is in two of these ranges");
  has("/kernels/compute/cores", json::parse("[]"), "expected a core as in [0, 0]");
  has("/kernels/compute/cores", 3, "expected a core as in [0, 0]");
  has("/kernels/reader/1/cores", "all", ", at /kernels/reader/1: core (1,2) has the reader of '");
  has("/kernels/writer/core", "NC", ", at /kernels/writer: reader and writer are both on core NC");
  has("/kernels/writer/args/2,2", json::array({1}), "this kernel is not on core (2,2), its cores are (1,2)-(1,3)");
  has("/kernels/writer/args/x", json::array({1}), "'x' is no core");
  has("/kernels/writer/args", {{"1,2", json::array()}}, "core (1,3) has no list");
  has("/kernels/writer/args", 1, "expected a list for all cores, or one for each");
  has("/kernels/compute/common_args", json::array({"core.x"}), "'core.x' is another word on each core: its place is \"args\"");
  has("/kernels/compute/args", json::array({"core.z"}), "expected one of core.x, core.y, core.noc_x, core.noc_y, core.index");
  has("/kernels/compute/args", json::array({"core(0,0).x"}),
      "core (0,0) has no kernel; the cores of this program are (1,2)-(4,3)");
  has("/kernels/compute/args", json::array({"core(1,2).index"}), "expected one of core(1,2).x, core(1,2).y");
  has("/kernels/compute/args", json::array({"core(12.x"}), "expected a core by its column and row");
  has("/circular_buffers/c_0/1/cores", "all", ", at /circular_buffers/c_0/1: core (1,2) has a c_0 already");
  has("/circular_buffers/c_2/cores", json::parse("[0,0]"), "core (0,0) has no kernel");
  has("/circular_buffers/c_4/cores", "all", ", at /circular_buffers/c_4/on: nothing of 'c_1' is on core (1,2)");
  has("/buffers/s/shard/cores", "left", ", at /circular_buffers/c_3/on: nothing of 's' is on core (2,2)");
  has("/buffers/s/shard/banks", 9, "expected a whole number 1..8");
  has("/buffers/s/shard/orientation", "rows", "expected one of row_major, col_major");
  has("/buffers/d", json::parse(R"({"shape": [64, 64], "shard": {"shape": [32, 32], "cores": "all"}})"),
      "shards in DRAM are in its banks");
  has("/semaphores/come/cores", "all", "there is a semaphore with the id 0 already");
  has("/cores/go", json::parse("[0,0]"), "is the name of something else");
  has("/buffers/core", {{"shape", {32, 32}}}, "'core.index': expected one of core.address, core.accessor");  // then that is it
}

TEST_CASE("program: what does not fit says what takes how much") {
  const folder f;
  const std::string l1 = refused(f, "/circular_buffers/c_0/pages", 700);
  CHECK(l1.find("does not fit into L1: ") != std::string::npos);
  CHECK(l1.find("\n  c_0 1,400 KiB: 700 pages of 2048 bytes (bf16)\n") != std::string::npos);
  CHECK(l1.find("\n  b 4 KiB: 2 pages of 2048 bytes") != std::string::npos);
  CHECK(l1.find("c_24") == std::string::npos);  // takes nothing
  json program = usual();
  for (int i = 0; i < 32; ++i) program["buffers"]["big" + std::to_string(i)] = {{"shape", {16384, 16384}}, {"format", "fp32"}};
  const std::string dram = refused(f, program);
  CHECK(dram.find("do not fit into DRAM: ") != std::string::npos);
  CHECK(dram.find("\n  big0 131,072 KiB: 262144 pages of 4096 bytes in 8 banks\n") != std::string::npos);
}

namespace {

// Memory in which every byte is what was written last, or 0x55.
struct plain_memory : debug_memory {
  mutable std::map<std::tuple<bool, unsigned, uint64_t>, uint8_t> bytes;
  static std::tuple<bool, unsigned, uint64_t> place(const memory_bank& bank, uint64_t address) {
    const bool dram = bank.where == tensor_buffer::memory::dram;
    return {dram, dram ? bank.number : bank.core.y * 100 + bank.core.x, address};
  }
  void write(const memory_bank& bank, uint64_t address, const uint8_t* from, size_t count) override {
    for (size_t i = 0; i < count; ++i) bytes[place(bank, address + i)] = from[i];
  }
  void read(const memory_bank& bank, uint64_t address, uint8_t* to, size_t count) const override {
    for (size_t i = 0; i < count; ++i) {
      const auto at = bytes.find(place(bank, address + i));
      to[i] = at == bytes.end() ? 0x55 : at->second;
    }
  }
};

}  // namespace

TEST_CASE("program: tensors go into memory and come back") {
  const folder f;
  tensor t(96, 160);
  for (size_t i = 0; i < t.data.size(); ++i) t.data[i] = static_cast<float>(i % 251) - 125;
  write_npy((f.path / "t.npy").string(), t);
  json program = usual();
  const json kinds = {{"tiles", {{"format", "bf16"}}},
                      {"fewer", {{"page_bytes", 6144}}},
                      {"sharded", {{"shard", {{"shape", {64, 96}}, {"banks", 3}}}}},
                      {"rows", {{"layout", "rows"}, {"format", "fp32"}}},
                      {"parts", {{"layout", "rows"}, {"shard", {{"shape", {5, 40}}}}}},
                      {"local", {{"memory", "l1"}, {"shard", {{"shape", {32, 64}}}}}},
                      {"integers", {{"format", "int16"}, {"layout", "rows"}, {"page_bytes", 48}}}};
  program["buffers"] = kinds;
  for (auto& [name, buffer] : program["buffers"].items()) {
    buffer["content"] = "t.npy";
    buffer["output"] = name + ".npy";
  }
  program["buffers"]["none"] = {{"shape", {96, 160}}, {"output", "none.npy"}};
  program["circular_buffers"] = json::object();
  program["kernels"] = {{"reader", {{"source", "kernels/reader.cpp"}}}};
  const device_program p = read(f, program);
  const placed_program at = placed(p, 1536 * 1024);
  program_tensors tensors(p, at, 1);
  plain_memory memory;
  tensors.put(memory);
  const std::vector<uint8_t> tile(2048, 0);
  const size_t none = p.buffers.size() - 1;
  REQUIRE(p.buffers[none].name == "none");
  memory.write({tensor_buffer::memory::dram, 3, {}}, at.addresses[none], tile.data(), tile.size());
  tensors.take(memory);
  tensors.write();
  for (const auto& [name, buffer] : kinds.items()) {
    INFO(name);
    CHECK(read_npy((f.path / (name + ".npy")).string()).data == t.data);
  }
  const tensor rest = read_npy((f.path / "none.npy").string());
  CHECK(rest.at(0, 3 * 32) == 0);
  CHECK(std::isnan(rest.at(0, 0)));
  CHECK(tensors.untouched() ==
        "warning: none: 14 of 15 pages hold the bytes 0xff, which were there before the run: did a kernel write them?\n");
}
