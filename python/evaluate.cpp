#include "evaluate.h"

#include <algorithm>
#include <array>
#include <exception>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <pybind11/stl.h>

#include "arrays.h"
#include "base/beside.h"
#include "base/handedness.h"
#include "pose/morphs.h"
#include "pose/vertex_morphs.h"
#include "poses.h"
#include "skin/skinning.h"

namespace mmd::python {
namespace {

namespace py = pybind11;
constexpr std::size_t block = PoseLanes::width;

/// What is wanted of an evaluation.
struct Wanted {
  bool append = true, ik = true;
  bool to_mmd = true;     ///< the space of what comes out
  bool skinning = false;  ///< the palette in place of Mconv
};

/// Whether bone morphs can move anything.
bool has_bone_morphs(const Model& model) {
  return std::any_of(model.morphs.begin(), model.morphs.end(),
                     [](const Morph& m) { return std::holds_alternative<BoneMorph>(m.data); });
}

/// Evaluates blocks of poses on one thread.
class BlockEvaluator {
 public:
  BlockEvaluator(PyModel& model, const Wanted& wanted, bool with_morphs)
      : model_(model), wanted_(wanted), workspace_(model.workspaces.take(model.lanes)) {
    for (std::size_t i = 0; i < block && with_morphs; ++i) morphs_.emplace_back(model.model());
  }
  ~BlockEvaluator() { model_.workspaces.give_back(std::move(workspace_)); }
  BlockEvaluator(const BlockEvaluator&) = delete;
  BlockEvaluator& operator=(const BlockEvaluator&) = delete;

  /// Up to a block of them. ValueError's text if there is a number that is none; empty: all is well.
  std::string evaluate(std::span<const PoseRow> rows, std::size_t first, const LaneResults& results,
                       bool to_mmd) {
    const std::size_t bones = model_.model().bone_count(), chains = model_.model().skeleton.ik_chains.size();
    const std::size_t morph_count = model_.model().morphs.size();
    std::array<LanePose, block> poses;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const PoseRow& row = rows[i];
      if (std::string fault = fault_of(row, first + i, bones, morph_count); !fault.empty()) return fault;
      poses[i].inputs.translation = {reinterpret_cast<const vec3*>(row.translations), bones};
      poses[i].inputs.rotation = {reinterpret_cast<const quat*>(row.rotations), bones};
      if (!morphs_.empty()) {
        morphs_[i].update(model_.model(), {row.morphs, morph_count});
        if (morphs_[i].moves_bones()) {
          poses[i].inputs.morph_translation = morphs_[i].bone_translation();
          poses[i].inputs.morph_rotation = morphs_[i].bone_rotation();
        }
      }
      switches_[i].append = wanted_.append;
      switches_[i].ik = wanted_.ik;
      switches_[i].ik_chains.assign(row.ik, row.ik + chains);
      poses[i].switches = &switches_[i];
    }
    LaneForm form;
    form.from_mmd = form.normalise = true;
    form.to_mmd = to_mmd;
    model_.lanes.evaluate(std::span(poses).first(rows.size()), workspace_, results, form);
    return {};
  }

