# SPDX-License-Identifier: MIT

# vicinal_library(<name> FOLDERS <folder>... LINKS <target>...
#                 [PRIVATE <target>...] [PCH <which>])
#
# The library vicinal_<name>, alias vicinal::<name>, of all sources in the
# folders (rooms), but for main.cpp. Its headers are installed, but for those
# that are shared within a room only (*_impl.hpp) or need a private library.
function(vicinal_library name)
  cmake_parse_arguments(ARG "" "PCH" "FOLDERS;LINKS;PRIVATE" ${ARGN})
  if(NOT ARG_PCH)
    set(ARG_PCH core)
  endif()
  set(sources)
  foreach(folder IN LISTS ARG_FOLDERS)
    file(GLOB found CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/${folder}/*.cpp")
    list(APPEND sources ${found})
  endforeach()
  list(FILTER sources EXCLUDE REGEX "/main\\.cpp$")
  set(target vicinal_${name})
  add_library(${target} STATIC ${sources})
  add_library(vicinal::${name} ALIAS ${target})
  set(headers)
  foreach(folder IN LISTS ARG_FOLDERS)
    file(GLOB found CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/${folder}/*.hpp")
    list(APPEND headers ${found})
  endforeach()
  list(FILTER headers EXCLUDE REGEX "_impl\\.hpp$|/obligations/reader\\.hpp$")
  target_sources(
    ${target} PUBLIC FILE_SET HEADERS BASE_DIRS "${PROJECT_SOURCE_DIR}"
                     FILES ${headers})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
  target_compile_features(${target} PUBLIC cxx_std_20)
  target_link_libraries(
    ${target} PUBLIC ${ARG_LINKS}
              PRIVATE ${ARG_PRIVATE} $<BUILD_INTERFACE:vicinal::options>)
  target_precompile_headers(${target} REUSE_FROM vicinal_pch_${ARG_PCH})
endfunction()
