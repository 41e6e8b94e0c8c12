# SPDX-License-Identifier: MIT
# Sources and headers are independent: the target `alone` compiles each source
# of the product by itself, without precompiled headers, and each header of
# which this says nothing, because it is not the first that some source
# includes. Without optimization: what counts is that the compiler accepts it.
# (Tests are compiled one by one by the preset `debug` only.)

set(folders network groupoid symmetry obligations fixpoint explore decide report cli)
set(first)
set(headers)
foreach(folder IN LISTS folders ITEMS tests)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS RELATIVE "${PROJECT_SOURCE_DIR}"
       "${PROJECT_SOURCE_DIR}/${folder}/*.cpp")
  file(GLOB_RECURSE found CONFIGURE_DEPENDS RELATIVE "${PROJECT_SOURCE_DIR}"
       "${PROJECT_SOURCE_DIR}/${folder}/*.hpp")
  list(APPEND headers ${found})
  foreach(source IN LISTS sources)
    file(STRINGS "${source}" include REGEX "^#include " LIMIT_COUNT 1)
    if(include MATCHES "\"(.+)\"")
      # As it is written: from the root, or from the source's own folder.
      get_filename_component(own "${source}" DIRECTORY)
      list(APPEND first "${CMAKE_MATCH_1}" "${own}/${CMAKE_MATCH_1}")
    endif()
  endforeach()
endforeach()
list(REMOVE_ITEM headers ${first})

# Each is included twice: it guards itself.
set(wrappers)
foreach(header IN LISTS headers)
  set(wrapper "${PROJECT_BINARY_DIR}/generated/alone/${header}.cpp")
  file(CONFIGURE OUTPUT "${wrapper}" @ONLY
       CONTENT "#include \"${header}\"\n#include \"${header}\"\n")
  list(APPEND wrappers "${wrapper}")
endforeach()
list(LENGTH wrappers count)
message(STATUS "Headers that no source includes first: ${count}")
add_library(headers_alone OBJECT EXCLUDE_FROM_ALL ${wrappers})
target_link_libraries(
  headers_alone PRIVATE vicinal::options vicinal::cli vicinal_oracle
                        vicinal_random Catch2::Catch2)

# All that CMakeLists.txt makes of the product stands on `vicinal`.
add_custom_target(alone)
add_dependencies(alone headers_alone vicinal vicinal_verify)
