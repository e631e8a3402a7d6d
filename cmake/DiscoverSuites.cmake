# Runs after a test program is linked: writes one ctest test per suite, so that a display or a driver starts once per
# suite.
#   cmake -DPROGRAM=… -DNAME=… -DOUTPUT=… -DRESULTS=folder for what each test of a suite did [-DRUN_BY=…] -P DiscoverSuites.cmake
execute_process(COMMAND ${PROGRAM} --gtest_list_tests OUTPUT_VARIABLE listed COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "\n[A-Za-z0-9_/]+\\." suites "\n${listed}")
set(tests "")
foreach(suite ${suites})
  string(REGEX REPLACE "[\n.]" "" suite "${suite}")
  string(REPLACE "/" "-" file "${NAME}.${suite}.json")
  string(APPEND tests "add_test([=[${NAME}.${suite}]=] ${RUN_BY} [=[${PROGRAM}]=] --gtest_filter=${suite}.* [=[--gtest_output=json:${RESULTS}/${file}]=])
set_tests_properties([=[${NAME}.${suite}]=] PROPERTIES TIMEOUT 600)
")
endforeach()
file(WRITE "${OUTPUT}" "${tests}")
