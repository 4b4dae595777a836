// SPDX-License-Identifier: Apache-2.0
// Rows of the parameter list: the way from L1 to the source registers.
#include "platform/parameters_table.h"

namespace tensix::table {
namespace {

constexpr const char* unpacr = "ISA documentation, UNPACR_Regular";
constexpr const char* speeds[] = {"x1", "x2", "x4"};

// What both unpackers get if they want the given speeds at the same time.
constexpr const char* arbitration[3][3] = {
    {"x1,x1", "x1,x2", "x1,x4"}, {"x2,x1", "x1,x1", "x1,x2"}, {"x4,x1", "x2,x1", "x2,x2"}};

}  // namespace

void append_unpack_rows(std::vector<parameter_info>& rows) {
  rows.push_back(
      boolean("throttle.shared_ports", "false", "true",
              "the unpackers share L1 ports: when both fetch, throttle.arbitration says what each gets",
              "Blackhole: each unpacker has eight ports of its own in the hardware performance counters. documented: "
              "ISA documentation, L1",
              FIELD(throttle.shared_ports)));
  static constexpr const char* blackhole_bytes[] = {"16", "32", "128"};
  static constexpr const char* documented_bytes[] = {"16", "32", "64"};
  for (size_t s = 0; s < 3; ++s)
    rows.push_back(number(
        std::string("throttle.bytes.") + speeds[s], "bytes/cycle", 16, 1024, blackhole_bytes[s], documented_bytes[s],
        std::string("fetch rate of one unpacker at speed ") + speeds[s] + "; a multiple of 16",
        s == 2 ? "Blackhole: measured on silicon (public microbenchmarks: issue to idle is a fixed part + bytes/128). "
                 "documented: ISA documentation, UNPACR_Regular"
               : unpacr,
        [s](auto& p) -> auto& { return p.throttle.bytes[s]; }));
  for (size_t a = 0; a < 3; ++a)
    for (size_t b = 0; b < 3; ++b)
      rows.push_back({std::string("throttle.arbitration.") + speeds[a] + "_" + speeds[b],
                      "speeds",
                      parameter_kind::speed_pair,
                      0,
                      0,
                      {},
                      arbitration[a][b],
                      arbitration[a][b],
                      std::string("speeds given to unpackers 0,1 when they want ") + speeds[a] + " and " + speeds[b] +
                          " at the same time (only with throttle.shared_ports)",
                      unpacr,
                      [a, b](const parameters& p) { return speed_pair_text(p.throttle.granted[a][b]); },
                      [a, b](parameters& p, const std::string& text) { p.throttle.granted[a][b] = parse_speed_pair(text); }});

  rows.push_back(number("unpacker.address_phase_cycles", "cycles", 1, 1000, "2", "2",
                        "cycles in which an UNPACR holds its thread and keeps every other UNPACR from starting", unpacr,
                        FIELD(unpacker.address_phase_cycles)));
  rows.push_back(number("unpacker.compressed_address_phase_cycles", "cycles", 1, 1000, "6", "6",
                        "the same for compressed data (the documentation says longer, not how long)", "assumption",
                        FIELD(unpacker.compressed_address_phase_cycles)));
  rows.push_back(number("unpacker.nop_cycles", "cycles", 1, 1000, "1", "1", "cycles an UNPACR_NOP takes",
                        "ISA documentation, UNPACR_NOP", FIELD(unpacker.nop_cycles)));
  rows.push_back(
      number("unpacker.behind_clear_cycles", "cycles", 0, 1000, "6", "0",
             "from an UNPACR_NOP's clearing of a bank until datums of an UNPACR behind it may begin to be written",
             "inferred: LLK's unpack of a reduction to a scalar, a clear and a face of BF16 in turns, takes 51.3 cycles a "
             "tile (tt-lang's cost table). documented: none is",
             FIELD(unpacker.behind_clear_cycles)));
  rows.push_back(number("unpacker.queue_depth", "entries", 1, 64, "2", "2",
                        "instructions inside an unpacker before the next one has to wait in its thread", "assumption",
                        FIELD(unpacker.queue_depth)));
  rows.push_back(number(
      "unpacker.fetches_in_flight", "UNPACRs", 1, 64, "64", "64",
      "of an unpacker that are fetching, or whose data are still in the pipeline, before the next one may fetch",
      "decision: no limit, 64 are more than the pipeline holds. Fewer: docs/what-if.md", FIELD(unpacker.fetches_in_flight)));
  rows.push_back(number(
      "unpacker.prefetch_bytes", "bytes", 0, 65536, "2048", "1024",
      "may be fetched before the Src bank they are for is the unpacker's",
      "Blackhole: 16 cycles of 128 bytes, about what the measured pipeline holds. documented: assumption, 16 cycles of 64 "
      "(an UNPACR waits for its bank behind fetch and conversion: ISA documentation, UNPACR_Regular)",
      FIELD(unpacker.prefetch_bytes)));
  rows.push_back(number("unpacker.pipeline_latency_cycles", "cycles", 0, 1000, "14", "14",
                        "from the last 16 bytes fetched to all datums in their register",
                        "Blackhole: measured on silicon (public microbenchmarks). documented: assumption, as Blackhole",
                        FIELD(unpacker.pipeline_latency_cycles)));
  rows.push_back(boolean(
      "unpacker.throttle_needs_override", "true", "false",
      "Throttle_mode counts only with ovrd_default_throttle_mode; without it an unpacker runs as fast as its mode allows",
      "Blackhole: measured on silicon (public microbenchmarks). documented: ISA documentation, UNPACR_Regular",
      FIELD(unpacker.throttle_needs_override)));
  rows.push_back(
      number("src.banks", "banks", 2, most_src_banks, "2", "2",
             "of SrcA, and of SrcB, which unpacker and matrix unit use in turn: so many fills an unpacker may be ahead",
             "ISA documentation, SrcASrcB; other numbers are for comparison (docs/what-if.md)", FIELD(hand_over.banks)));
  rows.push_back(number("hand_over.latency_cycles", "cycles", 1, 1000, "1", "1",
                        "from giving up a SrcA or SrcB bank to its use by the other side", "assumption: the next cycle",
                        FIELD(hand_over.latency_cycles)));
  rows.push_back(
      number("hand_over.set_dvalid_cycles", "cycles", 1, 1000, "3", "1",
             "SETDVALID gives banks to the matrix unit, and has its unpackers at their other banks, at the end of so "
             "many cycles",
             "Blackhole, inferred: STALLWAIT for free banks and SETDVALID in turn take 4 cycles (tt-lang, cost table: "
             "calls for which the matrix unit needs less). documented: ISA documentation, MiscellaneousUnit",
             FIELD(hand_over.set_dvalid_cycles)));
}

}  // namespace tensix::table
