#include "session/credits.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "assets/file_set.h"
#include "base/text.h"
#include "model/body_parts.h"

namespace mmd {
namespace {

enum class Kind : std::uint8_t { model, stage, prop, pose, motion };
struct KindWords {
  std::string_view english, japanese;
};
constexpr KindWords words_of[] = {{"Model", "モデル"},
                                  {"Stage", "ステージ"},
                                  {"Prop", "小物"},
                                  {"Pose", "ポーズ"},
                                  {"Motion", "モーション"}};

/// Larger things without a head are stages, MMD units.
constexpr float stage_size = 40.0f;
constexpr std::size_t most_lines = 4, first_lines = 2;

/// Words of lines that name a maker, in small letters.
constexpr std::string_view maker_words[] = {
    "作者",     "作成",       "製作",        "制作",    "モデリング", "配布",       "権利",
    "著作",     "copyright",  "(c)",         "©",       "author",     "created by", "made by",
    "model by", "modeled by", "modelled by", "edit by", "edited by"};

bool names_maker(const std::string& line) {
  const std::string folded = fold_name(line);
  return std::any_of(std::begin(maker_words), std::end(maker_words),
                     [&](std::string_view word) { return folded.find(word) != std::string::npos; });
}

std::vector<std::string> lines_of(std::string_view comment) {
  std::vector<std::string> out;
  while (!comment.empty()) {
    std::string_view line = take_until(comment, '\n');
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.remove_suffix(1);
    while (!line.empty() && (line.front() == ' ' || line.front() == '\t')) line.remove_prefix(1);
    const bool has_words = std::any_of(line.begin(), line.end(), [](char c) {
      return (c & 0x80) != 0 || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
    });
    if (has_words) out.emplace_back(line);
  }
  return out;
}

std::string makers_in(const std::string& comment) {
  std::vector<std::string> lines = lines_of(comment), makers;
  for (const std::string& line : lines)
    if (makers.size() < most_lines && names_maker(line)) makers.push_back(line);
  if (makers.empty()) {
    lines.resize(std::min(lines.size(), first_lines));
    makers = std::move(lines);
  }
  return fmt::format("{}", fmt::join(makers, " / "));
}

Kind kind_of(const Figure& figure) {
  const Model& model = figure.model();
  if (figure.attached || figure.place.carrier != 0) return Kind::prop;
  if (!model.is_accessory && StandardBones(model).find("頭") != none) return Kind::model;
  const vec3 size = (model.bounds_max - model.bounds_min) * figure.place.scale;
  return std::max(size.x, std::max(size.y, size.z)) > stage_size ? Kind::stage : Kind::prop;
}

std::string base_name(const std::string& file) {
  return to_utf8(path_from_utf8(file).filename());
}

class Writer {
 public:
  explicit Writer(bool japanese) : japanese_(japanese) {}
  void add(Kind kind, const std::string& name, const std::string& makers) {
    const KindWords& words = words_of[static_cast<std::size_t>(kind)];
    std::string line =
        japanese_ ? fmt::format("{}：{}", words.japanese, name) : fmt::format("{}: {}", words.english, name);
    if (!makers.empty()) line += japanese_ ? fmt::format("（{}）", makers) : fmt::format(" ({})", makers);
    for (char& c : line)
      if (static_cast<unsigned char>(c) < ' ') c = ' ';
    line += "\n";
    if (out_.find(line) == std::string::npos) out_ += line;
  }
  void add(const Figure& figure) {
    const Model& model = figure.model();
    const std::string &first = japanese_ ? model.name : model.name_english,
                      &other = japanese_ ? model.name_english : model.name;
    const std::string name = !first.empty() ? first : other;
    const std::string own = makers_in(japanese_ ? model.comment : model.comment_english);
    add(kind_of(figure), name.empty() ? base_name(figure.loaded->model_file) : name,
        own.empty() ? makers_in(japanese_ ? model.comment_english : model.comment) : own);
    if (figure.edited == nullptr) {
      for (const PoseLayer& layer : figure.loaded->poses) add(Kind::pose, base_name(layer.file), {});
    } else if (figure.origin != nullptr && !figure.origin->file.empty()) {
      add(Kind::pose, base_name(figure.origin->file), {});
    }
    for (const MotionLayer& layer : figure.loaded->motions) add(Kind::motion, base_name(layer.file), {});
  }
  std::string take() { return std::move(out_); }

 private:
  bool japanese_;
  std::string out_;
};

}  // namespace

std::string credits_text(const Arrangement& arrangement, CreditsLanguage language) {
  Writer out(language == CreditsLanguage::japanese);
  for (const Figure& figure : arrangement.figures) out.add(figure);
  return out.take();
}

std::string credits_text(const Arrangement& arrangement) {
  return credits_text(arrangement, CreditsLanguage::english) + "\n" +
         credits_text(arrangement, CreditsLanguage::japanese);
}

}  // namespace mmd
