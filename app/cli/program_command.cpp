// tensix-tlm program: reader, compute and writer kernel of one core, with DRAM around the tile, from a program file.
#include <algorithm>
#include <iostream>

#include "app/cli/checked_text.h"
#include "app/cli/commands.h"
#include "app/cli/interruption.h"
#include "app/cli/program_memory.h"
#include "app/cli/program_report.h"
#include "app/cli/session.h"
#include "app/options/operands.h"
#include "platform/configuration_files.h"
#include "support/files/output_file.h"
#include "support/text/plain_text.h"
#include "workload/compile/device_prints.h"
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
        placed_(placed(program_, p.l1.size_kib * 1024, program_place::of_tile(p.tile_place.x, p.tile_place.y))),
        tensors_(program_, placed_, options.seed) {
    placed_.tile.prints = !options.prints.empty();
    use_.ranges = {{"programs, arguments and circular buffers", {0, placed_.layout.end}},
                   {"buffers", {placed_.l1_end, placed_.l1_bytes}}};
    for (unsigned core = 0; core < core_count; ++core) sources_[core] = source_of(program_, core);
    if (placed_.tile.compute) dst_tiles_ = placed_.tile.compute->dst_tiles();
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
    files.reads(configuration_file(options_.configuration.configuration), "--config");
    for (const tensor_buffer& b : program_.buffers) files.reads(b.content.file, "content of a buffer");
    for (const tensor_buffer& b : program_.buffers) files.open(b.output, "output of " + b.name);
    if (options_.prints != standard_output_name) files.open(options_.prints, "--dprint");
  }

  void compile(bool checked) {
    placed_.tile.checked = checked;
    programs_.emplace(compiled_programs(placed_.tile, placed_.layout, placed_.l1_bytes));
    core_programs_ = images_of(*programs_);
  }

  // As of a kernel: programs with checks run first, apart; what is measured is without.
  void prepare() override {
    try {
      compile(options_.checked);
    } catch (const program_too_long&) {
      if (!options_.checked) throw;
      compile(false);
      std::cerr << "warning: no wrong use was looked for: with checks a program is too long; give program_kib more\n";
      return;
    }
    if (!options_.checked) return;
    const std::optional<std::string> text = apart_interruptibly([this] { return run_checked(); });
    if (text) words_ = words_of(*text);
    else if (!interrupted())
      std::cerr << "warning: no wrong use was looked for: the process with the checked programs has failed\n";
    shows_checked_ = !words_.errors.empty();
    if (!shows_checked_) compile(false);
  }

  // In a process of its own.
  std::string run_checked() {
    checking_ = true;
    parameters p = parameters_;
    p.units = {};
    p.rtl = {};
    simulation sim(p, common_.limits.policy);
    sim.why.reset();
    load(sim);
    start(sim);
    std::optional<uint64_t> most = common_.limits.max_cycles;
    if (most) *most *= 2;  // checks take a while
    sim.run(most);
    return text_of(found(sim));
  }
  checked_words found(simulation& sim) const {
    return words_of_checked(placed_.tile, *programs_, sim.tile().state().l1.data());
  }

  void load(simulation& sim) override {
    sim.use_cores();
    memory_.emplace(sim.tile(), sim.use_noc());
    tensors_.put(*memory_);
    if (placed_.tile.prints) take_prints(sim);
    sim.place = [this](const tensix_tile&, unsigned core, uint32_t pc) {
      const std::string line = line_of(core, pc);
      return (line.empty() ? line : "at " + line + " ") + programs_->place(core, pc);
    };
    sim.ends_at = [this](const tensix_tile&, unsigned core, uint32_t pc) { return programs_->ends_at(core, pc); };
  }

  std::string result_of(simulation&) override {
    std::string text;
    for (size_t i = 0; i < program_.buffers.size(); ++i)
      text += lines_of_crcs(program_.buffers[i].name + ", page", tensors_.page_crcs(i, *memory_));
    return text;
  }

  // Rings of the cores are emptied like circular buffers. Of the checked programs nobody wants what they print.
  void take_prints(simulation& sim) {
    uint8_t* const l1 = sim.tile().state().l1.data();
    const print_source source = print_source_of(placed_.tile, placed_.layout);
    prints_.emplace(source, l1, [this](unsigned core, uint32_t pc) {
      return place_in_source(source_of(program_, core), *programs_->program(core), pc);
    });
    std::vector<circular_buffer_plan> rings;
    std::vector<unsigned> cores;
    for (unsigned core = 0; core < core_count; ++core)
      if (programs_->program(core)) {
        rings.push_back(device_prints::ring(source, core));
        cores.push_back(core);
      }
    feed_.emplace(
        std::vector<circular_buffer_plan>{}, rings, std::vector<operand_tiles*>{},
        [this, cores](unsigned ring, uint64_t, const uint8_t* record) {
          if (!checking_) prints_->take(cores[ring], record);
        },
        l1);
    sim.feed(*feed_);
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
    if (prints_) {
      if (options_.prints == standard_output_name) std::cout << plain_text(prints_->text());
      else write_file(options_.prints, "--dprint", prints_->text());
    }
    if (shows_checked_ || prints_)  // ASSERT looks where it prints, too
      if (checked_words again = found(sim); !again.errors.empty()) words_ = std::move(again);
    std::cerr << words_.warnings;
    if (!words_.errors.empty()) {
      r.how = run_outcome::undefined;
      r.text = words_.errors;
      r.stopped.clear();  // where it was found
    } else if (r.how == run_outcome::deadlock || r.how == run_outcome::gave_up) {
      r.text = waits(sim) + r.text;
    } else if (r.how == run_outcome::done) {
      std::cerr << plain_text(pages_left(placed_, word_of()) + tensors_.untouched());
    }
    session::ended(sim, r);
  }

  std::vector<fed_tiles> describe(simulation&, const run_result&, run_report& report) override {
    describe_program(report, program_, placed_, *programs_, word_of());
    describe_program_options(report, options_, program_, placed_);
    if (placed_.tile.prints) report.notes.emplace_back("with DPRINT, which costs cycles (--dprint)");
    if (shows_checked_) report.notes.emplace_back("with the checks that have found wrong use, which cost cycles");
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
          text += wait_text(program_, placed_, {core, polled, line_of(core, c.pc()), words_.waits[core]}, word_of());
    }
    return text;
  }

  const program_options& options_;
  const device_program program_;
  placed_program placed_;
  program_tensors tensors_;
  std::optional<elf_programs> programs_;
  std::optional<simulated_memory> memory_;
  std::optional<circular_buffer_feed> feed_;
  std::optional<device_prints> prints_;
  checked_words words_;
  bool shows_checked_ = false, checking_ = false;
};

}  // namespace

int program_command(const program_options& options) {
  try {
    const parameters p = configuration_of(options.configuration);
    if (p.harvesting.channels)
      throw usage_error("dram.harvested_channels: programs have their buffers in eight banks; this chip has seven channels");
    program_session session(options, p);
    return options.check ? session.check() : session.run();
  } catch (const compile_error& e) {
    std::cerr << plain_text(e.what());  // as the compiler says it
    return exit_wrong_input;
  }
}

}  // namespace tensix
