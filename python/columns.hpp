// SPDX-License-Identifier: MIT
// Arrays of integers of any width and layout, read where they lie; and arrays
// that own what an engine made.
#pragma once

#include <pybind11/numpy.h>

#include <cstdint>
#include <memory>
#include <vector>

namespace vicinal::python {

// A column of an array of 8, 32 or 64 bits, signed or not, without a copy. The
// array must outlive it. May be read without the interpreter's lock.
class Column {
 public:
  // Of a one-dimensional array; of a two-dimensional one a column. Anything
  // else is a TypeError.
  explicit Column(const pybind11::array& array, pybind11::ssize_t column = -1);

  std::size_t size() const { return size_; }
  // Beyond 64 bits with a sign: -1, which is no number of anything.
  std::int64_t operator[](std::size_t i) const {
    return read_(data_ + static_cast<std::ptrdiff_t>(i) * stride_);
  }

 private:
  const char* data_ = nullptr;
  std::ptrdiff_t stride_ = 0;
  std::size_t size_ = 0;
  std::int64_t (*read_)(const char*) = nullptr;
};

// An array that owns the numbers, without a copy.
template <class Number>
pybind11::array_t<Number> array_of(std::vector<Number> numbers) {
  auto kept = std::make_unique<std::vector<Number>>(std::move(numbers));
  const pybind11::capsule owner(kept.get(), [](void* all) {
    const std::unique_ptr<std::vector<Number>> freed(
        static_cast<std::vector<Number>*>(all));
  });
  const std::vector<Number>& all = *kept.release();
  return pybind11::array_t<Number>(static_cast<pybind11::ssize_t>(all.size()),
                                   all.data(), owner);
}

// The numbers of ids.
template <class Id>
pybind11::array_t<std::uint32_t> numbers_of(const std::vector<Id>& ids) {
  std::vector<std::uint32_t> numbers;
  numbers.reserve(ids.size());
  for (const Id id : ids) numbers.push_back(id.value);
  return array_of(std::move(numbers));
}

}  // namespace vicinal::python
