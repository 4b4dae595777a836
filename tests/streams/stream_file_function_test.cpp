// SPDX-License-Identifier: Apache-2.0
// The parser of stream files: every directive, and every error with its line and text.
#include "workload/streams/stream_file_function.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "catch.h"
#include "models/isa/isa.h"

using namespace tensix;
using kind = step::kind_t;

namespace {
stream_file parse(const std::string& text) { return stream_file::parse(text, "test.scn", "."); }

std::vector<step> steps(const stream_file& file, unsigned core, size_t most = 1000) {
  std::vector<step> all;
  const auto source = file.core(core);
  step s;
  while (all.size() < most && source->next(s)) all.push_back(s);
  return all;
}

std::string error_of(const std::string& text, int* line = nullptr) {
  try {
    parse(text);
  } catch (const stream_error& e) {
    if (line) *line = e.line;
    CHECK(e.file == "test.scn");
    CHECK(std::string(e.what()) == "test.scn:" + std::to_string(e.line) + ": " + e.text);
    return e.text;
  }
  return "no error";
}

struct temporary_folder {
  temporary_folder() {
    char name[] = "/tmp/stream_file_XXXXXX";
    path = mkdtemp(name) ? name : "";
  }
  ~temporary_folder() {
    for (const auto& f : files) std::remove(f.c_str());
    std::remove(path.c_str());
  }
  std::string file(const std::string& name) {
    files.push_back(path + "/" + name);
    return files.back();
  }
  std::string path;
  std::vector<std::string> files;
};
}  // namespace

TEST_CASE("initial L1: bytes, words, fills, in file order") {
  const auto f = parse(
      "# a comment\n"
      "\n"
      "fill 0x10 8 0xEE   # and another\n"
      "l1 0x12 aB cd1\t2  \r\n"
      "l1w 32 0x01020304 5\n"
      "fill 35 1 255\n");
  l1_storage l1(default_l1_bytes);
  f.initialise(l1);
  const std::vector<uint8_t> expected = {0xEE, 0xEE, 0xab, 0xcd, 0x12, 0xEE, 0xEE, 0xEE, 0, 0, 0, 0, 0,
                                         0,    0,    0,    4,    3,    2,    255,  5,    0, 0, 0, 0};
  CHECK(std::vector<uint8_t>(l1.begin() + 16, l1.begin() + 16 + static_cast<long>(expected.size())) == expected);
  CHECK_FALSE(f.maxclk());
  CHECK(f.outputs().empty());
  for (unsigned c = 0; c < stream_cores; ++c) CHECK_FALSE(f.uses(c));
}

TEST_CASE("l1f is relative to the stream file, outf writes a file") {
  temporary_folder folder;
  std::ofstream(folder.file("data.bin"), std::ios::binary) << std::string("\x01\x00\xff\x0a", 4);
  const std::string result = folder.file("result.bin");
  std::ofstream(folder.file("s.scn")) << "l1f 0x100 data.bin\nout 0xff 6\noutf 0x101 3 " << result << "\nout 0 1";
  const auto f = stream_file::load(folder.path + "/s.scn");
  l1_storage l1(default_l1_bytes);
  f.initialise(l1);
  std::ostringstream shown;
  f.write_outputs(shown, l1);
  CHECK(shown.str() == "out 0xff 000100ff0a00\nout 0x0 00\n");
  std::ifstream in(result, std::ios::binary);
  CHECK(std::string((std::istreambuf_iterator<char>(in)), {}) == std::string("\x00\xff\x0a", 3));
  CHECK_THROWS_AS(stream_file::load(folder.path + "/none.scn"), stream_error);
  const auto bad = parse("outf 0 4 " + folder.path + "/no/such/folder/x\n");
  CHECK_THROWS_WITH(bad.write_outputs(shown, l1),
                    "cannot write '" + folder.path + "/no/such/folder/x' (test.scn:1: outf): No such file or directory");
}

