#include "export/key_sink.h"

namespace mmd {
namespace {

bool is_same(const vmd::BoneKey& a, const vmd::BoneKey& b) {
  return a.translation == b.translation && a.rotation == b.rotation;
}
bool is_same(const vmd::MorphKey& a, const vmd::MorphKey& b) {
  return a.weight == b.weight;
}

}  // namespace

KeySink::KeySink(std::size_t bones, std::size_t morphs, bool leave_out, vmd::File& file)
    : bones_(bones), morphs_(morphs), leave_out_(leave_out), file_(file) {}

template <class Key, class Keys>
void KeySink::put(Track<Key>& track, const Key& key, Keys& to) {
  if (track.held) {
    const bool rests =
        leave_out_ && track.written && is_same(*track.written, *track.held) && is_same(*track.held, key);
    if (!rests) {
      to.push_back(*track.held);
      track.written = track.held;
    }
  }
  track.held = key;
}

void KeySink::add(std::size_t bone, const vmd::BoneKey& key) {
  put(bones_[bone], key, file_.bones);
}

void KeySink::add(std::size_t morph, const vmd::MorphKey& key) {
  put(morphs_[morph], key, file_.morphs);
}

void KeySink::finish() {
  for (const auto& track : bones_)
    if (track.held) file_.bones.push_back(*track.held);
  for (const auto& track : morphs_)
    if (track.held) file_.morphs.push_back(*track.held);
}

}  // namespace mmd
