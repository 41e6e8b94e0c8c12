# SPDX-License-Identifier: MIT
# One executable per folder of tests/, one ctest case per source in it.
#
#   tests/oracle/   obviously correct slow twins; a library, sees network only
#   tests/random/   generators of random inputs; a library
#   tests/fuzz/     see Fuzz.cmake
#   tests/package/  a project that uses what is installed
#   tests/<other>/  test_<other>, linked with the folder of that name (and
#                   what is below it) or, where there is none, with everything

find_package(Catch2 2 REQUIRED)
find_package(Threads REQUIRED)

vicinal_library(oracle FOLDERS tests/oracle LINKS vicinal::network vicinal::imports)
vicinal_library(random FOLDERS tests/random LINKS vicinal::network)

# Prints what the generators make, for tests/judges.
add_executable(random_model tests/random/main.cpp)
target_link_libraries(random_model PRIVATE vicinal::options vicinal_random)
set_target_properties(
  random_model PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/tests")

vicinal_pch(test LINKS fmt::fmt Catch2::Catch2 HEADERS ${core_headers}
            ${test_headers})

# The two paths that a test may name. Only sources that do name them get them
# (all, if a header does), so that two clones share what they compile.
set(path_definitions VICINAL_SOURCE_DIR="${PROJECT_SOURCE_DIR}"
                     VICINAL_BINARY="${PROJECT_BINARY_DIR}/vicinal")
set(path_names "VICINAL_(SOURCE_DIR|BINARY)")
set(case_names "^ *(TEMPLATE_)?(PRODUCT_|LIST_)?(TEST_CASE|SCENARIO)")
set(header_names_path FALSE)
file(GLOB test_headers_found CONFIGURE_DEPENDS
     "${PROJECT_SOURCE_DIR}/tests/*/*.hpp")
foreach(header IN LISTS test_headers_found)
  file(STRINGS "${header}" uses REGEX "${path_names}")
  if(uses)
    set(header_names_path TRUE)
  endif()
endforeach()

# The tests of a source whose cases are tagged [part1], [part2], ...: one for
# each. No case may be without a part, or nothing would run it.
macro(vicinal_test_parts source result)
  file(READ "${source}" text)
  string(REGEX MATCHALL "(TEST_CASE|SCENARIO)\\(" all_cases "${text}")
  string(REGEX MATCHALL "\\[part[0-9]+\\]" all_parts "${text}")
  list(LENGTH all_cases case_count)
  list(LENGTH all_parts part_count)
  if(NOT case_count EQUAL part_count)
    message(FATAL_ERROR "${source}: ${case_count} cases, ${part_count} with a part")
  endif()
  list(REMOVE_DUPLICATES all_parts)
  set(${result})
  foreach(part IN LISTS all_parts)
    string(REGEX REPLACE "[^a-z0-9]" "" part_name "${part}")
    list(APPEND ${result} ${folder}.${name}.${part_name})
    set(tags_of_${folder}.${name}.${part_name} "[#${name}]${part}")
  endforeach()
endmacro()

function(vicinal_test_folder folder)
  file(GLOB sources CONFIGURE_DEPENDS
       "${PROJECT_SOURCE_DIR}/tests/${folder}/*.cpp")
  # Whoever includes the header that runs the program needs its source, and
  # the program.
  set(runs "")
  file(GLOB texts CONFIGURE_DEPENDS
       "${PROJECT_SOURCE_DIR}/tests/${folder}/*.?pp")
  foreach(text IN LISTS texts)
    file(STRINGS "${text}" runs REGEX "^#include \"tests/cli/program.hpp\"")
    if(runs)
      list(APPEND sources "${PROJECT_SOURCE_DIR}/tests/cli/program.cpp"
                          "${PROJECT_SOURCE_DIR}/tests/cli/schema.cpp")
      break()
    endif()
  endforeach()
  set(target test_${folder})
  # Those that name a path are compiled with it, apart from the others. Of these
  # helpers, which have no cases, are apart once more.
  set(naming)
  set(helpers)
  foreach(source IN LISTS sources)
    file(STRINGS "${source}" uses REGEX "${path_names}")
    file(STRINGS "${source}" cases REGEX "${case_names}")
    if(uses OR header_names_path)
      list(APPEND naming "${source}")
    elseif(NOT cases)
      list(APPEND helpers "${source}")
    endif()
  endforeach()
  set(others ${sources})
  list(REMOVE_ITEM others ${naming} ${helpers})
  vicinal_batches(compiled_helpers ${target}_helpers ${helpers})
  vicinal_batches(compiled_others ${target} ${others})
  vicinal_batches(compiled_naming ${target}_naming ${naming})
  set_property(SOURCE ${compiled_naming} APPEND PROPERTY COMPILE_DEFINITIONS
                                                         ${path_definitions})
  # Of an inline function that several have the program gets that of the first.
  add_executable(${target} ${compiled_helpers} ${compiled_others}
                           ${compiled_naming})
  if(TARGET vicinal::${folder})
    set(under_test vicinal::${folder})
  else()
    set(under_test vicinal::cli)
  endif()
  target_link_libraries(
    ${target} PRIVATE vicinal::options ${under_test} vicinal_oracle
                      vicinal_random Catch2::Catch2WithMain)
  if(runs OR folder STREQUAL "cli")
    add_dependencies(${target} vicinal vicinal_verify)
  endif()
  # What takes long in a test is the product, the oracle, a solver, or a helper.
  target_compile_options(
    ${target} PRIVATE $<$<CONFIG:Release>:-O1>
                      $<$<CONFIG:None>:-O0>)
  set_property(
    SOURCE ${compiled_helpers}
    APPEND PROPERTY COMPILE_OPTIONS $<$<CONFIG:Release>:-O2>
                                    $<$<CONFIG:None>:-O1>)
  target_precompile_headers(${target} REUSE_FROM vicinal_pch_test)
  set_target_properties(
    ${target} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/tests")

  foreach(source IN LISTS sources)
    file(STRINGS "${source}" cases REGEX "${case_names}")
    if(NOT cases)
      continue() # a helper
    endif()
    # Catch tags each case with the name of its file; none is a failure.
    get_filename_component(name "${source}" NAME_WLE)
    set(tests ${folder}.${name})
    set(tags_of_${folder}.${name} "[#${name}]")
    # What takes long is cut: its cases say in which part they are.
    file(STRINGS "${source}" parts REGEX "\\[part[0-9]+\\]")
    if(parts)
      vicinal_test_parts("${source}" tests)
    endif()
    foreach(test IN LISTS tests)
      add_test(NAME ${test} COMMAND ${target} --filenames-as-tags --warn NoTests
                                    "${tags_of_${test}}")
      # By the clock, which says little of a machine that is busy.
      set_tests_properties(${test} PROPERTIES TIMEOUT 1800 LABELS ${folder})
    endforeach()
    # Long ones begin first, so that all processors have something to the end.
    if(parts OR name MATCHES "^(accepted|answers|catalogue|checking|closed_range|disk|docs|each_question|family|forged|hostile|known|whole_language)_test$")
      set_tests_properties(${tests} PROPERTIES COST 100)
    endif()
  endforeach()
endfunction()

file(GLOB test_sources CONFIGURE_DEPENDS RELATIVE
     "${PROJECT_SOURCE_DIR}/tests" "${PROJECT_SOURCE_DIR}/tests/*/*.cpp")
list(TRANSFORM test_sources REPLACE "/.*" "" OUTPUT_VARIABLE test_folders)
list(REMOVE_DUPLICATES test_folders)
list(REMOVE_ITEM test_folders oracle random fuzz package)
foreach(folder IN LISTS test_folders)
  vicinal_test_folder(${folder})
endforeach()
# What stands in a test decides how it is built and run: look again when one
# changes.
list(TRANSFORM test_sources PREPEND "${PROJECT_SOURCE_DIR}/tests/")
set_property(
  DIRECTORY "${PROJECT_SOURCE_DIR}" APPEND
  PROPERTY CMAKE_CONFIGURE_DEPENDS ${test_sources} ${test_headers_found})

# Keys and what a screen shows, where there is a pseudo-terminal.
add_test(NAME cli.screen COMMAND "${PROJECT_SOURCE_DIR}/tests/screen"
                                 "${PROJECT_BINARY_DIR}/vicinal")
set_tests_properties(cli.screen PROPERTIES LABELS cli TIMEOUT 600
                                           SKIP_RETURN_CODE 77)
# Pages, in a browser where there is one.
add_test(NAME report.browser COMMAND "${PROJECT_SOURCE_DIR}/tests/browser"
                                     "${PROJECT_BINARY_DIR}/vicinal")
set_tests_properties(report.browser PROPERTIES LABELS report TIMEOUT 3600
                                               SKIP_RETURN_CODE 77)

# Explorations that are killed and go on.
add_test(NAME explore.kills COMMAND "${PROJECT_SOURCE_DIR}/tests/kills" --short
                                    "${PROJECT_BINARY_DIR}/vicinal")
set_tests_properties(explore.kills PROPERTIES LABELS explore TIMEOUT 600)

if(VICINAL_SANITY)
  # A project that uses what is installed.
  add_test(NAME package.consumer COMMAND "${PROJECT_SOURCE_DIR}/tests/package/run"
                                         "${PROJECT_BINARY_DIR}")
  set_tests_properties(package.consumer PROPERTIES LABELS package TIMEOUT 300)
  include(cmake/Sanity.cmake)
endif()
