// SPDX-License-Identifier: Apache-2.0
// Rows of the parameter list: network interfaces, what lies between them, DRAM.
#include "platform/parameters_table.h"

namespace tensix::table {
namespace {

constexpr const char* readme_page = "ISA documentation, NoC (Blackhole): about so many";
constexpr const char* round_trip =
    "inferred: reads and writes of 4, 64 and 256 bytes of the own tile and of one 17 hops away, each with a poll of 8 cycles a "
    "turn "
    "(blackhole-py), leave one value for a write's round trip (30 cycles beside the poll) and three for a read's (31 to 33), "
    "of "
    "which the ways to and from the router are 20; how the rest is divided is an assumption that no round trip shows";
constexpr const char* packets_measured =
    "Blackhole: measured on silicon (public microbenchmarks): 16 KiB packets at 63 bytes a cycle. documented: not documented";
constexpr const char* dram_measured =
    "Blackhole: measured on silicon (public microbenchmarks): the same access to DRAM and to another tile's L1 compared";
constexpr const char* gddr = "GDDR6 of 512 GB/s a card (data sheet), 8 channels";

}  // namespace

void append_noc_rows(std::vector<parameter_info>& rows) {
  const auto row = [&](const char* name, const char* unit, uint32_t least, uint32_t most, const char* value,
                       const char* meaning, const char* source,
                       auto field) { rows.push_back(number(name, unit, least, most, value, value, meaning, source, field)); };
  row("noc_interface.command_cycles", "cycles", 1, 1000, "6",
      "from the store to CMD_CTRL to the first-hop virtual channel, if that is free",
      "inferred: a load of CMD_CTRL 7 cycles behind the store finds it free (loops of blackhole-py: 25 cycles a read), one 6 "
      "cycles "
      "behind it does not (TT-Metalium's reads of L1: 35 cycles, of DRAM, with a later load: 22)",
      FIELD(noc_interface.command_cycles));
  row("noc_interface.source_cycles", "cycles", 1, 1000, "1",
      "from its virtual channel to the first flit of a write, whose data are read out of L1 meanwhile",
      "inferred: a write's round trip is shorter than a read's, and writes of 4 KiB follow one another with a gap of a flit "
      "(see "
      "noc_interface.receive_cycles)",
      FIELD(noc_interface.source_cycles));
  row("noc_interface.to_router_cycles", "cycles", 1, 1000, "5", "from a network interface to its router", readme_page,
      FIELD(noc_interface.to_router_cycles));
  row("noc_interface.receive_cycles", "cycles", 1, 1000, "1",
      "from the end of a link to memory: of requests at the target, of answers where they come back", round_trip,
      FIELD(noc_interface.receive_cycles));
  row("noc_interface.first_data_cycles", "cycles", 1, 1000, "3", "of a request for data: from the first beat in L1 to the link",
      round_trip, FIELD(noc_interface.first_data_cycles));
  row("noc_interface.answer_cycles", "cycles", 0, 1000, "0", "from memory to the link, of answers", round_trip,
      FIELD(noc_interface.answer_cycles));
  row("noc_interface.packet_gap_cycles", "cycles", 0, 1000, "2", "between packets with data on the first link",
      packets_measured, FIELD(noc_interface.packet_gap_cycles));
  row("noc.hop_cycles", "cycles", 1, 1000, "9", "from a router to the next one",
      "ISA documentation, NoC (Blackhole); measured on silicon: 17 hops more are 153 cycles more", FIELD(noc.hop_cycles));
  row("noc.from_router_cycles", "cycles", 1, 1000, "5", "from the last router to the network interface", readme_page,
      FIELD(noc.from_router_cycles));
  row("noc.buffer_flits", "flits", 20, 4096, "32", "room of a virtual channel at the end of a link",
      "assumption: enough for a flit a cycle", FIELD(noc.buffer_flits));
  row("noc.reserve_answer_cycles", "cycles", 0, 1000, "7",
      "from router to router, of the answer to a multicast's reservation, which goes out as a flit does",
      "inferred: multicasts of 64 bytes one after the other are 16 cycles apart for each link between sender and farthest "
      "receiver "
      "(tt-metal's estimator table, docs/validation.md), 9 of them noc.hop_cycles",
      FIELD(noc.reserve_answer_cycles));
  row("noc.reserve_pause_cycles", "cycles", 1, 65536, "16",
      "a multicast whose reservation has failed tries again after 1 to so many cycles, twice as many each time it fails",
      "assumption: the router's configuration has a base and a largest exponent (tt-metal, noc_parameters.h); their values are "
      "not known",
      FIELD(noc.reserve_pause_cycles));
  row("noc.reserve_pause_doublings", "times", 0, 15, "6", "at most", "assumption: as noc.reserve_pause_cycles",
      FIELD(noc.reserve_pause_doublings));
  row("noc.seed", "-", 0, 4294967295, "1", "of these pauses", "choice of the testbench", FIELD(noc.seed));
  row("noc.tile_x", "column", 0, 13, "0", "column of the tile among the chip's Tensix tiles, as programs count cores",
      "choice of the testbench", FIELD(tile_place.x));
  row("noc.harvested_columns", "mask", 0, 0x3fff, "0",
      "columns of Tensix tiles that are fused off: bit i is the i-th of x = 1..7, 10..16 (tt-umd's mask); at most 7",
      "tt-umd: products have 13 or 12 columns left, each card others", FIELD(harvesting.columns));
  row("noc.tile_y", "row", 0, 9, "0", "row of the tile among the chip's Tensix tiles", "choice of the testbench",
      FIELD(tile_place.y));
  row("dram.harvested_channels", "mask", 0, 255, "0", "channels that are fused off: bit i is channel i; one at most",
      "tt-umd: p100 has 7 channels", FIELD(harvesting.channels));
  row("dram.channel_mib", "MiB", 1, 65536, "4096", "capacity of a channel", "ISA documentation, README (Blackhole)",
      FIELD(dram.channel_mib));
  row("dram.channel_mb_per_second", "MB/s", 1, 10000000, "64000", "data that a channel moves, 10^6 bytes a second", gddr,
      FIELD(dram.channel_mb_per_second));
  row("dram.read_cycles", "cycles", 0, 100000, "100", "from a read's request at its channel to its first data",
      "Blackhole: measured on silicon (tt-metal's estimator table): 64 and 128 bytes of DRAM take 88 and 108 cycles more than "
      "of "
      "another tile's L1, 98 on average, and L1's own are 2 more (noc_interface.first_data_cycles) than the channel's for the "
      "first "
      "data; longer ones take more, as a channel is slower than a link",
      FIELD(dram.read_cycles));
  row("dram.write_cycles", "cycles", 0, 100000, "22", "from a write's last data at its channel to the acknowledge",
      dram_measured, FIELD(dram.write_cycles));
  row("dram.access_bytes", "bytes", 16, 16384, "256",
      "a packet's data are asked of a channel in accesses of so many bytes, at multiples of them; a power of two",
      "of this model: what is behind the channel's socket may want shorter ones", FIELD(dram.access_bytes));
  row("dram.write_buffer_bytes", "bytes", 64, 16777216, "16384",
      "written data that a channel takes before they are in memory; only what is beyond waits for the channel's rate",
      "inferred: a single packet of 16 KiB is acknowledged as soon as one to L1, many of them at the channel's rate "
      "(public microbenchmarks)",
      FIELD(dram.write_buffer_bytes));
}

}  // namespace tensix::table
