// SPDX-License-Identifier: Apache-2.0
// Ranks by MPI: a library of its own, tensix_mpi.so, which only a process that mpirun has started loads (app/cli/mpi_ranks.h).
#define OMPI_SKIP_MPICXX 1  // the old C++ bindings
#include <mpi.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

#include <cstdlib>
#include <exception>

#include "testbench/run/ranks.h"

namespace tensix {
namespace {

class mpi_ranks : public ranks_if {
 public:
  mpi_ranks() {
    MPI_Init(nullptr, nullptr);  // what fails in MPI ends all ranks, and is said by it
    int number = 0, count = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &number);
    MPI_Comm_size(MPI_COMM_WORLD, &count);
    number_ = static_cast<unsigned>(number);
    blocks_.resize(static_cast<size_t>(count));
    pieces_.resize(blocks_.size());
    sizes_.resize(blocks_.size());
    places_.resize(blocks_.size());
    const char* const here = std::getenv("OMPI_COMM_WORLD_LOCAL_SIZE");
    const long ranks_here = here ? std::atol(here) : count;
    if (ranks_here <= sysconf(_SC_NPROCESSORS_ONLN)) looks_ = 2000;
    prctl(PR_SET_TIMERSLACK, 1UL);  // short sleeps are short
  }
  ~mpi_ranks() override {
    if (!std::uncaught_exceptions()) MPI_Finalize();
  }
  unsigned number() const override { return number_; }
  unsigned count() const override { return static_cast<unsigned>(blocks_.size()); }

 private:
  // Most of what is said is short: as much as fits goes with the lengths, the rest behind it.
  const std::vector<std::string_view>& exchanged(std::string_view mine) override {
    block own{};
    own.bytes = mine.size();
    mine.copy(own.begin, sizeof own.begin);
    MPI_Request request;
    MPI_Iallgather(&own, sizeof own, MPI_BYTE, blocks_.data(), sizeof own, MPI_BYTE, MPI_COMM_WORLD, &request);
    wait_for(request);
    int all = 0;
    bool longer = false;
    for (size_t r = 0; r < blocks_.size(); ++r) {
      longer |= blocks_[r].bytes > sizeof own.begin;
      sizes_[r] = static_cast<int>(blocks_[r].bytes);
      places_[r] = all;
      all += sizes_[r];
    }
    if (longer) {
      gathered_.resize(static_cast<size_t>(all));
      MPI_Iallgatherv(mine.data(), static_cast<int>(mine.size()), MPI_BYTE, gathered_.data(), sizes_.data(), places_.data(),
                      MPI_BYTE, MPI_COMM_WORLD, &request);
      wait_for(request);
    }
    for (size_t r = 0; r < blocks_.size(); ++r)
      pieces_[r] = {longer ? gathered_.data() + places_[r] : blocks_[r].begin, static_cast<size_t>(blocks_[r].bytes)};
    return pieces_;
  }

  struct block {
    uint64_t bytes;
    char begin[504];
  };
  unsigned number_ = 0;
  int looks_ = 10;
  std::vector<block> blocks_;
  std::vector<char> gathered_;
  std::vector<int> sizes_, places_;
  std::vector<std::string_view> pieces_;

  // Busy at first, as the others are about to come; then, or if there are more ranks than processors, it leaves the processor to them.
  void wait_for(MPI_Request& request) const {
    int done = 0;
    for (int i = 0; MPI_Test(&request, &done, MPI_STATUS_IGNORE), !done; ++i) {
      const timespec soon = {0, 1000};
      if (i >= looks_) nanosleep(&soon, nullptr);
    }
  }
};

}  // namespace
}  // namespace tensix

extern "C" __attribute__((visibility("default"))) tensix::ranks_if* tensix_mpi_ranks() { return new tensix::mpi_ranks; }
