# SPDX-License-Identifier: Apache-2.0
# SystemC::systemc, from a CMake package if there is one, else from pkg-config (Debian ships only systemc.pc).
find_package(SystemCLanguage CONFIG QUIET)
set(TENSIX_SYSTEMC_VERSION "${SystemCLanguage_VERSION}")
if(NOT TARGET SystemC::systemc)
  find_package(PkgConfig QUIET)
  if(PkgConfig_FOUND)
    pkg_check_modules(SYSTEMC QUIET IMPORTED_TARGET systemc)
  endif()
  if(NOT TARGET PkgConfig::SYSTEMC)
    message(FATAL_ERROR "SystemC 2.3.3 or newer was not found (neither a CMake package SystemCLanguage nor pkg-config's systemc). "
                        "On Debian: apt-get install libsystemc-dev pkg-config, or run scripts/setup.sh.")
  endif()
  add_library(SystemC::systemc INTERFACE IMPORTED)
  target_link_libraries(SystemC::systemc INTERFACE PkgConfig::SYSTEMC)
  set(TENSIX_SYSTEMC_VERSION "${SYSTEMC_VERSION}")
endif()
include(CheckCXXSourceCompiles)
get_target_property(systemc_includes SystemC::systemc INTERFACE_INCLUDE_DIRECTORIES)
set(CMAKE_REQUIRED_LIBRARIES SystemC::systemc)
set(CMAKE_REQUIRED_FLAGS -std=c++17)
check_cxx_source_compiles("#include <systemc>
#include <tlm>
int sc_main(int, char**) { sc_core::sc_time t(1, sc_core::SC_NS); return t.value() == 0; }" TENSIX_SYSTEMC_LINKS)
unset(CMAKE_REQUIRED_LIBRARIES)
unset(CMAKE_REQUIRED_FLAGS)
if(NOT TENSIX_SYSTEMC_LINKS)
  message(FATAL_ERROR "SystemC was found but a C++17 program does not link with it: the library must have been built as C++17 "
                      "(Debian's is). See CMakeFiles/CMakeError.log.")
endif()
