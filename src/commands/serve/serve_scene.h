#pragma once

#include <filesystem>
#include <functional>
#include <list>
#include <memory>
#include <string>

#include "commands/batch/batch_model.h"
#include "commands/serve/serve_request.h"
#include "render/renderer.h"

namespace mmd {

/// Models that stay loaded, and what a request makes of them. Where the renderer runs.
class ServeScene {
 public:
  /// `options`: those of `serve`.
  ServeScene(Renderer& renderer, const Options& options) : renderer_(renderer), options_(options) {}

  /// Loads a model for the requests to come. Errors: those of loading it.
  Result<void> warm(const std::string& model);
  /// Poses and draws what is asked for. What comes back makes the answer, a line of JSON, whatever is wrong;
  /// on any thread, and once: the picture is encoded there.
  std::function<std::string()> begin(const ServeRequest& request);

 private:
  struct Unfinished;
  struct Served {
    std::string file;
    std::filesystem::file_time_type time;
    SkinLevel level = SkinLevel::full;
    SharedBatchModel model;
    std::unique_ptr<Shown> shown;
  };
  Result<Served*> served(const std::string& file, const Options& options);
  Result<void> make(const ServeRequest& request, Unfinished& out);
  Result<void> draw(const ServeRequest& request, const Options& options, const Shown& shown, Unfinished& out);
  static Result<std::string> finish(Unfinished& made);

  Renderer& renderer_;
  const Options& options_;
  std::list<Served> models_;  ///< those that were asked for last first
};

}  // namespace mmd
