# SPDX-License-Identifier: EUPL-1.2
# cmake -DSOURCE=FOLDER -DOUTPUT=FILE -P write_commit.cmake: writes into the file which commit these
# sources are. The build runs it every time; the file changes only if the answer does.

include(${CMAKE_CURRENT_LIST_DIR}/ArchivedCommit.cmake)

orgreg_archived_commit(${SOURCE} commit time)
if(NOT commit)
  # The name of the commit, with "-dirty" if a file differs from it.
  execute_process(COMMAND git --no-optional-locks describe --always --dirty --abbrev=40 --exclude=*
    WORKING_DIRECTORY ${SOURCE} OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
if(NOT commit)
  set(commit unknown)
endif()
set(before "")
if(EXISTS ${OUTPUT})
  file(READ ${OUTPUT} before)
endif()
if(NOT before STREQUAL commit)
  file(WRITE ${OUTPUT} ${commit})
endif()
