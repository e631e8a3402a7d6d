#include "drawing.h"

#include <algorithm>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "errors.h"
#include "render/context.h"
#include "render/renderer.h"
#include "scene/effect_words.h"

namespace mmd::python {
namespace {

namespace py = pybind11;

/// The module's only OpenGL context with its renderer, made for the first picture. Threads take turns;
/// between turns it is current on none.
class Drawing {
 public:
  /// Never destroyed: at the process's end the system cleans up the driver.
  static Drawing& shared() {
    static Drawing& one = *new Drawing;
    return one;
  }

  /// Called in a forked process, which lacks the driver's threads.
  void note_fork() {
    const std::unique_lock lock(mutex_, std::try_to_lock);  // fails if another thread was drawing
    is_lost_ = is_lost_ || !lock || context_ != nullptr;
  }

  /// `labels` is set if the choice has some.
  Image draw(PyModel& model, Session& session, const PictureChoice& choice,
             std::optional<LabelSource>& labels) {
    if (is_lost_)
      throw Failure{
          make_error("this process was forked after a picture was drawn, so it cannot draw",
                     "start it with multiprocessing's method \"spawn\", or draw no picture before the fork")};
    const std::lock_guard lock(mutex_);
    if (!model.textures) model.textures = value_or_raise(decode_textures(model.loaded));
    session.set_textures(model.loaded.model, *model.textures);
    Arrangement arranged = session.arrangement();
    arranged.look = choice.look;
    arranged.camera = choice.camera;
    session.set(std::move(arranged), Bodies::go_on);
    session.aim(choice.size.aspect());
    const Scene& scene = session.scene();
    const Turn turn(*this);
    const auto [width, height] = choice.size;
    if (!choice.labels.is_empty())
      labels = value_or_raise(labeller_.look(*renderer_, scene, choice.labels, width, height));
    return value_or_raise(renderer_->render(scene, width, height, choice.samples));
  }

 private:
  /// The context is current on this thread while this object lives.
  struct Turn {
    explicit Turn(Drawing& of) : drawing(of) {
      if (!drawing.context_) {
        drawing.context_ = value_or_raise(OffscreenContext::create());
      } else if (!drawing.context_->enter_thread()) {
        throw Failure{make_error("the OpenGL context cannot be used on this thread")};
      }
      if (drawing.renderer_) return;
      auto renderer = Renderer::create();
      if (!renderer) drawing.context_->leave_thread();
      drawing.renderer_ = value_or_raise(std::move(renderer));
    }
    ~Turn() { drawing.context_->leave_thread(); }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;
    Drawing& drawing;
  };

  bool is_lost_ = false;  ///< set after a fork, before other threads exist
  std::mutex mutex_;
  std::unique_ptr<OffscreenContext> context_;
  std::unique_ptr<Renderer> renderer_;
  Labeller labeller_;
};

View view_or_raise(const std::string& name) {
  if (const auto view = view_from_name(name)) return *view;
  std::string known;
  for (const ViewName& view : view_names()) known += (known.empty() ? "" : ", ") + std::string(view.name);
  throw py::value_error(fmt::format("view: expected one of {1}, got '{0}'", name, known));
}

std::string unknown_effect(const std::string& name) {
  std::string known = "preset";
  for (const EffectWords& one : effect_words()) known += ", " + std::string(one.name);
  return fmt::format("effects: expected {}, got '{}'", known, name);
}

}  // namespace

PictureChoice picture_choice(int width, int height, const std::string& view,
                             const std::array<float, 4>& background, int samples, bool edges,
                             bool ground_shadow) {
  if (width < 1 || height < 1) throw py::value_error("width, height: expected 1 or more");
  if (samples < 1 || samples > 64) throw py::value_error("samples: expected 1 to 64");
  PictureChoice out;
  out.size = {width, height};
  out.samples = samples;
  out.camera.view = view_or_raise(view);
  out.look.edge = edges;
  out.look.ground_shadow = ground_shadow;
  for (std::size_t c = 0; c < 4; ++c) {
    if (!(background[c] >= 0.0f && background[c] <= 1.0f))
      throw py::value_error("background: expected four numbers from 0 to 1");
    out.look.background[static_cast<glm::length_t>(c)] = background[c];
  }
  return out;
}

Effects effects_of(const py::object& effects) {
  Effects out;
  if (effects.is_none()) return out;
  const auto use_preset = [&](const std::string& name) {
    if (const std::string problem = read_preset(out, name); !problem.empty())
      throw py::value_error(fmt::format("effects: preset: {}, got '{}'", problem, name));
  };
  if (py::isinstance<py::str>(effects)) {
    use_preset(effects.cast<std::string>());
    return out;
  }
  if (!py::isinstance<py::dict>(effects))
    throw py::type_error("effects: expected the name of a preset, or a dict of effects");
  const auto given = effects.cast<py::dict>();
  if (given.contains("preset")) use_preset(py::str(given["preset"]));
  for (const auto& [key, value] : given) {
    std::string name = py::str(key);
    std::replace(name.begin(), name.end(), '_', '-');
    if (name == "preset") continue;
    const EffectWords* effect = effect_called(name);
    if (effect == nullptr) throw py::value_error(unknown_effect(name));
    const std::string text = py::str(value);
    if (const std::string problem = effect->read(out, text); !problem.empty())
      throw py::value_error(fmt::format("effects: {}: {}, got '{}'", name, problem, text));
  }
  return out;
}

LabelledPicture draw_picture(PyModel& model, Session& session, const PictureChoice& choice,
                             const std::string& name) {
  LabelledPicture out;
  std::optional<LabelSource> labels;
  out.image = Drawing::shared().draw(model, session, choice, labels);
  if (labels) out.labels = label_values(*labels, {name});
  return out;
}

void notice_forks() {
  const py::module_ os = py::module_::import("os");
  if (!py::hasattr(os, "register_at_fork")) return;  // a system without fork()
  os.attr("register_at_fork")(py::arg("after_in_child") =
                                  py::cpp_function([] { Drawing::shared().note_fork(); }));
}

py::array_t<std::uint8_t> array_of(Image image) {
  const std::vector<py::ssize_t> shape{image.height, image.width, 4};
  auto owned = std::make_unique<Image>(std::move(image));
  Image* kept = owned.get();
  const py::capsule keeper(owned.release(), [](void* p) { delete static_cast<Image*>(p); });
  return py::array_t<std::uint8_t>(shape, kept->rgba.data(), keeper);
}

void warn(const Diagnostics& diagnostics) {
  for (const Diagnostic& d : diagnostics)
    if (PyErr_WarnEx(PyExc_RuntimeWarning, describe(d).c_str(), 1) < 0) throw py::error_already_set();
}

}  // namespace mmd::python
