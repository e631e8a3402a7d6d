# Compiler settings that every target of the project shares, and the helpers that declare targets.

include(GNUInstallDirs)

# Most of the compilation of a file goes into headers that the next file needs, too: several compiled as one take a
# quarter of the time. Who works on the tree compiles them apart, which is quicker after a change. What files beside one
# another declare for themselves is then neither shadowed nor part of a header.
set(shadow_warning -Wshadow)
if(MMDVIEW_TOGETHER)
  set(shadow_warning $<IF:$<CXX_COMPILER_ID:GNU>,-Wshadow=local$<SEMICOLON>-Wno-subobject-linkage,-Wno-shadow>)
endif()

# Behind cmake_parse_arguments(ARG …): what stands before the first keyword would be left out, tests for example.
macro(mmdview_all_have_keywords)
  if(ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "${CMAKE_CURRENT_FUNCTION}(${name}): no keyword says what this is: ${ARG_UNPARSED_ARGUMENTS}")
  endif()
endmacro()

# mmdview_together(TARGET APART files …): compiles the target's own files ten at a time where that is wanted
# (MMDVIEW_FILES_TOGETHER; 0: all of a folder), but for those that declare what another of the folder declares as well.
function(mmdview_together target)
  cmake_parse_arguments(ARG "" "" "APART" ${ARGN})
  if(NOT MMDVIEW_TOGETHER)
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources INCLUDE REGEX "/") # another folder's
  set_source_files_properties(${sources} ${ARG_APART} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  if(MMDVIEW_LAST_FIRST)
    get_target_property(sources ${target} SOURCES)
    list(REVERSE sources)
    set_property(TARGET ${target} PROPERTY SOURCES ${sources})
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${MMDVIEW_FILES_TOGETHER})
endfunction()

add_library(mmdview_settings INTERFACE)
target_compile_options(mmdview_settings INTERFACE
  $<$<CXX_COMPILER_ID:GNU,Clang,AppleClang>:-Wall -Wextra ${shadow_warning} -Wconversion -Werror>
  # Results must not depend on the optimiser's mood: no fused multiply-add that one build has and another lacks.
  $<$<CXX_COMPILER_ID:GNU,Clang,AppleClang>:-ffp-contract=off>)
target_compile_definitions(mmdview_settings INTERFACE $<$<CONFIG:Debug>:_GLIBCXX_ASSERTIONS>)
# What the files of strangers might overrun ends the program (SECURITY.md); tests/scripts/hardened.sh looks for it.
if(NOT MMDVIEW_SANITIZE)
  target_compile_options(mmdview_settings INTERFACE
    "$<$<AND:$<CXX_COMPILER_ID:GNU,Clang>,$<NOT:$<CONFIG:Debug>>>:-U_FORTIFY_SOURCE;-D_FORTIFY_SOURCE=3;-fstack-protector-strong>")
  target_link_options(mmdview_settings INTERFACE $<$<PLATFORM_ID:Linux>:-Wl,-z,relro>)
