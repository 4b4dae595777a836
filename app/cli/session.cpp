// SPDX-License-Identifier: Apache-2.0
#include "app/cli/session.h"

#include <algorithm>
#include <boost/crc.hpp>
#include <cstring>
#include <iostream>
#include <set>
#include <sstream>
#include <stdexcept>

#include "app/cli/gdb_stub.h"
#include "app/cli/interruption.h"
#include "app/cli/jitter.h"
#include "app/cli/mpi_ranks.h"
#include "app/cli/observers.h"
#include "app/cli/register_dumps.h"
#include "app/cli/settings_list.h"
#include "app/cli/stop_watch.h"
#include "app/options/choices.h"
#include "cosim/rtl/rtl_failure.h"
#include "models/isa/isa.h"
#include "models/memory/l1_injected_error.h"
#include "observe/zones/zone_text.h"
#include "platform/hazards.h"
#include "platform/parameter_limits.h"
#include "support/files/standard_output.h"
#include "support/text/plain_text.h"
#include "testbench/run/collect.h"

#ifndef TENSIX_TLM_VERSION
#define TENSIX_TLM_VERSION "unknown"
#endif

namespace tensix {
namespace {

using nlohmann::ordered_json;

// --hazards=warn: the first hundred in full, the rest counted.
class hazard_log {
 public:
  void attach(tensix_tile& tile) {
    tile.watch_hazards([this](const std::string& text, hazard_kind) {
      if (++count_ <= 100) std::cerr << "hazard: " << plain_text(text) << "\n";
    });
  }
  ~hazard_log() {
    if (count_ > 100) std::cerr << "hazard: " << count_ - 100 << " more\n";
  }

