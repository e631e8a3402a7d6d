#pragma once

#include <memory>

#include "app/panels/texture_icons.h"
#include "document/background_task.h"
#include "document/model_report.h"

namespace mmd {

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
