// tensix-tlm kernel: a kernel of one's own, compiled for T0, T1 and T2, with circular buffers that are filled and emptied as those
// of the built-in kernels.

#include "platform/parameters.h"
#include "testbench/cli/commands.h"
#include "testbench/cli/interruption.h"
#include "testbench/cli/observers.h"
#include "testbench/cli/output_files.h"
#include "testbench/cli/run_end.h"
#include "testbench/compile/device_faults.h"
#include "testbench/compile/device_tensors.h"
#include "testbench/compile/kernel_compiler.h"
#include "testbench/options/operands.h"

namespace tensix {
namespace {

output_files files_of(const command_line& options) {
  output_files files;
  files.reads(options.device.source, "the kernel");
  files.reads(options.configuration, "--config");
  for (const auto& b : options.device.buffers) files.reads(b.file, "--cb");
  for (const auto& b : options.device.buffers) files.open(b.out, "--out");
  files.open(options.profile, "--profile");
  files.open_observations(options);
  return files;
}

std::vector<uint8_t> bytes_of(const std::vector<uint32_t>& words) {
  std::vector<uint8_t> bytes;
  for (const uint32_t w : words)
    for (unsigned b = 0; b < 4; ++b) bytes.push_back(static_cast<uint8_t>(w >> (8 * b)));
  return bytes;
}

// Wrong use that the programs themselves have found is what ended the run; who waits is said in terms of the kernel.
void explain(run_result& r, const device_kernel& k, const buffer_shapes& shapes, const elf_programs& programs, simulation& sim) {
  const auto& l1 = sim.tile().state().l1;
  const auto bytes = static_cast<uint32_t>(l1.size());
  if (const std::string misuse = misuse_text(k, l1.data(), bytes); !misuse.empty()) {
    r.how = run_outcome::undefined;
    r.text = misuse;
    return;
  }
  if (r.how != run_outcome::deadlock && r.how != run_outcome::gave_up) return;
  std::string waits;
  for (unsigned core = 0; core < device_layout::programs; ++core) {
    const riscv_core& c = sim.cores()->core(core);
    for (const uint32_t polled : c.polls())
      waits += waits_for_buffer(k, shapes, core, polled, programs.program(core)->line_in(k.source, c.pc()), l1.data(), bytes);
  }
  r.text = waits + r.text;
}

int run_kernel(const command_line& options) {
  const parameters p = configuration_of(options);
  const device_kernel& k = options.device;
  const uint32_t l1_bytes = p.l1.size_kib * 1024;
  const device_layout layout(k, l1_bytes);
  device_tensors tensors(k, options.seed);
  files_of(options);
  elf_programs programs = compiled_programs(k, layout, l1_bytes);
  programs.add_data(device_layout::arguments_address, bytes_of(k.arguments), "--arg");

  hazard_log hazards;
  simulation sim(p, options.policy);
  if (options.hazards) hazards.attach(sim.tile());
  riscv_cores& cores = sim.use_cores();
  observers shown(options, sim, images_of(programs));
  programs.load(sim.tile().state().l1.data(), [&](unsigned core, uint32_t offset, const std::vector<uint8_t>& bytes) {
    cores.preload_data_ram(core, offset, bytes);
  });
  sim.place = [&](unsigned core, uint32_t pc) {
    const std::string line = programs.program(core) ? programs.program(core)->line_in(k.source, pc) : "";
    return (line.empty() ? line : "at " + line + " ") + programs.place(core, pc);
  };
  circular_buffer_feed feed = tensors.feed(layout, sim.tile().state().l1.data());
  sim.feed(feed);
  for (unsigned core = 0; core < device_layout::programs; ++core) cores.start(core, programs.program(core)->entry());

  run_result r = run_interruptibly(sim, options.max_cycles);
  tensors.count(feed);
  explain(r, k, tensors.shapes(), programs, sim);
  print_warnings(sim);
  if (r.how != run_outcome::interrupted) shown.finish(r.cycles);
  run_report report = report_of(options, sim, r);
  report.kernel = base_name(k.source);
  report.profile = shown.profile();
  for (const auto& out : tensors.outputs()) report.tiles += out.tiles;
  print_report(std::cout, report);
  shown.write_metrics(report);
  if (!report.complete) end_interrupted(r, "");
  shown.write_page(report, r, nullptr);
  int code = exit_code_of(sim, r.how);
  if (r.how == run_outcome::done) {
    const leftovers left = tiles_left(k, tensors.shapes(), sim.tile().state().l1.data());
    std::cerr << left.text;
    if (left.fails) code = exit_undefined;
    else tensors.write();
  }
  finish_output(code);
  print_end(r);
  return code;
}

}  // namespace

int run_device_kernel_command(const command_line& options) {
  try {
    return run_kernel(options);
  } catch (const compile_error& e) {
    std::cerr << e.what();  // as the compiler says it
    return exit_wrong_input;
  }
}

}  // namespace tensix
