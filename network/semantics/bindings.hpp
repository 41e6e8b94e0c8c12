// SPDX-License-Identifier: MIT
// All choices of values for a list of bound variables: what quantifiers,
// actions and rules go through.
#pragma once

#include <boost/container/small_vector.hpp>

#include "network/semantics/evaluator.hpp"

namespace vicinal::network::inline semantics {

// Values of a frame: on the stack, for models of usual size.
using Frame = boost::container::small_vector<Scalar, 24>;

// Choices in the order of the domains, the last binder fastest; one, of
// nothing, if there are no binders. Domains are found when the values of the
// binders before are chosen. No recursion, however many binders there are.
//
//   Bindings bindings(action.binders, evaluator, context);
//   while (bindings.next()) use(context);  // context.frame holds the choice
class Bindings {
 public:
  // What the arguments refer to must outlive the object; between calls of
  // `next` nobody changes the binders' slots of the frame.
  Bindings(Range binders, const Evaluator& evaluator, const Context& context)
      : binders_(binders),
        evaluator_(evaluator),
        context_(context),
        levels_(binders.size()) {}

  // Puts the next choice into the frame; false if there is none. Throws the
  // ModelError of a domain; then the call after it goes on behind the choices
  // that this domain belongs to.
  bool next();

 private:
  struct Level {
    Domain domain;
    Scalar at = 0;
  };
  bool advance();
  void set(std::size_t level);

  Range binders_;
  const Evaluator& evaluator_;
  const Context& context_;
  boost::container::small_vector<Level, 2> levels_;
  std::size_t bound_ = 0;  // how many binders have a value
  bool started_ = false;
};

// What domain_of (evaluator.hpp) says of a binder whose range is known: it is
// low..high, the port set of the node `low`, or hangs on neither.
Domain domain_of(const Binder& binder, const Instance& instance, Scalar low,
                 Scalar high);

}  // namespace vicinal::network::inline semantics
