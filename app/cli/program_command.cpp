// SPDX-License-Identifier: Apache-2.0
// tensix-tlm program: reader, compute and writer kernel of one core, with DRAM around the tile, from a program file.
#include <algorithm>
#include <iostream>
#include <map>

#include "app/cli/checked_session.h"
#include "app/cli/commands.h"
#include "app/cli/mpi_ranks.h"
#include "app/cli/program_memory.h"
#include "app/cli/program_report.h"
#include "app/cli/tile_ends.h"
#include "app/options/operands.h"
#include "platform/configuration_files.h"
#include "support/files/output_file.h"
#include "support/text/plain_text.h"
#include "testbench/run/collect.h"
#include "workload/compile/device_prints.h"
#include "workload/compile/program_compiler.h"
#include "workload/program/program_reader.h"
#include "workload/program/program_waits.h"

namespace tensix {
namespace {

class program_session : public checked_session {
 public:
  // The tile of `p` is one of the program's cores: the one that is looked at.
  program_session(const program_options& options, const parameters& p, device_program program, ranks_if* ranks)
      : checked_session(options, p, options.checked, ranks),
        options_(options),
        program_(std::move(program)),
        placed_(placed(program_, p.l1.size_kib * 1024)),
        tensors_(program_, placed_, options.seed),
        shown_(placed_.place_of({p.tile_place.x, p.tile_place.y})) {
    for (core_program& t : placed_.tiles) t.tile.prints = !options.prints.empty(), t.tile.zones = options.observers.zones;
    use_.ranges = {{"programs, arguments and circular buffers", {0, placed_.end()}},
                   {"buffers", {placed_.l1_end, placed_.l1_bytes}}};
    const tile_program& shown = placed_.tiles[shown_].tile;
    for (unsigned core = 0; core < core_count; ++core) sources_[core] = source_of(shown, core);
    if (shown.compute) dst_tiles_ = shown.compute->dst_tiles();
    subject_ = program_.name;
  }

  // All but a run.
  int show() {
    compile(false);
    std::cout << plain_text(text_of(program_, placed_)) << "\n" << program_sizes(placed_, programs_);
    return exit_done;
  }

 private:
  void name_files(output_files& files) const override {
    files.reads(options_.file, "the program");
    for (const std::string& source : all_sources()) files.reads(source, "a kernel");
    files.reads(configuration_file(options_.configuration.configuration), "--config");
    for (const tensor_buffer& b : program_.buffers) files.reads(b.content.file, "content of a buffer");
    for (const tensor_buffer& b : program_.buffers) files.open(b.output, "output of " + b.name);
    if (options_.prints != standard_output_name) files.open(options_.prints, "--dprint");
  }

  // Of T0, of B, of NC: each file once.
  std::vector<std::string> all_sources() const {
    std::vector<std::string> all;
    const auto add = [&all](const std::string& source, size_t from) {
      if (std::find(all.begin() + static_cast<ptrdiff_t>(from), all.end(), source) == all.end()) all.push_back(source);
    };
    for (const compute_part& c : program_.computes) add(c.kernel.source, 0);
    for (const unsigned core : {data_movement_kernel::b, data_movement_kernel::nc}) {
      const size_t from = all.size();
      for (const data_mover& m : program_.movers)
        if (m.kernel.core == core) add(m.kernel.source, from);
    }
    return all;
  }

  void compile(bool checked) override {
    for (core_program& t : placed_.tiles) t.tile.checked = checked;
    programs_ = compiled_programs(placed_.tiles, placed_.l1_bytes);
    core_programs_ = images_of(programs_[shown_]);
  }

  // The first rank compiles and checks; the others find the programs in the cache.
  void prepare() override {
    if (!ranks_ || ranks_->reports()) checked_session::prepare();
    if (!ranks_) return;
    agree(*ranks_);
    words_ = all_words_of(ranks_->text(ranks_->reports() ? text_of(words_) : ""));
    shows_checked_ = ranks_->any(shows_checked_);
    if (!ranks_->reports()) compile(shows_checked_);
  }
  std::string room_option() const override { return "program_kib"; }
  std::vector<checked_words> found(simulation& sim) const override {
    std::vector<checked_words> all;
    for (size_t t = 0; t < tiles_.size(); ++t)
      all.push_back(words_of_checked(placed_.tiles[t].tile, programs_[t], tiles_[t]->tile.state().l1.data(),
                                     sim.tile_text(tiles_[t]->tile)));
    return all;
  }

