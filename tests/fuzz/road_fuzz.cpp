// Any bytes as a model and, from the last heading of a pose on, as a pose, go the whole road: read, checked
// and built, posed, evaluated with IK and append, skinned. Finite all the way, and what is evaluated in part
// is what is evaluated whole.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "formats/pmd.h"
#include "formats/pmx.h"
#include "model/check_model.h"
#include "model/pmd_to_pmx.h"
#include "pose/pose.h"
#include "scene/scene.h"

namespace {

using namespace mmd;

constexpr std::string_view heading = "Vocaloid Pose Data file";

void hold(bool holds) {
  if (!holds) std::abort();
}

bool is_finite(const Affine& affine) {
  const auto* first = reinterpret_cast<const float*>(&affine);
  return std::all_of(first, first + sizeof(Affine) / sizeof(float), [](float f) { return std::isfinite(f); });
}

void expect_finite(const Actor& actor) {
  for (const Affine& bone : actor.palette()) hold(is_finite(bone));
  for (const vec3& position : actor.posed_positions()) hold(mmd::is_finite(position));
  for (const vec3& normal : actor.posed_normals()) hold(mmd::is_finite(normal));
}

/// Turns every third bone of an actor that was evaluated.
std::vector<std::int32_t> turn_some(Pose& pose) {
  std::vector<std::int32_t> changed;
  for (std::size_t bone = 0; bone < pose.rotation.size(); bone += 3) {
    pose.rotation[bone] = quat(0.8f, 0.0f, 0.6f, 0.0f);
    changed.push_back(static_cast<std::int32_t>(bone));
  }
  return changed;
}

void walk(pmx::File&& file, std::string_view pose) {
  const CheckedModel checked = check_model(std::move(file), [](const std::string&) { return std::nullopt; });
  hold(checked.model != nullptr);
  if (checked.model->vertices.size() > 200'000) return;  // slow, and no different
  Actor actor(checked.model, nullptr);
  if (const auto read = vpd::read(as_byte_span(pose))) apply_vpd(read->file, *checked.model, actor.pose);
  const std::size_t morphs = std::min<std::size_t>(actor.pose.morph_weights.size(), 64);
  std::fill_n(actor.pose.morph_weights.begin(), morphs, 1.0f);
  actor.evaluate();
  expect_finite(actor);
  const std::vector<std::int32_t> changed = turn_some(actor.pose);
  actor.update(changed);
  const std::vector<Affine> partly(actor.palette().begin(), actor.palette().end());
  actor.evaluate();
  hold(std::memcmp(partly.data(), actor.palette().data(), partly.size() * sizeof(Affine)) == 0);
  expect_finite(actor);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view all(reinterpret_cast<const char*>(data), size);
  const std::size_t at = all.rfind(heading);
  const std::string_view model = all.substr(0, at);
  const std::string_view pose = at == std::string_view::npos ? std::string_view() : all.substr(at);
  if (auto file = pmx::read(as_byte_span(model))) {
    walk(std::move(*file), pose);
  } else if (auto old = pmd::read(as_byte_span(model))) {
    walk(pmx_from_pmd(std::move(old->file)), pose);
  }
  return 0;
}
