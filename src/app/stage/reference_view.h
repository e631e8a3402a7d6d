#pragma once

#include <optional>
#include <string>

#include "app/stage/dock.h"
#include "base/result.h"
#include "options/reference_picture.h"
#include "render/window_canvas.h"

namespace mmd {

/// The reference picture of the window. The context must be current in show() and in the destructor.
class ReferenceView {
 public:
  const ReferencePicture& picture() const { return picture_; }
  /// Shows a picture and loads its file if that is another one. Error: the file cannot be read; then nothing
  /// changes.
  Result<void> show(const ReferencePicture& picture);
  /// The same for the picture of an opened scene, which keeps it in any case. Returns what went wrong.
  std::optional<Diagnostic> begin_with(const ReferencePicture& picture);
  /// Its texture for Dear ImGui; 0: none is loaded.
  std::uintptr_t texture() const { return texture_.id(); }
  /// Whether it is seen now.
  bool is_seen() const { return texture_ && picture_.shown; }
  bool is_beside() const { return is_seen() && picture_.beside; }

  /// The part of a room that a picture beside the view has, at its right.
  static Room beside_of(const Room& room);
  /// Where the picture is in an area, in points.
  Room place_in(const Room& area) const;

 private:
  ReferencePicture picture_;
  std::string loaded_;  ///< the file of the texture
  PanelTexture texture_;
  float aspect_ = 1.0f;  ///< width by height
};

}  // namespace mmd