endif()
# Findings end the program; what a newer compiler warns of does not. (Build types in CMakePresets.json optimise.)
if(MMDVIEW_SANITIZE)
  target_compile_options(mmdview_settings INTERFACE -fsanitize=${MMDVIEW_SANITIZE} -fno-sanitize-recover=all
    -fno-omit-frame-pointer -Wno-error)
  target_link_options(mmdview_settings INTERFACE -fsanitize=${MMDVIEW_SANITIZE})
  # Instrumented, the standard library's <regex> looks uninitialised to g++ 12.
  target_compile_options(mmdview_settings INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
endif()

if(MMDVIEW_FUZZ)
  # libFuzzer sees the branches of the whole project.
  set(is_test $<BOOL:$<TARGET_PROPERTY:mmdview_is_test>>)
  target_compile_options(mmdview_settings INTERFACE $<$<NOT:${is_test}>:-fsanitize=fuzzer-no-link>)
  # Compiling must be quick enough for CI. Left to the preset `asan`: what the address sanitizer mostly sees as well (a
  # third of the time), and undefined behaviour in the tests themselves (nearly half of theirs).
  target_compile_options(mmdview_settings INTERFACE -fno-sanitize=null,object-size,pointer-overflow)
  target_compile_options(mmdview_settings INTERFACE $<${is_test}:-fno-sanitize=undefined>)
endif()

# Where fuzzing and most tests spend their time. The rest is quick enough as it comes, and to compile.
set(folders_that_work base formats assets skeleton skin model pose physics scene exchange)
function(mmdview_optimise_little target)
  if(MMDVIEW_FUZZ)
    target_compile_options(${target} PRIVATE -O0)
  endif()
endfunction()

# Where an index beyond the end of a container ends the program in a release, too: what that costs is measured
# (docs/dev/performance.md, "What looking at indices costs"). tests/scripts/hardened.sh looks for it.
set(folders_with_assertions base assets physics scene document edit render labels exchange batch commands app)

# mmdview_library(NAME PUBLIC_HEADERS … SOURCES … APART … DEPENDS other folders … LINKS external targets …)
# One static library per folder of src/. What it may include is what it depends on. With PUBLIC_HEADERS it is one of
# those that are installed (MmdviewInstallLibraries.cmake), with these headers; they include only one another.
function(mmdview_library name)
  cmake_parse_arguments(ARG "" "" "PUBLIC_HEADERS;SOURCES;APART;DEPENDS;LINKS;PRIVATE_LINKS" ${ARGN})
  mmdview_all_have_keywords()
  add_library(mmdview_${name} STATIC ${ARG_SOURCES} ${ARG_APART})
  mmdview_together(mmdview_${name} APART ${ARG_APART})
  if(NOT name IN_LIST folders_that_work)
    mmdview_optimise_little(mmdview_${name})
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

# How tests are compiled.
function(mmdview_settings_of_tests target)
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR})
  target_link_libraries(${target} PRIVATE mmdview_settings)
  # Tests are read more often than they run: quick to compile matters more than quick to run.
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
  mmdview_optimise_little(${target})
  set_target_properties(${target} PROPERTIES mmdview_is_test TRUE)
endfunction()

# mmdview_test(FOLDER SOURCES … APART … DEPENDS …): one GoogleTest program per folder of tests/.
function(mmdview_test name)
  cmake_parse_arguments(ARG "" "" "SOURCES;APART;DEPENDS;LINKS" ${ARGN})
  mmdview_all_have_keywords()
  if(MMDVIEW_SANITIZE MATCHES "thread")
    list(APPEND ARG_APART ${PROJECT_SOURCE_DIR}/tests/support/driver_fences_linux.cpp)
  endif()
  list(APPEND ARG_SOURCES ${ARG_APART})
  add_executable(test_${name} ${ARG_SOURCES})
  mmdview_together(test_${name} APART ${ARG_APART})
  list(TRANSFORM ARG_DEPENDS PREPEND mmdview_)
  mmdview_settings_of_tests(test_${name})
  target_link_libraries(test_${name} PRIVATE mmdview_test_support ${ARG_DEPENDS} ${ARG_LINKS} GTest::gmock GTest::gtest_main)
  # The tree's paths only where they are named: every other file compiles alike in each checkout, which caches of
  # compilations like.
  foreach(source ${ARG_SOURCES})
    file(STRINGS ${source} uses REGEX "MMDVIEW_(SOURCE|BINARY)_DIR" LIMIT_COUNT 1)
    if(uses AND MMDVIEW_TOGETHER)
      target_compile_definitions(test_${name} PRIVATE
        MMDVIEW_SOURCE_DIR="${PROJECT_SOURCE_DIR}" MMDVIEW_BINARY_DIR="${PROJECT_BINARY_DIR}")
      break()
    elseif(uses)
      set_property(SOURCE ${source} APPEND PROPERTY COMPILE_DEFINITIONS
        MMDVIEW_SOURCE_DIR="${PROJECT_SOURCE_DIR}" MMDVIEW_BINARY_DIR="${PROJECT_BINARY_DIR}")
    endif()
  endforeach()
  gtest_discover_tests(test_${name} TEST_PREFIX ${name}. NO_PRETTY_VALUES DISCOVERY_TIMEOUT 60 PROPERTIES TIMEOUT 240)
endfunction()
