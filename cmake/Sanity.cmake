# SPDX-License-Identifier: MIT
# Style is a test.

foreach(check IN ITEMS spdx blanks size width todo paths readme named)
  add_test(NAME sanity.${check}
           COMMAND "${PROJECT_SOURCE_DIR}/tests/sanity/style" ${check})
  set_tests_properties(sanity.${check} PROPERTIES LABELS sanity TIMEOUT 300)
endforeach()

foreach(check IN ITEMS format rooms trusted functions names codes dependencies
              header_examples documents)
  add_test(NAME sanity.${check}
           COMMAND "${PROJECT_SOURCE_DIR}/tests/sanity/${check}")
  set_tests_properties(sanity.${check} PROPERTIES LABELS sanity TIMEOUT 300
                                                  SKIP_RETURN_CODE 77)
endforeach()

# A gate is tested like code.
foreach(gate IN ITEMS functions names codes)
  add_test(NAME sanity.${gate}_gate
           COMMAND "${PROJECT_SOURCE_DIR}/tests/sanity/${gate}" --test)
  set_tests_properties(sanity.${gate}_gate PROPERTIES
                       LABELS sanity TIMEOUT 300 SKIP_RETURN_CODE 77)
endforeach()

# Examples in comments of headers compile.
add_library(header_examples OBJECT tests/sanity/header_examples.cpp)
target_link_libraries(
  header_examples PRIVATE vicinal::options vicinal::decide)

# What tests/mutations would replace is there.
add_test(NAME sanity.mutants
         COMMAND "${PROJECT_SOURCE_DIR}/tests/mutations" --check)
set_tests_properties(sanity.mutants PROPERTIES LABELS sanity TIMEOUT 300)
