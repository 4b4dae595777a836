// SPDX-License-Identifier: Apache-2.0
// Catch2 2 and 3 alike: 3 has moved or renamed these two.
#pragma once
#ifdef TENSIX_CATCH3
#include <catch2/catch_all.hpp>
#include <string>
using Catch::Approx;
inline auto Contains(const std::string& part) { return Catch::Matchers::ContainsSubstring(part); }
#else
#include <catch2/catch.hpp>
using Catch::Matchers::Contains;
#endif

// Those of the program; how many have failed.
int run_test_cases(int argc, char** argv);
