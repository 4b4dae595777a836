// SPDX-License-Identifier: Apache-2.0
// Rows of the parameter list: packers, matrix unit, vector unit.
#include "platform/parameters_table.h"

namespace tensix::table {
namespace {

constexpr const char* matrix_unit_page = "ISA documentation, MatrixUnit";
constexpr const char* vector_unit_page = "ISA documentation, VectorUnit";
constexpr const char* as_blackhole =
    "Blackhole: measured on silicon (public microbenchmarks). documented: assumption, as Blackhole";

}  // namespace

void append_compute_rows(std::vector<parameter_info>& rows) {
  rows.push_back(
      choice("packer.topology", {"read_interfaces", "independent"}, "read_interfaces", "independent",
             "read_interfaces: one packer, PACR selects its Dst read interfaces, one output stream; independent: four packers",
             "Blackhole: ISA documentation, PACR (Blackhole). documented: ISA documentation, Packers", FIELD(packer.topology)));
  rows.push_back(number("packer.read_interfaces", "interfaces", 1, most_read_interfaces, "4", "4",
                        "Dst read interfaces of the one packer (packer.topology read_interfaces), a row each: 1, 2, 4 or 8; "
                        "the built-in kernels use all of them",
                        "Blackhole: ISA documentation, PACR (Blackhole); other numbers are a what-if, see docs/sources.md",
                        FIELD(packer.read_interfaces)));
  rows.push_back(
      number("packer.interface_bytes", "bytes/cycle", 1, 1024, "32", "16", "what one Dst read interface (or packer) reads",
             "Blackhole: tt-llk issue 916; measured on silicon (public microbenchmarks). documented: ISA documentation, L1",
             FIELD(packer.interface_bytes)));
  rows.push_back(boolean("packer.counts_dst_datums", "false", "true",
                         "interface_bytes counts the datums of Dst, 2 or 4 bytes, where they are larger than those that go out",
                         "Blackhole: measured on silicon (public microbenchmarks). documented: tt-llk issue 916 (a PACR of "
                         "Wormhole takes as long as input and output type want)",
                         FIELD(packer.counts_dst_datums)));
  rows.push_back(
      boolean("packer.widening_takes_cycles", "true", "false",
              "where the late conversion makes datums n times as wide (n at least 2), it takes n cycles for each cycle of "
              "the read interfaces, which then count what comes in",
              "Blackhole: inferred (tt-lang's cost table: 16-bit Dst packed as FP32 takes 39.1 cycles a tile, as BF16 "
              "29.8; tt-llk). documented: not documented",
              FIELD(packer.widening_takes_cycles)));
  rows.push_back(
      number("packer.conversion_places", "PACRs", 0, most_conversion_places, "3", "3",
             "that have been read and may wait for the late conversion, before the next one is held back",
             "inferred: 16 PACRs of a tile of two cycles each, and about 14 cycles without one, take 39.1 cycles, not 32 "
             "or 45 (tt-lang's cost table)",
             FIELD(packer.conversion_places)));
  rows.push_back(number("packer.write_lanes", "writes/cycle", 1, 64, "8", "1",
                        "16-byte writes of one output stream; needs as many ports",
                        "Blackhole: ports of the hardware performance counters; measured on silicon (public microbenchmarks). "
                        "documented: ISA documentation, L1",
                        FIELD(packer.write_lanes)));
  rows.push_back(number("packer.pipeline_latency_cycles", "cycles", 0, 1000, "16", "16",
                        "from the Dst read to the first write to L1", as_blackhole, FIELD(packer.pipeline_latency_cycles)));
  rows.push_back(number("packer.output_buffer_beats", "16-byte writes", 1, 4096, "16", "16",
                        "writes that may wait for L1 before the next PACR is held back", "assumption",
                        FIELD(packer.output_buffer_beats)));
  rows.push_back(number("packer.longest_transfer_cycles", "cycles", 1, 1000, "16", "16",
                        "writes that follow one another in L1 go there as one transfer of at most so many cycles; where "
                        "clients share ports, turns go by transfers",
                        "assumption", FIELD(packer.longest_transfer_cycles)));

  rows.push_back(number("dst.rows", "rows", dst_rows, most_dst_rows, "1024", "1024",
                        "of 16 datums of 16 bits, half as many of 32 bits: 1024, or 2048, of which built-in kernels make use",
                        "ISA documentation, Dst; 2048 is for comparison (docs/what-if.md)", FIELD(dst.rows)));
  rows.push_back(
      number("dst.sections", "parts", 2, 4, "2", "2",
             "equal parts of Dst that built-in kernels fill and pack in turn (--dst-sync half): 2, or with dst.rows=2048 4",
             "Tenstorrent's kernel library: two; 4 is for comparison (docs/what-if.md)", FIELD(dst.sections)));
  rows.push_back(
      boolean("dst.in_order", "true", "false",
              "a thread's accesses to Dst complete in order: neither the matrix nor the vector unit starts one while "
              "the other has one of that thread in flight",
              measured_only, FIELD(dst.in_order)));
  rows.push_back(number("dst.vector_flag_late_cycles", "cycles", 0, 1, "1", "0",
                        "by which the matrix unit sees late that an access of the vector unit is in flight", measured_only,
                        FIELD(dst.vector_flag_late_cycles)));
  rows.push_back(boolean("dst.one_start", "true", "false",
                         "matrix and vector unit together start one access to Dst a cycle; when both ask they alternate",
                         measured_only, FIELD(dst.one_start)));
  rows.push_back(number("dst.move_keeps_out_cycles", "cycles", 0, 1000, "3", "0",
                        "after MOVA2D and MOVB2D in which the vector unit does not start an access to Dst",
                        "Blackhole: measured on silicon (public microbenchmarks), the cycles in which the ISA documentation "
                        "keeps the matrix unit's readers out (MOVA2D). documented: not documented",
                        FIELD(dst.move_keeps_out_cycles)));

  rows.push_back(number("matrix_unit.rows_per_cycle", "rows", 1, dst_block_rows, "8", "8",
                        "of Dst that an instruction that computes does a cycle, of its eight: 1, 2, 4 or 8",
                        "ISA documentation, MatrixUnit: an instruction a cycle; others are for comparison (docs/what-if.md)",
                        FIELD(matrix_unit.rows_per_cycle)));
  rows.push_back(
      number("matrix_unit.phases_at_once", "phases", 1, 4, "1", "1",
             "fidelity phases that one instruction of a built-in kernel does: 1 (a multiplier of 5 x 7 bits), 2 (10 x 7) "
             "or 4 (10 x 11)",
             "ISA documentation, MatrixUnit (fidelity phases); others are for comparison (docs/what-if.md)",
             FIELD(matrix_unit.phases_at_once)));
  rows.push_back(number("matrix_unit.latency_cycles", "cycles", 1, 1000, "5", "5", "of instructions that compute",
                        matrix_unit_page, FIELD(matrix_unit.latency_cycles)));
  rows.push_back(number("matrix_unit.move_latency_cycles", "cycles", 1, 1000, "4", "4", "of moves between SrcA, SrcB and Dst",
                        "ISA documentation, MatrixUnit (MOVD2A: 2 there; as long as the others measured on silicon)",
                        FIELD(matrix_unit.move_latency_cycles)));
  rows.push_back(number("matrix_unit.drain_cycles", "cycles", 0, 1000, "2", "2",
                        "beyond the latency, until the pipeline is empty (STALLWAIT) and its access to Dst complete",
                        as_blackhole, FIELD(matrix_unit.drain_cycles)));
  rows.push_back(
      number("matrix_unit.dst_read_hazard_cycles", "cycles", 0, 1000, "5", "4",
             "cycles after a write in which the aligned 8x16 block of Dst cannot be read",
             "Blackhole: measured on silicon (public microbenchmarks: the next use issues 6 cycles later). documented: ISA "
             "documentation, Dst",
             FIELD(matrix_unit.dst_read_hazard_cycles)));
  rows.push_back(number("matrix_unit.shiftxb_cycles", "cycles", 1, 1000, "2", "2", "cycles SHIFTXB takes", matrix_unit_page,
                        FIELD(matrix_unit.shiftxb_cycles)));
  rows.push_back(number("matrix_unit.mova2d_upper_half_cycles", "cycles", 1, 1000, "2", "1",
                        "cycles MOVA2D takes from SrcA rows 32..63 into a 32-bit Dst",
                        "Blackhole: measured on silicon (public microbenchmarks). documented: ISA documentation, MatrixUnit",
                        FIELD(matrix_unit.mova2d_upper_half_cycles)));
  rows.push_back(number("matrix_unit.zeroacc_cycles", "cycles", 1, 1000, "2", "1", "cycles ZEROACC of 16 rows or more takes",
                        "Blackhole: measured on silicon (public microbenchmarks). documented: ISA documentation, MatrixUnit",
                        FIELD(matrix_unit.zeroacc_cycles)));
  rows.push_back(number("matrix_unit.zeroacc_latency_cycles", "cycles", 1, 1000, "5", "1", "latency of ZEROACC",
                        "Blackhole: measured on silicon (public microbenchmarks), as if it went through the whole pipeline. "
                        "documented: ISA documentation, MatrixUnit",
                        FIELD(matrix_unit.zeroacc_latency_cycles)));
  rows.push_back(boolean("matrix_unit.overwriting_waits", "true", "false",
                         "ELWADD and ELWSUB without accumulation wait for their blocks of Dst like those that accumulate",
                         "Blackhole: measured on silicon (public microbenchmarks). documented: ISA documentation, Dst",
                         FIELD(matrix_unit.overwriting_waits)));
  rows.push_back(number("matrix_unit.srca_move_keeps_out_cycles", "cycles", 0, 1000, "1", "1",
                        "after MOVD2A and MOVB2A in which only those two start", "ISA documentation, MOVD2A",
                        FIELD(matrix_unit.srca_move_keeps_out_cycles)));
  rows.push_back(number("matrix_unit.srcb_move_keeps_out_cycles", "cycles", 0, 1000, "3", "3",
                        "after MOVD2B in which only MOVD2B starts", "ISA documentation, MOVD2B",
                        FIELD(matrix_unit.srcb_move_keeps_out_cycles)));
  rows.push_back(number("matrix_unit.dst_move_keeps_out_cycles", "cycles", 0, 1000, "3", "3",
                        "after MOVA2D, MOVB2D and MOVDBGA2D in which MOVD2A, MOVD2B and what adds to Dst (but ELWADD and "
                        "ELWSUB) do not start",
                        "ISA documentation, MOVA2D, MOVB2D", FIELD(matrix_unit.dst_move_keeps_out_cycles)));

  rows.push_back(
      number("vector_unit.issue_cycles", "cycles", 1, 64, "1", "1",
             "from one instruction to the next: 2 is a unit of 16 lanes that does the 32 of an instruction in two steps",
             "ISA documentation, VectorUnit: an instruction a cycle; others are for comparison (docs/what-if.md)",
             FIELD(vector_unit.issue_cycles)));
  rows.push_back(number("vector_unit.multiply_add_cycles", "cycles", 1, 1000, "2", "2",
                        "latency of SFPADD(I), SFPMUL(I), SFPMAD, SFPMUL24 and SFPLUT*, one a cycle", vector_unit_page,
                        FIELD(vector_unit.multiply_add_cycles)));
  rows.push_back(number("vector_unit.exchange_cycles", "cycles", 1, 1000, "2", "2",
                        "cycles of SFPSWAP and of SFPSHFT2 between lanes (modes 2 to 4); behind them only SFPNOP starts",
                        vector_unit_page, FIELD(vector_unit.exchange_cycles)));
  rows.push_back(number("vector_unit.drain_cycles", "cycles", 1, 1000, "1", "1",
                        "from the last cycle of the last instruction to an idle pipeline (STALLWAIT); 1: at once",
                        "Blackhole: measured on silicon (public microbenchmarks). documented: assumption",
                        FIELD(vector_unit.drain_cycles)));
  rows.push_back(number("vector_unit.dst_access_cycles", "cycles", 1, 1000, "7", "1",
                        "from SFPLOAD and SFPSTORE until their access to Dst is complete; SFPSTORE is so long in the pipeline",
                        "Blackhole: measured on silicon (public microbenchmarks). documented: ISA documentation, VectorUnit",
                        FIELD(vector_unit.dst_access_cycles)));
}

}  // namespace tensix::table
