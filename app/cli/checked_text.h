// What checked programs have found, on its way from the process in which they ran.
#pragma once
#include <string>

#include "workload/compile/device_faults.h"

namespace tensix {

std::string text_of(const checked_words& words);
checked_words words_of(const std::string& text);

}  // namespace tensix
