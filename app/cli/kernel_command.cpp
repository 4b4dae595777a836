// tensix-tlm kernel: a kernel of one's own, compiled for T0, T1 and T2, with circular buffers that are filled and emptied as those
// of the built-in kernels.

#include <algorithm>
#include <tuple>

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
#include "workload/compile/device_faults.h"
#include "workload/compile/device_tensors.h"
#include "workload/compile/kernel_compiler.h"

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
void explain(run_result& r, const device_kernel& k, const buffer_tiles& given, const elf_programs& programs, simulation& sim) {
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
      waits += waits_for_buffer(k, given, core, polled, programs.program(core)->line_in(k.source, c.pc()), l1.data(), bytes);
  }
  r.text = waits + r.text;
}

// What was decided: buffers, programs, and the words for what was run.
void describe(run_report& report, const device_kernel& k, const device_layout& layout, const buffer_shapes& shapes,
              const elf_programs& programs, const uint8_t* l1) {
  report.kernel = base_name(k.source);
  report.fidelity = name(k.fidelity);
  if (!k.checked) report.notes.emplace_back("without checks for wrong use of the compute API (--unchecked)");
  for (size_t i = 0; i < k.buffers.size(); ++i) {
    const device_buffer& b = k.buffers[i];
    const tile_grid& shape = shapes[b.index];
    device_buffer_report r;
    r.index = b.index;
    r.use = b.input() ? "input" : b.output() ? "output" : "kernel";
    r.format = name(b.format);
    r.capacity = b.capacity;
    r.tile_bytes = tile_bytes(b.format);
    r.address = layout.buffers[i];
    r.tiles = shape.tiles();
    r.source = b.input() ? b.source : b.out;
    std::tie(r.produced, r.consumed) = counts_of(b.index, l1);
    if (r.tiles) r.shape = shape_text(shape.rows, shape.cols);
    if (b.input() && report.format.empty()) report.format = r.format;
    if (b.output() && report.shape.empty()) report.shape = r.shape, report.output_format = r.format;
    if (shape.padded() && r.tiles)
      report.notes.push_back(b.name() + ": " + r.shape + " is padded with zeros to whole 32x32 tiles");
    report.buffers.push_back(std::move(r));
  }
  static constexpr const char* cores[] = {"core_t0", "core_t1", "core_t2"};
  for (unsigned core = 0; core < device_layout::programs; ++core) {
    const elf_image& program = *programs.program(core);
    const uint32_t from = layout.program(core), to = from + layout.program_bytes;
    uint32_t bytes = 0;
    for (const auto& s : program.segments())
      if (s.address >= from && s.address < to)
        bytes = std::max(bytes, s.address + static_cast<uint32_t>(s.bytes.size()) - from);
    report.programs.push_back({cores[core], from, bytes});
  }
}

void describe_options(run_report& report, const command_line& options, const elf_programs& programs) {
  const device_kernel& k = options.device;
  settings_list all(report.settings);
  all.add("seed", options.seed);
  all.add("fp32_dest", k.fp32_dest);
  all.add("dst_sync", name(k.sync));
  all.add("checked", k.checked);
  all.add("arguments", k.arguments);
  all.add("compile_time_arguments", k.compile_time_arguments);
  all.add("defines", k.defines);
  all.add("program_bytes", k.program_bytes);
  for (unsigned core = 0; core < device_layout::programs; ++core)
    all.add("entry_t" + std::to_string(core), programs.program(core)->entry());
}

int run_kernel(const command_line& options) {
  const parameters p = configuration_of(options);
  const device_kernel& k = options.device;
  const uint32_t l1_bytes = p.l1.size_kib * 1024;
  const device_layout layout(k, l1_bytes);
  device_tensors tensors(k, options.seed);
  const output_files files = files_of(options);
  elf_programs programs = compiled_programs(k, layout, l1_bytes);
  programs.add_data(device_layout::arguments_address, bytes_of(k.arguments), "--arg");

  hazard_log hazards;
  kept_simulation kept(p, options.policy);
  simulation& sim = *kept;
  if (options.hazards) hazards.attach(sim.tile());
  riscv_cores& cores = sim.use_cores();
  circular_buffer_feed feed = tensors.feed(layout, sim.tile().state().l1.data());
  sim.feed(feed);
  sim.add_noc_traffic(noc_beside(options, layout, l1_bytes));
  observers shown(options, sim, images_of(programs));
  programs.load(sim.tile().state().l1.data(), [&](unsigned core, uint32_t offset, const std::vector<uint8_t>& bytes) {
    cores.preload_data_ram(core, offset, bytes);
  });
  sim.place = [&](unsigned core, uint32_t pc) {
    const std::string line = programs.program(core) ? programs.program(core)->line_in(k.source, pc) : "";
    return (line.empty() ? line : "at " + line + " ") + programs.place(core, pc);
  };
  for (unsigned core = 0; core < device_layout::programs; ++core) cores.start(core, programs.program(core)->entry());

  run_result r = run_interruptibly(sim, options.max_cycles);
  tensors.count(feed);
  explain(r, k, tensors.wanted(), programs, sim);
  print_warnings(sim);
  if (r.how != run_outcome::interrupted) shown.finish(r.cycles);
  run_report report = report_of(options, files, sim, r);
  describe(report, k, layout, tensors.shapes(), programs, sim.tile().state().l1.data());
  describe_options(report, options, programs);
  std::vector<fed_tiles> fed;
  for (size_t i = 0; i < k.buffers.size(); ++i) {
    const device_buffer_report& b = report.buffers[i];
    if (k.buffers[i].input()) fed.push_back({b.produced, b.tile_bytes, true});
    if (k.buffers[i].output()) fed.push_back({b.consumed, b.tile_bytes, false});
  }
  complete_report(report, sim, r, fed);
  shown.count_energy(report);
  report.profile = shown.profile(k.source);
  for (auto& core : report.profile) core.program = k.source;  // not where the cache has it
  for (const auto& out : tensors.outputs()) report.tiles += out.tiles;
  print_numbers(options, report);
  write_numbers(options, report);
  if (!report.complete) end_interrupted(r, "");
  shown.write_page(report, r, nullptr);
  if (!options.profile.empty()) write_profile(options.profile, report.profile);
  int code = exit_code_of(sim, r.how);
  if (r.how == run_outcome::done) {
    const leftovers left = tiles_left(k, tensors.wanted(), sim.tile().state().l1.data());
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
