# SPDX-License-Identifier: Apache-2.0
# tests/faults: what goes wrong outside of the program: disks, signals, journals, children. docs/commands.md and docs/sweeps.md
# say what must come out. Hundreds of processes: not for the sanitizers.
if(PYTHON3)
  if(NOT TENSIX_TLM_SANITIZE)  # their run time wants to be the first library
    add_library(fault_shim MODULE ${CMAKE_CURRENT_LIST_DIR}/faults/shim.cpp)
    target_link_libraries(fault_shim PRIVATE ${CMAKE_DL_LIBS})
    set(fault_shim $<TARGET_FILE:fault_shim>)
  endif()
  foreach(script disk signals journal children inputs beside)
    set(more "")
    if(script STREQUAL children)
      set(more ${fault_shim})
    endif()
    add_test(NAME faults_${script} COMMAND ${PYTHON3} -B ${CMAKE_CURRENT_LIST_DIR}/faults/${script}_test.py $<TARGET_FILE:tensix-tlm>
                                           ${more})
    # 77: something could not be tried here; the last lines say what and why.
    set_tests_properties(faults_${script} PROPERTIES TIMEOUT 300 SKIP_RETURN_CODE 77 LABELS slow)
  endforeach()
endif()
