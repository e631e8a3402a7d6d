#include "session/arrangement.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "base/errors.h"
#include "document/compared.h"

namespace mmd {
namespace {

bool same(const PhysicsChoice& a, const PhysicsChoice& b) {
  const auto all = [](const PhysicsChoice& c) {
    const PhysicsSettings& s = c.settings;
    return std::tie(c.on, c.warm_up_steps, c.settle_seconds, c.steps, c.first_frame, c.shared, s.gravity,
                    s.rate, s.ground);
  };
  return all(a) == all(b);
}

}  // namespace

std::size_t Arrangement::index_of(std::size_t number) const {
  const auto at =
      std::find_if(figures.begin(), figures.end(), [&](const Figure& f) { return f.number == number; });
  return static_cast<std::size_t>(at - figures.begin());
}

const Figure* Arrangement::find(std::size_t number) const {
  const std::size_t index = index_of(number);
  return index < figures.size() ? &figures[index] : nullptr;
}

Figure* Arrangement::find(std::size_t number) {
  return const_cast<Figure*>(std::as_const(*this).find(number));
}

bool hangs_on_itself(const std::vector<Figure>& figures, std::size_t index) {
  std::size_t at = index;
  for (std::size_t steps = 0; at > 0 && steps < figures.size(); ++steps) {
    const auto carrier = std::find_if(figures.begin(), figures.end(), [&](const Figure& figure) {
      return figure.number == figures[at].place.carrier;
    });
    if (carrier == figures.end()) return false;
    at = static_cast<std::size_t>(carrier - figures.begin());
    if (at == index) return true;
  }
  return false;
}

std::vector<const Figure*> own_figures(const Arrangement& arrangement) {
  std::vector<const Figure*> out;
  for (const Figure& figure : arrangement.figures)
    if (!figure.attached) out.push_back(&figure);
  return out;
}

std::size_t Arrangement::subject_index() const {
  const std::size_t index = index_of(active);
  return index < figures.size() ? index : 0;
}

PoseSampler sampler_of(const Figure& figure) {
  PoseSampler out(figure.loaded);
  lay_over(figure, out);
  return out;
}

void lay_over(const Figure& figure, PoseSampler& sampler) {
  if (figure.edited)
    sampler.set_pose(figure.edited, figure.ik_chains);
  else
    sampler.set_pose({figure.loaded, &figure.loaded->pose}, figure.loaded->ik_chains);
  sampler.show(figure.shows.value_or(figure.loaded->shows), figure.rest_morphs);
  sampler.set_morphs(figure.morphs);
  sampler.set_rotations(figure.rotations);
  sampler.set_frozen(figure.frozen);
}

Figure attached_figure(const AttachedModel& attached, std::size_t number, std::size_t carrier) {
  Figure out;
  out.number = number;
  out.attached = true;
  out.place = attached.place;
  out.place.carrier = attached.place.bone.empty() ? 0 : carrier;
  LoadedFigure alone;
  alone.model_file = attached.file;
  alone.pose = Pose(*attached.loaded.model);
  alone.loaded = attached.loaded;
  out.loaded = std::make_shared<const LoadedFigure>(std::move(alone));
  return out;
}

Arrangement alone(const Arrangement& arrangement, std::size_t figure) {
  Arrangement out = arrangement;
  out.figures = {arrangement.figures[figure]};
  ScenePlace& place = out.figures.front().place;
  place.position = place.degrees = vec3(0.0f);
  place.scale = 1.0f;
  place.carrier = 0;
  place.bone.clear();
  return out;
}

bool same_models(const Arrangement& a, const Arrangement& b) {
  return std::equal(a.figures.begin(), a.figures.end(), b.figures.begin(), b.figures.end(),
                    [](const Figure& x, const Figure& y) {
                      return x.number == y.number && x.loaded->loaded.model == y.loaded->loaded.model;
                    });
}

bool same_motion(const Arrangement& a, const Arrangement& b) {
  return a.figures == b.figures && a.evaluation == b.evaluation && same(a.physics, b.physics);
}

Result<Arrangement> compared(const Arrangement& arrangement, const std::string& what,
                             std::string_view asked_by) {
  const Figure& subject = arrangement.subject();
  MMD_TRY(auto other, load_compared(what, *subject.loaded, asked_by, Versions::allowed));
  return compared_with(arrangement, what,
                       other ? std::make_shared<const LoadedFigure>(std::move(*other)) : nullptr);
}

namespace {

/// Gives what an arrangement lays over a figure to the same bones, morphs and materials, by their names, of
/// another model.
void lay_over_other(Figure& figure, const std::shared_ptr<const LoadedFigure>& other) {
  const Model &from = figure.model(), &to = other->model();
  const auto bone_of = [&](std::int32_t bone) { return to.find_bone(from.bone(bone).name); };
  const auto keep_found = [](auto& list, auto&& find) {
    std::erase_if(list, [&](auto& item) { return (item = find(item)) == none; });
    std::sort(list.begin(), list.end());
  };
  for (std::vector<MorphWeight>* morphs : {&figure.morphs, &figure.rest_morphs}) {
    for (MorphWeight& m : *morphs)
      m.morph = to.find_morph(from.morphs[static_cast<std::size_t>(m.morph)].name);
    std::erase_if(*morphs, [](const MorphWeight& m) { return m.morph == none; });
  }
  for (BoneRotation& r : figure.rotations) r.bone = bone_of(r.bone);
  std::erase_if(figure.rotations, [](const BoneRotation& r) { return r.bone == none; });
  keep_found(figure.frozen, bone_of);
  keep_found(figure.hidden_materials, [&](std::int32_t material) {
    const std::string& name = from.materials[static_cast<std::size_t>(material)].name;
    const auto same = std::find_if(to.materials.begin(), to.materials.end(),
                                   [&](const Material& m) { return m.name == name; });
    return same == to.materials.end() ? none : static_cast<std::int32_t>(same - to.materials.begin());
  });
  figure.pins.clear();
}

}  // namespace

Arrangement compared_with(const Arrangement& arrangement, const std::string& what,
                          const std::shared_ptr<const LoadedFigure>& other) {
  Arrangement out = arrangement;
  if (other != nullptr) {
    Figure& subject = out.figures[out.subject_index()];
    if (other->loaded.model != subject.loaded->loaded.model) lay_over_other(subject, other);
    subject.loaded = other;
    subject.edited.reset();
    subject.ik_chains.clear();
    subject.shows.reset();
  } else if (what == "physics") {
    out.physics.on = false;
  } else {
    bool& toggled = what == "ik" ? out.evaluation.ik : out.evaluation.append;
    toggled = !toggled;
  }
  return out;
}

}  // namespace mmd
