// SPDX-License-Identifier: Apache-2.0
// What checked programs have found, on its way from the process in which they ran.
#pragma once
#include <string>
#include <vector>

#include "workload/compile/device_faults.h"

namespace tensix {

std::string text_of(const checked_words& words);
checked_words words_of(const std::string& text);
// Of several tiles.
std::string text_of(const std::vector<checked_words>& words);
std::vector<checked_words> all_words_of(const std::string& text);
// Of all tiles, each text once, with the first core that has found it.
std::string errors_of(const std::vector<checked_words>& words);
std::string warnings_of(const std::vector<checked_words>& words);

}  // namespace tensix
