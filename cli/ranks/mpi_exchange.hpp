// SPDX-License-Identifier: MIT
// Ranks that are processes of an `mpirun`. Nothing else of the program knows of
// MPI.
#pragma once

#include "network/ranks/exchange.hpp"

namespace vicinal::cli::inline mpi_ranks {

// One for a process, from the beginning of main to its end. What goes wrong in
// MPI ends all ranks.
class MpiExchange : public network::Exchange {
 public:
  // Arguments of MPI's own are taken out of those of main.
  MpiExchange(int& count, char**& arguments);
  // Waits for all ranks.
  ~MpiExchange() override;

  unsigned rank() const override { return rank_; }
  unsigned size() const override { return size_; }
  std::vector<std::vector<std::uint64_t>> gather(
      std::span<const std::uint64_t> mine) override;
  void swap(const std::vector<network::Batch>& out,
            std::vector<network::Batch>& in) override;

  // Ends all ranks with this code.
  [[noreturn]] static void stop(int code);

 private:
  unsigned rank_ = 0, size_ = 1;
};

}  // namespace vicinal::cli::inline mpi_ranks
