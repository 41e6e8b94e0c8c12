# SPDX-License-Identifier: MIT
# Other people's libraries, all from the distribution. README says what each
# is for. Their headers are system headers: our warnings do not apply.

find_package(Threads REQUIRED)
find_package(fmt 9 REQUIRED)
find_package(CLI11 2 REQUIRED)
find_package(nlohmann_json 3.10 REQUIRED)
find_package(Boost 1.74 REQUIRED)
find_package(tsl-robin-map REQUIRED)
find_package(EXPAT REQUIRED)
find_package(ZLIB REQUIRED)
find_package(toml11 3.7 REQUIRED)

# Those without a CMake package of their own; users of an installed Vicinal
# look for them in the same way.
include(cmake/Libraries.cmake)
# The program's alone: no library that is installed needs it.
vicinal_find_library(ncurses HEADER ncursesw/ncurses.h LIBRARY ncursesw
                     PACKAGE libncurses-dev)
vicinal_find_library(tinfo HEADER ncursesw/ncurses.h LIBRARY tinfo
                     PACKAGE libncurses-dev)
