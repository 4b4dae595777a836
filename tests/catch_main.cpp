// SPDX-License-Identifier: Apache-2.0
#include "catch.h"

int main(int argc, char** argv) { return run_test_cases(argc, argv); }
