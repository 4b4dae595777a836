// SPDX-License-Identifier: Apache-2.0
// Rows of the parameter list: clock, L1.
#include "models/time/clock_parameters.h"
#include "platform/parameters_table.h"

namespace tensix::table {
namespace {

constexpr const char* blackhole_ports =
    "Blackhole: port list of the hardware performance counters (tt-metal, tech_reports/PerfCounters). "
    "documented: ISA documentation, L1";

struct client_row {
  l1_client client;
  const char *blackhole, *documented, *meaning;
};

constexpr const char* unpacker0_blackhole = "0,35-41";
constexpr const char* unpacker1_blackhole = "1,9-11,16-19";
constexpr const char* packer_blackhole = "8,34,28-33";
constexpr const char* noc_blackhole = "4-7,12-15,20-27";

const client_row clients[] = {
    {l1_client::unpacker0, unpacker0_blackhole, "0,9-11", "ports on which unpacker 0 reads datums"},
    {l1_client::unpacker1, unpacker1_blackhole, "1,9-11", "ports on which unpacker 1 reads datums"},
    {l1_client::unpacker0_exponents, unpacker0_blackhole, "2",
     "ports on which unpacker 0 reads the exponents of block formats"},
    {l1_client::unpacker1_exponents, unpacker1_blackhole, "2",
     "ports on which unpacker 1 reads the exponents of block formats"},
    {l1_client::packer0, packer_blackhole, "8",
     "ports on which packer 0 writes; with packer.topology read_interfaces the only stream"},
    {l1_client::packer1, packer_blackhole, "1", "ports on which packer 1 writes (packer.topology independent)"},
    {l1_client::packer2, packer_blackhole, "2", "ports on which packer 2 writes (packer.topology independent)"},
    {l1_client::packer3, packer_blackhole, "3", "ports on which packer 3 writes (packer.topology independent)"},
    {l1_client::scalar_unit, "2", "2", "ports of the scalar unit (ThCon)"},
    {l1_client::mover, "2", "2", "port on which the mover reads"},
    {l1_client::mover_writes, "3", "3", "port on which the mover and TDMA-RISC write"},
    {l1_client::riscv_b, "2", "2", "ports of RISC-V B"},
    {l1_client::riscv_t0, "2", "2", "ports of RISC-V T0"},
    {l1_client::riscv_t1, "3", "3", "ports of RISC-V T1"},
    {l1_client::riscv_t2, "3", "3", "ports of RISC-V T2"},
    {l1_client::riscv_nc, "2", "2", "ports of RISC-V NC"},
    {l1_client::noc, noc_blackhole, "4-7,12-15", "ports of the NoC: the peers that fill and empty circular buffers"},
};

parameter_info ports_of(const client_row& c) {
  const auto index = static_cast<size_t>(c.client);
  return {std::string("l1.client_ports.") + name(c.client),
          "port list",
          parameter_kind::port_list,
          0,
          63,
          {},
          c.blackhole,
          c.documented,
          c.meaning,
          blackhole_ports,
          [index](const parameters& p) { return ports_text(p.l1.client_ports[index]); },
          [index](parameters& p, const std::string& text) { p.l1.client_ports[index] = parse_ports(text); }};
}

}  // namespace

void append_memory_rows(std::vector<parameter_info>& rows) {
  rows.push_back(number("clock_mhz", "MHz", 1, 100000, "1350", "1350",
                        "AICLK; converts cycles to time for people, nothing else", "ISA documentation, BabyRISCV (Blackhole)",
                        FIELD(clock_mhz)));
  rows.push_back(number("clock_period_ps", "ps", least_cycle_ps, most_cycle_ps, "1000", "1000",
                        "SystemC time of a cycle, the same in all tiles of a simulation; results in cycles do not depend on it",
                        "of this model: slots of processes within a cycle are multiples of 1 ps", FIELD(clock_period_ps)));
  rows.push_back(
      number("clock_period_fs", "fs", 0, 999, "0", "0",
             "what a cycle has beyond clock_period_ps; more than 0 wants a time resolution of SystemC of which it is a "
             "multiple (sc_set_time_resolution)",
             "of this model, for clocks such as 1350 MHz: 740 ps and 741 fs", FIELD(clock_period_fs)));
  rows.push_back(number("l1.size_kib", "KiB", 64, 4096, "1536", "1536", "capacity of L1",
                        "ISA documentation, README (Blackhole)", FIELD(l1.size_kib)));
  rows.push_back(number(
      "l1.banks", "banks", 1, 256, "32", "16",
      "single-ported banks, each one 16-byte access a cycle; the low bits of the 16-byte word address choose; a power of two",
      "Blackhole: ISA documentation, MemoryOrdering (Blackhole); tt-metal issue 51901. documented: ISA documentation, L1",
      FIELD(l1.banks)));
  rows.push_back(number("l1.ports", "ports", 1, 64, "42", "16", "ports of L1, each one 16-byte access a cycle", blackhole_ports,
                        FIELD(l1.ports)));
  rows.push_back(
      number("l1.accumulate_bank_cycles", "cycles", 1, 64, "2", "5",
             "cycles a bank is taken by 16 bytes of an accumulating packer write",
             "Blackhole: one slot to read, one to write back (tt-metal issue 51901). documented: ISA documentation, L1",
             FIELD(l1.accumulate_bank_cycles)));
  rows.push_back(number("l1.atomic_cycles", "cycles", 1, 64, "5", "5",
                        "cycles bank and port are taken by an atomic, or by a write narrower than 16 bytes",
                        "ISA documentation, L1", FIELD(l1.atomic_cycles)));
  rows.push_back(choice("l1.bank_policy", l1_policy_names(), "round_robin", "round_robin",
                        "which of those that ask for a bank gets it: by turns, the lowest client number (unpackers first), or "
                        "who could have begun first",
                        "ISA documentation, L1; the others for comparison", FIELD(l1.bank_policy)));
  rows.push_back(choice("l1.port_policy", l1_policy_names(), "round_robin", "round_robin",
                        "who takes ports first where clients share some: likewise",
                        "ISA documentation, L1; the others for comparison", FIELD(l1.port_policy)));
  rows.push_back(
      number("l1.arbiter_phase", "turns", 0, 63, "0", "0",
             "by how many turns the round robins of banks and ports are further at the start; what another start of the "
             "same program may find (--jitter)",
             "choice of the testbench: what an arbiter holds depends on what it has served before", FIELD(l1.arbiter_phase)));
  for (const auto& c : clients) rows.push_back(ports_of(c));
}

}  // namespace tensix::table
