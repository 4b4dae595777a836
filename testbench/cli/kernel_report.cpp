#include "testbench/cli/kernel_report.h"

#include "testbench/options/operands.h"

namespace tensix {

namespace {

void note_padding(run_report& report, const std::string& which, const tile_grid& g) {
  if (g.padded())
    report.notes.push_back(which + " " + shape_text(g.rows, g.cols) + " is padded with zeros to " +
                           shape_text(g.tile_rows * tile_dim, g.tile_cols * tile_dim) + " (whole 32x32 tiles)");
}

// How the program differs from the usual one.
void note_program(run_report& report, const kernel_options& k) {
  if (k.isolate != isolated_stage::none)
    report.notes.push_back(std::string("only ") + name(k.isolate) +
                           " works in full, the other stages just synchronise: there is no result (--isolate)");
  if (k.issue == issue_mode::direct)
    report.notes.push_back("the cores push every instruction, without MOP and REPLAY (--issue direct)");
  if (k.loop != fidelity_loop::usual)
    report.notes.push_back(std::string("all fidelity phases of a ") + name(k.loop) + " before the next (--fidelity-loop)");
}

}  // namespace

void describe_kernel(run_report& report, const kernel& work) {
  const kernel_options& k = work.options();
  report.kernel = k.kernel->name();
  report.shape = shape_text(k);
  report.format = name(k.format);
  if (k.kernel->operands() > 1 && k.input_format(1) != k.format)
    report.format += std::string(" and ") + name(k.input_format(1));
  report.output_format = name(k.output_format);
  if (k.kernel->has_phases()) report.fidelity = name(k.fidelity);
  for (size_t i = 0; i < work.inputs().size(); ++i) note_padding(report, "input " + std::to_string(i), work.inputs()[i].grid);
  note_padding(report, "output", work.output().grid);
  note_program(report, k);
}

}  // namespace tensix
