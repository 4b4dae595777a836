// SPDX-License-Identifier: Apache-2.0
// `tensix-tlm optimise`: runs those points of a study that a search asks for, and reports the best. No simulation in this process.
#pragma once
#include <string>
#include <vector>

namespace tensix {

// `arguments` behind the word optimise. Throws for what is refused before anything runs; exit codes are those of sweep.
int optimise_command(const std::vector<std::string>& arguments);

}  // namespace tensix
