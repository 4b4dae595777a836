# SPDX-License-Identifier: Apache-2.0
# tests/device: the compute API and the kernels that are written with it, compiled and run by `tensix-tlm kernel`. Label `device`;
# without riscv64-unknown-elf-g++ there is nothing to run.
if(NOT TENSIX_RISCV_CXX)
  find_program(TENSIX_RISCV_CXX riscv64-unknown-elf-g++)
endif()
if(NOT TENSIX_RISCV_CXX)
  message(STATUS "tests/device: skipped, no riscv64-unknown-elf-g++ (Debian, Ubuntu: package gcc-riscv64-unknown-elf)")
  return()
endif()

foreach(part kernel data forms vector rows)
  include(${CMAKE_CURRENT_LIST_DIR}/device/${part}.cmake)
endforeach()
# Under the sanitizers those that reach most of the host's side: in the others the device compiler takes the time.
if(TENSIX_TLM_SANITIZE)
  foreach(test device_surface device_data_tour device_data_allowed device_data_formats device_dataflow)
    if(TEST ${test})
      set_tests_properties(${test} PROPERTIES LABELS "device;slow")
    endif()
  endforeach()
endif()
