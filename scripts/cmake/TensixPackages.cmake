# SPDX-License-Identifier: Apache-2.0
# Debian packages of what TensixInstall.cmake installs, one a component: cpack -G DEB, or scripts/package.sh, which builds what is in them
# first (docs/install.md). Of libraries that programs are linked with, dpkg-shlibdeps says what they depend on.
set(TENSIX_TLM_MAINTAINER "whoever built it <nobody@localhost>" CACHE STRING "NAME <MAIL> in the Debian packages")
set(CPACK_PACKAGE_NAME tensix-tlm)
set(CPACK_PACKAGE_CONTACT "${TENSIX_TLM_MAINTAINER}")
set(CPACK_PACKAGE_VENDOR "tensix-tlm")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_COMPONENTS_ALL "")

# tensix_package(COMPONENT NAME SECTION ANY|ALL "DESCRIPTION" FIELD VALUE...): ANY holds machine code. Fields as CPACK_DEBIAN_<COMPONENT>_.
function(tensix_package component name section architecture description)
  list(APPEND CPACK_COMPONENTS_ALL ${component})
  string(TOUPPER "${component}" COMPONENT)
  string(TOUPPER "CPACK_DEBIAN_${component}" field)
  set(${field}_PACKAGE_NAME ${name} PARENT_SCOPE)
  set(${field}_PACKAGE_SECTION ${section} PARENT_SCOPE)
  set(CPACK_COMPONENT_${COMPONENT}_DESCRIPTION "${PROJECT_DESCRIPTION}: ${description}" PARENT_SCOPE)
  if(architecture STREQUAL ANY)
    set(${field}_PACKAGE_SHLIBDEPS ON PARENT_SCOPE)
  else()
    set(${field}_PACKAGE_ARCHITECTURE all PARENT_SCOPE)
  endif()
  while(ARGN)
    list(POP_FRONT ARGN key value)
    set(${field}_PACKAGE_${key} "${value}" PARENT_SCOPE)
  endwhile()
  set(CPACK_COMPONENTS_ALL ${CPACK_COMPONENTS_ALL} PARENT_SCOPE)
  install(FILES LICENSE DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/${name}" COMPONENT ${component} RENAME copyright)
endfunction()

set(same "(= ${PROJECT_VERSION})")
tensix_package(program tensix-tlm science ANY "the program, its pages and configurations"
  RECOMMENDS tensix-tlm-kernels SUGGESTS "tensix-tlm-dev, tensix-tlm-rtl, python3-tensix-tlm")
if(TARGET tensix_mpi)
  tensix_package(ranks tensix-tlm-ranks science ANY "one program in several processes (mpirun)" DEPENDS "tensix-tlm ${same}, openmpi-bin")
endif()
tensix_package(kernels tensix-tlm-kernels science ALL "headers that kernels are compiled with, and kernels"
  DEPENDS "tensix-tlm ${same}, gcc-riscv64-unknown-elf")
tensix_package(dev tensix-tlm-dev libdevel ANY "headers, libraries, CMake and pkg-config" DEPENDS
  "tensix-tlm ${same}, libsystemc-dev, nlohmann-json3-dev, libboost-dev, libboost-program-options-dev, libboost-filesystem-dev, libboost-context-dev, libdw-dev, libelf-dev, libdeflate-dev, libyaml-cpp-dev, libnng-dev, pkg-config"
  SUGGESTS "cmake, g++")
if(TENSIX_VERILATOR)
  tensix_package(rtl tensix-tlm-rtl science ANY "RTL in the place of units: interfaces, examples, vectors" DEPENDS "tensix-tlm-dev ${same}" RECOMMENDS verilator)
endif()
tensix_package(python python3-tensix-tlm python ALL "the Python module" DEPENDS "tensix-tlm ${same}, python3 (>= 3.9)"
  SUGGESTS "python3-numpy, python3-pandas, python3-matplotlib")
include(CPack)
