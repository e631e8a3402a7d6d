#include "physics.h"

#include <array>
#include <cmath>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include "arrays.h"
#include "base/handedness.h"
#include "drawing.h"
#include "errors.h"
#include "labels.h"
#include "motion.h"
#include "poses.h"
#include "session/session.h"

namespace mmd::python {
namespace {

namespace py = pybind11;

constexpr float lowest_rate = 1.0f, highest_rate = 10'000.0f;  // steps per second
constexpr float longest_settling = 3600.0f;                    // seconds
constexpr int max_warm_up_steps = 1'000'000;

/// Writes 16 floats by rows, the last row 0 0 0 1.
void write_matrix(const Affine& from, bool to_mmd, float* to) {
  const Affine m = to_mmd ? mirror(from) : from;
  for (const vec4& row : m.row)
    for (glm::length_t c = 0; c < 4; ++c) *to++ = row[c] + 0.0f;  // no -0
  for (const float v : {0.0f, 0.0f, 0.0f, 1.0f}) *to++ = v;
}

/// Detects Ctrl-C while the GIL is released; the call then ends.
class Interruption {
 public:
  /// Resets the state for a new call.
  void begin() { *this = Interruption(); }
  /// Checks for Ctrl-C every few calls; false: interrupted.
  bool keeps_going() {
    constexpr int steps_between = 32;
    if (interrupted_ || ++steps_ % steps_between != 0) return !interrupted_;
    const py::gil_scoped_acquire held;
    interrupted_ = PyErr_CheckSignals() != 0;
    return !interrupted_;
  }
  /// Whether Ctrl-C came; Python's error is then set on this thread.
  bool came() const { return interrupted_; }

 private:
  int steps_ = 0;
  bool interrupted_ = false;
};

/// A snapshot of the pose under a motion, or None: users can change the pose's arrays later.
struct PlayedOver {
  py::object pose;
  std::vector<float> numbers;
  std::vector<bool> ik;

  PlayedOver() = default;
  PlayedOver(const py::object& over, const PyModel& model) : pose(over) {
    if (!py::isinstance<OnePose>(over)) return;
    const PoseRow row = rows_of(over, model).rows.front();  // points into the pose's memory
    const Skeleton& skeleton = model.model().skeleton;
    numbers.assign(row.translations, row.translations + 3 * skeleton.bones.size());
    numbers.insert(numbers.end(), row.rotations, row.rotations + 4 * skeleton.bones.size());
    numbers.insert(numbers.end(), row.morphs, row.morphs + model.model().morphs.size());
    ik.assign(row.ik, row.ik + skeleton.ik_chains.size());
  }
  bool operator==(const PlayedOver& other) const {
    return pose.is(other.pose) && numbers == other.numbers && ik == other.ik;
  }
};

/// The simulated bodies of one model, and its bones.
class PyPhysics {
 public:
  PyPhysics(std::shared_ptr<PyModel> model, Arrangement arrangement)
      : model_(std::move(model)), arrangement_(std::move(arrangement)), session_(arrangement_) {
    reset();
  }

  PyModel& model() { return *model_; }
  Session& session() { return session_; }
  float rate() const { return arrangement_.physics.settings.rate; }
  const Actor& actor() const { return *session_.scene().actors.front(); }
  const ScenePhysics& bodies() const { return *session_.physics(); }

  /// Calls `work` without the GIL, one thread at a time. Ctrl-C becomes an exception.
  template <class Work>
  void run(const Work& work) {
    bool interrupted = false;
    {
      const py::gil_scoped_release released;
      const std::lock_guard lock(mutex_);
      interruption_.begin();
      work();
      interrupted = interruption_.came();  // under the lock: the next call may begin before this gets the GIL
    }
    if (interrupted) throw py::error_already_set();
  }

  // Call these within run().

  void reset() { settle(arrangement_, 0, 0); }

  void settle(const PoseRow& row, int warm_up, int steps) {
    Arrangement next = arrangement_;
    set_pose_of(row, next.figures.front());
    settle(std::move(next), warm_up, steps);
  }

