// SPDX-License-Identifier: Apache-2.0
// tensix-tlm kernel: a kernel of one's own, compiled for T0, T1 and T2, with circular buffers that are filled and emptied as those
// of the built-in kernels.

#include <algorithm>
#include <iostream>
#include <tuple>

#include "app/cli/checked_session.h"
#include "app/cli/commands.h"
#include "app/cli/settings_list.h"
#include "app/options/operands.h"
#include "platform/configuration_files.h"
#include "support/files/output_file.h"
#include "support/text/plain_text.h"
#include "workload/compile/device_faults.h"
#include "workload/compile/device_prints.h"
#include "workload/compile/device_tensors.h"
#include "workload/compile/kernel_compiler.h"

namespace tensix {
namespace {

std::vector<uint8_t> bytes_of(const std::vector<uint32_t>& words) {
  std::vector<uint8_t> bytes;
  for (const uint32_t w : words)
    for (unsigned b = 0; b < 4; ++b) bytes.push_back(static_cast<uint8_t>(w >> (8 * b)));
  return bytes;
}

// Wrong use that the programs themselves have found is what ended the run; who waits is said in terms of the kernel.
void explain(run_result& r, const device_kernel& k, const checked_words& words, const buffer_tiles& given,
             const elf_programs& programs, simulation& sim) {
  if (!words.errors.empty()) {
    r.how = run_outcome::undefined;
    r.text = words.errors;
    r.stopped.clear();  // where it was found
    return;
  }
  if (r.how != run_outcome::deadlock && r.how != run_outcome::gave_up) return;
  std::string waits;
  for (unsigned core = 0; core < device_layout::programs; ++core) {
    const riscv_core& c = sim.cores()->core(core);
    for (const uint32_t polled : c.polled())
      waits += waits_for_buffer(k, given, core, polled, programs.program(core)->line_in(k.source, c.pc()), words.waits[core],
                                sim.tile().state().l1.data());
  }
  r.text = waits + r.text;
}

// What was decided: buffers, programs, and the words for what was run.
void describe_device_kernel(run_report& report, const device_kernel& k, const device_layout& layout,
                            const buffer_shapes& shapes, const elf_programs& programs, const uint8_t* l1) {
  report.kernel = base_name(k.source);
  report.fidelity = name(k.fidelity);
  if (!k.checked) report.notes.emplace_back("without checks for wrong use of the compute API (--unchecked)");
  if (programs.program(1)->has_function("tensix_own_vector_code"))
    report.notes.emplace_back(
        "vector code of its own: compiled by GCC, not by the vendor's compiler, so its instructions may be others");
  for (size_t i = 0; i < k.buffers.size(); ++i) {
    const device_buffer& b = k.buffers[i];
    const tile_grid& shape = shapes[b.index];
    for (auto& core : report.cores)
      for (auto& word : core.polled) {
        const uint32_t produced = device_layout::counters(b.index), consumed = produced + device_layout::consumed_offset;
        if (word.address == produced || word.address == consumed)
          word.name = "c_" + std::to_string(b.index) + (word.address == produced ? " produced" : " consumed");
      }
    device_buffer_report r;
    r.index = b.index;
    r.use = b.input() ? "input" : b.output() ? "output" : "kernel";
    r.format = buffer_format_name(b.format);
    r.capacity = b.capacity;
    r.tile_bytes = tile_bytes(b.format);
    r.address = layout.buffers[i];
    r.tiles = shape.tiles();
    r.source = b.input() ? b.source : b.out;
    std::tie(r.produced, r.consumed) = counts_of(b.index, l1);
    r.sharded = b.sharded;
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

void describe_options(run_report& report, const device_kernel_options& options, const elf_programs& programs) {
  const device_kernel& k = options.kernel;
  settings_list all(report.settings);
  all.add("seed", options.seed);
  all.add("fp32_dest", k.fp32_dest);
  all.add("dst_sync", name(k.sync));
  all.add("checked", k.checked);
  all.add("dprint", k.prints);
  all.add("arguments", k.arguments);
  all.add("common_arguments", k.common_arguments);
  all.add("compile_time_arguments", k.compile_time_arguments);
  std::vector<std::string> named;
  for (const auto& [name, value] : k.named_arguments) named.push_back(name + "=" + std::to_string(value));
  all.add("named_arguments", named);
  all.add("defines", k.defines);
  all.add("include_folders", k.include_folders);
  all.add("program_bytes", k.program_bytes);
  for (unsigned core = 0; core < device_layout::programs; ++core)
    all.add("entry_t" + std::to_string(core), programs.program(core)->entry());
}

class kernel_session : public checked_session {
 public:
  kernel_session(const device_kernel_options& options, const parameters& p)
      : checked_session(options, p, options.kernel.checked),
        options_(options),
        kernel_(with_shards(options.kernel)),
        l1_bytes_(p.l1.size_kib * 1024),
        layout_(kernel_, l1_bytes_),
        tensors_(kernel_, options.seed) {
    use_.ranges = {{"counters, arguments, programs and buffers", {0, layout_.end}}};
    for (const unsigned core : {core_t0, core_t1, core_t2}) sources_[core] = kernel_.source;
    dst_tiles_ = kernel_.dst_tiles();
  }

 private:
  void name_files(output_files& files) const override {
    files.reads(kernel_.source, "the kernel");
    files.reads(configuration_file(options_.configuration.configuration), "--config");
    for (const auto& b : kernel_.buffers) files.reads(b.file, "--cb");
    for (const auto& b : kernel_.buffers) files.open(b.out, "--out");
    if (options_.prints != standard_output_name) files.open(options_.prints, "--dprint");
  }

  void compile(bool checked) override {
    device_kernel k = kernel_;
    k.checked = checked;
    programs_.emplace(compiled_programs(k, layout_, l1_bytes_));
    programs_->add_data(device_layout::arguments_address, bytes_of(kernel_.arguments), "--arg");
    programs_->add_data(device_layout::common_arguments_address, bytes_of(kernel_.common_arguments), "--common-arg");
    core_programs_ = images_of(*programs_);
  }

  std::string room_option() const override { return "--program-kib"; }
  std::vector<checked_words> found(simulation& sim) const override {
    return {words_of_checked(kernel_, *programs_, sim.tile().state().l1.data())};
  }

  void load(simulation& sim) override {
    sim.use_cores();
    feed_.emplace(tensors_.feed(layout_, sim.tile().state().l1.data(), printed(sim)));
    if (wants_results()) feed_->keep_crcs();
    sim.feed(*feed_);
    fed_ = true;
    sim.place = [this](const tensix_tile&, unsigned core, uint32_t pc) {
      const std::string line = programs_->program(core) ? programs_->program(core)->line_in(kernel_.source, pc) : "";
      return (line.empty() ? line : "at " + line + " ") + programs_->place(core, pc);
    };
    sim.ends_at = [this](const tensix_tile&, unsigned core, uint32_t pc) { return programs_->ends_at(core, pc); };
  }

  std::string result_of(simulation& sim) override {
    std::string text;
    unsigned fed = 0;
    for (const auto& out : tensors_.outputs()) {
      const std::string what = out.buffer->name() + ", tile";
      text += lines_of_crcs(what, out.buffer->sharded ? tensors_.shard_crcs(out, layout_, sim.tile().state().l1.data())
                                                      : feed_->output_crcs(fed++));
    }
    return text;
  }

  bool feeds() const override { return true; }
  std::string place_of(const race_site& site) override {
    const std::string line =
        programs_->program(site.core) ? programs_->program(site.core)->line_in(kernel_.source, site.place) : "";
    return session::place_of(site) + (line.empty() ? "" : " at " + line) + " " + programs_->place(site.core, site.place);
  }

  // Where what is printed goes: of the run that is shown, not of the checked programs' before it.
  device_tensors::printed_function printed(simulation& sim) {
    if (!kernel_.prints || checking_) return {};
    prints_.emplace(print_source_of(kernel_, layout_), sim.tile().state().l1.data(),
                    [this](unsigned core, uint32_t pc) { return place_in_kernel(kernel_, *programs_->program(core), pc); });
    return [this](unsigned core, const uint8_t* record) { prints_->take(core, record); };
  }

  void start(simulation& sim) override {
    riscv_cores& cores = *sim.cores();
    programs_->load(sim.tile().state().l1.data(), [&](unsigned core, uint32_t offset, const std::vector<uint8_t>& bytes) {
      cores.preload_data_ram(core, offset, bytes);
    });
    for (unsigned core = 0; core < device_layout::programs; ++core) cores.start(core, programs_->program(core)->entry());
  }

  void ended(simulation& sim, run_result& r) override {
    tensors_.count(*feed_);
    tensors_.take_shards(layout_, sim.tile().state().l1.data());
    if (prints_) {
      if (options_.prints == standard_output_name) std::cout << plain_text(prints_->text());
      else write_file(options_.prints, "--dprint", prints_->text());
    }
    if (shows_checked_ || prints_)  // ASSERT looks where it prints, too
      if (std::vector<checked_words> again = found(sim); !errors_of(again).empty()) words_ = std::move(again);
    const checked_words words = words_.empty() ? checked_words() : words_.front();
    std::cerr << words.warnings;
    explain(r, kernel_, words, tensors_.wanted(), *programs_, sim);
    if (r.how == run_outcome::done) {
      const leftovers left = tiles_left(kernel_, tensors_.wanted(), sim.tile().state().l1.data());
      if (left.fails) r.how = run_outcome::undefined, r.text = left.text;
      else std::cerr << left.text;
    }
    session::ended(sim, r);
  }

  std::vector<fed_tiles> describe(simulation& sim, const run_result&, run_report& report) override {
    describe_device_kernel(report, kernel_, layout_, tensors_.shapes(), *programs_, sim.tile().state().l1.data());
    describe_options(report, options_, *programs_);
    if (kernel_.prints) report.notes.emplace_back("with DPRINT, which costs cycles (--dprint)");
    if (shows_checked_) report.notes.emplace_back("with the checks that have found wrong use, which cost cycles");
    for (const auto& out : tensors_.outputs()) report.tiles += out.tiles;
    std::vector<fed_tiles> fed;
    for (size_t i = 0; i < kernel_.buffers.size(); ++i) {
      const device_buffer_report& b = report.buffers[i];
      if (kernel_.buffers[i].sharded) continue;
      if (kernel_.buffers[i].input()) fed.push_back({b.produced, b.tile_bytes, true});
      if (kernel_.buffers[i].output()) fed.push_back({b.consumed, b.tile_bytes, false});
    }
    return fed;
  }

  const elf_image* image_of(const tensix_tile&, unsigned core) const override { return programs_->program(core).get(); }

  int finish(simulation&, const run_result&, int code) override {
    tensors_.write();
    return code;
  }

  const device_kernel_options& options_;
  const device_kernel kernel_;
  const uint32_t l1_bytes_;
  const device_layout layout_;
  device_tensors tensors_;
  std::optional<elf_programs> programs_;
  std::optional<circular_buffer_feed> feed_;
  std::optional<device_prints> prints_;
};

}  // namespace

int kernel_command(const device_kernel_options& options) {
  try {
    const parameters p = configuration_of(options.configuration);
    return kernel_session(options, p).run_checked();
  } catch (const compile_error& e) {
    std::cerr << plain_text(e.what());  // as the compiler says it
    return exit_wrong_input;
  }
}

}  // namespace tensix
