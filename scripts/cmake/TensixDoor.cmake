# SPDX-License-Identifier: Apache-2.0
# tensix_door_libraries(TARGET): what the door of tt-umd needs (app/serve): NNG, and the messages' code, which the FlatBuffers compiler
# that is installed makes of door.fbs: what it makes goes with the headers of its version only. NNG, like other libraries, from archives
# if they are there (TensixArchives).
find_path(TENSIX_NNG_HEADERS nng/protocol/pair1/pair.h)
find_library(TENSIX_NNG nng)
find_path(TENSIX_FLATBUFFERS_HEADERS flatbuffers/flatbuffers.h)
find_program(TENSIX_FLATC flatc)
foreach(part IN ITEMS NNG_HEADERS NNG FLATBUFFERS_HEADERS FLATC)
  if(NOT TENSIX_${part})
    message(FATAL_ERROR "TENSIX_${part} is not here; scripts/setup.sh installs libnng-dev, libflatbuffers-dev and flatbuffers-compiler")
  endif()
endforeach()
set(tensix_nng "${TENSIX_NNG}")
if(TENSIX_TLM_ARCHIVES)
  set(archives "")
  foreach(library IN ITEMS nng mbedtls mbedx509 mbedcrypto) # NNG's TLS, which Debian builds it with
    find_library(TENSIX_ARCHIVE_${library} "${CMAKE_STATIC_LIBRARY_PREFIX}${library}${CMAKE_STATIC_LIBRARY_SUFFIX}")
    mark_as_advanced(TENSIX_ARCHIVE_${library})
    list(APPEND archives "${TENSIX_ARCHIVE_${library}}")
  endforeach()
  if(NOT archives MATCHES NOTFOUND)
    set(tensix_nng "${archives}")
  endif()
endif()

set(tensix_door_header "${PROJECT_BINARY_DIR}/generated/door_generated.h")
add_custom_command(OUTPUT "${tensix_door_header}" DEPENDS "${PROJECT_SOURCE_DIR}/app/serve/door.fbs" VERBATIM
  COMMAND "${TENSIX_FLATC}" --cpp -o "${PROJECT_BINARY_DIR}/generated" "${PROJECT_SOURCE_DIR}/app/serve/door.fbs")

function(tensix_door_libraries target)
  target_sources(${target} PRIVATE "${tensix_door_header}")
  target_include_directories(${target} SYSTEM PRIVATE "${PROJECT_BINARY_DIR}/generated" "${TENSIX_FLATBUFFERS_HEADERS}"
    PUBLIC "$<BUILD_INTERFACE:${TENSIX_NNG_HEADERS}>")
  target_link_libraries(${target} PRIVATE "$<BUILD_INTERFACE:${tensix_nng}>" $<INSTALL_INTERFACE:nng> Threads::Threads)
endfunction()
