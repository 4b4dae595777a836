// SPDX-License-Identifier: Apache-2.0
#include "workload/compile/device_prints.h"

#include <algorithm>
#include <cstring>
#include <iomanip>
#include <limits>

#include "workload/device/include/tensix/print_record.h"

namespace tensix {
namespace {

using device::print_kind;

constexpr const char* names_of_cores[] = {"T0", "T1", "T2", "B", "NC"};

float float_of(uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

uint32_t word(const uint8_t* p) { return p[0] | p[1] << 8 | p[2] << 16 | static_cast<uint32_t>(p[3]) << 24; }

}  // namespace

print_source print_source_of(const device_kernel& kernel, const device_layout& layout) {
  print_source source{device_layout::print_rings_address, device_layout::print_counters_address, layout.end, {}};
  for (size_t i = 0; i < kernel.buffers.size(); ++i)
    source.buffers.push_back(
        {layout.buffers[i], kernel.buffers[i].capacity * tile_bytes(kernel.buffers[i].format), kernel.buffers[i].format});
  return source;
}

print_source print_source_of(const tile_program& program, const program_layout& layout) {
  print_source source{program_layout::print_rings_address, program_layout::print_counters_address, layout.end, {}};
  for (size_t i = 0; i < program.buffers.size(); ++i)
    source.buffers.push_back({layout.buffers[i], program.buffers[i].bytes(), program.buffers[i].format});
  return source;
}

device_prints::device_prints(print_source source, const uint8_t* l1, place_function place, std::string where, std::string* all)
    : source_(std::move(source)), l1_(l1), place_(std::move(place)), where_(std::move(where)), all_(all ? *all : own_) {}

circular_buffer_plan device_prints::ring(const print_source& source, unsigned core) {
  circular_buffer_plan plan;
  plan.tile_bytes = sizeof(device::print_record);
  plan.capacity = device::print_slots;
  plan.address = source.rings + core * plan.capacity * plan.tile_bytes;
  plan.produced = source.counters + core * device_layout::counters_bytes;
  plan.consumed = plan.produced + device_layout::consumed_offset;
  plan.order.count[0] = std::numeric_limits<uint32_t>::max();
  return plan;
}

void device_prints::add(core_state& core, const std::string& text) {
  for (const char c : text)
    if (c == '\n') end_line(core);
    else core.line += c;
}

void device_prints::end_line(core_state& core) {
  all_ +=
      where_ + names_of_cores[&core - cores_.data()] + (" " + core.place) + (core.line.empty() ? ":" : ": ") + core.line + "\n";
  core.line.clear();
}

// A thing that is printed: behind what is there, or in the place of a format's next {}.
void device_prints::value(core_state& core, const std::string& text) {
  if (core.missing == 0) return add(core, text);
  const size_t from = core.format.find('{'), to = core.format.find('}', from);
  add(core, core.format.substr(0, from) + text);
  core.format = to == std::string::npos ? "" : core.format.substr(to + 1);
  if (--core.missing == 0) add(core, core.format);
}

template <class T>
void device_prints::number(core_state& core, T v) {
  core.form.str("");
  core.form << std::setw(static_cast<int>(core.width)) << v;
  if (!core.keep_width) core.width = 0;
  value(core, core.form.str());
}

std::string device_prints::text_at(uint32_t address) const {
  std::string text;
  for (uint32_t a = address; a < source_.end && l1_[a] != 0; ++a) text += static_cast<char>(l1_[a]);
  return text;
}

std::string device_prints::tile_text(uint32_t address, uint32_t rows, uint32_t columns) const {
  for (const print_source::buffer& b : source_.buffers) {
    if (address < b.address || address >= b.address + b.bytes) continue;
    const auto last = [](uint32_t range) { return std::min(range >> 8 & 0xff, tile_dim); };
    const auto step = [](uint32_t range) { return std::max(range >> 16 & 0xff, 1u); };
    std::ostringstream text;
    float values[tile_dim];
    for (uint32_t r = rows & 0xff; r < last(rows); r += step(rows)) {
      if (is_integer(b.format)) decode_integer_row(l1_ + address, b.format, r, values);
      else decode_tile_row(l1_ + address, b.format, r, values);
      text << "\n";
      for (uint32_t c = columns & 0xff; c < last(columns); c += step(columns)) {
        if (c != (columns & 0xff)) text << " ";
        int32_t integer;
        std::memcpy(&integer, &values[c], sizeof integer);
        if (b.format == tile_format::uint32) text << static_cast<uint32_t>(integer);
        else if (is_integer(b.format)) text << integer;
        else text << values[c];
      }
    }
    return text.str();
  }
  return "(no tile)";
}

void device_prints::take(unsigned number_of_core, const uint8_t* record) {
  core_state& core = cores_.at(number_of_core);
  const uint32_t pc = word(record + 4), low = word(record + 8), high = word(record + 12);
  const uint64_t both = static_cast<uint64_t>(high) << 32 | low;
  if (core.line.empty()) core.place = place_(number_of_core, pc);
  switch (static_cast<print_kind>(word(record))) {
    case print_kind::text: return value(core, text_at(low));
    case print_kind::characters: {
      std::string text;
      for (unsigned i = 0; i < 8; ++i)
        if (const char c = static_cast<char>(both >> 8 * i); c != 0) text += c;
      return value(core, text);
    }
    case print_kind::line: return end_line(core);
    case print_kind::format:
      core.format = text_at(low);
      core.missing = high;
      if (high == 0) add(core, core.format);
      return;
    case print_kind::unsigned32: return number(core, low);
    case print_kind::unsigned64: return number(core, both);
    case print_kind::signed32: return number(core, static_cast<int32_t>(low));
    case print_kind::signed64: return number(core, static_cast<int64_t>(both));
    case print_kind::float32: return number(core, float_of(low));
    case print_kind::bfloat16: return number(core, float_of(low << 16));
    case print_kind::width:
      core.width = low;
      core.keep_width = high != 0;
      return;
    case print_kind::precision: core.form << std::setprecision(static_cast<int>(low)); return;
    case print_kind::fixed: core.form << std::fixed; return;
    case print_kind::general: core.form << std::defaultfloat; return;
    case print_kind::hexadecimal: core.form << std::hex; return;
    case print_kind::octal: core.form << std::oct; return;
    case print_kind::decimal: core.form << std::dec; return;
    case print_kind::pointer: {
      std::ostringstream text;
      text << "0x" << std::hex << low;
      return value(core, text.str());
    }
    case print_kind::tile: core.tile = low; return;
    case print_kind::slice: return value(core, tile_text(core.tile, low, high));
  }
  value(core, "?");
}

std::string device_prints::text() {
  for (core_state& core : cores_)
    if (!core.line.empty()) end_line(core);  // that nobody has ended
  return all_;
}

}  // namespace tensix
