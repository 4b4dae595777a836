// tensix-tlm: the command line. See options.h for what it takes, commands.cpp for what it does.
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <new>
#include <systemc>

#include "app/cli/commands.h"
#include "app/cli/revision.h"
#include "app/levers/levers.h"
#include "app/optimise/optimise.h"
#include "app/options/command_table.h"
#include "app/sweep/sweep.h"
#include "platform/assumptions.h"
#include "platform/parameter_steps.h"
#include "platform/parameters.h"
#include "support/files/output_file.h"
#include "support/files/standard_output.h"
#include "workload/streams/names_function.h"

#ifndef TENSIX_TLM_VERSION
#define TENSIX_TLM_VERSION "unknown"
#endif

namespace {

using namespace tensix;

int run(int argc, char** argv) {
  command_line options = parse_command_line(argc, argv);
  options.version = TENSIX_TLM_VERSION;
  options.commit = program_commit();
  if (options.dump_config || options.what == command::dump_config || options.what == command::params) {
    parameters p = load_configuration(options.configuration);
    apply_settings(p, options.settings);
    if (options.what != command::params) std::cout << to_json(p) << "\n";
    else if (options.assumptions) std::cout << assumptions_text(p);
    else if (options.steps) std::cout << steps_text(p);
    else std::cout << (options.markdown ? parameters_markdown() : parameters_text(p));
    return exit_done;
  }
  switch (options.what) {
    case command::run: return run_kernel_command(options);
    case command::stream: return run_stream_command(options);
    case command::elf: return run_elf_command(options);
    case command::kernel: return run_device_kernel_command(options);
    case command::diff_events: return diff_events_command({options.arguments.begin() + 1, options.arguments.end()});
    case command::compare: return compare_command({options.arguments.begin() + 1, options.arguments.end()});
    case command::sweep: return sweep_command({options.arguments.begin() + 1, options.arguments.end()});
    case command::levers: return levers_command({options.arguments.begin() + 1, options.arguments.end()});
    case command::optimise: return optimise_command({options.arguments.begin() + 1, options.arguments.end()});
    case command::replay: return replay_command(options);
    case command::kernels: std::cout << kernels_text(); break;
    case command::disasm:
      for (uint32_t word : options.words) std::cout << disassemble_by_name(word, true) << "\n";
      break;
    case command::completion: std::cout << (options.shell == "bash" ? bash_completion() : zsh_completion()); break;
    case command::man: std::cout << man_page(TENSIX_TLM_VERSION); break;
    case command::version: std::cout << "tensix-tlm " << TENSIX_TLM_VERSION << "\n"; break;
    case command::help: std::cout << options.help_text; break;
    case command::params:
    case command::dump_config: break;  // above
  }
  return exit_done;
}

constexpr const char* no_memory = "no memory is left";

// Runs points as processes of its own.
bool is_sweep(int argc, char** argv) {
  return argc > 1 &&
         (argv[1] == std::string("sweep") || argv[1] == std::string("levers") || argv[1] == std::string("optimise"));
}

// What SystemC makes of an exception within a process, and its own errors: no memory for a stack.
std::string reason_of(const sc_core::sc_report& r) {
  if (r.get_msg_type() != std::string(sc_core::SC_ID_SIMULATION_UNCAUGHT_EXCEPTION_))
    return std::string(r.get_msg_type()) + ": " + r.get_msg();
  return r.get_msg() == std::string("std::bad_alloc") ? no_memory : r.get_msg();
}

int failed(const std::string& why, int code) {
  std::cerr << "tensix-tlm: " << why << "\n";
  return code;
}

int host_failed = exit_host_failed;  // the exit status if the machine gives out

// Destructors of nlohmann-json allocate: no memory within one ends here, as nothing can come out of it.
[[noreturn]] void without_memory_or_abort() {
  try {
    if (const std::exception_ptr e = std::current_exception()) std::rethrow_exception(e);
  } catch (const std::bad_alloc&) {
    std::fprintf(stderr, "tensix-tlm: %s\n", no_memory);
    _exit(host_failed);
  } catch (...) {
  }
  std::abort();
}

int guarded_run(int argc, char** argv) {
  try {
    const int code = run(argc, argv);
    standard_output::require_written();
    return code;
  } catch (const sweep_interrupted& e) {
    return failed(e.what(), sweep_unfinished);
  } catch (const host_error& e) {
    return failed(e.what(), host_failed);
  } catch (const std::bad_alloc&) {
    return failed(no_memory, host_failed);
  } catch (const sc_core::sc_report& e) {
    return failed(reason_of(e), exit_host_failed);
  } catch (const std::exception& e) {
    return failed(e.what(), exit_wrong_input);
  }
}

}  // namespace

int sc_main(int argc, char** argv) { return guarded_run(argc, argv); }

int main(int argc, char** argv) {
  keep_standard_files_apart();
  if (is_sweep(argc, argv)) host_failed = sweep_unfinished;
  std::set_terminate(without_memory_or_abort);
  signal(SIGXFSZ, SIG_IGN);  // a limit of files' sizes is an error like a full disk
  const standard_output out;
  // What only starts or compares simulations needs no SystemC.
  if (argc > 1 && (is_sweep(argc, argv) || argv[1] == std::string("compare") || argv[1] == std::string("diff-events")))
    return guarded_run(argc, argv);
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  return sc_core::sc_elab_and_sim(argc, argv);
}
