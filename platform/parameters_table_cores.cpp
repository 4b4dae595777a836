// Rows of the parameter list: the RISC-V cores.
#include "platform/parameters_table.h"

namespace tensix::table {
namespace {

constexpr const char* cores_page = "ISA documentation, BabyRISCV (Blackhole)";
constexpr const char* ordering_page = "ISA documentation, BabyRISCV, MemoryOrdering (Blackhole)";
constexpr const char* pushes_page = "ISA documentation, PushTensixInstruction: of Blackhole; documented: of Wormhole";
constexpr const char* cache_page = "ISA documentation, BabyRISCV, InstructionCache (Wormhole)";
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
  row("riscv_core.divide_most_cycles", "cycles", 1, 100, "33",
      "division of a dividend of 32 bits; one less for each leading zero of its magnitude (assumption)", cores_page,
      FIELD(riscv_core.divide_most_cycles));
  differs("riscv_core.mispredict_cycles", "cycles", 0, 100, "4", "2", "lost after a mispredicted branch or jump", both_pages,
          FIELD(riscv_core.mispredict_cycles));
  row("riscv_core.predictor_entries", "branches", 1, 64, "16",
      "branches that the predictor remembers; the one used longest ago is replaced",
      "assumption: any 28 displace all it knows (ISA documentation, BabyRISCV, InstructionRAM (Wormhole))",
      FIELD(riscv_core.predictor_entries));
  differs("riscv_core.ttinsn_fusion", "instructions", 1, 4, "4", "1",
          "adjacent .ttinsn of T0, T1, T2 that are executed in one cycle", pushes_page, FIELD(riscv_core.ttinsn_fusion));
  row("riscv_core.atomic_cycles", "cycles", 1, 1000, "12",
      "from EX1 to the result of an atomic, beyond waits for ports and banks", cores_page, FIELD(riscv_core.atomic_cycles));
  differs("riscv_core.merge_reach_bytes", "bytes", 0, 15, "4", "0", "between the first bytes of two stores to L1 that coalesce",
          both_pages, FIELD(riscv_core.merge_reach_bytes));
  differs("riscv_core.data_cache_lines", "16-byte lines", 0, 1024, "4", "0",
          "L0 data cache; the oldest is replaced (assumption). Wormhole's cores have none", both_pages,
          FIELD(riscv_core.data_cache_lines));
  row("riscv_core.data_cache_flush_requests", "loads", 0, 1u << 20, "128",
      "every so many loads through the L0 data cache it is flushed (documented: about 0.8 % of them); 0: never", cores_page,
      FIELD(riscv_core.data_cache_flush_requests));
  static constexpr const char* names[] = {"t0", "t1", "t2", "b"};
  static constexpr const char* sizes[] = {"2048", "512", "2048", "2048"};
  for (size_t i = 0; i < 4; ++i)
    row((std::string("riscv_core.instruction_cache_bytes_") + names[i]).c_str(), "bytes", 256, 1u << 20, sizes[i],
        "L0 instruction cache, a power of two; direct-mapped lines of 16 bytes (assumption)",
        cache_page, [i](auto& p) -> auto& { return p.riscv_core.instruction_cache_bytes[i]; });
  row("riscv_core.fetch_cycles", "cycles", 1, 1000, "8", "from the fetch of a line from L1 to EX1, beyond ports and banks",
      "assumption: as a load from L1", FIELD(riscv_core.fetch_cycles));
  row("riscv_core.prefetch_lines", "16-byte lines", 0, 8, "2", "that the prefetcher looks ahead",
      "assumption: what a straight line of code needs", FIELD(riscv_core.prefetch_lines));
  row("riscv_core.ram_reset_bytes_per_cycle", "bytes/cycle", 1, 8192, "4",
      "at which a core's data RAM is zeroed when it leaves reset (documented: up to 2048 cycles)", cores_page,
      FIELD(riscv_core.ram_reset_bytes_per_cycle));
}

}  // namespace tensix::table
