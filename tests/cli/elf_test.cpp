// SPDX-License-Identifier: Apache-2.0
// tensix-tlm elf: compiled programs on the RISC-V cores. The programs are made here, word by word.
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <optional>

#include "elf_program.h"
#include "tests/tools.h"
#include "tlm_process.h"

using namespace tensix_cli;
using nlohmann::json;

namespace {

// x1 = 0x20000, where results go.
const words stores_42{lui(1, 0x20), addi(2, 0, 42), sw(2, 1), ebreak};

uint32_t word(const std::string& bytes) {
  uint32_t w = 0;
  for (unsigned i = 0; i < 4; ++i) w |= static_cast<uint32_t>(static_cast<uint8_t>(bytes.at(i))) << 8 * i;
  return w;
}

}  // namespace

TEST_CASE("a program runs until ebreak; its memory can be taken out, its core has a row of its own") {
  const temporary_folder folder;
  folder.write("t0.elf", at(0x6000, stores_42).bytes());
  const arguments line{"elf", "--t0", "t0.elf", "--dump", "0x20000:4=out.bin", "--metrics", "m.json"};
  const outcome o = run_tlm(folder, line);
  INFO(described(line, o));
  REQUIRE(o.code == 0);
  CHECK(word(folder.read("out.bin")) == 42);
  CHECK(contains(o.out, "core_t0"));
  const json m = json::parse(folder.read("m.json"));
  REQUIRE(m.at("cores").size() == 5);
  for (const auto& [name, a] : m.at("cores").items()) {
    CAPTURE(name);
    uint64_t sum = a.at("busy").get<uint64_t>() + a.at("idle").get<uint64_t>();
    for (const auto& [reason, cycles] : a.at("stall").items()) sum += cycles.get<uint64_t>();
    CHECK(sum == m.at("cycles").get<uint64_t>());
  }
  CHECK(m.at("cores").at("core_t1").at("stall").at("in_reset") == m.at("cycles"));
  CHECK(m.at("cores").at("core_t0").at("stall").count("in_reset") == 0);
}

TEST_CASE("what --l1 and --l1w put there is what the program finds") {
  const temporary_folder folder;
  folder.write("data", std::string("\x05\x00\x00\x00", 4));
  // [0x20000] = [0x30000] + [0x31000]
  folder.write("t2.elf", at(0xe000, {lui(1, 0x30), lw(3, 1), lui(1, 0x31), lw(4, 1), 0x004182b3 /* add x5, x3, x4 */,
                                     lui(1, 0x20), sw(5, 1), ebreak})
                             .bytes());
  const outcome o =
      run_tlm(folder, {"elf", "--t2", "t2.elf", "--l1", "0x30000=data", "--l1w", "0x31000=37", "--dump", "0x20000:4=o"});
  INFO(o.err);
  CHECK(o.code == 0);
  CHECK(word(folder.read("o")) == 42);
}

TEST_CASE("--until ends a run whose cores go on") {
  const temporary_folder folder;
  folder.write("t0.elf", at(0x6000, {lui(1, 0x20), addi(2, 0, 100), sw(2, 1), addi(3, 3, 1), jump_back_4}).bytes());
  const outcome o = run_tlm(folder, {"elf", "--t0", "t0.elf", "--until", "0x20000=100", "--dump", "0x20000:4=o"});
  INFO(o.err);
  CHECK(o.code == 0);
  CHECK(word(folder.read("o")) == 100);
  // All words if there are several.
  const auto until_both = [&](const char* second) {
    return run_tlm(folder, {"elf", "--t0", "t0.elf", "--until", second, "--until", "0x20000=100", "--l1w", "0x20010=7",
                            "--maxclk", "5000"})
        .code;
  };
  CHECK(until_both("0x20010=7") == 0);
  CHECK(until_both("0x20010=8") == 3);
  const outcome without = run_tlm(folder, {"elf", "--t0", "t0.elf", "--maxclk", "5000"});
  CHECK(without.code == 3);
  CHECK(contains(without.err, "RISC-V T0 is at pc 0x60"));
}

