# SPDX-License-Identifier: EUPL-1.2
# The settings that all targets of this build share: the language, the warnings, the hardening,
# and two functions that keep a folder's CMakeLists.txt to a list of names.

include(ArchivedCommit)
include(OrgregSite)

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)

find_program(ORGREG_CCACHE ccache)
if(ORGREG_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${ORGREG_CCACHE})
endif()

find_package(Threads REQUIRED)
find_package(PkgConfig REQUIRED)
find_package(ICU REQUIRED COMPONENTS uc i18n)
find_package(OpenSSL REQUIRED COMPONENTS Crypto SSL)
find_package(EXPAT REQUIRED)
find_package(simdjson REQUIRED)
find_package(fmt REQUIRED)
find_package(spdlog REQUIRED)
find_package(CLI11 REQUIRED)
find_package(tomlplusplus REQUIRED)
pkg_check_modules(ctemplate REQUIRED IMPORTED_TARGET libctemplate)
pkg_check_modules(libpq REQUIRED IMPORTED_TARGET libpq)

add_library(orgreg_flags INTERFACE)
target_include_directories(orgreg_flags INTERFACE ${CMAKE_SOURCE_DIR}/src)
target_compile_options(orgreg_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wformat=2 -Wimplicit-fallthrough -Werror)
if(CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64")
  # Every such processor of the last fifteen years can count bits and, for the JSON parser,
  # multiply without carry.
  target_compile_options(orgreg_flags INTERFACE -march=x86-64-v2 -mpclmul)
endif()
target_compile_options(orgreg_flags INTERFACE
  -fstack-protector-strong -fstack-clash-protection -fcf-protection=full
  -ftrivial-auto-var-init=zero -fno-delete-null-pointer-checks -fno-strict-overflow)
# Errors of parsing are values: with the second definition, code that would throw does not compile.
target_compile_definitions(orgreg_flags INTERFACE _GLIBCXX_ASSERTIONS SIMDJSON_EXCEPTIONS=0)
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  # Stable algorithms of this standard library use a function that it marks deprecated.
  target_compile_options(orgreg_flags INTERFACE -Wno-deprecated-declarations)
elseif(CMAKE_CXX_FLAGS MATCHES "-fsanitize")
  # This compiler wrongly reports instrumented code as uninitialised.
  target_compile_options(orgreg_flags INTERFACE -Wno-maybe-uninitialized -Wno-uninitialized)
endif()
if(CMAKE_BUILD_TYPE MATCHES "Release|RelWithDebInfo")
  target_compile_options(orgreg_flags INTERFACE -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3)
endif()
target_link_options(orgreg_flags INTERFACE
  -Wl,-z,relro,-z,now,-z,noexecstack -Wl,--as-needed)
target_link_libraries(orgreg_flags INTERFACE Threads::Threads)
set(CMAKE_EXE_LINKER_FLAGS "${CMAKE_EXE_LINKER_FLAGS} -pie")

# GCC 12 wrongly warns of overflows if headers are precompiled.
option(ORGREG_PRECOMPILE "Compile common headers once (clang)" OFF)
# orgreg_precompile(NAME FLAG…): the common headers, for targets that are compiled with these flags.
function(orgreg_precompile name)
  file(WRITE ${CMAKE_BINARY_DIR}/${name}.cc "")
  add_library(${name} OBJECT ${CMAKE_BINARY_DIR}/${name}.cc)
  set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
  target_compile_options(${name} PRIVATE ${ARGN})
  target_link_libraries(${name} PRIVATE orgreg_flags simdjson::simdjson fmt::fmt)
  target_precompile_headers(${name} PRIVATE ${CMAKE_SOURCE_DIR}/cmake/common_headers.h)
endfunction()

# Sanitizers check the program; its tests are compiled quickly. The definition is for code that
# would be in their way: compilers have no common one.
set(ORGREG_TEST_FLAGS "")
if(CMAKE_CXX_FLAGS MATCHES "-fsanitize")
  target_compile_definitions(orgreg_flags INTERFACE ORGREG_SANITIZED)
  set(ORGREG_TEST_FLAGS -O0)
endif()
if(ORGREG_PRECOMPILE)
  orgreg_precompile(orgreg_common -fPIC)
  # The test library has the definition.
  orgreg_precompile(orgreg_common_of_tests -fPIE -DGTEST_HAS_PTHREAD=1 ${ORGREG_TEST_FLAGS})
endif()

# The sources of one folder share most of their headers and templates, so that compiling a dozen as
# one takes much less time. Not for the build that one edits against: the groups are large, and
# change with each name that a source declares (tests/tidy/batches.py).
set(ORGREG_UNITE 0 CACHE STRING "How many sources are compiled as one; 0: each alone")
if(NOT ORGREG_UNITE EQUAL 0)
  # Next to each other, sources shadow names that they do not see; and to GCC, what is private to
  # one of them seems to be private to an included file.
  target_compile_options(orgreg_flags INTERFACE
    -Wno-shadow $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
endif()
# orgreg_unite(TARGET SOURCE…): the target's sources in groups.
function(orgreg_unite target)
  if(ORGREG_UNITE EQUAL 0)
    return()
  endif()
  list(TRANSFORM ARGN PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/ REGEX "^[^/]" OUTPUT_VARIABLE sources)
  list(TRANSFORM sources REPLACE "^${CMAKE_SOURCE_DIR}/" "")
  execute_process(
    COMMAND python3 ${CMAKE_SOURCE_DIR}/tests/tidy/unity_groups.py --largest ${ORGREG_UNITE} ${sources}
    OUTPUT_VARIABLE groups COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCHALL "[^\n]+" lines "${groups}")
  foreach(line IN LISTS lines)
    string(REPLACE "\t" ";" pair "${line}")
    list(GET pair 0 group)
    list(GET pair 1 source)
    set_source_files_properties(${CMAKE_SOURCE_DIR}/${source} PROPERTIES UNITY_GROUP ${target}_${group})
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()

# orgreg_folder(NAME SOURCES a.cc … [USES folder …] [LIBRARIES target …] [PRECOMPILE header …])
# The static library of src/NAME. USES are the folders it may include (docs: ARCHITECTURE.md).
function(orgreg_folder name)
  cmake_parse_arguments(ARG "" "" "SOURCES;USES;LIBRARIES;PRECOMPILE" ${ARGN})
  add_library(orgreg_${name} STATIC ${ARG_SOURCES})
  orgreg_unite(orgreg_${name} ${ARG_SOURCES})
  target_link_libraries(orgreg_${name} PUBLIC orgreg_flags ${ARG_LIBRARIES})
  foreach(used IN LISTS ARG_USES)
    target_link_libraries(orgreg_${name} PUBLIC orgreg_${used})
  endforeach()
  if(ARG_PRECOMPILE)
    target_precompile_headers(orgreg_${name} PRIVATE ${ARG_PRECOMPILE})
  elseif(ORGREG_PRECOMPILE)
    target_precompile_headers(orgreg_${name} REUSE_FROM orgreg_common)
  endif()
endfunction()

# orgreg_program(NAME MAIN LIBRARY): the program bin/NAME.
function(orgreg_program name main library)
  add_executable(${name} ${main})
  target_link_libraries(${name} PRIVATE ${library})
  # By which the program knows segments of its own (base/build_id.h).
  target_link_options(${name} PRIVATE LINKER:--build-id=sha1)
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
endfunction()

# orgreg_unit_test(FOLDER SOURCES a_test.cc … [WHOLE]): one test program for a folder of src/.
# WHOLE: all its tests run in one process.
function(orgreg_unit_test folder)
  cmake_parse_arguments(ARG "WHOLE" "" "SOURCES;LIBRARIES" ${ARGN})
  set(sources "")
  foreach(source IN LISTS ARG_SOURCES)
    # A program may share sources with that of another folder.
    cmake_path(SET path NORMALIZE ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/${source})
    list(APPEND sources ${path})
  endforeach()
  add_executable(${folder}_tests ${sources})
  orgreg_unite(${folder}_tests ${sources})
  target_link_libraries(${folder}_tests PRIVATE orgreg_${folder} ${ARG_LIBRARIES} GTest::gtest_main GTest::gmock)
  target_include_directories(${folder}_tests PRIVATE ${CMAKE_SOURCE_DIR}/tests)
  target_compile_options(${folder}_tests PRIVATE ${ORGREG_TEST_FLAGS})
  if(ORGREG_PRECOMPILE)
    target_precompile_headers(${folder}_tests REUSE_FROM orgreg_common_of_tests)
  endif()
  target_compile_definitions(${folder}_tests PRIVATE ORGREG_TEST_DATA="${CMAKE_SOURCE_DIR}/tests/data")
  if(ARG_WHOLE)
    add_test(NAME ${folder}_tests COMMAND ${folder}_tests)
  else()
    gtest_discover_tests(${folder}_tests DISCOVERY_TIMEOUT 60)
  endif()
endfunction()

# orgreg_embed(TARGET FILE SYMBOL): the file's bytes as `extern const char SYMBOL[]`,
# `extern const char SYMBOL_end[]`, so that the program needs no further file.
function(orgreg_embed target file symbol)
  set(assembly ${CMAKE_CURRENT_BINARY_DIR}/${symbol}.S)
  file(GENERATE OUTPUT ${assembly} CONTENT
".section .rodata
.global ${symbol}
.global ${symbol}_end
${symbol}:
.incbin \"${file}\"
${symbol}_end:
.byte 0
.section .note.GNU-stack,\"\",@progbits
")
  set_source_files_properties(${assembly} PROPERTIES OBJECT_DEPENDS ${file})
  target_sources(${target} PRIVATE ${assembly})
endfunction()

# orgreg_embed_commit(TARGET SYMBOL): embeds the commit of the sources, as it is at each build.
function(orgreg_embed_commit target symbol)
  set(file ${CMAKE_BINARY_DIR}/commit.txt)
  add_custom_target(${symbol}_file
    COMMAND ${CMAKE_COMMAND} -DSOURCE=${CMAKE_SOURCE_DIR} -DOUTPUT=${file}
      -P ${CMAKE_SOURCE_DIR}/cmake/write_commit.cmake
    BYPRODUCTS ${file} VERBATIM COMMENT "Asking for the commit")
  orgreg_embed(${target} ${file} ${symbol})
  add_dependencies(${target} ${symbol}_file)
endfunction()

# orgreg_build_day(VARIABLE): the day of the build (base/build_date.h), in days since 1970.
function(orgreg_build_day variable)
  set(seconds $ENV{SOURCE_DATE_EPOCH})
  if(NOT seconds MATCHES "^[0-9]+$")
    orgreg_archived_commit(${CMAKE_SOURCE_DIR} commit seconds)
  endif()
  if(NOT seconds MATCHES "^[0-9]+$")
    execute_process(COMMAND git log -1 --format=%ct WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
      OUTPUT_VARIABLE seconds OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  endif()
  if(NOT seconds MATCHES "^[0-9]+$")
    string(TIMESTAMP seconds %s UTC)
  endif()
  math(EXPR day "${seconds} / 86400")
  set(${variable} ${day} PARENT_SCOPE)
endfunction()
