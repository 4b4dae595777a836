// SPDX-License-Identifier: Apache-2.0
// Wrong files: operands, outputs that cannot be written, streams, configurations.
#include <filesystem>

#include "tlm_process.h"

using namespace tensix_cli;

namespace {

std::string npy(const std::string& dictionary, size_t data_bytes, int version = 1) {
  std::string header = dictionary;
  while ((10 + header.size() + 1) % 64 != 0) header += ' ';
  header += '\n';
  std::string file = "\x93NUMPY";
  file += static_cast<char>(version);
  file += '\0';
  file += static_cast<char>(header.size() & 0xff);
  file += static_cast<char>(header.size() >> 8);
  if (version > 1) file += std::string(2, '\0');
  return file + header + std::string(data_bytes, '\0');
}
std::string dictionary(const std::string& descr, const std::string& shape, const std::string& fortran = "False") {
  return "{'descr': " + descr + ", 'fortran_order': " + fortran + ", 'shape': " + shape + ", }";
}

}  // namespace

TEST_CASE("operands that are no usable .npy file") {
  const temporary_folder folder;
  const std::string good = npy(dictionary("'<f4'", "(4, 4)"), 64);
  struct bad_file {
    std::string name, bytes;
    std::vector<std::string> message;
  };
  const std::vector<bad_file> files = {
      {"empty.npy", "", {"empty"}},
      {"text.npy", "this is a text and no array", {"not an npy file"}},
      {"short.npy", good.substr(0, 5), {"truncated"}},
      {"no_length.npy", good.substr(0, 9), {"truncated"}},
      {"half_header.npy", good.substr(0, 40), {"truncated", "header"}},
      {"half_data.npy", good.substr(0, good.size() - 3), {"truncated", "64", "61"}},
      {"no_data.npy", good.substr(0, good.size() - 64), {"truncated"}},
      {"fortran.npy", npy(dictionary("'<f4'", "(4, 4)", "True"), 64), {"Fortran", "ascontiguousarray"}},
      {"complex.npy", npy(dictionary("'<c16'", "(4, 4)"), 256), {"<c16", "astype"}},
      {"object.npy", npy(dictionary("'|O'", "(4, 4)"), 256), {"|O", "astype"}},
      {"big_endian.npy", npy(dictionary("'>f4'", "(4, 4)"), 64), {">f4", "astype"}},
      {"record.npy", npy(dictionary("[('a', '<f4')]", "(4, 4)"), 64), {"not supported"}},
      {"no_rows.npy", npy(dictionary("'<f4'", "(0, 4)"), 0), {"(0, 4)", "no elements"}},
      {"no_columns.npy", npy(dictionary("'<f4'", "(4, 0)"), 0), {"(4, 0)", "no elements"}},
      {"no_shape.npy", npy("{'descr': '<f4', 'fortran_order': False, }", 64), {"shape"}},
      {"negative.npy", npy(dictionary("'<f4'", "(-4, 4)"), 64), {"(-4, 4)"}},
      {"huge.npy", npy(dictionary("'<f4'", "(4000000000, 4000000000)"), 64), {"too large"}},
      {"huge_product.npy", npy(dictionary("'<f4'", "(2000000000, 2000000000)"), 64), {"too large"}},
      {"wrap.npy", npy(dictionary("'<f4'", "(18446744073709551617, 1)"), 64), {"too large"}},
      {"version.npy", npy(dictionary("'<f4'", "(4, 4)"), 64, 9), {"version", "9"}},
      {"unclosed.npy", npy("{'descr': '<f4', 'fortran_order': False, 'shape': (4, 4", 64), {"shape"}},
  };
  folder.write("good.npy", good);
  std::vector<arguments> command_lines;
  std::vector<std::vector<std::string>> messages;
  const auto add = [&](arguments a, std::vector<std::string> message) {
    a.insert(a.end(), {"--out", "out.npy", "--metrics", "metrics.json"});
    command_lines.push_back(std::move(a));
    messages.push_back(std::move(message));
  };
  for (const auto& f : files) {
    folder.write(f.name, f.bytes);
    auto message = f.message;
    message.push_back(f.name);
    add({"run", "datacopy", "--in0", f.name}, message);
    add({"run", "add", "--in0", "good.npy", "--in1", f.name}, message);
  }
  add({"run", "datacopy", "--in0", "missing.npy"}, {"missing.npy", "No such file"});
  add({"run", "matmul", "--in1", "missing.npy"}, {"missing.npy", "No such file"});
  add({"run", "datacopy", "--in0", "."}, {".:"});
  folder.write("other.npy", npy(dictionary("'<f4'", "(4, 5)"), 80));
  add({"run", "add", "--in0", "good.npy", "--in1", "other.npy"}, {"--in1", "other.npy", "4x5", "4x4"});
  add({"run", "add", "--in0", "good.npy", "--in1", "other.npy", "--broadcast", "row"}, {"--in1", "other.npy", "4x5", "1x4"});
  add({"run", "add", "--in0", "good.npy", "--in1", "other.npy", "--broadcast", "col"}, {"--in1", "other.npy", "4x5", "4x1"});
  add({"run", "add", "--in0", "good.npy", "--in1", "other.npy", "--broadcast", "scalar"}, {"--in1", "4x5", "1x1"});
  add({"run", "matmul", "--in0", "other.npy", "--in1", "good.npy"}, {"good.npy", "4x4", "5x4"});
  add({"run", "matmul", "--in0", "good.npy", "--in1", "good.npy", "--shape", "4x4x8"}, {"--in0", "good.npy", "4x4", "4x8"});
  add({"run", "datacopy", "--in0", "good.npy", "--shape", "8x8"}, {"--in0", "good.npy", "4x4", "8x8"});
  const auto results = tlm_all(folder, command_lines, 20);
  for (size_t i = 0; i < results.size(); ++i) check_refused(command_lines[i], results[i], messages[i]);
  CHECK_FALSE(folder.has("out.npy"));
  CHECK_FALSE(folder.has("metrics.json"));
}