TEST_CASE("a core that polls what nobody writes is a deadlock, with its address and pc") {
  const temporary_folder folder;
  folder.write("t1.elf", at(0xa000, {lui(1, 0x30), lw(3, 1), back_4_if_zero_x3, ebreak}).bytes());
  const outcome o = run_tlm(folder, {"elf", "--t1", "t1.elf", "--dump", "0x20000:4=o"});
  INFO(o.err);
  CHECK(o.code == 3);
  CHECK(contains(o.err, "RISC-V T1 polls 0x00030000 (L1) at pc 0xa004"));
  CHECK(o.err.find("RISC-V T1 polls") == o.err.rfind("RISC-V T1 polls"));  // said once
  CHECK(contains(o.err, "incomplete (deadlock at cycle "));
  CHECK(folder.read("o").size() == 4);
  CHECK(run_tlm(folder, {"elf", "--t1", "t1.elf", "--l1w", "0x30000=1"}).code == 0);
}

TEST_CASE("a core that goes round for ever is no deadlock while a host still writes") {
  const temporary_folder folder;
  constexpr uint32_t fence = 0x0ff0000f;
  // It reads the wall clock and 0x30000, which the last of the writes sets.
  folder.write("t0.elf", at(0x6000, {lui(1, 0x30), lui(2, 0xffb12), addi(2, 2, 0x1f0), lw(4, 2), fence, lw(3, 1), bne(3, 0, 8),
                                     jal(0, -16), ebreak})
                             .bytes());
  arguments line{"elf", "--t0", "t0.elf"};
  for (unsigned i = 0; i < 6000; ++i) line.insert(line.end(), {"--l1w", "0x30010=1@" + std::to_string(i)});
  CHECK(run_tlm(folder, line).code == 3);
  line.insert(line.end(), {"--l1w", "0x30000=1@6000"});
  const outcome o = run_tlm(folder, line);
  INFO(o.err);
  CHECK(o.code == 0);
}

TEST_CASE("B starts alone and releases the others from reset") {
  const temporary_folder folder;
  folder.write("t0.elf", at(0x6000, stores_42).bytes());
  // SOFT_RESET_0 = T1, T2 and NC held.
  folder.write("b.elf", at(0, {lui(1, 0xffb12), addi(1, 1, 0x1b0), lui(2, 0x46), sw(2, 1), ebreak}).bytes());
  const arguments line{"elf", "--t0", "t0.elf", "--b", "b.elf", "--dump", "0x20000:4=o"};
  const outcome o = run_tlm(folder, line);
  INFO(described(line, o));
  CHECK(o.code == 0);
  CHECK(word(folder.read("o")) == 42);
  folder.write("b.elf", at(0, {ebreak}).bytes());
  const outcome held = run_tlm(folder, line);
  CHECK(held.code == 0);
  CHECK(word(folder.read("o")) == 0);
  arguments direct = line;
  direct.insert(direct.end(), {"--boot", "direct"});
  CHECK(run_tlm(folder, direct).code == 0);
  CHECK(word(folder.read("o")) == 42);
}

TEST_CASE("a released core starts at its program's entry unless B says otherwise") {
  const temporary_folder folder;
  elf t1 = at(0xb000, stores_42);
  t1.more.push_back({0xc000, {lui(1, 0x20), addi(2, 0, 43), sw(2, 1), ebreak}, 0});
  folder.write("t1.elf", t1.bytes());
  const uint32_t tile_control = lui(1, 0xffb12);
  const words release{addi(3, 1, 0x1b0), lui(4, 0x45), sw(4, 3), ebreak};  // SOFT_RESET_0: all but B and T1 held
  const auto run = [&](words before) {
    before.insert(before.begin(), tile_control);
    before.insert(before.end(), release.begin(), release.end());
    folder.write("b.elf", at(0, before).bytes());
    const outcome o = run_tlm(folder, {"elf", "--t1", "t1.elf", "--b", "b.elf", "--dump", "0x20000:4=o"});
    INFO(o.err);
    REQUIRE(o.code == 0);
    return word(folder.read("o"));
  };
  CHECK(run({}) == 42);
  CHECK(run({addi(3, 1, 0x22c), lui(4, 0xc), sw(4, 3)}) == 43);  // the reset address of T1
}

