# SPDX-License-Identifier: MIT
# Style is a test.

foreach(check IN ITEMS spdx blanks size width todo paths readme named)
  add_test(NAME sanity.${check}
           COMMAND "${PROJECT_SOURCE_DIR}/tests/sanity/style" ${check})
  set_tests_properties(sanity.${check} PROPERTIES LABELS sanity TIMEOUT 60)
endforeach()

foreach(check IN ITEMS format rooms trusted functions dependencies
              header_examples documents)
  add_test(NAME sanity.${check}
           COMMAND "${PROJECT_SOURCE_DIR}/tests/sanity/${check}")
  set_tests_properties(sanity.${check} PROPERTIES LABELS sanity TIMEOUT 60
                                                  SKIP_RETURN_CODE 77)
endforeach()

# A gate is tested like code.
add_test(NAME sanity.functions_gate
         COMMAND "${PROJECT_SOURCE_DIR}/tests/sanity/functions" --test)
set_tests_properties(sanity.functions_gate
                     PROPERTIES LABELS sanity TIMEOUT 60 SKIP_RETURN_CODE 77)

# Examples in comments of headers compile.
add_library(header_examples OBJECT tests/sanity/header_examples.cpp)
target_link_libraries(
  header_examples PRIVATE vicinal::options vicinal::decide)

# What tests/mutations would replace is there.
add_test(NAME sanity.mutants
         COMMAND "${PROJECT_SOURCE_DIR}/tests/mutations" --check)
set_tests_properties(sanity.mutants PROPERTIES LABELS sanity TIMEOUT 60)

# Every header compiles alone, and twice.
set(headers)
foreach(folder IN ITEMS network groupoid symmetry obligations fixpoint explore decide
        cli tests)
  file(GLOB_RECURSE found CONFIGURE_DEPENDS RELATIVE "${PROJECT_SOURCE_DIR}"
       "${PROJECT_SOURCE_DIR}/${folder}/*.hpp")
  list(APPEND headers ${found})
endforeach()
set(wrappers)
foreach(header IN LISTS headers)
  set(wrapper "${PROJECT_BINARY_DIR}/generated/alone/${header}.cpp")
  if(NOT EXISTS "${wrapper}")
    file(WRITE "${wrapper}"
         "#include \"${header}\"\n#include \"${header}\"\n")
  endif()
  list(APPEND wrappers "${wrapper}")
endforeach()
if(wrappers)
  add_library(headers_alone OBJECT EXCLUDE_FROM_ALL ${wrappers})
  target_link_libraries(
    headers_alone PRIVATE vicinal::options vicinal::cli vicinal_oracle
                          vicinal_random Catch2::Catch2)
  target_compile_options(headers_alone PRIVATE -O0)
  add_test(NAME sanity.headers_alone
           COMMAND "${CMAKE_COMMAND}" --build "${PROJECT_BINARY_DIR}"
                   --target headers_alone --parallel 2)
  set_tests_properties(
    sanity.headers_alone PROPERTIES LABELS sanity TIMEOUT 900 PROCESSORS 2)
endif()
