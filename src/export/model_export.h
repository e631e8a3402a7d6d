#pragma once

// A model on its way into a file for other programs: the steps that `export` and the page share.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "export/exchange_motion.h"
#include "export/obj_write.h"
#include "export/spring_fit.h"
#include "export/vrm_avatar.h"
#include "session/session.h"

namespace mmd {

enum class ModelFormat : std::uint8_t { glb, vrm, vrma, obj };

struct ModelExportChoice {
  ModelFormat format = ModelFormat::glb;
  bool simulates = false;  ///< physics in a pose or motion; has no effect on a VRM
  bool springs = true;     ///< spring bones of a VRM
  SpringEffort effort = SpringEffort::thorough;
  bool skin = true;     ///< bones and vertices at rest; else posed vertices
  bool holds = false;   ///< the shown frame of a motion
  double rate = 30.0;   ///< samples of a motion per second
  float error = 1e-3f;  ///< largest error of a bone through omitted keys, MMD units; 0: keep all keys
  bool english_names = false;
  bool lit = false;          ///< the other program lights the faces
  bool bones_along = false;  ///< point_bones_along()
  bool edge_hulls = false;   ///< add_edge_hulls()
  VrmVersion version = VrmVersion::one;
  ExpressionMorphs expressions;  ///< of a VRM or .vrma, as the user chose
  bool arkit = false;            ///< ARKit's shapes as expressions
  std::string about_author;      ///< the hint where a VRM's author and terms are unknown
};

/// Author, terms and thumbnail of a VRM.
struct VrmTerms {
  VrmMeta meta;  ///< empty: unknown
  std::optional<ExchangeImage> thumbnail;
};

/// What a long step is doing, and its finished share, 0-1.
using ExportProgress = std::function<void(std::string_view what, double share)>;

class ModelExport {
 public:
  /// Sets numbers and errors of chains, as fit_springs() does.
  using Fit = std::function<bool(const LoadedFigure& figure, const PhysicsChoice& choice,
                                 std::vector<VrmSpring>& chains, const FitProgress& progress)>;

  /// `arrangement`: of the model alone.
  ModelExport(ModelExportChoice choice, Arrangement arrangement, ExportProgress progress = {});

  /// The model for a .glb.
  Result<ExchangeModel> glb_model();
  /// A VRM in its T pose. `fit`: empty: fit_springs().
  Result<Bytes> vrm(VrmTerms terms, const Fit& fit = {});
  Result<Bytes> vrma();
  /// `stem`: of the names of the files.
  Result<ObjFiles> obj(const std::string& stem);

  const Actor& actor() const { return *session_.scene().actors.front(); }
  Diagnostics diagnostics;
  /// What became of the bodies of a VRM: fitted chains, and those that stay rigid because springs swing no
  /// better.
  std::vector<VrmSpring> springs, rigid;
  /// Of the motion in a .glb: keys before and after thinning, and the largest error of a bone, MMD units.
  std::size_t sampled_keys = 0, kept_keys = 0;
  float key_error = 0.0f;

 private:
  const LoadedFigure& document() const { return *session_.arrangement().subject().loaded; }
  bool is_moving() const;
  ExpressionChoice expression_choice() const;
  void tell_expressions(const VrmAvatar& avatar);
  ExchangeSampling sampling() const;
  Result<void> add_motion(ExchangeModel& model);
  void tell(std::string_view what, double share) const;
  void tell_linear(float error);
  void tell_hidden();
  void add_springs(const Fit& fit, VrmAvatar& avatar);
  void tell_physics();

  const ModelExportChoice choice_;
  const ExportProgress progress_;
  Session session_;
};

/// Names, light, axes of bones and edges of a model in a .glb.
void finish_glb(const ModelExportChoice& choice, const Model& from, ExchangeModel& model);
/// The warning that nothing would be seen.
Diagnostic no_faces();
/// A picture for a VRM. Errors: neither PNG nor JPEG; not square; damaged.
Result<ExchangeImage> make_thumbnail(std::string name, Bytes bytes);

}  // namespace mmd