TEST_CASE("memory without contents is shared by programs, and filled by data") {
  const temporary_folder folder;
  elf t0 = at(0x6000, {lui(1, 0x30), lw(3, 1), lui(1, 0x20), sw(3, 1), ebreak}), t1 = at(0xb000, {ebreak});
  t0.more = t1.more = {{0x30000, {}, 0x400}};
  folder.write("t0.elf", t0.bytes()), folder.write("t1.elf", t1.bytes());
  const arguments line{"elf", "--t0", "t0.elf", "--t1", "t1.elf", "--l1w", "0x30000=42", "--dump", "0x20000:4=o"};
  const outcome o = run_tlm(folder, line);
  INFO(described(line, o));
  CHECK(o.code == 0);
  CHECK(word(folder.read("o")) == 42);
  // Not over another program, whichever comes first.
  const auto refused = [&](uint32_t blank_of_t0, uint32_t blank_of_t1) {
    t0.more[0].address = blank_of_t0, t1.more[0].address = blank_of_t1;
    folder.write("t0.elf", t0.bytes()), folder.write("t1.elf", t1.bytes());
    return run_tlm(folder, line).code == 2 && contains(run_tlm(folder, line).err, "overlaps");
  };
  CHECK(refused(0xac04, 0x30000));
  CHECK_FALSE(refused(0xac00, 0x30000));
  CHECK(refused(0x30000, 0x6010));
  CHECK_FALSE(refused(0x30000, 0x6014));
}

TEST_CASE("with a section .loader_init, what belongs into the data RAM lies there for the program's own start-up code") {
  const temporary_folder folder;
  // [0xffb00004] = [0x8004]; [0x20000] = [0xffb00004]
  elf t0 = at(0x6000, {lui(1, 0x8), addi(1, 1, 4), lw(3, 1), lui(2, 0xffb00), addi(2, 2, 4), lw(4, 2), sw(3, 2), lw(5, 2),
                       lui(1, 0x20), sw(5, 1), addi(1, 1, 4), sw(4, 1), ebreak});
  t0.more = {{0x8000, {}, 0x1000}, {0xffb00000, {41, 42}, 0}};
  const arguments line{"elf", "--t0", "t0.elf", "--dump", "0x20000:8=o"};
  folder.write("t0.elf", t0.bytes());
  REQUIRE(run_tlm(folder, line).code == 0);
  CHECK(word(folder.read("o")) == 0);  // without the section: in the data RAM, as a debugger puts it
  CHECK(word(folder.read("o").substr(4)) == 42);
  t0.section.emplace(0x8000, 0x1000);
  folder.write("t0.elf", t0.bytes());
  const outcome o = run_tlm(folder, line);
  INFO(o.err);
  REQUIRE(o.code == 0);
  CHECK(word(folder.read("o")) == 42);
  CHECK(word(folder.read("o").substr(4)) == 0);
  t0.section->second = 7;
  folder.write("t0.elf", t0.bytes());
  check_refused(line, run_tlm(folder, line), {"t0.elf", ".loader_init", "7 bytes"});
}

TEST_CASE("tt-llk's names of zones are not loaded: all its programs have them at 0") {
  const temporary_folder folder;
  elf t0 = at(0x6000, stores_42), t1 = at(0xb000, {ebreak});
  t0.more = t1.more = {{0, {1, 2, 3}, 0}};
  const arguments line{"elf", "--t0", "t0.elf", "--t1", "t1.elf", "--dump", "0:4=o"};
  folder.write("t0.elf", t0.bytes()), folder.write("t1.elf", t1.bytes());
  check_refused(line, run_tlm(folder, line), {"overlaps"});
  for (elf* e : {&t0, &t1}) e->section_name = ".profiler_meta", e->section.emplace(0, 12);
  folder.write("t0.elf", t0.bytes()), folder.write("t1.elf", t1.bytes());
  const outcome o = run_tlm(folder, line);
  INFO(o.err);
  REQUIRE(o.code == 0);
  CHECK(word(folder.read("o")) == 0);
}

