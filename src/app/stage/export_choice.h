#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/text/language.h"
#include "document/loaded_figure.h"

namespace mmd {

/// What a scene can be exported as.
enum class ExportFormat : std::uint8_t { vrm, vrm_zero, vrma, glb, obj, motion, pose, model, count };

/// One term of a VRM with a choice of values.
struct TermRow {
  std::string_view name;  ///< in the file
  LocalizedText text;
  std::span<const std::string_view> values;  ///< in the file, strictest first; empty: false and true
  std::span<const LocalizedText> value_texts;
};
std::span<const TermRow> term_rows();
inline constexpr std::size_t term_count = 8;

/// Author and terms of a VRM; at first nothing is allowed.
struct ExportTerms {
  std::string author, contact, other_license;
  std::array<std::size_t, term_count> chosen{};  ///< by term_rows(): index of the value
};

struct ExportChoice {
  ExportFormat format = ExportFormat::vrm;
  bool english = false;  ///< names
  bool bake = false;     ///< physics, IK and append as keys
  bool lit = false;      ///< materials that lamps light
  bool posed = false;    ///< posed vertices without bones
  bool in_pose = false;  ///< the pose becomes the rest pose of the model
  bool arkit = false;    ///< ARKit's expressions in a VRM
  ExportTerms terms;
  std::string bone_names;   ///< a table for --names-of; empty: none
  std::string expressions;  ///< a table for --vrm-expressions; empty: none
};

struct ExportFormatRow {
  LocalizedText name;
  std::string_view extension;  ///< ".vrm"
};
const ExportFormatRow& row_of(ExportFormat format);
bool is_vrm(ExportFormat format);

/// The options of `export` for a choice, without the files of the scene.
std::vector<std::string> export_options(const ExportChoice& choice);
/// The command that saves a model with the repairs of the window. `pose`: a file; its pose becomes the rest
/// pose; empty: none. In another folder than the model's, textures and texts go along.
std::vector<std::string> fix_command(const LoadedFigure& figure, const std::filesystem::path& file,
                                     const std::string& pose);
/// The file for --vrm-meta. `thumbnail`: a picture's file; empty: none.
std::string terms_file(const ExportTerms& terms, const std::string& thumbnail);

}  // namespace mmd
