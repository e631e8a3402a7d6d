#pragma once

// Inside of baking: where keys end up.

#include <cstddef>
#include <optional>
#include <vector>

#include "formats/vmd.h"

namespace mmd {

/// Puts keys into a file. Between two equal keys further ones that are equal say nothing and are left out,
/// so that what rests costs two keys however long it does.
class KeySink {
 public:
  /// `leave_out`: whether it does. The file stays.
  KeySink(std::size_t bones, std::size_t morphs, bool leave_out, vmd::File& file);

  /// The keys of one bone or morph come in order of their frames.
  void add(std::size_t bone, const vmd::BoneKey& key);
  void add(std::size_t morph, const vmd::MorphKey& key);
  /// After the last key.
  void finish();

 private:
  template <class Key>
  struct Track {
    std::optional<Key> written, held;
  };
  template <class Key, class Keys>
  void put(Track<Key>& track, const Key& key, Keys& to);

  std::vector<Track<vmd::BoneKey>> bones_;
  std::vector<Track<vmd::MorphKey>> morphs_;
  bool leave_out_;
  vmd::File& file_;
};

}  // namespace mmd