TEST_CASE("a host writes a word while the program runs") {
  const temporary_folder folder;
  folder.write("t1.elf", at(0xa000, {lui(1, 0x30), lw(3, 1), back_4_if_zero_x3, ebreak}).bytes());
  const auto cycles = [&](const std::string& at) {
    const outcome o = run_tlm(folder, {"elf", "--t1", "t1.elf", "--l1w", "0x30000=1" + at, "--metrics", "m.json"});
    INFO(o.err);
    REQUIRE(o.code == 0);
    return json::parse(folder.read("m.json")).at("cycles").get<int64_t>();
  };
  CHECK(cycles("") < 100);
  const int64_t cycle = cycles("@50000");  // seen when the core's data cache is flushed the next time
  CHECK(cycle > 50000);
  CHECK(cycle < 51000);
  // In the order of their cycles, whatever that of the options.
  const arguments two{"elf", "--t1", "t1.elf", "--l1w", "0x30000=7@900", "--l1w", "0x30000=1@800", "--dump", "0x30000:4=o"};
  REQUIRE(run_tlm(folder, two).code == 0);
  CHECK(word(folder.read("o")) == 7);
}

TEST_CASE("an instruction that does not exist ends the run, with core, pc and word") {
  const temporary_folder folder;
  folder.write("t0.elf", at(0x6000, {addi(1, 0, 1), 0x0000007f | 3, ebreak}).bytes());
  const outcome o = run_tlm(folder, {"elf", "--t0", "t0.elf"});
  INFO(o.err);
  CHECK(o.code == 1);
  CHECK(contains(o.err, "core_t0"));
  CHECK(contains(o.err, "0x6004"));
}

TEST_CASE("what is no program of these cores is refused, and nothing is written") {
  const temporary_folder folder;
  const elf good = at(0x6000, stores_42);
  const auto write = [&](const char* name, auto change) {
    elf e = good;
    change(e);
    folder.write(name, e.bytes());
  };
  write("good.elf", [](elf&) {});
  write("class.elf", [](elf& e) { e.elf_class = 2; });
  write("machine.elf", [](elf& e) { e.machine = 62; });
  write("object.elf", [](elf& e) { e.type = 1; });
  write("entry.elf", [](elf& e) { e.entry = 0x9000; });
  write("outside.elf", [](elf& e) { e.address = e.entry = 0x40000000; });
  write("huge.elf", [](elf& e) { e.memory_bytes = 0x7fffffff; });
  folder.write("text.elf", "hello\n");
  folder.write("cut.elf", good.bytes().substr(0, 90));
  folder.write("empty.elf", "");
  const auto refused = [&](arguments line, const std::vector<std::string>& parts) {
    line.insert(line.begin(), "elf");
    line.insert(line.end(), {"--metrics", "m.json", "--dump", "0:4=d"});
    check_refused(line, run_tlm(folder, line), parts);
    CHECK_FALSE(folder.has("m.json"));
    CHECK_FALSE(folder.has("d"));
  };
  refused({"--t0", "text.elf"}, {"text.elf", "not an ELF"});
  refused({"--t0", "empty.elf"}, {"empty.elf"});
  refused({"--t0", "class.elf"}, {"class.elf"});
  refused({"--t0", "machine.elf"}, {"machine.elf", "62", "RISC-V"});
  refused({"--t0", "object.elf"}, {"object.elf", "link"});
  refused({"--t0", "entry.elf"}, {"entry.elf", "entry", "0x9000"});
  refused({"--t0", "outside.elf"}, {"outside.elf", "0x40000000", "L1"});
  refused({"--t0", "huge.elf"}, {"huge.elf"});
  refused({"--t0", "cut.elf"}, {"cut.elf"});
  refused({"--t0", "none.elf"}, {"none.elf", "cannot be read"});
  refused({"--t0", "good.elf", "--t1", "good.elf"}, {"overlaps", "0x6000"});
  refused({"--t0", "good.elf", "--l1w", "0x6004=1"}, {"--l1w", "overlaps"});
  refused({"--t0", "good.elf", "--l1", "0x17fffe=good.elf"}, {"good.elf", "not in L1"});
  refused({"--t0", "good.elf", "--l1", "0x100=nothing"}, {"nothing"});
  refused({"--t0", "good.elf", "--profile", "p"}, {"good.elf", "-g"});
  refused({"--t0", "good.elf", "--boot", "b"}, {"--boot", "--b"});
  refused({"--t0", "good.elf", "--boot", "direkt"}, {"--boot", "direct"});
  refused({"--t0", "good.elf", "--until", "0x20001=1"}, {"--until", "multiple of 4"});
  refused({"--t0", "good.elf", "--until", "0x180000=1"}, {"--until", "not in L1"});
  refused({"--t0", "good.elf", "--l1w", "5"}, {"--l1w", "ADDRESS=WORD"});
  refused({"--t0", "good.elf", "--l1w", "0x20000=1@"}, {"--l1w"});
  refused({"--t0", "good.elf", "--l1w", "0x20000=1@x"}, {"--l1w", "x"});
  refused({"--t0", "good.elf", "--l1w", "0x180000=1@5"}, {"--l1w", "not in L1"});
  refused({"--t0", "good.elf", "--dump", "0x180000:4=x"}, {"--dump"});
  refused({}, {"--t0"});
}

