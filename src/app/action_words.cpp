#include "app/action_words.h"

#include <algorithm>
#include <iterator>

namespace mmd {
namespace {

/// In the order of ActionId.
constexpr std::string_view words[] = {
    "view-fit",
    "view-mmd",
    "view-front",
    "view-back",
    "view-left",
    "view-right",
    "view-top",
    "view-three-quarter",
    "view-face-or-bust",
    "start-camera",
    "next-pose",
    "previous-pose",
    "toggle-playing",
    "next-frame",
    "previous-frame",
    "first-frame",
    "last-frame",
    "toggle-repeat",
    "toggle-motion-camera",
    "toggle-rest-pose",
    "toggle-append",
    "toggle-ik",
    "toggle-edges",
    "next-bones",
    "toggle-bone-names",
    "toggle-bodies",
    "next-comparison",
    "toggle-physics",
    "reset-physics",
    "toggle-ground",
    "toggle-scene-panel",
    "toggle-morph-panel",
    "toggle-browser-panel",
    "row-above",
    "row-below",
    "open-at-cursor",
    "save-contact-sheet",
    "toggle-model-panel",
    "open-dialog",
    "toggle-file-panel",
    "toggle-menu-bar",
    "save-picture",
    "save-state",
    "toggle-help",
    "toggle-language",
    "toggle-theme",
    "toggle-palette",
    "larger-text",
    "smaller-text",
    "usual-text",
    "reset-morphs",
    "undo",
    "redo",
    "toggle-motion",
    "save-pose",
    "ask-pose-name",
    "toggle-only-changed",
    "copy-pose",
    "paste-pose",
    "select-all",
    "reset-selected",
    "reset-pose",
    "mirror-pose",
    "mirror-selected",
    "restore-unsaved",
    "next-gizmo-axes",
    "toggle-bones-panel",
    "toggle-history-panel",
    "begin-gesture",
    "end-gesture",
    "cancel-gesture",
    "confirm-terms",
    "escape",
    "quit",
    "open-files",
    "browse",
    "set-shelf-view",
    "open-entry",
    "toggle-favourite",
    "list-files",
    "set-view",
    "set-camera",
    "move-camera",
    "set-look",
    "set-light",
    "set-evaluation",
    "set-compare-mode",
    "set-compared",
    "move-divider",
    "set-morph",
    "go-to-frame",
    "go-to-played-frame",
    "set-physics",
    "select-bone",
    "edit-pose",
    "go-to-step",
    "save-pose-as",
    "paste-text",
    "blend-with",
    "take-part",
    "select-bones",
    "select-matching",
    "hide-materials",
    "show-panel",
    "set-dock-sizes",
};
static_assert(std::size(words) == static_cast<std::size_t>(ActionId::count));

}  // namespace

std::string_view word_of(ActionId id) {
  return words[static_cast<std::size_t>(id)];
}

std::optional<ActionId> action_called(std::string_view word) {
  const auto* found = std::find(std::begin(words), std::end(words), word);
  if (found == std::end(words)) return std::nullopt;
  return static_cast<ActionId>(found - std::begin(words));
}

}  // namespace mmd
