#include "commands/picture/picture_metadata.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "assets/file_set.h"
#include "base/bit_cast.h"
#include "base/text.h"
#include "options/scene_file.h"
#include "options/version.h"
#include "session/credits.h"

namespace mmd {
namespace {

std::string base_name(const std::string& file) {
  return to_utf8(path_from_utf8(file).filename());
}

/// Index of an option in the table.
std::size_t row_of(std::string_view given) {
  const std::string_view name = given.substr(0, given.find(' '));
  const auto table = option_table();
  const auto row =
      std::find_if(table.begin(), table.end(), [&](const OptionRow& r) { return r.name == name; });
  return static_cast<std::size_t>(row - table.begin());
}

}  // namespace

std::vector<std::string> given_with(const std::vector<std::string>& given, std::string_view name,
                                    const std::string& value) {
  std::vector<std::string> out;
  const std::size_t own = row_of(name);
  for (const std::string& one : given)
    if (row_of(one) != own) out.push_back(one);
  const auto after =
      std::find_if(out.begin(), out.end(), [&](const std::string& one) { return row_of(one) > own; });
  out.insert(after, fmt::format("{} {}", name, value));
  return out;
}

ImageMetadata picture_metadata(const Options& options, const Arrangement& arrangement) {
  if (!options.metadata) return {};
  const LoadedFigure& document = *arrangement.subject().loaded;
  const std::string& name = document.model().name;
  std::vector<std::string> poses;
  for (const PoseLayer& layer : document.poses) poses.push_back(base_name(layer.file));
  for (const MotionLayer& layer : document.motions) poses.push_back(base_name(layer.file));
  ImageMetadata out{{"Software", fmt::format("mmdview {}", version_text)},
                    {"Title", escaped_utf8(name.empty() ? base_name(document.model_file) : name)}};
  if (!poses.empty()) out.emplace_back("Comment", escaped_utf8(fmt::format("{}", fmt::join(poses, ", "))));
  if (!options.given.empty())
    out.emplace_back("Options", escaped_utf8(fmt::format("{}", fmt::join(options.given, " "))));
  out.emplace_back("Credits", escaped_lines(credits_text(arrangement)));
  return out;
}

namespace {

void add_layers(const LoadedFigure& document, HashOfParts& to) {
  for (const PoseLayer& layer : document.poses) to.add("pose").add(layer.hash);
  for (const MotionLayer& layer : document.motions) to.add("motion").add(layer.hash);
  if (document.shows != Shows::motion) to.add("shows").add(word_of(document.shows));
  for (std::size_t chain = 0; chain < document.ik_chains.size(); ++chain)
    if (document.ik_chains[chain] == 0) to.add("ik-off").add(static_cast<std::int64_t>(chain));
}

/// Hash of the content of the user's shaders.
void add_shaders(const std::string& folder, HashOfParts& to) {
  if (folder.empty()) return;
  std::vector<std::filesystem::path> files;
  std::error_code error;
  for (std::filesystem::directory_iterator entry(path_from_utf8(folder), error);
       !error && entry != std::filesystem::directory_iterator(); entry.increment(error))
    files.push_back(entry->path());
  std::sort(files.begin(), files.end());
  for (const auto& file : files)
    if (const auto bytes = read_file(file)) to.add(to_utf8(file.filename())).add(content_hash(*bytes));
}

}  // namespace

ContentHash choice_key(const Options& options, float turn) {
  HashOfParts out;
  // All options except file names, whose content is hashed, and the frame, which applies to motions only.
  for (const auto& [name, value] : scene_options(options))
    if (name != "attach" && name != "compare" && name != "frame" && name != "background-picture" &&
        name.find("audio") == std::string::npos)
      out.add(name).add(value);
  for (const AttachOption& a : options.attachments) out.add(a.has_place ? place_text(a.place) : "");
  if (options.look_at) {
    const LookAt& look = *options.look_at;
    const auto share = options.look_share.value_or(std::array{0.0f, 0.0f});
    out.add("look-at").add(fmt::format("{} {} {} {},{},{} {},{}", static_cast<int>(look.at), look.model,
                                       look.bone, look.point.x, look.point.y, look.point.z, share[0],
                                       share[1]));
  }
  if (!options.names_of.empty())
    if (const auto table = read_file(path_from_utf8(options.names_of)))
      out.add("names-of").add(content_hash(*table));
  const bool names_file =
      options.compare != "append" && options.compare != "ik" && options.compare != "physics";
  out.add(names_file && !options.compare.empty() ? "file" : options.compare);
  if (options.look.background_picture)
    out.add("background-picture").add(options.look.background_picture->hash);
  for (const LabelName& row : label_names())
    if (options.labels.has(row.label)) out.add(row.name);
  out.add(std::int64_t{options.turntable}).add(static_cast<std::int64_t>(bit_cast<std::uint32_t>(turn)));
  add_shaders(options.shader_dir, out);
  return out.take();
}

ImageMetadata with_key(ImageMetadata metadata, const ContentHash& key) {
  if (!metadata.empty()) metadata.emplace_back(key_keyword, to_hex(key));
  return metadata;
}

ContentHash picture_key(const Session& session, const Session* other, std::size_t attached, double frame,
                        double frame_beside, const ContentHash& choices, const ImageMetadata& metadata) {
  const std::vector<Figure>& figures = session.arrangement().figures;
  HashOfParts out;
  const auto add_model = [&](std::size_t figure, HashOfParts& to) {
    to.add(figures[figure].loaded->loaded.hash).add(session.textures_hash(figure));
  };
  const auto add_frame = [&](std::size_t figure, double at, HashOfParts& to) {
    if (figures[figure].moves()) to.add(static_cast<std::int64_t>(bit_cast<std::uint64_t>(at)));
  };
  add_model(0, out);
  for (std::size_t i = 1; i <= attached; ++i) {
    add_model(i, out);
    out.add(std::int64_t{session.scene().attachments[i - 1].bone});
  }
  add_layers(*figures.front().loaded, out);
  if (other != nullptr && other->arrangement().subject().loaded != figures.front().loaded) {
    out.add("other");
    add_layers(*other->arrangement().subject().loaded, out);
  }
  add_frame(0, frame, out);
  HashOfParts of_choices;
  of_choices.add(choices);
  for (std::size_t i = attached + 1; i < figures.size(); ++i) {
    HashOfParts one;
    add_model(i, one);
    add_layers(*figures[i].loaded, one);
    add_frame(i, frame_beside, one);
    of_choices.add(one.add(choices).take());
  }
  out.add(attached + 1 < figures.size() ? of_choices.take() : choices);
  for (const auto& [keyword, text] : metadata) out.add(keyword).add(text);
  return out.take();
}

}  // namespace mmd
