# Compiler settings that every target of the project shares, and the helpers that declare targets.

include(GNUInstallDirs)

# A local name must not hide another local one; an enumerator may have the name of something outside. A unity build
# (CMAKE_UNITY_BUILD, on in the presets) compiles several files as one, where types that no header shares are no fault.
set(shadow_warning $<IF:$<CXX_COMPILER_ID:GNU>,-Wshadow=local,-Wno-shadow>)
if(CMAKE_UNITY_BUILD)
  list(APPEND shadow_warning $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
endif()

# Call after cmake_parse_arguments(ARG …): fails for arguments before the first keyword, which would be ignored.
macro(mmdview_all_have_keywords)
  if(ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "${CMAKE_CURRENT_FUNCTION}(${name}): no keyword says what this is: ${ARG_UNPARSED_ARGUMENTS}")
  endif()
endmacro()

# Files that are compiled by themselves in a unity build: those of other folders (generated, or shared by several
# programs), and those listed under APART, which declare a name that another file of their folder declares as well.
function(mmdview_compile_apart target)
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources INCLUDE REGEX "^(/|\\.\\./)")
  set_source_files_properties(${sources} ${ARGN} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()

add_library(mmdview_settings INTERFACE)
target_compile_options(mmdview_settings INTERFACE
  $<$<CXX_COMPILER_ID:GNU,Clang,AppleClang>:-Wall -Wextra ${shadow_warning} -Wconversion>
  # Results must not depend on the optimiser's mood: no fused multiply-add that one build has and another lacks.
  $<$<CXX_COMPILER_ID:GNU,Clang,AppleClang>:-ffp-contract=off>)
target_compile_definitions(mmdview_settings INTERFACE $<$<CONFIG:Debug>:_GLIBCXX_ASSERTIONS>)
# Buffer overruns by hostile files end the program; tests/scripts/hardened.sh checks these flags.
if(NOT MMDVIEW_SANITIZE AND NOT EMSCRIPTEN)
  target_compile_options(mmdview_settings INTERFACE
    "$<$<AND:$<CXX_COMPILER_ID:GNU,Clang>,$<NOT:$<CONFIG:Debug>>>:-U_FORTIFY_SOURCE;-D_FORTIFY_SOURCE=3;-fstack-protector-strong>")
  target_link_options(mmdview_settings INTERFACE $<$<PLATFORM_ID:Linux>:-Wl,-z,relro>)
endif()
# Findings end the program. (Build types in CMakePresets.json optimise.)
if(MMDVIEW_SANITIZE)
  target_compile_options(mmdview_settings INTERFACE -fsanitize=${MMDVIEW_SANITIZE} -fno-sanitize-recover=all
    -fno-omit-frame-pointer)
  target_link_options(mmdview_settings INTERFACE -fsanitize=${MMDVIEW_SANITIZE})
  # Instrumented, the standard library's <regex> looks uninitialised to g++ 12.
  target_compile_options(mmdview_settings INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
endif()

if(MMDVIEW_FUZZ)
  # libFuzzer sees the branches of the whole project.
  set(is_test $<BOOL:$<TARGET_PROPERTY:mmdview_is_test>>)
  target_compile_options(mmdview_settings INTERFACE $<$<NOT:${is_test}>:-fsanitize=fuzzer-no-link>)
  # Compiling must be quick enough for CI. So only the preset `asan` has the checks that the address sanitizer mostly
  # covers (a third of the compile time), and checks of the tests themselves (nearly half of theirs).
  target_compile_options(mmdview_settings INTERFACE -fno-sanitize=null,object-size,pointer-overflow)
  target_compile_options(mmdview_settings INTERFACE $<${is_test}:-fno-sanitize=undefined>)
endif()

# Optimise the folders where fuzzing and most tests spend their time. The others are fast enough, and compile faster.
set(folders_that_work base formats assets skeleton skin model pose physics scene export)
function(mmdview_optimise_little target)
  if(MMDVIEW_FUZZ)
    target_compile_options(${target} PRIVATE -O0)
  endif()
endfunction()

# Folders without loops that further optimisation makes faster: it would cost a third of their compile time and gain
# nothing. First picture, batch, labels, exports and baked motions were compared.
set(folders_without_hot_loops pose annotations export)
# Folders that say what is to be done, and leave the doing to others. With g++, -Og takes a quarter less time to compile
# than -O1. The stdio.h of mingw-w64 does not compile with -Og and _FORTIFY_SOURCE: its snprintf must be inlined.
set(folders_that_decide document session edit library options output commands app)

# Folders in which an index past the end of a container ends the program also in a release. Cost:
# docs/dev/performance.md, "Cost of bounds checks". tests/scripts/hardened.sh checks this.
set(folders_with_assertions base assets physics scene document session edit render annotations export library options output commands app)

# mmdview_library(NAME PUBLIC_HEADERS … SOURCES … APART … WINDOWS … ELSEWHERE … DEPENDS other folders … LINKS external
# targets …)
# WINDOWS lists the files that only Windows needs, ELSEWHERE those of the other systems in their place; both implement
# the same functions. Makes one static library per folder of src/, which may include only its DEPENDS. A library with
# PUBLIC_HEADERS is installed with these headers (MmdviewInstallLibraries.cmake), which include only one another.
function(mmdview_library name)
  cmake_parse_arguments(ARG "" "" "PUBLIC_HEADERS;SOURCES;APART;WINDOWS;ELSEWHERE;DEPENDS;LINKS;PRIVATE_LINKS" ${ARGN})
  mmdview_all_have_keywords()
  if(WIN32)
    list(APPEND ARG_APART ${ARG_WINDOWS})  # windows.h defines macros that other files must not see
  else()
    list(APPEND ARG_SOURCES ${ARG_ELSEWHERE})
  endif()
  add_library(mmdview_${name} STATIC ${ARG_SOURCES} ${ARG_APART})
  set_property(GLOBAL APPEND PROPERTY mmdview_all_libraries ${name})
  mmdview_compile_apart(mmdview_${name} ${ARG_APART})
  if(NOT name IN_LIST folders_that_work)
    mmdview_optimise_little(mmdview_${name})
  endif()
  if(name IN_LIST folders_without_hot_loops)
    target_compile_options(mmdview_${name} PRIVATE $<$<CONFIG:Release>:-O1>)
  elseif(name IN_LIST folders_that_decide)
    if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND NOT WIN32)
      target_compile_options(mmdview_${name} PRIVATE $<$<CONFIG:Release>:-Og>)
    else()
      target_compile_options(mmdview_${name} PRIVATE $<$<CONFIG:Release>:-O1>)
    endif()
  endif()
  if(MMDVIEW_PRECOMPILED)
    target_precompile_headers(mmdview_${name} PRIVATE ${PROJECT_SOURCE_DIR}/cmake/precompiled.h)
    target_compile_options(mmdview_${name} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>)
  endif()
  if(name IN_LIST folders_with_assertions)
    target_compile_definitions(mmdview_${name} PRIVATE $<$<NOT:$<CONFIG:Debug>>:_GLIBCXX_ASSERTIONS>)
  endif()
  target_include_directories(mmdview_${name} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  list(TRANSFORM ARG_DEPENDS PREPEND mmdview_)
  target_link_libraries(mmdview_${name} PUBLIC ${ARG_DEPENDS} ${ARG_LINKS} PRIVATE $<BUILD_INTERFACE:mmdview_settings>
    ${ARG_PRIVATE_LINKS})
  if(ARG_PUBLIC_HEADERS)
    target_compile_features(mmdview_${name} PUBLIC cxx_std_20)
    set_target_properties(mmdview_${name} PROPERTIES EXPORT_NAME ${name})
    add_library(mmdview::${name} ALIAS mmdview_${name})
    list(TRANSFORM ARG_PUBLIC_HEADERS PREPEND ${name}/)
    set_property(GLOBAL APPEND PROPERTY mmdview_public_libraries ${name})
    set_property(GLOBAL APPEND PROPERTY mmdview_public_headers ${ARG_PUBLIC_HEADERS})
  endif()
endfunction()

# Tests with much computation get -O1; optimising the others would take longer than it saves.
set(tests_that_compute skeleton skin pose physics annotations export tools)

# Compiler settings of tests and their shared code.
function(mmdview_settings_of_tests target)
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR})
  target_link_libraries(${target} PRIVATE mmdview_settings)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
  mmdview_optimise_little(${target})
  set_target_properties(${target} PROPERTIES mmdview_is_test TRUE)
  if(WIN32)
    # An object there has at most 32768 sections, three for each inline function, and the linker needs time by their
    # square: ten files have about 10,000.
    set_target_properties(${target} PROPERTIES UNITY_BUILD_BATCH_SIZE 10)
  endif()
