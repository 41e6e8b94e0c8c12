# SPDX-License-Identifier: MIT
# Precompiled headers, each compiled once and shared by the targets that name
# it. They hold headers of the standard library and of other libraries only,
# and they save time only: no source may rely on them (the build with clang
# goes without).

set(core_headers
    <algorithm> <array> <bit> <cstddef> <cstdint> <functional> <iterator>
    <limits> <map> <memory> <numeric> <optional> <set> <span> <string>
    <string_view> <tuple> <type_traits> <unordered_map> <unordered_set>
    <utility> <variant> <vector> <fmt/format.h>)
set(cli_headers <iostream> <fstream> <CLI/CLI.hpp> <nlohmann/json.hpp>)
set(test_headers <iostream> <fstream> <sstream> <catch2/catch.hpp>)

file(WRITE "${PROJECT_BINARY_DIR}/generated/pch.cpp.new"
     "// What a library needs to be one.\n")
file(COPY_FILE "${PROJECT_BINARY_DIR}/generated/pch.cpp.new"
     "${PROJECT_BINARY_DIR}/generated/pch.cpp" ONLY_IF_DIFFERENT)

# vicinal_pch(<name> LINKS <target>... HEADERS <header>...)
function(vicinal_pch name)
  cmake_parse_arguments(ARG "" "" "LINKS;HEADERS" ${ARGN})
  set(target vicinal_pch_${name})
  add_library(${target} OBJECT "${PROJECT_BINARY_DIR}/generated/pch.cpp")
  target_link_libraries(${target} PRIVATE vicinal::options ${ARG_LINKS})
  target_precompile_headers(${target} PRIVATE ${ARG_HEADERS})
endfunction()

vicinal_pch(core LINKS fmt::fmt HEADERS ${core_headers})
vicinal_pch(
  cli LINKS fmt::fmt CLI11::CLI11 nlohmann_json::nlohmann_json
  HEADERS ${core_headers} ${cli_headers})
