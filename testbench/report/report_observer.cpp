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

}  // namespace

report_observer::report_observer(const command_line& options, simulation& sim)
    : options_(options), sim_(sim), window_(options.report_from, options.report_cycles), l1_(sim.tile().memory()) {
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
                            report.kernel.empty() ? "stream " + options_.stream_file : report.kernel + " " + report.shape,
                            name_of(r.how),
                            r.text,
                            bounds_of(report, p, {tile.unpack(0).fastest_wanted(), tile.unpack(1).fastest_wanted()}, work),
                            window_.finish(r.cycles),
                            options_.report_cycles,
                            l1_.finish(r.cycles)};
  std::ofstream out(options_.report, std::ios::binary);
  out << html_page(page);
  if (!out.flush()) throw std::runtime_error("cannot write '" + options_.report + "' (--report)");
}

}  // namespace tensix
