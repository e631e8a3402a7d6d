#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/stage/redraw.h"
#include "app/text/language.h"
#include "app/text/messages.h"

namespace mmd {

/// What the window says at its bottom, and what goes to the terminal.
class MessageBoard {
 public:
  using Report = std::function<void(const Diagnostic&)>;
  using LanguageNow = std::function<Language()>;
  /// `report`: for the terminal. `language`: of what the window says of itself, when it is said; English
  /// without one. `redraw` outlives the board.
  MessageBoard(Redraw& redraw, Report report, LanguageNow language = {})
      : redraw_(redraw), report_(std::move(report)), language_(std::move(language)) {}

  const Messages& messages() const { return messages_; }
  /// In the place of what was said before.
  void say(Messages messages);
  void say(std::string text) { say(Messages{{Severity::note, std::move(text)}}); }
  /// In the window's language, with `parts` in the places that the words leave (said.h).
  void say(const LocalizedText& words, const std::vector<std::string>& parts = {}) {
    say(text_of(words, parts));
  }
  /// What `say` makes of them.
  std::string text_of(const LocalizedText& words, const std::vector<std::string>& parts = {}) const;
  Language language() const { return language_ ? language_() : Language::english; }
  /// Below what is said.
  void add(const Diagnostic& diagnostic);
  /// To the terminal alone.
  void report(const Diagnostic& diagnostic) const { report_(diagnostic); }
  void report(const Diagnostics& diagnostics) const;
  /// To the terminal and the window, with what was carried.
  void refuse(const Diagnostic& error);

  // Of files that came together everything that went wrong stays in sight.

  /// If something that is said went wrong, what is said comes once more, before what comes next.
  void carry_faults();
  void forget_carried() { carried_.clear(); }
  void say_with_carried(Messages messages);

 private:
  Redraw& redraw_;
  Report report_;
  LanguageNow language_;
  Messages messages_, carried_;
};

}  // namespace mmd
