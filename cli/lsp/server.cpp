// SPDX-License-Identifier: MIT
// One message at a time. A document is analysed when somebody asks for it, or
// when nobody has said anything: of texts that follow each other fast only the
// last one is looked at.
#include "cli/lsp/server.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "cli/lsp/completion.hpp"
#include "cli/lsp/fixes.hpp"
#include "cli/lsp/hover.hpp"
#include "cli/lsp/navigation.hpp"
#include "cli/lsp/outline.hpp"
#include "network/base/budget.hpp"
#include "network/layout/layout.hpp"

namespace vicinal::cli::inline lsp {

namespace {

constexpr int content_modified = -32801;

// Of one message. Front ends are bounded by the text, and this is for texts
// that try to take long.
constexpr double message_seconds = 10;

constexpr const char* prove_command_name = "vicinal.prove";
constexpr const char* explore_command_name = "vicinal.explore";

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// The last part of a URI, decoded: what a file is called.
std::string file_name(const std::string& uri) {
  const std::size_t slash = uri.rfind('/');
  const std::string part =
      slash == std::string::npos ? uri : uri.substr(slash + 1);
  std::string out;
  for (std::size_t i = 0; i < part.size(); ++i) {
    const int high =
        part[i] == '%' && i + 2 < part.size() ? hex_digit(part[i + 1]) : -1;
    const int low = high >= 0 ? hex_digit(part[i + 2]) : -1;
    if (low < 0) {
      out += part[i];
      continue;
    }
    out += static_cast<char>(high * 16 + low);
    i += 2;
  }
  return out;
}

Json capabilities() {
  Json json;
  json["positionEncoding"] = "utf-16";
  json["textDocumentSync"] =
      Json{{"openClose", true}, {"change", 1}, {"save", true}};
  for (const char* provider :
       {"hoverProvider", "definitionProvider", "referencesProvider",
        "documentHighlightProvider", "documentSymbolProvider",
        "foldingRangeProvider", "documentFormattingProvider"}) {
    json[provider] = true;
  }
  json["completionProvider"] = Json{{"triggerCharacters", Json::array({"."})}};
  json["signatureHelpProvider"] =
      Json{{"triggerCharacters", Json::array({"(", ","})}};
  json["renameProvider"] = Json{{"prepareProvider", true}};
  json["codeActionProvider"] =
      Json{{"codeActionKinds", Json::array({"quickfix"})}};
  json["codeLensProvider"] = Json{{"resolveProvider", false}};
  json["executeCommandProvider"] = Json{
      {"commands", Json::array({prove_command_name, explore_command_name})}};
  json["semanticTokensProvider"] =
      Json{{"legend", token_legend()}, {"full", true}};
  return json;
}

}  // namespace

Server::Server(Send send, Runs& runs) : send_(std::move(send)), runs_(runs) {}

// ---- messages
// ----------------------------------------------------------------

void Server::respond(const Json& id, Json result) {
  send_(response(id, std::move(result)));
}

void Server::fail(const Json& id, const Failure& failure) {
  send_(response(id, failure));
}

void Server::tell(const std::string& method, Json params) {
  Json message;
  message["jsonrpc"] = "2.0";
  message["method"] = method;
  message["params"] = std::move(params);
  send_(message);
}

void Server::refuse(std::string sentence) {
  fail(nullptr, {parse_error, std::move(sentence)});
}

void Server::take(std::string_view text) {
  const Json message = Json::parse(text, nullptr, false);
  if (message.is_discarded()) {
    refuse("the message is no JSON");
    return;
  }
  dispatch(message);
}

void Server::dispatch(const Json& message) {
  const Json& method = member(message, "method");
  const Json& id = member(message, "id");
  const Json& params = member(message, "params");
  if (!method.is_string()) {
    // An answer to a request of ours says nothing that matters.
    const bool answers =
        message.is_object() && method.is_null() && is_id(id) &&
        (message.contains("result") || message.contains("error"));
    if (!answers) {
      fail(is_id(id) ? id : Json(),
           {invalid_request, "a message has a method"});
    }
    return;
  }
  if (id.is_null() && !message.contains("id")) {
    notify(method.get<std::string>(), params);
  } else if (!is_id(id)) {
    fail(nullptr, {invalid_request, "an id is a number or a string"});
  } else {
    request(id, method.get<std::string>(), params);
  }
}

void Server::request(const Json& id, const std::string& method, Params params) {
  network::Limits limits;
  limits.seconds = message_seconds;
  const network::Budget budget(limits);
  const network::Polling polling(budget);
  try {
    if (method == "workspace/executeCommand" && initialized_ && !shut_down_) {
      run(id, params);
      return;
    }
    respond(id, answer(method, params));
  } catch (const Failure& failure) {
    fail(id, failure);
  } catch (const Json::exception&) {
    fail(id, {invalid_params, fmt::format("'{}' lacks a parameter, or has one "
                                          "of another type",
                                          method)});
  } catch (const network::LimitReached&) {
    fail(id, {request_failed, "it would take too long"});
  }
}

void Server::notify(const std::string& method, Params params) {
  if (method == "exit") {
    ended_ = true;
    runs_.stop();
    return;
  }
  if (!initialized_ || shut_down_) return;
  try {
    if (method == "textDocument/didOpen") open(params);
    if (method == "textDocument/didChange") change(params);
    if (method == "textDocument/didClose") close(params);
    if (method == "$/cancelRequest") cancel(member(params, "id"));
  } catch (const Failure&) {
    // Nobody waits for an answer.
  } catch (const Json::exception&) {
  }
}

Json Server::answer(const std::string& method, Params params) {
  if (method == "initialize") return initialize(params);
  if (!initialized_) throw Failure{not_initialized, "initialize comes first"};
  if (shut_down_) throw Failure{invalid_request, "the server is shut down"};
  if (method == "shutdown") {
    shut_down_ = true;
    if (running_) end_run({request_cancelled, "cancelled"});
    return nullptr;
  }
  if (method == "textDocument/definition") return definition(params);
  if (method == "textDocument/references") return references(params);
  if (method == "textDocument/documentHighlight") return highlights(params);
  if (method == "textDocument/prepareRename") return prepare_rename(params);
  if (method == "textDocument/rename") return renamed(params);
  if (method == "textDocument/formatting") return formatted(params);
  if (method == "textDocument/codeAction") return actions(params);
  if (method == "textDocument/codeLens") return lenses(params);
  if (method == "textDocument/hover") return hovered(params);
  const auto of_document = [&](auto make) { return make(document(params)); };
  if (method == "textDocument/documentSymbol") return of_document(outline);
  if (method == "textDocument/foldingRange") {
    return of_document(folding_ranges);
  }
  if (method == "textDocument/semanticTokens/full") {
    return of_document(semantic_tokens);
  }
  const auto at_place = [&](auto make) {
    const Document& d = document(params);
    return make(d, offset(d, params));
  };
  if (method == "textDocument/completion") return at_place(completion);
  if (method == "textDocument/signatureHelp") return at_place(signature_help);
  throw Failure{method_not_found,
                fmt::format("there is no method '{}'", method)};
}

Json Server::initialize(Params params) {
  if (initialized_) throw Failure{invalid_request, "initialize comes once"};
  initialized_ = true;
  const Json& workspace = member(member(params, "capabilities"), "workspace");
  const Json& refresh = member(member(workspace, "codeLens"), "refreshSupport");
  refreshes_lenses_ = refresh.is_boolean() && refresh.get<bool>();
  Json json;
  json["capabilities"] = capabilities();
  json["serverInfo"] = Json{{"name", "vicinal"}, {"version", VICINAL_VERSION}};
  return json;
}

// ---- documents -------------------------------------------------------------

namespace {

std::int64_t version_of(const Json& document) {
  const Json& version = document.at("version");
  return version.is_number_integer() ? version.get<std::int64_t>() : 0;
}

}  // namespace

void Server::open(Params params) {
  const Json& given = params.at("textDocument");
  const auto uri = given.at("uri").get<std::string>();
  stop_run(uri);
  Open& open = open_[uri];
  open = {};
  open.text = given.at("text").get<std::string>();
  open.version = version_of(given);
}

// Whole texts are asked for; parts are taken all the same.
void Server::change(Params params) {
  Open& open = opened(params);
  std::string text = open.text;
  for (const Json& part : params.at("contentChanges")) {
    const auto written = part.at("text").get<std::string>();
    const Json& range = member(part, "range");
    if (range.is_null()) {
      text = written;
      continue;
    }
    const Positions positions(text);
    const std::uint32_t begin =
        positions.offset(character_of(range.at("start")));
    const std::uint32_t end = positions.offset(character_of(range.at("end")));
    text.replace(begin, std::max(begin, end) - begin, written);
  }
  stop_run(params.at("textDocument").at("uri").get<std::string>());
  open.text = std::move(text);
  open.version = version_of(params.at("textDocument"));
  open.document.reset();
  open.answer.reset();
  open.published = false;
}

void Server::close(Params params) {
  const auto uri = params.at("textDocument").at("uri").get<std::string>();
  if (!open_.contains(uri)) return;
  stop_run(uri);
  open_.erase(uri);
  tell("textDocument/publishDiagnostics",
       Json{{"uri", uri}, {"diagnostics", Json::array()}});
}

Server::Open& Server::opened(Params params) {
  const auto uri = params.at("textDocument").at("uri").get<std::string>();
  const auto found = open_.find(uri);
  if (found == open_.end()) {
    throw Failure{invalid_params, fmt::format("'{}' is not open", uri)};
  }
  return found->second;
}

const Document& Server::document_of(const std::string& uri, Open& open) {
  if (!open.document) {
    open.document = std::make_unique<Document>(file_name(uri), open.text);
  }
  return *open.document;
}

const Document& Server::document(Params params) {
  Open& open = opened(params);
  return document_of(params.at("textDocument").at("uri").get<std::string>(),
                     open);
}

std::uint32_t Server::offset(const Document& document, Params params) const {
  return document.positions().offset(character_of(params.at("position")));
}

void Server::rest() {
  for (auto& [uri, open] : open_) {
    if (!open.published) publish(uri, open);
  }
}

// ---- names
// -------------------------------------------------------------------

Json Server::location(const std::string& uri, const Document& document,
                      Span word) const {
  return Json{{"uri", uri}, {"range", document.positions().range(word)}};
}

Json Server::definition(Params params) {
  const Document& d = document(params);
  const Declaration* found = d.declared_at(offset(d, params));
  if (found == nullptr) return nullptr;
  return location(params.at("textDocument").at("uri").get<std::string>(), d,
                  found->word);
}

namespace {

// By place, with the declaration if that is asked for.
std::vector<Span> words_of(const Document& document,
                           const Declaration& declaration, bool declares) {
  std::vector<Span> found = document.uses(declaration);
  if (declares) found.push_back(declaration.word);
  std::ranges::sort(found, {}, &Span::begin);
  return found;
}

}  // namespace

Json Server::references(Params params) {
  const Document& d = document(params);
  const auto uri = params.at("textDocument").at("uri").get<std::string>();
  const Declaration* found = d.declared_at(offset(d, params));
  const Json& declares =
      member(member(params, "context"), "includeDeclaration");
  Json json = Json::array();
  if (found == nullptr) return json;
  const bool with = declares.is_boolean() && declares.get<bool>();
  for (const Span word : words_of(d, *found, with)) {
    json.push_back(location(uri, d, word));
  }
  return json;
}

Json Server::highlights(Params params) {
  const Document& d = document(params);
  const Declaration* found = d.declared_at(offset(d, params));
  Json json = Json::array();
  if (found == nullptr) return json;
  for (const Span word : words_of(d, *found, true)) {
    json.push_back(Json{{"range", d.positions().range(word)}});
  }
  return json;
}

Json Server::prepare_rename(Params params) {
  const Document& d = document(params);
  const auto found = renamed_at(d, offset(d, params));
  if (const auto* refusal = std::get_if<Refusal>(&found)) {
    throw Failure{request_failed, refusal->why};
  }
  const Span word = std::get<Span>(found);
  return Json{{"range", d.positions().range(word)},
              {"placeholder", d.text(word)}};
}

Json Server::renamed(Params params) {
  const Document& d = document(params);
  const auto name = params.at("newName").get<std::string>();
  const auto found = rename(d, offset(d, params), name);
  if (const auto* refusal = std::get_if<Refusal>(&found)) {
    throw Failure{request_failed, refusal->why};
  }
  Json edits = Json::array();
  for (const Span word : std::get<std::vector<Span>>(found)) {
    edits.push_back(
        Json{{"range", d.positions().range(word)}, {"newText", name}});
  }
  Json json;
  json["changes"][params.at("textDocument").at("uri").get<std::string>()] =
      std::move(edits);
  return json;
}

// ---- the text
// ----------------------------------------------------------------

// The lines that differ, as one edit, so that a cursor elsewhere stays.
Json Server::formatted(Params params) {
  const Document& d = document(params);
  if (!d.ours()) {
    throw Failure{request_failed,
                  "a text in another language has a layout of its own"};
  }
  network::Diagnostics wrong(&d.source());
  const auto laid_out = network::layout::laid_out(d.source(), wrong);
  if (!laid_out) {
    throw Failure{request_failed, "a text that does not parse has no layout"};
  }
  const std::string_view now = d.text();
  const std::string_view then = *laid_out;
  if (now == then) return Json::array();
  const auto line_begin = [](std::string_view text, std::size_t at) {
    const std::size_t before =
        at == 0 ? std::string_view::npos : text.rfind('\n', at - 1);
    return before == std::string_view::npos ? 0 : before + 1;
  };
  std::size_t same = static_cast<std::size_t>(
      std::ranges::mismatch(now, then).in1 - now.begin());
  same = line_begin(now, same);
  std::size_t tail = 0;
  const std::size_t most = std::min(now.size(), then.size()) - same;
  while (tail < most &&
         now[now.size() - 1 - tail] == then[then.size() - 1 - tail]) {
    ++tail;
  }
  while (tail > 0 && now[now.size() - tail - 1] != '\n') --tail;
  const Span changed{static_cast<std::uint32_t>(same),
                     static_cast<std::uint32_t>(now.size() - tail)};
  return Json::array(
      {Json{{"range", d.positions().range(changed)},
            {"newText", then.substr(same, then.size() - tail - same)}}});
}

Json Server::actions(Params params) {
  const Document& d = document(params);
  const Json& range = params.at("range");
  const Positions& positions = d.positions();
  const Span span{positions.offset(character_of(range.at("start"))),
                  positions.offset(character_of(range.at("end")))};
  return code_actions(d, params.at("textDocument").at("uri").get<std::string>(),
                      span);
}

// What is known of a process is of this text, and only by a run.
Json Server::hovered(Params params) {
  const Open& open = opened(params);
  const Document& d = document(params);
  const std::uint32_t at = offset(d, params);
  return open.answer ? hover(d, at, open.answer->invariants) : hover(d, at);
}

// ---- runs
// --------------------------------------------------------------------

namespace {

const RunVerdict* verdict_on(const std::optional<RunAnswer>& answer,
                             const std::string& property) {
  if (!answer) return nullptr;
  const auto found =
      std::ranges::find(answer->verdicts, property, &RunVerdict::property);
  return found == answer->verdicts.end() ? nullptr : &*found;
}

// What was found out of a property, at its name.
Json verdict_json(const RunVerdict& verdict, const Json& place,
                  const std::string& uri) {
  const bool violated = verdict.verdict == network::Verdict::violated;
  Json json{{"range", place}, {"severity", violated ? 1 : 3}};
  json["source"] = "vicinal";
  json["message"] = fmt::format("'{}': {}", verdict.property, verdict.text);
  if (!verdict.reason.empty()) {
    json["relatedInformation"] =
        Json::array({Json{{"location", Json{{"uri", uri}, {"range", place}}},
                          {"message", verdict.reason}}});
  }
  return json;
}

bool of_states(const Document& document, const Declaration& d) {
  const auto kind = document.tree().properties[d.item].kind;
  return kind == network::ast::PropertyKind::invariant ||
         kind == network::ast::PropertyKind::assertion;
}

// What speaks of runs is looked at for every size.
bool has_lens(const Document& document, const Declaration& d) {
  return d.kind == DeclarationKind::property &&
         (of_states(document, d) || !document.tree().params.empty());
}

}  // namespace

void Server::publish(const std::string& uri, Open& open) {
  open.published = true;
  network::Limits limits;
  limits.seconds = message_seconds;
  Json diagnostics = Json::array();
  network::in_time(limits, [&] {
    const Document& d = document_of(uri, open);
    diagnostics = diagnostics_json(d, uri);
    if (!open.answer) return;
    for (const Declaration& declared : d.declarations()) {
      if (declared.kind != DeclarationKind::property) continue;
      const RunVerdict* verdict = verdict_on(open.answer, declared.name);
      if (verdict == nullptr) continue;
      if (verdict->verdict == network::Verdict::proved) continue;
      diagnostics.push_back(
          verdict_json(*verdict, d.positions().range(declared.word), uri));
    }
  });
  tell("textDocument/publishDiagnostics",
       Json{{"uri", uri},
            {"version", open.version},
            {"diagnostics", std::move(diagnostics)}});
}

Json Server::lenses(Params params) {
  Open& open = opened(params);
  const Document& d = document(params);
  const auto uri = params.at("textDocument").at("uri").get<std::string>();
  Json json = Json::array();
  if (!d.ours()) return json;
  for (const Declaration& declared : d.declarations()) {
    if (!has_lens(d, declared)) continue;
    const auto lens = [&](std::string title, const char* command) {
      Json one{{"range", d.positions().range(declared.word)}};
      one["command"] = Json{{"title", std::move(title)},
                            {"command", command},
                            {"arguments", Json::array({uri, declared.name})}};
      json.push_back(std::move(one));
    };
    const RunVerdict* verdict = verdict_on(open.answer, declared.name);
    const bool proves = open.answer && open.answer->kind == RunKind::prove;
    const bool says = verdict != nullptr;
    lens(says && proves ? "prove: " + verdict->text : "prove",
         prove_command_name);
    if (!of_states(d, declared)) continue;
    lens(says && !proves ? "explore: " + verdict->text : "explore",
         explore_command_name);
  }
  return json;
}

void Server::run(const Json& id, Params params) {
  const auto command = params.at("command").get<std::string>();
  const bool proves = command == prove_command_name;
  if (!proves && command != explore_command_name) {
    throw Failure{invalid_params,
                  fmt::format("there is no command '{}'", command)};
  }
  const Json& arguments = params.at("arguments");
  const auto uri = arguments.at(0).get<std::string>();
  const auto found = open_.find(uri);
  if (found == open_.end()) {
    throw Failure{invalid_params, fmt::format("'{}' is not open", uri)};
  }
  RunQuestion question;
  question.kind = proves ? RunKind::prove : RunKind::explore;
  question.name = file_name(uri);
  question.text = found->second.text;
  if (arguments.size() > 1) {
    question.property = arguments.at(1).get<std::string>();
  }
  if (running_) end_run({request_cancelled, "another run began"});
  question.number = ++run_number_;
  running_ = Running{id, uri};
  runs_.begin(std::move(question));
}

// What is said of a text is not said of another one.
void Server::stop_run(const std::string& uri) {
  if (!running_ || running_->uri != uri) return;
  end_run({content_modified, "the text has changed"});
}

// Other requests are answered at once, or were.
void Server::cancel(const Json& id) {
  if (!running_ || running_->answered || running_->id != id) return;
  end_run({request_cancelled, "cancelled"});
}

void Server::end_run(const Failure& failure) {
  if (!running_->answered) fail(running_->id, failure);
  running_.reset();
  runs_.stop();
}

void Server::finished(const RunAnswer& answer) {
  if (!running_ || answer.number != run_number_) return;
  Running of = *std::exchange(running_, std::nullopt);
  Open& open = open_.at(of.uri);
  if (of.answered) {
    open.answer->invariants = answer.invariants;
    return;
  }
  if (!answer.error.empty() || answer.stopped) {
    fail(of.id, {request_failed,
                 answer.error.empty() ? "it was stopped" : answer.error});
    return;
  }
  Json verdicts = Json::array();
  for (const RunVerdict& v : answer.verdicts) {
    verdicts.push_back(Json{{"property", v.property},
                            {"verdict", network::text(v.verdict)},
                            {"text", v.text},
                            {"reason", v.reason}});
  }
  respond(of.id, Json{{"verdicts", std::move(verdicts)}});
  open.answer = answer;
  publish(of.uri, open);
  refresh_lenses();
  if (!answer.more) return;
  of.answered = true;
  running_ = std::move(of);
}

void Server::refresh_lenses() {
  if (!refreshes_lenses_) return;
  Json message;
  message["jsonrpc"] = "2.0";
  message["id"] = fmt::format("vicinal-{}", next_id_++);
  message["method"] = "workspace/codeLens/refresh";
  send_(message);
}

}  // namespace vicinal::cli::inline lsp
