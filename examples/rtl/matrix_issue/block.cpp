// SPDX-License-Identifier: Apache-2.0
// matrix_issue.sv in the place of the matrix unit: RTL says when, the model's function says what.
#include <algorithm>

#include "matrix_issue_port.h"
// Verilator's headers stand in front of SystemC's.
#include "cosim/rtl/issue_adapter.h"
#include "cosim/rtl/issue_shadow.h"
#include "models/observe/observer.h"

namespace tensix {
namespace {

struct port_holder {
  matrix_issue_port port;
};

class matrix_issue_unit : private port_holder, public issue_adapter<matrix_issue_port> {
 public:
  matrix_issue_unit(const sc_core::sc_module_name& name, const tile_context& c, rtl_environment& environment)
      : port_holder{{c, environment, true}}, issue_adapter(name, port), c_(c) {}
  cause drained_by(unsigned thread) const override { return busy_by_[thread]; }

 private:
  const tile_context c_;
  cause free_by_, busy_by_[thread_count];  // if causes are recorded: what makes it free, or hold nothing of a thread

  // Why an instruction starts now, for the critical path: the pins are told the same. Result: that it has started.
  event_id tell_waited(const issue_request& r) {
    cause_recorder* const causes = c_.state.causes;
    if (!causes) return 0;
    causes->after_turn(free_by_);
    const unsigned needs = matrix_unit_function::needs_src(r.word);
    if (needs & 1) causes->after(c_.hand_over.owned_by(0, c_.state.srca.matrix_bank));
    if (needs & 2) causes->after(c_.hand_over.owned_by(1, c_.state.srcb.matrix_bank));
    if (port.use().waits.any()) causes->after(c_.dst.readable_by(port.use().waits));
    return causes->last();
  }

  void starts(const issue_request& r) override {
    const Vmatrix_issue& pins = port.pins_of_block();
    const cycle_t free = r.cycle + pins.start_cycles;
    const event_id started = tell_waited(r);
    c_.hand_over.changed(c_.functions.matrix_unit.execute(r.word, r.thread), r.cycle, account_.name(),
                         {started, path_kind::matrix_issue, 1});
    free_by_ = {started, path_kind::matrix_issue, pins.start_cycles};
    if (cause_recorder* const causes = c_.state.causes) {
      const cause over{started, path_kind::matrix_latency, pins.start_empty};
      if (causes->cycle_of(over) >= causes->cycle_of(busy_by_[r.thread])) busy_by_[r.thread] = over;
    }
    worked(r, r.cycle, free);
    if (port.use().dst) c_.dst_turn.started(dst_user::matrix_unit, r.thread, r.cycle, r.cycle + pins.start_empty);
    if (matrix_timing_of(r.word).rule == matrix_timing::rule_t::to_dst) c_.dst_turn.moves_until(free);
    if (c_.state.tap && port.use().dst)
      c_.state.tap->dst_used(dst_accessor::matrix_unit, port.use().reads, port.use().writes, r.cycle);
    const unsigned hazard = std::max(pins.start_readable, pins.start_cycles) - pins.start_cycles;
    // The packers wait for what RTL says.
    c_.dst.written(port.use().writes, r.cycle + pins.start_readable,
                   {started, path_kind::matrix_issue, pins.start_cycles, path_kind::dst_hazard, hazard});
  }
};

class matrix_issue_shadow : private port_holder, public issue_shadow<matrix_unit, matrix_issue_port> {
 public:
  matrix_issue_shadow(const sc_core::sc_module_name& name, const tile_context& c, rtl_environment& environment)
      : port_holder{{c, environment, false}},
        issue_shadow(name, environment, port, c.configuration.matrix_unit, c.state, c.functions.matrix_unit, c.hand_over, c.dst,
                     c.dst_turn) {}
};

const bool known =
    register_rtl({"matrix_unit", "issue stage with the scoreboard of Dst (examples/rtl/matrix_issue)",
                  [](tile_parts& parts, unit_source source, rtl_environment& environment) {
                    parts.matrix_unit = [source, &environment](const tile_context& c) -> std::unique_ptr<tensix_unit> {
                      if (source == unit_source::shadow)
                        return std::make_unique<matrix_issue_shadow>("matrix_unit", c, environment);
                      return std::make_unique<matrix_issue_unit>("matrix_unit", c, environment);
                    };
                  }});

}  // namespace
}  // namespace tensix
