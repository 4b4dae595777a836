# SPDX-License-Identifier: Apache-2.0
# tensix_together(TARGET... [APART FILE...]): the sources of one folder are compiled as one file, so that what they include is read,
# and templates of others are made, once: half the time to build the program. Hence no two files of a folder have different things of one
# name, not even in anonymous namespaces. Who changes single files again and again sets TENSIX_TLM_TOGETHER to OFF: each by itself,
# and with -Wshadow, which otherwise would see the other files' names. APART: files that must (one for each instruction set of the
# host), and those that set a macro before they include something.
option(TENSIX_TLM_TOGETHER "compile the files of a folder as one" ON)
function(tensix_together)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "" "APART")
  if(NOT TENSIX_TLM_TOGETHER)
    return()
  endif()
  foreach(target IN LISTS arg_UNPARSED_ARGUMENTS)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
    get_target_property(sources ${target} SOURCES)
    list(FILTER sources INCLUDE REGEX "\\.cpp$")
    foreach(source IN LISTS sources)
      get_filename_component(folder "${source}" ABSOLUTE)
      get_filename_component(folder "${folder}" DIRECTORY)
      file(RELATIVE_PATH folder "${PROJECT_SOURCE_DIR}" "${folder}") # the same names in every checkout, for compiler caches
      set_source_files_properties("${source}" PROPERTIES UNITY_GROUP "${folder}")
    endforeach()
  endforeach()
  set_source_files_properties(${arg_APART} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()
