#include "testbench/report/report_observer.h"

#include <fstream>
#include <stdexcept>

#include "testbench/report/html_report.h"

namespace tensix {
namespace {

const char* name_of(simulation::outcome how) {
  switch (how) {
    case simulation::outcome::done: return "done";
    case simulation::outcome::undefined: return "undefined";
    case simulation::outcome::gave_up: return "gave_up";
    default: return "deadlock";
  }
}

// "elf t0.elf t1.elf", "stream a.scn", "add 64x64"
std::string subject_of(const command_line& options, const run_report& report) {
  if (report.kernel.empty()) return "stream " + options.stream_file;
  if (report.kernel != "elf") return report.kernel + " " + report.shape;
  std::string subject = report.kernel;
  for (const auto& program : options.programs)
    if (!program.empty()) subject += " " + base_name(program);
  return subject;
}

}  // namespace

report_observer::report_observer(const command_line& options, simulation& sim, const core_programs& programs)
    : options_(options), sim_(sim), window_(options.report_from, options.report_cycles, programs), l1_(sim.tile().memory()) {
  sim.sample_at = l1_recorder::first_sample;
  sim.sample = [this](cycle_t) { return l1_.sample(); };
}

void report_observer::write(const run_report& report, const simulation::result& r, const kernel* k) {
  tensix_tile& tile = sim_.tile();
  const parameters& p = tile.configuration();
  const matrix_work work = k ? matrix_work_of(*k) : matrix_work_of(report);
  const html_report page = {report,
                            p,
                            options_.arguments,
                            subject_of(options_, report),
                            name_of(r.how),
                            r.text,
                            bounds_of(report, p, {tile.unit(tile_unit::unpacker0).traffic().fastest, tile.unit(tile_unit::unpacker1).traffic().fastest}, work),
                            window_.finish(r.cycles),
                            options_.report_cycles,
                            l1_.finish(r.cycles)};
  std::ofstream out(options_.report, std::ios::binary);
  out << html_page(page);
  if (!out.flush()) throw std::runtime_error("cannot write '" + options_.report + "' (--report)");
}

}  // namespace tensix
