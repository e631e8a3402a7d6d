#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "commands/written_files.h"
#include "export/exchange_motion.h"
#include "export/vrm_avatar.h"
#include "options/options.h"
#include "session/session.h"

namespace mmd {

enum class ModelFormat : std::uint8_t { glb, vrm, vrma, obj };

/// A model during export.
class ModelExport {
 public:
  /// `arrangement`: of the model alone.
  ModelExport(const Options& options, ModelFormat format, Arrangement arrangement)
      : options_(options), format_(format), session_(with_physics(std::move(arrangement))) {}

  /// The model for a .glb.
  Result<ExchangeModel> glb_model();
  /// The files of the other formats; the requested one is the last.
  Result<std::vector<WrittenFile>> files();
  const Actor& actor() const { return *session_.scene().actors.front(); }
  Diagnostics diagnostics;

 private:
  Arrangement with_physics(Arrangement arrangement) const;
  bool is_simulated() const { return session_.arrangement().physics.on.value_or(false); }
  const Figure& figure() const { return session_.arrangement().subject(); }
  const LoadedFigure& document() const { return *figure().loaded; }
  bool is_moving() const;
  ExchangeSampling sampling() const;
  Result<void> add_motion(ExchangeModel& model);
  void tell_linear(float error);
  void tell_hidden();
  void add_springs(const Actor& t_pose, VrmAvatar& avatar);
  void tell_physics();
  Result<std::vector<WrittenFile>> vrm();
  Result<std::vector<WrittenFile>> vrma();
  Result<std::vector<WrittenFile>> obj();

  const Options& options_;
  const ModelFormat format_;
  Session session_;
};

/// Names, light, axes of bones and edges of a model in a .glb.
void finish_glb(const Options& options, const Model& from, ExchangeModel& model);
/// The warning that nothing would be seen.
Diagnostic no_faces();

}  // namespace mmd