TEST_CASE("outputs that cannot be written") {
  const temporary_folder folder;
  folder.write("a.scn", "outf 0 4 missing/b.bin\n");
  folder.write("b.scn", "t0 delay 3\n");
  folder.write("c.scn", "t0 delay 1\noutf 0 4 /dev/full\n");
  struct bad_output {
    arguments command_line;
    std::vector<std::string> message;
    int code = 2;
  };
  const std::vector<bad_output> all = {
      {{"run", "add", "--out", "missing/a.npy"}, {"missing/a.npy"}},
      {{"run", "add", "--out", "."}, {"."}},
      {{"run", "add", "--out", "/dev/full"}, {"/dev/full"}, 4},
      {{"run", "add", "--metrics", "missing/a.json"}, {"missing/a.json", "--metrics"}},
      {{"run", "add", "--metrics", "/dev/full"}, {"/dev/full", "--metrics"}, 4},
      {{"stream", "b.scn", "--metrics", "missing/a.json"}, {"missing/a.json", "--metrics"}},
      {{"stream", "a.scn"}, {"a.scn:1: ", "missing/b.bin"}},
      {{"stream", "c.scn"}, {"c.scn:2: ", "/dev/full", "No space left on device"}, 4},
  };
  for (const auto& b : all) {
    const outcome o = run_tlm(folder, b.command_line);
    INFO(described(b.command_line, o));
    CHECK(o.killed_by.empty());
    CHECK(o.code == b.code);
    CHECK(o.last_error_line().rfind("tensix-tlm: ", 0) == 0);
    for (const auto& part : b.message) CHECK(contains(o.last_error_line(), part));
  }
}

TEST_CASE("an output that cannot be written leaves no other output behind") {
  const temporary_folder folder;
  const arguments metrics = {"run", "add", "--out", "good.npy", "--metrics", "missing/a.json"};
  check_refused(metrics, run_tlm(folder, metrics), {"missing/a.json", "--metrics"});
  CHECK_FALSE(folder.has("good.npy"));
  const arguments out = {"run", "add", "--out", "missing/a.npy", "--metrics", "good.json"};
  check_refused(out, run_tlm(folder, out), {"missing/a.npy"});
  CHECK_FALSE(folder.has("good.json"));
}

