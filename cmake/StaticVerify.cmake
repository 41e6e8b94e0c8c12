# SPDX-License-Identifier: MIT
# vicinal-verify-static: what vicinal-verify is made of, compiled and linked
# once more as a program that needs no library where it runs. The distribution
# has no Z3 that could be part of it, so that its solvers are programs
# (obligations/without_z3).
set(language)
set(parser)
set(obligations)
foreach(folder IN ITEMS network/base network/language network/language/checker)
  file(GLOB found CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/${folder}/*.cpp")
  list(APPEND language ${found})
endforeach()
file(GLOB parser CONFIGURE_DEPENDS
     "${PROJECT_SOURCE_DIR}/network/language/parser/*.cpp")
file(GLOB obligations CONFIGURE_DEPENDS
     "${PROJECT_SOURCE_DIR}/obligations/meaning/*.cpp"
     "${PROJECT_SOURCE_DIR}/obligations/*.cpp"
     "${PROJECT_SOURCE_DIR}/obligations/without_z3/*.cpp")
list(FILTER obligations EXCLUDE
     REGEX "/obligations/(audit|judge|main|reader|solver)\\.cpp$")
vicinal_batches(language static_language ${language})
vicinal_batches(parser static_parser ${parser})
vicinal_batches(obligations static_obligations ${obligations})

find_library(VICINAL_md_ARCHIVE libmd.a REQUIRED)
mark_as_advanced(VICINAL_md_ARCHIVE)
add_executable(vicinal_verify_static obligations/main.cpp ${language} ${parser}
                                     ${obligations})
target_include_directories(
  vicinal_verify_static PRIVATE "${PROJECT_SOURCE_DIR}"
                                "${VICINAL_md_INCLUDE}")
target_link_libraries(
  vicinal_verify_static
  PRIVATE vicinal::options fmt::fmt-header-only nlohmann_json::nlohmann_json
          "${VICINAL_md_ARCHIVE}")
target_link_options(vicinal_verify_static PRIVATE -static)
target_compile_definitions(
  vicinal_verify_static PRIVATE VICINAL_VERSION="${PROJECT_VERSION}")
set_target_properties(
  vicinal_verify_static PROPERTIES OUTPUT_NAME vicinal-verify-static
                                   RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}")