TEST_CASE("maxclk, base, out") {
  const auto f = parse("maxclk 5000000000\nbase 0x150000\nout 0x30000 16\nout 0x17fff0 0x10\n");
  CHECK(f.maxclk() == 5000000000u);
  REQUIRE(f.outputs().size() == 2);
  CHECK(f.outputs()[0].address == 0x30000);
  CHECK(f.outputs()[1].bytes == 16);
  CHECK(f.outputs()[1].line == 4);
}

TEST_CASE("steps of the cores") {
  const auto f = parse(
      "t0 push 0x02000000 3\n"
      "t1 st 0xFFEF0000 7\n"
      "t1 ld 0x20\n"
      "t1 copy 0xFFE00004 0x40\n"
      "t2 poll 0x10 0xff 3\n"
      "t2 poll 0x10 0xff != 4\n"
      "t2 poll 0x10 1 == 1\nt2 poll 0 1 < 1\nt2 poll 0 1 <= 1\nt2 poll 0 1 > 1\nt2 poll 0 1 >= 1\n"
      "b sync\nb mark here\nb delay 1000000000000\n"
      "t0 pushst 0x11 0x22\n"
      "b st 0xFFE40000 1\n");
  auto s = steps(f, 0);
  REQUIRE(s.size() == 3);
  CHECK(s[0].kind == kind::push);
  REQUIRE(s[0].count == 2);
  CHECK(s[0].words[0] == 0x02000000);
  CHECK(s[0].words[1] == 3);
  CHECK(s[0].line == 1);
  CHECK(s[1].kind == kind::store);
  CHECK(s[1].address == 0xFFE40000);
  CHECK(s[1].value == 0x11);
  CHECK(s[2].value == 0x22);
  CHECK(s[2].line == 15);
  s = steps(f, 1);
  REQUIRE(s.size() == 3);
  CHECK(s[0].kind == kind::store);
  CHECK(s[0].address == 0xFFEF0000);
  CHECK(s[0].value == 7);
  CHECK(s[1].kind == kind::load);
  CHECK(s[1].address == 0x20);
  CHECK(s[2].kind == kind::copy);
  CHECK(s[2].address == 0xFFE00004);
  CHECK(s[2].address2 == 0x40);
  s = steps(f, 2);
  REQUIRE(s.size() == 7);
  const comparison order[] = {comparison::eq, comparison::ne, comparison::eq, comparison::lt,
                              comparison::le, comparison::gt, comparison::ge};
  for (size_t i = 0; i < 7; ++i) {
    CHECK(s[i].kind == kind::poll);
    CHECK(s[i].how == order[i]);
  }
  CHECK(s[1].address == 0x10);
  CHECK(s[1].mask == 0xff);
  CHECK(s[1].value == 4);
  s = steps(f, 3);
  REQUIRE(s.size() == 4);
  CHECK(s[0].kind == kind::sync);
  CHECK(s[1].kind == kind::mark);
  CHECK(*s[1].name == "here");
  CHECK(s[2].kind == kind::delay);
  CHECK(s[2].cycles == 1000000000000u);
  CHECK(s[3].kind == kind::store);
  for (unsigned c = 0; c < stream_cores; ++c) CHECK(f.uses(c));
}

TEST_CASE("instructions by name") {
  const auto f = parse("t0 UNPACR unpack_block_selection=1 addr_mode=0x11 set_dat_valid=1\nt0 NOP\nt0 SFPLOADI imm16=0xffff\n");
  const auto s = steps(f, 0);
  REQUIRE(s.size() == 3);
  for (const auto& one : s) CHECK(one.count == 1);
  CHECK(*s[0].words == (word_of(opcode::UNPACR) | 1u << 23 | 0x11u << 15 | 1u << 6));
  CHECK(*s[1].words == word_of(opcode::NOP));
  CHECK(*s[2].words == (word_of(opcode::SFPLOADI) | 0xffffu));
}

