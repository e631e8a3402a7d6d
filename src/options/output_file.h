#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "annotations/labels.h"
#include "assets/image.h"
#include "assets/output_target.h"
#include "base/diagnostic.h"
#include "base/math.h"
#include "base/result.h"
#include "options/options.h"

namespace mmd {

/// The kind of file that a command writes. `by_name`: the extension decides.
enum class Written : std::uint8_t { by_name, picture, pose, motion, model, page, manifest };

/// The files that the options name as inputs. A file in an archive counts as the archive.
std::vector<std::string> files_read(const Options& options);
/// Decides for every command which files it may overwrite. Returns an error if one of `files` is an input
/// (`read`) under any path, symbolic link or hard link, or, without --force, exists and is of another type.
std::optional<Diagnostic> refused_files(const std::vector<std::string>& files, Written kind,
                                        const std::vector<std::string>& read, const Options& options);
/// Whether the command has the option --force.
bool takes_force(Command command);
/// Returns an error if the options' output cannot be written: its folder is missing, it is a folder, or
/// refused_files() refuses it, a turntable picture or a label. `read`: further inputs, known after loading;
/// commands call this without them first, before any work.
std::optional<Diagnostic> output_problem(const Options& options, Written kind,
                                         std::vector<std::string> read = {});
/// A file to write, by its name.
struct OutputFile {
  std::string name;
  ByteSpan bytes;
};

/// The outputs of a command from their check, before any work, until they are written. In between another
/// program may put other files or links in their place: these are neither replaced nor followed.
class CheckedOutputs {
 public:
  /// Errors: as output_problem().
  static Result<CheckedOutputs> check(const Options& options, Written kind,
                                      std::vector<std::string> read = {});
  /// The same check with inputs that are known after loading. Links that are new since stay unknown.
  Result<void> check_inputs(const Options& options, std::vector<std::string> read) const;

  /// Writes all of the files or none. A name that the options did not give never leads through a link.
  /// Errors: a file of another kind has appeared; as write_files().
  Result<void> write(std::span<const OutputFile> files, Lasting lasting = Lasting::yes) const;
  Result<void> write(const std::string& name, ByteSpan bytes, Lasting lasting = Lasting::yes) const {
    const OutputFile file{name, bytes};
    return write({&file, 1}, lasting);
  }

 private:
  Written kind_ = Written::by_name;
  Command command_ = Command::view;
  bool force_ = false;
  std::map<std::string, OutputTarget> targets_;  ///< by the name that the options give
};

/// The files of a picture: itself and its labels.
std::vector<std::string> with_labels(const std::string& picture, const LabelChoice& labels);
/// A picture and its labels to write. Labels come first: an existing picture means that its labels exist.
std::vector<OutputFile> picture_files(const std::string& picture, ByteSpan bytes,
                                      std::span<const LabelFile> labels);
/// Whether the name ends in `extension` (".png"), in any case. Standard output ("-") takes anything.
bool has_extension(const std::string& output, std::string_view extension);

enum class PictureFormat : std::uint8_t { png, jpeg, webp };
/// The picture format of the name's extension; nullopt for other extensions. Standard output gets PNG.
std::optional<PictureFormat> picture_format(const std::string& output);
/// The extensions that picture_format() knows: ".png, .jpg, …".
std::string picture_extensions();
/// The error for a name whose format picture_format() does not know.
Diagnostic unknown_picture_format(const std::string& output);

/// The name of the key in a picture's metadata.
inline constexpr const char* key_keyword = "Key";

/// Encodes a picture. A PNG stores all `metadata`, other formats only the key. JPEG has no alpha: transparent
/// pixels show the colour of `background` (straight alpha), or white if that is transparent.
Result<Bytes> encode_picture(const Image& image, PictureFormat format, const ImageMetadata& metadata,
                             const vec4& background);

/// The colour behind transparent pixels in formats without alpha: the background's, or white if it is
/// transparent.
std::array<std::uint8_t, 3> matte_for(const vec4& background);

/// The name of picture `index` of a series: "out.png" becomes "out_007.png".
std::string numbered(const std::string& output, int index);

/// The error for the first input file of the options that is missing or a folder; nullopt if all exist. Reads
/// no file, so that it can run before any other work. `folders`: accept folders, too.
std::optional<Diagnostic> absent_file(const Options& options, bool folders = false);

}  // namespace mmd