  void load(simulation& sim) override {
    sim.use_cores();
    noc_surroundings& around = sim.use_noc();
    std::map<logical_core, tensix_tile*> tiles;
    tiles_.clear();
    for (const logical_core core : placed_.cores) {
      tiles_.push_back(sim.tile_at(core.x, core.y));
      tiles[core] = &tiles_.back()->tile;
    }
    memory_.emplace(std::move(tiles), around);
    tensors_.put(*memory_);
    if (!options_.prints.empty()) take_prints(sim);
    sim.place = [this](const tensix_tile& tile, unsigned core, uint32_t pc) {
      const size_t t = number_of(tile);
      const std::string line = line_of(t, core, pc);
      return (line.empty() ? line : "at " + line + " ") + programs_[t].place(core, pc);
    };
    sim.ends_at = [this](const tensix_tile& tile, unsigned core, uint32_t pc) {
      return programs_[number_of(tile)].ends_at(core, pc);
    };
  }

  std::string result_of(simulation&) override {
    std::string text;
    for (size_t i = 0; i < program_.buffers.size(); ++i)
      text += lines_of_crcs(program_.buffers[i].name + ", page", tensors_.page_crcs(i, *memory_));
    return text;
  }

  bool around_noc() const override { return true; }
  // Tiles with other kernels have something else there: all of them.
  std::string place_of(const race_site& site) override {
    std::vector<std::string> places;
    for (size_t t = 0; t < programs_.size(); ++t) {
      if (!programs_[t].program(site.core)) continue;
      const std::string line = line_of(t, site.core, site.place);
      const std::string place = (line.empty() ? " " : " at " + line + " ") + programs_[t].place(site.core, site.place);
      if (std::find(places.begin(), places.end(), place) == places.end()) places.push_back(place);
    }
    std::string text = session::place_of(site);
    for (const std::string& place : places) text += (&place == &places.front() ? "" : ", or") + place;
    return text;
  }

  // Rings of the cores are emptied like circular buffers. Of the checked programs nobody wants what they print.
  struct printing {
    std::optional<device_prints> lines;
    std::optional<circular_buffer_feed> feed;
  };
  void take_prints(simulation& sim) {
    printed_.clear();
    printing_ = std::vector<printing>(tiles_.size());
    for (size_t t = 0; t < tiles_.size(); ++t) {
      const auto& [program, layout] = placed_.tiles[t];
      tensix_tile& tile = tiles_[t]->tile;
      const print_source source = print_source_of(program, layout);
      printing& here = printing_[t];
      here.lines.emplace(
          source, tile.state().l1.data(),
          [this, t](unsigned core, uint32_t pc) {
            return place_in_source(source_of(placed_.tiles[t].tile, core), *programs_[t].program(core), pc);
          },
          sim.tile_text(tile), &printed_);
      std::vector<circular_buffer_plan> rings;
      std::vector<unsigned> cores;
      for (unsigned core = 0; core < core_count; ++core)
        if (programs_[t].program(core)) {
          rings.push_back(device_prints::ring(source, core));
          cores.push_back(core);
        }
      here.feed.emplace(
          std::vector<circular_buffer_plan>{}, rings, std::vector<operand_tiles*>{},
          [this, &here, cores](unsigned ring, uint64_t, const uint8_t* record) {
            if (checking_) return;
            const size_t before = printed_.size();
            here.lines->take(cores[ring], record);
            if (ranks_ && printed_.size() > before) printed_at_.emplace_back(cycle_time::now_ticks(), printed_.substr(before));
          },
          tile.state().l1.data());
      sim.feed(*here.feed, tile);
    }
  }
  std::string all_printed() {
    for (printing& p : printing_) p.lines->text();  // lines that nobody has ended
    return printed_;
  }

  void start(simulation& sim) override {
    for (size_t t = 0; t < tiles_.size(); ++t) {
      if (!sim.here(tiles_[t]->tile)) continue;
      riscv_cores& cores = tiles_[t]->cores;
      programs_[t].load(tiles_[t]->tile.state().l1.data(),
                        [&](unsigned core, uint32_t offset, const std::vector<uint8_t>& bytes) {
                          cores.preload_data_ram(core, offset, bytes);
                        });
      for (unsigned core = 0; core < core_count; ++core)
        if (programs_[t].program(core)) cores.start(core, programs_[t].program(core)->entry());
    }
  }

  tile_end end_of(simulation& sim, size_t t, run_outcome how) const {
    tile_end end;
    if (tiles_.size() > 1) end.report = collect_tile(tiles_[t]->tile, tiles_[t]->cores);
    if (how == run_outcome::deadlock || how == run_outcome::gave_up) end.waits = waits(sim, t);
    if (how == run_outcome::done) end.left = pages_left(placed_.tiles[t], word_of(t), sim.tile_text(tiles_[t]->tile));
    return end;
  }

