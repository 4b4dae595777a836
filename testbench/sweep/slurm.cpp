#include "testbench/sweep/sweep.h"
namespace tensix {
int run_on_slurm(const sweep_options&, const study&, point_checker&, const std::string&) {
  throw std::runtime_error("--launcher=slurm comes next");
}
}  // namespace tensix
