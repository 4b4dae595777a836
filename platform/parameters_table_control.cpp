// SPDX-License-Identifier: Apache-2.0
// Rows of the parameter list: scalar, configuration and sync unit, frontends, the RISC-V side, the players of the testbench.
#include "platform/parameters_table.h"

namespace tensix::table {
namespace {

constexpr const char* scalar_unit_page = "ISA documentation, ScalarUnit";
constexpr const char* config_unit_page = "ISA documentation, ConfigurationUnit (Blackhole)";
constexpr const char* mover_page = "ISA documentation, Mover";
constexpr const char* push_page = "ISA documentation, PushTensixInstruction";
constexpr const char* riscv_page = "ISA documentation, BabyRISCV (Blackhole)";
constexpr const char* player_source =
    "ISA documentation, BabyRISCV (Blackhole): a core starts one instruction a cycle; what computes the operands comes on top";

}  // namespace

void append_control_rows(std::vector<parameter_info>& rows) {
  const auto cycles = [&](const char* name, uint32_t least, const char* value, const char* meaning, const char* source,
                          auto field) {
    rows.push_back(number(name, "cycles", least, 1000, value, value, meaning, source, field));
  };
  const auto entries = [&](const char* name, const char* value, const char* meaning, const char* source, auto field) {
    rows.push_back(number(name, "entries", 1, 4096, value, value, meaning, source, field));
  };
  cycles("scalar_unit.simple_cycles", 1, "1", "SETDMAREG, DMANOP", scalar_unit_page, FIELD(scalar_unit.simple_cycles));
  cycles("scalar_unit.flop_cycles", 1, "2", "REG2FLOP, FLUSHDMA, at least", scalar_unit_page, FIELD(scalar_unit.flop_cycles));
  cycles("scalar_unit.arithmetic_cycles", 1, "3",
         "ADD/SUB/MUL/CMP/BITWOP/SHIFTDMAREG with both GPRs in one aligned group of four", scalar_unit_page,
         FIELD(scalar_unit.arithmetic_cycles));
  cycles("scalar_unit.arithmetic_split_cycles", 1, "4",
         "the same with the GPRs in different groups: the second is read as many cycles later as this is longer",
         scalar_unit_page, FIELD(scalar_unit.arithmetic_split_cycles));
  cycles("scalar_unit.memory_cycles", 1, "3", "LOADIND, STOREIND, LOADREG, STOREREG, ATINCGET, ATSWAP, at least",
         scalar_unit_page, FIELD(scalar_unit.memory_cycles));
  cycles("scalar_unit.memory_latency_cycles", 1, "8", "from a load's access to its data in the GPR",
         "assumption: the load latency from L1 of ISA documentation, BabyRISCV", FIELD(scalar_unit.memory_latency_cycles));
  cycles("scalar_unit.atomic_cycles", 1, "12", "from one ATINCGET or ATSWAP to the next", "ISA documentation, ATINCGET",
         FIELD(scalar_unit.atomic_cycles));
  cycles("scalar_unit.compare_atomic_cycles", 1, "15", "ATCAS, ATINCGETPTR, one attempt", scalar_unit_page,
         FIELD(scalar_unit.compare_atomic_cycles));

  cycles("config_unit.cfgshiftmask_cycles", 1, "2", "CFGSHIFTMASK, not pipelined: reads in the first, writes in the last",
         config_unit_page, FIELD(config_unit.cfgshiftmask_cycles));
  cycles("config_unit.stream_prepare_cycles", 1, "1", "STREAMWRCFG before it enters the pipeline, at least", config_unit_page,
         FIELD(config_unit.stream_prepare_cycles));
  cycles("config_unit.stream_read_cycles", 1, "3",
         "STREAMWRCFG between its prepare stage and stage 0: the read of the NoC overlay", config_unit_page,
         FIELD(config_unit.stream_read_cycles));
  cycles("config_unit.overlay_read_cycles", 0, "1",
         "for which a core's load of the NoC overlay keeps later loads and STREAMWRCFG waiting; 0: no contention",
         "assumption: one read at a time", FIELD(config_unit.overlay_read_cycles));
  cycles("config_unit.rdcfg_gpr_write_cycles", 1, "1",
         "RDCFG, from the read to the GPR; longer while the scalar unit writes GPRs", config_unit_page,
         FIELD(config_unit.rdcfg_gpr_write_cycles));
  cycles("mover.start_cycles", 1, "1", "from XMOV, or TDMA-RISC's command, to the mover's first access", "assumption",
         FIELD(mover.start_cycles));
  rows.push_back(number("mover.group_beats", "16-byte accesses", 1, 64, "8", "8",
                        "reads, and as many writes, of one group of a copy", mover_page, FIELD(mover.group_beats)));
  cycles("mover.group_cycles", 1, "11", "one full group of a copy (93.1 bits a cycle); a shorter one takes as many cycles less",
         mover_page, FIELD(mover.group_cycles));
  cycles("mover.read_to_write_cycles", 1, "2", "from a read to its write at the soonest", "assumption, hidden in group_cycles",
         FIELD(mover.read_to_write_cycles));
  cycles("mover.contended_copy_cycles", 1, "4", "one read and one write of a copy while others use the mover's ports",
         mover_page, FIELD(mover.contended_copy_cycles));
  cycles("mover.clear_cycles", 1, "1", "one 16-byte write of a memset", mover_page, FIELD(mover.clear_cycles));
  cycles("mover.contended_clear_cycles", 1, "3", "one 16-byte write of a memset to L1 while others use the mover's port",
         mover_page, FIELD(mover.contended_clear_cycles));
  cycles("tdma_risc.command_cycles", 1, "1", "from one command of TDMA-RISC's queue to the next", "assumption",
         FIELD(tdma_risc.command_cycles));
  cycles("sync_unit.latency_cycles", 1, "1", "from an accepted instruction to the changed semaphore or mutex",
         "ISA documentation, SyncUnit", FIELD(sync_unit.latency_cycles));

  entries("frontend.fifo_entries", "32", "instruction FIFO of a thread, in front of the MOP expander", push_page,
          FIELD(frontend.fifo_entries));
  entries("frontend.fifo_headroom", "4",
          "with fewer free entries the FIFO accepts no store of a core: a fused one brings up to four words", push_page,
          FIELD(frontend.fifo_headroom));
  rows.push_back(boolean("frontend.fifo_counts_downstream", "true", "true",
                         "for that, a pushed word keeps its entry until it has passed the wait gate: only what MOP and REPLAY "
                         "expand has the FIFOs behind beside it",
                         push_page, FIELD(frontend.fifo_counts_downstream)));
  rows.push_back(boolean("frontend.players_need_headroom", "false", "false",
                         "both also for words of stream players and built-in kernels, which otherwise enter any free entry",
                         "decision: docs/sources.md", FIELD(frontend.players_need_headroom)));
  entries("frontend.replay_fifo_entries", "8", "FIFO between MOP expander and replay expander", push_page,
          FIELD(frontend.replay_fifo_entries));
  entries("frontend.gate_fifo_entries", "2", "FIFO between replay expander and wait gate", push_page,
          FIELD(frontend.gate_fifo_entries));
  rows.push_back(number("frontend.issue_width", "instructions/cycle", 1, 4, "1", "1",
                        "that a thread hands to its units, and each stage before moves, if they are of different units",
                        "ISA documentation, TensixCoprocessor: one. More: docs/what-if.md", FIELD(frontend.issue_width)));
  rows.push_back(number("frontend.replay_entries", "entries", 1, 64, "32", "32",
                        "instructions in the replay buffer; a REPLAY that needs more is refused",
                        "ISA documentation, REPLAY. Others: docs/what-if.md", FIELD(frontend.replay_entries)));
  rows.push_back(number("frontend.mop_count_bits", "bits", 1, 16, "10", "10",
                        "of the loop counts of a MOP of template 1; one that needs more of the chip's 10 is refused",
                        "ISA documentation, MOPExpander. Others: docs/what-if.md", FIELD(frontend.mop_count_bits)));
  cycles("frontend.mop_bubble_cycles", 0, "1", "lost after an expanded MOP if no MOP follows", "ISA documentation, MOPExpander",
         FIELD(frontend.mop_bubble_cycles));
  rows.push_back(number("frontend.mop_start_cycles", "cycles", 0, 1000, "1", "0",
                        "before the first instruction of a MOP; hidden while another is expanded", measured_only,
                        FIELD(frontend.mop_start_cycles)));
  cycles("frontend.stage_latency_cycles", 1, "1",
         "from one stage of the frontend to the next, and from a core's store to the first", "assumption",
         FIELD(frontend.stage_latency_cycles));
  rows.push_back(number("frontend.ttinsn_cycles", "cycles", 0, 1000, "0", "1",
                        "from a core's .ttinsn, or `push`, to the first stage of the frontend",
                        "Blackhole: measured on silicon (public microbenchmarks). documented: not documented, as a store",
                        FIELD(frontend.ttinsn_cycles)));
  cycles("frontend.wait_lag_cycles", 0, "1", "from met conditions of a wait instruction to the release of its thread",
         "ISA documentation, STALLWAIT", FIELD(frontend.wait_lag_cycles));
  rows.push_back(number("frontend.forget_cycles", "cycles", 0, 1000, "2", "0",
                        "from the release of a wait instruction that had to wait until the next one may enter the gate",
                        measured_only, FIELD(frontend.forget_cycles)));
  rows.push_back(number("frontend.ttsync_lag_cycles", "cycles", 0, 1000, "2", "0",
                        "by which TTSync sees unpackers, matrix unit, vector unit and packers idle later than STALLWAIT does",
                        measured_only, FIELD(frontend.ttsync_lag_cycles)));

  rows.push_back(number("riscv.store_queue_entries", "stores", 1, 1024, "4", "4",
                        "stores and pushes of a core that wait behind one which Auto TTSync holds, it included",
                        "ISA documentation, BabyRISCV, MemoryOrdering (Blackhole)", FIELD(riscv.store_queue_entries)));
  cycles("riscv.store_travel_cycles", 1, "1",
         "from a store to its arrival at a GPR, configuration, a semaphore, the NoC overlay, a mailbox, a PC buffer",
         "assumption", FIELD(riscv.store_travel_cycles));
  cycles("riscv.l1_load_cycles", 1, "8", "load from L1, beyond ports and banks", riscv_page, FIELD(riscv.l1_load_cycles));
  cycles("riscv.register_load_cycles", 1, "4", "load of a GPR or of configuration", riscv_page,
         FIELD(riscv.register_load_cycles));
  cycles("riscv.semaphore_load_cycles", 1, "3", "load of a semaphore or from a mailbox", riscv_page,
         FIELD(riscv.semaphore_load_cycles));
  cycles("riscv.ttsync_load_cycles", 1, "5", "load from a PC buffer, once what it waits for is done",
         "measured on Blackhole silicon (public microbenchmarks)", FIELD(riscv.ttsync_load_cycles));
  cycles("riscv.local_load_cycles", 1, "2", "load from the core's own data RAM", riscv_page, FIELD(riscv.local_load_cycles));
  cycles("riscv.control_load_cycles", 1, "7", "load of tile control, debug and status", riscv_page,
         FIELD(riscv.control_load_cycles));
  rows.push_back(number("riscv.clock_conflict_cycles", "cycles", 0, 1000, "1", "0",
                        "that a load of the wall clock takes longer in a cycle in which another core loads it",
                        "inferred: 2.25 cycles a load with five cores, 2.0 with one; a load keeps its place for 8 of them",
                        FIELD(riscv.clock_conflict_cycles)));
  cycles("riscv.overlay_load_cycles", 1, "7", "load from the NoC overlay, without contention", riscv_page,
         FIELD(riscv.overlay_load_cycles));
  cycles("riscv.noc_load_cycles", 1, "7", "load from a network interface", riscv_page, FIELD(riscv.noc_load_cycles));
  cycles("riscv.slow_path_load_cycles", 1, "8", "load from a data RAM through the slow path", riscv_page,
         FIELD(riscv.slow_path_load_cycles));

  cycles("player.push_cycles", 0, "1", "what a played core takes to push one instruction word: one .ttinsn that is not fused",
         player_source, FIELD(player.push_cycles));
  cycles("player.store_cycles", 0, "1", "what a played core takes for one store: one sw, operands in registers", player_source,
         FIELD(player.store_cycles));
  rows.push_back(number("feed.producer_bytes_per_cycle", "bytes/cycle", 0, 1u << 20, "0", "0",
                        "rate at which the inputs of a built-in kernel arrive in L1, all together; 0: as fast as there is room",
                        "choice of the testbench", FIELD(feed.producer_bytes_per_cycle)));
  rows.push_back(number("feed.consumer_bytes_per_cycle", "bytes/cycle", 0, 1u << 20, "0", "0",
                        "rate at which the output of a built-in kernel leaves L1; 0: as fast as it is produced",
                        "choice of the testbench", FIELD(feed.consumer_bytes_per_cycle)));
  for (unsigned i = 0; i < core_count; ++i)
    if (i != core_b)
      rows.push_back(
          number((std::string("start.") + core_name(i) + "_cycles").c_str(), "cycles", 0, 1000000, "0", "0",
                 std::string("by which core ") + core_name(i) + ", simulated or played, starts later than it might",
                 "choice of the testbench: the order and time in which firmware starts the cores", [i](auto& p) -> auto& {
                   return p.start.later[i];
                 }));
}

}  // namespace tensix::table
