// SPDX-License-Identifier: Apache-2.0
// The command line.
#include "app/options/options.h"

#include <algorithm>
#include <set>
#include <sstream>

#include "app/options/choices.h"
#include "app/options/command_table.h"
#include "catch.h"

using namespace tensix;

namespace {

std::string error_of(const std::vector<std::string>& arguments) {
  try {
    parse_command_line(arguments);
  } catch (const usage_error& e) {
    return e.what();
  }
  FAIL("accepted");
  return {};
}

template <class options>
options parsed(const std::vector<std::string>& arguments) {
  return std::get<options>(parse_command_line(arguments).options);
}

void refused(const std::vector<std::string>& arguments, const std::string& why) {
  const std::string message = error_of(arguments);
  INFO(message);
  CHECK(message.find(why) != std::string::npos);
}

}  // namespace

TEST_CASE("run: defaults and every option") {
  CHECK(parse_command_line({"run", "datacopy"}).what == command::run);
  auto c = parsed<run_options>({"run", "datacopy"});
  CHECK(c.kernel.kernel == &kernels::datacopy());
  CHECK(c.shape.empty());
  CHECK(c.configuration.configuration == "blackhole");
  CHECK(!c.limits.max_cycles);
  CHECK(c.limits.policy == on_undefined::stop);

  c = parsed<run_options>({"run",
                           "matmul",
                           "--shape",
                           "64x96x128",
                           "--in0",
                           "a.npy",
                           "--in1",
                           "b.npy",
                           "--out",
                           "c.npy",
                           "--format",
                           "bfp8",
                           "--out-format",
                           "fp32",
                           "--fidelity",
                           "hifi3",
                           "--fp32-dest",
                           "--dst-sync",
                           "full",
                           "--throttle",
                           "x2",
                           "--seed",
                           "7",
                           "--config",
                           "documented",
                           "--set",
                           "l1.banks=8",
                           "--set=clock_mhz=1000",
                           "--metrics",
                           "m.json",
                           "--on-undefined",
                           "warn",
                           "--maxclk",
                           "0x1000",
                           "--l1-tiles",
                           "16",
                           "--feed-bytes",
                           "64"});
  CHECK(c.kernel.kernel == &kernels::matmul());
  CHECK(c.shape == std::vector<uint32_t>{64, 96, 128});
  CHECK(c.kernel.m == 64);
  CHECK(c.kernel.n == 96);
  CHECK(c.kernel.k == 128);
  CHECK(c.in0 == "a.npy");
  CHECK(c.in1 == "b.npy");
  CHECK(c.out == "c.npy");
  CHECK(c.kernel.format == tile_format::bfp8);
  CHECK(c.kernel.output_format == tile_format::fp32);
  CHECK(c.kernel.fidelity == math_fidelity::hifi3);
  CHECK(c.kernel.fp32_dest);
  CHECK(c.kernel.sync == dst_sync::full);
  CHECK(c.kernel.throttle == unpack_throttle::x2);
  CHECK(c.seed == 7);
  CHECK(c.configuration.configuration == "documented");
  CHECK(c.configuration.settings == std::vector<std::string>{"feed.producer_bytes_per_cycle=64",
                                                             "feed.consumer_bytes_per_cycle=64", "l1.banks=8",
                                                             "clock_mhz=1000"});
  CHECK(c.outputs.metrics == "m.json");
  CHECK(c.limits.policy == on_undefined::warn);
  CHECK(c.limits.max_cycles == 4096u);
  CHECK(c.kernel.buffer_tiles == 16);

  c = parsed<run_options>({"run", "--broadcast=col", "--set", "l1.banks=8", "add", "--format", "fp16"});
  CHECK(c.configuration.settings == std::vector<std::string>{"l1.banks=8"});
  CHECK(c.kernel.repeat == broadcast::column);
  CHECK(c.kernel.output_format == tile_format::fp16);
}

