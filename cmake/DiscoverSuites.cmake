# Runs after a test program is linked: writes one ctest test per suite, so that a display or a driver starts once per
# suite.
#   cmake -DPROGRAM=… -DNAME=… -DOUTPUT=… -DRESULTS=folder for what each test of a suite did [-DRUN_BY=…]
#         [-DEMULATOR=what runs programs of that system] [-DLEFT_OUT=file with the names of tests that do not run,
#         FOLDER.SUITE.TEST or FOLDER.SUITE.*] -P DiscoverSuites.cmake
cmake_minimum_required(VERSION 3.25)
execute_process(COMMAND ${EMULATOR} ${PROGRAM} --gtest_list_tests OUTPUT_VARIABLE listed COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "\n[A-Za-z0-9_/]+\\." suites "\n${listed}")
set(left_out "")
if(LEFT_OUT)
  file(STRINGS ${LEFT_OUT} left_out REGEX "^[a-z]")
  list(TRANSFORM left_out REPLACE " .*" "")
endif()
set(tests "")
foreach(suite ${suites})
  string(REGEX REPLACE "[\n.]" "" suite "${suite}")
  if("${NAME}.${suite}.*" IN_LIST left_out)
    continue()
  endif()
  set(without ${left_out})
  list(FILTER without INCLUDE REGEX "^${NAME}\\.${suite}\\.")
  list(TRANSFORM without REPLACE "^${NAME}\\." "")
  list(JOIN without ":" without)
  string(REPLACE "/" "-" file "${NAME}.${suite}.json")
  string(APPEND tests "add_test([=[${NAME}.${suite}]=] ${RUN_BY} ${EMULATOR} [=[${PROGRAM}]=] [=[--gtest_filter=${suite}.*-${without}]=] [=[--gtest_output=json:${RESULTS}/${file}]=])
set_tests_properties([=[${NAME}.${suite}]=] PROPERTIES TIMEOUT 600)
")
endforeach()
file(WRITE "${OUTPUT}" "${tests}")
