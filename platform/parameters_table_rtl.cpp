// SPDX-License-Identifier: Apache-2.0
// Rows of the parameter list: which units are RTL, its clock, and what RTL is tried with. They say how a tile is put together, not
// what it is: with equal RTL the bytes are equal.
#include <iterator>

#include "platform/parameters_table.h"

namespace tensix::table {
namespace {

constexpr const char* cosim_page = "docs/cosim.md";
constexpr const char* sources[] = {"model", "rtl", "shadow"};
constexpr const char* modes[] = {"free", "gated", "lazy"};
constexpr const char* distributions[] = {"uniform", "bursts", "geometric"};
static_assert(std::size(distributions) == static_cast<size_t>(rtl_random_distribution::count),
              "every rtl_random_distribution has a name, in its order");
// Those with an answer to it: others only ask for what lies in L1.
constexpr const char* error_clients[] = {
    "unpacker0", "unpacker1", "unpacker0_exponents", "unpacker1_exponents", "packer0", "packer1", "packer2", "packer3"};
static_assert(std::size(error_clients) == static_cast<size_t>(l1_client::packer3) + 1, "the first clients, in their order");
static_assert(std::size(sources) == static_cast<size_t>(unit_source::count), "every unit_source has a name, in its order");
static_assert(std::size(modes) == static_cast<size_t>(rtl_clock_mode::count), "every rtl_clock_mode has a name, in its order");

}  // namespace

void append_rtl_rows(std::vector<parameter_info>& rows) {
  const auto unit = [&](const char* name, const char* meaning, auto field) {
    rows.push_back(choice(name, {std::begin(sources), std::end(sources)}, "model", "model", meaning, cosim_page, field));
  };
  unit("units.l1", "where L1 comes from: this library, RTL that the program has been built with, or both", FIELD(units.l1));
  unit("units.unpacker0", "the same of unpacker 0", FIELD(units.unpacker0));
  unit("units.unpacker1", "the same of unpacker 1", FIELD(units.unpacker1));
  unit("units.packers", "the same of the packers", FIELD(units.packers));
  unit("units.matrix_unit", "the same of the matrix unit", FIELD(units.matrix_unit));
  unit("units.vector_unit", "the same of the vector unit", FIELD(units.vector_unit));
  unit("units.config_unit", "the same of the configuration unit", FIELD(units.config_unit));
  unit("units.sync_unit", "the same of the sync unit", FIELD(units.sync_unit));
  unit("units.scalar_unit", "the same of the scalar unit", FIELD(units.scalar_unit));
  unit("units.misc_unit", "the same of the miscellaneous unit", FIELD(units.misc_unit));
  unit("units.mover", "the same of the mover", FIELD(units.mover));
  unit("units.players", "the same of the cores' side that plays streams and built-in kernels", FIELD(units.players));
  unit("units.noc0", "the same of the interface of NoC 0", FIELD(units.noc0));
  unit("units.noc1", "the same of the interface of NoC 1", FIELD(units.noc1));
  rows.push_back(
      choice("rtl.clock", {std::begin(modes), std::end(modes)}, "lazy", "lazy",
             "when RTL in the place of a unit gets edges: free, one a cycle; gated, while it has work; lazy, made up "
             "for when somebody looks",
             cosim_page, FIELD(rtl.mode)));
  rows.push_back(number("rtl.edge_ps", "ps", 0, 1000000, "0", "0",
                        "from the beginning of a cycle to RTL's rising edge, behind the slots of the models; 0: half a cycle",
                        cosim_page, FIELD(rtl.edge_ps)));
  rows.push_back(number("rtl.quiet_edges", "edges", 1, 1000000000, "10000", "10000",
                        "without a change, while nobody else has anything to do, after which a clock stops and the run ends",
                        cosim_page, FIELD(rtl.quiet_edges)));
  rows.push_back(number("rtl.reset_edges", "edges", 2, 1000, "2", "2", "with rst_n low, before cycle 0", cosim_page,
                        FIELD(rtl.reset_edges)));
  rows.push_back(
      number("rtl.random_stall_percent", "percent", 0, 100, "0", "0",
             "of what adapters give RTL that may come later (grants, answers, offers of instructions), so much does; "
             "0: nothing, and the other rtl.random_* are refused",
             cosim_page, FIELD(rtl.random.stall_percent)));
  rows.push_back(number("rtl.random_most_cycles", "cycles", 1, 1000, "8", "8", "that one of these comes later, at most",
                        cosim_page, FIELD(rtl.random.most_cycles)));
  rows.push_back(choice("rtl.random_distribution", {std::begin(distributions), std::end(distributions)}, "uniform", "uniform",
                        "of how much later: uniform, 1 to the most; bursts, all until a stretch of 1 to the most is over; "
                        "geometric, half of them 1, a quarter 2, ...",
                        cosim_page, FIELD(rtl.random.distribution)));
  rows.push_back(number("rtl.random_seed", "-", 0, 4294967295u, "1", "1",
                        "of these; every adapter has numbers of its own, the same on every machine", cosim_page,
                        FIELD(rtl.random.seed)));
  rows.push_back({"rtl.coverage",
                  "file",
                  parameter_kind::file,
                  0,
                  0,
                  {},
                  "",
                  "",
                  "that RTL made with -DTENSIX_RTL_COVERAGE=ON (verilator --coverage) writes to what it has covered",
                  cosim_page,
                  [](const parameters& p) { return p.rtl.coverage; },
                  [](parameters& p, const std::string& text) { p.rtl.coverage = text; }});
  rows.push_back(choice("rtl.l1_error_client", {std::begin(error_clients), std::end(error_clients)}, "unpacker0", "unpacker0",
                        "whose transfer L1 answers with an error", cosim_page, FIELD(l1.error_client)));
  rows.push_back(number("rtl.l1_error_at", "transfers", 0, 4294967295u, "0", "0",
                        "of that client L1 answers this one with an error, counted from 1; 0: none", cosim_page,
                        FIELD(l1.error_at)));
}

}  // namespace tensix::table
