#include "evaluate.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <pybind11/stl.h>

#include "arrays.h"
#include "base/handedness.h"
#include "base/parallel_for.h"
#include "base/rotations.h"
#include "pose/morphs.h"
#include "pose/vertex_morphs.h"
#include "poses.h"
#include "skin/skinning.h"

namespace mmd::python {
namespace {

namespace py = pybind11;

/// Options of an evaluation.
struct Wanted {
  bool append = true, ik = true;
  bool to_mmd = true;     ///< results in MMD's space instead of the right-handed one
  bool skinning = false;  ///< the palette in place of Mconv
};

/// Whether the model has bone morphs.
bool has_bone_morphs(const Model& model) {
  return std::any_of(model.morphs.begin(), model.morphs.end(),
                     [](const Morph& m) { return std::holds_alternative<BoneMorph>(m.data); });
}

/// Evaluates poses on one thread, one after another.
class PoseEvaluator {
 public:
  PoseEvaluator(PyModel& model, const Wanted& wanted, bool with_morphs)
      : model_(model),
        bones_(model.evaluators.take(skeleton_of(model.loaded.model))),
        translation_(model.model().bone_count()),
        rotation_(model.model().bone_count()) {
    switches_.append = wanted.append;
    switches_.ik = wanted.ik;
    if (with_morphs) morphs_.emplace(model.model());
  }
  ~PoseEvaluator() { model_.evaluators.give_back(std::move(bones_)); }
  PoseEvaluator(const PoseEvaluator&) = delete;
  PoseEvaluator& operator=(const PoseEvaluator&) = delete;

  /// Returns a text for ValueError if a number is not finite; else an empty one.
  std::string evaluate(const PoseRow& row, std::size_t number) {
    const Model& model = model_.model();
    if (auto fault = fault_of(row, number, model.bone_count(), model.morphs.size()); !fault.empty())
      return fault;
    for (std::size_t b = 0; b < translation_.size(); ++b) {
      const float* const t = row.translations + 3 * b;
      const float* const q = row.rotations + 4 * b;
      translation_[b] = mirror(vec3(t[0], t[1], t[2]));
      rotation_[b] = mirror(rotation_from_file(vec4(q[0], q[1], q[2], q[3])));
    }
    switches_.ik_chains.assign(row.ik, row.ik + model.skeleton.ik_chains.size());
    BoneInputs inputs{translation_, rotation_, {}, {}};
    if (morphs_) {
      morphs_->update(model, {row.morphs, model.morphs.size()});
      if (morphs_->moves_bones()) {
        inputs.morph_translation = morphs_->bone_translation();
        inputs.morph_rotation = morphs_->bone_rotation();
      }
    }
    bones_.evaluate(inputs, switches_);
    return {};
  }

  const BoneManager& bones() const { return bones_; }
  /// The effective weights in the pose. Precondition: made with morphs.
  std::span<const float> effective_morphs() const { return morphs_->effective(); }

 private:
  static std::string fault_of(const PoseRow& row, std::size_t number, std::size_t bones, std::size_t morphs) {
    const auto fault = [&](const char* what, const float* values, std::size_t count, std::size_t per_bone) {
      const std::size_t at = first_not_finite(values, count);
      if (at == count) return std::string();
      return per_bone == 1 ? fmt::format("{}[{}, {}] is {}", what, number, at, values[at])
                           : fmt::format("{}[{}, {}, {}] is {}", what, number, at / per_bone, at % per_bone,
                                         values[at]);
    };
    std::string out = fault("translations", row.translations, 3 * bones, 3);
    if (out.empty()) out = fault("rotations", row.rotations, 4 * bones, 4);
    if (out.empty()) out = fault("morphs", row.morphs, morphs, 1);
    return out;
  }

