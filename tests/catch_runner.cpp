// SPDX-License-Identifier: Apache-2.0
// Catch2's own code, once for all programs of tests.
#ifndef TENSIX_CATCH3
#define CATCH_CONFIG_RUNNER
#endif
#include "catch.h"

int run_test_cases(int argc, char** argv) { return Catch::Session().run(argc, argv); }
