// SPDX-License-Identifier: Apache-2.0
// Rows of the parameter list: the RISC-V cores.
#include "models/riscv_core/branch_predictor.h"
#include "platform/parameters_table.h"

namespace tensix::table {
namespace {

constexpr const char* cores_page = "ISA documentation, BabyRISCV (Blackhole)";
constexpr const char* ordering_page = "ISA documentation, BabyRISCV, MemoryOrdering (Blackhole)";
constexpr const char* pushes_page = "ISA documentation, PushTensixInstruction: of Blackhole; documented: of Wormhole";
constexpr const char* cache_page =
    "ISA documentation: of Blackhole's cores the diagram of BabyRISCV; documented: BabyRISCV, InstructionCache (Wormhole)";
constexpr const char* ramp_source =
    "inferred: a loop of 4 KiB takes 1.000 cycles an instruction, of 5 KiB 1.153, of 8 KiB 1.251 (tt-sim, bh_arch.md)";
constexpr const char* flight_page = "ISA documentation, BabyRISCV (Wormhole): loads in flight; of Blackhole assumed";
constexpr const char* both_pages = "ISA documentation, BabyRISCV: of Blackhole; documented: of Wormhole";

}  // namespace

void append_core_rows(std::vector<parameter_info>& rows) {
  const auto row = [&](const char* name, const char* unit, uint32_t least, uint32_t most, const char* value,
                       const char* meaning, const char* source,
                       auto field) { rows.push_back(number(name, unit, least, most, value, value, meaning, source, field)); };
  // Where Wormhole's pages say something else than Blackhole's.
  const auto differs = [&](const char* name, const char* unit, uint32_t least, uint32_t most, const char* blackhole,
                           const char* wormhole, const char* meaning, const char* source, auto field) {
    rows.push_back(number(name, unit, least, most, blackhole, wormhole, meaning, source, field));
  };
  row("riscv_core.retire_queue_entries", "instructions", 1, 24, "8", "from EX1 until the result is in the register file",
      cores_page, FIELD(riscv_core.retire_queue_entries));
  rows.push_back(boolean("riscv_core.single_writer_forwarding", "true", "true",
                         "a result is forwarded only if no other unretired instruction writes the same register", ordering_page,
                         FIELD(riscv_core.single_writer_forwarding)));
  rows.push_back(
      boolean("riscv_core.forwards_out_of_queue", "true", "false",
              "a result may be used while its instruction is in the retire queue; if not, only when it has just left "
              "EX1, and from its retirement on",
              both_pages, FIELD(riscv_core.forwards_out_of_queue)));
  differs("riscv_core.multiply_busy_cycles", "cycles", 1, 100, "1", "2",
          "in which a multiplication keeps the next instruction out of EX1", both_pages,
          FIELD(riscv_core.multiply_busy_cycles));
  row("riscv_core.ex2_cycles", "cycles", 1, 100, "2",
      "from EX1 to the result of a multiplication or floating-point instruction", cores_page, FIELD(riscv_core.ex2_cycles));
  row("riscv_core.divide_short_cycles", "cycles", 1, 100, "2", "division by 0 or 1, and of -2^31 by -1", cores_page,
      FIELD(riscv_core.divide_short_cycles));
  row("riscv_core.divide_least_cycles", "cycles", 1, 100, "6", "any other division, at least", cores_page,
      FIELD(riscv_core.divide_least_cycles));
  row("riscv_core.divide_most_cycles", "cycles", 1, 100, "33", "any division, at most", cores_page,
      FIELD(riscv_core.divide_most_cycles));
  row("riscv_core.divide_step_bits", "bits", 1, 32, "4",
      "by which leading zeros of the dividend's magnitude are skipped; each step that is not takes as many cycles more",
      "inferred: 6 cycles for 3 bits and at least, 14 for 12 bits (silicon), 33 at most", FIELD(riscv_core.divide_step_bits));
  differs("riscv_core.serialise_cycles", "cycles", 1, 100, "2", "1",
          "from the retirement of a fence or CSR instruction to EX1 of the next one",
          "ISA documentation, CSRs (Blackhole), DisCsrSync: it leaves the frontend behind it; assumption: EX1 a cycle later",
          FIELD(riscv_core.serialise_cycles));
  differs("riscv_core.mispredict_cycles", "cycles", 0, 100, "4", "2", "lost after a mispredicted branch or jump", both_pages,
          FIELD(riscv_core.mispredict_cycles));
  differs("riscv_core.predictor_entries", "branches", 1, branch_predictor::most_entries, "128", "16",
          "branches that the predictor remembers; the one used longest ago is replaced",
          "inferred: a loop over 64 branches and its own loses nothing (tt-sim, bh_arch.md); documented: any 28 displace all "
          "it knows (ISA documentation, BabyRISCV, InstructionRAM (Wormhole)), so at most 28",
          FIELD(riscv_core.predictor_entries));
  differs("riscv_core.predictor_history", "branches", 0, branch_predictor::most_history, "2", "0",
          "just before a branch: for each of their outcomes it has a counter of its own",
          "inferred: of the two alternating branches of an LLK unpack call about one is mispredicted; that there is a history: "
          "ISA documentation, CSRs (Blackhole), BpHistSel",
          FIELD(riscv_core.predictor_history));
  differs("riscv_core.ttinsn_fusion", "instructions", 1, 4, "4", "1",
          "adjacent .ttinsn of T0, T1, T2 that are executed in one cycle", pushes_page, FIELD(riscv_core.ttinsn_fusion));
  row("riscv_core.atomic_cycles", "cycles", 1, 1000, "12",
      "from EX1 to the result of an atomic, beyond waits for ports and banks", cores_page, FIELD(riscv_core.atomic_cycles));
  differs("riscv_core.merge_reach_bytes", "bytes", 0, 15, "4", "0", "between the first bytes of two stores to L1 that coalesce",
          both_pages, FIELD(riscv_core.merge_reach_bytes));
  row("riscv_core.loads_in_flight", "loads", 1, 24, "4", "to L1 and through the port together", flight_page,
      FIELD(riscv_core.loads_in_flight));
  differs("riscv_core.l1_load_release_cycles", "cycles", 0, 100, "1", "0",
          "from the arrival of data of a load from L1 until another load may take its place in flight",
          "assumption: as loads through the port without their way back; documented: four loads every N - 1 cycles",
          FIELD(riscv_core.l1_load_release_cycles));
  differs(
      "riscv_core.port_load_release_cycles", "cycles", 0, 100, "2", "0", "the same of a load from anywhere else",
      "inferred: loads of the wall clock, of a latency of 7, take 2.0 cycles each (blackhole-py, riscv-core-microbench.md); "
      "documented: four loads every N - 1 cycles",
      FIELD(riscv_core.port_load_release_cycles));
  differs("riscv_core.data_cache_lines", "16-byte lines", 0, 1024, "4", "0",
          "L0 data cache; the oldest is replaced (assumption). Wormhole's cores have none", both_pages,
          FIELD(riscv_core.data_cache_lines));
  row("riscv_core.data_cache_flush_requests", "loads", 0, 1u << 20, "128",
      "every so many loads through the L0 data cache it is flushed (documented: about 0.8 % of them); 0: never", cores_page,
      FIELD(riscv_core.data_cache_flush_requests));
  static constexpr auto wormhole_sizes = per_core<const char*>("2048", "512", "2048", "2048", "512");
  for (unsigned i = 0; i < core_count; ++i)
    differs((std::string("riscv_core.instruction_cache_bytes_") + core_name(i)).c_str(), "bytes", 256, 1u << 20, "4096",
            wormhole_sizes[i], "L0 instruction cache, a power of two; in lines of 16 bytes",
            cache_page, [i](auto& p) -> auto& { return p.riscv_core.instruction_cache_bytes[i]; });
  differs("riscv_core.instruction_cache_ways", "lines", 1, 16, "2", "1",
          "of a set of the instruction cache, a power of two; the one used longest ago is replaced. documented: assumption",
          ramp_source, FIELD(riscv_core.instruction_cache_ways));
  differs("riscv_core.fetch_cycles", "cycles", 1, 1000, "10", "8",
          "from the fetch of a line from L1 to EX1, beyond ports and banks. documented, assumption: as a load from L1",
          ramp_source, FIELD(riscv_core.fetch_cycles));
  row("riscv_core.prefetch_lines", "16-byte lines", 0, 8, "2",
      "that the prefetcher looks ahead, where control flow is guessed to go: with fetch_cycles the rate at which code comes "
      "from L1",
      ramp_source, FIELD(riscv_core.prefetch_lines));
  row("riscv_core.ram_reset_bytes_per_cycle", "bytes/cycle", 1, 8192, "4",
      "at which a core's data RAM is zeroed when it leaves reset (documented: up to 2048 cycles)", cores_page,
      FIELD(riscv_core.ram_reset_bytes_per_cycle));
}

}  // namespace tensix::table
