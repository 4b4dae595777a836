# SPDX-License-Identifier: Apache-2.0
# Sanitizers, and whether there is libFuzzer for tests/fuzz (TENSIX_FUZZER). A sanitizer build prefers clang++, so that one build
# is enough for the tests and the fuzz targets; another compiler by -DCMAKE_CXX_COMPILER=g++ or CXX=g++, without libFuzzer.
option(TENSIX_TLM_SANITIZE "address and undefined-behaviour sanitizers" OFF)

if(TENSIX_TLM_SANITIZE AND NOT DEFINED CMAKE_CXX_COMPILER AND NOT DEFINED ENV{CXX})
  find_program(TENSIX_CLANG clang++)
  if(TENSIX_CLANG)
    # Debian has the runtime in a package of its own.
    execute_process(COMMAND ${TENSIX_CLANG} -print-runtime-dir OUTPUT_VARIABLE runtime OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    file(GLOB runtime "${runtime}/libclang_rt.fuzzer*.a")
    if(runtime)
      set(CMAKE_CXX_COMPILER "${TENSIX_CLANG}")
    else()
      message(STATUS "clang++ has no libFuzzer here (scripts/setup.sh --clang): the system's compiler is taken")
    endif()
  endif()
endif()

macro(tensix_sanitize)
  set(TENSIX_FUZZER OFF)
  if(TENSIX_TLM_SANITIZE)
    add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer)
    add_link_options(-fsanitize=address,undefined)
    add_compile_definitions(TENSIX_CHECK_SHORTCUTS) # models/memory/l1_check.h
    find_program(TENSIX_LLD ld.lld) # links in a quarter of the time
    if(TENSIX_LLD AND CMAKE_CXX_COMPILER_ID STREQUAL Clang)
      add_link_options(-fuse-ld=lld)
    endif()
    include(CheckCXXSourceCompiles)
    set(CMAKE_REQUIRED_FLAGS "-fsanitize=address,fuzzer")
    check_cxx_source_compiles("#include <cstddef>
#include <cstdint>
extern \"C\" int LLVMFuzzerTestOneInput(const uint8_t*, size_t) { return 0; }" TENSIX_HAS_LIBFUZZER)
    unset(CMAKE_REQUIRED_FLAGS)
    set(TENSIX_FUZZER ${TENSIX_HAS_LIBFUZZER})
  endif()
endmacro()

# Code whose branches libFuzzer follows.
function(tensix_followed_by_fuzzer)
  if(TENSIX_FUZZER)
    foreach(target IN LISTS ARGN)
      target_compile_options(${target} PRIVATE -fsanitize=fuzzer-no-link)
    endforeach()
  endif()
endfunction()
