// SPDX-License-Identifier: Apache-2.0
// Buffers, circular buffers and semaphores of a program file.
#include <algorithm>
#include <cmath>
#include <limits>

#include "support/text/nearest.h"
#include "workload/program/buffer_pages.h"
#include "workload/program/program_reader.h"
#include "workload/tensors/npy.h"
#include "workload/tensors/test_operand.h"

namespace tensix {
namespace {

constexpr uint32_t most_page_bytes = 1u << 30, most_l1_bytes = 1u << 30;

std::vector<uint64_t> read_shape(const json_value& v) {
  std::vector<uint64_t> shape;
  uint64_t all = 1;
  for (const json_value& dimension : v.elements()) {
    shape.push_back(dimension.number(1, most_tensor_elements));
    all *= shape.back();
    if (all > most_tensor_elements)
      v.refuse("a tensor has at most " + std::to_string(most_tensor_elements) + " elements, " + v.shown() + " are more");
  }
  if (shape.size() < 2 || shape.size() > 8)
    v.refuse("a shape has 2 to 8 dimensions, as in [64, 128], not " + std::to_string(shape.size()));
  return shape;
}

void check_value(const json_value& v, const tensor_buffer& b) {
  const double value = *b.content.value;
  if (!is_integer(b.format)) {
    if (std::abs(value) > std::numeric_limits<float>::max()) v.refuse(v.shown() + " is too large for a number of 32 bits");
    return;
  }
  const auto [least, largest] = range_of(b.format);
  if (value != std::nearbyint(value) || value < static_cast<double>(least) || value > static_cast<double>(largest))
    v.refuse(std::string(buffer_format_name(b.format)) + " holds the integers " + std::to_string(least) + " to " +
             std::to_string(largest) + ", not " + v.shown());
}

void read_content(const json_value& v, const device_program& p, tensor_buffer& b) {
  if (v.json().is_null()) return;
  if (v.json().is_number()) {
    b.content.value = v.json().get<double>();
    return check_value(v, b);
  }
  const std::string text = v.text("a .npy file, \"test\", a number everywhere, or null");
  if (text == "test") {
    b.content.test_data = true;
    return;
  }
  if (text.size() < 5 || text.compare(text.size() - 4, 4, ".npy") != 0)
    v.refuse("'" + text + "' is neither a .npy file nor \"test\" nor a number");
  b.content.file = path_of(p, text);
  try {
    b.shape = npy_shape(b.content.file);
  } catch (const std::runtime_error& e) {
    v.refuse(e.what());
  }
  while (b.shape.size() < 2) b.shape.insert(b.shape.begin(), 1);
  uint64_t all = 1;
  for (const uint64_t n : b.shape) {
    all *= n;
    if (all == 0) v.refuse(b.content.file + ": the array is empty");
    if (all > most_tensor_elements) v.refuse(b.content.file + ": the array is too large");
  }
}

// Each matrix of a tensor of more dimensions has tiles of its own.
void check_tiles(const json_value& v, const tensor_buffer& b) {
  const uint64_t rows = b.shape[b.shape.size() - 2];
  if (b.row_major || b.rows() == rows || rows % tile_dim == 0) return;
  v.refuse("matrices of " + std::to_string(rows) + " rows: a tile would hold rows of two of them; make each a multiple of " +
           std::to_string(tile_dim) + " rows, or give two dimensions");
}

std::string shape_text_of(uint64_t rows, uint64_t cols) { return std::to_string(rows) + " x " + std::to_string(cols); }

void read_shards(const json_value& v, const device_program& p, tensor_buffer& b) {
  const bool dram = b.where == tensor_buffer::memory::dram;
  v.require_known({"shape", "banks", "cores", "orientation"});
  for (const char* key : {"cores", "orientation"})
    if (dram && v.has(key)) v.at(key).refuse("shards in DRAM are in its banks; with \"memory\": \"l1\" they are on cores");
  const json_value shape = v.required("shape", "rows and columns of a shard, as in [64, 128]");
  const auto parts = shape.elements();
  if (parts.size() != 2) shape.refuse("a shard has rows and columns, as in [64, 128], not " + shape.shown());
  b.sharded = tensor_buffer::shards{0, 0, 1};
  auto& s = *b.sharded;
  s.rows = static_cast<uint32_t>(parts[0].number(1, most_tensor_elements));
  s.cols = static_cast<uint32_t>(parts[1].number(1, most_tensor_elements));
  if (!b.row_major && (s.rows % tile_dim || s.cols % tile_dim))
    shape.refuse("a shard of " + shape_text_of(s.rows, s.cols) +
                 " is not of whole tiles: give multiples of 32, or layout \"rows\"");
  if (b.row_major && b.cols() % s.cols)
    shape.refuse("rows of " + std::to_string(b.cols()) + " are not whole parts of " + std::to_string(s.cols) +
                 ": the last page of each would not be full");
  if (!dram) {
    const bool columns =
        v.has("orientation") && v.at("orientation").choice("an orientation", {"row_major", "col_major"}) == "col_major";
    b.cores = cores_within(v, p).cores(columns);
    if (!v.has("cores") && !columns) b.cores = p.all_cores();
  }
  const uint64_t most = dram ? dram_banks : b.cores.size();
  const uint64_t shards = uint64_t{(b.rows() + s.rows - 1) / s.rows} * ((b.cols() + s.cols - 1) / s.cols);
  s.banks = static_cast<unsigned>(dram ? std::min(most, shards) : most);
  if (v.has("banks")) s.banks = static_cast<unsigned>(v.at("banks").number(1, most));
  if (!dram) b.cores.resize(s.banks);
}

// Of all bytes, a whole number of pages.
void read_page(const json_value& v, tensor_buffer& b) {
  const uint32_t datum = datum_bytes(b.format);
  const uint32_t row = (b.sharded ? b.sharded->cols : b.cols()) * datum;
  const uint32_t usual = b.row_major ? row : tile_bytes(b.format);
  b.page_bytes = usual;
  if (!v.has("page_bytes")) return;
  const json_value page = v.at("page_bytes");
  b.page_bytes = static_cast<uint32_t>(page.number(1, most_page_bytes));
  const uint64_t all = b.row_major ? uint64_t{b.rows()} * b.cols() * datum : tile_grid(b.rows(), b.cols()).tiles() * usual;
  if (b.sharded && b.page_bytes != usual)
    page.refuse("a page of a sharded buffer is " + std::string(b.row_major ? "a row of a shard" : "a tile") + ", " +
                std::to_string(usual) + " bytes");
  if (all % b.page_bytes)
    page.refuse("the tensor has " + std::to_string(all) + " bytes, which are not whole pages of " +
                std::to_string(b.page_bytes) + "; a " + (b.row_major ? "row" : "tile") + " has " + std::to_string(usual));
}

tensor_buffer read_buffer(const std::string& name, const json_value& v, const device_program& p) {
  v.require_known({"memory", "format", "layout", "shape", "content", "output", "page_bytes", "shard"});
  tensor_buffer b;
  b.name = name;
  if (v.has("memory") && v.at("memory").choice("a memory", {"dram", "l1"}) == "l1") b.where = tensor_buffer::memory::l1;
  if (v.has("format")) b.format = parse_buffer_format(v.at("format").choice("a format", buffer_format_names()));
  b.row_major = v.has("layout") && v.at("layout").choice("a layout", {"tiles", "rows"}) == "rows";
  if (b.row_major && datum_bytes(b.format) == 0)
    v.at("layout").refuse(std::string(buffer_format_name(b.format)) +
                          " has exponents that 16 datums share: there are tiles of it, no rows");
  if (v.has("content")) read_content(v.at("content"), p, b);
  if (v.has("shape")) {
    const std::vector<uint64_t> shape = read_shape(v.at("shape"));
    if (!b.content.file.empty() && shape != b.shape) {
      std::string has;
      for (const uint64_t n : b.shape) has += (has.empty() ? "" : ", ") + std::to_string(n);
      v.at("shape").refuse("the array has the shape [" + has + "]; leave \"shape\" out, it is that of the array");
    }
    b.shape = shape;
  }
  if (b.shape.empty()) v.refuse("\"shape\" is missing: rows and columns, as in [64, 128] (only an array has its own)");
  check_tiles(v.has("shape") ? v.at("shape") : v, b);
  if (v.has("output")) b.output = path_of(p, v.at("output").text("a .npy file"));
  if (b.where == tensor_buffer::memory::l1) b.cores = p.all_cores();
  if (v.has("shard")) read_shards(v.at("shard"), p, b);
  read_page(v, b);
  return b;
}

// "c_16"
unsigned index_of(const json_value& v, const std::string& name) {
  const std::string digits = name.rfind("c_", 0) == 0 ? name.substr(2) : "";
  const bool number = !digits.empty() && digits.size() < 3 && digits.find_first_not_of("0123456789") == std::string::npos;
  if (!number || std::stoul(digits) >= circular_buffers || (digits.size() > 1 && digits[0] == '0'))
    v.refuse("'" + name + "' is no circular buffer: expected c_0 to c_" + std::to_string(circular_buffers - 1));
  return static_cast<unsigned>(std::stoul(digits));
}

// That which is on the first of its cores.
std::vector<placed_circular_buffer>::const_iterator base_of(const device_program& p, const placed_circular_buffer& c) {
  const auto named = [&](const auto& o) { return o.buffer.name() == c.on; };
  const auto here = std::find_if(p.circular_buffers.begin(), p.circular_buffers.end(),
                                 [&](const auto& o) { return named(o) && o.cores.contains(c.cores.ranges().front().first); });
  return here != p.circular_buffers.end() ? here : std::find_if(p.circular_buffers.begin(), p.circular_buffers.end(), named);
}

// What a circular buffer lies on.
void read_base(const json_value& v, const device_program& p, placed_circular_buffer& c) {
  c.on = v.text("the name of a buffer in L1 or of a circular buffer");
  std::vector<std::string> known;
  const auto require_there = [&](const auto& has) {
    for (const logical_core core : c.cores.cores())
      if (!has(core)) v.refuse("nothing of '" + c.on + "' is on core " + core.text());
  };
  for (const auto& b : p.buffers)
    if (b.where == tensor_buffer::memory::l1) known.push_back(b.name);
  for (const auto& other : p.circular_buffers) known.push_back(other.buffer.name());
  if (const tensor_buffer* b = p.buffer(c.on); b && b->where == tensor_buffer::memory::dram)
    v.refuse("'" + c.on + "' is in DRAM: a circular buffer lies on a buffer with \"memory\": \"l1\"");
  if (std::find(known.begin(), known.end(), c.on) == known.end())
    v.refuse("no buffer in L1 and no circular buffer above is called '" + c.on + "'" + did_you_mean(c.on, known));
  for (const auto& other : p.circular_buffers)
    if (other.buffer.name() == c.on && !other.on.empty())
      v.refuse("'" + c.on + "' itself lies on '" + other.on + "': name that here, too");
  if (const tensor_buffer* b = p.buffer(c.on))
    require_there([b](logical_core core) { return std::find(b->cores.begin(), b->cores.end(), core) != b->cores.end(); });
  else {
    const placed_circular_buffer& base = *base_of(p, c);
    require_there([&](logical_core core) { return base.cores.contains(core); });
  }
}

placed_circular_buffer read_circular_buffer(const std::string& name, const json_value& v, const device_program& p) {
  v.require_known({"format", "pages", "page_bytes", "on", "cores"});
  placed_circular_buffer c;
  c.buffer.index = index_of(v, name);
  c.cores = cores_within(v, p);
  for (const auto& other : p.circular_buffers)
    if (other.buffer.index == c.buffer.index)
      if (const auto both = common_core(c.cores, other.cores)) v.refuse("core " + both->text() + " has a " + name + " already");
  uint64_t room = 0;  // of what it lies on
  if (v.has("on")) {
    read_base(v.at("on"), p, c);
    if (const tensor_buffer* b = p.buffer(c.on)) {
      const buffer_pages pages(*b);
      room = pages.bytes_of_bank();
      c.buffer.format = b->format;
      if (b->row_major) c.buffer.page_bytes = pages.aligned_bytes();
    } else {
      const auto base = base_of(p, c);
      room = base->buffer.bytes();
      c.buffer.format = base->buffer.format;
      c.buffer.page_bytes = base->buffer.page_bytes;
    }
  }
  if (v.has("format")) {
    const tile_format given = parse_buffer_format(v.at("format").choice("a format", buffer_format_names()));
    if (given != c.buffer.format && tile_bytes(given) != tile_bytes(c.buffer.format)) c.buffer.page_bytes = 0;
    c.buffer.format = given;
  }
  if (v.has("page_bytes")) {
    c.buffer.page_bytes = static_cast<uint32_t>(v.at("page_bytes").number(l1_alignment, 1u << 21));
    if (c.buffer.page_bytes % l1_alignment)
      v.at("page_bytes")
          .refuse("a page of a circular buffer is a multiple of 16 bytes, " + std::to_string(c.buffer.page_bytes) + " is not");
  }
  const uint32_t page = c.buffer.bytes_of_page();
  if (room) {
    c.buffer.pages = static_cast<uint32_t>(room / page);
    if (!c.buffer.pages) v.refuse("a page has " + std::to_string(page) + " bytes, '" + c.on + "' only " + std::to_string(room));
  }
  if (v.has("pages")) {
    c.buffer.pages = static_cast<uint32_t>(v.at("pages").number(1, 65535));
    if (room && uint64_t{c.buffer.pages} * page > room)
      v.at("pages").refuse(std::to_string(c.buffer.pages) + " pages of " + std::to_string(page) + " bytes do not fit on '" +
                           c.on + "', which has " + std::to_string(room) + ": at most " + std::to_string(room / page));
  }
  if (uint64_t{c.buffer.pages} * page > most_l1_bytes)
    v.refuse(std::to_string(c.buffer.pages) + " pages of " + std::to_string(page) + " bytes are more than L1 has");
  return c;
}

}  // namespace

void read_buffers(const json_value& file, device_program& p) {
  if (!file.has("buffers")) return;
  for (const auto& [name, v] : file.at("buffers").members()) {
    check_name(v, name, p);
    p.buffers.push_back(read_buffer(name, v, p));
  }
}

void read_circular_buffers(const json_value& file, device_program& p) {
  if (!file.has("circular_buffers")) return;
  for (const auto& [name, v] : file.at("circular_buffers").members())
    for (const json_value& one : one_or_several(v)) p.circular_buffers.push_back(read_circular_buffer(name, one, p));
}

void read_semaphores(const json_value& file, device_program& p) {
  if (!file.has("semaphores")) return;
  unsigned next = 0;
  for (const auto& [name, v] : file.at("semaphores").members()) {
    check_name(v, name, p);
    named_semaphore s = {name, next, 0, cores_within(v, p)};
    const json_value value = v.json().is_object() ? v.required("value", "what it holds when the program begins") : v;
    if (v.json().is_object()) {
      v.require_known({"id", "value", "cores"});
      if (v.has("id")) s.id = static_cast<unsigned>(v.at("id").number(0, tile_program::most_semaphores - 1));
    }
    s.value = static_cast<uint32_t>(value.number(0, 0xffffffff));
    if (s.id >= tile_program::most_semaphores)
      v.refuse("a core has at most " + std::to_string(tile_program::most_semaphores) + " semaphores");
    for (const named_semaphore& other : p.semaphores)
      if (other.id == s.id && common_core(s.cores, other.cores))
        v.refuse("there is a semaphore with the id " + std::to_string(s.id) + " already");
    next = s.id + 1;
    p.semaphores.push_back(s);
  }
}

}  // namespace tensix
