#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace mmd {

/// A field of a file name template, written in braces.
enum class NameField : std::uint8_t { model, model_folder, pose, folder, view, frame, index, count };

/// Values of the fields: UTF-8, or the bytes of the file system.
struct NameParts {
  std::string model;         ///< the model's file name without extension
  std::string model_folder;  ///< the last name of the model's folder
  std::string pose;          ///< file name of the pose or motion without extension
  std::string folder;        ///< the pose's folder below the given folder, with '/'
  std::string view;
  double frame = 0.0;
  std::size_t index = 0;  ///< number among all pictures of the batch
};

/// A file name template: "{model}/{pose}_{view}.png". The fields are the enumerators of NameField; numbers
/// can have a width, "{frame:05}".
class NameTemplate {
 public:
  /// Errors: an unclosed brace, an unknown field, a name that leaves the output folder.
  static Result<NameTemplate> parse(std::string_view text);

  /// The picture's path below the output folder, with '/'. Characters that are invalid in file names or
  /// unsafe on a terminal are percent-encoded ("%0A"); empty parts of the path are dropped.
  std::string fill(const NameParts& parts) const;
  bool has(NameField field) const;

 private:
  struct Piece {
    std::string text;  ///< literal text, if this is not a field
    std::optional<NameField> field;
    int width = 0;
  };
  std::vector<Piece> pieces_;
};

/// NameParts::model_folder of a model's file; the path may be relative to the current folder.
std::string model_folder_of(const std::string& file);

/// A name that is safe as a part of a path, see NameTemplate::fill.
std::string safe_name(std::string_view name);

/// "{model}, {pose} …", for messages.
std::string field_list();

}  // namespace mmd
