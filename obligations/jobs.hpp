// SPDX-License-Identifier: MIT
// The obligations of a certificate as jobs, to be judged on many machines.
//
//   jobs.json       the list of jobs, for people and scripts
//   certificate/    the certificate, whose obligations are the jobs
//   answers/        where whoever runs a job leaves the answer (answers.hpp)
//
// Nothing that is not in a certificate is trusted: a list that is wrong, or a
// job that was changed on the way, makes answers that do not count.
#pragma once

#include <string>
#include <vector>

#include "obligations/certificate.hpp"

namespace vicinal::obligations {

inline constexpr int jobs_format = 1;

// Writes the folder, which must not be there yet or be empty. An error is a
// sentence; empty: done. `obligations`: as those of write_certificate.
std::string write_jobs(const std::string& folder,
                       const Certificate& certificate,
                       const network::Model& model,
                       const std::vector<Obligation>& obligations);

}  // namespace vicinal::obligations
