# SPDX-License-Identifier: MIT
# Language level, build types, warnings, compiler cache and linker.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()

# No NDEBUG in any build type: a contract check stays on in what users run.
set(CMAKE_CXX_FLAGS_RELEASE "-O2")
set(CMAKE_CXX_FLAGS_RELWITHDEBINFO "-O2 -g")
set(CMAKE_CXX_FLAGS_DEBUG "-O0 -g -D_GLIBCXX_ASSERTIONS")

# Flags of every target of ours; never of other people's code.
add_library(vicinal_options INTERFACE)
add_library(vicinal::options ALIAS vicinal_options)
target_compile_options(
  vicinal_options
  INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor
            -Woverloaded-virtual -Werror
            # Designated initializers name what is not the default.
            -Wno-missing-field-initializers)
if(VICINAL_LINES)
  target_compile_options(vicinal_options INTERFACE -gline-tables-only)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # GCC 12 warns of overlap in every `"text" + std::string` (its bug 105651).
  target_compile_options(vicinal_options INTERFACE -Wno-restrict)
  # Memory that it looks through for what is free, before it takes a gigabyte,
  # costs more time than it saves memory.
  target_compile_options(vicinal_options
                         INTERFACE "SHELL:--param ggc-min-heapsize=1000000")
  if(CMAKE_CXX_FLAGS MATCHES "-fsanitize")
    # Instrumented code makes this one see ghosts.
    target_compile_options(vicinal_options INTERFACE -Wno-maybe-uninitialized)
  endif()
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND NOT CMAKE_CXX_FLAGS MATCHES
                                            "-fsanitize")
  # The module for Python is a shared library, of the same objects. What is
  # hidden is reached as in a program, and so is what each thread has, laid out
  # when a module is loaded: programs are no slower.
  target_compile_options(
    vicinal_options INTERFACE -fPIC -fvisibility=hidden
                              -ftls-model=initial-exec)
endif()
# The same text in `__FILE__` and in debug information wherever it is built.
target_compile_options(
  vicinal_options INTERFACE "-ffile-prefix-map=${PROJECT_SOURCE_DIR}/=")

find_program(VICINAL_CCACHE ccache)
if(VICINAL_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # The settings that precompiled headers ask for, and a base folder, so that
  # two clones share what they compile.
  set(CMAKE_CXX_COMPILER_LAUNCHER
      "${CMAKE_COMMAND}" -E env "CCACHE_BASEDIR=${PROJECT_SOURCE_DIR}"
      CCACHE_NOHASHDIR=1 CCACHE_PCH_EXTSUM=1
      "CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime"
      "${VICINAL_CCACHE}")
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(vicinal_options INTERFACE -fpch-preprocess)
  endif()
endif()

include(CheckLinkerFlag)
foreach(linker IN ITEMS mold lld)
  check_linker_flag(CXX "-fuse-ld=${linker}" VICINAL_HAVE_${linker})
  if(VICINAL_HAVE_${linker})
    add_link_options("-fuse-ld=${linker}")
    break()
  endif()
endforeach()
