#pragma once

#include <filesystem>
#include <list>
#include <memory>
#include <string>

#include "commands/batch_model.h"
#include "commands/serve_request.h"
#include "render/renderer.h"

namespace mmd {

/// Models that stay loaded, and what a request makes of them. Where the renderer runs.
class ServeScene {
 public:
  /// `options`: those of `serve`.
  ServeScene(Renderer& renderer, const Options& options) : renderer_(renderer), options_(options) {}

  /// Loads a model for the requests to come. Errors: those of loading it.
  Result<void> warm(const std::string& model);
  /// The answer, a line of JSON, whatever is wrong.
  std::string answer(const ServeRequest& request);

 private:
  struct Served {
    std::string file;
    std::filesystem::file_time_type time;
    SkinLevel level = SkinLevel::full;
    SharedBatchModel model;
    std::unique_ptr<Shown> shown;
    bool is_told = false;  ///< what was odd about loading it
  };
  Result<Served*> served(const std::string& file, const Options& options);
  Result<std::string> make(const ServeRequest& request);
  Result<std::string> picture(const ServeRequest& request, const Options& options, Shown& shown);

  Renderer& renderer_;
  const Options& options_;
  std::list<Served> models_;  ///< those that were asked for last first
};

}  // namespace mmd
