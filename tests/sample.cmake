# SPDX-License-Identifier: Apache-2.0
# tests/sample: run --sample.
tensix_core_test(steady_state sample/steady_state_test.cpp ${PROJECT_SOURCE_DIR}/testbench/run/steady_state.cpp)
tensix_cli_test(sample ../sample/sample_test.cpp)
