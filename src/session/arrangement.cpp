#include "session/arrangement.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "base/errors.h"
#include "document/compared.h"

namespace mmd {
namespace {

auto members(const PhysicsSettings& s) {
  return std::tie(s.gravity, s.rate, s.ground);
}

bool same(const PhysicsChoice& a, const PhysicsChoice& b) {
  const auto all = [](const PhysicsChoice& c) {
    return std::tie(c.on, c.warm_up_steps, c.settle_seconds, c.steps, c.first_frame, c.shared);
  };
  return all(a) == all(b) && members(a.settings) == members(b.settings);
}

}  // namespace

std::size_t Arrangement::index_of(std::size_t number) const {
  const auto at =
      std::find_if(figures.begin(), figures.end(), [&](const Figure& f) { return f.number == number; });
  return static_cast<std::size_t>(at - figures.begin());
}

bool same_models(const Arrangement& a, const Arrangement& b) {
  return std::equal(a.figures.begin(), a.figures.end(), b.figures.begin(), b.figures.end(),
                    [](const Figure& x, const Figure& y) {
                      return x.number == y.number && x.loaded == y.loaded && x.place == y.place;
                    });
}

bool same_motion(const Arrangement& a, const Arrangement& b) {
  return a.figures == b.figures && a.evaluation == b.evaluation && same(a.physics, b.physics);
}

Result<Arrangement> compared(const Arrangement& arrangement, const std::string& what,
                             std::string_view asked_by) {
  Arrangement out = arrangement;
  Figure& subject = out.figures.front();
  MMD_TRY(auto other, load_compared(what, *subject.loaded, asked_by));
  if (other) {
    other->model_file = subject.loaded->model_file;
    other->loaded = subject.loaded->loaded;
    subject.loaded = std::make_shared<const LoadedFigure>(std::move(*other));
  } else if (what == "physics") {
    out.physics.on = false;
  } else {
    bool& toggled = what == "ik" ? out.evaluation.ik : out.evaluation.append;
    toggled = !toggled;
  }
  return out;
}

}  // namespace mmd
