// SPDX-License-Identifier: MIT
// One function for each width: which one is chosen once, not for each number.
#include "python/columns.hpp"

#include <cstring>
#include <limits>

namespace vicinal::python {

namespace py = pybind11;

namespace {

// Arrays need not be aligned.
template <class Number>
std::int64_t read_number(const char* place) {
  Number number;
  std::memcpy(&number, place, sizeof number);
  if constexpr (sizeof(Number) == 8 &&
                !std::numeric_limits<Number>::is_signed) {
    if (number > std::numeric_limits<std::int64_t>::max()) return -1;
  }
  return static_cast<std::int64_t>(number);
}

template <class Number>
bool holds(const py::array& array) {
  return py::isinstance<py::array_t<Number>>(array);
}

}  // namespace

Column::Column(const py::array& array, py::ssize_t column) {
  if (array.ndim() != (column < 0 ? 1 : 2)) {
    throw py::type_error("an array of another number of dimensions is needed");
  }
  if (holds<std::int64_t>(array)) {
    read_ = read_number<std::int64_t>;
  } else if (holds<std::int32_t>(array)) {
    read_ = read_number<std::int32_t>;
  } else if (holds<std::uint32_t>(array)) {
    read_ = read_number<std::uint32_t>;
  } else if (holds<std::uint64_t>(array)) {
    read_ = read_number<std::uint64_t>;
  } else if (holds<std::uint8_t>(array)) {
    read_ = read_number<std::uint8_t>;
  } else {
    throw py::type_error(
        "an array of int32, int64, uint8, uint32 or uint64 is needed");
  }
  data_ = static_cast<const char*>(array.data());
  if (column > 0) data_ += column * array.strides(1);
  stride_ = array.strides(0);
  size_ = static_cast<std::size_t>(array.shape(0));
}

}  // namespace vicinal::python
