# SPDX-License-Identifier: MIT

# vicinal_folder(<name> LINKS <target>... [PCH <which>])
#
# The library vicinal_<name>, alias vicinal::<name>, of all sources in the
# folder <name>, but for main.cpp. While the folder has no source, the library
# is its headers.
function(vicinal_folder name)
  cmake_parse_arguments(ARG "" "PCH" "LINKS" ${ARGN})
  if(NOT ARG_PCH)
    set(ARG_PCH core)
  endif()
  vicinal_library(vicinal_${name} "${name}" ${ARG_PCH} ${ARG_LINKS})
  add_library(vicinal::${name} ALIAS vicinal_${name})
endfunction()

# vicinal_library(<target> <folder> <which precompiled header> <link>...)
function(vicinal_library target folder pch)
  file(GLOB sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/${folder}/*.cpp")
  list(FILTER sources EXCLUDE REGEX "/main\\.cpp$")
  if(sources)
    add_library(${target} STATIC ${sources})
    target_include_directories(${target} PUBLIC "${PROJECT_SOURCE_DIR}")
    target_link_libraries(
      ${target} PUBLIC ${ARGN} PRIVATE vicinal::options)
    target_precompile_headers(${target} REUSE_FROM vicinal_pch_${pch})
  else()
    add_library(${target} INTERFACE)
    target_include_directories(${target} INTERFACE "${PROJECT_SOURCE_DIR}")
    target_link_libraries(${target} INTERFACE ${ARGN})
  endif()
endfunction()

# Definitions for a target's own sources, if it has any.
function(vicinal_private_definitions target)
  get_target_property(type ${target} TYPE)
  if(NOT type STREQUAL "INTERFACE_LIBRARY")
    target_compile_definitions(${target} PRIVATE ${ARGN})
  endif()
endfunction()
