// SPDX-License-Identifier: MIT
// The library for JSON converts numbers that do not fit without a word, so each
// is asked whether it is one, and in range, before.
#include "explore/checkpoint/manifest.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>

namespace vicinal::explore::inline checkpoint {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint64_t manifest_format = 2;
constexpr std::uint64_t any = UINT64_MAX;

std::string checksum(const std::string& text) {
  return fmt::format("{:08x}",
                     crc32(0, reinterpret_cast<const Bytef*>(text.data()),
                           static_cast<uInt>(text.size())));
}

// ---- writing ---------------------------------------------------------------

Json error_json(const network::ModelError& error) {
  return {static_cast<std::uint64_t>(error.kind), error.span.begin,
          error.span.end};
}

Json witness_json(const std::optional<Witness>& witness) {
  if (!witness) return nullptr;
  Json json;
  json["distance"] = witness->distance;
  json["state"] = witness->state;
  if (witness->step) {
    const network::Event& step = *witness->step;
    json["step"]["actor"] = step.actor.value;
    json["step"]["action"] = step.action;
    json["step"]["binding"] = step.binding;
    if (step.error) json["step"]["error"] = error_json(*step.error);
  }
  if (witness->error) json["error"] = error_json(*witness->error);
  return json;
}

Json progress_json(const Progress& p) {
  Json json;
  json["transitions"] = p.transitions;
  json["deadlocks"] = p.deadlocks;
  json["initial states"] = p.initial_states;
  json["levels"] = p.levels;
  json["expanded"] = p.expanded;
  json["overflow"] = p.overflow;
  json["properties"] = Json::array();
  for (const Progress::Property& property : p.properties) {
    json["properties"].push_back(
        {{"decision", static_cast<std::uint64_t>(property.decision)},
         {"decided", witness_json(property.decided)},
         {"met", witness_json(property.met)}});
  }
  json["fired"] = Json::array();
  for (const Progress::Fired& f : p.fired) {
    json["fired"].push_back({f.process.value, f.action});
  }
  json["premises met"] = p.premises_met;
  return json;
}

// ---- reading ---------------------------------------------------------------

// Thrown where something is missing or of another kind; caught below.
struct Wrong {
  std::string what;
};

const Json& part(const Json& json, const char* key) {
  const auto at = json.find(key);
  if (!json.is_object() || at == json.end()) {
    throw Wrong{fmt::format("it has no '{}'", key)};
  }
  return *at;
}

std::uint64_t number(const Json& json, std::uint64_t most) {
  if (!json.is_number_unsigned() || json.get<std::uint64_t>() > most) {
    throw Wrong{"a number in it is none, or out of range"};
  }
  return json.get<std::uint64_t>();
}

std::uint32_t small(const Json& json) {
  return static_cast<std::uint32_t>(number(json, UINT32_MAX));
}

const Json& list(const Json& json) {
  if (!json.is_array()) throw Wrong{"a list in it is none"};
  return json;
}

bool truth(const Json& json) {
  if (!json.is_boolean()) throw Wrong{"a truth value in it is none"};
  return json.get<bool>();
}

std::string text(const Json& json) {
  if (!json.is_string()) throw Wrong{"a text in it is none"};
  return json.get<std::string>();
}

network::ModelError read_error(const Json& json) {
  if (list(json).size() != 3) throw Wrong{"an error in it is none"};
  constexpr auto last =
      static_cast<std::uint64_t>(network::ErrorKind::endless_loop);
  return {static_cast<network::ErrorKind>(number(json[0], last)),
          {small(json[1]), small(json[2])}};
}

network::Event read_step(const Json& json) {
  network::Event step;
  step.actor.value = small(part(json, "actor"));
  step.action = small(part(json, "action"));
  for (const Json& value : list(part(json, "binding"))) {
    if (!value.is_number_integer()) throw Wrong{"a value in it is none"};
    step.binding.push_back(value.get<network::Scalar>());
  }
  if (json.contains("error")) step.error = read_error(json["error"]);
  return step;
}

std::optional<Witness> read_witness(const Json& json) {
  if (json.is_null()) return std::nullopt;
  Witness witness;
  witness.distance = number(part(json, "distance"), any);
  for (const Json& word : list(part(json, "state"))) {
    witness.state.push_back(number(word, any));
  }
  if (json.contains("step")) witness.step = read_step(json["step"]);
  if (json.contains("error")) witness.error = read_error(json["error"]);
  return witness;
}

Progress read_progress(const Json& json) {
  Progress p;
  p.transitions = number(part(json, "transitions"), any);
  p.deadlocks = number(part(json, "deadlocks"), any);
  p.initial_states = number(part(json, "initial states"), any);
  p.levels = number(part(json, "levels"), any);
  p.expanded = number(part(json, "expanded"), any);
  p.overflow = truth(part(json, "overflow"));
  for (const Json& property : list(part(json, "properties"))) {
    constexpr auto last =
        static_cast<std::uint64_t>(Progress::Decision::violated);
    p.properties.push_back({static_cast<Progress::Decision>(
                                number(part(property, "decision"), last)),
                            read_witness(part(property, "decided")),
                            read_witness(part(property, "met"))});
  }
  for (const Json& f : list(part(json, "fired"))) {
    if (list(f).size() != 2) throw Wrong{"an action in it is none"};
    Progress::Fired fired;
    fired.process.value = small(f[0]);
    fired.action = small(f[1]);
    p.fired.push_back(fired);
  }
  for (const Json& met : list(part(json, "premises met"))) {
    p.premises_met.push_back(truth(met));
  }
  return p;
}

Manifest read_all(const Json& json) {
  Manifest m;
  for (const Json& pair : list(part(json, "of"))) {
    if (list(pair).size() != 2) throw Wrong{"what it is of is not said"};
    m.identity.emplace_back(text(pair[0]), text(pair[1]));
  }
  for (const Json& bytes : list(part(json, "layout"))) {
    m.layout.push_back(static_cast<std::uint8_t>(number(bytes, 8)));
  }
  m.shards = small(part(json, "shards"));
  for (const Json& segment : list(part(json, "segments"))) {
    m.segments.push_back({number(part(segment, "number"), any),
                          number(part(segment, "save"), any),
                          {number(part(segment, "bytes"), any),
                           number(part(segment, "states"), any),
                           small(part(segment, "crc32"))}});
  }
  m.progress = read_progress(part(json, "progress"));
  return m;
}

ReadManifest read_guarded(const Json& json) {
  try {
    const std::uint64_t format = number(part(json, "format"), any);
    if (format != manifest_format) {
      return {std::nullopt,
              fmt::format("it is of format {}, and this program reads format "
                          "{}",
                          format, manifest_format)};
    }
    return {read_all(json), {}};
  } catch (const Wrong& wrong) {
    return {std::nullopt, "it is damaged: " + wrong.what};
  }
}

}  // namespace

