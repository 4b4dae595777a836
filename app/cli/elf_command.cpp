// SPDX-License-Identifier: Apache-2.0
// tensix-tlm elf: compiled programs on the RISC-V cores.
#include <algorithm>
#include <stdexcept>

#include "app/cli/commands.h"
#include "app/cli/session.h"
#include "app/cli/settings_list.h"
#include "app/options/operands.h"
#include "platform/configuration_files.h"
#include "support/files/output_file.h"
#include "support/text/hex_text.h"
#include "workload/elf/elf_programs.h"

namespace tensix {
namespace {

elf_programs read_programs(const elf_options& options, uint32_t l1_bytes) {
  elf_programs programs(l1_bytes);
  for (unsigned i = 0; i < core_count; ++i)
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
  if (!options.outputs.profile.empty())
    for (unsigned i = 0; i < core_count; ++i)
      if (programs.program(i) && !programs.program(i)->has_lines())
        throw usage_error("--profile: " + options.programs[i] + " has no debug information; compile it with -g");
  return programs;
}

// What was decided: where the programs begin, and what lay in L1.
void describe_programs(run_report& report, const elf_options& options, const elf_programs& programs) {
  report.kernel = "elf";
  settings_list all(report.settings);
  all.add("boot", options.boot_by_b ? "b" : "direct");
  for (const auto& [column, row] : options.tiles) all.add("tile_" + std::to_string(column) + "_" + std::to_string(row), "L1");
  for (unsigned i = 0; i < core_count; ++i)
    if (programs.program(i)) all.add(std::string("entry_") + core_name(i), hex_text(programs.program(i)->entry()));
  const auto list = [&all](const char* name, const auto& items, auto text) {
    auto texts = nlohmann::ordered_json::array();
    for (const auto& one : items) texts.push_back(text(one));
    if (!texts.empty()) all.add(name, texts);
  };
  using piece = elf_options::memory_piece;
  list("l1", options.preload,
       [](const piece& p) { return hex_text(p.address) + "=" + p.file + (p.format.empty() ? "" : ":" + p.format); });
  const auto word = [](const auto& w) { return hex_text(w.first) + "=" + hex_text(w.second); };
  list("l1w", options.preload_words, word);
  list("l1w_later", options.host_stores,
       [](const host_store& s) { return hex_text(s.address) + "=" + hex_text(s.value) + "@" + std::to_string(s.cycle); });
  list("until", options.until, word);
  list("dump", options.dump, [](const piece& p) { return hex_text(p.address) + ":" + std::to_string(p.bytes) + "=" + p.file; });
}

l1_use use_of(const elf_options& options, const elf_programs& programs) {
  l1_use use;
  use.unknown = "the programs";
  for (const auto& [address, bytes] : programs.ranges_in_l1())
    use.ranges.push_back({"a program or what --l1 loads", {address, bytes}});
  for (const auto& d : options.dump) use.ranges.push_back({"what --dump shows", {d.address, d.bytes}});
  for (const auto& [address, value] : options.until) use.ranges.push_back({"a word of --until", {address, 4}});
  for (const auto& h : options.host_stores) use.ranges.push_back({"a word of --l1w", {h.address, 4}});
  return use;
}

class elf_session : public session {
 public:
  elf_session(const elf_options& options, const parameters& p)
      : session(options, p), options_(options), programs_(read_programs(options, p.l1.size_kib * 1024)) {
    use_ = use_of(options, programs_);
    core_programs_ = images_of(programs_);
    subject_ = "elf";
    for (const auto& program : options.programs)
      if (!program.empty()) subject_ += " " + base_name(program);
  }

 private:
  void name_files(output_files& files) const override {
    for (unsigned i = 0; i < core_count; ++i) files.reads(options_.programs[i], core_names[i].option);
    for (const auto& piece : options_.preload) files.reads(piece.file, "--l1");
    files.reads(configuration_file(options_.configuration.configuration), "--config");
    for (const auto& d : options_.dump) files.open(d.file, "--dump");
  }

  void load(simulation& sim) override {
    sim.use_cores();
    noc_surroundings& around = sim.use_noc();
    for (const auto& [column, row] : options_.tiles) add_tile(around, column, row);
    sim.place = [this](const tensix_tile&, unsigned core, uint32_t pc) { return programs_.place(core, pc); };
    sim.ends_at = [this](const tensix_tile&, unsigned core, uint32_t pc) { return programs_.ends_at(core, pc); };
    sim.end_at_words = options_.until;
    sim.host_stores = options_.host_stores;
  }

  static void add_tile(noc_surroundings& around, unsigned column, unsigned row) {
    const std::string option = "--tile=" + std::to_string(column) + "," + std::to_string(row) + ": ";
    const noc_grid& grid = around.grid();
    if (column >= grid.tensix_columns() || row >= grid.tensix_rows)
      throw usage_error(option + "the chip has " + std::to_string(grid.tensix_columns()) + " columns of " +
                        std::to_string(grid.tensix_rows) + " Tensix tiles, counted from 0");
    try {
      around.add_tile(grid.tensix(column, row));
    } catch (const std::invalid_argument& e) {
      throw usage_error(option + e.what());
    }
  }

  void start(simulation& sim) override {
    riscv_cores& cores = *sim.cores();
    programs_.load(sim.tile().state().l1.data(), [&](unsigned core, uint32_t offset, const std::vector<uint8_t>& bytes) {
      cores.preload_data_ram(core, offset, bytes);
    });
    for (unsigned i = 0; i < core_count; ++i) {
      if (!programs_.program(i)) continue;
      if (!options_.boot_by_b) cores.start(i, programs_.program(i)->entry());
      else if (i != riscv_cores::b) cores.reset_address(i, programs_.program(i)->entry());
    }
    if (options_.boot_by_b) cores.start_b(programs_.program(riscv_cores::b)->entry());
  }

  bool around_noc() const override { return true; }
  std::string place_of(const race_site& site) override {
    return session::place_of(site) + " " + programs_.place(site.core, site.place);
  }
  // Where --dump says what the result is, that; else all.
  std::string compared(simulation& sim) override {
    std::string text;
    for (const auto& d : options_.dump) text += lines_of_l1(sim, d.address, d.bytes);
    return text;
  }

  std::vector<fed_tiles> describe(simulation&, const run_result&, run_report& report) override {
    describe_programs(report, options_, programs_);
    return {};
  }

  const elf_image* image_of(const tensix_tile& tile, unsigned core) const override {
    const tile_place_parameters &place = tile.configuration().tile_place, &own = parameters_.tile_place;
    return place.x == own.x && place.y == own.y ? programs_.program(core).get() : nullptr;
  }

  int finish(simulation& sim, const run_result&, int code) override {
    for (const auto& d : options_.dump)
      write_file(d.file, "--dump", {reinterpret_cast<const char*>(&sim.tile().state().l1[d.address]), d.bytes});
    return code;
  }

  const elf_options& options_;
  const elf_programs programs_;
};

}  // namespace

int elf_command(const elf_options& options) {
  const parameters p = configuration_of(options.configuration);
  return elf_session(options, p).run();
}

}  // namespace tensix
