# SPDX-License-Identifier: MIT
# Libraries that bring no CMake package. Read by the build, and by whoever
# finds an installed Vicinal.

# A library that brings no CMake package: vicinal::<name> from a header, the
# folders that may hold it, and a library.
function(vicinal_find_library name)
  if(TARGET vicinal_${name})
    return()
  endif()
  cmake_parse_arguments(ARG "" "HEADER;LIBRARY;PACKAGE" "SUFFIXES" ${ARGN})
  find_path(VICINAL_${name}_INCLUDE "${ARG_HEADER}"
            PATH_SUFFIXES ${ARG_SUFFIXES})
  find_library(VICINAL_${name}_LIBRARY "${ARG_LIBRARY}")
  mark_as_advanced(VICINAL_${name}_INCLUDE VICINAL_${name}_LIBRARY)
  if(NOT VICINAL_${name}_INCLUDE OR NOT VICINAL_${name}_LIBRARY)
    message(FATAL_ERROR "${name} is missing: install ${ARG_PACKAGE}, "
                        "or run ./setup")
  endif()
  add_library(vicinal_${name} UNKNOWN IMPORTED GLOBAL)
  set_target_properties(
    vicinal_${name}
    PROPERTIES IMPORTED_LOCATION "${VICINAL_${name}_LIBRARY}"
               INTERFACE_INCLUDE_DIRECTORIES "${VICINAL_${name}_INCLUDE}")
  add_library(vicinal::${name} ALIAS vicinal_${name})
endfunction()

vicinal_find_library(z3 HEADER z3++.h LIBRARY z3 PACKAGE libz3-dev
                     SUFFIXES z3)
vicinal_find_library(md HEADER sha2.h LIBRARY md PACKAGE libmd-dev)
vicinal_find_library(nauty HEADER nauty/nauty.h LIBRARY nauty
                     PACKAGE libnauty2-dev)
vicinal_find_library(gmp HEADER gmp.h LIBRARY gmp PACKAGE libgmp-dev)
vicinal_find_library(gmpxx HEADER gmpxx.h LIBRARY gmpxx PACKAGE libgmp-dev)
# Its headers include those of flex.
vicinal_find_library(flex HEADER FlexLexer.h LIBRARY fl PACKAGE libfl-dev)
vicinal_find_library(rumur HEADER rumur/rumur.h LIBRARY rumur PACKAGE rumur)
target_link_libraries(vicinal_rumur INTERFACE vicinal_gmpxx vicinal_gmp)

# Debian splits nauty's headers over two folders, and those of the one include
# those of the other by their bare names.
find_path(VICINAL_nauty_COMMON traces.h PATH_SUFFIXES nauty REQUIRED)
mark_as_advanced(VICINAL_nauty_COMMON)
target_include_directories(
  vicinal_nauty INTERFACE "${VICINAL_nauty_INCLUDE}/nauty"
                          "${VICINAL_nauty_COMMON}")
# They are C: the keyword has another name in C++.
target_compile_definitions(vicinal_nauty INTERFACE _Thread_local=thread_local)
