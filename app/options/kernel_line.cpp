// SPDX-License-Identifier: Apache-2.0
// Options of `tensix-tlm run`. What a kernel takes, and what is said of it, is in its description.
#include <algorithm>

#include "app/options/completion.h"
#include "app/options/option_groups.h"
#include "workload/kernels/kernel_function.h"

namespace tensix {
namespace {

namespace po = boost::program_options;
using names = std::vector<std::string>;

// "mul face, matmul tile"
std::string usual_loops() {
  std::string text;
  for (const auto* k : all_kernels())
    if (k->has_phases()) text += (text.empty() ? "" : ", ") + std::string(k->name()) + " " + name(k->usual_loop());
  return text;
}

// Whole numbers with x (or X) between; false: they are none.
bool read_sides(const std::string& text, const std::string& option, std::vector<uint32_t>& sides) {
  std::string piece;
  for (size_t at = 0; at <= text.size(); ++at) {
    if (at < text.size() && text[at] != 'x' && text[at] != 'X') {
      piece += text[at];
      continue;
    }
    if (piece.empty() || piece.find_first_not_of("0123456789") != std::string::npos) return false;
    sides.push_back(parse_count32(piece, option));
    piece.clear();
  }
  return true;
}

// MxN or MxNxK.
void parse_shape(const std::string& text, run_options& o) {
  const bool inner = o.kernel.kernel->inner_dimension();
  const bool read = read_sides(text, "--shape", o.shape);
  if (!read || o.shape.size() != (inner ? 3 : 2))
    throw usage_error(
        "--shape: '" + text + "' is no shape of " + o.kernel.kernel->name() + "; expected " +
        (inner ? "MxNxK, as in 64x64x128 (M x K times K x N), of whole numbers" : "MxN, as in 64x128, of whole numbers"));
  if (std::find(o.shape.begin(), o.shape.end(), 0u) != o.shape.end())
    throw usage_error("--shape: '" + text + "': every dimension must be at least 1");
  o.kernel.m = o.shape[0];
  o.kernel.n = o.shape[1];
  if (inner) o.kernel.k = o.shape[2];
}

std::string formats_text() {
  std::string text;
  for (const auto& f : format_list()) text += (text.empty() ? "" : ", ") + f + (text.empty() ? " (default)" : "");
  return text;
}

// HxW, in tiles.
void parse_subblock(const std::string& text, kernel_options& k) {
  std::vector<uint32_t> sides;
  if (!read_sides(text, "--subblock", sides) || sides.size() != 2)
    throw usage_error("--subblock: '" + text + "' is no sub-block; expected HxW in tiles, as in 2x4");
  k.subblock_rows = sides[0];
  k.subblock_cols = sides[1];
  if (k.subblock_rows == 0 || k.subblock_cols == 0)
    throw usage_error("--subblock: '" + text + "': both sides must be at least 1");
}

void read_inner_options(const option_values& v, run_options& o) {
  kernel_options& k = o.kernel;
  for (const char* option : {"subblock", "reuse", "bias", "block-k", "l1-acc", "partials-format", "spill-all"})
    if (v.count(option) && !k.kernel->inner_dimension())
      throw usage_error(std::string("--") + option + ": " + k.kernel->name() + " has no inner dimension; it is for " +
                        kernels_that(&kernel_description::inner_dimension));
  if (v.count("subblock")) parse_subblock(text_of(v, "subblock"), k);
  if (v.count("reuse")) k.reuse = parse_choice(v, "reuse", parse_reuse);
  k.bias = v.count("bias") != 0;
  k.l1_acc = v.count("l1-acc") != 0;
  k.spill_all = v.count("spill-all") != 0;
  o.in2 = text_of(v, "in2");
  if (!o.in2.empty() && !k.bias) throw usage_error("--in2: there is no third operand without --bias");
  if (v.count("partials-format"))
    k.partials_format = parse_name(text_of(v, "partials-format"), "--partials-format", format_list(), parse_tile_format);
  if (!v.count("block-k")) return;
  k.block_k = parse_count32(text_of(v, "block-k"), "--block-k");
  if (k.block_k == 0) throw usage_error("--block-k: at least 1 tile of K is summed in Dst");
}

// "unary does: exp (default), gelu; reduce ..."
std::string kernels_with(std::vector<std::string> (kernel_description::*choices)() const) {
  std::string text;
  for (const auto* k : all_kernels()) {
    const names all = (k->*choices)();
    if (all.empty()) continue;
    text += (text.empty() ? "" : "; ") + std::string(k->name()) + " works: ";
    for (size_t i = 0; i < all.size(); ++i) text += (i ? ", " : "") + all[i] + (i ? "" : " (default)");
  }
  return text;
}

void read_choice(const option_values& v, const char* option, const kernel_description& k, const names& known,
                 uint32_t& choice) {
  if (!v.count(option)) return;
  const std::string shown = std::string("--") + option, text = text_of(v, option);
  if (known.empty()) throw usage_error(shown + ": " + k.name() + " has no choice of it");
  const auto found = std::find(known.begin(), known.end(), known_word(text, known));
  if (found == known.end()) throw usage_error(shown + ": " + k.name() + " knows no '" + text + "'" + did_you_mean(text, known));
  choice = static_cast<uint32_t>(found - known.begin());
}

void read_formats(const option_values& v, kernel_options& k) {
  const auto read = [&v](const char* option, auto&& use) {
    if (v.count(option)) use(parse_choice(v, option, parse_tile_format));
  };
  read("format", [&k](tile_format f) { k.format = f; });
  if (v.count("in1-format") && k.kernel->operands() < 2)
    throw usage_error(std::string("--in1-format: ") + k.kernel->name() + " has only one operand; use --in0-format");
  const tile_format both = k.format;
  read("in0-format", [&k](tile_format f) { k.format = f; });
  if (k.kernel->operands() > 1 && k.format != both) k.second_format = both;
  read("in1-format", [&k](tile_format f) { k.second_format = f; });
  k.output_format = k.format == tile_format::int8 && k.kernel->operands() > 1 ? tile_format::int32 : k.format;
  read("out-format", [&k](tile_format f) { k.output_format = f; });
}

}  // namespace

option_group kernel_group() {
  option_group d("Kernel");
  const auto text = [](const char* value) { return po::value<std::string>()->value_name(value); };
  d.add_options()(
      "shape", text("MxN[xK]"),
      ("rows and columns of the output; " + kernels_that(&kernel_description::inner_dimension, ", ") + ": MxNxK").c_str())(
      "in0", text("FILE.npy"), "first operand (default: test data)")("in1", text("FILE.npy"), "second operand")(
      "in2", text("FILE.npy"), "the operand of --bias")("out", text("FILE.npy"), "write the result")(
      "format", text("F"), ("of the inputs: " + formats_text()).c_str())("in0-format", text("F"), "of the first operand alone")(
      "in1-format", text("F"), "of the second one alone")(
      "out-format", text("F"), "of the output (default: as the first operand; of two int8 operands int32)")(
      "fidelity", text("F"), "lofi (default), hifi2, hifi3, hifi4")("fp32-dest", "32-bit datums in Dst")(
      "dst-sync", text("half|full"), "math and pack share Dst half by half (default), or all of it")(
      "broadcast", text("B"),
      ("second operand of " + kernels_that(&kernel_description::broadcasts, ", ") + ": none (default), row, col, scalar")
          .c_str())("throttle", text("x1|x2|x4"), "fetch speed of the unpackers (default: the hardware's)")(
      "fidelity-loop", text("L"),
      (kernels_that(&kernel_description::has_phases, ", ") +
       ": all phases of one position (8x16 block of Dst), face or tile before the next (default: " + usual_loops() + ")")
          .c_str())("relu", "the packer turns negative results into zero")(
      "subblock", text("HxW"), "matmul: rows and columns, in tiles, of what is computed in Dst at once (default: the largest)")(
      "reuse", text("in0|in1"), "matmul: whose tile stays in SrcB or SrcA while the other's pass (default: chosen)")(
      "bias", "matmul: a third operand, 1xN, is added to each row (--in2, or test data)")(
      "block-k", text("N"),
      "matmul: tiles of K that are summed in Dst at once; fewer than all go to L1 and come back for the next")(
      "partials-format", text("F"), "matmul: format of those in L1 (default: fp32 with --fp32-dest, else as the output)")(
      "spill-all", "matmul: those of all sub-blocks go to L1 before the first come back, as in shipping kernels")(
      "l1-acc", "matmul: the packer adds the blocks of --block-k in L1 instead")(
      "issue", text("mop|direct"), "instructions by MOP and REPLAY (default), or each pushed by its RISC-V core")(
      "isolate", text("unpack|math|pack"),
      "only this stage works in full, the others just synchronise; there is no result (default: none)")(
      "op", text("NAME"), ("what " + kernels_with(&kernel_description::op_names)).c_str())(
      "axis", text("NAME"), ("along what " + kernels_with(&kernel_description::axis_names)).c_str())(
      "seed", text("N"), "of the test data (default 1)")("l1-tiles", text("N"), "capacity of each circular buffer in tiles")(
      "feed-bytes", text("N"), "bytes a cycle at which inputs arrive and the output leaves (default: unlimited)")(
      "dump-stream", text("FILE.scn"), "write the kernel as a stream file, to start from (docs/stream-format.md)")(
      "sample", "cycles and counters only: leave out blocks that would repeat others (docs/sampling.md)");
  return d;
}

std::vector<std::string> kernel_option_names() {
  names all;
  for (const option_group& group : {kernel_group(), placement_group(), noc_group()})
    for (const auto& option : group.options()) all.push_back(option->long_name());
  return all;
}

void read_kernel(const option_values& v, const std::string& kernel, run_options& o) {
  kernel_options& k = o.kernel;
  const auto given = [&v](const char* option) { return v.count(option) != 0; };
  k.kernel = &parse_name(kernel, "run", kernel_names(), kernel_named);
  if (given("shape")) parse_shape(text_of(v, "shape"), o);
  read_formats(v, k);
  if (given("fidelity")) k.fidelity = parse_choice(v, "fidelity", parse_fidelity);
  if (given("dst-sync")) k.sync = parse_choice(v, "dst-sync", parse_dst_sync);
  if (given("broadcast")) k.repeat = parse_choice(v, "broadcast", parse_broadcast);
  if (given("throttle")) k.throttle = parse_choice(v, "throttle", parse_throttle);
  if (given("fidelity-loop")) k.loop = parse_choice(v, "fidelity-loop", parse_fidelity_loop);
  if (given("issue")) k.issue = parse_choice(v, "issue", parse_issue_mode);
  if (given("isolate")) k.isolate = parse_choice(v, "isolate", parse_isolated_stage);
  k.fp32_dest = given("fp32-dest");
  k.relu = given("relu");
  read_choice(v, "op", *k.kernel, k.kernel->op_names(), k.operation);
  read_choice(v, "axis", *k.kernel, k.kernel->axis_names(), k.axis);
  read_inner_options(v, o);
  o.in0 = text_of(v, "in0");
  o.in1 = text_of(v, "in1");
  o.out = text_of(v, "out");
  o.dump_stream = text_of(v, "dump-stream");
  if (!o.in1.empty() && k.kernel->operands() < 2)
    throw usage_error(std::string("--in1: ") + k.kernel->name() + " has only one operand; use --in0");
  if (!o.out.empty() && k.isolate != isolated_stage::none)
    throw usage_error(std::string("--out: with --isolate ") + name(k.isolate) + " there is no result to write");
  if (given("seed")) o.seed = parse_count(text_of(v, "seed"), "--seed");
  if (given("l1-tiles")) {
    k.buffer_tiles = parse_count32(text_of(v, "l1-tiles"), "--l1-tiles");
    if (k.buffer_tiles == 0) throw usage_error("--l1-tiles: a circular buffer holds at least 1 tile");
  }
  o.sample = given("sample");
  read_feed_bytes(v, o.configuration);
}

void read_feed_bytes(const option_values& v, configuration_options& o) {
  if (!v.count("feed-bytes")) return;
  const std::string bytes = std::to_string(parse_count32(text_of(v, "feed-bytes"), "--feed-bytes"));
  o.settings.insert(o.settings.begin(), {"feed.producer_bytes_per_cycle=" + bytes, "feed.consumer_bytes_per_cycle=" + bytes});
}

const std::vector<std::string>& format_list() {
  static const names all = [] {
    names list;
    for (const tile_format f : all_tile_formats) list.emplace_back(name(f));
    return list;
  }();
  return all;
}

names kernel_names() {
  names all;
  for (const auto* k : all_kernels()) all.emplace_back(k->name());
  return all;
}

std::string kernel_list() {
  std::string text;
  for (const auto& name : kernel_names()) text += (text.empty() ? "" : ", ") + name;
  return text;
}

std::string kernels_text() {
  std::string text;
  bool broadcast_told = false;
  const auto column = [](std::string entry, size_t width) { return entry.append(width - std::min(width, entry.size()), ' '); };
  for (const auto* k : all_kernels()) {
    names details;
    if (k->broadcasts()) {
      details.emplace_back(broadcast_told ? "likewise" : "--broadcast row, col, scalar: second is 1xN, Mx1, 1x1");
      broadcast_told = true;
    }
    if (k->has_phases()) details.emplace_back("--fidelity, --fidelity-loop");
    if (const names all = k->op_names(); !all.empty()) details.push_back("--op " + joined(all, ", "));
    if (const names all = k->axis_names(); !all.empty()) details.push_back("--axis " + joined(all, ", "));
    text += column(k->name(), 10) + column(k->inner_dimension() ? "MxNxK" : "MxN", 7) + "output = " + k->output();
    for (size_t i = 0; i < details.size(); ++i) text += (i ? "; " : "    (") + details[i];
    text += details.empty() ? "\n" : ")\n";
  }
  return text +
         "\nEvery kernel: --issue direct pushes each instruction without MOP and REPLAY; --isolate unpack, math or pack runs "
         "one\n"
         "stage in full and of the others only the synchronisation. 'tensix-tlm run --help' lists all options.\n";
}

}  // namespace tensix
