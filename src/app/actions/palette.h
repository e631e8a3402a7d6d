#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/actions/action_table.h"

namespace mmd {

/// Whether each word of `search` is in one of the texts; without regard to the case of Latin letters.
bool matches(std::string_view search, std::initializer_list<std::string_view> texts);

/// The actions that a person can choose by name: those of the menus, in the table's order, whose name, in
/// either language, or word (action_words.h) has what is searched for.
std::vector<const ActionRow*> actions_called(std::string_view search);

/// What is typed to find an action, and which of those that are found is chosen.
class Palette {
 public:
  std::string search;

  std::vector<const ActionRow*> found() const { return actions_called(search); }
  /// Index into found(); 0 if there are none.
  std::size_t chosen() const;
  /// Goes that many down (up where negative), around at the ends.
  void step(int by);
  /// As if nothing had been typed.
  void clear();

 private:
  std::size_t chosen_ = 0;
};

}  // namespace mmd
