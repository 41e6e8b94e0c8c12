# SPDX-License-Identifier: MIT
# Precompiled headers, each compiled once and shared by the targets that name
# it. They hold headers of the standard library and of other libraries only,
# and they save time only: no source may rely on them (the target `alone`
# goes without). Those of CLI11 and of nlohmann's JSON are not in: whoever gets
# them so, used or not, takes six seconds more.

set(core_headers
    <algorithm> <array> <bit> <cstddef> <cstdint> <functional> <iterator>
    <limits> <map> <memory> <numeric> <optional> <set> <span> <string>
    <string_view> <tuple> <type_traits> <unordered_map> <unordered_set>
    <utility> <variant> <vector> <fmt/format.h>)
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