endfunction()

# For a test with no_threads_windows.cpp among its sources: its calls of pthread_create end there.
function(mmdview_let_threads_fail target)
  if(WIN32)
    target_link_options(${target} PRIVATE -Wl,--wrap=pthread_create)
  endif()
endfunction()

# mmdview_test(FOLDER SOURCES … APART … WINDOWS … ELSEWHERE … DEPENDS … LINKS … RUN_BY a program that runs it): one GoogleTest program per
# folder of tests/, and one test of ctest per suite in it (DiscoverSuites.cmake), FOLDER.SUITE. Where tests are
# cross-compiled, wine runs them, and MMDVIEW_TEST_ROOT (tests/CMakeLists.txt) stands before the paths that they get.
function(mmdview_test name)
  cmake_parse_arguments(ARG "" "" "SOURCES;APART;WINDOWS;ELSEWHERE;DEPENDS;LINKS;RUN_BY" ${ARGN})
  mmdview_all_have_keywords()
  if(WIN32)
    list(APPEND ARG_APART ${ARG_WINDOWS} ${MMDVIEW_TEST_MANIFEST})
  else()
    list(APPEND ARG_APART ${ARG_ELSEWHERE})
  endif()
  if(MMDVIEW_SANITIZE MATCHES "thread")
    list(APPEND ARG_APART ${PROJECT_SOURCE_DIR}/tests/support/driver_fences_linux.cpp)
  endif()
  add_executable(test_${name} ${ARG_SOURCES} ${ARG_APART})
  mmdview_compile_apart(test_${name} ${ARG_APART})
  list(TRANSFORM ARG_DEPENDS PREPEND mmdview_)
  mmdview_settings_of_tests(test_${name})
  if(NOT name IN_LIST tests_that_compute)
    target_compile_options(test_${name} PRIVATE $<$<CONFIG:Release>:-O0>)
  endif()
  target_link_libraries(test_${name} PRIVATE mmdview_test_support ${ARG_DEPENDS} ${ARG_LINKS} GTest::gmock GTest::gtest_main)
  target_compile_definitions(test_${name} PRIVATE
    MMDVIEW_SOURCE_DIR="${MMDVIEW_TEST_ROOT}${PROJECT_SOURCE_DIR}"
    MMDVIEW_BINARY_DIR="${MMDVIEW_TEST_ROOT}${PROJECT_BINARY_DIR}")

  add_dependencies(tests_${CMAKE_DIRECTORY_LABELS} test_${name})
  set_target_properties(test_${name} PROPERTIES LINK_DEPENDS "${MMDVIEW_TESTS_LEFT_OUT}")

  # Fail for a test file that no list names: it would never run.
  file(GLOB written CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} *_test.cpp)
  file(READ CMakeLists.txt listed)
  foreach(test ${written})
    if(NOT listed MATCHES "[ (]${test}")
      message(SEND_ERROR "${CMAKE_CURRENT_SOURCE_DIR}/${test} is in no list of its folder's CMakeLists.txt")
    endif()
  endforeach()

  set(suites ${CMAKE_CURRENT_BINARY_DIR}/suites_of_${name}.cmake)
  add_custom_command(TARGET test_${name} POST_BUILD VERBATIM COMMAND ${CMAKE_COMMAND} -DPROGRAM=$<TARGET_FILE:test_${name}>
    -DNAME=${name} -DOUTPUT=${suites} -DRESULTS=${MMDVIEW_TEST_ROOT}${PROJECT_BINARY_DIR}/test_results "-DRUN_BY=${ARG_RUN_BY}"
    -DEMULATOR=${CMAKE_CROSSCOMPILING_EMULATOR} -DLEFT_OUT=${MMDVIEW_TESTS_LEFT_OUT}
    -P ${PROJECT_SOURCE_DIR}/cmake/DiscoverSuites.cmake)
  file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/include_${name}.cmake "if(EXISTS \"${suites}\")
  include(\"${suites}\")
else()
  add_test(${name}_NOT_BUILT test_${name}_NOT_BUILT)
endif()
")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${CMAKE_CURRENT_BINARY_DIR}/include_${name}.cmake)
endfunction()
