#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/stage/redraw.h"
#include "app/text/language.h"
#include "app/text/messages.h"

namespace mmd {

enum class ActionId : std::uint8_t;

/// Messages at the bottom of the window and in the terminal.
class MessageBoard {
 public:
  using Report = std::function<void(const Diagnostic&)>;
  using LanguageNow = std::function<Language()>;
  /// `report`: writes to the terminal. `language`: the window's current language; English without it.
  /// `redraw` must outlive the board.
  MessageBoard(Redraw& redraw, Report report, LanguageNow language = {})
      : redraw_(redraw), report_(std::move(report)), language_(std::move(language)) {}

  /// The last messages.
  const Messages& messages() const { return messages_; }
  /// Those to show over the picture: all, then only faults, then none.
  Messages shown() const;
  /// Whether there are new messages; true once.
  bool take_news() { return std::exchange(news_, false); }
  /// Call when notes have been shown long enough.
  void hide_notes() { hide(Shown::faults); }
  void dismiss() { hide(Shown::none); }
  /// Replaces the shown messages.
  void say(Messages messages);
  /// Adds a button for an action to the shown messages.
  void offer(ActionId answer) { answer_ = answer; }
  std::optional<ActionId> answer() const { return answer_; }
  void say(std::string text) { say(Messages{{Severity::note, std::move(text)}}); }
  /// Shows a text in the window's language, with `parts` for its placeholders (ui_messages.h).
  void say(const LocalizedText& words, const std::vector<std::string>& parts = {}) {
    say(text_of(words, parts));
  }
  /// The text that `say` would show.
  std::string text_of(const LocalizedText& words, const std::vector<std::string>& parts = {}) const;
  Language language() const { return language_ ? language_() : Language::english; }
  /// Adds a message, also to the terminal.
  void add(const Diagnostic& diagnostic);
  /// Writes to the terminal only.
  void report(const Diagnostic& diagnostic) const { report_(diagnostic); }
  void report(const Diagnostics& diagnostics) const;
  /// Shows an error after the carried messages, also in the terminal.
  void refuse(const Diagnostic& error);

  // Faults of several files that load one after another stay visible.

  /// If a shown message is a fault, shows all messages again before the next one.
  void carry_faults();
  void forget_carried() { carried_.clear(); }
  void say_with_carried(Messages messages);

 private:
  enum class Shown : std::uint8_t { all, faults, none };
  void hide(Shown shown);

  Redraw& redraw_;
  Report report_;
  LanguageNow language_;
  Shown shown_ = Shown::all;
  bool news_ = false;
  Messages messages_, carried_;
  std::optional<ActionId> answer_;
};

}  // namespace mmd
