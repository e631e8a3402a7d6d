#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "document/document.h"

namespace mmd {

/// What a row of a timeline is of. `properties`: showing and hiding the model, switching its IK.
enum class TrackKind : std::uint8_t { camera, light, self_shadow, properties, frame, bone, morph };

/// A row of a timeline: something that has keys, or could have.
struct Track {
  TrackKind kind;
  std::int32_t index = none;  ///< of the bone, morph or display frame; none: what stands in no frame
  std::span<const std::uint32_t> keys;  ///< their frames, ascending; of a display frame those of all in it
};

/// The first of the keys after a frame, and the last one before it.
std::optional<std::uint32_t> key_after(std::span<const std::uint32_t> keys, double frame);
std::optional<std::uint32_t> key_before(std::span<const std::uint32_t> keys, double frame);
/// The nearest one that is at most `reach` frames away.
std::optional<std::uint32_t> key_near(std::span<const std::uint32_t> keys, double frame, double reach);

/// The keys of a document's motions, by camera, light and the model's display frames with their bones and
/// morphs. Of several motions that move the same thing the last one's keys count, as they do in the picture.
class Timeline {
 public:
  /// Reads the keys of that document unless they are what was read last.
  void follow(const std::shared_ptr<const Document>& document);

  /// Of everything, and of one bone (empty: it has none).
  std::span<const std::uint32_t> all_keys() const { return all_keys_; }
  std::span<const std::uint32_t> keys_of_bone(std::int32_t bone) const;

  /// What is listed now: what has keys (or all that could have), of open display frames with what is in them.
  const std::vector<Track>& rows() const { return rows_; }
  bool lists_all() const { return lists_all_; }
  void list_all(bool all);
  /// `frame`: Track::index of a display frame.
  bool is_open(std::int32_t frame) const { return open_.count(frame) > 0; }
  void toggle(std::int32_t frame);

 private:
  struct Group {
    Track track;
    std::vector<Track> members;
  };
  using Keys = std::vector<std::span<const std::uint32_t>>;

  void read(const Document& document);
  std::span<const std::uint32_t> keep(std::vector<std::uint32_t> keys);
  void add_own_keys(TrackKind kind, std::vector<std::uint32_t> keys);
  void add_group(std::int32_t index, std::vector<Track> members);
  void add_groups(const Model& model);
  void list_rows();

  std::weak_ptr<const Document> document_;
  std::vector<std::shared_ptr<const Motion>> motions_;                  ///< whose keys are looked at
  std::vector<std::shared_ptr<const std::vector<std::uint32_t>>> own_;  ///< keys that no motion has together
  Keys bones_, morphs_;                                                 ///< by index
  std::vector<Track> loose_;                                            ///< in no group
  std::vector<Group> groups_;
  std::span<const std::uint32_t> all_keys_;
  std::vector<Track> rows_;
  std::weak_ptr<const Model> model_;
  std::set<std::int32_t> open_;  ///< display frames of that model
  bool lists_all_ = false;
};

}  // namespace mmd
