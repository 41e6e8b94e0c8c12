# SPDX-License-Identifier: MIT
# The package `vicinal` of Python: its module in C++, and beside it, in
# build/<preset>/python/vicinal, its sources in Python, so that whoever names
# build/<preset>/python in PYTHONPATH can import it.
# That of the distribution, which has the packages of ./setup python.
if(EXISTS /usr/bin/python3)
  set(Python3_EXECUTABLE /usr/bin/python3 CACHE FILEPATH "")
endif()
find_package(Python3 REQUIRED COMPONENTS Interpreter Development.Module)
find_package(pybind11 2.10 REQUIRED)

file(GLOB python_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/python/*.cpp")
pybind11_add_module(vicinal_python MODULE NO_EXTRAS ${python_sources})
target_link_libraries(vicinal_python PRIVATE vicinal::cli vicinal::options)
target_compile_definitions(
  vicinal_python PRIVATE VICINAL_VERSION="${PROJECT_VERSION}")
# Nothing that the program alone needs. By the linker that takes of a library
# what it needs and nothing else, which python/no_murphi.cpp relies on.
target_link_options(vicinal_python PRIVATE -fuse-ld=bfd -Wl,--as-needed
                                           -Wl,--gc-sections
                                           -Wl,--exclude-libs,ALL)
set(package "${PROJECT_BINARY_DIR}/python/vicinal")
set_target_properties(
  vicinal_python PROPERTIES OUTPUT_NAME _core
                            LIBRARY_OUTPUT_DIRECTORY "${package}")
file(GLOB package_sources CONFIGURE_DEPENDS
     "${PROJECT_SOURCE_DIR}/python/vicinal/*")
add_custom_command(
  TARGET vicinal_python
  POST_BUILD
  COMMAND "${CMAKE_COMMAND}" -E copy_if_different ${package_sources} "${package}"
  VERBATIM)

set(VICINAL_PYTHON_FOLDER
    "lib/python${Python3_VERSION_MAJOR}.${Python3_VERSION_MINOR}/site-packages"
    CACHE STRING "Where the package is installed, below the prefix")
install(TARGETS vicinal_python
        LIBRARY DESTINATION "${VICINAL_PYTHON_FOLDER}/vicinal")
install(FILES ${package_sources}
        DESTINATION "${VICINAL_PYTHON_FOLDER}/vicinal")
