# SPDX-License-Identifier: MIT
# fuzz_<name> for each tests/fuzz/<name>.cpp, a libFuzzer target.

if(NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  message(FATAL_ERROR "VICINAL_FUZZ needs clang: cmake --preset sanitizers")
endif()
# What steers a fuzzer, in the libraries that read what it makes: elsewhere it
# takes a tenth of the time to compile, and more to run. (The command line
# reads settings and messages; exploration reads checkpoints, logs, structures.)
if(NOT VICINAL_ALONE) # that runs nothing
  foreach(library IN ITEMS language network imports symmetry obligations explore cli)
    target_compile_options(vicinal_${library} PRIVATE -fsanitize=fuzzer-no-link)
  endforeach()
endif()
file(GLOB fuzz_sources CONFIGURE_DEPENDS
     "${PROJECT_SOURCE_DIR}/tests/fuzz/*.cpp")
foreach(source IN LISTS fuzz_sources)
  get_filename_component(name "${source}" NAME_WLE)
  add_executable(fuzz_${name} "${source}")
  target_link_libraries(fuzz_${name} PRIVATE vicinal::options vicinal::cli
                                             vicinal::z3)
  target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
  set_target_properties(
    fuzz_${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY
                            "${PROJECT_BINARY_DIR}/fuzz")
endforeach()
