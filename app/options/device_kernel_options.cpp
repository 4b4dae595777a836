// SPDX-License-Identifier: Apache-2.0
// Options of `tensix-tlm kernel`.
#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <limits>
#include <sstream>

#include "app/options/operands.h"
#include "app/options/option_groups.h"
#include "workload/kernels/circular_buffer_function.h"
#include "workload/tensors/tile_layout.h"

namespace tensix {
namespace {

namespace po = boost::program_options;
using names = std::vector<std::string>;

constexpr const char* buffer_form =
    "N=[FILE.npy|test|VALUE]:FORMAT[:shape=RxC|:tiles=N][:capacity=N|:sharded][:layout=rows][:order=...], as in 0=a.npy:bf16, "
    "16=:bf16:tiles=64 or 24=:bf16";

[[noreturn]] void refuse(const std::string& option, const std::string& text, const std::string& why) {
  throw usage_error(option + "=" + text + ": " + why);
}

// "N=REST"
std::pair<unsigned, std::string> parse_index(const std::string& text, const char* option, const char* form) {
  const size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) refuse(option, text, std::string("expected ") + form);
  const uint32_t index = parse_count32(text.substr(0, equals), option);
  if (index >= circular_buffers)
    refuse(option, text, "there are circular buffers 0 to " + std::to_string(circular_buffers - 1));
  return {index, text.substr(equals + 1)};
}

void parse_source(const std::string& source, const std::string& text, device_buffer& b) {
  b.source = source;
  const bool npy = source.size() > 4 && source.compare(source.size() - 4, 4, ".npy") == 0;
  if (source.empty()) return;
  if (npy) b.file = source;
  else if (known_word(source, {"test"}) == "test") b.test_data = true, b.source = "test";
  else {
    std::istringstream number(source);
    double value = 0;
    if (!(number >> value) || number.get() != std::istringstream::traits_type::eof() ||
        std::abs(value) > std::numeric_limits<float>::max())
      refuse("--cb", text, "'" + source + "' is neither a .npy file nor 'test' nor a number" + did_you_mean(source, {"test"}));
    b.value = value;
  }
}

// "4x8,2x0,8x1": outermost loop first, count and step.
void parse_order(const std::string& value, const std::string& text, device_buffer& b) {
  static const names words = {"rows", "columns"};
  const std::string word = known_word(value, words);
  b.by_columns = word == "columns";
  if (word == "rows" || b.by_columns) return;
  std::istringstream in(value);
  for (std::string loop; std::getline(in, loop, ',');) {
    const size_t x = loop.find('x');
    if (x == std::string::npos)
      refuse("--cb", text,
             "an order is rows, columns, or loops COUNTxSTEP, outermost first, as in 4x8,2x0,8x1" + did_you_mean(value, words));
    b.order.emplace_back(parse_count32(loop.substr(0, x), "--cb order"), parse_count32(loop.substr(x + 1), "--cb order"));
    if (b.order.back().first == 0) refuse("--cb", text, "a loop of the order counts at least 1");
  }
  if (b.order.empty() || b.order.size() > tile_order::loops)
    refuse("--cb", text, "an order has 1 to " + std::to_string(tile_order::loops) + " loops");
}

void parse_property(const std::string& property, const std::string& text, device_buffer& b, bool& with_capacity) {
  const size_t equals = property.find('=');
  static const names keys = {"shape", "tiles", "capacity", "sharded", "layout", "order"}, layouts = {"tiles", "rows"};
  const std::string key = known_word(property.substr(0, equals), keys),
                    value = equals == std::string::npos ? "" : property.substr(equals + 1);
  const auto positive = [&](const std::string& number) {
    const uint32_t n = parse_count32(number, "--cb " + key);
    if (n == 0) refuse("--cb", text, key + " is at least 1");
    return n;
  };
  if (key == "capacity") {
    b.capacity = positive(value);
    with_capacity = true;
  } else if (key == "sharded" && equals == std::string::npos) {
    b.sharded = true;
  } else if (key == "layout") {
    const std::string layout = known_word(value, layouts);
    if (layout != "tiles" && layout != "rows") refuse("--cb", text, "layout is tiles or rows" + did_you_mean(value, layouts));
    b.row_major = layout == "rows";
  } else if (key == "order") {
    parse_order(value, text, b);
  } else if (key == "tiles" || key == "shape") {
    if (b.rows) refuse("--cb", text, "tiles= and shape= exclude each other");
    const size_t x = value.find('x');
    const bool sides = x != std::string::npos && value.find('x', x + 1) == std::string::npos &&
                       value.find_first_not_of("0123456789x") == std::string::npos;
    if (key == "shape" && !sides) refuse("--cb", text, "a shape is RxC, as in 64x128");
    b.rows = key == "tiles" ? tile_dim : positive(value.substr(0, x));
    const uint64_t columns = key == "tiles" ? uint64_t{positive(value)} * tile_dim : positive(value.substr(x + 1));
    if (uint64_t{b.rows} * columns > most_tensor_elements) refuse("--cb", text, "the tensor is too large");
    b.cols = static_cast<uint32_t>(columns);
  } else {
    refuse("--cb", text,
           "'" + property + "' is not known; expected shape=RxC, tiles=N, capacity=N, sharded, layout=rows or order=..." +
               did_you_mean(key, keys));
  }
}

device_buffer parse_buffer(const std::string& text) {
  const auto [index, rest] = parse_index(text, "--cb", buffer_form);
  device_buffer b;
  b.index = index;
  names pieces;
  std::istringstream in(rest);
  for (std::string piece; std::getline(in, piece, ':');) pieces.push_back(piece);
  if (pieces.size() < 2) refuse("--cb", text, std::string("expected ") + buffer_form);
  parse_source(pieces[0], text, b);
  b.format = parse_name(pieces[1], "--cb=" + text, buffer_format_names(), parse_buffer_format);
  bool with_capacity = false;
  for (size_t i = 2; i < pieces.size(); ++i) parse_property(pieces[i], text, b, with_capacity);
  if (!b.file.empty() && b.rows) refuse("--cb", text, "the tensor's shape is that of the file");
  if (b.test_data && !b.rows) refuse("--cb", text, "test data want a shape (shape=RxC or tiles=N)");
  if (b.value && !b.rows) b.rows = b.cols = tile_dim;
  if (b.value && is_integer(b.format)) {
    const auto [least, largest] = range_of(b.format);
    if (*b.value != std::nearbyint(*b.value) || *b.value < static_cast<double>(least) ||
        *b.value > static_cast<double>(largest))
      refuse(
          "--cb", text,
          pieces[1] + " holds the integers " + std::to_string(least) + " to " + std::to_string(largest) + ", not " + b.source);
  }
  if (b.sharded && with_capacity) refuse("--cb", text, "a sharded buffer holds the whole tensor: capacity= is not for it");
  if (b.sharded && !b.input() && !b.output())
    refuse("--cb", text, "a sharded buffer is the tensor in L1: give it a .npy file, or shape=RxC or tiles=N");
  const bool ordered = b.by_columns || !b.order.empty();
  if (ordered && b.row_major) refuse("--cb", text, "order is for tiles; with layout=rows there are none");
  if (ordered && !b.input() && !b.output()) refuse("--cb", text, "order is for inputs and outputs, this is the kernel's own");
  return b;
}

// "WORD", or "NAME=WORD"
void parse_compile_time_argument(const std::string& text, device_kernel& k) {
  const size_t equals = text.find('=');
  if (equals == std::string::npos) return k.compile_time_arguments.push_back(parse_count32(text, "--ct-arg"));
  const std::string name = text.substr(0, equals);
  const auto good = [](unsigned char c) { return std::isalnum(c) || std::strchr("_.-", c); };
  if (name.empty() || !std::all_of(name.begin(), name.end(), good))
    refuse("--ct-arg", text, "a name has letters, digits, '_', '.' and '-'");
  for (const auto& known : k.named_arguments)
    if (known.first == name) refuse("--ct-arg", text, "this name is given twice");
  k.named_arguments.emplace_back(name, parse_count32(text.substr(equals + 1), "--ct-arg"));
}

}  // namespace