  /// After that, if it was made with morphs: what morphs come to in a pose of the block.
  std::span<const float> effective_morphs(std::size_t i) const { return morphs_[i].effective(); }

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
  Wanted wanted_;
  PoseLanes::Workspace workspace_;
  std::vector<MorphState> morphs_;
  std::array<EvaluationSwitches, block> switches_;
};

/// Shares the poses out among threads, in whole blocks. `work(first, last)` of each returns what was wrong,
/// or nothing; may throw. Without the GIL.
template <class Work>
void share_out(std::size_t count, std::size_t threads, const Work& work) {
  const std::size_t blocks = (count + block - 1) / block;
  // A thread has to have enough to do to be worth its start.
  const std::size_t used = std::clamp<std::size_t>(blocks / 4, 1, threads);
  std::mutex mutex;
  std::string fault;
  std::exception_ptr thrown;
  const auto part = [&](std::size_t t) {
    const std::size_t first = std::min(blocks * t / used * block, count);
    const std::size_t last = std::min(blocks * (t + 1) / used * block, count);
    try {
      const std::string own = work(first, last);
      const std::lock_guard lock(mutex);
      if (fault.empty()) fault = own;
    } catch (...) {
      const std::lock_guard lock(mutex);
      thrown = std::current_exception();
    }
  };
  {
    std::vector<Beside> others;
    for (std::size_t t = 1; t < used; ++t) others.emplace_back([&part, t] { part(t); });
    part(0);
  }
  if (thrown) std::rethrow_exception(thrown);
  if (!fault.empty()) throw py::value_error(fault);
}

std::size_t thread_count(const std::optional<int>& asked) {
  if (asked && *asked < 1) throw py::value_error("threads: at least 1 is wanted");
  static const unsigned processors = std::max(1u, std::thread::hardware_concurrency());  // reads a file
  return asked ? static_cast<std::size_t>(*asked) : processors;
}

/// What IK came to.
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
  const std::size_t most_threads = thread_count(threads);
  const PoseRows in = rows_of(poses, model);
  const std::size_t bones = model.model().bone_count(), chains = model.model().skeleton.ik_chains.size();
  const Shape shape{static_cast<py::ssize_t>(in.rows.size()), static_cast<py::ssize_t>(bones), 4, 4};
  FloatArray matrices = out.is_none() ? unset_array(shape) : result_array(out, "out", shape);
  float* to = matrices.mutable_data();
  std::vector<IkResult> results(with_ik ? in.rows.size() * chains : 0);
  {
    const py::gil_scoped_release released;
    const bool with_morphs = has_bone_morphs(model.model());
    share_out(in.rows.size(), most_threads, [&](std::size_t first, std::size_t last) {
      BlockEvaluator evaluator(model, wanted, with_morphs);
      for (; first < last; first += block) {
        const std::size_t count = std::min(block, last - first);
        const std::span<float> part(to + first * bones * 16, count * bones * 16);
        LaneResults part_results;
        (wanted.skinning ? part_results.skinning : part_results.transforms) = part;
        if (with_ik) part_results.ik = std::span(results).subspan(first * chains, count * chains);
        const auto rows = std::span(in.rows).subspan(first, count);
        if (auto fault = evaluator.evaluate(rows, first, part_results, wanted.to_mmd); !fault.empty())
          return fault;
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
        palettes_(block * model_.palette_size()),
        morphed_(model_.vertices.position.begin(), model_.vertices.position.end()),
        applied_(model_.morphs.size(), 0.0f),
        normals_(morphed_.size()) {}

  /// Up to a block of them, three floats per vertex and pose. As BlockEvaluator::evaluate.
  std::string skin(std::span<const PoseRow> rows, std::size_t first, float* positions, float* normals) {
    LaneResults results;
    results.palettes = std::span(palettes_).first(rows.size() * model_.palette_size());
    if (auto fault = evaluator_.evaluate(rows, first, results, false); !fault.empty()) return fault;
    const std::size_t vertices = morphed_.size();
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const std::span<const float> weights = evaluator_.effective_morphs(i);
      apply_vertex_morphs(model_, weights, applied_, morphed_);
      applied_.assign(weights.begin(), weights.end());
      const std::span<vec3> out(reinterpret_cast<vec3*>(positions + 3 * vertices * i), vertices);
      const std::span<vec3> out_normals =
          normals == nullptr ? std::span(normals_)
                             : std::span(reinterpret_cast<vec3*>(normals + 3 * vertices * i), vertices);
      const auto palette = std::span(palettes_).subspan(i * model_.palette_size(), model_.palette_size());
      skin_vertices(plan_, workspace_, morphed_, palette, out, out_normals);
      if (!to_mmd_) continue;
      for (vec3& v : out) v = mirror(v);
      if (normals != nullptr)
        for (vec3& v : out_normals) v = mirror(v);
    }
    return {};
  }

 private:
  const Model& model_;
  const SkinPlan& plan_;
  bool to_mmd_;
  BlockEvaluator evaluator_;
  SkinWorkspace workspace_;
  std::vector<Affine> palettes_;
  std::vector<vec3> morphed_;
  std::vector<float> applied_;
  std::vector<vec3> normals_;
};

py::object skin(PyModel& model, const py::object& poses, const std::string& space, bool append, bool ik,
                const std::optional<int>& threads, const py::object& out, bool with_normals) {
  const Wanted wanted{append, ik, is_mmd_space(space), false};
  const std::size_t most_threads = thread_count(threads);
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
    share_out(in.rows.size(), most_threads, [&](std::size_t first, std::size_t last) {
      PoseSkinner skinner(model, plan, wanted);
      for (; first < last; first += block) {
        const auto rows = std::span(in.rows).subspan(first, std::min(block, last - first));
        float* normals_from = with_normals ? to_normals + 3 * vertices * first : nullptr;
        if (auto fault = skinner.skin(rows, first, to + 3 * vertices * first, normals_from); !fault.empty())
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
  py::class_<IkResults>(module, "IkResults", "What IK came to, by pose and chain (Model.bones.ik).")
      .def_readonly("enabled", &IkResults::enabled, "(n, chains) bool: whether the chain is on.")
      .def_readonly("iterations", &IkResults::iterations, "(n, chains) int32: how many ran.")
      .def_readonly("residuals", &IkResults::residuals,
                    "(n, chains) float32: how far the effector is from the goal, MMD units.");
  auto model = py::reinterpret_borrow<py::class_<PyModel, std::shared_ptr<PyModel>>>(module.attr("Model"));
  model
      .def("evaluate", &evaluate, py::arg("poses"), py::kw_only(), py::arg("space") = "mmd",
           py::arg("kind") = "bone", py::arg("append") = true, py::arg("ik") = true,
           py::arg("threads") = py::none(), py::arg("out") = py::none(), py::arg("with_ik") = false,
           "Where the bones are: append, IK and bone morphs resolved, bodies left at rest.\n\n"
           "poses: a Pose, Poses or a sequence of Pose.\nspace: 'mmd' (left-handed, as the files) or 'gl' "
           "(right-handed), "
           "for what comes out.\nkind: 'bone': from the bone's own space to model space; the position is the "
           "last column."
           " 'skinning': what a vertex at rest is moved by.\nappend, ik: whether they run.\nthreads: how "
           "many at most; "
           "None: as many as there are processors.\nout: an array for the result.\nwith_ik: returns "
           "(matrices, "
           "IkResults).\n\nReturns (n, bones, 4, 4) float32: matrices M by rows, p' = M p, MMD units. The "
           "GIL is released.")
      .def(
          "skin", &skin, py::arg("poses"), py::kw_only(), py::arg("space") = "mmd", py::arg("append") = true,
          py::arg("ik") = true, py::arg("threads") = py::none(), py::arg("out") = py::none(),
          py::arg("with_normals") = false,
          "Where the vertices are, with vertex morphs: BDEF, SDEF and QDEF.\n\nArguments as for evaluate.\n\n"
          "Returns (n, vertices, 3) float32, MMD units; with_normals: (positions, normals), normals of "
          "length 1.");
}

}  // namespace mmd::python