TEST_CASE("options of a matmul") {
  const auto c = parsed<run_options>({"run", "matmul", "--subblock", "2x3", "--reuse", "in1", "--bias", "--in2", "b.npy",
                                      "--block-k", "4", "--l1-acc", "--relu", "--spill-all"});
  CHECK(c.kernel.subblock_rows == 2);
  CHECK(c.kernel.subblock_cols == 3);
  CHECK(c.kernel.reuse == operand_reuse::in1);
  CHECK(c.kernel.bias);
  CHECK(c.in2 == "b.npy");
  CHECK(c.kernel.block_k == 4);
  CHECK(c.kernel.l1_acc);
  CHECK(c.kernel.spill_all);
  CHECK(c.kernel.relu);
  CHECK(parsed<run_options>({"run", "add", "--relu"}).kernel.relu);
  CHECK(parsed<run_options>({"run", "matmul", "--block-k", "1", "--partials-format", "bf16"}).kernel.partials_format ==
        tile_format::bf16);
  refused({"run", "add", "--partials-format", "bf16"}, "no inner dimension");
  refused({"run", "matmul", "--subblock", "2"}, "as in 2x4");
  refused({"run", "matmul", "--subblock", "0x4"}, "at least 1");
  refused({"run", "matmul", "--block-k", "0"}, "at least 1");
  refused({"run", "matmul", "--reuse", "in2"}, "did you mean 'in0'?");
  refused({"run", "matmul", "--in2", "b.npy"}, "--bias");
  refused({"run", "add", "--bias"}, "it is for matmul");
}

TEST_CASE("operation and axis of a kernel") {
  const kernel_options k = parsed<run_options>({"run", "reduce", "--op", "max", "--axis", "h"}).kernel;
  CHECK(k.kernel->op_names().at(k.operation) == "max");
  CHECK(k.kernel->axis_names().at(k.axis) == "h");
  CHECK(parsed<run_options>({"run", "unary"}).kernel.operation == 0);
  refused({"run", "unary", "--op", "gellu"}, "did you mean 'gelu'?");
  CHECK(parsed<run_options>({"run", "reduce", "--axis", "hw"}).kernel.axis == 2);
  refused({"run", "reduce", "--axis", "wh"}, "--axis");
  refused({"run", "add", "--op", "max"}, "add has no choice");
}

TEST_CASE("formats by operand") {
  const auto formats = [](std::vector<std::string> more) {
    more.insert(more.begin(), {"run", "matmul"});
    const kernel_options k = parsed<run_options>(more).kernel;
    return std::vector<std::string>{name(k.format), name(k.input_format(1)), name(k.output_format)};
  };
  using texts = std::vector<std::string>;
  CHECK(formats({}) == texts{"bf16", "bf16", "bf16"});
  CHECK(formats({"--format", "bfp4"}) == texts{"bfp4", "bfp4", "bfp4"});
  CHECK(formats({"--in1-format", "bfp4"}) == texts{"bf16", "bfp4", "bf16"});
  CHECK(formats({"--in0-format", "bfp4"}) == texts{"bfp4", "bf16", "bfp4"});
  CHECK(formats({"--format", "fp32", "--in0-format", "tf32", "--in1-format", "bf16"}) == texts{"tf32", "bf16", "tf32"});
  CHECK(formats({"--format", "int8"}) == texts{"int8", "int8", "int32"});
  CHECK(formats({"--format", "int8", "--out-format", "int8"}) == texts{"int8", "int8", "int8"});
  CHECK(parsed<run_options>({"run", "datacopy", "--format", "int8"}).kernel.output_format == tile_format::int8);
  refused({"run", "datacopy", "--in1-format", "bf16"}, "use --in0-format");
  refused({"run", "add", "--in1-format", "bfp5"}, "--in1-format");
}

