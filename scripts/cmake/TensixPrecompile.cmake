# SPDX-License-Identifier: Apache-2.0
# Headers of others read once for many files, with clang++ (the sanitizer build): with clang++ 14 a file that includes SystemC takes
# a fifth to a half less, with g++ 12 nothing, which is left as it is. A macro that is to change such a header (as
# SC_INCLUDE_DYNAMIC_PROCESSES does) comes too late: its file wants SKIP_PRECOMPILE_HEADERS.
set(tensix_headers_std <algorithm> <array> <cstdint> <filesystem> <fstream> <functional> <map> <memory> <optional> <set> <sstream> <string> <vector>)
set(tensix_headers_systemc <systemc> <tlm> <boost/circular_buffer.hpp> <boost/container/small_vector.hpp>)

# tensix_precompile(TARGET HEADER...)
function(tensix_precompile target)
  if(CMAKE_CXX_COMPILER_ID STREQUAL Clang)
    target_precompile_headers(${target} PRIVATE ${ARGN})
  endif()
endfunction()

# The executables of this folder that link LIBRARY read what a target reads that is made for it from SOURCE; not those that are
# compiled otherwise (TENSIX_APART).
function(tensix_precompile_executables library source)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL Clang)
    return()
  endif()
  add_executable(precompiled_${library} ${source})
  target_link_libraries(precompiled_${library} PRIVATE ${library} tensix_warnings)
  tensix_precompile(precompiled_${library} ${ARGN})
  get_property(targets DIRECTORY PROPERTY BUILDSYSTEM_TARGETS)
  foreach(target ${targets})
    get_target_property(type ${target} TYPE)
    get_target_property(libraries ${target} LINK_LIBRARIES)
    get_target_property(apart ${target} TENSIX_APART)
    if(libraries MATCHES "rtl_") # verilated.h wants to be the first
      set(apart ON)
    endif()
    if(type STREQUAL EXECUTABLE AND library IN_LIST libraries AND NOT apart AND NOT target STREQUAL precompiled_${library})
      target_precompile_headers(${target} REUSE_FROM precompiled_${library})
    endif()
  endforeach()
endfunction()
