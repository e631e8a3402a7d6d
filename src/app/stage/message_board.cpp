#include "app/stage/message_board.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace mmd {

std::string MessageBoard::text_of(const LocalizedText& words, const std::vector<std::string>& parts) const {
  return filled(words.in(language()), parts);
}

void MessageBoard::say(Messages messages) {
  messages_ = std::move(messages);
  answer_.reset();
  shown_ = Shown::all;
  news_ = true;
  redraw_.panels();
}

Messages MessageBoard::shown() const {
  Messages out;
  if (shown_ == Shown::none) return out;
  std::copy_if(messages_.begin(), messages_.end(), std::back_inserter(out),
               [&](const Message& m) { return shown_ == Shown::all || m.severity != Severity::note; });
  return out;
}

void MessageBoard::hide(Shown shown) {
  shown_ = shown;
  redraw_.panels();
}

void MessageBoard::add(const Diagnostic& diagnostic) {
  report_(diagnostic);
  for (Message& message : messages_for(diagnostic)) messages_.push_back(std::move(message));
  shown_ = Shown::all;
  news_ = true;
  redraw_.panels();
}

void MessageBoard::report(const Diagnostics& diagnostics) const {
  for (const Diagnostic& d : diagnostics) report_(d);
}

void MessageBoard::refuse(const Diagnostic& error) {
  report_(error);
  say_with_carried(messages_for(error));
}

void MessageBoard::carry_faults() {
  const bool went_wrong = std::any_of(messages_.begin(), messages_.end(),
                                      [](const Message& m) { return m.severity != Severity::note; });
  if (went_wrong) carried_ = messages_;
}

void MessageBoard::say_with_carried(Messages messages) {
  Messages all = std::exchange(carried_, {});
  for (Message& message : messages) all.push_back(std::move(message));
  say(std::move(all));
}

}  // namespace mmd
