# SPDX-License-Identifier: EUPL-1.2

# orgreg_archived_commit(SOURCE COMMIT TIME): the commit of a source archive and its time in seconds
# since 1970. Git writes them into cmake/commit.txt when it makes an archive (.gitattributes); in a
# clone both are empty.
function(orgreg_archived_commit source commit time)
  set(${commit} "" PARENT_SCOPE)
  set(${time} "" PARENT_SCOPE)
  file(READ ${source}/cmake/commit.txt text)
  if(text MATCHES "^([0-9a-f]+) ([0-9]+)")
    set(${commit} ${CMAKE_MATCH_1} PARENT_SCOPE)
    set(${time} ${CMAKE_MATCH_2} PARENT_SCOPE)
  endif()
endfunction()
