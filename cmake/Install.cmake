# SPDX-License-Identifier: MIT
include(GNUInstallDirs)

install(TARGETS vicinal vicinal_obligations)
set(folders network groupoid fixpoint explore cli)
foreach(folder IN LISTS folders)
  install(TARGETS vicinal_${folder})
endforeach()
install(
  DIRECTORY ${folders}
  DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/vicinal"
  FILES_MATCHING
  PATTERN "*.hpp")
foreach(folder IN ITEMS examples docs)
  if(EXISTS "${PROJECT_SOURCE_DIR}/${folder}")
    install(DIRECTORY ${folder} DESTINATION "${CMAKE_INSTALL_DOCDIR}")
  endif()
endforeach()
install(FILES LICENSE README.md CHANGELOG.md SOUNDNESS.md
        DESTINATION "${CMAKE_INSTALL_DOCDIR}")
