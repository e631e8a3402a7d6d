#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "document/loaded_figure.h"

namespace mmd {

/// Kinds of rows of a timeline. `properties`: visibility of the model and IK switches.
enum class TrackKind : std::uint8_t { camera, light, self_shadow, properties, frame, bone, morph };

/// A row of a timeline.
struct Track {
  TrackKind kind;
  std::int32_t index = none;            ///< index of the bone, morph or display frame; none: no display frame
  std::span<const std::uint32_t> keys;  ///< frames, ascending; a display frame has those of all its rows
};

/// The first key after a frame, and the last key before it.
std::optional<std::uint32_t> key_after(std::span<const std::uint32_t> keys, double frame);
std::optional<std::uint32_t> key_before(std::span<const std::uint32_t> keys, double frame);
/// The nearest key within `reach` frames.
std::optional<std::uint32_t> key_near(std::span<const std::uint32_t> keys, double frame, double reach);

/// Keys of a document's motions by camera, light and display frame. If several motions move the same thing,
/// the keys of the last one count, as in the picture.
class Timeline {
 public:
  /// Reads the keys of a document, unless it was the last one read.
  void follow(const std::shared_ptr<const LoadedFigure>& document);

  /// Keys of everything, and of one bone.
  std::span<const std::uint32_t> all_keys() const { return all_keys_; }
  std::span<const std::uint32_t> keys_of_bone(std::int32_t bone) const;

  /// Listed rows: rows with keys (or all), and the contents of open display frames.
  const std::vector<Track>& rows() const { return rows_; }
  bool lists_all() const { return lists_all_; }
  void list_all(bool all);
  /// Opens or closes a display frame; `frame`: its Track::index.
  bool is_open(std::int32_t frame) const { return open_.count(frame) > 0; }
  void toggle(std::int32_t frame);

 private:
  struct Group {
    Track track;
    std::vector<Track> members;
  };
  using Keys = std::vector<std::span<const std::uint32_t>>;

  void read(const LoadedFigure& document);
  std::span<const std::uint32_t> keep(std::vector<std::uint32_t> keys);
  void add_own_keys(TrackKind kind, std::vector<std::uint32_t> keys);
  void add_group(std::int32_t index, std::vector<Track> members);
  void add_groups(const Model& model);
  void list_rows();

  std::weak_ptr<const LoadedFigure> document_;
  std::vector<std::shared_ptr<const Motion>> motions_;                  ///< the motions of the keys
  std::vector<std::shared_ptr<const std::vector<std::uint32_t>>> own_;  ///< merged keys of several motions
  Keys bones_, morphs_;                                                 ///< by index
  std::vector<Track> loose_;                                            ///< rows outside of display frames
  std::vector<Group> groups_;
  std::span<const std::uint32_t> all_keys_;
  std::vector<Track> rows_;
  std::weak_ptr<const Model> model_;
  std::set<std::int32_t> open_;  ///< open display frames of the model
  bool lists_all_ = false;
};

}  // namespace mmd
