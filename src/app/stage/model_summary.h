#pragma once

// What the panel of the model shows and what a click in it means, without drawing.

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/panels/texture_icons.h"
#include "app/text/language.h"
#include "document/background_task.h"
#include "document/model_report.h"
#include "model/model.h"
#include "scene/scene.h"

namespace mmd {

/// A name in the language that is shown, where the model has it; on one line, without what steers a terminal.
std::string shown_name(const std::string& name, const std::string& english, Language language);

struct CountOf {
  LocalizedText what;
  std::size_t count;
};
/// Vertices, faces, materials, bones, morphs, bodies and joints.
std::vector<CountOf> counts_of(const Model& model);

/// What its maker wants people to know: the comments, that of the language first, each once.
std::vector<std::string> terms_of(const Model& model, Language language);

/// The materials whose Japanese or English name contains `search` as Windows would compare them.
std::vector<std::int32_t> materials_found(const Model& model, std::string_view search);

/// `hidden` (ascending) with that material shown or hidden.
std::vector<std::int32_t> with_material(std::vector<std::int32_t> hidden, std::int32_t material, bool shown);
/// All materials of a model but that one.
std::vector<std::int32_t> all_but(const Model& model, std::int32_t material);
/// `materials` ascending, each once, without those that the model lacks.
std::vector<std::int32_t> in_model(std::vector<std::int32_t> materials, const Model& model);

/// The colour of a material by itself: that of its texture, null if there is none, under its diffuse colour.
vec4 swatch_of(const Material& material, const Image* texture);

/// What of the model a finding is about.
struct FindingTarget {
  std::int32_t bone = none, material = none;
};
/// The bone of a rigid body and the first material of a texture stand for those.
FindingTarget target_of(const Finding& finding, const Model& model);

/// "bones 3 (左ひざ): …, and 4 more like it", with the section in the language.
std::string finding_text(const Finding& finding, Language language);

/// How a texture stands: its size and that of its file, or what is wrong.
struct TextureState {
  std::string text;
  bool fault = false;  ///< something is wrong with it that is seen
};
/// `image`: null where it was not decoded.
TextureState state_of(const TextureReport& texture, const Image* image, Language language);

/// "812 B", "1.2 MB".
std::string size_text(std::uint64_t bytes);

/// What is found out about the model that is shown, on a thread, once someone looks.
class Inspection {
 public:
  /// `wake` is called from the thread when there is news.
  explicit Inspection(std::function<void()> wake) : task_(std::move(wake)) {}

  /// Looks at the document's model, unless that was done or is being done.
  void begin(std::shared_ptr<const Document> document);
  /// Its files are others now.
  void forget();
  /// Takes over what was found; whether there is any.
  bool take();
  /// Of that model; null: not known yet.
  const ModelReport* report(const Model& model) const;
  bool busy() const { return task_.busy(); }
  /// What its textures look like.
  TextureIcons& icons() { return icons_; }

 private:
  void start(std::shared_ptr<const Document> document);

  std::shared_ptr<const Document> next_;     ///< to be looked at when the task is free
  std::shared_ptr<const Model> at_, known_;  ///< being looked at; that the report is of
  ModelReport report_;
  BackgroundTask<ModelReport> task_;
  TextureIcons icons_;
};

}  // namespace mmd