TEST_CASE("stream files: file, line and what is wrong") {
  const temporary_folder folder;
  struct bad_line {
    std::string line;
    std::vector<std::string> message;
  };
  const std::vector<bad_line> lines = {
      {"l1 0x10", {"l1 ADDR HEX"}},
      {"l1 0x10 abc", {"odd number"}},
      {"l1 0x10 00 zz", {"'zz'", "hex"}},
      {"l1 hello 00", {"'hello'", "number"}},
      {"l1 0x17ffff 0011", {"outside L1", "0x17ffff", "0x180000"}},
      {"l1w 0x10", {"l1w ADDR W"}},
      {"l1w 0x10 0x100000000", {"0x100000000", "0xffffffff"}},
      {"l1w 0x10 -1", {"'-1'", "number"}},
      {"l1w 0x17fffe 1", {"outside L1"}},
      {"l1f 0x10", {"l1f ADDR FILE"}},
      {"l1f 0x10 missing.bin", {"missing.bin"}},
      {"l1f 0x10 .", {"l1f"}},
      {"l1f 0x17fff0 data.bin", {"outside L1"}},
      {"fill 0 4", {"fill ADDR LEN BYTE"}},
      {"fill 0 4 256", {"256", "0xff"}},
      {"fill 0 0 1", {"length 0"}},
      {"fill 0 0xffffffff 1", {"outside L1"}},
      {"fill 0 4 1 2", {"'2'", "fill ADDR LEN BYTE"}},
      {"base", {"base ADDR"}},
      {"base 12z", {"'12z'"}},
      {"maxclk", {"maxclk N"}},
      {"maxclk 0", {"maxclk 0"}},
      {"maxclk many", {"'many'"}},
      {"maxclk 18446744073709551616", {"18446744073709551616", "does not fit"}},
      {"out 0", {"out ADDR LEN"}},
      {"out 0 0", {"length 0"}},
      {"out 0x180000 1", {"outside L1"}},
      {"out 4 0xffffffff", {"outside L1"}},
      {"outf 0 4", {"outf ADDR LEN FILE"}},
      {"outf 0x200000 4 a.bin", {"outside L1"}},
      {"t0", {"t0", "operation"}},
      {"t3 sync", {"'t3'", "did you mean"}},
      {"fil 0 4 1", {"'fil'", "did you mean 'fill'"}},
      {"t0 push", {"push W"}},
      {"t0 push NOP", {"'NOP'", "number"}},
      {"t0 push 0x123456789", {"0x123456789", "0xffffffff"}},
      {"t0 pushst", {"pushst W"}},
      {"t0 st 0", {"st ADDR V"}},
      {"t0 st 0 1 2", {"'2'", "st ADDR V"}},
      {"t0 st 0x1ffffffff 1", {"0x1ffffffff"}},
      {"t0 ld", {"ld ADDR"}},
      {"t0 copy 0", {"copy SRC DST"}},
      {"t0 poll 0 1", {"poll ADDR MASK"}},
      {"t0 poll 0 1 ~ 1", {"'~'", "=="}},
      {"t0 poll 0 1 == 1 1", {"'1'", "poll"}},
      {"t0 sync now", {"'now'", "sync"}},
      {"t0 delay", {"delay N"}},
      {"t0 delay x", {"'x'"}},
      {"t0 mark", {"mark NAME"}},
      {"t0 mark a b", {"'b'", "mark NAME"}},
      {"t0 loop", {"loop N"}},
      {"t0 loop 3", {"loop without endloop"}},
      {"t0 endloop", {"endloop without loop"}},
      {"t1 endloop now", {"'now'"}},
      {"t0 syn", {"'syn'", "did you mean 'sync'"}},
      {"t0 UNPACK", {"'UNPACK'", "did you mean 'UNPACR'"}},
      {"t0 UNPACR lst=1", {"UNPACR", "'lst'", "did you mean 'last'"}},
      {"t0 UNPACR last=2", {"last=2"}},
      {"t0 UNPACR last", {"'last'", "FIELD=VALUE"}},
      {"t0 UNPACR last=", {"'last'", "no value"}},
      {"t0 UNPACR last=x", {"last", "'x'"}},
      {"t0 UNPACR last=1 last=1", {"'last'", "twice"}},
      {"b push 0x02000000", {"b push", "BRISC"}},
      {"b NOP", {"BRISC"}},
  };
  folder.write("data.bin", std::string(32, 'x'));
  std::vector<arguments> command_lines;
  for (size_t i = 0; i < lines.size(); ++i) {
    const std::string name = "s" + std::to_string(i) + ".scn";
    folder.write(name, "# a comment\n\n" + lines[i].line + "\nt2 st 0x20 1\nout 0x20 4\n");
    command_lines.push_back({"stream", name, "--metrics", "metrics.json"});
  }
  const auto results = tlm_all(folder, command_lines, 20);
  for (size_t i = 0; i < lines.size(); ++i) {
    CAPTURE(lines[i].line);
    auto message = lines[i].message;
    message.push_back("s" + std::to_string(i) + ".scn:3: ");
    check_refused(command_lines[i], results[i], message);
  }
  CHECK_FALSE(folder.has("metrics.json"));

  check_refused({"stream", "missing.scn"}, run_tlm(folder, {"stream", "missing.scn"}), {"missing.scn", "cannot read"});
  check_refused({"stream", "."}, run_tlm(folder, {"stream", "."}), {".:", "cannot read"});  // a folder, by name
  // The size of L1 is a parameter.
  folder.write("small.scn", "l1w 0x10000 1\n");
  check_refused({"stream", "small.scn", "--set", "l1.size_kib=64"},
                run_tlm(folder, {"stream", "small.scn", "--set", "l1.size_kib=64"}),
                {"small.scn:1: ", "outside L1", "0x10000"});
  CHECK(run_tlm(folder, {"stream", "small.scn", "--set", "l1.size_kib=65"}).code == 0);
}

