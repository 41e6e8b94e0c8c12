// SPDX-License-Identifier: MIT
// A flag stands before whatever may be missing. A step that fails has no state
// after it.
#include "explore/ranks/words.hpp"

#include <stdexcept>

namespace vicinal::explore::inline ranks {

using network::Event;
using network::ModelError;

void WordWriter::add(std::span<const std::uint64_t> words) {
  add(words.size());
  words_.insert(words_.end(), words.begin(), words.end());
}

void WordWriter::add(const ModelError& error) {
  add(static_cast<std::uint64_t>(error.kind));
  add(error.span.begin);
  add(error.span.end);
}

void WordWriter::add(const Event& step) {
  add(step.actor.value);
  add(step.action);
  add(step.binding.size());
  for (const network::Scalar value : step.binding) {
    add(static_cast<std::uint64_t>(value));
  }
  add(std::uint64_t{step.error.has_value()});
  if (step.error) add(*step.error);
}

void WordWriter::add(const std::optional<Witness>& witness) {
  add(std::uint64_t{witness.has_value()});
  if (!witness) return;
  add(witness->distance);
  add(witness->state);
  add(std::uint64_t{witness->step.has_value()});
  if (witness->step) add(*witness->step);
  add(std::uint64_t{witness->error.has_value()});
  if (witness->error) add(*witness->error);
}

void WordWriter::add(const Worker::Findings& found) {
  add(found.violated.size());
  for (const auto& violated : found.violated) add(violated);
  for (const bool fails : found.fails) add(std::uint64_t{fails});
  add(found.error);
  add(found.deadlock);
  for (const std::uint64_t word : {std::uint64_t{found.overflow}, found.states,
                                   found.transitions, found.deadlocks}) {
    add(word);
  }
}

std::uint64_t WordReader::word() {
  if (words_.empty()) throw std::logic_error("WordReader: nothing is left");
  const std::uint64_t word = words_.front();
  words_ = words_.subspan(1);
  return word;
}

std::vector<std::uint64_t> WordReader::list() {
  const std::uint64_t size = word();
  if (size > words_.size()) {
    throw std::logic_error("WordReader: a list that is cut");
  }
  std::vector<std::uint64_t> list(words_.begin(), words_.begin() + size);
  words_ = words_.subspan(size);
  return list;
}

ModelError WordReader::error() {
  ModelError error;
  error.kind = static_cast<network::ErrorKind>(word());
  error.span.begin = static_cast<std::uint32_t>(word());
  error.span.end = static_cast<std::uint32_t>(word());
  return error;
}

Event WordReader::step() {
  Event step;
  step.actor.value = static_cast<std::uint32_t>(word());
  step.action = static_cast<std::uint32_t>(word());
  for (const std::uint64_t value : list()) {
    step.binding.push_back(static_cast<network::Scalar>(value));
  }
  if (word() != 0) step.error = error();
  return step;
}

std::optional<Witness> WordReader::witness() {
  if (word() == 0) return std::nullopt;
  Witness witness;
  witness.distance = word();
  witness.state = list();
  if (word() != 0) witness.step = step();
  if (word() != 0) witness.error = error();
  return witness;
}

Worker::Findings WordReader::findings() {
  Worker::Findings found;
  const std::uint64_t properties = word();
  for (std::uint64_t i = 0; i < properties; ++i) {
    found.violated.push_back(witness());
  }
  for (std::uint64_t i = 0; i < properties; ++i) {
    found.fails.push_back(word() != 0);
  }
  found.error = witness();
  found.deadlock = witness();
  found.overflow = word() != 0;
  found.states = word();
  found.transitions = word();
  found.deadlocks = word();
  return found;
}

}  // namespace vicinal::explore::inline ranks
