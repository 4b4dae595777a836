// SPDX-License-Identifier: Apache-2.0
#include "platform/assumptions.h"

#include <iomanip>
#include <sstream>

#include "platform/parameter_selection.h"

namespace tensix {

const std::vector<plausible_range>& plausible_ranges() {
  static const std::vector<plausible_range> ranges = {
      {"unpacker.compressed_address_phase_cycles", 3, 12,
       "longer than the 2 of other data; an offset and a zero mask are read first"},
      {"unpacker.queue_depth", 1, 4,
       "one in its address phase; more than four need more sampled configuration than the registers suggest"},
      {"unpacker.prefetch_bytes", 0, 2048, "nothing, or half a bank as on Blackhole", true},
      {"unpacker.pipeline_latency_cycles", 7, 28,
       "half and twice Blackhole's: the same stages, a format conversion of half the width", true},
      {"hand_over.latency_cycles", 1, 3, "a flip-flop; two more if the flag crosses to the other unit and back to its gate"},
      {"packer.pipeline_latency_cycles", 8, 32,
       "half and twice Blackhole's: the same stages, a packer of a quarter of the width", true},
      {"packer.output_buffer_beats", 8, 64, "two cycles' worth of eight ports to four tiles' rows"},
      {"packer.longest_transfer_cycles", 1, 16, "a turn for every write, or for the rows that the output buffer holds"},
      {"matrix_unit.drain_cycles", 0, 4, "the documented latency alone, or twice Blackhole's", true},
      {"vector_unit.drain_cycles", 1, 4, "the last stage alone, or the two stages of SFPMAD more", true},
      {"riscv_core.serialise_cycles", 1, 5, "the next cycle, or when the four stages of the frontend are filled again"},
      {"riscv_core.l1_load_release_cycles", 0, 2, "as Wormhole's page has it, or as of loads through the port"},
      {"scalar_unit.memory_latency_cycles", 6, 16,
       "a core's load from L1 takes 8; the unit shares the port and may take a slower way back"},
      {"config_unit.overlay_read_cycles", 0, 4, "no contention, or as long as a register load of a core"},
      {"mover.start_cycles", 1, 8, "the next cycle, or a trip as of a load through L1's ports"},
      {"mover.read_to_write_cycles", 1, 8, "the next cycle, or L1's load latency"},
      {"tdma_risc.command_cycles", 1, 4, "one a cycle, or one after another through a queue of registers"},
      {"frontend.stage_latency_cycles", 1, 2, "a FIFO that is read in the next cycle, or one with a registered output"},
      {"riscv.store_travel_cycles", 1, 4, "the next cycle, or as long as a load of the same register takes"},
      {"noc_interface.receive_cycles", 1, 4, "the next cycle, or nearly all that round trips leave to the two ends"},
      {"noc_interface.first_data_cycles", 1, 8, "the next cycle, or as long as a core's load from L1 takes"},
      {"noc_interface.answer_cycles", 0, 4, "at once, or a queue in front of the link"},
      {"noc.buffer_flits", 20, 64, "a round trip of room over a hop at a flit a cycle, or three times that"},
      {"noc.reserve_pause_cycles", 1, 256, "the next cycle, or about a way over the chip and back"},
      {"noc.reserve_pause_doublings", 0, 10, "none, or up to a thousand times"},
  };
  return ranges;
}

std::string assumptions_text(const parameters& p, const std::vector<std::string>& selected) {
  size_t width = 0;
  for (const auto& r : plausible_ranges()) width = std::max(width, std::string(r.parameter).size());
  std::ostringstream out;
  for (const auto& r : plausible_ranges()) {
    const std::string name = r.parameter;
    if (!is_selected(selected, name)) continue;
    const parameter_info& i = find_parameter(name);
    out << std::left << std::setw(static_cast<int>(width)) << i.name << std::right << std::setw(6) << i.get(p) << "  plausible "
        << r.least << ".." << r.most << " " << i.unit << (r.measured_on_blackhole ? ", measured on Blackhole" : "") << "\n    "
        << i.meaning << "\n    " << r.why << "\n";
  }
  return out.str().empty() ? "none of these rests on an assumption\n" : out.str();
}

}  // namespace tensix
