# SPDX-License-Identifier: Apache-2.0
# What `cmake --install` puts where, in which component, and the CMake package tensix_tlm. Included by the root CMakeLists.txt, after its
# targets. Components are packages (TensixPackages.cmake): program, ranks, kernels, dev, rtl, python.
include(CMakePackageConfigHelpers)
include(TensixHeaders)

target_compile_features(tensix_core PUBLIC cxx_std_17)
set(tensix_package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/tensix_tlm")

# Of the program all is there that belongs to it, whatever else has been built; what has not is left out, which is said.
function(tensix_install_if_built target component)
  install(CODE "if(NOT EXISTS \"$<TARGET_FILE:${target}>\")
    message(STATUS \"Left out: ${target}, which has not been built (cmake --build ${PROJECT_BINARY_DIR} --target ${target}, then install again)\")
  endif()" COMPONENT ${component})
  install(TARGETS ${target} OPTIONAL ${ARGN} COMPONENT ${component})
endfunction()
install(CODE "if(NOT EXISTS \"$<TARGET_FILE:tensix-tlm>\")
    message(FATAL_ERROR \"Nothing to install: first cmake --build ${PROJECT_BINARY_DIR} --target tensix-tlm (without --target: also the C library and tensix-tlm-rtl)\")
  endif()" COMPONENT program)
# tensix_main: objects with sc_main and all commands, for a program with RTL of its own.
install(TARGETS ${tensix_rooms} tensix_commit tensix_main tensix-tlm EXPORT tensix_tlm-targets
  ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT dev
  OBJECTS DESTINATION "${CMAKE_INSTALL_LIBDIR}/tensix_tlm" COMPONENT dev
  RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT program)
if(TARGET tensix_mpi)
  install(TARGETS tensix_mpi LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}/tensix_tlm" COMPONENT ranks)
endif()
# With the C library, what tensix_cosim_library makes others of.
install(TARGETS tensix_capi tensix_systemc EXPORT tensix_tlm-cosim-targets OPTIONAL ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT dev)
tensix_install_if_built(tensix_cosim dev EXPORT tensix_tlm-cosim-targets LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}")
if(TENSIX_VERILATOR)
  tensix_install_if_built(tensix-tlm-rtl rtl RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
endif()
# Random programs and streams (docs/soak.md); among the tests of the build it is `soak`.
if(TARGET soak)
  install(CODE "if(NOT EXISTS \"$<TARGET_FILE:soak>\")
    message(STATUS \"Left out: soak, which has not been built (cmake --build ${PROJECT_BINARY_DIR} --target soak, then install again)\")
  endif()" COMPONENT program)
  install(PROGRAMS $<TARGET_FILE:soak> DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT program RENAME tensix-tlm-soak OPTIONAL)
endif()

# Headers keep their paths from the root of the repository, below include/tensix_tlm.
tensix_headers_needed(headers ${tensix_public_headers} ${tensix_part_headers})
foreach(header IN LISTS headers)
  get_filename_component(folder ${header} DIRECTORY)
  install(FILES ${header} DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/tensix_tlm/${folder}" COMPONENT dev)
endforeach()
# The C library: its header where C looks for it, its package, and where both are (pkg-config tensix_cosim).
install(FILES cosim/capi/tensix.h DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" COMPONENT dev)
install(FILES cosim/capi/tensix_pkg.sv DESTINATION "${CMAKE_INSTALL_DATADIR}/tensix_tlm" COMPONENT dev)
file(RELATIVE_PATH tensix_pc_to_prefix "${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig" "${CMAKE_INSTALL_PREFIX}")
configure_file(scripts/cmake/tensix_cosim.pc.in "${CMAKE_CURRENT_BINARY_DIR}/tensix_cosim.pc" @ONLY)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/tensix_cosim.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig" COMPONENT dev)
# RTL in the place of units (docs/cosim.md): interfaces and monitors, the examples, an outside project, and what plays the vectors with
# RTL in place.
install(DIRECTORY cosim/rtl/sv DESTINATION "${CMAKE_INSTALL_DATADIR}/tensix_tlm/cosim/rtl" COMPONENT rtl)
install(DIRECTORY examples/rtl DESTINATION "${CMAKE_INSTALL_DATADIR}/tensix_tlm/examples" COMPONENT rtl)
install(DIRECTORY tests/external_rtl DESTINATION "${CMAKE_INSTALL_DATADIR}/tensix_tlm/tests" COMPONENT rtl PATTERN "__pycache__" EXCLUDE)
install(PROGRAMS tests/cosim/in_place.py DESTINATION "${CMAKE_INSTALL_DATADIR}/tensix_tlm/tests/cosim" COMPONENT rtl)
install(DIRECTORY tests/vectors tests/experiments DESTINATION "${CMAKE_INSTALL_DATADIR}/tensix_tlm/tests" COMPONENT rtl FILES_MATCHING PATTERN "*.scn")
# Completion for bash and zsh, and the man page.
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/share/completions/tensix-tlm" DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions" COMPONENT program)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/share/site-functions/_tensix-tlm" DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/site-functions" COMPONENT program)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/share/man1/tensix-tlm.1" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1" COMPONENT program)
install(DIRECTORY configs/ DESTINATION "${CMAKE_INSTALL_DATADIR}/tensix_tlm/configs" COMPONENT program FILES_MATCHING PATTERN "*.json")
# What kernels are compiled with, and those that come with the program; paths as in the repository (workload/compile/device_files.h).
install(DIRECTORY workload/device workload/vector DESTINATION "${CMAKE_INSTALL_DATADIR}/tensix_tlm/workload" COMPONENT kernels)
install(DIRECTORY workload/kernels/device DESTINATION "${CMAKE_INSTALL_DATADIR}/tensix_tlm/workload/kernels" COMPONENT kernels)
foreach(file workload/kernels/words.h workload/kernels/address_modifier.h workload/kernels/turn_in_dst.h models/isa/instruction_words.h models/isa/instructions.def models/registers/config_words.h
             models/registers/config_fields.def)
  get_filename_component(folder ${file} DIRECTORY)
  install(FILES ${file} DESTINATION "${CMAKE_INSTALL_DATADIR}/tensix_tlm/${folder}" COMPONENT kernels)
endforeach()
# The Python package, which finds the program by its own place; pyproject.toml installs the same files. Units in its plots: docs/generated/parameters.md.
install(DIRECTORY python/tensix_tlm DESTINATION "${CMAKE_INSTALL_DATADIR}/tensix_tlm/python" COMPONENT python
  FILES_MATCHING PATTERN "*.py" PATTERN "py.typed" PATTERN "columns.json" PATTERN "__pycache__" EXCLUDE)
# Debian's Python looks below /usr/lib/python3.
install(CODE "if(CMAKE_INSTALL_PREFIX MATCHES \"/usr$\")
    file(MAKE_DIRECTORY \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/lib/python3/dist-packages\")
    file(CREATE_LINK ../../../${CMAKE_INSTALL_DATADIR}/tensix_tlm/python/tensix_tlm
      \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/lib/python3/dist-packages/tensix_tlm\" SYMBOLIC)
  endif()" COMPONENT python)
# Pages, with what their commands read, at their paths in the repository.
install(FILES README.md CHANGELOG.md DESTINATION "${CMAKE_INSTALL_DATADIR}/tensix_tlm" COMPONENT program)
install(DIRECTORY docs DESTINATION "${CMAKE_INSTALL_DATADIR}/tensix_tlm" COMPONENT program
  FILES_MATCHING PATTERN "*.md" PATTERN "*.svg" PATTERN "*.png" PATTERN "*.scn")
install(DIRECTORY examples/programs examples/notebooks DESTINATION "${CMAKE_INSTALL_DATADIR}/tensix_tlm/examples" COMPONENT program
  PATTERN "__pycache__" EXCLUDE PATTERN ".ipynb_checkpoints" EXCLUDE PATTERN ".study-*" EXCLUDE)
# What runs tt-llk's tests (docs/llk.md).
install(PROGRAMS scripts/llk_suite.sh scripts/common.sh DESTINATION "${CMAKE_INSTALL_DATADIR}/tensix_tlm/scripts" COMPONENT kernels)
install(DIRECTORY scripts/llk DESTINATION "${CMAKE_INSTALL_DATADIR}/tensix_tlm/scripts" COMPONENT kernels
  USE_SOURCE_PERMISSIONS PATTERN "__pycache__" EXCLUDE)
install(FILES LICENSE DESTINATION "${CMAKE_INSTALL_DATADIR}/tensix_tlm" COMPONENT program)
install(DIRECTORY third_party/echarts DESTINATION "${CMAKE_INSTALL_DATADIR}/tensix_tlm/third_party" COMPONENT program # it is in tensix-tlm
  FILES_MATCHING PATTERN "LICENSE*" PATTERN "NOTICE" PATTERN "README.md")

# Programs of others look there for what kernels are compiled with, and for configurations.
target_sources(tensix_main INTERFACE
  "$<INSTALL_INTERFACE:$<INSTALL_PREFIX>/${tensix_package_dir}/share_of_package.cpp>")
target_compile_definitions(tensix_main INTERFACE
  "$<INSTALL_INTERFACE:TENSIX_SHARE_OF_PACKAGE=\"$<INSTALL_PREFIX>/${CMAKE_INSTALL_DATADIR}/tensix_tlm\">")
foreach(export tensix_tlm-targets tensix_tlm-cosim-targets)
  install(EXPORT ${export} NAMESPACE tensix_tlm:: DESTINATION "${tensix_package_dir}" COMPONENT dev)
endforeach()
configure_package_config_file(scripts/cmake/tensix_tlm-config.cmake.in "${CMAKE_CURRENT_BINARY_DIR}/tensix_tlm-config.cmake"
  INSTALL_DESTINATION "${tensix_package_dir}"
  PATH_VARS CMAKE_INSTALL_DATADIR CMAKE_INSTALL_LIBDIR)
write_basic_package_version_file("${CMAKE_CURRENT_BINARY_DIR}/tensix_tlm-config-version.cmake" COMPATIBILITY SameMajorVersion)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/tensix_tlm-config.cmake" "${CMAKE_CURRENT_BINARY_DIR}/tensix_tlm-config-version.cmake"
  scripts/cmake/TensixSystemC.cmake scripts/cmake/TensixCosimLibrary.cmake scripts/cmake/TensixVerilator.cmake
  scripts/cmake/share_of_package.cpp cosim/capi/tensix.map DESTINATION "${tensix_package_dir}" COMPONENT dev)

