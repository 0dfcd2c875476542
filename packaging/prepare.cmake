# SPDX-License-Identifier: EUPL-1.2
# At an installation: makes in ${orgreg_made} what packaging/CMakeLists.txt then installs.
# ${orgreg_program} and ${orgreg_tools} are the programs; ${BINDIR} and ${LIBEXEC} are where programs
# will be.

if("${CMAKE_INSTALL_PREFIX}" STREQUAL "/usr")
  set(ETC /etc)
else()
  set(ETC "${CMAKE_INSTALL_PREFIX}/etc")
endif()

file(REMOVE_RECURSE "${orgreg_made}")
execute_process(
  COMMAND python3 "${orgreg_source}/manual/make" "${orgreg_made}" --program "${orgreg_program}" --tools "${orgreg_tools}" --etc "${ETC}"
  COMMAND_ERROR_IS_FATAL ANY)

file(READ "${orgreg_source}/systemd/hardening.conf" HARDENING)
file(GLOB units "${orgreg_source}/systemd/orgreg*")
foreach(unit IN LISTS units)
  cmake_path(GET unit FILENAME name)
  configure_file("${unit}" "${orgreg_made}/units/${name}" @ONLY)
endforeach()