  void gather(simulation& sim, const run_result& r) override {
    for (size_t t = 0; t < tiles_.size(); ++t) {
      auto& l1 = tiles_[t]->tile.state().l1;
      const bool here = sim.here(tiles_[t]->tile);
      rank_writer mine;
      if (here) {
        put(mine, end_of(sim, t, r.how));
        put_l1(mine, l1.data(), l1.size());
      }
      for (const std::string_view bytes : ranks_->exchange(mine.bytes)) {
        if (bytes.empty()) continue;
        rank_reader theirs(bytes);
        ends_.push_back(tile_end_of(theirs));
        if (!here && ranks_->reports()) take_l1(theirs, l1.data(), l1.size());
      }
    }
    if (!printing_.empty()) gather_prints(sim);
  }
  // Lines in the order of their ends, of one instant in that of the ranks; then those that nobody has ended, by tile.
  void gather_prints(simulation& sim) {
    rank_writer ended;
    for (const auto& [ticks, line] : printed_at_) {
      ended.put(ticks);
      ended.text(line);
    }
    std::vector<std::pair<uint64_t, std::string>> lines;
    for (const std::string_view bytes : ranks_->exchange(ended.bytes))
      for (rank_reader theirs(bytes); theirs.any();) {
        const auto ticks = theirs.get<uint64_t>();
        lines.emplace_back(ticks, theirs.text());
      }
    std::stable_sort(lines.begin(), lines.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    std::string all;
    for (const auto& [ticks, line] : lines) all += line;
    for (size_t t = 0; t < tiles_.size(); ++t) {
      printed_.clear();
      if (sim.here(tiles_[t]->tile)) printing_[t].lines->text();
      all += ranks_->text(printed_);
    }
    printed_ = all;
  }

  void ended(simulation& sim, run_result& r) override {
    if (!ranks_)
      for (size_t t = 0; t < tiles_.size(); ++t) ends_.push_back(end_of(sim, t, r.how));
    tensors_.take(*memory_);
    if (!printing_.empty()) {
      if (options_.prints == standard_output_name) std::cout << plain_text(all_printed());
      else write_file(options_.prints, "--dprint", all_printed());
    }
    if (shows_checked_ || !printing_.empty())  // ASSERT looks where it prints, too
      if (std::vector<checked_words> again = found(sim); !errors_of(again).empty()) words_ = std::move(again);
    std::cerr << warnings_of(words_);
    if (const std::string errors = errors_of(words_); !errors.empty()) {
      r.how = run_outcome::undefined;
      r.text = errors;
      r.stopped.clear();  // where it was found
    } else if (r.how == run_outcome::deadlock || r.how == run_outcome::gave_up) {
      std::string waits;
      for (const tile_end& end : ends_) waits += end.waits;
      r.text = waits + r.text;
    } else if (r.how == run_outcome::done) {
      std::string left;
      for (const tile_end& end : ends_) left += end.left;
      std::cerr << plain_text(left + tensors_.untouched());
    }
    session::ended(sim, r);
  }

  // The table of all tiles; all else is of the one.
  void describe_tiles(run_report& report) {
    report.tile =
        "tile " + placed_.cores[shown_].text() + " of " + std::to_string(tiles_.size()) + " (" + program_.cores.text() + ")";
    for (size_t t = 0; t < tiles_.size(); ++t) {
      tile_report r = ends_[t].report;
      name_polled(r.cores, program_, placed_.tiles[t].tile);
      report.each_tile.push_back(std::move(r));
    }
  }

  std::vector<fed_tiles> describe(simulation&, const run_result&, run_report& report) override {
    describe_program(report, program_, placed_, shown_, programs_[shown_], word_of(shown_));
    describe_program_options(report, options_, program_, placed_, shown_);
    if (tiles_.size() > 1) describe_tiles(report);
    if (!options_.prints.empty()) report.notes.emplace_back("with DPRINT, which costs cycles (--dprint)");
    if (shows_checked_) report.notes.emplace_back("with the checks that have found wrong use, which cost cycles");
    return {};
  }

  const elf_image* image_of(const tensix_tile& tile, unsigned core) const override {
    return programs_[number_of(tile)].program(core).get();
  }

  int finish(simulation&, const run_result&, int code) override {
    tensors_.write();
    return code;
  }

  std::function<uint32_t(uint32_t)> word_of(size_t tile) const {
    return [this, tile](uint32_t address) { return memory_->word(placed_.cores[tile], address); };
  }
  size_t number_of(const tensix_tile& tile) const {
    const tile_place_parameters& place = tile.configuration().tile_place;
    return placed_.place_of({place.x, place.y});
  }
  std::string line_of(size_t tile, unsigned core, uint32_t pc) const {
    const std::string source = source_of(placed_.tiles[tile].tile, core);
    return source.empty() || !programs_[tile].program(core) ? "" : programs_[tile].program(core)->line_in(source, pc);
  }

  // Who waits for what, in the terms of the program.
  std::string waits(simulation& sim, size_t t) const {
    std::string text;
    for (unsigned core = 0; core < core_count; ++core) {
      const riscv_core& c = tiles_[t]->cores.core(core);
      if (c.state() != riscv_core::condition::running) continue;
      const auto said = t < words_.size() ? words_[t].waits[core] : std::nullopt;
      for (const uint32_t polled : c.polled()) {
        const std::string line =
            wait_text(program_, placed_.tiles[t].tile, {core, polled, line_of(t, core, c.pc()), said}, word_of(t));
        if (!line.empty()) text += sim.tile_text(tiles_[t]->tile) + line;
      }
    }
    return text;
  }

  const program_options& options_;
  const device_program program_;
  placed_program placed_;
  program_tensors tensors_;
  const size_t shown_;                                        // which of the placed tiles is looked at
  std::vector<elf_programs> programs_;                        // by tile
  std::vector<std::optional<simulation::whole_tile>> tiles_;  // alike
  std::optional<simulated_memory> memory_;
  std::vector<printing> printing_;  // by tile, if they print
  std::string printed_;
  std::vector<std::pair<uint64_t, std::string>> printed_at_;  // of one of several ranks: the instants, in ticks, and lines
  std::vector<tile_end> ends_;                                // by tile
};

}  // namespace

namespace {

// The tile that is looked at: that of noc.tile_x, tile_y, if it is one of the program's; else the first, unless it was asked for.
void choose_tile(parameters& p, const program_options& options, const device_program& program) {
  const unsigned columns = columns_left(p.harvesting);
  for (const logical_core core : program.all_cores())
    if (core.x >= columns)
      throw parameter_error("noc.harvested_columns: " + std::to_string(columns) + " columns are left, " + program.file +
                            " has a kernel on core " + core.text());
  const logical_core wanted = {p.tile_place.x, p.tile_place.y};
  if (program.cores.contains(wanted)) return;
  const auto asked = [](const std::string& setting) { return setting.rfind("noc.tile_", 0) == 0; };
  const auto& settings = options.configuration.settings;
  if (wanted != logical_core() || std::any_of(settings.begin(), settings.end(), asked))
    throw parameter_error("noc.tile_x, noc.tile_y: core " + wanted.text() + " has no kernel; the cores of " + program.file +
                          " are " + program.cores.text());
  const logical_core first = program.all_cores().front();
  p.tile_place.x = first.x;
  p.tile_place.y = first.y;
}

// As one of several processes, if there are `ranks`.
int program_command_of(const program_options& options, ranks_if* ranks) {
  parameters p = configuration_of(options.configuration);
  if (p.harvesting.channels)
    throw usage_error("dram.harvested_channels: programs have their buffers in eight banks; this chip has seven channels");
  if (ranks && (options.debug.gdb || !options.debug.stop_at.empty())) throw usage_error("--stop-at, --gdb: not under mpirun");
  if (ranks && options.observers.zones) throw usage_error("--zones, --zones-csv: not under mpirun; run it in one process");
  if (ranks && !options.noc.empty()) throw usage_error("--noc-read, --noc-write: not under mpirun");
  if (ranks && in_place(p.units)) throw usage_error("units.*=rtl: not under mpirun");
  device_program program = read_program(options.file, {p.tile_place.x, p.tile_place.y});
  choose_tile(p, options, program);
  program_session session(options, p, std::move(program), ranks);
  return options.check ? session.show() : session.run_checked();
}

}  // namespace

int program_command(const program_options& options) {
  try {
    const std::unique_ptr<ranks_if> ranks = options.check ? nullptr : ranks_of_mpirun();
    return as_rank(ranks.get(), [&] { return program_command_of(options, ranks.get()); });
  } catch (const compile_error& e) {
    std::cerr << plain_text(e.what());  // as the compiler says it
    return exit_wrong_input;
  }
}

}  // namespace tensix
