# What `cmake --install` puts where, and the CMake package tensix_tlm. Included by the root CMakeLists.txt, after its targets.
include(CMakePackageConfigHelpers)

target_compile_features(tensix_core PUBLIC cxx_std_17)
set(tensix_package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/tensix_tlm")

# Of the program all is there that belongs to it, whatever else has been built; what has not is left out, which is said.
function(tensix_install_if_built target)
  install(CODE "if(NOT EXISTS \"$<TARGET_FILE:${target}>\")
    message(STATUS \"Left out: ${target}, which has not been built (cmake --build ${PROJECT_BINARY_DIR} --target ${target}, then install again)\")
  endif()")
  install(TARGETS ${target} OPTIONAL ${ARGN})
endfunction()
install(CODE "if(NOT EXISTS \"$<TARGET_FILE:tensix-tlm>\")
    message(FATAL_ERROR \"Nothing to install: first cmake --build ${PROJECT_BINARY_DIR} --target tensix-tlm (without --target: also the C library and tensix-tlm-rtl)\")
  endif()")
# tensix_main: objects with sc_main and all commands, for a program with RTL of its own.
install(TARGETS ${tensix_rooms} tensix_commit tensix_main tensix-tlm EXPORT tensix_tlm-targets
  ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}"
  OBJECTS DESTINATION "${CMAKE_INSTALL_LIBDIR}/tensix_tlm"
  RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
# With the C library, what tensix_cosim_library makes others of.
install(TARGETS tensix_capi tensix_systemc EXPORT tensix_tlm-cosim-targets OPTIONAL ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}")
tensix_install_if_built(tensix_cosim EXPORT tensix_tlm-cosim-targets LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}")
if(TENSIX_VERILATOR)
  tensix_install_if_built(tensix-tlm-rtl RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
endif()
# Random programs and streams (docs/soak.md); among the tests of the build it is `soak`.
if(TARGET soak)
  install(CODE "if(NOT EXISTS \"$<TARGET_FILE:soak>\")
    message(STATUS \"Left out: soak, which has not been built (cmake --build ${PROJECT_BINARY_DIR} --target soak, then install again)\")
  endif()")
  install(PROGRAMS $<TARGET_FILE:soak> DESTINATION "${CMAKE_INSTALL_BINDIR}" RENAME tensix-tlm-soak OPTIONAL)
endif()

# Headers keep their paths from the root of the repository, below include/tensix_tlm.
foreach(folder support models platform workload observe cosim testbench pages app)
  install(DIRECTORY ${folder} DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/tensix_tlm"
    FILES_MATCHING PATTERN "*.h" PATTERN "*.def")
endforeach()
# The C library: its header where C looks for it, its package, and where both are (pkg-config tensix_cosim).
install(FILES cosim/capi/tensix.h DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
install(FILES cosim/capi/tensix_pkg.sv DESTINATION "${CMAKE_INSTALL_DATADIR}/tensix_tlm")
file(RELATIVE_PATH tensix_pc_to_prefix "${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig" "${CMAKE_INSTALL_PREFIX}")
configure_file(scripts/cmake/tensix_cosim.pc.in "${CMAKE_CURRENT_BINARY_DIR}/tensix_cosim.pc" @ONLY)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/tensix_cosim.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
# RTL in the place of units (docs/cosim.md): interfaces and monitors, the examples, an outside project, and what plays the vectors with
# RTL in place.
install(DIRECTORY cosim/rtl/sv DESTINATION "${CMAKE_INSTALL_DATADIR}/tensix_tlm/cosim/rtl")
install(DIRECTORY examples/rtl DESTINATION "${CMAKE_INSTALL_DATADIR}/tensix_tlm/examples")
install(DIRECTORY tests/external_rtl DESTINATION "${CMAKE_INSTALL_DATADIR}/tensix_tlm/tests" PATTERN "__pycache__" EXCLUDE)
install(PROGRAMS tests/cosim/in_place.py DESTINATION "${CMAKE_INSTALL_DATADIR}/tensix_tlm/tests/cosim")
install(DIRECTORY tests/vectors tests/experiments DESTINATION "${CMAKE_INSTALL_DATADIR}/tensix_tlm/tests" FILES_MATCHING PATTERN "*.scn")
# Completion for bash and zsh, and the man page.
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/share/completions/tensix-tlm" DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions")
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/share/site-functions/_tensix-tlm" DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/site-functions")
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/share/man1/tensix-tlm.1" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1")
install(DIRECTORY configs/ DESTINATION "${CMAKE_INSTALL_DATADIR}/tensix_tlm/configs" FILES_MATCHING PATTERN "*.json")
# What kernels are compiled with, and those that come with the program; paths as in the repository (workload/compile/device_files.h).
install(DIRECTORY workload/device workload/vector DESTINATION "${CMAKE_INSTALL_DATADIR}/tensix_tlm/workload")
install(DIRECTORY workload/kernels/device DESTINATION "${CMAKE_INSTALL_DATADIR}/tensix_tlm/workload/kernels")
foreach(file workload/kernels/words.h workload/kernels/address_modifier.h workload/kernels/turn_in_dst.h models/isa/instruction_words.h models/isa/instructions.def models/registers/config_words.h
             models/registers/config_fields.def)
  get_filename_component(folder ${file} DIRECTORY)
  install(FILES ${file} DESTINATION "${CMAKE_INSTALL_DATADIR}/tensix_tlm/${folder}")
endforeach()
# The Python package, which finds the program by its own place; pyproject.toml installs the same files. Units in its plots: parameters.md.
install(DIRECTORY python/tensix_tlm DESTINATION "${CMAKE_INSTALL_DATADIR}/tensix_tlm/python"
  FILES_MATCHING PATTERN "*.py" PATTERN "py.typed" PATTERN "columns.json" PATTERN "__pycache__" EXCLUDE)
install(FILES docs/generated/parameters.md DESTINATION "${CMAKE_INSTALL_DATADIR}/tensix_tlm/docs/generated")
install(DIRECTORY examples/programs examples/notebooks DESTINATION "${CMAKE_INSTALL_DATADIR}/tensix_tlm/examples"
  PATTERN "__pycache__" EXCLUDE PATTERN ".ipynb_checkpoints" EXCLUDE PATTERN ".study-*" EXCLUDE)
# What runs tt-llk's tests (docs/llk.md).
install(PROGRAMS scripts/llk_suite.sh scripts/common.sh DESTINATION "${CMAKE_INSTALL_DATADIR}/tensix_tlm/scripts")
install(DIRECTORY scripts/llk DESTINATION "${CMAKE_INSTALL_DATADIR}/tensix_tlm/scripts" USE_SOURCE_PERMISSIONS PATTERN "__pycache__" EXCLUDE)
install(FILES LICENSE DESTINATION "${CMAKE_INSTALL_DATADIR}/tensix_tlm")
install(DIRECTORY third_party/echarts DESTINATION "${CMAKE_INSTALL_DATADIR}/tensix_tlm/third_party" # it is in tensix-tlm
  FILES_MATCHING PATTERN "LICENSE*" PATTERN "NOTICE" PATTERN "README.md")

# Programs of others look there for what kernels are compiled with, and for configurations.
target_sources(tensix_main INTERFACE
  "$<INSTALL_INTERFACE:$<INSTALL_PREFIX>/${tensix_package_dir}/share_of_package.cpp>")
target_compile_definitions(tensix_main INTERFACE
  "$<INSTALL_INTERFACE:TENSIX_SHARE_OF_PACKAGE=\"$<INSTALL_PREFIX>/${CMAKE_INSTALL_DATADIR}/tensix_tlm\">")
foreach(export tensix_tlm-targets tensix_tlm-cosim-targets)
  install(EXPORT ${export} NAMESPACE tensix_tlm:: DESTINATION "${tensix_package_dir}")
endforeach()
configure_package_config_file(scripts/cmake/tensix_tlm-config.cmake.in "${CMAKE_CURRENT_BINARY_DIR}/tensix_tlm-config.cmake"
  INSTALL_DESTINATION "${tensix_package_dir}"
  PATH_VARS CMAKE_INSTALL_DATADIR CMAKE_INSTALL_LIBDIR)
write_basic_package_version_file("${CMAKE_CURRENT_BINARY_DIR}/tensix_tlm-config-version.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/tensix_tlm-config.cmake" "${CMAKE_CURRENT_BINARY_DIR}/tensix_tlm-config-version.cmake"
  scripts/cmake/TensixSystemC.cmake scripts/cmake/TensixCosimLibrary.cmake scripts/cmake/TensixVerilator.cmake
  scripts/cmake/share_of_package.cpp cosim/capi/tensix.map DESTINATION "${tensix_package_dir}")