 private:
  uint64_t count_ = 0;
};

std::vector<noc_stream> placed(std::vector<noc_stream> streams, const l1_use& use, uint32_t l1_bytes) {
  for (const noc_stream& s : streams)
    if (!use.unknown.empty() && s.write && !s.where)
      throw usage_error("--noc-write=" + s.text + ": which part of L1 " + use.unknown +
                        " leave free is not known; say at=FROM..TO");
  try {
    place_noc_streams(streams, use.ranges, l1_bytes);
  } catch (const std::invalid_argument& e) {
    throw usage_error(e.what());
  }
  return streams;
}

// Instead of lines of result_of, with what a run of models has ended with.
const std::string ends_otherwise = "ends otherwise: ";

// Lines of result_of that are not alike; empty: none.
std::string differences_of(const std::string& rtl, const std::string& models) {
  std::istringstream of_rtl(rtl), of_models(models);
  uint64_t lines = 0, unlike = 0;
  std::string first;
  for (;; ++lines) {
    std::string mine, theirs;
    const bool here = !!std::getline(of_rtl, mine), there = !!std::getline(of_models, theirs);
    if (!here && !there) break;
    if (mine == theirs) continue;
    const std::string& line = here ? mine : theirs;
    if (unlike++ == 0) first = line.substr(0, line.rfind(' '));
  }
  return unlike ? std::to_string(unlike) + " of " + std::to_string(lines) + ", the first is " + first : std::string();
}

// Without what RTL has to say.
int exit_code_of_end(run_outcome how) {
  switch (how) {
    case run_outcome::done: return exit_done;
    case run_outcome::undefined: return exit_undefined;
    case run_outcome::rtl_failed: return exit_rtl_failed;
    case run_outcome::stopped: return exit_stopped;
    default: return exit_gave_up;
  }
}

// Also says what became of RTL's answers and data. `models`: result_of_models; `rtl`: the same of this run.
int exit_code_of(const simulation& sim, run_outcome how, const std::string& rtl, const std::string& models) {
  const rtl_environment* const e = sim.rtl();
  const auto times = [](uint64_t n) { return std::to_string(n) + (n == 1 ? " time\n" : " times\n"); };
  if (e)
    for (const auto& [unit, summary] : e->summaries()) std::cerr << "shadow: compared of " << unit << ": " << summary() << "\n";
  if (e && e->shadows) std::cerr << "shadow: RTL has answered otherwise than the model " << times(e->differences());
  if (e && e->wrong_data()) std::cerr << "rtl: bytes were not those that were written, " << times(e->wrong_data());
  std::string wrong;
  if (how == run_outcome::done && models.rfind(ends_otherwise, 0) == 0)
    std::cerr << "warning: the result is compared with nothing: the same run with models alone ends with "
              << models.substr(ends_otherwise.size()) << "\n";
  else if (how == run_outcome::done && !models.empty()) wrong = differences_of(rtl, models);
  if (!wrong.empty())
    std::cerr << "rtl: the result is not that of the same run with models alone: tiles or pages that differ: " << wrong << "\n";
  if (how == run_outcome::done && ((e && (e->differences() || e->wrong_data())) || !wrong.empty())) return exit_differs;
  return exit_code_of_end(how);
}

std::string in_cycles(uint32_t n) { return std::to_string(n) + (n == 1 ? " cycle" : " cycles"); }

// In every result that depends on it: the RISC-V side was not simulated.
std::string played_note(const player_parameters& p) {
  return "RISC-V cores played: " + in_cycles(p.push_cycles) + " a word pushed, " + in_cycles(p.store_cycles) +
         " a store, loops free (player.*); compiled code: tensix-tlm elf, kernel";
}

// What-ifs that cannot show: of each setting why another parameter, or the way of running, makes it count for nothing.
void note_idle_settings(const configuration_options& options, bool fed, simulation& sim, run_report& report) {
  const parameters& p = sim.tile().configuration();
  run_parts parts;
  parts.simulated_cores = sim.cores() != nullptr;
  parts.feed = fed;
  parts.nc = sim.cores() && sim.cores()->core(core_nc).instructions() != 0;
  const auto name_in = [](const std::string& setting) {
    const std::string name = setting.substr(0, setting.find('='));
    const auto first = name.find_first_not_of(" \t");
    return name.substr(first, name.find_last_not_of(" \t") + 1 - first);
  };
  std::set<std::string> seen;
  for (const auto& one : options.settings) {
    const std::string name = name_in(one);
    if (!seen.insert(name).second) continue;
    parameters before = load_configuration(options.configuration);
    for (const auto& s : options.settings)
      if (name_in(s) != name) set(before, name_in(s), s.substr(s.find('=') + 1));
    const limit_met limit = without_effect(name, before, p, parts);
    if (limit.why.empty()) continue;
    const parameter_info& i = find_parameter(name);
    report.notes.push_back(name + "=" + i.get(p) + (limit.exact ? " changes no cycle against " : " is no faster than ") +
                           i.get(before) + ": " + limit.why);
  }
}

// When all is known of a run: the bounds of one that came to its end.
void complete_report(run_report& report, simulation& sim, const run_result& r, const std::vector<fed_tiles>& fed) {
  if (r.how != run_outcome::done) return;
  const unit_traffic traffic[] = {sim.tile().unit(tile_unit::unpacker0).traffic(),
                                  sim.tile().unit(tile_unit::unpacker1).traffic()};
  unpackers_work unpackers = {{traffic[0].fastest, traffic[1].fastest}, 0};
  // Of a sampled run the cycles were not counted on.
  if (!report.sampling || report.sampling->periods_left_out == 0)
    unpackers.address_cycles = traffic[0].address_cycles + traffic[1].address_cycles;
  report.bounds = all_bounds(report, sim.tile().configuration(), unpackers, fed);
}

// What a run was asked for and has not met.
void print_unmet(simulation& sim) {
  const auto print = [&](tensix_tile& tile) {
    const auto* const errors = dynamic_cast<const l1_errors_if*>(&tile.memory());
    const std::string text = errors ? errors->unmet() : "";
    if (!text.empty()) std::cerr << "warning: " << sim.tile_text(tile) << text << "\n";
  };
  print(sim.tile());
  if (!sim.cores()) return;
  for (const simulation::whole_tile& t : sim.whole_tiles())
    if (&t.tile != &sim.tile()) print(t.tile);
}

// RTL in the place of a unit that the run has given nothing to do has not been tried by it.
void print_idle_rtl(const parameters& p, const run_report& report) {
  for (const activity_report& u : report.units) {
    const std::string name = "units." + (u.name == "packer0" ? "packers" : u.name);
    const auto& all = parameter_list();
    const auto place = std::find_if(all.begin(), all.end(), [&](const parameter_info& i) { return i.name == name; });
    if (place != all.end() && place->get(p) == "rtl" && u.activity.idle_cycles() == u.activity.elapsed())
      std::cerr << "note: " << name << "=rtl: this run has given it nothing to do\n";
  }
}

// How a run ended, if it was not its end, last on standard error; `state`: asked for; `stop`: of --stop-at.
void print_end(const run_result& r, const std::string& state, const std::string& stop) {
  if (r.how == run_outcome::stopped) {
    std::cerr << "stopped in cycle " << r.cycles << "; " << (stop.empty() ? "by gdb\n" : plain_text(stop))
              << plain_text(r.text);
    return;
  }
  std::cerr << stop;
  if (r.how == run_outcome::done) {
    std::istringstream stopped(r.stopped);
    for (std::string line; std::getline(stopped, line);) std::cerr << "warning: " << plain_text(line) << "\n";
    std::cerr << state;
    return;
  }
  if (r.how == run_outcome::gave_up) std::cerr << "gave up after " << r.cycles << " cycles (maxclk)\n";
  if (r.how == run_outcome::deadlock) std::cerr << "deadlock at cycle " << r.cycles << ": nothing can make progress any more\n";
  std::cerr << plain_text(r.text);
  if (!r.text.empty() && r.text.back() != '\n') std::cerr << "\n";
  std::cerr << plain_text(r.stopped) << state;
}

// The files of a run that did not come to its end have what there was. A descriptor that we were given is known to its
// opener by another name, and its number differs from run to run.
void note_incomplete(const run_result& r, const output_files& files) {
  if (r.how == run_outcome::done) return;
  std::string names;
  for (const file_report& f : files.all())
    if (f.written && f.path.rfind("/dev/fd/", 0) != 0) names += (names.empty() ? "" : ", ") + f.path + " (" + f.option + ")";
  if (!names.empty())
    std::cerr << "incomplete (" << name(r.how) << " at cycle " << r.cycles << "): " << plain_text(names) << "\n";
}

}  // namespace

run_report session::report_of(const output_files& files, simulation& sim, const run_result& r) const {
  run_report report = collect(sim.tile(), r, sim.cores());
  if (const critical_path* path = sim.path()) report.path = *path;
  collect_surroundings(sim, r.cycles, report);
  report.shows_conflicts = common_.outputs.conflicts;
  report.command = common_.arguments;
  report.version = TENSIX_TLM_VERSION;
  report.commit = common_.commit;
  report.end = name(r.how);
  report.files = files.all();
  settings_list all(report.settings);
  all.add("on_undefined", choices_of("on-undefined")[common_.limits.policy == on_undefined::warn]);
  all.add("hazards", common_.limits.hazards);
  all.add("maxclk", common_.limits.max_cycles ? ordered_json(*common_.limits.max_cycles) : ordered_json(nullptr));
  all.add("quantum_ps", sim.quantum_ps);
  report.complete = r.how == run_outcome::done;
  report.played = !sim.cores();
  if (report.played) report.notes.push_back(played_note(sim.tile().configuration().player));
  note_idle_settings(common_.configuration, fed_, sim, report);
  for (const std::string& doubt : doubts(sim.tile().configuration())) report.notes.push_back(doubt);
  if (ranks_) report.notes.emplace_back("the critical path is not recorded under mpirun");
  return report;
}

std::string session::buffers_text(const run_report& report, simulation& sim) {
  std::string text;
  const auto line = [&text](const std::string& name, uint64_t produced, uint64_t consumed, uint64_t capacity) {
    text += name + ": " + std::to_string(produced) + " pushed, " + std::to_string(consumed) + " popped, room for " +
            std::to_string(capacity) + "\n";
  };
  for (const device_buffer_report& b : report.buffers) line("c_" + std::to_string(b.index), b.produced, b.consumed, b.capacity);
  if (report.chosen)
    for (const buffer_report& b : report.chosen->buffers) {
      const auto word = [&](uint32_t address) {
        uint32_t value = 0;
        sim.tile().state().bring_l1(address, 4);
        std::memcpy(&value, &sim.tile().state().l1[address], 4);
        return value;
      };
      line(b.name, word(b.produced), word(b.consumed), b.tiles);
    }
  return text;
}

void session::ended(simulation& sim, run_result& r) { print_warnings(sim, r); }

void session::print_warnings(simulation& sim, const run_result& r) {
  const auto& reports = sim.tile().state().diagnose.reports();
  const bool last_said =
      r.how == run_outcome::undefined && !reports.empty() && r.text.find(reports.back().to_string()) != std::string::npos;
  for (size_t i = 0; i + last_said < reports.size(); ++i)
    std::cerr << "warning: " << plain_text(reports[i].to_string()) << "\n";
  const auto remarks_of = [&sim](tensix_tile& tile) {
    for (const diagnosis& remark : tile.state().diagnose.remarks())
      std::cerr << "warning: " << sim.tile_text(tile) << plain_text(remark.to_string()) << "\n";
  };
  const auto tiles = sim.whole_tiles();
  if (tiles.empty()) remarks_of(sim.tile());
  for (const auto& t : tiles) remarks_of(t.tile);
}

std::string session::lines_of_crcs(const std::string& what, const std::vector<uint32_t>& crcs) {
  std::string text;
  for (size_t i = 0; i < crcs.size(); ++i) text += what + " " + std::to_string(i) + " " + std::to_string(crcs[i]) + "\n";
  return text;
}

std::string session::result_of_models(std::optional<uint64_t> most) {
  if (!in_place(parameters_.units)) return {};
  const auto told = apart_interruptibly([&] {
    std::string text;
    const run_result r = run_unseen(parameters_.without_rtl(), most, &text);
    return r.how == run_outcome::done ? text : ends_otherwise + std::string(name(r.how));
  });
  return told || interrupted() ? told.value_or("") : ends_otherwise + "a failure";
}

run_result session::run_unseen(const parameters& p, std::optional<uint64_t> most, std::string* result) {
  parameters unseen = p;
  unseen.rtl.coverage.clear();
  simulation sim(unseen, common_.limits.policy);
  sim.why.reset();
  load(sim);
  sim.progress = nullptr;
  sim.add_noc_traffic(placed(common_.noc, use_, p.l1.size_kib * 1024));
  start(sim);
  const run_result r = sim.run(most);
  if (result && r.how == run_outcome::done) *result = result_of(sim);
  return r;
}

void session::begin_together() {
  agree(*ranks_);
  ranks_->progress = ranks_if::progress::running;
}

int session::run_silently() {
  prepare();
  simulation sim(parameters_, common_.limits.policy);
  sim.ranks = ranks_;
  sim.why.reset();
  load(sim);
  start(sim);
  begin_together();
  gather(sim, sim.run(common_.limits.max_cycles ? common_.limits.max_cycles : most_cycles_));
  return exit_done;
}

bool session::wants_results() const { return in_place(parameters_.units) || common_.races; }

std::string session::place_of(const race_site& site) {
  const std::string what =
      site.push ? "\"" + disassemble(site.detail) + "\"" : "access to " + address_map::describe(site.core, site.detail);
  return std::string(core_name(site.core)) + ": " + what;
}

std::string session::lines_of_l1(simulation& sim, uint32_t address, uint32_t bytes) const {
  constexpr uint32_t piece = 64;
  const l1_storage& l1 = sim.tile().state().l1;
  std::string text;
  for (uint32_t from = address; from < address + bytes; from += piece) {
    const uint32_t to = std::min(from + piece, address + bytes);
    std::vector<uint8_t> part(l1.data() + from, l1.data() + to);
    for (const l1_range& r : common_.races->ignored)
      for (uint64_t a = std::max(from, r.address); a < std::min<uint64_t>(to, uint64_t{r.address} + r.bytes); ++a)
        part[a - from] = 0;
    if (std::all_of(part.begin(), part.end(), [](uint8_t b) { return b == 0; })) continue;
    boost::crc_32_type crc;
    crc.process_bytes(part.data(), part.size());
    char where[32];
    std::snprintf(where, sizeof where, "L1 at 0x%x ", from);
    text += where + std::to_string(crc.checksum()) + "\n";
  }
  return text;
}

std::string session::all_results(simulation& sim) const {
  const tensix_state& s = sim.tile().state();
  boost::crc_32_type crc;
  for (unsigned row = 0; row < s.dst.rows; ++row)
    if (s.dst.row_valid[row]) crc.process_bytes(s.dst.bits[row], sizeof s.dst.bits[row]);
    else crc.process_byte(0);
  return lines_of_l1(sim, 0, s.l1.size()) + "Dst " + std::to_string(crc.checksum()) + "\n";
}

// In a process of its own.
race_outcome session::run_delayed(const race_trial& trial, std::optional<uint64_t> most) {
  constexpr size_t most_hazards = 8;
  parameters p = parameters_;
  apply_settings(p, trial.settings);
  race_delays delays(trial);
  race_outcome o;
  simulation sim(p, common_.limits.policy);
  sim.why.reset();
  sim.delays = &delays;
  sim.late_feeds = trial.late_feeds;
  sim.tile().watch_hazards([&o](const std::string& text, hazard_kind) {
    if (o.hazards.size() < most_hazards) o.hazards.push_back(text);
  });
  std::optional<word_watch> watch;
  if (trial.watched) sim.tile().attach(watch.emplace());
  load(sim);
  sim.progress = nullptr;
  sim.add_noc_traffic(placed(common_.noc, use_, p.l1.size_kib * 1024));
  start(sim);
  const run_result r = sim.run(most ? most : common_.limits.max_cycles ? common_.limits.max_cycles : most_cycles_);
  o.how = name(r.how);
  o.cycles = r.cycles;
  o.text = r.text;
  o.sites = delays.sites();
  if (watch) o.accesses = watch->accesses();
  if (r.how == run_outcome::done) {
    o.result = compared(sim);
    if (o.result.empty()) o.result = all_results(sim);
  }
  return o;
}

int session::find_races() {
  prepare();
  for (const l1_range& r : common_.races->ignored)
    if (uint64_t{r.address} + r.bytes > parameters_.l1.size_kib * 1024)
      throw usage_error("--ignore: " + std::to_string(r.bytes) + " bytes from " + std::to_string(r.address) +
                        " are not in L1 (" + std::to_string(parameters_.l1.size_kib * 1024) + " bytes)");
  raced_run raced;
  raced.command = common_.arguments;
  raced.fed = feeds();
  raced.noc = around_noc();
  raced.run = [this](const race_trial& t, std::optional<uint64_t> most) { return run_delayed(t, most); };
  raced.place = [this](const race_site& s) { return place_of(s); };
  return tensix::find_races(*common_.races, parameters_, raced);
}

int session::run() {
  if (ranks_ && !ranks_->reports()) return run_silently();
  for (const std::string& doubt : doubts(parameters_)) std::cerr << "warning: " << doubt << "\n";
  if (common_.races) return find_races();
  const std::string& metrics = common_.outputs.metrics;
  output_files files;
  name_files(files);
  files.open_observations(common_.outputs, common_.observers);
  register_dumps registers(common_.state);
  registers.open(files);
  prepare();
  const std::optional<uint64_t> most = common_.limits.max_cycles ? common_.limits.max_cycles : most_cycles_;
  const std::string models = result_of_models(most);
  const jitter starts(parameters_, common_.limits.starts, [&](const parameters& p) { return run_unseen(p, most); });

  hazard_log hazards;
  present_of_rtl().waves = common_.observers.rtl_waves;
  simulation sim(parameters_, common_.limits.policy);
  sim.ranks = ranks_;
  if (common_.limits.hazards) hazards.attach(sim.tile());
  load(sim);
  sim.add_noc_traffic(placed(common_.noc, use_, parameters_.l1.size_kib * 1024));
  const auto image = [this](const tensix_tile& tile, unsigned core) { return image_of(tile, core); };
  observers shown(common_.outputs, common_.observers, sim, core_programs_, sources_, image);
  registers.attach(sim);
  start(sim);
  watched_cores cores(sim, image);
  const auto [stream, lines] = played();
  stop_watch stops(common_.debug.stop_at, sim, cores, stream, lines);
  stops.stopped = [&] { registers.take(sim); };
  if (!common_.debug.keep_elf.empty()) cores.keep_programs(common_.debug.keep_elf);
  std::optional<gdb_stub> gdb;
  if (common_.debug.gdb) gdb.emplace(*common_.debug.gdb, sim, cores);

  if (ranks_) begin_together();
  sim.interrupted = [this, others = sim.interrupted] { return is_in_vain() || (others && others()); };
  run_result r = run_interruptibly(sim, most);
  if (ranks_) gather(sim, r);

  settle(r);
  if (gdb) gdb->finish(r, static_cast<unsigned>(exit_code_of_end(r.how)));
  ended(sim, r);
  if (r.how != run_outcome::interrupted) shown.finish(r);

  const bool interrupted = r.how == run_outcome::interrupted;
  if (const std::string missed = interrupted ? "" : registers.finish(sim, r, files); !missed.empty())
    std::cerr << "warning: " << missed << "\n";
  // Of a hang it is part of the result.
  const bool hang = r.how == run_outcome::deadlock || r.how == run_outcome::gave_up;
  std::string stop = stops.text(r);
  const std::string state = common_.state.shown && !hang ? sim.state() : "";
  run_report report = report_of(files, sim, r);
  const std::vector<fed_tiles> fed = describe(sim, r, report);
  complete_report(report, sim, r, fed);
  if (stops.reached()) stop += buffers_text(report, sim);
  if (r.how == run_outcome::done) report.jitter = starts.report(r.cycles);
  shown.count_energy(report);
  shown.finish_zones(report, sources_);
  shown.count_as_cards_do(report);
  report.profile = shown.profile(sources_);
  report.path_source = shown.in_source(r.cycles, dst_tiles_);
  results(sim, r, report);
  if (prints_numbers_ && !common_.outputs.quiet) print_report(std::cout, report);
  if (ranks_ && prints_numbers_ && !common_.outputs.quiet)
    std::cout << "ranks: " << ranks_->count() << ", " << grouped(ranks_->exchanges) << " exchanges of "
              << grouped(ranks_->heard_bytes) << " bytes\n";
  if (metrics == standard_output_name) std::cout << metrics_json(report) << "\n";
  else if (!metrics.empty()) write_metrics(metrics, report);
  if (interrupted) {
    std::cerr << plain_text(r.stopped) << state;
    end_interrupted(r, how_far_);
  }
  shown.write_page(report, subject_.empty() ? report.kernel + " " + report.shape : subject_, r);
  if (!common_.outputs.profile.empty()) {
    std::vector<core_profile> all = report.profile;
    for (const zone_report& z : report.zones.zones)
      for (const core_profile& p : z.profile) all.emplace_back(p).core += " in " + text_of(z);
    write_profile(common_.outputs.profile, all);
  }
  const std::string rtl = models.empty() ? "" : result_of(sim);
  const int code = finish(sim, r, exit_code_of(sim, r.how, rtl, models));
  standard_output::require_written();
  note_incomplete(r, files);
  print_unmet(sim);
  print_idle_rtl(parameters_, report);
  print_end(r, state, stop);
  return code;
}

}  // namespace tensix