std::string manifest_text(const Manifest& m) {
  Json json;
  json["format"] = manifest_format;
  json["of"] = Json::array();
  for (const auto& [name, value] : m.identity) {
    json["of"].push_back({name, value});
  }
  json["layout"] = m.layout;
  json["shards"] = m.shards;
  json["progress"] = progress_json(m.progress);
  json["segments"] = Json::array();
  for (const Manifest::Segment& s : m.segments) {
    json["segments"].push_back({{"number", s.number},
                                {"save", s.save},
                                {"bytes", s.expected.bytes},
                                {"states", s.expected.states},
                                {"crc32", s.expected.crc}});
  }
  Json whole;
  whole["checksum"] = checksum(json.dump());
  whole["checkpoint"] = std::move(json);
  return whole.dump(1) + "\n";
}

ReadManifest read_saved(const std::string& text) {
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object()) return {std::nullopt, "it is damaged: no JSON object"};
  return read_guarded(json);
}

ReadManifest read_manifest(const std::string& whole) {
  const Json json = Json::parse(whole, nullptr, false);
  if (!json.is_object()) return {std::nullopt, "it is damaged: no JSON object"};
  try {
    const Json& saved = part(json, "checkpoint");
    // A text that is not UTF-8 does not come through the parser.
    if (text(part(json, "checksum")) != checksum(saved.dump())) {
      return {std::nullopt, "it is damaged: its checksum is another"};
    }
    return read_guarded(saved);
  } catch (const Wrong& wrong) {
    return {std::nullopt, "it is damaged: " + wrong.what};
  }
}

}  // namespace vicinal::explore::inline checkpoint
