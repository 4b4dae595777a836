# SPDX-License-Identifier: Apache-2.0
# The experiments of tests/experiments against silicon; limits in scripts/validate.py. Skipped where there is no python3.
add_test(NAME validation COMMAND ${PROJECT_SOURCE_DIR}/scripts/validate.sh --check --binary $<TARGET_FILE:tensix-tlm>)
set_tests_properties(validation PROPERTIES TIMEOUT 60)
# Whole kernels against silicon; limits in scripts/whole_kernels.py. Skipped without a compiler for the cores, unless the environment has CI.
add_test(NAME validation_kernels COMMAND ${PROJECT_SOURCE_DIR}/scripts/validate.sh --kernels --check --binary $<TARGET_FILE:tensix-tlm>)
# Calls of the kernel library and loops of the cores against silicon; limits in scripts/costs.py. Skipped as the one before.
add_test(NAME validation_costs COMMAND ${PROJECT_SOURCE_DIR}/scripts/validate.sh --costs --check --binary $<TARGET_FILE:tensix-tlm>)
# Transfers over the NoC against silicon; limits in scripts/noc_rows.py. Skipped as the one before.
add_test(NAME validation_noc COMMAND ${PROJECT_SOURCE_DIR}/scripts/validate.sh --noc --check --binary $<TARGET_FILE:tensix-tlm>)
tensix_may_skip(validation validation_kernels validation_costs validation_noc)
set_tests_properties(validation_kernels validation_costs validation_noc PROPERTIES TIMEOUT 300)  # 10 s, but under the sanitizers
# Programs on many cores; 25 s, minutes there, and nothing that tests of noc and program do not reach.
set_tests_properties(validation_noc PROPERTIES LABELS slow TIMEOUT 600)
