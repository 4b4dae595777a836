// tensix-tlm elf: compiled programs on the four RISC-V cores.
#include <algorithm>
#include <cstdio>
#include <stdexcept>

#include "app/cli/commands.h"
#include "app/cli/interruption.h"
#include "app/cli/kept_simulation.h"
#include "app/cli/noc_beside.h"
#include "app/cli/observers.h"
#include "app/cli/output_files.h"
#include "app/cli/run_end.h"
#include "app/cli/settings_list.h"
#include "app/options/operands.h"
#include "platform/parameters.h"
#include "support/files/output_file.h"
#include "workload/elf/core_profile.h"
#include "workload/elf/elf_programs.h"

namespace tensix {
namespace {

constexpr const char* core_options[] = {"--t0", "--t1", "--t2", "--b"};

elf_programs read_programs(const command_line& options, uint32_t l1_bytes) {
  elf_programs programs(l1_bytes);
  for (unsigned i = 0; i < elf_programs::cores; ++i)
    if (!options.programs[i].empty()) programs.add_program(i, options.programs[i]);
  for (const auto& piece : options.preload)
    programs.add_data(piece.address, memory_file(piece.file, piece.format), "--l1 " + piece.file);
  for (const auto& [address, value] : options.preload_words) {
    const uint32_t v = value;
    programs.add_data(
        address,
        {static_cast<uint8_t>(v), static_cast<uint8_t>(v >> 8), static_cast<uint8_t>(v >> 16), static_cast<uint8_t>(v >> 24)},
        "--l1w");
  }
  for (const auto& d : options.dump)
    if (d.bytes == 0 || uint64_t{d.address} + d.bytes > l1_bytes)
      throw usage_error("--dump: " + std::to_string(d.bytes) + " bytes from " + std::to_string(d.address) + " are not in L1 (" +
                        std::to_string(l1_bytes) + " bytes)");
  const auto check_word = [l1_bytes](const char* option, uint32_t address) {
    if (uint64_t{address} + 4 > l1_bytes)
      throw usage_error(std::string(option) + ": word " + std::to_string(address) + " is not in L1 (" +
                        std::to_string(l1_bytes) + " bytes)");
  };
  for (const auto& w : options.until) check_word("--until", w.first);
  for (const auto& s : options.host_stores) check_word("--l1w", s.address);
  if (!options.profile.empty())
    for (unsigned i = 0; i < elf_programs::cores; ++i)
      if (programs.program(i) && !programs.program(i)->has_lines())
        throw usage_error("--profile: " + options.programs[i] + " has no debug information; compile it with -g");
  return programs;
}

std::string hex(uint32_t value) {
  char text[12];
  std::snprintf(text, sizeof text, "0x%x", value);
  return text;
}

// What was decided: where the programs begin, and what lay in L1.
void describe_programs(run_report& report, const command_line& options, const elf_programs& programs) {
  static constexpr const char* cores[] = {"t0", "t1", "t2", "b"};
  report.kernel = "elf";
  settings_list all(report.settings);
  all.add("boot", options.boot_by_b ? "b" : "direct");
  for (unsigned i = 0; i < elf_programs::cores; ++i)
    if (programs.program(i)) all.add(std::string("entry_") + cores[i], hex(programs.program(i)->entry()));
  const auto list = [&all](const char* name, const auto& items, auto text) {
    auto texts = nlohmann::ordered_json::array();
    for (const auto& one : items) texts.push_back(text(one));
    if (!texts.empty()) all.add(name, texts);
  };
  using piece = command_line::memory_piece;
  list("l1", options.preload,
       [](const piece& p) { return hex(p.address) + "=" + p.file + (p.format.empty() ? "" : ":" + p.format); });
  const auto word = [](const auto& w) { return hex(w.first) + "=" + hex(w.second); };
  list("l1w", options.preload_words, word);
  list("l1w_later", options.host_stores,
       [](const host_store& s) { return hex(s.address) + "=" + hex(s.value) + "@" + std::to_string(s.cycle); });
  list("until", options.until, word);
  list("dump", options.dump, [](const piece& p) { return hex(p.address) + ":" + std::to_string(p.bytes) + "=" + p.file; });
}

}  // namespace

int run_elf_command(const command_line& options) {
  const parameters p = configuration_of(options);
  const uint32_t l1_bytes = p.l1.size_kib * 1024;
  const elf_programs programs = read_programs(options, l1_bytes);
  output_files files;
  for (unsigned i = 0; i < elf_programs::cores; ++i) files.reads(options.programs[i], core_options[i]);
  for (const auto& piece : options.preload) files.reads(piece.file, "--l1");
  files.reads(options.configuration, "--config");
  for (const auto& d : options.dump) files.open(d.file, "--dump");
  files.open(options.profile, "--profile");
  files.open_observations(options);

  hazard_log hazards;
  kept_simulation kept(p, options.policy);
  simulation& sim = *kept;
  if (options.hazards) hazards.attach(sim.tile());
  riscv_cores& cores = sim.use_cores();
  sim.add_noc_traffic(noc_beside(options, programs, l1_bytes));
  observers shown(options, sim, images_of(programs));
  programs.load(sim.tile().state().l1.data(), [&](unsigned core, uint32_t offset, const std::vector<uint8_t>& bytes) {
    cores.preload_data_ram(core, offset, bytes);
  });
  sim.place = [&](unsigned core, uint32_t pc) { return programs.place(core, pc); };
  sim.end_at_words = options.until;
  sim.host_stores = options.host_stores;
  for (unsigned i = 0; i < elf_programs::cores; ++i) {
    if (!programs.program(i)) continue;
    if (!options.boot_by_b) cores.start(i, programs.program(i)->entry());
    else if (i != riscv_cores::b) cores.reset_address(i, programs.program(i)->entry());
  }
  if (options.boot_by_b) cores.start_b(programs.program(riscv_cores::b)->entry());

  const run_result r = run_interruptibly(sim, options.max_cycles);
  print_warnings(sim);
  if (r.how != run_outcome::interrupted) shown.finish(r.cycles);
  const bool complete = r.how == run_outcome::done;
  run_report report = report_of(options, files, sim, r);
  describe_programs(report, options, programs);
  complete_report(report, sim, r);
  shown.count_energy(report);
  report.profile = shown.profile();
  print_numbers(options, report);
  write_numbers(options, report);
  if (!report.complete) end_interrupted(r, "");
  shown.write_page(report, r, nullptr);
  if (!options.profile.empty()) write_profile(options.profile, report.profile);
  for (const auto& d : options.dump) {
    if (!complete) continue;
    write_file(d.file, "--dump", {reinterpret_cast<const char*>(&sim.tile().state().l1[d.address]), d.bytes});
  }
  const int code = finish_output(exit_code_of(sim, r.how));
  print_end(r);
  return code;
}

}  // namespace tensix
