// tensix-tlm program: reader, compute and writer kernel of one core, with DRAM around the tile, from a program file.
#include <algorithm>
#include <iostream>

#include <nlohmann/json.hpp>

#include "app/cli/commands.h"
#include "app/cli/interruption.h"
#include "app/cli/program_memory.h"
#include "app/cli/program_report.h"
#include "app/cli/session.h"
#include "app/options/operands.h"
#include "support/text/plain_text.h"
#include "workload/compile/program_compiler.h"
#include "workload/program/program_reader.h"
#include "workload/program/program_waits.h"

namespace tensix {
namespace {

class program_session : public session {
 public:
  program_session(const program_options& options, const parameters& p)
      : session(options, p),
        options_(options),
        program_(read_program(options.file)),
        placed_(placed(program_, p.l1.size_kib * 1024)),
        tensors_(program_, placed_, options.seed) {
    placed_.tile.prints = !options.prints.empty();
    use_.ranges = {{"programs, arguments and circular buffers", {0, placed_.layout.end}},
                   {"buffers", {placed_.l1_end, placed_.l1_bytes}}};
    source_ = program_.compute ? program_.compute->kernel.source : program_.movers.front().kernel.source;
    subject_ = program_.name;
  }

  // Of all but a run.
  int check() {
    compile(false);
    std::cout << plain_text(text_of(program_, placed_)) << "\n" << program_sizes(program_, placed_, *programs_);
    return exit_done;
  }

 private:
  void name_files(output_files& files) const override {
    files.reads(options_.file, "the program");
    for (unsigned core = 0; core < core_count; ++core)
      if (core == core_t0 || core > core_t2) files.reads(source_of(program_, core), "a kernel");
    files.reads(options_.configuration.configuration, "--config");
    for (const tensor_buffer& b : program_.buffers) files.reads(b.content.file, "content of a buffer");
    for (const tensor_buffer& b : program_.buffers) files.open(b.output, "output of " + b.name);
    if (options_.prints != standard_output_name) files.open(options_.prints, "--dprint");
  }

  void compile(bool checked) {
    tile_program tile = placed_.tile;
    tile.checked = checked;
    programs_.emplace(compiled_programs(tile, placed_.layout, placed_.l1_bytes));
    core_programs_ = images_of(*programs_);
  }

  void prepare() override { compile(false); }

  void load(simulation& sim) override {
    sim.use_cores();
    memory_.emplace(sim.tile(), sim.use_noc());
    tensors_.put(*memory_);
    sim.place = [this](unsigned core, uint32_t pc) {
      const std::string line = line_of(core, pc);
      return (line.empty() ? line : "at " + line + " ") + programs_->place(core, pc);
    };
    sim.ends_at = [this](unsigned core, uint32_t pc) { return programs_->ends_at(core, pc); };
  }

  void start(simulation& sim) override {
    riscv_cores& cores = *sim.cores();
    programs_->load(sim.tile().state().l1.data(), [&](unsigned core, uint32_t offset, const std::vector<uint8_t>& bytes) {
      cores.preload_data_ram(core, offset, bytes);
    });
    for (unsigned core = 0; core < core_count; ++core)
      if (programs_->program(core)) cores.start(core, programs_->program(core)->entry());
  }

  void ended(simulation& sim, run_result& r) override {
    tensors_.take(*memory_);
    if (r.how == run_outcome::deadlock || r.how == run_outcome::gave_up) r.text = waits(sim) + r.text;
    if (r.how == run_outcome::done) std::cerr << plain_text(pages_left(placed_, word_of()) + tensors_.untouched());
    session::ended(sim, r);
  }

  std::vector<fed_tiles> describe(simulation&, const run_result&, run_report& report) override {
    describe_program(report, program_, placed_, *programs_, word_of());
    describe_program_options(report, options_, program_, placed_);
    return {};
  }

  int finish(simulation&, const run_result&, int code) override {
    tensors_.write();
    return code;
  }

  std::function<uint32_t(uint32_t)> word_of() const {
    return [this](uint32_t address) { return memory_->word(address); };
  }
  std::string line_of(unsigned core, uint32_t pc) const {
    const std::string source = source_of(program_, core);
    return source.empty() || !programs_->program(core) ? "" : programs_->program(core)->line_in(source, pc);
  }

  // Who waits for what, in the terms of the program.
  std::string waits(simulation& sim) const {
    std::string text;
    for (unsigned core = 0; core < core_count; ++core) {
      const riscv_core& c = sim.cores()->core(core);
      if (c.state() == riscv_core::condition::running)
        for (const uint32_t polled : c.polled())
          text += wait_text(program_, placed_, {core, polled, line_of(core, c.pc()), {}}, word_of());
    }
    return text;
  }

  const program_options& options_;
  const device_program program_;
  placed_program placed_;
  program_tensors tensors_;
  std::optional<elf_programs> programs_;
  std::optional<simulated_memory> memory_;
};

}  // namespace

int program_command(const program_options& options) {
  try {
    const parameters p = configuration_of(options.configuration);
    program_session session(options, p);
    return options.check ? session.check() : session.run();
  } catch (const compile_error& e) {
    std::cerr << plain_text(e.what());  // as the compiler says it
    return exit_wrong_input;
  }
}

}  // namespace tensix
