# SPDX-License-Identifier: MIT
# bench_<name> for each bench/<name>.cpp, a Google Benchmark program.

find_package(benchmark REQUIRED)
file(GLOB bench_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/bench/*.cpp")
foreach(source IN LISTS bench_sources)
  get_filename_component(name "${source}" NAME_WLE)
  add_executable(bench_${name} "${source}")
  target_link_libraries(
    bench_${name} PRIVATE vicinal::options vicinal::cli
                          benchmark::benchmark_main)
  target_compile_definitions(
    bench_${name} PRIVATE VICINAL_SOURCE_DIR="${PROJECT_SOURCE_DIR}"
                          VICINAL_BINARY="${PROJECT_BINARY_DIR}/vicinal")
  set_target_properties(
    bench_${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY
                             "${PROJECT_BINARY_DIR}/bench")
endforeach()
