// SPDX-License-Identifier: Apache-2.0
#include "workload/kernels/stream_dump.h"

#include <stdexcept>

#include "support/text/hex_text.h"
#include "workload/kernels/words.h"
#include "workload/streams/names_function.h"

namespace tensix {
namespace {

std::string hex_of(const uint8_t* bytes, uint32_t count) {
  static constexpr char digits[] = "0123456789abcdef";
  std::string text(size_t{2} * count, '0');
  for (uint32_t i = 0; i < count; ++i) text[2 * i] = digits[bytes[i] >> 4], text[2 * i + 1] = digits[bytes[i] & 15];
  return text;
}

class stream_text {
 public:
  stream_text(const kernel& k, const std::vector<operand>& operands) : kernel_(k), operands_(operands) {}

  std::string text(const std::vector<std::string>& heading) {
    for (const auto& line : heading) add("# " + line);
    for (unsigned i = 0; i < kernel_.inputs().size(); ++i) input(i);
    output();
    for (unsigned core = 0; core < thread_count; ++core) program(core);
    return std::move(text_);
  }

 private:
  const kernel& kernel_;
  const std::vector<operand>& operands_;
  std::string text_;

  void add(const std::string& line) { text_ += line + "\n"; }

  void buffer(const std::string& name, const circular_buffer_plan& b) {
    add("");
    add("# " + name + ": " + std::to_string(b.tiles()) + " tiles of " + std::to_string(b.tile_bytes) + " bytes (" +
        tensix::name(b.format) + "), the first at " + hex_text(b.address) + "; tiles produced: word at " +
        hex_text(b.produced) + ", consumed: word at " + hex_text(b.consumed));
  }
  static std::string place(const circular_buffer_plan& b, uint64_t i) {
    const uint64_t tile = b.order.tile_at(i);
    return "  # tile " + std::to_string(tile / b.grid.tile_cols) + "," + std::to_string(tile % b.grid.tile_cols);
  }
  void input(unsigned i) {
    const circular_buffer_plan& b = kernel_.inputs()[i];
    buffer("in" + std::to_string(i), b);
    add("l1w " + hex_text(b.produced) + " " + std::to_string(b.tiles()));
    operand_tiles tiles(operands_[i], b.format, 1);
    std::vector<uint8_t> scratch;
    for (uint64_t t = 0; t < b.tiles(); ++t)
      add("l1 " + hex_text(b.slot_address(t)) + " " +
          hex_of(bytes_in_buffer(b, tiles, b.order.tile_at(t), scratch), b.tile_bytes) + (b.row_tiles ? "" : place(b, t)));
  }
  void output() {
    const circular_buffer_plan& b = kernel_.output();
    buffer("out", b);
    add("l1w " + hex_text(b.consumed) + " " + std::to_string(b.tiles()) + "  # room for all from the start");
    for (uint64_t t = 0; t < b.tiles(); ++t)
      add("out " + hex_text(b.slot_address(t)) + " " + std::to_string(b.tile_bytes) + (b.row_tiles ? "" : place(b, t)));
  }

  std::string what_lies_at(uint32_t address) const {
    if (address >= riscv_address::semaphores && address < riscv_address::semaphores + 32)
      return "  # semaphore " + std::to_string((address - riscv_address::semaphores) / 4);
    const auto counter = [&](const std::string& name, const circular_buffer_plan& b) {
      return address == b.produced ? "  # tiles of " + name : address == b.consumed ? "  # tiles taken of " + name : "";
    };
    for (unsigned i = 0; i < kernel_.inputs().size(); ++i)
      if (const std::string text = counter("in" + std::to_string(i), kernel_.inputs()[i]); !text.empty()) return text;
    if (kernel_.options().spills() && address == kernel_.partials().produced) return "  # tiles of partial sums";
    return counter("out", kernel_.output());
  }

  static std::string store(const step& s, const std::string& known) {
    const uint32_t offset = s.address - riscv_address::config;
    if (s.address >= riscv_address::config && offset < 4 * config_words) {
      const std::string fields = configuration_text(false, static_cast<uint16_t>(offset / 4), s.value, ~0u);
      if (!fields.empty()) return "cfgst " + fields;
    }
    std::string meaning = known;
    const bool mop = s.address >= riscv_address::mop_config && s.address < riscv_address::mop_config + 36;
    if (mop && s.value >> 24) meaning = "  # " + disassemble(s.value);
    return "st " + hex_text(s.address) + " " + hex_text(s.value) + meaning;
  }

  void program(unsigned core) {
    static constexpr const char* comparisons[] = {"==", "!=", "<", "<=", ">", ">="};
    static constexpr const char* does[] = {"unpack", "math", "pack"};
    const std::string name = "t" + std::to_string(core) + " ";
    add("");
    add("# " + name + does[core]);
    const auto steps = kernel_.program(core);
    for (step s; steps->next(s);) switch (s.kind) {
        case step::kind_t::push:
          for (uint32_t i = 0; i < s.count; ++i) add(name + disassemble_by_name(s.words[i]));
          break;
        case step::kind_t::store: add(name + store(s, what_lies_at(s.address))); break;
        case step::kind_t::poll:
          add(name + "poll " + hex_text(s.address) + " " + hex_text(s.mask) + " " + comparisons[static_cast<int>(s.how)] + " " +
              std::to_string(s.value) + what_lies_at(s.address));
          break;
        case step::kind_t::sync: add(name + "sync"); break;
        default: throw std::logic_error("a built-in kernel has a step that a stream file is not told");
      }
  }
};

bool fits(const kernel_options& o, uint32_t banks) {
  try {
    uint64_t needed = 0;
    return kernel(o).spread_rounds(banks, needed);
  } catch (const std::invalid_argument&) {
    return false;  // a sub-block that does not divide it, for instance
  }
}

// The largest shape that fits: fewer rows, as far as that helps, then fewer columns, then less of the inner dimension.
std::string what_fits(kernel_options o, uint32_t banks) {
  for (uint32_t kernel_options::*side : {&kernel_options::m, &kernel_options::n, &kernel_options::k}) {
    uint32_t tiles = tiles_along(o.*side) - 1;
    for (; tiles > 0; --tiles) {
      o.*side = tiles * tile_dim;
      if (fits(o, banks))
        return "--shape " + std::to_string(o.m) + "x" + std::to_string(o.n) +
               (o.kernel->inner_dimension() ? "x" + std::to_string(o.k) : "");
    }
    o.*side = tile_dim;
  }
  return "smaller buffers (--l1-tiles)";
}

}  // namespace

std::string stream_of(const kernel_options& options, const std::vector<operand>& operands, uint32_t banks,
                      const std::vector<std::string>& heading) {
  kernel k(options);
  uint64_t needed = 0;
  if (!k.spread_rounds(banks, needed))
    throw std::invalid_argument("as a stream, all tiles lie in L1 at once, which takes " + std::to_string(needed) +
                                " bytes, but L1 has " + std::to_string(options.l1_bytes) + "; use " +
                                what_fits(options, banks));
  return stream_text(k, operands).text(heading);
}

}  // namespace tensix
