#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace mmd {

/// What can stand between braces in a template of names.
enum class NameField : std::uint8_t { model, model_folder, pose, folder, view, frame, index, count };

/// What a picture's name is made of. UTF-8, or whatever the file system says.
struct NameParts {
  std::string model;         ///< the model's file, without its extension
  std::string model_folder;  ///< the folder that it is in, by its last name
  std::string pose;          ///< the pose's or motion's file, without its extension
  std::string folder;        ///< the folder of the pose below what was given, with '/'
  std::string view;
  double frame = 0.0;
  std::size_t index = 0;  ///< among all pictures of the batch
};

/// How the pictures of a batch are called: "{model}/{pose}_{view}.png". Names of fields are those of
/// NameField; numbers take a width, "{frame:05}".
class NameTemplate {
 public:
  /// Errors: braces that are not closed, a field that there is not, a name that leaves the output's folder.
  static Result<NameTemplate> parse(std::string_view text);

  /// The picture's path below the output's folder, with '/'. What a name of a file cannot hold, or a terminal
  /// should not see, is written as its bytes, "%0A"; parts of the path that are empty fall away.
  std::string fill(const NameParts& parts) const;
  bool has(NameField field) const;

 private:
  struct Piece {
    std::string text;  ///< as it is, where there is no field
    std::optional<NameField> field;
    int width = 0;
  };
  std::vector<Piece> pieces_;
};

/// NameParts::model_folder of a model's file, which may be named from the current folder.
std::string model_folder_of(const std::string& file);

/// A name as a part of a path: see NameTemplate::fill.
std::string safe_name(std::string_view name);

/// "{model}, {pose} …", for messages.
std::string field_list();

}  // namespace mmd
