# SPDX-License-Identifier: Apache-2.0
# tensix_systemc: SystemC once more, as an archive: libtensix_cosim has it in it, so that it shares nothing with a SystemC of the
# process (docs/c-library.md), and the program, which so starts sooner (docs/speed.md, "Start-up"). Debian has no archive: it is
# compiled from the package's sources, of the version of the headers.
set(TENSIX_TLM_SYSTEMC_SOURCE "" CACHE PATH "sources of SystemC (the folder with src/sysc), of the version that is installed")
unset(TENSIX_SYSTEMC_SOURCES CACHE) # looked for each time: a package that is upgraded has other sources
if(TENSIX_TLM_SYSTEMC_SOURCE)
  set(systemc_places "${TENSIX_TLM_SYSTEMC_SOURCE}")
else()
  file(GLOB systemc_places LIST_DIRECTORIES true /usr/local/src/systemc-*)
  list(REVERSE systemc_places)
endif()
find_path(TENSIX_SYSTEMC_SOURCES sysc/kernel/sc_simcontext.cpp HINTS ${systemc_places} PATH_SUFFIXES src NO_DEFAULT_PATH)
find_path(TENSIX_SYSTEMC_HEADERS sysc/kernel/sc_ver.h HINTS ${systemc_includes} ${SYSTEMC_INCLUDE_DIRS})
mark_as_advanced(TENSIX_SYSTEMC_SOURCES TENSIX_SYSTEMC_HEADERS)
set(TENSIX_SYSTEMC_APART ON)
if(NOT TENSIX_SYSTEMC_SOURCES)
  set(TENSIX_SYSTEMC_APART OFF)
  message(WARNING "The sources of SystemC are not here: libtensix_cosim will share the SystemC of its process, and cannot be loaded into "
                  "simulators with one of their own. scripts/setup.sh fetches those of Debian's package into /usr/local/src; or "
                  "-DTENSIX_TLM_SYSTEMC_SOURCE=FOLDER (that with src/sysc).")
  add_library(tensix_systemc INTERFACE)
  target_link_libraries(tensix_systemc INTERFACE SystemC::systemc)
  return()
endif()
foreach(header sysc/kernel/sc_ver.h sysc/kernel/sc_simcontext.h sysc/kernel/sc_object.h)
  file(SHA256 "${TENSIX_SYSTEMC_SOURCES}/${header}" of_sources)
  file(SHA256 "${TENSIX_SYSTEMC_HEADERS}/${header}" of_headers)
  if(NOT of_sources STREQUAL of_headers)
    message(FATAL_ERROR "${TENSIX_SYSTEMC_SOURCES} is another version of SystemC than ${TENSIX_SYSTEMC_HEADERS}: ${header} differs. "
                        "Run scripts/setup.sh again, or set TENSIX_TLM_SYSTEMC_SOURCE to sources of the same version.")
  endif()
endforeach()
file(GLOB_RECURSE systemc_files ${TENSIX_SYSTEMC_SOURCES}/sysc/*.cpp ${TENSIX_SYSTEMC_SOURCES}/tlm_core/*.cpp ${TENSIX_SYSTEMC_SOURCES}/tlm_utils/*.cpp)
list(FILTER systemc_files EXCLUDE REGEX "/sysc/kernel/sc_main[.]cpp$|/packages/") # main
add_library(tensix_systemc STATIC ${systemc_files})
# A folder at a time: half the time. But sc_fxval.cpp has a default argument that another file of its folder has, too,
# sc_utils_ids.cpp reads headers again, with another macro, and only who links sc_main_main.cpp has an sc_main.
if(TENSIX_TLM_TOGETHER)
  set_target_properties(tensix_systemc PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  foreach(source IN LISTS systemc_files)
    get_filename_component(folder "${source}" DIRECTORY)
    file(RELATIVE_PATH folder "${TENSIX_SYSTEMC_SOURCES}" "${folder}")
    set_source_files_properties("${source}" PROPERTIES UNITY_GROUP "${folder}")
  endforeach()
  set(apart datatypes/fx/sc_fxval.cpp utils/sc_utils_ids.cpp kernel/sc_main_main.cpp)
  list(TRANSFORM apart PREPEND ${TENSIX_SYSTEMC_SOURCES}/sysc/)
  set_source_files_properties(${apart} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endif()
target_include_directories(tensix_systemc SYSTEM PRIVATE "${TENSIX_SYSTEMC_SOURCES}")
# No thread process of it ever runs (docs/calendar.md): of its kinds of stacks that which needs no assembler.
# As in Debian's library without assertions: one says that all contexts of a process are never gone at once, as tiles may be.
target_compile_definitions(tensix_systemc PRIVATE SC_BUILD SC_USE_PTHREADS NDEBUG)
target_compile_options(tensix_systemc PRIVATE -w $<$<BOOL:${TENSIX_TLM_SANITIZE}>:-fno-sanitize=all>)
target_link_libraries(tensix_systemc PRIVATE Threads::Threads)
set_target_properties(tensix_systemc PROPERTIES CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON CXX_CLANG_TIDY "" EXPORT_COMPILE_COMMANDS OFF)