TEST_CASE("the other commands") {
  CHECK(parse_command_line({"stream", "a.scn"}).what == command::stream);
  const auto s = parsed<stream_options>({"stream", "a.scn", "--maxclk", "5", "--config", "x.json"});
  CHECK(s.file == "a.scn");
  CHECK(s.limits.max_cycles == 5u);
  CHECK(s.configuration.configuration == "x.json");
  const auto p = parsed<program_options>({"program", "p.json", "--check", "--seed", "7", "--unchecked", "--dprint", "-"});
  CHECK(p.file == "p.json");
  CHECK(p.check);
  CHECK(p.seed == 7);
  CHECK_FALSE(p.checked);
  CHECK(p.prints == "-");
  refused({"program"}, "FILE.json");
  refused({"program", "p.json", "--cb", "0=:bf16"}, "--cb");
  CHECK(parse_command_line({"params"}).what == command::params);
  CHECK(parsed<params_options>({"params"}).format == parameter_format::table);
  CHECK(parsed<params_options>({"params", "--markdown"}).format == parameter_format::markdown);
  refused({"params", "--markdown", "--steps"}, "exclude each other");
  CHECK(parse_command_line({"kernels"}).what == command::kernels);
  CHECK(parsed<disasm_options>({"disasm", "0x42000000", "16"}).words == std::vector<uint32_t>{0x42000000, 16});
  CHECK(parse_command_line({"--version"}).what == command::version);
  CHECK(parsed<help_options>({"--help"}).text.find("tensix-tlm run") != std::string::npos);
  CHECK(parsed<help_options>({"run", "--help"}).text.find("--fidelity") != std::string::npos);
  CHECK(parsed<help_options>({"run", "--help"}).text.find("--operand") == std::string::npos);
}

TEST_CASE("--dump-config, whichever command it is given with") {
  for (const std::vector<std::string>& arguments : {std::vector<std::string>{"--dump-config", "--set", "l1.banks=8"},
                                                    {"run", "--dump-config", "--set", "l1.banks=8"},
                                                    {"params", "--dump-config", "--set", "l1.banks=8"},
                                                    {"run", "add", "--dump-config", "--set", "l1.banks=8"}}) {
    CHECK(parse_command_line(arguments).what == command::dump_config);
    CHECK(parsed<configuration_options>(arguments).settings == std::vector<std::string>{"l1.banks=8"});
  }
  CHECK(parsed<configuration_options>({"run", "add", "--dump-config", "--feed-bytes=4"}).settings.size() == 2);
  refused({"run", "add", "--dump-config", "--seed", "x"}, "--seed");
}

TEST_CASE("which commands simulate a tile") {
  const std::vector<std::vector<std::string>> simulate = {
      {"run", "add"}, {"stream", "a.scn"}, {"elf", "--t0", "a.elf"}, {"kernel", "a.cpp"}, {"program", "p.json"}};
  for (auto arguments : simulate) {
    arguments.insert(arguments.end(), {"--noc-read=1B/cycle", "--maxclk=7", "--metrics=m.json", "--trace=t.json"});
    CAPTURE(arguments[0]);
    command_line c = parse_command_line(arguments);
    const session_options* const s = session_of(c);
    REQUIRE(s);
    CHECK(s->arguments == arguments);
    CHECK(s->noc.size() == 1);
    CHECK(s->limits.max_cycles == 7u);
    CHECK(s->outputs.metrics == "m.json");
    CHECK(s->observers.trace == "t.json");
  }
  for (const auto& arguments : std::vector<std::vector<std::string>>{{"params"}, {"replay", "l1", "f"}, {"--dump-config"}}) {
    command_line c = parse_command_line(arguments);
    CHECK(session_of(c) == nullptr);
  }
}

