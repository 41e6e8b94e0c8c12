// SPDX-License-Identifier: MIT
// Files that the options name, opened.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "cli/options/options.hpp"
#include "decide/question/opened.hpp"

namespace vicinal::cli::inline session {

using decide::Opened;

// Reads a file, or standard input for "-". Files above 1 GiB are refused.
// The error is a sentence.
struct FileText {
  std::string text;
  std::string error;
};
FileText read_file(const std::string& path);

// Writes a file; what went wrong, as a sentence, or nothing. A plain file that
// could not be written whole is removed; a device is not.
std::string write_file(const std::string& path, const std::string& text);

// The name of the model in reports; "-" is standard input.
std::string shown_name(const Options& options);

// A model that could not be read, with a diagnostic.
std::unique_ptr<Opened> unreadable(const Options& options,
                                   const std::string& error);

// Parses and checks this text of the model that the options name. Without a
// model, or with a wrong one, there is a diagnostic. Polls.
std::unique_ptr<Opened> open_text(const Options& options, std::string text);

// Reads, parses and checks the model that the options name. Without a model,
// or with a wrong one, there is a diagnostic.
std::unique_ptr<Opened> load_model(const Options& options);

// The file of `--group`, if it names one. False: it cannot be read, and there
// is a diagnostic.
bool read_group_file(const Options& options, Opened& opened,
                     std::optional<decide::NamedText>& group);

// Elaborates a model without errors, with the graph of `--on` or of `network
// from "FILE"`. Without an instance, there is a diagnostic.
void elaborate(Opened& opened, const Options& options);

// Reads a network, with names: from a file of a network, known by its name and
// by how it begins, into `graph`, else from a model into `instance`. Without
// it, there is a diagnostic.
std::unique_ptr<Opened> load_network(const Options& options);

}  // namespace vicinal::cli::inline session