  /// Returns false if interrupted.
  bool step(const PoseRow& row) {
    is_played_ = false;
    Arrangement next = session_.arrangement();
    next.figures.front().shows = Shows::pose;  // without a motion, which may hold bodies and hide the model
    set_pose_of(row, next.figures.front());
    session_.set(std::move(next), Bodies::go_on);
    session_.step();
    return interruption_.keeps_going();
  }

  /// Continues the last motion if it is the same, else starts from its beginning.
  /// Returns false if interrupted.
  bool play(const py::object& motion, const PlayedOver& over, double frame) {
    if (!is_played_ || !motion.is(motion_) || !(over == over_)) {
      const py::gil_scoped_acquire held;
      Arrangement next = arrangement_;
      next.figures = {figure_of(motion.cast<const PyMotion&>(), over.pose)};
      session_.set(std::move(next));
      motion_ = motion;
      over_ = over;
    }
    is_played_ = true;
    session_.show(frame, keep_going());
    return interruption_.keeps_going();
  }

  void write_bones(bool to_mmd, bool skinning, float* to) {
    const auto palette = actor().palette();
    for (std::size_t b = 0; b < model_->model().bone_count(); ++b, to += 16)
      write_matrix(skinning ? palette[b] : actor().bones().mconv(static_cast<std::int32_t>(b)), to_mmd, to);
  }

 private:
  std::function<bool()> keep_going() {
    return [this] { return interruption_.keeps_going(); };
  }
  void settle(Arrangement next, int warm_up, int steps) {
    is_played_ = false;
    next.physics.warm_up_steps = warm_up;
    next.physics.steps = steps;
    session_.set(std::move(next));
    session_.show(0.0, keep_going());
  }

