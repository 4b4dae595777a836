// SPDX-License-Identifier: Apache-2.0
// `tensix-tlm levers`: what each parameter does to a run, found by changing it. No simulation in this process.
#pragma once
#include <string>
#include <vector>

namespace tensix {

// `arguments` behind the word levers. Throws for what is refused before anything runs; exit codes are those of sweep.
int levers_command(const std::vector<std::string>& arguments);

}  // namespace tensix