TEST_CASE("what is wrong is said, with the nearest right name") {
  refused({}, "command is missing");
  refused({"--config", "documented"}, "command is missing");
  refused({"--config", "documented", "run"}, "the command stands first");
  refused({"rum", "add"}, "unknown command 'rum'; did you mean 'run'?");
  refused({"run"}, "datacopy, add, sub, mul, matmul, transpose, unary, tilize, untilize, reduce");
  refused({"run", "mathmul"}, "did you mean 'matmul'?");
  refused({"run", "add", "--shap", "1x1"}, "unknown option '--shap'; did you mean '--shape'?");
  refused({"run", "add", "--markdown"}, "unknown option");
  refused({"stream", "f", "--shape", "1x1"}, "unknown option");
  refused({"run", "add", "--format", "bf17"}, "did you mean 'bf16'?");
  refused({"run", "add", "--fidelity", "hifi"}, "--fidelity");
  refused({"run", "add", "--throttle", "x8"}, "--throttle");
  refused({"run", "add", "--broadcast", "rows"}, "did you mean 'row'?");
  refused({"run", "add", "--dst-sync", "fill"}, "did you mean 'full'?");
  refused({"run", "add", "--on-undefined", "stopp"}, "did you mean 'stop'?");
  for (const char* shape : {"", "64", "64x", "x64", "64x64x64", "64x64x", "0x64", "64xa", "64x-1", "99999999999x1", "64 x64"}) {
    INFO(shape);
    refused({"run", "add", std::string("--shape=") + shape}, "--shape");
  }
  refused({"run", "matmul", "--shape", "64x64"}, "MxNxK");
  refused({"run", "datacopy", "--in1", "b.npy"}, "only one operand");
  refused({"run", "add", "--l1-tiles", "0"}, "at least 1");
  refused({"run", "add", "--seed", "-1"}, "--seed");
  refused({"run", "add", "--maxclk", "1e6"}, "whole number");
  refused({"run", "add", "--maxclk", "99999999999999999999"}, "too large");
  refused({"run", "add", "--shape"}, "shape");
  refused({"run", "add", "--seed", "1", "--seed", "2"}, "seed");
  refused({"run", "add", "sub"}, "too many operands");
  refused({"kernels", "add"}, "takes no operand");
  refused({"disasm"}, "operand is missing");
  refused({"disasm", "zz"}, "disasm");
}

// Every option that shows its choices in the help has them in the table, and is refused with them.
TEST_CASE("choices of options") {
  for (const auto& row : command_table())
    for (const auto& g : row.groups())
      for (const auto& o : g.options()) {
        if (o->semantic()->max_tokens() == 0) continue;
        const std::string shown = o->semantic()->name();
        if (shown.find('|') == std::string::npos || shown.find('=') != std::string::npos || shown == "NAME|FILE") continue;
        CAPTURE(row.name, o->long_name(), shown);
        std::vector<std::string> words;
        std::istringstream in(shown);
        for (std::string word; std::getline(in, word, '|');) words.push_back(word);
        const auto& choices = choices_of(o->long_name());
        for (const auto& word : words) CHECK(std::find(choices.begin(), choices.end(), word) != choices.end());
        CHECK(choices.size() <= words.size() + 1);  // and none
      }
  for (const auto& option : options_with_choices()) {
    CAPTURE(option);
    const char* const command = option == "boot"       ? "elf"
                                : option == "launcher" ? "sweep"
                                : option == "search"   ? "optimise"
                                                       : "run";
    const auto groups = row_of(command).groups();
    const bool known = std::any_of(groups.begin(), groups.end(), [&](const auto& g) {
      return std::any_of(g.options().begin(), g.options().end(), [&](const auto& o) { return o->long_name() == option; });
    });
    CHECK(known);
    if (std::string(command) != "run") continue;
    std::vector<std::string> words = {"run", option == "op" || option == "axis" ? "reduce" : "matmul", "--" + option + "=zzzz"};
    if (option == "event-data") words.insert(words.end(), {"--events", "e.jsonl"});
    refused(words, "zzzz");
  }
}

TEST_CASE("one row a command") {
  std::set<command> seen;
  for (const auto& row : command_table()) {
    CAPTURE(row.name);
    CHECK(seen.insert(row.what).second);
    CHECK(&row_of(row.name) == &row);
    CHECK(row.fewest <= row.operands.size());
    CHECK(parse_command_line({row.name, "--help"}).what == command::help);
    CHECK(parsed<help_options>({row.name, "-h"}).text == help_of(row));
    CHECK(parsed<help_options>({"help", row.name}).text == help_of(row));
    CHECK(overview().find(std::string("tensix-tlm ") + row.name) != std::string::npos);
  }
  CHECK(parsed<help_options>({"help"}).text == overview());
  CHECK(parse_command_line({"version"}).what == command::version);
}
