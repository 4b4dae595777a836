#include "app/cli/noc_beside.h"

#include <algorithm>
#include <stdexcept>

namespace tensix {
namespace {

std::vector<noc_stream> placed(const command_line& options, const std::vector<used_range>& used, uint32_t l1_bytes) {
  std::vector<noc_stream> streams = options.noc;
  try {
    place_noc_streams(streams, used, l1_bytes);
  } catch (const std::invalid_argument& e) {
    throw usage_error(e.what());
  }
  return streams;
}

// Of programs that are not known: their writes want a range.
void want_ranges(const command_line& options, const std::string& whose) {
  for (const noc_stream& s : options.noc)
    if (s.write && !s.where)
      throw usage_error("--noc-write=" + s.text + ": which part of L1 " + whose + " leave free is not known; say at=FROM..TO");
}

}  // namespace

std::vector<noc_stream> noc_beside(const command_line& options, const kernel& work, uint32_t l1_bytes) {
  std::vector<used_range> used;
  uint32_t counters_end = 0;
  const auto add = [&](const std::string& name, const circular_buffer_plan& b) {
    used.push_back({name, {b.address, b.capacity * b.tile_bytes}});
    counters_end = std::max({counters_end, b.produced + 16, b.consumed + 16});
  };
  for (size_t i = 0; i < work.inputs().size(); ++i) add("in" + std::to_string(i), work.inputs()[i]);
  add("out", work.output());
  used.insert(used.begin(), {"counters", {0, counters_end}});
  return placed(options, used, l1_bytes);
}

std::vector<noc_stream> noc_beside(const command_line& options, const stream_file& file, uint32_t l1_bytes) {
  want_ranges(options, "the stream's programs");
  std::vector<used_range> used;
  for (const l1_range& r : file.named_ranges()) used.push_back({"a range of the stream", r});
  return placed(options, used, l1_bytes);
}

std::vector<noc_stream> noc_beside(const command_line& options, const elf_programs& programs, uint32_t l1_bytes) {
  want_ranges(options, "the programs");
  std::vector<used_range> used;
  for (const auto& [address, bytes] : programs.ranges_in_l1())
    used.push_back({"a program or what --l1 loads", {address, bytes}});
  for (const auto& d : options.dump) used.push_back({"what --dump shows", {d.address, d.bytes}});
  for (const auto& [address, value] : options.until) used.push_back({"a word of --until", {address, 4}});
  for (const auto& h : options.host_stores) used.push_back({"a word of --l1w", {h.address, 4}});
  return placed(options, used, l1_bytes);
}

std::vector<noc_stream> noc_beside(const command_line& options, const device_layout& layout, uint32_t l1_bytes) {
  return placed(options, {{"counters, arguments, programs and buffers", {0, layout.end}}}, l1_bytes);
}

}  // namespace tensix
