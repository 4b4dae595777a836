#include "testbench/cli/noc_beside.h"

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
  for (const noc_stream& s : options.noc)
    if (s.write && !s.where)
      throw usage_error("--noc-write=" + s.text +
                        ": which part of L1 the stream's programs leave free is not known; say at=FROM..TO");
  std::vector<used_range> used;
  for (const l1_range& r : file.named_ranges()) used.push_back({"a range of the stream", r});
  return placed(options, used, l1_bytes);
}

}  // namespace tensix
