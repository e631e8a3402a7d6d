#pragma once

#include <array>
#include <string>

#include "app/language.h"
#include "app/lapse.h"

namespace mmd {

/// What can be opened and closed.
enum class Panel : std::uint8_t { menu_bar, scene, morphs, help, count };

/// Which panels are open, what is typed into them and in which language they are.
class PanelState {
 public:
  bool shown(Panel panel) const { return shown_[static_cast<std::size_t>(panel)]; }
  void show(Panel panel, bool shown) { shown_[static_cast<std::size_t>(panel)] = shown; }
  void toggle(Panel panel) { show(panel, !shown(panel)); }

  Language language() const { return language_; }
  void set_language(Language language) { language_ = language; }

  /// What the morphs are searched for.
  std::string& morph_search() { return morph_search_; }
  /// While it runs, the window says how to learn the keys.
  Lapse& key_hint() { return key_hint_; }
  const Lapse& key_hint() const { return key_hint_; }

 private:
  std::array<bool, static_cast<std::size_t>(Panel::count)> shown_{true};  // the menu bar
  Language language_ = Language::english;
  std::string morph_search_;
  Lapse key_hint_;
};

}  // namespace mmd
