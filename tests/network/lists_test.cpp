// SPDX-License-Identifier: MIT
// The lists that networks are made of, beside those of the standard library.
#include <catch2/catch.hpp>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "network/graph/name_table.hpp"
#include "network/graph/names.hpp"
#include "network/graph/numbers.hpp"

namespace lists_test {

namespace {

using namespace vicinal;

// Few numbers, so that lists are often all the same.
TEST_CASE("numbers that are mostly one are a list of numbers") {
  std::mt19937_64 random(1);
  std::size_t uniform = 0;
  for (int run = 0; run < 400; ++run) {
    network::Numbers<std::uint32_t> numbers;
    std::vector<std::uint32_t> list;
    const std::uint32_t kinds = run % 3 + 1;
    for (int step = 0; step < 12; ++step) {
      const auto number = static_cast<std::uint32_t>(random() % kinds);
      if (list.empty() || random() % 2 == 0) {
        numbers.push_back(number);
        list.push_back(number);
      } else if (random() % 16 == 0) {
        numbers.assign(list.size(), number);
        list.assign(list.size(), number);
      } else {
        const std::size_t i = random() % list.size();
        numbers.set(i, number);
        list[i] = number;
      }
      CHECK(numbers.list() == list);
      REQUIRE(numbers.size() == list.size());
      for (std::size_t i = 0; i < list.size(); ++i) {
        CHECK(numbers[i] == list[i]);
        if (numbers.uniform()) CHECK(list[i] == list[0]);
      }
      uniform += numbers.uniform() ? 1 : 0;
    }
  }
  CHECK(uniform > 100);
}

std::string random_name(std::mt19937_64& random) {
  switch (random() % 4) {
    case 0:
      return "0" + std::to_string(random() % 20);
    case 1:
      return std::string(random() % 3, 'a') + std::to_string(random() % 5);
    case 2:
      return std::to_string(random() % 2 == 0 ? random() : random() % 3000);
    default:
      return std::to_string(random() % 40);
  }
}

// Lists that start with small numbers, and lists that stay so.
TEST_CASE("names are a list of strings") {
  std::mt19937_64 random(3);
  std::size_t emptied = 0;
  for (int run = 0; run < 400; ++run) {
    network::Names names;
    network::Names other;
    std::vector<std::string> list;
    const bool numbers = run % 2 == 0;
    for (int step = 0; step < 20; ++step) {
      if (const auto kind = random() % 16; kind > 1 || numbers) {
        list.push_back(numbers && kind > 0 ? std::to_string(random() % 3000)
                                           : random_name(random));
        names.push_back(list.back());
      } else {
        list.resize(kind == 0 ? random() % (list.size() + 3) : 0);
        names.resize(list.size());
        emptied += list.empty() ? 1 : 0;
      }
      REQUIRE(names.size() == list.size());
      for (std::size_t i = 0; i < list.size(); ++i) {
        CHECK(names[i] == list[i]);
        CHECK(names.is(i, list[i]));
        const std::string name = random_name(random);
        CHECK(names.is(i, name) == (name == list[i]));
      }
    }
    // The same names, some of them text before they are numbers again.
    other.resize(list.size());
    CHECK((other == names) == (list == std::vector<std::string>(list.size())));
    other.clear();
    if (run % 3 == 0) other.push_back("a");
    other.resize(0);
    for (const std::string& name : list) other.push_back(name);
    CHECK(other == names);
    other.push_back("1");
    CHECK_FALSE(other == names);
  }
  CHECK(emptied > 50);
  CHECK(network::Names{"1", "12"} == network::Names{"1", "12"});
  CHECK_FALSE(network::Names{"1", "12"} == network::Names{"11", "2"});
  CHECK_FALSE(network::Names{"1", "a"} == network::Names{"2", "a"});
}

TEST_CASE("names of ten digits are text") {
  const network::Names names{"999999999", "4294967297", "0", "00", "-1", ""};
  CHECK(names[0] == "999999999");
  CHECK(names[1] == "4294967297");
  CHECK(names[2] == "0");
  CHECK(names[3] == "00");
  CHECK(names[4] == "-1");
  CHECK(names[5].empty());
  CHECK_FALSE(network::Names{"1"}.is(0, "01"));
  CHECK_FALSE(network::Names{"1"}.is(0, "4294967296"));
}

// Some names are numbers below the bound, some above, some no numbers as
// numbers are written.
TEST_CASE("a table gives names the numbers of their first occurrences") {
  std::mt19937_64 random(2);
  for (const std::size_t bound : {0, 1, 20, 1000}) {
    network::NameTable table(bound);
    std::map<std::string, std::uint32_t> known;
    std::size_t old = 0;
    for (int step = 0; step < 2000; ++step) {
      const std::string name = random_name(random);
      const auto at = known.find(name);
      CHECK(table.find(name).has_value() == (at != known.end()));
      const auto [number, fresh] = table.add(name);
      CHECK(fresh == (at == known.end()));
      if (fresh) known.emplace(name, known.size());
      CHECK(number == known.at(name));
      CHECK(table.find(name) == number);
      CHECK(table.names()[number] == name);
      old += fresh ? 0 : 1;
    }
    CHECK(table.size() == known.size());
    CHECK(old > 100);
  }
}

}  // namespace

}  // namespace lists_test