  PyModel& model_;
  BoneManager bones_;
  std::vector<vec3> translation_;
  std::vector<quat> rotation_;
  std::optional<MorphState> morphs_;
  EvaluationSwitches switches_;
};

/// Writes 16 floats by rows, the last row 0 0 0 1.
void write_matrix(const Affine& matrix, bool to_mmd, float* to) {
  const Affine out = to_mmd ? mirror(matrix) : matrix;
  std::memcpy(to, &out, sizeof out);
  constexpr float last[4] = {0.0f, 0.0f, 0.0f, 1.0f};
  std::memcpy(to + 12, last, sizeof last);
}

/// Divides poses among threads. `work(first, last)` returns an error's text or an empty one, and may throw.
/// Releases the GIL.
template <class Work>
void for_parts(std::size_t count, std::size_t threads, const Work& work) {
  // Fewer poses are not worth starting a thread.
  constexpr std::size_t enough = 32;
  const std::size_t used = std::clamp<std::size_t>(count / enough, 1, threads);
  std::vector<std::string> faults(used);
  parallel_for(
      used, [&](std::size_t t) { faults[t] = work(count * t / used, count * (t + 1) / used); }, used);
  for (const std::string& fault : faults)
    if (!fault.empty()) throw py::value_error(fault);
}

std::size_t thread_count(const std::optional<int>& asked) {
  if (asked && *asked < 1) throw py::value_error("threads: expected 1 or more");
  return asked ? static_cast<std::size_t>(*asked) : processor_threads();
}

/// Arrays of the IK results.
struct IkResults {
  py::array_t<bool> enabled;
  py::array_t<std::int32_t> iterations;
  py::array_t<float> residuals;
};

IkResults ik_arrays(const std::vector<IkResult>& results, std::size_t count, std::size_t chains) {
  const std::vector<py::ssize_t> shape{static_cast<py::ssize_t>(count), static_cast<py::ssize_t>(chains)};
  IkResults out{py::array_t<bool>(shape), py::array_t<std::int32_t>(shape), py::array_t<float>(shape)};
  for (std::size_t i = 0; i < results.size(); ++i) {
    out.enabled.mutable_data()[i] = results[i].enabled;
    out.iterations.mutable_data()[i] = results[i].iterations;
    out.residuals.mutable_data()[i] = results[i].residual;
  }
  return out;
}

py::object evaluate(PyModel& model, const py::object& poses, const std::string& space,
                    const std::string& kind, bool append, bool ik, const std::optional<int>& threads,
                    const py::object& out, bool with_ik) {
  const Wanted wanted{append, ik, is_mmd_space(space), is_skinning(kind)};
  const std::size_t max_threads = thread_count(threads);
  const PoseRows in = rows_of(poses, model);
  const std::size_t bones = model.model().bone_count(), chains = model.model().skeleton.ik_chains.size();
  const Shape shape{static_cast<py::ssize_t>(in.rows.size()), static_cast<py::ssize_t>(bones), 4, 4};
  FloatArray matrices = out.is_none() ? unset_array(shape) : result_array(out, "out", shape);
  float* to = matrices.mutable_data();
  std::vector<IkResult> results(with_ik ? in.rows.size() * chains : 0);
  {
    const py::gil_scoped_release released;
    const bool with_morphs = has_bone_morphs(model.model());
    for_parts(in.rows.size(), max_threads, [&](std::size_t first, std::size_t last) {
      PoseEvaluator evaluator(model, wanted, with_morphs);
      for (; first < last; ++first) {
        if (auto fault = evaluator.evaluate(in.rows[first], first); !fault.empty()) return fault;
        const BoneManager& posed = evaluator.bones();
        for (std::size_t b = 0; b < bones; ++b) {
          const auto bone = static_cast<std::int32_t>(b);
          write_matrix(wanted.skinning ? posed.palette()[b] : posed.mconv(bone), wanted.to_mmd,
                       to + (first * bones + b) * 16);
        }
        if (with_ik)
          std::copy_n(posed.ik_results().begin(), chains,
                      results.begin() + static_cast<std::ptrdiff_t>(first * chains));
      }
      return std::string();
    });
  }
  if (!with_ik) return matrices;
  return py::make_tuple(std::move(matrices), ik_arrays(results, in.rows.size(), chains));
}

/// Skins poses on one thread.
class PoseSkinner {
 public:
  PoseSkinner(PyModel& model, const SkinPlan& plan, const Wanted& wanted)
      : model_(model.model()),
        plan_(plan),
        to_mmd_(wanted.to_mmd),
        evaluator_(model, wanted, true),
        morphed_(model_.vertices.position.begin(), model_.vertices.position.end()),
        applied_(model_.morphs.size(), 0.0f),
        normals_(morphed_.size()) {}

  /// Writes three floats per vertex. Returns as PoseEvaluator::evaluate.
  std::string skin(const PoseRow& row, std::size_t number, float* positions, float* normals) {
    if (auto fault = evaluator_.evaluate(row, number); !fault.empty()) return fault;
    const std::size_t vertices = morphed_.size();
    const std::span<const float> weights = evaluator_.effective_morphs();
    apply_vertex_morphs(model_, weights, applied_, morphed_);
    applied_.assign(weights.begin(), weights.end());
    const std::span<vec3> out(reinterpret_cast<vec3*>(positions), vertices);
    const std::span<vec3> out_normals =
        normals == nullptr ? std::span(normals_) : std::span(reinterpret_cast<vec3*>(normals), vertices);
    skin_vertices(plan_, workspace_, morphed_, evaluator_.bones().palette(), out, out_normals);
    if (!to_mmd_) return {};
    for (vec3& v : out) v = mirror(v);
    if (normals != nullptr)
      for (vec3& v : out_normals) v = mirror(v);
    return {};
  }

