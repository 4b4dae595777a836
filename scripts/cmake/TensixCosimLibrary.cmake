# SPDX-License-Identifier: Apache-2.0
# tensix_cosim_library(TARGET [FILE.cpp...]): a C library of the tile (docs/c-library.md), with RTL of yours if FILES register some
# (cosim/rtl/rtl_units.h); link it with what tensix_rtl has made of that. It has its own SystemC in it, and shows the functions of
# tensix.h and nothing else, so that it meets no SystemC, no Verilated block and no tile of the process that loads it.
find_file(TENSIX_COSIM_SYMBOLS tensix.map PATHS "${CMAKE_CURRENT_LIST_DIR}" "${CMAKE_CURRENT_LIST_DIR}/../../cosim/capi" NO_DEFAULT_PATH)
mark_as_advanced(TENSIX_COSIM_SYMBOLS)
function(tensix_cosim_library target)
  set(room tensix_capi)
  if(NOT TARGET tensix_capi)
    set(room tensix_tlm::tensix_capi)
  endif()
  set(sources ${ARGN})
  if(NOT sources)
    file(WRITE "${CMAKE_CURRENT_BINARY_DIR}/${target}.cpp" "// ${target} has the tile's models alone.\n")
    set(sources "${CMAKE_CURRENT_BINARY_DIR}/${target}.cpp")
  endif()
  add_library(${target} SHARED ${sources})
  set_target_properties(${target} PROPERTIES TENSIX_OWN_SYSTEMC ON POSITION_INDEPENDENT_CODE ON DEFINE_SYMBOL ""
    LINK_DEPENDS "${TENSIX_COSIM_SYMBOLS}")
  target_compile_features(${target} PRIVATE cxx_std_17)
  target_link_libraries(${target} PRIVATE ${room})
  # tt_abi: all functions of tensix.h are in its file, which so is linked. Weak symbols that nobody has (Verilated's) are not looked
  # for in the process.
  target_link_options(${target} PRIVATE LINKER:-u,tt_abi "LINKER:--version-script=${TENSIX_COSIM_SYMBOLS}" LINKER:-Bsymbolic
    LINKER:-z,nodynamic-undefined-weak)
endfunction()
