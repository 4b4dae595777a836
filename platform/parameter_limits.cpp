// SPDX-License-Identifier: Apache-2.0
#include "platform/parameter_limits.h"

#include <algorithm>

namespace tensix {
namespace {

constexpr const char* nothing = "";  // whatever the value is, it counts as this
constexpr uint32_t port_bytes = 16;

uint64_t number_of(const parameter_info& i, const parameters& p) { return std::stoull(i.get(p)); }

uint64_t most_bytes(const parameters& p, std::initializer_list<l1_client> clients) {
  size_t ports = 0;
  for (const l1_client c : clients) ports = std::max(ports, p.l1.client_ports[static_cast<size_t>(c)].size());
  return std::min<uint64_t>(port_bytes * ports, uint64_t{port_bytes} * p.l1.banks);
}

std::string ports_text(const parameters& p, const std::string& who, const std::string& lists, uint64_t bytes) {
  const uint64_t count = bytes / port_bytes;
  const std::string what = count < p.l1.banks
                               ? who + " has " + std::to_string(count) + (count == 1 ? " port (" : " ports (") + lists + ")"
                               : "L1 has " + std::to_string(p.l1.banks) + " banks (l1.banks)";
  return what + " of 16 bytes a cycle, which carry " + std::to_string(bytes) + " bytes/cycle at most";
}

std::string fetch_counts(const parameter_info& i, const parameters& p, const run_parts&) {
  return std::to_string(std::min(number_of(i, p), most_bytes(p, {l1_client::unpacker0, l1_client::unpacker1})));
}
std::string fetch_why(const parameters& p) {
  return ports_text(p, "an unpacker", "l1.client_ports.unpacker0, .unpacker1",
                    most_bytes(p, {l1_client::unpacker0, l1_client::unpacker1}));
}

std::string fed_counts(const parameter_info& i, const parameters& p, const run_parts& r) { return r.feed ? i.get(p) : nothing; }
std::string fed_why(const parameters&) {
  return "nobody feeds a stream or compiled programs: their data lie in L1 from the start";
}

std::string feed_counts(const parameter_info& i, const parameters& p, const run_parts&) {
  const uint64_t rate = number_of(i, p);
  return rate == 0 ? "unlimited" : std::to_string(std::min(rate, most_bytes(p, {l1_client::noc})));
}
std::string feed_why(const parameters& p) {
  return ports_text(p, "the NoC", "l1.client_ports.noc", most_bytes(p, {l1_client::noc}));
}

std::string independent_counts(const parameter_info& i, const parameters& p, const run_parts&) {
  return p.packer.topology == packer_topology::independent ? i.get(p) : nothing;
}
std::string independent_why(const parameters&) { return "it counts only with packer.topology=independent"; }

std::string shared_counts(const parameter_info& i, const parameters& p, const run_parts&) {
  return p.throttle.shared_ports ? i.get(p) : nothing;
}
std::string shared_why(const parameters&) { return "it counts only with throttle.shared_ports=true"; }

std::string core_counts(const parameter_info& i, const parameters& p, const run_parts& r) {
  return r.simulated_cores ? i.get(p) : nothing;
}
std::string core_why(const parameters&) { return "the RISC-V cores are played here, not simulated (player.* says how)"; }

std::string built_in_counts(const parameter_info& i, const parameters& p, const run_parts& r) {
  return r.feed ? i.get(p) : nothing;
}
std::string built_in_why(const parameters&) {
  return "only built-in kernels (run) make use of it; compiled programs and streams are written for the chip (docs/what-if.md)";
}

std::string nc_counts(const parameter_info& i, const parameters& p, const run_parts& r) { return r.nc ? i.get(p) : nothing; }
std::string nc_why(const parameters&) { return "no program runs on RISC-V NC here"; }

std::string player_counts(const parameter_info& i, const parameters& p, const run_parts& r) {
  return r.simulated_cores ? nothing : i.get(p);
}
std::string player_why(const parameters&) { return "the RISC-V cores are simulated here, not played (riscv_core.* says how)"; }

std::string never_counts(const parameter_info&, const parameters&, const run_parts&) { return nothing; }
std::string clock_why(const parameters&) { return "it converts cycles to time, and no cycle depends on it"; }
std::string ports_why(const parameters&) { return "no client uses a port that its list of l1.client_ports does not name"; }

}  // namespace

const std::vector<parameter_limit>& parameter_limits() {
  static const std::vector<parameter_limit> all = {
      {"throttle.bytes.", fetch_counts, fetch_why, false},
      {"throttle.arbitration.", shared_counts, shared_why},
      {"feed.", fed_counts, fed_why},
      {"dst.rows", built_in_counts, built_in_why},
      {"dst.sections", built_in_counts, built_in_why},
      {"matrix_unit.phases_at_once", built_in_counts, built_in_why},
      {"feed.", feed_counts, feed_why, false},
      {"l1.client_ports.packer1", independent_counts, independent_why},
      {"l1.client_ports.packer2", independent_counts, independent_why},
      {"l1.client_ports.packer3", independent_counts, independent_why},
      {"l1.ports", never_counts, ports_why},
      {"l1.client_ports.riscv_nc", nc_counts, nc_why},
      {"riscv_core.", core_counts, core_why},
      {"riscv_core.instruction_cache_bytes_nc", nc_counts, nc_why},
      {"start.nc_cycles", nc_counts, nc_why},
      {"player.", player_counts, player_why},
      {"clock_", never_counts, clock_why},
  };
  return all;
}

std::vector<std::string> doubts(const parameters& p) {
  if (!p.throttle.shared_ports) return {};
  // The table is for ports that carry what one unpacker wants, each speed twice the one below.
  constexpr const char* names[] = {"x1", "x2", "x4"};
  for (const size_t s : {size_t{2}, size_t{1}}) {
    const auto& granted = p.throttle.granted[s][s];
    const auto first = static_cast<size_t>(granted.unpacker0), second = static_cast<size_t>(granted.unpacker1);
    const uint32_t together = p.throttle.bytes[first] + p.throttle.bytes[second], alone = p.throttle.bytes[s];
    if (together >= alone) continue;
    std::string halves;
    for (size_t below = s; below-- > 0;)
      halves += std::string(halves.empty() ? "" : ", ") + "throttle.bytes." + names[below] + "=" +
                std::to_string(std::max(16u, (alone >> (s - below)) / 16 * 16));
    const std::string name = names[s];
    return {"throttle.shared_ports=true: two unpackers that both want " + name + " get " + std::to_string(together) +
            " bytes/cycle together (throttle.arbitration." + name + "_" + name + "=" + names[first] + "," + names[second] +
            ": " + std::to_string(p.throttle.bytes[first]) + " + " + std::to_string(p.throttle.bytes[second]) +
            "), less than the " + std::to_string(alone) + " that one gets alone (throttle.bytes." + name +
            "): the documented table is for speeds of twice the one below each. Set " + halves +
            " as well, or leave shared_ports false and give both the same ports (l1.client_ports.unpacker1=" +
            find_parameter("l1.client_ports.unpacker0").get(p) + ")"};
  }
  return {};
}

limit_met without_effect(const std::string& name, const parameters& before, const parameters& with, const run_parts& r) {
  const parameter_info& i = find_parameter(name);
  if (i.get(before) == i.get(with)) return {};  // nothing was changed
  for (const auto& l : parameter_limits()) {
    if (name.rfind(l.beginning, 0) != 0) continue;
    if (l.counts(i, before, r) == l.counts(i, with, r)) return {l.why(with), l.exact};
  }
  return {};
}

}  // namespace tensix
