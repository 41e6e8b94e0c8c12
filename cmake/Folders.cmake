# SPDX-License-Identifier: MIT

# vicinal_batches(<result> <place> <source>...): with VICINAL_UNITY, sources that
# include those given, of each folder about eight, which takes little more than
# half the time; without, what is given. CMake's own batches name sources by
# their full paths, so that two clones would share nothing that ccache keeps.
# These lie below generated/unity<place>, which two callers share only where
# their folders differ.
#
# Sources remain independent of each other: cmake/Alone.cmake compiles each by
# itself. Names in anonymous namespaces differ within a folder all the same.
function(vicinal_batches result place)
  if(NOT VICINAL_UNITY)
    set(${result} ${ARGN} PARENT_SCOPE)
    return()
  endif()
  list(TRANSFORM ARGN REPLACE "^${PROJECT_SOURCE_DIR}/" "" OUTPUT_VARIABLE left)
  set(batches)
  while(left)
    list(GET left 0 source)
    get_filename_component(folder "${source}" DIRECTORY)
    set(room ${left})
    list(FILTER room INCLUDE REGEX "^${folder}/[^/]*$")
    list(REMOVE_ITEM left ${room})
    list(LENGTH room count)
    math(EXPR parts "(${count} + 7) / 8")
    foreach(part RANGE 1 ${parts})
      math(EXPR begin "(${part} - 1) * ${count} / ${parts}")
      math(EXPR length "${part} * ${count} / ${parts} - ${begin}")
      list(SUBLIST room ${begin} ${length} sources)
      list(TRANSFORM sources REPLACE "(.+)" "#include \"\\1\"\n")
      list(JOIN sources "" text)
      set(batch "${PROJECT_BINARY_DIR}/generated/unity${place}/${folder}/${part}.cpp")
      file(CONFIGURE OUTPUT "${batch}" CONTENT "${text}" @ONLY)
      list(APPEND batches "${batch}")
    endforeach()
  endwhile()
  set(${result} ${batches} PARENT_SCOPE)
endfunction()

# vicinal_library(<name> FOLDERS <folder>... LINKS <target>...
#                 [PRIVATE <target>...] [UNHURRIED <folder>...])
#
# The library vicinal_<name>, alias vicinal::<name>, of all sources in the
# folders (rooms), but for main.cpp. Its headers are installed, but for those
# that are shared within a room only (*_impl.hpp) or need a private library.
# Those of the folders for which nothing waits, or that wait for a solver, are
# optimised less: three quarters of the time to compile.
function(vicinal_library name)
  cmake_parse_arguments(ARG "" "" "FOLDERS;LINKS;PRIVATE;UNHURRIED" ${ARGN})
  set(sources)
  foreach(folder IN LISTS ARG_FOLDERS)
    file(GLOB found CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/${folder}/*.cpp")
    list(APPEND sources ${found})
  endforeach()
  list(FILTER sources EXCLUDE REGEX "/main\\.cpp$")
  set(target vicinal_${name})
  vicinal_batches(compiled "" ${sources})
  add_library(${target} STATIC ${compiled})
  foreach(folder IN LISTS ARG_UNHURRIED)
    set(unhurried ${compiled})
    list(FILTER unhurried INCLUDE REGEX "/${folder}/[^/]*$")
    set_property(SOURCE ${unhurried} APPEND PROPERTY COMPILE_OPTIONS
                                                     $<$<CONFIG:Release>:-O1>)
  endforeach()
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
  target_precompile_headers(${target} REUSE_FROM vicinal_pch_core)
endfunction()