TEST_CASE("configuration files: file, place and what is wrong") {
  const temporary_folder folder;
  struct bad_configuration {
    std::string name, text;
    std::vector<std::string> message;
  };
  const std::vector<bad_configuration> all = {
      {"comma.json", "{\n \"l1\": {\n  \"banks\": 16,,\n }\n}\n", {"line 3"}},
      {"empty.json", "", {"line 1"}},
      {"unclosed.json", "{ \"l1.banks\": 16\n", {"line"}},
      {"list.json", "[1]", {"object"}},
      {"key.json", R"({"l1": {"bank": 16}})", {"/l1/bank", "did you mean 'l1.banks'"}},
      {"dotted.json", R"({"l1.bank": 16})", {"l1.bank", "did you mean 'l1.banks'"}},
      {"group.json", R"({"unpackr": {"nop_cycles": 16}})", {"unpackr", "did you mean"}},
      {"scalar.json", R"({"l1": 16})", {"/l1", "did you mean"}},
      {"base.json", R"({"base": "blackhol"})", {"'blackhol'", "did you mean 'blackhole'"}},
      {"base_type.json", R"({"base": 3})", {"base"}},
      {"loop.json", R"({"base": "loop.json"})", {"itself"}},
      {"type.json", R"({"l1.banks": true})", {"l1.banks", "1..256"}},
      {"null.json", R"({"l1.banks": null})", {"l1.banks"}},
      {"range.json", R"({"l1": {"banks": 1000}})", {"/l1/banks", "1..256"}},
      {"twice.json", R"({"l1.banks": 16, "l1": {"banks": 16}})", {"l1.banks", "twice"}},
      {"same_key.json", R"({"l1.banks": 16, "l1.banks": 16})", {"l1.banks", "twice"}},
      {"fits.json", R"({"l1.banks": 12})", {"l1.banks", "power of two"}},
  };
  std::vector<arguments> command_lines;
  for (const auto& b : all) {
    folder.write(b.name, b.text);
    command_lines.push_back({"run", "add", "--config", b.name, "--out", "out.npy"});
  }
  const auto results = tlm_all(folder, command_lines, 20);
  for (size_t i = 0; i < all.size(); ++i) {
    auto message = all[i].message;
    message.push_back(all[i].name);
    check_refused(command_lines[i], results[i], message);
  }
  for (const char* missing : {"missing.json", "."})
    check_refused({"params", "--config", missing}, run_tlm(folder, {"params", "--config", missing}),
                  {missing, "blackhole", "documented"});
  CHECK_FALSE(folder.has("out.npy"));
}

TEST_CASE("no output replaces another file of the same run") {
  const temporary_folder folder;
  folder.write("a.scn", "outf 0 4 x.bin\n");
  folder.write("c.json", "{}");
  for (const arguments& words :
       {arguments{"run", "add", "--out", "x", "--metrics", "./x"},
        arguments{"run", "add", "--config", "c.json", "--out", "c.json"}, arguments{"stream", "a.scn", "--metrics", "a.scn"},
        arguments{"stream", "a.scn", "--metrics", "x.bin"}}) {
    const outcome o = run_tlm(folder, words);
    INFO(described(words, o));
    CHECK(o.code == 2);
    CHECK(contains(o.last_error_line(), "one would replace the other"));
  }
  CHECK(folder.read("a.scn") == "outf 0 4 x.bin\n");
  CHECK(folder.read("c.json") == "{}");
}

TEST_CASE("nor does an output of a stream replace its files, under whatever name") {
  const temporary_folder folder;
  folder.write("data.bin", "abcd");
  folder.write("in.scn", "l1f 0x100 data.bin\n");
  folder.write("self.scn", "outf 0x100 4 ./self.scn\n");
  folder.write("twice.scn", "outf 0x100 4 x.bin\noutf 0x100 4 ./x.bin\n");
  folder.write("back.scn", "l1f 0x100 data.bin\noutf 0x100 4 data.bin\n");
  std::filesystem::create_hard_link(folder / "in.scn", folder / "other.scn");
  for (const arguments& words :
       {arguments{"stream", "in.scn", "--trace", "data.bin"}, arguments{"stream", "self.scn"}, arguments{"stream", "twice.scn"},
        arguments{"stream", "back.scn"}, arguments{"stream", "in.scn", "--trace", "other.scn"}}) {
    const outcome o = run_tlm(folder, words);
    INFO(described(words, o));
    CHECK(o.code == 2);
    CHECK(contains(o.last_error_line(), "one would replace the other"));
  }
  CHECK(folder.read("data.bin") == "abcd");
  CHECK(folder.read("in.scn") == "l1f 0x100 data.bin\n");
  CHECK(folder.read("self.scn") == "outf 0x100 4 ./self.scn\n");
}