TEST_CASE("loops repeat and nest") {
  const auto f = parse(
      "t0 ld 0\nt0 loop 2\n t0 ld 4\n t0 loop 3\n  t0 ld 8\n t0 endloop\nt0 loop 0\nt0 ld 12\nt0 endloop\nt0 endloop\nt0 ld "
      "16\n"
      "t1 loop 1\nt1 ld 1\nt1 endloop\n");
  std::vector<uint32_t> addresses;
  for (const auto& s : steps(f, 0)) addresses.push_back(s.address);
  CHECK(addresses == std::vector<uint32_t>{0, 4, 8, 8, 8, 4, 8, 8, 8, 16});
  CHECK(steps(f, 1).size() == 1);
  CHECK(steps(f, 0).size() == 10);  // a second source starts anew
}

TEST_CASE("loops of any length need neither memory nor, if empty, time") {
  const auto f = parse(
      "t0 loop 1000000000000\nt0 loop 1000000000\nt0 push 1\nt0 endloop\nt0 endloop\n"
      "t1 loop 1000000000000\nt1 loop 1000000000\nt1 endloop\nt1 loop 0\nt1 ld 0\nt1 endloop\nt1 endloop\nt1 ld 4\n");
  CHECK(steps(f, 0, 100000).size() == 100000);
  REQUIRE(steps(f, 1).size() == 1);
  CHECK(steps(f, 1)[0].address == 4);
}

TEST_CASE("a source outlives its file") {
  std::unique_ptr<step_source> source;
  {
    const auto f = parse("t0 push 9\nt0 mark x\n");
    source = f.core(0);
  }
  step s;
  REQUIRE(source->next(s));
  CHECK(*s.words == 9);
  REQUIRE(source->next(s));
  CHECK(*s.name == "x");
  CHECK_FALSE(source->next(s));
}

