// Takes any bytes as a model and, from the last pose header on, as a pose through the whole pipeline:
// reading, writing and reading again, checking and building, posing, evaluating with IK and append, skinning,
// and a round trip of the pose. All values are finite, round trips change nothing, and partial evaluation
// equals full evaluation.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/rotations.h"
#include "formats/pmx.h"
#include "model/check_model.h"
#include "pose/pose.h"
#include "pose/pose_to_vpd.h"
#include "scene/scene.h"
#include "tests/fuzz/model_and_pose.h"

namespace {

using namespace mmd;

using fuzz::hold;

bool is_finite(const Affine& affine) {
  const auto* first = reinterpret_cast<const float*>(&affine);
  return std::all_of(first, first + sizeof(Affine) / sizeof(float), [](float f) { return std::isfinite(f); });
}

void expect_finite(const Actor& actor) {
  for (const Affine& bone : actor.palette()) hold(is_finite(bone));
  for (const vec3& position : actor.posed_positions()) hold(mmd::is_finite(position));
  for (const vec3& normal : actor.posed_normals()) hold(mmd::is_finite(normal));
}

bool is_same(const std::vector<Affine>& one, const std::vector<Affine>& other) {
  return std::memcmp(one.data(), other.data(), one.size() * sizeof(Affine)) == 0;
}

/// Turns every third bone of an evaluated actor.
std::vector<std::int32_t> turn_some(Pose& pose) {
  std::vector<std::int32_t> changed;
  for (std::size_t bone = 0; bone < pose.rotation.size(); bone += 3) {
    pose.rotation[bone] = quat(0.8f, 0.0f, 0.6f, 0.0f);
    changed.push_back(static_cast<std::int32_t>(bone));
  }
  return changed;
}

/// A written file reads back as the same file.
void write_and_read(const pmx::File& file) {
  const auto bytes = pmx::write(file);
  if (!bytes) return hold(!bytes.error().what.empty());  // an index that its size cannot hold, of a PMD
  const auto again = pmx::read(*bytes);
  hold(again.has_value());
  const auto twice = pmx::write(*again);
  hold(twice && as_text(*twice) == as_text(*bytes));
}

/// Poses round-trip with all digits. (Names have a target of their own.)
void write_and_read(const Pose& pose, const Model& model) {
  vpd::File file = vpd_from_pose(pose, model);
  file.encoding = vpd::Encoding::utf8_bom;
  file.model_name = "m.osm";
  for (vpd::Bone& bone : file.bones) bone.name.assign(1, 'b');
  for (vpd::Morph& morph : file.morphs) morph.name.assign(1, 'm');
  const auto text = vpd::write(file, vpd::Digits::exact);
  hold(text.has_value());
  const auto again = vpd::read(as_byte_span(*text));
  hold(again && again->file.bones.size() == file.bones.size() &&
       again->file.morphs.size() == file.morphs.size());
  for (std::size_t b = 0; b < file.bones.size(); ++b) {
    const vpd::Bone& read = again->file.bones[b];
    const glm::dvec4 rotation = glm::dvec4(read.rotation) + glm::dvec4(read.rotation_beyond);
    hold(read.translation == file.bones[b].translation);
    hold(vec4(unit_or_identity(rotation)) == file.bones[b].rotation);
  }
  for (std::size_t m = 0; m < file.morphs.size(); ++m)
    hold(again->file.morphs[m].weight == file.morphs[m].weight);
}

void walk(pmx::File&& file, std::string_view pose) {
  write_and_read(file);
  const CheckedModel checked = check_model(std::move(file), [](const std::string&) { return std::nullopt; });
  hold(checked.model != nullptr);
  if (checked.model->vertices.size() > 200'000) return;  // slow, without covering more
  Actor actor(checked.model, nullptr);
  if (const auto read = vpd::read(as_byte_span(pose))) apply_vpd(read->file, *checked.model, actor.pose);
  write_and_read(actor.pose, *checked.model);
  const std::size_t morphs = std::min<std::size_t>(actor.pose.morph_weights.size(), 64);
  std::fill_n(actor.pose.morph_weights.begin(), morphs, 1.0f);
  actor.evaluate();
  expect_finite(actor);
  const std::vector<std::int32_t> changed = turn_some(actor.pose);
  actor.update(changed);
  const std::vector<Affine> partly(actor.palette().begin(), actor.palette().end());
  actor.evaluate();
  const std::vector<Affine> whole(actor.palette().begin(), actor.palette().end());
  hold(is_same(partly, whole));
  expect_finite(actor);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto [model, pose] = fuzz::split(data, size);
  if (auto file = fuzz::read_model(model)) walk(std::move(*file), pose);
  return 0;
}