option_group device_kernel_group() {
  option_group d("Kernel");
  const auto text = [](const char* value) { return po::value<std::string>()->value_name(value); };
  const auto texts = [](const char* value) { return po::value<names>()->value_name(value)->composing(); };
  d.add_options()(
      "cb", texts("N=SOURCE:FORMAT[:...]"),
      "circular buffer N (0..31) of tiles of FORMAT (as of 'run --format', and uint8, uint16, uint32, int16, int32_sm). "
      "SOURCE: a .npy file, row by row of "
      "tiles; 'test': test data; a number: that everywhere; nothing: an output, with shape=RxC or tiles=N, or "
      "the kernel's own. capacity=N: tiles it holds (default 16); sharded: all of the tensor, which lies in it; layout=rows: "
      "row-major, for tilize and untilize; "
      "order=columns, or order=COUNTxSTEP,... (loops over the tensor's tiles, outermost first): which tile passes when; "
      "may be repeated")("out", texts("N=FILE.npy"), "write what comes out of buffer N; may be repeated")(
      "arg", texts("WORD"), "run-time arguments in their order: get_arg_val<uint32_t>(i)")(
      "common-arg", texts("WORD"),
      "run-time arguments that cores share, in their order: get_common_arg_val<uint32_t>(i); without: those of --arg")(
      "ct-arg", texts("[NAME=]WORD"),
      "compile-time arguments in their order: get_compile_time_arg_val(i); with NAME: "
      "get_named_compile_time_arg_val(\"NAME\")")("define", texts("NAME[=VALUE]"), "a macro of the source; may be repeated")(
      "include", texts("DIR"), "look for the source's headers there, too; may be repeated")(
      "fp32-dest", "32-bit datums in Dst")("dst-sync", text("half|full"),
                                           "math and pack share Dst half by half (default), or all of it")(
      "fidelity", text("F"), "lofi, hifi2, hifi3, hifi4 (default)")("unchecked",
                                                                    "do not look for wrong use of the compute API first")(
      "program-kib", text("N"), "room in L1 for each of the three programs (default 32)")("seed", text("N"),
                                                                                          "of the test data (default 1)")(
      "feed-bytes", text("N"), "bytes a cycle at which inputs arrive and outputs leave (default: unlimited)")(
      "dprint", text("FILE"), "write what the kernel prints by DPRINT (-: to standard output); prints cost cycles")(
      "profile", text("FILE"), "write the cores' cycles by line of the kernel, function and source line");
  return d;
}

