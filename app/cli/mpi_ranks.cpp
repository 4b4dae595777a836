// SPDX-License-Identifier: Apache-2.0
#include "app/cli/mpi_ranks.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <iostream>

#include "app/options/options.h"
#include "support/files/output_file.h"
#include "support/text/plain_text.h"

#ifndef TENSIX_MPI_BESIDE_BIN
#define TENSIX_MPI_BESIDE_BIN "."
#endif

namespace tensix {

bool under_mpirun() {
  if (std::getenv("OMPI_COMM_WORLD_SIZE")) return true;
  const char* const tasks = std::getenv("SLURM_STEP_NUM_TASKS");  // srun starts single processes, too
  return std::getenv("PMIX_RANK") && tasks && std::atoi(tasks) > 1;
}

void agree(ranks_if& ranks, const std::string& failed) {
  const auto& all = ranks.exchange(failed);
  for (unsigned r = 0; r < ranks.count(); ++r) {
    if (all[r].empty()) continue;
    ranks.progress = ranks_if::progress::failed;
    if (failed.empty()) throw host_error("rank " + std::to_string(r) + ": " + std::string(all[r]));
  }
}

namespace {
int heard_of = STDERR_FILENO;  // of a silent rank: where its last words go

void be_silent() {
  heard_of = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
  const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  dup2(nowhere, STDOUT_FILENO);
  dup2(nowhere, STDERR_FILENO);
  close(nowhere);
}

// On standard error: Open MPI 5 sometimes forwards a piece of a line to standard output.
void write_whole_lines() {
  std::cerr << std::nounitbuf;
  std::setvbuf(stderr, nullptr, _IOLBF, BUFSIZ);
}

[[noreturn]] void fail_alone(const ranks_if& ranks, const std::string& why) {
  dprintf(heard_of, "tensix-tlm: rank %u: %s\n", ranks.number(), plain_text(why).c_str());
  _exit(exit_host_failed);
}
}  // namespace

int as_rank(ranks_if* ranks, const std::function<int()>& work) {
  try {
    return work();
  } catch (const std::exception& e) {
    if (!ranks) throw;
    if (ranks->progress == ranks_if::progress::starting) agree(*ranks, *e.what() ? e.what() : "it has failed");
    if (ranks->reports()) throw;
    if (ranks->progress == ranks_if::progress::running) fail_alone(*ranks, e.what());
    return exit_done;  // the first one says it
  }
}

// MPI is in a library of its own beside the program, or where it is installed: only who is started by mpirun loads it.
std::unique_ptr<ranks_if> ranks_of_mpirun() {
  if (!under_mpirun()) return nullptr;
  const std::filesystem::path folder = std::filesystem::read_symlink("/proc/self/exe").parent_path();
  std::string why = "there is no tensix_mpi.so";
  for (const std::filesystem::path& file : {folder / "tensix_mpi.so", folder / TENSIX_MPI_BESIDE_BIN / "tensix_mpi.so"}) {
    if (!std::filesystem::exists(file)) continue;
    using maker = ranks_if*();
    void* const library = dlopen(file.c_str(), RTLD_NOW | RTLD_GLOBAL);
    if (auto* const make = library ? reinterpret_cast<maker*>(dlsym(library, "tensix_mpi_ranks")) : nullptr) {
      std::unique_ptr<ranks_if> ranks(make());
      if (!ranks->reports()) be_silent();
      write_whole_lines();
      return ranks;
    }
    why = dlerror();
  }
  throw usage_error("this program cannot run as one of several processes, as it was built without MPI (" + why +
                    "): start it without mpirun, or install openmpi-bin and libopenmpi-dev and build it again");
}

}  // namespace tensix
