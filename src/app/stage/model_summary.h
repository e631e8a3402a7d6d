#pragma once

// Contents of the Model panel, without drawing.

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/stage/texture_icons.h"
#include "app/text/language.h"
#include "document/background_task.h"
#include "document/model_report.h"
#include "model/model.h"
#include "scene/scene.h"

namespace mmd {

struct CountOf {
  LocalizedText what;
  std::size_t count;
};
/// Numbers of vertices, faces, materials, bones, morphs, bodies and joints.
std::vector<CountOf> counts_of(const Model& model);

/// Comments of the model, in the shown language first, without repetition.
std::vector<std::string> terms_of(const Model& model, Language language);

/// Materials whose Japanese or English name contains `search`, in any case and width.
std::vector<std::int32_t> materials_found(const Model& model, std::string_view search);

/// `hidden` (ascending) after showing or hiding a material.
std::vector<std::int32_t> with_material(std::vector<std::int32_t> hidden, std::int32_t material, bool shown);
/// All materials of a model except one.
std::vector<std::int32_t> all_but(const Model& model, std::int32_t material);
/// `materials` sorted, without duplicates and unknown indices.
std::vector<std::int32_t> in_model(std::vector<std::int32_t> materials, const Model& model);

/// Colour of a material: its diffuse colour times the mean colour of its texture (null: none).
vec4 swatch_of(const Material& material, const Image* texture);

/// The bone or material of a finding.
struct FindingTarget {
  std::int32_t bone = none, material = none;
};
/// A rigid body has its bone, a texture its first material.
FindingTarget target_of(const Finding& finding, const Model& model);

/// "bones 3 (左ひざ): … (more like this: 4)", with the section in the language.
std::string finding_text(const Finding& finding, Language language);
/// "bones 3 (左ひざ): …: 99 → none".
std::string change_text(const Mended& change, Language language);

/// State of a texture: its size and file size, or its fault.
struct TextureState {
  std::string text;
  bool fault = false;  ///< a visible fault
};
/// `image`: null if it was not decoded.
TextureState state_of(const TextureReport& texture, const Image* image, Language language);

/// "812 B", "1.2 MB".
std::string size_text(std::uint64_t bytes);

/// Inspects the shown model on a thread when its panel opens.
class Inspection {
 public:
  /// `wake` is called from the thread when there are results.
  explicit Inspection(std::function<void()> wake) : task_(std::move(wake)) {}

  /// Inspects the document's model, unless this is done or in progress.
  void begin(std::shared_ptr<const LoadedFigure> document);
  /// Forgets the results: the files changed.
  void forget();
  /// Takes results; returns whether there were any.
  bool take();
  /// The report of a model; null if it is not known yet.
  const ModelReport* report(const Model& model) const;
  bool busy() const { return task_.busy(); }
  /// Decoded textures.
  TextureIcons& icons() { return icons_; }

 private:
  void start(std::shared_ptr<const LoadedFigure> document);

  std::shared_ptr<const LoadedFigure> next_;  ///< next document for the task
  std::shared_ptr<const Model> at_, known_;   ///< in progress; model of the report
  ModelReport report_;
  BackgroundTask<ModelReport> task_;
  TextureIcons icons_;
};

}  // namespace mmd
