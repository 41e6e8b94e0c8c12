// SPDX-License-Identifier: MIT
// The handler that Python has for Ctrl-C only notes it; the interpreter looks
// at the note when it has its lock. So the thread that called waits here, and
// looks now and then, while another one works.
#include "python/call.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>

#include "network/base/budget.hpp"
#include "report/words/render.hpp"
#include "report/words/trace_text.hpp"
#include "report/words/value_json.hpp"

namespace vicinal::python {

namespace py = pybind11;

namespace {

class Worker {
 public:
  Worker(const network::Limits& limits,
         const std::function<void(const network::Limits&)>& work)
      : thread_([this, &limits, &work] { run(limits, work); }) {}
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;
  ~Worker() { join(); }

  // Whether it has ended, after that time at most.
  bool ended(std::chrono::milliseconds most) {
    std::unique_lock lock(mutex_);
    return done_signal_.wait_for(lock, most, [&] { return done_; });
  }
  void join() {
    if (thread_.joinable()) thread_.join();
  }
  const std::optional<network::Limit>& reached() const { return reached_; }
  const std::exception_ptr& wrong() const { return wrong_; }

 private:
  void run(const network::Limits& limits,
           const std::function<void(const network::Limits&)>& work) {
    try {
      const network::Budget budget(limits);
      const network::Polling polling(budget);
      work(limits);
    } catch (const network::LimitReached& limit) {
      reached_ = limit.limit;
    } catch (...) {
      wrong_ = std::current_exception();
    }
    const std::lock_guard lock(mutex_);
    done_ = true;
    done_signal_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable done_signal_;
  bool done_ = false;
  std::optional<network::Limit> reached_;
  std::exception_ptr wrong_;
  std::thread thread_;  // the last one: it uses the others
};

py::object error_type(const char* name) {
  return py::module_::import("vicinal.errors").attr(name);
}

[[noreturn]] void throw_error(const py::object& type, const py::object& error) {
  PyErr_SetObject(type.ptr(), error.ptr());
  throw py::error_already_set();
}

}  // namespace

void call(double seconds, std::uint64_t memory_mib,
          const std::function<void(const network::Limits&)>& work) {
  constexpr std::chrono::milliseconds look(50);
  std::atomic<bool> stop = false;
  network::Limits limits;
  limits.seconds = seconds;
  limits.memory_mib = memory_mib;
  limits.stop = &stop;
  std::optional<py::gil_scoped_release> released(std::in_place);
  Worker worker(limits, work);
  bool interrupted = false;
  while (!worker.ended(look)) {
    const py::gil_scoped_acquire held;
    interrupted = PyErr_CheckSignals() != 0;
    if (interrupted) break;
  }
  stop = interrupted;
  worker.join();
  released.reset();
  if (interrupted) throw py::error_already_set();
  if (worker.wrong()) std::rethrow_exception(worker.wrong());
  if (worker.reached()) {
    const py::object type = error_type("LimitReached");
    throw_error(type, type(std::string(network::text(*worker.reached())),
                           report::limit_text(*worker.reached())));
  }
}

void refuse(network::Diagnostics& diagnostics) {
  const py::object type = error_type("ModelError");
  const std::string text = report::render_all(diagnostics, false);
  const std::string json =
      report::diagnostics_json(diagnostics)
          .dump(-1, ' ', false, report::Json::error_handler_t::replace);
  throw_error(type, type(text, json));
}

}  // namespace vicinal::python