TEST_CASE("errors name the line and what is wrong") {
  const std::pair<const char*, const char*> all[] = {
      {"outt 0 4", "unknown directive 'outt'; did you mean 'out'?"},
      {"t3 sync", "unknown directive 't3'; did you mean 't0'?"},
      {"t0", "t0: an operation must follow"},
      {"t0 pull 0 1 1", "unknown operation or instruction 'pull'; did you mean 'poll'?"},
      {"t0 UNPACK", "unknown operation or instruction 'UNPACK'; did you mean 'UNPACR'?"},
      {"t0 UNPACR addr_mod=1", "UNPACR has no field 'addr_mod'; did you mean 'addr_mode'?"},
      {"t0 UNPACR last=2", "UNPACR: last=2 does not fit in 1 bits"},
      {"t0 UNPACR last", "expected FIELD=VALUE, not 'last'"},
      {"t0 UNPACR last=", "field 'last' has no value"},
      {"t0 UNPACR last=x", "last: 'x' is not a number (decimal or 0x...)"},
      {"t0 UNPACR last=1 last=1", "field 'last' is given twice"},
      {"b push 1", "b push: BRISC has no push; use t0, t1 or t2"},
      {"b NOP", "b NOP: BRISC has no push; use t0, t1 or t2"},
      {"t0 push", "too few words; expected: T push W..."},
      {"t0 pushst", "too few words; expected: T pushst W..."},
      {"t0 push 0x100000000", "instruction word: 0x100000000 does not fit, the largest is 0xffffffff"},
      {"t0 push 12a", "instruction word: '12a' is not a number (decimal or 0x...)"},
      {"t0 push -1", "instruction word: '-1' is not a number (decimal or 0x...)"},
      {"t0 push 0x", "instruction word: '0x' is not a number (decimal or 0x...)"},
      {"t0 st 0", "too few words; expected: T st ADDR V"},
      {"t0 st 0 1 2", "trailing word '2'; expected: T st ADDR V"},
      {"t0 ld 0 1", "trailing word '1'; expected: T ld ADDR"},
      {"t0 copy 0", "too few words; expected: T copy SRC DST"},
      {"t0 sync now", "trailing word 'now'; expected: T sync"},
      {"t0 poll 0 1", "too few words; expected: T poll ADDR MASK [== | != | < | <= | > | >=] V"},
      {"t0 poll 0 1 => 2", "poll: unknown comparison '=>'; expected: T poll ADDR MASK [== | != | < | <= | > | >=] V"},
      {"t0 poll 0 1 == ", "too few words; expected: T poll ADDR MASK [== | != | < | <= | > | >=] V"},
      {"t0 poll 0 1 == 2 3", "trailing word '3'; expected: T poll ADDR MASK [== | != | < | <= | > | >=] V"},
      {"t0 mark", "too few words; expected: T mark NAME"},
      {"t0 delay x", "cycles: 'x' is not a number (decimal or 0x...)"},
      {"t0 delay 18446744073709551616", "cycles: 18446744073709551616 does not fit, the largest is 0x38d7ea4c68000"},
      {"t0 endloop", "t0 endloop without loop"},
      {"t0 loop 2\nt1 endloop", "t1 endloop without loop"},
      {"t0 loop", "too few words; expected: T loop N"},
      {"t0 loop 2\nt0 loop 3\nt0 endloop", "t0 loop without endloop"},
      {"l1 0", "too few words; expected: l1 ADDR HEX..."},
      {"l1 0 abc", "l1: odd number of hex digits (3), two make a byte"},
      {"l1 0 ag", "l1: 'ag' is not made of hex digits"},
      {"l1 0x17ffff 0011", "address outside L1: 0x17ffff + 2 bytes, L1 ends at 0x180000"},
      {"l1 0xffffffff 0011", "address outside L1: 0xffffffff + 2 bytes, L1 ends at 0x180000"},
      {"l1w 0x17fffe 1", "address outside L1: 0x17fffe + 4 bytes, L1 ends at 0x180000"},
      {"l1f 0 /no/such/file", "l1f: cannot read file '/no/such/file'"},
      {"l1f 0 /tmp", "l1f: cannot read file '/tmp'"},
      {"l1f 0 no_such_file", "l1f: cannot read file './no_such_file'"},
      {"fill 0 4 256", "byte: 256 does not fit, the largest is 0xff"},
      {"fill 0 0 1", "fill: length 0: there is nothing to fill"},
      {"fill 0x180000 1 0", "address outside L1: 0x180000 + 1 bytes, L1 ends at 0x180000"},
      {"fill 0 1", "too few words; expected: fill ADDR LEN BYTE"},
      {"out 0 0", "length 0: there is nothing to show"},
      {"out 0 0x180001", "address outside L1: 0x0 + 1572865 bytes, L1 ends at 0x180000"},
      {"out 0 4 x", "trailing word 'x'; expected: out ADDR LEN"},
      {"outf 0 4", "too few words; expected: outf ADDR LEN FILE"},
      {"maxclk 0", "maxclk 0: there must be at least one cycle"},
      {"maxclk", "too few words; expected: maxclk N"},
      {"base", "too few words; expected: base ADDR"},
  };
  for (const auto& [text, message] : all) {
    INFO(text);
    int line = 0;
    CHECK(error_of(std::string("# first\n\nfill 0 1 0\n") + text + "\n", &line) == message);
    const std::string whole = text;
    const auto newlines = std::count(whole.begin(), whole.end(), '\n');
    // A loop without an end is reported where it begins, everything else at the last line.
    CHECK(line == (std::string(message) == "t0 loop without endloop" ? 4 : 4 + newlines));
  }
}

TEST_CASE("ranges are checked against the tile's L1") {
  CHECK_NOTHROW(stream_file::parse("out 0x17ffff 1", "n", "."));
  CHECK_THROWS_AS(stream_file::parse("out 0x100000 1", "n", ".", 0x100000), stream_error);
}
