# SPDX-License-Identifier: Apache-2.0
# cosim/cci, where CCI is installed: -DTENSIX_TLM_CCI=FOLDER says where else to look for include/cci_configuration and its library.
find_path(TENSIX_CCI_INCLUDE cci_configuration HINTS ${TENSIX_TLM_CCI} PATH_SUFFIXES include)
find_library(TENSIX_CCI_LIBRARY NAMES cciapi cci-config cci HINTS ${TENSIX_TLM_CCI} PATH_SUFFIXES lib lib64)
mark_as_advanced(TENSIX_CCI_INCLUDE TENSIX_CCI_LIBRARY)
if(TENSIX_CCI_INCLUDE AND TENSIX_CCI_LIBRARY)
  add_executable(test_sc_cci ${CMAKE_CURRENT_LIST_DIR}/cci/sc_cci_test.cpp)
  target_include_directories(test_sc_cci SYSTEM PRIVATE ${TENSIX_CCI_INCLUDE})
  target_link_libraries(test_sc_cci PRIVATE tensix_catch tensix_tlm ${TENSIX_CCI_LIBRARY} tensix_warnings)
  add_test(NAME sc_cci COMMAND test_sc_cci)
endif()
