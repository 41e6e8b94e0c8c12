# SPDX-License-Identifier: MIT
# find_package(Vicinal) gives vicinal::decide, and all that it stands on
# (vicinal::explore, vicinal::fixpoint, ...), with their headers; tests/package
# is a project that uses it.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

install(TARGETS vicinal vicinal_verify)
# Who builds the one, as ./demo does, installs both.
add_dependencies(vicinal vicinal_verify)
foreach(name IN ITEMS language network flat export groupoid symmetry obligations
                      fixpoint explore imports decide)
  install(
    TARGETS vicinal_${name}
    EXPORT VicinalTargets
    FILE_SET HEADERS
    DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/vicinal")
endforeach()
set(package "${CMAKE_INSTALL_LIBDIR}/cmake/Vicinal")
install(
  EXPORT VicinalTargets
  NAMESPACE vicinal::
  DESTINATION "${package}")
configure_package_config_file(
  cmake/VicinalConfig.cmake.in "${PROJECT_BINARY_DIR}/VicinalConfig.cmake"
  INSTALL_DESTINATION "${package}")
write_basic_package_version_file(
  "${PROJECT_BINARY_DIR}/VicinalConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion)
install(
  FILES "${PROJECT_BINARY_DIR}/VicinalConfig.cmake"
        "${PROJECT_BINARY_DIR}/VicinalConfigVersion.cmake"
        cmake/Libraries.cmake
  DESTINATION "${package}")

# The manual page and completions, as the program prints them.
set(printed "${PROJECT_BINARY_DIR}/printed")
add_custom_command(
  TARGET vicinal
  POST_BUILD
  COMMAND "${CMAKE_COMMAND}" -E make_directory "${printed}"
  COMMAND vicinal --man > "${printed}/vicinal.1"
  COMMAND vicinal --completion bash > "${printed}/vicinal"
  COMMAND vicinal --completion zsh > "${printed}/_vicinal"
  COMMAND vicinal --completion fish > "${printed}/vicinal.fish"
  VERBATIM)
install(FILES "${printed}/vicinal.1" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1")
foreach(place IN ITEMS bash-completion/completions/vicinal
                       zsh/site-functions/_vicinal
                       fish/vendor_completions.d/vicinal.fish)
  get_filename_component(folder "${place}" DIRECTORY)
  get_filename_component(name "${place}" NAME)
  install(FILES "${printed}/${name}"
          DESTINATION "${CMAKE_INSTALL_DATADIR}/${folder}")
endforeach()

install(DIRECTORY examples docs editors DESTINATION "${CMAKE_INSTALL_DOCDIR}")
install(FILES LICENSE README.md CHANGELOG.md SOUNDNESS.md
        DESTINATION "${CMAKE_INSTALL_DOCDIR}")
