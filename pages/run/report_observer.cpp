// SPDX-License-Identifier: Apache-2.0
#include "pages/run/report_observer.h"

#include "pages/run/html_report.h"
#include "support/files/output_file.h"

namespace tensix {

report_observer::report_observer(tensix_tile& tile, noc_network* network, std::optional<uint64_t> from,
                                 std::optional<uint64_t> cycles, const core_programs& programs)
    : tile_(tile), window_cycles_(cycles.value_or(0)), window_(from, cycles, programs), l1_(tile.memory()), links_(network) {}

void report_observer::add_to(observer_list& all) {
  all.add(window_);
  all.add(density_);
}

void report_observer::write(const std::string& file, const run_report& report, const run_result& r, const std::string& subject,
                            const matrix_work& work) {
  const parameters& p = tile_.configuration();
  const std::array<fetch_speed, 2> wanted = {tile_.unit(tile_unit::unpacker0).traffic().fastest,
                                             tile_.unit(tile_unit::unpacker1).traffic().fastest};
  const html_report page = {report,
                            p,
                            report.command,
                            subject,
                            name(r.how),
                            r.text,
                            bounds_of(report, p, wanted, work),
                            window_.finish(r.cycles),
                            window_cycles_,
                            window_.movements(),
                            density_.finish(r.cycles),
                            l1_.finish(r.cycles),
                            links_.finish(r.cycles)};
  write_file(file, "--report", html_page(page));
}

}  // namespace tensix
