// SPDX-License-Identifier: MIT
// The edges of the local state diagram with their annotations L (LZ 4.2),
// computed (design 7.6): the steps of an action fall into parts, and each part
// has the coarsest partition under whose permutations it is invariant.
//
//   all steps of an action ──▶ C: processes that it does not tell apart
//   orbits of steps under C ──▶ parts, for each a partition L, as coarse as C
//                               or coarser
//
// With priorities, a part has the steps of the processes of one priority, and L
// separates lower, equal and higher.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <vector>

#include "explore/lazy/partitions.hpp"
#include "explore/lazy/processes.hpp"
#include "symmetry/forms/model_forms.hpp"

namespace vicinal::explore::inline lazy {

using symmetry::FormId;
using symmetry::Forms;
using symmetry::ModelForms;
using symmetry::Renaming;
using symmetry::StateMap;
using symmetry::StepForm;

struct Part {
  std::vector<std::uint32_t> steps;  // into ModelForms::steps
  Cells annotation;                  // L
};

// Tells which renamings leave steps and forms as they are.
class Annotations {
 public:
  // All must outlive it.
  Annotations(const network::Instance& instance, const Processes& processes,
              const ModelForms& model, Forms& forms);

  std::vector<Part> parts();

  // The coarsest partition under whose permutations a function of states is
  // invariant.
  Cells annotation(FormId form);
  // Whether it depends on few processes and on no reference, so that it tells
  // no others apart.
  bool few(FormId form) const;

  // The partition under whose permutations initial states are initial.
  Cells start();

  // What permutations that a partition generates leave of who takes a step and
  // what is bound: steps of one action and one shape are permuted into each
  // other by them.
  std::vector<std::uint32_t> shape(std::uint32_t step,
                                   const Cells& cells) const;

  // The steps of the same action, of processes of the same kinds, with edges of
  // these, and the same other bindings; ascending.
  std::vector<std::uint32_t> siblings(std::uint32_t step) const;

  // The processes that a step names: its actor, and what is bound.
  std::vector<std::uint32_t> named(std::uint32_t step) const;

 private:
  using Name = std::vector<network::Scalar>;  // of a step: who, what, bindings
  Name name(const StepForm& step, const Renaming* renaming) const;
  bool binds_edges(const StepForm& step) const;
  std::vector<std::uint32_t> renamed(std::uint32_t step) const;
  // Whether renaming takes each of these steps to one of them.
  bool invariant(const std::vector<std::uint32_t>& steps, std::uint32_t a,
                 std::uint32_t b);
  template <class Same>
  Cells coarsest(const Same& same);
  std::vector<std::vector<std::uint32_t>> orbits(
      const std::vector<std::uint32_t>& steps, const Cells& cells) const;
  void rename(std::uint32_t a, std::uint32_t b);

  const network::Instance& instance_;
  const Processes& processes_;
  const ModelForms& model_;
  Forms& forms_;
  std::map<Name, std::uint32_t> by_name_;
  Renaming renaming_;
  StateMap map_;
};

}  // namespace vicinal::explore::inline lazy
