#include "testbench/options/options.h"

#include <algorithm>
#include <sstream>

#include "models/isa/nearest.h"
#include "testbench/options/option_parser.h"

namespace tensix {
namespace {

namespace po = boost::program_options;
using names = std::vector<std::string>;

const names& command_names() {
  static const names all = {"run", "stream", "elf", "compare", "sweep", "params", "kernels", "disasm"};
  return all;
}
const names kernel_list = {"datacopy", "add", "sub", "mul", "matmul"}, format_list = {"bf16", "fp16", "fp32", "bfp8"},
            fidelity_list = {"lofi", "hifi2", "hifi3", "hifi4"}, sync_list = {"half", "full"},
            broadcast_list = {"none", "row", "col", "scalar"}, throttle_list = {"none", "x1", "x2", "x4"},
            stage_list = {"none", "unpack", "math", "pack"}, issue_list = {"mop", "direct"},
            loop_list = {"position", "face", "tile"}, policy_list = {"stop", "warn"};

constexpr uint64_t most_report_cycles = 100000;

// One of `known`, by the parser that knows its meaning.
template <class Parse>
auto parse_name(const std::string& text, const std::string& option, const names& known, Parse parse) {
  try {
    return parse(text);
  } catch (const std::invalid_argument& e) {
    throw usage_error(option + ": " + e.what() + did_you_mean(text, known));
  }
}

on_undefined parse_policy(const std::string& text) {
  if (text == "stop") return on_undefined::stop;
  if (text == "warn") return on_undefined::warn;
  throw std::invalid_argument("'" + text + "' is neither stop nor warn");
}

// MxN or MxNxK.
void parse_shape(const std::string& text, command_line& c) {
  std::istringstream pieces(text);
  for (std::string piece; std::getline(pieces, piece, 'x');) c.shape.push_back(parse_count32(piece, "--shape"));
  const bool product = c.kernel.kernel == kernel_name::matmul;
  const size_t wanted = product ? 3 : 2;
  if (c.shape.size() != wanted || text.back() == 'x')
    throw usage_error("--shape: '" + text + "' is no shape of " + name(c.kernel.kernel) + "; expected " +
                      (product ? "MxNxK, as in 64x64x128 (M x K times K x N)" : "MxN, as in 64x128"));
  if (std::find(c.shape.begin(), c.shape.end(), 0u) != c.shape.end())
    throw usage_error("--shape: '" + text + "': every dimension must be at least 1");
  c.kernel.m = c.shape[0];
  c.kernel.n = c.shape[1];
  if (product) c.kernel.k = c.shape[2];
}

po::options_description configuration_options() {
  po::options_description d("Configuration");
  d.add_options()("config", po::value<std::string>()->value_name("NAME|FILE"),
                  "blackhole (default), documented, or a JSON file")(
      "set", po::value<names>()->value_name("NAME=VALUE")->composing(),
      "one parameter, may be repeated; see 'tensix-tlm params'")("dump-config", "print all parameters as JSON and stop");
  return d;
}

po::options_description machine_options() {
  po::options_description d("Run");
  d.add_options()("metrics", po::value<std::string>()->value_name("FILE"), "write what was measured as JSON (docs/metrics.md)")(
      "on-undefined", po::value<std::string>()->value_name("stop|warn"),
      "what undefined behaviour of the program does (default stop)")(
      "hazards", po::value<std::string>()->value_name("off|warn"),
      "warn: name instructions that read or take what another is still to write (default off; docs/hazards.md)")(
      "maxclk", po::value<std::string>()->value_name("N"), "give up after N cycles (exit status 3)");
  return d;
}

po::options_description report_options() {
  po::options_description d("Report");
  d.add_options()("report", po::value<std::string>()->value_name("FILE.html"),
                  "write a page with charts and tables of the run (docs/report.md)")(
      "report-from", po::value<std::string>()->value_name("N"),
      "first cycle of the page's timeline (default: before the middle of the run)")(
      "report-cycles", po::value<std::string>()->value_name("N"), "cycles of the page's timeline (default 1000)");
  return d;
}

po::options_description kernel_description() {
  po::options_description d("Kernel");
  const auto text = [](const char* value) { return po::value<std::string>()->value_name(value); };
  d.add_options()("shape", text("MxN[xK]"), "rows and columns of the output; matmul: MxNxK")(
      "in0", text("FILE.npy"), "first operand (default: test data)")("in1", text("FILE.npy"), "second operand")(
      "out", text("FILE.npy"), "write the result")("format", text("F"), "of the inputs: bf16 (default), fp16, fp32, bfp8")(
      "out-format", text("F"), "of the output (default: as the inputs)")(
      "fidelity", text("F"), "lofi (default), hifi2, hifi3, hifi4")("fp32-dest", "32-bit datums in Dst")(
      "dst-sync", text("half|full"), "math and pack share Dst half by half (default), or all of it")(
      "broadcast", text("B"), "second operand of add, sub, mul: none (default), row, col, scalar")(
      "throttle", text("x1|x2|x4"), "fetch speed of the unpackers (default: the hardware's)")(
      "fidelity-loop", text("L"),
      "mul, matmul: all phases of one position (8x16 block of Dst), face or tile before the next (default: mul face, matmul "
      "tile)")("issue", text("mop|direct"), "instructions by MOP and REPLAY (default), or each pushed by its RISC-V core")(
      "isolate", text("unpack|math|pack"),
      "only this stage works in full, the others just synchronise; there is no result (default: none)")(
      "seed", text("N"), "of the test data (default 1)")("l1-tiles", text("N"), "capacity of each circular buffer in tiles")(
      "feed-bytes", text("N"), "bytes a cycle at which inputs arrive and the output leaves (default: unlimited)");
  return d;
}

po::options_description timeline_options() {
  po::options_description d("Timeline");
  d.add_options()("timeline", "print what every thread and unit does, a line a cycle")(
      "timeline-from", po::value<std::string>()->value_name("N"), "first cycle shown (default 0)")(
      "timeline-rows", po::value<std::string>()->value_name("N"), "lines at most (default 200)")(
      "trace", po::value<std::string>()->value_name("FILE"), "write a timeline for ui.perfetto.dev, JSON (docs/timelines.md)")(
      "vcd", po::value<std::string>()->value_name("FILE.vcd"), "write waveforms, and FILE.gtkw, a view of them for GTKWave")(
      "trace-from", po::value<std::string>()->value_name("N"), "first cycle of --trace and --vcd (default 0)")(
      "trace-to", po::value<std::string>()->value_name("N"), "the cycle before which they end (default: the end of the run)");
  return d;
}

po::options_description help_options() {
  po::options_description d("Other");
  d.add_options()("help", "this text");
  return d;
}

const char* overview =
    "tensix-tlm: what one Blackhole Tensix tile computes, and how many cycles it takes\n\n"
    "  tensix-tlm run KERNEL [options]   run a built-in kernel: datacopy, add, sub, mul, matmul\n"
    "  tensix-tlm stream FILE [options]  play a stream file (*.scn)\n"
    "  tensix-tlm elf --t0 FILE ...      run compiled programs on the RISC-V cores\n"
    "  tensix-tlm compare A B            which cycles went where in two runs (files of --metrics)\n"
    "  tensix-tlm sweep STUDY [options]  run the points of a study, several at a time\n"
    "  tensix-tlm params [--markdown]    list all parameters\n"
    "  tensix-tlm kernels                list the built-in kernels\n"
    "  tensix-tlm disasm WORD...         name the fields of instruction words\n"
    "  tensix-tlm --dump-config          print a configuration as JSON (with --config, --set)\n"
    "  tensix-tlm --version\n"
    "  tensix-tlm [COMMAND] --help\n\n"
    "Exit status: 0 done; 1 the program did something undefined or unsupported; 2 wrong input; 3 gave up or deadlock.\n"
    "(of sweep and compare: see their --help)\n";

void read_configuration(const po::variables_map& v, command_line& c) {
  if (v.count("config")) c.configuration = text_of(v, "config");
  if (v.count("set")) c.settings = v["set"].as<names>();
  c.dump_config = v.count("dump-config") != 0;
}

void read_machine(const po::variables_map& v, command_line& c) {
  c.metrics = text_of(v, "metrics");
  if (v.count("on-undefined")) c.policy = parse_name(text_of(v, "on-undefined"), "--on-undefined", policy_list, parse_policy);
  if (v.count("hazards")) {
    const std::string text = text_of(v, "hazards");
    if (text != "off" && text != "warn")
      throw usage_error("--hazards=" + text + ": expected off or warn" + did_you_mean(text, {"off", "warn"}));
    c.hazards = text == "warn";
  }
  if (v.count("maxclk")) {
    c.max_cycles = parse_count(text_of(v, "maxclk"), "--maxclk");
    if (*c.max_cycles == 0 || *c.max_cycles > most_cycles)
      throw usage_error("--maxclk=" + text_of(v, "maxclk") + ": expected 1.." + std::to_string(most_cycles));
  }
}

void read_report(const po::variables_map& v, command_line& c) {
  c.report = text_of(v, "report");
  for (const char* option : {"report-from", "report-cycles"})
    if (v.count(option) && c.report.empty())
      throw usage_error(std::string("--") + option + " has a meaning only with --report");
  if (v.count("report-from")) c.report_from = parse_count(text_of(v, "report-from"), "--report-from");
  if (v.count("report-cycles")) c.report_cycles = parse_count(text_of(v, "report-cycles"), "--report-cycles");
  if (c.report_cycles == 0 || c.report_cycles > most_report_cycles)
    throw usage_error("--report-cycles=" + text_of(v, "report-cycles") + ": expected 1.." + std::to_string(most_report_cycles));
}

void read_timeline(const po::variables_map& v, command_line& c) {
  c.timeline = v.count("timeline") != 0;
  for (const char* option : {"timeline-from", "timeline-rows"})
    if (v.count(option) && !c.timeline) throw usage_error(std::string("--") + option + " has a meaning only with --timeline");
  if (v.count("timeline-from")) c.timeline_from = parse_count(text_of(v, "timeline-from"), "--timeline-from");
  if (v.count("timeline-rows")) c.timeline_rows = parse_count(text_of(v, "timeline-rows"), "--timeline-rows");
  if (c.timeline_rows == 0) throw usage_error("--timeline-rows: a timeline has at least 1 line");
  c.trace = text_of(v, "trace");
  c.vcd = text_of(v, "vcd");
  for (const char* option : {"trace-from", "trace-to"})
    if (v.count(option) && c.trace.empty() && c.vcd.empty())
      throw usage_error(std::string("--") + option + " has a meaning only with --trace or --vcd");
  if (v.count("trace-from")) c.trace_from = parse_count(text_of(v, "trace-from"), "--trace-from");
  if (v.count("trace-to")) c.trace_to = parse_count(text_of(v, "trace-to"), "--trace-to");
  if (c.trace_from >= c.trace_to)
    throw usage_error("--trace-from=" + std::to_string(c.trace_from) + " --trace-to=" + std::to_string(c.trace_to) +
                      ": nothing lies between; the first must be smaller");
}

void read_kernel(const po::variables_map& v, const std::string& kernel, command_line& c) {
  kernel_options& k = c.kernel;
  const auto given = [&v](const char* option) { return v.count(option) != 0; };
  k.kernel = parse_name(kernel, "run", kernel_list, parse_kernel_name);
  if (given("shape")) parse_shape(text_of(v, "shape"), c);
  if (given("format"))
    k.format = k.output_format = parse_name(text_of(v, "format"), "--format", format_list, parse_tile_format);
  if (given("out-format"))
    k.output_format = parse_name(text_of(v, "out-format"), "--out-format", format_list, parse_tile_format);
  if (given("fidelity")) k.fidelity = parse_name(text_of(v, "fidelity"), "--fidelity", fidelity_list, parse_fidelity);
  if (given("dst-sync")) k.sync = parse_name(text_of(v, "dst-sync"), "--dst-sync", sync_list, parse_dst_sync);
  if (given("broadcast")) k.repeat = parse_name(text_of(v, "broadcast"), "--broadcast", broadcast_list, parse_broadcast);
  if (given("throttle")) k.throttle = parse_name(text_of(v, "throttle"), "--throttle", throttle_list, parse_throttle);
  if (given("fidelity-loop"))
    k.loop = parse_name(text_of(v, "fidelity-loop"), "--fidelity-loop", loop_list, parse_fidelity_loop);
  if (given("issue")) k.issue = parse_name(text_of(v, "issue"), "--issue", issue_list, parse_issue_mode);
  if (given("isolate")) k.isolate = parse_name(text_of(v, "isolate"), "--isolate", stage_list, parse_isolated_stage);
  k.fp32_dest = given("fp32-dest");
  c.in0 = text_of(v, "in0");
  c.in1 = text_of(v, "in1");
  c.out = text_of(v, "out");
  if (!c.in1.empty() && k.kernel == kernel_name::datacopy) throw usage_error("--in1: datacopy has only one operand; use --in0");
  if (!c.out.empty() && k.isolate != isolated_stage::none)
    throw usage_error(std::string("--out: with --isolate ") + name(k.isolate) + " there is no result to write");
  if (given("seed")) c.seed = parse_count(text_of(v, "seed"), "--seed");
  if (given("l1-tiles")) {
    k.buffer_tiles = parse_count32(text_of(v, "l1-tiles"), "--l1-tiles");
    if (k.buffer_tiles == 0) throw usage_error("--l1-tiles: a circular buffer holds at least 1 tile");
  }
  if (given("feed-bytes")) {
    const std::string bytes = std::to_string(parse_count32(text_of(v, "feed-bytes"), "--feed-bytes"));
    c.settings.insert(c.settings.begin(), {"feed.producer_bytes_per_cycle=" + bytes, "feed.consumer_bytes_per_cycle=" + bytes});
  }
}

po::options_description elf_description() {
  po::options_description d("Programs");
  const auto text = [](const char* value) { return po::value<std::string>()->value_name(value); };
  const auto texts = [](const char* value) { return po::value<names>()->value_name(value)->composing(); };
  d.add_options()("t0", text("FILE.elf"), "program of T0: a linked ELF32 of a RISC-V core (docs/elf.md)")(
      "t1", text("FILE.elf"), "of T1")("t2", text("FILE.elf"), "of T2")("b", text("FILE.elf"), "of B")(
      "l1", texts("ADDRESS=FILE[:FORMAT]"),
      "L1 holds this file from ADDRESS on; a .npy as tiles of FORMAT: bf16 (default), fp16, fp32, bfp8; may be repeated")(
      "l1w", texts("ADDRESS=WORD[@CYCLE]"),
      "one word of L1; with @CYCLE a host writes it in that cycle, over the NoC; may be repeated")(
      "dump", texts("ADDRESS:BYTES=FILE"), "write a piece of L1 when the run is over; may be repeated")(
      "until", texts("ADDRESS=WORD"),
      "the run is over when this word of L1 has this value; repeated: when all do (default: when all cores have stopped)")(
      "boot", text("b|direct"),
      "direct: every program starts at its entry (default without --b); b: only B does, and releases the others from reset")(
      "profile", text("FILE"), "write the cores' cycles by function and source line (programs compiled with -g)");
  return d;
}

// "ADDRESS=REST"; the two parts.
std::pair<uint32_t, std::string> parse_at(const std::string& text, const std::string& option, const char* form) {
  const size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == text.size())
    throw usage_error(option + "=" + text + ": expected " + form);
  return {parse_count32(text.substr(0, equals), option), text.substr(equals + 1)};
}
uint32_t parse_word_address(uint32_t address, const std::string& option) {
  if (address % 4 != 0) throw usage_error(option + ": a word lies at a multiple of 4");
  return address;
}

void read_elf(const po::variables_map& v, command_line& c) {
  static constexpr const char* cores[] = {"t0", "t1", "t2", "b"};
  bool any = false;
  for (unsigned i = 0; i < 4; ++i) any |= !(c.programs[i] = text_of(v, cores[i])).empty();
  if (!any) throw usage_error("elf: no program is given; expected at least one of --t0, --t1, --t2, --b");
  const auto list = [&v](const char* option) { return v.count(option) ? v[option].as<names>() : names(); };
  for (const auto& text : list("l1")) {
    auto [address, file] = parse_at(text, "--l1", "ADDRESS=FILE or ADDRESS=FILE.npy:FORMAT");
    command_line::memory_piece piece{address, file, ""};
    if (const size_t npy = file.find(".npy:"); npy != std::string::npos) {
      piece.file = file.substr(0, npy + 4);
      piece.format = file.substr(npy + 5);
      parse_name(piece.format, "--l1", format_list, parse_tile_format);
    }
    c.preload.push_back(piece);
  }
  for (const auto& text : list("l1w")) {
    const auto [address, value] = parse_at(text, "--l1w", "ADDRESS=WORD[@CYCLE]");
    const size_t at = value.find('@');
    const uint32_t word = parse_count32(value.substr(0, at), "--l1w");
    if (at == std::string::npos) c.preload_words.emplace_back(parse_word_address(address, "--l1w"), word);
    else c.host_stores.push_back({parse_count(value.substr(at + 1), "--l1w"), parse_word_address(address, "--l1w"), word});
  }
  std::stable_sort(c.host_stores.begin(), c.host_stores.end(), [](const auto& a, const auto& b) { return a.cycle < b.cycle; });
  for (const auto& text : list("dump")) {
    const size_t colon = text.find(':'), equals = text.find('=');
    if (colon == std::string::npos || equals == std::string::npos || equals < colon || equals + 1 == text.size())
      throw usage_error("--dump=" + text + ": expected ADDRESS:BYTES=FILE");
    c.dump.push_back({parse_count32(text.substr(0, colon), "--dump"), text.substr(equals + 1), "",
                      parse_count32(text.substr(colon + 1, equals - colon - 1), "--dump")});
  }
  for (const auto& text : list("until")) {
    const auto [address, value] = parse_at(text, "--until", "ADDRESS=WORD");
    c.until.emplace_back(parse_word_address(address, "--until"), parse_count32(value, "--until"));
  }
  const std::string boot = text_of(v, "boot");
  if (!boot.empty() && boot != "b" && boot != "direct")
    throw usage_error("--boot=" + boot + ": expected b or direct" + did_you_mean(boot, {"b", "direct"}));
  c.boot_by_b = boot.empty() ? !c.programs[3].empty() : boot == "b";
  if (c.boot_by_b && c.programs[3].empty()) throw usage_error("--boot=b: there is no program for B (--b)");
  c.profile = text_of(v, "profile");
}

command_line parse_command(const std::string& name_of_command, const names& rest) {
  command_line c;
  po::options_description options("");
  po::positional_options_description positional;
  std::string usage = name_of_command;
  int operands = 0;  // -1: any number
  if (name_of_command == "run") {
    c.what = command::run;
    options.add(kernel_description())
        .add(configuration_options())
        .add(machine_options())
        .add(report_options())
        .add(timeline_options());
    usage = "run KERNEL [options]";
    operands = 1;
  } else if (name_of_command == "stream") {
    c.what = command::stream;
    options.add(configuration_options()).add(machine_options()).add(report_options()).add(timeline_options());
    usage = "stream FILE [options]";
    operands = 1;
  } else if (name_of_command == "elf") {
    c.what = command::elf;
    options.add(elf_description())
        .add(configuration_options())
        .add(machine_options())
        .add(report_options())
        .add(timeline_options());
    usage = "elf --t0 FILE --t1 FILE --t2 FILE [--b FILE] [options]";
  } else if (name_of_command == "params") {
    c.what = command::params;
    options.add_options()("markdown", "as the page docs/parameters.md")(
        "assumptions", "only those that no source gives, with the range in which the hardware's may lie");
    options.add(configuration_options());
    usage = "params [--markdown | --assumptions] [--config NAME|FILE] [--set NAME=VALUE]...";
  } else if (name_of_command == "kernels") {
    c.what = command::kernels;
  } else {
    c.what = command::disasm;
    usage = "disasm WORD...";
    operands = -1;
  }
  options.add(help_options());
  positional.add("operand", operands < 0 ? -1 : std::max(operands, 1));
  const po::variables_map v = parse_options(rest, options, positional);
  if (v.count("help")) {
    c.what = command::help;
    c.help_text = help_of(usage, options);
    return c;
  }
  const names operand = v.count("operand") ? v["operand"].as<names>() : names();
  if (operands == 0 && !operand.empty())
    throw usage_error(name_of_command + " takes no operand, but '" + operand[0] + "' is given");
  if (operands != 0 && operand.empty()) {
    if (v.count("dump-config") == 0) {
      std::string text = name_of_command + ": an operand is missing; expected 'tensix-tlm " + usage + "'";
      if (c.what == command::run) text += " with one of datacopy, add, sub, mul, matmul";
      throw usage_error(text);
    }
    c.what = command::dump_config;
  }
  if (v.count("config") || v.count("set") || v.count("dump-config")) read_configuration(v, c);
  switch (c.what) {
    case command::run:
    case command::elf:
    case command::stream:
      if (c.what == command::run) read_kernel(v, operand[0], c);
      if (c.what == command::elf) read_elf(v, c);
      read_machine(v, c);
      read_report(v, c);
      break;
    default: break;
  }
  if (c.what == command::run || c.what == command::stream || c.what == command::elf) read_timeline(v, c);
  if (c.what == command::stream) c.stream_file = operand[0];
  if (c.what == command::params) {
    c.markdown = v.count("markdown") != 0;
    c.assumptions = v.count("assumptions") != 0;
    if (c.markdown && c.assumptions) throw usage_error("--markdown and --assumptions exclude each other");
  }
  if (c.what == command::disasm)
    for (const auto& w : operand) c.words.push_back(parse_count32(w, "disasm"));
  return c;
}

}  // namespace

