# SPDX-License-Identifier: MIT
# One executable per folder of tests/, one ctest case per source in it.
#
#   tests/oracle/   obviously correct slow twins; a library, sees network only
#   tests/random/   generators of random inputs; a library
#   tests/fuzz/     see Fuzz.cmake
#   tests/<other>/  test_<other>, linked with the folder of that name (and
#                   what is below it) or, where there is none, with everything

find_package(Catch2 2 REQUIRED)
find_package(Threads REQUIRED)

vicinal_library(vicinal_oracle tests/oracle core vicinal::network)
vicinal_library(vicinal_random tests/random core vicinal::network)

# The definitions stand here too: they must agree with those of the users.
set(test_definitions VICINAL_SOURCE_DIR="${PROJECT_SOURCE_DIR}"
                     VICINAL_BINARY="${PROJECT_BINARY_DIR}/vicinal")
vicinal_pch(test LINKS fmt::fmt Catch2::Catch2 HEADERS ${core_headers}
            ${test_headers})
target_compile_definitions(vicinal_pch_test PRIVATE ${test_definitions})

function(vicinal_test_folder folder)
  file(GLOB sources CONFIGURE_DEPENDS
       "${PROJECT_SOURCE_DIR}/tests/${folder}/*.cpp")
  set(target test_${folder})
  add_executable(${target} ${sources})
  if(TARGET vicinal::${folder})
    set(under_test vicinal::${folder})
  else()
    set(under_test vicinal::cli)
  endif()
  target_link_libraries(
    ${target} PRIVATE vicinal::options ${under_test} vicinal_oracle
                      vicinal_random Catch2::Catch2WithMain)
  target_compile_definitions(${target} PRIVATE ${test_definitions})
  target_precompile_headers(${target} REUSE_FROM vicinal_pch_test)
  set_target_properties(
    ${target} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/tests")

  foreach(source IN LISTS sources)
    file(STRINGS "${source}" cases REGEX
         "^ *(TEMPLATE_)?(PRODUCT_|LIST_)?(TEST_CASE|SCENARIO)")
    if(NOT cases)
      # A helper; look again when it changes.
      set_property(
        DIRECTORY "${PROJECT_SOURCE_DIR}"
        APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${source}")
      continue()
    endif()
    # Catch tags each case with the name of its file; none is a failure.
    get_filename_component(name "${source}" NAME_WLE)
    add_test(NAME ${folder}.${name} COMMAND ${target} --filenames-as-tags
                                            --warn NoTests "[#${name}]")
    set_tests_properties(
      ${folder}.${name} PROPERTIES TIMEOUT 900 LABELS ${folder})
  endforeach()
endfunction()

file(GLOB test_sources CONFIGURE_DEPENDS RELATIVE
     "${PROJECT_SOURCE_DIR}/tests" "${PROJECT_SOURCE_DIR}/tests/*/*.cpp")
list(TRANSFORM test_sources REPLACE "/.*" "" OUTPUT_VARIABLE test_folders)
list(REMOVE_DUPLICATES test_folders)
list(REMOVE_ITEM test_folders oracle random fuzz)
foreach(folder IN LISTS test_folders)
  vicinal_test_folder(${folder})
endforeach()

if(VICINAL_SANITY)
  include(cmake/Sanity.cmake)
endif()
