# SPDX-License-Identifier: MIT

# vicinal_batches(<result> <place> <source>...): with VICINAL_UNITY, sources that
# include those given, up to sixty at once, in the order given: that takes half
# the time, or less; without, what is given. CMake's own batches name sources by
# their full paths, so that two clones would share nothing that ccache keeps.
# These lie in generated/unity/<place>, which no two callers share.
#
# Sources remain independent of each other: cmake/Alone.cmake compiles each by
# itself. Names in anonymous namespaces differ within a folder all the same.
#
# More batches are made where <place>_batches says how many.
function(vicinal_batches result place)
  if(NOT VICINAL_UNITY OR NOT ARGN)
    set(${result} ${ARGN} PARENT_SCOPE)
    return()
  endif()
  list(TRANSFORM ARGN REPLACE "^${PROJECT_SOURCE_DIR}/" "" OUTPUT_VARIABLE names)
  list(LENGTH names count)
  math(EXPR parts "(${count} + 59) / 60")
  if(${place}_batches)
    set(parts ${${place}_batches})
  endif()
  set(batches)
  foreach(part RANGE 1 ${parts})
    math(EXPR begin "(${part} - 1) * ${count} / ${parts}")
    math(EXPR length "${part} * ${count} / ${parts} - ${begin}")
    list(SUBLIST names ${begin} ${length} sources)
    list(TRANSFORM sources REPLACE "(.+)" "#include \"\\1\"\n")
    list(JOIN sources "" text)
    set(batch "${PROJECT_BINARY_DIR}/generated/unity/${place}/${part}.cpp")
    file(CONFIGURE OUTPUT "${batch}" CONTENT "${text}" @ONLY)
    list(APPEND batches "${batch}")
  endforeach()
  set(${result} ${batches} PARENT_SCOPE)
endfunction()

# vicinal_library(<name> FOLDERS <folder>... LINKS <target>...
#                 [PRIVATE <target>...] [UNHURRIED <folder>...]
#                 [APART <folder>...] [BATCHES <number>])
#
# The library vicinal_<name>, alias vicinal::<name>, of all sources in the
# folders (rooms), but for main.cpp. Its headers are installed, but for those
# that are shared within a room only (*_impl.hpp) or need a private library.
# Those of the folders for which nothing waits, or that wait for a solver, are
# optimised less: three quarters of the time to compile. Those apart are unhurried,
# too, and no batch has them with others, but for their catalogues: their names
# mean something else, or not everybody who links the library can have them.
# The others make as many batches as BATCHES says, where few are hardly faster
# and a mutant (tests/mutations), which compiles one anew, would take longer.
function(vicinal_library name)
  cmake_parse_arguments(ARG "" "BATCHES" "FOLDERS;LINKS;PRIVATE;UNHURRIED;APART" ${ARGN})
  set(sources)
  set(unhurried_sources)
  set(unhurried)
  foreach(folder IN LISTS ARG_FOLDERS)
    file(GLOB found CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/${folder}/*.cpp")
    list(FILTER found EXCLUDE REGEX "/main\\.cpp$")
    if(folder IN_LIST ARG_APART)
      set(catalogues ${found})
      list(FILTER catalogues INCLUDE REGEX "_catalogue\\.cpp$")
      list(APPEND unhurried_sources ${catalogues})
      list(REMOVE_ITEM found ${catalogues})
      vicinal_batches(batches "${name}_apart/${folder}" ${found})
      list(APPEND unhurried ${batches})
    elseif(folder IN_LIST ARG_UNHURRIED)
      list(APPEND unhurried_sources ${found})
    else()
      list(APPEND sources ${found})
    endif()
  endforeach()
  set(target vicinal_${name})
  set(${name}_batches ${ARG_BATCHES})
  vicinal_batches(compiled ${name} ${sources})
  vicinal_batches(batches ${name}_unhurried ${unhurried_sources})
  list(APPEND unhurried ${batches})
  set_property(SOURCE ${unhurried} APPEND PROPERTY COMPILE_OPTIONS
                                                   $<$<CONFIG:Release>:-O1>)
  add_library(${target} STATIC ${compiled} ${unhurried})
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
