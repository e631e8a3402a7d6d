#include "render.h"

#include <algorithm>
#include <array>
#include <exception>
#include <future>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include "base/parallel_for.h"
#include "drawing.h"
#include "labels.h"
#include "poses.h"
#include "session/session.h"

namespace mmd::python {
namespace {

namespace py = pybind11;

/// Poses the session's model; bodies settle from rest in each pose, as in the command `shot`.
void show_pose(const PoseRow& row, Session& session) {
  Arrangement next = session.arrangement();
  set_pose_of(row, next.figures.front());
  session.set(std::move(next), Bodies::go_on);
  session.show(0.0);
}

/// Draws poses one after another; while it draws one, it poses the next in a second session.
class PoseDrawer {
 public:
  PoseDrawer(PyModel& model, const PictureChoice& choice, std::span<const PoseRow> rows, bool append, bool ik,
             bool physics)
      : model_(model), choice_(choice), rows_(rows) {
    Arrangement arrangement;
    arrangement.figures.push_back(model.figure());
    arrangement.evaluation.append = append;
    arrangement.evaluation.ik = ik;
    arrangement.physics.on = physics;
    for (std::size_t i = 0; i < std::min<std::size_t>(rows.size(), 2); ++i)
      sessions_.push_back(std::make_unique<Session>(arrangement));
  }

  /// Call for the rows in order, without the GIL. An error in posing the next row is raised by its own call.
  LabelledPicture draw(std::size_t row, const std::string& name) {
    if (fault_) std::rethrow_exception(fault_);
    if (row == 0) show_pose(rows_[0], *sessions_[0]);
    std::future<void> next;  // its destructor waits for the work
    if (row + 1 < rows_.size())
      next = run_beside([this, row] {
        try {
          show_pose(rows_[row + 1], *sessions_[(row + 1) % 2]);
        } catch (...) {
          fault_ = std::current_exception();
        }
      });
    return draw_picture(model_, *sessions_[row % 2], choice_, name);
  }

  /// Warnings about bodies.
  Diagnostics notes() const {
    for (const auto& session : sessions_)
      if (const ScenePhysics* bodies = session->physics(); bodies != nullptr && !bodies->warnings().empty())
        return bodies->warnings();
    return {};
  }

 private:
  PyModel& model_;
  const PictureChoice& choice_;
  std::span<const PoseRow> rows_;
  std::vector<std::unique_ptr<Session>> sessions_;
  std::exception_ptr fault_;  ///< an error in posing the next row
};

/// An uninitialised array (n, height, width, 4).
py::array_t<std::uint8_t> pictures_array(std::size_t count, const PictureSize& size) {
  return py::array_t<std::uint8_t>(
      std::vector<py::ssize_t>{static_cast<py::ssize_t>(count), size.height, size.width, 4});
}

py::object render(PyModel& model, const py::object& poses, int width, int height, const std::string& view,
                  const std::array<float, 4>& background, int samples, bool edges, bool ground_shadow,
                  bool append, bool ik, bool physics, const py::object& effects, const py::object& labels,
                  const py::object& names) {
  PictureChoice choice = picture_choice(width, height, view, background, samples, edges, ground_shadow);
  choice.look.effects = effects_of(effects);
  choice.labels = label_choice(labels);
  const PoseRows in = rows_of(poses, model);
  const bool is_one = py::isinstance<OnePose>(poses);
  const std::vector<std::string> called = label_names_of(names, in.rows.size(), is_one);
  py::list dicts;
  PoseDrawer drawer(model, choice, in.rows, append, ik, physics);
  py::array_t<std::uint8_t> out = pictures_array(0, choice.size);
  for (std::size_t i = 0; i < in.rows.size(); ++i) {
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    LabelledPicture drawn;
    {
      const py::gil_scoped_release released;
      drawn = drawer.draw(i, called[i]);
    }
    if (!choice.labels.is_empty()) dicts.append(labels_dict(std::move(drawn.labels)));
    if (is_one) {
      out = array_of(std::move(drawn.image));
      break;
    }
    // Allocate after the first picture has shown that the size is possible.
    if (i == 0) out = pictures_array(in.rows.size(), choice.size);
    std::copy(drawn.image.rgba.begin(), drawn.image.rgba.end(),
              out.mutable_data(static_cast<py::ssize_t>(i)));
  }
  warn(drawer.notes());
  if (choice.labels.is_empty()) return out;
  return py::make_tuple(std::move(out), is_one ? py::object(dicts[0]) : py::object(std::move(dicts)));
}

}  // namespace

void bind_render(py::module_& module) {
  notice_forks();
  auto model = py::reinterpret_borrow<py::class_<PyModel, std::shared_ptr<PyModel>>>(module.attr("Model"));
  model.def(
      "render", &render, py::arg("poses"), py::arg("width") = 512, py::arg("height") = 512, py::kw_only(),
      py::arg("view") = "fit", py::arg("background") = std::array<float, 4>{0, 0, 0, 0},
      py::arg("samples") = 4, py::arg("edges") = true, py::arg("ground_shadow") = true,
      py::arg("append") = true, py::arg("ik") = true, py::arg("physics") = true,
      py::arg("effects") = py::none(), py::arg("labels") = py::none(), py::arg("names") = py::none(),
      "Draws pictures like `mmdview shot`; needs no display.\n\n"
      "poses: a Pose, Poses or a sequence of Pose.\nwidth, height: in pixels.\n"
      "view: 'fit', 'front', 'face' … as for --view, computed for each pose.\n"
      "background: red, green, blue and alpha, 0 to 1.\n"
      "samples: anti-aliasing samples per pixel, 1 to 64.\n"
      "physics: simulate hair and clothes: from rest to each pose (2 s), then until they hang (3 "
      "s).\n"
      "effects: 'portrait', 'stage', 'soft' or 'line-art', or a dict with values as for the options: "
      "{'preset': 'soft', 'glow': '0.8,0.6,4', 'depth_of_field': 'face,1.4'}.\n"
      "labels: as for --labels ('depth,keypoints', 'all'); then returns (picture, labels). The labels of a "
      "picture are a dict with the endings of the program's files: 'depth.png' is an array, 'coco.json' a "
      "dict.\nnames: the pictures' names in labels.\n\n"
      "Returns (height, width, 4) uint8 for a Pose, else (n, height, width, 4): rows from the top, straight "
      "alpha.\n"
      "Error: OpenGL 3.3 is missing, the picture is too large, or the process was forked after another "
      "picture. RuntimeWarning: bodies could not be simulated. The GIL is released; threads take turns.");
}

}  // namespace mmd::python
