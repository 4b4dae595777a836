// tensix-tlm: the command line. See options.h for what it takes, commands.cpp for what it does.
#include <cstdlib>
#include <iostream>
#include <systemc>

#include "models/isa/isa.h"
#include "platform/assumptions.h"
#include "platform/parameters.h"
#include "testbench/cli/commands.h"
#include "testbench/sweep/sweep.h"

#ifndef TENSIX_TLM_VERSION
#define TENSIX_TLM_VERSION "unknown"
#endif

namespace {

using namespace tensix;

int run(int argc, char** argv) {
  const command_line options = parse_command_line(argc, argv);
  if (options.dump_config || options.what == command::dump_config || options.what == command::params) {
    parameters p = load_configuration(options.configuration);
    apply_settings(p, options.settings);
    if (options.what != command::params) std::cout << to_json(p) << "\n";
    else if (options.assumptions) std::cout << assumptions_text(p);
    else std::cout << (options.markdown ? parameters_markdown() : parameters_text(p));
    return exit_done;
  }
  switch (options.what) {
    case command::run: return run_kernel_command(options);
    case command::stream: return run_stream_command(options);
    case command::elf: return run_elf_command(options);
    case command::compare: return compare_command({options.arguments.begin() + 1, options.arguments.end()});
    case command::sweep: return sweep_command({options.arguments.begin() + 1, options.arguments.end()});
    case command::kernels: std::cout << kernels_text(); break;
    case command::disasm:
      for (uint32_t word : options.words) std::cout << disassemble(word, true) << "\n";
      break;
    case command::version: std::cout << "tensix-tlm " << TENSIX_TLM_VERSION << "\n"; break;
    default: std::cout << options.help_text;
  }
  return exit_done;
}

int guarded_run(int argc, char** argv) {
  try {
    const int code = run(argc, argv);
    if (!std::cout.flush()) throw std::runtime_error("cannot write to standard output");
    return code;
  } catch (const sweep_interrupted& e) {
    std::cerr << "tensix-tlm: " << e.what() << "\n";
    return sweep_unfinished;
  } catch (const std::exception& e) {
    std::cerr << "tensix-tlm: " << e.what() << "\n";
    return exit_wrong_input;
  }
}

}  // namespace

int sc_main(int argc, char** argv) { return guarded_run(argc, argv); }

int main(int argc, char** argv) {
  // What only starts or compares simulations needs no SystemC.
  if (argc > 1 && (argv[1] == std::string("sweep") || argv[1] == std::string("compare"))) return guarded_run(argc, argv);
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  return sc_core::sc_elab_and_sim(argc, argv);
}
