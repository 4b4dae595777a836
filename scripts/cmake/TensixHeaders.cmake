# SPDX-License-Identifier: Apache-2.0
# Which headers are installed: what others may include, and what those include. docs/library.md says what each list promises; the test
# `headers` holds both to it. A folder stands for its headers.

# Public: semantic versioning holds for them.
set(tensix_public_headers
  platform/tile.h platform/tile_parts.h platform/parameters.h platform/parameter_presets.h models/contracts models/observe/report_ids.h
  pages/tile/tile_observation.h cosim/capi/tensix.h cosim/cci/cci_parameters.h)
# What parts of one's own, or RTL in the place of units, derive from and are made of: every version may change them.
set(tensix_part_headers
  cosim/rtl models/config_unit models/coprocessor models/dram models/formats models/frontend models/hand_over models/isa models/matrix_unit models/memory models/misc_unit
  models/mover models/noc models/noc_interface models/observe models/packer models/registers models/riscv_core models/riscv_port
  models/scalar_unit models/sync_unit models/time models/unpacker models/vector_unit observe/events testbench/run/simulation.h
  support/files/share_places.h workload/kernels/kernel_function.h workload/players)

# tensix_headers_needed(VARIABLE NAME...): the headers that these are, or contain, with all that they include of this repository.
function(tensix_headers_needed variable)
  set(to_do "")
  foreach(name IN LISTS ARGN)
    if(IS_DIRECTORY "${PROJECT_SOURCE_DIR}/${name}")
      file(GLOB files RELATIVE "${PROJECT_SOURCE_DIR}" CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/${name}/*.h")
      list(APPEND to_do ${files})
    else()
      list(APPEND to_do "${name}")
    endif()
  endforeach()
  set(needed "")
  while(to_do)
    list(POP_FRONT to_do name)
    if(name IN_LIST needed)
      continue()
    endif()
    list(APPEND needed "${name}")
    file(STRINGS "${PROJECT_SOURCE_DIR}/${name}" lines REGEX "^ *# *include \"")
    foreach(line IN LISTS lines)
      string(REGEX REPLACE "^[^\"]*\"([^\"]*)\".*" "\\1" included "${line}")
      if(NOT EXISTS "${PROJECT_SOURCE_DIR}/${included}")
        message(FATAL_ERROR "${name} includes \"${included}\", which is not a path from the root of the repository: it could not be installed")
      endif()
      list(APPEND to_do "${included}")
    endforeach()
  endwhile()
  list(SORT needed)
  set(${variable} "${needed}" PARENT_SCOPE)
endfunction()
