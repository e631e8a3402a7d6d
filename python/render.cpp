#include "render.h"

#include <array>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include "document/framing.h"
#include "errors.h"
#include "poses.h"
#include "render/context.h"
#include "render/renderer.h"

namespace mmd::python {
namespace {

namespace py = pybind11;

/// The module's one OpenGL context with its renderer, made for the first picture. Threads take turns; it
/// belongs to none of them in between.
class Drawing {
 public:
  /// Never taken down: what is left of a driver at the end of a process is the system's to clean up.
  static Drawing& shared() {
    static Drawing& one = *new Drawing;
    return one;
  }

  /// Without the GIL, which who waits for a turn must not hold.
  Image draw(PyModel& model, Actor&& actor, const RenderSettings& settings, const CameraChoice& camera,
             int width, int height, int samples) {
    const std::lock_guard lock(mutex_);
    if (!model.has_textures) {
      model.loaded.textures = value_or_raise(decode_textures(model.loaded)).textures;
      model.has_textures = true;
    }
    Scene scene;
    actor.set_textures(model.loaded.textures);
    scene.actors.push_back(std::make_unique<Actor>(std::move(actor)));
    scene.actors.front()->evaluate();
    scene.settings = settings;
    scene.camera = camera_for(camera, {}, scene, static_cast<float>(width) / static_cast<float>(height));
    const Turn turn(*this);
    return value_or_raise(renderer_->render(scene, width, height, samples));
  }

 private:
  /// While it lives the context is this thread's.
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

  std::mutex mutex_;
  std::unique_ptr<OffscreenContext> context_;
  std::unique_ptr<Renderer> renderer_;
};

View view_or_raise(const std::string& name) {
  if (const auto view = view_from_name(name)) return *view;
  std::string known;
  for (const ViewName& view : view_names()) known += (known.empty() ? "" : ", ") + std::string(view.name);
  throw py::value_error(fmt::format("view: '{}', where one of these is wanted: {}", name, known));
}

py::array_t<std::uint8_t> array_of(Image image) {
  const std::vector<py::ssize_t> shape{image.height, image.width, 4};
  auto owned = std::make_unique<Image>(std::move(image));
  Image* kept = owned.get();
  const py::capsule keeper(owned.release(), [](void* p) { delete static_cast<Image*>(p); });
  return py::array_t<std::uint8_t>(shape, kept->rgba.data(), keeper);
}

py::array_t<std::uint8_t> render(PyModel& model, const OnePose& pose, int width, int height,
                                 const std::string& view, const std::array<float, 4>& background, int samples,
                                 bool edges, bool ground_shadow, bool append, bool ik) {
  if (width < 1 || height < 1) throw py::value_error("width, height: at least 1 is wanted");
  if (pose.poses.model.get() != &model)
    throw py::value_error("the pose is for another model than the one that is drawn");
  CameraChoice camera;
  camera.view = view_or_raise(view);
  RenderSettings settings;
  settings.edge = edges;
  settings.ground_shadow = ground_shadow;
  for (std::size_t c = 0; c < 4; ++c) {
    if (!(background[c] >= 0.0f && background[c] <= 1.0f))
      throw py::value_error("background: four numbers from 0 to 1 are wanted");
    settings.background[static_cast<glm::length_t>(c)] = background[c];
  }
  Actor actor(model.loaded.model, nullptr);
  actor.pose = pose_at(pose.poses, 0);
  actor.switches.append = append;
  actor.switches.ik = ik;
  const bool* chains = pose.poses.ik.data();
  actor.switches.ik_chains.assign(chains, chains + pose.poses.ik.size());
  Image image;
  {
    const py::gil_scoped_release released;
    image = Drawing::shared().draw(model, std::move(actor), settings, camera, width, height, samples);
  }
  return array_of(std::move(image));
}

}  // namespace

void bind_render(py::module_& module) {
  auto model = py::reinterpret_borrow<py::class_<PyModel, std::shared_ptr<PyModel>>>(module.attr("Model"));
  model.def("render", &render, py::arg("pose"), py::arg("width") = 512, py::arg("height") = 512,
            py::kw_only(), py::arg("view") = "fit", py::arg("background") = std::array<float, 4>{0, 0, 0, 0},
            py::arg("samples") = 4, py::arg("edges") = true, py::arg("ground_shadow") = true,
            py::arg("append") = true, py::arg("ik") = true,
            "A picture, as `mmdview shot --no-physics` draws it; needs no display.\n\npose: a Pose. width, "
            "height: in pixels.\n"
            "view: 'fit', 'front', 'face' … as for --view.\nbackground: red, green, blue and alpha, 0 to "
            "1.\nsamples: for each "
            "pixel, against jagged outlines.\n\nReturns (height, width, 4) uint8: rows from the top, "
            "straight alpha.\nError: "
            "there is no OpenGL 3.3, or the picture is too large. The GIL is released; threads take turns.");
}

}  // namespace mmd::python