TEST_CASE("two runs are compared core by core; a run without cores has none") {
  const temporary_folder folder;
  folder.write("a.elf", at(0x6000, stores_42).bytes());
  folder.write("b.elf", at(0x6000, {addi(1, 0, 7), divu(1, 1, 1), divu(1, 1, 1), ebreak}).bytes());
  for (const char* name : {"a", "b"})
    REQUIRE(run_tlm(folder, {"elf", "--t0", std::string(name) + ".elf", "--metrics", std::string(name) + ".json"}).code == 0);
  REQUIRE(run_tlm(folder, {"run", "add", "--metrics", "c.json"}).code == 0);
  const auto busy_of = [](const json& comparison, const char* side) {
    for (const auto& row : comparison.at("accounts"))
      if (row.at("kind") == "core" && row.at("name") == "core_t0" && row.at("spent") == "busy")
        return row.at(side).get<uint64_t>();
    return ~uint64_t{0};
  };
  for (const char* other : {"b", "c"}) {
    const outcome o = run_tlm(folder, {"compare", "a.json", std::string(other) + ".json", "--json", "--all"});
    INFO(o.err);
    REQUIRE(o.code == 0);
    const json comparison = json::parse(o.out), m = json::parse(folder.read(std::string(other) + ".json"));
    CHECK(busy_of(comparison, "a") == json::parse(folder.read("a.json")).at("cores").at("core_t0").at("busy"));
    CHECK(busy_of(comparison, "b") == (m.contains("cores") ? m.at("cores").at("core_t0").at("busy").get<uint64_t>() : 0));
  }
}

TEST_CASE("functions and lines, where a RISC-V compiler is there") {
  const temporary_folder folder;
  if (!tool_is_there("riscv64-unknown-elf-g++", "gcc-riscv64-unknown-elf")) return;
  folder.write("p.cpp",
               "static volatile unsigned* const l1 = (volatile unsigned*)0x20000;\n"
               "__attribute__((noinline)) void count(unsigned n) { while (n--) l1[0] = n; }\n"
               "extern \"C\" __attribute__((naked)) void _start() {\n"
               "  asm volatile(\"lui sp, 0xffb01\\n li a0, 50\\n call _Z5countj\\n ebreak\");\n"
               "}\n");
  const std::string build = "cd " + folder.path() +
                            " && riscv64-unknown-elf-g++ -g -O1 -march=rv32im -mabi=ilp32 -ffreestanding -nostdlib "
                            "-Wl,-Ttext=0x6000,-z,max-page-size=16 p.cpp -o p.elf";
  REQUIRE(std::system(build.c_str()) == 0);
  const outcome o = run_tlm(folder, {"elf", "--t0", "p.elf", "--profile", "p.txt"});
  INFO(o.err);
  REQUIRE(o.code == 0);
  const std::string profile = folder.read("p.txt");
  INFO(profile);
  CHECK(contains(profile, "count(unsigned int)"));
  CHECK(contains(profile, "p.cpp:2"));
  const outcome gave_up = run_tlm(folder, {"elf", "--t0", "p.elf", "--maxclk", "20"});
  CHECK(gave_up.code == 3);
  CHECK(contains(gave_up.err, "in count(unsigned int) (p.cpp:2)"));
}
