// SPDX-License-Identifier: Apache-2.0
// tensix-tlm: the command line. See options.h for what it takes, commands.cpp for what it does.
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <new>
#include <string_view>
#include <systemc>

#include "app/cli/commands.h"
#include "app/cli/mpi_ranks.h"
#include "app/cli/revision.h"
#include "app/costs/costs.h"
#include "app/levers/levers.h"
#include "app/optimise/optimise.h"
#include "app/options/command_table.h"
#include "app/options/operands.h"
#include "app/sweep/sweep.h"
#include "platform/assumptions.h"
#include "platform/parameter_selection.h"
#include "platform/parameter_steps.h"
#include "platform/parameters.h"
#include "support/files/output_file.h"
#include "support/files/standard_output.h"
#include "support/text/plain_text.h"
#include "workload/streams/names_function.h"

#ifndef TENSIX_TLM_VERSION
#define TENSIX_TLM_VERSION "unknown"
#endif

namespace {

using namespace tensix;

std::string params_text(const params_options& o) {
  const parameters p = configuration_of(o.configuration);
  const std::vector<std::string> names = selected_parameters(o.names);
  switch (o.format) {
    case parameter_format::markdown: return parameters_markdown();
    case parameter_format::assumptions: return assumptions_text(p, names);
    case parameter_format::steps: return steps_text(p, names);
    case parameter_format::table: break;
  }
  return parameters_text(p, names);
}

// Whether standard output is for people: no JSON, no script, no commands to copy, nothing that a kernel prints.
bool for_people(command what, const std::vector<std::string>& arguments) {
  if (what == command::dump_config || what == command::completion || what == command::man) return false;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const std::string& a = arguments[i];
    const std::string next = i + 1 < arguments.size() ? arguments[i + 1] : "";
    for (const char* other : {"--json", "--markdown", "--dry-run"})
      if (a == other) return false;
    for (const std::string file : {"--metrics", "--dprint"})
      if (a == file + "=" + standard_output_name || (a == file && next == standard_output_name)) return false;
  }
  return true;
}

int run(int argc, char** argv) {
  command_line c = parse_command_line(argc, argv);
  if (session_options* const s = session_of(c)) s->commit = program_commit();
  const std::vector<std::string> arguments(argv + std::min(argc, 2), argv + argc);        // behind the command
  if (for_people(c.what, arguments) && !under_mpirun()) standard_output::fit_terminal();  // its terminal is nobody's
  if (under_mpirun() && c.what != command::program && c.what != command::version && c.what != command::help)
    throw usage_error("mpirun starts programs on many cores: mpirun -n N tensix-tlm program FILE (docs/ranks.md)");
  switch (c.what) {
    case command::run: {
      const auto& o = std::get<run_options>(c.options);
      return o.sample ? sample_command(o) : run_command(o);
    }
    case command::stream: return stream_command(std::get<stream_options>(c.options));
    case command::elf: return elf_command(std::get<elf_options>(c.options));
    case command::kernel: return kernel_command(std::get<device_kernel_options>(c.options));
    case command::program: return program_command(std::get<program_options>(c.options));
    case command::serve: return serve_command(std::get<serve_options>(c.options));
    case command::diff_events: return diff_events_command(arguments);
    case command::coverage: return coverage_command(arguments);
    case command::compare: return compare_command(arguments);
    case command::sweep: return sweep_command(arguments);
    case command::levers: return levers_command(arguments);
    case command::costs: return costs_command(arguments);
    case command::optimise: return optimise_command(arguments);
    case command::races: break;  // it is another command's run
    case command::replay: return replay_command(std::get<replay_options>(c.options));
    case command::params: std::cout << params_text(std::get<params_options>(c.options)); break;
    case command::dump_config:
      std::cout << to_json(configuration_of(std::get<configuration_options>(c.options))) << "\n";
      break;
    case command::kernels: std::cout << kernels_text(); break;
    case command::disasm:
      for (uint32_t word : std::get<disasm_options>(c.options).words) std::cout << disassemble_by_name(word, true) << "\n";
      break;
    case command::completion:
      std::cout << (std::get<completion_options>(c.options).shell == "bash" ? bash_completion() : zsh_completion());
      break;
    case command::man: std::cout << man_page(TENSIX_TLM_VERSION); break;
    case command::version: std::cout << "tensix-tlm " << TENSIX_TLM_VERSION << "\n"; break;
    case command::help: std::cout << std::get<help_options>(c.options).text; break;
  }
  return exit_done;
}

constexpr const char* no_memory = "no memory is left";

// Runs points as processes of its own.
bool is_sweep(int argc, char** argv) {
  return argc > 1 && (argv[1] == std::string("sweep") || argv[1] == std::string("levers") || argv[1] == std::string("costs") ||
                      argv[1] == std::string("optimise"));
}

// What SystemC makes of an exception within a process, and its own errors: no memory for a stack.
std::string reason_of(const sc_core::sc_report& r) {
  if (r.get_msg_type() != std::string(sc_core::SC_ID_SIMULATION_UNCAUGHT_EXCEPTION_))
    return std::string(r.get_msg_type()) + ": " + r.get_msg();
  return r.get_msg() == std::string("std::bad_alloc") ? no_memory : r.get_msg();
}

int failed(const std::string& why, int code) {
  std::cerr << "tensix-tlm: " << plain_text(why) << "\n";
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
  signal(SIGCHLD, SIG_DFL);  // ignored by who started this, it would keep back how compilers and others have ended
  const standard_output out;
  // What only starts or compares simulations needs no SystemC.
  const std::string_view what = argc > 1 ? argv[1] : "";
  if (is_sweep(argc, argv) || what == "compare" || what == "diff-events" || what == "coverage") return guarded_run(argc, argv);
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  return sc_core::sc_elab_and_sim(argc, argv);
}
