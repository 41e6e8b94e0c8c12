// SPDX-License-Identifier: MIT
// Guards are few and weak, and no step fails, so that states of all kinds are
// reached.
#include "lively_model.hpp"

#include <fmt/format.h>

#include <vector>

#include "terms.hpp"

namespace vicinal::random_models {

namespace {

class LivelyWriter {
 public:
  explicit LivelyWriter(std::uint64_t seed) : dice_(seed + 0x11fe) {}

  std::string run() {
    reference_ = !dice_.one_in(4);
    std::string text =
        "enum Phase { idle, busy, done }\n"
        "shared flag : bool = false;\n"
        "shared level : 0..1 = 0;\n";
    if (reference_) text += "shared turn : id of p = none;\n";
    text += "process P {\n  var phase : Phase = idle;\n";
    text += action("ask", "idle", "busy");
    text += action("use", "busy", "done");
    if (!dice_.one_in(3)) text += action("leave", "done", "idle");
    text += fmt::format("}}\nnetwork {{ node p[{}] : P; }}\n",
                        dice_.one_in(3) ? 4 : 3);
    if (reference_) text += rules();
    if (dice_.one_in(2)) text += "rule turns { flag := !flag; }\n";
    if (dice_.one_in(3)) {
      text += "rule counts when level == 0 { level := 1; }\n";
    }
    return text;
  }

 private:
  using Texts = std::vector<std::string>;

  std::string action(const char* name, const char* from, const char* to) {
    Texts guards{"",
                 "",
                 " && !flag",
                 " && level == 0",
                 " && (forall q in p: q != self => q.phase != done)",
                 " && (count(q in p: q.phase == busy)) < 2"};
    Texts more{"", "", " flag := true;", " level := 0;", " flag := false;"};
    if (reference_) {
      guards.insert(guards.end(), {" && turn == self", " && turn != self",
                                   " && turn == none"});
      more.insert(more.end(), {" turn := self;", " turn := none;"});
    }
    const std::string guard = dice_.of(guards);
    return fmt::format("  action {} when phase == {}{} {{ phase := {};{} }}\n",
                       name, from, guard, to, dice_.of(more));
  }

  std::string rules() {
    const Texts all{"rule gives(q in p) when turn == none { turn := q; }\n",
                    "rule takes when turn != none { turn := none; }\n",
                    "rule moves(q in p) when turn != q && q.phase == idle { "
                    "turn := q; }\n"};
    std::string text = all[static_cast<std::size_t>(dice_.below(3))];
    if (dice_.one_in(2)) text = all[0] + all[1];
    return text;
  }

  Dice dice_;
  bool reference_ = false;
};

}  // namespace

std::string lively_model(std::uint64_t seed) {
  return LivelyWriter(seed).run();
}

}  // namespace vicinal::random_models
