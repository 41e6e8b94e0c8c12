# SPDX-License-Identifier: MIT
# The program that explores on the ranks of an mpirun, and what launches it. Only
# its own sources know of MPI, of which they use the plain C interface.
set(MPI_CXX_SKIP_MPICXX ON)
find_package(MPI REQUIRED COMPONENTS CXX)

add_executable(vicinal_mpi cli/ranks/main.cpp cli/ranks/mpi_exchange.cpp)
target_link_libraries(
  vicinal_mpi PRIVATE vicinal::cli vicinal::options MPI::MPI_CXX)
set_target_properties(
  vicinal_mpi PROPERTIES OUTPUT_NAME vicinal-mpi
                         RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}")
# What bench/scale measures besides.
add_executable(bench_lookups bench/ranks/lookups.cpp)
target_link_libraries(bench_lookups PRIVATE vicinal::explore vicinal::options)
configure_file(cli/ranks/vicinal-mpirun "${PROJECT_BINARY_DIR}/vicinal-mpirun"
               COPYONLY)
include(GNUInstallDirs)
install(TARGETS vicinal_mpi)
install(PROGRAMS cli/ranks/vicinal-mpirun
        DESTINATION "${CMAKE_INSTALL_BINDIR}")