 private:
  const Model& model_;
  const SkinPlan& plan_;
  bool to_mmd_;
  PoseEvaluator evaluator_;
  SkinWorkspace workspace_;
  std::vector<vec3> morphed_;
  std::vector<float> applied_;
  std::vector<vec3> normals_;
};

py::object skin(PyModel& model, const py::object& poses, const std::string& space, bool append, bool ik,
                const std::optional<int>& threads, const py::object& out, bool with_normals) {
  const Wanted wanted{append, ik, is_mmd_space(space), false};
  const std::size_t max_threads = thread_count(threads);
  const PoseRows in = rows_of(poses, model);
  const std::size_t vertices = model.model().vertices.size();
  const Shape shape{static_cast<py::ssize_t>(in.rows.size()), static_cast<py::ssize_t>(vertices), 3};
  FloatArray positions = out.is_none() ? unset_array(shape) : result_array(out, "out", shape);
  FloatArray normals = with_normals ? unset_array(shape) : FloatArray();
  float* to = positions.mutable_data();
  float* to_normals = with_normals ? normals.mutable_data() : nullptr;
  {
    const py::gil_scoped_release released;
    const SkinPlan plan(model.model().vertices, model.model().palette_size());
    for_parts(in.rows.size(), max_threads, [&](std::size_t first, std::size_t last) {
      PoseSkinner skinner(model, plan, wanted);
      for (; first < last; ++first) {
        float* const own_normals = with_normals ? to_normals + 3 * vertices * first : nullptr;
        if (auto fault = skinner.skin(in.rows[first], first, to + 3 * vertices * first, own_normals);
            !fault.empty())
          return fault;
      }
      return std::string();
    });
  }
  if (!with_normals) return positions;
  return py::make_tuple(std::move(positions), std::move(normals));
}

}  // namespace

void bind_evaluation(py::module_& module) {
  py::class_<IkResults>(module, "IkResults", "Results of IK by pose and chain (Model.bones.ik).")
      .def_readonly("enabled", &IkResults::enabled, "(n, chains) bool: whether the chain is on.")
      .def_readonly("iterations", &IkResults::iterations, "(n, chains) int32: number of iterations.")
      .def_readonly("residuals", &IkResults::residuals,
                    "(n, chains) float32: distance of the effector from the goal, MMD units.");
  auto model = py::reinterpret_borrow<py::class_<PyModel, std::shared_ptr<PyModel>>>(module.attr("Model"));
  model
      .def("evaluate", &evaluate, py::arg("poses"), py::kw_only(), py::arg("space") = "mmd",
           py::arg("kind") = "bone", py::arg("append") = true, py::arg("ik") = true,
           py::arg("threads") = py::none(), py::arg("out") = py::none(), py::arg("with_ik") = false,
           "Returns the matrices of the bones: with append, IK and bone morphs, without physics.\n\n"
           "poses: a Pose, Poses or a sequence of Pose.\nspace: 'mmd' (left-handed, as the files) or 'gl' "
           "(right-handed), "
           "of the results.\nkind: 'bone': from the bone's own space to model space; the position is the "
           "last column."
           " 'skinning': from the rest position of a vertex to its posed position.\nappend, ik: whether to "
           "apply them.\nthreads: "
           "maximum number; "
           "None: one per processor.\nout: an array for the result.\nwith_ik: return "
           "(matrices, "
           "IkResults).\n\nReturns (n, bones, 4, 4) float32: matrices M by rows, p' = M p, MMD units. The "
           "GIL is released.")
      .def("skin", &skin, py::arg("poses"), py::kw_only(), py::arg("space") = "mmd", py::arg("append") = true,
           py::arg("ik") = true, py::arg("threads") = py::none(), py::arg("out") = py::none(),
           py::arg("with_normals") = false,
           "Returns the posed vertices, with vertex morphs and all weight types (BDEF, SDEF, "
           "QDEF).\n\nArguments as for evaluate.\n\n"
           "Returns (n, vertices, 3) float32, MMD units; with_normals: (positions, normals), normals of "
           "length 1.");
}

}  // namespace mmd::python