  std::shared_ptr<PyModel> model_;
  const Arrangement arrangement_;  ///< at rest
  Session session_;
  py::object motion_;  ///< the last played motion
  PlayedOver over_;
  bool is_played_ = false;  ///< whether the last call was play()
  Interruption interruption_;
  std::mutex mutex_;
};

/// The form of returned matrices.
struct MatrixForm {
  MatrixForm(const std::string& space, const std::string& kind)
      : to_mmd(is_mmd_space(space)), skinning(is_skinning(kind)) {}
  bool to_mmd, skinning;
};

FloatArray matrices_array(PyPhysics& physics, std::size_t count) {
  const auto bones = static_cast<py::ssize_t>(physics.model().model().bone_count());
  return unset_array({static_cast<py::ssize_t>(count), bones, 4, 4});
}

std::unique_ptr<PyPhysics> make_physics(const std::shared_ptr<PyModel>& model,
                                        const std::array<float, 3>& gravity, bool ground, float rate,
                                        bool append, bool ik) {
  Arrangement arrangement;
  arrangement.figures.push_back(model->figure());
  PhysicsChoice& choice = arrangement.physics;
  choice.on = true;
  for (std::size_t c = 0; c < 3; ++c) {
    if (!std::isfinite(gravity[c])) throw py::value_error("gravity: expected three finite numbers");
    choice.settings.gravity[static_cast<glm::length_t>(c)] = gravity[c];
  }
  if (!(rate >= lowest_rate && rate <= highest_rate))
    throw py::value_error(fmt::format("rate: expected {} to {} steps per second", lowest_rate, highest_rate));
  choice.settings.rate = rate;
  choice.settings.ground = ground;
  arrangement.evaluation.append = append;
  arrangement.evaluation.ik = ik;
  return std::make_unique<PyPhysics>(model, std::move(arrangement));
}

FloatArray settle(PyPhysics& physics, const OnePose& pose, int warm_up, float seconds,
                  const std::string& space, const std::string& kind) {
  const MatrixForm form(space, kind);
  if (warm_up < 0 || warm_up > max_warm_up_steps)
    throw py::value_error(fmt::format("warm_up: expected 0 to {} steps", max_warm_up_steps));
  if (!(seconds >= 0.0f && seconds <= longest_settling))
    throw py::value_error(fmt::format("seconds: expected 0 to {}", longest_settling));
  const int steps = warm_up + static_cast<int>(std::lround(seconds * physics.rate()));
  const PoseRows in = rows_of(py::cast(pose, py::return_value_policy::reference), physics.model());
  FloatArray out = matrices_array(physics, 1);
  float* to = out.mutable_data();
  physics.run([&] {
    physics.settle(in.rows.front(), warm_up, steps);
    physics.write_bones(form.to_mmd, form.skinning, to);
  });
  return out[py::int_(0)].cast<FloatArray>();
}

FloatArray step(PyPhysics& physics, const py::object& poses, const std::string& space,
                const std::string& kind) {
  const MatrixForm form(space, kind);
  const PoseRows in = rows_of(poses, physics.model());
  FloatArray out = matrices_array(physics, in.rows.size());
  float* to = out.mutable_data();
  const std::size_t size = physics.model().model().bone_count() * 16;
  physics.run([&] {
    for (std::size_t i = 0; i < in.rows.size() && physics.step(in.rows[i]); ++i)
      physics.write_bones(form.to_mmd, form.skinning, to + i * size);
  });
  return out;
}

FloatArray play(PyPhysics& physics, const py::object& motion, const py::object& frames,
                const py::object& over, const std::string& space, const std::string& kind) {
  const MatrixForm form(space, kind);
  if (!py::isinstance<PyMotion>(motion)) throw py::type_error("motion: expected a Motion");
  if (motion.cast<const PyMotion&>().model.get() != &physics.model())
    throw py::value_error("motion: it belongs to another model");
  const FloatArray times = frame_array(frames);
  const auto count = static_cast<std::size_t>(times.size());
  FloatArray out = matrices_array(physics, count);
  float* to = out.mutable_data();
  const std::size_t size = physics.model().model().bone_count() * 16;
  const PlayedOver as_it_is(over, physics.model());
  physics.run([&] {
    for (std::size_t i = 0; i < count; ++i) {
      const bool goes_on = physics.play(motion, as_it_is, static_cast<double>(times.data()[i]));
      physics.write_bones(form.to_mmd, form.skinning, to + i * size);
      if (!goes_on) break;
    }
  });
  return out;
}

FloatArray bones(PyPhysics& physics, const std::string& space, const std::string& kind) {
  const MatrixForm form(space, kind);
  FloatArray out = matrices_array(physics, 1);
  float* to = out.mutable_data();
  physics.run([&] { physics.write_bones(form.to_mmd, form.skinning, to); });
  return out[py::int_(0)].cast<FloatArray>();
}

py::object skin(PyPhysics& physics, const std::string& space, bool with_normals) {
  const bool to_mmd = is_mmd_space(space);
  const Shape shape{static_cast<py::ssize_t>(physics.model().model().vertices.size()), 3};
  FloatArray positions = unset_array(shape), normals = unset_array(shape);
  const auto copy = [&](std::span<const vec3> from, float* to) {
    for (const vec3& v : from) {
      const vec3 out = to_mmd ? mirror(v) : v;
      for (glm::length_t c = 0; c < 3; ++c) *to++ = out[c];
    }
  };
  float *to = positions.mutable_data(), *to_normals = normals.mutable_data();
  physics.run([&] {
    copy(physics.actor().posed_positions(), to);
    if (with_normals) copy(physics.actor().posed_normals(), to_normals);
  });
  if (!with_normals) return positions;
  return py::make_tuple(std::move(positions), std::move(normals));
}

py::object render(PyPhysics& physics, int width, int height, const std::string& view,
                  const std::array<float, 4>& background, int samples, bool edges, bool ground_shadow,
                  const py::object& effects, const py::object& labels, const py::object& names) {
  PictureChoice choice = picture_choice(width, height, view, background, samples, edges, ground_shadow);
  choice.look.effects = effects_of(effects);
  choice.labels = label_choice(labels);
  const std::string name = label_names_of(names, 1, true).front();
  LabelledPicture drawn;
  physics.run([&] { drawn = draw_picture(physics.model(), physics.session(), choice, name); });
  py::array picture = array_of(std::move(drawn.image));
  if (choice.labels.is_empty()) return picture;
  return py::make_tuple(std::move(picture), labels_dict(std::move(drawn.labels)));
}

float mean_speed(PyPhysics& physics) {
  float out = 0.0f;
  physics.run([&] { out = physics.bodies().mean_speed(); });
  return out;
}

Diagnostics notes(PyPhysics& physics) {
  Diagnostics out;
  physics.run([&] { out = physics.bodies().warnings(); });
  return out;
}

}  // namespace

void bind_physics(py::module_& module) {
  py::class_<PyPhysics>(
      module, "Physics",
      "Simulates the rigid bodies of a model, which move hair and clothes. Starts at rest.\n\n"
      "One thread at a time uses it, others wait; the GIL is released.")
      .def(py::init(&make_physics), py::arg("model").none(false), py::kw_only(),
           py::arg("gravity") = std::array<float, 3>{0, -98, 0}, py::arg("ground") = false,
           py::arg("rate") = 60.0f, py::arg("append") = true, py::arg("ik") = true,
           "gravity: in MMD's own space, MMD units per second squared.\nground: whether bodies of group 16 "
           "lie on "
           "the floor, y = 0.\nrate: steps per second; joint limits and springs depend on it.\nappend, ik: "
           "whether "
           "to apply them.")
      .def("settle", &settle, py::arg("pose"), py::kw_only(),
           py::arg("warm_up") = PhysicsChoice().warm_up_steps,
           py::arg("seconds") = PhysicsChoice().settle_seconds, py::arg("space") = "mmd",
           py::arg("kind") = "bone",
           "Moves the bodies from rest to a Pose and holds it, as `mmdview shot` does.\n\nwarm_up: number of "
           "steps to the pose (--physics-warmup).\nseconds: time to hold it (--settle).\nspace, kind: as for "
           "Model.evaluate.\n\nReturns (bones, 4, 4) float32: "
           "matrices M by rows, p' = M p, MMD units.")
      .def("step", &step, py::arg("poses"), py::kw_only(), py::arg("space") = "mmd", py::arg("kind") = "bone",
           "Simulates one step per pose from the current state: bone-driven bodies move to the pose and pull "
           "the "
           "others.\n\nposes: a Pose, Poses or a sequence of Pose.\n\nReturns (n, bones, 4, 4) "
           "float32, "
           "as settle.")
      .def("play", &play, py::arg("motion"), py::arg("frames"), py::arg("over") = py::none(), py::kw_only(),
           py::arg("space") = "mmd", py::arg("kind") = "bone",
           "Simulates a motion up to these frames, as `mmdview shot --frame` does. Continues from the last "
           "call if "
           "the same motion goes forward, else starts at its first frame.\n\nframes: (n,) numbers.\nover: as "
           "for "
           "Motion.sample.\n\nReturns (n, bones, 4, 4) float32, as settle.")
      .def(
          "reset", [](PyPhysics& p) { p.run([&] { p.reset(); }); },
          "Resets the bodies and bones to the rest pose.")
      .def("bones", &bones, py::kw_only(), py::arg("space") = "mmd", py::arg("kind") = "bone",
           "The current matrices of the bones: (bones, 4, 4) float32, as settle.")
      .def("skin", &skin, py::kw_only(), py::arg("space") = "mmd", py::arg("with_normals") = false,
           "The current vertices: (vertices, 3) float32, MMD units; with_normals: (positions, normals).")
      .def("render", &render, py::arg("width") = 512, py::arg("height") = 512, py::kw_only(),
           py::arg("view") = "fit", py::arg("background") = std::array<float, 4>{0, 0, 0, 0},
           py::arg("samples") = 4, py::arg("edges") = true, py::arg("ground_shadow") = true,
           py::arg("effects") = py::none(), py::arg("labels") = py::none(), py::arg("names") = py::none(),
           "Draws the current state: (height, width, 4) uint8. Arguments as for Model.render.")
      .def_property_readonly("mean_speed", &mean_speed,
                             "Mean speed of the bodies that do not follow a bone, MMD units per "
                             "second.")
      .def_property_readonly("diagnostics", &notes,
                             "Problems, a list of Diagnostic: bodies that became unstable and were reset, "
                             "or bodies that cannot be simulated.");
}

}  // namespace mmd::python
