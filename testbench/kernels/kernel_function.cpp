#include "testbench/kernels/kernel_function.h"

#include <algorithm>
#include <stdexcept>

namespace tensix {
namespace {

// Hardware data format codes (ISA documentation, the table of 4-bit formats).
constexpr uint32_t code_fp32 = 0, code_fp16 = 1, code_bfp8a = 2, code_tf32 = 4, code_bf16 = 5, code_bfp8 = 6;

constexpr uint32_t counters_address = 0x40, buffers_address = 0x200;
constexpr uint64_t max_tiles = 0xffffffffull;

template <class T, size_t n>
T parse(const char* what, const std::string& s, const char* const (&names)[n], unsigned first = 0) {
  std::string known;
  for (size_t i = 0; i < n; ++i) {
    if (s == names[i]) return static_cast<T>(i + first);
    known += (i ? ", " : "") + std::string(names[i]);
  }
  throw std::invalid_argument(std::string("unknown ") + what + " '" + s + "' (known: " + known + ")");
}

constexpr const char* kernel_names[] = {"datacopy", "add", "sub", "mul", "matmul"};
constexpr const char* fidelity_names[] = {"lofi", "hifi2", "hifi3", "hifi4"};
constexpr const char* sync_names[] = {"half", "full"};
constexpr const char* broadcast_names[] = {"none", "row", "col", "scalar"};
constexpr const char* throttle_names[] = {"none", "x1", "x2", "x4"};
constexpr const char* stage_names[] = {"none", "unpack", "math", "pack"};
constexpr const char* issue_names[] = {"mop", "direct"};
constexpr const char* loop_names[] = {"position", "face", "tile"};

uint32_t code_of(tile_format f) {
  static constexpr uint32_t codes[] = {code_bf16, code_fp16, code_fp32, code_bfp8};
  return codes[static_cast<int>(f)];
}

uint32_t round_up(uint32_t value, uint32_t multiple) { return (value + multiple - 1) / multiple * multiple; }

}  // namespace

kernel_name parse_kernel_name(const std::string& s) { return parse<kernel_name>("kernel", s, kernel_names); }
math_fidelity parse_fidelity(const std::string& s) { return parse<math_fidelity>("fidelity", s, fidelity_names, 1); }
dst_sync parse_dst_sync(const std::string& s) { return parse<dst_sync>("Dst synchronisation", s, sync_names); }
broadcast parse_broadcast(const std::string& s) { return parse<broadcast>("broadcast", s, broadcast_names); }
unpack_throttle parse_throttle(const std::string& s) { return parse<unpack_throttle>("throttle mode", s, throttle_names); }
isolated_stage parse_isolated_stage(const std::string& s) { return parse<isolated_stage>("stage", s, stage_names); }
issue_mode parse_issue_mode(const std::string& s) { return parse<issue_mode>("way to issue", s, issue_names); }
fidelity_loop parse_fidelity_loop(const std::string& s) { return parse<fidelity_loop>("fidelity loop", s, loop_names, 1); }
const char* name(kernel_name k) { return kernel_names[static_cast<int>(k)]; }
const char* name(math_fidelity f) { return fidelity_names[static_cast<int>(f) - 1]; }
const char* name(dst_sync s) { return sync_names[static_cast<int>(s)]; }
const char* name(broadcast b) { return broadcast_names[static_cast<int>(b)]; }
const char* name(unpack_throttle t) { return throttle_names[static_cast<int>(t)]; }
const char* name(isolated_stage s) { return stage_names[static_cast<int>(s)]; }
const char* name(issue_mode m) { return issue_names[static_cast<int>(m)]; }
const char* name(fidelity_loop l) { return l == fidelity_loop::usual ? "usual" : loop_names[static_cast<int>(l) - 1]; }

kernel::kernel(const kernel_options& options) : options_(options) {
  const kernel_options& o = options_;
  const bool elementwise_kernel = o.kernel == kernel_name::add || o.kernel == kernel_name::sub || o.kernel == kernel_name::mul;
  if (o.m == 0 || o.n == 0 || (o.kernel == kernel_name::matmul && o.k == 0))
    throw std::invalid_argument("a dimension is 0: every dimension of the operands must be at least 1");
  if (o.repeat != broadcast::none && !elementwise_kernel)
    throw std::invalid_argument(std::string(name(o.kernel)) +
                                " has no operand to broadcast: only add, sub and mul take broadcast " + name(o.repeat));
  if (o.l1_bytes % 16 != 0)
    throw std::invalid_argument("L1 of " + std::to_string(o.l1_bytes) + " bytes: the size must be a multiple of 16");
  plan_.two_operands = o.kernel != kernel_name::datacopy;
  const bool multiplies = o.kernel == kernel_name::mul || o.kernel == kernel_name::matmul;
  if (multiplies) plan_.phases = static_cast<uint32_t>(o.fidelity);
  choose_loop(multiplies);
  const auto works = [&o](isolated_stage s) { return o.isolate == isolated_stage::none || o.isolate == s; };
  plan_.unpacks = works(isolated_stage::unpack);
  plan_.computes = works(isolated_stage::math);
  plan_.packs = works(isolated_stage::pack);
  choose_formats();
  const kernel_plan uncut = plan_;
  const auto lay_out = [&](uint32_t tiles) {
    options_.buffer_tiles = tiles;
    plan_ = uncut;
    inputs_.clear();
    output_ = {};
    cut_into_blocks();
    return place_buffers();
  };
  if (lay_out(options.buffer_tiles)) return;
  uint32_t fits = 0, too_many = options.buffer_tiles ? options.buffer_tiles : 64;
  while (too_many - fits > 1) {
    const uint32_t middle = fits + (too_many - fits) / 2;
    (lay_out(middle) ? fits : too_many) = middle;
  }
  // By default each buffer holds two rounds of the loop; a small L1 gets what fits.
  if (fits > 0 && !options.buffer_tiles && lay_out(fits)) return;
  throw std::invalid_argument(
      "the circular buffers need more than the " + std::to_string(options.l1_bytes) + " bytes of L1" +
      (fits ? ": at most --l1-tiles " + std::to_string(fits) + " fits" : ", however few tiles they hold"));
}

void kernel::choose_loop(bool multiplies) {
  const kernel_options& o = options_;
  if (o.loop != fidelity_loop::usual && !multiplies)
    throw std::invalid_argument(std::string(name(o.kernel)) +
                                " has no fidelity phases: only mul and matmul have a loop over them to place");
  if (o.loop == fidelity_loop::tile && o.kernel == kernel_name::mul && o.repeat != broadcast::none)
    throw std::invalid_argument(
        std::string("mul with the fidelity loop around the tile holds both tiles whole in SrcA and SrcB: ") +
        "it cannot broadcast " + name(o.repeat) + "; use the loop face or position");
  plan_.loop = o.loop != fidelity_loop::usual    ? o.loop
               : o.kernel == kernel_name::matmul ? fidelity_loop::tile
                                                 : fidelity_loop::face;
  plan_.whole_tiles = o.kernel == kernel_name::mul && plan_.loop == fidelity_loop::tile;
}

// Source: ISA documentation, FormatConversion of unpackers and packers; the combinations real kernels use.
void kernel::choose_formats() {
  const kernel_options& o = options_;
  plan_.in_code = code_of(o.format);
  plan_.pack_out_code = code_of(o.output_format);
  const bool fp16_out = o.output_format == tile_format::fp16;
  if (o.format == tile_format::fp32) {
    // SrcA and SrcB hold 19 bits at most. Without a 32-bit Dst the low mantissa bits are lost on the way into Src anyway.
    if (!o.fp32_dest) plan_.src_code = fp16_out ? code_fp16 : code_bf16;
    else if (o.kernel == kernel_name::datacopy) plan_.src_code = code_fp32, plan_.unpack_to_dst = true;
    else plan_.src_code = code_tf32;
  } else {
    plan_.src_code = plan_.in_code;  // a block float becomes BF16 in Src
  }
  if (o.fp32_dest) {
    switch (o.output_format) {
      case tile_format::fp32: plan_.pack_in_code = code_fp32; break;
      case tile_format::bf16: plan_.pack_in_code = code_bf16; break;
      case tile_format::fp16: plan_.pack_in_code = code_fp16, plan_.round_to_10_bits = true; break;
      case tile_format::bfp8: plan_.pack_in_code = code_fp32; break;
    }
  } else if (plan_.src_code == code_fp16) {
    plan_.pack_in_code = o.output_format == tile_format::bfp8 ? code_bfp8a : code_fp16;
  } else {
    if (fp16_out)
      throw std::invalid_argument(
          std::string("output fp16 from input ") + name(o.format) +
          " with a 16-bit Dst: Dst then holds BF16, which the packer cannot turn into FP16; use fp32_dest, "
          "or fp16 or fp32 input, or bf16 output");
    plan_.pack_in_code = code_bf16;
  }
}

void kernel::cut_into_blocks() {
  const kernel_options& o = options_;
  const tile_grid out(o.m, o.n);
  plan_.dst_tiles = (o.fp32_dest ? 4u : 8u) * (o.sync == dst_sync::full ? 2u : 1u);
  plan_.tiles = out.tiles();
  const uint32_t capacity = o.buffer_tiles;  // 0: as needed
  const uint32_t limit = capacity ? std::min(plan_.dst_tiles, capacity) : plan_.dst_tiles;
  const char* too_large =
      "the kernel would move more than 2^32 - 1 tiles through one circular buffer, whose counters have 32 bits";
  if (o.kernel != kernel_name::matmul) {
    if (plan_.tiles > max_tiles) throw std::invalid_argument(too_large);
    plan_.block_tiles = limit;
    plan_.batch_steps = capacity ? std::max(1u, std::min(limit, capacity / 2)) : limit;
    plan_.blocks = (plan_.tiles + plan_.block_tiles - 1) / plan_.block_tiles;
    return;
  }
  const uint32_t mt = out.tile_rows, nt = out.tile_cols;
  plan_.kt = tiles_along(o.k);
  // The largest sub-block whose sides divide the output; of those the squarest (least traffic to L1), wide rather than high.
  for (uint32_t r = 1; r <= std::min(limit, mt); ++r)
    for (uint32_t c = 1; c <= std::min(limit / r, nt); ++c) {
      if (mt % r != 0 || nt % c != 0) continue;
      const uint32_t area = r * c, best = plan_.rt * plan_.ct;
      if (area > best || (area == best && r + c <= plan_.rt + plan_.ct && c >= r)) plan_.rt = r, plan_.ct = c;
    }
  const uint32_t side = std::max(plan_.rt, plan_.ct);
  plan_.batch_steps = std::min(plan_.kt, 4u);
  if (capacity) plan_.batch_steps = std::max(1u, std::min(plan_.batch_steps, capacity / (2 * side)));
  plan_.block_tiles = plan_.rt * plan_.ct;
  plan_.blocks = plan_.tiles / plan_.block_tiles;
  if (static_cast<double>(plan_.blocks) * plan_.kt * side > static_cast<double>(max_tiles))
    throw std::invalid_argument(too_large);
}

bool kernel::place_buffers() {
  const kernel_options& o = options_;
  const tile_grid out(o.m, o.n);
  const uint64_t rows = out.tile_rows, cols = out.tile_cols;
  circular_buffer_plan in0, in1;
  in0.format = in1.format = o.format;
  in0.grid = out;
  output_.format = o.output_format;
  output_.grid = out;
  if (o.kernel == kernel_name::matmul) {
    const uint64_t rt = plan_.rt, ct = plan_.ct, kt = plan_.kt, across = cols / ct, down = rows / rt;
    in0.grid = tile_grid(o.m, o.k);
    in1.grid = tile_grid(o.k, o.n);
    in0.order = {{rt, kt, across, down, 1}, {kt, 1, 0, rt * kt, 0}};
    in1.order = {{ct, kt, across, down, 1}, {1, cols, ct, 0, 0}};
    output_.order = {{ct, rt, across, down, 1}, {1, cols, ct, rt * cols, 0}};
  } else {
    in0.order = output_.order = {{cols, rows, 1, 1, 1}, {1, cols, 0, 0, 0}};
    const bool one_row = o.repeat == broadcast::row || o.repeat == broadcast::scalar;
    const bool one_column = o.repeat == broadcast::column || o.repeat == broadcast::scalar;
    in1.grid = tile_grid(one_row ? 1 : o.m, one_column ? 1 : o.n);
    in1.order = {{cols, rows, 1, 1, 1}, {one_column ? 0u : 1u, one_row ? 0u : one_column ? 1u : cols, 0, 0, 0}};
  }
  inputs_.push_back(in0);
  if (plan_.two_operands) inputs_.push_back(in1);

  uint64_t next = buffers_address;
  uint32_t counters = counters_address;
  const auto place = [&](circular_buffer_plan& b, uint32_t granularity, uint32_t rounds) {
    b.tile_bytes = tile_bytes(b.format);
    b.capacity = round_up(o.buffer_tiles ? o.buffer_tiles : 2 * rounds * granularity, granularity);
    b.address = static_cast<uint32_t>(next);
    b.produced = counters;
    b.consumed = counters + 16;
    counters += 32;
    next += static_cast<uint64_t>(b.capacity) * b.tile_bytes;
  };
  if (o.kernel == kernel_name::matmul) {
    place(inputs_[0], plan_.rt, plan_.batch_steps);  // the tiles of a step lie side by side: no wrap-around within one
    place(inputs_[1], plan_.ct, plan_.batch_steps);
  } else {
    for (auto& b : inputs_) place(b, 1, plan_.batch_steps);
  }
  place(output_, 1, plan_.block_tiles);
  return next <= o.l1_bytes;
}

std::unique_ptr<step_source> kernel::program(unsigned core) const {
  switch (core) {
    case 0: return make_unpack_program(*this);
    case 1: return make_math_program(*this);
    case 2: return make_pack_program(*this);
    default: return nullptr;
  }
}

uint64_t kernel::operations() const {
  if (!plan_.computes) return 0;
  const uint64_t elements = static_cast<uint64_t>(options_.m) * options_.n;
  switch (options_.kernel) {
    case kernel_name::matmul: return 2 * elements * options_.k;
    case kernel_name::datacopy: return 0;
    default: return elements;
  }
}

reference kernel::expected(const std::vector<const tensor*>& tensors) const {
  if (tensors.size() != inputs_.size())
    throw std::invalid_argument(std::string(name(options_.kernel)) + " takes " + std::to_string(inputs_.size()) + " tensors, " +
                                std::to_string(tensors.size()) + " were given");
  const tensor a = quantize(*tensors[0], options_.format);
  if (options_.kernel == kernel_name::datacopy) return reference_copy(a);
  const tensor b = quantize(*tensors[1], options_.format);
  switch (options_.kernel) {
    case kernel_name::add: return reference_elementwise(elementwise::add, a, b, options_.repeat);
    case kernel_name::sub: return reference_elementwise(elementwise::sub, a, b, options_.repeat);
    case kernel_name::mul: return reference_elementwise(elementwise::mul, a, b, options_.repeat);
    default: return reference_matmul(a, b);
  }
}

}  // namespace tensix
