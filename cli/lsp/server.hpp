// SPDX-License-Identifier: MIT
// The language server: a message in, messages out. Neither reads nor writes a
// stream, so that tests and fuzzing speak with it as an editor does.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "cli/lsp/document.hpp"
#include "cli/lsp/runs.hpp"
#include "cli/rpc/message.hpp"

namespace vicinal::cli::inline lsp {

// Errors of the protocol.
inline constexpr int not_initialized = -32002;
inline constexpr int request_cancelled = -32800;
inline constexpr int request_failed = -32803;

class Server {
 public:
  // `send` gets each message; `runs` does what takes long. Both must outlive
  // it.
  using Send = std::function<void(const Json&)>;
  Server(Send send, Runs& runs);

  // A message, as it came. Whatever it is, there is an answer or none is due;
  // nothing is thrown but for lack of memory.
  void take(std::string_view text);
  // What came could not be taken for a message.
  void refuse(std::string sentence);
  // Nobody has said anything for a while: analyses what changed, and tells what
  // is wrong with it.
  void rest();
  // Takes what a run has found.
  void finished(const RunAnswer& answer);

  // The editor asked to end.
  bool ended() const { return ended_; }
  int exit_code() const { return shut_down_ ? 0 : 1; }

 private:
  struct Open {
    std::string text;
    std::int64_t version = 0;
    std::unique_ptr<Document> document;  // of this text, once it is asked for
    bool published = false;
    std::optional<RunAnswer> answer;  // of this text
  };
  using Params = const Json&;

  void dispatch(const Json& message);
  void request(const Json& id, const std::string& method, Params params);
  void notify(const std::string& method, Params params);
  Json answer(const std::string& method, Params params);
  Json initialize(Params params);
  void respond(const Json& id, Json result);
  void fail(const Json& id, const Failure& failure);
  void tell(const std::string& method, Json params);

  void open(Params params);
  void change(Params params);
  void close(Params params);
  void cancel(const Json& id);
  void run(const Json& id, Params params);
  void stop_run(const std::string& uri);
  void end_run(const Failure& failure);
  void publish(const std::string& uri, Open& open);
  void refresh_lenses();

  Open& opened(Params params);
  const Document& document(Params params);
  const Document& document_of(const std::string& uri, Open& open);
  std::uint32_t offset(const Document& document, Params params) const;

  Json location(const std::string& uri, const Document& document,
                Span word) const;
  Json definition(Params params);
  Json references(Params params);
  Json highlights(Params params);
  Json prepare_rename(Params params);
  Json renamed(Params params);
  Json formatted(Params params);
  Json actions(Params params);
  Json lenses(Params params);
  Json hovered(Params params);

  Send send_;
  Runs& runs_;
  std::map<std::string, Open> open_;
  bool initialized_ = false;
  bool shut_down_ = false;
  bool ended_ = false;
  bool refreshes_lenses_ = false;  // the editor can be asked to
  std::int64_t next_id_ = 1;       // of our own requests
  // The request that a run answers, and the text it is about. One that is
  // answered runs until its invariants have come.
  struct Running {
    Json id;
    std::string uri;
    bool answered = false;
  };
  std::optional<Running> running_;
  std::uint64_t run_number_ = 0;  // of the last one
};

}  // namespace vicinal::cli::inline lsp
