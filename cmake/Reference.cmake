# SPDX-License-Identifier: MIT
# docs/language.md as a source, so that the program has it wherever it runs.
# Bytes, not a literal: of these, compilers take 64 KiB.
set(reference_document "${PROJECT_SOURCE_DIR}/docs/language.md")
set_property(
  DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${reference_document}")
file(READ "${reference_document}" reference_bytes HEX)
string(REGEX REPLACE "(................................)" "\\1\n"
                     reference_bytes "${reference_bytes}")
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," reference_bytes
                     "${reference_bytes}")
set(reference_source "${PROJECT_BINARY_DIR}/generated/language_reference.cpp")
file(
  CONFIGURE OUTPUT "${reference_source}" @ONLY
  CONTENT
    "// Made from docs/language.md by cmake/Reference.cmake.
#include \"cli/mcp/reference.hpp\"

namespace vicinal::cli::mcp {

namespace {

constexpr char bytes[] = {
@reference_bytes@};

}  // namespace

std::string_view language_reference() {
  return {bytes, sizeof bytes};
}

}  // namespace vicinal::cli::mcp
")
target_sources(vicinal_cli PRIVATE "${reference_source}")