void read_device_kernel(const option_values& v, const std::string& source, device_kernel_options& o) {
  device_kernel& k = o.kernel;
  const auto given = [&v](const char* option) { return v.count(option) != 0; };
  const auto list = [&v](const char* option) { return v.count(option) ? v[option].as<names>() : names(); };
  k.source = source;
  for (const auto& text : list("cb")) {
    k.buffers.push_back(parse_buffer(text));
    for (size_t i = 0; i + 1 < k.buffers.size(); ++i)
      if (k.buffers[i].index == k.buffers.back().index) refuse("--cb", text, "this circular buffer is given twice");
  }
  std::sort(k.buffers.begin(), k.buffers.end(), [](const auto& a, const auto& b) { return a.index < b.index; });
  for (const auto& text : list("out")) {
    const auto [index, file] = parse_index(text, "--out", "N=FILE.npy");
    const unsigned wanted = index;
    const auto b = std::find_if(k.buffers.begin(), k.buffers.end(), [wanted](const auto& x) { return x.index == wanted; });
    if (file.empty()) refuse("--out", text, "expected N=FILE.npy");
    if (b == k.buffers.end())
      refuse("--out", text,
             "there is no circular buffer " + std::to_string(index) + "; give it: --cb " + std::to_string(index) +
                 "=:bf16:tiles=N");
    if (b->input()) refuse("--out", text, "circular buffer " + std::to_string(index) + " is an input");
    if (!b->output())
      refuse("--out", text, "how many tiles come out? Give circular buffer " + std::to_string(index) + " tiles=N or shape=RxC");
    if (!b->out.empty()) refuse("--out", text, "circular buffer " + std::to_string(index) + " has a file already");
    b->out = file;
  }
  for (const auto& text : list("arg")) k.arguments.push_back(parse_count32(text, "--arg"));
  for (const auto& text : list("common-arg")) k.common_arguments.push_back(parse_count32(text, "--common-arg"));
  if (!given("common-arg")) k.common_arguments = k.arguments;
  for (const auto& text : list("ct-arg")) parse_compile_time_argument(text, k);
  for (const auto& folder : list("include")) {
    if (std::error_code error; !std::filesystem::is_directory(folder, error))
      refuse("--include", folder, "there is no such folder");
    k.include_folders.push_back(folder);
  }
  k.defines = list("define");
  for (const auto& d : k.defines)
    if (d.empty() || d[0] == '=' || (d[0] >= '0' && d[0] <= '9')) refuse("--define", d, "expected NAME or NAME=VALUE");
  k.fp32_dest = given("fp32-dest");
  k.checked = !given("unchecked");
  if (given("dst-sync")) k.sync = parse_choice(v, "dst-sync", parse_dst_sync);
  if (given("fidelity")) k.fidelity = parse_choice(v, "fidelity", parse_fidelity);
  if (given("program-kib")) {
    const uint32_t kib = parse_count32(text_of(v, "program-kib"), "--program-kib");
    if (kib == 0 || kib > 1024) throw usage_error("--program-kib=" + std::to_string(kib) + ": expected 1..1024");
    k.program_bytes = kib * 1024;
  }
  if (given("seed")) o.seed = parse_count(text_of(v, "seed"), "--seed");
  read_feed_bytes(v, o.configuration);
  o.outputs.profile = text_of(v, "profile");
  o.prints = text_of(v, "dprint");
  k.prints = !o.prints.empty();
  read_zones(v, o.observers);
  k.zones = o.observers.zones;
}

}  // namespace tensix
