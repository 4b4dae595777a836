// SPDX-License-Identifier: Apache-2.0
// `tensix-tlm costs`: the cycles of each call of the compute API, by format, Dst and fidelity (docs/cost-table.md). No simulation in
// this process: calls are measured by kernels of theirs, many to a kernel, each kernel a child process.
#pragma once
#include <string>
#include <vector>

namespace tensix {

// `arguments` behind the word costs. Throws for what is refused before anything runs. 0: done, also where rows are refused.
int costs_command(const std::vector<std::string>& arguments);

}  // namespace tensix
