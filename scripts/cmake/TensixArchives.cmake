# SPDX-License-Identifier: Apache-2.0
# Boost, libdeflate, libdw and libelf from their archives, where these are: an executable of its own code starts sooner than one
# that loads nine shared libraries (docs/speed.md, "Start-up"). OFF: the shared libraries.
option(TENSIX_TLM_ARCHIVES "link executables with the archives of Boost, libdeflate, libdw and libelf" ON)

# find_package of Boost, from archives if they are there. A macro: it leaves the package's variables to the caller.
macro(tensix_find_boost)
  if(TENSIX_TLM_ARCHIVES)
    set(Boost_USE_STATIC_LIBS ON)
    find_package(Boost ${ARGN} QUIET CONFIG)
    if(NOT Boost_FOUND)
      message(STATUS "Boost has no archives here: its shared libraries are used")
      set(Boost_USE_STATIC_LIBS OFF)
    endif()
  endif()
  if(NOT Boost_FOUND)
    find_package(Boost ${ARGN} REQUIRED CONFIG)
  endif()
endmacro()

# PkgConfig::<prefix>, which pkg_check_modules has made, becomes the archives in executables. Shared libraries keep to shared
# ones: not every archive is position-independent (Debian's libdw is not).
function(tensix_prefer_archives prefix)
  if(NOT TENSIX_TLM_ARCHIVES)
    return()
  endif()
  set(executable "$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>")
  set(libraries "")
  foreach(library IN LISTS ${prefix}_STATIC_LIBRARIES)
    find_library(TENSIX_ARCHIVE_${library} "${CMAKE_STATIC_LIBRARY_PREFIX}${library}${CMAKE_STATIC_LIBRARY_SUFFIX}" HINTS ${${prefix}_STATIC_LIBRARY_DIRS})
    mark_as_advanced(TENSIX_ARCHIVE_${library})
    if(NOT TENSIX_ARCHIVE_${library})
      message(STATUS "lib${library}.a is not here: the shared libraries of ${${prefix}_STATIC_LIBRARIES} are used")
      return()
    endif()
    list(APPEND libraries "$<${executable}:${TENSIX_ARCHIVE_${library}}>")
  endforeach()
  get_target_property(shared PkgConfig::${prefix} INTERFACE_LINK_LIBRARIES)
  foreach(library IN LISTS shared)
    list(APPEND libraries "$<$<NOT:${executable}>:${library}>")
  endforeach()
  set_target_properties(PkgConfig::${prefix} PROPERTIES INTERFACE_LINK_LIBRARIES "${libraries}")
endfunction()
