# SPDX-License-Identifier: Apache-2.0
# Writes OUT, a header with the commit of SOURCE, if it says something else. Run by every build: cmake -DSOURCE=... -DOUT=... -P
execute_process(COMMAND git describe --always --abbrev=12 --exclude=* --dirty WORKING_DIRECTORY "${SOURCE}"
  OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE failed ERROR_QUIET)
if(failed)
  set(commit "") # no repository, or no git
endif()
set(text "#define TENSIX_TLM_COMMIT \"${commit}\"\n")
set(before "")
if(EXISTS "${OUT}")
  file(READ "${OUT}" before)
endif()
if(NOT before STREQUAL text)
  file(WRITE "${OUT}" "${text}")
endif()