command_line parse_command_line(const std::vector<std::string>& arguments) {
  if (arguments.empty()) throw usage_error("a command is missing; 'tensix-tlm --help' lists them");
  const auto& commands = command_names();
  if (arguments[0].empty() || arguments[0][0] != '-') {
    if (std::find(commands.begin(), commands.end(), arguments[0]) == commands.end())
      throw usage_error("unknown command '" + arguments[0] + "'" + did_you_mean(arguments[0], commands));
    const names rest(arguments.begin() + 1, arguments.end());
    command_line c;
    if (arguments[0] == "compare") c.what = command::compare;
    else if (arguments[0] == "sweep") c.what = command::sweep;
    else c = parse_command(arguments[0], rest);
    c.arguments = arguments;
    return c;
  }
  command_line c;
  po::options_description options;
  options.add(configuration_options()).add(help_options()).add_options()("version", "the version");
  const po::variables_map v = parse_options(arguments, options, po::positional_options_description().add("operand", -1));
  if (v.count("help")) {
    c.help_text = overview;
    return c;
  }
  if (v.count("version")) {
    c.what = command::version;
    return c;
  }
  if (v.count("operand"))
    throw usage_error("'" + v["operand"].as<names>()[0] +
                      "' comes after options: the command stands first, as in 'tensix-tlm run datacopy " + arguments[0] +
                      " ...'");
  if (!v.count("dump-config")) throw usage_error("a command is missing; 'tensix-tlm --help' lists them");
  c.what = command::dump_config;
  read_configuration(v, c);
  return c;
}

std::string kernels_text() {
  return "datacopy  MxN    output = first operand\n"
         "add       MxN    output = first + second operand    (--broadcast row, col, scalar: second is 1xN, Mx1, 1x1)\n"
         "sub       MxN    output = first - second operand    (likewise)\n"
         "mul       MxN    output = first * second operand    (likewise; --fidelity, --fidelity-loop)\n"
         "matmul    MxNxK  output = first (MxK) times second (KxN) operand    (--fidelity, --fidelity-loop)\n"
         "\nEvery kernel: --issue direct pushes each instruction without MOP and REPLAY; --isolate unpack, math or pack runs "
         "one\n"
         "stage in full and of the others only the synchronisation. 'tensix-tlm run --help' lists all options.\n";
}

}  // namespace tensix
