// SPDX-License-Identifier: MIT
// Lengths first, then what has them. MPI counts in `int`: a batch of more bytes
// ends the run, which is said.
#include "cli/ranks/mpi_exchange.hpp"

#include <mpi.h>

#include <climits>
#include <cstdio>
#include <cstdlib>

namespace vicinal::cli::inline mpi_ranks {

using network::Batch;

namespace {

constexpr int out_of_bounds = 3;  // undecided

int count_of(std::size_t size) {
  if (size > INT_MAX) {
    std::fputs("vicinal-mpi: more than 2 GiB for one rank in one round\n",
               stderr);
    MpiExchange::stop(out_of_bounds);
  }
  return static_cast<int>(size);
}

}  // namespace

MpiExchange::MpiExchange(int& count, char**& arguments) {
  MPI_Init(&count, &arguments);
  int rank = 0, size = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  rank_ = static_cast<unsigned>(rank);
  size_ = static_cast<unsigned>(size);
}

MpiExchange::~MpiExchange() {
  MPI_Finalize();
}

std::vector<std::vector<std::uint64_t>> MpiExchange::gather(
    std::span<const std::uint64_t> mine) {
  const int length = count_of(mine.size());
  std::vector<int> lengths(size_), begins(size_);
  MPI_Allgather(&length, 1, MPI_INT, lengths.data(), 1, MPI_INT,
                MPI_COMM_WORLD);
  std::size_t words = 0;
  for (unsigned r = 0; r < size_; ++r) {
    begins[r] = count_of(words);
    words += static_cast<std::size_t>(lengths[r]);
  }
  std::vector<std::uint64_t> all(words);
  MPI_Allgatherv(mine.data(), length, MPI_UINT64_T, all.data(), lengths.data(),
                 begins.data(), MPI_UINT64_T, MPI_COMM_WORLD);
  std::vector<std::vector<std::uint64_t>> rows;
  for (unsigned r = 0; r < size_; ++r) {
    const auto from = all.begin() + begins[r];
    rows.emplace_back(from, from + lengths[r]);
  }
  return rows;
}

void MpiExchange::swap(const std::vector<Batch>& out, std::vector<Batch>& in) {
  std::vector<int> out_lengths, in_lengths(size_);
  for (const Batch& batch : out) out_lengths.push_back(count_of(batch.size()));
  MPI_Alltoall(out_lengths.data(), 1, MPI_INT, in_lengths.data(), 1, MPI_INT,
               MPI_COMM_WORLD);
  in.resize(size_);
  in[rank_] = out[rank_];
  constexpr int tag = 0;
  std::vector<MPI_Request> requests;
  for (unsigned r = 0; r < size_; ++r) {
    if (r == rank_) continue;
    in[r].resize(static_cast<std::size_t>(in_lengths[r]));
    MPI_Irecv(in[r].data(), in_lengths[r], MPI_UNSIGNED_CHAR,
              static_cast<int>(r), tag, MPI_COMM_WORLD,
              &requests.emplace_back());
  }
  for (unsigned r = 0; r < size_; ++r) {
    if (r == rank_) continue;
    MPI_Isend(out[r].data(), out_lengths[r], MPI_UNSIGNED_CHAR,
              static_cast<int>(r), tag, MPI_COMM_WORLD,
              &requests.emplace_back());
  }
  MPI_Waitall(static_cast<int>(requests.size()), requests.data(),
              MPI_STATUSES_IGNORE);
}

void MpiExchange::stop(int code) {
  MPI_Abort(MPI_COMM_WORLD, code);
  std::abort();
}

}  // namespace vicinal::cli::inline mpi_ranks
